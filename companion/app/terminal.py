"""What a terminal shows: codes to scan, and no control character of anybody's."""

import sys
from io import StringIO, TextIOWrapper
from typing import Final, TextIO

# Plain text --------------------------------------------------------------------------


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
    return PlainText(raw, encoding=encoding, errors="backslashreplace", line_buffering=lines)


# Codes -------------------------------------------------------------------------------


def code(url: str, out: TextIO | None) -> str:
    """The address as a code of half blocks if ``out`` is a terminal; empty if a program or a file reads it.

    Also empty if the terminal's encoding has no block characters, or nothing can be
    written.
    """
    if out is None or not out.isatty():
        return ""
    import segno

    drawn = StringIO()
    segno.make(url, error="l", micro=False).terminal(out=drawn, compact=True, border=2)
    text = drawn.getvalue()
    try:
        text.encode(getattr(out, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return ""
    return text
