"""Dice on a mat are found, read and told by their colours; what stands still costs nothing."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.pieces import DiceSet, Die, Pieces
from tests.places import DICE
from tests.vision.boards import CELLS
from vision.dice.dice_reader import DiceReader
from vision.dice.plain import PlainDice
from vision.frame import Colour, Frame
from vision.painting.dice import top_corners
from vision.painting.layout import Layout, PaintedDie, PaintedHand
from vision.painting.view import View, pose
from vision.pictures import grey_of, read_picture
from vision.reader import Reader
from vision.reading import Hindrance, Sighting
from vision.scene import paint

FACES = ("1", "2", "3", "4", "5", "6", "symbol")
SEVEN = DiceSet(
    tuple(
        Die(colour, FACES)
        for colour in ("black", "black", "red", "red", "white", "white", "pink")
    )
)
ROLLED = (
    PaintedDie((420, 80), "1", "black", 10),
    PaintedDie((470, 90), "2", "red", 33),
    PaintedDie((520, 80), "3", "white", 60),
    PaintedDie((555, 150), "4", "pink", 85),
    PaintedDie((430, 180), "5", "black", 50),
    PaintedDie((490, 200), "6", "red", 5),
    PaintedDie((450, 335), "symbol", "white", 70),
)
VIEW = View(CELLS, (1920, 1080), tilt=(3, 8))


def frame(
    *dice: PaintedDie,
    at: float = 0.0,
    hands: tuple[PaintedHand, ...] = (),
    view: View = VIEW,
) -> Frame:
    """A look at a mat with dice on it."""
    colour = paint(Layout(dice=dice, hands=hands), view, np.random.default_rng(1))
    return Frame(0, at, grey_of(colour), colour)


def codes(seen: tuple[Sighting, ...]) -> Counter[tuple[str, str | None]]:
    """Face and zone of each die."""
    return Counter((die.code, die.zone) for die in seen)


WANTED = Counter(
    (f"{die.colour}-{die.value}", "kept" if die.at[1] > 298 else "tray")
    for die in ROLLED
)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2304, 1296)])
def test_a_roll_is_read(size: tuple[int, int]) -> None:
    """Colour, value and zone of seven dice, each where it stands."""
    view = replace(VIEW, size=size)

    seen = DiceReader(SEVEN).detect(frame(*ROLLED, view=view), pose(view))

    assert WANTED == codes(seen)
    for die in ROLLED:
        middle = top_corners(die, view).mean(axis=0)
        off = [np.linalg.norm(np.mean(one.corners, axis=0) - middle) for one in seen]
        assert min(off) < 3 * size[0] / 1280
        near = seen[int(np.argmin(off))].centre
        assert near is not None
        assert np.hypot(*np.subtract(near, die.at)) < 4


def test_an_empty_mat_has_no_dice() -> None:
    """Zones, markers and cloth are none; nor is there any without a mat."""
    assert () == DiceReader(SEVEN).detect(frame(), pose(VIEW))
    assert () == DiceReader(SEVEN).detect(frame(*ROLLED), None)


def test_a_leaning_die_is_named_not_guessed() -> None:
    """A die that leans far over is cocked, and has no value."""
    leaning = PaintedDie((480, 150), "4", "red", 20, lean=24)

    (seen,) = DiceReader(SEVEN).detect(frame(leaning), pose(VIEW))

    assert ("red", Hindrance.COCKED) == (seen.code, seen.hindered)


def test_a_still_table_is_not_searched() -> None:
    """Where nothing changed not even the colours are asked for; where a die was moved, it is read anew."""
    reader = DiceReader(SEVEN)
    first = frame(*ROLLED)
    told = reader.detect(first, pose(VIEW))

    def never() -> Colour:
        raise AssertionError("the colours of a still table")

    still = replace(first, at=0.1, colour=None, whole=never)
    assert told is reader.detect(still, pose(VIEW))

    moved = (replace(ROLLED[0], at=(440, 250), value="6"), *ROLLED[1:])
    after = codes(reader.detect(frame(*moved, at=0.2), pose(VIEW)))
    assert (
        WANTED - Counter([("black-1", "tray")]) + Counter([("black-6", "tray")])
        == after
    )


def test_beside_the_zones_a_change_waits() -> None:
    """A die that rolled off is seen a second later: hands are there all the time, dice hardly ever."""
    reader = DiceReader(SEVEN)
    lost = PaintedDie((200, 210), "3", "white")
    assert not reader.detect(frame(), pose(VIEW))

    assert not reader.detect(frame(lost, at=0.3), pose(VIEW))
    assert {("white-3", "display")} == set(
        codes(reader.detect(frame(lost, at=1.4), pose(VIEW)))
    )


def test_plain_dice_need_no_mat() -> None:
    """Dice of unknown size in a picture without a mat."""
    seen = PlainDice().detect(frame(*ROLLED[:4]), None)

    assert ["black-1", "pink-4", "red-2", "white-3"] == sorted(die.code for die in seen)


@pytest.mark.skipif(not DICE.is_dir(), reason="the pictures of dice")
@pytest.mark.parametrize("name", ["easy_00_1920x1080", "medium_02_1280x720"])
def test_photo_like_pictures(name: str) -> None:
    """Every die of a picture that lies well, and no value that is wrong."""
    truth = json.loads((DICE / f"{name}.json").read_text())["dice"]
    reader = Reader(Pieces(), (CELLS,), detectors={"cells": (DiceReader(SEVEN),)})
    colour = read_picture(Path(DICE / f"{name}.jpg"))

    seen = Counter(die.code for die in reader.read(grey_of(colour), colour).loose)

    assert Counter(f"{die['colour']}-{die['value']}" for die in truth) == seen
