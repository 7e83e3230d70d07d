"""A frame and what goes wrong instead of one: what every source of pictures yields."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.announce import Message

Grey: TypeAlias = NDArray[np.uint8]
"""A picture's luma, shape (height, width); rows may be padded, so not always contiguous."""

Colour: TypeAlias = NDArray[np.uint8]
"""A picture in OpenCV's order: shape (height, width, 3), blue, green, red."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source: 0-based number, seconds of source time, luma, and colour where it costs nothing.

    The arrays may be the camera's own memory: they hold until the next frame
    is asked for. Who keeps a picture longer copies it.
    """

    number: int
    at: float
    grey: Grey
    colour: Colour | None = None
    """The same picture in colour, often smaller than the luma."""
    name: str = ""
    """The file's name where the source is a folder."""
    whole: Callable[[], Colour] | None = None
    """Makes the colour picture as large as the luma, where ``colour`` is not."""
    refocus: Callable[[], None] | None = None
    """Has the camera find its focus anew, where it holds one."""

    def bgr(self) -> Colour:
        """The picture in colour, as large as the luma: made when it is asked for; grey where the source has no colour."""
        if self.colour is not None and self.colour.shape[:2] == self.grey.shape:
            return self.colour
        if self.whole is not None:
            return self.whole()
        return np.asarray(cv2.cvtColor(self.grey, cv2.COLOR_GRAY2BGR), np.uint8)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A source could not give a frame this time, and goes on: what is wrong, in a sentence."""

    number: int
    at: float
    what: Message


Frames: TypeAlias = Generator[Frame | Trouble, None, None]
"""What every camera is: an iterator that ends when the source ends; its ``close()`` lets go of the device."""
