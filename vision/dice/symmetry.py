"""Where the middle of a face's pips is: turned by half they are the same. Where sides show as well it is not the middle of what shows."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.dice.networks import FACE
from vision.frame import Colour, Grey

_MIDDLE: Final = FACE.side // 2
_HALF: Final = 10
"""Half of what is compared, px: most of the face, none of its rim."""
_REACH: Final = 9
"""So far what is turned is moved, px: twice as far as the middle may be off."""
_FAR: Final = 0.004
"""What each of these px costs: a middle that is nearer is likelier."""


def centred(face: Colour, contrast: Colour) -> Colour:
    """A face cut out as ``FACE`` says, moved so that the middle of its pips is in the middle; ``contrast`` shows them in grey."""
    x, y = pips_middle(np.ascontiguousarray(contrast[..., 0]))
    to = np.array([[1, 0, -x], [0, 1, -y]])
    moved = cv2.warpAffine(
        face,
        to,
        (FACE.side, FACE.side),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(moved, np.uint8)


def pips_middle(grey: Grey) -> tuple[float, float]:
    """How far right and down of the middle of a face that of its pips is, px."""
    near = slice(_MIDDLE - _HALF, _MIDDLE + _HALF)
    around = slice(near.start - _REACH, near.stop + _REACH)
    turned = np.rot90(grey[near, near], 2).copy()
    alike = cv2.matchTemplate(grey[around, around], turned, cv2.TM_CCOEFF_NORMED)
    off = np.arange(2 * _REACH + 1) - _REACH
    alike = alike - _FAR * np.hypot(off[:, None], off[None, :])
    down, right = np.unravel_index(int(alike.argmax()), alike.shape)
    return (int(right) - _REACH) / 2, (int(down) - _REACH) / 2
