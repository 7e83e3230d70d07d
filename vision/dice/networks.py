"""The networks that detect and read dice, as ONNX files beside this one; benchmarks/dice_training trains them.

All take planes of blue, green and red beside what white is in the picture (``_seen``), and return scores: logits,
to be turned into probabilities by ``share`` or a softmax. ``VALUES`` are seven classes, 1 to 6 and symbol.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.found_die import VALUES
from vision.frame import Colour

HERE: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Cut:
    """The crop around a top face that is a network's input: square, rectified and turned upright."""

    side: int
    """Width and height, px."""
    around: float
    """Width and height, in edges of the die."""


FACE: Final = Cut(48, 2.4)
"""Wide enough for all sides of the die."""
UNKNOWN: Final = (0.0, -1.5)
"""Told in place of how far sides show, right and down, in edges, where nobody knows what is up: above its top no die shows one."""
WHITE: Final = 0.85
"""What white becomes in the planes, 1 being the most; half of that most is taken off."""
AS_DARK: Final = 0.04
"""What is added to a body's blue, green and red, white being 1, before the reader tells their logarithms."""

NONE: Final = len(VALUES)
LEANS: Final = NONE + 1
COVERED: Final = NONE + 2
PLACE: Final = slice(NONE + 3, NONE + 6)
TILT: Final = slice(NONE + 6, NONE + 8)
BODY: Final = slice(NONE + 8, NONE + 11)
OUT: Final = NONE + 11
"""The reader's channels: the scores of ``VALUES`` and of no die, the log-odds that it leans and that it is
covered; how far right and down its top face's middle is, in edges, and the logarithm of how much larger it is than the cut says;
how far its top points right and down, which only training uses; the body's colour, ink and gloss left out."""

_AS_IT_IS: Final = np.full(3, 255 * WHITE)
"""The white beside which a picture stays as it is."""

_DENSE: Final[dict[str, int]] = (
    {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
)
"""OpenCV 5 has two engines: the new one is a third faster at depthwise convolutions, the classic one at all others."""


def _network(name: str, **engine: int) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(HERE / f"{name}.onnx"), **engine)


@lru_cache(maxsize=1)
def finder() -> cv2.dnn.Net:
    """The detector of top faces on a mat, distilled from ``wide_finder``.

    Input: a picture in which edges are 7 to 23 px, 3 planes, sides multiples of 8.
    Output: 4 channels for each cell of 4 x 4 px: the log-odds that a centre is
    there, its offset right and down in cells, the logarithm of its edge (in units of 13 px).
    """
    return _network("finder")


@lru_cache(maxsize=1)
def wide_finder() -> cv2.dnn.Net:
    """The detector where no mat gives the scale: input and output as of ``finder``, at three times the cost, and a slightly higher recall."""
    return _network("wide_finder")


@lru_cache(maxsize=1)
def reader() -> cv2.dnn.Net:
    """What tells of a place whether it is a die, how it lies, what it shows, where its top is and what colour it has.

    Input: ``FACE`` as ``cut_out`` gives it, 3 planes, and two that say how far ``sides`` show. Output: ``OUT`` channels.
    """
    return _network("reader", **_DENSE)


def score_maps(
    network: cv2.dnn.Net, pictures: Sequence[Colour], light: float = 1.0
) -> NDArray[np.float32]:
    """What a finder tells of pictures of one size, as if they were lighter by 1 / ``light``, shape (n, channels, rows, columns)."""
    return _forward(network, _seen(pictures, light * _AS_IT_IS))


def scores_of(
    cuts: Sequence[Colour], sides: Sequence[tuple[float, float]], white: NDArray[np.float64]
) -> NDArray[np.float32]:
    """What the reader tells of cuts, shape (n, ``OUT``); without any it is not run."""
    if not cuts:
        return np.zeros((0, OUT), np.float32)
    side = FACE.side
    planes = np.array(sides, np.float32)[:, :, None, None]
    besides = np.broadcast_to(planes, (len(cuts), 2, side, side))
    seen = np.concatenate([_seen(cuts, white), besides], axis=1)
    return _forward(reader(), seen)[:, :, 0, 0]


def _seen(pictures: Sequence[Colour], white: NDArray[np.float64]) -> NDArray[np.float32]:
    """Pictures as the networks' input, shape (n, 3, rows, columns), -0.5 to 0.5: white is ``WHITE`` - 0.5."""
    scale = (WHITE / np.maximum(white, 1.0)).astype(np.float32)
    seen = cv2.dnn.blobFromImages(pictures, ddepth=cv2.CV_8U) * scale[:, None, None]
    np.minimum(seen, 1, out=seen)
    seen -= np.float32(0.5)
    return seen


def _forward(network: cv2.dnn.Net, seen: NDArray[np.float32]) -> NDArray[np.float32]:
    network.setInput(seen)
    return np.asarray(network.forward(), np.float32)


def share(score: Any) -> Any:
    """The probability that a score (log-odds) stands for."""
    return 1 / (1 + np.exp(-score))
