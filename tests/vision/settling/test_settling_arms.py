"""What is an arm, and which: where it reaches in, where its fingers are, what belongs to it, at the limits that are said."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from companion.mat import Mat, Point, Zone, ZoneKind
from vision.settling.arms import (
    Arm,
    arms,
    continued,
    joined,
    parted,
    reaching,
    stays,
    union,
)
from vision.settling.rectified import Mask

SIDE: Final = 120
"""px: a square mat of 30 cm, so that it can be turned."""
NONE: Final = np.zeros((SIDE, SIDE), bool)
MAT: Final = Mat("square", (0, 1, 2, 3), (Zone("far", ZoneKind.ROW, 0, 0, 300, 100),), (300, 300))


def px(x0: int, y0: int, x1: int, y1: int) -> Mask:
    """A rectangle of px."""
    mask = NONE.copy()
    mask[y0:y1, x0:x1] = True
    return mask


def mm(x: float, y: float) -> Point:
    """The middle of a px."""
    return (x + 0.5) * 2.5, (y + 0.5) * 2.5


def arm(mask: Mask = NONE, side: Any = "bottom", **more: Any) -> Arm:
    how: dict[str, Any] = {"tip": (150.0, 200.0), "zone": None, "entry": (150.0, 300.0)}
    return Arm(side, mask=mask, **how | {"width": 60.0} | more)


def told(found: Arm) -> tuple[Any, ...]:
    return found.side, found.zone, found.points, found.card_like


# One arm ---------------------------------------------------------------------------------

FINGER: Final = px(48, 96, 72, 120) | px(59, 60, 62, 96)
"""A hand of 24 px and a finger of three, up to row 60."""


@pytest.mark.parametrize(("turns", "side"), [(0, "bottom"), (1, "right"), (2, "top"), (3, "left")])
def test_an_arm_from_each_side(turns: int, side: str) -> None:
    """It enters in the middle of the last five mm before the edge; its fingers are its last twelve mm; it is as wide as what is at the edge."""
    (found,) = arms(MAT, np.rot90(FINGER, turns).copy(), NONE)

    def turned(x: float, y: float) -> Point:
        for _ in range(turns):
            x, y = y, SIDE - 1 - x
        return mm(x, y)

    assert side == found.side
    assert turned(59.5, 118.5) == pytest.approx(found.entry, abs=0.01)
    assert turned(60, 62) == pytest.approx(found.tip, abs=0.5)
    assert 60 == pytest.approx(found.width)
    assert (24 * 24 + 3 * 36) * 6.25 == pytest.approx(found.area)
    assert [False] * 4 == [found.moves, found.holds, found.card_like, found.cut]


@pytest.mark.parametrize("turns", range(4))
def test_what_is_within_five_mm_of_an_edge_reaches_over_it(turns: int) -> None:
    """Two px; what ends before that reaches over none."""

    def side(gap: int) -> str | None:
        (found,) = arms(MAT, np.rot90(px(40, 90, 60, SIDE - gap), turns).copy(), NONE)
        return found.side

    names = ("bottom", "right", "top", "left")
    assert [names[turns], names[turns], None] == [side(gap) for gap in (0, 1, 2)]


@pytest.mark.parametrize(
    ("mask", "side", "entry", "tip", "width"),
    [
        # Along the edge, its finger at the left: it comes in with the last six cm, seen from the tip.
        (px(20, 108, 100, 120) | px(20, 60, 30, 108), "bottom", (82.7, 118.5), (21.9, 62.3), 200),
        # Over a corner: the middle of both parts; the side is that of the larger one.
        (px(100, 90, 120, 120), "right", (114.8, 109.8), (104.7, 91.5), 73.75),
        (px(80, 105, 120, 120), "bottom", (104.2, 116.7), (81.5, 111.1), 96.25),
        # Its tip is the farthest part, not the nearest.
        (px(58, 20, 61, 120), "bottom", (59, 118.5), (59, 22), 7.5),
        # What touches an edge with its fingers does not come in there, one of three cm is fingers at its far side.
        (px(60, 100, 120, 110) | px(60, 110, 66, 120), "right", (118.5, 104.5), (61.6, 109.9), 25),
        (px(58, 112, 72, 120), "bottom", (64.5, 118.5), (64.5, 114.7), 35),
    ],
)
def test_where_an_arm_comes_in(
    mask: Mask, side: str, entry: Point, tip: Point, width: float
) -> None:
    (found,) = arms(MAT, mask, NONE)

    assert side == found.side
    assert mm(*entry) == pytest.approx(found.entry, abs=0.5)
    assert mm(*tip) == pytest.approx(found.tip, abs=0.5)
    assert width == pytest.approx(found.width)


def test_only_what_has_a_finger_s_area_is_looked_at() -> None:
    """Of what is in the picture: two hundred and forty mm²; parts that touch at a corner are one."""
    here = px(50, 50, 63, 53)

    assert 1 == len(arms(MAT, here, NONE))
    assert () == arms(MAT, here & ~px(50, 50, 51, 51), NONE)
    assert () == arms(MAT, here, px(50, 0, 51, 120))
    assert 1 == len(arms(MAT, here | px(63, 53, 76, 56), NONE))
    assert 2 == len(arms(MAT, here | px(80, 50, 100, 70), NONE))
    (thing,) = arms(MAT, here, NONE)
    assert (None, thing.tip, 0.0) == (thing.side, thing.entry, thing.width)
    assert mm(56, 51) == pytest.approx(thing.tip)
    assert [None, "far"] == [arms(MAT, m, NONE)[0].zone for m in (here, px(50, 20, 63, 23))]


@pytest.mark.parametrize(
    ("outside", "mask", "side"),
    [
        (px(0, 0, 20, 120), px(20, 50, 60, 60), "left"),
        (px(0, 0, 20, 120), px(21, 10, 60, 30), "left"),
        (px(0, 0, 20, 120), px(22, 50, 60, 60), None),
        (px(100, 0, 120, 120), px(60, 50, 100, 60), "right"),
        (px(0, 0, 120, 20), px(10, 20, 30, 60), "top"),
        (px(0, 100, 120, 120), px(60, 60, 80, 100), "bottom"),
        # Of a mat that is cut off askew the rim is an edge, too: the nearest one.
        (px(90, 90, 120, 120), px(70, 95, 90, 105), "bottom"),
        (px(90, 90, 120, 120), px(70, 95, 89, 105), "bottom"),
        (px(90, 90, 120, 120), px(70, 95, 88, 105), None),
        (px(90, 90, 120, 120), px(96, 60, 104, 90), "right"),
    ],
)
def test_where_the_picture_ends_is_an_edge(outside: Mask, mask: Mask, side: str | None) -> None:
    """Whatever shape that has; a part within five mm of it reaches over it."""
    (found,) = arms(MAT, mask, outside)

    assert side == found.side
    assert (side is not None) == reaching(mask, outside).any()


def test_what_reaches_over_an_edge_does_so_whole() -> None:
    """Each part by itself; what touches at a corner is of one."""
    over, inside = FINGER, px(20, 20, 40, 40)

    assert np.array_equal(over, reaching(over | inside, NONE))
    assert np.array_equal(over | px(0, 5, 9, 9), reaching(over | inside | px(0, 5, 9, 9), NONE))
    assert not reaching(inside, NONE).any()
    assert not reaching(NONE, NONE).any()
    assert np.array_equal(over | inside, union([arm(over), arm(inside)], NONE.shape))
    assert not union((), NONE.shape).any()


@pytest.mark.parametrize(
    ("tip", "zone", "points"),
    [
        (35, "far", False),
        (40, "far", True),
        (43, "far", True),
        (45, None, True),
    ],
)
def test_fingers_are_in_a_zone_or_point_at_it(tip: int, zone: str | None, points: bool) -> None:
    """From a centimetre and a half."""
    (found,) = arms(MAT, px(59, tip, 62, 120), NONE)

    assert (zone, points) == (found.zone, found.points)


@pytest.mark.parametrize(
    ("width", "height", "card"),
    [
        (24, 37, True),
        (37, 24, True),
        (17, 37, False),
        (18, 37, True),
        (29, 37, True),
        (30, 37, False),
        (24, 27, False),
        (24, 28, True),
        (24, 45, True),
        (24, 46, False),
    ],
)
def test_a_card_s_outline_is_within_a_quarter_of_its_size(
    width: int, height: int, card: bool
) -> None:
    """Either way round; and four fifths of it are filled."""
    there = px(20, 20, 20 + width, 20 + height)

    def card_like(mask: Mask) -> bool:
        return arms(MAT, mask, NONE)[0].card_like

    assert card == card_like(there)
    fifth, more = (px(22, 22, 22 + width - 4, 22 + height * n // 10) for n in (1, 3))
    assert card == card_like(there & ~fifth)
    assert not card_like(there & ~more)


@pytest.mark.parametrize(
    ("side", "cut", "pixels", "armless"),
    [
        (None, False, 241, True),
        (None, False, 240, False),
        (None, True, 241, True),
        ("left", True, 241, True),
        ("left", True, 240, False),
        ("left", False, 241, False),
    ],
)
def test_a_hand_without_an_arm(side: Any, cut: bool, pixels: int, armless: bool) -> None:
    """Fifteen square centimetres that reach over no edge, or did so before."""
    mask = NONE.copy()
    mask.flat[:pixels] = True

    assert armless == arm(mask, side, cut=cut).armless


@pytest.mark.parametrize(
    ("entry", "tip", "bearing"),
    [
        ((150.0, 300.0), (150.0, 200.0), 180.0),
        ((150.0, 300.0), (150.0, 260.0), 180.0),
        ((250.0, 300.0), (250.0, 260.0), math.degrees(math.atan2(100, -150))),
        ((250.0, 300.0), (250.0, 259.0), math.degrees(math.atan2(100, -400))),
        ((250.0, 300.0), (310.0, 220.0), math.degrees(math.atan2(-50, -350)) + 360),
        ((0.0, 150.0), (100.0, 150.0), 270.0),
        ((150.0, 0.0), (150.0, 100.0), 0.0),
    ],
)
def test_where_the_owner_of_an_arm_sits(entry: Point, tip: Point, bearing: float) -> None:
    """A quarter of a metre behind the edge on the line of his arm, or where that comes in if no more than four centimetres are seen; to a tenth of a degree."""
    one = arm(entry=entry)

    assert round(bearing, 1) == one.bearing(tip)
    assert replace(one, side=None).bearing(tip) is None


# Arms and their hands -----------------------------------------------------------------------

SLEEVE: Final = px(48, 108, 72, 120)
HAND: Final = px(50, 50, 70, 70)
"""Its nearest px is at row 69: a hand of 25 cm²."""


@pytest.mark.parametrize(
    ("sleeve", "hand", "one"),
    [
        ({}, {}, True),
        ({"width": 30.0}, {}, True),
        ({"width": 29.9}, {}, False),
        ({"side": None}, {}, False),
        ({}, {"side": "bottom", "width": 20.0}, True),
        ({}, {"side": "bottom", "width": 30.0}, False),
        ({}, {"mask": px(50, 50, 70, 62)}, False),
        ({}, {"mask": px(50, 50, 71, 62), "tip": (0.0, 0.0)}, True),
        ({"moves": True}, {}, False),
        ({"moves": True}, {"moves": True}, True),
        ({}, {"moves": True}, True),
        ({"tip": (150.0, 292.5)}, {}, False),
        ({"tip": (150.0, 292.4)}, {}, True),
    ],
)
def test_which_hand_belongs_to_a_sleeve(sleeve: Any, hand: Any, one: bool) -> None:
    """To a wrist of three cm, more than a hand's area within twelve of its end, that is not still while that moves; whatever reaches over an edge no wider than a finger."""
    whole = arm(SLEEVE, **{"tip": mm(60, 108), "side": "bottom"} | sleeve)
    part = arm(**{"mask": HAND, "side": None, "tip": (1.0, 1.0)} | hand)
    found = joined(MAT, iter((part, whole)))

    assert (1 if one else 2) == len(found)
    if one:
        (made,) = found
        assert np.array_equal(part.mask | SLEEVE, made.mask)
        assert (whole.side, whole.entry, whole.width) == (made.side, made.entry, made.width)
        assert mm(60, 52) == pytest.approx(made.tip, abs=6)
        assert (None, True) == (made.zone, made.points)
        assert made.moves == (whole.moves or part.moves)


def test_a_hand_is_the_larger_arm_s() -> None:
    """And each arm has its own; arms come first, then what belongs to none."""
    small, large = arm(px(48, 108, 60, 120), tip=mm(50, 108)), arm(SLEEVE, tip=mm(70, 108))
    hand, other = arm(HAND, None), arm(px(0, 0, 30, 30), None)
    inside = arm(px(50, 30, 70, 70), None)

    found = joined(MAT, (other, small, hand, large))

    assert [small, other] == [found[0], found[2]]
    assert np.array_equal(SLEEVE | HAND, found[1].mask)
    (one,) = joined(MAT, (large, inside))
    assert ("far", False) == (one.zone, one.points)


WHOLE: Final = px(50, 60, 70, 120)
"""An arm of 20 by 60 px."""


@pytest.mark.parametrize(
    ("mask", "how", "continues"),
    [
        (px(50, 60, 70, 91), {}, True),
        (px(50, 60, 70, 91), {"moves": True}, True),
        (px(50, 60, 70, 90), {}, False),
        (px(50, 60, 70, 91), {"side": "left", "cut": True}, True),
        (px(50, 60, 70, 91), {"side": "left"}, False),
        (px(30, 60, 70, 120) | px(70, 60, 71, 61), {}, False),
        (px(31, 60, 70, 120), {}, True),
        (px(0, 60, 20, 91), {}, False),
        (px(0, 60, 20, 91), {"moves": True}, True),
        (px(0, 60, 20, 91), {"moves": True, "side": "bottom"}, False),
        (px(0, 60, 20, 72), {"moves": True}, False),
        (px(0, 60, 20, 91), {"moves": True, "tip": (150.0, 399.9)}, True),
        (px(0, 60, 20, 91), {"moves": True, "tip": (150.0, 400.0)}, False),
    ],
)
def test_a_hand_whose_sleeve_is_not_seen_any_more(mask: Mask, how: Any, continues: bool) -> None:
    """It lies where more than half of the arm was and that is more than half of it, or moves within 25 cm of its fingertips."""
    before = arm(WHOLE, tip=(150.0, 150.0), width=50.0)
    hand = arm(mask, **{"side": None, "tip": (150.0, 152.0), "width": 0.0} | how)

    (found,) = continued(MAT, iter((hand,)), iter((arm(side=None), before)))

    assert continues == (found is not hand)
    if continues:
        assert ("bottom", before.entry, 50.0, True) == (
            found.side,
            found.entry,
            found.width,
            found.cut,
        )
        assert (None, True) == (found.zone, found.points)
        assert found.tip[1] == pytest.approx(157.5, abs=4)
    (thing,) = continued(MAT, (hand,), (replace(before, side=None),))
    assert thing is hand


@pytest.mark.parametrize(
    ("side", "entry", "mask", "gone"),
    [
        ("bottom", (150.0, 300.0), SLEEVE, False),
        ("bottom", (249.9, 300.0), SLEEVE, False),
        ("bottom", (250.0, 300.0), SLEEVE, True),
        (None, (150.0, 300.0), SLEEVE, True),
        (None, (0.0, 0.0), px(50, 60, 70, 91), False),
        ("bottom", (290.0, 300.0), px(50, 60, 70, 91), False),
    ],
)
def test_an_arm_that_is_still_seen_lends_its_entry_to_no_other_hand(
    side: Any, entry: Point, mask: Mask, gone: bool
) -> None:
    """It reaches in within ten cm of where it did, or is most of what it was."""
    before = arm(WHOLE, tip=(150.0, 150.0))
    other = arm(mask, side, entry=entry)
    hand = arm(px(0, 60, 20, 91), None, moves=True)

    assert gone == [*continued(MAT, (other, hand), (before,))][1].cut


def test_a_hand_in_a_zone_does_not_only_point_at_it() -> None:
    before = arm(px(50, 10, 70, 120))

    (found,) = continued(MAT, (arm(px(50, 10, 70, 90), None),), (before,))

    assert ("far", False) == (found.zone, found.points)


# Arms that touch ---------------------------------------------------------------------------------

RESTS: Final = px(50, 40, 70, 120)
"""An arm of 20 by 80 px from the lower edge."""
COMES: Final = px(70, 60, 120, 80)
"""One of 50 by 20 px from the right edge, that touches it."""


@pytest.mark.parametrize(
    ("old", "there", "parts"),
    [
        ({}, RESTS | COMES, 2),
        ({"side": None}, RESTS | COMES, 1),
        ({}, (RESTS & ~px(50, 40, 70, 60)) | COMES, 2),
        ({}, (RESTS & ~px(50, 40, 71, 60) & ~px(50, 119, 51, 120)) | COMES, 1),
        # What has come reaches in where that does, is too thin for an arm, or reaches over no edge.
        ({"entry": (297.5, 275.0)}, RESTS | COMES, 2),
        ({"entry": (297.5, 274.9)}, RESTS | COMES, 1),
        ({}, RESTS | px(70, 64, 120, 76), 2),
        ({}, RESTS | px(70, 64, 120, 75), 1),
        ({}, RESTS | px(70, 60, 115, 80), 1),
        ({}, RESTS, 1),
    ],
)
def test_an_arm_that_lies_as_it_lay_is_parted_from_one_that_comes(
    old: Any, there: Mask, parts: int
) -> None:
    """Three quarters of it; the other reaches in ten cm away from it, with a wrist of three."""
    before = arm(RESTS, holds=True, **{"tip": mm(60, 42), "side": "bottom"} | old)
    (one,) = arms(MAT, there, NONE)

    found = [*parted(MAT, [one], [before], NONE)]

    assert parts == len(found)
    if parts == 1:
        assert one is found[0]
    else:
        assert np.array_equal(RESTS & there, found[0].mask)
        assert (before.tip, False) == (found[0].tip, found[0].holds)
        assert "right" == found[1].side
        assert mm(118.5, 69.5) == pytest.approx(found[1].entry, abs=0.1)
        # A centimetre beside the other is taken for its outline.
        assert 74 == np.flatnonzero(found[1].mask.any(axis=0))[0]
    thing = replace(one, side=None)
    assert [thing] == [*parted(MAT, [thing], [before], NONE)]


def test_of_three_arms_that_touch_each_is_one() -> None:
    """Two that rest, and one that comes between; others stay as they are."""
    low = arm(RESTS, tip=mm(60, 42))
    left = arm(px(0, 18, 60, 40), "left", entry=(0.0, 75.0), tip=mm(59, 30))
    (one,) = arms(MAT, RESTS | left.mask | px(60, 18, 120, 38), NONE)
    (other,) = arms(MAT, px(100, 0, 118, 30), NONE)

    found = [*parted(MAT, [one, other], [low, left], NONE)]

    assert ["bottom", "left", "right", "top"] == [each.side for each in found]
    assert other is found[3]


@pytest.mark.parametrize(
    ("now", "tip", "end", "same"),
    [
        (WHOLE, (150.0, 140.0), 100.0, True),
        (px(50, 90, 70, 120), (150.0, 225.0), 0.0, True),
        (px(50, 90, 70, 120), (150.0, 140.0), 0.0, False),
        (px(55, 60, 75, 120), (150.0, 140.0), 0.0, True),
        (px(56, 60, 76, 120), (150.0, 140.0), 0.0, False),
        (px(45, 60, 70, 120), (150.0, 140.0), 0.0, True),
        (px(40, 60, 70, 120), (150.0, 140.0), 0.0, False),
        # Its last mm are left out, but four cm are looked at, however near the hand is.
        (px(50, 90, 70, 120) | px(90, 60, 110, 90), (150.0, 140.0), 0.0, False),
        (px(50, 90, 70, 120) | px(90, 60, 110, 90), (150.0, 140.0), 85.0, True),
        (px(50, 105, 70, 120) | px(80, 60, 100, 105), (150.0, 140.0), 159.0, True),
        (px(50, 112, 70, 120), (150.0, 280.0), 159.0, False),
        (NONE, (150.0, 140.0), 0.0, False),
    ],
)
def test_an_arm_stays_if_three_quarters_are_where_it_was(
    now: Mask, tip: Point, end: float, same: bool
) -> None:
    """Of the larger one, without its end."""
    before, then = arm(WHOLE, tip=(150.0, 140.0)), arm(now, tip=tip)

    assert same == stays(before, then, end) == stays(then, before, end)


def test_nothing_stays_nowhere() -> None:
    assert not stays(arm(), arm(), 0.0)
