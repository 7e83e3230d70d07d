"""One moment of a game for programs: what a seat sees of it, JSON, the legal moves, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from companion.errors import CompanionError, InputError, quoted
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.programs.notation import (
    NOTHING,
    UNSEEN,
    fields_of,
    position_text,
    read_card,
    read_move,
)
from companion.games.dumm_gelaufen.programs.reading import parts_of, state_of
from companion.games.dumm_gelaufen.rules.claims import in_window, may_be_claimed
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.rules.moves import play
from companion.kit.positions import seat_number

# What a seat sees --------------------------------------------------------------------


def seen_by(state: m.State, seat: int) -> m.State:
    """The state from the view of a seat. Raises IndexError for an invalid seat."""
    if seat not in range(len(state.hands)):
        raise IndexError(seat)
    hands = tuple(
        hand if player == seat else m.Hand((), (), *hand.size)
        for player, hand in enumerate(state.hands)
    )
    view = m.changed(
        state, hands=hands, draw=None, murphys=_tasks_seen(state.murphys, seat)
    )
    return as_remembered(view)


def _tasks_seen(murphys: m.Murphys, seat: int) -> m.Murphys:
    """His own murphy card and the open ones; what lies in stacks is face down."""
    held = tuple(
        card if player == seat or player in murphys.opened else None
        for player, card in enumerate(murphys.held)
    )
    returned = (None,) * len(murphys.returned)
    return replace(murphys, held=held, stack=None, returned=returned)


def as_remembered(state: m.State) -> m.State:
    """The state of a real table with a history that begins here: only what everybody can see is known."""
    hands = tuple(hand.size for hand in state.hands)
    began = m.GameStarted(state.edition.name, len(hands), state.rulings)
    joined = m.GameJoined(
        state.turn,
        state.round,
        hands,
        state.mac,
        state.left,
        state.right,
        state.actions,
        state.murphys.won,
    )
    return m.changed(state, history=m.History(joined, m.History(began, None)))


# As JSON -----------------------------------------------------------------------------


_ROWS: Final = ("mac", "open-left", "open-right", "draw", "actions", "tasks", "stack", "returned")  # fmt: skip
_ROWS_BY_SEAT: Final = ("hands", "won")
_COUNTS: Final = ("round", "turn")


def position_to_json(state: m.State) -> dict[str, Any]:
    """The fields of the text: numbers as numbers, cards as lists of codes with null for an unseen one, the rest as text."""
    return {name: _as_json(name, text) for name, text in fields_of(state)}


def position_from_json(data: Mapping[str, Any]) -> m.State:
    """The state of ``to_json``'s fields, some of them or all, lists or text. Raises as ``read_position`` does."""
    return state_of({str(name): _as_text(value) for name, value in data.items()})


def _as_json(name: str, text: str) -> Any:
    if name in _COUNTS:
        return int(text)
    if name in _ROWS:
        return list(_codes(text))
    if name in _ROWS_BY_SEAT:
        return [list(_codes(part)) for part in text.split("/")]
    return text


def _codes(text: str) -> Iterator[str | None]:
    """Full codes; an uncertain number of unseen cards stays as it is: ``?2-3``."""
    for part in parts_of(text):
        if not part.startswith(UNSEEN):
            yield read_card(part).code
        elif "-" in part:
            yield part
        else:
            yield from (None,) * int(part[1:] or 1)


def _as_text(value: object) -> str:
    match value:
        case list() | tuple() if any(isinstance(part, list | tuple) for part in value):
            return "/".join(map(_row_text, value))
        case _:
            return _row_text(value)


def _row_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(_value_text, value)) or NOTHING
    return _value_text(value)


def _value_text(value: object) -> str:
    match value:
        case None:
            return UNSEEN
        case str():
            return value
        case int():
            return quoted(value)
        case _:
            raise InputError("notation.no-position", what=quoted(value, 40))


# Positions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game; immutable. ``str()`` is its text, which ``game.position`` parses.

    Chance (shuffles, blind takes) comes from ``seed``: the same position with
    the same seed and moves develops the same way. Positions are equal
    regardless of their seeds.
    """

    state: m.State
    seed: int = field(default=0, compare=False)

    def legal(self) -> tuple[m.Move, ...]:
        """The legal moves for the pending decision, without claims.

        Where cards are unseen these are patterns: a card of None is any that
        could be there.
        """
        return tuple(
            move for move in legal(self.state) if not isinstance(move, m.Claim)
        )

    def claims(self) -> tuple[m.Claim, ...]:
        """The possible claims, right or wrong: each player's known murphy card with his known number cards."""
        return tuple(move for move in legal(self.state) if isinstance(move, m.Claim))

    def play(self, move: m.Move | str | Mapping[str, Any]) -> Position:
        """The position after a move: a value, its text (``take draw``), or its JSON.

        Raises IllegalMove, whose ``str()`` says every reason; InputError and
        CardError where it is no move.
        """
        rng = Random(self.seed)
        after, _ = play(self.state, self.move(move), rng)
        return Position(after, rng.getrandbits(32))

    def move(self, told: m.Move | str | Mapping[str, Any]) -> m.Move:
        """The move given as text or JSON; the seat defaults to the deciding one, a copy to the one that lies there. Raises InputError, CardError."""
        match told:
            case str():
                return read_move(told, self.player, self._meant)
            case Mapping():
                return _from_json(told)
            case _ if isinstance(told, m.Move):
                return told
            case _:
                raise InputError("notation.no-move", text=quoted(told))

    def seen_by(self, seat: int) -> Position:
        """What a seat sees: its own cards and what lies open, nobody else's cards, no pile's order.

        Its moves are those of a real table: besides what is legal here there
        are some that only unseen cards allow. Raises InputError for no seat.
        """
        own = seat_number(seat, len(self.state.hands))
        return Position(seen_by(self.state, own), self.seed)

    @property
    def player(self) -> int | None:
        """The seat whose decision it is; None if it is the table's, or nobody's."""
        return self.state.pending.player

    @property
    def may_claim(self) -> bool:
        """Whether the deciding seat may claim now, according to the table's ruling."""
        player = self.player
        return (
            player is not None
            and may_be_claimed(self.state)
            and in_window(self.state, player)
        )

    @property
    def turn(self) -> int:
        """Whose turn it is, also while another seat has to decide something."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the game is won, or all have left."""
        return isinstance(self.state.pending, m.Over)

    @property
    def winner(self) -> int | None:
        """The seat that has won the game."""
        pending = self.state.pending
        return pending.winner if isinstance(pending, m.Over) else None

    @property
    def hands(self) -> tuple[m.Hand, ...]:
        """Every seat's cards, as far as they are known."""
        return self.state.hands

    @property
    def mac(self) -> tuple[Card, ...]:
        """Mac's row, left to right."""
        return self.state.mac

    def to_json(self) -> dict[str, Any]:
        """The position as JSON values, which ``game.position`` reads back."""
        return position_to_json(self.state)

    def __str__(self) -> str:
        return position_text(self.state)

    def __repr__(self) -> str:
        return str(self)

    def _meant(self, face: str, place: str) -> Card:
        """The copy of a face that lies in the place, in the hand of who decides, or else anywhere."""
        state, player = self.state, self.player
        known = () if player is None else state.hands[player].known
        lying = {"mac": state.mac, "open-left": state.left, "open-right": state.right}
        there = (*lying.get(place, known), *known)
        found = next((c for c in there if c is not None and c.face == face), None)
        return found or Card.parse(f"{face}-1")


def _from_json(told: Mapping[str, Any]) -> m.Move:
    try:
        return m.move_from_json(told)
    except (ValueError, KeyError) as error:
        if isinstance(error, CompanionError):
            raise
        raise InputError("notation.no-move", text=quoted(told)) from None
