"""How likely what was seen is: what people at tables do, and what this table does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import Final

HIDDEN_VISIT: Final = -1.5
"""A card laid on another unread one, where a hand came to the pile once more than cards were read."""
UNREAD: Final = -4.0
"""The top of a pile not read though the pile is seen."""
UNREAD_ALONE: Final = -8.5
"""A card laid on the last one of a pile unread: rather that one was taken, and nothing lies there any more."""
SURFACED: Final = -6.0
"""A card below a top that nobody knew to be there."""
PUT_BACK: Final = -3.0
"""A card taken and put back."""
PICKED_UP: Final = -3.5
"""A card laid and picked up again."""
COVERED: Final = -2.5
"""A card in Mac's row that the next one took before it was read."""
DISORDER: Final = -2.0
"""Each card that came or went before another one, though it was seen to do so after it: one in seven."""
TOGETHER: Final = -1.2
"""Each card taken or laid with another one at one reach: three in ten."""
SQUARELY: Final = -1.6
"""A card under another one laid with it of which nothing shows: one in five, on painted games."""
MISSED: Final = -4.2
"""A hand that was not seen though it took or laid: one in sixty, as at the draw pile."""
FOR_NOTHING: Final = -1.25
"""Each visit to an open pile or Mac's row that changed nothing there."""
RIGHTED: Final = -1.0
"""Undoing part of a turn that was wrong."""
LATE: Final = -6.0
"""Reaching to the draw pile after having laid."""
LAID_FIRST: Final = -5.0
"""Taking after having laid."""
HOVERED: Final = -4.0
"""A hand at the draw pile in a turn that draws nothing."""
HOVERED_LATE: Final = -4.5
"""A hand at the draw pile while an action card that draws nothing is obeyed."""
ONE_MORE_REACH: Final = -1.5
"""Each visit to the draw pile more than cards drawn."""
ELSEWHERE: Final = -5.0
"""Laying a card that is known to be in somebody else's hand."""
BELIEVED: Final = -6.0
"""Laying a card that is believed to lie on the table."""
PEEPS: Final = -1.0
"""Each card that lies between the top and one that shows below it."""
SLIP: Final = -3.0
"""Part of what a turn that the rules do not allow costs: coming to where only undoing helps."""
WRONG: Final = -8.0
"""A turn that the rules do not allow."""
ONE_FOR_ONE: Final = -4.6
"""One card taken and one laid, and the turn passed on: the commonest of mistakes."""
SKIPPED: Final = -5.0
"""A turn by somebody whose turn it is not, as his arm tells: one was skipped, or nothing of it was to be seen."""
HAND_LATE: Final = -2.0
"""A hand that is told of later than what it did."""
RESTED: Final = -3.0
"""Each hand that came to cards and moved none: it pointed, or rested, whosever it was."""
RESTED_AT_DRAW: Final = -3.5
"""A hand at the draw pile that came for no card, whosever it was."""
LONG: Final = 0.8
"""Seconds: a hand that draws takes a card and goes, one that rests stays."""
STAYED: Final = (0.15, 0.8)
"""The share of hands that stay so long at the draw pile: of those that draw, and of those that rest."""
FARTHER: Final = 1.5
"""How much likelier an arm must be somebody else's for that to be thought of."""
THROWN: Final = (0.0, -1.0, -2.5, -3.5, -4.5)
"""An action just drawn thrown away unused (rules, A5) by somebody with so many cards."""
THROWN_TOO: Final = -0.5
"""The same with another one: both were drawn, or the second for the first."""
THROWN_RICH: Final = -9.0
"""The same by somebody who has cards enough to lay."""
SHORT: Final = (0.0, -1.0, -2.0, -3.0, -4.0)
"""Having run short of number cards (rules, A6) with so many cards left, kept actions among them."""
SHORT_RICH: Final = -6.0
"""The same with more cards left."""
SHORT_AGAIN: Final = -0.7
"""Drawing one card more for being short."""
NOTHING_TO_PLAY: Final = -5.0
"""Playing a kept action from a hand that is believed to be empty."""
STRANGE_CARD: Final = -4.0
"""An action card that this turn gives no reason for."""
TAKEN_BEFORE: Final = -9.0
"""An action card played or drawn by somebody who has taken open cards in the same turn."""
UNSEEN: Final = -1.0
"""Of what usually is seen, that it was not."""
AT_ONE_VISIT: Final = -10.0
"""Taking a card and laying it back while taking or laying another."""
NEARLY_EMPTY: Final = 10
"""With at most so many cards in the draw pile a cleared discard means that it was shuffled anew."""
VANISHED: Final = -8.0
"""A pile that is gone with its top though more should lie there."""
VANISHED_LATE: Final = -4.5
"""The same where the draw pile was nearly empty: it was shuffled anew without that being seen."""
PLAYED_AGAIN: Final = -3.0
"""An action card played that should still lie on the discard: a shuffle was not seen."""
UNCOVERED: Final = -2.0
"""An action card lies open again: the one on it was picked up."""
SHUFFLED: Final = -1.5
"""A hand at a pile that shuffles what lies below its top, while no action card lies on the discard."""
ALL_NEW: Final = -4.0
"""Each action card more than hands that came for them: the others may have lain there."""
SHUFFLED_EARLY: Final = -6.0
"""Clearing the discard while the draw pile holds more."""
MISREAD: Final = -10.0
"""A look that shows what cannot be: it is left out of account."""
MISREAD_TOO: Final = -3.0
"""Each further card that such a look shows anew in Mac's row."""


def stayed(seconds: float, *, rested: bool) -> float:
    """How likely a hand stays so long at the draw pile, as a logarithm."""
    share = STAYED[rested]
    return log(share if seconds > LONG else 1 - share)


def short(left: int) -> float:
    """How much speaks against somebody's having no number card among so many cards (rules, A6)."""
    return SHORT[left] if left < len(SHORT) else SHORT_RICH


@dataclass(frozen=True, slots=True)
class TablePrior:
    """What this table's turns so far say about its ways.

    ``singles``, ``doubles``: two cards drawn at one reach, at two. ``missed``,
    ``met``: exchanges with cards drawn for which no hand was seen at the draw
    pile, or was. ``hands`` tells whether hands are seen at all.
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
        at_one_reach = (1 + self.together) / (8 + self.together + self.apart)
        return SQUARELY + log(at_one_reach)

    def relays(self, spare: int) -> float:
        """How likely it is that a card was taken and laid back unseen, as a logarithm.

        ``spare`` are the hands that came without anything being seen to move:
        taking and laying back are one or two.
        """
        if self.hands and spare <= 0:
            return AT_ONE_VISIT
        for_something = FOR_NOTHING * min(2, max(0, spare))
        unseen = UNSEEN * (spare < 2)
        return unseen - for_something + log((1 + self.relaid) / (30 + self.whole))

    def reaches(self, visits: int, drawn: int) -> float:
        """How likely so many visits to the draw pile are for so many cards drawn, as a logarithm."""
        if drawn == 0:
            return HOVERED * visits
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
        """The habits after an exchange: cards drawn at so many visits, one laid back or not, two laid at one reach, or at two."""
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
