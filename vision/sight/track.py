"""Follows a table through the frames of a source: what did not change is known, what changed is looked at again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Point
from companion.pieces import TAG_MM
from vision.frame import Grey
from vision.match.sampling import PicturePart, Pyramid
from vision.pose import Pose, markers_mm, pose_of
from vision.reading import Reading, ReadingLimits, Sighting
from vision.sight.bending import strain
from vision.sight.look import Findings, Wanted, look, odd_size
from vision.sight.markers import Markers, find_markers
from vision.sight.overview import overview
from vision.tags import MODULES

# What limits reading -----------------------------------------------------------------


_ROWS: Final = 24
_COLUMNS: Final = 1280
"""The rows of the picture in which the noise is measured, and how far along them."""


def limits_of(
    grey: Grey,
    pose: Pose,
    size_mm: float,
    blur_px: float | None,
    glare: float,
    known: ReadingLimits | None,
) -> ReadingLimits:
    """What limits reading symbols of a size on the mat; without visible markers, the blur is the one last ``known``."""
    px_per_module = pose.px_per_mm * size_mm / MODULES
    sharpness = known.sharpness if known else None
    if blur_px is not None:
        sharpness = blur_px / px_per_module
    return ReadingLimits(px_per_module, sharpness, noise_of(grey), glare)


def noise_of(grey: Grey) -> float:
    """The standard deviation of a picture's noise, grey levels.

    The median of second differences along rows: linear shading does not affect them,
    and edges affect only a few.
    """
    rows = grey[:: max(1, grey.shape[0] // _ROWS), :_COLUMNS].astype(np.int16)
    bend = np.abs(rows[:, 2:] - 2 * rows[:, 1:-1] + rows[:, :-2]).ravel()
    middle = (bend.size - 1) // 2
    level = int(np.partition(bend, middle)[middle])
    # They are integers: those of the median's level are taken to be spread evenly about it.
    before, until = np.count_nonzero(bend < level), np.count_nonzero(bend <= level)
    median = level - 0.5 + (bend.size / 2 - before) / (until - before)
    return float(max(median, 0.0) / 0.6745 / np.sqrt(6))


# Tracks ------------------------------------------------------------------------------


SMALL_PX: Final = 400
"""Changes are detected in the picture halved until its longer side is at most this."""
LEAST_CHANGE: Final = 6.0
MOST_CHANGE: Final = 14.0
"""A pixel of the small picture has changed if it differs by six times the mean difference, within these limits (grey levels)."""
AROUND_MM: Final = 32.0
"""How far around a change symbols may be affected: a tag's diagonal and half a finder."""
WHOLE: Final = 0.45
"""If a larger share of the picture has to be looked at again, the whole of it is."""
RELOOKS: Final = (3, 20, 200)
"""After these numbers of frames without a change the whole picture is looked at again: what was missed gets another chance."""
STAYED_PX: Final = 1.2
"""A marker farther than this from where the pose puts it has been moved, or the camera has."""

ByteMask: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What one frame passes on to the next."""

    reading: Reading
    small: Grey
    """The small picture, with each part as it was when last looked at."""
    scale: float
    """px of ``small`` per px of the picture."""
    calm: int = 0
    """Frames without a change."""


def fresh(wanted: Wanted, picture: Pyramid, last: Reading | None = None) -> Reading:
    """A look at the whole picture; of the ``last`` reading only the pose and its limits are used."""
    if not wanted.mats:
        return _reading(picture.size, None, look(wanted, picture, None), ReadingLimits())
    before = last.pose if last else None
    markers = find_markers(picture, wanted.mats, before, wanted.lens)
    pose = _posed(wanted, markers, picture, before)
    if pose is None:
        return _without_mat(wanted, picture, markers, live=last is not None)
    known = last.limits if last else None
    seen, above = look(wanted, picture, pose), overview(picture, pose)
    blur, glare = markers.blur_px, above.glare
    size_mm = odd_size(pose, seen.sightings) or wanted.sizes_mm[0]
    limits = limits_of(picture.grey, pose, size_mm, blur, glare, known)
    strained = strain(pose, matched(seen.sightings))
    limits = replace(limits, more_mats=markers.more, strain=strained)
    places = (*above.outlines(seen.sightings), *seen.unread)
    unread = _unexplained(pose.mat, places, seen.sightings)
    reading = _reading(picture.size, pose, replace(seen, unread=unread), limits)
    return replace(reading, markers=markers.corners)


def matched(seen: Iterable[Sighting]) -> NDArray[np.float64]:
    """The corners of the symbols that were found in this very picture, px, shape (n, 4, 2)."""
    return np.array([one.corners for one in seen if one.by == "match"]).reshape(-1, 4, 2)


def _posed(wanted: Wanted, markers: Markers, picture: Pyramid, last: Pose | None) -> Pose | None:
    """The pose given by the markers, or, if none are visible, the last good one."""
    mat = markers.mat or (last.mat if last else None)
    if mat is None:
        return None
    return pose_of(mat, markers.corners, picture.size, last, wanted.lens)


def _without_mat(wanted: Wanted, picture: Pyramid, markers: Markers, live: bool) -> Reading:
    """A picture without a mat: cards in a hand, or the mirrored mat, or nothing.

    A search at every size and tilt is too slow for a live picture, and without a mat
    there are no zones for it anyway.
    """
    mirrored = not markers.corners and _mirrored(wanted, picture)
    seen = Findings() if mirrored or live else look(wanted, picture, None)
    limits = ReadingLimits(mirrored=mirrored, more_mats=markers.more)
    return _reading(picture.size, None, seen, limits)


def follow(wanted: Wanted, picture: Pyramid, memory: Memory | None) -> tuple[Reading, Memory]:
    """A look at the next frame, and what to remember of it."""
    small, scale = picture.within(SMALL_PX)
    if memory is None or memory.reading.size != picture.size:
        reading = fresh(wanted, picture)
        return reading, Memory(reading, small, scale)
    changed = _changed(small, memory.small)
    if changed is None:
        return _calm(wanted, picture, memory)
    return _after_change(wanted, picture, small, changed, memory)


def _reading(
    size: tuple[int, int], pose: Pose | None, seen: Findings, limits: ReadingLimits
) -> Reading:
    return Reading(size, pose, seen.sightings, seen.unknown, seen.unread, limits)


def _mirrored(wanted: Wanted, picture: Pyramid) -> bool:
    """Whether a mat's markers are found in the mirrored picture."""
    mirror = Pyramid(np.ascontiguousarray(picture.grey[:, ::-1]))
    return len(find_markers(mirror, wanted.mats, lens=wanted.lens).corners) >= 3


def _changed(small: Grey, before: Grey) -> ByteMask | None:
    """Where the small picture has changed; None if nowhere."""
    difference = cv2.absdiff(small, before)
    mean = float(cv2.mean(difference)[0])
    limit = min(max(LEAST_CHANGE, 6 * mean), MOST_CHANGE)
    if cv2.minMaxLoc(difference)[1] <= limit:
        return None
    return (np.asarray(difference) > limit).astype(np.uint8)


def _calm(wanted: Wanted, picture: Pyramid, memory: Memory) -> tuple[Reading, Memory]:
    """Nothing changed: everything known is confirmed at its place, and from time to time more is searched."""
    calm, reading = memory.calm + 1, memory.reading
    if calm == 1:
        reading = replace(reading, sightings=_tracked(reading.sightings))
    if calm in RELOOKS:
        again = fresh(wanted, picture, reading)
        reading = _united(again, again.sightings, reading.sightings)
    return reading, replace(memory, reading=reading, calm=calm)


def _after_change(
    wanted: Wanted, picture: Pyramid, small: Grey, changed: ByteMask, memory: Memory
) -> tuple[Reading, Memory]:
    """Looks at what changed; at everything if that is a lot, or if the mat or the camera has moved."""
    known, pose = memory.reading, memory.reading.pose
    parts = _parts(changed, memory.scale, pose, known.size) if pose else ()
    if not pose or not parts or _moved(wanted, picture, changed, memory.scale, pose):
        # Other sizes are tried while nothing moves: that takes several times as long.
        reading = fresh(replace(wanted, finds_sizes=False), picture, known)
        return reading, Memory(reading, small, memory.scale)
    seen = [look(wanted, picture, pose, part) for part in parts]
    stays = _ChangedParts(changed, memory.scale, parts)
    reading = replace(
        known,
        unknown=(
            *(old for old in known.unknown if not stays.in_parts(old.corners)),
            *(new for one in seen for new in one.unknown),
        ),
        unread=(
            *(old for old in known.unread if not stays.in_parts((pose.px(old),))),
            *(new for one in seen for new in one.unread),
        ),
    )
    kept = [old for old in known.sightings if not stays.touches(old.corners)]
    new = each_once(sighting for one in seen for sighting in one.sightings)
    reading = _united(reading, new, _tracked(kept))
    return reading, Memory(reading, stays.renewed(small, memory.small), memory.scale)


def _united(reading: Reading, new: Sequence[Sighting], kept: Sequence[Sighting]) -> Reading:
    """The reading with the new sightings, and the old ones whose place has no new one."""
    still = [old for old in kept if not _there(old, new)]
    sightings = (*new, *still)
    mat = reading.mat
    unread = _unexplained(mat, reading.unread, sightings) if mat else ()
    return replace(reading, sightings=sightings, unread=unread)


def _unexplained(
    mat: Mat, places: Iterable[Point], sightings: Iterable[Sighting]
) -> tuple[Point, ...]:
    """Places (mm) of symbols that are neither markers of the mat nor tags of a card that is read.

    Of a card's two tags one may lie half under another card.
    """
    known = [(tag, TAG_MM / 2) for seen in sightings for tag in _both_tags(seen)]
    markers = markers_mm(mat, mat.markers).mean(axis=1)
    known += [((x, y), mat.marker.side / 2) for x, y in markers.tolist()]
    return tuple(
        place for place in places if all(math.dist(place, at) > reach for at, reach in known)
    )


def _both_tags(seen: Sighting) -> Iterator[Point]:
    """Where a card's tags lie on the mat, mm: the second is the first rotated about the card's centre; a sticker has only one."""
    if seen.tag is not None and seen.centre is not None:
        yield seen.tag
        yield 2 * seen.centre[0] - seen.tag[0], 2 * seen.centre[1] - seen.tag[1]


def each_once(sightings: Iterable[Sighting]) -> list[Sighting]:
    """The sightings, each once although several parts may show it: parts are upright rectangles and may overlap."""
    once: list[Sighting] = []
    for seen in sightings:
        if not _there(seen, once):
            once.append(seen)
    return once


def _there(old: Sighting, others: Iterable[Sighting]) -> bool:
    """Whether any of some others was read where this one was."""
    here, near = old.middle, math.dist(*old.corners[:2]) / 3
    return any(math.dist(here, other.middle) < near for other in others)


def _tracked(sightings: Sequence[Sighting]) -> tuple[Sighting, ...]:
    return tuple(seen if seen.by == "track" else replace(seen, by="track") for seen in sightings)


def _parts(
    changed: ByteMask, scale: float, pose: Pose, size: tuple[int, int]
) -> tuple[PicturePart, ...]:
    """The parts of the picture (px) to look at again; none where the whole is to be looked at."""
    reach = math.ceil(AROUND_MM * pose.px_per_mm * scale)
    near = cv2.dilate(changed, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    around, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    # From the top down; what lies within a hole of another is in that one's box.
    parts = [_part(cv2.boundingRect(one), scale, size) for one in reversed(around)]
    area = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in parts)
    return tuple(parts) if area < WHOLE * size[0] * size[1] else ()


def _part(box: Sequence[int], scale: float, size: tuple[int, int]) -> PicturePart:
    x, y, width, height = (round(side / scale) for side in box)
    return x, y, min(x + width, size[0]), min(y + height, size[1])


def _moved(wanted: Wanted, picture: Pyramid, changed: ByteMask, scale: float, pose: Pose) -> bool:
    """Whether a marker whose surroundings changed is no longer where the pose puts it, or another mat lies there."""
    change = _ChangedParts(changed, scale, ())
    mat, quads = pose.mat, pose.markers_px
    if not any(change.touches(quad.tolist()) for quad in quads.values()):
        return False
    seen = find_markers(picture, wanted.mats, pose, wanted.lens)
    if seen.mat not in (None, mat):
        return True
    off = [np.mean(quad - quads[n], axis=0) for n, quad in seen.corners.items()]
    return any(float(np.linalg.norm(shift)) > STAYED_PX for shift in off)


@dataclass(frozen=True, slots=True, eq=False)
class _ChangedParts:
    """Where the picture changed, and the parts that are looked at again because of it."""

    mask: ByteMask
    scale: float
    parts: tuple[PicturePart, ...]

    def touches(self, points: Sequence[Sequence[float]]) -> bool:
        """Whether anything changed in the bounding box of some points (px), plus one small pixel each way."""
        xs, ys = zip(*points, strict=True)
        x0, y0 = (max(math.floor(min(v) * self.scale) - 1, 0) for v in (xs, ys))
        x1, y1 = (math.ceil(max(v) * self.scale) + 2 for v in (xs, ys))
        # What ends before the picture begins touches nothing; a negative end would count from the other side.
        return bool(self.mask[y0 : max(y1, 0), x0 : max(x1, 0)].any())

    def in_parts(self, points: Sequence[Sequence[float]]) -> bool:
        """Whether the middle of some points (px) is looked at again."""
        x, y = (sum(v) / len(points) for v in zip(*points, strict=True))
        return any(x0 <= x < x1 and y0 <= y < y1 for x0, y0, x1, y1 in self.parts)

    def renewed(self, small: Grey, before: Grey) -> Grey:
        """The small picture, renewed only where it was looked at: slow changes elsewhere will add up."""
        near = cv2.dilate(self.mask, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.copyTo(small, near, before.copy()), np.uint8)
