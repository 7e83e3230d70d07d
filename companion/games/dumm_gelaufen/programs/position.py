"""One moment of a game for programs: legal moves, their outcomes, and what a seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.errors import CompanionError, InputError, quoted
from companion.gamekit.arguments import seat_number
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model import moves
from companion.games.dumm_gelaufen.model.moves import Claim, Move
from companion.games.dumm_gelaufen.model.state import Hand, Over, State
from companion.games.dumm_gelaufen.programs.notation import read_move
from companion.games.dumm_gelaufen.programs.position_json import to_json
from companion.games.dumm_gelaufen.programs.position_text import position_text
from companion.games.dumm_gelaufen.programs.seen import seen_by
from companion.games.dumm_gelaufen.rules.claims import in_window, may_be_claimed
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.rules.rulebook import play


@dataclass(frozen=True, slots=True)
class MurphyPosition:
    """One moment of a game; immutable. ``str()`` is its text, which ``game.position`` parses.

    Chance (shuffles, blind takes) comes from ``seed``: the same position with
    the same seed and moves develops the same way. Positions are equal
    regardless of their seeds.
    """

    state: State
    seed: int = field(default=0, compare=False)

    def legal(self) -> tuple[Move, ...]:
        """The legal moves for the pending decision, without claims.

        Where cards are unseen these are patterns: a card of None is any that
        could be there.
        """
        return tuple(m for m in legal(self.state) if not isinstance(m, Claim))

    def claims(self) -> tuple[Claim, ...]:
        """The possible claims, right or wrong: each player's known murphy card with his known number cards."""
        return tuple(m for m in legal(self.state) if isinstance(m, Claim))

    def play(self, move: Move | str | Mapping[str, Any]) -> MurphyPosition:
        """The position after a move: a value, its text (``take draw``), or its JSON.

        Raises IllegalMove, whose ``str()`` says every reason; InputError and
        CardError where it is no move.
        """
        rng = Random(self.seed)
        after, _ = play(self.state, self.move(move), rng)
        return MurphyPosition(after, rng.getrandbits(32))

    def move(self, told: Move | str | Mapping[str, Any]) -> Move:
        """The move given as text or JSON; the seat defaults to the deciding one, a copy to the one that lies there. Raises InputError, CardError."""
        match told:
            case str():
                return read_move(told, self.player, self._meant)
            case Mapping():
                return _from_json(told)
            case _ if isinstance(told, Move):
                return told
            case _:
                raise InputError("notation.no-move", text=quoted(told))

    def seen_by(self, seat: int) -> MurphyPosition:
        """What a seat sees: its own cards and what lies open, nobody else's cards, no pile's order.

        Its moves are those of a real table: besides what is legal here there
        are some that only unseen cards allow. Raises InputError for no seat.
        """
        own = seat_number(seat, len(self.state.hands))
        return MurphyPosition(seen_by(self.state, own), self.seed)

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
        return isinstance(self.state.pending, Over)

    @property
    def winner(self) -> int | None:
        """The seat that has won the game."""
        pending = self.state.pending
        return pending.winner if isinstance(pending, Over) else None

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Every seat's cards, as far as they are known."""
        return self.state.hands

    @property
    def mac(self) -> tuple[Card, ...]:
        """Mac's row, left to right."""
        return self.state.mac

    def to_json(self) -> dict[str, Any]:
        """The position as JSON values, which ``game.position`` reads back."""
        return to_json(self.state)

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


def _from_json(told: Mapping[str, Any]) -> Move:
    try:
        return moves.from_json(told)
    except (ValueError, KeyError) as error:
        if isinstance(error, CompanionError):
            raise
        raise InputError("notation.no-move", text=quoted(told)) from None
