"""How well tables are read through lenses that bend, each from one picture, and by one camera that sees all of them.

.venv/bin/python -m benchmarks.lenses [--tables 4] [--only NAME]

Recall of cards, cards whose zone is lost or wrong, and how far any point of the mat is
taken for another (mm, the worst of all tables), as Markdown on standard output. One
core; costs are processor time.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Final

import cv2
import numpy as np

from benchmarks.reading import table
from companion.games.dumm_gelaufen.mat import MAT, pieces
from vision.frame import Colour, Frame, Grey
from vision.painting.layout import Layout
from vision.painting.lenses import PaintedLens, WideView
from vision.painting.scene import paint
from vision.painting.truth import seen
from vision.pictures import grey_of
from vision.reader import Reader
from vision.reading import Reading

HD, FULL, WIDE = (1280, 720), (1920, 1080), (2304, 1296)
LENSES: Final[Mapping[str, WideView]] = {
    "no distortion": WideView(MAT, PaintedLens(0.85), HD),
    "k1 -0.1": WideView(MAT, PaintedLens(0.85, (-0.1, 0.0)), HD),
    "k1 -0.25": WideView(MAT, PaintedLens(0.8, (-0.25, 0.0)), HD),
    "k1 -0.35, focal length of 0.65 widths": WideView(
        MAT, PaintedLens(0.65, (-0.35, 0.0)), HD, 0.89
    ),
    # Focal length and the three angles of view of Raspberry Pi's documentation, 102, 67, 120 degrees.
    "wide module, 102 degrees": WideView(MAT, PaintedLens(0.426, (0.0103, -0.0282)), WIDE),
    "fisheye of 120 degrees": WideView(MAT, PaintedLens(0.477, fisheye=0.0), FULL),
    # GoPro's angles of view of its wide setting at 16:9, 118 and 69 degrees.
    "action camera": WideView(MAT, PaintedLens(0.4525, fisheye=0.067, off=(0.008, -0.005)), FULL),
}
"""Of the second the mat's corners are drawn in by 3 %, of the last by 30."""
RESTING: Final = 6
"""Frames for which every table lies still."""
GRID: Final = np.stack(
    np.meshgrid(np.linspace(0, MAT.width, 13), np.linspace(0, MAT.height, 9)), -1
).reshape(-1, 2)


def through(layout: Layout, view: WideView, seed: int) -> Colour:
    """The picture of a layout, with a camera's blur, noise and compression."""
    rng = np.random.default_rng(seed)
    sharp = view.bent(paint(layout, view.pinhole, rng))
    soft = cv2.GaussianBlur(sharp, (0, 0), 0.5)
    noisy = np.clip(soft + rng.normal(0, 2, soft.shape), 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@dataclass
class Score:
    """What was made of several tables."""

    cards: int = 0
    read: int = 0
    lost: int = 0
    wrong: int = 0
    off_mm: float = 0.0
    ms: float = 0.0
    tables: int = 0

    def add(self, layout: Layout, view: WideView, reading: Reading, ms: float) -> None:
        """One table more."""
        true = {one.payload: one.zone for one in seen(layout, view.pinhole)}
        told = {one.payload: one.zone for one in reading.sightings}
        self.cards += len(true)
        self.read += len(true.keys() & told.keys())
        self.lost += sum(zone is not None and told.get(card) is None for card, zone in true.items())
        self.wrong += sum(zone not in (None, true.get(card)) for card, zone in told.items())
        self.off_mm = max(self.off_mm, off_mm(view, reading))
        self.ms, self.tables = self.ms + ms, self.tables + 1

    def __str__(self) -> str:
        recall = self.read / max(self.cards, 1)
        return f"{recall:.3f} | {self.lost} | {self.wrong} | {self.off_mm:.1f} | {self.ms / self.tables:.0f} ms"


def off_mm(view: WideView, reading: Reading) -> float:
    """The farthest that any point of the mat is taken for another, mm; infinite where no mat is found."""
    if reading.pose is None:
        return float("inf")
    told = reading.pose.to_mm(view.to_px(GRID))
    return float(np.linalg.norm(told - GRID, axis=1).max())


def singly(view: WideView, shown: Sequence[Grey]) -> Score:
    """Each table from one picture alone."""
    reader, score = Reader(pieces(), (MAT,)), Score()
    reader.read(np.zeros((90, 160), np.uint8))
    for seed, picture in enumerate(shown):
        began = process_time()
        reading = reader.read(picture)
        score.add(table(seed), view, reading, (process_time() - began) * 1000)
    return score


def followed(view: WideView, shown: Sequence[Grey]) -> Score:
    """Tables laid one after the other under one camera; each is counted when all have been seen."""
    reader, score, number = Reader(pieces(), (MAT,)), Score(), 0
    for last in (False, True):
        for seed, picture in enumerate(shown):
            began = process_time()
            for _ in range(RESTING):
                reading = reader.follow(Frame(number, number / 10, picture))
                number += 1
            if last:
                ms = (process_time() - began) * 1000 / RESTING
                score.add(table(seed), view, reading, ms)
    return score


def lines(only: str, tables: int) -> Iterator[str]:
    """The table of results."""
    yield "| lens | pictures | recall | zones lost | zones wrong | mat off, mm | a look |"
    yield "|---|---|---|---|---|---|---|"
    for name, view in LENSES.items():
        if only in name:
            shown = [grey_of(through(table(n), view, n)) for n in range(tables)]
            yield f"| {name} | single | {singly(view, shown)} |"
            yield f"| | of one camera | {followed(view, shown)} |"


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for line in lines(given.only, given.tables):
        print(line, flush=True)


if __name__ == "__main__":
    main()
