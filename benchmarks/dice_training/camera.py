"""What a camera makes of a painted picture: shade, blur, noise, its balance of white."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.dice_training.grounds import rectangle
from benchmarks.dice_training.places import SIZE, PaintedDie


def through_camera(
    rng: np.random.Generator, image: np.ndarray, dice: list[PaintedDie]
) -> np.ndarray:
    """Light, blur, noise, sharpening and compression of a camera whose pixels are as large as the picture's, or larger."""
    least = min((die.edge for die in dice), default=30.0)
    share = float(np.clip(rng.uniform(0.5, 1.3), max(0.4, 15.0 / least), 1.0))
    image = image * _shade(rng)
    image = (
        np.clip(image, 0, None)
        * np.exp(rng.normal(-0.05, 0.25))
        * (1 + rng.normal(0, 0.07, 3))
    )
    if rng.random() < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.25, 0.05 * least))
    if rng.random() < 0.08:
        image = _moved(rng, image, least)
    small = (
        cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        if share < 0.97
        else image
    )
    if rng.random() < 0.15:
        small = cv2.medianBlur(small.astype(np.float32), 3)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.8, 1.6))
        small = small + rng.uniform(0.3, 1.6) * (small - soft)
    noise = rng.uniform(0, 0.02) if rng.random() < 0.8 else rng.uniform(0.02, 0.06)
    small = small + rng.normal(0, noise, small.shape) * (
        0.5 + np.sqrt(np.clip(small, 0, 1))
    )
    bytes_ = (np.clip(small, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.85:
        quality = int(rng.integers(45, 96))
        bytes_ = as_jpeg(bytes_, quality)
    kind = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    return cv2.resize(bytes_, (SIZE, SIZE), interpolation=kind)


def as_jpeg(image: np.ndarray, quality: int) -> np.ndarray:
    """What a picture, bytes, is like after it was compressed (1 to 100: hardly)."""
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


def _shade(rng: np.random.Generator) -> np.ndarray:
    """A shadow's edge over everything, sometimes."""
    if rng.random() < 0.75:
        return np.ones((1, 1, 1), np.float32)
    mask = np.ones((SIZE, SIZE), np.float32)
    cv2.fillPoly(
        mask,
        [rectangle(rng, rng.uniform(30, 160), rng.uniform(60, 300))],
        rng.uniform(0.3, 0.85),
    )
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 14))[..., None]


def _moved(rng: np.random.Generator, image: np.ndarray, edge: float) -> np.ndarray:
    length = max(2, int(rng.uniform(0.04, 0.1) * edge))
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
