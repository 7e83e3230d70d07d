"""Dice on a table where no mat lies: found at whatever size they have in the picture, and followed there."""

from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from companion.games.yatzy.mat import DICE_SET, MAT
from companion.mat import WHOLE, Mat, Shares, plain_table
from companion.table import Observation, Settled
from vision.frame import Frame
from vision.painting.layout import Layout, PaintedDie
from vision.painting.scene import paint
from vision.painting.view import View
from vision.pictures import grey_of
from vision.plain_table import PlainTable
from vision.reading import Reading
from vision.settle import Settler

VIEW: Final = View(MAT, bare=True)
DICE: Final = tuple(
    PaintedDie(at, value, "red", turn)
    for at, value, turn in (
        ((60.0, 50.0), "1", 10.0),
        ((130.0, 60.0), "3", 40.0),
        ((100.0, 120.0), "6", 70.0),
        ((180.0, 150.0), "6", 5.0),
        ((240.0, 90.0), "2", 25.0),
    )
)
SHOWN: Final = ("white-1", "white-2", "white-3", "white-6", "white-6")


def table(place: Shares = WHOLE) -> Mat:
    return plain_table("yatzy", "tray", place)


def frame(dice: tuple[PaintedDie, ...], view: View = VIEW, number: int = 0) -> Frame:
    """A picture of them, ten a second."""
    colour = paint(Layout(dice=dice), view, np.random.default_rng(number))
    return Frame(number, number / 10, grey_of(colour), colour)


def read(view: View = VIEW, place: Shares = WHOLE, dice: tuple[PaintedDie, ...] = DICE) -> Reading:
    seen = frame(dice, view)
    return PlainTable(table(place), DICE_SET).read(seen.grey, seen.colour)


@pytest.mark.slow
@pytest.mark.parametrize(
    "view",
    [
        replace(VIEW, fill=0.4),
        *(
            pytest.param(view, marks=pytest.mark.prove)
            for view in (
                VIEW,
                replace(VIEW, size=(1920, 1080), fill=0.7, roll=140.0),
                replace(VIEW, tilt=(-8.0, 18.0), fill=0.7),
            )
        ),
    ],
)
def test_dice_are_read_wherever_they_lie(view: View) -> None:
    """From near and from far, straight and aslant: nobody says how large they are, or where the table is."""
    assert SHOWN == read(view).zones["tray"]


def test_of_dice_the_place_in_the_picture_is_told() -> None:
    """The table's millimetres are shares of the picture's sides: of its middle, too, where the picture has other sides."""
    lies = {seen.code: seen for seen in read().loose}["white-1"]

    x, y = np.mean(lies.corners, axis=0) / VIEW.size
    assert lies.centre is not None
    assert lies.centre == pytest.approx((x * table().width, y * table().height), abs=6)


def test_dice_beside_the_place_do_not_count() -> None:
    """Only those on the left half of the picture, and what lies there has no zone."""
    reading = read(place=(0.0, 0.0, 0.5, 1.0))

    assert ("white-1", "white-3", "white-6") == reading.zones["tray"]
    assert all(seen.zone in (None, "tray") for seen in reading.loose)


@pytest.mark.slow
def test_a_bare_table_shows_none() -> None:
    """Nothing is seen in its wood, and as soon as dice fall they are found."""
    follows = PlainTable(table(), DICE_SET)

    assert () == follows.follow(frame(())).loose
    assert SHOWN == follows.follow(frame(DICE, number=11)).zones["tray"]


@pytest.mark.slow
def test_the_camera_may_be_hung_higher() -> None:
    """Where dice become smaller they are sought at every size again, once nothing moves."""
    follows, far = PlainTable(table(), DICE_SET), replace(VIEW, fill=0.35)
    follows.follow(frame(DICE))

    for number in (10, 20, 21, 40):
        reading = follows.follow(frame(DICE, far, number))

    assert SHOWN == reading.zones["tray"]


@pytest.mark.slow
@pytest.mark.parametrize("roll", [0.0, 180.0])
def test_the_camera_may_look_aslant(roll: float) -> None:
    """From any side: where all dice are read best tells from where, and a single die too little."""
    view = replace(VIEW, tilt=(0.0, 40.0), fill=0.7, roll=roll)
    follows = PlainTable(table(), DICE_SET)

    for number in (0, 1):
        assert follows.follow(frame(DICE[:1], view, number)).zones["tray"] in (
            ("white-1",),
            ("white",),
        )
    for number in (10, 11, 12, 21, 22):
        reading = follows.follow(frame(DICE, view, number))

    assert SHOWN == reading.zones["tray"]


@pytest.mark.slow
def test_what_stays_lies_still_for_the_table_too() -> None:
    """Two of five are kept where they are: only the others have left, and come."""
    follows, settler = PlainTable(table(), DICE_SET), Settler(table())
    thrown = tuple(
        replace(die, at=at, value="4")
        for die, at in zip(DICE[:3], ((40, 160), (90, 70), (150, 110)), strict=True)
    )
    told = list[Observation]()
    for number in range(24):
        dice = DICE if number < 8 else DICE[3:] if number < 16 else (*thrown, *DICE[3:])
        seen = frame(dice, number=number)
        told += settler.step(seen, follows.follow(seen))

    steps = [s for seen in told if isinstance(seen, Settled) for s in seen.steps]
    assert "+++++---+++" == "".join(step.sign for step in steps)
    assert ["white-1", "white-3", "white-6"] == sorted(s.card for s in steps[5:8])
    assert ["white-4"] * 3 == [step.card for step in steps[8:]]
