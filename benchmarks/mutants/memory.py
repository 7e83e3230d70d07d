"""What became of mutants before, by content: a second run asks only about what is new."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

SURVIVED: Final = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the tests made of a mutant."""

    by: str
    """The test that noticed; empty where none did."""
    holds_for: str
    """The digest of what it rests on: of the file of the test that noticed, or of all the room's tests where none did."""

    @property
    def survived(self) -> bool:
        """Whether all tests passed."""
        return self.by == SURVIVED


class Memory:
    """Verdicts by the digest of the changed file, kept in a file."""

    def __init__(self, path: Path, fresh: bool = False) -> None:
        self._path = path
        told = {} if fresh or not path.exists() else json.loads(path.read_text("utf-8"))
        self._known = {key: Verdict(**each) for key, each in told.items()}

    def of(self, key: str) -> Verdict | None:
        """What became of it, whatever that rests on."""
        return self._known.get(key)

    def keep(self, key: str, verdict: Verdict) -> None:
        """Kept at once: a run may be stopped at any time."""
        self._known[key] = verdict
        told = {key: asdict(each) for key, each in self._known.items()}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(told), "utf-8")
        fresh.replace(self._path)
