"""The journal's announcements and the public view, rendered once for everybody who follows."""

import logging
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Condition, Event, Lock, Thread
from typing import Any

from companion.announce import Announcement
from companion.inputs import Input
from companion.journal.journal import Entry
from companion.json_lines import packed
from companion.session.history import HistoryRecord
from companion.session.session import Session
from web.wording import announcement_json, worded

KEPT = 512
"""How many announcements can be replayed; an evening has a few hundred."""
RESTLESS = frozenset({"frames", "frame_age", "frames_per_second"})
"""Health figures that change constantly: a change in them alone sends no view."""
PULSE = 1.0
"""Seconds after which health is checked again even if nothing happened."""
SOON = 0.02
"""The same while the view lags behind the journal: an entry is written before it is folded."""

_log = logging.getLogger(__name__)

Health = Callable[[], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class AnnouncementFrame:
    """One announcement of the journal, as phones receive it; hundreds are kept, so it holds nothing else."""

    seq: int
    frame: bytes
    """The server-sent event, with its seq as id."""


@dataclass(frozen=True, slots=True)
class StreamPlace:
    """How far a client has followed: the last announcement received, the last view seen."""

    heard: int
    seen: int = -1


@dataclass(frozen=True, slots=True)
class News:
    """What is new since a place, as event frames, and the place after it."""

    frames: tuple[bytes, ...]
    place: StreamPlace


class Feed:
    """Follows a session's journal in a thread of its own; streams wait here.

    There are no queues: however slow a phone is, only one view and the shared
    announcements wait for it.
    """

    def __init__(
        self,
        session: Session[Any],
        health: Health,
        pulse: float = PULSE,
        seats: Callable[[Sequence[str]], Mapping[str, Any]] = lambda players: {},
    ) -> None:
        """``seats`` says which phone each player has, and which seats are locked."""
        self._session = session
        self._seats = seats
        self._pulse = pulse
        self._health = health
        self._changed = Condition()
        self._told: list[AnnouncementFrame] = []
        self._last = 0
        self._view = b""
        self._number = -1
        self._shown = -1
        self._viewing = Lock()
        self._refreshing = Lock()
        self._cached: tuple[int, dict[str, Any]] = (-1, {})
        self._over = Event()
        self._thread = Thread(target=self._follow, name="feed", daemon=True)

    # -- the thread ----------------------------------------------------------

    def start(self) -> None:
        """Read the last game in the journal, then follow it; call once."""
        self._take(self._session.journal.since("game"))
        self.refresh()
        self._thread.start()

    def close(self) -> None:
        """End every stream now, and the thread with its next pulse; may be called again."""
        self._over.set()
        with self._changed:
            self._changed.notify_all()

    @property
    def over(self) -> bool:
        """Whether the feed was closed."""
        return self._over.is_set()

    @property
    def last(self) -> int:
        """The newest journal entry that was rendered."""
        return self._last

    def _follow(self) -> None:
        while not self._over.is_set():
            try:
                self._take(self._session.journal.after(self._last, self._patience()))
                self.refresh()
            except Exception:  # whatever a game does wrong, phones must still be served
                _log.exception("the feed stumbled and goes on")
                self._over.wait(PULSE)

    def _patience(self) -> float:
        return SOON if self._shown < self._session.journal.last else self._pulse

    def _take(self, entries: Sequence[Entry]) -> None:
        """Announcements are sent before the view is even rendered, to be as early as possible."""
        said = (_told(entry) for entry in entries if entry.kind == "announcement")
        fresh = [told for told in said if told is not None]
        with self._changed:
            self._told = [*self._told, *fresh][-KEPT:]
            self._last = max((self._last, *(entry.seq for entry in entries)))
            if fresh:
                self._changed.notify_all()

    def refresh(self) -> None:
        """Render the view again, and publish it if it has changed."""
        with self._refreshing:
            view = self.view()
            frame = event("view", view)
            with self._changed:
                self._shown = view["seq"]
                if frame != self._view:
                    self._view, self._number = frame, self._number + 1
                    self._changed.notify_all()

    # -- what phones ask -----------------------------------------------------

    def view(self) -> dict[str, Any]:
        """The current public view: the session's, in words, with health and whose phone each seat is."""
        with self._viewing:
            last = self._session.journal.last
            if self._cached[0] != last:
                view: dict[str, Any] = worded(self._session.view())
                view["undoable"] = self._session.can_undo
                view["last_word"] = _word(last_word(self._session.latest))
                view["taken_back"] = _word(self._session.taken_back)
                self._cached = (view.get("seq", last), view)
            health = {k: v for k, v in self._health().items() if k not in RESTLESS}
            view = self._cached[1]
            names = [str(player["name"]) for player in view.get("players", ())]
            return {**view, **self._seats(names), "health": worded(health)}

    def newest(self) -> StreamPlace:
        """The place of a client that has received everything but no view yet."""
        with self._changed:
            return StreamPlace(self._last)

    def news(self, place: StreamPlace, timeout: float) -> News:
        """What is new since a place, the view first; waits up to ``timeout`` seconds for the first of it."""
        with self._changed:
            self._changed.wait_for(lambda: self.over or self._is_behind(place), timeout)
            missed = self._after(place.heard)
            view = (self._view,) if place.seen != self._number else ()
            heard = missed[-1].seq if missed else place.heard
            now = StreamPlace(heard, self._number)
        return News((*view, *(told.frame for told in missed)), now)

    def _is_behind(self, place: StreamPlace) -> bool:
        newest = self._told[-1].seq if self._told else 0
        return place.seen != self._number or newest > place.heard

    def _after(self, seq: int) -> list[AnnouncementFrame]:
        return self._told[bisect_right(self._told, seq, key=lambda told: told.seq) :]


def last_word(latest: Sequence[HistoryRecord[Any]]) -> Input | None:
    """What somebody said last, until the next move."""
    for record in reversed(latest):
        given: Input = record.input
        if given.seen is None and not given.names_somebody:
            return given
        if given.seen is not None and record.events:
            return None
    return None


def _word(last: Input | None) -> dict[str, Any] | None:
    return None if last is None else {"entry": last.seq, "phone": last.phone}


def _told(entry: Entry) -> AnnouncementFrame | None:
    """The announcement in words, rendered here once for everybody; None if that fails."""
    try:
        said = {"seq": entry.seq} | announcement_json(Announcement.from_json(entry.data))
        return AnnouncementFrame(entry.seq, event("announcement", said, entry.seq))
    except Exception:  # one that a game got wrong must not block the others
        _log.exception("entry %d cannot be told", entry.seq)
        return None


def event(name: str, data: Any, number: int | None = None) -> bytes:
    """A server-sent event; JSON never contains a line break, so one data line is enough."""
    return event_of(name, packed(data), number)


def event_of(name: str, data: bytes, number: int | None = None) -> bytes:
    """A server-sent event of JSON on one line."""
    told = f"id: {number}\n" if number is not None else ""
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), told.encode(), data)
