"""Which markers of a picture lie on one mat: where two mats of a game lie there, each marker is seen twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final

import numpy as np

from companion.mat import Mat
from vision.pose import MarkerCorners, Pose, Quad, marker_mm, misfit

FITS: Final = 0.5
"""How far a corner may lie from where the pose of all markers has it, in sides of a marker: rough corners of one mat are
within a tenth, one of another mat is off by a whole marker at least."""


def of_one_mat(
    mat: Mat,
    seen: Mapping[int, Sequence[Quad]],
    size: tuple[int, int],
    last: Pose | None,
) -> dict[int, Quad]:
    """The markers (id -> corners, px) of the mat that lies where the ``last`` one of its kind lay, else of the one most is seen of.

    ``seen`` is every marker with each place at which it is; empty where no two fit together.
    """
    once = {marker: quads[0] for marker, quads in seen.items() if len(quads) == 1}
    if len(once) == len(seen) and (len(once) < 3 or misfit(mat, once, size) < FITS):
        return once
    if len(seen) == 1:
        return _nearest(mat, seen, last)
    found: list[tuple[bool, int, float]] = []
    sets: list[dict[int, Quad]] = []
    for count in range(len(seen), 1, -1):
        for some in _sets(seen, count):
            if misfit(mat, some, size) < FITS:
                there = last is not None and _lies_there(mat, some, last)
                found.append((there, count, _girth(some)))
                sets.append(some)
        if found and (last is None or max(found)[0]):
            break
    return sets[found.index(max(found))] if found else {}


def _sets(seen: Mapping[int, Sequence[Quad]], count: int) -> Iterator[dict[int, Quad]]:
    for markers in combinations(seen, count):
        for quads in product(*(seen[marker] for marker in markers)):
            yield dict(zip(markers, quads, strict=True))


def _nearest(
    mat: Mat, seen: Mapping[int, Sequence[Quad]], last: Pose | None
) -> dict[int, Quad]:
    """Of one marker at several places the one that lies where it lay."""
    ((marker, quads),) = seen.items()
    here = [quad for quad in quads if last and _lies_there(mat, {marker: quad}, last)]
    return {marker: here[0]} if here else {}


def _lies_there(mat: Mat, some: MarkerCorners, last: Pose) -> bool:
    """Whether every marker is within its own size of where it lay."""
    off = (
        np.linalg.norm(np.mean(last.to_px(marker_mm(mat, marker)) - quad, axis=0))
        for marker, quad in some.items()
    )
    return last.mat == mat and bool(max(off) < _girth(some) / 4 / len(some))


def _girth(some: MarkerCorners) -> float:
    """Of all of them together, px."""
    return float(
        sum(
            np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).sum()
            for quad in some.values()
        )
    )
