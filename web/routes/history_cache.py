"""A game as pages receive it, record by record with every correction applied, each with what it changed on the table."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final

from companion.inputs import Answer
from companion.rules import Json
from companion.session.history import HistoryRecord
from companion.session.session import Session
from web.access.pacing import Places
from web.game_pages import GamePages
from web.refusals import HttpError
from web.wording import announcement_json, worded

PASSING: Final = ("questions", "moves", "setup", "troubles")
"""Parts of a view that are questions or obstacles of the moment, and of no interest afterwards."""


WAITING: Final = 16
"""How many requests may wait for a history or a picture; each occupies a thread."""
WAITING_EACH: Final = 2
"""How many of one address."""


class HistoryQueue:
    """Histories are computed, and games drawn, one at a time: many at once would delay those who are playing."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._places = Places(WAITING, WAITING_EACH)

    @property
    def waiting(self) -> int:
        """How many there are, including the one in progress."""
        return self._places.taken

    @contextmanager
    def turn(self, client: str) -> Iterator[None]:
        """Wait for a client's turn. Raises HttpError 503 if too many are waiting."""
        if not self._places.take(client):
            raise HttpError(503, "web.too-fast", wait=1)
        try:
            with self._lock:
                yield
        finally:
            self._places.give(client)


class HistoryCache:
    """The records of a session, page by page; computed records are cached as long as they are valid."""

    def __init__(self, session: Session[Any]) -> None:
        self.session = session
        self._known: list[tuple[HistoryRecord[Any], Json | None]] = []

    def page(self, game: GamePages, first: int, most: int) -> tuple[list[Json], bool]:
        """The records from a place on (0 is the first), and whether there are more; no more than these are computed."""
        # Another request may replace the cache meanwhile.
        history, known = self.session.history, self._known
        known = known[: _common(known, history)]
        told = [each for _, each in known if each is not None]
        last = next((c for c, each in reversed(known) if each is not None), None)
        seen = {} if last is None else self.session.game.view(last.state)
        for at in range(len(known), len(history)):
            if len(told) > first + most:
                break
            record, new = history[at], None
            if not _is_quiet(record):
                before, seen = seen, self.session.game.view(record.state)
                new = _told(game, record, _changed(before, seen))
                new |= self._answered(record, history[at - 1] if at else None)
                told.append(new)
            known.append((record, new))
        self._known = known
        return told[first : first + most], len(told) > first + most

    def _answered(self, record: HistoryRecord[Any], last: HistoryRecord[Any] | None) -> Json:
        """The question and the answer, if the record is an answer to a question of the record before."""
        given = record.input.what
        if not isinstance(given, Answer) or last is None:
            return {}
        asked = self.session.game.view(last.state).get("questions", ())
        texts = (
            {"question": question["text"], "choice": choice["text"]}
            for question in asked
            for choice in question["choices"]
            if (question["id"], choice["id"]) == (given.question, given.choice)
        )
        return {"answered": worded(next(texts, None))}


def _is_quiet(record: HistoryRecord[Any]) -> bool:
    """An observation without consequences, as most are: it is left out."""
    return record.input.seen is not None and not record.events


def _told(game: GamePages, record: HistoryRecord[Any], changed: Json) -> dict[str, Any]:
    given = record.input
    return {
        "seq": given.seq,
        "at": given.at,
        "kind": given.kind,
        "by": given.by,
        "dropped": record.dropped,
        "events": [worded(game.public(event)) for event in record.events],
        "announcements": [announcement_json(each) for each in record.announcements],
        "after": worded(changed),
    }


def _changed(before: Json, now: Json) -> Json:
    """The parts of a view that differ from the previous one."""
    kept = {key: value for key, value in now.items() if key not in PASSING}
    return {k: v for k, v in kept.items() if k not in before or before[k] != v}


def _common(
    kept: Sequence[tuple[HistoryRecord[Any], object]], history: Sequence[HistoryRecord[Any]]
) -> int:
    """How many records from the start are unchanged."""
    pairs = zip(kept, history, strict=False)
    differ = (i for i, (old, new) in enumerate(pairs) if old[0] is not new)
    return next(differ, min(len(kept), len(history)))
