"""What is written for people and programs holds no character that a terminal obeys, whoever made it up."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Final

OBEYED: Final = frozenset((*range(0x20), *range(0x7F, 0xA0))) - set(map(ord, "\t\n"))
"""Control characters of ISO/IEC 6429, C0 and C1, but for those that only lay out text."""
SHOWN: Final = {code: f"\\u{code:04x}" for code in OBEYED}
"""Each as JSON writes it, so that what is JSON stays the same value."""


class PlainText(TextIOWrapper):
    """A text stream on which control characters are shown, not obeyed."""

    def write(self, text: str, /) -> int:
        """Write a text; returns how many characters it has."""
        super().write(text.translate(SHOWN))
        return len(text)


def show_control_characters() -> None:
    """From now on this process obeys that on standard output and standard error; streams that are no files stay as they are."""
    sys.stdout = _plain(sys.stdout)
    sys.stderr = _plain(sys.stderr)


def _plain(stream: object) -> TextIOWrapper:
    # What a test or a notebook has put there is its own affair, and where nothing is open nothing is written.
    if type(stream) is not TextIOWrapper:
        return stream  # type: ignore[return-value]  # as it was
    lines, encoding = stream.line_buffering, stream.encoding
    raw = stream.detach()
    return PlainText(
        raw, encoding=encoding, errors="backslashreplace", line_buffering=lines
    )
