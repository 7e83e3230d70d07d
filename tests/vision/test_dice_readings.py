"""What the networks and all that lies between them come to, to the second decimal: a slip anywhere in it moves some of these readings."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
import pytest

from benchmarks.dice import COLOURS, SEVEN
from companion.pieces import DiceSet, Die, Pieces
from tests.places import DICE
from tests.vision.test_dice_reader import VIEW, frame
from vision.dice.dice_reader import DiceReader
from vision.dice.die_faces import read
from vision.dice.found_die import VALUES, FoundDie
from vision.dice.plain import PlainDice
from vision.dice.standing import upright
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
    ]  # fmt: skip
    places.append(FoundDie((300.0, 200.0), 12.0, 0.0, 0.3, np.zeros(7)))
    at = np.array([place.centre for place in places])
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
        for die in read(places, picture, way)
    ]


READ: Final[dict[tuple[float, bool], tuple[Told, ...]]] = {
    (1.2, True): (
        (0, 11.1, 0.891, 0.034, 0.01, "1", 0.998),
        (1, 32.4, 0.894, 0.064, 0.001, "2", 0.999),
        (2, -32.1, 0.894, 0.463, 0.0, "3", 1.0),
        (3, -7.0, 0.894, 0.687, 0.0, "4", 1.0),
        (4, -42.1, 0.894, 0.958, 0.0, "1", 0.143),
        (5, 0.7, 0.893, 0.996, 0.005, "1", 0.143),
        (6, -19.6, 0.891, 0.103, 0.0, "symbol", 0.842),
        (7, 21.4, 0.892, 0.947, 0.002, "1", 0.143),
        (8, -40.4, 0.894, 0.875, 0.002, "1", 0.143),
        (9, -36.9, 0.894, 0.409, 0.0, "6", 1.0),
        (10, 23.4, 0.872, 0.448, 0.018, "6", 1.0),
        (11, -3.4, 0.894, 0.059, 0.0, "symbol", 0.919),
        (12, 3.0, 0.548, 0.768, 1.0, "1", 0.143),
    ),
    (1.2, False): (
        (0, 11.2, 0.859, 0.15, 0.001, "1", 1.0),
        (1, 32.3, 0.886, 0.2, 0.002, "2", 1.0),
        (2, -32.2, 0.891, 0.097, 0.002, "3", 1.0),
        (3, -7.3, 0.893, 0.139, 0.001, "4", 1.0),
        (4, -40.4, 0.893, 0.116, 0.001, "5", 1.0),
        (5, 1.3, 0.862, 0.164, 0.002, "6", 1.0),
        (6, -19.8, 0.894, 0.07, 0.0, "1", 0.998),
        (7, 21.5, 0.868, 0.077, 0.0, "6", 1.0),
        (8, -40.1, 0.894, 0.096, 0.002, "4", 1.0),
        (9, -36.2, 0.887, 0.094, 0.0, "6", 1.0),
        (10, 23.8, 0.892, 0.061, 0.0, "6", 1.0),
        (11, -2.6, 0.893, 0.052, 0.0, "1", 0.992),
    ),
    (2.0, True): (
        (0, 11.4, 0.702, 0.061, 0.042, "1", 0.998),
        (1, 32.2, 0.892, 0.259, 0.015, "2", 1.0),
        (2, -31.4, 0.879, 0.119, 0.007, "3", 1.0),
        (3, -7.4, 0.893, 0.728, 0.001, "4", 1.0),
        (4, 19.7, 0.892, 0.316, 0.001, "5", 0.694),
        (5, 2.5, 0.886, 0.978, 0.051, "1", 0.143),
        (6, -20.0, 0.884, 0.042, 0.005, "1", 1.0),
        (7, 23.2, 0.721, 0.335, 0.013, "6", 0.833),
        (8, -37.9, 0.894, 0.825, 0.001, "1", 0.143),
        (9, -39.5, 0.892, 0.05, 0.006, "6", 1.0),
        (10, 19.7, 0.815, 0.428, 0.047, "6", 0.999),
        (11, -4.7, 0.891, 0.078, 0.007, "1", 0.999),
        (12, 3.8, 0.548, 0.762, 1.0, "1", 0.143),
    ),
    (2.0, False): (
        (1, 32.2, 0.883, 0.212, 0.014, "2", 1.0),
        (2, -31.8, 0.873, 0.112, 0.004, "3", 0.999),
        (3, -8.3, 0.885, 0.113, 0.012, "4", 1.0),
        (4, 32.8, 0.779, 0.123, 0.199, "5", 1.0),
        (6, -20.1, 0.892, 0.1, 0.0, "1", 1.0),
        (7, 23.0, 0.638, 0.093, 0.015, "6", 0.995),
        (8, -37.4, 0.893, 0.095, 0.003, "4", 1.0),
        (9, -39.4, 0.891, 0.093, 0.008, "6", 1.0),
        (10, 20.1, 0.78, 0.128, 0.01, "6", 1.0),
        (11, -2.9, 0.889, 0.059, 0.0, "1", 0.999),
    ),
}
"""By the blur of the lens, px, and whether it is known which way is up."""


@pytest.mark.parametrize(("blur", "on_mat"), list(READ))
def test_what_a_look_at_a_place_comes_to(blur: float, on_mat: bool) -> None:
    """Of every place which turn it has, how likely it is a die, leans, is covered, and what it shows: sharp and blurred, on a mat and anywhere."""
    seen, wanted = told(blur, on_mat), READ[blur, on_mat]

    assert [(each[0], each[5]) for each in wanted] == [
        (each[0], each[5]) for each in seen
    ]
    assert [each[1] for each in wanted] == pytest.approx(
        [each[1] for each in seen], abs=DEGREES
    )
    for n in (2, 3, 4, 6):
        assert [each[n] for each in wanted] == pytest.approx(
            [each[n] for each in seen], abs=SHARE
        )


Seen: TypeAlias = tuple[str, str, float, float, float, float]
"""The face, what hinders it, its score, its middle, px, and its turn on the mat, or in the picture where there is none."""
PICTURES: Final[dict[str, tuple[Seen, ...]]] = {
    "hard_00_1280x720": (
        ("pink-4", "", 0.824, 969.3, 394.4, -5.8),
        ("white-symbol", "", 0.187, 951.5, 376.3, -32.7),
        ("black-symbol", "", 0.285, 864.9, 251.9, -43.4),
        ("white-2", "", 0.715, 988.7, 374.3, 21.4),
        ("red-3", "", 0.803, 948.3, 511.5, 19.9),
        ("red-1", "", 0.444, 994.7, 399.1, -3.3),
    ),
    "hard_01_1280x720": (
        ("red-6", "", 0.646, 955.3, 184.3, 1.9),
        ("pink-1", "", 0.672, 1049.0, 324.9, -41.7),
        ("white-2", "", 0.834, 868.9, 293.5, 7.6),
        ("red-2", "", 0.393, 1029.7, 651.8, 13.8),
        ("black-5", "", 0.348, 1074.6, 166.6, -45.9),
        ("black-5", "", 0.557, 997.7, 304.5, -39.6),
    ),
    "hard_02_1280x720": (
        ("pink", "unsure", 0.429, 967.9, 404.2, 36.3),
        ("white-symbol", "", 0.78, 995.2, 419.8, 9.6),
        ("red-5", "", 0.862, 809.9, 554.3, 19.6),
        ("white-4", "", 0.769, 1019.5, 396.6, -14.5),
        ("black-5", "", 0.847, 1022.1, 181.1, 8.1),
        ("pink-5", "", 0.604, 827.1, 236.5, -13.6),
        ("black-symbol", "", 0.536, 936.4, 567.3, 16.5),
    ),
    "photos/IMG_20191208_111228": (
        ("red-5", "", 0.733, 371.1, 296.2, -0.1),
        ("black-4", "", 0.619, 390.8, 146.6, 0.9),
        ("green-4", "", 0.797, 510.1, 250.7, -43.4),
        ("pink-2", "", 0.232, 335.1, 217.8, 20.6),
        ("red-3", "", 0.719, 305.5, 163.2, 11.2),
        ("brown-3", "", 0.706, 139.4, 145.9, 9.2),
        ("yellow-5", "", 0.717, 263.3, 366.3, 30.9),
        ("white-1", "", 0.446, 120.0, 310.7, 5.9),
        ("red-4", "", 0.616, 511.0, 338.0, -40.9),
        ("black-5", "", 0.369, 537.5, 161.6, 18.7),
        ("red-2", "", 0.7, 316.4, 341.9, 26.4),
        ("pink-1", "", 0.352, 347.6, 162.3, -6.5),
        ("black-1", "", 0.277, 474.8, 168.9, -18.7),
        ("brown-1", "", 0.579, 445.0, 145.2, 15.2),
        ("black-6", "", 0.487, 107.3, 153.8, -4.2),
        ("black-6", "", 0.459, 549.2, 240.9, -2.9),
        ("green-5", "", 0.545, 332.8, 140.0, -0.4),
        ("black-1", "", 0.415, 399.6, 169.9, 10.4),
        ("blue-3", "", 0.599, 109.2, 224.1, 35.1),
        ("white-6", "", 0.373, 484.3, 200.2, 4.2),
        ("black-6", "", 0.49, 187.1, 153.0, 10.3),
        ("yellow-5", "", 0.532, 249.5, 143.6, 10.8),
    ),
    "photos/IMG_20191208_111411": (
        ("red-2", "", 0.799, 294.5, 131.9, 15.8),
        ("blue-1", "", 0.778, 310.9, 281.1, -32.3),
        ("black-3", "", 0.421, 487.9, 275.7, 4.7),
        ("green-5", "", 0.802, 126.8, 135.7, -12.2),
        ("pink-3", "", 0.401, 339.6, 401.2, 29.2),
        ("yellow-2", "", 0.724, 298.8, 236.4, -27.1),
        ("green-5", "", 0.734, 109.4, 286.6, 9.5),
        ("black-1", "", 0.689, 158.2, 159.3, -11.2),
        ("black-1", "", 0.356, 285.8, 171.2, 26.4),
        ("white-2", "", 0.393, 549.8, 132.1, 4.7),
        ("grey-1", "", 0.243, 408.3, 211.5, 20.9),
        ("yellow-5", "", 0.673, 357.1, 214.4, -21.1),
        ("red-4", "", 0.609, 395.8, 156.3, -0.9),
        ("black-2", "", 0.236, 160.8, 127.8, 32.6),
        ("black-5", "", 0.281, 483.0, 127.6, 17.7),
        ("brown-4", "", 0.501, 328.5, 129.9, -9.1),
    ),
}


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

    rows, wanted = (sorted(some, key=lambda each: each[3]) for some in (map(as_seen, seen), PICTURES[name]))  # fmt: skip
    assert [each[:2] for each in wanted] == [each[:2] for each in rows]
    for n, off in ((2, SHARE), (3, PX), (4, PX), (5, DEGREES)):
        assert [each[n] for each in wanted] == pytest.approx(
            [each[n] for each in rows], abs=off
        )


def as_seen(die: Sighting) -> Seen:
    x, y = np.mean(die.corners, axis=0)
    why = die.hindered.value if die.hindered else ""
    return die.face.code, why, die.score, float(x), float(y), die.turn
