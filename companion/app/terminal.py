"""What a terminal shows: the ways in, codes to scan, and no control character of anybody's."""

import os
import re
import sys
from collections.abc import Iterator
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final, TextIO

from companion import errors
from companion.app.camera.sources import NONE, PAINTED
from companion.words import Words

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
    return PlainText(
        raw, encoding=encoding, errors="backslashreplace", line_buffering=lines
    )


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


# The console -------------------------------------------------------------------------


_PLAIN: Final = re.compile(r"none|painted|phone|(picamera2|usb)(:\d{1,3})?")
"""Sources that reveal nothing private."""


def public(source: str) -> str:
    """A source's kind: a camera's address and password are private."""
    if _PLAIN.fullmatch(source):
        return source
    return source.partition(":")[0] if "://" in source else "file"


def refuse_nothing(camera: str | None) -> None:
    """Raise CameraError if a source means none: no kind of camera, and no file that is there.

    A device, or a stream, may come later.
    """
    if camera is None or public(camera) != "file" or camera.startswith("/dev/"):
        return
    if not os.path.exists(camera):
        raise errors.CameraError("camera.missing", source=camera)


def for_everybody(told: Any, source: str) -> Any:
    """JSON values as everybody may see them: in messages, sources are reduced to their kind and paths to their last part."""
    match told:
        case {"key": _, "params": {**params}}:
            shown = {k: _shown(str(k), v, source) for k, v in params.items()}
            return {**told, "params": shown}
        case {**values}:
            return {key: for_everybody(value, source) for key, value in values.items()}
        case list() | tuple():
            return [for_everybody(value, source) for value in told]
        case _:
            return told


def _shown(name: str, value: Any, source: str) -> Any:
    if name == "source":
        return public(source)
    if name in ("path", "where"):
        return Path(str(value)).name
    if isinstance(value, str) and source and not _PLAIN.fullmatch(source):
        return value.replace(source, public(source))
    return for_everybody(value, source)


def ways_in(source: str, page: str, pin: str, words: Words) -> Iterator[str]:
    """The source without secrets, the page's address as text and as a code, and where to enter the host's PIN."""
    shown = public(source) if "://" in source or "@" in source else source
    without = {PAINTED: "play.painted", NONE: "play.by-tap"}
    yield words.say(without.get(source, "play.source"), source=shown)
    if public(source) == "file" and not os.path.exists(source):
        yield words.say("camera.missing", source=shown)
    yield words.say("play.page", url=page)
    if scan := code(page, sys.stdout):
        yield scan
    yield words.say("play.host", url=f"{page}host", pin=pin)
