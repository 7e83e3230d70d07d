"""Moves as text, and the fields of a position (docs/notation.md), checked so that every pawn and card is in exactly one place."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from companion.announce import message
from companion.errors import InputError
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.kit import notation as kit
from companion.kit.notation import Field

# Moves -------------------------------------------------------------------------------


LIKE: Final = (
    "roll both",
    "start",
    "run L13 8",
    "climb L35",
    "hit L3 L6",
    "card",
    "sacrifice JOK",
    "pass",
    "start with JOK",
)
"""Moves as they are written."""


def move_from_text(text: str) -> m.Move:
    """The move that a text of the notation means (docs/notation.md). Raises ValueError."""
    words, equals, came = text.partition(" = ")
    said, joined, card = words.partition(" with ")
    if joined and card not in b.KINDS:
        raise ValueError(card)
    played = card or None
    match said.split():
        case ["roll", "both"] if not joined:
            return m.ThrowPair(None, _pair(came) if equals else None)
        case ["roll", value] if value in tuple("123456") and not joined:
            return m.ThrowPair(int(value), _pair(came) if equals else None)
        case ["card"] if not joined:
            return m.TurnUpCard(_kinds(came) if equals else None)
        case [*told] if not equals:
            return _plain(told, played)
    raise ValueError(text)


def _plain(told: list[str], card: str | None) -> m.Move:
    match told, card:
        case ["ghost", to], None:
            return m.MoveGhost(to)
        case ["sacrifice", kind], None:
            return m.SacrificeCard(kind)
        case ["pass"], None:
            return m.LeaveIt()
        case ["start"], _:
            return m.StartPawn(card)
        case ["run", field, total], None if total in _TOTALS:
            return m.RunPawn(field, int(total))
        case ["run", field, total, "back"], str() if total in _TOTALS:
            return m.RunPawn(field, int(total), card)
        case ["climb", field], _:
            return m.ClimbPawn(field, card)
        case ["hit", field, target], _:
            return m.HitPawn(field, target, card)
    raise ValueError(told)


_TOTALS: Final = tuple(map(str, range(2, 13)))


def _pair(text: str) -> m.Pair:
    match text.split():
        case [one, other] if {one, other} <= set("123456"):
            return int(one), int(other)
    raise ValueError(text)


def _kinds(text: str) -> b.Cards:
    found = tuple(text.split())
    if not found or not set(found) <= set(b.KINDS):
        raise ValueError(text)
    return found


# Positions ---------------------------------------------------------------------------


MOST_ROLLS: Final = m.ROLLS + m.ROLLS_A_CARD * len(b.ALL)
"""With every card of the game discarded in one turn."""
_CARDS: Final = kit.many(kit.one_of(b.KINDS))
_DIE: Final = kit.number(1, 6)


def notation(board: b.Board) -> kit.Notation[m.State]:
    """How positions on a board are written; only ``pawns`` is needed."""
    colours = tuple(colour for colour in b.COLOURS if colour in board.colours)
    places = (b.BASE, b.CAMP, *board.points)
    place = kit.one_of(places, message("lauf.a-place"))
    ghosts = message("lauf.a-ghost-place")
    return kit.Notation(
        {
            "turn": Field(kit.one_of(colours), lambda state: state.colour),
            "pawns": Field(
                kit.by_name(kit.many(place, m.PAWNS, m.PAWNS), colours),
                lambda state: dict(zip(state.colours, state.pawns, strict=True)),
                needed=True,
            ),
            "ghost": Field(kit.one_of((b.SUMMIT, *board.points), ghosts)),
            "cards": Field(
                kit.by_name(_CARDS, colours),
                lambda state: dict(zip(state.colours, state.hands, strict=True)),
            ),
            "supply": Field(kit.number(0, len(b.ALL))),
            "discard": Field(_CARDS, usual=()),
            "rolls": Field(kit.many(kit.row(_DIE, _DIE), 0, MOST_ROLLS), usual=()),
            "sacrificed": Field(kit.number(0, len(b.ALL)), usual=0),
            "rules": Field(kit.ANYTHING, lambda state: state.rulings.other_than(), {}),
        },
        lambda given: _state(given, colours, board),
    )


def _state(given: dict[str, Any], colours: b.FieldNames, board: b.Board) -> m.State:
    """The state of some fields. Raises InputError, EditionError."""
    pawns, cards = given["pawns"], given.get("cards", {})
    seats = tuple(colour for colour in colours if colour in pawns)
    if len(seats) < 2:
        raise InputError("lauf.no-colours", known=colours)
    places = tuple(tuple(sorted(pawns[colour])) for colour in seats)
    turn = given.get("turn", seats[0])
    if strange := sorted({turn, *cards} - set(seats)):
        raise InputError("lauf.not-playing", colour=strange[0])
    hands = tuple(tuple(sorted(cards.get(colour, ()))) for colour in seats)
    discard = tuple(sorted(given.get("discard", ())))
    _few_enough(hands, discard)
    rolls = given.get("rolls", ())
    # Piles are counted by eye: at most what is nowhere else.
    room = len(b.ALL) - len(discard) - sum(map(len, hands))
    return m.State(
        seats,
        places,
        hands,
        seats.index(turn),
        _ghost(given.get("ghost", b.SUMMIT), places),
        min(room, given.get("supply", room)),
        discard,
        rolls,
        given.get("sacrificed", bought_by(len(rolls))),
        m.Rulings.from_json(given.get("rules", {})),
        board,
    )


def bought_by(rolls: int) -> int:
    """The fewest cards that must have been discarded for so many rolls."""
    return max(0, -(-(rolls - m.ROLLS) // m.ROLLS_A_CARD))


def _ghost(ghost: str, places: Iterable[b.FieldNames]) -> str:
    """The ghost's place, which has to be its summit or an occupied field; no field may hold two pawns."""
    taken = Counter(p for own in places for p in own if p not in (b.BASE, b.CAMP))
    twice = next((field for field, count in taken.items() if count > 1), None)
    if twice is not None:
        raise InputError("lauf.two-pawns", field=twice)
    if ghost not in (b.SUMMIT, *taken):
        raise InputError("lauf.no-ghost", place=ghost)
    return ghost


def _few_enough(hands: tuple[b.Cards, ...], discard: b.Cards) -> None:
    if any(len(set(hand)) < len(hand) for hand in hands):
        raise InputError("lauf.kind-twice")
    counted = Counter(kind for kinds in (*hands, discard) for kind in kinds)
    if any(count > b.COPIES for count in counted.values()):
        raise InputError("lauf.too-many-cards", count=b.COPIES)
