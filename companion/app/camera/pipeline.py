"""Frames to observations: the one pipeline shared by `watch`, the companion and the tests."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.app.camera.failed_looks import FailedLooks, one_look
from companion.app.camera.stillness import Stillness
from companion.errors import PictureError
from companion.table import Observation
from vision.frame import Frame, Trouble
from vision.reader import Reader
from vision.reading import Reading
from vision.settle import Settler


@dataclass(frozen=True, slots=True, eq=False)
class TableLook:
    """One frame, what was read in it, and what follows for the table."""

    frame: Frame
    reading: Reading
    observations: tuple[Observation, ...] = ()
    seconds: float = 0.0
    """How long reading and settling took."""
    other_mat: str | None = None
    """The game whose mat has lain there for several looks instead of that of the current game."""


def looks(
    frames: Iterable[Frame | Trouble],
    reader: Reader,
    settler: Settler,
    clock: Callable[[], float] = time.perf_counter,
    *,
    asked: Callable[[], bool] = lambda: False,
) -> Iterator[TableLook | Trouble]:
    """Look at every frame of a source; errors of the source are passed on, and a failed look is reported the same way.

    ``asked`` is called for each frame: whether to report the table once more although
    nothing changed. What only the end decides comes with an extra look at the last
    frame.
    """
    stillness, last, failed = Stillness(), None, FailedLooks()
    for frame in frames:
        match frame:
            case Trouble():
                yield frame
            case Frame():
                began = clock()
                if asked():
                    stillness.repeat()
                try:
                    with one_look():
                        reading = reader.follow(frame)
                        told = settler.step(frame, reading)
                except PictureError as error:
                    failed.note(error)
                    yield Trouble(frame.number, frame.at, error.message)
                    continue
                hand, covered = bool(settler.covered), settler.hidden
                seen = stillness.step(frame, told, hand=hand, covered=covered)
                spent = clock() - began
                last = TableLook(frame, reading, seen, spent, settler.other_mat)
                yield last
    if last is not None and (decided := settler.finish()):
        yield TableLook(last.frame, last.reading, decided)
