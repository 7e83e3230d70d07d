"""Which hand is which from look to look, which of its stays are stops, and which are only remembered: at the limits that are said."""

from __future__ import annotations

import cmath
import math
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from companion.mat import Point
from companion.table import Visit
from vision.settling.arms import Arm
from vision.settling.visits import Visitors, merged

SHAPE: Final = (168, 238)
HAND: Final = np.zeros(SHAPE, bool)
HAND[:20, :20] = True
SMALL: Final = np.zeros(SHAPE, bool)
SMALL[:15, :15] = True
"""Fourteen square centimetres: less than a hand."""


def at(x: float, y: float, zone: str | None = "claim", **how: Any) -> Arm:
    """A hand that reaches in from the lower edge."""
    known: dict[str, Any] = {"side": "bottom", "entry": (300.0, 420.0), "mask": HAND, "moves": True}
    return Arm(tip=(x, y), zone=zone, **known | how)


class Seen:
    """What visitors say, ten looks a second."""

    def __init__(self, *looks: Any, begin: float = 0.0) -> None:
        self.visitors, self.at, self.over = Visitors(), begin, list[tuple[str, float, float]]()
        for hands in looks:
            self.look(*(() if hands is None else hands if isinstance(hands, tuple) else (hands,)))

    def look(self, *hands: Arm) -> None:
        for stop in self.visitors.look(round(self.at, 1), hands, again=False):
            self.over.append(_told(stop.visit))
        self.at += 0.1

    def staying(self, *zones: str) -> list[tuple[str, float, float]]:
        return [_told(visit) for zone in zones for visit in self.visitors.staying(zone)]

    def passing(self, zone: str) -> list[tuple[str, float, float]]:
        return [_told(visit) for visit in self.visitors.passing(zone, 0.0)]


def _told(visit: Visit) -> tuple[str, float, float]:
    return visit.zone, round(visit.began, 1), round(visit.ended, 1)


FIRST: Final = at(300, 300)


@pytest.mark.parametrize(
    ("then", "same", "new"),
    [
        (at(300, 300, "a"), True, True),
        # Its tip within 25 cm, or its entry within ten.
        (at(300, 50.1, "a", entry=(0.0, 420.0)), True, True),
        (at(300, 50, "a", entry=(0.0, 420.0)), False, True),
        (at(300, 50, "a", entry=(399.9, 420.0)), True, True),
        (at(300, 50, "a", entry=(400.0, 420.0)), False, True),
        # Over the same edge, or none.
        (at(300, 300, "a", side="left"), False, True),
        (at(300, 300, "a", side=None, entry=(300.0, 300.0)), True, False),
        (at(300, 50, "a", side=None, entry=(300.0, 50.0)), False, False),
        (at(300, 300, "a", mask=SMALL), False, False),
        (at(300, 300, "a", moves=False), True, False),
        (at(300, 300, "a", side="left", moves=False), False, False),
    ],
)
def test_which_hand_it_is(then: Arm, same: bool, new: bool) -> None:
    """A new one comes over an edge, and moves; what is smaller than a hand, or was put down, is none."""
    seen = Seen(FIRST, then)

    # If it is not this one, the first has gone.
    assert same == ([] == seen.over)
    assert (same or new) == (1 == len(seen.staying("a", "claim")))
    assert new == (1 == len(Seen(then).staying("a")))


def test_of_two_hands_each_is_the_one_it_is_nearest_to() -> None:
    """By its tip and where it comes in; of a hand without an arm by its tip alone. Whole arms are first, large ones before small."""
    left, right = at(200, 300, "a", entry=(200.0, 420.0)), at(380, 300, "b", entry=(380.0, 420.0))
    crossed = at(300, 310, "c", entry=(210.0, 420.0)), at(285, 300, "d", entry=(370.0, 420.0))
    part = at(210, 300, "e", side=None, entry=(210.0, 300.0))
    large = replace(at(215, 300, "f", entry=(230.0, 420.0)), mask=~np.zeros(SHAPE, bool))

    for hands in (crossed, crossed[::-1]):
        seen = Seen((left, right), hands)
        assert {("c", 0.1, 0.1), ("d", 0.1, 0.1)} == {*seen.staying("c", "d")}
        seen.look()
        assert [("c", 0.1, 0.1), ("d", 0.1, 0.1)] == sorted(seen.over)
    lost = Seen((left, right), (part, right))
    assert [("e", 0.0, 0.1)] == lost.staying("a", "e")
    # The larger one is the hand that was there; the other has come.
    for hands in ((large, at(200, 300, "g")), (at(200, 300, "g"), large)):
        both = Seen(left, hands)
        assert {("f", 0.0, 0.1), ("g", 0.1, 0.1)} == {*both.staying("f", "g")}


def test_a_finger_at_the_edge_ends_no_look() -> None:
    """A hand that has lost its arm is looked for all the same."""
    finger = at(500, 410, None, mask=SMALL, entry=(500.0, 420.0))

    seen = Seen(FIRST, (finger, at(300, 290, side=None, entry=(300.0, 290.0))))

    assert [("claim", 0.0, 0.1)] == seen.staying("claim")


@pytest.mark.parametrize("begin", [0.0, 5.0])
@pytest.mark.parametrize(
    ("looks", "moves", "there"), [(3, False, True), (4, False, False), (9, True, True)]
)
def test_a_hand_without_an_arm_is_still_for_three_tenths_at_most(
    begin: float, looks: int, moves: bool, there: bool
) -> None:
    """Since it moved last; then it has gone, and that was put down."""
    lost = at(300, 300, side=None, entry=(300.0, 300.0), moves=moves)

    seen = Seen(FIRST, *[lost] * looks, begin=begin)

    assert there == bool(seen.staying("claim"))


UP: Final = at(300, 180, "far")
OUT: Final = at(300, 400, None)


@pytest.mark.parametrize(
    ("looks", "over", "passed"),
    [
        # A stay of three tenths is a stop, and is remembered as nothing else.
        ([OUT, *[FIRST] * 3, UP], [("claim", 0.1, 0.3)], []),
        ([OUT, *[FIRST] * 2, UP], [], [("claim", 0.1, 0.2)]),
        ([OUT, *[FIRST] * 3, None], [("claim", 0.1, 0.3)], []),
        # The farthest stay of a hand that has left; the last one is remembered beside it.
        ([OUT, UP, FIRST, None], [("far", 0.1, 0.1)], [("claim", 0.2, 0.2)]),
        ([OUT, FIRST, UP, None], [("far", 0.2, 0.2)], [("claim", 0.1, 0.1)]),
        ([OUT, FIRST, None], [("claim", 0.1, 0.1)], []),
        ([OUT, None], [], []),
        # Its last stay was a stop, or the farthest was in no zone.
        ([OUT, at(300, 260, "far"), *[FIRST] * 4, None], [("claim", 0.2, 0.5)], []),
        ([OUT, FIRST, at(300, 100, None), None], [("claim", 0.1, 0.1)], [("claim", 0.1, 0.1)]),
        # It was where it was longest.
        ([OUT, *[FIRST] * 7, *[at(300, 310, "x")] * 6, UP], [("claim", 0.1, 1.3)], []),
        # One that has stopped elsewhere has been there.
        ([OUT, *[UP] * 4, FIRST, None], [("far", 0.1, 0.4)], [("claim", 0.5, 0.5)]),
        # What points is less far than it says; what holds a card does not point.
        ([OUT, FIRST, at(300, 270, "x", points=True), None], [("claim", 0.1, 0.1), ("x", 0.2, 0.2)], [("claim", 0.1, 0.1)]),
        ([OUT, at(300, 300, points=True), at(300, 330, "x"), None], [("x", 0.2, 0.2), ("claim", 0.1, 0.1)], [("claim", 0.1, 0.1)]),
        ([OUT, at(300, 300, points=True), at(300, 328, "x", points=True), None], [("claim", 0.1, 0.1)], [("claim", 0.1, 0.1)]),
        ([OUT, at(300, 300, points=True, holds=True), at(300, 330, "x"), None], [("claim", 0.1, 0.1)], [("claim", 0.1, 0.1)]),
    ],
)  # fmt: skip
def test_which_stays_are_stops(looks: Any, over: Any, passed: Any) -> None:
    """Those told are not what only passed."""
    seen = Seen(*looks)

    assert over == seen.over
    assert passed == seen.passing("claim")


@pytest.mark.parametrize(
    ("x", "y", "to", "looks", "stop"),
    [
        # Straight on, a bend of less and of more than fifty degrees, where it stood.
        (300, 300, (300, 180), 2, False),
        (300, 300, (300 + 100, 300 - 87), 2, False),
        (300, 300, (300 + 100, 300 - 80), 2, True),
        # Too short a way in or out has no direction.
        (300, 376, (300, 400), 2, False),
        (300, 374, (300, 400), 2, True),
        (300, 300, (300, 325), 2, True),
        # In one look only where it reached five cm farther than before and after.
        (300, 350, (300, 400), 1, True),
        (300, 351, (300, 400), 1, False),
    ],
)  # fmt: skip
def test_a_hand_that_turns_has_stopped(
    x: float, y: float, to: Point, looks: int, stop: bool
) -> None:
    seen = Seen(OUT, *[at(x, y)] * looks, at(*to, "far"))

    assert stop == (["claim"] == [zone for zone, _, _ in seen.over])


@pytest.mark.parametrize(("degrees", "stop"), [(99, False), (101, True)])
def test_in_a_single_look_a_hand_stops_that_turns_by_a_hundred_degrees(
    degrees: int, stop: bool
) -> None:
    way = complex(100, -200)
    on = 150 * way / abs(way) * cmath.rect(1, math.radians(degrees))

    seen = Seen(at(200, 300, None), at(300, 100), at(300 + on.real, 100 + on.imag, "far"))

    assert stop == (["claim"] == [zone for zone, _, _ in seen.over])


def test_a_visit_comes_from_where_its_arm_reaches_in() -> None:
    """At its last look; of a hand that has lost it, from where it came."""
    aside = at(300, 300, entry=(350.0, 420.0))
    lost = at(300, 300, side=None, entry=(300.0, 300.0))
    for hand, seen in ((FIRST, (OUT, FIRST)), (aside, (OUT, aside)), (OUT, (OUT, lost))):
        (visit,) = Seen(*seen).visitors.staying("claim")
        assert hand.bearing((300.0, 300.0)) == visit.bearing
        assert "bottom" == visit.side


def test_twenty_stays_are_remembered() -> None:
    ways = [at(300, 300), *[at(300, 250 - 40 * (n % 2), "x") for n in range(22)]]

    assert [] == Seen(OUT, *ways).passing("claim")
    assert [("claim", 0.1, 0.1)] == Seen(OUT, *ways[:-3]).passing("claim")


@pytest.mark.parametrize(("began", "one"), [(0.4, True), (0.41, False), (-0.5, True)])
def test_visits_four_tenths_apart_are_one(began: float, one: bool) -> None:
    """In order, each with the time from its first to its last."""
    first, other = Visit("claim", -1.0, 0.0, "right"), Visit("claim", began, 0.6, "right")

    assert (1 if one else 2) == len(merged((other, first)))
    assert () == merged(())
