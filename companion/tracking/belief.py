"""Belief: what evidence, piece by piece, makes of a beam of hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeAlias, TypeVar

H = TypeVar("H")
E = TypeVar("E")

LAG: Final = 48
"""So many pieces of evidence back a belief can still be rewound: late evidence belongs where it happened."""
NEAR: Final = 16
"""So many beliefs back hypotheses are kept, and before that of every so-manieth: the others are worked out again where they are asked for."""

Spread: TypeAlias = Callable[[tuple[H, ...], E, int], tuple[H, ...]]
"""What a piece of evidence, of which the number is given, makes of the hypotheses."""


class Belief(Generic[H, E]):
    """The hypotheses after a piece of evidence, worked out when they are asked for.

    A value to whoever holds it: the same evidence always makes the same
    belief. A game that is folded from its journal only works out what it needs.
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
        """The weighted hypotheses, the likeliest first."""
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
        """The belief before the piece of evidence of a number; None where that is more than LAG pieces ago."""
        # Also where more is kept as nobody has asked yet: a game that is read again comes to the same.
        here: Belief[H, E] | None = self if self.number - number <= LAG else None
        while here is not None and here.number > number:
            here = here._before
        return here

    def since(self, number: int) -> tuple[E, ...]:
        """The evidence from a number on."""
        return tuple(reversed([*self._recent(number)]))

    def _recent(self, number: int) -> Iterator[E]:
        here: Belief[H, E] | None = self
        while here is not None and here.number > number and here._before is not None:
            assert here.evidence is not None
            yield here.evidence
            here = here._before

    def _work_out(self) -> None:
        assert self._before is not None
        assert self.evidence is not None
        before = self._before.hypotheses
        self._found = self._spread(before, self.evidence, self._before.number)
        far = self.back(self.number - NEAR)
        if far is not None and far.number % NEAR:
            far._found = None
