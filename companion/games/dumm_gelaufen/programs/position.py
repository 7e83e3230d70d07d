"""One moment of a game for programs: what a seat sees of it, the legal moves, and their outcomes."""

from dataclasses import replace
from random import Random

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.programs.notation import LIKE, read_move
from companion.games.dumm_gelaufen.rules.claims import in_window, may_be_claimed
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.rules.moves import play
from companion.kit import positions as kit
from companion.rules import Json

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
    return as_believed(view)


def _tasks_seen(murphys: m.Murphys, seat: int) -> m.Murphys:
    """His own murphy card and the open ones; what lies in stacks is face down."""
    held = tuple(
        card if player == seat or player in murphys.opened else None
        for player, card in enumerate(murphys.held)
    )
    returned = (None,) * len(murphys.returned)
    return replace(murphys, held=held, stack=None, returned=returned)


def as_believed(state: m.State) -> m.State:
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


# Positions ---------------------------------------------------------------------------


class Position(kit.Position[m.State, m.Move]):
    """One moment of a game, with what of it is known."""

    __slots__ = ()
    MOVES = m.Move
    LIKE = LIKE

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

    def decided(self, move: m.Move, chance: Random) -> m.State:
        """The state after a move. Raises IllegalMove."""
        after, _ = play(self.state, move, chance)
        return after

    def move_of_text(self, text: str) -> m.Move:
        """The move in a text; the seat defaults to the deciding one, a copy to the one that lies there. Raises ValueError, KeyError."""
        return read_move(text, self.player, self._meant)

    def move_of_json(self, told: Json) -> m.Move:
        """The move that its fields tell. Raises ValueError, KeyError."""
        return m.move_from_json(told)

    def choices(self) -> dict[str, list[str]]:
        """What may be done, claims apart."""
        return {**super().choices(), "claims": [str(claim) for claim in self.claims()]}

    def view(self, seat: int) -> m.State:
        """The state as a seat sees it: its own cards and what lies open, nobody else's cards, no pile's order.

        Its moves are those of a real table: besides what is legal here there
        are some that only unseen cards allow.
        """
        return seen_by(self.state, seat)

    @property
    def players(self) -> int:
        """How many play, those who have left included."""
        return self.state.players

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

    def _meant(self, face: str, place: str) -> Card:
        """The copy of a face that lies in the place, in the hand of who decides, or else anywhere."""
        state, player = self.state, self.player
        known = () if player is None else state.hands[player].known
        lying = {"mac": state.mac, "open-left": state.left, "open-right": state.right}
        there = (*lying.get(place, known), *known)
        found = next((c for c in there if c is not None and c.face == face), None)
        return found or Card.parse(f"{face}-1")
