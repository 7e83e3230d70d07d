"""The pawns' positions on a table: the ghost hides the cap of the pawn under it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.lauf_rauf.board.plan import BASE, CAMP, COLOURS, SUMMIT, FieldNames
from companion.games.lauf_rauf.mat import BASE_ZONE, CAMP_ZONE, GHOST, pawn_names
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.outcomes import Placement
from companion.table import Table

NOWHERE: Final = ""


def pawns_seen(standing: Standing, table: Table) -> Placement | None:
    """The placement on a table; None while a pawn is out of sight, or where no pawn can be."""
    zones = _zones(table)
    ghost = zones.get(GHOST, NOWHERE)
    places = {name: _place(zone, standing) for name, zone in zones.items()}
    pawns = [[places.get(name, NOWHERE) for name in pawn_names(colour)] for colour in standing.colours]  # fmt: skip
    if any(place is None for own in pawns for place in own):
        return None
    hidden = [n for n, own in enumerate(pawns) for place in own if place == NOWHERE]
    if ghost in standing.board.points:
        if len(hidden) != 1:
            return None
        own = pawns[hidden[0]]
        own[own.index(NOWHERE)] = ghost
    elif ghost != SUMMIT or hidden:
        return None
    return Placement(tuple(tuple(sorted(map(str, own))) for own in pawns), ghost)


def missing(standing: Standing, table: Table) -> FieldNames:
    """The colours of pawns that are out of sight, each once; the ghost hides one."""
    zones = _zones(table)
    lost = [c for c in standing.colours for name in pawn_names(c) if name not in zones]
    if zones.get(GHOST) in standing.board.points and len(lost) == 1:
        return ()
    return tuple(dict.fromkeys(lost))


def _zones(table: Table) -> dict[str, str]:
    """Pawn -> its zone; if a zone under a hand still remembers it, the other one."""
    names = {name for colour in COLOURS for name in pawn_names(colour)} | {GHOST}
    found: dict[str, str] = {}
    for zone, code in _lying(table):
        if code in names and (code not in found or found[code] in table.covered):
            found[code] = zone
    return found


def _lying(table: Table) -> Iterator[tuple[str, str]]:
    for zone, codes in table.zones.items():
        yield from ((zone, code) for code in codes)


def _place(zone: str, standing: Standing) -> str | None:
    """The place that a zone represents; None if no pawn can be there."""
    if zone in standing.board.points:
        return zone
    if zone.startswith(BASE_ZONE):
        return BASE
    return CAMP if zone.startswith(CAMP_ZONE) else None
