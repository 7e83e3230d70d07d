"""What there is, what may be decided, what happened."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf.setup import Rulings as Rulings
from companion.kit.codec import Codec

# Moves: decisions in the imperative, which print as they are written; ``card`` is the card played with one


Pair: TypeAlias = tuple[int, int]
"""Two dice as they lie, 1 to 6 each."""


@dataclass(frozen=True, slots=True)
class ThrowPair:
    """Throw both dice, or the one that shows ``again``; ``shows`` is how they lie afterwards, None if left to chance."""

    again: int | None = None
    shows: Pair | None = None

    def __repr__(self) -> str:
        fallen = "" if self.shows is None else f" = {self.shows[0]} {self.shows[1]}"
        return f"roll {self.again or 'both'}{fallen}"


@dataclass(frozen=True, slots=True)
class MoveGhost:
    """Move the ghost onto the pawn on a field, or back to the summit."""

    to: str

    def __repr__(self) -> str:
        return f"ghost {self.to}"


@dataclass(frozen=True, slots=True)
class StartPawn:
    """From base to the lower climb field; with a card to the upper one."""

    card: str | None = None

    def __repr__(self) -> str:
        return f"start{_with(self.card)}"


@dataclass(frozen=True, slots=True)
class RunPawn:
    """Run ahead by the total; with a card backwards."""

    field: str
    total: int
    card: str | None = None

    def __repr__(self) -> str:
        back = " back" if self.card else ""
        return f"run {self.field} {self.total}{back}{_with(self.card)}"


@dataclass(frozen=True, slots=True)
class ClimbPawn:
    """Climb from an approach field by the total; with a card by the larger die."""

    field: str
    card: str | None = None

    def __repr__(self) -> str:
        return f"climb {self.field}{_with(self.card)}"


@dataclass(frozen=True, slots=True)
class HitPawn:
    """Send a pawn to its base that stands as far ahead as the smaller die says, and take its field; with a card, one behind."""

    field: str
    target: str
    card: str | None = None

    def __repr__(self) -> str:
        return f"hit {self.field} {self.target}{_with(self.card)}"


@dataclass(frozen=True, slots=True)
class TurnUpCard:
    """Take a card for a double; ``turned`` is what was turned up, None if left to chance."""

    turned: b.Cards | None = None

    def __repr__(self) -> str:
        return "card" if self.turned is None else f"card = {' '.join(self.turned)}"


@dataclass(frozen=True, slots=True)
class SacrificeCard:
    """Discard a card for two more rolls."""

    card: str

    def __repr__(self) -> str:
        return f"sacrifice {self.card}"


@dataclass(frozen=True, slots=True)
class LeaveIt:
    """End the turn without an action."""

    def __repr__(self) -> str:
        return "pass"


def _with(card: str | None) -> str:
    return f" with {card}" if card else ""


PawnMove: TypeAlias = StartPawn | RunPawn | ClimbPawn | HitPawn
Move: TypeAlias = ThrowPair | MoveGhost | PawnMove | TurnUpCard | SacrificeCard | LeaveIt
MOVES: Final[Codec[Move]] = Codec(
    "move",
    {
        "roll": ThrowPair,
        "ghost": MoveGhost,
        "start": StartPawn,
        "run": RunPawn,
        "climb": ClimbPawn,
        "hit": HitPawn,
        "card": TurnUpCard,
        "sacrifice": SacrificeCard,
        "pass": LeaveIt,
    },
)


# The state ---------------------------------------------------------------------------


PAWNS: Final = 3
ROLLS: Final = 3
ROLLS_A_CARD: Final = 2
"""The rolls that a discarded card buys."""


PawnStep: TypeAlias = tuple[str, str, str]
"""Colour, from, to."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The places of all pawns, by seat and sorted, and of the ghost."""

    pawns: tuple[b.FieldNames, ...]
    ghost: str

    def after(self, done: Iterable[PawnStep], colours: b.FieldNames) -> "Placement":
        """The placement after some steps, taken at once: a pushed pawn never shares the next one's field; the ghost stays on its pawn, unless that goes to base."""
        pawns, ghost = [list(own) for own in self.pawns], self.ghost
        for colour, origin, to in done:
            seat = colours.index(colour)
            pawns[seat].remove(origin)
            pawns[seat].append(to)
            if origin == self.ghost:
                ghost = b.SUMMIT if to == b.BASE else to
        return Placement(tuple(tuple(sorted(own)) for own in pawns), ghost)


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game; ``pawns`` and ``hands`` are ordered like ``colours``, which sit clockwise.

    Nobody knows the order of the supply, so only its size is kept: its next card may be
    any that is neither in a hand nor known to be in the discard.
    """

    colours: b.FieldNames
    pawns: tuple[b.FieldNames, ...]
    """The places of each colour's three pawns, sorted: ``base``, a field, ``camp``."""
    hands: tuple[b.Cards, ...]
    turn: int = 0
    ghost: str = b.SUMMIT
    """``summit``, or the field of the pawn that carries it."""
    supply: int = len(b.ALL)
    discard: b.Cards = ()
    """As far as it is known; cards missing from the total of twenty lie there, too."""
    rolls: tuple[Pair, ...] = ()
    """All rolls of this turn."""
    sacrificed: int = 0
    """Cards discarded for rolls in this turn."""
    rulings: Rulings = field(default_factory=Rulings)
    board: b.Board = field(default_factory=b.our_board, repr=False)

    @property
    def placement(self) -> Placement:
        """How the pawns stand."""
        return Placement(self.pawns, self.ghost)

    @property
    def colour(self) -> str:
        """The colour whose turn it is."""
        return self.colours[self.turn]

    @property
    def mine(self) -> b.FieldNames:
        """The places of the pawns of the colour whose turn it is."""
        return self.pawns[self.turn]

    @property
    def running(self) -> b.FieldNames:
        """The fields of that colour's pawns on a ring."""
        return tuple(p for p in self.mine if p not in (b.BASE, b.CAMP))

    @property
    def hand(self) -> b.Cards:
        """The open cards of that colour."""
        return self.hands[self.turn]

    @property
    def occupied(self) -> dict[str, str]:
        """Field -> the colour of the pawn on it."""
        pairs = zip(self.colours, self.pawns, strict=True)
        return {p: c for c, own in pairs for p in own if p not in (b.BASE, b.CAMP)}

    @property
    def haunted(self) -> b.FieldNames:
        """The fields of pawns on the middle ring, where the ghost may go from its summit."""
        return tuple(f for f in self.board.rings[b.MIDDLE] if f in self.occupied)

    @property
    def dice(self) -> Pair:
        """The last roll. Raises IndexError before the first one."""
        return self.rolls[-1]

    def kept(self, again: int) -> int:
        """The value of the die that is left alone when the one showing ``again`` is thrown."""
        one, other = self.dice
        return other if one == again else one

    @property
    def rolls_left(self) -> int:
        """How many more rolls this turn has."""
        return ROLLS + ROLLS_A_CARD * self.sacrificed - len(self.rolls)

    @property
    def thrown_away(self) -> int:
        """The number of cards in the discard, known or not."""
        return len(b.ALL) - self.supply - sum(map(len, self.hands))

    @property
    def unseen(self) -> b.Cards:
        """The cards that may be in the supply."""
        seen = Counter(self.discard)
        for hand in self.hands:
            seen.update(hand)
        return tuple((Counter(b.ALL) - seen).elements())

    @property
    def winner(self) -> str | None:
        """The colour whose pawns are all in their camp."""
        pairs = zip(self.colours, self.pawns, strict=True)
        return next((c for c, own in pairs if set(own) == {b.CAMP}), None)


def start(
    players: int,
    rulings: Rulings | None = None,
    board: b.Board | None = None,
    colours: b.FieldNames | None = None,
) -> State:
    """The game before its first roll: all pawns in base, the ghost on its summit, twenty cards in the supply."""
    board = board or b.our_board()
    sat = colours or b.usual_colours(players, board)
    base = ((b.BASE,) * PAWNS,) * players
    return State(sat, base, ((),) * players, rulings=rulings or Rulings(), board=board)


# Events, in the past tense -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairThrown:
    """A player threw both dice, or the one that showed ``again``; ``shows`` is how both lie now."""

    colour: str
    number: int
    shows: tuple[int, int]
    again: int | None = None


@dataclass(frozen=True, slots=True)
class GhostMoved:
    """A seven moved the ghost: onto the pawn on a field, or to the summit."""

    colour: str
    to: str


@dataclass(frozen=True, slots=True)
class PawnsMoved:
    """A player moved a pawn; ``steps`` are colour, from, to: the player's own pawn first, then those pushed or sent to base."""

    colour: str
    how: str
    """``start``, ``run``, ``climb`` or ``hit``."""
    steps: tuple[PawnStep, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was discarded as part of a move."""

    colour: str
    card: str


@dataclass(frozen=True, slots=True)
class CardSacrificed:
    """A card was discarded for two more rolls."""

    colour: str
    card: str


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """The top card was turned up for a double: kept by a player who has none of its kind, else discarded."""

    colour: str
    card: str


@dataclass(frozen=True, slots=True)
class NothingDone:
    """A player ended the turn without an action."""

    colour: str


@dataclass(frozen=True, slots=True)
class DicePassedOn:
    """It is this colour's turn."""

    colour: str


@dataclass(frozen=True, slots=True)
class CampFilled:
    """All pawns of a colour are in its camp: it has won."""

    colour: str


@dataclass(frozen=True, slots=True)
class PawnsWere:
    """Correction: the positions of the pawns, by seat, and of the ghost."""

    pawns: tuple[tuple[str, ...], ...]
    ghost: str


@dataclass(frozen=True, slots=True)
class PairWas:
    """Correction: what the dice of the last roll showed."""

    shows: tuple[int, int]


@dataclass(frozen=True, slots=True)
class HandWas:
    """Correction: the cards of a colour; all others are in the supply, of which there are so many, or in the discard.

    Without ``supply``, as in journals of version 0.3: added cards come from the supply as
    far as it goes, removed ones go back there.
    """

    colour: str
    cards: tuple[str, ...]
    supply: int | None = None
    discard: tuple[str, ...] = ()
    """As far as it is known."""


Event: TypeAlias = (
    PairThrown
    | GhostMoved
    | PawnsMoved
    | CardPlayed
    | CardSacrificed
    | CardTurnedUp
    | NothingDone
    | DicePassedOn
    | CampFilled
    | PawnsWere
    | PairWas
    | HandWas
)

EVENTS: Final[Mapping[str, type[Event]]] = {
    "rolled": PairThrown,
    "ghost": GhostMoved,
    "moved": PawnsMoved,
    "played": CardPlayed,
    "sacrificed": CardSacrificed,
    "card": CardTurnedUp,
    "passed": NothingDone,
    "turn": DicePassedOn,
    "won": CampFilled,
    "pawns-were": PawnsWere,
    "dice-were": PairWas,
    "hand-was": HandWas,
}
"""The names of the events in JSON."""
