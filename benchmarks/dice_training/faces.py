"""The faces of painted dice: pips, numerals and symbols in many hands, as atlases of ink (0 to 1) for a cube."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

SIDE = 48
SYMBOL = 7
"""The class of a face that shows neither pips nor a numeral; 1 to 6 are values."""
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)
LETTERS = "ABCDEFGHKMNPRSTUWXYZ?!&@#%$"
GLYPHS = "".join(
    chr(code)
    for first, last in (
        (0x2600, 0x267F),
        (0x2690, 0x26B8),
        (0x2701, 0x2775),
        (0x2794, 0x27BE),
        (0x1F600, 0x1F640),
    )
    for code in range(first, last)
)
"""Skulls, suns, snowmen, chessmen, stars, scissors, faces: DejaVu draws them."""
_FINE = 16
"""OpenCV draws to the 16th of a pixel."""


def atlas(rng: np.random.Generator, top: int, top_face: int) -> np.ndarray:
    """The six faces of a die, shape (6 SIDE, SIDE): ``top`` (1 to 7) on face ``top_face``, opposite faces add to seven."""
    style = _style(rng)
    values = _values(rng, top, top_face, style["symbol_for"])
    drawn = [_face(rng, value, style) for value in values]
    return np.concatenate(drawn).astype(np.float32)


def _style(rng: np.random.Generator) -> dict[str, Any]:
    return {
        "numerals": rng.random() < 0.07,
        "symbol_for": 6 if rng.random() < 0.85 else int(rng.integers(1, 7)),
        "radius": rng.uniform(0.06, 0.125),
        "spread": rng.uniform(0.2, 0.3),
        "rows": rng.uniform(0.75, 1.0),
        "one": rng.choice([1.0, 1.0, 1.0, 1.3, 1.7]),
        "shape": rng.choice(["disc", "disc", "disc", "disc", "disc", "ring", "square"]),
        "font": int(rng.integers(len(FONTS))),
        "mirror": rng.random() < 0.5,
    }


def _values(rng: np.random.Generator, top: int, top_face: int, symbol_for: int) -> list[int]:
    """The value of each of the six faces."""
    up = symbol_for if top == SYMBOL else top
    rest = [value for value in (1, 2, 3) if value not in (up, 7 - up)]
    rng.shuffle(rest)
    values = [0] * 6
    axes = [axis for axis in range(3) if axis != top_face // 2]
    values[top_face], values[top_face ^ 1] = up, 7 - up
    for axis, value in zip(axes, rest, strict=True):
        pair = [value, 7 - value]
        rng.shuffle(pair)
        values[2 * axis], values[2 * axis + 1] = pair
    if top == SYMBOL or (top != symbol_for and rng.random() < 0.5):
        values[values.index(symbol_for)] = SYMBOL
    return values


def _face(rng: np.random.Generator, value: int, style: dict[str, Any]) -> np.ndarray:
    big = np.zeros((2 * SIDE, 2 * SIDE), np.uint8)
    if value == SYMBOL:
        _symbol(rng, big)
    elif style["numerals"]:
        _numeral(rng, big, str(value), style["font"])
    else:
        _pips(rng, big, value, style)
    turned = np.rot90(big, int(rng.integers(4)))
    return cv2.resize(turned, (SIDE, SIDE), interpolation=cv2.INTER_AREA) / 255.0


def pip_places(value: int, spread: float, rows: float = 1.0) -> list[tuple[float, float]]:
    """Where the pips of a value are, shares of the edge from the face's middle."""
    s, r = spread, spread * rows
    places: dict[int, list[tuple[float, float]]] = {
        1: [(0, 0)],
        2: [(-s, -s), (s, s)],
        3: [(-s, -s), (0, 0), (s, s)],
        4: [(-s, -s), (s, -s), (-s, s), (s, s)],
        5: [(-s, -s), (s, -s), (0, 0), (-s, s), (s, s)],
        6: [(-r, -s), (r, -s), (-r, 0), (r, 0), (-r, s), (r, s)],
    }
    return [(float(x), float(y)) for x, y in places[value]]


def _pips(rng: np.random.Generator, big: np.ndarray, value: int, style: dict[str, Any]) -> None:
    n = len(big)
    radius = style["radius"] * (style["one"] if value == 1 else 1.0)
    radius = min(radius, 0.9 * style["spread"] / 2) if value == 6 else radius
    for x, y in pip_places(value, style["spread"], style["rows"]):
        sx = -x if style["mirror"] else x
        jitter = rng.normal(0, 0.006, 2)
        _pip(
            big, ((0.5 + sx + jitter[0]) * n, (0.5 + y + jitter[1]) * n), radius * n, style["shape"]
        )


def _pip(big: np.ndarray, at: tuple[float, float], radius: float, shape: str) -> None:
    centre = (round(at[0] * _FINE), round(at[1] * _FINE))
    if shape == "square":
        a = (round(at[0] - 0.9 * radius), round(at[1] - 0.9 * radius))
        b = (round(at[0] + 0.9 * radius), round(at[1] + 0.9 * radius))
        cv2.rectangle(big, a, b, 255, -1)
        return
    cv2.circle(big, centre, round(radius * _FINE), 255, -1, cv2.LINE_AA, 4)
    if shape == "ring":
        cv2.circle(big, centre, round(radius * 0.45 * _FINE), 90, -1, cv2.LINE_AA, 4)


def _numeral(rng: np.random.Generator, big: np.ndarray, text: str, font: int) -> None:
    n = len(big)
    scale, thick = rng.uniform(0.5, 0.75) * n / 22, int(n * rng.uniform(0.05, 0.1))
    (w, h), _ = cv2.getTextSize(text, FONTS[font], scale, thick)
    at = ((n - w) // 2, (n + h) // 2)
    cv2.putText(big, text, at, FONTS[font], scale, 255, thick, cv2.LINE_AA)


def _symbol(rng: np.random.Generator, big: np.ndarray) -> None:
    """Something that is no number of pips: a letter, a creature, a wheel, squares, a tangle."""
    kinds = (
        _letter,
        _glyph,
        _glyph,
        _glyph,
        _glyph,
        _creature,
        _creature,
        _creature,
        _wheel,
        _wheel,
        _blocks,
        _tangle,
        _rings,
        _limbs,
        _limbs,
        _outline,
        _outline,
        _outline,
    )
    for _ in range(20):
        big[:] = 0
        kinds[int(rng.integers(len(kinds)))](rng, big)
        if 0.07 < float(big.mean()) / 255 < 0.6:
            break
    if rng.random() < 0.08:
        n = len(big)
        plate = np.zeros_like(big)
        cv2.circle(plate, (n // 2, n // 2), int(n * rng.uniform(0.36, 0.46)), 255, -1)
        big[:] = np.where(plate > 0, 255 - big, 0)


def _letter(rng: np.random.Generator, big: np.ndarray) -> None:
    _numeral(rng, big, str(rng.choice(list(LETTERS))), int(rng.integers(len(FONTS))))


def _glyph(rng: np.random.Generator, big: np.ndarray) -> None:
    """A sign of a font, as large as a symbol on a die."""
    n = len(big)
    sign = Image.new("L", (2 * n, 2 * n))
    draw = ImageDraw.Draw(sign)
    draw.text((n // 2, n // 4), str(rng.choice(list(GLYPHS))), 255, _font())
    ink = np.asarray(sign)
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    share = rng.uniform(0.5, 0.8) * n / max(cut.shape)
    size = max(1, round(cut.shape[1] * share)), max(1, round(cut.shape[0] * share))
    small = cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.3:
        small = cv2.dilate(small, np.ones((3, 3)))
    x, y = (n - size[0]) // 2, (n - size[1]) // 2
    big[y : y + size[1], x : x + size[0]] = small


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype("DejaVuSans.ttf", 96)


def _spot(rng: np.random.Generator, n: int, reach: float) -> tuple[int, int]:
    x, y = (0.5 + rng.uniform(-reach, reach, 2)) * n
    return int(x), int(y)


def _creature(rng: np.random.Generator, big: np.ndarray) -> None:
    """A body, a head, limbs and eyes."""
    n = len(big)
    for _ in range(int(rng.integers(1, 4))):
        axes = (int(n * rng.uniform(0.1, 0.3)), int(n * rng.uniform(0.08, 0.26)))
        cv2.ellipse(big, _spot(rng, n, 0.14), axes, rng.uniform(0, 180), 0, 360, 255, -1)
    for _ in range(int(rng.integers(2, 7))):
        cv2.line(
            big, _spot(rng, n, 0.15), _spot(rng, n, 0.37), 255, int(n * rng.uniform(0.025, 0.08))
        )
    for _ in range(int(rng.integers(0, 4))):
        cv2.circle(big, _spot(rng, n, 0.36), int(n * rng.uniform(0.02, 0.06)), 255, -1)
    for _ in range(int(rng.integers(0, 4))):
        cv2.circle(big, _spot(rng, n, 0.2), int(n * rng.uniform(0.02, 0.07)), 0, -1)
    if rng.random() < 0.5:
        big[:, n // 2 :] = big[:, : n // 2][:, ::-1]


def _wheel(rng: np.random.Generator, big: np.ndarray) -> None:
    """Spokes about a hub: a virus, a sun, a star, a clock."""
    n, count = len(big), int(rng.integers(4, 13))
    inner, outer = n * rng.uniform(0.05, 0.24), n * rng.uniform(0.28, 0.42)
    thick, knob = (max(1, int(n * rng.uniform(0.02, 0.07))), int(n * rng.uniform(0.0, 0.07)))
    start = rng.uniform(0, 6.3)
    for k in range(count):
        way = np.array([np.cos(start + 6.283 * k / count), np.sin(start + 6.283 * k / count)])
        tip = tuple((n / 2 + way * outer).astype(int).tolist())
        cv2.line(big, (n // 2, n // 2), tip, 255, thick)
        cv2.circle(big, tip, knob, 255, -1)
    cv2.circle(big, (n // 2, n // 2), int(inner), 255, -1 if rng.random() < 0.7 else thick)
    for _ in range(int(rng.integers(0, 4))):
        cv2.circle(big, _spot(rng, n, 0.12), int(n * rng.uniform(0.02, 0.05)), 0, -1)


def _blocks(rng: np.random.Generator, big: np.ndarray) -> None:
    """Squares of a coarse grid, the same left and right: a robot, an invader, a skull."""
    n, cells = len(big), int(rng.integers(5, 9))
    half = rng.random((cells, (cells + 1) // 2)) < rng.uniform(0.35, 0.7)
    whole = np.concatenate([half, half[:, : cells // 2][:, ::-1]], axis=1)
    side = int(n * rng.uniform(0.5, 0.75))
    drawn = cv2.resize(whole.astype(np.uint8) * 255, (side, side), interpolation=cv2.INTER_NEAREST)
    at = (n - side) // 2
    big[at : at + side, at : at + side] = drawn


def _tangle(rng: np.random.Generator, big: np.ndarray) -> None:
    """A polygon or a bent line."""
    n = len(big)
    points = np.array([_spot(rng, n, 0.38) for _ in range(int(rng.integers(3, 9)))])
    if rng.random() < 0.5:
        cv2.fillPoly(big, [points], 255)
    else:
        cv2.polylines(big, [points], rng.random() < 0.5, 255, int(n * rng.uniform(0.04, 0.1)))


def _rings(rng: np.random.Generator, big: np.ndarray) -> None:
    """A ring or an ellipse with something in it: a clock, a saucer, a target."""
    n = len(big)
    axes = (int(n * rng.uniform(0.2, 0.4)), int(n * rng.uniform(0.12, 0.4)))
    thick = -1 if rng.random() < 0.4 else int(n * rng.uniform(0.03, 0.09))
    cv2.ellipse(big, (n // 2, n // 2), axes, rng.uniform(0, 180), 0, 360, 255, thick)
    for _ in range(int(rng.integers(1, 4))):
        cv2.line(big, (n // 2, n // 2), _spot(rng, n, 0.36), 255, int(n * rng.uniform(0.03, 0.07)))
    for _ in range(int(rng.integers(0, 3))):
        cv2.circle(big, _spot(rng, n, 0.15), int(n * rng.uniform(0.03, 0.08)), 0, -1)


def _limbs(rng: np.random.Generator, big: np.ndarray) -> None:
    """Thin limbs that branch, with knobs at their ends: a dog, a robot, a figure of sticks."""
    n, thick = len(big), max(2, int(len(big) * rng.uniform(0.02, 0.06)))
    joints = [_spot(rng, n, 0.15)]
    for _ in range(int(rng.integers(4, 9))):
        start, end = joints[int(rng.integers(len(joints)))], _spot(rng, n, 0.36)
        cv2.line(big, start, end, 255, thick)
        joints.append(end)
    for joint in joints:
        if rng.random() < 0.6:
            axes = rng.uniform(0.02, 0.11, 2) * n
            size = int(axes[0]), int(axes[1])
            cv2.ellipse(big, joint, size, rng.uniform(0, 180), 0, 360, 255, -1)
    if rng.random() < 0.4:
        big[:, n // 2 :] = big[:, : n // 2][:, ::-1]


def _outline(rng: np.random.Generator, big: np.ndarray) -> None:
    """A smooth outline, filled, with holes and strokes: a bird, a face, a ghost, a saucer with its rays."""
    n, count = len(big), int(rng.integers(2, 6))
    way = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    far = np.full(64, rng.uniform(0.18, 0.3))
    for wave in range(2, 2 + count):
        far = far * (1 + rng.normal(0, 0.25) / wave**0.5 * np.cos(wave * way + rng.uniform(0, 6.3)))
    flat = rng.uniform(0.45, 1.0)
    spin = rng.uniform(0, 6.3)
    x, y = far * np.cos(way), flat * far * np.sin(way)
    points = np.stack([x * np.cos(spin) - y * np.sin(spin), x * np.sin(spin) + y * np.cos(spin)], 1)
    points = (np.clip(points, -0.42, 0.42) + 0.5) * n
    cv2.fillPoly(big, [points.astype(np.int32)], 255)
    for _ in range(int(rng.integers(0, 5))):
        line = _spot(rng, n, 0.3), _spot(rng, n, 0.4)
        cv2.line(big, *line, 255, max(2, int(n * rng.uniform(0.02, 0.05))))
    for _ in range(int(rng.integers(0, 5))):
        axes = rng.uniform(0.015, 0.07, 2) * n
        size = max(1, int(axes[0])), max(1, int(axes[1]))
        at = _spot(rng, n, 0.22)
        cv2.ellipse(big, at, size, rng.uniform(0, 180), 0, 360, 0, -1)
