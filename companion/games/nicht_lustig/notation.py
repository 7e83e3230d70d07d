"""Positions and moves as text and JSON (docs/notation.md), checked so that every card is in exactly one place."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, get_args

from companion.errors import InputError, quoted
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.pieces import (
    DEATHS,
    DICE,
    SPECIALS,
    TARGETS,
    Faces,
    dice_from_json,
    value_from_json,
)
from companion.kit.positions import object_of
from companion.rules import Json, given

# Written -----------------------------------------------------------------------------


def state_json(state: m.State) -> dict[str, Any]:
    """The state as JSON values; everything that is as before the first roll is left out."""
    told: dict[str, Any] = {
        "turn": state.turn,
        "display": list(state.display),
        "areas": [area_json(area) for area in state.areas],
        "now": state.now,
    }
    if state.dice is not None:
        told |= {"dice": state.dice.to_json(), "rolls": state.rolls}
    if state.free != DICE:
        told["free"] = list(state.free)
    if state.duck:
        told["duck"] = True
    if state.gained:
        told["gained"] = list(state.gained)
    if state.professors:
        told["professors"] = [p if p is None else list(p) for p in state.professors]
    return told | rules_json(state.rules)


def area_json(area: m.PlayerArea) -> dict[str, Any]:
    """The cards in front of a player: all five kinds of places, a card under several Deaths with all of them."""
    covered: dict[str, Any] = {}
    for card in area.under:
        on_it = [death for below, death in area.covered if below == card]
        covered[card] = on_it[0] if len(on_it) == 1 else on_it
    return {
        "open": list(area.open),
        "scored": list(area.scored),
        "covered": covered,
        "deaths": list(area.deaths),
        "specials": list(area.specials),
    }


def rules_json(rules: m.Rulings) -> dict[str, Any]:
    """The rules that differ from the defaults, as ``rules``; empty if none do."""
    usual = m.Rulings().to_json()
    other = {k: v for k, v in rules.to_json().items() if v != usual[k]}
    return {"rules": other} if other else {}


def move_text(move: m.Move) -> str:
    """A move as people write it: ``0 take L02 R03``."""
    return f"{move.player} {' '.join(_words(move))}"


def _words(move: m.Move) -> tuple[str, ...]:
    match move:
        case m.ThrowDice(_, thrown, values):
            shown = () if values is None else ("=", _values(values))
            return ("roll", *(("all",) if thrown == DICE else thrown), *shown)
        case m.StopRolling():
            return ("stop",)
        case m.UseSpecial(_, face):
            return ("use", face)
        case m.TakeTargets(_, faces):
            return ("take", *faces)
        case m.TakeDeath(_, death, onto):
            return ("death", death, onto or "open")
        case m.RollProfessors(_, values):
            return ("professors", *(() if values is None else ("=", _values(values))))


def _values(values: tuple[int, ...]) -> str:
    """Values in sequence, ``*`` being a symbol."""
    return "".join(str(value) if value else "*" for value in values) or "-"


# Text, read --------------------------------------------------------------------------


def position_text(told: Json) -> str:
    """A position's JSON as one line: ``name:value`` fields, values as compact JSON without blanks."""
    return " ".join(f"{k}:{json.dumps(v, separators=(',', ':'))}" for k, v in told.items())  # fmt: skip


def position_from_text(text: str) -> dict[str, Any]:
    """The JSON of a line that ``position_text`` wrote. Raises InputError."""
    fields: dict[str, Any] = {}
    for field in text.split():
        name, colon, value = field.partition(":")
        if not colon or name in fields:
            raise InputError("lustig.no-position", what=field[:80])
        try:
            fields[name] = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise InputError("lustig.no-position", what=field[:80]) from error
    return fields


def move_from_text(text: str, player: int | None) -> m.Move:
    """The move in a text; its seat defaults to ``player``. Raises InputError."""
    words = text.split()
    try:
        seat = int(words.pop(0)) if words and words[0].isdecimal() else player
    except ValueError:  # thousands of digits
        raise InputError("lustig.no-move", what=text[:80]) from None
    shown = words[words.index("=") + 1 :] if "=" in words else []
    words = words[: words.index("=")] if "=" in words else words
    values = _values_read(shown, text)
    match words:
        case _ if seat is None:
            pass
        case ["roll", *names]:
            thrown = DICE if names in ([], ["all"]) else tuple(names)
            return m.ThrowDice(seat, thrown, values)
        case ["stop"]:
            return m.StopRolling(seat)
        case ["use", face]:
            return m.UseSpecial(seat, face)
        case ["take", *faces]:
            return m.TakeTargets(seat, tuple(sorted(faces)))
        case ["death", death, onto]:
            return m.TakeDeath(seat, death, None if onto == "open" else onto)
        case ["professors"]:
            return m.RollProfessors(seat, values)
    raise InputError("lustig.no-move", what=text[:80])


def _values_read(shown: list[str], text: str) -> tuple[int, ...] | None:
    if not shown:
        return None
    found = "".join(shown).replace("*", "0").replace("-", "")
    if not all(c in "012345" for c in found):
        raise InputError("lustig.no-move", what=text[:80])
    return tuple(map(int, found))


# JSON, read --------------------------------------------------------------------------


NOWS: Final = get_args(m.Now)
MOST_PLAYERS: Final = 4

FIELDS: Final = ("turn", "display", "areas", "dice", "rolls", "now", "free", "duck", "gained", "professors", "rules")  # fmt: skip
AREA_FIELDS: Final = ("open", "scored", "covered", "deaths", "specials")


def state_from_json(told: Json) -> m.State:
    """The state that ``state_json`` wrote; missing fields are as before the first roll. Raises InputError, EditionError."""
    _named(told, FIELDS, "position")
    areas = areas_from_json(told.get("areas"))
    dice = told.get("dice")
    display = told.get("display")
    found = m.State(
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
        m.Rulings.from_json(given(told, "rules", {})),
    )
    _once(found.display, *(area.cards for area in areas))
    _possible(found)
    return found


def areas_from_json(told: object) -> tuple[m.PlayerArea, ...]:
    """What lies in front of each player, by seat, no card twice. Raises InputError."""
    if not isinstance(told, list | tuple) or not 1 <= len(told) <= MOST_PLAYERS:
        raise InputError("lustig.no-areas")
    areas = tuple(_area(object_of(each, "areas")) for each in told)
    _once(*(area.cards for area in areas))
    return areas


def _area(told: Json) -> m.PlayerArea:
    _named(told, AREA_FIELDS, "areas")
    covered = tuple(sorted(_covered(object_of(given(told, "covered", {}), "covered"))))
    under = {card for card, _ in covered}
    scored = _cards(told.get("scored", ()), TARGETS, "scored")
    return m.PlayerArea(
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


def _possible(found: m.State) -> None:
    """Raises InputError for an impossible state: dice where there are none, or none where there must be."""
    unrolled = found.dice is None
    if unrolled != (found.rolls == 0) or (unrolled and found.now in ("take", "virus")):
        raise InputError("lustig.dice-and-rolls")
    if found.now == "reckon" and not found.professors:
        raise InputError("lustig.no-professors", count=found.players)


def _rest(areas: Iterable[m.PlayerArea]) -> Faces:
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
        raise InputError("argument.number-to", name=name, most=most)
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
