"""How the one reader reads clear dice of pictures of mats where they are known to lie: `python -m benchmarks.dice_reader.trial [--part chosen|kept-out]`.

What is found is not asked: each place is where the truth says that a top is.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import click
import numpy as np

from benchmarks.dice import PAIR, PARTS, SET, SEVEN, TWO, pictures
from benchmarks.dice_reader.reading import ReadDie, read
from companion.pieces import DiceSet, Pieces
from vision.dice.colours import beside, shares
from vision.dice.found_die import VALUES, FoundDie
from vision.dice.sightings import SURE, in_play
from vision.dice.standing import upright
from vision.dice.white import white_of
from vision.pictures import grey_of
from vision.reader import Reader


@click.command()
@click.option("--part", type=click.Choice(list(PARTS)), default="chosen")
def main(part: str) -> None:
    """Say how many dice of each level are read right, surely, and in their colours."""
    reader = Reader(Pieces(), (SEVEN, TWO))
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path, picture, truth in pictures(part):
        pose = reader.read(grey_of(picture), picture).pose
        if pose is None:
            continue
        at = np.array([die.at for die in truth])
        none = np.zeros(len(VALUES))
        places = [FoundDie(die.at, 2 * die.reach, 0.0, 1.0, none) for die in truth]
        ups = upright(at, pose).tolist()
        told = read(places, picture, white_of(picture, pose), ups)
        colours = _colours(told, SET if pose.mat is SEVEN else PAIR)
        level = counts[path.stem.split("_")[0]]
        for die, one, colour in zip(truth, told, colours, strict=True):
            if die.clear:
                shown, likely = VALUES[int(one.die.values.argmax())], one.die.values
                level["clear"] += 1
                level["value"] += shown == die.value
                level["sure"] += bool(likely.max() > SURE)
                level["sure, wrong"] += bool(likely.max() > SURE) and shown != die.value
                level["colour"] += colour == die.colour
    for name, each in sorted(counts.items()):
        click.echo(f"{name:8}" + "  ".join(f"{what} {n}" for what, n in each.items()))


def _colours(told: list[ReadDie], dice: DiceSet) -> list[str]:
    """The likeliest colour of each of the dice of a set."""
    bodies = np.array([one.body for one in told])
    seen = beside(255 * bodies, np.full(3, 255.0))
    likely = shares(seen, dice.colours, in_play(dice, {}).looks)
    return [max(each, key=lambda name: each[name]) for each in likely]


if __name__ == "__main__":
    main()
