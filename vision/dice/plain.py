"""Reads ordinary pipped dice of any colour anywhere in a picture, without a mat and at unknown scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import DiceSet, Die
from vision.detector import Detector
from vision.dice.colours import NAMES, palette
from vision.dice.die_places import SearchedPart
from vision.dice.found import found_dice
from vision.dice.found_die import FoundDie, alike, same
from vision.dice.sightings import InPlay, sightings
from vision.dice.white import white_of
from vision.frame import Colour, Frame
from vision.pose import Pose
from vision.reading import Sighting

SIDES: Final = (200, 290, 420, 600, 860)
"""The longer sides of the scaled pictures that are searched, px; one larger than two thirds of the original adds nothing."""
SURE: Final = 0.95
"""A value that is less likely than this is not told."""
BESIDE: Final = 0.85
"""The least distance of two tops, in edges: what is nearer to one is a side of that die."""
SAME_FACE: Final = 0.25
"""The farthest that two places of one face are from each other, in edges."""
ANY: Final = InPlay(
    DiceSet(tuple(Die(name) for name in NAMES)), palette(NAMES), SURE, closed=False
)


class PlainDice(Detector):
    """Finds dice of any size, whatever lies around them."""

    def read(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The dice of a picture, without places on a mat."""
        picture = frame.bgr()
        return sightings(dice_of_any_size(picture, white_of(picture, pose)), ANY)


def dice_of_any_size(
    picture: Colour, white: NDArray[np.float64]
) -> tuple[FoundDie, ...]:
    """The dice of a picture in which white is so (blue, green, red, 0 to 255, shape (3,)), the surest first."""
    parts = at_every_size(picture)
    found = (die for part in parts for die in found_dice([part], picture, white))
    return tuple(map(_one_of, alike(found, BESIDE)))


def _one_of(seen: Sequence[FoundDie]) -> FoundDie:
    """The surest place that a die was read at, with what it shows at all scales that show the same face."""
    first = seen[0]
    same_face = [die for die in seen if same(die, first, SAME_FACE)]
    likely = np.mean([np.log(die.values + 1e-9) for die in same_face], axis=0)
    shares = np.exp(likely - likely.max())
    return replace(first, values=shares / shares.sum())


def at_every_size(picture: Colour) -> Iterator[SearchedPart]:
    """The picture at the scales at which it is searched."""
    height, width = picture.shape[:2]
    longer = max(height, width)
    for side in (side for side in SIDES if side <= max(SIDES[0], longer / 1.5)):
        size = round(width * side / longer), round(height * side / longer)
        kind = cv2.INTER_AREA if side < longer else cv2.INTER_CUBIC
        small = np.asarray(cv2.resize(picture, size, interpolation=kind), np.uint8)
        yield SearchedPart(small, (0, 0, width, height), wide=True)
