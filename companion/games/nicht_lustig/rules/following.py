"""Automatic consequences, as far as nobody has to decide anything: scoring, symbols, a Death without a choice, the next turn (rules, F2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import TypeAlias

from companion.games.nicht_lustig.deck.cards import (
    DUCK,
    ROBOT,
    UFO,
    VIRUS,
    Faces,
)
from companion.games.nicht_lustig.model.decisions import TakeDeath, TakeTargets
from companion.games.nicht_lustig.model.fold import happen
from companion.games.nicht_lustig.model.happened import (
    DeathsLaid,
    DeathTaken,
    DisplayRanOut,
    GameReckoned,
    Happening,
    NoDeathLeft,
    ProfessorsRolled,
    SpecialsGained,
    SpecialUsed,
    TargetsScored,
    TurnWasSkipped,
    TurnWentOn,
)
from companion.games.nicht_lustig.model.situation import LAST_TARGETS, Situation
from companion.games.nicht_lustig.rules.deaths import laid_open
from companion.games.nicht_lustig.rules.legality import legal, most_rolls, useful
from companion.games.nicht_lustig.rules.points import (
    points,
    professor_dice,
    winners,
    yet_to_roll,
)
from companion.games.nicht_lustig.rules.targets import scored_by

Happenings: TypeAlias = tuple[Happening, ...]


def followed(situation: Situation, deed: Happenings) -> Happenings:
    """Events, with their automatic consequences as far as nobody has to decide anything."""
    found = list(deed)
    after = reduce(happen, deed, situation)
    while more := tuple(_following(after)):
        found += more
        after = reduce(happen, more, after)
    return tuple(found)


def scoring(situation: Situation) -> Iterator[Happening]:
    """Everybody scores by the pink die before anything is taken."""
    assert situation.dice is not None
    scored = scored_by(situation, situation.dice)
    yield TargetsScored(situation.turn, scored)
    for player, (area, turned) in enumerate(zip(situation.areas, scored, strict=True)):
        laid = laid_open(area, turned, situation.rules)
        if laid:
            yield DeathsLaid(player, laid)


def rolled_sets(situation: Situation) -> tuple[Faces, ...]:
    """The sets of targets that may be taken now, or could be if the rolling ended now; what is scored first cannot be taken."""
    ends = situation.now == "roll" and situation.dice is not None
    after = reduce(happen, scoring(situation), situation) if ends else situation
    return tuple(m.faces for m in legal(after) if isinstance(m, TakeTargets))


def _following(situation: Situation) -> Iterator[Happening]:
    """What happens next while nobody has to decide anything."""
    match situation.now:
        case "roll":
            yield from _of_rolling(situation)
        case "take" | "virus":
            yield from _of_taking(situation)
        case "done":
            yield from _of_ending(situation)
        case "reckon":
            yield from _of_reckoning(situation)


def _of_rolling(situation: Situation) -> Iterator[Happening]:
    skips = (ROBOT,) if situation.rules.ufo == "two-rolls" else (ROBOT, UFO)
    skipping = [face for face in skips if face in situation.owned]
    if situation.rolls == 0 and skipping:
        yield TurnWasSkipped(situation.turn, skipping[0])
    elif situation.rolls >= most_rolls(situation) and not any(useful(situation, DUCK)):
        yield from scoring(situation)


def _of_taking(situation: Situation) -> Iterator[Happening]:
    """Symbols after the taking; a Death automatically if there is only one, with only one place for it."""
    gained = gains(situation) if situation.now == "virus" else ()
    if gained:
        yield SpecialsGained(situation.turn, gained)
        return
    match legal(situation):
        case (TakeDeath(player, death, place),):
            yield DeathTaken(player, death, place)
        case () if situation.now == "take" or VIRUS in situation.owned:
            yield NoDeathLeft(situation.turn)
        case ():
            yield from _of_ending(situation)


def gains(situation: Situation) -> Faces:
    """The specials gained by the symbols: those that the player does not have."""
    symbols = situation.dice.symbols if situation.dice else ()
    return tuple(face for face in symbols if face not in situation.area.specials)


def _of_ending(situation: Situation) -> Iterator[Happening]:
    """Specials that had to be used go back, and the turn is over."""
    spent = [f for f in (VIRUS, UFO) if f in situation.owned and situation.rolls]
    yield from (SpecialUsed(situation.turn, face) for face in spent)
    yield turn_over(situation)


def turn_over(situation: Situation) -> DisplayRanOut | TurnWentOn:
    """The turn is over: if few targets are left, so is the game; else it is the next player's turn."""
    if len(situation.display) <= LAST_TARGETS:
        return DisplayRanOut(len(situation.display))
    return TurnWentOn((situation.turn + 1) % situation.players)


def _of_reckoning(situation: Situation) -> Iterator[Happening]:
    waiting = yet_to_roll(situation)
    for seat in waiting:
        if professor_dice(situation.areas[seat], situation.rules) == 0:
            yield ProfessorsRolled(seat, ())
            return
    if not waiting:
        yield reckoned(situation)


def reckoned(situation: Situation) -> GameReckoned:
    """Everybody's points, from their cards and their professors' dice so far."""
    rolled = situation.professors or ((),) * situation.players
    pairs = zip(situation.areas, rolled, strict=True)
    reached = tuple(points(area, dice or (), situation.rules) for area, dice in pairs)
    return GameReckoned(reached, winners(situation.areas, reached))
