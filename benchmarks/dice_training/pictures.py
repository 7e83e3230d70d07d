"""Painted pictures of dice to learn from: small, and as different from each other as can be, with the truth beside."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

import numpy as np

from benchmarks.dice_training.camera import through_camera
from benchmarks.dice_training.clutter import code, cover, distractors, rest
from benchmarks.dice_training.grounds import surface
from benchmarks.dice_training.light import laid, shadows
from benchmarks.dice_training.makes import Look, dark, make_of, seen_body
from benchmarks.dice_training.places import LEVEL, SIZE, PaintedDie, View, placed, seen_from, square
from benchmarks.dice_training.prints import strewn
from vision.dice.level import onto_table

CODED = 0.3
"""The share of pictures with tags in them."""
PRINTED = 0.3
"""The share with cards, boards or pawns on which something looks like dice."""
RESTING = 0.4
"""The share of leaning dice below which a card or a rim is seen that they lean on."""
NIGHT, BLACK = 0.12, 0.12
"""The shares of pictures at night, and of black dice on black."""
MOST = 12
"""Dice in a picture."""
X, Y, EDGE, ANGLE, VALUE, LEAN, SEEN, THERE = range(8)
UP, TILT = slice(8, 10), slice(10, 12)
TURN, TIPPED, BODY = 12, slice(13, 15), slice(15, 18)
SHOWN, TOLD = 12, 18
"""What is told of a die: its top face's middle, edge (px) and angle (radians), its value, how far it leans (degrees),
the share of its top that is seen, there or not; where straight up is in the picture, right and down, of a length of 1;
how its top is off that, as the picture shows it. Beyond what is ``SHOWN``: how it is turned on the table (degrees, -45 to 45),
how its top is off straight up there, its body's colour, white being 1."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and its truth."""

    image: np.ndarray
    """Shape (SIZE, SIZE, 3), bytes."""
    dice: np.ndarray
    """Shape (MOST, TOLD)."""
    white: np.ndarray
    """What white paper beside the dice would be: blue, green, red, 0 to 1, shape (3,)."""


def picture(
    rng: np.random.Generator, leaning: float = 0.15, covered: float = 0.14
) -> tuple[np.ndarray, np.ndarray]:
    """A picture (SIZE, SIZE, 3), and what is shown of its dice, shape (MOST, SHOWN)."""
    one = painted(rng, leaning, covered)
    return one.image, one.dice[:, :SHOWN]


def painted(rng: np.random.Generator, leaning: float = 0.25, covered: float = 0.25) -> Picture:
    """A picture; ``leaning`` is the share of dice that lean, ``covered`` that of pictures with something over the dice."""
    view = seen_from(rng)
    dice = placed(rng, leaning)
    draw = rng.random()
    night, black = draw < NIGHT, NIGHT <= draw < NIGHT + BLACK
    image = _ground(rng, night, black)
    for die in dice:
        if die.lean > LEVEL and rng.random() < RESTING:
            rest(rng, image, die, view)
    shadows(rng, image, view, dice)
    looks = _looks(rng, len(dice), 0.5 if night else 0.7 if black else 0.0)
    owner = np.full((SIZE, SIZE), -1, np.int16)
    order = sorted(range(len(dice)), key=lambda n: -(view.axes[2] @ dice[n].at))
    whole = {n: laid(rng, image, owner, n, dice[n], view, looks[n]) for n in order}
    if rng.random() < covered:
        cover(rng, image, owner)
    truth = np.zeros((MOST, TOLD), np.float32)
    truth[:, UP] = view.axes[:2, 2]
    for n, die in enumerate(dice[:MOST]):
        seen = min(1.0, float((owner == n).sum()) / max(1.0, whole[n]))
        truth[n] = _told(die, view, looks[n], seen)
    bytes_, gain = through_camera(rng, image, dice)
    light = view.dim + (1 - view.dim) * view.light[2] * 1.15
    white = np.clip(view.lamp * light * gain, 0.02, 1)
    return Picture(bytes_, truth, white.astype(np.float32))


def _ground(rng: np.random.Generator, night: bool, black: bool) -> np.ndarray:
    image = surface(rng) * (rng.uniform(0.1, 0.4) if night else 1.0)
    if black:
        image *= rng.uniform(0.02, 0.14) / max(0.05, float(image.mean()))
    distractors(rng, image)
    if rng.random() < CODED:
        for _ in range(int(rng.integers(1, 6))):
            code(rng, image)
    if rng.random() < PRINTED:
        strewn(rng, image)
    return image


def _looks(rng: np.random.Generator, count: int, black: float) -> list[Look]:
    """What dice are made of, of which a share is black."""
    like = make_of(rng)
    looks = [make_of(rng, like) for _ in range(count)]
    for look in looks:
        if rng.random() < black:
            dark(rng, look)
    return looks


def _told(die: PaintedDie, view: View, look: Look, seen: float) -> np.ndarray:
    x, y, edge, angle = square(die, view)
    onto = onto_table(complex(*view.axes[:2, 2]))
    sides = onto @ die.turn(view)[:2, :2]
    ways = sum(complex(*side) ** 4 for side in sides.T)
    turn = math.degrees(cmath.phase(ways)) / 4
    tilt = view.axes[:2, :2] @ die.tilt
    shown = x, y, edge, angle, die.value, die.lean, seen, 1, *view.axes[:2, 2], *tilt
    return np.array([*shown, turn, *(onto @ tilt), *seen_body(look)], np.float32)
