"""Teaching: a die that is shown alone, and the appearance of taught dice (docs/dice.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.household import ShownFace
from companion.pieces import DiceSet
from vision.dice.colours import looks
from vision.dice.found import found_dice
from vision.dice.found_die import VALUES, FoundDie
from vision.dice.plain import dice_of_any_size
from vision.dice.sightings import InPlay, readable
from vision.dice.standing import upright
from vision.dice.white import white_of
from vision.dice.window import Window
from vision.frame import Colour, Frame
from vision.pose import Pose

LIKELY: Final = 0.7
"""The least probability of a die when one is shown alone."""
OF_ANY_SIZE: Final = InPlay(DiceSet(), {})


def shown_alone(frame: Frame, pose: Pose | None) -> ShownFace | None:
    """The face of the only die in a picture, or on a mat the only one in its zones for dice; None if there is none, or several."""
    picture = frame.bgr()
    white = white_of(picture, pose)
    dice = _lying(picture, white, pose)
    if len(dice) != 1:
        return None
    a, b, c = looks(dice)[0].tolist()
    side = VALUES[int(dice[0].values.argmax())]
    return ShownFace((a, b, c), side, readable(dice[0]))


def _lying(picture: Colour, white: NDArray[np.float64], pose: Pose | None) -> tuple[FoundDie, ...]:
    window = Window.of(pose) if pose is not None else None
    if window is None:
        found = dice_of_any_size(picture, white)
    else:
        found = _on(window, picture, white)
    return tuple(die for die in found if die.there > LIKELY)


def _on(window: Window, picture: Colour, white: NDArray[np.float64]) -> tuple[FoundDie, ...]:
    """The dice in a mat's zones for dice."""

    def may_be(places: Sequence[FoundDie]) -> list[FoundDie]:
        return [
            place
            for place, stands in zip(places, window.stands(places), strict=True)
            if window.for_dice(stands) and OF_ANY_SIZE.fits(stands.edge)
        ]

    whole = (0, 0, *window.size)
    return found_dice(
        (window.searched(picture, whole),),
        picture,
        white,
        may_be,
        upright=lambda centres: upright(centres, window.pose),
        closer=lambda seen: window.closer(picture, seen),
    )
