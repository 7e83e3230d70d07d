"""What came of the mutants of a room, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.mutants.memory import Verdict
from benchmarks.mutants.mutant import Mutant

WANTED: Final = 0.9
"""The share that tests should notice, of those that change anything."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A mutant, and what became of it; nothing where it is known to change nothing."""

    mutant: Mutant
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Report:
    """Of one room."""

    room: str
    tried: Sequence[Tried]

    @property
    def survivors(self) -> list[Mutant]:
        """Those that no test noticed."""
        return [t.mutant for t in self.tried if t.verdict and t.verdict.survived]

    @property
    def counted(self) -> int:
        """How many could be noticed."""
        return sum(each.verdict is not None for each in self.tried)

    @property
    def score(self) -> float:
        """The share that was noticed."""
        return 1 - len(self.survivors) / self.counted if self.counted else 1.0

    def text(self, sources: Mapping[str, str]) -> str:
        """Line by line, survivors with what was changed."""
        return "\n".join((self._head(), *self._survivors(sources))) + "\n"

    def _head(self) -> str:
        killed, same = self.counted - len(self.survivors), len(self.tried) - self.counted
        besides = f", {same} equivalent left out" if same else ""
        return f"{self.room}: {killed} of {self.counted} killed ({self.score:.2f}){besides}"

    def _survivors(self, sources: Mapping[str, str]) -> Iterator[str]:
        for each in self.survivors:
            yield f"\n{each.file}:{each.line} {each.scope}: {each.what}"
            yield from (f"    {line}" for line in each.diff(sources[each.file]))


def table(reports: Iterable[Report]) -> str:
    """Of all rooms, a row each, as in docs/tests.md."""
    rows = [("room", "killed", "of", "equivalent", "score")]
    rows += [
        (
            r.room,
            str(r.counted - len(r.survivors)),
            str(r.counted),
            str(len(r.tried) - r.counted),
            f"{r.score:.2f}",
        )
        for r in reports
    ]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "| --- | ---: | ---: | ---: | ---: |", *lines[1:]])
