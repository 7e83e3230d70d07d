"""Positions as programs write them, JSON or one line of text (docs/notation.md), checked so that every card is in exactly one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, get_args

from companion.errors import InputError, quoted
from companion.gamekit.arguments import object_of
from companion.games.nicht_lustig.deck.cards import DEATHS, SPECIALS, TARGETS, Faces
from companion.games.nicht_lustig.deck.dice import (
    DICE,
    dice_from_json,
    value_from_json,
)
from companion.games.nicht_lustig.deck.rulings import house_rules
from companion.games.nicht_lustig.model.situation import Now, PlayerArea, Situation
from companion.rules import Json, given

NOWS: Final = get_args(Now)
MOST_PLAYERS: Final = 4

FIELDS: Final = ("turn", "display", "areas", "dice", "rolls", "now", "free", "duck", "gained", "professors", "rules")  # fmt: skip
AREA_FIELDS: Final = ("open", "scored", "covered", "deaths", "specials")


def situation_from_json(told: Json) -> Situation:
    """The situation that ``situation_json`` wrote; missing fields are as before the first roll. Raises InputError, EditionError."""
    _named(told, FIELDS, "position")
    areas = areas_from_json(told.get("areas"))
    dice = told.get("dice")
    display = told.get("display")
    found = Situation(
        areas,
        _rest(areas)
        if display is None
        else tuple(sorted(_cards(display, TARGETS, "display"))),
        _number(told.get("turn", 0), len(areas) - 1, "turn"),
        _now(told.get("now")),
        None if dice is None else dice_from_json(dice),
        _number(told.get("rolls", 0 if dice is None else 1), 4, "rolls"),
        _cards(told.get("free", DICE), DICE, "free"),
        _flag(given(told, "duck", False), "duck"),
        _cards(told.get("gained", ()), SPECIALS, "gained"),
        _professors(told.get("professors"), len(areas)),
        house_rules(given(told, "rules", {})),
    )
    _once(found.display, *(area.cards for area in areas))
    _possible(found)
    return found


def areas_from_json(told: object) -> tuple[PlayerArea, ...]:
    """What lies in front of each player, by seat, no card twice. Raises InputError."""
    if not isinstance(told, list | tuple) or not 1 <= len(told) <= MOST_PLAYERS:
        raise InputError("lustig.no-areas")
    areas = tuple(_area(object_of(each, "areas")) for each in told)
    _once(*(area.cards for area in areas))
    return areas


def _area(told: Json) -> PlayerArea:
    _named(told, AREA_FIELDS, "areas")
    covered = tuple(sorted(_covered(object_of(given(told, "covered", {}), "covered"))))
    under = {card for card, _ in covered}
    scored = _cards(told.get("scored", ()), TARGETS, "scored")
    return PlayerArea(
        _cards(told.get("open", ()), TARGETS, "open"),
        tuple(card for card in scored if card not in under),
        covered,
        _cards(told.get("deaths", ()), DEATHS, "deaths"),
        _cards(told.get("specials", ()), SPECIALS, "specials"),
    )


def _covered(told: Json) -> Iterable[tuple[str, str]]:
    """Card and Death, a pair for each Death; a card under several has them as a list."""
    for card, on_it in told.items():
        (known,) = _cards([card], TARGETS, "covered")
        over = [on_it] if isinstance(on_it, str) else on_it
        if over in ([], ()):
            raise InputError("lustig.no-card", card="[]", name="covered")
        yield from ((known, death) for death in _cards(over, DEATHS, "covered"))


def _professors(told: object, players: int) -> tuple[tuple[int, ...] | None, ...]:
    if told is None:
        return ()
    if not isinstance(told, list | tuple) or len(told) != players:
        raise InputError("lustig.no-professors", count=players)
    return tuple(None if each is None else professor_values(each) for each in told)


def professor_values(told: object) -> tuple[int, ...]:
    """The dice of one seat's professors: 0 to 5, a symbol counts nothing. Raises InputError."""
    if not isinstance(told, list | tuple) or len(told) > len(DICE):
        raise InputError("lustig.no-seat-dice", what=quoted(told))
    return tuple(map(_professor, told))


def _professor(told: object) -> int:
    """A position has a symbol as 0."""
    return 0 if type(told) is int and told == 0 else value_from_json(told)


def _possible(found: Situation) -> None:
    """Raises InputError for an impossible situation: dice where there are none, or none where there must be."""
    unrolled = found.dice is None
    if unrolled != (found.rolls == 0) or (unrolled and found.now in ("take", "virus")):
        raise InputError("lustig.dice-and-rolls")
    if found.now == "reckon" and not found.professors:
        raise InputError("lustig.no-professors", count=found.players)


def _rest(areas: Iterable[PlayerArea]) -> Faces:
    taken = {card for area in areas for card in area.cards}
    return tuple(card for card in TARGETS if card not in taken)


def _once(*places: Faces) -> None:
    counted = Counter(card for cards in places for card in cards)
    twice = next((card for card, count in counted.items() if count > 1), None)
    if twice is not None:
        raise InputError("lustig.card-twice", card=twice)


def _named(told: Json, known: Faces, name: str) -> None:
    """Raises InputError for an unknown field: a misspelt one would be silently ignored."""
    unknown = next((str(field) for field in told if field not in known), None)
    if unknown is not None:
        raise InputError("lustig.no-field", what=unknown[:40], name=name, known=known)


def _cards(told: object, known: Faces, name: str) -> Faces:
    if not isinstance(told, list | tuple):
        raise InputError("lustig.no-cards", what=quoted(told), name=name)
    for card in told:
        if not isinstance(card, str) or card not in known:
            raise InputError("lustig.no-card", card=quoted(card, 40), name=name)
    return tuple(told)


def _number(told: object, most: int, name: str) -> int:
    if type(told) is not int or not 0 <= told <= most:
        raise InputError("lustig.no-number", name=name, most=most)
    return told


def _flag(told: object, name: str) -> bool:
    if not isinstance(told, bool):
        raise InputError("lustig.no-flag", name=name)
    return told


def _now(told: object) -> Any:
    if told is None:
        return "roll"
    if not isinstance(told, str) or told not in NOWS:
        raise InputError("lustig.no-now", known=NOWS)
    return told
