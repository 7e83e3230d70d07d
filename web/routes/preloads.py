"""Which modules a module loads, directly or indirectly: listed in advance, they arrive at once instead of one by one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from posixpath import dirname, join, normpath
from typing import Final

from web.routes.static_files import Item

FROM: Final = re.compile(
    rb'^(?:import|export) (?:\{[^}]*\}|\*(?: as \w+)?|\w+) from "([^"]+)";',
    re.MULTILINE,
)
"""A module imported statically, in one line or in several; ``import(...)`` waits until it is needed."""
ROOT: Final = "/static/"


def loaded_by(name: str, files: Mapping[str, Item]) -> tuple[str, ...]:
    """A module's name and those of all existing modules that it loads; itself first."""
    found: dict[str, None] = {}
    ahead = [name]
    while ahead:
        now = ahead.pop(0)
        if now in files and now not in found:
            found[now] = None
            ahead += _imports(now, files[now].plain)
    return tuple(found)


@lru_cache(maxsize=256)
def _imports(name: str, text: bytes) -> tuple[str, ...]:
    return tuple(_named(name, match[1].decode()) for match in FROM.finditer(text))


def _named(by: str, url: str) -> str:
    """The file that a module names, relative to itself or to the root of all files."""
    if url.startswith(ROOT):
        return url.removeprefix(ROOT)
    return normpath(join(dirname(by), url))
