"""Frames to observations: the one pipeline that the command `watch`, the companion and the tests run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.app.camera.stillness import Stillness
from companion.table import Observation
from vision.frame import Frame, Frames, Trouble
from vision.reader import Reader
from vision.reading import Reading
from vision.settle import Settler


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One frame, what was read in it, and what the table is told to have become."""

    frame: Frame
    reading: Reading
    observations: tuple[Observation, ...] = ()
    seconds: float = 0.0
    """How long reading and settling took."""


def looks(
    frames: Frames,
    reader: Reader,
    settler: Settler,
    clock: Callable[[], float] = time.perf_counter,
    *,
    asked: Callable[[], bool] = lambda: False,
) -> Iterator[Look | Trouble]:
    """Look at every frame of a source; what went wrong instead of one is passed on.

    ``asked`` is called at each: whether the table is to be told once more,
    though nothing changes. What only the end decides comes with a last look at the last frame.
    """
    stillness, last = Stillness(), None
    for frame in frames:
        match frame:
            case Trouble():
                yield frame
            case Frame():
                began = clock()
                if asked():
                    stillness.repeat()
                reading = reader.follow(frame)
                told = settler.step(frame, reading)
                seen = stillness.step(frame, told, hand=bool(settler.covered))
                yield (last := Look(frame, reading, seen, clock() - began))
    if last is not None and (decided := settler.finish()):
        yield Look(last.frame, last.reading, decided)
