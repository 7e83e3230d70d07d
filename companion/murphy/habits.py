"""How likely what was seen is: what people at tables do, and what this table does."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Final

HIDDEN: Final = -3.5
"""A second card laid on the same pile without the first being read in between."""
HIDDEN_VISIT: Final = -1.5
"""The same where a hand came to the pile once more than cards were read."""
RELAID: Final = -5.0
"""A card taken and laid back without that being seen."""
CHANGED_MIND: Final = -3.0
"""A card laid and picked up again, or taken and put back."""
AT_ONE_LOOK: Final = -0.25
"""Each further card between two looks."""
TAKEN_UNDER: Final = -3.5
"""A top taken and another card laid there at one visit."""
TAKEN_UNDER_VISITS: Final = -1.0
"""The same where the hand came more than once."""
FOR_NOTHING: Final = -0.75
"""Each visit to an open pile or Mac's row that changed nothing there."""
LATE: Final = -6.0
"""Taking, or reaching to the draw pile, after having laid."""
HOVERED: Final = -3.0
"""A hand at the draw pile in a turn that draws nothing."""
ONE_MORE_REACH: Final = -1.5
"""Each visit to the draw pile more than cards drawn."""
ELSEWHERE: Final = -5.0
"""Laying a card that is known to be in somebody else's hand."""
BELIEVED: Final = -6.0
"""Laying a card that is believed to lie on the table."""
WRONG: Final = -9.0
"""A turn that the rules do not allow."""
THROWN: Final = -1.0
"""An action just drawn thrown away unused (rules, A5) by somebody with few cards."""
THROWN_RICH: Final = -9.0
"""The same by somebody who has cards enough to lay."""
STRANGE_CARD: Final = -4.0
"""An action card that this turn gives no reason for."""
NEARLY_EMPTY: Final = 10
"""With at most so many cards in the draw pile a cleared discard means that it was shuffled anew."""
SHUFFLED_EARLY: Final = -6.0
"""Clearing the discard while the draw pile holds more."""
MISREAD: Final = -8.0
"""A look that shows what cannot be: it is left out of account."""
NET: Final = -5.0
"""Only what changed since the turn began counts, not how."""


@dataclass(frozen=True, slots=True)
class Habits:
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

    def reaches(self, visits: int, drawn: int) -> float:
        """How likely so many visits to the draw pile are for so many cards drawn, as a logarithm."""
        if drawn == 0:
            return HOVERED * visits
        if visits == 0:
            return log(self._misses)
        met = log(1 - self._misses)
        if drawn == 1:
            return met + ONE_MORE_REACH * (visits - 1)
        if visits == 1:
            return met + log(self._at_one_reach)
        return met + log(1 - self._at_one_reach) + ONE_MORE_REACH * (visits - 2)

    def learned(self, visits: int, drawn: int) -> Habits:
        """The habits after a turn in which it is sure that so many cards were drawn."""
        if drawn == 0:
            return self
        missed, met = self.missed + (visits == 0), self.met + (visits > 0)
        one, two = drawn == 2 and visits == 1, drawn == 2 and visits > 1
        return Habits(self.singles + one, self.doubles + two, missed, met, self.hands)

    @property
    def _misses(self) -> float:
        """The share of draws at which no hand is seen."""
        seen = 29 if self.hands else 1
        return (1 + self.missed) / (1 + seen + self.missed + self.met)

    @property
    def _at_one_reach(self) -> float:
        """The share of double draws that are one reach."""
        return (1 + self.singles) / (2 + self.singles + self.doubles)
