"""What the networks and all that lies between them come to, to the second decimal: a slip anywhere in it moves some of these readings."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
import pytest

from benchmarks.dice import COLOURS, SEVEN
from companion.pieces import DiceSet, Die, Pieces
from tests.places import DICE
from tests.vision.dice.test_dice_reader import VIEW, frame
from vision.dice.dice_reader import DiceReader
from vision.dice.die_faces import read
from vision.dice.found_die import VALUES, FoundDie
from vision.dice.plain import PlainDice
from vision.dice.standing import upright
from vision.dice.white import white_of
from vision.frame import Frame
from vision.painting.dice import top_corners
from vision.painting.layout import PaintedDie, PaintedHand
from vision.painting.view import pose
from vision.pictures import grey_of, read_picture
from vision.reader import Reader
from vision.reading import Sighting

needs_pictures = pytest.mark.skipif(not DICE.is_dir(), reason="the pictures of dice")

SHARE: Final = 0.03
"""What a probability may differ from what was read when this was written: other processors round otherwise."""
PX: Final = 0.5
DEGREES: Final = 1.5

LYING: Final = (
    PaintedDie((420, 80), "1", "black", 10),
    PaintedDie((470, 90), "2", "red", 33, lean=5),
    PaintedDie((520, 80), "3", "white", 60, lean=10),
    PaintedDie((555, 150), "4", "pink", 85, lean=14),
    PaintedDie((430, 180), "5", "black", 50, lean=18),
    PaintedDie((490, 200), "6", "red", 5, lean=24),
    PaintedDie((450, 335), "symbol", "white", 70, lean=8),
    PaintedDie((200, 100), "6", "white", 20, lean=12),
    PaintedDie((250, 150), "4", "red", 50, lean=16),
    PaintedDie((150, 200), "6", "black", 50, lean=8),
    PaintedDie((300, 300), "6", "pink", 30),
    PaintedDie((150, 320), "symbol", "black", 30),
)
"""Level, leaning more and more, and one half under a finger."""
HAND: Final = PaintedHand((303, 303), (340, 700))

Told: TypeAlias = tuple[int, float, float, float, float, str, float]
"""Which die, its turn, how likely it is one, leans and is covered, what it likeliest shows and how likely."""


def told(blur: float, on_mat: bool) -> list[Told]:
    """What is read at the places of the dice, and at one where there is none."""
    view = replace(VIEW, size=(960, 540), blur=blur)
    picture = frame(*LYING, view=view, hands=(HAND,)).bgr()
    tops = [top_corners(die, view) for die in LYING]
    places = [
        FoundDie((float(x), float(y)), edge, 0.0, 0.8, np.zeros(7))
        for x, y, edge in (
            (*top.mean(axis=0), float(np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1).mean()))
            for top in tops
        )
    ]
    places.append(FoundDie((300.0, 200.0), 12.0, 0.0, 0.3, np.zeros(7)))
    at = np.array([place.centre for place in places])
    white = white_of(picture, pose(view) if on_mat else None)
    way = (lambda centres: upright(centres, pose(view))) if on_mat else None
    return [
        (
            int(np.linalg.norm(at - die.centre, axis=1).argmin()),
            die.turn,
            die.there,
            die.leans,
            die.covered,
            VALUES[int(die.values.argmax())],
            float(die.values.max()),
        )
        for die in read(places, picture, white, way)
    ]


READ: Final[dict[tuple[float, bool], tuple[Told, ...]]] = {
    (1.2, True): (
        (0, 11.5, 0.946, 0.005, 0.0, "1", 1.0),
        (1, 32.2, 0.946, 0.015, 0.0, "2", 1.0),
        (2, -33.4, 0.946, 0.244, 0.0, "3", 1.0),
        (3, -9.0, 0.946, 0.89, 0.0, "4", 1.0),
        (4, -24.4, 0.946, 0.997, 0.0, "5", 1.0),
        (5, 2.1, 0.946, 1.0, 0.0, "6", 1.0),
        (6, -19.5, 0.946, 0.005, 0.0, "symbol", 0.961),
        (7, 19.9, 0.946, 0.848, 0.0, "6", 1.0),
        (8, -41.0, 0.946, 0.999, 0.0, "4", 1.0),
        (9, -34.9, 0.946, 0.021, 0.0, "6", 1.0),
        (10, 23.6, 0.944, 0.045, 0.002, "6", 1.0),
        (11, -3.2, 0.946, 0.005, 0.0, "symbol", 0.95),
    ),
    (1.2, False): (
        (0, 11.4, 0.877, 0.185, 0.001, "1", 1.0),
        (1, 32.1, 0.934, 0.302, 0.0, "2", 1.0),
        (2, -32.3, 0.94, 0.274, 0.002, "3", 1.0),
        (3, -8.0, 0.945, 0.328, 0.0, "4", 1.0),
        (4, -36.8, 0.93, 0.375, 0.001, "5", 1.0),
        (5, 1.4, 0.936, 0.475, 0.001, "6", 1.0),
        (6, -19.8, 0.719, 0.073, 0.0, "1", 0.999),
        (7, 21.5, 0.939, 0.235, 0.0, "6", 1.0),
        (8, -41.4, 0.945, 0.222, 0.0, "4", 1.0),
        (9, -36.2, 0.94, 0.264, 0.001, "6", 1.0),
        (10, 22.4, 0.921, 0.073, 0.001, "6", 1.0),
        (11, -2.6, 0.946, 0.078, 0.0, "symbol", 0.999),
    ),
    (2.0, True): (
        (0, 11.9, 0.939, 0.015, 0.0, "1", 0.993),
        (1, 32.1, 0.946, 0.01, 0.0, "2", 1.0),
        (2, -33.1, 0.946, 0.015, 0.0, "3", 1.0),
        (3, -10.2, 0.946, 0.199, 0.0, "4", 1.0),
        (4, 32.9, 0.946, 0.178, 0.002, "5", 1.0),
        (5, 5.1, 0.945, 0.981, 0.0, "6", 1.0),
        (6, -20.0, 0.945, 0.004, 0.0, "1", 0.78),
        (7, 23.0, 0.944, 0.153, 0.003, "6", 0.997),
        (8, -38.0, 0.946, 0.964, 0.0, "4", 1.0),
        (9, -38.7, 0.946, 0.031, 0.0, "6", 1.0),
        (10, 20.5, 0.94, 0.047, 0.003, "6", 1.0),
        (11, -3.9, 0.946, 0.048, 0.0, "1", 0.951),
    ),
    (2.0, False): (
        (0, 11.4, 0.809, 0.164, 0.002, "1", 0.996),
        (1, 32.0, 0.926, 0.249, 0.0, "2", 1.0),
        (3, -8.3, 0.945, 0.259, 0.0, "4", 1.0),
        (4, 43.2, 0.906, 0.244, 0.001, "5", 1.0),
        (5, 4.0, 0.935, 0.409, 0.001, "6", 1.0),
        (6, -20.3, 0.523, 0.056, 0.0, "1", 0.999),
        (8, -37.4, 0.944, 0.207, 0.0, "4", 1.0),
        (9, -39.2, 0.908, 0.169, 0.001, "6", 0.997),
        (10, 18.3, 0.784, 0.101, 0.019, "6", 0.996),
        (11, -3.1, 0.944, 0.089, 0.0, "1", 0.519),
    ),
}
"""By the blur of the lens, px, and whether it is known which way is up."""


@pytest.mark.parametrize(("blur", "on_mat"), list(READ))
def test_what_a_look_at_a_place_comes_to(blur: float, on_mat: bool) -> None:
    """Of every place which turn it has, how likely it is a die, leans, is covered, and what it shows: sharp and blurred, on a mat and anywhere."""
    seen, wanted = told(blur, on_mat), READ[blur, on_mat]

    assert [(each[0], each[5]) for each in wanted] == [(each[0], each[5]) for each in seen]
    assert [each[1] for each in wanted] == pytest.approx([each[1] for each in seen], abs=DEGREES)
    for n in (2, 3, 4, 6):
        assert [each[n] for each in wanted] == pytest.approx([each[n] for each in seen], abs=SHARE)


Seen: TypeAlias = tuple[str, str, float, float, float, float]
"""The face, what hinders it, its score, its middle, px, and its turn on the mat, or in the picture where there is none."""
PICTURES: Final[dict[str, tuple[Seen, ...]]] = {
    "hard_00_1280x720": (
        ("pink-4", "", 0.936, 968.8, 394.8, -7.3),
        ("white-symbol", "", 0.753, 950.7, 376.0, -33.5),
        ("black-symbol", "", 0.757, 864.1, 252.7, -43.5),
        ("white-2", "", 0.729, 988.5, 375.0, 22.5),
        ("red-3", "", 0.905, 948.6, 513.4, 20.3),
        ("red-1", "", 0.834, 994.4, 400.0, -2.8),
        ("black", "cocked", 0.004, 995.0, 430.4, -4.1),
    ),
    "hard_01_1280x720": (
        ("red-6", "", 0.939, 956.6, 182.3, 2.0),
        ("pink-1", "", 0.931, 1052.0, 322.7, -41.5),
        ("white-2", "", 0.903, 868.7, 292.6, 7.8),
        ("black-5", "", 0.895, 1078.2, 162.8, -43.2),
        ("red-2", "", 0.814, 1032.0, 650.8, 11.6),
        ("black-5", "", 0.857, 999.3, 303.3, -32.9),
        ("white", "covered", 0.002, 1083.7, 311.1, -4.6),
    ),
    "hard_02_1280x720": (
        ("red-5", "", 0.946, 967.8, 404.5, 37.0),
        ("white-symbol", "", 0.836, 994.2, 420.3, 9.4),
        ("red-5", "", 0.957, 809.9, 554.7, 20.0),
        ("white-4", "", 0.923, 1018.6, 396.1, -15.0),
        ("black-5", "", 0.939, 1020.4, 181.4, 8.3),
        ("pink-5", "", 0.862, 826.5, 236.1, -14.6),
        ("black-symbol", "", 0.866, 934.9, 568.9, 15.7),
    ),
    "photos/IMG_20191208_111228": (
        ("red-5", "", 0.887, 370.5, 295.6, -0.1),
        ("blue-4", "", 0.781, 391.5, 142.2, -1.0),
        ("green-4", "", 0.754, 511.5, 249.7, -43.4),
        ("pink-2", "", 0.695, 335.4, 215.9, 20.6),
        ("red-3", "", 0.702, 304.7, 157.5, 10.6),
        ("brown-3", "", 0.448, 136.7, 143.0, 10.2),
        ("white-5", "", 0.5, 263.5, 367.1, 30.9),
        ("white-1", "", 0.388, 117.7, 309.9, 5.3),
        ("red-4", "", 0.758, 512.4, 339.2, -40.9),
        ("brown-5", "", 0.568, 538.4, 160.0, 18.7),
        ("red-2", "", 0.842, 314.5, 340.2, 26.4),
        ("red-1", "", 0.453, 347.7, 161.2, -6.5),
        ("black-1", "", 0.66, 477.7, 168.5, -18.7),
        ("orange-1", "", 0.375, 443.8, 144.6, 16.6),
        ("black-6", "", 0.633, 106.0, 153.0, -4.2),
        ("blue-3", "", 0.67, 108.8, 224.2, 35.1),
        ("black-6", "", 0.697, 548.6, 241.6, -2.9),
        ("green-5", "", 0.753, 334.0, 136.6, -0.4),
        ("black-1", "", 0.354, 398.9, 167.6, 10.4),
        ("white-6", "", 0.397, 486.7, 198.6, 4.2),
        ("black-6", "", 0.634, 184.8, 150.7, 10.3),
        ("white-5", "", 0.373, 249.2, 141.4, 11.1),
    ),
    "photos/IMG_20191208_111411": (
        ("red-2", "", 0.671, 295.2, 126.7, 11.8),
        ("blue-1", "", 0.866, 311.1, 279.5, -32.3),
        ("black-3", "", 0.537, 490.2, 274.8, 4.7),
        ("green-5", "", 0.717, 127.5, 136.0, -12.2),
        ("red-3", "", 0.868, 338.7, 399.9, 29.2),
        ("white-2", "", 0.482, 298.1, 233.8, -27.1),
        ("green-5", "", 0.6, 108.3, 286.5, 8.1),
        ("black-1", "", 0.578, 157.7, 157.7, -11.4),
        ("brown-1", "", 0.397, 284.3, 168.6, 26.4),
        ("white-2", "", 0.421, 550.3, 129.0, 4.7),
        ("green-1", "", 0.756, 410.6, 208.8, 20.9),
        ("black-5", "", 0.506, 482.4, 126.4, 19.9),
        ("white-5", "", 0.412, 356.2, 213.1, -21.1),
        ("red-4", "", 0.722, 394.9, 153.8, -0.9),
        ("pink-2", "", 0.419, 159.8, 124.7, 42.5),
        ("brown-4", "", 0.526, 330.2, 126.4, -9.1),
    ),
    "more/hard_12_1920x1080": (
        ("white-1", "", 0.945, 1515.7, 639.0, -30.4),
        ("white-4", "", 0.899, 1548.1, 479.6, -12.8),
        ("black-5", "", 0.856, 1534.6, 589.9, -13.5),
        ("pink-3", "", 0.82, 1398.4, 463.4, 7.8),
        ("red-symbol", "", 0.356, 1396.0, 495.1, 8.4),
        ("black-4", "", 0.799, 1352.6, 682.7, 10.1),
        ("red", "covered", 0.012, 1525.0, 686.0, -5.3),
        ("red", "cocked", 0.001, 1392.3, 522.0, 9.2),
    ),
}


@pytest.mark.slow
@needs_pictures
@pytest.mark.parametrize("name", list(PICTURES))
def test_what_a_picture_comes_to(name: str) -> None:
    """Of every die which it is, how surely, and where it lies; no others."""
    picture, dice = (
        read_picture(DICE / f"{name}.jpg"),
        DiceSet(tuple(Die(colour, VALUES) for colour in COLOURS)),
    )
    if name.startswith("photos"):
        seen = PlainDice().read(Frame(0, 0.0, grey_of(picture), picture), None)
    else:
        reader = Reader(Pieces(), (SEVEN,), detectors={SEVEN.name: (DiceReader(dice),)})
        seen = reader.read(grey_of(picture), picture).loose

    rows, wanted = (
        sorted(some, key=lambda each: each[3]) for some in (map(as_seen, seen), PICTURES[name])
    )
    assert [each[:2] for each in wanted] == [each[:2] for each in rows]
    for n, off in ((2, SHARE), (3, PX), (4, PX), (5, DEGREES)):
        assert [each[n] for each in wanted] == pytest.approx([each[n] for each in rows], abs=off)


def as_seen(die: Sighting) -> Seen:
    x, y = np.mean(die.corners, axis=0)
    why = die.hindered.value if die.hindered else ""
    return die.face.code, why, die.score, float(x), float(y), die.turn
