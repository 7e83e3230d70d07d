"""Event sourcing, and the only mutable state: inputs come in, a game interprets them, the journal keeps both.

A game is a handful of pure functions (:class:`Game`). The session folds the journal
with them, so a restart in the middle of a turn resumes there. Inputs are stored beside
the events they caused: undoing one, or correcting what was inferred from it, recomputes
everything after it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Any, Final, Generic

from companion import announce, errors, inputs, table
from companion.inputs import PLAIN, Envelope, Input, Said
from companion.journal.journal import Draft, Entry, Journal
from companion.rules import Game, Json, S
from companion.session.history import History, HistoryRecord, RecentAnnouncements, batches, drafts

# A history from a journal -------------------------------------------------------------


OFTEN: Final = 200
"""Progress is reported after every so many inputs of a long game."""


def resumed(
    game: Game[S], entries: Sequence[Entry], read: Callable[[float], None], *, where: str
) -> tuple[History[S], RecentAnnouncements]:
    """The history in the entries of one game, its set-up first.

    ``read`` is called repeatedly with how much has been read, 0 to 1. Raises
    JournalError, naming the journal (``where``), if the entries do not fold.
    """
    begun, end = entries[0].seq, entries[-1].seq
    news = RecentAnnouncements()
    with _folding(where, begun):
        history = History(game, entries[0].data)
    for number, batch in enumerate(batches(entries[1:])):
        with _folding(where, batch[0].seq):
            _read(history, news, batch)
        if number % OFTEN == 0:
            read((batch[-1].seq - begun) / (end - begun))
    return history, news


def _read(history: History[S], news: RecentAnnouncements, batch: Sequence[Entry]) -> None:
    given, kept, records = history.read(batch)
    heard = (e for e in batch if e.kind == "announcement")
    told = [(e.seq, announce.Announcement.from_json(e.data)) for e in heard]
    news.take(given, history.records[kept:], records, told)
    history.take(given, kept, records)


@contextmanager
def _folding(where: str, entry: int) -> Iterator[None]:
    try:
        yield
    # Entries that this game did not write may make it raise anything.
    except Exception as error:
        raise errors.JournalError("journal.no-fold", path=where, entry=entry) from error


# A session ----------------------------------------------------------------------------


BACKLOG = 1000
"""How many observations may wait while the journal cannot be written."""
LATEST = 64
"""How many records of the history are shown beside the view."""
RECORD_SECONDS = 0.5
"""How often to check whether the recomputation of history has advanced by a record."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call changed: the journal's last entry, the events, and the announcements. ``entry`` is the number of what was said, for ``undo``."""

    seq: int
    events: tuple[Json, ...] = ()
    announcements: tuple[announce.Announcement, ...] = ()
    entry: int | None = None

    def then(self, more: Outcome) -> Outcome:
        """The combined changes of this call and a later one."""
        events = self.events + more.events
        news = self.announcements + more.announcements
        return Outcome(more.seq, events, news, more.entry)


@dataclass(frozen=True, slots=True)
class _Shown(Generic[S]):
    """What readers see, all of it from the same moment."""

    seq: int
    game: Game[S]
    state: S
    news: tuple[tuple[int, announce.Announcement], ...]
    latest: tuple[HistoryRecord[S], ...]
    taken_back: Input | None


class Session(Generic[S]):
    """A game being played: every call is one transaction of the journal, or nothing at all.

    Calls may come from any thread. Followers read ``journal``.
    """

    def __init__(
        self,
        game: Game[S],
        journal: Journal,
        *,
        setup: Json | None = None,
        new: bool = False,
        clock: Callable[[], float] = time.time,
        read: Callable[[float], None] = lambda share: None,
    ) -> None:
        """Resume the journal's last game; with an empty journal, or if ``new``, begin one with ``setup``.

        Raises JournalError if there is neither, or if the entries do not fold; with
        ``new``, earlier games are not read. ``read`` is called repeatedly with how much
        of the game has been read, 0 to 1.
        """
        self.journal = journal
        self.game = game
        self._clock = clock
        self._lock = RLock()
        self._unwritten: deque[table.Observation] = deque(maxlen=BACKLOG)
        is_new = new and setup is not None
        self._resume(() if is_new else journal.since("game"), setup, read)

    # -- what people and programs call ------------------------------------

    @property
    def state(self) -> S:
        """The game's current state; a frozen value."""
        return self._history.state

    @property
    def begun(self) -> int:
        """The number of the entry that began the current game."""
        return self._begun

    @property
    def seen_at(self) -> float:
        """Source time of the last stored observation, seconds; 0 before the first."""
        return self._history.looked

    def begin(
        self,
        setup: Json,
        envelope: Envelope = PLAIN,
        *,
        game: Game[S] | None = None,
        after: int | None = None,
    ) -> Outcome:
        """Begin another game in the same journal, with its own rules if they are given; this ends the previous one.

        Repeated with the same key, it begins no second game; nor ``after`` a game, by its
        number, that is no longer the current one. Raises StaleMove.
        """
        key = envelope.key
        with self._lock:
            self.catch_up()
            again = key is not None and key == self._history.key
            if again or (after is not None and after != self._begun):
                return Outcome(self.journal.last)
            self._fresh(envelope.seq)
            setup = setup if key is None else {**setup, "key": key}
            fresh = History(game or self.game, setup)
            (at,) = self.journal.append((Draft("game", setup),), at=self._clock())
            self._open(at, fresh, RecentAnnouncements())
            return Outcome(at)

    def observe(self, observation: table.Observation, *, game: int | None = None) -> Outcome:
        """Register what a camera saw; ``game`` is the number of the game at whose table, as ``begun`` has it, if another one may have begun since.

        What was seen at another game's table is dropped. Raises JournalError if it cannot
        be stored; the observation is then queued and processed with the next call.
        """
        with self._lock:
            if game in (None, self._begun):
                self._unwritten.append(observation)
            return self.catch_up()

    def catch_up(self) -> Outcome:
        """Process the observations queued while the journal could not be written. Raises JournalError if it still cannot."""
        with self._lock:
            told = Outcome(self.journal.last)
            while self._unwritten:
                told = told.then(self._see(self._unwritten.popleft()))
            return told

    def submit(self, move: Json, *, by: int | None = None, envelope: Envelope = PLAIN) -> Outcome:
        """Make a move by hand. Raises IllegalMove with every reason, or StaleMove."""
        return self._say(envelope, lambda: inputs.Submission(move, by))

    def answer(
        self, question: str, choice: str, *, by: int | None = None, envelope: Envelope = PLAIN
    ) -> Outcome:
        """Answer an open question. Raises IllegalMove if there is no such question, or StaleMove."""
        return self._say(envelope, lambda: inputs.Answer(question, choice, by))

    def correct(
        self, correction: Json, *, by: int | None = None, envelope: Envelope = PLAIN
    ) -> Outcome:
        """State what really happened; what followed is recomputed. Raises IllegalMove or StaleMove."""

        def says() -> Said:
            before = self.game.place(self.state, correction)
            return inputs.Correction(correction, by, before)

        return self._say(envelope, says)

    def undo(self, move: str | int | None = None, *, envelope: Envelope = PLAIN) -> Outcome:
        """Undo a move of this round by its id (None: the last one), or anything said by its entry's number.

        Undos and corrections are entries, too, and can be undone by their numbers.
        Raises IllegalMove if there is no such thing, or StaleMove.
        """
        return self._say(envelope, lambda: self._undoing(move))

    @property
    def last_input(self) -> Input | None:
        """The latest thing somebody said that has not been undone; None if there is none."""
        with self._lock:
            return self._history.last_input

    @property
    def can_undo(self) -> bool:
        """Whether there is a last move, or something that was said last, for ``undo``."""
        try:
            game, state = self.shown
            game.undoing(state, None)
        except errors.IllegalMove:
            return False
        return True

    def view(self) -> dict[str, Any]:
        """What everybody may see, as JSON values.

        ``seq``: the journal's last entry; ``announcements``: the most recent ones, as
        ``Announcement.to_json`` with their ``seq``; everything else is the game's.
        """
        # Without the lock: readers do not wait for an entry to reach the disk.
        shown = self._shown
        news = [{"seq": seq} | told.to_json() for seq, told in shown.news]
        return {"seq": shown.seq} | shown.game.view(shown.state) | {"announcements": news}

    @property
    def shown(self) -> tuple[Game[S], S]:
        """Rules and state of the same moment, as the view shows them: between two questions another game may begin."""
        shown = self._shown
        return shown.game, shown.state

    @property
    def latest(self) -> tuple[HistoryRecord[S], ...]:
        """The last records of the history, as the view shows them; does not wait for the disk either."""
        return self._shown.latest

    @property
    def taken_back(self) -> Input | None:
        """The latest undo in effect, which may be undone, until anything else is said or happens; does not wait for the disk either."""
        return self._shown.taken_back

    def is_idle(self, record: float = RECORD_SECONDS) -> bool:
        """Whether all earlier calls are done; False while history is being recomputed and advances. If that is stuck, so is this call."""
        before = self._history.derivations
        while not self._lock.acquire(timeout=record):
            if self._history.derivations != before:
                return False
        self._lock.release()
        return True

    @property
    def history(self) -> tuple[HistoryRecord[S], ...]:
        """The game so far, record by record, with every correction applied."""
        with self._lock:
            return tuple(self._history.records)

    # -- one input --------------------------------------------------------

    def _say(self, envelope: Envelope, says: Callable[[], Said]) -> Outcome:
        """Enter what somebody says; ``says`` builds it once everything before it is in the journal."""
        with self._lock:
            self.catch_up()
            again = self._again(envelope.key)
            if again is not None:
                return again
            self._fresh(envelope.seq)
            return self._enter(self._next(says(), envelope))

    def _undoing(self, move: str | int | None) -> Said:
        if isinstance(move, int):
            return inputs.Undo(self._history.order.input_at(move).seq)
        how = self.game.undoing(self.state, move)
        if how.correction is None:
            return inputs.Undo(how.of)
        return inputs.Correction(how.correction, before=how.of)

    def _again(self, key: str | None) -> Outcome | None:
        """The outcome of what was already said under this key; None if nothing was."""
        told = self._history.under(key)
        if told is None:
            return None
        last, entry = self.journal.last, told.input.seq
        return Outcome(last, told.events, told.announcements, entry)

    def _fresh(self, seq: int | None) -> None:
        if seq is not None and seq < self._changed:
            raise errors.StaleMove("session.stale", seen=seq, now=self._changed)

    def _next(self, what: table.Observation | Said, envelope: Envelope = PLAIN) -> Input:
        seq, at = self.journal.last + 1, self._clock()
        return Input(seq, at, what, envelope.key, envelope.phone)

    def _see(self, observation: table.Observation) -> Outcome:
        try:
            return self._enter(self._next(observation))
        except errors.JournalError:
            # The observation stays queued. One that the game cannot handle is dropped instead: it would block everything after it.
            self._unwritten.appendleft(observation)
            raise

    def _enter(self, given: Input) -> Outcome:
        kept, records = self._history.derived(given)
        if given.seen is not None and records[-1].state is self.state:
            return Outcome(self.journal.last)
        news = self._history.new_announcements(given, kept, records)
        seqs = self.journal.append(drafts(given, records, news), at=given.at)
        heard = zip(seqs[len(seqs) - len(news) :], news, strict=True)
        self._take_over(given, kept, records, heard)
        events = tuple(event for record in records for event in record.events)
        return Outcome(self.journal.last, events, news, given.seq)

    def _take_over(
        self,
        given: Input,
        kept: int,
        records: Sequence[HistoryRecord[S]],
        news: Iterable[tuple[int, announce.Announcement]],
    ) -> None:
        self._news.take(given, self._history.records[kept:], records, news)
        self._history.take(given, kept, records)
        if given.seen is None or any(c.events for c in records):
            self._changed = self.journal.last
        self._show()

    def _show(self) -> None:
        """Publish what readers see from now on, as one value."""
        history = self._history
        latest = tuple(history.records[-LATEST:])
        self._shown = _Shown(
            self.journal.last, self.game, self.state, self._news.all, latest, history.taken_back
        )

    # -- going on -----------------------------------------------------------

    def _resume(
        self,
        entries: Sequence[Entry],
        setup: Json | None,
        read: Callable[[float], None],
    ) -> None:
        where = self.journal.name
        if entries and entries[0].kind == "game":
            self._open(entries[0].seq, *resumed(self.game, entries, read, where=where))
        elif setup is None:
            raise errors.JournalError("journal.no-game", path=where)
        else:
            self.begin(setup)

    def _open(self, begun: int, history: History[S], news: RecentAnnouncements) -> None:
        self._begun = begun
        self._history, self._news, self.game = history, news, history.game
        self._changed = self.journal.last
        self._show()
