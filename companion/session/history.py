"""Event sourcing: which inputs count and in which order, what each led to, how the journal stores and restores it, and the history that follows.

A change costs only what comes after its place, however long the game already is.
"""

import json
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any, Final, Generic

from companion.announce import Announcement, Message, message
from companion.errors import IllegalMove
from companion.inputs import KINDS, Input, Undo
from companion.journal.journal import Draft, Entry
from companion.rules import Game, Happened, Json, S, folded

# Which inputs count ------------------------------------------------------------------


class EffectiveOrder:
    """The inputs of a game so far. One thread at a time."""

    def __init__(self) -> None:
        self._words: dict[int, Input] = {}
        """Every input, by its entry."""
        self._against: Counter[int] = Counter()
        """How many undos in effect take an entry back."""
        self._counting: list[Input] = []
        """The inputs that count, by their entries, without undos."""
        self.taken_back: dict[int, Input] = {}
        """What undos took back since anything else was said or happened, by its entry: each with its undo, the latest last."""

    def input_at(self, entry: int) -> Input:
        """What somebody said, by its entry. Raises IllegalMove if there is no such entry, or if it was seen rather than said."""
        found = self._words.get(entry)
        if found is None or found.seen is not None:
            raise IllegalMove("session.nothing-to-undo", entry=entry)
        return found

    def after(self, given: Input) -> tuple[int, tuple[Input, ...]]:
        """The entry from which the order changes once an input counts, and all inputs that count from there, in order."""
        if not isinstance(given.what, Undo):
            behind, low = self._behind(self._reach(given))
            return low, tuple(_placed((*behind, given)))
        flips = self.flips(given)
        if flips is None:
            return given.seq, ()
        behind, low = self._behind(self._reach(flips))
        others = [word for word in behind if word is not flips]
        if len(others) == len(behind):
            others.insert(_at(others, flips), flips)
        return low, tuple(_placed(others))

    def take(self, given: Input) -> None:
        """Let an input count."""
        if isinstance(given.what, Undo):
            flips = self.flips(given)
            self._against.update(dict(self._moves(given)))
            if flips is not None:
                self._flip(flips, given)
        else:
            self._counting.append(given)
        self._words[given.seq] = given

    def _flip(self, word: Input, undo: Input) -> None:
        at = _at(self._counting, word)
        if self._counting[at : at + 1] == [word]:
            del self._counting[at]
            self.taken_back[word.seq] = undo
        else:
            self._counting.insert(at, word)
            self.taken_back.pop(word.seq, None)

    def _behind(self, low: int) -> tuple[Sequence[Input], int]:
        """All inputs that count from an entry on; from an earlier one if a correction among them reaches further back."""
        at = len(self._counting)
        while at and self._counting[at - 1].seq >= low:
            at -= 1
            low = min(low, self._reach(self._counting[at]))
        return self._counting[at:], low

    def _reach(self, given: Input) -> int:
        """The earliest entry before which an input may be placed."""
        before = given.before
        here = before in self._words and not self._against[before]
        return before if here and before is not None else given.seq

    def _moves(self, undo: Input) -> Iterator[tuple[int, int]]:
        """Each entry that gains (1) or loses (-1) an undo once this input counts."""
        given, more = undo, 1
        while isinstance(given.what, Undo):
            of = given.what.of
            if of not in self._words:
                # An undo cannot refer to a later entry.
                return
            yield of, more
            if self._against[of] != (0 if more > 0 else 1):
                return
            given, more = self._words[of], -more

    def flips(self, undo: Input) -> Input | None:
        """The input, other than an undo, that an undo switches on or off; None if there is none."""
        for of, more in self._moves(undo):
            word, turns = self._words[of], self._against[of] == (0 if more > 0 else 1)
            if turns and not isinstance(word.what, Undo):
                return word
        return None


def _at(inputs: Sequence[Input], word: Input) -> int:
    return bisect_left(inputs, word.seq, key=lambda each: each.seq)


def _placed(inputs: Sequence[Input]) -> list[Input]:
    """Inputs by their entries, each correction placed before what it concerns, if that is among them."""
    here = {given.seq for given in inputs}
    order: list[Input] = []
    for given in inputs:
        before = given.before
        order.insert(_place(order, before) if before in here else len(order), given)
    return order


def _place(order: Sequence[Input], entry: int | None) -> int:
    """The index of an entry, searched from the end; the end if it is not there."""
    places = (i for i in range(len(order) - 1, -1, -1) if order[i].seq == entry)
    return next(places, len(order))


# One input ---------------------------------------------------------------------------


UNDONE: Final = Message("session.undone")
COUNTS_AGAIN: Final = Message("session.counts-again")


@dataclass(frozen=True, slots=True)
class HistoryRecord(Generic[S]):
    """One input and its consequences; ``events`` as the journal has them. ``dropped``: it no longer fitted when history was recomputed."""

    input: Input
    state: S
    events: tuple[Json, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    dropped: bool = False


# Records


def record_of(
    game: Game[S], registered: S, given: Input, came: Iterable[Happened[S]]
) -> HistoryRecord[S]:
    """The record of an input: its events, and what the game announces for each."""
    state, events, news = registered, list[Json](), list[Announcement]()
    for each in came:
        news += game.announce(state, each.event)
        events.append(game.event_to_json(each.event))
        state = each.state
    return HistoryRecord(given, state, tuple(events), tuple(news))


def undone(entry: int, gone: Iterable[HistoryRecord[Any]]) -> Announcement:
    """The announcement that something was undone, in the words in which it was announced; of what took something back, that this counts again."""
    of = (record for record in gone if record.input.seq == entry)
    news = [each.text for record in of for each in record.announcements]
    if news[:1] == [UNDONE]:
        return Announcement("undone", COUNTS_AGAIN)
    text = message("session.undone-what", what=news[0]) if news else UNDONE
    return Announcement("undone", text)


def without(
    news: Iterable[Announcement], told_already: Iterable[HistoryRecord[Any]]
) -> Iterator[Announcement]:
    """The announcements still to be made: each one already made by some records cancels one of these."""
    remaining = keys_of(told_already)
    return (each for each in news if not cancel(remaining, each))


def keys_of(records: Iterable[HistoryRecord[Any]]) -> Counter[str]:
    """How often each announcement occurs in some records."""
    return Counter(_key(each) for c in records for each in c.announcements)


def cancel(remaining: Counter[str], news: Announcement) -> bool:
    """Remove one announcement from the counts; returns whether it was among them."""
    key = _key(news)
    remaining[key] -= 1
    return remaining[key] >= 0


def _key(news: Announcement) -> str:
    return json.dumps(news.to_json(), sort_keys=True)


# In the journal


def drafts(
    given: Input, records: Iterable[HistoryRecord[Any]], news: Iterable[Announcement]
) -> Iterator[Draft]:
    """The journal entries of one call."""
    yield Draft(given.kind, given.to_json())
    for record in records:
        of = record.input.seq
        if record.dropped:
            news_of_it = [each.to_json() for each in record.announcements]
            yield Draft("dropped", {"of": of, "news": news_of_it})
        for event in record.events:
            yield Draft("event", {"of": of, "event": event})
    for each in news:
        yield Draft("announcement", each.to_json())


def by_input(batch: Iterable[Entry]) -> Mapping[int, list[Entry]]:
    """The entries of one call, grouped by the input they concern."""
    found: dict[int, list[Entry]] = {}
    for entry in batch:
        if isinstance(of := entry.data.get("of"), int):
            found.setdefault(of, []).append(entry)
    return found


def restored(game: Game[S], state: S, given: Input, mine: Sequence[Entry]) -> HistoryRecord[S]:
    """The record stored in the entries of an input."""
    dropped = next((entry for entry in mine if entry.kind == "dropped"), None)
    if dropped is not None:
        # Journals written before this was stored do not say why.
        news = map(Announcement.from_json, dropped.data.get("news", ()))
        return HistoryRecord(given, state, (), tuple(news), dropped=True)
    told = (e.data["event"] for e in mine if e.kind == "event")
    events = map(game.event_from_json, told)
    registered = game.register(state, given)
    return record_of(game, registered, given, folded(game.evolve, registered, events))


def batches(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """Entries, grouped from one input to the next."""
    starts = [i for i, entry in enumerate(entries) if entry.kind in KINDS]
    for start, end in pairwise([*starts, len(entries)]):
        yield entries[start:end]


# The history -------------------------------------------------------------------------


class History(Generic[S]):
    """The history of a game since its set-up, one record for each input. One thread at a time."""

    def __init__(self, game: Game[S], setup: Json) -> None:
        """A game in which nothing has happened yet. Raises whatever the game raises for an invalid set-up."""
        self.game = game
        own = dict(setup)
        self.key = own.pop("key", None)
        """The key under which it was begun, if any."""
        self.records: list[HistoryRecord[S]] = []
        self.order = EffectiveOrder()
        self.looked = 0.0
        """Source time of the last stored observation, seconds."""
        self.derivations = 0
        """How many records were computed, counting recomputations."""
        self._started = game.start(own)
        self._keys: dict[str | None, Input] = {}

    @property
    def state(self) -> S:
        """The game's state now."""
        return self.records[-1].state if self.records else self._started

    @property
    def last_input(self) -> Input | None:
        """The latest thing somebody said that has not been undone."""
        given = (record.input for record in reversed(self.records))
        return next((each for each in given if each.seen is None), None)

    @property
    def taken_back(self) -> Input | None:
        """The latest undo in effect, until anything else is said or happens."""
        return next(reversed(self.order.taken_back.values()), None)

    def under(self, key: str | None) -> HistoryRecord[S] | None:
        """The outcome of what was said under a key; None if nothing was."""
        given = self._keys.get(key)
        if key is None or given is None:
            return None
        found = (each for each in reversed(self.records) if each.input.seq == given.seq)
        return next(found, HistoryRecord(given, self.state))

    def derived(self, given: Input) -> tuple[int, list[HistoryRecord[S]]]:
        """How many records remain once the new input counts, and those after them. Raises IllegalMove if it is invalid."""
        kept, ahead = self._ahead(given)
        return kept, list(self._derive(kept, ahead, given.seq))

    def read(self, batch: Sequence[Entry]) -> tuple[Input, int, list[HistoryRecord[S]]]:
        """The input in a journal's entries, and the same result as ``derived``, as the journal stored it."""
        first = batch[0]
        given = Input.from_json(first.seq, first.at, first.kind, first.data)
        kept, ahead = self._ahead(given)
        records: list[HistoryRecord[S]] = []
        state, about = self._before(kept), by_input(batch)
        for each in ahead:
            records.append(restored(self.game, state, each, about.get(each.seq, ())))
            state = records[-1].state
        return given, kept, records

    def new_announcements(
        self, given: Input, kept: int, records: Iterable[HistoryRecord[S]]
    ) -> tuple[Announcement, ...]:
        """The announcements of the records that those they replace have not made."""
        old = self.records[kept:]
        news = [n for record in records for n in record.announcements]
        if isinstance(given.what, Undo):
            news[:0] = self._said_of(given, given.what, old, records)
        return tuple(without(news, old))

    def _said_of(
        self,
        given: Input,
        undo: Undo,
        old: Iterable[HistoryRecord[S]],
        new: Iterable[HistoryRecord[S]],
    ) -> Iterator[Announcement]:
        """What is said of an undo itself; what counts again is announced anew after it, or does not fit any more."""
        word = self.order.flips(given)
        entry = undo.of if word is None else word.seq
        back = next((record for record in new if record.input.seq == entry), None)
        if back is None:
            yield undone(entry, old)
        elif not back.dropped:
            yield Announcement("undone", COUNTS_AGAIN)

    def take(self, given: Input, kept: int, records: Sequence[HistoryRecord[S]]) -> None:
        """Keep the first so many records and continue with these."""
        self.order.take(given)
        happens = given.seen is None or any(record.events for record in records)
        if happens and not isinstance(given.what, Undo) and not given.names_somebody:
            self.order.taken_back.clear()
        self._keys[given.key] = given
        if given.seen is not None:
            self.looked = float(given.seen.at)
        self.records[kept:] = records

    def _ahead(self, given: Input) -> tuple[int, tuple[Input, ...]]:
        """How many records remain once the input counts, and the inputs to process after them."""
        entry, order = self.order.after(given)
        entries = (record.input.seq for record in reversed(self.records))
        behind = takewhile(lambda seq: seq >= entry, entries)
        kept = len(self.records) - sum(1 for _ in behind)
        pairs = zip(self.records[kept:], order, strict=False)
        same = takewhile(lambda pair: pair[0].input.seq == pair[1].seq, pairs)
        more = sum(1 for _ in same)
        return kept + more, order[more:]

    def _derive(self, kept: int, ahead: Iterable[Input], new: int) -> Iterator[HistoryRecord[S]]:
        state = self._before(kept)
        for given in ahead:
            record = self._record(state, given, new)
            self.derivations += 1
            state = record.state
            yield record

    def _before(self, record: int) -> S:
        return self.records[record - 1].state if record else self._started

    def _record(self, state: S, given: Input, new: int) -> HistoryRecord[S]:
        """The record of an input. An input older than the ``new`` one that no longer fits is dropped, and this is announced."""
        try:
            registered = self.game.register(state, given)
            return record_of(self.game, registered, given, self.game.respond(registered, given))
        except IllegalMove as refusal:
            if given.seq >= new:
                raise
            news = Announcement("no-longer-fits", refusal.message)
            return HistoryRecord(given, state, (), (news,), dropped=True)


# What was said of late -----------------------------------------------------------------


MOST: Final = 20
"""How many a view carries."""


class RecentAnnouncements:
    """The most recent announcements that still hold, with the numbers of their entries, oldest first: whatever was undone is removed."""

    def __init__(self) -> None:
        self._news: deque[tuple[int, Announcement]] = deque(maxlen=MOST)

    @property
    def all(self) -> tuple[tuple[int, Announcement], ...]:
        """Those kept, each with its entry's number."""
        return tuple(self._news)

    def take(
        self,
        given: Input,
        old: Iterable[HistoryRecord[Any]],
        new: Iterable[HistoryRecord[Any]],
        news: Iterable[tuple[int, Announcement]],
    ) -> None:
        """Add the announcements of an input; if it is an undo, first drop those that its ``old`` records made and the ``new`` ones do not."""
        if isinstance(given.what, Undo):
            self._forget(old, new)
        self._news.extend(news)

    def _forget(self, old: Iterable[HistoryRecord[Any]], new: Iterable[HistoryRecord[Any]]) -> None:
        gone = keys_of(old) - keys_of(new)
        left = [each for each in reversed(self._news) if not cancel(gone, each[1])]
        self._news = deque(reversed(left), maxlen=MOST)
