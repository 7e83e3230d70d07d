"""Which size of picture fits: small enough to be looked at often, large enough to be read easily."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.app.doctor.mounting import EASY
from companion.mat import Zone
from vision.frame import Frame, Size
from vision.rate import Rate
from vision.reading import Reading

GAIN: Final = 1.0
"""Looks a second that another size has to bring."""
USUAL: Final = (1920, 1280)
"""px across of pictures that most cameras can give."""
SLOW_SECONDS: Final = 15.0
"""For so long a smaller picture has to seem better, before a camera is opened anew for it..."""
FORGIVEN: Final = 4.0
"""...of which so many seconds without that take one away: hands over the table make looks cost most."""
TRIED_SECONDS: Final = 5.0
"""For so long a smaller picture may be worse than it has to be: its exposure is found anew."""
UNSEEN_SECONDS: Final = 1.0
"""What is longer between two looks counts as so much: the camera was gone, or is opened anew."""


def smaller(reading: Reading, rate: Rate, sizes: Iterable[Size]) -> tuple[Size, float] | None:
    """The largest smaller size that allows all looks that are wanted, else the one that allows most, and how many; None where none is worth it.

    Tags are as easily read in it. ``sizes`` are those of the camera; where there are
    none, those that most have.
    """
    px, (width, height) = reading.limits.px_per_module, reading.size
    fits = rate.fits()
    if px is None or fits == 0.0:
        return None
    known = sizes or ((w, round(height * w / width / 2) * 2) for w in USUAL)
    best: tuple[Size, float] | None = None
    for size in known:
        easy = size[0] < width and px * size[0] / width >= EASY
        looks = rate.fits(size[0] * size[1] / (width * height))
        if easy and looks >= fits + GAIN and (best is None or looks > best[1]):
            best = size, looks
    return best


def zones_outside(reading: Reading) -> tuple[str, ...]:
    """Zones with a corner outside the picture."""
    if reading.pose is None:
        return ()
    width, height = reading.size
    corners = {zone.name: reading.pose.to_px(_corners(zone)) for zone in reading.pose.mat.zones}
    far = np.array([width - 1, height - 1])
    return tuple(name for name, px in corners.items() if (px < 0).any() or (px > far).any())


def _corners(zone: Zone) -> NDArray[np.float64]:
    x0, y0, x1, y1 = zone.x0, zone.y0, zone.x1, zone.y1
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)


class Fitting:
    """Told of every look; asks for smaller pictures at most once, and takes that back where the mat is not seen as well in them."""

    def __init__(self) -> None:
        self._at: float | None = None
        self._slow = self._worse = 0.0
        self._before: Size | None = None
        self._over = False

    def wanted(self, frame: Frame, reading: Reading, *, hand: bool) -> Size | None:
        """The size to ask the camera for after a look; None: as it is. While a ``hand`` is over the table it is never opened anew."""
        if frame.rate is None or not frame.sizes or self._over:
            return None
        since = frame.at if self._at is None else self._at
        passed = min(frame.at - since, UNSEEN_SECONDS)
        self._at = frame.at
        if self._before is not None:
            return self._back(frame, reading, passed)
        better = smaller(reading, frame.rate, frame.sizes)
        well = better is not None and not zones_outside(reading)
        slow = self._slow + (passed if well else -passed / FORGIVEN)
        self._slow = max(slow, 0.0)
        if better is None or not well or hand or self._slow < SLOW_SECONDS:
            return None
        self._before = reading.size
        return better[0]

    def _back(self, frame: Frame, reading: Reading, passed: float) -> Size | None:
        px = reading.limits.px_per_module
        worse = reading.pose is None or bool(zones_outside(reading))
        worse |= px is None or px < EASY or reading.size == self._before
        self._worse = self._worse + passed if worse else 0.0
        if self._worse < TRIED_SECONDS:
            return None
        self._over = True
        return frame.sizes[0] if reading.size != self._before else None
