"""A die that is shown alone is told with what it looks like; colours that were taught are known by that."""

from __future__ import annotations

import numpy as np
import pytest

from companion.app.service.dice_teaching import lesson
from companion.pieces import DiceSet, Die
from tests.vision.boards import CELLS
from vision.dice.colours import shares
from vision.dice.dice_reader import DiceReader
from vision.dice.sightings import in_play
from vision.dice.taught import shown_alone
from vision.frame import Frame
from vision.painting.layout import Layout, PaintedDie
from vision.painting.scene import paint
from vision.painting.view import View, pose
from vision.pictures import grey_of

VIEW = View(CELLS, (1920, 1080), tilt=(3, 8))
TURQUOISE, OLIVE = (-0.8, -0.9, 0.1), (-1.2, 0.1, -0.9)


def look(*dice: PaintedDie, at: float = 0.0) -> Frame:
    """A look at a mat with dice on it."""
    colour = paint(Layout(dice=dice), VIEW, np.random.default_rng(3))
    return Frame(0, at, grey_of(colour), colour)


@pytest.mark.slow
def test_a_die_that_is_shown_alone_is_told() -> None:
    """What it shows, with the symbol in place of the six, too."""
    for value in ("3", "symbol"):
        shown = shown_alone(look(PaintedDie((480, 150), value, "red", 20)), pose(VIEW))

        assert shown is not None
        assert (value, True) == (shown.side, shown.sure)


@pytest.mark.parametrize(
    "dice",
    [
        (),
        (PaintedDie((480, 150), "2", "red"), PaintedDie((430, 90), "3", "white")),
        (PaintedDie((200, 150), "2", "red"),),
    ],
    ids=["none", "two", "not in the tray"],
)
def test_only_one_alone_in_the_tray_is_shown(dice: tuple[PaintedDie, ...]) -> None:
    """Nothing is learnt from an empty tray, from several dice, from one among the cards."""
    assert shown_alone(look(*dice), pose(VIEW)) is None


def test_without_a_mat_it_is_the_only_die_in_the_picture() -> None:
    """Wherever it lies."""
    shown = shown_alone(look(PaintedDie((200, 150), "2", "red", 20)), None)

    assert shown is not None
    assert ("2", True) == (shown.side, shown.sure)


def test_taught_colours_are_told() -> None:
    """Colours that no name explains are told by what was seen of them."""
    dice = DiceSet((Die("turquoise"), Die("olive")))
    seen = np.array([OLIVE, TURQUOISE]) + 0.05
    looks = in_play(dice, {"turquoise": (TURQUOISE,), "olive": (OLIVE,)}).looks

    likely = shares(seen, {"turquoise": 1, "olive": 1}, looks)

    assert ["olive", "turquoise"] == [max(one, key=lambda n: one[n]) for one in likely]


def test_dice_that_were_taught_are_read_by_their_names() -> None:
    """Grey dice that a household calls pink are pink once they were shown; before, they are not told surely."""
    pink = DiceSet((Die("pink", ("1", "2")),))
    greys = [PaintedDie((480, 150), value, "grey", 20) for value in "12"]
    frames = [look(die, at=n / 2) for n, die in enumerate(greys)]
    learnt = lesson("ours", pink)
    for frame in frames:
        for _ in range(2):
            learnt = learnt.seen(shown_alone(frame, pose(VIEW)))

    (told,) = DiceReader(pink, learnt.taught.looks).read(frames[0], pose(VIEW))

    assert "pink-1" == told.face.code
