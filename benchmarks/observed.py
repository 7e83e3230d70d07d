"""What a camera saw of a game, recorded once and told again by the tracker as it is now, without reading a picture.

    python -m benchmarks.observed record SOURCE [--fps 10] > seen.jsonl
    python -m benchmarks.observed tell seen.jsonl --players ANN,BOB,... > told.jsonl

``tell`` prints what ``murphy watch --json`` would, and at the end when a table lay
there that no hypothesis of the tracker has: there should be no such look.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.app.camera.pipeline import TableLook, looks
from companion.app.camera.sources import reader_for, settler_of
from companion.app.watcher import Watcher, in_sight
from companion.games import game
from companion.games.dumm_gelaufen.table.state import TableState
from companion.games.dumm_gelaufen.table.table_check import is_explained
from companion.games.package import Line
from companion.json_lines import as_text
from companion.table import OBSERVATIONS
from companion.words import words
from vision.cameras.sources import frames as frames_of

Seen = dict[str, Any]
"""An observation as JSON values; the first of a recording has the game and the edition, the last only the frame."""


def recorded(source: str, fps: float | None) -> Iterator[Seen]:
    """What was observed of a source, in order."""
    edition, last = None, None
    with closing(frames_of(source, fps=fps)) as opened:
        package, frames = in_sight(opened, lambda _: None)
        reader = reader_for(package, None, lies=package.mat)
        told = False
        for look in looks(frames, reader, settler_of(package)):
            if not isinstance(look, TableLook):
                continue
            last = look.frame
            edition = edition or package.edition_among(look.reading.payloads)
            for seen in look.observations:
                if not told:
                    yield {"game": package.name, "edition": edition}
                told = True
                when = {"look": look.frame.number, "time": round(look.frame.at, 3)}
                yield OBSERVATIONS.to_json(seen) | when
    if last is not None:
        yield {"look": last.number, "time": round(last.at, 3)}


def told(
    recording: Iterable[Seen],
    names: tuple[str, ...],
    looked: Callable[[Any], object] = lambda _: None,
) -> Iterator[Line]:
    """The lines about a recording, as of a source; ``looked`` gets the game's state after every look."""
    seen = iter(recording)
    head = next(seen)
    with closing(Watcher(game(head["game"]), names, head["edition"])) as watcher:
        for each in seen:
            when = {"frame": each["look"], "at": each["time"]}
            over = "see" not in each
            lines = (
                watcher.finished() if over else watcher.lines_about(OBSERVATIONS.from_json(each))
            )
            for line in lines:
                yield line | when
            if watcher.session is not None:
                looked(watcher.session.state)


def read(path: Path) -> list[Seen]:
    """A recording."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def main() -> None:
    """Record or tell, and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("what", choices=("record", "tell"))
    asked.add_argument("source")
    asked.add_argument("--fps", type=float)
    asked.add_argument("--players", default="")
    given = asked.parse_args()
    if given.what == "record":
        for seen in recorded(given.source, given.fps):
            print(json.dumps(seen))
        return
    said, unexplained = words("en"), list[float]()

    def looked(state: TableState) -> None:
        if not is_explained(state):
            unexplained.append(state.at)

    names = tuple(given.players.split(","))
    for line in told(read(Path(given.source)), names, looked):
        print(as_text(said.worded(line)))
    print(f"looks that no hypothesis explains: {unexplained}", file=sys.stderr)


if __name__ == "__main__":
    main()
