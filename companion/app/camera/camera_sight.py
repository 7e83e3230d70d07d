"""Source time that never runs backwards: a camera opened by another process counts from 0 again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.announce import Message, message
from companion.app.camera.ipc import CameraReport, Pulse, SourceEnded, SourceFailed
from companion.table import Observation, later


class MonotonicTime:
    """Shifts the times of each camera process to follow those of its predecessors."""

    def __init__(self) -> None:
        self._ahead = self._last = 0.0

    def __call__(self, seen: Observation, last: float) -> Observation:
        """An observation in the game's time; ``last`` is the time of the last look known to the game, seconds."""
        # The game does not know yet about observations queued for a journal that cannot be written.
        last = max(last, self._last)
        if seen.at + self._ahead < last:
            self._ahead = last - seen.at
        self._last = seen.at + self._ahead
        return later(seen, self._ahead) if self._ahead else seen


def hidden(zones: Iterable[str]) -> Message:
    """The sentence about zones that something hides."""
    return message(
        "camera.hidden", zones=tuple(message(f"scan.zone.{zone}") for zone in zones)
    )


TOLD_SECONDS: Final = 1.6
"""After this long without a message the camera counts as failed; a page is a second behind, and 3 are promised."""
LATEST_SECONDS: Final = 2.4


@dataclass(frozen=True, slots=True)
class Sight:
    """The state of the camera process: when it last sent a message and a frame, what it reported last, what is wrong.

    Times are the supervisor's clock, as is ``now`` below, in seconds.
    """

    last_word: float | None = None
    last_frame: float | None = None
    pulse: Pulse | None = None
    wrong: Message | None = None
    starts: int = 0
    over: bool = False

    def after(self, told: CameraReport, now: float) -> Sight:
        """The state after a message; most messages are not about the process itself."""
        match told:
            case Pulse():
                fine = replace(self, pulse=told, wrong=None)
                return replace(fine, last_word=now, last_frame=now)
            case SourceFailed():
                return replace(self, last_word=now, wrong=told.what)
            case SourceEnded():
                return replace(self, over=True)
            case _:
                return self

    def frame_age(self, now: float) -> float | None:
        """Seconds since the last frame; None before the first."""
        return None if self.last_frame is None else now - self.last_frame

    def word_age(self, now: float) -> float | None:
        """Seconds since the last message: a frame came, or why none does; None before the first."""
        return None if self.last_word is None else now - self.last_word

    def trouble(self, now: float) -> Message | None:
        """What is wrong with the camera: what it reported, or that it is silent."""
        age = self.word_age(now)
        if self.wrong is None and not self.over and age is not None:
            return message("camera.waiting") if age > self._patience else None
        return self.wrong

    def health(self, now: float) -> dict[str, Any]:
        """For ``/healthz`` and the pages: no secrets."""
        pulse, age, wrong = self.pulse, self.frame_age(now), self.trouble(now)
        return {
            "camera": wrong is None and pulse is not None,
            "wrong": wrong.to_json() if wrong else None,
            "mat": pulse.mat if pulse else None,
            "other_mat": pulse.other_mat if pulse else None,
            "hidden": hidden(pulse.blocked).to_json()
            if pulse and pulse.blocked
            else None,
            "frames": pulse.frames if pulse else 0,
            "frames_per_second": round(pulse.per_second, 1) if pulse else None,
            "frame_age": None if age is None else round(age, 2),
            "starts": self.starts,
            "over": self.over,
        }

    @property
    def _patience(self) -> float:
        """How long silence is acceptable; a slow source may take a little longer."""
        pace = self.pulse.per_second if self.pulse else 0.0
        return min(max(TOLD_SECONDS, 2 / pace), LATEST_SECONDS) if pace else TOLD_SECONDS  # fmt: skip
