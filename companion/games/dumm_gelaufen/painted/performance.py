"""The painted game in time, without a picture: how long each act takes, what every frame shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.dumm_gelaufen.painted.acts import Act, Reach, Wait, acts
from companion.games.dumm_gelaufen.painted.board import Board
from companion.games.dumm_gelaufen.painted.plot import Casting, Step, plot
from companion.games.dumm_gelaufen.robots.players import Robot, greedy_robot

FPS: Final = 10.0
IN: Final = 0.5
"""Seconds for a hand to come in, to stop, and to leave."""
STOP: Final = 0.5
OUT: Final = 0.5


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


def seconds(act: Act) -> float:
    """How long an act takes."""
    match act:
        case Wait(lasting):
            return lasting
        case Reach():
            return IN + STOP + OUT


def changed(act: Act, before: Board, at: float) -> Board:
    """How the table lies ``at`` seconds into an act that began with a board."""
    if isinstance(act, Wait) or at < IN + STOP / 2:
        return before
    return act.after


def frames_of(act: Act, fps: float) -> int:
    """How many frames an act takes."""
    return max(1, round(seconds(act) * fps))


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
