"""The situation after an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from companion.games.nicht_lustig.deck.cards import (
    CLOWN,
    DUCK,
    Faces,
    is_dinosaur,
)
from companion.games.nicht_lustig.deck.dice import DICE, DiceRoll
from companion.games.nicht_lustig.model.happened import (
    CardMoved,
    DeathsLaid,
    DeathTaken,
    DiceRolled,
    DiceWere,
    DisplayRanOut,
    GameReckoned,
    Happening,
    NoDeathLeft,
    ProfessorsRolled,
    SpecialsGained,
    SpecialUsed,
    TargetsScored,
    TargetsTaken,
    TurnWasSkipped,
    TurnWentOn,
)
from companion.games.nicht_lustig.model.situation import PlayerArea, Situation


def happen(before: Situation, event: Happening) -> Situation:
    """The situation after one event."""
    match event:
        case DiceRolled():
            dice = DiceRoll(event.values)
            return replace(before, dice=dice, rolls=event.number, free=event.thrown)
        case TargetsScored():
            return replace(_scored(before, event.faces), now="take")
        case DeathsLaid():
            return _each(before, event.covered, lambda s, c: cover(s, event.player, *c))
        case TargetsTaken():
            return _next(_taken(before, event.player, event.faces))
        case DeathTaken():
            return _next(cover(before, event.player, event.death, event.onto))
        case NoDeathLeft():
            return _next(before)
        case SpecialsGained():
            taken = _each(before, event.faces, lambda s, c: put(s, c, "specials", event.player))  # fmt: skip
            return replace(taken, gained=event.faces)
        case SpecialUsed():
            back = put(before, event.face, "middle")
            back = replace(back, duck=back.duck or event.face == DUCK)
            return _next(back) if event.face == CLOWN else back
        case TurnWasSkipped():
            return replace(put(before, event.face, "middle"), now="done")
        case TurnWentOn():
            return _on(before, event.player)
        case DisplayRanOut():
            nobody = (None,) * before.players
            fresh = _on(before, before.turn)
            return replace(fresh, now="reckon", professors=nobody)
        case ProfessorsRolled():
            rolled = list(before.professors)
            rolled[event.player] = event.values
            return replace(before, professors=tuple(rolled))
        case GameReckoned():
            return replace(before, now="over")
        case CardMoved():
            return _moved(before, event)
        case DiceWere():
            return replace(before, dice=DiceRoll(event.values))
        case _:
            assert_never(event)


def put(before: Situation, card: str, place: str, player: int | None = None) -> Situation:  # fmt: skip
    """The situation after a card was moved to ``display``, ``middle``, or a part of a player's area; it uncovers what it covered."""
    areas = tuple(_without(area, card) for area in before.areas)
    display = tuple(each for each in before.display if each != card)
    gone = replace(before, areas=areas, display=display)
    if place == "display":
        return replace(gone, display=tuple(sorted((*display, card))))
    if player is None or place == "middle":
        return gone
    area = areas[player]
    there = replace(area, **{place: (*getattr(area, place), card)})
    return _with(gone, player, there)


def cover(before: Situation, player: int, death: str, onto: str | None) -> Situation:
    """The situation after a Death was laid on a card of a player, or open; what it covered elsewhere is uncovered."""
    if onto is None:
        return put(before, death, "deaths", player)
    gone = put(before, death, "middle")
    area = gone.areas[player]
    scored = tuple(card for card in area.scored if card != onto)
    covered = tuple(sorted((*area.covered, (onto, death))))
    return _with(gone, player, replace(area, scored=scored, covered=covered))


def _without(area: PlayerArea, card: str) -> PlayerArea:
    """The area without a card; if that is a Death, a card covered by nothing else is scored again."""
    covered = tuple(pair for pair in area.covered if card not in pair)
    under = {below for below, _ in covered}
    freed = (below for below in area.under if below not in under and below != card)

    def left(cards: Faces) -> Faces:
        return tuple(each for each in cards if each != card)

    return PlayerArea(
        left(area.open),
        (*left(area.scored), *freed),
        covered,
        left(area.deaths),
        left(area.specials),
    )


def _with(before: Situation, player: int, area: PlayerArea) -> Situation:
    areas = list(before.areas)
    areas[player] = area
    return replace(before, areas=tuple(areas))


def _each(
    before: Situation, many: Iterable[object], do: Callable[..., Situation]
) -> Situation:
    for each in many:
        before = do(before, each)
    return before


def _scored(before: Situation, faces: tuple[Faces, ...]) -> Situation:
    for player, turned in enumerate(faces):
        for card in turned:
            before = put(before, card, "scored", player)
    return before


def _taken(before: Situation, player: int, faces: Faces) -> Situation:
    """Targets are taken unscored, except dinosaurs, which are turned to their points at once."""
    for card in faces:
        place = "scored" if is_dinosaur(card) else "open"
        before = put(before, card, place, player)
    return before


def _next(before: Situation) -> Situation:
    """First what the dice bring, then what the virus brings, and then the turn is over."""
    return replace(before, now="virus" if before.now == "take" else "done")


def _on(before: Situation, player: int) -> Situation:
    fresh = replace(before, turn=player, now="roll", dice=None, rolls=0, free=DICE)
    return replace(fresh, duck=False, gained=())


def _moved(before: Situation, event: CardMoved) -> Situation:
    if event.place == "covered" and event.player is not None:
        return cover(before, event.player, event.card, event.under)
    return put(before, event.card, event.place, event.player)
