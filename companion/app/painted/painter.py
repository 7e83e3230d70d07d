"""The pace of a painted table: real time, or a multiple of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from companion.app.painted.motion import SEATS, PaintingStage, layout
from companion.app.painted.performance import FPS, moments
from companion.games.package import PaintedGame
from companion.kit.painted import ScriptConfig
from companion.words import words
from vision.frame import Frame, Frames
from vision.painting.view import View
from vision.pictures import grey_of
from vision.printing.marks import Mark
from vision.printing.mat_face import titles
from vision.scene import paint

Pace: TypeAlias = Callable[[float], None]
"""Called with each frame's seconds of source time before it is painted; waits until it is due."""


def real_time(
    speed: float = 1.0,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Pace:
    """Keeps up with the clock, ``speed`` times as fast; delays are not made up for."""
    origin: list[float] = []

    def pace(at: float) -> None:
        now = clock() * speed
        if not origin or now - origin[0] > at:
            origin[:] = [now - at]
        sleep(max(0.0, (origin[0] + at - now) / speed))

    return pace


def painted(
    game: PaintedGame[Any, Any],
    config: ScriptConfig,
    *,
    fps: float = FPS,
    start: int = 0,
    lang: str = "en",
    view: View | None = None,
    pace: Pace | None = None,
) -> Frames:
    """The frames of the painted game from number ``start`` on, without end.

    A frame's time is its number divided by ``fps``. Without a ``pace`` they come as
    fast as they can be painted.
    """
    stage, seen = stage_of(game, config, lang), view or view_of(game, lang)
    for moment in moments(game, config, fps=fps, start=start):
        at = moment.frame / fps
        if pace is not None:
            pace(at)
        shown = layout(moment.act, moment.before, moment.into, stage)
        rng = np.random.default_rng((config.seed, moment.frame))
        colour = paint(shown, seen, rng)
        yield Frame(moment.frame, at, grey_of(colour), colour)


def view_of(
    game: PaintedGame[Any, Any], lang: str, drawn: tuple[Mark, ...] = ()
) -> View:
    """A good camera set-up above the game's mat, with everything printed on it."""
    return View(game.mat, titles=titles(game.mat, words(lang)), drawn=drawn)


def stage_of(
    game: PaintedGame[Any, Any], config: ScriptConfig, lang: str
) -> PaintingStage:
    """The cards and seats for a configuration."""
    return PaintingStage(game, game.faces(config, words(lang)), SEATS[config.players])
