"""What is reported about a source, line by line: tables as they settle, and what the game makes of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion import errors
from companion.announce import Message, message
from companion.app.camera import pipeline, sources
from companion.app.camera.camera_sight import hidden
from companion.app.camera.failed_looks import FailedLooks, one_look
from companion.app.camera.picture_checks import Looks, speed_of
from companion.app.camera.pipeline import TableLook
from companion.games import first, game, mats
from companion.games.package import GamePackage, Line, Lines
from companion.journal.journal import Journal
from companion.pieces import Pieces
from companion.rules import Json
from companion.session.session import Session
from companion.table import Observation, Settled, Table
from vision.frame import Frame, Frames, Trouble
from vision.reader import Reader
from vision.reading import Reading

UNSEEN: Final = 3.0
"""Seconds of source time without a mat after which people are told."""
REACHED: Final = 0.9
"""The share of the wanted looks that is as good as all: nobody is told of fewer."""

_log = logging.getLogger(__name__)

Tell: TypeAlias = Callable[[Message], object]


def _untold(_what: Message) -> None:
    """Nobody is told."""


def watched(
    package: GamePackage,
    frames: Frames,
    names: tuple[str, ...],
    edition: str | None,
    setup: Json = MappingProxyType({}),
    tell: Tell = _untold,
) -> Iterator[Line]:
    """The lines about a source, their sentences not yet in a language; ``tell`` is told if no mat is in sight.

    Every line has ``event``, ``frame`` and ``at`` (seconds of source time). Without
    names only tables are reported, and what must be announced immediately. ``setup``
    has other agreements, such as another board. Raises EditionError.
    """
    with closing(Watcher(package.on(setup), names, edition, setup)) as watcher:
        yield from _lines(watcher, frames, UnseenMat(tell))


def in_sight(frames: Frames, tell: Tell = _untold) -> tuple[GamePackage, Frames]:
    """The game whose mat is the first in a source, and the source from there on; the first game if it shows none.

    Before a mat is seen nothing can lie in a zone, so of those looks only errors are
    kept. ``tell`` is told if none is in sight.
    """
    finder, wrong, failed = Reader(Pieces(), mats()), list[Trouble](), FailedLooks()
    unseen = UnseenMat(tell)
    for frame in frames:
        if isinstance(frame, Trouble):
            wrong.append(frame)
            continue
        try:
            with one_look():
                reading = finder.follow(frame)
        except errors.PictureError as error:
            failed.note(error)
            wrong.append(Trouble(frame.number, frame.at, error.message))
            continue
        if reading.mat:
            return game(reading.mat.name), _resumed([*wrong, frame], frames)
        unseen.look(frame.at, reading)
    return first(), _resumed(wrong, frames)


def _resumed(seen: Iterable[Frame | Trouble], frames: Frames) -> Frames:
    """A source of which the first looks were already taken."""
    with closing(frames):
        yield from seen
        yield from frames


class UnseenMat:
    """Reports once that no mat has been in sight for a while, and whether the picture is mirrored."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self._since: float | None = None
        self._told = False

    def look(self, at: float, reading: Reading) -> None:
        """Register a look at a time, seconds."""
        if reading.mat is not None or self._since is None:
            self._since = at
        elif not self._told and at - self._since >= UNSEEN:
            self._told = True
            mirrored = reading.limits.mirrored
            self.tell(message("scan.mirrored" if mirrored else "watch.no-mat"))


class HiddenZones:
    """Reports which zones something hides, when that begins and when it ends."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._told: tuple[str, ...] = ()

    def look(self, zones: tuple[str, ...]) -> Iterator[Line]:
        """Register the zones that are hidden in a look."""
        if zones != self._told:
            self._told = zones
            text = hidden(self._game, zones) if zones else message("camera.shown-again")
            yield {"event": "trouble", "zones": list(zones), "text": text.to_json()}


class FailedLines:
    """Reports, until one succeeds again, that a game cannot process a look: it is left out, as in a game that is played."""

    def __init__(self) -> None:
        self._failed = False

    def lines(self, lines: Iterator[Line]) -> Iterator[Line]:
        """The lines about a look."""
        try:
            yield from lines
            self._failed = False
        except Exception:
            _log.exception("a look was not understood")
            if not self._failed:
                yield {"event": "trouble", "text": message("play.stumbled").to_json()}
            self._failed = True


class SlowLooks:
    """Reports that fewer looks are made than are wanted, and what would help: each reason once."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._told = set[str]()

    def look(self, seen: TableLook) -> None:
        """Register a look of a live source."""
        frame = seen.frame
        if frame.rate is None or frame.rate.looks > REACHED * frame.rate.wanted:
            return
        looks = Looks(seen.reading, rate=frame.rate, sizes=frame.sizes)
        found = speed_of(looks)
        if found is not None and found.found.key not in self._told:
            self._told.add(found.found.key)
            self._tell(message("watch.slow", found=found.found))


def _lines(watcher: Watcher, frames: Frames, unseen: UnseenMat) -> Iterator[Line]:
    package, last = watcher.package, None
    reader = sources.reader_for(package, watcher.edition, mat_instead=package.mat)
    hides, slow, failed = HiddenZones(package.name), SlowLooks(unseen.tell), FailedLines()
    for look in pipeline.looks(frames, reader, sources.settler_of(package)):
        if isinstance(look, Trouble):
            yield {"event": "trouble", "text": look.what} | _when(look)
            continue
        last = look
        unseen.look(look.frame.at, look.reading)
        slow.look(look)
        watcher.sees_edition(look.reading)
        for line in hides.look(look.blocked):
            yield line | _when(look.frame)
        for observation in look.observations:
            for line in failed.lines(watcher.lines_about(observation)):
                yield line | _when(look.frame)
    if last is not None:
        for line in failed.lines(watcher.finished()):
            yield line | _when(last.frame)


def _when(seen: Frame | Trouble) -> Line:
    return {"frame": seen.number, "at": round(seen.at, 3)}


@dataclass
class Watcher:
    """Reports what observations mean, line by line."""

    package: GamePackage
    names: tuple[str, ...]
    edition: str | None = None
    setup: Json = field(default_factory=dict)
    table: Table | None = None
    session: Session[Any] | None = None
    lines: Lines | None = field(init=False)

    def __post_init__(self) -> None:
        self.lines = self.package.lines() if self.package.lines else None

    def close(self) -> None:
        """Release the game being followed."""
        if self.session is not None:
            self.session.journal.close()

    def sees_edition(self, reading: Reading) -> None:
        """Take the edition from the first cards seen, if none was named."""
        if self.edition is None:
            self.edition = self.package.edition_among(reading.payloads)

    def lines_about(self, observation: Observation) -> Iterator[Line]:
        """What to report of it: the table where it changed, and what a game or a rule makes of that."""
        if isinstance(observation, Settled):
            yield from self._table(observation)
        if self.lines is None:
            return
        if self.names:
            session = self._playing()
            yield from self.lines.played(session.observe(observation), session)
        else:
            yield from self.lines.seen(observation)

    def finished(self) -> Iterator[Line]:
        """The lines that only the end of the source decides."""
        if self.lines is not None and self.session is not None:
            yield from self.lines.finished(self.session)

    def _playing(self) -> Session[Any]:
        if self.session is None:
            edition = self.edition or self.package.edition
            who = {"players": [*self.names], "edition": edition}
            setup = self.package.setup({**self.setup, **who})
            rules = self.package.played()
            self.session = Session(rules, Journal(None), setup=setup)
        return self.session

    def _table(self, seen: Settled) -> Iterator[Line]:
        before, self.table = self.table, seen.table
        if before is None or before.zones != seen.table.zones:
            zones = {zone: list(seen.table[zone]) for zone in self.package.told_zones}
            covered = sorted(seen.table.covered)
            yield {"event": "table", "zones": zones, "covered": covered}
