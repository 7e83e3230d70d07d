"""A zone under a hand is covered, whatever the hand is and whatever it lies on; nothing else covers a zone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.dumm_gelaufen.mat import MAT
from companion.kit.painted import Thing
from companion.mat import Point
from companion.pieces import Face, Piece, PieceKind
from tests.games.dumm_gelaufen.tabletop import (
    ACTIONS,
    BOTTOM,
    CLAIM,
    DRAW,
    LEFTWARDS,
    MAC,
    RIGHT,
    SMALL,
    TABLE,
    card,
    reading,
)
from vision.frame import Colour, Frame
from vision.painting.ground import CLOTH
from vision.painting.layout import Layout, PaintedDie, PaintedHand
from vision.painting.scene import paint
from vision.painting.view import Cloth, Light, View, pose
from vision.pictures import grey_of
from vision.printing.marks import Ink
from vision.reading import Sighting, corners_of
from vision.settling.occlusion import OcclusionTracker
from vision.settling.rectified import PX_MM, Rectifier, grown, px_of, rectified_mat
from vision.settling.state import Occlusion
from vision.settling.surface import surface_of

SHAPE = rectified_mat(MAT).shape
SKINS: dict[str, Ink] = {
    "pale": (240, 196, 168),
    "tanned": (190, 136, 100),
    "dark": (100, 66, 48),
    "glove": (30, 30, 34),
    "blue glove": (60, 110, 190),
}
SLEEVES: dict[str, Ink] = {"grey": (60, 66, 72), "white": (238, 236, 230), "black": (20, 20, 24)}
DIE = Face(Piece(PieceKind.DIE, "white"), "3")
MATS: tuple[Cloth, ...] = ("paper", "slate", "green")


def on_every_mat(inks: dict[str, Ink]) -> list[Any]:
    """Each colour on each mat; the quick tests have every colour once, and every mat."""
    return [
        pytest.param(
            ink,
            mat,
            id=f"{name}-{mat}",
            marks=() if number % len(MATS) == place else pytest.mark.prove,
        )
        for number, (name, ink) in enumerate(inks.items())
        for place, mat in enumerate(MATS)
    ]


class Watch:
    """A lookout that is shown layouts, ten a second."""

    def __init__(self, view: View = SMALL, *, grey: bool = False) -> None:
        self.view, self.grey = view, grey
        self.lookout = OcclusionTracker(MAT)
        self.number = 0
        self.loose: list[Sighting] = []

    def show(self, layout: Layout, seconds: float = 0.1) -> Occlusion:
        for _ in range(round(seconds * 10)):
            colour = paint(layout, self.view, np.random.default_rng(self.number))
            cover = self.picture(colour, layout)
        return cover

    def picture(self, colour: Colour, layout: Layout) -> Occlusion:
        shown = None if self.grey else colour
        frame = Frame(self.number, self.number / 10, grey_of(colour), shown)
        self.number += 1
        read = replace(reading(layout, self.view), loose=tuple(self.loose))
        return self.lookout.look(frame, read)


def reaching(to: Point, source: Point = BOTTOM, **kind: Any) -> Layout:
    hand = PaintedHand(to, source)
    return replace(TABLE, hands=(replace(hand, **kind),))


@pytest.mark.parametrize(("skin", "mat"), on_every_mat(SKINS))
def test_any_hand_on_any_mat_covers_its_zone_and_no_other(skin: Ink, mat: Cloth) -> None:
    watch = Watch(View(MAT, size=(640, 360), cloth=mat))
    assert watch.show(TABLE, 0.5).zones == frozenset()

    cover = watch.show(reaching(RIGHT, skin=skin), 0.5)

    assert {"open-right", "claim"} <= cover.zones <= {"open-right", "claim", "draw"}
    assert watch.show(TABLE, 0.3).zones == frozenset()


@pytest.mark.parametrize(("sleeve", "mat"), on_every_mat(SLEEVES))
def test_any_sleeve_will_do(sleeve: Ink, mat: Cloth) -> None:
    watch = Watch(View(MAT, size=(640, 360), cloth=mat))
    watch.show(TABLE, 0.5)

    cover = watch.show(reaching((297, 60), sleeve=sleeve), 0.5)

    assert {"mac", "claim"} <= cover.zones
    assert "open-left" not in cover.zones


@pytest.mark.parametrize("bright", [0.4, 0.6, 0.8])
def test_a_hand_of_the_mats_own_colour_is_seen_where_it_hides_a_part_of_a_card(
    bright: float,
) -> None:
    """As a dark hand over a wine-red mat: what it hides looks like mat in shadow, but no card is taken by half."""
    watch = Watch(View(MAT, size=(640, 360), cloth="green"))
    red, green, blue = (round(bright * part) for part in CLOTH["green"])
    watch.show(TABLE, 0.5)

    ink = (red, green, blue)
    cover = watch.show(reaching((150, 100), (150, -200), skin=ink, sleeve=ink), 0.5)

    assert "mac" in cover.zones
    assert "actions" not in cover.zones
    assert watch.show(TABLE, 0.5).zones == frozenset()


@pytest.mark.parametrize("mat", ["slate", "green"])
def test_a_shadow_where_a_card_lay_before_is_no_hand(mat: Cloth) -> None:
    """Another card lies over a part of that place by now, and the rest of it is mat."""
    view = View(MAT, size=(640, 360), cloth=mat)
    watch, (x, y) = Watch(view), CLAIM
    lay = replace(TABLE, lying=(*TABLE.lying, card("Y05-1", CLAIM)))
    lies = replace(TABLE, lying=(*TABLE.lying, card("Y06-1", (x + 30, y))))
    for layout in (lay, TABLE, lies):
        watch.show(layout, 1.0)

    corners = pose(view).to_px(np.array([(x - 47, y - 20), (x - 10, y + 300)]))
    (left, top), (right, _) = corners.round().astype(int)
    shadow = np.zeros(view.size[::-1], np.float32)
    shadow[top:, left:right] = 1
    shadow = cv2.GaussianBlur(shadow, (0, 0), (right - left) / 3)
    lit = 1 - 0.5 * shadow[:, :, None]
    for number in range(5):
        colour = paint(lies, view, np.random.default_rng(100 + number)) * lit
        cover = watch.picture(colour.astype(np.uint8), lies)

    assert ((), frozenset()) == (cover.hands, cover.zones)


@pytest.mark.parametrize("mat", ["slate", "green"])
def test_without_colour_a_hand_is_seen_on_a_dark_mat(mat: Cloth) -> None:
    watch = Watch(View(MAT, size=(640, 360), cloth=mat), grey=True)
    assert watch.show(TABLE, 0.5).zones == frozenset()

    assert {"open-right", "claim"} <= watch.show(reaching(RIGHT), 0.5).zones
    assert watch.show(TABLE, 0.3).zones == frozenset()


@pytest.mark.slow
def test_a_hand_that_rests_for_ten_seconds_is_still_a_hand() -> None:
    watch = Watch()
    watch.show(TABLE, 0.5)

    for _ in range(10):
        cover = watch.show(reaching(DRAW), 1.0)

        assert {"draw", "claim"} <= cover.zones
        assert "mac" not in cover.zones


def test_a_hand_in_the_first_picture_is_seen_and_forgotten_when_it_goes() -> None:
    watch = Watch()

    assert {"open-right", "claim"} <= watch.show(reaching(RIGHT), 1.0).zones
    assert watch.show(TABLE, 0.5).zones == frozenset()


@pytest.mark.parametrize(
    ("source", "side"), [((300, 720), "bottom"), ((-260, 220), "left"), ((300, -300), "top")]
)
def test_an_arm_has_a_side_and_fingers_in_a_zone(source: Point, side: str) -> None:
    watch = Watch()
    watch.show(TABLE, 0.5)

    hands = watch.show(reaching(DRAW, source), 0.3).hands

    arm = max(hands, key=lambda hand: hand.area)
    assert arm.side == side
    assert arm.zone == "draw"
    assert np.hypot(arm.tip[0] - DRAW[0], arm.tip[1] - DRAW[1]) < 25


def test_two_hands_are_two() -> None:
    watch = Watch()
    watch.show(TABLE, 0.5)
    both = PaintedHand((500, 300), BOTTOM), PaintedHand((97, 178), LEFTWARDS)

    arms = watch.show(replace(TABLE, hands=both), 0.3).hands

    assert sorted((arm.side, arm.zone) for arm in arms) == [
        ("bottom", "claim"),
        ("left", "open-left"),
    ]


def test_an_arm_that_comes_to_touch_one_that_rests_is_another() -> None:
    """What rests there is where it was; the rest of the two reaches in elsewhere."""
    watch = Watch()
    watch.show(TABLE, 0.5)
    rests, comes = PaintedHand((150, 60), LEFTWARDS), PaintedHand((60, 95), BOTTOM)
    watch.show(replace(TABLE, hands=(rests,)), 0.5)

    arms = watch.show(replace(TABLE, hands=(rests, comes)), 0.3).hands

    touching = grown(arms[0].mask, 16) & arms[1].mask
    assert touching.any()
    assert [("bottom", "open-left"), ("left", "mac")] == sorted(
        (arm.side, arm.zone) for arm in arms
    )


def test_light_that_changes_covers_nothing_for_long() -> None:
    watch = Watch()
    watch.show(TABLE, 0.5)
    dim = replace(SMALL, light=Light(level=0.6, lamp=(500, 300), falloff=0.35))

    colours = [paint(TABLE, dim, np.random.default_rng(n)) for n in range(6)]
    covers = [watch.picture(colour, TABLE) for colour in colours]

    assert covers[-1].zones == frozenset()
    assert covers[-1].hands == ()


def test_a_bump_covers_everything_only_while_it_lasts() -> None:
    watch = Watch()
    watch.show(TABLE, 0.5)
    pushed = np.roll(paint(TABLE, SMALL, np.random.default_rng(1)), (9, -14), (0, 1))

    assert len(watch.picture(pushed, TABLE).zones) == 6
    assert watch.show(TABLE, 0.4).zones == frozenset()


@pytest.mark.slow
def test_things_that_are_put_down_are_no_hands_for_long() -> None:
    watch = Watch()
    watch.show(TABLE, 0.5)
    thing = replace(TABLE, things=(Thing("mug", (480, 330)),))

    assert watch.show(thing, 5.0).zones == frozenset()


@pytest.mark.slow
def test_a_thing_is_none_less_for_a_sleeve_like_the_mat_that_lay_over_it() -> None:
    """What looks like mat while a hand has no arm is not learnt: a thing that it hid would be a hand when it shows again."""
    watch = Watch(View(MAT, size=(640, 360), cloth="green"))
    thing = replace(TABLE, things=(Thing("mug", (480, 330)),))
    watch.show(thing, 2.0)
    far, near = (
        PaintedHand(to, (500, 720), sleeve=CLOTH["green"]) for to in ((440, 95), (470, 300))
    )
    assert watch.show(replace(thing, hands=(far,)), 1.0).armless
    watch.show(replace(thing, hands=(near,)))

    cover = watch.show(thing, 0.3)

    assert ((), frozenset()) == (cover.hands, cover.zones)


@pytest.mark.slow
@pytest.mark.parametrize("edge", [16.0, 20.0])
def test_dice_that_are_read_are_no_hand_where_one_was(edge: float) -> None:
    """Thrown into a heap they are as large as one, and lie where the hand was that threw them."""
    heap = [(-24, -6), (-6, -14), (-12, 8), (8, 4), (14, -18), (26, 2), (4, 22)]
    far = edge / 16
    places = [(CLAIM[0] + far * x, CLAIM[1] + far * y) for x, y in heap]
    dice = tuple(PaintedDie(at, "3", edge_mm=edge) for at in places)
    fallen = replace(TABLE, dice=dice)
    watch = Watch()
    watch.show(TABLE, 0.5)
    watch.show(reaching(CLAIM), 0.5)

    assert {"claim"} <= watch.show(fallen, 0.8).zones
    watch.show(TABLE, 0.5)
    watch.show(reaching(CLAIM), 0.5)
    watch.loose = [
        Sighting(DIE, corners_of(np.zeros((4, 2))), "dice", 1.0, "claim", die.at) for die in dice
    ]
    assert watch.show(fallen, 0.8).zones == frozenset()


def test_a_card_laid_down_is_no_hand() -> None:
    watch = Watch()
    watch.show(TABLE, 0.5)
    laid = replace(TABLE, lying=(*TABLE.lying, card("Y05-1", CLAIM)))

    assert watch.show(laid, 0.2).hands == ()
    assert watch.show(laid, 0.3).zones == frozenset()


def test_what_is_bare_mat_is_known_where_a_card_was_taken() -> None:
    watch = Watch()
    watch.show(TABLE, 0.5)
    layout = replace(TABLE, lying=tuple(c for c in TABLE.lying if c is not MAC[3]))

    bare = watch.show(layout, 0.5).bare

    rows = slice(px_of(46), px_of(86))
    assert bare[rows, px_of(278) : px_of(310)].mean() > 0.9
    assert bare[rows, px_of(74) : px_of(106)].mean() < 0.5


def test_the_same_picture_again_while_things_move_is_no_look() -> None:
    watch = Watch()
    watch.show(TABLE, 0.5)
    colour = paint(reaching(ACTIONS), SMALL, np.random.default_rng(1))

    looks = [watch.picture(colour, reaching(ACTIONS)).again for _ in range(5)]

    assert looks == [False, True, True, False, False]


def test_without_a_mat_everything_is_covered() -> None:
    """A hand that comes meanwhile is there as soon as the mat is seen again."""
    watch = Watch()
    watch.show(TABLE, 0.5)
    colour = paint(TABLE, SMALL, np.random.default_rng(1))
    nothing = replace(reading(TABLE, SMALL), pose=None, sightings=())

    cover = watch.lookout.look(Frame(6, 0.55, grey_of(colour), colour), nothing)

    assert len(cover.zones) == 6
    assert cover.hidden.all()
    assert "actions" in watch.show(reaching(ACTIONS)).zones


def test_glare_that_comes_slowly_is_known_as_such() -> None:
    """No look differs from the one before it, and half a second later it is seen all the same."""
    watch = Watch()
    colour = paint(TABLE, SMALL, np.random.default_rng(1)).astype(int)
    height, width = colour.shape[:2]
    spot = np.zeros((height, width, 1), int)
    spot[height // 3 : height // 2, width // 3 : width // 2] = 1
    for brighter in (*range(0, 250, 8), *[250] * 6):
        glaring = np.clip(colour + brighter * spot, 0, 255).astype(np.uint8)
        cover = watch.picture(glaring, TABLE)
        assert cover.zones == frozenset()

    assert np.count_nonzero(cover.bright) * PX_MM**2 > 8000


@pytest.mark.parametrize("size", [(640, 360), (960, 540), (1920, 1080)], ids=str)
def test_the_canvas_is_the_same_from_every_camera(size: tuple[int, int]) -> None:
    view = View(MAT, size=size, noise=0.0, roll=183.0, tilt=(6.0, -5.0))
    plain = View(MAT, size=(1280, 720), noise=0.0)

    canvases = [
        Rectifier(MAT).rectify(Frame(0, 0.0, grey_of(c), c), pose(v))
        for v in (view, plain)
        for c in (paint(TABLE, v, np.random.default_rng(1)),)
    ]

    assert canvases[0].shape == (*SHAPE, 3)
    apart = np.abs(canvases[0].astype(int) - canvases[1])
    assert np.median(apart) < 12
    assert np.percentile(apart, 90) < 45


def test_a_mat_of_many_colours_has_no_look_of_its_own() -> None:
    rng = np.random.default_rng(1)
    view = rng.integers(0, 256, (SHAPE[0] // 10 + 1, SHAPE[1] // 9 + 1, 3)).astype(np.uint8)
    patched = np.repeat(np.repeat(view, 10, axis=0), 9, axis=1)[: SHAPE[0], : SHAPE[1]]
    nothing = np.zeros(SHAPE, bool)

    assert surface_of(patched, nothing, rectified_mat(MAT)) is None
