"""Trains the network that tells what is a die where nobody knows which way is up (vision/dice/kind.onnx) on painted pictures and on photographs; needs torch and onnx, which the project does not.

    python -m benchmarks.dice_training.kind PICTURES.npz... --weights K.pt --onnx vision/dice/kind.onnx

It learns from the photographs that the one of pips learns from (benchmarks/dice_training/pips.py). Of those it is told what is a die and what it shows, and nothing of how it lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
import numpy as np

from benchmarks.dice_training.batches import faces, one_face, recoloured
from benchmarks.dice_training.candidates import NONE, Candidate
from benchmarks.dice_training.course import ASIDE, Course, course, learnt
from benchmarks.dice_training.export import export
from benchmarks.dice_training.held_out import look_read
from benchmarks.dice_training.losses import Batch, reading_aims, reading_loss
from benchmarks.dice_training.nets import reading
from benchmarks.dice_training.photographs import photographed
from vision.dice.networks import FACE

PAINTED = 0.7
"""The share of painted places; the others are photographed."""
DICE = 0.6
"""Of those the share of dice; the others are none."""


@click.command()
@course
@click.option("--every", is_flag=True, help="Learn from all photographs.")
def main(course: Course, every: bool) -> None:
    """Learn what is a die, leans, and is covered."""
    images, truths = course.pictures()
    rng = np.random.default_rng()
    painted = round(course.batch * PAINTED)
    shown = faces(images[:-ASIDE], truths[:-ASIDE], painted, rng, FACE)
    real = _photographed(course.batch - painted, every, rng)
    net = learnt(reading(FACE), _together(shown, real), reading_loss, course)
    export(net, course.to, ["n", 3, FACE.side, FACE.side])
    look_read(net, images[-ASIDE:], truths[-ASIDE:], FACE)


def _photographed(count: int, every: bool, rng: np.random.Generator) -> Iterator[Batch]:
    """Places of photographs, and what they show."""
    photos, seen = photographed(every)
    dice = [one for one in seen if one.value != NONE]
    others = [one for one in seen if one.value == NONE]
    click.echo(f"{len(dice)} photographed dice, {len(others)} places without")
    while True:
        kinds = (dice if rng.random() < DICE else others for _ in range(count))
        picked = [kind[int(rng.integers(len(kind)))] for kind in kinds]
        yield _seen(photos, picked, rng), reading_aims(picked)


def _seen(
    photos: Sequence[np.ndarray], picked: list[Candidate], rng: np.random.Generator
) -> np.ndarray:
    x = np.stack([one_face(photos[one.picture], one, rng, FACE) for one in picked])
    return recoloured(x.transpose(0, 3, 1, 2), rng)


def _together(some: Iterator[Batch], others: Iterator[Batch]) -> Iterator[Batch]:
    """Batches of both."""
    for (x, aims), (more, besides) in zip(some, others, strict=True):
        both = {key: np.concatenate([aims[key], besides[key]]) for key in aims}
        yield np.concatenate([x, more]), both


if __name__ == "__main__":
    main()
