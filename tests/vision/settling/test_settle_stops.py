"""Stops that may be one: which of them is told, by what came or went where they were."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from companion.games.dumm_gelaufen.mat import MAT
from companion.table import Visit
from vision.settling.arms import Arm
from vision.settling.arms import arms as reaching_in
from vision.settling.rectified import ALL, Rectified, filled, odd_px, px_of, rectified_mat
from vision.settling.stops import Stop, finished_visits
from vision.settling.surface import surface_of
from vision.settling.visits import Visitors

ENTRY = (300.0, 420.0)
SHAPE = rectified_mat(MAT).shape


def arm(tip: tuple[float, float], zone: str | None, width: float = 70.0) -> Arm:
    """An arm from the middle of the mat's lower edge to a tip."""
    end, start = complex(*tip), complex(*ENTRY)
    aside = (end - start) / abs(end - start) * 1j * width / 2
    corners = (end + aside, end - aside, start - aside, start + aside)
    outline = np.array([(corner.real, corner.imag) for corner in corners])
    return Arm("bottom", tip, zone, ENTRY, filled([outline], SHAPE), moves=True, width=width)


def stops(arms: Iterable[Arm | None]) -> list[Stop]:
    """What is over after a hand was seen ten times a second; None: it is gone."""
    visitors, found = Visitors(), list[Stop]()
    for n, seen in enumerate(arms):
        found += visitors.look(n / 10, () if seen is None else (seen,), again=False)
    return found


IN = [arm((300, 380), "claim"), arm((300, 250), "claim")]
AT_DRAW, GRIPPED = arm((190, 200), "draw"), arm((200, 232), "claim")
ELSEWHERE = arm((268, 190), "open-right")


@pytest.mark.parametrize(
    ("second", "grips"), [(GRIPPED, True), (ELSEWHERE, False)], ids=["grips", "goes on"]
)
def test_a_hand_that_only_looks_otherwise_has_not_gone_on(second: Arm, grips: bool) -> None:
    """Both tips are as far from the first; but only one arm is where it was."""
    seen = stops([*IN, *[AT_DRAW] * 3, *[second] * 3, *reversed(IN), None])

    assert ["draw", second.zone] == [stop.visit.zone for stop in seen]
    assert (seen[1].gripped == seen[0].visit) is grips
    same = stops([*IN, *[AT_DRAW] * 3, *[replace(second, zone="draw")] * 3, *reversed(IN), None])
    assert [None, None] == [stop.gripped for stop in same]


def test_a_hand_whose_arm_is_not_seen_any_more_comes_from_where_it_reached_in() -> None:
    """Its sleeve looks like the mat: what is left of it is told by its middle alone."""
    reaching, whole = arm((240, 250), "draw"), arm((190, 200), "draw")
    hand = replace(whole, side=None, entry=whole.tip)

    (seen,) = stops([reaching, whole, whole, whole, whole, None])
    (left,) = stops([reaching, hand, hand, hand, hand, None])

    assert (seen.visit.side, left.visit.side) == ("bottom", "bottom")
    assert seen.visit.bearing == pytest.approx(left.visit.bearing, abs=1.0)


def test_a_card_just_taken_may_point_beyond_the_zone_it_came_from() -> None:
    """Seen twice at different places and gone: where its fingers were, unless cards came or went where it pointed."""
    pointing = replace(arm((228, 162), "open-right"), points=True)
    seen = stops([arm((160, 214), "draw"), pointing, None])

    assert ["draw", "open-right"] == [stop.visit.zone for stop in seen]
    zones = {"draw", "open-right"}
    for changed, zone in ((set(), "draw"), ({"open-right"}, "open-right")):
        (visit,), rest = finished_visits(seen, zones, changed, set())
        assert (zone, []) == (visit.zone, rest)


DREW, LAID = Visit("draw", 1.0, 1.3, "bottom"), Visit("open-left", 1.4, 1.8, "bottom")
BOTH = {"draw", "open-left"}
ONE = [Stop(DREW), Stop(LAID, gripped=DREW)]
BACK = [Stop(DREW), Stop(LAID, gripped=DREW, drew_back=True)]


@pytest.mark.parametrize(
    ("found", "changed", "zones"),
    [
        (ONE, set(), ["draw"]),
        (ONE, {"open-left"}, ["open-left"]),
        (ONE, {"draw"}, ["draw"]),
        (ONE, BOTH, ["draw", "open-left"]),
        (BACK, {"open-left"}, ["draw", "open-left"]),
        (BACK, set(), ["draw"]),
        ([Stop(DREW), Stop(LAID)], set(), ["draw", "open-left"]),
    ],
)
def test_of_two_stops_that_may_be_one_it_is_where_cards_came_or_went(
    found: list[Stop], changed: set[str], zones: list[str]
) -> None:
    visits, waiting = finished_visits(found, BOTH, changed, set())

    assert zones == [visit.zone for visit in visits]
    assert waiting == []


def test_a_stop_in_doubt_waits_for_the_other_zone() -> None:
    """Whichever zone settles first; and a zone that stays covered is not waited for."""
    assert finished_visits(ONE, {"draw"}, set(), set()) == ((), ONE)
    assert finished_visits(ONE, {"draw"}, set(), {"open-left"}) == ((DREW,), ONE[1:])
    assert finished_visits(ONE, {"draw"}, {"draw"}, set()) == ((DREW,), ONE[1:])

    visits, waiting = finished_visits(ONE, {"open-left"}, {"open-left"}, {"draw"})

    assert visits == (LAID,)
    assert finished_visits(waiting, {"draw"}, set(), set()) == ((), [])
    assert finished_visits(waiting, {"draw"}, {"draw"}, set())[0] == (DREW,)


def test_what_seemed_two_stops_lasted_as_long_as_both() -> None:
    (visit,), _ = finished_visits(ONE, BOTH, set(), set())

    assert visit == replace(DREW, ended=LAID.ended)


def test_zones_may_be_printed_in_another_shade_than_the_mat() -> None:
    """Where cards lay on all of a zone, what is bare of it now is known by the other zones."""
    mat = np.full((*SHAPE, 3), (50, 74, 25), np.uint8)
    for x0, y0, x1, y1 in ((52, 14, 542, 118), (52, 238, 542, 410)):
        corner, end = (px_of(x0), px_of(y0)), (px_of(x1) - 1, px_of(y1) - 1)
        cv2.rectangle(mat, corner, end, (59, 85, 33), cv2.FILLED)
    row = filled([np.array([(52, 14), (542, 14), (542, 118), (52, 118)], float)], SHAPE)

    surface = surface_of(mat, row, rectified_mat(MAT))

    assert surface is not None
    assert (
        surface.like(mat, np.zeros(SHAPE, bool).__getitem__)[
            px_of(24) : px_of(110), px_of(60) : px_of(530)
        ].mean()
        > 0.9
    )


def shaded(mat: Rectified, soft_mm: float) -> Rectified:
    """A mat on which something dark lies, or throws its shadow: 160 mm across, its rim so soft."""
    dark = np.zeros(SHAPE, np.float32)
    cv2.circle(dark, (px_of(300), px_of(210)), px_of(80), 0.5, cv2.FILLED)
    soft = cv2.blur(dark, (odd_px(soft_mm),) * 2)
    return np.asarray(mat * (1 - soft[:, :, None]), np.uint8)


def test_a_shadow_over_print_and_cards_is_no_thing() -> None:
    """The edges of what lay there before are none of its own."""
    bare = np.full((*SHAPE, 3), (150, 160, 155), np.uint8)
    mat = bare.copy()
    for x in range(230, 380, 24):
        cv2.line(mat, (px_of(x), px_of(120)), (px_of(x), px_of(300)), (97, 107, 102), 1)
    surface = surface_of(bare, np.zeros(SHAPE, bool), rectified_mat(MAT))
    assert surface is not None
    known = np.ones(SHAPE, bool)
    middle = slice(px_of(190), px_of(230)), slice(px_of(280), px_of(320))

    printed = partial(surface.printed, mat, known)
    nothing = np.zeros(SHAPE, bool).__getitem__
    between = ~printed(ALL)[middle]

    assert surface.like(shaded(mat, 62), printed)[middle][between].all()
    assert not surface.like(shaded(mat, 62), nothing)[middle][between].all()
    assert not surface.like(shaded(mat, 1), printed)[middle].any()


def test_an_arm_along_an_edge_comes_in_at_its_far_end() -> None:
    """From beyond the upper right corner, half of it over the upper edge."""
    outline = np.array([(200.0, 10.0), (200.0, 60.0), (594.0, 70.0), (594.0, -60.0)])
    (found,) = reaching_in(MAT, filled([outline], SHAPE), np.zeros(SHAPE, bool))
    bearing = found.bearing(found.tip)

    assert bearing is not None
    assert 60 < bearing < 90
    assert math.dist(found.tip, (200.0, 35.0)) < 25


ALONG = [arm((300, y), zone) for y, zone in ((400, "claim"), (330, "claim"), (90, "mac"))]
"""An arm that goes straight in."""


@pytest.mark.parametrize(("looks", "stop"), [(2, False), (4, True)])
def test_a_hand_that_goes_straight_on_has_stopped_if_it_stayed(looks: int, stop: bool) -> None:
    """It lays a card on its way to the next one: whoever only passes a zone is there for a look or two."""
    first, there, beyond = ALONG
    seen = stops([first, *[there] * looks, *[beyond] * 4, first, None])

    assert stop == ("claim" in [stop.visit.zone for stop in seen])
