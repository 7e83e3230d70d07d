"""Sheets of symbols as a camera would see them: every turn, any size, blur, noise, compression; our own and foreign ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from vision.frame import Grey
from vision.tags import symbol

Modules = NDArray[np.bool_]
"""A symbol, True where dark."""

INK, PAPER = 30.0, 200.0
ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 $%*+-./:"
NEIGHBOURS: Final = ("DG0", "DG3", "DG9", "NL1", "LR1")
"""Games and editions that are none of ours, told by the same payloads otherwise."""
_FINE: Final = 3


@dataclass(frozen=True)
class Conditions:
    """How a sheet is seen."""

    px_per_module: float
    blur_px: float = 0.5
    noise: float = 2.0
    contrast: float = 1.0
    jpeg: int = 90


@dataclass(frozen=True)
class Sheet:
    """A picture of symbols, and where the middle of each lies, px, shape (n, 2)."""

    picture: Grey
    middles: NDArray[np.float64]


def some_conditions(rng: np.random.Generator) -> Conditions:
    """Conditions from good to hardly readable."""
    px = float(rng.uniform(0.62, 2.6))
    blur = float(rng.uniform(0, 0.8)) * max(px, 1.0)
    noise = float(rng.choice([1.0, 3.0, 6.0, 10.0]))
    contrast = float(rng.uniform(0.4, 1.0))
    return Conditions(px, blur, noise, contrast, int(rng.integers(60, 95)))


def sheet(
    symbols: Iterable[Modules],
    seen: Conditions,
    rng: np.random.Generator,
    size: tuple[int, int] = (1280, 720),
) -> Sheet:
    """As many of the symbols as fit on a white sheet of ``size`` px, each turned as it likes."""
    width, height = size
    cell = 21 * seen.px_per_module * 1.75 + 2
    columns, rows = int(width // cell), int(height // cell)
    light = np.full((height, width), PAPER, np.float32)
    middles = []
    for place, modules in zip(range(columns * rows), symbols, strict=False):
        at = (np.array([place % columns, place // columns]) + 0.5) * cell
        middle = at + rng.uniform(-1, 1, 2)
        _lay(light, modules, middle, seen.px_per_module, rng.uniform(0, 2 * np.pi))
        middles.append(middle)
    return Sheet(_seen(light, seen, rng), np.array(middles).reshape(-1, 2))


def foreign(rng: np.random.Generator) -> Modules:
    """A QR code that is none of our cards: near misses, other texts, levels, masks, versions, micro codes."""
    kind = rng.random()
    if kind < 0.3:
        return symbol(f"{rng.choice(NEIGHBOURS)}-R{rng.integers(1, 12):02d}-1")
    if kind < 0.45:
        return symbol(f"DG1-{text(rng, 3)}-{rng.integers(4, 10)}")
    if kind < 0.75:
        mask = int(rng.integers(0, 8))
        return _code(text(rng, int(rng.integers(1, 11))), version=1, error="h", mask=mask)
    if kind < 0.9:
        return _code(text(rng, 12), version=1, error=str(rng.choice(["l", "m", "q"])))
    if kind < 0.95:
        return _code(text(rng, 14), version=int(rng.integers(2, 5)), error="l")
    return _modules(segno.make_micro(text(rng, 5)))


def text(rng: np.random.Generator, length: int) -> str:
    """A text of QR's alphanumeric kind."""
    return "".join(rng.choice(list(ALPHABET), length))


def _code(content: str, **options: Any) -> Modules:
    return _modules(segno.make(content, boost_error=False, micro=False, **options))


def _modules(code: segno.QRCode) -> Modules:
    rows: Sequence[bytearray] = code.matrix
    return np.array([[bool(module) for module in row] for row in rows])


def _lay(
    light: NDArray[np.float32],
    modules: Modules,
    middle: NDArray[np.float64],
    px: float,
    turn: float,
) -> None:
    """Paints a symbol with its white margin, each pixel the mean of 3 x 3 points."""
    count = modules.shape[0] + 8
    inked = np.where(modules, INK, PAPER).astype(np.float32)
    inked = np.pad(inked, 4, constant_values=PAPER)
    reach = int(np.ceil(count * px * 0.75))
    corner = middle.astype(int) - reach
    fine = (np.arange(2 * reach * _FINE) + 0.5) / _FINE - 0.5
    x, y = np.meshgrid(fine + corner[0] - middle[0], fine + corner[1] - middle[1])
    cos, sin = np.cos(turn) / px, np.sin(turn) / px
    right, down = x * cos + y * sin, y * cos - x * sin
    across, along = (axis + (count - 1) / 2 for axis in (right, down))
    at = across.astype(np.float32), along.astype(np.float32)
    patch = cv2.remap(inked, *at, cv2.INTER_NEAREST, borderValue=PAPER)
    patch = cv2.resize(patch, (2 * reach, 2 * reach), interpolation=cv2.INTER_AREA)
    height, width = light.shape
    low, high = np.maximum(corner, 0), np.minimum(corner + 2 * reach, (width, height))
    part = light[low[1] : high[1], low[0] : high[0]]
    (x0, y0), (x1, y1) = low - corner, high - corner
    np.minimum(part, patch[y0:y1, x0:x1], out=part)


def _seen(light: NDArray[np.float32], seen: Conditions, rng: np.random.Generator) -> Grey:
    picture = 128 + (light - 128) * seen.contrast
    if seen.blur_px > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), seen.blur_px))
    noisy = np.clip(picture + rng.normal(0, seen.noise, picture.shape), 0, 255)
    packed = cv2.imencode(".jpg", noisy.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, seen.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)
