"""Reads ordinary pipped dice of any colour anywhere in a picture, without a mat, at unknown scale, from above or aslant."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import DiceSet, Die
from vision.detector import Detector
from vision.dice.colours import NAMES, palette
from vision.dice.die_faces import Upright, read
from vision.dice.die_places import SearchedPart
from vision.dice.found import found_dice
from vision.dice.found_die import FoundDie, alike, same
from vision.dice.sightings import InPlay, readable, sightings
from vision.dice.white import white_of
from vision.frame import Colour, Frame
from vision.pose import Pose
from vision.reading import Hindrance, Sighting

SIDES: Final = (200, 290, 420, 600, 860)
"""The longer sides of the scaled pictures that are searched, px; one larger than two thirds of the original adds nothing."""
SURE: Final = 0.95
"""A value that is less likely than this is not told."""
BESIDE: Final = 0.85
"""The least distance of two tops, in edges, where nobody knows which way is up: what is nearer to one may be a side of that die."""
SAME_FACE: Final = 0.25
"""The farthest that two places of one face are from each other, in edges."""
ANY: Final = InPlay(DiceSet(tuple(Die(name) for name in NAMES)), palette(NAMES), SURE, closed=False)

View: TypeAlias = complex | None
"""Where an edge that stands upright points anywhere in a picture, right and (times i) down, its length the sine of the angle from straight above; None: from above, as far as is known."""

_SIDES: Final = (-1j, 1j, 1, -1)
"""Where upright edges may point: a phone may be held anyhow."""
_ASLANT: Final = tuple(math.sin(math.radians(at)) for at in (25, 42, 60))
_HALFWAY: Final = _ASLANT[1]
_VIEWS: Final[tuple[View, ...]] = (None, *(way * far for far in _ASLANT for way in _SIDES))
"""From above, and so far off on each of the four sides."""
_ENOUGH: Final = 6
"""So many dice are enough to tell the view."""
_STEEP: Final = 45
"""From such a view on people are told to take the picture from above, where something is not read."""


class PlainDice(Detector):
    """Finds dice of any size, whatever lies around them."""

    def read(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The dice of a picture, without places on a mat."""
        picture = frame.bgr()
        white = white_of(picture, pose)
        dice, view = in_best_view(picture, white)
        steep = abs(view or 0) > math.sin(math.radians(_STEEP))
        why = Hindrance.ASLANT if steep else Hindrance.UNSURE
        return sightings(dice, replace(ANY, unclear=why))


def in_best_view(
    picture: Colour, white: NDArray[np.float64], most: int = len(_VIEWS)
) -> tuple[tuple[FoundDie, ...], View]:
    """The dice of a picture, read in the view in which the most of them are, and that view; at ``most`` so many likely ones are searched beside that from above.

    ``white`` is what white is in it: blue, green, red, 0 to 255, shape (3,).
    """
    above = dice_of_any_size(picture, white)
    likely = likely_views(above, picture, white)
    if likely[0] is None and all(readable(die, SURE) for die in above):
        return above, None
    aslant = [view for view in likely if view is not None][:most]
    seen = [(dice_of_any_size(picture, white, view), view) for view in aslant]
    return max([(above, None), *seen], key=lambda each: _expected(each[0]))


def likely_views(
    dice: Sequence[FoundDie], picture: Colour, white: NDArray[np.float64]
) -> list[View]:
    """Views of a picture, those first in which the dice that were found in it are read best: all are seen from one place.

    ``white`` is what white is in it: blue, green, red, 0 to 255, shape (3,).
    """
    surest = sorted(dice, key=lambda die: -die.there)[:_ENOUGH]

    def read_in(view: View) -> float:
        return _expected(read(surest, picture, white, upright(view)))

    told = {view: read_in(view) for view in (None, *(way * _HALFWAY for way in _SIDES))}
    side = max(_SIDES, key=lambda way: told[way * _HALFWAY])
    told |= {view: read_in(view) for view in (side * far for far in _ASLANT) if view not in told}
    return sorted(_VIEWS, key=lambda view: told.get(view, 0.0), reverse=True)


def upright(view: View) -> Upright | None:
    """Where edges that stand upright point in a view, as ``die_faces.read`` wants it."""
    if view is None:
        return None
    return lambda places: np.full(len(places), view, np.complex128)


def _expected(dice: Sequence[FoundDie]) -> float:
    """How many of some dice are some that lie level and show what they seem to."""
    return sum(die.there * float(die.values.max()) * (1 - die.leans) for die in dice)


def dice_of_any_size(
    picture: Colour, white: NDArray[np.float64], view: View = None
) -> tuple[FoundDie, ...]:
    """The dice of a picture in which white is so (blue, green, red, 0 to 255, shape (3,)), the surest first, as they are if it was taken from there."""
    parts = at_every_size(picture, view)
    known = upright(view)
    found = (d for part in parts for d in found_dice([part], picture, white, upright=known))
    return tuple(map(_one_of, alike(found, BESIDE)))


def _one_of(seen: Sequence[FoundDie]) -> FoundDie:
    """The surest place that a die was read at, with what it shows at all scales that show the same face."""
    first = seen[0]
    same_face = [die for die in seen if same(die, first, SAME_FACE)]
    likely = np.mean([np.log(die.values + 1e-9) for die in same_face], axis=0)
    shares = np.exp(likely - likely.max())
    return replace(first, values=shares / shares.sum())


def at_every_size(picture: Colour, view: View = None) -> Iterator[SearchedPart]:
    """The picture at the scales at which it is searched; aslant, made so high or wide that tops are squares."""
    height, width = picture.shape[:2]
    across, down = _stretched(view)
    longer = max(height, width)
    for side in (side for side in SIDES if side <= max(SIDES[0], longer / 1.5)):
        scale = side / longer
        size = round(width * scale * across), round(height * scale * down)
        kind = cv2.INTER_AREA if side < longer else cv2.INTER_CUBIC
        small = np.asarray(cv2.resize(picture, size, interpolation=kind), np.uint8)
        yield SearchedPart(small, (0, 0, width, height), wide=True)


def _stretched(view: View) -> tuple[float, float]:
    """How many times wider and higher tops would be from above."""
    if view is None:
        return 1.0, 1.0
    along = 1 / math.sqrt(1 - abs(view) ** 2)
    return (along, 1.0) if view.real else (1.0, along)
