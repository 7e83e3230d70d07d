"""Standings as programs write them, checked so that every pawn and card is in exactly one place."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeGuard

from companion.errors import InputError, quoted
from companion.gamekit.arguments import object_of
from companion.games.lauf_rauf.board.cards import ALL, COPIES, KINDS, LaufCards
from companion.games.lauf_rauf.board.plan import (
    BASE,
    CAMP,
    COLOURS,
    SUMMIT,
    FieldNames,
    PawnBoard,
    our_board,
)
from companion.games.lauf_rauf.board.rulings import lauf_rules
from companion.games.lauf_rauf.model.moves import Pair
from companion.games.lauf_rauf.model.standing import (
    PAWNS,
    ROLLS,
    ROLLS_A_CARD,
    Standing,
)
from companion.rules import Json, given

FIELDS: Final = ("turn", "pawns", "ghost", "cards", "supply", "discard", "rolls", "sacrificed", "rules")  # fmt: skip
MOST_ROLLS: Final = ROLLS + ROLLS_A_CARD * len(ALL)
"""With every card of the game discarded in one turn."""


def standing_from_json(told: Json, board: PawnBoard | None = None) -> Standing:
    """The standing that ``standing_json`` wrote; only ``pawns`` is required. Raises InputError, EditionError."""
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
    return Standing(
        seats,
        places,
        hands,
        _turn(told.get("turn", seats[0]), seats),
        _ghost(told.get("ghost", SUMMIT), places),
        min(room, _number(told.get("supply", room), "supply")),
        discard,
        rolls,
        _number(told.get("sacrificed", bought_by(len(rolls))), "sacrificed"),
        lauf_rules(given(told, "rules", {})),
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
    return max(0, -(-(rolls - ROLLS) // ROLLS_A_CARD))


def _seats(pawns: Mapping[str, Any], board: PawnBoard) -> FieldNames:
    known = tuple(colour for colour in COLOURS if colour in board.colours)
    if not 2 <= len(pawns) <= len(known) or not set(pawns) <= set(known):
        raise InputError("lauf.no-colours", known=known)
    return tuple(colour for colour in known if colour in pawns)


def _pawns(told: object, colour: str, board: PawnBoard) -> FieldNames:
    if not isinstance(told, list | tuple) or len(told) != PAWNS:
        raise InputError("lauf.three-pawns", count=PAWNS, colour=colour)
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


def _hands(told: Mapping[str, Any], seats: FieldNames) -> tuple[LaufCards, ...]:
    if strange := set(told) - set(seats):
        raise InputError("lauf.not-playing", colour=str(min(map(str, strange)))[:40])
    hands = tuple(_cards(told.get(colour, ()), colour) for colour in seats)
    if any(len(set(hand)) < len(hand) for hand in hands):
        raise InputError("lauf.kind-twice")
    return hands


def _cards(told: object, name: str) -> LaufCards:
    if not isinstance(told, list | tuple) or any(
        not isinstance(kind, str) or kind not in KINDS for kind in told
    ):
        raise InputError("lauf.no-cards", what=quoted(told, 40), name=name, known=KINDS)
    return tuple(sorted(told))


def _few_enough(*places: LaufCards) -> None:
    counted = Counter(kind for kinds in places for kind in kinds)
    if any(count > COPIES for count in counted.values()):
        raise InputError("lauf.too-many-cards", count=COPIES)


def _rolls(told: object) -> tuple[Pair, ...]:
    if not isinstance(told, list | tuple):
        raise InputError("lauf.no-rolls")
    if len(told) > MOST_ROLLS:
        raise InputError("lauf.too-many-rolls", count=len(told), most=MOST_ROLLS)
    return tuple(_pair(each) for each in told)


def _pair(told: object) -> Pair:
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
        raise InputError("lauf.no-number", name=name, most=len(ALL))
    return told
