"""Painted pictures by the thousand: arrays of them with their truth, and what the finder of this checkout takes for dice in them that is none."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from multiprocessing import Process
from pathlib import Path

import cv2
import numpy as np

from benchmarks.dice_training.pictures import EDGE, SEEN, THERE, TURN, UP, Picture, X, Y
from benchmarks.dice_training.pictures import painted as picture
from benchmarks.dice_training.places import SIZE
from vision.dice.die_places import places
from vision.dice.found_die import FoundDie, apart
from vision.dice.turning import turn_of

SIDES = (60, 84)
"""Sizes in which a picture is searched, px: dice show at most of them, as at those of a picture without a mat."""
OTHERS = 12
"""Places of a picture that are no dice."""
ELSEWHERE, AS_LARGE = 0.42, math.log(1.6)
"""A place so far off every die's middle, in edges, is none, or one that is so much larger or smaller."""
MANY = 100
"""Pictures in a file."""


def painted(seeds: range) -> dict[str, np.ndarray]:
    """The pictures of these seeds: ``image``, ``dice``, ``white`` as of ``Picture``, and ``other`` (n, OTHERS, 5): middle, edge, turn of what is none, there or not. How dice are turned is what ``turn_of`` tells."""
    cv2.setNumThreads(1)
    each = [picture(np.random.default_rng(seed)) for seed in seeds]
    for one in each:
        _turned(one)
    return {
        "image": np.stack([one.image for one in each]),
        "dice": np.stack([one.dice for one in each]),
        "white": np.stack([one.white for one in each]),
        "other": np.stack([_others(one) for one in each]),
    }


def _turned(one: Picture) -> None:
    """Of every second die that is seen, its turn as a reader sees it."""
    up = complex(*one.dice[0, UP])
    for n, die in enumerate(one.dice):
        if n % 2 and die[THERE] and die[SEEN] > 0.3:
            at = float(die[X]), float(die[Y])
            die[TURN] = turn_of(one.image, at, float(die[EDGE]), up)


def _others(one: Picture) -> np.ndarray:
    up = complex(*one.dice[0, UP])
    dice = one.dice[one.dice[:, THERE] > 0]
    told = np.zeros((OTHERS, 5), np.float32)
    none = [place for place in _found(one) if _is_none(place, dice)]
    for n, place in enumerate(none[:OTHERS]):
        turn = turn_of(one.image, place.centre, place.edge, up)
        told[n] = (*place.centre, place.edge, turn, 1)
    return told


def _found(one: Picture) -> Iterator[FoundDie]:
    """What the finder takes for dice."""
    for side in SIDES:
        small = cv2.resize(one.image, (side, side), interpolation=cv2.INTER_AREA)
        share = SIZE / side
        for place in apart(places(np.asarray(small, np.uint8))):
            x, y = ((at + 0.5) * share - 0.5 for at in place.centre)
            yield FoundDie((x, y), place.edge * share, 0.0, place.there, place.values)


def _is_none(place: FoundDie, dice: np.ndarray) -> bool:
    if not len(dice):
        return True
    off = np.hypot(*(dice[:, [X, Y]] - place.centre).T) / dice[:, EDGE]
    larger = np.abs(np.log(place.edge / dice[:, EDGE]))
    return bool(((off > ELSEWHERE) | (larger > AS_LARGE)).all())


def painters(folder: Path, count: int, first: int, most: int) -> list[Process]:
    """Processes that go on painting into a folder, files of ``MANY`` pictures, while fewer than ``most`` lie there."""
    folder.mkdir(parents=True, exist_ok=True)
    works = [
        Process(target=_paint, args=(folder, first + n, count, most), daemon=True)
        for n in range(count)
    ]
    for work in works:
        work.start()
    return works


def _paint(folder: Path, number: int, step: int, most: int) -> None:
    while len(list(folder.glob("*.npz"))) < most:
        write(folder / f"{number:06}.npz", range(number * MANY, (number + 1) * MANY))
        number += step


def write(file: Path, seeds: range) -> None:
    """Paint pictures into a file, which is there when it is whole."""
    part = file.with_suffix(".part")
    with part.open("wb") as to:
        np.savez(to, allow_pickle=True, **painted(seeds))
    os.replace(part, file)
