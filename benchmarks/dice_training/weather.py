"""Painted faces in more inks, lamps and cameras than they were painted with: what a reader sees of one face is never twice the same."""

from __future__ import annotations

import math

import cv2
import numpy as np

from benchmarks.dice_training.camera import as_jpeg
from vision.dice.contrast import contrasts
from vision.dice.networks import FACE

LUMA = np.array([0.114, 0.587, 0.299], np.float32)
REINKED, GLARED, SEEN, CONTRASTED = 0.15, 0.3, 0.4, 0.35
"""The shares of faces in other inks, below other lamps, through another camera, and then as a reader that is not sure looks at them."""
_CONTRAST = 80 / 255
"""Where luma differs by less it does not tell ink from body."""


def weathered(faces: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Faces as cut out, shape (n, side, side, 3), bytes."""
    far = _edges()
    return np.stack([_weathered(face / np.float32(255), rng, far) for face in faces])


def among_others(
    faces: np.ndarray, share: float, rng: np.random.Generator
) -> np.ndarray:
    """The faces, such a share of them amid what is around others: that tells nothing of what they show."""
    far = np.abs(_edges()).max(axis=0)
    moved = faces.copy()
    for n in np.flatnonzero(rng.random(len(faces)) < share):
        off = np.clip((far - rng.uniform(0.56, 0.8)) * 30, -30, 30)
        own = (1 / (1 + np.exp(off)))[..., None]
        other = faces[int(rng.integers(len(faces)))]
        moved[n] = faces[n] * own + other * (1 - own)
    return moved


def _weathered(
    face: np.ndarray, rng: np.random.Generator, far: np.ndarray
) -> np.ndarray:
    if rng.random() < REINKED:
        face = _reinked(face, rng, far)
    if rng.random() < GLARED:
        face = _glared(face, rng, far)
    face = (np.clip(face, 0, 1) * 255).astype(np.uint8)
    face = _seen(face, rng) if rng.random() < SEEN else face
    if rng.random() < CONTRASTED:
        face = contrasts(face)[int(rng.random() < 0.4)]
    return face


def _edges() -> np.ndarray:
    """Right and down from a face's middle, in edges, shape (2, side, side)."""
    steps = ((np.arange(FACE.side) + 0.5) / FACE.side - 0.5) * FACE.around
    return np.stack(np.meshgrid(steps, steps)).astype(np.float32)


# Inks


def _reinked(face: np.ndarray, rng: np.random.Generator, far: np.ndarray) -> np.ndarray:
    """Dark and light become two inks, the body often two that are swirled: many of them alike in light."""
    luma, on_it = face @ LUMA, np.abs(far).max(axis=0)
    low, high = np.percentile(luma[on_it < 0.42], (5, 95))
    if high - low < _CONTRAST:
        return face
    light = np.clip((luma - low) / (high - low), -0.15, 1.15)[..., None]
    dark = np.median(light[(on_it > 0.36) & (on_it < 0.46)]) < 0.5
    body, ink = _inks(rng)
    field = _swirled(body, rng, face.shape[0])
    share = light if dark else 1 - light
    painted = field + (ink - field) * share
    die = 1 / (1 + np.exp(np.clip((on_it - rng.uniform(0.5, 0.75)) * 40, -30, 30)))
    return face + (painted - face) * die[..., None]


def _inks(
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """A body's colour and a pip's: told apart at least by their hue."""
    for _ in range(20):
        body, ink = _hue(rng), _hue(rng)
        if rng.random() < 0.4:
            body = np.ones(3, np.float32) * np.float32(rng.uniform(0.1, 0.45))
        if np.abs(ink - body).max() > 0.22:
            break
    return body, ink


def _hue(rng: np.random.Generator) -> np.ndarray:
    full, bright = int(rng.integers(110, 256)), int(rng.integers(40, 256))
    pixel = np.array([[[int(rng.integers(180)), full, bright]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] / np.float32(255)


def _swirled(body: np.ndarray, rng: np.random.Generator, side: int) -> np.ndarray:
    if rng.random() < 0.5:
        return np.broadcast_to(body, (side, side, 3))
    other = body * np.float32(rng.uniform(0.1, 0.5))
    if rng.random() < 0.3:
        other = other + np.float32(rng.uniform(0.1, 0.4))
    return body + (other - body) * _clouds(rng, side)[..., None]


def _clouds(rng: np.random.Generator, side: int) -> np.ndarray:
    """Clouds, 0 to 1."""
    cells = int(rng.integers(3, 9))
    noise = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    wide = cv2.resize(noise, (side, side), interpolation=cv2.INTER_CUBIC)
    return np.clip(0.5 + rng.uniform(0.3, 1.5) * wide, 0, 1)


# Lamps


def _glared(face: np.ndarray, rng: np.random.Generator, far: np.ndarray) -> np.ndarray:
    """With lamps mirrored in the top: rings and arcs along its rim, patches, a veil over it, crumbs of light."""
    kinds = (_ring, _ring, _patch, _veil, _crumbs)
    light: np.ndarray = np.zeros(face.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 4))):
        kind = kinds[int(rng.integers(len(kinds)))]
        light = np.maximum(light, np.float32(rng.uniform(0.15, 0.95)) * kind(rng, far))
    light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.3, 1.2))
    on_it = 1 / (1 + np.exp(np.clip((np.abs(far).max(axis=0) - 0.5) * 40, -30, 30)))
    lamp = (rng.uniform(0.6, 1.05) + rng.normal(0, 0.04, 3)).astype(np.float32)
    return face + (lamp - face) * (light * on_it)[..., None]


def _ring(rng: np.random.Generator, far: np.ndarray) -> np.ndarray:
    """A thin line at the same distance from the middle, whole, in part or broken."""
    off, wide = rng.normal(0, 0.03, (2, 1, 1)), np.exp(rng.normal(0, 0.12, (2, 1, 1)))
    x, y = (far - off.astype(np.float32)) / wide.astype(np.float32)
    power = float(rng.choice([2.0, 2.0, 3.0, 5.0]))
    away = (np.abs(x) ** power + np.abs(y) ** power) ** (1 / power)
    line = np.exp(-(((away - rng.uniform(0.1, 0.5)) / rng.uniform(0.012, 0.05)) ** 2))
    if rng.random() < 0.3:
        return line
    around = np.angle(np.exp(1j * (np.arctan2(y, x) - rng.uniform(0, 6.3))))
    part = 1 / (1 + np.exp((np.abs(around) - rng.uniform(0.3, 3.0)) * 8))
    return (line * part).astype(np.float32)


def _patch(rng: np.random.Generator, far: np.ndarray) -> np.ndarray:
    turn = rng.uniform(0, math.pi)
    c, s = math.cos(turn), math.sin(turn)
    x, y = far - rng.normal(0, 0.25, (2, 1, 1)).astype(np.float32)
    wide, high = rng.uniform(0.03, 0.35, 2)
    away = np.hypot((c * x + s * y) / wide, (c * y - s * x) / high)
    seen = 1 / (1 + np.exp(np.clip((away - 1) * rng.uniform(3, 20), -30, 30)))
    return seen.astype(np.float32)


def _veil(rng: np.random.Generator, far: np.ndarray) -> np.ndarray:
    """Over all of it, or up to a soft edge."""
    turn = rng.uniform(0, 2 * math.pi)
    off = math.cos(turn) * far[0] + math.sin(turn) * far[1] + rng.uniform(-0.3, 0.7)
    most = rng.uniform(0.3, 0.8)
    seen = most / (1 + np.exp(-np.clip(off * rng.uniform(4, 40), -30, 30)))
    return seen.astype(np.float32)


def _crumbs(rng: np.random.Generator, far: np.ndarray) -> np.ndarray:
    """Small lights in the hollows of pips and between them."""
    light = np.zeros(far.shape[1:], np.float32)
    start, way = rng.normal(0, 0.2, 2), rng.normal(0, 0.15, 2)
    for step in range(int(rng.integers(1, 6))):
        middle = start + step * way + rng.normal(0, 0.05, 2)
        x, y = far - middle.astype(np.float32)[:, None, None]
        size = rng.uniform(0.02, 0.07)
        light = np.maximum(light, np.exp(-(x * x + y * y) / size**2))
    return light


# The camera


def _seen(face: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Its colours blurred more than its light, as cameras keep them; coarser, sharpened, in noise, compressed."""
    if rng.random() < 0.5:
        parts = cv2.cvtColor(face, cv2.COLOR_BGR2YCrCb)
        soft = cv2.GaussianBlur(parts, (0, 0), rng.uniform(0.5, 2.2))
        soft[..., 0] = parts[..., 0]
        face = cv2.cvtColor(soft, cv2.COLOR_YCrCb2BGR)
    if rng.random() < 0.4:
        side = face.shape[0]
        fewer = int(side * rng.uniform(0.55, 0.95))
        small = cv2.resize(face, (fewer, fewer), interpolation=cv2.INTER_AREA)
        face = cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(face, (0, 0), rng.uniform(0.8, 1.8))
        more = rng.uniform(0.3, 1.3)
        face = cv2.addWeighted(face, 1 + more, soft, -more, 0)
    if rng.random() < 0.3:
        noise = rng.normal(0, rng.uniform(1, 9), face.shape)
        face = np.clip(face + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        face = as_jpeg(face, int(rng.integers(50, 96)))
    return face
