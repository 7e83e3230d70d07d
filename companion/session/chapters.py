"""Event sourcing: what one input led to (a chapter of the history), how the journal stores and restores it, and which of its announcements are new."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Generic

from companion.announce import Announcement, Message, message
from companion.journal.journal import Draft, Entry
from companion.rules import KINDS, Game, Happened, Input, InputKind, Json, S, folded
from companion.table import observation_from_json

UNDONE: Final = Message("session.undone")


@dataclass(frozen=True, slots=True)
class Chapter(Generic[S]):
    """One input and its consequences; ``events`` as the journal has them. ``dropped``: it no longer fitted when history was recomputed."""

    said: Input
    state: S
    events: tuple[Json, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    dropped: bool = False


# Telling


def chapter_of(
    game: Game[S], noted: S, said: Input, came: Iterable[Happened[S]]
) -> Chapter[S]:
    """The chapter of an input: its events, and what the game announces for each."""
    state, events, news = noted, list[Json](), list[Announcement]()
    for each in came:
        news += game.announce(state, each.event)
        events.append(game.event_to_json(each.event))
        state = each.state
    return Chapter(said, state, tuple(events), tuple(news))


def undone(entry: int, gone: Iterable[Chapter[Any]]) -> Announcement:
    """The announcement that something was undone, in the words in which it was announced."""
    of = (chapter for chapter in gone if chapter.said.seq == entry)
    news = [each.text for chapter in of for each in chapter.announcements]
    text = message("session.undone-what", what=news[0]) if news else UNDONE
    return Announcement("undone", text)


def without(
    news: Iterable[Announcement], told_already: Iterable[Chapter[Any]]
) -> Iterator[Announcement]:
    """The announcements still to be made: each one already made by some chapters cancels one of these."""
    remaining = keys_of(told_already)
    return (each for each in news if not cancel(remaining, each))


def keys_of(chapters: Iterable[Chapter[Any]]) -> Counter[str]:
    """How often each announcement occurs in some chapters."""
    return Counter(_key(each) for c in chapters for each in c.announcements)


def cancel(remaining: Counter[str], news: Announcement) -> bool:
    """Remove one announcement from the counts; returns whether it was among them."""
    key = _key(news)
    remaining[key] -= 1
    return remaining[key] >= 0


def _key(news: Announcement) -> str:
    return json.dumps(news.to_json(), sort_keys=True)


# Keeping


def drafts(
    said: Input, chapters: Iterable[Chapter[Any]], news: Iterable[Announcement]
) -> Iterator[Draft]:
    """The journal entries of one call."""
    yield Draft(said.kind, said.to_json())
    for chapter in chapters:
        of = chapter.said.seq
        if chapter.dropped:
            said_of_it = [each.to_json() for each in chapter.announcements]
            yield Draft("dropped", {"of": of, "news": said_of_it})
        for event in chapter.events:
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


def restored(game: Game[S], state: S, said: Input, mine: Sequence[Entry]) -> Chapter[S]:
    """The chapter stored in the entries of an input."""
    dropped = next((entry for entry in mine if entry.kind == "dropped"), None)
    if dropped is not None:
        # Journals written before this was stored do not say why.
        news = map(Announcement.from_json, dropped.data.get("news", ()))
        return Chapter(said, state, (), tuple(news), dropped=True)
    told = (e.data["event"] for e in mine if e.kind == "event")
    events = map(game.event_from_json, told)
    noted = game.noted(state, said)
    return chapter_of(game, noted, said, folded(game.evolve, noted, events))


def batches(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """Entries, grouped from one input to the next."""
    starts = [i for i, entry in enumerate(entries) if entry.kind in KINDS]
    for start, end in pairwise([*starts, len(entries)]):
        yield entries[start:end]


def input_of(entry: Entry) -> Input:
    """The input that an entry stores. Raises KeyError or ValueError for an entry of another kind or shape."""
    kinds: dict[str, InputKind] = {kind: kind for kind in KINDS}
    kind = kinds[entry.kind]
    if kind == "observation":
        return Input(entry.seq, entry.at, kind, {}, observation_from_json(entry.data))
    return Input(entry.seq, entry.at, kind, entry.data)
