"""The painted game: robots play it, hands perform it, an imaginary camera sees it.

Everything follows from the casting and the frame number, counted from the first picture
of the first game: two processes that agree on both see the same game, and a game is
resumed by starting from its last frame.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.app.painted.motion import SEATS, PaintingStage, layout
from companion.app.painted.pace import Pace
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
    """The cards and seats for a casting."""
    return PaintingStage(game, game.faces(config, words(lang)), SEATS[config.players])
