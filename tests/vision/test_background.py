"""The background: what is on the mat is told from what the light does to it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.settling.background import Background
from vision.settling.rectified import Rectified

SHAPE = (200, 300)
ALL = np.ones(SHAPE, bool)
NOTHING = ~ALL


def mat(level: float = 180.0) -> Rectified:
    """An even mat with a little print, grey levels."""
    view = np.full((*SHAPE, 3), level)
    view[::20] *= 0.8
    return np.asarray(view, np.uint8)


@pytest.mark.parametrize("light", [0.75, 0.9, 1.0, 1.2])
def test_a_thing_does_not_pass_for_a_change_of_light(light: float) -> None:
    """A dark bag over a third of the mat is changed, and all that lies beside it is as it was, in whatever light."""
    known = Background.of(SHAPE).learnt(mat(), ALL)
    view = mat(180.0 * light)
    view[:, :100] = 25

    changed = known.lit(view, NOTHING).changed(view)

    assert changed[:, 5:95].mean() > 0.99
    assert changed[:, 105:].mean() < 0.01
