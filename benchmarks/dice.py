"""How well and how fast dice are read, beside a plain count of blobs (docs/dice.md).

    python -m benchmarks.dice [--part chosen|kept-out] [--photos N] [--misses] [--blobs]

Pictures with their truth lie beside the checkout, or where MURPHY_SHARED says. Networks have learnt from no picture of a mat. The scenes of
benchmarks/dice_training/kept_out.txt and the photographs with odd numbers are kept out of every choice.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import click
import cv2
import numpy as np

from companion.mat import Mat, Zone, ZoneKind
from companion.pieces import DiceSet, Die, Pieces
from tests.places import DICE
from vision.dice.dice_reader import DiceReader
from vision.dice.found_die import VALUES
from vision.dice.plain import PlainDice
from vision.frame import Colour, Frame
from vision.pictures import grey_of, read_picture
from vision.reader import Reader

SEVEN: Final = Mat(
    "seven",
    (4, 5, 6, 7),
    (
        Zone("display", ZoneKind.GRID, 48, 12, 384, 408),
        Zone("tray", ZoneKind.TRAY, 394, 50, 584, 290),
        Zone("kept", ZoneKind.KEPT, 394, 298, 584, 370),
    ),
)
TWO: Final = Mat("two", (8, 9, 10, 11), (Zone("tray", ZoneKind.TRAY, 415, 50, 580, 300),))
COLOURS: Final = ("black", "black", "red", "red", "white", "white", "pink")
KEPT_OUT: Final = frozenset(
    (Path(__file__).parent / "dice_training" / "kept_out.txt").read_text().split()
)
"""The scenes that no choice was made on."""
PARTS: Final = {"chosen": (False,), "kept-out": (True,), "all": (False, True)}
"""Which pictures: those that were looked at, those that were kept out of every choice, or both."""


@dataclass(frozen=True)
class Lying:
    """A die of the truth: where, how large (px), what it is, whether it is to be read."""

    at: tuple[float, float]
    reach: float
    """Half its edge, px."""
    colour: str | None
    value: str
    clear: bool


@dataclass(frozen=True)
class Heard:
    """A die as a reader tells it; value None where it does not."""

    at: tuple[float, float]
    colour: str | None
    value: str | None


@dataclass
class Score:
    """What a reader came to."""

    counts: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)

    def add(self, name: str, truth: Iterable[Lying], told: Iterable[Heard]) -> None:
        """Take a picture's dice into account."""
        left = list(told)
        for die in truth:
            here = [one for one in left if np.hypot(*np.subtract(one.at, die.at)) < die.reach]
            left = [one for one in left if one not in here]
            self._judge(name, die, here)
        self.counts["false"] += len(left)
        self.misses += [f"{name}: no die: {one}" for one in left]

    def _judge(self, name: str, die: Lying, here: list[Heard]) -> None:
        coloured = die.colour is None or [one.colour for one in here] == [die.colour]
        right = [one.value for one in here] == [die.value]
        wrong = sum(one.value not in (None, die.value) for one in here)
        self.counts += Counter(
            dice=1, wrong=wrong, clear=die.clear, right=die.clear and right and coloured
        )
        self.counts["miscoloured"] += die.colour is not None and any(
            one.value and one.colour != die.colour for one in here
        )
        if wrong or (die.clear and not (right and coloured)):
            self.misses.append(f"{name}: {die} was told as {here}")

    def line(self, name: str) -> str:
        """A row of the table."""
        seen = self.counts
        share = seen["right"] / max(1, seen["clear"])
        return (
            f"{name:24} {share:7.4f} of {seen['clear']:4}   wrong {seen['wrong']:3}   miscoloured {seen['miscoloured']:3}   false {seen['false']:3}"
            f"   of {seen['dice']:4} dice   {np.median(self.ms):6.1f} ms"
        )


def pictures(part: str) -> Iterator[tuple[Path, Colour, list[Lying]]]:
    """The pictures of mats, with the dice of which anything is seen."""
    for path in sorted([*DICE.glob("*_*_*x*.json"), *DICE.glob("more/*.json")]):
        if (path.stem.rpartition("_")[0] in KEPT_OUT) in PARTS[part]:
            dice = json.loads(path.read_text())["dice"]
            lying = [_lying(die) for die in dice if die["visible_fraction"] > 0]
            yield path, read_picture(path.with_suffix(".jpg")), lying


def _lying(die: dict[str, Any]) -> Lying:
    corners = np.array(die["corners_px"])
    edge = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    clear = not die["cocked"] and die["visible_fraction"] >= 0.9
    x, y = die["top_centre_px"]
    return Lying((x, y), edge / 2, die["colour"], str(die["value"]), clear)


def photographs(part: str, most: int) -> Iterator[tuple[Path, Colour, list[Lying]]]:
    """The photographs of plain dice; a die's box holds its visible sides, too."""
    labels = json.loads((DICE / "photos" / "labels.json").read_text())
    names = [n for k, n in enumerate(sorted(labels)) if bool(k % 2) in PARTS[part]]
    for name in names[:most]:
        path = DICE / "photos" / name
        yield path, read_picture(path), [_boxed(one) for one in labels[name]]


def _boxed(one: dict[str, Any]) -> Lying:
    x0, y0, x1, y1 = one["box"]
    return Lying(((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0) / 2, None, str(one["value"]), True)


SET: Final = DiceSet(tuple(Die(colour, VALUES) for colour in COLOURS))
PAIR: Final = DiceSet((Die("white"), Die("white")))


def on_mats() -> Callable[[Colour], list[Heard]]:
    """Ours, on a mat."""
    finders = {"seven": (DiceReader(SET),), "two": (DiceReader(PAIR),)}
    reader = Reader(Pieces(), (SEVEN, TWO), detectors=finders)
    return lambda picture: _heard(reader.read(grey_of(picture), picture).loose)


def anywhere() -> Callable[[Colour], list[Heard]]:
    """Ours, without a mat."""
    plain = PlainDice()
    return lambda picture: _heard(plain.read(Frame(0, 0.0, grey_of(picture), picture), None))


def _heard(seen: Iterable[Any]) -> list[Heard]:
    middles = ((one, np.mean(one.corners, axis=0)) for one in seen)
    return [
        Heard((float(x), float(y)), one.piece.name, one.face.side or None)
        for one, (x, y) in middles
    ]


def blobs(picture: Colour) -> list[Heard]:
    """What is often done: round blobs, dark and light; those that are near each other are a die's pips."""
    spots = [(*spot.pt, spot.size) for one in _blob_finders() for spot in one.detect(picture)]
    groups: list[list[tuple[float, float, float]]] = []
    for spot in spots:
        near = [group for group in groups if any(_beside(spot, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([spot, *(other for group in near for other in group)])
    middles = [(np.mean(group, axis=0)[:2], len(group)) for group in groups if len(group) <= 6]
    return [Heard((float(x), float(y)), None, str(count)) for (x, y), count in middles]


def _beside(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    return bool(np.hypot(one[0] - other[0], one[1] - other[1]) < 1.6 * (one[2] + other[2]))


def _blob_finders() -> Iterator[Any]:
    for colour in (0, 255):
        how = cv2.SimpleBlobDetector.Params()
        how.filterByColor, how.blobColor = True, colour
        how.filterByArea, how.minArea, how.maxArea = True, 5, 150
        how.filterByCircularity, how.minCircularity = True, 0.7
        how.filterByInertia, how.minInertiaRatio = True, 0.5
        yield cv2.SimpleBlobDetector.create(how)


def judged(
    shown: Iterable[tuple[Path, Colour, list[Lying]]],
    read: Callable[[Colour], list[Heard]],
    colours: bool,
) -> dict[str, Score]:
    """Scores by level."""
    scores: dict[str, Score] = {}
    for path, picture, truth in shown:
        level = path.stem.split("_")[0] if path.parent.name != "photos" else "photographs"
        score = scores.setdefault(level, Score())
        began = time.process_time()
        told = read(picture)
        score.ms.append(1000 * (time.process_time() - began))
        score.add(path.stem, truth if colours else [_plain(die) for die in truth], told)
    return scores


def _plain(die: Lying) -> Lying:
    """The same die for a reader that knows no colours, to whom a symbol is whatever it takes it for."""
    return Lying(die.at, die.reach, None, die.value, die.clear and die.value.isdecimal())


@click.command()
@click.option("--part", type=click.Choice(list(PARTS)), default="all")
@click.option("--photos", default=200)
@click.option("--misses", is_flag=True)
@click.option("--blobs", "counted", is_flag=True, help="The count of blobs as well.")
def main(part: str, photos: int, misses: bool, counted: bool) -> None:
    """Read all pictures and say how well."""
    rows = {
        "ours": judged(pictures(part), on_mats(), True)
        | judged(photographs(part, photos), anywhere(), True)
    }
    if counted:
        rows["blobs"] = judged(pictures(part), blobs, False) | judged(
            photographs(part, photos), blobs, False
        )
    for name, scores in rows.items():
        for level, score in sorted(scores.items()):
            click.echo(score.line(f"{name}, {level}"))
            if misses and name == "ours":
                click.echo("".join(f"  {miss}\n" for miss in score.misses))


if __name__ == "__main__":
    main()
