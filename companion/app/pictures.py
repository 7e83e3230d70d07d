"""Pictures and sources for programs: what `murphy scan` and `murphy watch` report, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any

from companion.app.commands.scan import Scan, scanned
from companion.app.watcher import in_sight, watched
from companion.games import game as found
from companion.seating import can_play
from companion.words import words
from vision.cameras import frames


@dataclass(frozen=True, slots=True)
class PictureRead:
    """What a picture shows: ``zones`` are rows of codes, ``told`` is what `murphy scan --json` prints, without the timing."""

    zones: Mapping[str, tuple[str, ...]]
    told: Mapping[str, Any] = field(repr=False)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that was read, wherever it lies, each once."""
        return tuple(dict.fromkeys(tag["card"] for tag in self.told["tags"]))


def read(
    picture: str | PathLike[str], edition: str | None, game: str | None
) -> PictureRead:
    """What lies where in a picture. Raises PictureError, InputError, EditionError."""
    name = fspath(picture)
    scan = Scan(found(game) if game else None, edition)
    reading, _ = scan.read(name)
    told = scanned(name, reading, scan.package_of(reading), edition, 0.0)
    zones = {zone: tuple(codes) for zone, codes in told["zones"].items()}
    return PictureRead(zones, {name: v for name, v in told.items() if name != "ms"})


def watch(
    source: str,
    players: Sequence[str],
    edition: str | None,
    fps: float | None,
    game: str | None,
) -> Iterator[dict[str, Any]]:
    """The lines of `murphy watch --json`, in English."""
    opened, said = frames(source, fps=fps), words("en")
    package, seen = (found(game), opened) if game else in_sight(opened)
    with closing(seen):
        if players:
            can_play(len(players), package.players)
        for line in watched(package, seen, tuple(players), edition):
            yield said.worded(line)
