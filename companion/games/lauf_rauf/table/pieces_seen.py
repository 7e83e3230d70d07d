"""What a table says: where the pawns are, how many dice there are, which were thrown, and what they show."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

from companion.announce import Message, message
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import mat
from companion.games.lauf_rauf import model as m
from companion.kit.dice import PIPS, DiceLying, Tray
from companion.table import Table

# Dice --------------------------------------------------------------------------------


DICE: Final = 2
SEEN: Final = Tray(mat.DICE_SET, PIPS)
"""The two dice, wherever they lie."""
PAIRS: Final = tuple(combinations_with_replacement(range(1, 7), DICE))
"""All that two dice can show."""


def dice_lying(table: Table) -> DiceLying:
    """The dice, wherever they lie; an unreadable candidate is ignored if two others can be read."""
    return SEEN.read(SEEN.lying(table))


def half_read(table: Table) -> int | None:
    """The value of one die if the other is unreadable or out of sight."""
    shown = dice_lying(table).shown
    return shown[0] if len(shown) == 1 else None


def fault_of(dice: DiceLying, fell: bool) -> Message | None:
    """What prevents reading a roll that has come to rest; ``fell``: dice came with this very look."""
    if SEEN.too_many(dice):
        return message("lauf.dice.too-many")
    if dice.unread:
        return message("lauf.dice.leans")
    return message("lauf.dice.missing") if fell and SEEN.missing(dice) else None


def pair_of(dice: DiceLying) -> m.Pair:
    """The values of two readable dice."""
    one, other = dice.shown
    return one, other


# Pawns -------------------------------------------------------------------------------


NOWHERE: Final = ""


def pawns_seen(state: m.State, table: Table) -> m.Placement | None:
    """The placement on a table; None while a pawn is out of sight, or where no pawn can be."""
    zones = _zones(table)
    ghost = zones.get(mat.GHOST, NOWHERE)
    places = {name: _place(zone, state) for name, zone in zones.items()}
    pawns = [
        [places.get(name, NOWHERE) for name in mat.pawn_names(colour)] for colour in state.colours
    ]
    if any(place is None for own in pawns for place in own):
        return None
    hidden = [n for n, own in enumerate(pawns) for place in own if place == NOWHERE]
    if ghost in state.board.points:
        if len(hidden) != 1:
            return None
        own = pawns[hidden[0]]
        own[own.index(NOWHERE)] = ghost
    elif ghost != b.SUMMIT or hidden:
        return None
    return m.Placement(tuple(tuple(sorted(map(str, own))) for own in pawns), ghost)


def missing(state: m.State, table: Table) -> b.FieldNames:
    """The colours of pawns that are out of sight, each once; the ghost hides one."""
    zones = _zones(table)
    lost = [c for c in state.colours for name in mat.pawn_names(c) if name not in zones]
    if zones.get(mat.GHOST) in state.board.points and len(lost) == 1:
        return ()
    return tuple(dict.fromkeys(lost))


def _zones(table: Table) -> dict[str, str]:
    """Pawn -> its zone; if a zone under a hand still remembers it, the other one."""
    names = {name for colour in b.COLOURS for name in mat.pawn_names(colour)} | {mat.GHOST}
    found: dict[str, str] = {}
    for zone, code in _lying(table):
        if code in names and (code not in found or found[code] in table.covered):
            found[code] = zone
    return found


def _lying(table: Table) -> Iterator[tuple[str, str]]:
    for zone, codes in table.zones.items():
        yield from ((zone, code) for code in codes)


def _place(zone: str, state: m.State) -> str | None:
    """The place that a zone represents; None if no pawn can be there."""
    if zone in state.board.points:
        return zone
    if zone.startswith(mat.BASE_ZONE):
        return b.BASE
    return b.CAMP if zone.startswith(mat.CAMP_ZONE) else None
