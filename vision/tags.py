"""The closed set of symbols: what each card's tag looks like."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import TAG_MODULES

MODULES: Final = TAG_MODULES
"""Modules a side of a symbol."""

TABLE: Final = Path(__file__).with_suffix(".txt")
"""Payload and tag a line; ``python -m benchmarks.tag_table`` writes it."""


@cache
def symbol(payload: str) -> NDArray[np.bool_]:
    """The tag of a payload (``DG1-R07-2``), shape (21, 21), True where a module is dark (docs/physical.md, section 1)."""
    packed = known().get(payload)
    modules = encoded(payload) if packed is None else unpacked(packed)
    modules.setflags(write=False)
    return modules


@cache
def known() -> Mapping[str, str]:
    """The tags of the games that come with the program, by payload, as ``unpacked`` takes them: encoding takes a thousand times as long."""
    lines = TABLE.read_text("ascii").splitlines()
    return dict(line.split() for line in lines)


def encoded(payload: str) -> NDArray[np.bool_]:
    """A tag by the standard's rules, ISO/IEC 18004: version 1, level H, the mask with the fewest penalties; shape (21, 21)."""
    import segno

    made = segno.make(payload, version=1, error="h", boost_error=False, micro=False)
    return np.array([[bool(module) for module in row] for row in made.matrix])


def packed(modules: NDArray[np.bool_]) -> str:
    """A tag, shape (21, 21), as a word: its modules row by row, eight a byte, in hexadecimal."""
    return np.packbits(modules).tobytes().hex()


def unpacked(word: str) -> NDArray[np.bool_]:
    """The tag that ``packed`` made a word of, shape (21, 21)."""
    bits = np.unpackbits(np.frombuffer(bytes.fromhex(word), np.uint8))
    return bits[: MODULES * MODULES].reshape(MODULES, MODULES).astype(bool)


def sampled(grey: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The luma at the middle of every module of a symbol with these corners (px), shape (21, 21)."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * MODULES
    to_px = cv2.getPerspectiveTransform(unit - 0.5, corners.astype(np.float32))
    taken = cv2.warpPerspective(
        grey,
        to_px,
        (MODULES, MODULES),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(taken, np.float64)
