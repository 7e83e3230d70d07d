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

from vision.dice.found_die import VALUES
from vision.frame import Colour

HERE: Final = Path(__file__).parent


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


_DENSE: Final[dict[str, int]] = (
    {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
)
"""OpenCV 5 has two engines: the new one is a third faster at layers that see each channel alone, the other one at all others."""


def _network(name: str, **engine: int) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(HERE / f"{name}.onnx"), **engine)


@lru_cache(maxsize=1)
def finder() -> cv2.dnn.Net:
    """Tells of every cell of a picture: there, right, down, size."""
    return _network("finder")


@lru_cache(maxsize=1)
def wide_finder() -> cv2.dnn.Net:
    """Tells the same at three times the cost, and sees a little more where no mat tells how large dice are."""
    return _network("wide_finder")


@lru_cache(maxsize=1)
def kind_reader() -> cv2.dnn.Net:
    """Tells of a face cut out as ``FACE`` says: each value, none, leans, covered; knows best what is no die and how dice lie."""
    return _network("kind", **_DENSE)


@lru_cache(maxsize=1)
def lying_reader() -> cv2.dnn.Net:
    """Tells of what ``from_above`` shows and its ``slope``: each value, none, leans, covered, how far its top points to the right and up."""
    return _network("lying", **_DENSE)


@lru_cache(maxsize=1)
def near_reader() -> cv2.dnn.Net:
    """Tells the same of one cut out as ``NEAR`` says."""
    return _network("near", **_DENSE)


@lru_cache(maxsize=1)
def glancing_reader() -> cv2.dnn.Net:
    """Tells of a face cut out as ``FACE`` says: each value, none; at a sixth of the cost it has learnt from the two that follow."""
    return _network("glance", **_DENSE)


@lru_cache(maxsize=1)
def symbol_reader() -> cv2.dnn.Net:
    """Tells the same of what the first one sees, and knows best what is a symbol."""
    return _network("symbol", **_DENSE)


@lru_cache(maxsize=1)
def pips_reader() -> cv2.dnn.Net:
    """Tells the same of that, and knows best how many pips there are; it has learnt from photographs, too."""
    return _network("pips", **_DENSE)


def told(network: cv2.dnn.Net, pictures: Sequence[Colour]) -> NDArray[np.float32]:
    """What a network tells of pictures of one size, shape (n, channels, rows, columns)."""
    return _forward(network, _seen(pictures))


def told_each(
    reader: cv2.dnn.Net,
    cuts: Sequence[Colour],
    besides: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """What a reader tells of each of some cuts, and of planes ``besides`` (shape (n, planes, side, side)), as scores, shape (n, scores); of none it is not asked."""
    if not cuts:
        return np.zeros((0, len(VALUES) + 3), np.float32)
    seen = _seen(cuts)
    if besides is not None:
        seen = np.concatenate([seen, besides], axis=1)
    return _forward(reader, seen)[:, :, 0, 0]


def _seen(pictures: Sequence[Colour]) -> NDArray[np.float32]:
    """Pictures as networks want them: -0.5 to 0.5, the grey between is nothing to them."""
    seen = cv2.dnn.blobFromImages(pictures, ddepth=cv2.CV_8U) * np.float32(1 / 255)
    seen -= np.float32(0.5)
    return seen


def _forward(network: cv2.dnn.Net, seen: NDArray[np.float32]) -> NDArray[np.float32]:
    network.setInput(seen)
    return np.asarray(network.forward(), np.float32)


def share(score: Any) -> Any:
    """The probability that a score (log-odds) stands for."""
    return 1 / (1 + np.exp(-score))
