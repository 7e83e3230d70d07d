"""What the console shows when the companion starts: its source, and its addresses."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from companion.app.camera.sources import NONE, PAINTED
from companion.app.terminal.scannable import code
from companion.words import Words

_PLAIN: Final = re.compile(r"none|painted|(picamera2|usb)(:\d{1,3})?")
"""Sources that reveal nothing private."""


def public(source: str) -> str:
    """A source's kind: a camera's address and password are private."""
    if _PLAIN.fullmatch(source):
        return source
    return source.partition(":")[0] if "://" in source else "file"


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


def ways_in(source: str, page: str, pin: str, say: Words) -> Iterator[str]:
    """The source without secrets, the page's address as text and as a code, and where to enter the host's PIN."""
    shown = public(source) if "://" in source or "@" in source else source
    without = {PAINTED: "play.painted", NONE: "play.by-tap"}
    yield say.say(without.get(source, "play.source"), source=shown)
    if public(source) == "file" and not os.path.exists(source):
        yield say.say("camera.missing", source=shown)
    yield say.say("play.page", url=page)
    if scan := code(page, sys.stdout):
        yield scan
    yield say.say("play.host", url=f"{page}host", pin=pin)
