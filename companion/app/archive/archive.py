"""The archive of past games, read by a thread of its own that yields the processor to the running game."""

import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from companion.announce import Message, message
from companion.app.archive.summaries import Ended, evening, replayed
from companion.archived_games import ArchiveContents, ArchivedGame
from companion.errors import CompanionError, JournalError
from companion.journal import ledger_lock, ledger_rows
from companion.journal.journal import Journal
from companion.journal.ledger import HEADER, first_bytes, logs_of, through
from companion.journal.replacement import fold, replacement
from companion.session.past import PastGame, alone, games_in, without_names
from companion.session.session import Session

# The journals of a folder -------------------------------------------------------------


BESIDE: Final = ("-wal", "-shm", ".lock", ".fresh", ".mended")
"""Suffixes of files that lie beside journals."""


@dataclass(frozen=True, slots=True)
class JournalFile:
    """A journal file in its current state; equal ones need not be read again."""

    path: Path
    size: int
    changed: tuple[int, ...]
    """When it and its log were last changed, in nanoseconds."""


def journal_files(folder: Path, live: Path, robots: str) -> tuple[JournalFile, ...]:
    """The journals of a folder, the current one first; those played by robots only if the current one is."""
    found = (path for path in _paths(folder) if path != live)
    others = (path for path in found if not path.name.startswith(robots))
    # Of the current one SQLite's locks would end where it was opened and closed besides (fcntl(2), F_SETLK).
    databases = (path for path in others if first_bytes(path, len(HEADER)) == HEADER)
    known = map(_journal_file, (live, *databases))
    return tuple(each for each in known if each is not None)


def _paths(folder: Path) -> Iterator[Path]:
    try:
        names = sorted(folder.iterdir())
    except OSError:
        return
    yield from (p for p in names if ".journal" in p.name and not p.name.endswith(BESIDE))


def _journal_file(path: Path) -> JournalFile | None:
    """None unless it is a plain file."""
    try:
        there = path.lstat()
        if not stat.S_ISREG(there.st_mode):
            return None
        logs = tuple(log.stat().st_mtime_ns for log in logs_of(path) if log.exists())
    except OSError:
        return None
    return JournalFile(path, there.st_size, (there.st_mtime_ns, *logs))


# The archive --------------------------------------------------------------------------


MOST_BYTES: Final = 256 * 2**20
"""Longer files are not read: an evening takes less than one megabyte."""
LISTENING_SECONDS: Final = 0.5
FRESH_SECONDS: Final = 10.0
"""How long a listing of the folder is considered current."""
OPEN: Final = 2
"""How many replayed games are kept in memory for those who look at them."""


@dataclass(slots=True)
class _Known:
    """What was found in a file: how many entries of which game, and what is wrong with it."""

    games: dict[str, int] = field(default_factory=dict)
    troubles: list[Message] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Replay:
    """A replayed game, or why it could not be replayed, and when that was."""

    found: Session[Any] | Message
    at: float
    last: int | None
    """The journal's last entry then, if the game was on the table: with the next one it may have gone on."""


class Archive:
    """All games of a folder of journals. Any thread may ask; one thread reads."""

    def __init__(
        self, journal: Journal, robots: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``journal`` is the one being played on; files whose names begin like ``robots`` are no one's evenings."""
        self._journal, self._robots, self._clock = journal, robots, clock
        self._live = Path(journal.name)
        self._files: dict[JournalFile, _Known] = {}
        self._evenings: dict[tuple[str, int], ArchivedGame | Message] = {}
        self._open: dict[tuple[str, bool], _Replay] = {}
        self._wanted: list[tuple[str, bool]] = []
        self._gone: set[str] = set()
        self._looked = -FRESH_SECONDS
        self._asked = threading.Condition()
        self._is_asked = False
        self.contents = ArchiveContents()

    # -- what is asked, by any thread ---------------------------------------------

    def ask(self) -> ArchiveContents:
        """What is known now; triggers a fresh look if that may be outdated."""
        with self._asked:
            if self._clock() - self._looked >= FRESH_SECONDS:
                self._is_asked = True
                self._asked.notify()
            return self.contents

    def past(self, game: str, *, names: bool = True) -> Session[Any] | None:
        """A replayed game; None until it is ready. Raises JournalError if it cannot be replayed."""
        key = game, names
        with self._asked:
            replay = self._open.get(key)
            if replay is not None and self._is_outdated(replay):
                del self._open[key]
                replay, self._is_asked = None, True
            if replay is None:
                self._want(key)
                return None
        if isinstance(replay.found, Message):
            raise JournalError(replay.found.key, **replay.found.params)
        return replay.found

    def _is_outdated(self, replay: _Replay) -> bool:
        """Whether a replay that is no longer fresh failed, or is of a game that has gone on."""
        if self._clock() - replay.at < FRESH_SECONDS:
            return False
        failed = isinstance(replay.found, Message)
        return failed or replay.last not in (None, self._journal.last)

    def _want(self, key: tuple[str, bool]) -> None:
        """Request a game that is known, or may be once everything is read. Raises JournalError."""
        if self.contents.share < 1:
            self._is_asked = True
        elif not any(each.id == key[0] for each in self.contents.evenings):
            raise JournalError("archive.no-game")
        elif key not in self._wanted:
            self._wanted.append(key)
        self._asked.notify()

    def exported(self, game: str) -> tuple[ledger_rows.Row, ...]:
        """A game as a journal of its own. Raises JournalError if there is no such game."""
        return tuple(alone(self._found(game)))

    def erase(self, game: str) -> None:
        """Erase a game from every readable journal, but not the one on the table. Raises JournalError."""
        for file in self._journals():
            for past in _copies(game, file):
                self._erase(file.path, past.numbers)
        with self._asked:
            self._gone.add(game)
            left = (e for e in self.contents.evenings if e.id != game)
            self.contents = replace(self.contents, evenings=tuple(left))
            self._open.pop((game, True), None)
            self._open.pop((game, False), None)
            self._looked = -FRESH_SECONDS

    def _journals(self) -> tuple[JournalFile, ...]:
        return journal_files(self._live.parent, self._live, self._robots)

    def _erase(self, path: Path, gone: range) -> None:
        if path != self._live:
            erase_from(path, gone)
        elif self._journal.last in gone:
            raise JournalError("archive.on-the-table")
        else:
            self._journal.erase(gone)

    def _found(self, game: str) -> PastGame:
        """The longest copy of a game. Raises JournalError if there is none."""
        copies = [past for v in self._journals() for past in _copies(game, v)]
        if not copies:
            raise JournalError("archive.no-game")
        return max(copies, key=lambda past: len(past.rows))

    # -- reading, by one thread ---------------------------------------------------

    def turn(self, ended: threading.Event) -> None:
        """Read what was requested; one turn of a follower."""
        with self._asked:
            self._asked.wait_for(lambda: self._is_asked or self._wanted, LISTENING_SECONDS)
            asked, wanted = self._is_asked, tuple(self._wanted)
            self._is_asked = False
        try:
            if asked:
                self._look(ended)
            for key in wanted:
                self._store_replay(key, ended)
        except Ended:
            return

    def _store_replay(self, key: tuple[str, bool], ended: threading.Event) -> None:
        last = self._journal.last if key[0] == self._on_the_table else None
        found = self._replay(key, ended)
        with self._asked:
            self._wanted.remove(key)
            if key[0] in self._gone:
                # It was erased meanwhile.
                return
            self._open[key] = _Replay(found, self._clock(), last)
            while len(self._open) > OPEN:
                del self._open[next(iter(self._open))]

    def _replay(self, key: tuple[str, bool], ended: threading.Event) -> Session[Any] | Message:
        game, names = key
        try:
            past = self._found(game)
            return replayed(past if names else without_names(past), ended)
        except Ended:
            raise
        except CompanionError as error:
            return error.message
        except Exception:
            return message("archive.untold")

    @property
    def _on_the_table(self) -> str | None:
        """The last game of the journal being played on, as of the latest look."""
        known = (known for file, known in self._files.items() if file.path == self._live)
        return next((game for each in known for game in reversed(each.games)), None)

    def _look(self, ended: threading.Event) -> None:
        journals = self._journals()
        self._files = {v: known for v, known in self._files.items() if v in journals}
        for number, file in enumerate(journals):
            if file not in self._files:
                self._files[file] = self._read(file, ended)
            self._publish(number / len(journals))
        self._publish(1.0)
        with self._asked:
            self._looked = self._clock()

    def _read(self, file: JournalFile, ended: threading.Event) -> _Known:
        known = _Known()
        name = file.path.name
        if file.size > MOST_BYTES:
            known.troubles.append(message("archive.too-long", file=name))
            return known

        def each(rows: Iterator[ledger_rows.Row]) -> None:
            for past in games_in(rows):
                self._sum_up(past, ended)
                known.games[past.id] = len(past.rows)

        try:
            through(file.path, each)
        except ledger_rows.Damage:
            known.troubles.append(message("archive.damaged", file=name))
        except JournalError as error:
            why = error.message
            known.troubles.append(message("archive.unreadable", file=name, why=why))
        return known

    def _sum_up(self, past: PastGame, ended: threading.Event) -> None:
        key = past.id, len(past.rows)
        if key not in self._evenings:
            self._evenings[key] = evening(past, ended)

    def _publish(self, share: float) -> None:
        """Summaries of all games, each from the longest of its copies, latest first."""
        copies = [each for known in self._files.values() for each in known.games.items()]
        # The shorter ones too: the file with the longest copy may disappear.
        self._evenings = {k: self._evenings[k] for k in copies}
        longest = dict(sorted(copies, key=lambda copy: copy[1]))
        found = [self._evenings[k] for k in longest.items()]
        there = (each for each in found if isinstance(each, ArchivedGame))
        evenings = sorted(there, key=lambda each: -each.at)
        wrong = [m for known in self._files.values() for m in known.troubles]
        wrong += [m for m in found if isinstance(m, Message)]
        with self._asked:
            left = tuple(each for each in evenings if each.id not in self._gone)
            self.contents = ArchiveContents(left, tuple(wrong), share)


def _copies(game: str, file: JournalFile) -> list[PastGame]:
    """The copies of a game in a file, as far as it can be read."""
    found: list[PastGame] = []

    def each(rows: Iterator[ledger_rows.Row]) -> None:
        found.extend(past for past in games_in(rows) if past.id == game)

    if file.size <= MOST_BYTES:
        with suppress(ledger_rows.Damage, JournalError):
            through(file.path, each)
    return found


def erase_from(path: Path, gone: range) -> None:
    """Erase entries from a journal that nobody is playing on. Raises JournalError, having changed nothing."""
    lock = ledger_lock.locked(path)
    try:
        fold(path)
        with replacement(path) as new:
            through(path, lambda rows: new.write(ledger_rows.erased(rows, gone)))
            new.seal()
            new.take_place()
    except ledger_rows.Damage as error:
        raise JournalError("journal.damaged", path=str(path)) from error
    finally:
        os.close(lock)
