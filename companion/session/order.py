"""Which inputs count, and in which order: what was taken back is left out, corrections stand at the place they are about.

A change costs what lies behind its place, however long the game has been.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from companion.errors import IllegalMove
from companion.rules import Input


class Order:
    """The inputs of a game so far. One thread at a time."""

    def __init__(self) -> None:
        self._words: dict[int, Input] = {}
        """Every input by its entry."""
        self._against: Counter[int] = Counter()
        """How many undos that count take an entry back."""
        self._counting: list[Input] = []
        """The inputs that count, by their entries; undos aside."""

    def said(self, entry: int) -> Input:
        """What somebody said by its entry. Raises IllegalMove where that is nothing, or was seen."""
        found = self._words.get(entry)
        if found is None or found.kind == "observation":
            raise IllegalMove("session.nothing-to-undo", entry=entry)
        return found

    def after(self, said: Input) -> tuple[int, tuple[Input, ...]]:
        """The entry from which on the order is another once an input counts, and all that count from there on, in order."""
        if said.kind != "undo":
            behind, low = self._behind(self._reach(said))
            return low, tuple(_placed((*behind, said)))
        flips = self._flips(said)
        if flips is None:
            return said.seq, ()
        behind, low = self._behind(self._reach(flips))
        others = [word for word in behind if word is not flips]
        if len(others) == len(behind):
            others.insert(_at(others, flips), flips)
        return low, tuple(_placed(others))

    def take(self, said: Input) -> None:
        """Let an input count."""
        if said.kind == "undo":
            flips = self._flips(said)
            self._against.update(dict(self._moves(said)))
            if flips is not None:
                self._flip(flips)
        else:
            self._counting.append(said)
        self._words[said.seq] = said

    def _flip(self, word: Input) -> None:
        at = _at(self._counting, word)
        if self._counting[at : at + 1] == [word]:
            del self._counting[at]
        else:
            self._counting.insert(at, word)

    def _behind(self, low: int) -> tuple[Sequence[Input], int]:
        """What counts from an entry on; from an earlier one where a correction among it reaches further back."""
        at = len(self._counting)
        while at and self._counting[at - 1].seq >= low:
            at -= 1
            low = min(low, self._reach(self._counting[at]))
        return self._counting[at:], low

    def _reach(self, said: Input) -> int:
        """The earliest entry before which an input may stand."""
        before = _before(said)
        here = before in self._words and not self._against[before]
        return before if here and before is not None else said.seq

    def _moves(self, undo: Input) -> Iterator[tuple[int, int]]:
        """Each entry of which one undo more (1) or less (-1) counts, once this one does."""
        said, more = undo, 1
        while said.kind == "undo":
            of = said.data["of"]
            if of not in self._words:
                # Nothing that is still to come is taken back.
                return
            yield of, more
            if self._against[of] != (0 if more > 0 else 1):
                return
            said, more = self._words[of], -more

    def _flips(self, undo: Input) -> Input | None:
        """What begins or ceases to count with an undo, itself no undo."""
        for of, more in self._moves(undo):
            word, turns = self._words[of], self._against[of] == (0 if more > 0 else 1)
            if word.kind != "undo" and turns:
                return word
        return None


def _before(said: Input) -> int | None:
    return said.data.get("before") if said.kind == "correction" else None


def _at(inputs: Sequence[Input], word: Input) -> int:
    return bisect_left(inputs, word.seq, key=lambda each: each.seq)


def _placed(inputs: Sequence[Input]) -> list[Input]:
    """Inputs by their entries, with each correction put before what it is about, where that is among them."""
    here = {said.seq for said in inputs}
    order: list[Input] = []
    for said in inputs:
        before = _before(said)
        order.insert(_place(order, before) if before in here else len(order), said)
    return order


def _place(order: Sequence[Input], entry: int | None) -> int:
    """Where an entry stands, looked for from behind; behind everything where it is still to come."""
    places = (i for i in range(len(order) - 1, -1, -1) if order[i].seq == entry)
    return next(places, len(order))
