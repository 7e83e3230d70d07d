"""Pictures in, looks at the table out, less often where nothing moves."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.app.camera.failed_looks import FailedLooks, one_look
from companion.app.camera.picture_size import Fitting
from companion.errors import PictureError
from companion.table import Observation, Settled, Table
from vision.frame import Frame, Trouble
from vision.reader import TableReader
from vision.reading import Reading
from vision.settle import Settler

# Stillness ---------------------------------------------------------------------------


AFTER: Final = (2.0, 5.0)
"""Seconds after the last change, or hand, at which the table is reported as still."""
RESTS: Final = 10.0
"""Seconds after the last change from which a hand over the table counts as resting."""


class Stillness:
    """Inserts a look without a change if there was none for a while, and no hand."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._changed = self._since = 0.0
        self._told = len(AFTER)

    def repeat(self) -> None:
        """Report the table once more as soon as it is still: somebody wants to know what lies there."""
        self._told = 0

    def step(
        self,
        frame: Frame,
        seen: tuple[Observation, ...],
        *,
        hand: bool = False,
        covered: frozenset[str] = frozenset(),
    ) -> tuple[Observation, ...]:
        """What a frame showed; if that is nothing for long enough, the table as it stands, with the zones ``covered`` now. While a ``hand`` is over the table more may follow."""
        for observation in seen:
            if isinstance(observation, Settled):
                self._table = observation.table
            self._changed, self._told = frame.at, 0
            self._since = frame.at
        if hand and frame.at - self._changed < RESTS:
            self._since = frame.at
        if seen or self._table is None or not self._is_due(frame.at):
            return seen
        self._told += 1
        table = replace(self._table, covered=covered)
        return (Settled(frame.number, frame.at, table),)

    def _is_due(self, at: float) -> bool:
        return self._told < len(AFTER) and at - self._since >= AFTER[self._told]


# The pipeline ------------------------------------------------------------------------


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
    blocked: tuple[str, ...] = ()
    """The zones that something still has hidden for so long that play cannot go on there."""
    mat: str = ""
    """The game whose mat has these zones."""


def looks(
    frames: Iterable[Frame | Trouble],
    reader: TableReader,
    settler: Settler,
    clock: Callable[[], float] = time.perf_counter,
    *,
    asked: Callable[[], bool] = lambda: False,
) -> Iterator[TableLook | Trouble]:
    """Look at every frame of a source; errors of the source are passed on, and a failed look is reported the same way.

    ``asked`` is called for each frame: whether to report the table once more although
    nothing changed. A camera that gives more pixels than can be looked at is asked for
    fewer. What only the end decides comes with an extra look at the last frame.
    """
    stillness, last, failed, fitting = Stillness(), None, FailedLooks(), Fitting()
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
                blocked = tuple(sorted(settler.blocked))
                last = TableLook(
                    frame, reading, seen, spent, settler.other_mat, blocked, settler.mat
                )
                yield last
                size = fitting.wanted(frame, reading, hand=hand)
                if size is not None and frame.resize is not None:
                    frame.resize(size)
    if last is not None and (decided := settler.finish()):
        yield TableLook(last.frame, last.reading, decided)
