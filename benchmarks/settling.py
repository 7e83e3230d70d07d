"""How well looks become tables: painted games seen with one tag in ten missed, against what really lay there.

    python -m benchmarks.settling [--seconds 120] [--reader] [--looks 10] [--games 5]

``--looks`` is how many pictures a second are looked at.
``--reader`` lets the project's reader read the pictures; without it the
truth is read, so that what goes wrong is settling's own.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import cv2
import numpy as np

from companion.app.painted.painter import layout, stage_of
from companion.app.painted.performance import Moment, moments
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.games.dumm_gelaufen.painted.board import Board
from companion.games.dumm_gelaufen.painted.script import ScriptStep
from companion.kit.painted import Reach, ScriptConfig
from companion.pieces import Pieces
from companion.table import Settled
from tests.games.dumm_gelaufen.tabletop import forgetful, reading
from vision.frame import Frame
from vision.painting.layout import Layout
from vision.painting.scene import paint
from vision.painting.view import View
from vision.pictures import grey_of
from vision.reader import Reader
from vision.reading import Reading
from vision.settle import Settler

GAMES = (
    (ScriptConfig(1, 4), View(MAT, size=(1280, 720), cloth="green")),
    (ScriptConfig(2, 6), View(MAT, size=(1280, 720), cloth="paper")),
    (ScriptConfig(3, 3), View(MAT, size=(1280, 720), cloth="slate")),
    (ScriptConfig(4, 5), View(MAT, size=(640, 360), cloth="slate", noise=4.0)),
    (ScriptConfig(5, 2), View(MAT, size=(1920, 1080), cloth="green", noise=3.0)),
)
FPS = 10.0


@dataclass
class Count:
    """What came of one game."""

    told: int = 0
    wrong: list[str] = field(default_factory=list)
    stops: list[tuple[float, str | None]] = field(default_factory=list)
    visits: list[tuple[float, str]] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    still_ms: list[float] = field(default_factory=list)
    busy_ms: list[float] = field(default_factory=list)

    def missed(self, zone: str) -> int:
        """Stops in a zone (any: ``*``) that no visit tells of."""
        return sum(
            not any(v == z and -0.1 <= began - at <= 1.6 for began, v in self.visits)
            for at, z in self.stops
            if z and zone in ("*", z)
        )

    def invented(self, zone: str) -> int:
        """Visits to a zone in which no hand stopped."""
        return sum(
            not any(v == z and -0.1 <= began - at <= 1.6 for at, z in self.stops)
            for began, v in self.visits
            if zone in ("*", v)
        )


def played(config: ScriptConfig, view: View, seconds: float, real: bool, fps: float = FPS) -> Count:
    """One game for some seconds of its time, looked at so often a second."""
    count, settler, stage = Count(), Settler(MAT), stage_of(PAINTED, config, "en")
    read = _reading(view, pieces(config.edition or None), real)
    for moment in islice(moments(PAINTED, config, fps=fps), round(seconds * fps)):
        shown = layout(moment.act, moment.before, moment.into, stage)
        colour = paint(shown, view, np.random.default_rng(moment.frame))
        frame = Frame(moment.frame, moment.frame / fps, grey_of(colour), colour)
        seen = read(shown, frame)
        began = time.process_time()
        told = settler.step(frame, seen)
        cost = (time.process_time() - began) * 1000
        (count.busy_ms if shown.hands else count.still_ms).append(cost)
        settled = [one for one in told if isinstance(one, Settled)]
        _note(count, moment, settled, fps)
    return count


def _reading(view: View, deck: Pieces, real: bool) -> Callable[[Layout, Frame], Reading]:
    if real:
        reader = Reader(deck, (MAT,))
        return lambda _, frame: reader.follow(frame)
    sees = forgetful(0.1)
    return lambda shown, _: reading(shown, view, sees)


def _note(count: Count, moment: Moment[ScriptStep, Board], told: list[Settled], fps: float) -> None:
    at = moment.frame / fps
    if isinstance(moment.act, Reach) and moment.into < 0.5 / fps:
        count.stops.append((at, MAT.zone_at(*moment.act.at)))
    for one in told:
        count.told += 1
        count.visits += [(visit.began, visit.zone) for visit in one.visits]
        count.wrong += [f"{at} s {zone}" for zone in _wrong(one, moment.board)]
        if one.steps and not isinstance(moment.act, Reach):
            count.late.append(moment.into)


def _wrong(told: Settled, board: Board) -> Iterator[str]:
    piles = {"open-left": board.left, "open-right": board.right}
    piles["actions"] = board.actions
    for zone, cards in piles.items():
        top = tuple(card.code for card in cards[-1:])
        if zone not in told.table.covered and told.table[zone][:1] != top:
            yield zone
    rows = {"mac": [card for card in board.mac if card], "claim": list(board.claim)}
    for zone, row in rows.items():
        lies = {card.code for card in row}
        if zone not in told.table.covered and set(told.table[zone]) != lies:
            yield zone


def main() -> None:
    """Play and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=120.0)
    asked.add_argument("--reader", action="store_true")
    asked.add_argument("--looks", type=float, default=FPS)
    asked.add_argument("--games", type=int, default=len(GAMES))
    options = asked.parse_args()
    cv2.setNumThreads(1)
    for config, view in GAMES[: options.games]:
        count = played(config, view, options.seconds, options.reader, options.looks)
        still, busy = np.median(count.still_ms), np.median(count.busy_ms)
        print(
            f"{view.cloth:6} {view.size[0]:4}  told {count.told:4}  wrong {len(count.wrong)}  "
            f"stops {len(count.stops)}, missed {count.missed('*')}, invented {count.invented('*')}; "
            f"at the draw pile missed {count.missed('draw')}, invented {count.invented('draw')}; "
            f"told after {np.median(count.late):.1f} s (longest {max(count.late):.1f}); "
            f"{still:.1f} ms still, {busy:.1f} ms with a hand"
        )
        for where in count.wrong:
            print("       wrong:", where)


if __name__ == "__main__":
    main()
