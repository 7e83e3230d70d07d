"""What a camera makes of a painted picture: shade, exposure, focus, noise, its balance of white."""

from __future__ import annotations

import math

import cv2
import numpy as np

from benchmarks.dice_training.grounds import rectangle
from benchmarks.dice_training.places import SIZE, PaintedDie

STOPS = (-1.5, 0.6)
"""How far the exposure of every second picture may be off, in stops."""
FOCUS = 0.15
"""How wide the blur of a lens may be beside an edge: 2.5 px where edges are 17."""


def through_camera(
    rng: np.random.Generator, image: np.ndarray, dice: list[PaintedDie]
) -> tuple[np.ndarray, np.ndarray]:
    """Light, blur, noise, sharpening and compression of a camera whose pixels are as large as the picture's, or larger; and what white is times, shape (3,)."""
    least = min((die.edge for die in dice), default=30.0)
    share = float(np.clip(rng.uniform(0.5, 1.3), max(0.4, 14.0 / least), 1.0))
    gain = _exposed(rng) * (1 + rng.normal(0, 0.07, 3))
    image = np.clip(image * _shade(rng, dice), 0, None) * gain
    image = _focused(rng, image, least)
    small = (
        cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        if share < 0.97
        else image
    )
    small = _noisy(rng, small.astype(np.float32))
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.8, 1.6))
        small = small + rng.uniform(0.3, 1.6) * (small - soft)
    bytes_ = (np.clip(small, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.9:
        bytes_ = as_jpeg(bytes_, int(rng.integers(60, 96)))
    kind = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    return cv2.resize(bytes_, (SIZE, SIZE), interpolation=kind), gain


def as_jpeg(image: np.ndarray, quality: int) -> np.ndarray:
    """What a picture, bytes, is like after it was compressed (1 to 100: hardly)."""
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


def _exposed(rng: np.random.Generator) -> float:
    if rng.random() < 0.5:
        return float(np.exp(rng.normal(-0.05, 0.2)))
    # Of the light a camera tells the power of 1 / 2.2.
    return float(2 ** (rng.uniform(*STOPS) / 1.6))


def _shade(rng: np.random.Generator, dice: list[PaintedDie]) -> np.ndarray:
    """Shadows over everything: of a shelf, of an arm, of one bar of a window, hard or soft, some through a single die."""
    shade = np.ones((SIZE, SIZE, 3), np.float32)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.28, 0.12]))):
        mask: np.ndarray = np.zeros((SIZE, SIZE), np.float32)
        wide = rng.uniform(8, 60) if rng.random() < 0.5 else rng.uniform(60, 260)
        box = rectangle(rng, wide, rng.uniform(60, 400))
        if dice and rng.random() < 0.6:
            die = dice[int(rng.integers(len(dice)))]
            side = box[0] + (box[1] - box[0]) * rng.random()
            way = die.at[:2] + SIZE / 2 + rng.normal(0, 0.3, 2) * die.edge - side
            box = (box + way).astype(np.int32)
        cv2.fillPoly(mask, [box], 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), math.exp(rng.uniform(-1.2, 2.6)))
        if rng.random() < 0.25:
            mask = 1 - mask
        deep = rng.uniform(0.15, 0.7) * (1 + rng.normal(0, 0.06, 3))
        shade *= 1 - np.clip(deep, 0, 0.9).astype(np.float32) * mask[..., None]
    return shade


def _focused(rng: np.random.Generator, image: np.ndarray, least: float) -> np.ndarray:
    """Through a lens: the blur of a camera that is nearly in focus, a disc of one that is not, or that of a moved one."""
    image = np.asarray(image, np.float32)
    draw = rng.random()
    if draw < 0.45:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.25, 0.05 * least))
    elif draw < 0.85:
        reach = max(0.6, rng.uniform(0.02, FOCUS) * least)
        image = np.asarray(cv2.filter2D(image, -1, _disc(reach)))
    return _moved(rng, image, least) if rng.random() < 0.1 else image


def _disc(reach: float) -> np.ndarray:
    side = 2 * math.ceil(reach) + 1
    off = np.arange(side) - side // 2
    far = np.hypot(off[:, None], off[None, :])
    disc = np.clip(reach + 0.5 - far, 0, 1).astype(np.float32)
    return disc / disc.sum()


def _noisy(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """With the noise of the sensor, at night as it is left after the camera has smoothed it: in spots, and in colour more than in light."""
    much = rng.uniform(0, 0.015) if rng.random() < 0.75 else rng.uniform(0.015, 0.045)
    noise = rng.normal(0, much, image.shape).astype(np.float32)
    noise *= 0.5 + np.sqrt(np.clip(image, 0, 1))
    if rng.random() < 0.35:
        grey = noise.mean(axis=2, keepdims=True)
        spots = cv2.GaussianBlur(noise - grey, (0, 0), rng.uniform(0.6, 2.0))
        fine = cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.3, 0.9))
        noise = rng.uniform(1, 2) * spots + rng.uniform(0.8, 1.4) * fine[..., None]
    image = image + noise
    if rng.random() < 0.15:
        image = cv2.medianBlur(image, 3)
    if rng.random() < 0.1:
        image = cv2.bilateralFilter(image, 5, rng.uniform(0.03, 0.12), 2.0)
    return image


def _moved(rng: np.random.Generator, image: np.ndarray, edge: float) -> np.ndarray:
    length = max(2, int(rng.uniform(0.04, 0.14) * edge))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    way = rng.normal(0, 1, 2)
    way = way / np.linalg.norm(way) * length / 2
    middle = np.array([length, length])
    cv2.line(
        kernel,
        tuple(np.round(middle - way).astype(int).tolist()),
        tuple(np.round(middle + way).astype(int).tolist()),
        1.0,
        1,
    )
    return cv2.filter2D(image, -1, kernel / kernel.sum())
