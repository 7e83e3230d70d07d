"""Painted pictures of dice to learn from: small, and as different from each other as can be, with the truth beside."""

from __future__ import annotations

import numpy as np

from benchmarks.dice_training.camera import through_camera
from benchmarks.dice_training.clutter import code, cover, distractors, rest
from benchmarks.dice_training.grounds import surface
from benchmarks.dice_training.light import laid, shadows
from benchmarks.dice_training.makes import make_of
from benchmarks.dice_training.places import LEVEL, SIZE, placed, seen_from, square
from benchmarks.dice_training.prints import strewn

CODED = 0.3
"""The share of pictures with tags in them."""
PRINTED = 0.35
"""The share with cards, boards or pawns on which something looks like dice."""
RESTING = 0.4
"""The share of leaning dice below which a card or a rim is seen that they lean on."""
MOST = 12
"""Dice in a picture."""


def picture(
    rng: np.random.Generator, leaning: float = 0.15, covered: float = 0.14
) -> tuple[np.ndarray, np.ndarray]:
    """A picture (SIZE, SIZE, 3), and its dice, shape (MOST, 12).

    Of each: x, y, edge, angle, value, lean, share seen, there or not; where
    straight up is in the picture, right and down, of a length of 1; and how its
    top is off that, level on the table. ``leaning`` is the share of dice that
    lean, ``covered`` that of pictures with something over the dice.
    """
    view = seen_from(rng)
    dice = placed(rng, leaning)
    night = rng.random() < 0.15
    image = surface(rng) * (rng.uniform(0.1, 0.4) if night else 1.0)
    distractors(rng, image)
    if rng.random() < CODED:
        for _ in range(int(rng.integers(1, 6))):
            code(rng, image)
    if rng.random() < PRINTED:
        strewn(rng, image)
    for die in dice:
        if die.lean > LEVEL and rng.random() < RESTING:
            rest(rng, image, die, view)
    shadows(rng, image, view, dice)
    owner = np.full((SIZE, SIZE), -1, np.int16)
    order = sorted(range(len(dice)), key=lambda n: -(view.axes[2] @ dice[n].at))
    set_look = make_of(rng)
    whole = {}
    for n in order:
        look = make_of(rng, set_look)
        if night and rng.random() < 0.5:
            look.body = np.full(3, rng.uniform(0.03, 0.16)) + rng.normal(0, 0.01, 3)
            look.ink = np.full(3, rng.uniform(0.5, 1.0))
        whole[n] = laid(rng, image, owner, n, dice[n], view, look)
    if rng.random() < covered:
        cover(rng, image, owner)
    truth = np.zeros((MOST, 12), np.float32)
    truth[:, 8:10] = view.axes[:2, 2]
    for n, die in enumerate(dice[:MOST]):
        seen = float((owner == n).sum()) / max(1.0, whole[n])
        truth[n, :8] = (*square(die, view), die.value, die.lean, min(1.0, seen), 1)
        truth[n, 10:] = view.axes[:2, :2] @ die.tilt
    return through_camera(rng, image, dice), truth
