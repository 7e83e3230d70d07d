"""Trains the network that tells how many pips a die shows (vision/dice/pips.onnx) on painted dice and on photographs; needs torch and onnx, which the project does not.

    python -m benchmarks.dice_training.pips PICTURES.npz... --weights P.pt --onnx vision/dice/pips.onnx

The pictures are those of benchmarks/dice_training; the last of them, each fifth photograph with an even number and all with odd ones are not learnt from, but with ``--every``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click
import numpy as np

from benchmarks.dice_training.batches import face_of, one_face, recoloured
from benchmarks.dice_training.candidates import NONE, Candidate, lying
from benchmarks.dice_training.course import ASIDE, Course, course, learnt
from benchmarks.dice_training.export import export
from benchmarks.dice_training.held_out import look_read
from benchmarks.dice_training.losses import VALUES, Batch, reading_aims, reading_loss
from benchmarks.dice_training.nets import reading
from benchmarks.dice_training.photographs import photographed
from benchmarks.dice_training.weather import among_others, weathered
from vision.dice.networks import FACE, pips_reader, scores_of

if TYPE_CHECKING:
    from torch import Tensor

PAINTED = 0.75
"""The share of painted dice; the others are photographed."""
OFTEN = 0.1
"""What is surely read is drawn so often, beside what is surely read wrong."""
MISTAKEN = 0.001
"""What is so unlikely was rather written down wrong than read wrong, and is not learnt from."""
MOVED = 0.4
"""The share of dice that are put amid what is around others: photographs are few, none shall be known by what lies there."""
OFF = (0.035, 0.1)
"""So far off its middle a face is cut out, in edges: the finder is as far off where sides show as well."""
LARGER = 0.09
"""So much larger or smaller it is cut out, as a logarithm."""
ALONE = 0.05
"""The share of faces of which one channel is seen."""
SYMBOL = VALUES - 1
"""The last of the values."""


@click.command()
@course
@click.option("--every", is_flag=True, help="Learn from all photographs.")
def main(course: Course, every: bool) -> None:
    """Learn how many pips dice show, and what is none."""
    images, truths = course.pictures()
    batches = learnt_from(images, truths, course.batch, every)
    net = learnt(reading(FACE), batches, _loss, course)
    export(net, course.to, ["n", 3, FACE.side, FACE.side])
    look_read(net, images[-ASIDE:], truths[-ASIDE:], FACE)


def learnt_from(
    images: np.ndarray, truths: np.ndarray, count: int, every: bool = False
) -> Iterator[Batch]:
    """Batches of so many faces, of painted pictures and of photographs, or of ``every`` one, and what they show."""
    photos, seen = photographed(every)
    dice = [die for die in seen if die.value != NONE]
    odds = _doubts(photos, dice)
    dice = [replace(die, picture=die.picture + len(images)) for die in dice]
    painted = list(lying(truths[:-ASIDE]))
    # Symbols are of more kinds than pips are: each is drawn twice as often.
    painted += [die for die in painted if die.value == SYMBOL]
    rng = np.random.default_rng()
    return _batches([*images, *photos], (painted, dice), odds, count, rng)


def _doubts(photos: Sequence[np.ndarray], dice: list[Candidate]) -> np.ndarray:
    """How often each die is drawn, in all 1: the oftener the less sure the network of this checkout is what it shows."""
    seen = [
        face_of(photos[die.picture], *die.at, die.edge, die.turn, FACE) for die in dice
    ]
    told = scores_of(pips_reader(), seen)[:, : VALUES + 1].astype(np.float64)
    shares = np.exp(told - np.logaddexp.reduce(told, axis=1, keepdims=True))
    right = shares[np.arange(len(dice)), [die.value for die in dice]]
    odds = np.where(right < MISTAKEN, 0.0, OFTEN + 1 - right)
    return np.asarray(odds / odds.sum())


def _loss(told: Tensor, aims: dict[str, Tensor]) -> list[Tensor]:
    return reading_loss(told, aims)[:1]


def _batches(
    pictures: Sequence[np.ndarray],
    kinds: tuple[list[Candidate], list[Candidate]],
    odds: np.ndarray,
    count: int,
    rng: np.random.Generator,
) -> Iterator[Batch]:
    """Faces of painted and of photographed dice, and what they show."""
    painted, real = kinds
    click.echo(f"{len(painted)} painted, {len(real)} photographed")
    while True:
        some = int(rng.binomial(count, PAINTED))
        picked = [painted[int(n)] for n in rng.integers(len(painted), size=some)]
        picked += [real[int(n)] for n in rng.choice(len(real), count - some, p=odds)]
        yield _seen(pictures, picked, rng), reading_aims(picked)


def _seen(
    pictures: Sequence[np.ndarray], dice: list[Candidate], rng: np.random.Generator
) -> np.ndarray:
    """Their faces, in other places, light and weather, as the network wants them."""
    x = np.stack(
        [one_face(pictures[die.picture], die, rng, FACE, OFF, LARGER) for die in dice]
    )
    x = among_others(x, MOVED, rng)
    return recoloured(weathered(x, rng).transpose(0, 3, 1, 2), rng, ALONE)


if __name__ == "__main__":
    main()
