"""A painted game in time, without pictures: how long each act takes, what every frame shows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic

from companion.games.package import PaintedGame
from companion.kit.painted import B, Gesture, Reach, ScriptConfig, T, Wait

FPS: Final = 10.0
IN: Final = 0.5
"""Seconds for a hand to come in, to stop, and to leave."""
STOP: Final = 0.5
OUT: Final = 0.5


@dataclass(frozen=True, slots=True)
class Moment(Generic[T, B]):
    """What one frame of the painted game shows."""

    frame: int
    step: T
    """The decision that is being performed."""
    act: Gesture[B]
    before: B
    """The table when the act began."""
    into: float
    """Seconds since the act began."""

    @property
    def board(self) -> B:
        """The table at this moment."""
        return changed(self.act, self.before, self.into)


def seconds(act: Gesture[Any]) -> float:
    """How long an act takes."""
    match act:
        case Wait(lasting):
            return lasting
        case Reach():
            return IN + STOP + OUT


def changed(act: Gesture[B], before: B, at: float) -> B:
    """The table ``at`` seconds into an act that began with a board."""
    if isinstance(act, Wait) or at < IN + STOP / 2:
        return before
    return act.after


def frames_of(act: Gesture[Any], fps: float) -> int:
    """How many frames an act takes."""
    return max(1, round(seconds(act) * fps))


def moments(
    game: PaintedGame[T, B], config: ScriptConfig, *, fps: float = FPS, start: int = 0
) -> Iterator[Moment[T, B]]:
    """What every frame from ``start`` on shows, without end."""
    frame, board = 0, game.empty
    for step in game.script(config):
        for act in game.gestures(step, board, config.seed):
            lasts = frames_of(act, fps)
            for n in range(max(0, start - frame), lasts):
                yield Moment(frame + n, step, act, board, n / fps)
            frame += lasts
            board = changed(act, board, seconds(act))


def performed(
    game: PaintedGame[T, B], config: ScriptConfig, *, fps: float = FPS
) -> Iterator[tuple[T, int]]:
    """Every step and the number of its first frame, without end."""
    frame, board = 0, game.empty
    for step in game.script(config):
        yield step, frame
        for act in game.gestures(step, board, config.seed):
            frame += frames_of(act, fps)
            board = changed(act, board, seconds(act))
