"""The way in as a code on the terminal: a phone scans it, nobody types."""

from __future__ import annotations

from io import StringIO
from typing import TextIO

import segno


def code(url: str, out: TextIO | None) -> str:
    """The address as a code of half blocks, where people read ``out``; empty where a program or a file does.

    Also empty where the terminal's letters have no blocks, or nothing is there to write to.
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
