"""Reads pictures of tables and of hands, and reports which cards, dice and pawns lie where."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any

import numpy as np

from companion import household, rules
from companion.app.camera.failed_looks import one_look
from companion.app.doctor.inspection import IN_PICTURES, inspect
from companion.games import by_payload, first, games
from companion.games.package import GamePackage
from companion.pieces import PieceKind, together
from vision import pictures, reader
from vision.dice.plain import PlainDice
from vision.reading import Corners, Hindrance, Reading, Sighting


class Scan:
    """Reads pictures one after the other; without a game or edition, it looks for all of them."""

    def __init__(
        self,
        package: GamePackage | None = None,
        edition: str | None = None,
        taught: household.TaughtSet = household.NOTHING_TAUGHT,
        *,
        plain_dice: bool = False,
        setup: rules.Json = MappingProxyType({}),
    ) -> None:
        """``setup`` is what was agreed for a game, such as another board. Raises EditionError."""
        if package is None:
            inspect(IN_PICTURES)
        self.edition = edition
        self._package = None if package is None else package.on(setup)
        self._games = {each.name: each.on(setup) for each in games()}
        known = tuple(self._games.values()) if package is None else (package,)
        pieces = together(each.pieces(edition) for each in known)
        finders = {each.mat.name: each.finders(taught) for each in known if each.mat}
        self.plain_dice = plain_dice or (package is not None and package.goes_without_mat)
        """Whether ordinary dice are read where no mat lies: if asked for, or if a game is named that needs none."""
        if self.plain_dice:
            finders[""] = (PlainDice(),)
        lie = tuple(each.mat for each in self._games.values() if each.mat)
        self._reader = reader.Reader(pieces, lie, sizes_mm=None, detectors=finders)
        # The first look builds its tables; no picture's timing should include that.
        self._reader.read(np.zeros((90, 160), np.uint8))

    def package_of(self, reading: Reading) -> GamePackage:
        """The requested game, else the one whose mat is seen, else the one with most cards, else the first."""
        if self._package is not None:
            return self._package
        if reading.mat is not None:
            return self._games[reading.mat.name]
        seen = Counter(map(by_payload, reading.payloads))
        most = next(iter(seen.most_common(1)), (None, 0))[0]
        return most or first()

    def read(self, name: str) -> tuple[Reading, float]:
        """The reading of a picture file, and how many ms it took. Raises PictureError if the file has no readable picture, or the look fails."""
        path = Path(name)
        colour = pictures.read_picture(path)
        grey = pictures.grey_of(colour)
        began = perf_counter()
        with one_look(path.name):
            reading = self._reader.read(grey, colour)
        return reading, (perf_counter() - began) * 1000


def scanned(
    name: str, reading: Reading, package: GamePackage, edition: str | None, ms: float
) -> dict[str, Any]:
    """The answer for one picture, as docs/commands.md specifies it."""
    zones = {zone: list(reading.zones.get(zone, ())) for zone in package.told_zones}
    return {
        "file": name,
        "size": list(reading.size),
        "mat": reading.mat is not None and reading.mat.name == package.name,
        "game": package.name,
        "edition": edition or package.edition_among(reading.payloads),
        "ms": round(ms, 1),
        "mirrored": reading.limits.mirrored,
        "more_mats": reading.limits.more_mats,
        "zones": zones,
        "tags": list(_tags(reading)),
        "dice": [_die(one) for one in reading.loose if is_a(one, PieceKind.DIE)],
        "pawns": [_pawn(one, package) for one in reading.loose if is_a(one, PieceKind.PAWN)],
        "unknown": [
            {"text": unknown.text, "corners": _rounded(unknown.corners)}
            for unknown in reading.unknown
        ],
    }


def _tags(reading: Reading) -> Iterator[dict[str, Any]]:
    for sighting in reading.sightings:
        yield {
            "card": sighting.code,
            "zone": sighting.zone,
            "corners": _rounded(sighting.corners),
            "by": sighting.by,
            "score": round(sighting.score, 3),
        }


def is_a(sighting: Sighting, kind: PieceKind) -> bool:
    """Whether what was seen is a piece of this kind."""
    return sighting.piece.kind is kind


def _die(sighting: Sighting) -> dict[str, Any]:
    side = sighting.face.side
    return {
        "colour": sighting.piece.name,
        "value": int(side) if side.isdecimal() else side or None,
        "symbol": None,
        "zone": sighting.zone,
        "corners": _rounded(sighting.corners),
        "score": round(sighting.score, 3),
        "cocked": sighting.hindered is Hindrance.COCKED,
        "hindered": sighting.hindered.value if sighting.hindered else None,
    }


def _pawn(sighting: Sighting, package: GamePackage) -> dict[str, Any]:
    at = sighting.centre
    return {
        "colour": sighting.piece.name.partition("-")[0],
        "id": int(sighting.payload),
        "mm": [round(side, 1) for side in at] if at else None,
        "field": field_of(sighting.zone, package),
    }


def field_of(zone: str | None, package: GamePackage) -> str | None:
    """Where a pawn stands, in the terms of the rules."""
    if zone is None or package.mat is None:
        return zone
    return package.mat[zone].place or zone


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in corners]
