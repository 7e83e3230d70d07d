"""Which files make a room, and which tests have to notice what changes in them (rooms.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
TOP: Final = HERE.parent.parent


@dataclass(frozen=True, slots=True)
class Room:
    """Some packages and their tests, as paths from the top of the project."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]


def rooms(top: Path = TOP) -> dict[str, Room]:
    """All of them, with the files that there are. Raises ValueError where a pattern fits none."""
    told = tomllib.loads((HERE / "rooms.toml").read_text("utf-8"))
    return {
        name: Room(name, _files(top, of["sources"]), _files(top, of["tests"]))
        for name, of in told.items()
    }


def room_of(file: str, every: Iterable[Room]) -> Room:
    """The narrowest room with a file in it. Raises ValueError where there is none."""
    fitting = [room for room in every if file in room.sources]
    if not fitting:
        raise ValueError(f"no room of benchmarks/mutants/rooms.toml has {file} in it")
    return min(fitting, key=lambda room: len(room.sources))


def _files(top: Path, patterns: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for pattern in patterns:
        paths = [path for each in top.glob(pattern) for path in _python(each)]
        if not paths:
            raise ValueError(f"rooms.toml: no file fits {pattern}")
        found |= dict.fromkeys(str(path.relative_to(top)) for path in sorted(paths))
    return tuple(found)


def _python(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.py"))
