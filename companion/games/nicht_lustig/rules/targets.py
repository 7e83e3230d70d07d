"""What a roll can take: which targets are possible together, with each die used once (rules, F2 Turn 2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Final

from companion.games.nicht_lustig.deck.cards import (
    LEMMING,
    PROFESSOR,
    RIEBMANN,
    YETI,
    Faces,
    is_dinosaur,
    value,
)
from companion.games.nicht_lustig.deck.dice import COLOURED, DiceRoll
from companion.games.nicht_lustig.model.situation import Situation

ASKS: Final = {
    RIEBMANN: ("black", "black"),
    YETI: ("red", "red"),
    LEMMING: ("white", "white"),
    PROFESSOR: COLOURED,
}
"""Kind of target -> the colours of the dice that must show its value."""


def scored_by(situation: Situation, dice: DiceRoll) -> tuple[Faces, ...]:
    """The cards that every seat turns over: its own with the pink die's value; none if that shows the Poodle."""
    return tuple(
        tuple(c for c in sorted(a.open) if dice.pink and value(c) == dice.pink)
        for a in situation.areas
    )


def within_reach(situation: Situation) -> Faces:
    """What can be taken with the right roll: the display, and others' unscored cards."""
    others = (a.open for n, a in enumerate(situation.areas) if n != situation.turn)
    return (*situation.display, *chain.from_iterable(others))


def takes(situation: Situation, dice: DiceRoll) -> tuple[Faces, ...]:
    """Every set of targets that may be taken, sorted; empty if none can be."""
    reached = sorted(face for face in within_reach(situation) if shows(dice, face))
    dinosaurs = [face for face in reached if is_dinosaur(face)]
    others = list(_together(dice, [f for f in reached if not is_dinosaur(f)]))
    beside = [()] if situation.rules.beside_dinosaur == "nothing" else [(), *others]
    # At most one dinosaur per turn; its sum uses all six dice without using them up.
    large = [tuple(sorted((d, *more))) for d in dinosaurs for more in beside]
    return tuple(sorted((*others, *large)))


def shows(dice: DiceRoll, face: str) -> bool:
    """Whether the dice show what a target requires, considered alone."""
    if is_dinosaur(face):
        return dice.total >= value(face)
    asks, v = ASKS[face[0]], value(face)
    return all(dice.of(colour).count(v) >= asks.count(colour) for colour in asks)


def _together(dice: DiceRoll, faces: list[str]) -> Iterator[Faces]:
    """Every non-empty choice of targets that the dice show without using a die twice.

    Targets of different values need different dice, so it is sufficient that together
    they need no more dice of a colour than there are.
    """
    sizes = range(1, len(faces) + 1)
    for chosen in chain.from_iterable(combinations(faces, n) for n in sizes):
        used = [colour for face in chosen for colour in ASKS[face[0]]]
        if all(used.count(colour) <= len(dice.of(colour)) for colour in COLOURED):
            yield chosen
