"""Notices: unknown symbols, cards at two places, another game's mat; reported when seen in several looks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import numpy as np

from companion.mat import Mat, Point
from vision.reading import Reading

NOTICED: Final = 3
"""The number of looks after which something is reported."""
APART_MM: Final = 20.0
"""Two places nearer than this are one card, badly measured."""


class Notices:
    """The current notices: seen in several looks, and still seen."""

    def __init__(self) -> None:
        self._looks: dict[str, int] = {}
        self.told: tuple[str, ...] = ()

    def look(self, seen: Iterable[str]) -> bool:
        """Register a look; returns whether the notices changed."""
        before, now = self.told, set(seen)
        for text in {*now, *self._looks}:
            change = 1 if text in now else -1
            self._looks[text] = min(self._looks.get(text, 0) + change, 2 * NOTICED)
        self._looks = {text: n for text, n in self._looks.items() if n > 0}
        still = {text for text in before if text in self._looks}
        new = {text for text, n in self._looks.items() if n >= NOTICED}
        self.told = tuple(sorted(still | new))
        return self.told != before


def unknown_on_mat(reading: Reading) -> set[str]:
    """The texts of symbols on the mat that are in no deck."""
    pose = reading.pose
    if pose is None:
        return set()
    quads = {unknown.text: np.array(unknown.corners) for unknown in reading.unknown}
    middles = {text: pose.to_mm(quad).mean(axis=0) for text, quad in quads.items()}
    return {text for text, middle in middles.items() if pose.mat.holds(*middle)}


def at_two_places(reading: Reading) -> set[str]:
    """The cards that are read at two places of the mat, not merely two tags of one card twice."""
    places: dict[str, list[Point]] = {name: [] for name in reading.twice}
    for seen in reading.sightings:
        here = places.get(seen.piece.name)
        if here is not None and seen.centre is not None and reading.mat is not None:
            here += [seen.centre] if reading.mat.holds(*seen.centre) else []
    return {
        name
        for name, centres in places.items()
        if any(math.dist(a, b) > APART_MM for a in centres for b in centres)
    }


def other_mat(reading: Reading, mat: Mat) -> set[str]:
    """The game whose mat is seen instead of ``mat``."""
    there = reading.mat
    return set() if there is None or there == mat else {there.name}
