"""The painted game: robots play it, hands perform it, a camera that does not exist sees it.

Everything follows from the casting and the number of a frame, counted from
the first picture of the first game: two processes that agree on both see the
same game, and a game goes on where it stopped by starting from that frame.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.painted.motion import SEATS, Stage, layout
from companion.games.dumm_gelaufen.painted.performance import FPS, moments
from companion.games.dumm_gelaufen.painted.plot import Casting
from companion.games.dumm_gelaufen.robots.players import Robot, greedy_robot
from companion.games.dumm_gelaufen.sheets.faces import faces
from companion.words import words
from vision.frame import Frame, Frames
from vision.painting.view import TIDY, View
from vision.pictures import grey_of
from vision.scene import paint

Pace = Callable[[float], None]
"""Called with each frame's seconds of source time before it is painted; waits until it is due."""


def painted(
    casting: Casting,
    *,
    fps: float = FPS,
    start: int = 0,
    lang: str = "en",
    view: View = TIDY,
    robot: Robot = greedy_robot,
    pace: Pace | None = None,
) -> Frames:
    """The frames of the painted game from number ``start`` on, without end.

    A frame's time is its number over ``fps``. Without a ``pace`` they come
    as fast as they are painted.
    """
    stage = stage_of(casting, lang)
    for moment in moments(casting, fps=fps, start=start, robot=robot):
        at = moment.frame / fps
        if pace is not None:
            pace(at)
        shown = layout(moment.act, moment.before, moment.into, stage)
        rng = np.random.default_rng((casting.seed, moment.frame))
        colour = paint(shown, view, rng)
        yield Frame(moment.frame, at, grey_of(colour), colour)


@lru_cache(maxsize=2)
def stage_of(casting: Casting, lang: str) -> Stage:
    """The cards and seats of a casting."""
    edition = load_edition(casting.edition)
    printed = faces(edition, words(lang))
    return Stage(dict(zip(edition.cards, printed, strict=True)), SEATS[casting.players])


def real_time(
    speed: float = 1.0,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Pace:
    """A pace that keeps up with the clock, ``speed`` times as fast; what came late is not made up for."""
    origin: list[float] = []

    def pace(at: float) -> None:
        now = clock() * speed
        if not origin or now - origin[0] > at:
            origin[:] = [now - at]
        sleep(max(0.0, (origin[0] + at - now) / speed))

    return pace
