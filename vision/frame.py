"""A frame, and what may come instead of one: what every source of pictures yields."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.announce import Message
from vision.rate import Rate

Grey: TypeAlias = NDArray[np.uint8]
"""A picture's luma, shape (height, width); rows may be padded, so not always contiguous."""

Size: TypeAlias = tuple[int, int]
"""A picture's width and height, px."""

Colour: TypeAlias = NDArray[np.uint8]
"""A picture in OpenCV's order: shape (height, width, 3), blue, green, red."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source: 0-based number, seconds of source time, luma, and colour if that is free.

    The arrays may be the camera's own memory and are valid until the next frame is
    requested; copy them to keep them longer.
    """

    number: int
    at: float
    grey: Grey
    colour: Colour | None = None
    """The same picture in colour, often smaller than the luma."""
    name: str = ""
    """The file's name if the source is a folder."""
    whole: Callable[[], Colour] | None = None
    """Enlarges the colour picture to the size of the luma, if ``colour`` is smaller."""
    refocus: Callable[[], None] | None = None
    """Has the camera find its focus anew, where it holds one."""
    rate: Rate | None = None
    """How often a live source is looked at."""
    sizes: tuple[Size, ...] = ()
    """The sizes that its camera may be asked for, largest first."""
    resize: Callable[[Size], None] | None = None
    """Has the camera opened anew with one of them."""

    def bgr(self) -> Colour:
        """The picture in colour, in the size of the luma, computed on request; grey if the source has no colour."""
        if self.colour is not None and self.colour.shape[:2] == self.grey.shape:
            return self.colour
        if self.whole is not None:
            return self.whole()
        return np.asarray(cv2.cvtColor(self.grey, cv2.COLOR_GRAY2BGR), np.uint8)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A source could not give a frame this time, and continues: what is wrong, in a sentence."""

    number: int
    at: float
    what: Message


Frames: TypeAlias = Generator[Frame | Trouble, None, None]
"""The type of every camera: an iterator that ends when the source ends; its ``close()`` releases the device."""
