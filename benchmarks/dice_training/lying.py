"""Trains the network that tells how a die lies (vision/dice/lying.onnx) on painted pictures; needs torch and onnx, which the project does not.

    python -m benchmarks.dice_training paint MISHAPS.npz --first SEED --count N --leaning 0.65 --covered 0.08
    python -m benchmarks.dice_training.lying MISHAPS.npz... --weights L.pt --onnx vision/dice/lying.onnx

It learns from the one of this checkout as well. The last pictures are not learnt from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import click
import numpy as np

from benchmarks.dice_training.batches import seen_lying
from benchmarks.dice_training.candidates import HIDDEN, LEANS, NONE, Candidate, noticed
from benchmarks.dice_training.candidates import lying as those_lying
from benchmarks.dice_training.course import ASIDE, Course, course, learnt
from benchmarks.dice_training.export import export
from benchmarks.dice_training.held_out import look_lying
from benchmarks.dice_training.losses import (
    VALUES,
    Batch,
    reading_aims,
    taught_lying_loss,
)
from benchmarks.dice_training.nets import lying
from benchmarks.dice_training.places import SIZE
from vision.dice.networks import LYING, lying_reader

SHARES = (0.15, 0.35, 0.38, 0.12)
"""Of places that are no dice, of level dice, of those that lean, of those of which something is hidden."""
WHOLE = 0.6
"""A die that is nearer to the picture's border, in edges, is hidden by that and by no hand."""
ASKED = 4
"""One of so many places is shown to the one of this checkout as well."""


@click.command()
@course
def main(course: Course) -> None:
    """Learn what is a die, what leans and what is covered."""
    images, truths = course.pictures()
    faces = [*those_lying(truths[:-ASIDE]), *noticed(images[:-ASIDE], truths[:-ASIDE])]
    kinds = [[one for one in faces if _kind(one) == kind] for kind in range(4)]
    click.echo(f"{[len(kind) for kind in kinds]} of each kind")
    batches = _batches(images, kinds, course.batch, np.random.default_rng())
    net = learnt(lying(), _taught(batches), taught_lying_loss, course)
    export(net, course.to, ["n", 4, LYING.side, LYING.side])
    look_lying(net, images[-ASIDE:], truths[-ASIDE:])


def _kind(one: Candidate) -> int | None:
    """Which of ``SHARES`` a place belongs to, if any."""
    if one.value == NONE:
        return 0
    if 1 - one.seen > HIDDEN[1]:
        room = WHOLE * one.edge
        return 3 if all(room < at < SIZE - room for at in one.at) else None
    return 2 if one.lean > LEANS[0] else 1


def _taught(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Batches with what the present network tells of some of their places, as scores; of what is hidden it is not asked."""
    before = lying_reader()
    for x, aims in batches:
        taught = np.zeros((len(x), VALUES + 5), np.float32)
        before.setInput(np.ascontiguousarray(x[::ASKED]))
        taught[::ASKED] = before.forward()[:, :, 0, 0]
        asked = np.arange(len(x)) % ASKED == 0
        asked &= (aims["value"] == NONE) | (aims["seen"] > 1 - HIDDEN[0])
        yield x, aims | {"taught": taught, "asked": asked.astype(np.float32)}


def _batches(
    pictures: np.ndarray,
    kinds: Sequence[list[Candidate]],
    count: int,
    rng: np.random.Generator,
) -> Iterator[Batch]:
    """Places of all kinds, and what they are."""
    while True:
        which = rng.choice(len(kinds), count, p=SHARES)
        picked = [kinds[n][int(rng.integers(len(kinds[n])))] for n in which]
        x, tilt = seen_lying(pictures, picked, rng)
        seen = np.array([one.seen for one in picked], np.float32)
        yield x, reading_aims(picked) | {"tilt": tilt, "seen": seen}


if __name__ == "__main__":
    main()
