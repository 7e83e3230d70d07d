"""The legal moves at a moment (rules, F2 Turn)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Final

from companion.games.nicht_lustig.deck.cards import (
    CLOWN,
    DUCK,
    TIME_MACHINE,
    UFO,
    VIRUS,
)
from companion.games.nicht_lustig.deck.dice import DICE
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    RollProfessors,
    StopRolling,
    TakeDeath,
    TakeTargets,
    ThrowDice,
    UseSpecial,
)
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.rules.deaths import deaths, onto
from companion.games.nicht_lustig.rules.points import yet_to_roll
from companion.games.nicht_lustig.rules.targets import takes

ROLLS: Final = 3


def legal(situation: Situation) -> tuple[Decision, ...]:
    """All legal moves; the values of throws and of the professors' dice are left to chance."""
    me = situation.turn
    match situation.now:
        case "roll":
            specials = useful(situation, DUCK, TIME_MACHINE)
            return (*_throws(situation), *_stop(situation), *specials)
        case "take":
            assert situation.dice is not None
            sets = takes(situation, situation.dice)
            found: tuple[Decision, ...] = tuple(TakeTargets(me, s) for s in sets)
            found = found or _deaths(situation)
            # A player who already has every Death has nothing to decide.
            return (*found, *useful(situation, TIME_MACHINE)) if found else ()
        case "virus" if VIRUS in situation.owned:
            return _deaths(situation)
        case "reckon":
            return tuple(map(RollProfessors, yet_to_roll(situation)))
        case _:
            return ()


def most_rolls(situation: Situation) -> int:
    """The number of rolls of this turn: three, two with the UFO, one more for the duck."""
    if UFO in situation.owned and situation.rules.ufo == "two-rolls":
        return ROLLS - 1
    return ROLLS + situation.duck


def _throws(situation: Situation) -> Iterator[ThrowDice]:
    """All seven at first; later any of those that were not kept."""
    if situation.rolls == 0:
        yield ThrowDice(situation.turn, DICE)
    elif situation.rolls < most_rolls(situation):
        sizes = range(1, len(situation.free) + 1)
        sets = (combinations(situation.free, n) for n in sizes)
        yield from (ThrowDice(situation.turn, s) for s in chain.from_iterable(sets))


def _stop(situation: Situation) -> Iterator[StopRolling]:
    if situation.rolls:
        yield StopRolling(situation.turn)


def useful(situation: Situation, *faces: str) -> Iterator[UseSpecial]:
    """Those of the given specials that are useful now."""
    of_use = {
        DUCK: situation.rules.duck == "fourth-roll"
        and situation.rolls == most_rolls(situation) == ROLLS,
        CLOWN: situation.rules.clown == "refuses-death",
        TIME_MACHINE: True,
    }
    mine = (face for face in faces if face in situation.owned and of_use[face])
    return (UseSpecial(situation.turn, face) for face in mine)


def _deaths(situation: Situation) -> tuple[Decision, ...]:
    """Every possible Death, with every place for it; or the clown."""
    assert situation.dice is not None
    me, places = situation.turn, onto(situation.area, situation.rules) or (None,)
    found = deaths(situation, situation.dice.pink)
    taken = (TakeDeath(me, death, place) for death in found for place in places)
    return (*taken, *(useful(situation, CLOWN) if found else ()))
