"""A taught set is what was shown: its colours look like the dice that were seen, and a file gives it back."""

from __future__ import annotations

import json

import numpy as np
import pytest

from companion.pieces import Die
from vision.dice.colours import shares
from vision.dice.taught import Shown, TaughtDie, TaughtSet, taught_set

TURQUOISE = Shown((-0.8, -0.9, 0.1), "1")
OLIVE = Shown((-1.2, 0.1, -0.9), "1")
TWO = TaughtSet(
    (
        TaughtDie("turquoise").after(TURQUOISE).after(Shown(TURQUOISE.look, "2")),
        TaughtDie("olive").after(OLIVE),
    )
)


def test_a_set_is_what_was_shown() -> None:
    """The faces of each die, each once, and how many are missing."""
    again = TWO.dice[0].after(TURQUOISE)

    assert (Die("turquoise", ("1", "2")), Die("olive", ("1",))) == TWO.dice_set.dice
    assert (("1", "2"), 4) == (again.faces, again.missing)


def test_taught_colours_are_told() -> None:
    """Colours that no name explains are told by what was seen of them."""
    seen = np.array([OLIVE.look, TURQUOISE.look]) + 0.05

    likely = shares(seen, {"turquoise": 1, "olive": 1}, TWO.palette)

    assert ["olive", "turquoise"] == [max(one, key=lambda n: one[n]) for one in likely]


def test_a_file_gives_the_set_back() -> None:
    """What is written as JSON is read as the same set."""
    assert TWO == taught_set(json.loads(json.dumps(TWO.to_json())))


@pytest.mark.parametrize(
    "given",
    [{}, {"dice": [{}]}, {"dice": [{"colour": "red", "looks": [], "faces": ["9"]}]}],
    ids=["nothing", "no die", "no face of a die"],
)
def test_what_is_no_set_is_refused(given: dict[str, object]) -> None:
    """A file of something else says so."""
    with pytest.raises((KeyError, ValueError)):
        taught_set(given)
