"""What painted dice lie on: cloth, felt, checks, wood."""

from __future__ import annotations

import math

import cv2
import numpy as np

from benchmarks.dice_training.makes import RGB, hue
from benchmarks.dice_training.places import SIZE


def surface(rng: np.random.Generator, size: int = SIZE) -> np.ndarray:
    """A table, felt, cloth or paper, shape (size, size, 3)."""
    kinds = (_plain, _plain, _felt, _felt, _checks, _stripes, _plaid, _dots, _wood, _clutter)
    image = kinds[int(rng.integers(len(kinds)))](rng, size).astype(np.float32)
    x, y = np.meshgrid(np.linspace(-1, 1, size), np.linspace(-1, 1, size))
    slope = rng.normal(0, 0.1, 2)
    image = image * (1 + slope[0] * x + slope[1] * y)[..., None]
    return np.clip(image, 0, 1).astype(np.float32)


def ground_ink(rng: np.random.Generator) -> RGB:
    draw = rng.random()
    if draw < 0.14:
        return np.full(3, rng.uniform(0.02, 0.14)) + rng.normal(0, 0.01, 3)
    if draw < 0.45:
        return np.full(3, rng.uniform(0.08, 0.95)) + rng.normal(0, 0.02, 3)
    return hue(rng, rng.uniform(0.1, 1.0), rng.uniform(0.08, 0.9))


def cloud(rng: np.random.Generator, size: int, fine: float) -> np.ndarray:
    cells = max(2, int(size / fine))
    noise = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return cv2.resize(noise, (size, size), interpolation=cv2.INTER_CUBIC)


def _plain(rng: np.random.Generator, size: int) -> np.ndarray:
    return np.ones((size, size, 1)) * ground_ink(rng) + 0.01 * cloud(rng, size, 20)[..., None]


def _felt(rng: np.random.Generator, size: int) -> np.ndarray:
    rough = rng.uniform(0.01, 0.08) * cloud(rng, size, rng.uniform(1, 4))
    blotch = rng.uniform(0.0, 0.08) * cloud(rng, size, rng.uniform(5, 25))
    return np.ones((size, size, 1)) * ground_ink(rng) * (1 + rough + blotch)[..., None]


def _checks(rng: np.random.Generator, size: int) -> np.ndarray:
    """Gingham, stripes or dots on cloth."""
    turn, pitch = rng.uniform(0, 3.1), rng.uniform(8, 60)
    x, y = np.meshgrid(np.arange(size), np.arange(size))
    u = (x * math.cos(turn) + y * math.sin(turn)) / pitch
    v = (y * math.cos(turn) - x * math.sin(turn)) / pitch
    a, b = (np.mod(u, 1) < 0.5) * 1.0, (np.mod(v, 1) < 0.5) * 1.0
    kind = int(rng.integers(3))
    mix = (
        (a + b) / 2
        if kind == 0
        else a
        if kind == 1
        else (np.hypot(np.mod(u, 1) - 0.5, np.mod(v, 1) - 0.5) < rng.uniform(0.1, 0.3)) * 1.0
    )
    one, other = ground_ink(rng), ground_ink(rng)
    return one + (other - one) * mix[..., None] + 0.02 * cloud(rng, size, 2)[..., None]


def _along(rng: np.random.Generator, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Where each pixel is along a cloth's threads and across them, px."""
    turn = rng.uniform(0, 3.1)
    x, y = np.meshgrid(np.arange(size), np.arange(size))
    wave = rng.uniform(0, 2) * cloud(rng, size, 40)
    return (
        x * math.cos(turn) + y * math.sin(turn) + wave,
        y * math.cos(turn) - x * math.sin(turn) + wave,
    )


def _bands(rng: np.random.Generator, at: np.ndarray, inks: np.ndarray) -> np.ndarray:
    """Stripes of several widths that come again, as inks."""
    wide = rng.uniform(3, 30, int(rng.integers(2, 7)))
    ends = np.cumsum(wide)
    which = np.searchsorted(ends, np.mod(at, ends[-1]), side="right")
    order = rng.integers(len(inks), size=len(wide) + 1)
    return inks[order[which]]


def _stripes(rng: np.random.Generator, size: int) -> np.ndarray:
    inks = np.stack([ground_ink(rng) for _ in range(int(rng.integers(2, 5)))])
    across, _ = _along(rng, size)
    return _bands(rng, across, inks) + 0.02 * cloud(rng, size, 2)[..., None]


def _plaid(rng: np.random.Generator, size: int) -> np.ndarray:
    inks = np.stack([ground_ink(rng) for _ in range(int(rng.integers(2, 4)))])
    across, along = _along(rng, size)
    seed = int(rng.integers(1 << 30))
    both = [_bands(np.random.default_rng(seed), one, inks) for one in (across, along)]
    weave = (np.mod(across + along, 3) < 1.5) if rng.random() < 0.5 else 0.5
    share = np.broadcast_to(np.asarray(weave, np.float64), across.shape)[..., None]
    return both[0] * share + both[1] * (1 - share) + 0.02 * cloud(rng, size, 2)[..., None]


def _dots(rng: np.random.Generator, size: int) -> np.ndarray:
    """Dots in rows, in the size of pips or larger, some in several inks."""
    across, along = _along(rng, size)
    pitch = rng.uniform(6, 34)
    row = np.floor(along / pitch)
    shift = 0.5 * np.mod(row, 2) if rng.random() < 0.5 else 0.0
    off = np.mod(across / pitch + shift, 1) - 0.5
    far = np.hypot(off, np.mod(along / pitch, 1) - 0.5)
    inside = np.clip((rng.uniform(0.12, 0.4) - far) * pitch + 0.5, 0, 1)[..., None]
    inks = np.stack([ground_ink(rng) for _ in range(int(rng.integers(1, 4)))])
    column = np.floor(across / pitch + shift)
    ink = inks[np.mod(row * 7 + column * 3, len(inks)).astype(int)]
    return ground_ink(rng) * (1 - inside) + ink * inside + 0.02 * cloud(rng, size, 2)[..., None]


def _wood(rng: np.random.Generator, size: int) -> np.ndarray:
    ink = np.array([0.25, 0.42, 0.62]) * rng.uniform(0.3, 1.4) + rng.normal(0, 0.03, 3)
    rows = cv2.resize(
        rng.normal(0, 1, (size, 3)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
    )
    image = np.ones((size, size, 1)) * ink * (1 + rng.uniform(0.02, 0.12) * rows)[..., None]
    return np.rot90(image, int(rng.integers(4))).copy()


def _clutter(rng: np.random.Generator, size: int) -> np.ndarray:
    """Patches and lines of many colours, as on printed boxes and boards."""
    image = _plain(rng, size).astype(np.float32)
    for _ in range(int(rng.integers(4, 25))):
        points = (
            rng.uniform(0, size, 2)
            + rng.normal(0, rng.uniform(4, 40), (int(rng.integers(3, 6)), 2))
        ).astype(np.int32)
        cv2.fillPoly(image, [points], ground_ink(rng).tolist())
    return image


def rectangle(rng: np.random.Generator, wide: float, high: float) -> np.ndarray:
    centre, turn = rng.uniform(-10, SIZE + 10, 2), rng.uniform(0, 180)
    return cv2.boxPoints(((float(centre[0]), float(centre[1])), (wide, high), turn)).astype(
        np.int32
    )
