"""Dumm gelaufen! for programs: positions, verdicts, and the function behind `murphy legal`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from companion import announce
from companion.errors import InputError, NotationError, quoted
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck import solves
from companion.games.dumm_gelaufen.programs.notation import LIKE, NOTATION, move_from_text
from companion.games.dumm_gelaufen.rules.claims import in_window, may_be_claimed
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.rules.moves import play
from companion.kit import positions as kit
from companion.words import words

# What a seat sees --------------------------------------------------------------------


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

    def legal(self) -> tuple[m.Move, ...]:
        """The legal moves for the pending decision, without claims.

        Where cards are unseen these are patterns: a card of None is any that
        could be there.
        """
        return tuple(move for move in legal(self.state) if not isinstance(move, m.Claim))

    def claims(self) -> tuple[m.Claim, ...]:
        """The possible claims, right or wrong: each player's known murphy card with his known number cards."""
        return tuple(move for move in legal(self.state) if isinstance(move, m.Claim))

    def decided(self, move: m.Move, chance: Random) -> m.State:
        """The state after a move. Raises IllegalMove."""
        after, _ = play(self.state, move, chance)
        return after

    def move_of_text(self, text: str) -> m.Move:
        """The move in a text; the seat defaults to the deciding one, a copy to the one that lies there. Raises ValueError, KeyError."""
        return move_from_text(text, self.player, self._meant)

    def choices(self) -> dict[str, list[str]]:
        """What may be done, claims apart."""
        return {**super().choices(), "claims": [str(claim) for claim in self.claims()]}

    def view(self, seat: int) -> m.State:
        """The state as a seat sees it: its own cards and what lies open, nobody else's cards, no pile's order.

        Its moves are those of a real table: besides what is legal here there
        are some that only unseen cards allow.
        """
        state = self.state
        hands = tuple(
            hand if player == seat else m.Hand((), (), *hand.size)
            for player, hand in enumerate(state.hands)
        )
        tasks = _tasks_seen(state.murphys, seat)
        return as_believed(m.changed(state, hands=hands, draw=None, murphys=tasks))

    @property
    def player(self) -> int | None:
        """The seat whose decision it is; None if it is the table's, or nobody's."""
        return self.state.pending.player

    @property
    def may_claim(self) -> bool:
        """Whether the deciding seat may claim now, according to the table's ruling."""
        player = self.player
        return player is not None and may_be_claimed(self.state) and in_window(self.state, player)

    @property
    def turn(self) -> int:
        """Whose turn it is, also while another seat has to decide something."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the game is won, or all have left."""
        return self.state.over

    @property
    def winner(self) -> int | None:
        """The seat that has won the game."""
        return self.state.winner

    @property
    def hands(self) -> tuple[m.Hand, ...]:
        """Every seat's cards, as far as they are known."""
        return self.state.hands

    @property
    def mac(self) -> tuple[d.Card, ...]:
        """Mac's row, left to right."""
        return self.state.mac

    def _meant(self, face: str, place: str) -> d.Card:
        """The copy of a face that lies in the place, in the hand of who decides, or else anywhere."""
        state, player = self.state, self.player
        known = () if player is None else state.hands[player].known
        there = (*state.lying.get(place, known), *known)
        found = next((c for c in there if c is not None and c.face == face), None)
        return found or d.Card.parse(f"{face}-1")


# Verdicts ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WordedReason:
    """One reason of a verdict: its code, the cards as they were written, the English sentence."""

    code: str
    cards: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether a hand solves a murphy card; ``str()`` says it in English, true is a plain yes."""

    solve: solves.Solve
    found: d.Verdict

    @property
    def verdict(self) -> str:
        """``yes``, ``no`` or ``depends``."""
        return self.found.answer.value

    @property
    def reasons(self) -> tuple[WordedReason, ...]:
        """Every reason at once."""
        return tuple(
            WordedReason(each["code"], tuple(each["cards"]), each["text"])
            for each in self.to_json()["reasons"]
        )

    def to_json(self) -> dict[str, Any]:
        """The output of ``murphy verify --json``."""
        answer = solves.verdict_to_json(self.found, self.solve.spelled)
        return dict(words("en").worded(answer))

    def __bool__(self) -> bool:
        return self.verdict == "yes"

    def __str__(self) -> str:
        said = words("en")
        answer = announce.Message(f"verdict.{self.verdict}")
        name = d.face_name(self.found.task)
        head = said.say("verify.head", task=self.found.task, name=name, answer=answer)
        return " ".join((f"{head}.", *map(str, self.reasons)))


# The game ----------------------------------------------------------------------------


CardsGiven: TypeAlias = str | Sequence[str] | int
"""Codes or faces, as one text or one by one (``?`` for an unseen card); a number: so many unseen cards."""


class DummGelaufen(kit.Engine[Position]):
    """The game as ``companion.game("dumm-gelaufen")`` returns it; stateless."""

    name = "dumm-gelaufen"
    notation = NOTATION
    moves = m.MOVES
    like = LIKE

    def verify(
        self,
        task: str,
        hand: str | Iterable[str],
        *,
        mac: str | Iterable[str] | None = None,
        edition: str = d.EDITIONS[0],
    ) -> Judged:
        """Whether a hand fulfils a murphy card; ``mac`` is Mac's row, None if it is unknown.

        Raises CardError for an invalid card, one that is not in the edition, or too many of a face, InputError for an argument that is neither text nor list, and EditionError.
        """
        row = None if mac is None else _codes(mac)
        asked = {"task": task, "hand": _codes(hand), "mac": row, "edition": edition}
        claimed = solves.solve_from_json(asked, d.EDITIONS[0])
        return Judged(claimed, claimed.judge())

    def deal(self, players: int = 3, seed: int = 1, *, edition: str = d.EDITIONS[0]) -> Position:
        """A game dealt at random with everything known, seat 0 to move; the same seed gives the same deal. Raises EditionError, InputError."""
        chance = Random(kit.whole_number(seed, "seed"))
        count = kit.whole_number(players, "players")
        state, _ = deal(d.load_edition(edition), count, chance)
        return self.at(state, chance.getrandbits(32))

    def at(self, state: m.State, seed: int = 0) -> Position:
        """The position of a state; at a real table its history begins here."""
        known = state.simulated or state.history is not None
        return Position(self, state if known else as_believed(state), seed)

    def table(
        self,
        hands: Mapping[str, CardsGiven] | Sequence[CardsGiven],
        *,
        turn: str | int = 0,
        mac: CardsGiven = (),
        left: CardsGiven = (),
        right: CardsGiven = (),
        tasks: Mapping[str, str] | Sequence[str] = (),
        edition: str = d.EDITIONS[0],
        **fields: Any,
    ) -> Position:
        """A position set up by hand: who holds what, what lies where, whose turn it is.

        ``hands`` by seat, or by name in seat order; ``turn`` and ``tasks`` by
        the same names. ``fields`` are any others of docs/notation.md. Raises
        as ``position`` does, and NotationError for a name without a hand.
        """
        names = list(hands) if isinstance(hands, Mapping) else []
        held = list(hands.values()) if isinstance(hands, Mapping) else kit.listed(hands, "hands")
        for name in (turn, *(tasks if isinstance(tasks, Mapping) else ())):
            if isinstance(name, str) and name not in names:
                seats = ", ".join(names or map(str, range(len(held))))
                raise NotationError("notation.no-name", what=quoted(name, 40), names=seats)
        told: dict[str, Any] = {
            "edition": edition,
            "turn": names.index(turn) if isinstance(turn, str) else turn,
            "hands": [_row(cards) for cards in held],
            "mac": _row(mac),
            "open-left": _row(left),
            "open-right": _row(right),
        }
        if isinstance(tasks, Mapping):
            named = [tasks.get(name) for name in names] if tasks else []
        else:
            named = kit.listed(tasks, "tasks")
        if named:
            told["tasks"] = named
        rows = {name: _row(fields[name]) for name in _ROWS if name in fields}
        return self.position(told | fields | rows)


_ROWS = ("draw", "actions", "stack", "returned")


def _codes(cards: str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(cards, str):
        return tuple(cards.replace(",", " ").split())
    try:
        return tuple(cards)
    except TypeError:
        raise InputError("notation.no-cards", what=quoted(cards, 40)) from None


def _row(cards: CardsGiven) -> list[str]:
    if isinstance(cards, int):
        return [f"?{quoted(cards)}"] if cards else []
    return list(_codes(cards))
