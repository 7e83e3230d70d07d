"""What painted dice are made of: their colours, their gloss, their edges."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

RGB: TypeAlias = np.ndarray
"""Colours: float, 0 to 1, blue first."""
LUMA = np.array([0.114, 0.587, 0.299])
"""How much each of blue, green and red adds to the light that is seen."""
BODIES = (
    (0.06, 0.06, 0.06),
    (0.12, 0.11, 0.1),
    (0.12, 0.1, 0.75),
    (0.2, 0.15, 0.85),
    (0.1, 0.05, 0.55),
    (0.9, 0.92, 0.92),
    (0.72, 0.85, 0.92),
    (0.97, 0.97, 0.97),
    (0.65, 0.45, 0.95),
    (0.75, 0.6, 0.97),
    (0.55, 0.25, 0.9),
)


@dataclass(slots=True)
class Look:
    """A die's make."""

    body: RGB
    second: RGB
    """What is swirled into the body."""
    marble: float
    ink: RGB
    rounding: float
    gloss: float
    hard: float
    """How small highlights are."""
    sunk: float
    glare: float
    clear: float
    """How much shines through it: its edges are paler, the pips of its sides are seen faintly."""


SEVEN = ((0.09, 0.09, 0.09), (0.12, 0.1, 0.75), (0.92, 0.92, 0.92), (0.65, 0.5, 0.93))
"""Bodies of a set of black, red, white and pink."""


def dark(rng: np.random.Generator, look: Look) -> None:
    """Make a die black, with pale ink."""
    look.body = np.full(3, rng.uniform(0.03, 0.16)) + rng.normal(0, 0.01, 3)
    look.ink = np.full(3, rng.uniform(0.5, 1.0))
    look.marble = 0.0


def make_of(rng: np.random.Generator, like: Look | None = None) -> Look:
    """A make at random; dice of one set are alike but for their colours."""
    draw = rng.random()
    if draw < 0.3:
        body = np.array(SEVEN[int(rng.integers(len(SEVEN)))]) + rng.normal(0, 0.05, 3)
    elif draw < 0.65:
        body = np.array(BODIES[int(rng.integers(len(BODIES)))]) + rng.normal(0, 0.035, 3)
    else:
        body = hue(rng, rng.uniform(0.4, 1.0), rng.uniform(0.12, 0.95))
    body = np.clip(body, 0.02, 1)
    make = like if like is not None and rng.random() < 0.8 else None
    return Look(
        body,
        _second(rng, body),
        rng.uniform(0.3, 1.0) if rng.random() < 0.33 else 0.0,
        _ink(rng, body),
        make.rounding if make else rng.uniform(0.1, 0.62),
        make.gloss if make else (rng.uniform(0.1, 1.0) if rng.random() < 0.6 else 0.0),
        make.hard if make else math.exp(rng.uniform(2, 5.3)),
        make.sunk if make else (rng.uniform(0.1, 0.5) if rng.random() < 0.5 else 0.0),
        rng.uniform(0.1, 0.85) if rng.random() < 0.45 else 0.0,
        rng.uniform(0.1, 0.6) if rng.random() < 0.2 else 0.0,
    )


def seen_body(look: Look) -> RGB:
    """The colour of a die's body all in all, where nothing is mirrored in it."""
    return look.body + (look.second - look.body) * 0.5 * look.marble


def _second(rng: np.random.Generator, body: RGB) -> RGB:
    """What a marbled body is swirled with: anything, or the same colour paler or darker."""
    if rng.random() < 0.5:
        return np.clip(hue(rng, rng.uniform(0, 1), rng.uniform(0.05, 0.9)), 0, 1)
    other = 1.0 if rng.random() < 0.5 else 0.03
    return body + rng.uniform(0.2, 0.7) * (other - body)


def hue(rng: np.random.Generator, full: float, bright: float) -> RGB:
    pixel = np.array([[[int(rng.integers(180)), int(255 * full), int(255 * bright)]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] / 255.0


def _ink(rng: np.random.Generator, body: RGB) -> RGB:
    """A colour that is told from the body's, by its light or only by its hue."""
    light = float(body @ LUMA)
    alike = 0.02 if rng.random() < 0.35 else 0.14
    least = 0.24 if rng.random() < 0.25 else 0.42
    for _ in range(20):
        ink = _ink_tried(rng, light)
        if abs(ink - body).max() > least and abs(float((ink - body) @ LUMA)) > alike:
            return ink
    return np.full(3, 0.97 if light < 0.5 else 0.04)


def _ink_tried(rng: np.random.Generator, light: float) -> RGB:
    if rng.random() < 0.36:
        return hue(rng, rng.uniform(0.5, 1), rng.uniform(0.15, 1))
    pale = light < 0.35 or (light < 0.65 and rng.random() < 0.6)
    return np.full(3, rng.uniform(0.82, 1.0) if pale else rng.uniform(0.0, 0.2))
