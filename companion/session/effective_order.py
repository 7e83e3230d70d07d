"""Which inputs count, and in which order: undone ones are left out, corrections are moved to the place they concern.

A change costs only what comes after its place, however long the game already is.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from companion.errors import IllegalMove
from companion.rules import Input


class EffectiveOrder:
    """The inputs of a game so far. One thread at a time."""

    def __init__(self) -> None:
        self._words: dict[int, Input] = {}
        """Every input, by its entry."""
        self._against: Counter[int] = Counter()
        """How many undos in effect take an entry back."""
        self._counting: list[Input] = []
        """The inputs that count, by their entries, without undos."""

    def input_at(self, entry: int) -> Input:
        """What somebody said, by its entry. Raises IllegalMove if there is no such entry, or if it was seen rather than said."""
        found = self._words.get(entry)
        if found is None or found.kind == "observation":
            raise IllegalMove("session.nothing-to-undo", entry=entry)
        return found

    def after(self, given: Input) -> tuple[int, tuple[Input, ...]]:
        """The entry from which the order changes once an input counts, and all inputs that count from there, in order."""
        if given.kind != "undo":
            behind, low = self._behind(self._reach(given))
            return low, tuple(_placed((*behind, given)))
        flips = self._flips(given)
        if flips is None:
            return given.seq, ()
        behind, low = self._behind(self._reach(flips))
        others = [word for word in behind if word is not flips]
        if len(others) == len(behind):
            others.insert(_at(others, flips), flips)
        return low, tuple(_placed(others))

    def take(self, given: Input) -> None:
        """Let an input count."""
        if given.kind == "undo":
            flips = self._flips(given)
            self._against.update(dict(self._moves(given)))
            if flips is not None:
                self._flip(flips)
        else:
            self._counting.append(given)
        self._words[given.seq] = given

    def _flip(self, word: Input) -> None:
        at = _at(self._counting, word)
        if self._counting[at : at + 1] == [word]:
            del self._counting[at]
        else:
            self._counting.insert(at, word)

    def _behind(self, low: int) -> tuple[Sequence[Input], int]:
        """All inputs that count from an entry on; from an earlier one if a correction among them reaches further back."""
        at = len(self._counting)
        while at and self._counting[at - 1].seq >= low:
            at -= 1
            low = min(low, self._reach(self._counting[at]))
        return self._counting[at:], low

    def _reach(self, given: Input) -> int:
        """The earliest entry before which an input may be placed."""
        before = _before(given)
        here = before in self._words and not self._against[before]
        return before if here and before is not None else given.seq

    def _moves(self, undo: Input) -> Iterator[tuple[int, int]]:
        """Each entry that gains (1) or loses (-1) an undo once this input counts."""
        given, more = undo, 1
        while given.kind == "undo":
            of = given.data["of"]
            if of not in self._words:
                # An undo cannot refer to a later entry.
                return
            yield of, more
            if self._against[of] != (0 if more > 0 else 1):
                return
            given, more = self._words[of], -more

    def _flips(self, undo: Input) -> Input | None:
        """The input, other than an undo, that an undo switches on or off; None if there is none."""
        for of, more in self._moves(undo):
            word, turns = self._words[of], self._against[of] == (0 if more > 0 else 1)
            if word.kind != "undo" and turns:
                return word
        return None


def _before(given: Input) -> int | None:
    return given.data.get("before") if given.kind == "correction" else None


def _at(inputs: Sequence[Input], word: Input) -> int:
    return bisect_left(inputs, word.seq, key=lambda each: each.seq)


def _placed(inputs: Sequence[Input]) -> list[Input]:
    """Inputs by their entries, each correction placed before what it concerns, if that is among them."""
    here = {given.seq for given in inputs}
    order: list[Input] = []
    for given in inputs:
        before = _before(given)
        order.insert(_place(order, before) if before in here else len(order), given)
    return order


def _place(order: Sequence[Input], entry: int | None) -> int:
    """The index of an entry, searched from the end; the end if it is not there."""
    places = (i for i in range(len(order) - 1, -1, -1) if order[i].seq == entry)
    return next(places, len(order))
