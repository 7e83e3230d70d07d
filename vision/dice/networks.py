"""The networks that detect and read dice, as ONNX files beside this one; benchmarks/dice_training trains them.

All take planes of blue, green and red, scaled to -0.5 to 0.5 (``_seen``), and return scores: logits, to be
turned into probabilities by ``share`` or a softmax. ``VALUES`` are seven classes, 1 to 6 and symbol.
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
    """The crop around a top face that is a network's input: square, rotated or rectified."""

    side: int
    """Width and height, px."""
    around: float
    """Width and height, in edges of the die."""


FACE: Final = Cut(48, 2.0)
"""The face rotated upright, with half an edge of context on every side."""
NEAR: Final = Cut(40, 1.2)
"""A narrower crop: of a die that leans, less of the row of pips of its side is in it."""

LYING: Final = Cut(48, 2.4)
"""The view rectified to straight above, wide enough for all sides of the die: how it lies is classified from it."""


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
def kind_reader() -> cv2.dnn.Net:
    """The classifier that needs not know which way is up: whether a face is a die, and how it lies.

    Input: ``FACE``, 3 planes. Output: 10 channels: the scores of ``VALUES`` and of
    no die (together a softmax), the log-odds that it leans and that it is covered.
    Which value it is, is not taken from it.
    """
    return _network("kind", **_DENSE)


@lru_cache(maxsize=1)
def lying_reader() -> cv2.dnn.Net:
    """The classifier of how a die on a mat lies, the first that is asked.

    Input: ``LYING`` as ``from_above`` rectifies it, 3 planes, and a fourth, ``slope``:
    how far the sides of a level die show. Output: 12 channels: the scores of ``VALUES``
    and of no die, the log-odds that it leans and that it is covered, and how far its
    top points to the right and up, which only training uses.
    """
    return _network("lying", **_DENSE)


@lru_cache(maxsize=1)
def near_reader() -> cv2.dnn.Net:
    """The second opinion on the value of a die that may lean. Input: ``NEAR``, 3 planes. Output: 10 channels as of ``kind_reader``, of which the values are used."""
    return _network("near", **_DENSE)


@lru_cache(maxsize=1)
def glancing_reader() -> cv2.dnn.Net:
    """The classifier of values that is asked first, distilled from ``symbol_reader`` and ``pips_reader``, at a sixth of the cost. Input: ``FACE``, 3 planes. Output: 8 channels: the scores of ``VALUES`` and of no die."""
    return _network("glance", **_DENSE)


@lru_cache(maxsize=1)
def symbol_reader() -> cv2.dnn.Net:
    """The expert for symbols and numerals. Input: ``FACE``, 3 planes. Output: 10 channels as of ``kind_reader``, of which the values are used."""
    return _network("symbol", **_DENSE)


@lru_cache(maxsize=1)
def pips_reader() -> cv2.dnn.Net:
    """The expert for pips, trained on photographs as well. Input: ``FACE``, 3 planes. Output: 10 channels as of ``kind_reader``, of which the values are used."""
    return _network("pips", **_DENSE)


def score_maps(network: cv2.dnn.Net, pictures: Sequence[Colour]) -> NDArray[np.float32]:
    """The output of a network for pictures of one size, shape (n, channels, rows, columns)."""
    return _forward(network, _seen(pictures))


def scores_of(
    reader: cv2.dnn.Net,
    cuts: Sequence[Colour],
    besides: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """The scores of a classifier for crops, with additional input planes ``besides`` (shape (n, planes, side, side)), shape (n, channels); without crops it is not run."""
    if not cuts:
        return np.zeros((0, len(VALUES) + 3), np.float32)
    seen = _seen(cuts)
    if besides is not None:
        seen = np.concatenate([seen, besides], axis=1)
    return _forward(reader, seen)[:, :, 0, 0]


def _seen(pictures: Sequence[Colour]) -> NDArray[np.float32]:
    """Pictures as the networks' input, shape (n, 3, rows, columns), -0.5 to 0.5: 0 is mid-grey."""
    seen = cv2.dnn.blobFromImages(pictures, ddepth=cv2.CV_8U) * np.float32(1 / 255)
    seen -= np.float32(0.5)
    return seen


def _forward(network: cv2.dnn.Net, seen: NDArray[np.float32]) -> NDArray[np.float32]:
    network.setInput(seen)
    return np.asarray(network.forward(), np.float32)


def share(score: Any) -> Any:
    """The probability that a score (log-odds) stands for."""
    return 1 / (1 + np.exp(-score))
