"""Pictures and sources for programs: what `murphy scan` and `murphy watch` report, as values."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any

from companion import errors, seating
from companion.app.doctor import heat
from companion.app.looking.scanning import Scan, scanned
from companion.app.looking.watcher import in_sight, watched
from companion.games import game as found
from companion.games.package import GamePackage
from companion.kit.positions import listed, text_or_none
from companion.words import words
from vision.cameras.sources import frames
from vision.frame import Frames


@dataclass(frozen=True, slots=True)
class PictureRead:
    """What a picture shows: ``zones`` are rows of codes, ``told`` is what `murphy scan --json` prints, without the timing."""

    zones: Mapping[str, tuple[str, ...]]
    told: Mapping[str, Any] = field(repr=False)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that was read, wherever it lies, each once."""
        return tuple(dict.fromkeys(tag["card"] for tag in self.told["tags"]))


def read(picture: str | PathLike[str], edition: str | None, game: str | None) -> PictureRead:
    """What lies where in a picture. Raises PictureError, InputError, EditionError."""
    if not isinstance(picture, str | PathLike) or not isinstance(fspath(picture), str):
        raise errors.PictureError("picture.no-path", what=errors.quoted(picture, 40))
    name = fspath(picture)
    scan = Scan(None if game is None else found(game), text_or_none(edition, "edition"))
    reading, _ = scan.read(name)
    told = scanned(name, reading, scan.package_of(reading), edition, 0.0)
    zones = {zone: tuple(codes) for zone, codes in told["zones"].items()}
    return PictureRead(zones, {name: v for name, v in told.items() if name != "ms"})


def watch(
    source: str | PathLike[str],
    players: Sequence[str],
    edition: str | None,
    fps: float | None,
    game: str | None,
) -> Iterator[dict[str, Any]]:
    """The lines of `murphy watch --json`, in English. Raises CameraError, InputError, EditionError, most of them when called."""
    named = None if game is None else found(game)
    given = listed(players, "players")
    names = tuple(seating.seated(given)) if given else ()
    path = fspath(source) if isinstance(source, PathLike) else source
    opened = frames(path, fps=fps, degrees=heat.of_processor)
    return _lines(opened, names, text_or_none(edition, "edition"), named)


def _lines(
    opened: Frames, names: tuple[str, ...], edition: str | None, named: GamePackage | None
) -> Iterator[dict[str, Any]]:
    package, seen = (named, opened) if named else in_sight(opened)
    said = words("en")
    with closing(seen):
        if names:
            seating.can_play(len(names), package.players)
        for line in watched(package, seen, names, edition):
            yield said.worded(line)
