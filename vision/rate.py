"""How often a live camera is looked at: as often as processor and heat allow, in steps, so that it does not waver."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

STEPS: Final = tuple(tenths / 10 for tenths in range(10, 0, -1))
"""Of the looks a second that are wanted; fewer than ``LEAST`` are no step."""
SHARE: Final = 0.9
"""Of the time, how much looking may take on average: what it leaves is the other programs', and keeps looks evenly apart."""
ENOUGH_LOOKS: Final = 5.0
"""Looks a second below which the processor is not spared: three of them within 0.6 s settle a zone."""
LEAST: Final = 3.0
"""Looks a second below which heat lowers nothing."""
SMOOTH: Final = 5.0
"""Seconds over which the cost of looks is averaged: a hand comes, stops and leaves in two."""
WARM: Final = 5
"""The first looks, which build their tables, are no measure."""
DOWN: Final = 2.0
"""Seconds for which it has to be too much before fewer looks are made..."""
UP: Final = 10.0
"""...and for which more would fit before more are."""
HOT: Final = 80.0
"""Degrees Celsius at which a Pi throttles itself (Raspberry Pi documentation, "Frequency management")."""
COOL: Final = 75.0
"""Below, it is given more work again."""
FEEL: Final = 10.0
"""Seconds between two changes because of heat: what a heat sink needs to answer."""
EASE: Final = 0.8
"""How much less it is each time."""
MARGIN: Final = 1.15
"""More looks are made again only where so many times as much fits."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often is looked, looks a second, and what keeps it from being more often."""

    wanted: float
    pace: float
    """As chosen."""
    taking: float
    """Seconds that taking a picture costs, without waiting for it: more for more pixels."""
    looking: float
    """Seconds that looking at it costs, nearly the same for any picture of one table."""
    hot: bool = False
    """Whether there are fewer because of heat."""

    @property
    def looks(self) -> float:
        """So many are made."""
        cost = self.taking + self.looking
        return min(self.pace, 1 / cost) if cost else self.pace

    @property
    def fewer(self) -> float | None:
        """So many are made where that is fewer than are wanted; None where it is not."""
        return self.looks if self.looks < self.wanted else None

    def fits(self, pixels: float = 1.0) -> float:
        """So many the processor would have time for if pictures had so many times the pixels; 0 before anything was measured."""
        cost = self.taking * pixels + self.looking
        return min(self.wanted, SHARE / cost) if cost else 0.0


class Pacer:
    """Chooses how often to look by what looks cost here.

    ``wanted`` looks a second are made where they fit; ``degrees`` gives the processor's
    temperature, °C, None where heat is not ours to watch.
    """

    def __init__(self, wanted: float, degrees: Callable[[], float | None] = lambda: None) -> None:
        self._wanted, self._degrees = wanted, degrees
        limits = {looks for looks in (ENOUGH_LOOKS, LEAST) if looks < wanted}
        steps = {max(wanted * step, min(LEAST, wanted)) for step in STEPS} | limits
        self._steps = tuple(sorted(steps, reverse=True))
        self._step = 0
        self._count, self._taking, self._looking = 0, 0.0, 0.0
        self._looked_at = self._felt_at = -math.inf
        self._leans: tuple[bool, float] | None = None
        self._cooled = 1.0

    @property
    def pace(self) -> float:
        """So many looks a second are to be begun."""
        return self._steps[self._step]

    @property
    def rate(self) -> Rate:
        """How often is looked."""
        by_heat = self._cooled < 1 and self._wanted * self._cooled < max(self._spared, ENOUGH_LOOKS)
        hot = by_heat and self._step > 0
        known = self._count > WARM
        taking, looking = (self._taking, self._looking) if known else (0.0, 0.0)
        return Rate(self._wanted, self.pace, taking, looking, hot)

    def after(self, now: float, taking: float, looking: float) -> None:
        """A look has ended, ``now``; how many seconds taking its picture cost, without waiting for it, and looking at it."""
        self._feel(now)
        self._note(now, taking, looking)
        if self._count > WARM:
            self._choose(now)

    def _note(self, now: float, taking: float, looking: float) -> None:
        self._count += 1
        since, self._looked_at = now - self._looked_at, now
        # At first the mean of all.
        weight = max(1 - math.exp(-since / SMOOTH), 1 / max(self._count - WARM, 1))
        self._taking += weight * (taking - self._taking)
        self._looking += weight * (looking - self._looking)

    def _feel(self, now: float) -> None:
        if now - self._felt_at < FEEL:
            return
        self._felt_at, degrees = now, self._degrees()
        if degrees is None or COOL <= degrees < HOT:
            return
        made = min(self._cooled, self.pace / self._wanted)
        cooled = made * EASE if degrees >= HOT else self._cooled / EASE
        self._cooled = min(max(cooled, LEAST / self._wanted), 1.0)

    def _choose(self, now: float) -> None:
        best = self._best()
        if best == self._step:
            self._leans = None
            return
        fewer = best > self._step
        way, since = self._leans or (fewer, now)
        self._leans = (fewer, since if way is fewer else now)
        if now - self._leans[1] >= (DOWN if fewer else UP):
            self._step, self._leans = best, None

    @property
    def _spared(self) -> float:
        """So many looks a second leave the rest of the time."""
        return SHARE / max(self._taking + self._looking, 1e-9)

    def _best(self) -> int:
        """The step of the most looks that fit."""
        spared, cooled = self._spared, self._wanted * self._cooled
        best = self._most(min(max(spared, ENOUGH_LOOKS), cooled))
        easily = self._most(min(max(spared / MARGIN, ENOUGH_LOOKS), cooled))
        return max(best, min(easily, self._step))

    def _most(self, limit: float) -> int:
        """The step of the most looks within a limit; the last where even those are more."""
        within = (n for n, looks in enumerate(self._steps) if looks <= limit + 1e-6)
        return next(within, len(self._steps) - 1)
