"""Why clear dice on pictures of mats are not told, by level: `python -m benchmarks.dice_causes [--part chosen|kept-out] [--dice]`.

Not found at all; taken to lean or to be covered; another value likeliest; another colour likeliest; all of it right, but below a threshold.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

import click
import numpy as np

from benchmarks.dice import PAIR, PARTS, SET, SEVEN, TWO, Lying, pictures
from companion.pieces import Pieces
from vision.dice.dice_reader import DiceMemory, looked
from vision.dice.found_die import VALUES, FoundDie
from vision.dice.sightings import in_play
from vision.frame import Frame
from vision.pictures import grey_of
from vision.reader import Reader
from vision.reading import Hindrance, Sighting

CAUSES: Final = ("told", "finding", "lying", "value", "colour", "threshold")


def causes(part: str) -> Iterator[tuple[str, Lying, str, str]]:
    """Of each clear die: the picture, the die, why it was not told (or ``told``), and what was seen of it."""
    reader = Reader(Pieces(), (SEVEN, TWO))
    plays = {"seven": in_play(SET, {}), "two": in_play(PAIR, {})}
    for path, picture, truth in pictures(part):
        frame = Frame(0, 0.0, grey_of(picture), picture)
        pose = reader.read(frame.grey, picture).pose
        known = looked(frame, pose, None, plays[pose.mat.name], whole=True) if pose else None
        for die in (die for die in truth if die.clear):
            yield path.stem, die, *_why(die, known)


def _why(die: Lying, known: DiceMemory | None) -> tuple[str, str]:
    """Why a die was not told, and what was seen of it."""
    if known is None:
        return "finding", "no mat"
    here = [
        (found, told)
        for found, told in zip(known.dice, known.told, strict=True)
        if np.hypot(*np.subtract(found.centre, die.at)) < die.reach
    ]
    if not here:
        return "finding", ""
    return _cause(die, *here[0]), _seen(*here[0])


def _cause(die: Lying, found: FoundDie, told: Sighting) -> str:
    value = VALUES[int(found.values.argmax())]
    if told.hindered in (Hindrance.COCKED, Hindrance.COVERED):
        return "lying"
    if told.hindered is None:
        value = told.face.side
    if value != die.value:
        return "value"
    if told.piece.name != die.colour:
        return "colour"
    return "told" if told.hindered is None else "threshold"


def _seen(found: FoundDie, told: Sighting) -> str:
    likely = f"{VALUES[int(found.values.argmax())]} {found.values.max():.2f}"
    how = f"leans {found.leans:.2f} covered {found.covered:.2f}"
    hindered = told.hindered.value if told.hindered else "told"
    return f"{hindered}: {told.piece.name} {likely} {how}"


@click.command()
@click.option("--part", type=click.Choice(list(PARTS)), default="all")
@click.option("--dice", is_flag=True, help="Name each die that was not told.")
def main(part: str, dice: bool) -> None:
    """Say how many dice of each level were not told, and why."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name, die, why, seen in causes(part):
        counts[name.split("_")[0]][why] += 1
        if dice and why != "told":
            click.echo(f"{name}: {die.colour} {die.value} at {die.at}: {why} ({seen})")
    click.echo("level     " + "".join(f"{cause:>10}" for cause in CAUSES))
    for level, told in sorted(counts.items()):
        click.echo(f"{level:10}" + "".join(f"{told[cause]:10}" for cause in CAUSES))


if __name__ == "__main__":
    main()
