"""The pace of a painted table: real time, or a multiple of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

Pace: TypeAlias = Callable[[float], None]
"""Called with each frame's seconds of source time before it is painted; waits until it is due."""


def real_time(
    speed: float = 1.0,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Pace:
    """Keeps up with the clock, ``speed`` times as fast; delays are not made up for."""
    origin: list[float] = []

    def pace(at: float) -> None:
        now = clock() * speed
        if not origin or now - origin[0] > at:
            origin[:] = [now - at]
        sleep(max(0.0, (origin[0] + at - now) / speed))

    return pace
