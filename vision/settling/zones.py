"""Zones on their way to being settled: the same in several looks, free of hands, with nothing in the way."""

from __future__ import annotations

from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class ZoneState:
    """One zone's way to being settled."""

    told: tuple[Face, ...] = ()
    candidate: tuple[Face, ...] = ()
    same_since: float = 0.0
    looks: tuple[float, ...] = ()
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

    def covered(self, at: float) -> ZoneState:
        """The zone under a hand, or in motion."""
        since = at if self.covered_at is None else self.covered_at
        settled = self.nearly
        return replace(
            self,
            settled=settled,
            shown=self.shown or settled,
            nearly=False,
            looks=(),
            covered_at=since,
        )

    def looked_at(self, at: float) -> ZoneState:
        """The zone with one more look at which nothing covers it."""
        return replace(self, looks=(*self.looks[-MOST_LOOKS:], at))

    def believed(self, cards: tuple[Face, ...], since: float) -> ZoneState:
        """The zone in which these lie, ``since`` a time."""
        return replace(self, candidate=cards, same_since=since)

    def judged(self, since: float, span: float, *, unsure: bool) -> ZoneState:
        """Whether it has settled by its looks ``since`` a time, or does with the next hand after looks over a ``span``.

        What is ``unsure`` in a zone that a hand has just left is waited for.
        """
        at = self.looks[-1]
        same = [look for look in self.looks if look >= max(self.same_since, since) - EPSILON]
        lasts = at - (same[0] if same else at) + EPSILON
        ready = not (unsure and at - self.looks[0] < HOLD)
        settled = ready and len(same) >= LOOKS and lasts >= SPAN
        nearly = ready and len(same) >= HURRIED and lasts >= span and not settled
        return replace(self, settled=settled, shown=self.shown or settled, nearly=nearly)

    def hidden(self, at: float, *, by_thing: bool) -> ZoneState:
        """The zone with something over it that rests there: a thing, or what may be a hand."""
        since = at if self.blocked_since is None else self.blocked_since
        blocks = at - since >= (BLOCKS if by_thing else RESTS) - EPSILON
        return replace(self, blocked_since=since, blocked_at=at, blocked=self.blocked or blocks)

    def free(self, at: float) -> ZoneState:
        """The zone with nothing over it: what was in the way of play is so for a while yet."""
        if self.blocked and at - self.blocked_at < BLOCKS - EPSILON:
            return self
        return replace(self, blocked_since=None, blocked=False)
