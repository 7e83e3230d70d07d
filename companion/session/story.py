"""Event-sourced history of one game: what every input led to, in the order that counts; derived anew after undos and corrections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Generic

from companion.announce import Announcement
from companion.errors import IllegalMove
from companion.journal.journal import Entry
from companion.rules import Game, Input, Json, S
from companion.session.chapters import (
    Chapter,
    by_input,
    chapter_of,
    input_of,
    restored,
    undone,
    without,
)
from companion.session.order import Order


class Story(Generic[S]):
    """The history of a game since its set-up, one chapter for each input. One thread at a time."""

    def __init__(self, game: Game[S], setup: Json) -> None:
        """A game in which nothing has happened yet. Raises whatever the game raises for an invalid set-up."""
        self.game = game
        own = dict(setup)
        self.key = own.pop("key", None)
        """The key under which it was begun, if any."""
        self.chapters: list[Chapter[S]] = []
        self.order = Order()
        self.looked = 0.0
        """Source time of the last stored observation, seconds."""
        self.derivations = 0
        """How many chapters were computed, counting recomputations."""
        self._started = game.start(own)
        self._keys: dict[str | None, Input] = {}

    @property
    def state(self) -> S:
        """The game's state now."""
        return self.chapters[-1].state if self.chapters else self._started

    @property
    def last_said(self) -> Input | None:
        """The latest thing somebody said that has not been undone."""
        said = (chapter.said for chapter in reversed(self.chapters))
        return next((each for each in said if each.kind != "observation"), None)

    def under(self, key: str | None) -> Chapter[S] | None:
        """The outcome of what was said under a key; None if nothing was."""
        said = self._keys.get(key)
        if key is None or said is None:
            return None
        found = (each for each in reversed(self.chapters) if each.said.seq == said.seq)
        return next(found, Chapter(said, self.state))

    def derived(self, said: Input) -> tuple[int, list[Chapter[S]]]:
        """How many chapters remain once the new input counts, and those after them. Raises IllegalMove if it is invalid."""
        kept, ahead = self._ahead(said)
        return kept, list(self._derive(kept, ahead, said.seq))

    def read(self, batch: Sequence[Entry]) -> tuple[Input, int, list[Chapter[S]]]:
        """The input in a journal's entries, and the same result as ``derived``, as the journal stored it."""
        said = input_of(batch[0])
        kept, ahead = self._ahead(said)
        chapters: list[Chapter[S]] = []
        state, about = self._before(kept), by_input(batch)
        for each in ahead:
            chapters.append(restored(self.game, state, each, about.get(each.seq, ())))
            state = chapters[-1].state
        return said, kept, chapters

    def new_announcements(
        self, said: Input, kept: int, chapters: Iterable[Chapter[S]]
    ) -> tuple[Announcement, ...]:
        """The announcements of the chapters that those they replace have not made."""
        old = self.chapters[kept:]
        news = [n for chapter in chapters for n in chapter.announcements]
        if said.kind == "undo":
            news.insert(0, undone(said.data["of"], old))
        return tuple(without(news, old))

    def take(self, said: Input, kept: int, chapters: Sequence[Chapter[S]]) -> None:
        """Keep the first so many chapters and continue with these."""
        self.order.take(said)
        self._keys[said.data.get("key")] = said
        if said.seen is not None:
            self.looked = float(said.seen.at)
        self.chapters[kept:] = chapters

    def _ahead(self, said: Input) -> tuple[int, tuple[Input, ...]]:
        """How many chapters remain once the input counts, and the inputs to process after them."""
        entry, order = self.order.after(said)
        behind = takewhile(lambda chapter: chapter.said.seq >= entry, reversed(self.chapters))  # fmt: skip
        kept = len(self.chapters) - sum(1 for _ in behind)
        pairs = zip(self.chapters[kept:], order, strict=False)
        same = takewhile(lambda pair: pair[0].said.seq == pair[1].seq, pairs)
        more = sum(1 for _ in same)
        return kept + more, order[more:]

    def _derive(
        self, kept: int, ahead: Iterable[Input], new: int
    ) -> Iterator[Chapter[S]]:
        state = self._before(kept)
        for said in ahead:
            chapter = self._chapter(state, said, new)
            self.derivations += 1
            state = chapter.state
            yield chapter

    def _before(self, chapter: int) -> S:
        return self.chapters[chapter - 1].state if chapter else self._started

    def _chapter(self, state: S, said: Input, new: int) -> Chapter[S]:
        """The chapter of an input. An input older than the ``new`` one that no longer fits is dropped, and this is announced."""
        try:
            noted = self.game.noted(state, said)
            return chapter_of(self.game, noted, said, self.game.respond(noted, said))
        except IllegalMove as refusal:
            if said.seq >= new:
                raise
            news = Announcement("no-longer-fits", refusal.message)
            return Chapter(said, state, (), (news,), dropped=True)
