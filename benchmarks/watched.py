"""Whole painted games through pictures, reader and settler: what `murphy watch` tells of them against what was played.

    python -m benchmarks.watched [--games 6] [--seconds 120] [--size 640x360] [--fps 10] [--told 10] [--drop 0] [--twice 0] [--faults]

Nobody answers, as in `murphy watch`. ``--fps`` is how many looks a second the
painted camera takes, ``--told`` how many a second they are told as; ``--drop``
and ``--twice`` are the shares of frames that are lost or come again.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import partial
from itertools import islice, zip_longest
from random import Random
from typing import Any

import cv2
import numpy as np

from benchmarks.tracker import Truth, heard, same_but_unseen
from companion.app.camera.pipeline import TableLook, looks
from companion.app.looking.watcher import Watcher
from companion.app.painted.painter import layout, stage_of
from companion.app.painted.performance import Moment, moments
from companion.games.dumm_gelaufen import GAME
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.games.dumm_gelaufen.painted.board import Board
from companion.games.dumm_gelaufen.painted.script import ScriptStep, script
from companion.games.dumm_gelaufen.robots import greedy_robot
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.games.package import Line
from companion.kit.painted import Reach, ScriptConfig
from companion.table import Observation, Settled
from tests.games.dumm_gelaufen.truth import begins_turn
from vision.frame import Frame, Frames
from vision.painting.scene import paint
from vision.painting.view import Cloth, View
from vision.pictures import grey_of
from vision.reader import Reader
from vision.settle import Settler

NAMES = ("Ann", "Bob", "Cem", "Dia", "Eva", "Fin")
MATS: tuple[Cloth, ...] = ("green", "paper", "slate")
ROBOTS = {"random": random_robot, "greedy": greedy_robot}


@dataclass(frozen=True)
class Camera:
    """How the painted table is filmed, and how the film is told."""

    size: tuple[int, int] = (640, 360)
    fps: float = 10.0
    told: float = 10.0
    drop: float = 0.0
    twice: float = 0.0
    robot: str = "random"


@dataclass
class Stop:
    """A hand's stop in a zone, as it truly was."""

    at: float
    zone: str | None
    seat: int


@dataclass
class Game:
    """One game as it was played and as it was told."""

    seed: int
    turns: list[Truth] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    seen: list[Observation] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


def played(seed: int, camera: Camera, seconds: float) -> Game:
    """A game for some seconds of its own time, from the dealing on."""
    game, players = Game(seed), 2 + seed % 5
    config = ScriptConfig(seed, players)
    view = View(MAT, size=camera.size, cloth=MATS[seed % 3], noise=2.0 + seed % 3)
    reader = Reader(pieces(config.edition or GAME.edition), (MAT,))
    watcher = Watcher(GAME, NAMES[:players], "classic")
    film = _film(game, config, view, camera, seconds)
    for look in looks(film, reader, Settler(MAT)):
        if isinstance(look, TableLook):
            for seen in look.observations:
                game.seen.append(seen)
                game.lines += watcher.lines_about(seen)
    if game.turns:
        # The last turn was cut off; what came of it so far is not judged.
        game.turns.pop()
    game.lines += watcher.finished()
    return game


def _film(game: Game, config: ScriptConfig, view: View, camera: Camera, seconds: float) -> Frames:
    """The frames, and beside them the truth, in the time that is told."""
    stage, rng, number = stage_of(PAINTED, config, "en"), Random(config.seed), 0
    note = _Noting(game)
    played = replace(PAINTED, script=partial(script, robot=ROBOTS[camera.robot]))
    story = moments(played, config, fps=camera.fps)
    for moment in islice(story, round(seconds * camera.fps)):
        note(moment, number / camera.told, camera)
        shown = layout(moment.act, moment.before, moment.into, stage)
        colour = paint(shown, view, np.random.default_rng(moment.frame))
        times = (rng.random() >= camera.drop) + (rng.random() < camera.twice)
        for _ in range(times):
            yield Frame(number, number / camera.told, grey_of(colour), colour)
            number += 1


@dataclass
class _Noting:
    """Writes down turns and stops as they begin."""

    game: Game
    step: int = -1
    act: object = None

    def __call__(self, moment: Moment[ScriptStep, Board], at: float, camera: Camera) -> None:
        step = moment.step
        if step.number != self.step:
            self.step = step.number
            if begins_turn(step):
                self.game.turns.append(Truth(step.before.turn, at=at))
            for event in step.events if self.game.turns else ():
                heard(self.game.turns[-1], event)
        if moment.act is not self.act:
            self.act = moment.act
            if isinstance(moment.act, Reach):
                zone, seat = MAT.zone_at(*moment.act.at), moment.act.seat
                stop = at + 0.5 * camera.fps / camera.told
                self.game.stops.append(Stop(stop, zone, seat))


# Scoring ------------------------------------------------------------------------


@dataclass
class Score:
    """What came of all games."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def scored(game: Game, score: Score) -> None:
    """Add what came of a game."""
    _count(game, score.counts)
    keys = [_key(line) for line in game.lines if line["event"] == "move"]
    truths = [_blinded(turn.key, keys) for turn in game.turns]
    for op, a, b, c, d in SequenceMatcher(None, truths, keys, False).get_opcodes():
        if op == "equal":
            score.counts.update(f"right {turn.kind}" for turn in game.turns[a:b])
            continue
        if a == len(truths) and d - c == 1:
            # The turn that was cut off is told as far as it came.
            continue
        for number, (true, told) in enumerate(zip_longest(truths[a:b], keys[c:d])):
            turn = game.turns[min(a + number, len(game.turns) - 1)]
            _blame(game, turn, true, told, score)


def _count(game: Game, counts: Counter[str]) -> None:
    """Count what is told beside moves."""
    for line in game.lines:
        match line:
            case {"event": "question", "topic": topic}:
                counts["asked" if topic == "source" else "follow-up asked"] += 1
            case {"event": "illegal", "reason": reason}:
                counts[f"illegal {reason}"] += 1
            case {"event": "claim", "verdict": verdict}:
                counts[f"claim {verdict}"] += 1


def _blame(game: Game, turn: Truth, true: Any, told: Any, score: Score) -> None:
    """Note a turn that was told otherwise than it was, with what was seen of it."""
    how = "missed" if told is None else "invented" if true is None else "wrong"
    cause = _cause(game, turn)
    score.counts[f"{how} {(true or told)[1]}"] += 1
    score.counts[f"cause: {cause}"] += 1
    fault = f"{how} {game.seed}@{turn.at:.1f} {true} told as {told}: {cause}"
    score.faults += [fault, *(f"      {line}" for line in _around(game, turn))]


def _key(told: Line) -> tuple[Any, ...]:
    if told["kind"] == "action":
        return told["player"], told["kind"], told["laid"][0]
    bags = (tuple(sorted(c or "?" for c in told[k])) for k in ("taken", "laid"))
    return told["player"], told["kind"], told["area"], *bags


def _blinded(truth: tuple[Any, ...], keys: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """A turn as it can be told at best: without the names of cards nobody saw."""
    alike = (key for key in keys if truth != key and same_but_unseen(truth, key))
    return truth if truth in keys else next(alike, truth)


def _window(game: Game, turn: Truth) -> tuple[float, float]:
    later = [other.at for other in game.turns if other.at > turn.at]
    return turn.at - 0.3, min(later, default=turn.at + 12.0) + 0.3


def _cause(game: Game, turn: Truth) -> str:
    """Whether the visits that were told are the stops that were made, as far as turns are concerned."""
    begin, end = _window(game, turn)
    zones = ("mac", "open-left", "draw", "open-right", "actions")
    made = Counter(s.zone for s in game.stops if begin <= s.at <= end and s.zone in zones)
    told = Counter(
        visit.zone
        for seen in game.seen
        if isinstance(seen, Settled)
        for visit in seen.visits
        if begin <= visit.began <= end and visit.zone in zones
    )
    missed, invented = made - told, told - made
    if missed:
        return f"visit missed: {', '.join(str(z) for z in sorted(missed, key=str))}"
    if invented:
        return f"visit invented: {', '.join(sorted(invented))}"
    return "inference, or a table told wrong"


def _around(game: Game, turn: Truth) -> Iterator[str]:
    begin, end = _window(game, turn)
    for stop in game.stops:
        if begin <= stop.at <= end:
            yield f"stop  {stop.at:6.1f} {stop.zone} by {stop.seat}"
    for seen in game.seen:
        if isinstance(seen, Settled) and begin <= seen.at <= end + 1.0:
            visits = [(v.zone, round(v.began, 1), v.side) for v in seen.visits]
            steps = " ".join(map(str, seen.steps))
            yield f"told  {seen.at:6.1f} {steps} {visits or ''}"


def report(score: Score) -> Iterator[str]:
    """The figures, one a line."""
    exchanges = sum(score.counts[f"{how} exchange"] for how in ("right", "wrong", "missed"))
    share = score.counts["right exchange"] / max(1, exchanges)
    yield f"exchanges {exchanges}, right {share:.1%}"
    for what, count in sorted(score.counts.items()):
        yield f"  {what:40} {count}"


def main() -> None:
    """Play, watch, compare, print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=6)
    asked.add_argument("--first", type=int, default=0, help="the first seed")
    asked.add_argument("--seconds", type=float, default=120.0)
    asked.add_argument("--size", default="640x360")
    asked.add_argument("--fps", type=float, default=10.0)
    asked.add_argument("--told", type=float, help="as many as --fps, if not said")
    asked.add_argument("--drop", type=float, default=0.0)
    asked.add_argument("--twice", type=float, default=0.0)
    asked.add_argument("--robot", choices=ROBOTS, default="random")
    asked.add_argument("--faults", action="store_true", help="name what went wrong")
    given = asked.parse_args()
    cv2.setNumThreads(1)
    width, height = map(int, given.size.split("x"))
    told = given.told or given.fps
    camera = Camera((width, height), given.fps, told, given.drop, given.twice, given.robot)
    score = Score()
    for seed in range(given.first, given.first + given.games):
        scored(played(seed, camera, given.seconds), score)
    print(*report(score), sep="\n")
    if given.faults:
        print(*score.faults, sep="\n")


if __name__ == "__main__":
    main()
