"""The page's address as a QR code on the terminal, to be scanned by phones."""

from __future__ import annotations

from io import StringIO
from typing import TextIO

import segno


def code(url: str, out: TextIO | None) -> str:
    """The address as a code of half blocks if ``out`` is a terminal; empty if a program or a file reads it.

    Also empty if the terminal's encoding has no block characters, or nothing can be
    written.
    """
    if out is None or not out.isatty():
        return ""
    drawn = StringIO()
    segno.make(url, error="l", micro=False).terminal(out=drawn, compact=True, border=2)
    text = drawn.getvalue()
    try:
        text.encode(getattr(out, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return ""
    return text
