"""Trains the networks that find and read dice (vision/dice/*.onnx) on painted pictures; needs torch and onnx, which the project does not.

    python -m benchmarks.dice_training paint PICTURES.npz --first SEED --count N
    python -m benchmarks.dice_training finder PICTURES.npz... --wide --weights W.pt --onnx vision/dice/wide_finder.onnx
    python -m benchmarks.dice_training finder PICTURES.npz... --like vision/dice/wide_finder.onnx --weights F.pt --onnx vision/dice/finder.onnx
    python -m benchmarks.dice_training reader PICTURES.npz... --cut face --weights K.pt --onnx vision/dice/kind.onnx
    python -m benchmarks.dice_training reader PICTURES.npz... --cut face --weights S.pt --onnx vision/dice/symbol.onnx
    python -m benchmarks.dice_training reader PICTURES.npz... --cut near --weights N.pt --onnx vision/dice/near.onnx

That of pips has learnt from photographs as well (benchmarks/dice_training/pips.py), the small one that is asked first from that of pips and that of symbols (benchmarks/dice_training/glance.py), that of how dice lie from dice of which many lean (benchmarks/dice_training/lying.py). Painting goes on with other seeds; training goes on with the weights of the last run. The last 150 pictures of all are not learnt from.
"""

from __future__ import annotations

from functools import partial
from multiprocessing import Pool
from pathlib import Path

import click
import cv2
import numpy as np

from benchmarks.dice_training.batches import crops, faces, taught
from benchmarks.dice_training.course import ASIDE, Course, course, learnt
from benchmarks.dice_training.export import export
from benchmarks.dice_training.held_out import look_found, look_read
from benchmarks.dice_training.losses import (
    finding_loss,
    reading_loss,
    taught_finding_loss,
)
from benchmarks.dice_training.nets import finding, reading
from vision.dice.networks import FACE, NEAR

SMALL = 72
"""A painted picture as the finder sees it, px: dice have edges of 7 to 23."""


@click.group()
def main() -> None:
    """Paint pictures, then learn from them."""


@main.command()
@click.argument("file", type=Path)
@click.option("--first", default=0)
@click.option("--count", default=1500)
@click.option("--leaning", default=0.15, help="The share of dice that lean.")
@click.option("--covered", default=0.14, help="The share of pictures with a hand.")
def paint(file: Path, first: int, count: int, leaning: float, covered: float) -> None:
    """Paint pictures with their truth."""
    cv2.setNumThreads(1)
    paint_one = partial(_painted, leaning=leaning, covered=covered)
    with Pool(2) as pool:
        painted = pool.map(paint_one, range(first, first + count), chunksize=50)
    images, truths = zip(*painted, strict=True)
    np.savez(file, im=np.stack(images), tr=np.stack(truths))


def _painted(
    seed: int, leaning: float, covered: float
) -> tuple[np.ndarray, np.ndarray]:
    from benchmarks.dice_training.pictures import picture

    return picture(np.random.default_rng(seed), leaning, covered)


@main.command()
@course
@click.option("--wide", is_flag=True, help="The larger one.")
@click.option("--like", type=Path, help="One to learn from as well, as ONNX.")
def finder(course: Course, wide: bool, like: Path | None) -> None:
    """Learn where dice are and how large."""
    images, truths = _smaller(*course.pictures())
    batches = crops(images[:-ASIDE], truths[:-ASIDE], course.batch, _rng())
    loss_of = finding_loss
    if like is not None:
        batches = taught(batches, cv2.dnn.readNetFromONNX(str(like)))
        loss_of = taught_finding_loss
    net = learnt(finding(wide), batches, loss_of, course)
    export(net, course.to, [1, 3, "h", "w"])
    look_found(net, images[-ASIDE:], truths[-ASIDE:])


def _smaller(images: np.ndarray, truths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pictures as the finder sees them, with their truth."""
    size = SMALL, SMALL
    small = [cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in images]
    share = SMALL / images.shape[1]
    truths[..., :2] = (truths[..., :2] + 0.5) * share - 0.5
    truths[..., 2] *= share
    return np.stack(small), truths


@main.command()
@course
@click.option("--cut", type=click.Choice(["near", "face"]), required=True)
def reader(course: Course, cut: str) -> None:
    """Learn what a face shows, whether it leans and whether it is covered; not seen from near, also whether it is one."""
    images, truths = course.pictures()
    as_seen = NEAR if cut == "near" else FACE
    shown = faces(images[:-ASIDE], truths[:-ASIDE], course.batch, _rng(), as_seen)
    net = learnt(reading(as_seen), shown, reading_loss, course)
    export(net, course.to, ["n", 3, as_seen.side, as_seen.side])
    look_read(net, images[-ASIDE:], truths[-ASIDE:], as_seen)


def _rng() -> np.random.Generator:
    """Another one in every part of a course."""
    return np.random.default_rng()


if __name__ == "__main__":
    main()
