"""What looks at dice cost beside those at the cards on the same pictures, in processor time: `OMP_NUM_THREADS=1 python -m benchmarks.dice_looks`.

The pictures of mats with seven dice: a first look at the cards and at the dice, one at each while they rest and only the camera's noise goes on, one after a die was
taken off (its place is painted over), one while it is missing still, one after all seven were thrown where none lay; and the dice of a single picture. Medians, ms.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click
import cv2
import numpy as np

from benchmarks.dice import COLOURS, SEVEN, Lying, pictures
from companion.pieces import DiceSet, Die, Pieces
from vision.dice.dice_reader import DiceReader
from vision.dice.found_die import VALUES
from vision.frame import Colour, Frame
from vision.pictures import grey_of
from vision.reader import Reader

T = TypeVar("T")
NOISE = 3.0
"""Of a camera at dusk, grey levels."""


@click.command()
@click.option("--part", type=click.Choice(["chosen", "kept-out", "all"]), default="chosen")
def main(part: str) -> None:
    """Look at every picture and say what that cost."""
    # As in the camera's own process.
    cv2.setNumThreads(1)
    ms: dict[str, list[float]] = defaultdict(list)
    shown = (each for each in pictures(part) if len(each[2]) == len(COLOURS))
    for _, picture, lying in shown:
        cards = Reader(Pieces(), (SEVEN,))
        dice = DiceReader(DiceSet(tuple(Die(colour, VALUES) for colour in COLOURS)))
        looks = (
            ("first look", picture),
            ("resting", _noisy(picture)),
            ("one taken off", _without(picture, lying[:1])),
            ("one still missing", _noisy(_without(picture, lying[:1]))),
            ("all taken off", _without(picture, lying)),
            ("seven thrown", picture),
        )
        # A second apart: what lies elsewhere than where dice usually do is looked at as well.
        for n, (name, seen) in enumerate(looks):
            frame = Frame(n, float(n), grey_of(seen), seen)
            reading, took = _timed(cards.follow, frame)
            ms[f"cards, {name}"].append(took)
            ms[f"dice, {name}"].append(_timed(dice.follow, frame, reading.pose)[1])
        ms["dice, single picture"].append(_timed(dice.read, frame, reading.pose)[1])
    for name, each in ms.items():
        click.echo(f"{name:22} {np.median(each):6.1f}   of {len(each)} pictures")


def _timed(look: Callable[..., T], *at: Any) -> tuple[T, float]:
    began = time.process_time()
    seen = look(*at)
    return seen, 1000 * (time.process_time() - began)


def _noisy(picture: Colour) -> Colour:
    """The picture as the camera sees it the next time."""
    noise = np.random.default_rng(len(picture)).normal(0, NOISE, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def _without(picture: Colour, dice: Iterable[Lying]) -> Colour:
    """The picture with some of its dice painted over as what is around them."""
    hole = np.zeros(picture.shape[:2], np.uint8)
    for die in dice:
        (x, y), far = np.round(die.at).astype(int), int(2.4 * die.reach)
        cv2.circle(hole, (int(x), int(y)), far, 255, -1)
    return np.asarray(cv2.inpaint(picture, hole, 3, cv2.INPAINT_TELEA), np.uint8)


if __name__ == "__main__":
    main()
