"""Belief: a beam of hypotheses updated by one piece of evidence after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeAlias, TypeVar

H = TypeVar("H")
E = TypeVar("E")

LAG: Final = 48
"""How many pieces of evidence a belief can be rewound: late evidence is inserted where it belongs."""
NEAR: Final = 4
"""Among the last n beliefs all keep their hypotheses, among the last 2n every second one, among the last 4n every fourth one...

The others are recomputed on demand, which takes at most half as many steps as the belief is old. A power of two.
"""

Spread: TypeAlias = Callable[[tuple[H, ...], E, int], tuple[H, ...]]
"""How the n-th piece of evidence changes the hypotheses."""


class Belief(Generic[H, E]):
    """The hypotheses after a piece of evidence, computed on demand.

    It behaves as a value: the same evidence always gives the same belief. A game that
    is folded from its journal computes only what it needs.
    """

    __slots__ = ("_before", "_found", "_spread", "evidence", "number")

    def __init__(
        self,
        spread: Spread[H, E],
        found: tuple[H, ...] | None = None,
        before: Belief[H, E] | None = None,
        evidence: E | None = None,
    ) -> None:
        self._spread = spread
        self._found = found
        self._before = before
        self.evidence = evidence
        self.number: int = 0 if before is None else before.number + 1
        """How many pieces of evidence it takes into account."""

    def then(self, evidence: E) -> Belief[H, E]:
        """The belief after one more piece of evidence."""
        return Belief(self._spread, None, self, evidence)

    @property
    def hypotheses(self) -> tuple[H, ...]:
        """The weighted hypotheses, most likely first."""
        ahead: list[Belief[H, E]] = []
        here = self
        while here._found is None:
            ahead.append(here)
            assert here._before is not None
            here = here._before
        for each in reversed(ahead):
            each._work_out()
        assert self._found is not None
        return self._found

    def back(self, number: int) -> Belief[H, E] | None:
        """The belief before the piece of evidence with this number; None if that is more than LAG pieces ago."""
        # The limit holds even where more is still cached, so that replaying a game gives the same result.
        return self._at(number) if self.number - number <= LAG else None

    def since(self, number: int) -> tuple[E, ...]:
        """The evidence from a number on."""
        return tuple(reversed([*self._recent(number)]))

    def _recent(self, number: int) -> Iterator[E]:
        here: Belief[H, E] | None = self
        while here is not None and here.number > number and here._before is not None:
            assert here.evidence is not None
            yield here.evidence
            here = here._before

    def _at(self, number: int) -> Belief[H, E] | None:
        here: Belief[H, E] | None = self
        while here is not None and here.number > number:
            here = here._before
        return here

    def _work_out(self) -> None:
        assert self._before is not None
        assert self.evidence is not None
        before = self._before.hypotheses
        self._found = self._spread(before, self.evidence, self._before.number)
        # Of the numbers with as many trailing zero bits as this one, exactly one becomes too old now.
        every = self.number & -self.number
        far = self._at(self.number - NEAR * every)
        if far is not None:
            far._found = None
