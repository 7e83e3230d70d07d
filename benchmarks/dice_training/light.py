"""A painted die in the light of a lamp, what it mirrors, and the shadows of all."""

from __future__ import annotations

import math

import cv2
import numpy as np

from benchmarks.dice_training.faces import SIDE as SIDE_OF_FACE
from benchmarks.dice_training.faces import atlas
from benchmarks.dice_training.makes import RGB, Look
from benchmarks.dice_training.places import SIZE, PaintedDie, View
from vision.painting.cubes import CubeView, looked_up, on_faces, seen_cube


def laid(
    rng: np.random.Generator,
    image: np.ndarray,
    owner: np.ndarray,
    number: int,
    die: PaintedDie,
    view: View,
    look: Look,
) -> float:
    """Paint a die over the picture; how many pixels its whole top face would have."""
    centre = view.px(die.at)
    turn = die.turn(view)
    fine = 2 if die.edge < 30 else 1
    cube = seen_cube((float(centre[0]), float(centre[1])), die.edge, look.rounding, turn, fine)
    faces = atlas(rng, die.value, 4)
    rays = np.zeros((cube.shape[0] * cube.shape[1], 5), np.float32)
    rays[cube.rays, :3] = _lit(rng, cube, faces, view, look)
    rays[cube.rays, 3] = 1
    rays[cube.rays, 4] = cube.points[:, 2] > 0.96
    side = cube.shape[0] // fine
    small = cv2.resize(rays.reshape(*cube.shape, 5), (side, side), interpolation=cv2.INTER_AREA)
    y0, x0 = cube.at[1], cube.at[0]
    a, b = max(0, y0), max(0, x0)
    c, d = min(SIZE, y0 + side), min(SIZE, x0 + side)
    if a < c and b < d:
        part = small[a - y0 : c - y0, b - x0 : d - x0]
        image[a:c, b:d] = image[a:c, b:d] * (1 - part[..., 3:4]) + part[..., :3]
        mine = owner[a:c, b:d]
        mine[part[..., 3] > 0.5] = -1
        mine[part[..., 4] > 0.5] = number
    return float((small[..., 4] > 0.5).sum())


def _lit(
    rng: np.random.Generator, cube: CubeView, faces: np.ndarray, view: View, look: Look
) -> np.ndarray:
    """The colours of a die's rays."""
    places = on_faces(cube.points, faces.shape[1])
    ink = looked_up(faces, places)[:, None]
    body: RGB = look.body.astype(np.float32)
    if look.marble:
        body = body + (look.second - body) * (look.marble * _swirl(rng, cube.points))[:, None]
    if look.clear:
        body = _shone_through(rng, body, cube, faces, look)
    colour = body * (1 - ink) + look.ink.astype(np.float32) * ink
    if look.sunk:
        aside = np.clip(
            places + rng.normal(0, 1.6, 2).astype(np.float32),
            0,
            np.array([SIDE_OF_FACE - 1, 6 * SIDE_OF_FACE - 1], np.float32),
        )
        colour = colour + look.sunk * (looked_up(faces, aside)[:, None] - ink)
    normals = cube.normals + np.float32(0.03)
    lamp, up = ((view.axes @ view.light).astype(np.float32), view.axes[:, 2].astype(np.float32))
    facing = np.clip(normals @ lamp, 0, 1)
    level = view.dim * (0.75 + 0.25 * (normals @ up)) + (1 - view.dim) * facing * 1.15
    lit = colour * (level[:, None] * view.lamp.astype(np.float32))
    if look.gloss:
        half = lamp + np.array([0, 0, -1], np.float32)
        shine = look.gloss * np.clip(normals @ (half / np.linalg.norm(half)), 0, 1) ** look.hard
        lit = lit + shine[:, None]
    if look.glare:
        mirrored = look.glare * _lamp_image(rng, cube)
        if rng.random() < 0.3:
            # What a rough coat mirrors glitters.
            grain = rng.uniform(0.2, 1.0)
            mirrored = mirrored * (1 + grain * rng.normal(0, 1, len(mirrored)))
        lamps = np.clip(1 + rng.normal(0, 0.08, 3), 0.7, 1.2)
        veil = np.clip(mirrored, 0, 1).astype(np.float32)[:, None]
        lit = lit + (lamps.astype(np.float32) - lit) * veil
    return np.clip(lit, 0, 1.2)


def _shone_through(
    rng: np.random.Generator, body: np.ndarray, cube: CubeView, faces: np.ndarray, look: Look
) -> np.ndarray:
    """The body of a clear die: paler along its edges, with a shade of the pips below and beside."""
    rim = np.sort(np.abs(cube.points), axis=1)[:, 1] ** 6
    side = cube.points + rng.normal(0, 0.25, 3).astype(np.float32)
    side[:, 2] *= -1
    ghost = looked_up(faces, on_faces(side, faces.shape[1]))
    paler = look.clear * (0.8 * rim + rng.uniform(0, 0.3) * _swirl(rng, cube.points))
    body = body + (1 - body) * np.float32(0.6) * paler[:, None]
    return body + (look.ink - body) * (0.35 * look.clear * ghost)[:, None]


def _swirl(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    """Clouds or veins, 0 to 1."""
    fine = rng.uniform(1.0, 4.5)
    waves, starts = (
        rng.normal(0, fine, (3, 5)).astype(np.float32),
        rng.uniform(0, 6.3, 5).astype(np.float32),
    )
    bent = points + 0.3 * np.sin(2 * points[:, [1, 2, 0]] + starts[:3])
    total = np.sin(bent @ waves + starts).sum(axis=-1)
    return np.clip(0.5 + rng.uniform(0.2, 1.0) * total, 0, 1)


def _lamp_image(rng: np.random.Generator, cube: CubeView) -> np.ndarray:
    """Lamps mirrored in a die: in all of its top, up to a soft edge, as a patch, or as an arc along a bulging face's rim."""
    kinds = (_all_over, _all_over, _half_over, _half_over, _patch, _arc, _arc)
    seen = np.zeros(len(cube.points), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        kind = kinds[int(rng.integers(len(kinds)))]
        seen = np.maximum(seen, rng.uniform(0.3, 1.0) * kind(rng, cube.points))
    return seen


def _on_top(points: np.ndarray) -> np.ndarray:
    return np.clip((points[:, 2] - 0.9) * 12, 0, 1)


def _all_over(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    return _on_top(points)


def _half_over(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    way = rng.normal(0, 1, 2)
    way /= np.linalg.norm(way)
    off = points[:, :2] @ way + rng.uniform(-0.5, 0.8)
    return _on_top(points) / (1 + np.exp(-off * rng.uniform(3, 30)))


def _patch(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    """A window or a lamp: an ellipse, or nearly a square."""
    turn = rng.uniform(0, math.pi)
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    off = np.abs((points[:, :2] - rng.normal(0, 0.5, 2)) @ spin) / rng.uniform(0.08, 0.6, 2)
    power = rng.choice([2.0, 6.0])
    far = (off**power).sum(axis=1) ** (1 / power)
    return _on_top(points) / (1 + np.exp(np.clip((far - 1) * rng.uniform(4, 30), -30, 30)))


def _arc(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    """A thin bright line that follows the rim of the top or of a side, part of the way round."""
    face = int(rng.choice([2, 2, 2, 0, 1]))
    across = points[:, [axis for axis in range(3) if axis != face]]
    power = rng.choice([2.0, 3.0, 5.0])
    far = (np.abs(across) ** power).sum(axis=1) ** (1 / power)
    line = np.exp(-(((far - rng.uniform(0.45, 0.95)) / rng.uniform(0.03, 0.12)) ** 2))
    around = np.angle(np.exp(1j * (np.arctan2(*across.T) - rng.uniform(0, 6.3))))
    part = 1 / (1 + np.exp((np.abs(around) - rng.uniform(0.4, 2.5)) * 8))
    return (np.abs(points[:, face]) > 0.85) * line * part


def shadows(
    rng: np.random.Generator, image: np.ndarray, view: View, dice: list[PaintedDie]
) -> None:
    """Shadows on the table, hard or soft, and the dark below each die."""
    dark: np.ndarray = np.zeros((SIZE, SIZE), np.float32)
    near: np.ndarray = dark.copy()
    reach = view.light[:2] / max(view.light[2], 0.35)
    for die in dice:
        corners = die.corners(0.96)
        thrown = corners - np.column_stack([np.outer(corners[:, 2], reach), corners[:, 2]])
        below = corners * (1, 1, 0)
        hull = cv2.convexHull(view.px(np.concatenate([below, thrown])).astype(np.float32))
        cv2.fillConvexPoly(dark, hull.astype(np.int32), 1.0)
        foot = view.px(below[np.argsort(corners[:, 2])[:4]]).astype(np.float32)
        cv2.fillConvexPoly(near, cv2.convexHull(foot).astype(np.int32), 1.0)
    dark = cv2.GaussianBlur(dark, (0, 0), math.exp(rng.uniform(-0.7, 2.2)))
    near = cv2.GaussianBlur(near, (0, 0), rng.uniform(1, 4))
    image *= (1 - rng.uniform(0, 1.1) * (1 - view.dim * 0.6) * dark)[..., None]
    image *= (1 - rng.uniform(0.1, 0.6) * near)[..., None]
