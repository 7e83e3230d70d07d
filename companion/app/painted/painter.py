"""The painted game: robots play it, hands perform it, a camera that does not exist sees it.

Everything follows from the casting and the number of a frame, counted from
the first picture of the first game: two processes that agree on both see the
same game, and a game goes on where it stopped by starting from that frame.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from companion.app.faces import faces
from companion.app.painted.acts import Act, acts
from companion.app.painted.board import Board
from companion.app.painted.motion import SEATS, Stage, changed, layout, seconds
from companion.app.painted.plot import Casting, Step, plot
from companion.murphy.deck.edition import load_edition
from companion.murphy.robots.players import Robot, greedy_robot
from companion.settings import Settings
from companion.words import language_of_locale, words
from vision.frame import Frame, Frames
from vision.painting.view import TIDY, View
from vision.pictures import grey_of
from vision.scene import paint

FPS: Final = 10.0

Pace = Callable[[float], None]
"""Called with each frame's seconds of source time before it is painted; waits until it is due."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What one frame of the painted game shows."""

    frame: int
    step: Step
    """The decision that is being performed."""
    act: Act
    before: Board
    """How the table lay when the act began."""
    into: float
    """Seconds since the act began."""

    @property
    def board(self) -> Board:
        """How the table lies now."""
        return changed(self.act, self.before, self.into)


def moments(
    casting: Casting, *, fps: float = FPS, start: int = 0, robot: Robot = greedy_robot
) -> Iterator[Moment]:
    """What every frame from ``start`` on shows, without end."""
    frame, board = 0, Board()
    for step in plot(casting, robot):
        for act in acts(step, board, casting.seed):
            lasts = frames_of(act, fps)
            for n in range(max(0, start - frame), lasts):
                yield Moment(frame + n, step, act, board, n / fps)
            frame += lasts
            board = changed(act, board, seconds(act))


def frames_of(act: Act, fps: float) -> int:
    """How many frames an act takes."""
    return max(1, round(seconds(act) * fps))


def performed(
    casting: Casting, *, fps: float = FPS, robot: Robot = greedy_robot
) -> Iterator[tuple[Step, int]]:
    """Every step and the number of its first frame, without end."""
    frame, board = 0, Board()
    for step in plot(casting, robot):
        yield step, frame
        for act in acts(step, board, casting.seed):
            frame += frames_of(act, fps)
            board = changed(act, board, seconds(act))


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


@dataclass(slots=True)
class Painter:
    """Opens the painted game for the eye's process; whoever hears what is seen keeps ``frame`` where to go on from."""

    casting: Casting
    frame: int = 0
    speed: float = 1.0

    def __call__(self, settings: Settings) -> Frames:
        """The frames as a camera would give them, in real time."""
        return painted(
            self.casting,
            fps=settings.fps or FPS,
            start=self.frame,
            lang=settings.lang or language_of_locale(),
            pace=real_time(self.speed),
        )


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
