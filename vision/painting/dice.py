"""Dice painted as a camera would see them: their sides in perspective, pips, symbols, light."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Colour
from vision.painting.cubes import CubeView, looked_up, on_faces, seen_cube
from vision.painting.layout import PaintedDie
from vision.painting.sprites import Patch, shaded
from vision.painting.view import View, pose
from vision.printing.marks import Ink

ROUNDING: Final = 0.28
BODIES: Final[dict[str, Ink]] = {
    "black": (34, 33, 33),
    "white": (236, 233, 222),
    "red": (190, 26, 30),
    "pink": (236, 124, 164),
}
"""The body colours of dice; any other colour is grey."""
_GREY: Final[Ink] = (128, 128, 128)
_SIDE: Final = 64
_SPREAD: Final = 0.25
_PIP: Final = 0.1
_SHADOW: Final = 0.7


def die_patches(dice: tuple[PaintedDie, ...], view: View) -> Iterator[Patch]:
    """The dice as the camera sees them, in order."""
    return (_patch(die, view) for die in dice)


def top_corners(die: PaintedDie, view: View) -> NDArray[np.float64]:
    """The corners of the top face in the picture, its own top left first, px, shape (4, 2)."""
    centre, axes = _local(die, view)
    turn = axes @ _turn(die)
    square = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]) / 2
    return np.asarray(square * die.edge_mm @ turn.T + centre)


@lru_cache(maxsize=64)
def _patch(die: PaintedDie, view: View) -> Patch:
    centre, axes = _local(die, view)
    scale, turn = _as_rotation(axes)
    at = float(centre[0]), float(centre[1])
    cube = seen_cube(at, die.edge_mm * scale, ROUNDING, turn @ _turn(die))
    rows, columns = cube.shape
    rays = np.zeros((rows * columns, 4), np.float32)
    rays[cube.rays] = np.column_stack([_colours(cube, die), np.full(len(cube.rays), 255)])
    small = cv2.resize(
        rays.reshape(rows, columns, 4), (columns // 2, rows // 2), interpolation=cv2.INTER_AREA
    )
    colours = small[..., :3] * (255 / np.maximum(small[..., 3:], 1))
    whole = np.concatenate([colours, small[..., 3:]], axis=-1).clip(0, 255)
    room = math.ceil(die.edge_mm * scale / 3)
    ink = np.pad(whole.astype(np.uint8), ((room, room), (room, room), (0, 0)))
    left, top = cube.at
    return shaded((left - room, top - room), ink, view, _SHADOW)


def _local(die: PaintedDie, view: View) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A die's middle in the picture, and the px for a mm to the right, down and up there, shape (2, 3)."""
    tilt = math.radians(die.lean)
    high = die.height + die.edge_mm / 2 * (math.cos(tilt) + math.sin(tilt))
    x, y = die.at
    level = pose(view, high).to_px(np.array([[x, y], [x + 1, y], [x, y + 1]]))
    above = pose(view, high + 1).to_px(np.array([[x, y]]))[0]
    steps = [level[1] - level[0], level[2] - level[0], above - level[0]]
    return level[0], np.stack(steps, axis=1)


def _as_rotation(axes: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """The scale and the rotation (right, down, away) of a distant camera with these ``axes``."""
    left, scales, right = np.linalg.svd(axes, full_matrices=False)
    across, down = left @ right
    away = np.cross(across, down)
    turn = np.stack([across, down, away if away[2] < 0 else -away])
    return float(scales.mean()), turn


def _turn(die: PaintedDie) -> NDArray[np.float64]:
    """From a die's own frame, its top towards +z, to the mat's: right, down, up."""
    yaw, tilt = math.radians(die.turn), math.radians(die.lean)
    flat = np.array(
        [[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1]]
    )
    lean = np.array(
        [[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]]
    )
    return np.asarray(flat @ lean, np.float64)


def _colours(cube: CubeView, die: PaintedDie) -> NDArray[np.float32]:
    """Blue, green and red of each ray that meets the die."""
    body = np.array(BODIES.get(die.colour, _GREY)[::-1], np.float32)
    pips = np.float32(244 if body.mean() < 110 else 24)
    ink = looked_up(_atlas(die.value), on_faces(cube.points, _SIDE))[:, None]
    level = 0.72 + 0.28 * np.clip(-cube.normals[:, 2:] + 0.1, 0, 1)
    return np.asarray((body * (1 - ink) + pips * ink) * level, np.float32)


@lru_cache(maxsize=8)
def _atlas(value: str) -> NDArray[np.float32]:
    """The six faces of a die with a value on top, shape (6 side, side)."""
    low = {"symbol": "1", "6": "1"}.get(value) or str(7 - int(value))
    around = [v for v in "123456" if v not in (value, low)][:4]
    faces = [*around, value, low]
    return np.concatenate([_face(each) for each in faces])


def _face(value: str) -> NDArray[np.float32]:
    """One face: 1 where there is ink."""
    big = np.zeros((4 * _SIDE, 4 * _SIDE), np.uint8)
    if value == "symbol":
        _star(big)
    else:
        for x, y in pip_places(int(value)):
            at = round((0.5 + x) * len(big)), round((0.5 + y) * len(big))
            cv2.circle(big, at, round(_PIP * len(big)), 255, -1)
    small = cv2.resize(big, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, np.float32)


def pip_places(value: int, spread: float = _SPREAD) -> tuple[tuple[float, float], ...]:
    """The places of a value's pips, in shares of the edge from the face's middle."""
    corner, other, side = (spread, spread), (spread, -spread), (spread, 0.0)
    pairs = {
        2: [corner],
        3: [corner],
        4: [corner, other],
        5: [corner, other],
        6: [corner, other, side],
    }
    both = [at for x, y in pairs.get(value, []) for at in ((x, y), (-x, -y))]
    return (*both, (0.0, 0.0)) if value % 2 else tuple(both)


def _star(big: Colour | NDArray[np.uint8]) -> None:
    """The symbol: a star with a ring around it."""
    n = len(big)
    way = np.arange(10) * math.pi / 5
    far = np.where(np.arange(10) % 2, 0.12, 0.3) * n
    points = np.stack([n / 2 + far * np.sin(way), n / 2 - far * np.cos(way)], axis=1)
    cv2.fillPoly(big, [np.round(points).astype(np.int32)], 255)
    cv2.circle(big, (n // 2, n // 2), round(0.38 * n), 255, round(0.035 * n))
