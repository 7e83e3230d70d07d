"""How well five dice are read on the mat of A4, and where no mat lies: `python -m benchmarks.yatzy.scans [--scenes N] [--first SEED] [--no-mat] [--aslant DEGREES] [--misses]`.

Painted scenes after the manner of the handed ones (docs/installing.md), each in three sizes: dice of one colour with edges of 10 to 20 mm, apart, in a row or
touching. Easy: clear light. Medium: a camera aslant, coloured light, other cloth, some shadow. Hard: also little light, blur, noise, a lamp mirrored in the table, JPEG.
Aslant: without a mat, from so many degrees off straight above; photographs as `murphy scan --dice plain` reads them or, with --no-mat, as a game does that goes on.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
import numpy as np

from benchmarks.dice import Heard, Lying, judged
from companion.app.camera.sources import reader_for
from companion.games.yatzy import GAME
from companion.games.yatzy.boxes import DICE
from companion.games.yatzy.mat import MAT, TRAY
from companion.mat import Point
from vision.dice.plain import PlainDice
from vision.frame import Colour, Frame
from vision.painting.dice import BODIES, top_corners
from vision.painting.layout import Layout, PaintedDie
from vision.painting.scene import paint
from vision.painting.view import Cloth, Glare, Light, View
from vision.pictures import grey_of

LEVELS: Final = ("easy", "medium", "hard")
SIZES: Final = ((1280, 720), (1920, 1080), (2304, 1296))
CLOTHS: Final[tuple[Cloth, ...]] = ("slate", "green", "paper")
RIM: Final = 14.0
"""mm from the tray's edge to the middle of a die."""


def scene(level: str, chance: np.random.Generator) -> tuple[View, tuple[PaintedDie, ...]]:
    """A table of a level, seen by a camera of the first size."""
    hardness, uniform = LEVELS.index(level), chance.uniform
    light = Light(
        level=uniform(0.8, 0.95) if hardness < 2 else uniform(0.3, 0.7),
        warmth=uniform(-0.02, 0.06) if not hardness else uniform(-0.08, 0.16),
        falloff=uniform(0.1, 0.4),
        shadow=uniform(0.2, 0.5) if hardness else 0.0,
        glare=(Glare(_place(chance), uniform(15, 40), uniform(0.2, 0.5)),) * (hardness == 2),
    )
    aslant = (4.0, 12.0, 18.0)[hardness]
    view = View(
        MAT,
        tilt=(uniform(-aslant, aslant) / 2, uniform(0, aslant)),
        roll=uniform(-4, 4),
        fill=uniform(0.75, 0.95),
        blur=uniform(0.4, 0.7) if hardness < 2 else uniform(0.8, 1.6),
        noise=uniform(1, 3) if hardness < 2 else uniform(3, 8),
        cloth=CLOTHS[int(chance.integers(3))] if hardness else "slate",
        light=light,
        jpeg=90 if hardness < 2 else int(chance.integers(60, 85)),
    )
    return view, tuple(_dice(chance))


def _dice(chance: np.random.Generator) -> Iterator[PaintedDie]:
    """Five of one colour and size: apart, or each beside the one before, touching it or nearly."""
    edge, colour = chance.uniform(10, 20), str(chance.choice([*BODIES]))
    row, places = chance.random() < 0.4, list[Point]()
    turn = chance.uniform(0, 90)
    while len(places) < DICE:
        at = _place(chance)
        if row and places:
            beside, way = edge * chance.uniform(1.02, 1.2), np.radians(turn)
            x, y = places[-1]
            at = x + beside * np.cos(way), y + beside * np.sin(way)
        elif any(np.hypot(*np.subtract(at, other)) < 1.5 * edge for other in places):
            continue
        if row and not _is_inside(at):
            places, turn = [], chance.uniform(0, 90)
            continue
        places.append((float(at[0]), float(at[1])))
    for at in places:
        tilted = turn if row else chance.uniform(0, 90)
        yield PaintedDie(at, str(chance.integers(1, 7)), colour, tilted, edge)


def _place(chance: np.random.Generator) -> Point:
    tray = MAT[TRAY]
    return (
        float(chance.uniform(tray.x0 + RIM, tray.x1 - RIM)),
        float(chance.uniform(tray.y0 + RIM, tray.y1 - RIM)),
    )


def _is_inside(at: Point) -> bool:
    tray = MAT[TRAY]
    return tray.x0 + RIM < at[0] < tray.x1 - RIM and tray.y0 + RIM < at[1] < tray.y1 - RIM


def scans(
    scenes: int, first: int, bare: bool, aslant: float | None
) -> Iterator[tuple[Path, Colour, list[Lying]]]:
    """Every scene in every size, with its dice, seen from so far off straight above if that is given."""
    for level in LEVELS:
        for number in range(first, first + scenes):
            view, dice = scene(level, np.random.default_rng((number, LEVELS.index(level))))
            if aslant is not None:
                view = replace(view, tilt=(0.0, aslant), fill=0.8)
            for size in SIZES:
                seen = replace(view, size=size, bare=bare)
                picture = paint(Layout(dice=dice), seen, np.random.default_rng(number))
                name = f"{level}_{number}_{size[0]}x{size[1]}.jpg"
                yield Path(name), picture, [_lying(die, seen) for die in dice]


def _lying(die: PaintedDie, view: View) -> Lying:
    corners = top_corners(die, view)
    x, y = corners.mean(axis=0).tolist()
    reach = float(np.linalg.norm(corners[1] - corners[0])) / 2
    return Lying((x, y), reach, None, die.value, clear=True)


@click.command()
@click.option("--scenes", default=20, help="Of each level.")
@click.option("--first", default=0)
@click.option("--no-mat", is_flag=True)
@click.option("--aslant", type=float)
@click.option("--misses", is_flag=True)
def main(scenes: int, first: int, no_mat: bool, aslant: float | None, misses: bool) -> None:
    """Read all of them and say how well."""
    package = GAME.without_mat() if no_mat else GAME
    reader = reader_for(package, None, mat_instead=package.mat)

    def read(picture: Colour) -> list[Heard]:
        frame = Frame(0, 0.0, grey_of(picture), picture)
        if aslant is None or no_mat:
            seen = reader.read(frame.grey, picture).loose
        else:
            seen = PlainDice().read(frame, None)
        middles = ((one, np.mean(one.corners, axis=0).tolist()) for one in seen)
        return [Heard((x, y), None, one.face.side or None) for one, (x, y) in middles]

    for level, score in judged(
        scans(scenes, first, no_mat or aslant is not None, aslant), read, True
    ).items():
        click.echo(score.line(level))
        if misses:
            click.echo("".join(f"  {miss}\n" for miss in score.misses))


if __name__ == "__main__":
    main()
