"""The state after an event."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import assert_never

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p


def evolve(before: m.State, event: m.Event) -> m.State:
    """The state after one event."""
    match event:
        case m.DiceRolled():
            dice = p.DiceRoll(event.values)
            return replace(before, dice=dice, rolls=event.number, free=event.thrown)
        case m.TargetsScored():
            return replace(_scored(before, event.faces), now="take")
        case m.DeathsLaid():
            return _each(before, event.covered, lambda s, c: cover(s, event.player, *c))
        case m.TargetsTaken():
            return _next(_taken(before, event.player, event.faces))
        case m.DeathTaken():
            return _next(cover(before, event.player, event.death, event.onto))
        case m.NoDeathLeft():
            return _next(before)
        case m.SpecialsGained():
            put_there = partial(put, place="specials", player=event.player)
            return replace(_each(before, event.faces, put_there), gained=event.faces)
        case m.SpecialUsed():
            back = put(before, event.face, "middle")
            back = replace(back, duck=back.duck or event.face == p.DUCK)
            return _next(back) if event.face == p.CLOWN else back
        case m.TurnWasSkipped():
            return replace(put(before, event.face, "middle"), now="done")
        case m.TurnWentOn():
            return _on(before, event.player)
        case m.DisplayRanOut():
            nobody = (None,) * before.players
            fresh = _on(before, before.turn)
            return replace(fresh, now="reckon", professors=nobody)
        case m.ProfessorsRolled():
            rolled = list(before.professors)
            rolled[event.player] = event.values
            return replace(before, professors=tuple(rolled))
        case m.GameReckoned():
            return replace(before, now="over")
        case m.CardMoved():
            return _moved(before, event)
        case m.DiceWere():
            return replace(before, dice=p.DiceRoll(event.values))
        case _:
            assert_never(event)


def put(before: m.State, card: str, place: str, player: int | None = None) -> m.State:
    """The state after a card was moved to ``display``, ``middle``, or a part of a player's area; it uncovers what it covered."""
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


def cover(before: m.State, player: int, death: str, onto: str | None) -> m.State:
    """The state after a Death was laid on a card of a player, or open; what it covered elsewhere is uncovered."""
    if onto is None:
        return put(before, death, "deaths", player)
    gone = put(before, death, "middle")
    area = gone.areas[player]
    scored = tuple(card for card in area.scored if card != onto)
    covered = tuple(sorted((*area.covered, (onto, death))))
    return _with(gone, player, replace(area, scored=scored, covered=covered))


def _without(area: m.PlayerArea, card: str) -> m.PlayerArea:
    """The area without a card; if that is a Death, a card covered by nothing else is scored again."""
    covered = tuple(pair for pair in area.covered if card not in pair)
    under = {below for below, _ in covered}
    freed = (below for below in area.under if below not in under and below != card)

    def left(cards: p.Faces) -> p.Faces:
        return tuple(each for each in cards if each != card)

    return m.PlayerArea(
        left(area.open),
        (*left(area.scored), *freed),
        covered,
        left(area.deaths),
        left(area.specials),
    )


def _with(before: m.State, player: int, area: m.PlayerArea) -> m.State:
    areas = list(before.areas)
    areas[player] = area
    return replace(before, areas=tuple(areas))


def _each(before: m.State, many: Iterable[object], do: Callable[..., m.State]) -> m.State:
    for each in many:
        before = do(before, each)
    return before


def _scored(before: m.State, faces: tuple[p.Faces, ...]) -> m.State:
    for player, turned in enumerate(faces):
        for card in turned:
            before = put(before, card, "scored", player)
    return before


def place_of(card: str) -> str:
    """Where a target lies of the player who has just taken it: unscored, except dinosaurs, which are turned to their points at once."""
    return "scored" if p.is_dinosaur(card) else "open"


def _taken(before: m.State, player: int, faces: p.Faces) -> m.State:
    for card in faces:
        before = put(before, card, place_of(card), player)
    return before


def _next(before: m.State) -> m.State:
    """First what the dice bring, then what the virus brings, and then the turn is over."""
    return replace(before, now="virus" if before.now == "take" else "done")


def _on(before: m.State, player: int) -> m.State:
    fresh = replace(before, turn=player, now="roll", dice=None, rolls=0, free=p.DICE)
    return replace(fresh, duck=False, gained=())


def _moved(before: m.State, event: m.CardMoved) -> m.State:
    if event.place == "covered" and event.player is not None:
        return cover(before, event.player, event.card, event.under)
    return put(before, event.card, event.place, event.player)
