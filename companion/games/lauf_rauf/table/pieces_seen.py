"""What a table says: where the pawns are, how many dice there are, which were thrown, and what they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Final

from companion.announce import Message, message
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import BASE, CAMP, COLOURS, SUMMIT, FieldNames
from companion.games.lauf_rauf.mat import (
    BASE_ZONE,
    CAMP_ZONE,
    DICE_COLOUR,
    GHOST,
    pawn_names,
)
from companion.games.lauf_rauf.rules.outcomes import Placement
from companion.kit import table as kit
from companion.table import Step, Table

# Dice --------------------------------------------------------------------------------


DICE: Final = 2
PAIRS: Final = tuple(combinations_with_replacement(range(1, 7), DICE))
"""All that two dice can show."""


def is_die(code: str) -> bool:
    """Whether a code is a die's."""
    return code.partition("-")[0] == DICE_COLOUR


def dice_codes(table: Table) -> kit.DiceCodes:
    """The dice, wherever they lie; an unreadable candidate is ignored if two others can be read."""
    lying = (code for codes in table.zones.values() for code in codes)
    dice = sorted(filter(is_die, lying))
    read = [code for code in dice if value_of(code) is not None]
    return tuple(read if len(read) == DICE else dice)


def value_of(code: str) -> int | None:
    """The value of a die; None if it is unreadable."""
    value = code.partition("-")[2]
    return int(value) if value in tuple("123456") else None


def half_read(table: Table) -> int | None:
    """The value of one die if the other is unreadable or out of sight."""
    values = [value_of(code) for code in dice_codes(table)]
    known = [value for value in values if value is not None]
    return known[0] if len(values) <= DICE and len(known) == 1 else None


def none_read(table: Table) -> bool:
    """Whether there are two dice, both unreadable."""
    values = [value_of(code) for code in dice_codes(table)]
    return values == [None, None]


def fault_of(dice: kit.DiceCodes, fell: bool) -> Message | None:
    """What prevents reading a roll that has come to rest; ``fell``: dice came with this very look."""
    if len(dice) > DICE:
        return message("lauf.dice.too-many")
    if None in map(value_of, dice):
        return message("lauf.dice.leans")
    return message("lauf.dice.missing") if fell and len(dice) < DICE else None


def die_steps(steps: Iterable[Step], table: Table) -> tuple[Step, ...]:
    """The dice that came and went; none if that was an unreadable object beside two readable dice."""
    found = tuple(step for step in steps if is_die(step.card))
    read = [step for step in found if value_of(step.card) is not None]
    elsewhere = not read and None not in map(value_of, dice_codes(table))
    return () if elsewhere and len(dice_codes(table)) == DICE else found


def gone_and_come(
    steps: Iterable[Step], left: kit.DiceCodes, came: kit.DiceCodes
) -> tuple[kit.DiceCodes, kit.DiceCodes]:
    """The dice that left their places and those that came, combined with earlier ones: a die that came and leaves again never came."""
    gone, there = Counter(left), Counter(came)
    for step in (step for step in steps if is_die(step.card)):
        if step.sign == "+":
            there[step.card] += 1
        elif there[step.card]:
            there[step.card] -= 1
        else:
            gone[step.card] += 1
    return tuple(sorted(gone.elements())), tuple(sorted((+there).elements()))


def came_to_light(state: m.State, dice: kit.DiceCodes, came: kit.DiceCodes) -> bool:
    """Whether a die that appears without another leaving was there all the time: both show what is known, or both had yet to be thrown."""
    known = state.rolls and sorted(state.dice)
    return len(came) < DICE and (not known or known == sorted(pair_of(dice)))


def pair_of(dice: kit.DiceCodes) -> m.Pair:
    """The values of two readable dice."""
    one, other = (value_of(code) or 1 for code in dice)
    return one, other


# Pawns -------------------------------------------------------------------------------


NOWHERE: Final = ""


def pawns_seen(state: m.State, table: Table) -> Placement | None:
    """The placement on a table; None while a pawn is out of sight, or where no pawn can be."""
    zones = _zones(table)
    ghost = zones.get(GHOST, NOWHERE)
    places = {name: _place(zone, state) for name, zone in zones.items()}
    pawns = [[places.get(name, NOWHERE) for name in pawn_names(colour)] for colour in state.colours]  # fmt: skip
    if any(place is None for own in pawns for place in own):
        return None
    hidden = [n for n, own in enumerate(pawns) for place in own if place == NOWHERE]
    if ghost in state.board.points:
        if len(hidden) != 1:
            return None
        own = pawns[hidden[0]]
        own[own.index(NOWHERE)] = ghost
    elif ghost != SUMMIT or hidden:
        return None
    return Placement(tuple(tuple(sorted(map(str, own))) for own in pawns), ghost)


def missing(state: m.State, table: Table) -> FieldNames:
    """The colours of pawns that are out of sight, each once; the ghost hides one."""
    zones = _zones(table)
    lost = [c for c in state.colours for name in pawn_names(c) if name not in zones]
    if zones.get(GHOST) in state.board.points and len(lost) == 1:
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


def _place(zone: str, state: m.State) -> str | None:
    """The place that a zone represents; None if no pawn can be there."""
    if zone in state.board.points:
        return zone
    if zone.startswith(BASE_ZONE):
        return BASE
    return CAMP if zone.startswith(CAMP_ZONE) else None
