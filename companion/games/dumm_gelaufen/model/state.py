"""The state of a game at one moment: every place, every hand, who has to decide what, and the events so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile
from typing import ClassVar, Final, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.model.events import Event
from companion.games.dumm_gelaufen.model.lying import Cards, Lying, Pile, lying
from companion.table import Table

# What has to be decided, and by whom -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """Nothing is dealt yet, or murphy cards are: nobody decides anything."""

    player: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Turn:
    """It is this player's turn: he exchanges or plays a kept action (rules, A3).

    ``short``: at a real table, the players who lost cards to the action card
    before; whoever has no number card left may still draw (rules, A6).
    """

    player: int
    short: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ToLay:
    """This player has taken and now lays ``count`` cards in the same area (rules, A4)."""

    player: int
    area: d.Area
    count: int


@dataclass(frozen=True, slots=True)
class Obey:
    """An action card is being obeyed (rules, C).

    ``by`` is who obeys it. ``asked`` are the players who still have to
    decide something for it, the next one first. ``count`` is how many cards
    are still to be laid or taken. ``detail`` is the colour that K08 and K09
    have settled on, or the face that K10 has demanded. ``touched`` are the
    players who have lost cards to it: they may replenish afterwards.
    ``resume`` is the turn that goes on after it: at a real table somebody may
    draw an at-once card while he replenishes in another's turn (rules, D).
    """

    by: int
    card: d.Card
    asked: tuple[int, ...] = ()
    count: int = 0
    detail: str = ""
    touched: tuple[int, ...] = ()
    resume: Turn | None = None

    @property
    def player(self) -> int:
        """Who has to decide next; who obeys the card once nobody has to."""
        return self.asked[0] if self.asked else self.by


@dataclass(frozen=True, slots=True)
class ToShow:
    """This player drew at-once cards and says which one is obeyed first (rules, A6).

    At a real table nobody else saw what he drew: then it is an offer that
    lapses with the next player's move. ``short`` as in :class:`Turn`.
    """

    player: int
    short: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Short:
    """In a simulation: players who ran short of number cards may draw, one after the other (rules, A6).

    ``exchange`` tells whether it was an exchange that left them short, not an
    action card.
    """

    waiting: tuple[int, ...]
    exchange: bool = False

    @property
    def player(self) -> int:
        """Who may draw or decline now."""
        return self.waiting[0]


@dataclass(frozen=True, slots=True)
class MayClaim:
    """This player's exchange (or action) is complete: he may claim a solve or pass (rules, A8).

    An offer: it lapses with the next player's move.
    """

    player: int


@dataclass(frozen=True, slots=True)
class InDoubt:
    """A claim that the texts do not settle: the table rules on it (rules, A8 and B).

    ``then`` is what is open again if the table says no to a claim out of turn.
    """

    claimant: int
    task: d.Card
    cards: tuple[d.Card, ...]
    reasons: tuple[d.Reason, ...] = ()
    then: Turn | MayClaim | None = None
    player: ClassVar[None] = None
    """The table decides, not one player."""


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing is open in this turn; it passes to the next player without anybody's decision."""

    short: tuple[int, ...] = ()

    player: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Over:
    """Somebody has won three murphy cards (rules, A9), or all have left (``winner`` is None)."""

    winner: int | None

    player: ClassVar[None] = None


Pending: TypeAlias = Deal | Turn | ToLay | Obey | ToShow | Short | MayClaim | InDoubt | Done | Over
"""Who has to decide what. Every one has ``player``: a seat, or None for the table or nobody."""

NOTHING_DEALT: Final = Deal()
ALL_DONE: Final = Done()

BETWEEN: Final = (Turn, MayClaim)
"""What may be pending between two exchanges, when claims are judged."""


# History -----------------------------------------------------------------------------


class History:
    """One event and all before it. Two states may share the beginning of their histories."""

    __slots__ = ("before", "event", "length")

    def __init__(self, event: Event, before: History | None) -> None:
        self.event = event
        self.before = before
        self.length: int = 1 if before is None else before.length + 1


# The state: one type for simulations, where everything is known, and for real tables, where ``draw`` is None, hands hold cards nobody has seen, and piles may hold None


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's cards: the ones that are known, and how many are not.

    ``numbers`` and ``kept`` (keep actions) are in the order in which they
    came. Besides them there are at least ``fewest`` and at most ``most``
    cards that nobody has seen; the two differ only where a table was not
    sure and nobody has counted.
    """

    numbers: Cards = ()
    kept: Cards = ()
    fewest: int = 0
    most: int = 0

    @property
    def known(self) -> Cards:
        """The cards that are known to be in this hand."""
        return self.numbers + self.kept

    @property
    def size(self) -> tuple[int, int]:
        """The fewest and the most cards there can be in all."""
        known = len(self.numbers) + len(self.kept)
        return known + self.fewest, known + self.most

    @property
    def all_known(self) -> bool:
        """Whether no card of this hand is unseen."""
        return self.most == 0


@dataclass(frozen=True, slots=True)
class Murphys:
    """The 21 murphy cards (rules, A8 and A9).

    ``held``, ``won`` go by seat; ``held`` is None for a card that only its
    owner knows, or where there is none. ``opened`` are the seats whose card lies
    face up (A03). ``stack`` is its top first, None where nobody knows it.
    ``returned`` are the cards given back, or boxed in the newer edition; None
    where nobody read them.
    """

    held: Pile = ()
    won: tuple[Cards, ...] = ()
    opened: frozenset[int] = frozenset()
    stack: Cards | None = None
    returned: Pile = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """At a real table: ``drawer`` drew ``count`` cards a moment ago that nobody has seen.

    Some may be at-once cards. They are counted in the hand of ``holder``:
    somebody else's once A05 or K02 has swapped the hands.
    """

    drawer: int
    holder: int
    count: int


WINS: Final = 3
"""How many solved murphy cards win the game (rules, A9)."""


@dataclass(frozen=True)
class State:
    """One moment of a game. Seats are numbers from 0, clockwise; seat 0 begins.

    The one value here without slots, for :func:`changed`.

    Mac's row is left to right, piles are their top first. Every one of the
    edition's cards is in exactly one place: a hand, the row, a pile,
    ``at_once``, or among the murphy cards.
    """

    edition: d.Edition
    rulings: d.Rulings
    round: int = 0
    """1 in the first round; 0 before it."""
    turn: int = 0
    """Whose turn it is, also while somebody else has to decide something."""
    hands: tuple[Hand, ...] = ()
    mac: Cards = ()
    left: Pile = ()
    right: Pile = ()
    draw: Cards | None = ()
    """The draw pile, its top first; None at a real table."""
    actions: Pile = ()
    """The action discard; None for a card put there face down."""
    murphys: Murphys = field(default_factory=Murphys)
    at_once: tuple[tuple[int, d.Card], ...] = ()
    """At-once cards that were drawn and not yet obeyed, with who drew them."""
    unread: tuple[Unread, ...] = ()
    left_game: frozenset[int] = frozenset()
    """Seats whose players have left; their hands lie aside until the next reshuffle."""
    pending: Pending = NOTHING_DEALT
    """Who has to decide what."""
    history: History | None = field(default=None, compare=False, repr=False)
    """At a real table all events so far; how a state came about does not tell it from another."""

    @property
    def players(self) -> int:
        """How many seats there are, left ones included."""
        return len(self.hands)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of those who play, clockwise from seat 0."""
        return tuple(p for p in range(len(self.hands)) if p not in self.left_game)

    @property
    def lying(self) -> Lying:
        """What lies open at each place."""
        return lying(self.mac, self.left, self.right, self.actions)

    @property
    def over(self) -> bool:
        """Whether the game is won, or all have left."""
        return isinstance(self.pending, Over)

    @property
    def winner(self) -> int | None:
        """The seat that has won the game."""
        return self.pending.winner if isinstance(self.pending, Over) else None

    @property
    def simulated(self) -> bool:
        """Whether everything is known, as in a simulation."""
        return self.draw is not None

    def after(self, player: int) -> int:
        """The next seat clockwise whose player has not left."""
        following = (player + 1) % len(self.hands)
        while following in self.left_game and following != player:
            following = (following + 1) % len(self.hands)
        return following

    def others(self, player: int) -> tuple[int, ...]:
        """Everybody else who plays, clockwise from the left neighbour."""
        seats = self.seats
        return tuple(p for p in seats if p > player) + tuple(p for p in seats if p < player)


def draw_size(state: State) -> tuple[int, int]:
    """The fewest and the most cards that can lie in the draw pile (rules, E5)."""
    if state.draw is not None:
        return len(state.draw), len(state.draw)
    sizes = [hand.size for hand in state.hands]
    elsewhere = sum(map(len, state.lying.values())) + len(state.at_once)
    rest = len(state.edition.main_deck) - elsewhere
    fewest = rest - sum(most for _, most in sizes)
    return max(0, fewest), max(0, rest - sum(few for few, _ in sizes))


def visible(state: State) -> Table:
    """What a camera could read at most: Mac's row left to right, the piles their top first.

    A pile is told down to the first card that nobody has read.
    """
    return Table({zone: _readable(cards) for zone, cards in state.lying.items()})


def _readable(pile: Pile) -> tuple[str, ...]:
    return tuple(card.code for card in takewhile(bool, pile) if card)
