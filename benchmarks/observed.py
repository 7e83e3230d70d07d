"""What a camera saw of a game, recorded once and told again by the tracker as it is now, without reading a picture.

    python -m benchmarks.observed record SOURCE [--fps 10] > seen.jsonl
    python -m benchmarks.observed tell seen.jsonl --players ANN,BOB,... > told.jsonl
    python -m benchmarks.observed read SOURCE [--fps 10] > readings.pickle

``tell`` prints what ``murphy watch --json`` would, and at the end when a table lay
there that no hypothesis of the tracker has: there should be no such look. ``read``
keeps what the reader made of every picture, for those who only settle it again.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.app.camera.pipeline import TableLook, looks
from companion.app.camera.sources import reader_for, settler_of
from companion.app.looking.watcher import Watcher, in_sight
from companion.games import game
from companion.games.dumm_gelaufen.table.state import TableState
from companion.games.dumm_gelaufen.table.table_check import is_explained
from companion.games.package import Line
from companion.json_lines import as_text
from companion.table import OBSERVATIONS
from companion.words import words
from vision.cameras.sources import frames as frames_of
from vision.frame import Colour, Frame, Grey
from vision.reading import Reading

Readings = dict[int, Reading]
Seen = dict[str, Any]
"""An observation as JSON values; the first of a recording has the game and the edition, the last only the frame."""


class Recorded:
    """A reader that has read every picture of a source before: its readings by the frame's number."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings

    def read(self, grey: Grey, colour: Colour | None = None) -> Reading:
        """Nothing: no picture is looked at."""
        return Reading((grey.shape[1], grey.shape[0]), None)

    def follow(self, frame: Frame) -> Reading:
        """What was read of a frame."""
        return self._readings[frame.number]


def readings(source: str, fps: float | None) -> Readings:
    """What is read of every picture of a source."""
    with closing(frames_of(source, fps=fps)) as opened:
        package, frames = in_sight(opened, lambda _: None)
        reader = reader_for(package, None, mat_instead=package.mat)
        seen = looks(frames, reader, settler_of(package))
        return {look.frame.number: look.reading for look in seen if isinstance(look, TableLook)}


def recorded(source: str, fps: float | None, read: Readings | None = None) -> Iterator[Seen]:
    """What was observed of a source, in order; of what was ``read`` of it before, or read now."""
    edition, last = None, None
    with closing(frames_of(source, fps=fps)) as opened:
        package, frames = in_sight(opened, lambda _: None)
        reader = Recorded(read) if read else reader_for(package, None, mat_instead=package.mat)
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
    asked.add_argument("what", choices=("record", "tell", "read"))
    asked.add_argument("source")
    asked.add_argument("--fps", type=float)
    asked.add_argument("--players", default="")
    given = asked.parse_args()
    if given.what == "record":
        for seen in recorded(given.source, given.fps):
            print(json.dumps(seen))
        return
    if given.what == "read":
        pickle.dump(readings(given.source, given.fps), sys.stdout.buffer)
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
