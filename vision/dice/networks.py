"""The networks that look for dice, as files beside this one; benchmarks/dice_training makes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Colour

HERE: Final = Path(__file__).parent
MIDDLE: Final = (127.5, 127.5, 127.5)
"""The grey that is nothing to them."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How a reader sees a top face."""

    side: int
    """px."""
    around: float
    """So many edges of the die are seen in all."""


FACE: Final = Cut(48, 2.0)
NEAR: Final = Cut(40, 1.2)
"""A die that leans shows a row of pips of its side as well: seen so near, less of it."""

LYING: Final = Cut(48, 2.4)
"""How it is seen whether a die lies level: with all its sides."""


@lru_cache(maxsize=1)
def finder() -> cv2.dnn.Net:
    """Tells of every cell of a picture: there, right, down, size."""
    return cv2.dnn.readNetFromONNX(str(HERE / "finder.onnx"))


@lru_cache(maxsize=1)
def wide_finder() -> cv2.dnn.Net:
    """Tells the same at three times the cost, and sees a little more where no mat tells how large dice are."""
    return cv2.dnn.readNetFromONNX(str(HERE / "wide_finder.onnx"))


@lru_cache(maxsize=1)
def kind_reader() -> cv2.dnn.Net:
    """Tells of a face cut out as ``FACE`` says: each value, none, leans, covered; knows best what is no die and how dice lie."""
    return cv2.dnn.readNetFromONNX(str(HERE / "kind.onnx"))


@lru_cache(maxsize=1)
def lying_reader() -> cv2.dnn.Net:
    """Tells of what ``from_above`` shows and its ``slope``: each value, none, leans, covered, how far its top points to the right and up."""
    return cv2.dnn.readNetFromONNX(str(HERE / "lying.onnx"))


@lru_cache(maxsize=1)
def near_reader() -> cv2.dnn.Net:
    """Tells the same of one cut out as ``NEAR`` says."""
    return cv2.dnn.readNetFromONNX(str(HERE / "near.onnx"))


@lru_cache(maxsize=1)
def glancing_reader() -> cv2.dnn.Net:
    """Tells of a face cut out as ``FACE`` says: each value, none; at a sixth of the cost it has learnt from the two that follow."""
    return cv2.dnn.readNetFromONNX(str(HERE / "glance.onnx"))


@lru_cache(maxsize=1)
def symbol_reader() -> cv2.dnn.Net:
    """Tells the same of what the first one sees, and knows best what is a symbol."""
    return cv2.dnn.readNetFromONNX(str(HERE / "symbol.onnx"))


@lru_cache(maxsize=1)
def pips_reader() -> cv2.dnn.Net:
    """Tells the same of that, and knows best how many pips there are; it has learnt from photographs, too."""
    return cv2.dnn.readNetFromONNX(str(HERE / "pips.onnx"))


def told(
    network: cv2.dnn.Net,
    pictures: Sequence[Colour],
    besides: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """What a network tells of pictures of one size and of planes besides (shape (n, planes, height, width)), shape (n, channels, rows, columns)."""
    seen = cv2.dnn.blobFromImages(pictures, 1 / 255, mean=MIDDLE)
    if besides is not None:
        seen = np.concatenate([seen, besides], axis=1)
    network.setInput(seen)
    return np.asarray(network.forward(), np.float32)


def share(score: Any) -> Any:
    """The probability that a score (log-odds) stands for."""
    return 1 / (1 + np.exp(-score))
