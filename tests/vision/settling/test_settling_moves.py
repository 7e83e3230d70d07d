"""Which stays of a hand are stops, when a zone has settled, and what of a picture is a hand: at the limits that are said, on pictures of one colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import pytest

from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.mat import Point
from companion.table import Observation, Settled, Visit
from tests.vision.settling.test_settle_stops import arm
from vision.frame import Frame
from vision.painting.view import View, pose
from vision.reading import Reading, Sighting
from vision.settle import Settler
from vision.settling.arms import Arm
from vision.settling.occlusion import OcclusionTracker
from vision.settling.rectified import px_of
from vision.settling.state import Occlusion
from vision.settling.stops import Stop
from vision.settling.visits import Stay, Visitors, merged

PIECES: Final = pieces()

# Visits --------------------------------------------------------------------------

IN: Final = arm((300, 380), None)


def stops(*looks: Arm | None, every: float = 0.1) -> list[Stop]:
    """What is over after a hand was seen; None: it is gone."""
    visitors, found = Visitors(), list[Stop]()
    for n, seen in enumerate(looks):
        found += visitors.look(n * every, () if seen is None else (seen,), again=False)
    return found


def zones(found: Iterable[Stop]) -> list[str]:
    return [stop.visit.zone for stop in found]


def test_a_hand_whose_arm_is_lost_for_a_look_is_the_same() -> None:
    """Its sleeve may look like the mat: it came from where it came from, and has visited what it has."""
    lost = replace(arm((300, 300), "claim"), side=None)
    (stop,) = stops(IN, *[arm((300, 300), "claim")] * 2, *[lost] * 3, arm((300, 180), "x"))
    assert ("claim", "bottom") == (stop.visit.zone, stop.visit.side)
    assert pytest.approx(0.5) == stop.visit.ended

    there = [*[arm((300, 300), "claim")] * 4, *[arm((300, 180), "x")] * 4]
    assert ["claim", "x"] == zones(stops(IN, *there, arm((300, 150), "y"), None))


def test_a_hand_whose_arm_is_lost_may_stand_still_for_three_tenths_of_a_second() -> None:
    """What lies there for longer was put down, and the hand has gone."""
    comes, still = arm((300, 280), "claim"), arm((300, 180), "x")
    lost = replace(still, side=None, moves=False)

    (stop,) = stops(IN, comes, *[lost] * 3, IN, None)
    assert ("x", "bottom") == (stop.visit.zone, stop.visit.side)
    assert (0.2, 0.4) == pytest.approx((stop.visit.began, stop.visit.ended))
    assert 0.4 == pytest.approx(stops(IN, comes, *[lost] * 9)[0].visit.ended)


@pytest.mark.parametrize(("looks", "stop"), [(1, False), (2, False), (3, True), (6, True)])
def test_who_stays_for_three_tenths_of_a_second_has_stopped(looks: int, stop: bool) -> None:
    """Though the hand goes straight on; told is from when to when it was seen there."""
    found = stops(IN, *[arm((300, 300), "claim")] * looks, *[arm((300, 180), "x")] * 5)

    assert stop == (["claim"] == zones(found))
    if stop:
        visit = found[0].visit
        assert (0.1, looks / 10) == pytest.approx((visit.began, visit.ended))
        assert "bottom" == visit.side
        assert 180 == pytest.approx(visit.bearing or 0, abs=2)


def test_what_points_beyond_may_be_carried() -> None:
    """A single look at where a hand only points is no stop, but if a card is held there."""
    pointing = replace(arm((300, 300), "claim"), points=True)
    away = arm((330, 390), None)

    assert [] == stops(IN, pointing, away)
    assert ["claim"] == zones(stops(IN, replace(pointing, holds=True), away))


@pytest.mark.parametrize(("by", "one"), [(24.0, True), (26.0, False)])
def test_a_tip_stays_within_a_finger_s_length(by: float, one: bool) -> None:
    """Of where the stay began; another place is another stay."""
    first, then = arm((300, 300), "claim"), arm((300 + by, 300), "claim")
    found = stops(IN, *[first] * 2, *[then] * 2, arm((300, 180), "x"))

    assert one == (["claim"] == zones(found))


def test_a_hand_that_has_left_has_been_where_it_reached_farthest() -> None:
    """However short; one that never was in a zone was nowhere, and a picture that came again tells nothing."""
    quick = [IN, arm((300, 300), "claim"), arm((300, 180), "draw"), None]
    assert ["draw"] == zones(stops(*quick))
    assert [] == stops(IN, arm((300, 300), None), None)
    visitors = Visitors()
    for n, seen in enumerate(quick[:3]):
        visitors.look(n / 10, () if seen is None else (seen,), again=False)
    assert () == visitors.look(0.3, (), again=True)
    (stop,) = visitors.look(0.4, (), again=False)
    assert "draw" == stop.visit.zone


def test_of_two_zones_a_stay_is_in_the_one_it_was_in_longer() -> None:
    """Of equals in the one farther in."""
    one = Stay((0.0, 0.0), ((10.0, "a"), (11.0, "b"), (12.0, None), (5.0, "b")), 0, 0, 0)
    assert "b" == one.zone
    assert "b" == replace(one, looks=((10.0, "a"), (11.0, "b"))).zone
    assert "a" == replace(one, looks=((12.0, "a"), (11.0, "b"))).zone
    assert replace(one, looks=((12.0, None),)).zone is None


@pytest.mark.parametrize(("y", "back"), [(240, True), (235, False)])
def test_a_hand_that_draws_back_has_stopped_before(y: float, back: bool) -> None:
    """By four centimetres: else it may only have closed around a card."""
    first, then = arm((190, 200), "draw"), arm((190 + (y - 200) / 2, y), "claim")
    found = stops(IN, *[first] * 3, *[then] * 3, None)

    assert ["draw", "claim"] == zones(found)
    assert found[0].visit == found[1].gripped
    assert back == found[1].drew_back


def test_stays_that_were_no_stops_are_remembered() -> None:
    """The longest since a time, of a zone; and what goes on is no stop yet."""
    visitors = Visitors()
    looks = [
        (0.0, IN),
        (0.1, arm((300, 300), "claim")),
        (0.2, arm((300, 180), "far")),
        (0.3, arm((300, 60), "mac")),
    ]
    for at, seen in looks:
        assert () == visitors.look(at, (seen,), again=False)

    assert ["claim"] == [visit.zone for visit in visitors.passing("claim", 0.05)]
    assert () == visitors.passing("claim", 0.11)
    assert () == visitors.passing("mac", 0.0)
    assert [0.3] == [visit.began for visit in visitors.staying("mac")]
    assert () == visitors.staying("far")


def sleeve(x: float = 300.0, moves: bool = True) -> Arm:
    """A cuff beside the mat's lower edge, of a hand that looks like the mat."""
    return replace(arm((x, 400), None, 40), moves=moves)


@pytest.mark.parametrize(
    ("looks", "sleeves", "arms"),
    [
        ([sleeve(), sleeve()], ["bottom"], ["bottom"]),
        ([sleeve(), replace(sleeve(500), side="right")], [], []),
        ([sleeve(), arm((300, 200), None)], [], ["bottom"]),
        ([sleeve(moves=False)], [], []),
        ([sleeve(), None, None], ["bottom"], ["bottom"]),
        ([None, None], [], []),
    ],
    ids=["alone", "two people's", "a hand elsewhere", "that rests", "gone", "nobody"],
)
def test_a_hand_that_looks_like_the_mat_is_told_by_its_sleeve(
    looks: list[Arm | None], sleeves: list[str], arms: list[str]
) -> None:
    """Where a zone changed that no hand was seen in: it was his who alone was seen to reach in meanwhile."""
    visitors = Visitors()
    for n, seen in enumerate(looks):
        hands = () if seen is None else (seen,)
        assert () == visitors.look(n / 10, hands, again=False)

    for whole, told in ((False, sleeves), (True, arms)):
        visits = visitors.only("claim", 0.0, whole=whole)
        assert told == [visit.side for visit in visits]
        assert all((visit.zone, visit.began) == ("claim", 0.0) for visit in visits)
        assert () == visitors.only("claim", 1.0, whole=whole)


@pytest.mark.parametrize(("looks", "told"), [(150, 1), (250, 0)])
def test_who_reached_in_longer_ago_than_is_remembered_may_have_been_another(
    looks: int, told: int
) -> None:
    visitors = Visitors()
    for n in range(looks):
        visitors.look(n / 10, (sleeve(),), again=False)

    assert told == len(visitors.only("claim", 0.0, whole=False))
    assert 1 == len(visitors.only("claim", (looks - 50) / 10, whole=False))


CAME: Final = Visit("claim", 1.0, 1.5, "right", 80.0)


@pytest.mark.parametrize(
    ("other", "one"),
    [
        (replace(CAME, began=1.89, ended=2.0), True),
        (replace(CAME, began=1.91, ended=2.0), False),
        (replace(CAME, began=1.6, ended=2.0, zone="draw"), False),
        (replace(CAME, began=1.6, ended=2.0, side="left"), False),
    ],
)
def test_visits_soon_after_each_other_are_one(other: Visit, one: bool) -> None:
    """Within four tenths of a second, of the same hand to the same zone."""
    told = merged([other, CAME])

    assert (1 if one else 2) == len(told)
    assert CAME.began == told[0].began
    assert (2.0 if one else 1.5) == told[0].ended
    inner = replace(CAME, began=1.1, ended=1.2)
    assert (CAME,) == merged([CAME, inner])


# A settled table ------------------------------------------------------------------

VIEW: Final = View(MAT, size=(640, 360), tilt=(0, 0), roll=0, k=0)
GREEN: Final = (60, 110, 60)
NOWHERE: Final = ((0.0, 0.0),) * 4


def look_at(
    *boxes: tuple[float, float, float, float], ink: tuple[int, int, int] = (140, 170, 220)
) -> np.ndarray:
    """A green mat with plain rectangles on it, mm."""
    picture = np.full((360, 640, 3), GREEN, np.uint8)
    for x0, y0, x1, y1 in boxes:
        corners = pose(VIEW).to_px(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float))
        cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), ink)
    return picture


def read(code: str, at: Point) -> Sighting:
    return Sighting(
        PIECES["DG1-" + code],
        NOWHERE,
        "match",
        1.0,
        MAT.zone_at(*at),
        at,
        0.0,
        (at[0] - 17.5, at[1] - 33.5),
    )


class Told:
    """A settler that is shown a plain mat and told what is read on it, ten times a second."""

    def __init__(self) -> None:
        self.settler, self.number = Settler(MAT), 0

    def show(
        self,
        *cards: Sighting,
        looks: int = 1,
        hand: tuple[float, float, float, float] | None = None,
        gap: int = 1,
    ) -> list[Observation]:
        said: list[Observation] = []
        for _ in range(looks):
            boxes = [hand] if hand else []
            colour = look_at(*boxes)
            grey = np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), np.uint8)
            frame = Frame(self.number, self.number / 10, grey, colour)
            said += self.settler.step(frame, Reading((640, 360), pose(VIEW), cards))
            self.number += gap
        return said


ROW, PILE = read("R07-1", (200.0, 66.0)), read("R04-1", (97.0, 178.0))


def times(said: list[Observation]) -> list[float]:
    return [one.at for one in said if isinstance(one, Settled)]


def test_a_card_that_is_seen_once_holds_the_table_up_for_half_a_second() -> None:
    """What is sure is told then, without it."""
    table = Told()
    table.show(ROW, looks=3)

    said = table.show(ROW, PILE, looks=1) + table.show(ROW, looks=9)

    assert 1 == len(times(said))
    assert [{"mac": ("R07-1",)}] == [
        dict(one.table.zones) for one in said if isinstance(one, Settled)
    ]
    assert 0.55 <= times(said)[0] <= 0.7


def test_a_card_that_is_read_beside_the_mat_is_nowhere() -> None:
    """And hides nothing."""
    table = Told()
    beside = replace(read("R04-1", (97.0, 178.0)), zone=None, centre=(-40.0, 178.0))

    (told,) = (one for one in table.show(ROW, beside, looks=8) if isinstance(one, Settled))

    assert {"mac": ("R07-1",)} == dict(told.table.zones)


def test_the_end_of_a_film_settles_what_is_not_under_a_hand() -> None:
    """With a look or two; before the first table was told nothing is."""
    table = Told()
    table.show(ROW, looks=2)
    assert () == table.settler.finish()
    table.show(ROW, looks=6)
    table.show(ROW, PILE, looks=2)

    (told,) = table.settler.finish()

    assert isinstance(told, Settled)
    assert {"mac": ("R07-1",), "open-left": ("R04-1",)} == dict(told.table.zones)
    assert () == table.settler.finish()


def test_a_picture_that_comes_twice_is_one_look() -> None:
    """As of a camera that is asked too often: while a hand moves elsewhere its repeats settle nothing sooner."""
    table, said = Told(), []
    table.show(ROW, looks=6)
    for n in range(6):
        hand = (300.0 + 12 * n, 270.0, 400.0 + 12 * n, 420.0)
        said += table.show(ROW, PILE, looks=2, hand=hand)

    assert times(said)[0] == pytest.approx(1.0)


ARM: Final = (80.0, 170.0, 130.0, 420.0)
"""From the lower edge to the left pile."""


def test_under_a_hand_nothing_settles() -> None:
    """What lies there is told once it has gone, with its visit."""
    table = Told()
    table.show(ROW, looks=6)

    held = table.show(ROW, looks=8, hand=ARM)
    assert [] == held
    assert {"open-left", "claim"} == table.settler.covered
    said = table.show(ROW, PILE, looks=10)

    (told,) = (one for one in said if isinstance(one, Settled) and one.steps)
    assert ["+open-left R04-1"] == [str(step) for step in told.steps]
    assert ["open-left"] == [
        visit.zone for one in said if isinstance(one, Settled) for visit in one.visits
    ]
    assert frozenset() == table.settler.covered


@pytest.mark.slow
def test_what_hides_a_zone_for_three_seconds_is_in_the_way_until_it_goes() -> None:
    """A thing that hides half of it, or a card that lies there; at the edge of a zone it is not."""
    table, bowl = Told(), (50.0, 150.0, 140.0, 420.0)
    table.show(ROW, looks=25, hand=bowl)
    assert frozenset() == table.settler.blocked
    table.show(ROW, looks=10, hand=bowl)
    assert {"open-left"} == table.settler.blocked
    table.show(ROW, looks=35)
    assert frozenset() == table.settler.blocked

    beside = Told()
    beside.show(ROW, looks=40, hand=(100.0, 190.0, 140.0, 420.0))
    assert frozenset() == beside.settler.blocked


@pytest.mark.slow
def test_what_lies_in_a_row_from_the_first_picture_is_in_the_way_until_it_goes() -> None:
    """If it is large enough to lie over a card that nobody has seen; what lies beside all cards is not."""
    table, phone = Told(), (290.0, 20.0, 370.0, 120.0)
    table.show(ROW, looks=29, hand=phone)
    assert frozenset() == table.settler.blocked
    table.show(ROW, looks=6, hand=phone)
    assert {"mac"} == table.settler.blocked
    table.show(ROW, looks=35)
    assert frozenset() == table.settler.blocked

    beside = Told()
    beside.show(ROW, looks=40, hand=(290.0, 100.0, 370.0, 126.0))
    assert frozenset() == beside.settler.blocked


@pytest.mark.slow
def test_a_hand_that_rests_is_in_the_way_later_and_until_it_has_stayed_away() -> None:
    """Four seconds still over what nobody has seen, and three without it: one that pauses is not told again."""
    table = Told()
    table.show(ROW)
    table.show(ROW, looks=42, hand=ARM)
    assert frozenset() == table.settler.blocked
    table.show(ROW, looks=8, hand=ARM)
    assert "open-left" in table.settler.blocked
    table.show(ROW, looks=25)
    assert "open-left" in table.settler.blocked
    table.show(ROW, looks=10)
    assert frozenset() == table.settler.blocked


def test_what_covers_most_of_the_mat_and_stands_still_is_another_light() -> None:
    """After a second, instead of the twelve for which an arm may rest: no two arms are so large."""
    table, light = Told(), (0.0, 0.0, 594.0, 230.0)
    table.show(ROW, looks=6)
    table.show(ROW, looks=8, hand=light)
    assert "open-left" in table.settler.covered
    table.show(ROW, looks=8, hand=light)
    assert frozenset() == table.settler.covered

    said = table.show(ROW, PILE, looks=8, hand=light)
    assert ["+open-left R04-1"] == [
        str(step) for one in said if isinstance(one, Settled) for step in one.steps
    ]


def test_what_is_under_a_hand_that_rests_is_known_where_it_was_seen_before() -> None:
    """From half a second on, for as long as it stays; under one that was there from the beginning nothing is."""
    rests = 300.0, 260.0, 400.0, 420.0
    seen, never = Told(), Told()
    seen.show(ROW, looks=6)
    for table in (seen, never):
        table.show(ROW, looks=8, hand=rests)

    hidden = [seen.settler.hidden for _ in range(6) if seen.show(ROW, hand=rests) == []]

    assert [frozenset[str]()] * 6 == hidden
    assert "claim" in never.settler.hidden


@pytest.mark.slow
def test_who_works_in_a_zone_is_not_in_the_way() -> None:
    table = Told()
    table.show(ROW, looks=6)
    for n in range(40):
        table.show(ROW, hand=(80.0 + 12 * (n % 2), 170.0, 130.0 + 12 * (n % 2), 420.0))

    assert "open-left" in table.settler.covered
    assert frozenset() == table.settler.blocked


def test_another_mat_is_told_and_nothing_on_it() -> None:
    """After three looks."""
    table = Told()
    other = replace(pose(VIEW), mat=replace(MAT, name="other"))
    frame = Frame(0, 0.0, np.zeros((360, 640), np.uint8), None)
    seen = [
        table.settler.step(replace(frame, at=n / 10), Reading((640, 360), other, (ROW,)))
        for n in range(3)
    ]

    assert [(), (), ()] == seen
    assert "other" == table.settler.other_mat
    assert frozenset(zone.name for zone in MAT.zones) == table.settler.covered


# What is a hand --------------------------------------------------------------------


class Watch:
    """What is covered, ten looks a second."""

    def __init__(self) -> None:
        self.tracker, self.number = OcclusionTracker(MAT), 0

    def show(
        self,
        *boxes: tuple[float, float, float, float],
        looks: int = 1,
        cards: tuple[Sighting, ...] = (),
        gap: int = 1,
    ) -> Occlusion:
        for _ in range(looks):
            colour = look_at(*boxes)
            grey = np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), np.uint8)
            frame = Frame(self.number, self.number / 10, grey, colour)
            seen = self.tracker.look(frame, Reading((640, 360), pose(VIEW), cards))
            self.number += gap
        return seen


def test_a_hand_covers_from_a_square_centimetre_on() -> None:
    """Of a zone that it only touches less is nothing."""
    watch = Watch()
    assert frozenset() == watch.show(looks=8).zones
    assert {"claim"} == watch.show((300.0, 250.0, 340.0, 420.0), looks=4).zones
    assert {"claim", "open-right"} == watch.show((250.0, 222.0, 290.0, 420.0), looks=4).zones
    touching = Watch()
    touching.show(looks=8)
    assert {"claim"} == touching.show((250.0, 233.0, 290.0, 420.0), looks=4).zones


@pytest.mark.parametrize(
    ("box", "looks", "thing"),
    [
        ((80.0, 260.0, 100.0, 280.0), 3, False),
        ((80.0, 260.0, 200.0, 380.0), 41, True),
        ((150.0, 140.0, 215.0, 190.0), 6, False),
        ((150.0, 134.0, 222.0, 232.0), 6, False),
        ((150.0, 130.0, 228.0, 265.0), 41, True),
    ],
    ids=["small", "large", "back", "back, moved", "hand at the pile"],
)
def test_what_is_put_down_covers_until_it_is_calm(
    box: tuple[float, float, float, float], looks: int, thing: bool
) -> None:
    """A quarter of a second, or four if it is as large as a hand, and then it is a thing in the way; half a second where it is the draw pile's next back, also where that lies over its place."""
    watch = Watch()
    watch.show(looks=8)

    seen = [watch.show(box) for _ in range(looks + 2)]

    assert [True] * looks + [False] * 2 == [bool(each.zones) for each in seen]
    assert thing == bool(np.any(seen[-1].things))


def test_what_reaches_over_the_edge_is_a_hand_for_twelve_seconds() -> None:
    """Whoever thinks may rest it there; then it hides what is under it, and covers no zone."""
    watch = Watch()
    watch.show(looks=8)
    rests = 300.0, 260.0, 400.0, 420.0

    assert "claim" in watch.show(rests, looks=12, gap=10).zones
    later = watch.show(rests, looks=3, gap=10)
    assert frozenset() == later.zones
    rows = slice(px_of(300), px_of(410))
    assert later.hidden[rows, px_of(310) : px_of(390)].all()
    assert not later.hidden[:, : px_of(290)].any()
    assert "claim" in watch.show((300.0, 290.0, 400.0, 420.0)).zones
    assert not watch.show(looks=5).hidden.any()


@pytest.mark.slow
def test_what_is_smaller_than_a_hand_is_no_thing_in_the_way() -> None:
    """Six square centimetres at the edge, after twelve seconds; twenty-four are."""
    for width, lies in ((30.0, False), (60.0, True)):
        watch, pen = Watch(), (300.0, 400.0 - 20 * lies, 300.0 + width, 420.0)
        watch.show(looks=8)

        later = watch.show(pen, looks=14, gap=10)

        assert (frozenset(), lies) == (later.zones, bool(np.any(later.things)))


def test_what_lay_there_from_the_beginning_covers_for_a_second() -> None:
    """Two things that touch are no arm, nor part of one that reaches over them."""
    bowl, phone = (400.0, 300.0, 594.0, 420.0), (340.0, 280.0, 402.0, 380.0)
    watch = Watch()
    assert {"claim"} == watch.show(bowl, phone, looks=10).zones
    assert frozenset() == watch.show(bowl, phone, looks=1).zones

    cover = watch.show(bowl, phone, (240.0, 0.0, 300.0, 190.0), looks=2)

    assert ["top"] == [arm.side for arm in cover.hands]
    assert {"mac", "open-right"} <= cover.zones <= {"mac", "open-right", "draw"}


@pytest.mark.slow
def test_what_an_arm_leaves_behind_is_a_thing_after_four_seconds() -> None:
    """Though it reaches over the edge, as an arm does."""
    watch, phone = Watch(), (330.0, 340.0, 460.0, 420.0)
    watch.show(looks=8)
    watch.show(phone, (250.0, 240.0, 335.0, 420.0), looks=3)

    covered = ["claim" in watch.show(phone).zones for _ in range(44)]

    assert covered.index(False) in range(38, 43)
    assert not any(covered[43:])
    assert watch.show(phone).things is not None
    assert watch.show(looks=4).zones == frozenset()
    assert not watch.show(looks=2).hidden.any()


def test_a_hand_that_is_still_for_half_a_second_rests() -> None:
    """While it moves it does not."""
    watch = Watch()
    watch.show(looks=8)
    arm_ = (300.0, 260.0, 400.0, 420.0)

    assert frozenset() == watch.show(arm_, looks=6).resting
    assert {"claim"} == watch.show(arm_, looks=1).resting
    assert frozenset() == watch.show((300.0, 300.0, 400.0, 420.0), looks=1).resting


def test_a_bump_covers_all_zones_while_a_quarter_of_the_mat_moves() -> None:
    """Less does not."""
    for width, all_of in ((180.0, True), (110.0, False)):
        watch = Watch()
        watch.show(looks=8)
        zones_ = watch.show((594.0 - width, 0.0, 594.0, 420.0)).zones
        assert all_of == (len(zones_) == len(MAT.zones))


def test_a_card_in_a_hand_says_where_the_hand_is() -> None:
    """A card that is read for the first time at fingertips; one that lay there does not."""
    fingers = (280.0, 216.0, 330.0, 420.0)
    new = read("R09-1", (268.0, 178.0))
    watch = Watch()
    watch.show(looks=8)
    watch.show(fingers, looks=4)
    (held,) = watch.show(fingers, cards=(new,)).hands
    assert (True, "open-right") == (held.holds, held.zone)

    outside = Watch()
    outside.show(looks=8)
    beside_zones = 20.0, 200.0, 64.0, 420.0
    outside.show(beside_zones, looks=4)
    nowhere = outside.show(beside_zones, cards=(read("R09-1", (20.0, 178.0)),))
    assert [(True, None)] == [(hand.holds, hand.zone) for hand in nowhere.hands]
    assert {"claim", "open-left"} == nowhere.zones

    lay = Watch()
    lay.show(looks=8, cards=(new,))
    lay.show(fingers, looks=4, cards=(new,))
    (beside,) = lay.show(fingers, cards=(new,)).hands
    assert not beside.holds
