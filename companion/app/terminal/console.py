"""What the console shows when the companion starts: what it looks through, and the ways in."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from companion.app.camera.sources import PAINTED
from companion.app.terminal.scannable import code
from companion.words import Words


def public(source: str) -> str:
    """A source's kind: where a camera lies in the house, and its password, are nobody's business."""
    if "://" in source:
        return source.partition(":")[0]
    return source.partition("/")[0] or "file"


def ways_in(source: str, page: str, pin: str, say: Words) -> Iterator[str]:
    """The source without anything secret, the page's address to type and to scan, and where the host gives the PIN."""
    shown = public(source) if "://" in source else source
    painted = source == PAINTED
    yield say.say("play.painted" if painted else "play.source", source=shown)
    yield say.say("play.page", url=page)
    if scan := code(page, sys.stdout):
        yield scan
    yield say.say("play.host", url=f"{page}host", pin=pin)
