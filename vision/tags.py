"""The closed set of symbols: what each card's tag looks like, and which of them a patch of a picture is."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import segno
from numpy.typing import NDArray

MODULES: Final = 21
"""Modules a side of a QR version 1 symbol (ISO/IEC 18004)."""


@cache
def symbol(payload: str) -> NDArray[np.bool_]:
    """The tag of a payload (``DG1-R07-2``), shape (21, 21), True where a module is dark (PHYSICAL.md, section 1)."""
    made = segno.make(payload, version=1, error="h", boost_error=False, micro=False)
    modules = np.array([[bool(module) for module in row] for row in made.matrix])
    modules.setflags(write=False)
    return modules
