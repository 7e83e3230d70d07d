"""Reads ordinary pipped dice of any colour anywhere in a picture, without a mat and at unknown scale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from companion.pieces import DiceSet, Die
from vision.detector import Detector
from vision.dice.colours import NAMES, palette
from vision.dice.die_places import SearchedPart
from vision.dice.found import found_dice
from vision.dice.found_die import FoundDie, apart
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
ANY: Final = InPlay(
    DiceSet(tuple(Die(name) for name in NAMES)), palette(NAMES), SURE, closed=False
)


class PlainDice(Detector):
    """Finds dice of any size, whatever lies around them."""

    def read(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The dice of a picture, without places on a mat."""
        picture = frame.bgr()
        found = dice_of_any_size(picture)
        return sightings(found, picture, white_of(picture, pose), ANY)


def dice_of_any_size(picture: Colour) -> tuple[FoundDie, ...]:
    """The dice of a picture, the surest first."""
    parts = at_every_size(picture)
    found = (die for part in parts for die in found_dice([part], picture))
    return apart(found, BESIDE)


def at_every_size(picture: Colour) -> Iterator[SearchedPart]:
    """The picture at the scales at which it is searched."""
    height, width = picture.shape[:2]
    longer = max(height, width)
    for side in (side for side in SIDES if side <= max(SIDES[0], longer / 1.5)):
        size = round(width * side / longer), round(height * side / longer)
        kind = cv2.INTER_AREA if side < longer else cv2.INTER_CUBIC
        small = np.asarray(cv2.resize(picture, size, interpolation=kind), np.uint8)
        yield SearchedPart(small, (0, 0, width, height), wide=True)
