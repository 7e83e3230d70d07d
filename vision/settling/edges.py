"""Edges: whether something sticks out beside a card that came to a pile and was not there before, read or not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from vision.settling.card_track import CardTrack
from vision.settling.occlusion import Occlusion
from vision.settling.rectified import Mask, Rectified

_BESIDE_MM: Final = (1.0, 4.0)
"""How far beyond a card's edges: nearer its place is not known so well, farther nothing of a card squarely under it reaches."""
_OTHERWISE: Final = 50
"""Grey levels in any colour by which a place looks otherwise: more than a card's shadow, less than print, mat and card differ by."""
_PX: Final = 2
"""So many px that look otherwise are an edge: 8 mm2."""
_SEEN: Final = 0.5
"""The share of the strip that has to be in sight both times."""
_OFF_MM: Final = 3.0
"""So far around a card that was read as it came, what looks otherwise is that card's own."""


class Edges:
    """How piles looked when they were last told."""

    def __init__(self) -> None:
        self._before: dict[str, tuple[Rectified, Mask]] = {}

    def keep(self, zone: str, seen: Occlusion) -> None:
        """The pile looks like this, as it has been told."""
        if seen.view is not None:
            self._before[zone] = seen.view, seen.hidden

    def stick_out(
        self, zone: str, top: CardTrack, fresh: Iterable[CardTrack], seen: Occlusion
    ) -> bool | None:
        """Whether the pile looks otherwise just beside its new top, but for cards that were read there as they came.

        None where it cannot be told.
        """
        view, before = seen.view, self._before.get(zone)
        if view is None or before is None or before[0].shape != view.shape:
            return None
        shape = seen.hidden.shape
        near, far = (top.outline(shape, mm) for mm in _BESIDE_MM)
        strip = far & ~near
        clear = strip & ~seen.hidden & ~before[1]
        for card in fresh:
            clear &= ~card.outline(shape, _OFF_MM)
        if clear.sum() < _SEEN * strip.sum():
            return None
        differs = cv2.absdiff(view, before[0]).reshape(*shape, -1).max(axis=2)
        return bool(np.count_nonzero(clear & (differs > _OTHERWISE)) >= _PX)
