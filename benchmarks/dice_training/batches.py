"""Batches of pictures and of faces that networks learn from: turned, mirrored, in other light, as far off as the finder is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import click
import cv2
import numpy as np

from benchmarks.dice_training.candidates import NONE, Candidate, lying, noticed
from benchmarks.dice_training.losses import VALUES, Batch, finding_aims, reading_aims
from vision.dice.found_die import FoundDie
from vision.dice.level import from_above, onto_table, slope
from vision.dice.networks import FACE, Cut

DICE_SHARE = 0.62
"""Of the places that a reader learns from; the others are none."""
OFF = (0.03,)
"""So far off its middle a face is cut out, in edges..."""
LARGER = 0.07
"""...and so much larger or smaller, as a logarithm."""

ASTRAY = 0.04
"""How far a pose errs in where straight up is, in edges."""


def recoloured(
    x: np.ndarray, rng: np.random.Generator, alone: float = 0.25
) -> np.ndarray:
    """Pictures (n, 3, h, w) in other light, some with their channels exchanged, a share in one of them alone, as the networks want them."""
    n = len(x)
    mix = (
        np.eye(3)
        + rng.normal(0, 0.06, (n, 3, 3))
        + rng.normal(0, 0.12, (n, 3, 1)) * np.eye(3)
    )
    some = rng.random(n) < 0.3
    mix[some] = np.eye(3)[
        rng.permuted(np.tile(np.arange(3), (int(some.sum()), 1)), axis=1)
    ]
    x = np.einsum(
        "nij,njhw->nihw",
        mix.astype(np.float32),
        x.astype(np.float32) / 255,
        optimize=True,
    )
    for k in np.flatnonzero(rng.random(n) < alone):
        x[k] = x[k, int(rng.integers(3))]
    x *= np.exp(rng.normal(0, 0.25, (n, 1, 1, 1))).astype(np.float32)
    return np.ascontiguousarray(np.clip(x, 0, 1) - 0.5, np.float32)


def crops(
    images: np.ndarray, truths: np.ndarray, count: int, rng: np.random.Generator
) -> Iterator[Batch]:
    """Pictures and what is to be told of them, all once before any comes again."""
    while True:
        for chosen in np.array_split(
            rng.permutation(len(images)), len(images) // count
        ):
            yield _crop_batch(images[chosen], truths[chosen].copy(), rng)


def _crop_batch(x: np.ndarray, truths: np.ndarray, rng: np.random.Generator) -> Batch:
    """Pictures turned, mirrored and recoloured, and what is to be told of them."""
    size = x.shape[1]
    for _ in range(int(rng.integers(4))):
        x = np.rot90(x, 1, (1, 2))
        truths[..., 0], truths[..., 1] = (
            truths[..., 1].copy(),
            size - 1 - truths[..., 0],
        )
    if rng.random() < 0.5:
        x = x[:, :, ::-1]
        truths[..., 0], truths[..., 3] = size - 1 - truths[..., 0], -truths[..., 3]
    return recoloured(x.transpose(0, 3, 1, 2), rng), finding_aims(truths, size)


def taught(batches: Iterable[Batch], network: cv2.dnn.Net) -> Iterator[Batch]:
    """Batches with what a network tells of their pictures."""
    for x, aims in batches:
        network.setInput(x)
        yield x, aims | {"taught": network.forward()}


def face_of(
    image: np.ndarray, x: float, y: float, edge: float, angle: float, cut: Cut
) -> np.ndarray:
    """A die's top face and what is around it, turned upright by an angle (radians), shape (side, side, 3)."""
    die = FoundDie((x, y), edge, math.degrees(angle), 1.0, np.zeros(VALUES))
    return die.upright(image, cut.side, cut.around)


def faces(
    images: np.ndarray,
    truths: np.ndarray,
    count: int,
    rng: np.random.Generator,
    cut: Cut,
) -> Iterator[Batch]:
    """Faces as they lie; not from near also as the finder gives them, and what it takes for dice that is none."""
    found = list(noticed(images, truths)) if cut is FACE else []
    dice = [*lying(truths), *(one for one in found if one.value != NONE)]
    others = [one for one in found if one.value == NONE]
    click.echo(f"{len(dice)} dice, {len(others)} places without")
    while True:
        kinds = (
            dice if not others or rng.random() < DICE_SHARE else others
            for _ in range(count)
        )
        picked = [kind[int(rng.integers(len(kind)))] for kind in kinds]
        x = np.stack([one_face(images[one.picture], one, rng, cut) for one in picked])
        yield recoloured(x.transpose(0, 3, 1, 2), rng), reading_aims(picked)


def one_face(
    picture: np.ndarray,
    die: Candidate,
    rng: np.random.Generator,
    cut: Cut,
    off: tuple[float, ...] = OFF,
    larger: float = LARGER,
) -> np.ndarray:
    """The face of a die, in any quarter turn, mirrored or not, somewhat beside its middle and somewhat too near or too far."""
    x, y = np.array(die.at) + rng.normal(0, rng.choice(off) * die.edge, 2)
    edge = die.edge * math.exp(rng.normal(0, larger))
    turn = die.turn + rng.normal(0, 0.05 if rng.random() < 0.85 else 0.2)
    quarter = math.pi / 2 * int(rng.integers(4))
    face = face_of(picture, x, y, edge, turn + quarter, cut)
    return face[:, ::-1] if rng.random() < 0.5 else face


def seen_lying(
    pictures: np.ndarray, dice: list[Candidate], rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Dice as they would show from straight above, shape (n, 4, side, side), and where the tops of those point that lean, shape (n, 2)."""
    seen = [_from_above(pictures[one.picture], one, rng) for one in dice]
    faces, slopes, tilts = (np.stack(part) for part in zip(*seen, strict=True))
    x = recoloured(faces.transpose(0, 3, 1, 2), rng)
    return np.concatenate([x, slopes], axis=1), tilts.astype(np.float32)


def _from_above(
    picture: np.ndarray, die: Candidate, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    x, y = np.array(die.at) + rng.normal(0, 0.03 * die.edge, 2)
    edge = die.edge * math.exp(rng.normal(0, LARGER))
    up = die.up + complex(*rng.normal(0, ASTRAY, 2))
    face = from_above(picture, (float(x), float(y)), edge, up)
    tilt = onto_table(up) @ (die.tilt.real, die.tilt.imag)
    if rng.random() < 0.5:
        face, tilt = face[:, ::-1], tilt * (-1, 1)
    return face, slope(up), tilt
