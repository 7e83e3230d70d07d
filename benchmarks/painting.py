"""How long the painted table takes: a still frame, a moving hand, a moved card, and a minute of a game.

.venv/bin/python benchmarks/painting.py
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import islice

import cv2
import numpy as np

from companion.app.painted.painter import layout, painted, stage_of
from companion.app.painted.performance import moments
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.kit.painted import ScriptConfig
from vision.painting.layout import Layout
from vision.painting.scene import paint
from vision.painting.view import View

CASTING = ScriptConfig(seed=3)
SIZES = ((1280, 720), (1920, 1080), (2304, 1296))


def per_call(does: Callable[[int], object], calls: int) -> float:
    """Milliseconds of processor time a call."""
    began = time.process_time()
    for number in range(calls):
        does(number)
    return round(1000 * (time.process_time() - began) / calls, 1)


def measured(view: View) -> dict[str, float]:
    """Milliseconds a frame, once everything that can be kept is kept."""
    stage = stage_of(PAINTED, CASTING, "en")
    shown = [layout(m.act, m.before, m.into, stage) for m in islice(moments(PAINTED, CASTING), 200)]
    rng = np.random.default_rng(1)
    reaching = next(one for one in reversed(shown) if one.hands)
    resting = Layout(reaching.lying, reaching.things)
    for one in (resting, reaching):
        paint(one, view, rng)
    return {
        "still": per_call(lambda _: paint(resting, view, rng), 30),
        "hand": per_call(lambda _: paint(reaching, view, rng), 30),
        "moved": per_call(lambda n: paint(_moved(resting, n), view, rng), 10),
    }


def _moved(table: Layout, number: int) -> Layout:
    """The table without one of its cards."""
    return Layout(table.lying[:number] + table.lying[number + 1 :], table.things)


def main() -> None:
    """Print one object a line."""
    cv2.setNumThreads(1)
    for size in SIZES:
        print(json.dumps({"size": size, "ms": measured(View(MAT, size=size))}))
    list(islice(painted(PAINTED, CASTING), 20))
    frames = painted(PAINTED, CASTING, start=20)
    print(json.dumps({"game, ms a frame": per_call(lambda _: next(frames), 600)}))


if __name__ == "__main__":
    main()
