"""What is told of dice that lean, that a hand half covers, and that lie level and open on painted mats: `python -m benchmarks.dice_lying [--pictures N] [--first SEED]`.

Seven dice lie anywhere in the tray, three of ten lean by 10 to 35 degrees, and over every second picture a hand reaches for one.
Told of each: its value, a wrong one, that it is cocked or covered, that it is unsure, nothing at all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.dice import COLOURS, SEVEN
from companion.pieces import DiceSet, Die
from vision.dice.dice_reader import DiceReader
from vision.dice.found_die import VALUES
from vision.frame import Frame
from vision.painting.dice import top_corners
from vision.painting.layout import Layout, PaintedDie, PaintedHand
from vision.painting.scene import paint
from vision.painting.view import View, pose
from vision.pictures import grey_of
from vision.reading import Sighting

LEAST_MM = 26.0
"""Dice lie at least so far from each other."""
HIDDEN, HALF = (0.1, 0.8), 0.25
"""So much of a face is hidden that a reader may tell it; from there on it is half hidden."""
CHANGED = 30
"""Grey levels by which a hand changes what it covers."""
WIDTHS = ((1280, 720), (1920, 1080), (2304, 1296))
VIEW = View(SEVEN)


@click.command()
@click.option("--pictures", default=60)
@click.option("--first", default=0)
def main(pictures: int, first: int) -> None:
    """Paint mats and say what is told of their dice."""
    told: dict[str, Counter[str]] = defaultdict(Counter)
    for seed in range(first, first + pictures):
        rng = np.random.default_rng(seed)
        tilt = float(rng.uniform(-6, 6)), float(rng.uniform(0, 22))
        view = replace(VIEW, size=WIDTHS[seed % 3], tilt=tilt)
        dice = _thrown(rng)
        open_ = paint(Layout(dice=dice), view, np.random.default_rng(seed))
        hands = (_reaching(dice, rng),) if seed % 2 else ()
        table = Layout(dice=dice, hands=hands)
        colour = paint(table, view, np.random.default_rng(seed))
        changed = np.abs(colour.astype(int) - open_).max(axis=2) > CHANGED
        reader = DiceReader(DiceSet(tuple(Die(one, VALUES) for one in COLOURS)))
        frame = Frame(0, 0.0, grey_of(colour), colour)
        seen = reader.read(frame, pose(view))
        for die in dice:
            hidden = _share(changed, top_corners(die, view))
            told[_how(die, hidden)][_what(die, seen, view)] += 1
    for how, counts in sorted(told.items()):
        total = counts.total()
        shares = ", ".join(f"{k} {n / total:.3f}" for k, n in counts.most_common())
        click.echo(f"{how:10} {total:5}: {shares}")


def _thrown(rng: np.random.Generator) -> tuple[PaintedDie, ...]:
    dice: list[PaintedDie] = []
    edge = float(rng.uniform(13, 19))
    while len(dice) < len(COLOURS):
        at = float(rng.uniform(408, 570)), float(rng.uniform(64, 276))
        if any(np.hypot(*np.subtract(at, one.at)) < LEAST_MM for one in dice):
            continue
        lean = float(rng.uniform(10, 35)) if rng.random() < 0.3 else 0.0
        value, turn = str(rng.integers(1, 7)), float(rng.uniform(0, 360))
        dice.append(PaintedDie(at, value, COLOURS[len(dice)], turn, edge, lean))
    return tuple(dice)


def _reaching(dice: tuple[PaintedDie, ...], rng: np.random.Generator) -> PaintedHand:
    x, y = dice[int(rng.integers(len(dice)))].at
    tip = x + float(rng.uniform(-6, 6)), y + float(rng.uniform(-6, 6))
    return PaintedHand(tip, (x + float(rng.uniform(-200, 200)), 700.0))


def _share(changed: NDArray[np.bool_], corners: NDArray[np.float64]) -> float:
    """How much of a top face (corners in px, shape (4, 2)) the hand has changed."""
    face = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(face, np.round(corners).astype(np.int32), 1)
    return float(changed[face > 0].mean())


def _how(die: PaintedDie, hidden: float) -> str:
    if hidden > HIDDEN[1]:
        return "hidden"
    if hidden > HIDDEN[0]:
        return "half hidden" if hidden > HALF else "a little hidden"
    if not die.lean:
        return "level"
    low = 5 * int(die.lean / 5)
    return f"{low} to {low + 5}"


def _what(die: PaintedDie, seen: tuple[Sighting, ...], view: View) -> str:
    middle = top_corners(die, view).mean(axis=0)
    reach = np.linalg.norm(np.diff(top_corners(die, view)[:2], axis=0)) / 2
    here = [one for one in seen if np.linalg.norm(np.mean(one.corners, axis=0) - middle) < reach]
    if not here:
        return "nothing"
    (one, *_) = here
    if one.hindered is not None:
        return one.hindered.value
    return "its value" if one.face.side == die.value else "a wrong one"


if __name__ == "__main__":
    main()
