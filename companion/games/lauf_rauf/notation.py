"""Moves as text and states as JSON values (docs/notation.md), checked so that every pawn and card is in exactly one place."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeGuard

from companion.errors import InputError, quoted
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import (
    ALL,
    BASE,
    CAMP,
    COLOURS,
    COPIES,
    KINDS,
    SUMMIT,
    Board,
    Cards,
    FieldNames,
    our_board,
)
from companion.kit.positions import object_of
from companion.rules import Json, given

# Written -----------------------------------------------------------------------------


def move_text(move: m.Move) -> str:
    """A move as people write it: ``run L13 8 back with BAC``."""
    match move:
        case m.ThrowPair(again, shows):
            fallen = "" if shows is None else f" = {shows[0]} {shows[1]}"
            return f"roll {again or 'both'}{fallen}"
        case m.MoveGhost(to):
            return f"ghost {to}"
        case m.StartPawn(card):
            return f"start{_with(card)}"
        case m.RunPawn(field, total, card):
            return f"run {field} {total}{' back' if card else ''}{_with(card)}"
        case m.ClimbPawn(field, card):
            return f"climb {field}{_with(card)}"
        case m.HitPawn(field, target, card):
            return f"hit {field} {target}{_with(card)}"
        case m.TurnUpCard(turned):
            return "card" if turned is None else f"card = {' '.join(turned)}"
        case m.SacrificeCard(card):
            return f"sacrifice {card}"
        case m.LeaveIt():
            return "pass"


def _with(card: str | None) -> str:
    return f" with {card}" if card else ""


def move_from_text(text: str) -> m.Move:
    """The move that a text of the notation means (docs/notation.md). Raises InputError."""
    words, equals, came = text.partition(" = ")
    said, joined, card = words.partition(" with ")
    if joined and card not in KINDS:
        raise InputError("lauf.no-move", what=text[:80])
    played = card or None
    match said.split():
        case ["roll", "both"] if not joined:
            return m.ThrowPair(None, _pair(came, text) if equals else None)
        case ["roll", value] if value in tuple("123456") and not joined:
            return m.ThrowPair(int(value), _pair(came, text) if equals else None)
        case ["card"] if not joined:
            return m.TurnUpCard(_kinds(came, text) if equals else None)
        case [*told] if not equals:
            return _plain(told, played, text)
    raise InputError("lauf.no-move", what=text[:80])


def _plain(told: list[str], card: str | None, text: str) -> m.Move:
    match told, card:
        case ["ghost", to], None:
            return m.MoveGhost(to)
        case ["sacrifice", kind], None:
            return m.SacrificeCard(kind)
        case ["pass"], None:
            return m.LeaveIt()
        case ["start"], _:
            return m.StartPawn(card)
        case ["run", field, total], None if _is_total(total):
            return m.RunPawn(field, int(total))
        case ["run", field, total, "back"], str() if _is_total(total):
            return m.RunPawn(field, int(total), card)
        case ["climb", field], _:
            return m.ClimbPawn(field, card)
        case ["hit", field, target], _:
            return m.HitPawn(field, target, card)
    raise InputError("lauf.no-move", what=text[:80])


def _is_total(text: str) -> bool:
    return text in tuple(map(str, range(2, 13)))


def _pair(text: str, whole: str) -> m.Pair:
    match text.split():
        case [one, other] if {one, other} <= set("123456"):
            return int(one), int(other)
    raise InputError("lauf.no-move", what=whole[:80])


def _kinds(text: str, whole: str) -> Cards:
    found = tuple(text.split())
    if not found or not set(found) <= set(KINDS):
        raise InputError("lauf.no-move", what=whole[:80])
    return found


def state_json(state: m.State) -> dict[str, Any]:
    """The state as JSON values; everything that is as before the first roll of a turn is left out."""
    seats = state.colours
    told: dict[str, Any] = {
        "turn": state.colour,
        "pawns": {c: [*own] for c, own in zip(seats, state.pawns, strict=True)},
        "ghost": state.ghost,
        "cards": {c: [*own] for c, own in zip(seats, state.hands, strict=True)},
        "supply": state.supply,
    }
    if state.discard:
        told["discard"] = list(state.discard)
    if state.rolls:
        told["rolls"] = [list(pair) for pair in state.rolls]
    if state.sacrificed:
        told["sacrificed"] = state.sacrificed
    usual = m.Rulings().to_json()
    other = {k: v for k, v in state.rules.to_json().items() if v != usual[k]}
    return told | ({"rules": other} if other else {})


# Read --------------------------------------------------------------------------------


FIELDS: Final = ("turn", "pawns", "ghost", "cards", "supply", "discard", "rolls", "sacrificed", "rules")  # fmt: skip
MOST_ROLLS: Final = m.ROLLS + m.ROLLS_A_CARD * len(ALL)
"""With every card of the game discarded in one turn."""


def state_from_json(told: Json, board: Board | None = None) -> m.State:
    """The state that ``state_json`` wrote; only ``pawns`` is required. Raises InputError, EditionError."""
    board = board or our_board()
    # A misspelt field would be silently ignored.
    if unknown := next((str(name) for name in told if name not in FIELDS), None):
        raise InputError("lauf.no-field", what=unknown[:40], known=FIELDS)
    pawns = object_of(told.get("pawns"), "pawns")
    seats = _seats(pawns, board)
    places = tuple(_pawns(pawns[colour], colour, board) for colour in seats)
    hands = _hands(object_of(given(told, "cards", {}), "cards"), seats)
    discard = _cards(given(told, "discard", ()), "discard")
    _few_enough(discard, *hands)
    rolls = _rolls(given(told, "rolls", ()))
    # Piles are counted by eye: at most what is nowhere else.
    room = len(ALL) - len(discard) - sum(map(len, hands))
    return m.State(
        seats,
        places,
        hands,
        _turn(told.get("turn", seats[0]), seats),
        _ghost(told.get("ghost", SUMMIT), places),
        min(room, _number(told.get("supply", room), "supply")),
        discard,
        rolls,
        _number(told.get("sacrificed", bought_by(len(rolls))), "sacrificed"),
        m.Rulings.from_json(given(told, "rules", {})),
        board,
    )


def json_from_text(text: str) -> Mapping[str, Any]:
    """The JSON of a position's line. Raises InputError."""
    try:
        return object_of(json.loads(text), "position")
    except (ValueError, RecursionError) as error:
        raise InputError("lauf.no-position", what=text[:80]) from error


def bought_by(rolls: int) -> int:
    """The fewest cards that must have been discarded for so many rolls."""
    return max(0, -(-(rolls - m.ROLLS) // m.ROLLS_A_CARD))


def _seats(pawns: Mapping[str, Any], board: Board) -> FieldNames:
    known = tuple(colour for colour in COLOURS if colour in board.colours)
    if not 2 <= len(pawns) <= len(known) or not set(pawns) <= set(known):
        raise InputError("lauf.no-colours", known=known)
    return tuple(colour for colour in known if colour in pawns)


def _pawns(told: object, colour: str, board: Board) -> FieldNames:
    if not isinstance(told, list | tuple) or len(told) != m.PAWNS:
        raise InputError("lauf.three-pawns", count=m.PAWNS, colour=colour)
    for place in told:
        if not isinstance(place, str) or place not in (BASE, CAMP, *board.points):
            raise InputError("lauf.no-place", place=quoted(place, 40))
    return tuple(sorted(told))


def _ghost(told: object, places: Iterable[FieldNames]) -> str:
    """The ghost's place, which has to be its summit or an occupied field; no field may hold two pawns."""
    taken = Counter(p for own in places for p in own if p not in (BASE, CAMP))
    twice = next((field for field, count in taken.items() if count > 1), None)
    if twice is not None:
        raise InputError("lauf.two-pawns", field=twice)
    if not isinstance(told, str) or told not in (SUMMIT, *taken):
        raise InputError("lauf.no-ghost", place=quoted(told, 40))
    return told


def _hands(told: Mapping[str, Any], seats: FieldNames) -> tuple[Cards, ...]:
    if strange := set(told) - set(seats):
        raise InputError("lauf.not-playing", colour=str(min(map(str, strange)))[:40])
    hands = tuple(_cards(told.get(colour, ()), colour) for colour in seats)
    if any(len(set(hand)) < len(hand) for hand in hands):
        raise InputError("lauf.kind-twice")
    return hands


def _cards(told: object, name: str) -> Cards:
    if not isinstance(told, list | tuple) or any(
        not isinstance(kind, str) or kind not in KINDS for kind in told
    ):
        raise InputError("lauf.no-cards", what=quoted(told, 40), name=name, known=KINDS)
    return tuple(sorted(told))


def _few_enough(*places: Cards) -> None:
    counted = Counter(kind for kinds in places for kind in kinds)
    if any(count > COPIES for count in counted.values()):
        raise InputError("lauf.too-many-cards", count=COPIES)


def _rolls(told: object) -> tuple[m.Pair, ...]:
    if not isinstance(told, list | tuple):
        raise InputError("lauf.no-rolls")
    if len(told) > MOST_ROLLS:
        raise InputError("lauf.too-many-rolls", count=len(told), most=MOST_ROLLS)
    return tuple(_pair_of_json(each) for each in told)


def _pair_of_json(told: object) -> m.Pair:
    match told:
        case [one, other] if _is_die(one) and _is_die(other):
            return one, other
    raise InputError("lauf.no-rolls")


def _is_die(value: object) -> TypeGuard[int]:
    return type(value) is int and 1 <= value <= 6


def _turn(told: object, seats: FieldNames) -> int:
    if not isinstance(told, str) or told not in seats:
        raise InputError("lauf.not-playing", colour=quoted(told, 40))
    return seats.index(told)


def _number(told: object, name: str) -> int:
    if type(told) is not int or not 0 <= told <= len(ALL):
        raise InputError("argument.number-to", name=name, most=len(ALL))
    return told
