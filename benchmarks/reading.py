"""How well and how fast tags are read: ours beside pyzbar, zxing-cpp and OpenCV's two detectors.

.venv/bin/python -m benchmarks.reading [--plots docs/pictures] [--quick]

Recall, false cards and cost per level and width on the photo-like pictures
(MURPHY_PICTURES, or ../shared/pictures), the curves where each reader gives up
on painted tables, and the cost of a standing table, as Markdown on standard
output; with ``--plots`` the curves as reading.svg there. One core; costs are processor time.
"""

from __future__ import annotations

import argparse
import os

from companion.games.dumm_gelaufen.mat import MAT, pieces

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

from benchmarks.codes import Conditions, sheet
from benchmarks.pictures import WIDTHS, photos
from benchmarks.readers import OURS, PLAIN, TWICE, Read, mean, readers, timed
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.sheets import faces
from companion.words import words
from vision.frame import Frame, Grey
from vision.painting.layout import Layout, Lying
from vision.painting.scene import paint
from vision.painting.truth import seen
from vision.painting.view import View
from vision.pictures import grey_of
from vision.reader import Reader
from vision.tags import symbol

LEVELS = ("easy", "medium", "hard")
DECK = tuple(faces(load_edition("classic"), words("en")))
TABLE = View(MAT, size=(1280, 720), jpeg=88)


@dataclass
class Score:
    """What a reader made of several pictures."""

    wanted: int = 0
    read: int = 0
    false: int = 0
    ms: float = 0.0
    pictures: int = 0

    def add(self, found: set[str], wanted: set[str], lying: set[str], ms: float) -> None:
        """One picture more."""
        self.wanted += len(wanted)
        self.read += len(wanted & found)
        self.false += len(found - lying)
        self.ms += ms
        self.pictures += 1

    @property
    def recall(self) -> float:
        """The share of the cards asked for that were read."""
        return self.read / max(self.wanted, 1)


def on_photos(by: Mapping[str, Read], widths: Iterable[int]) -> Iterator[str]:
    """The table of the photo-like pictures."""
    yield f"| level | width | {' | '.join(by)} |"
    yield "|---" * (len(by) + 2) + "|"
    for level in LEVELS:
        for width in widths:
            scores = {name: Score() for name in by}
            for photo in photos(width, level):
                lying = {tag.payload for tag in photo.tags}
                for name, read in by.items():
                    found, ms = timed(read, photo.grey)
                    scores[name].add(found, set(photo.wanted), lying, ms)
            yield f"| {level} | {width} | {' | '.join(map(_cell, scores.values()))} |"


def _cell(score: Score) -> str:
    wrong = f", **{score.false} false**" if score.false else ""
    return f"{score.recall:.3f}, {score.ms / score.pictures:.0f} ms{wrong}"


def table(seed: int) -> Layout:
    """Cards laid anyhow, none on another: every turn, both tags seen."""
    random = Random(seed)
    places = [(90.0 + 72 * x, 66.0) for x in range(7)]
    places += [(97.0 + 100 * x, 178.0) for x in (0, 2, 3)]
    places += [(90.0 + 72 * x, 325.0) for x in range(7)]
    laid = random.sample(DECK, len(places))
    return Layout(
        tuple(
            Lying(card, at, random.gauss(0, 6) + 180 * random.randrange(2))
            for card, at in zip(laid, places, strict=True)
        )
    )


def curves() -> Mapping[str, Mapping[float, View]]:
    """What is made worse, step by step, one thing at a time."""
    px = TABLE.px_per_mm * 18 / 21
    return {
        "px a module": {
            round(px * scale, 2): replace(TABLE, size=(round(1280 * scale), round(720 * scale)))
            for scale in (1.8, 1.4, 1.2, 1.0, 0.8, 0.7, 0.6, 0.5, 0.42, 0.36)
        },
        "blur, px at 1280 x 720": {
            blur: replace(TABLE, blur=blur) for blur in (0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1)
        },
        "noise, grey levels at 1280 x 720": {
            noise: replace(TABLE, noise=noise, jpeg=None)
            for noise in (1.0, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0)
        },
        "tilt, degrees at 1280 x 720": {
            tilt: replace(TABLE, tilt=(0.0, tilt), fill=0.8)
            for tilt in (0.0, 8.0, 15.0, 22.0, 30.0, 38.0)
        },
    }


def on_paintings(by: Mapping[str, Read], seeds: int) -> dict[str, dict[str, dict[float, Score]]]:
    """Curve -> reader -> step -> score."""
    told: dict[str, dict[str, dict[float, Score]]] = {}
    for curve, views in curves().items():
        told[curve] = {name: {} for name in by}
        for step, view in views.items():
            scores = {name: Score() for name in by}
            for seed in range(seeds):
                layout = table(seed)
                lies = seen(layout, view)
                grey = grey_of(paint(layout, view, np.random.default_rng(seed)))
                wanted = {c.payload for c in lies if any(tag.full for tag in c.tags)}
                for name, read in by.items():
                    found = read(grey)
                    scores[name].add(found, wanted, {c.payload for c in lies}, 0.0)
            for name, score in scores.items():
                told[curve][name][step] = score
    return told


def curve_tables(told: Mapping[str, Mapping[str, Mapping[float, Score]]]) -> Iterator[str]:
    """The curves as numbers."""
    for curve, by in told.items():
        steps = list(next(iter(by.values())))
        yield f"| {curve} | {' | '.join(map(str, steps))} |"
        yield "|---" * (len(steps) + 1) + "|"
        for name, scores in by.items():
            recalls = (f"{scores[step].recall:.2f}" for step in steps)
            yield f"| {name} | {' | '.join(recalls)} |"
        false = sum(s.false for scores in by.values() for s in scores.values())
        yield f"\nFalse cards in all of these: {false}.\n"


def costs(by: Mapping[str, Read]) -> Iterator[str]:
    """The three ratios: a fresh look, a table that stands still, a hundred cards beside ten."""
    yield "| scene | fresh look at 1280 | at 2304 | zxing-cpp enlarged twice at 1280 | ratio at 1280 | ratio at 2304 |"
    yield "|---|---|---|---|---|---|"
    fresh: list[tuple[float, float, float]] = []
    for small, large in zip(photos(1280), photos(2304), strict=True):
        base = timed(by[TWICE], small.grey, 7)[1]
        own, wide = (timed(by[OURS], photo.grey, 7)[1] for photo in (small, large))
        fresh.append((own, wide, base))
        told = f"{own:.1f} ms | {wide:.1f} ms | {base:.1f} ms"
        yield f"| {small.name} | {told} | {own / base:.2f} | {wide / base:.2f} |"
    own, wide, base = (mean(part) for part in zip(*fresh, strict=True))
    told = f"{own:.1f} ms | {wide:.1f} ms | {base:.1f} ms"
    yield f"| mean | {told} | **{own / base:.2f}** | **{wide / base:.2f}** |\n"
    yield from _standing(by)
    yield from _many()


def _standing(by: Mapping[str, Read]) -> Iterator[str]:
    yield "| width | a look at a standing table, median | mean of 60 frames, the second looks included | zxing-cpp's full look | ratio of the mean |"
    yield "|---|---|---|---|---|"
    for width in (1280, 1920, 2304):
        looks, means, plain = [], [], []
        for photo in photos(width):
            spent = followed(photo.grey, 60)
            looks.append(float(np.median(spent)))
            means.append(mean(spent))
            plain.append(timed(by[PLAIN], photo.grey, 5)[1])
        ratio = mean(means) / mean(plain)
        told = f"{mean(looks):.2f} ms | {mean(means):.2f} ms | {mean(plain):.2f} ms"
        yield f"| {width} | {told} | **{ratio:.2f}** |"
    yield ""


def followed(still: Grey, frames: int) -> list[float]:
    """What each look at a standing table costs after the first, ms; every frame has its own noise."""
    reader = Reader(pieces(), (MAT,))
    rng = np.random.default_rng(0)
    spent = []
    for number in range(frames + 1):
        noise = rng.normal(0, 1.5, still.shape)
        frame = Frame(number, number / 10, np.clip(still + noise, 0, 255).astype(np.uint8))
        spent.append(timed(reader.follow, frame)[1])
    return spent[1:]


def _many() -> Iterator[str]:
    names = sorted(pieces().payloads)
    cost = {count: _known(names[:count]) for count in (10, 100)}
    told = f"{cost[10]:.2f} ms with 10, {cost[100]:.2f} ms with 100"
    yield f"A look at known cards that stand still: {told}; ratio **{cost[100] / cost[10]:.2f}**.\n"


def _known(names: list[str]) -> float:
    """The median look at a sheet of known cards, ms."""
    rng = np.random.default_rng(1)
    conditions = Conditions(px_per_module=1.6)
    bare = table(0), replace(TABLE, size=(1920, 1080))
    ground = grey_of(paint(Layout(), bare[1], rng))
    laid = sheet(map(symbol, names), conditions, rng, (1400, 800)).picture
    ground[130:930, 250:1650] = laid
    return float(np.median(followed(ground, 40)))


def plot(told: Mapping[str, Mapping[str, Mapping[float, Score]]], path: Path) -> None:
    """The curves as a picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(11, 8), layout="constrained")
    for axis, (curve, by) in zip(axes.flat, told.items(), strict=True):
        for name, scores in by.items():
            width = 2.6 if name == OURS else 1.3
            axis.plot(
                list(scores),
                [score.recall for score in scores.values()],
                marker=".",
                lw=width,
                label=name,
            )
        axis.set_xlabel(curve)
        axis.set_ylabel("share of the cards read")
        axis.set_ylim(-0.03, 1.03)
        axis.grid(alpha=0.3)
    next(iter(axes.flat)).invert_xaxis()
    next(iter(axes.flat)).legend(fontsize=8)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plots", type=Path)
    parser.add_argument(
        "--quick", action="store_true", help="without OpenCV's detectors, two widths"
    )
    given = parser.parse_args()
    cv2.setNumThreads(1)
    by = readers()
    if given.quick:
        by = {name: read for name, read in by.items() if not name.startswith("cv2")}
    for line in on_photos(by, (1280, 640) if given.quick else WIDTHS):
        print(line, flush=True)
    print("\n" + "\n".join(costs(by)), flush=True)
    told = on_paintings(by, 1 if given.quick else 3)
    print("\n".join(curve_tables(told)))
    if given.plots:
        plot(told, given.plots / "reading.svg")


if __name__ == "__main__":
    main()
