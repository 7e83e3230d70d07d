"""Arms: objects that reach over the edge of the mat, their extent, and the zone of their fingertips."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.table import Side
from vision.settling.rectified import (
    PX_MM,
    SCALE,
    Mask,
    Same,
    Shape,
    as_bytes,
    grown,
    opened,
    px_of,
)

LEAST_MM2: Final = 240.0
"""The least area of a finger."""
HAND_MM2: Final = 1500.0
"""The least area of a hand, up to the base of its fingers."""
_CUT_MM: Final = 120.0
"""The longest gap in an arm that looks like the mat."""
_WRIST_MM: Final = 30.0
"""The least width of an arm where it crosses an edge."""
_SLEEVE_MM: Final = 60.0
"""The part of an arm within this distance of its far end crosses the edge; the rest may lie along it."""
_EDGE_PX: Final = px_of(6.0)
"""px: a part this near to the edge reaches over it."""
POINTING_MM: Final = 15.0
"""How far ahead of the fingertips a zone may begin for them to point at it."""
_TIP_MM: Final = 12.0
"""An arm's last mm, whose middle is its fingertips: a finger's breadth, so that no single px decides."""
_SEAM_MM: Final = 10.0
"""What is narrower between two arms that touch is the outline of either."""
_LEAST_REACH_MM: Final = 40.0
"""The least length of an arm that is examined, however near to the edge its hand is."""
_BODY_MM: Final = 250.0
"""The distance from the mat's edge to the body of the person whose arm reaches over it."""
_MOST: Final = 0.5
"""The share of an arm that must overlap it at the look before for it to be the same."""
_KEPT: Final = 0.75
"""The share of an arm that must overlap its earlier place for it not to have moved."""
ENTRY_MM: Final = 100.0
"""Nearer than this no two people reach in."""
JUMP_MM: Final = 250.0
"""Farther than this between two looks it is another hand, unless it comes in where that one did."""


Px: TypeAlias = tuple[NDArray[np.intp], ...]
"""Single px of a rectified picture: their rows, their columns."""


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """An unexplained object: an arm if it reaches over an edge of the mat (``side``)."""

    side: Side | None
    tip: Point
    """Its fingertips, mm: the part farthest from the edge."""
    zone: str | None
    """The zone of its fingertips."""
    entry: Point
    """Where it crosses the edge, mm; its centre if it does not."""
    mask: Mask = field(repr=False)
    card_like: bool = False
    """Whether it has the outline of one card: rather a card laid down than a hand."""
    moves: bool = False
    """Whether it moved since the last look."""
    holds: bool = False
    """Whether it touches a card that was not there before."""
    width: float = 0.0
    """Its width along the edge, mm."""
    points: bool = False
    """Whether its fingers only point at the zone."""
    cut: bool = False
    """Whether it is seen up to a sleeve that looks like the mat: where it reaches in is known from before."""

    @property
    def armless(self) -> bool:
        """Whether it may be a hand, and no sleeve is seen: that looks like the mat then."""
        return (self.side is None or self.cut) and self.area > HAND_MM2

    @property
    def area(self) -> float:
        """mm²."""
        return np.count_nonzero(self.mask) / SCALE**2

    def bearing(self, tip: Point) -> float | None:
        """Where the person sits, by the line of his arm.

        Degrees clockwise around the mat's middle, 0 beyond its top edge; None
        for what reaches over no edge.
        """
        if self.side is None:
            return None
        reach = math.dist(tip, self.entry)
        way = _BODY_MM / reach if reach > _LEAST_REACH_MM else 0.0
        height, width = self.mask.shape
        x = self.entry[0] + way * (self.entry[0] - tip[0]) - width / SCALE / 2
        y = self.entry[1] + way * (self.entry[1] - tip[1]) - height / SCALE / 2
        return round(math.degrees(math.atan2(x, -y)) % 360, 1)


def arms(mat: Mat, mask: Mask, outside: Mask) -> tuple[Arm, ...]:
    """The arms in a mask of unexplained px; ``outside`` is the part of the mat that is not in the picture."""
    return tuple(_arms(mat, mask & ~outside, outside)) if mask.any() else ()


def union(found: Iterable[Arm], shape: Shape) -> Mask:
    """Where any of some arms are."""
    return reduce(np.logical_or, (arm.mask for arm in found), np.zeros(shape, bool))


def reaching(mask: Mask, outside: Mask) -> Mask:
    """The parts of a mask that reach over an edge of the mat, or of the picture."""
    count, labels = cv2.connectedComponents(as_bytes(mask))
    over = np.zeros(count, bool)
    over[labels[_edges(Same(outside)).any]] = True
    over[0] = False
    parts = (np.asarray(labels == label) for label in np.flatnonzero(over))
    return reduce(np.logical_or, parts, np.zeros_like(mask))


def joined(mat: Mat, found: Iterable[Arm]) -> tuple[Arm, ...]:
    """Arms joined with their hands, where a sleeve that looks like the mat separates them."""
    found = tuple(found)
    whole = [arm for arm in found if arm.side is not None and arm.width >= _WRIST_MM]
    rest: list[Arm] = []
    # What reaches over an edge with no more than a finger is some arm's hand, too.
    for part in [arm for arm in found if arm not in whole]:
        near = [arm for arm in whole if part.area > HAND_MM2 and _belongs(part, arm)]
        if near:
            arm = max(near, key=lambda arm: arm.area)
            whole = [_one(mat, arm, part) if one is arm else one for one in whole]
        else:
            rest.append(part)
    return (*whole, *rest)


def continued(mat: Mat, found: Iterable[Arm], before: Iterable[Arm]) -> Iterator[Arm]:
    """Hands whose arms reached over an edge ``before`` and do no more: a sleeve looks like the mat.

    A hand lies where most of such an arm was, or moves on from where one was that is seen no more.
    """
    found = tuple(found)
    whole = tuple(arm for arm in before if arm.side is not None)
    gone = [old for old in whole if not any(_is_still(old, arm) for arm in found)]
    for arm in found:
        same = [old for old in whole if arm.armless and _is_most(arm, old)]
        if not same and arm.armless and arm.moves:
            same = [old for old in gone if math.dist(arm.tip, old.tip) < JUMP_MM]
        yield _as_before(mat, arm, same[0]) if same else arm


def _is_still(old: Arm, arm: Arm) -> bool:
    """Whether an arm reaches in where another did, or is most of what that was."""
    reaches = arm.side is not None and math.dist(arm.entry, old.entry) < ENTRY_MM
    return reaches or _is_most(arm, old)


def _is_most(part: Arm, arm: Arm) -> bool:
    """Whether a part is most of what an arm was."""
    here = np.count_nonzero(part.mask & arm.mask)
    larger = max(np.count_nonzero(part.mask), np.count_nonzero(arm.mask))
    return bool(here > _MOST * larger)


def _as_before(mat: Mat, part: Arm, arm: Arm) -> Arm:
    entry = np.array(arm.entry) * SCALE
    tip = _tip(_points(part.mask), entry)
    return replace(
        part,
        side=arm.side,
        tip=_mm(tip),
        zone=_zone_of_fingers(mat, tip, entry),
        entry=arm.entry,
        width=arm.width,
        points=mat.zone_at(*_mm(tip)) is None,
        cut=True,
    )


def parted(mat: Mat, found: Iterable[Arm], before: Iterable[Arm], outside: Mask) -> Iterator[Arm]:
    """Arms that touch each other, told apart where one of them has not moved since ``before``."""
    before = tuple(arm for arm in before if arm.side is not None)
    for arm in found:
        for old in before:
            here = old.mask & arm.mask
            kept = _KEPT * np.count_nonzero(old.mask)
            if arm.side is None or np.count_nonzero(here) < kept:
                continue
            more = opened(arm.mask & ~grown(old.mask, _SEAM_MM), _SEAM_MM)
            parts = arms(mat, more, outside)
            if any(_is_another(part, old) for part in parts):
                yield replace(old, mask=here, holds=False)
                others = (other for other in before if other is not old)
                yield from parted(mat, parts, others, outside)
                break
        else:
            yield arm


def _is_another(part: Arm, old: Arm) -> bool:
    """Whether a part of what touches an arm is somebody else's."""
    apart = math.dist(part.entry, old.entry) >= ENTRY_MM
    return part.width >= _WRIST_MM and apart


def stays(before: Arm, now: Arm, end_mm: float) -> bool:
    """Whether an arm has not moved except for its last mm, which a hand's grip changes."""
    reach = min(math.dist(arm.tip, arm.entry) for arm in (before, now)) - end_mm
    parts = [_within(arm, max(reach, _LEAST_REACH_MM)) for arm in (before, now)]
    larger = max(np.count_nonzero(part) for part in parts)
    return bool(np.count_nonzero(parts[0] & parts[1]) >= _KEPT * larger > 0)


def _within(arm: Arm, reach: float) -> Mask:
    """The part of an arm within a distance of its entry, mm."""
    y, x = np.ogrid[: arm.mask.shape[0], : arm.mask.shape[1]]
    off = np.square(x / SCALE - arm.entry[0]) + np.square(y / SCALE - arm.entry[1])
    return np.asarray(arm.mask & (off <= reach**2))


def _belongs(part: Arm, arm: Arm) -> bool:
    """Whether a part may be an arm's hand: near its end, and not still while the arm moves."""
    off = _points(part.mask) / SCALE - np.array(arm.tip)
    return part.moves >= arm.moves and float(np.hypot(*off.T).min()) < _CUT_MM


def _one(mat: Mat, arm: Arm, part: Arm) -> Arm:
    entry = np.array(arm.entry) * SCALE
    mask = arm.mask | part.mask
    tip = _tip(_points(mask), entry)
    return replace(
        arm,
        tip=_mm(tip),
        zone=_zone_of_fingers(mat, tip, entry),
        mask=mask,
        moves=part.moves,
        points=mat.zone_at(*_mm(tip)) is None,
    )


def _arms(mat: Mat, mask: Mask, outside: Mask) -> Iterator[Arm]:
    count, labels = cv2.connectedComponents(as_bytes(mask))
    edges = _edges(Same(outside))
    for label in range(1, count):
        part = labels == label
        if np.count_nonzero(part) >= LEAST_MM2 * SCALE**2:
            yield _arm(mat, part, edges)


def _arm(mat: Mat, mask: Mask, edges: _Edges) -> Arm:
    contacts = {side: _among(px, mask) for side, px in edges.sides.items()}
    side = max(contacts, key=lambda s: len(contacts[s]))
    points = _points(mask)
    if not len(contacts[side]):
        at = _mm(points.mean(axis=0))
        return Arm(None, at, mat.zone_at(*at), at, mask, _card_like(points))
    width = len(contacts[side]) / _EDGE_PX / SCALE
    tip = _tip(points, contacts[side].mean(axis=0))
    side, entry = _entry(contacts, tip)
    tip = _tip(points, entry)
    zone, ahead = _zone_of_fingers(mat, tip, entry), mat.zone_at(*_mm(tip)) is None
    return Arm(side, _mm(tip), zone, _mm(entry), mask, width=width, points=ahead)


def _entry(
    contacts: dict[Side, NDArray[np.float64]], tip: NDArray[np.float64]
) -> tuple[Side, NDArray[np.float64]]:
    """The edge that an arm crosses, and where: at its end, even if it lies along an edge or over a corner."""
    reaches = {s: np.hypot(*(px - tip).T) for s, px in contacts.items() if len(px)}
    end = max(float(reach.max()) for reach in reaches.values()) - _SLEEVE_MM * SCALE
    parts = {s: contacts[s][reach >= end] for s, reach in reaches.items()}
    side = max(parts, key=lambda s: len(parts[s]))
    return side, np.concatenate(list(parts.values())).mean(axis=0)


def _tip(points: NDArray[np.float64], entry: NDArray[np.float64]) -> NDArray[np.float64]:
    reach = np.square(points[:, 0] - entry[0]) + np.square(points[:, 1] - entry[1])
    least = max(0.0, math.sqrt(reach.max()) - _TIP_MM * SCALE)
    far = np.flatnonzero(reach >= least**2)
    return np.asarray(points[far].mean(axis=0))


def _zone_of_fingers(mat: Mat, tip: NDArray[np.float64], entry: NDArray[np.float64]) -> str | None:
    """The zone of the fingertips, or, between two zones, the one that they point at."""
    ahead = (tip - entry) / (np.linalg.norm(tip - entry) or 1.0)
    pointed = tip + POINTING_MM * SCALE * ahead
    return mat.zone_at(*_mm(tip)) or mat.zone_at(*_mm(pointed))


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """The px from which an arm can come: the border of the mat, or that of the picture if it cuts the mat off."""

    sides: Mapping[Side, Px]
    """Row by row."""
    any: Px


@lru_cache(maxsize=2)
def _edges(of: Same) -> _Edges:
    """The edges of what is seen of a mat of which a part is outside the picture."""
    outside, shape = of.array, of.array.shape
    seen = ~outside
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    y, x = np.indices(shape)
    rim = grown(outside, _EDGE_PX * PX_MM)
    distances: dict[Side, NDArray[np.int64]] = {
        "top": y - rows[0],
        "right": columns[-1] - x,
        "bottom": rows[-1] - y,
        "left": x - columns[0],
    }
    nearest = np.stack(list(distances.values())).argmin(axis=0)
    sides = {
        side: (nearest == n) & ((distance < _EDGE_PX) | rim)
        for n, (side, distance) in enumerate(distances.items())
    }
    some = reduce(np.logical_or, sides.values())
    return _Edges({side: np.nonzero(px) for side, px in sides.items()}, np.nonzero(some))


def _card_like(points: NDArray[np.float64]) -> bool:
    _, sides, _ = cv2.minAreaRect(points.astype(np.float32))
    short, long = sorted((side + 1) / SCALE for side in sides)
    return bool(
        len(points) > 0.8 * short * long * SCALE**2
        and abs(short / CARD_WIDTH_MM - 1) < 0.25
        and abs(long / CARD_HEIGHT_MM - 1) < 0.25
    )


def _points(mask: Mask) -> NDArray[np.float64]:
    """The px of a mask, which has some, as (x, y), shape (n, 2)."""
    return np.asarray(cv2.findNonZero(as_bytes(mask)), np.float64).reshape(-1, 2)


def _among(px: Px, mask: Mask) -> NDArray[np.float64]:
    """Those of some px that are in a mask as (x, y), shape (n, 2)."""
    there = mask[px]
    return np.stack([px[1][there], px[0][there]], axis=1).astype(np.float64)


def _mm(px: NDArray[np.float64]) -> Point:
    return (float(px[0]) + 0.5) / SCALE, (float(px[1]) + 0.5) / SCALE
