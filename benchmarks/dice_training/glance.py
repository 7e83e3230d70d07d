"""Trains the small network that is asked first what a die shows (vision/dice/glance.onnx) to tell what the two large ones tell together; needs torch and onnx, which the project does not.

    python -m benchmarks.dice_training.glance PICTURES.npz... --weights G.pt --onnx vision/dice/glance.onnx

It learns from the same painted dice and photographs as the one that counts pips (benchmarks/dice_training/pips.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click
import cv2
import numpy as np

from benchmarks.dice_training.course import ASIDE, Course, course, learnt
from benchmarks.dice_training.export import export
from benchmarks.dice_training.held_out import look_read
from benchmarks.dice_training.losses import VALUES, Batch, taught_value_loss
from benchmarks.dice_training.nets import glancing
from benchmarks.dice_training.pips import learnt_from
from vision.dice.networks import FACE, pips_reader, symbol_reader


@click.command()
@course
def main(course: Course) -> None:
    """Learn what dice show."""
    images, truths = course.pictures()
    batches = _taught(learnt_from(images, truths, course.batch))
    net = learnt(glancing(), batches, taught_value_loss, course)
    export(net, course.to, ["n", 3, FACE.side, FACE.side])
    look_read(net, images[-ASIDE:], truths[-ASIDE:], FACE)


def _taught(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Batches with what the large readers tell of their faces together, as shares."""
    for x, aims in batches:
        both = sum(_logarithms(one, x) for one in (pips_reader(), symbol_reader()))
        shares = np.exp(both - np.logaddexp.reduce(both, axis=1, keepdims=True))
        yield x, aims | {"taught": shares.astype(np.float32)}


def _logarithms(reader: cv2.dnn.Net, x: np.ndarray) -> np.ndarray:
    """Of the shares of the values that a reader tells of faces."""
    reader.setInput(x)
    told = reader.forward()[:, :VALUES, 0, 0]
    return told - np.logaddexp.reduce(told, axis=1, keepdims=True)


if __name__ == "__main__":
    main()
