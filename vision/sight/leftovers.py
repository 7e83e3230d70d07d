"""What a general decoder reads where the closed set explains nothing: foreign symbols, and cards of unexpected size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey
from vision.match.sampling import PicturePart, Pyramid
from vision.reading import Sighting, corners_of
from vision.sight.decoders import Decoded, decode
from vision.tags import MODULES

LONGEST_PX: Final = 1300
"""A picture is halved for the decoder until its longer side is at most this."""
_PX: Final = 4
_WHITE: Final = 4
_SIDE: Final = (MODULES + 2 * _WHITE) * _PX
"""A single symbol is passed to the decoder upright, 4 px per module, with 4 modules of its surroundings."""


def elsewhere(
    picture: Pyramid, seen: Iterable[Sighting], part: PicturePart | None = None
) -> Iterator[Decoded]:
    """What is decoded in a picture, or a part of it, once the tags already read are painted over."""
    scale = picture.within(LONGEST_PX)[1]
    grey, start = picture.part(part or picture.whole, round(-math.log2(scale)))
    corner, canvas = np.array(start), grey.copy()
    quads = np.array([sighting.corners for sighting in seen]).reshape(-1, 4, 2)
    for quad in np.rint((_spread(quads) - corner + 0.5) * scale).astype(np.int32):
        cv2.fillConvexPoly(canvas, quad, 255)
    for code in decode(canvas):
        quad = (np.array(code.corners) + 0.5) / scale - 0.5 + corner
        yield Decoded(code.data, corners_of(quad), code.by)


def one_by_one(grey: Grey, quads: NDArray[np.float64]) -> Iterator[Decoded]:
    """What is decoded in single symbols that were found but not identified, corners in px, shape (n, 4, 2)."""
    edge, far = _WHITE * _PX - 0.5, (_WHITE + MODULES) * _PX - 0.5
    upright = np.array([[edge, edge], [far, edge], [far, far]], np.float32)
    for quad in quads:
        to_px = cv2.getAffineTransform(upright, quad[:3].astype(np.float32))
        how = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        patch = cv2.warpAffine(grey, to_px, (_SIDE, _SIDE), flags=how)
        for code in decode(np.asarray(patch, np.uint8))[:1]:
            points = np.column_stack([np.array(code.corners), np.ones(4)])
            yield Decoded(code.data, corners_of(points @ to_px.T), code.by)


def _spread(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Symbols' corners, shape (n, 4, 2), a module farther out."""
    middle = quads.mean(axis=1, keepdims=True)
    return np.asarray(middle + (quads - middle) * (1 + 2 / MODULES))
