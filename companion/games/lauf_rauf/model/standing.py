"""The state of a game at one moment: where pawns, ghost and cards are, and what was rolled."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from companion.games.lauf_rauf.board.cards import ALL, LaufCards
from companion.games.lauf_rauf.board.plan import (
    BASE,
    CAMP,
    COLOURS,
    MIDDLE,
    SUMMIT,
    FieldNames,
    PawnBoard,
    our_board,
)
from companion.games.lauf_rauf.board.rulings import LaufRules
from companion.games.lauf_rauf.model.moves import Pair

PAWNS: Final = 3
ROLLS: Final = 3
ROLLS_A_CARD: Final = 2
"""The rolls that a discarded card buys."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One moment of a game; ``pawns`` and ``hands`` are ordered like ``colours``, which sit clockwise.

    Nobody knows the order of the supply, so only its size is kept: its next card may be
    any that is neither in a hand nor known to be in the discard.
    """

    colours: FieldNames
    pawns: tuple[FieldNames, ...]
    """The places of each colour's three pawns, sorted: ``base``, a field, ``camp``."""
    hands: tuple[LaufCards, ...]
    turn: int = 0
    ghost: str = SUMMIT
    """``summit``, or the field of the pawn that carries it."""
    supply: int = len(ALL)
    discard: LaufCards = ()
    """As far as it is known; cards missing from the total of twenty lie there, too."""
    rolls: tuple[Pair, ...] = ()
    """All rolls of this turn."""
    sacrificed: int = 0
    """Cards discarded for rolls in this turn."""
    rules: LaufRules = field(default_factory=LaufRules)
    board: PawnBoard = field(default_factory=our_board, repr=False)

    @property
    def colour(self) -> str:
        """The colour whose turn it is."""
        return self.colours[self.turn]

    @property
    def mine(self) -> FieldNames:
        """The places of the pawns of the colour whose turn it is."""
        return self.pawns[self.turn]

    @property
    def running(self) -> FieldNames:
        """The fields of that colour's pawns on a ring."""
        return tuple(p for p in self.mine if p not in (BASE, CAMP))

    @property
    def hand(self) -> LaufCards:
        """The open cards of that colour."""
        return self.hands[self.turn]

    @property
    def occupied(self) -> dict[str, str]:
        """Field -> the colour of the pawn on it."""
        pairs = zip(self.colours, self.pawns, strict=True)
        return {p: c for c, own in pairs for p in own if p not in (BASE, CAMP)}

    @property
    def haunted(self) -> FieldNames:
        """The fields of pawns on the middle ring, where the ghost may go from its summit."""
        return tuple(f for f in self.board.rings[MIDDLE] if f in self.occupied)

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
        return len(ALL) - self.supply - sum(map(len, self.hands))

    @property
    def unseen(self) -> LaufCards:
        """The cards that may be in the supply."""
        seen = Counter(self.discard)
        for hand in self.hands:
            seen.update(hand)
        return tuple((Counter(ALL) - seen).elements())

    @property
    def winner(self) -> str | None:
        """The colour whose pawns are all in their camp."""
        pairs = zip(self.colours, self.pawns, strict=True)
        return next((c for c, own in pairs if set(own) == {CAMP}), None)


def usual_colours(players: int, board: PawnBoard) -> FieldNames:
    """The colours by seat, unless the players choose others: two sit opposite each other."""
    colours = tuple(c for c in COLOURS if c in board.colours)
    return colours[::2] if players == 2 and len(colours) == 4 else colours[:players]


def first_standing(
    players: int,
    rules: LaufRules | None = None,
    board: PawnBoard | None = None,
    colours: FieldNames | None = None,
) -> Standing:
    """The game before its first roll: all pawns in base, the ghost on its summit, twenty cards in the supply."""
    board = board or our_board()
    sat = colours or usual_colours(players, board)
    base = ((BASE,) * PAWNS,) * players
    return Standing(sat, base, ((),) * players, rules=rules or LaufRules(), board=board)
