"""Evenings of every game as a release writes them: `python -m tests.journal.evenings VERSION` keeps its journals, and what everybody saw in the end.

All later versions are held to them (tests/journal/test_evenings.py).
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

from companion.app.conformance import trial_of
from companion.games import games
from companion.journal.journal import Journal, lines
from companion.kit.conformance import Effort
from companion.kit.conformance.evening import calm
from companion.session.session import Session
from companion.words import formerly

RELEASES = Path(__file__).parent / "releases"
EFFORT = Effort(acts=80, taps=14)
SEED = 20


def write(version: str) -> None:
    """Play evenings of every game, seen by a camera and tapped in, and keep them as that version's."""
    folder = RELEASES / version
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit(f"{version!r} is no version: say VERSION=1.2.3")
    if folder.exists():
        sys.exit(f"{folder} is there already: it stays as that version wrote it")
    folder.mkdir()
    for package in games():
        for number, evening in enumerate(trial_of(package, effort=EFFORT, seed=SEED).evenings):
            journal = [*lines(evening.session.journal._ledger.read(0))]
            told = {"view": shown(evening.session), "lines": journal}
            text = json.dumps(told, ensure_ascii=False).encode()
            packed = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)
            (folder / f"{package.name}-{number}.json.xz").write_bytes(packed)


def read(path: Path) -> tuple[Journal, Any]:
    """The journal of an evening that was kept, in memory, and what everybody saw in the end."""
    told = json.loads(lzma.decompress(path.read_bytes()))
    journal = Journal(None)
    journal.load(told["lines"])
    return journal, told["view"]


def shown(session: Session[Any]) -> Any:
    """What everybody sees, as JSON values."""
    return json.loads(json.dumps(calm(session.view())))


def keeps(after: Any, before: Any, retired: Collection[str] = ()) -> bool:
    """Whether JSON values say all that they said before, in the same sentences; what is new in them came later."""
    match before:
        case {"key": str(key), "params": params}:
            now = formerly().get(key, {"key": key})["key"]
            return after["key"] == now and keeps(after["params"], params, retired)
        case dict():
            still = before.keys() - retired
            return all(key in after and keeps(after[key], before[key], retired) for key in still)
        case list():
            pairs = zip(after, before, strict=False)
            return len(before) == len(after) and all(keeps(a, b, retired) for a, b in pairs)
        case _:
            return type(before) is type(after) and bool(before == after)


if __name__ == "__main__":
    write("".join(sys.argv[1:]))
