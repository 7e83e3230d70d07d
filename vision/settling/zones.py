"""Zones on their way to being settled: the same in several looks, free of hands, with nothing in the way."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from companion.pieces import Face
from vision.settling.state import EPSILON

LOOKS: Final = 3
"""A settled zone is the same in at least so many looks..."""
SPAN: Final = 0.3
"""...that span at least so many seconds."""
HURRIED: Final = 2
"""Looks..."""
HURRIED_SPAN: Final = 0.2
"""...over as long a time, of a pile so many seconds, that are enough where a hand comes back before there are more: a pile shows a card that is read where one is gone."""
HOLD: Final = 0.55
"""Seconds after the hand has left at which a zone is told even while something in it is not sure yet."""
BLOCKS: Final = 3.0
"""Seconds after which a thing that hides a zone is in the way of play; it is no more once it has been seen for as long."""
RESTS: Final = 4.0
"""The same of a hand, which may only pause there."""
MOST_LOOKS: Final = 60
"""How many looks at a zone are remembered: at ten a second six seconds, ten times as long as a zone is waited for."""


@dataclass(slots=True)
class ZoneTracker:
    """One zone's way to being settled; updated with every look."""

    told: tuple[Face, ...] = ()
    candidate: tuple[Face, ...] = ()
    same_since: float = 0.0
    looks: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_LOOKS))
    """The times of the looks since the zone was last covered."""
    settled: bool = False
    nearly: bool = False
    """Whether it lacks nothing but looks, so that the next hand settles it."""
    covered_at: float | None = None
    """When a hand first covered it since it was told."""
    blocked_since: float | None = None
    """Since when something that rests there hides it..."""
    blocked_at: float = 0.0
    """...and when it did so last."""
    blocked: bool = False
    """Whether that is in the way of play."""
    shown: bool = False
    """Whether it has been settled."""

    def cover(self, at: float) -> None:
        """It is under a hand, or in motion."""
        self._settle(settled=self.nearly, nearly=False)
        self.looks.clear()
        self.covered_at = at if self.covered_at is None else self.covered_at

    def look(self, at: float) -> None:
        """Nothing covers it at one look more."""
        self.looks.append(at)

    def believe(self, cards: tuple[Face, ...], since: float) -> None:
        """These lie in it, ``since`` a time."""
        self.candidate, self.same_since = cards, since

    def judge(self, since: float, span: float, *, unsure: bool) -> None:
        """Whether it has settled by its looks ``since`` a time, or does with the next hand after looks over a ``span``.

        What is ``unsure`` in a zone that a hand has just left is waited for.
        """
        at = self.looks[-1]
        since = max(self.same_since, since)
        same = [look for look in self.looks if look >= since - EPSILON]
        lasts = at - (same[0] if same else at) + EPSILON
        ready = not (unsure and at - self.looks[0] < HOLD)
        settled = ready and len(same) >= LOOKS and lasts >= SPAN
        nearly = ready and len(same) >= HURRIED and lasts >= span
        self._settle(settled=settled, nearly=nearly and not settled)

    def hide(self, at: float, *, by_thing: bool) -> None:
        """Something that rests there lies over it: a thing, or what may be a hand."""
        since = at if self.blocked_since is None else self.blocked_since
        self.blocked_since, self.blocked_at = since, at
        self.blocked |= at - since >= (BLOCKS if by_thing else RESTS) - EPSILON

    def free(self, at: float) -> None:
        """Nothing lies over it: what was in the way of play is so for a while yet."""
        if not self.blocked or at - self.blocked_at >= BLOCKS - EPSILON:
            self.blocked_since, self.blocked = None, False

    def _settle(self, *, settled: bool, nearly: bool) -> None:
        self.settled, self.nearly = settled, nearly
        self.shown |= settled
