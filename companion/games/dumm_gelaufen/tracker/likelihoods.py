"""How likely what was seen is: what people at tables do, and what this table does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, log
from typing import Final

# Hands and cards.
TOGETHER: Final = log(0.3)
"""Each card taken or laid with another one at one reach."""
SQUARELY: Final = log(0.5)
"""A card under another one laid with it of which nothing can be read: every second one, on painted games (23 of 49)."""
EDGE: Final = log(0.1)
"""Something new sticks out beside a card that was laid alone, or nothing where one lies unread below it: one in twenty on painted games, and less is made of it."""
UNSEEN: Final = log(0.015)
"""A hand that took or laid, or the top of a pile, that was not seen though all around it was."""
ONE_MORE_REACH: Final = log(0.23)
"""Each visit more than cards moved, or than were read."""
RESTED: Final = log(0.03)
"""Each hand that came to cards and moved none, or to the draw pile and drew none: it pointed, or rested, whosever it was."""
LONG: Final = 0.8
"""Seconds: a hand that draws takes a card and goes, one that rests stays."""
STAYED: Final = (0.15, 0.8)
"""The share of hands that stay so long at the draw pile: of those that draw, and of those that rest."""
OVERTAKEN: Final = log(0.1)
"""A card or a hand that was seen only after the next one, or not at all before it."""
PEEPS: Final = log(0.37)
"""Each card that lies between the top and one that shows below it, and whatever else usually is seen and was not."""

# What is not as it was believed.
MISTAKEN: Final = log(0.004)
"""What is believed of cards is wrong: where one lies, whose it is, how many there are."""
MISREAD: Final = log(0.00005)
"""A look that shows what cannot be: it is left out of account."""
ODD_TOO: Final = log(0.05)
"""What more is wrong where something is: each further card that such a look shows anew in Mac's row, coming to where only undoing helps, an action card of which less is to be seen than it asks, or which nothing that was seen explains."""

# What people do.
RECONSIDERED: Final = log(0.03)
"""Each card taken and put back, or laid and picked up again."""
RIGHTED: Final = log(0.37)
"""Undoing part of a turn that was wrong."""
ASTRAY: Final = log(0.008)
"""What people do though it is not the way: one card for one, taking after laying, a turn before it is theirs."""
WRONG: Final = log(0.0003)
"""A turn that the rules do not allow."""

# Action cards.
SHORT: Final = log(0.4)
"""Each card that is no number card: of somebody who ran short (A6) or throws a new action away (A5); each one more that he draws for it."""
NEARLY_EMPTY: Final = 10
"""With at most so many cards in the draw pile a cleared discard means that it was shuffled anew."""
SHUFFLED: Final = log(0.2)
"""A hand at a pile that shuffles what lies below its top, while no action card lies on the discard."""


def stayed(seconds: float, *, rested: bool) -> float:
    """How likely a hand stays so long at the draw pile, as a logarithm."""
    share = STAYED[rested]
    return log(share if seconds > LONG else 1 - share)


def short(left: int) -> float:
    """How much speaks against somebody's having no number card among so many cards (rules, A6)."""
    return max(MISTAKEN, SHORT * left)


def may_be_short(left: int) -> bool:
    """Whether there may be no number card among so many: it is likelier than that they were counted wrong."""
    return short(left) > MISTAKEN


@dataclass(frozen=True, slots=True)
class TablePrior:
    """What this table's turns so far say about its ways.

    ``singles``, ``doubles``: two cards drawn at one reach, at two. ``missed``,
    ``met``: exchanges with cards drawn for which no hand was seen at the draw
    pile, or was. ``hands`` tells whether hands are seen at all. ``relaid``: exchanges in
    which a card that was taken was laid back, ``whole``: those with no card drawn.
    ``together``, ``apart``: exchanges with two cards laid on piles at one reach, at two.
    """

    singles: int = 0
    doubles: int = 0
    missed: int = 0
    met: int = 0
    hands: bool = False
    relaid: int = 0
    whole: int = 0
    together: int = 0
    apart: int = 0

    @property
    def hiding(self) -> float:
        """How likely it is that the first of two cards laid on a pile is covered unread, as a logarithm."""
        # Some tables do it one time in three, others never: a beta prior with its mass at the ends.
        at_one_reach = (0.5 + self.together) / (1.5 + self.together + self.apart)
        return SQUARELY + log(at_one_reach)

    def relays(self, spare: int) -> float:
        """How likely it is that a card was taken and laid back unseen, as a logarithm.

        ``spare`` are the hands that came without anything being seen to move:
        taking and laying back are two, one where it was taken with another card.
        """
        together = TOGETHER * (spare < 2)
        missed = UNSEEN * (spare < 1 and self.hands)
        for_something = ONE_MORE_REACH * min(2, max(0, spare))
        return together + missed - for_something + self.relaying + OVERTAKEN

    @property
    def relaying(self) -> float:
        """How likely it is that a card that was taken is laid back in the same turn, as a logarithm."""
        return log((1 + self.relaid) / (exp(-RECONSIDERED) + self.whole))

    def reaches(self, visits: int, drawn: int) -> float:
        """How likely so many visits to the draw pile are for so many cards drawn, as a logarithm."""
        if drawn == 0:
            return visits and RESTED + ONE_MORE_REACH * (visits - 1)
        if visits == 0:
            return log(self._misses) + log(self._at_one_reach) * (drawn - 1)
        met = log(1 - self._misses)
        if drawn == 1:
            return met + ONE_MORE_REACH * (visits - 1)
        if visits == 1:
            return met + log(self._at_one_reach)
        return met + log(1 - self._at_one_reach) + ONE_MORE_REACH * (visits - 2)

    def learned(
        self, visits: int, drawn: int, *, relaid: bool, together: bool, apart: bool
    ) -> TablePrior:
        """The prior after an exchange: cards drawn at so many visits, one laid back or not, two laid at one reach, or at two."""
        one, two = drawn == 2 and visits == 1, drawn == 2 and visits > 1
        return replace(
            self,
            singles=self.singles + one,
            doubles=self.doubles + two,
            missed=self.missed + (drawn > 0 and visits == 0),
            met=self.met + (drawn > 0 and visits > 0),
            relaid=self.relaid + relaid,
            whole=self.whole + (drawn == 0),
            together=self.together + together,
            apart=self.apart + apart,
        )

    @property
    def _misses(self) -> float:
        """The share of draws at which no hand is seen."""
        seen = 59 if self.hands else 1
        return (1 + self.missed) / (1 + seen + self.missed + self.met)

    @property
    def _at_one_reach(self) -> float:
        """The share of double draws that are one reach."""
        return (1 + self.singles) / (2 + self.singles + self.doubles)
