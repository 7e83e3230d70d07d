"""Dice on a mat are found, read and told by their colours; what stands still costs nothing."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from companion.games.yatzy.mat import MAT
from companion.mat import A4_MM, Mat, Zone, ZoneKind
from companion.pieces import DiceSet, Die
from tests.vision.boards import CELLS
from vision.dice.colours import is_bare
from vision.dice.dice_reader import DiceReader, _Search, without_sides
from vision.dice.die_faces import read
from vision.dice.die_places import SearchedPart, of_one_size
from vision.dice.found import found_dice
from vision.dice.found_die import FoundDie
from vision.dice.plain import PlainDice
from vision.dice.sightings import in_play, readable
from vision.dice.standing import upright
from vision.dice.white import white_of
from vision.dice.window import Window
from vision.frame import Colour, Frame
from vision.painting.dice import top_corners
from vision.painting.layout import Layout, PaintedDie, PaintedHand
from vision.painting.scene import paint
from vision.painting.view import View, pose
from vision.pictures import grey_of
from vision.reading import Corners, Hindrance, Sighting

FACES = ("1", "2", "3", "4", "5", "6", "symbol")
SEVEN = DiceSet(
    tuple(
        Die(colour, FACES) for colour in ("black", "black", "red", "red", "white", "white", "pink")
    )
)
ROLLED = (
    PaintedDie((420, 80), "1", "black", 10),
    PaintedDie((470, 90), "2", "red", 33),
    PaintedDie((520, 80), "3", "white", 60),
    PaintedDie((555, 150), "4", "pink", 85),
    PaintedDie((430, 180), "5", "black", 50),
    PaintedDie((490, 200), "6", "red", 5),
    PaintedDie((450, 335), "symbol", "white", 70),
)
VIEW = View(CELLS, (1920, 1080), tilt=(3, 8))


A4 = Mat(
    "a4",
    (12, 13, 14, 15),
    (Zone("tray", ZoneKind.TRAY, 36, 10, 206, 200), Zone("kept", ZoneKind.KEPT, 214, 10, 261, 200)),
    A4_MM,
)
WHITE = DiceSet((Die("white"),) * 5, (10.0, 20.0))


def frame(
    *dice: PaintedDie, at: float = 0.0, hands: tuple[PaintedHand, ...] = (), view: View = VIEW
) -> Frame:
    """A look at a mat with dice on it."""
    colour = paint(Layout(dice=dice, hands=hands), view, np.random.default_rng(1))
    return Frame(0, at, grey_of(colour), colour)


def colours(seen: tuple[Sighting, ...]) -> Counter[tuple[str, str | None]]:
    """Colour and zone of each die."""
    return Counter((die.piece.name, die.zone) for die in seen)


WANTED = Counter((die.colour, "kept" if die.at[1] > 298 else "tray") for die in ROLLED)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_roll_is_found(size: tuple[int, int]) -> None:
    """Seven dice, each with its colour and where it stands; what is not read surely has no value."""
    view = replace(VIEW, size=size)

    seen = DiceReader(SEVEN).read(frame(*ROLLED, view=view), pose(view))

    assert WANTED == colours(seen)
    assert all((die.hindered is None) == bool(die.face.side) for die in seen)
    for die in ROLLED:
        middle = top_corners(die, view).mean(axis=0)
        off = [np.linalg.norm(np.mean(one.corners, axis=0) - middle) for one in seen]
        near = seen[int(np.argmin(off))].centre
        assert near is not None
        assert np.hypot(*np.subtract(near, die.at)) < 6


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_roll_is_found_in_the_dark(size: tuple[int, int]) -> None:
    """A seventh of the light is enough."""
    view = replace(VIEW, size=size)
    dark = np.asarray(frame(*ROLLED, view=view).bgr() * np.float32(0.15), np.uint8)

    seen = DiceReader(SEVEN).read(Frame(0, 0.0, grey_of(dark), dark), pose(view))

    assert WANTED == colours(seen)
    assert {die.value for die in ROLLED} == {die.face.side for die in seen}


@pytest.mark.parametrize("seed", [19, 21, 37, 118])
def test_a_die_that_is_seen_from_straight_above_is_one(seed: int) -> None:
    """It shows neither sides nor much of a shadow, as if it were printed."""
    chance, view = np.random.default_rng(seed), View(MAT, (1280, 720))
    at = float(chance.uniform(110, 170)), float(chance.uniform(130, 190))
    thrown = PaintedDie(at, str(chance.integers(1, 7)), turn=float(chance.uniform(0, 90)))
    picture = paint(Layout(dice=(thrown,)), view, chance)

    (die,) = DiceReader(WHITE).read(Frame(0, 0.0, grey_of(picture), picture), pose(view))

    assert thrown.value == die.face.side


def test_an_empty_mat_has_no_dice() -> None:
    """Zones, markers and cloth are none; nor is there any without a mat."""
    assert () == DiceReader(SEVEN).read(frame(), pose(VIEW))
    assert () == DiceReader(SEVEN).read(frame(*ROLLED), None)


@pytest.mark.parametrize("turn", [20, 110, 200])
@pytest.mark.parametrize("value", ["4", "5"])
def test_a_leaning_die_is_named_not_guessed(value: str, turn: float) -> None:
    """A die that leans far over, to whichever side, has no value: pips of its side look as if they were its top's."""
    leaning = PaintedDie((480, 150), value, "red", turn, lean=24)

    (seen,) = DiceReader(SEVEN).read(frame(leaning), pose(VIEW))

    assert ("", Hindrance.COCKED) == (seen.face.side, seen.hindered)


@pytest.mark.parametrize(("turn", "lean"), [(20, 0), (20, 20), (50, 30)])
def test_a_die_that_was_found_too_low_is_read_at_its_top(turn: float, lean: float) -> None:
    """Where top and sides seemed the top together; a die that leans has none of the values that then seem to show."""
    thrown, at = PaintedDie((480, 150), "4", "red", turn, lean=lean), pose(VIEW)
    corners = top_corners(thrown, VIEW)
    top, edge = corners.mean(axis=0), math.dist(corners[0], corners[1])
    up = complex(upright(top[None], at)[0])
    x, y = top - 0.5 * edge * np.array([up.real, up.imag]) / abs(up)
    low = FoundDie((float(x), float(y)), edge, 0.0, 0.5, np.zeros(7))
    picture = frame(thrown).bgr()

    (die,) = read([low], picture, white_of(picture, at), lambda px: upright(px, at))

    assert math.dist(top, die.centre) < 0.1 * edge
    assert readable(die) == (not lean)
    assert "4" == FACES[int(die.values.argmax())]


BETWEEN: Final = (
    ("pink", (489, 150)),
    ("pink", (489, 154)),
    ("red", (464, 128)),
    ("red", (480, 128)),
    ("black", (495, 142)),
    ("white", (480, 128)),
)
"""Dice of which a strip is seen beside a finger, and where the hand's fingertips are, mm."""


@pytest.mark.parametrize(("colour", "reach"), BETWEEN)
def test_a_half_covered_die_is_named_not_left_out(colour: str, reach: tuple[float, float]) -> None:
    """Between two fingers or beside one: it has no value, and a reason, which is not that it leans."""
    die, hand = PaintedDie((480, 150), "4", colour, 20), PaintedHand(reach, (534, 700))

    (seen,) = DiceReader(SEVEN).read(frame(die, hands=(hand,)), pose(VIEW))

    assert ("", Hindrance.COVERED) == (seen.face.side, seen.hindered)


@pytest.mark.parametrize(
    ("colour", "reach"), [("black", (471, 142)), ("red", (480, 136)), ("red", (480, 142))]
)
def test_a_pip_beside_a_finger_is_no_one(colour: str, reach: tuple[float, float]) -> None:
    """Of a four one pip is seen whole: what it shows is not told."""
    die, hand = PaintedDie((480, 150), "4", colour, 20), PaintedHand(reach, (534, 700))

    seen = DiceReader(SEVEN).read(frame(die, hands=(hand,)), pose(VIEW))

    assert not any(one.face.side for one in seen)


@pytest.mark.parametrize(("at", "found"), [((480, 150), 1), ((180, 200), 0)])
def test_what_no_die_of_the_set_shows_is_none_where_dice_hardly_lie(
    at: tuple[float, float], found: int
) -> None:
    """A symbol, where the dice have pips alone: in the tray a die that is not read, elsewhere none."""
    pipped = DiceSet((Die("white"), Die("white")))

    seen = DiceReader(pipped).read(frame(PaintedDie(at, "symbol", "white", 20)), pose(VIEW))

    assert found == len(seen)
    assert not any(die.face.side for die in seen)


def test_a_still_table_is_not_searched() -> None:
    """Where nothing changed not even the colours are asked for; where a die was moved, it is read anew."""
    reader, first = DiceReader(SEVEN), frame(*ROLLED)
    told = reader.follow(first, pose(VIEW))

    def never() -> Colour:
        raise AssertionError("the colours of a still table")

    still = replace(first, at=0.1, colour=None, whole=never)
    assert told is reader.follow(still, pose(VIEW))

    moved = (replace(ROLLED[0], at=(440, 250), value="6"), *ROLLED[1:])
    after = reader.follow(frame(*moved, at=0.3), pose(VIEW))
    assert WANTED == colours(after)
    places = [one.centre for one in after if one.centre is not None]
    assert 1 == sum(np.hypot(x - 440, y - 250) < 6 for x, y in places)
    assert 0 == sum(np.hypot(x - 420, y - 80) < 6 for x, y in places)


def test_a_die_that_is_not_read_stays_while_others_move() -> None:
    """It leans, and nothing has changed about it: it is told at every look, and in a picture that the mat has left none is."""
    reader, leaning = DiceReader(SEVEN), PaintedDie((480, 150), "4", "red", 20, lean=24)
    first = frame(leaning, ROLLED[4])
    moved = frame(leaning, replace(ROLLED[4], at=(540, 260)), at=0.1)
    (before,) = (die for die in reader.follow(first, pose(VIEW)) if die.hindered)

    (after,) = (die for die in reader.follow(moved, pose(VIEW)) if die.hindered)

    assert before.corners == after.corners
    away = np.array([[1, 0, 9000], [0, 1, 0], [0, 0, 1]])
    gone = replace(pose(VIEW), homography=away @ pose(VIEW).homography)
    assert () == reader.follow(replace(moved, at=0.2), gone) == reader.read(moved, gone)
    assert 2 == len(reader.follow(replace(moved, at=0.3), pose(VIEW)))


def test_a_single_picture_is_read_whatever_was_seen_before() -> None:
    """A die that came where dice hardly lie waits for a second while a source is followed, but not in a picture of its own."""
    reader, tray = DiceReader(SEVEN), PaintedDie((480, 150), "3", "red", 20)
    come = frame(tray, PaintedDie((180, 200), "5", "white", 35), at=0.1)
    reader.follow(frame(tray), pose(VIEW))

    assert Counter({("red", "tray"): 1}) == colours(reader.follow(come, pose(VIEW)))
    assert Counter({("red", "tray"): 1, ("white", "display"): 1}) == colours(
        reader.read(come, pose(VIEW))
    )


@pytest.mark.parametrize(
    ("dice", "later"),
    [(("red", "white"), {"red", "white"}), (("red",), {"red"})],
    ids=["one missing", "all read in the tray"],
)
def test_beside_the_zones_dice_are_looked_for_while_some_of_the_set_are_missing(
    dice: tuple[str, ...], later: set[str]
) -> None:
    """A second after the first look, which is one at the zones; and a die that was seen there is followed until it has left."""
    reader, tray = (
        DiceReader(DiceSet(tuple(map(Die, dice)))),
        PaintedDie((480, 150), "3", "red", 20),
    )
    both = frame(tray, PaintedDie((180, 200), "5", "white", 35))

    def seen(look: Frame, at: float) -> set[str]:
        return {die.piece.name for die in reader.follow(replace(look, at=at), pose(VIEW))}

    assert {"red"} == seen(both, 0.0) == seen(both, 0.9)
    assert later == seen(both, 1.0)
    assert {"red"} == seen(frame(tray), 2.1)


@pytest.mark.parametrize(("enough", "read"), [(1, 1), (2, 2)])
def test_what_is_seen_faintly_is_read_where_dice_are_missing(enough: int, read: int) -> None:
    """Cloth is full of it."""
    picture, at = frame(*ROLLED[:2]).bgr(), pose(VIEW)
    tops = [top_corners(die, VIEW) for die in ROLLED[:2]]
    places = [
        FoundDie((float(x), float(y)), math.dist(top[0], top[1]), 0.0, there, np.zeros(7))
        for top, there in zip(tops, (0.6, 0.3), strict=True)
        for x, y in [top.mean(axis=0)]
    ]

    found = found_dice(
        [],
        picture,
        white_of(picture, at),
        may_be=lambda seen: places,
        upright=lambda px: upright(px, at),
        enough=lambda dice: len(dice) >= enough,
    )

    assert read == len(found)


def test_a_die_that_rests_is_not_read_again() -> None:
    """While another one comes, and the camera's noise goes on, where it was seen stays to the last digit; one that is moved is seen anew."""
    reader, noise = DiceReader(SEVEN), np.random.default_rng(2)
    (before,) = reader.follow(frame(ROLLED[0]), pose(VIEW))

    def next_look(*dice: PaintedDie, at: float) -> dict[str, Corners]:
        look = frame(*dice, at=at)
        rough = look.bgr().astype(int) + noise.integers(-2, 3, look.bgr().shape)
        colour = rough.clip(0, 255).astype(np.uint8)
        look = replace(look, colour=colour, grey=grey_of(colour))
        return {die.piece.name: die.corners for die in reader.follow(look, pose(VIEW))}

    come = next_look(ROLLED[0], ROLLED[2], at=0.3)
    gone = next_look(replace(ROLLED[0], turn=40), ROLLED[2], at=0.6)

    assert before.corners == come["black"]
    assert before.corners != gone["black"]


def test_a_die_that_rests_keeps_its_colour() -> None:
    """Alone a white die may be a pale pink one: once told beside a pink one it stays white while it lies there, and moved it is not guessed."""
    two = DiceSet((Die("white", FACES), Die("pink", FACES)))
    looks = {"white": ((-0.12, 0.02, -0.08),), "pink": ((-0.22, 0.23, 0.04),)}
    (white, pink), reader = ROLLED[2:4], DiceReader(two, looks)

    def codes(*dice: PaintedDie, at: float) -> set[str]:
        seen = reader.follow(frame(*dice, at=at), pose(VIEW))
        return {die.face.code for die in seen}

    assert {"white-3", "pink-4"} == codes(white, pink, at=0.0)
    assert {"white-3"} == codes(white, at=0.3)
    assert {"white"} == codes(replace(white, turn=10), at=0.6)


def test_dice_that_move_are_searched_seldom_and_at_once_where_they_rest() -> None:
    """Every quarter of a second while they roll: what they show counts when they lie still, and then no look is lost."""
    reader, rolling = DiceReader(SEVEN), PaintedDie((440, 100), "5", "black", 10)
    where = []
    for n in range(7):
        at = 440.0, 100.0 + 12 * min(n, 5)
        look = frame(replace(rolling, at=at), at=n / 10)
        (die,) = reader.follow(look, pose(VIEW))
        assert die.centre is not None
        where.append(round((die.centre[1] - 100) / 12))

    assert [0, 0, 0, 3, 3, 3, 5] == where


def test_a_die_beside_the_zones_is_found_while_others_move() -> None:
    """A second after it came and a quarter of one more: no look that is left out counts as one at all of the mat."""
    reader, rolling = DiceReader(SEVEN), PaintedDie((440, 100), "5", "black", 10)
    reader.follow(frame(rolling), pose(VIEW))
    for n in range(1, 13):
        at = 440.0, 100.0 + 12 * (n % 5)
        beside = PaintedDie((200, 200), "6", "white", 20)
        look = frame(replace(rolling, at=at), beside, at=n / 10)
        seen = reader.follow(look, pose(VIEW))

    assert "white-6" in {die.face.code for die in seen}


def test_the_side_of_a_die_is_no_other_die() -> None:
    """What is not read and reaches into the open top face of one that is read; one that leans on it lies further away."""

    def die(x: float, leans: float = 0.0) -> FoundDie:
        return FoundDie((x, 100), 27.0, 0.0, 0.6, np.eye(7)[0], leans)

    top, side, beside = die(100), die(83, leans=0.9), die(124, leans=0.9)

    assert (top, beside) == without_sides((top, side, beside))
    assert (side, beside) == without_sides((side, beside))


@pytest.mark.parametrize(
    ("x", "known", "again", "stays"),
    [
        (-0.5, False, False, True),
        (0.5, False, False, False),
        (0.5, False, True, True),
        (0.5, True, True, False),
        (-0.5, True, False, False),
        (30.0, False, True, False),
    ],
)
def test_a_die_on_the_edge_of_what_is_searched_anew_stays(
    x: float, known: bool, again: bool, stays: bool
) -> None:
    """A px inside it and, looked at again, a px outside: a die that was known there is no other one; what is seen outside besides is none of this search."""
    window, picture = Window.of(pose(VIEW), 16.0), frame().bgr()
    assert window is not None
    middle = pose(VIEW).to_px(np.array([[460.0, 150.0]]))[0]
    right = int((middle[0] - window.part[0]) * window.scale)
    edge = float(window.px(np.array([[right, 0.0]]))[0, 0])
    size = 16.0 * pose(VIEW).px_per_mm
    lay, lies = (
        FoundDie((edge + off, float(middle[1])), size, 0.0, 0.9, np.eye(7)[0]) for off in (-1, x)
    )
    box = 0, 0, right, window.size[1]

    search = _Search(
        picture, white_of(picture, window.pose), window, box, in_play(SEVEN, {}), (lay,) * known, (lay,) * again
    )  # fmt: skip

    assert stays == (search._may_be([lies]) == [lies])


def test_a_trembling_pose_is_the_same_table() -> None:
    """A mat that is found a pixel larger or smaller than before fails no look, and moves no die."""
    reader, look = DiceReader(SEVEN), frame(*ROLLED)
    told = reader.follow(look, pose(VIEW))
    for n, share in enumerate(np.linspace(-0.0007, 0.0007, 9), 1):
        sized = np.diag([1 + share, 1 + share, 1]) @ pose(VIEW).homography
        trembling = replace(pose(VIEW), homography=sized)
        assert told == reader.follow(replace(look, at=n / 10), trembling)


def test_pips_that_seem_dice_are_one_die_of_the_usual_size() -> None:
    """Between them; what is as large as the others stays as it is, and where no size is known everything does."""

    def place(x: float, y: float, edge: float) -> FoundDie:
        return FoundDie((x, y), edge, 0.0, 0.4, np.zeros(7))

    near = place(100, 100, 29), place(200, 200, 17), place(210, 216, 19)
    far = place(100, 900, 19), place(300, 900, 12)

    def edge(die: FoundDie) -> float:
        return 19.0 if die.centre[1] > 500 else 29.0

    assert [((100, 100), 29), ((205, 208), 29)] == [
        (die.centre, die.edge) for die in of_one_size(near, edge)
    ]
    assert [19, 19] == [die.edge for die in of_one_size(far, edge)]
    assert [29, 17, 19] == [die.edge for die in of_one_size(near, lambda die: 0.0)]


def test_what_is_known_by_a_single_pip_is_not_read() -> None:
    """It may be any pip of the face: around it there surely seems a one; between two of them is a middle."""
    values = np.eye(7)[0]
    lone = FoundDie((200, 200), 17, 0.0, 0.4, values)
    beside = FoundDie((210, 216), 19, 0.0, 0.4, values)

    (one,) = of_one_size((lone,), lambda die: 29.0)
    (two,) = of_one_size((lone, beside), lambda die: 29.0)

    assert readable(lone)
    assert not readable(one)
    assert readable(two)


def test_a_cloth_full_of_places_is_looked_at_again_at_once() -> None:
    """A few places are each looked at again, many in one part that holds them all."""
    at = np.stack(np.meshgrid(np.arange(405, 575, 18), np.arange(60, 285, 18)), axis=-1)
    places = [
        FoundDie((x, y), 20.0, 0.0, 0.4, np.zeros(7))
        for x, y in pose(VIEW).to_px(at.reshape(-1, 2).astype(float)).tolist()
    ]

    def scale(part: SearchedPart) -> float:
        return float(part.small.shape[1]) / (part.part[2] - part.part[0])

    window, picture = Window.of(pose(VIEW)), frame().bgr()
    assert window is not None

    few = window.closer(picture, places[:2])
    (whole,) = window.closer(picture, places)

    assert 2 == len(few)
    left, top, right, bottom = whole.part
    assert all(left < x < right and top < y < bottom for die in places for x, y in [die.centre])
    assert scale(whole) == pytest.approx(scale(few[0]), rel=0.02)


@pytest.mark.slow
def test_a_die_that_is_hardly_found_is_read() -> None:
    """Four dice fall beside a kept one on a mat of A4; of the lower six the finder is a quarter sure, but it plainly lies level and shows its value."""
    six = PaintedDie((154.7, 115.2), "6", "white", 86.4)
    kept = PaintedDie((237.5, 30.0), "6", "white", 2.6)
    fallen = (
        PaintedDie((73.6, 47.8), "1", "white", 50.2),
        PaintedDie((104.6, 112.6), "3", "white", 24.4),
        PaintedDie((186.3, 166.6), "6", "white", 78.7),
        six,
    )
    reader, view = DiceReader(WHITE), View(A4, titles=("Tray", "Kept dice"))
    reader.follow(frame(kept, view=view), pose(view))
    read = reader.follow(frame(kept, *fallen, at=0.3, view=view), pose(view))

    assert ["white-1", "white-3", "white-6", "white-6", "white-6"] == sorted(
        die.code for die in read
    )


def test_a_printed_word_is_no_die() -> None:
    """A letter is as large as a pip, also beside a die; a die of which one pip is seen lies on the ground, whatever its colour."""
    view = View(A4, titles=("Tray", "Kept dice"))
    beside = PaintedDie((108, 118), "1", "white", 34)
    fallen = (
        PaintedDie((186, 155), "3", "white", 39),
        PaintedDie((151, 63), "3", "white", 39),
        PaintedDie((86, 73), "3", "white", 1),
        PaintedDie((132, 46), "6", "white", 56),
    )
    black = PaintedDie((60, 40), "1", "black", 20)
    look = frame(beside, *fallen, black, view=view)
    read = DiceReader(WHITE).read(frame(beside, *fallen, view=view), pose(view))

    assert ["white-1", "white-3", "white-3", "white-3", "white-6"] == sorted(
        die.code for die in read
    )
    x, y = top_corners(black, view).mean(axis=0)
    one = FoundDie((x, y), 42.0, 20.0, 0.4, np.eye(7)[0], guessed=True)
    assert not is_bare(look.bgr(), one)


@pytest.mark.slow
@pytest.mark.parametrize(("angle", "least"), [(40.0, 5), (60.0, 3)], ids=str)
def test_a_phone_may_be_held_aslant(angle: float, least: int) -> None:
    """Without a mat, turned by a quarter as well. What is not read from so far to the side is to be photographed from above."""
    dice = (
        PaintedDie((200, 150), "1", "red", 10),
        PaintedDie((260, 170), "2", "white", 33),
        PaintedDie((320, 140), "3", "white", 60),
        PaintedDie((230, 230), "5", "black", 85),
        PaintedDie((300, 240), "6", "red", 50),
    )
    view = View(CELLS, (1280, 720), tilt=(0.0, angle), fill=1.2, bare=True)
    picture = frame(*dice, view=view).bgr()
    turned = np.ascontiguousarray(np.rot90(picture))

    for seen_so in (picture, turned):
        seen = PlainDice().read(Frame(0, 0.0, grey_of(seen_so), seen_so), None)
        told = Counter(die.face.side for die in seen if die.hindered is None)
        assert told <= Counter("12356")
        assert told.total() >= least
        assert Hindrance.UNSURE not in {die.hindered for die in seen}
