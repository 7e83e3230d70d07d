"""Readings become observations: what settles, what is held, what is a visit, and what is nothing at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

from companion.app.painted.painter import layout as moment_layout
from companion.app.painted.painter import stage_of
from companion.app.painted.performance import moments
from companion.games.dumm_gelaufen.deck.cards import FACES, copies_of
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.games.dumm_gelaufen.painted.board import Board
from companion.kit.painted import Reach, ScriptConfig
from companion.mat import Point
from companion.table import Glimpse, Observation, Settled, Side
from companion.tracking.bearings import apart
from tests.games.dumm_gelaufen.tabletop import (
    ACTIONS,
    BOTTOM,
    CLAIM,
    DRAW,
    LEFT,
    LEFTWARDS,
    MAC,
    RIGHT,
    SMALL,
    TABLE,
    Film,
    adding,
    card,
    forgetful,
    glimpses,
    reading,
    settled,
    steps,
    visits,
    without,
)
from tests.places import PICTURES
from vision.cameras.sources import frames
from vision.frame import Frame
from vision.painting.layout import Layout, PaintedHand, Placed
from vision.painting.scene import paint
from vision.painting.view import Glare, Light, View
from vision.pictures import grey_of
from vision.reader import Reader
from vision.reading import Reading, Sighting, Unknown
from vision.settle import Settler, codes
from vision.settling.arms import Arm
from vision.settling.presence import Presence
from vision.settling.rectified import Mask, RectifiedGrey, filled, px_of
from vision.settling.state import Occlusion
from vision.sight.places import card_corners

PIECES = pieces()
SEQUENCE = PICTURES / "seq_0"
DECK = [f"DG1-{face}-{n + 1}" for face in FACES for n in range(copies_of(face))]
MAC_CODES = ("R07-1", "Y10-2", "G06-1", "G09-3", "R11-1", "Y01-1", "G11-2")
NINE = card("R09-2", LEFT, 1, 0.9)


# The first look, and stillness


def test_a_table_is_told_after_three_looks_and_three_tenths_of_a_second() -> None:
    (first,) = settled(Film().show(TABLE, 2.0))

    assert (first.frame, first.at) == (3, 0.3)
    assert first.table["mac"] == MAC_CODES
    assert first.table["open-left"][0] == "R04-1"
    assert first.table["open-right"] == ("Y08-1",)
    assert first.table["actions"] == ("K08-1",)
    assert first.table["claim"] == ()
    assert first.table.covered == frozenset()
    assert sorted(str(step) for step in first.steps)[0] == "+actions K08-1"


@pytest.mark.parametrize("share", [0.1, 0.4])
def test_reads_that_are_missed_now_and_then_change_nothing(share: float) -> None:
    film = Film()
    film.show(TABLE, 1.0)

    assert film.show(TABLE, 6.0, forgetful(share)) == []


def test_a_hand_in_two_rows_settles_whichever_card_is_the_left_one() -> None:
    """One above the other, a fraction of a millimetre apart: now one is read to the left, now the other."""
    film, (x, y) = Film(), CLAIM
    film.show(TABLE, 1.0)
    told = []
    for look in range(20):
        by = 0.2 * (look % 2)
        rows = (card("R02-1", (x + by, y - 48)), card("G02-1", (x + 0.2 - by, y + 48)))
        told += film.show(adding(TABLE, *rows))

    assert [{"R02-1", "G02-1"}] == [set(one.table["claim"]) for one in settled(told)]


@pytest.mark.slow
def test_a_card_that_is_not_read_any_more_still_lies_there() -> None:
    film = Film()
    film.show(TABLE, 1.0)

    assert film.show(TABLE, 6.0, lambda s: s.code != "G09-3") == []


@pytest.mark.slow
def test_a_card_that_glare_has_washed_out_still_lies_there() -> None:
    film = Film()
    film.show(TABLE, 1.0)
    glare = Glare((294.0, 66.0), 70.0, 1.0)
    film.view = replace(SMALL, light=Light(glare=(glare,)))

    assert steps(film.show(TABLE, 3.0, lambda s: s.code != "G09-3")) == []


@pytest.mark.slow
def test_a_card_taken_from_a_mat_as_bright_as_its_tags_may_be_is_told() -> None:
    """White paper under a lamp: nothing is told by a bright place that is bare as often."""
    film = Film(replace(SMALL, cloth="paper", light=Light(level=1.1)))
    film.show(TABLE, 1.0)
    after = without(TABLE, "G09-3")
    said = film.reach(TABLE, after, (294, 66), takes=MAC[3]) + film.show(after, 1.5)

    assert steps(said) == ["-mac G09-3"]


# Hands


@pytest.mark.slow
def test_what_of_a_card_lay_under_a_hand_is_none_once_it_has_gone() -> None:
    """A card at the mat's rim, a corner of it under the hand that rests beside it."""
    film = Film()
    film.show(TABLE, 1.0)
    after, hand = adding(TABLE, card("R02-1", (297, 371))), ((345, 375), BOTTOM)
    film.show(replace(TABLE, hands=(PaintedHand(*hand),)), 0.3)
    film.show(replace(after, hands=(PaintedHand(*hand),)), 1.0)

    assert steps(film.show(after, 1.0)) == ["+claim R02-1"]
    assert film.settler.covered == frozenset()


@pytest.mark.slow
def test_a_card_taken_is_told_within_six_tenths_of_the_hands_leaving() -> None:
    film = Film()
    film.show(TABLE, 1.0)
    after = without(TABLE, "G09-3")
    said = film.reach(TABLE, after, (294, 66), takes=MAC[3])
    left = film.at
    said += film.show(after, 1.5)

    (told,) = [one for one in settled(said) if one.steps]
    assert [str(step) for step in told.steps] == ["-mac G09-3"]
    assert told.table["mac"] == tuple(c for c in MAC_CODES if c != "G09-3")
    assert told.at <= left + 0.6 + 1e-6


def test_a_card_laid_is_told_as_the_top_of_its_pile() -> None:
    film = Film()
    film.show(TABLE, 1.0)
    after = adding(TABLE, NINE)
    said = film.reach(TABLE, after, LEFT, brings=NINE) + film.show(after, 1.0)

    assert settled(said)[-1].table["open-left"][0] == "R09-2"
    assert "+open-left R09-2" in steps(said)
    assert "-open-left R04-1" in steps(said)


def test_a_card_with_a_sticker_in_its_corner_is_told_as_soon_as_any_other() -> None:
    """Where its edges are nobody knows: what is white about the sticker is the card, and no hand that rests there."""
    film = Film()
    film.show(Layout(), 1.0)
    laid = Layout((card("R07-1", (294.0, 66.0)),))
    printed = reading(laid, SMALL)
    sticker = replace(printed.sightings[0], centre=printed.sightings[0].tag)
    began = film.at
    told: list[object] = []
    for _ in range(10):
        colour = paint(laid, SMALL, np.random.default_rng(film.number))
        frame = Frame(film.number, film.at, grey_of(colour), colour)
        told += film.settler.step(frame, replace(printed, sightings=(sticker,)))
        film.number += 1

    (one,) = [each for each in told if isinstance(each, Settled)]
    assert [str(step) for step in one.steps] == ["+mac R07-1"]
    assert one.at <= began + 0.6 + 1e-6


def test_a_card_taken_off_a_pile_shows_the_one_below() -> None:
    film = Film()
    full = adding(TABLE, NINE)
    film.show(full, 1.0)

    said = film.reach(full, TABLE, LEFT, takes=NINE) + film.show(TABLE, 1.0)

    assert steps(said) == ["-open-left R09-2", "+open-left R04-1"]


def test_two_cards_laid_one_on_the_other_are_told_in_order() -> None:
    film = Film()
    film.show(TABLE, 1.0)
    one, two = adding(TABLE, NINE), adding(TABLE, NINE, card("Y02-1", LEFT, -1, 1.2))

    said = film.reach(TABLE, one, LEFT, brings=NINE, stop=0.6)
    said += film.show(one, 0.2)
    said += film.reach(one, two, LEFT, brings=card("Y02-1", LEFT), stop=0.6)
    said += film.show(two, 1.0)

    laid = [step for step in steps(said) if step.startswith("+open-left")]
    assert laid == ["+open-left R09-2", "+open-left Y02-1"]
    assert settled(said)[-1].table["open-left"][0] == "Y02-1"


@pytest.mark.slow
def test_a_hand_that_comes_and_goes_changes_nothing() -> None:
    film = Film()
    film.show(TABLE, 1.0)

    said = film.reach(TABLE, TABLE, (297, 60)) + film.show(TABLE, 1.0)

    assert steps(said) == []


@pytest.mark.slow
def test_a_card_carried_over_a_zone_is_not_in_it() -> None:
    film = Film()
    table = without(TABLE, "K08-1")
    film.show(table, 1.0)
    carried = card("A03-1", CLAIM)

    said = film.reach(table, table, (382, 66), brings=carried, takes=carried, stop=0.2)
    said += film.show(table, 1.0)

    assert glimpses(said) == []
    assert steps(said) == []


def test_an_arm_that_rests_elsewhere_holds_nothing_up() -> None:
    film = Film()
    resting = PaintedHand((470, 330), BOTTOM)
    calm = replace(TABLE, hands=(resting,))
    film.show(TABLE, 1.0)
    film.show(calm, 1.0)

    said = film.show(replace(without(TABLE, "G09-3"), hands=(resting,)), 1.0)

    assert "-mac G09-3" in steps(said)
    assert settled(said)[-1].table.covered == frozenset()


@pytest.mark.prove
def test_a_hand_that_rests_for_ten_seconds_keeps_the_cards_under_it() -> None:
    film = Film()
    film.show(TABLE, 1.0)
    resting = replace(TABLE, hands=(PaintedHand((294, 50), BOTTOM),))

    said = film.show(resting, 10.0)

    assert steps(said) == []
    assert film.show(TABLE, 1.5) == [] or steps(film.said[-1:]) == []


def test_a_hand_that_rests_at_the_edge_of_a_zone_holds_nothing_up_there() -> None:
    """What is under it stays as it was; what came beside it is told."""
    film, added = Film(), card("R02-1", (430, 366))
    with_hand = replace(TABLE, hands=(PaintedHand((150.0, 380.0), (120.0, 720.0)),))
    film.show(TABLE, 1.0)
    film.show(with_hand, 1.0)

    said = film.show(adding(with_hand, added), 1.0)

    assert steps(said) == ["+claim R02-1"]


def test_a_card_that_is_still_in_a_hand_is_told_when_that_has_gone() -> None:
    """It may not lie yet as it will: what sticks out beside it is told then."""
    film, bare = Film(), without(TABLE, "G03-1", "R04-1")
    hand = PaintedHand((145.0, 138.0), (900.0, 150.0))
    held = card("R09-2", (109.0, 141.0), -27, height=8.0)
    laid = adding(bare, replace(held, at=(107.0, 139.0), height=0.3))
    film.show(bare, 0.5)
    film.show(replace(bare, hands=(replace(hand, holds=(held,), closed=True),)), 0.2)

    assert [] == steps(film.show(replace(laid, hands=(hand,)), 1.0))
    said = film.show(laid, 0.5)
    assert steps(said) == ["+open-left R09-2"]
    assert {"open-left": False} == settled(said)[0].edges


def test_what_the_next_hand_brings_does_not_stick_out_beside_the_card_before() -> None:
    """Its coming settles the pile: how that lay is what the looks before it show."""
    film, bare = Film(), without(TABLE, "G03-1", "R04-1")
    x, y = LEFT
    alone = adding(bare, card("R09-2", LEFT))
    next_one = card("Y02-1", (x + 12, y + 20), -20, height=1.5)
    hand = PaintedHand((x + 60, y + 90), BOTTOM)
    film.show(bare, 1.0)
    film.show(alone, 0.4)

    said = film.show(replace(adding(alone, next_one), hands=(hand,)), 0.3)

    (seen,) = settled(said)
    assert "open-left" in seen.table.covered
    assert (seen.table["open-left"], seen.edges) == (("R09-2",), {"open-left": False})


def test_a_hand_in_the_first_picture_leaves_its_zones_for_later() -> None:
    film = Film()
    said = film.show(replace(TABLE, hands=(PaintedHand((294, 50), BOTTOM),)), 1.0)

    (first,) = settled(said)
    assert {"mac", "claim"} <= first.table.covered
    assert first.table["mac"] == ()
    assert first.table["open-left"][0] == "R04-1"
    assert settled(film.show(TABLE, 1.0))[-1].table["mac"] == MAC_CODES


def test_a_card_that_settles_elsewhere_has_left_a_zone_that_is_still_covered() -> None:
    film = Film()
    film.show(TABLE, 1.0)
    resting = PaintedHand((294, 50), (300, -300))
    moved = adding(without(TABLE, "G09-3"), card("G09-3", (297, 330)))

    said = film.show(replace(moved, hands=(resting,)), 1.0)

    assert steps(said) == ["-mac G09-3", "+claim G09-3"]


def test_what_changed_under_a_hand_is_covered_until_it_is_told() -> None:
    """A pile settles two looks before Mac's row, where a hand has just let go of a card."""
    film, before = Film(), without(TABLE, "G11-2")
    film.show(before, 1.0)
    laid = adding(before, NINE)
    hand = PaintedHand((498, 66), BOTTOM)

    film.show(replace(laid, hands=(hand,)), 0.2)
    pile, row = settled(film.show(adding(TABLE, NINE), 1.0))

    assert "+open-left R09-2" in steps([pile])
    assert {"mac"} == pile.table.covered
    assert ["+mac G11-2"] == steps([row])
    assert not row.table.covered


# Visits


@pytest.mark.parametrize(
    ("zone", "place"),
    [("draw", DRAW), ("open-right", RIGHT), ("mac", (297.0, 70.0)), ("claim", CLAIM)],
)
def test_a_stop_in_a_zone_is_a_visit_and_nothing_else_is(
    zone: str, place: tuple[float, float]
) -> None:
    film = Film()
    film.show(TABLE, 1.0)
    began = film.at

    said = film.reach(TABLE, TABLE, place) + film.show(TABLE, 1.0)

    (visit,) = visits(said)
    assert (visit.zone, visit.side) == (zone, "bottom")
    assert began < visit.began <= visit.ended < film.at - 1.0


def test_a_hand_beside_a_card_that_was_just_laid_has_not_brought_it() -> None:
    film, bare = Film(), without(TABLE, "G03-1", "R04-1")
    laid = adding(bare, NINE)
    film.show(bare, 1.0)
    film.show(laid, 0.2)
    hand = PaintedHand((160.0, 190.0), (90.0, -300.0))

    said = film.show(replace(laid, hands=(hand,)), 0.5) + film.show(laid, 1.0)

    assert [visit.zone for visit in visits(said)] == ["draw"]


def test_a_hand_that_draws_over_a_card_that_was_just_laid_holds_none() -> None:
    """What is held lies at the fingertips or ahead of them, never far behind."""
    film, bare = Film(), without(TABLE, "G06-1")
    laid = adding(bare, card("R09-2", (222.0, 66.0)))
    film.show(bare, 0.5)
    film.show(replace(laid, hands=(PaintedHand((226.0, 60.0), (226.0, -300.0)),)), 0.3)
    hand = PaintedHand((184.0, 150.0), (215.0, -300.0))

    said = film.show(replace(laid, hands=(hand,)), 0.5) + film.show(laid, 1.0)

    assert "draw" in [visit.zone for visit in visits(said)]


def test_an_arm_over_a_card_that_was_just_laid_stops_where_its_fingers_are() -> None:
    """The card is read to both sides of the arm, which seems to end there: its hand is beyond."""
    film, bare = Film(), without(TABLE, "G03-1", "R04-1")
    laid = adding(bare, NINE)
    film.show(bare, 1.0)
    film.show(replace(laid, hands=(PaintedHand((90.0, 190.0), (700.0, 190.0)),)), 0.3)
    hand = PaintedHand((RIGHT[0] - 20.0, 190.0), (-400.0, 190.0))

    said = film.show(replace(laid, hands=(hand,)), 0.5) + film.show(laid, 1.0)

    assert [v.zone for v in visits(said) if v.side == "left"] == ["open-right"]


@pytest.mark.slow
def test_a_card_drawn_face_down_is_a_visit_to_the_draw_pile() -> None:
    film = Film()
    film.show(TABLE, 1.0)
    hidden = replace(card("R01-1", DRAW), up=False)

    said = film.reach(TABLE, TABLE, DRAW, takes=hidden) + film.show(TABLE, 1.0)

    assert [visit.zone for visit in visits(said)] == ["draw"]
    assert steps(said) == []


# Light, bumps, notices


def test_a_lamp_that_is_switched_off_invents_nothing() -> None:
    film = Film()
    film.show(TABLE, 1.0)
    film.view = replace(SMALL, light=Light(level=0.6, lamp=(500, 300), falloff=0.4))

    assert steps(film.show(TABLE, 3.0)) == []


def test_a_bumped_camera_invents_nothing() -> None:
    film = Film()
    film.show(TABLE, 1.0)

    said = film.show(TABLE, 0.1)
    film.view = replace(SMALL, aim=(310.0, 200.0), roll=2.0)
    said += film.show(TABLE, 2.0)

    assert steps(said) == []


def test_a_bump_that_the_pose_follows_late_invents_nothing() -> None:
    """For half a second the reader takes the mat to lie where it was: cards seem to slide."""
    film = Film()
    film.show(TABLE, 1.0)
    slid = Layout(tuple(_slid(c, 40.0) for c in TABLE.lying))

    said = film.show(slid, 0.5) + film.show(TABLE, 2.0)

    assert steps(said) == []


def _slid(lying: Placed, by: float) -> Placed:
    x, y = lying.at
    return replace(lying, at=(x + by, y))


def test_an_action_card_is_glimpsed_before_its_zone_settles() -> None:
    film = Film()
    film.show(without(TABLE, "K08-1"), 1.0)
    played = card("A03-1", ACTIONS)
    table = adding(without(TABLE, "K08-1"), played)
    holding = PaintedHand((383, 215), BOTTOM)

    said = film.show(replace(table, hands=(holding,)), 0.4)

    assert glimpses(said) == ["A03-1"]
    assert steps(said) == []
    assert steps(film.show(table, 1.0)) == ["+actions A03-1"]
    assert glimpses(film.said) == ["A03-1"]


@pytest.mark.parametrize("source", [BOTTOM, LEFTWARDS], ids=["bottom", "left"])
def test_a_glimpse_tells_from_where_its_hand_came(source: Point) -> None:
    """As the visit tells it later: who played an action card is announced at once."""
    film, bare = Film(), without(TABLE, "K08-1")
    film.show(bare, 1.0)
    played = card("A03-1", ACTIONS)
    table = adding(bare, played)

    said = film.reach(bare, table, ACTIONS, source=source, brings=played)
    said += film.show(table, 1.0)

    (glimpse,) = (one for one in said if isinstance(one, Glimpse))
    (visit,) = (one for one in visits(said) if one.zone == "actions")
    assert glimpse.bearing is not None
    assert visit.bearing is not None
    assert apart(glimpse.bearing, visit.bearing) < 5


def test_the_face_that_marks_macs_row_is_none_of_its_cards() -> None:
    presence = Presence(MAT)
    marker = sighting("MAC-1", (520.0, 66.0), "DG2-")

    for n in range(5):
        presence.look(n / 10, [marker, sighting("R07-1", (90.0, 66.0))], CLEAR)

    assert codes(presence.believed("mac")) == ("R07-1",)


def test_unknown_symbols_and_cards_at_two_places_are_notices() -> None:
    film = Film()
    film.show(TABLE, 1.0)
    read = reading(TABLE, SMALL)
    corners = read.sightings[0].corners
    strange = Unknown("https://example.org", corners)
    again = replace(read.sightings[-1], centre=(480.0, 330.0), tag=(480.0, 330.0))
    odd = replace(read, unknown=(strange,), sightings=(*read.sightings, again))

    said = settled(shown(film, odd, 4))

    assert said[-1].unknown == ("https://example.org",)
    assert said[-1].twice == (again.code,)
    assert said[-1].table.zones == settled(film.said)[0].table.zones
    assert settled(shown(film, read, 8))[-1].unknown == ()


def shown(film: Film, read: Reading, looks: int) -> list[Observation]:
    told: list[Observation] = []
    for _ in range(looks):
        colour = paint(TABLE, SMALL, np.random.default_rng(film.number))
        frame = Frame(film.number, film.at, grey_of(colour), colour)
        told += film.settler.step(frame, read)
        film.number += 1
    return told


# Presence alone

NONE = np.zeros((210, 297), bool)
CLEAR = Occlusion(zones=frozenset(), hidden=NONE, bare=NONE, bright=NONE)
BARE = replace(CLEAR, bare=np.ones((210, 297), bool))


def sighting(code: str, centre: tuple[float, float], payload: str = "DG1-") -> Sighting:
    x, y = centre
    tag = (x - 17.5, y - 33.5)
    nowhere = ((0.0, 0.0),) * 4
    where = MAT.zone_at(*centre)
    return Sighting(PIECES[payload + code], nowhere, "match", 1.0, where, centre, 0.0, tag)


def seen_in(looks: list[tuple[list[Sighting], Occlusion]]) -> Presence:
    presence = Presence(MAT)
    for n, (sightings, cover) in enumerate(looks):
        presence.look(n / 10, sightings, cover)
    return presence


Looks: TypeAlias = list[tuple[list[Sighting], Occlusion]]
"""What was read at each look, and what was hidden."""


def believed(looks: Looks, zone: str) -> tuple[str, ...]:
    return codes(seen_in(looks).believed(zone))


SEEN = ([sighting("R07-1", (200.0, 66.0))], CLEAR)
MISSED: tuple[list[Sighting], Occlusion] = ([], CLEAR)
BARE_THERE: tuple[list[Sighting], Occlusion] = ([], BARE)
HIDDEN: tuple[list[Sighting], Occlusion] = ([], replace(BARE, hidden=~CLEAR.hidden))
OVER = sighting("Y02-1", (201.0, 67.0))


@pytest.mark.parametrize(
    ("looks", "there"),
    [
        ([SEEN], False),
        ([SEEN, SEEN], True),
        ([SEEN, MISSED, SEEN], True),
        ([SEEN, *[MISSED] * 8, SEEN], True),
        ([SEEN, SEEN, *[MISSED] * 50], True),
        ([SEEN] * 9 + [BARE_THERE] * 2, True),
        ([SEEN] * 9 + [BARE_THERE] * 3, False),
        ([SEEN] * 9 + [BARE_THERE, SEEN] * 9, True),
        ([SEEN] * 9 + [HIDDEN] * 50, True),
        ([SEEN] * 9 + [([OVER], CLEAR)] * 5, False),
        ([SEEN, *[MISSED] * 11, SEEN], False),
    ],
    ids=[
        "seen once is not there",
        "twice is",
        "also with a miss between",
        "or with many, within a second",
        "misses alone take nothing away",
        "two looks at the bare place are too few",
        "three are enough",
        "unless it is seen again",
        "under a hand nothing counts",
        "another card lies at its place",
        "seen once, long ago",
    ],
)
def test_evidence(looks: list[tuple[list[Sighting], Occlusion]], there: bool) -> None:
    assert ("R07-1" in believed(looks, "mac")) is there


def test_a_card_that_is_taken_again_has_passed_unless_a_hand_was_at_it_all_the_time() -> None:
    held = ([*SEEN[0]], replace(CLEAR, hidden=~CLEAR.hidden))

    lay = seen_in([SEEN, SEEN, *[BARE_THERE] * 3])
    was_held = seen_in([held, held, *[BARE_THERE] * 3])

    assert ["R07-1"] == [passed.face.code for passed in lay.passed("mac")]
    assert () == was_held.passed("mac")
    lay.tell("mac")
    assert () == lay.passed("mac")


@pytest.mark.parametrize(("off", "passed"), [(4.0, True), (-4.0, False)])
def test_a_card_on_a_pile_has_passed_however_short_no_hand_touched_it(
    off: float, passed: bool
) -> None:
    """Though it was put straight before it was let go, and the next hand was near it."""
    came, lies = sighting("R07-1", (97.0, 172.0)), sighting("R07-1", (97.0, 180.0))
    held = replace(CLEAR, hidden=outlined(came, 0.0))
    beside = replace(CLEAR, hidden=~outlined(lies, off))

    looks: Looks = [*[([came], held)] * 2, *[([lies], CLEAR)] * 2][: 2 + 2 * passed]
    looks += [([lies], beside)] * 6 + [BARE_THERE] * 3

    told = seen_in(looks).passed("open-left")
    assert (["R07-1"] if passed else []) == [one.face.code for one in told]


@pytest.mark.parametrize(
    ("sides", "passed"),
    [(("bottom", "left"), True), (("bottom", "bottom"), False), (("bottom", None), False)],
    ids=["another's hand", "the same hand", "fingers whose arm is not seen"],
)
@pytest.mark.parametrize("cut_mm", [0.0, 2.0], ids=["", "seen beside the card only"])
@pytest.mark.parametrize("first", [1, 3], ids=["seen once", "seen"])
def test_a_card_has_passed_that_one_hand_laid_and_another_took_at_once(
    sides: tuple[Side | None, ...], passed: bool, cut_mm: float, first: int
) -> None:
    """It was free for less than a look, but nobody held it all the time."""
    lies = sighting("R07-1", (97.0, 180.0))
    over = outlined(lies, 8.0)
    arm = over & ~outlined(lies, cut_mm) if cut_mm else over
    hands = (Arm(side, (97.0, 200.0), "open-left", (97.0, 420.0), arm) for side in sides)
    looks: Looks = [
        look
        for hand, times in zip(hands, (first, 3), strict=True)
        for look in [([lies], replace(CLEAR, hidden=over, hands=(hand,)))] * times
    ]

    told = seen_in([*looks, *[BARE_THERE] * 3]).passed("open-left")

    assert (["R07-1"] if passed else []) == [one.face.code for one in told]


def test_a_moving_card_is_not_there_until_it_lies() -> None:
    passing = [([sighting("R07-1", (120.0 + 20 * n, 66.0))], CLEAR) for n in range(9)]

    assert believed(passing, "mac") == ()


def test_a_pile_is_told_top_first_by_whose_tags_are_seen_over_whose_card() -> None:
    """The lower card's tag peeks out; the upper one's lies within the lower one's outline."""
    upper, lower = sighting("Y02-1", (97.0, 180.0)), sighting("R09-1", (88.0, 164.0))
    looks = [([lower, upper], CLEAR)] * 3

    assert believed(looks, "open-left") == ("Y02-1", "R09-1")
    assert believed([([upper, lower], CLEAR)] * 3, "open-left") == ("Y02-1", "R09-1")


def test_a_card_whose_corner_hides_a_part_of_a_tag_lies_on_it_all_the_same() -> None:
    """The middle of the lower one's tag is under the corner, and the tag is read."""
    lower = sighting("R09-1", (90.0, 180.0))
    upper = replace(sighting("Y02-1", (45.5, 103.5)), zone="open-left")
    looks = [([lower], CLEAR)] * 3 + [([lower, upper], CLEAR)] * 3

    assert believed(looks, "open-left") == ("Y02-1", "R09-1")


LOWER, UPPER = sighting("R09-1", (90.0, 180.0)), sighting("Y02-1", (105.0, 190.0))
"""On the left pile; the lower card's left edge sticks out by 15 mm, its upper one by 10."""
INSIDE = replace(LOWER, tag=(107.5, 213.5))
"""The lower card's second tag, which the upper card hides."""
LAID = [([LOWER], CLEAR)] * 3 + [([LOWER, UPPER], CLEAR)] * 3


def test_a_card_laid_where_tags_were_read_lies_on_them() -> None:
    """What was read before it came says nothing of what lies on what."""
    before = [([LOWER, INSIDE], CLEAR)] * 3

    assert believed(before + LAID, "open-left") == ("Y02-1", "R09-1")


def test_a_card_is_gone_once_the_one_below_is_read_at_its_place() -> None:
    """Though a hand is still over its own tags, and no mat is seen."""
    hand = replace(CLEAR, hidden=outlined(UPPER, 0.0))
    taken = [([INSIDE], hand)] * 3

    assert believed(LAID + taken, "open-left") == ("R09-1",)
    assert believed([*LAID, ([INSIDE], hand)], "open-left") == ("Y02-1", "R09-1")


def test_a_card_is_gone_once_the_one_below_is_read_near_its_edge_and_its_own_tags_are_not() -> None:
    """A tag there may be read that is half covered; the place of the card's own tags tells."""
    rng = np.random.default_rng(7)
    one, other = (rng.integers(0, 200, NONE.shape, np.uint8) for _ in range(2))
    lower = sighting("R09-1", (78.0, 215.0))

    def left(look: RectifiedGrey, tag: Point, *, shows: bool = False) -> set[str]:
        """What is believed to lie there once the tag is read, which ``shows`` all along or not."""
        before, after = (replace(CLEAR, grey=grey) for grey in (one, look))
        near = replace(lower, tag=tag)
        both = [lower, UPPER, near] if shows else [lower, UPPER]
        laid = [([lower], before)] * 3 + [(both, before)] * 6
        return {*believed([*laid, *[([near], after)] * 3], "open-left")}

    within, beside = (79.5, 200.0), (72.0, 200.0)
    assert {"R09-1"} == left(other, within) == left(other, beside)
    assert {"Y02-1", "R09-1"} == left(one, within) == left(one, beside)
    assert {"Y02-1", "R09-1"} == left(other, beside, shows=True)


def test_a_card_that_was_not_read_for_a_while_lies_where_it_lay_in_its_pile() -> None:
    """Of the lower one a tag shows beside the upper one, which covers the other: no tag lies on the other card."""
    lower, upper = sighting("R09-1", (80.0, 180.0)), sighting("Y02-1", (127.0, 200.0))
    other = replace(lower, tag=(97.5, 213.5))
    laid = [([lower, other], CLEAR)] * 3 + [([lower, upper], CLEAR)] * 3
    missed = replace(CLEAR, bare=outlined(lower, 0.0))
    again = [([upper], missed)] * 3 + [([lower, upper], CLEAR)] * 3

    assert believed(laid + again[:3], "open-left") == ("Y02-1",)
    assert believed(laid + again, "open-left") == ("Y02-1", "R09-1")


def test_a_card_that_another_was_carried_over_lies_beside_it_as_before() -> None:
    """In a hand laid out, or a row, what is read where it lay is no card of a pile that sticks out."""
    lower = sighting("R09-1", (250.0, 330.0))
    over, beside = (sighting("Y02-1", (x, 330.0)) for x in (253.0, 290.0))
    laid = [([lower], CLEAR)] * 3 + [([over], CLEAR)] * 5

    assert believed(laid, "claim") == ("Y02-1",)
    assert believed(laid + [([lower, beside], CLEAR)] * 3, "claim") == ("R09-1", "Y02-1")


def test_a_card_is_gone_once_mat_is_seen_where_it_stuck_out() -> None:
    """Most of its tags' place is another card, which is no mat."""
    mat = replace(CLEAR, bare=outlined(UPPER, 0.0) & ~outlined(LOWER, 0.0))
    covered = replace(CLEAR, bare=mat.bare & outlined(LOWER, 6.0))

    assert believed(LAID + [([LOWER], mat)] * 3, "open-left") == ("R09-1",)
    assert len(believed(LAID + [([LOWER], covered)] * 3, "open-left")) == 2


def test_a_card_is_gone_once_most_of_where_it_stuck_out_far_is_mat() -> None:
    """The rest of that place shows a card from below, which nobody has read yet."""
    upper = sighting("Y02-1", (125.0, 190.0))
    laid = [([LOWER], CLEAR)] * 3 + [([LOWER, upper], CLEAR)] * 3
    out = outlined(upper, 0.0) & ~outlined(LOWER, 0.0)

    def left(from_mm: float) -> tuple[str, ...]:
        bare = out.copy()
        bare[: px_of(from_mm)] = False
        mat = replace(CLEAR, bare=bare)
        return believed(laid + [([LOWER], mat)] * 3, "open-left")

    assert left(180) == ("R09-1",)
    assert len(left(200)) == 2


def test_a_card_of_a_row_is_gone_once_another_lies_in_its_place_and_mat_beside_it() -> None:
    old, new = sighting("R07-1", (200.0, 50.0)), sighting("Y02-1", (200.0, 72.0))
    mat = replace(CLEAR, bare=~outlined(new, 0.0))
    there = [([old], CLEAR)] * 9

    assert believed(there + [([new], mat)] * 6, "mac") == ("Y02-1",)
    assert len(believed(there + [([new], CLEAR)] * 6, "mac")) == 2


def test_a_card_of_a_row_is_gone_once_its_place_looks_otherwise() -> None:
    """Cards pushed together lie over where it was, and no mat is seen; light that changes, a missed read, and glare over most of its tags say nothing."""
    rng = np.random.default_rng(7)
    one, other = (rng.integers(0, 200, NONE.shape, np.uint8) for _ in range(2))
    dim = (one * 0.6 + 30).astype(np.uint8)
    row, pile = sighting("R07-1", (200.0, 66.0)), sighting("R09-1", (90.0, 180.0))
    there = [([row, pile], replace(CLEAR, grey=one))] * 9

    def left(
        look: RectifiedGrey, zone: str, hidden: Mask = NONE, bright: Mask = NONE
    ) -> tuple[str, ...]:
        seen = replace(CLEAR, grey=look, hidden=hidden, bright=bright)
        missed: Looks = [([], seen)] * 6
        return believed(there + missed, zone)

    assert left(other, "mac") == ()
    assert left(one, "mac") == left(dim, "mac") == ("R07-1",)
    assert left(other, "mac", hidden=~NONE) == ("R07-1",)
    rows = np.arange(NONE.size).reshape(NONE.shape) // NONE.shape[1]
    assert left(other, "mac", bright=rows % 4 > 0) == ("R07-1",)
    assert left(other, "mac", bright=rows % 2 > 0) == ()
    assert left(other, "open-left") == ("R09-1",)


@pytest.mark.parametrize(
    ("glare", "there"),
    [((), ()), ((-33.5,), ()), ((33.5,), ()), ((-33.5, 33.5), ("R07-1",))],
    ids=["none", "above", "below", "both"],
)
def test_where_glare_leaves_one_tag_that_one_tells_whether_a_card_has_gone(
    glare: tuple[float, ...], there: tuple[str, ...]
) -> None:
    """What seems to be glare may be the white of the card below."""
    rng = np.random.default_rng(7)
    one, other = (rng.integers(0, 200, NONE.shape, np.uint8) for _ in range(2))
    row = sighting("R07-1", (200.0, 66.0))
    both = [row, replace(row, tag=(217.5, 99.5))]
    bright = NONE.copy()
    for beside in glare:
        y = 66.0 + beside
        bright[px_of(y - 15) : px_of(y + 15)] = True
    missed: Looks = [([], replace(CLEAR, grey=other, bright=bright))] * 6

    assert there == believed([(both, replace(CLEAR, grey=one))] * 9 + missed, "mac")


def test_while_a_hand_has_no_arm_no_card_is_seen_to_have_gone() -> None:
    """A sleeve that looks like the mat may lie over a row; what lies still at the draw pile is no such hand."""
    rng = np.random.default_rng(7)
    one, other = (rng.integers(0, 200, NONE.shape, np.uint8) for _ in range(2))
    hand = np.zeros_like(NONE)
    hand[150:180, 100:130] = True
    armless = Arm(None, (230.0, 330.0), "claim", (230.0, 330.0), hand)
    row, gone = sighting("R07-1", (200.0, 66.0)), replace(BARE, grey=other)
    there = [([row], replace(CLEAR, grey=one))] * 9

    assert () == believed(there + [([], gone)] * 6, "mac")
    sleeved: Looks = [([], replace(gone, hands=(armless,)))] * 6
    assert ("R07-1",) == believed(there + sleeved, "mac")


def test_cards_that_are_uncovered_lie_as_they_lay() -> None:
    """Which of two is above is known from before they were buried."""
    over = sighting("G11-1", (98.0, 186.0))
    buried = [([over, replace(over, tag=(115.5, 219.5))], CLEAR)] * 4
    uncovered = [([UPPER], CLEAR), ([LOWER, UPPER], CLEAR), ([LOWER, UPPER], CLEAR)]

    for last in (uncovered, [([LOWER], CLEAR), *uncovered]):
        shown = believed(LAID + buried + last * 2, "open-left")
        assert shown == ("Y02-1", "R09-1")


def test_a_card_that_shows_beside_the_top_is_not_uncovered() -> None:
    """Twice a card comes to lie on both; in between only the upper one lay open."""
    looks = LAID
    for code in ("G11-1", "G02-1"):
        over = sighting(code, (94.0, 183.0))
        looks = looks + [([over, replace(over, tag=(111.5, 216.5))], CLEAR)] * 4
        looks = looks + [([LOWER, UPPER], CLEAR)] * 4

    passed = [one.face.code for one in seen_in(looks).passed("open-left")]

    assert passed.count("Y02-1") == 2
    assert passed.count("R09-1") == 1


def outlined(card: Sighting, beyond: float) -> Mask:
    assert card.centre is not None
    return filled([card_corners(card.centre, card.turn, beyond)], (210, 297))


# Whole games


def truth(board: Board, zone: str) -> tuple[str, ...]:
    piles = {"open-left": board.left, "open-right": board.right, "actions": board.actions}
    if zone == "mac":
        return tuple(c.code for c in board.mac if c is not None)
    if zone == "claim":
        return tuple(sorted(c.code for c in board.claim))
    return tuple(c.code for c in reversed(piles[zone]))


def matches(zone: str, told: tuple[str, ...], lies: tuple[str, ...]) -> bool:
    match zone:
        case "mac":
            return told == lies
        case "claim":
            return tuple(sorted(told)) == lies
        case _:
            return told[:1] == lies[:1] and set(told) <= set(lies)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("config", "view", "count"),
    [
        (ScriptConfig(seed=1, players=4), View(MAT, size=(640, 360), cloth="green"), 120),
        pytest.param(
            ScriptConfig(seed=2, players=6),
            View(MAT, size=(640, 360), cloth="paper"),
            3000,
            marks=pytest.mark.prove,
        ),
        pytest.param(
            ScriptConfig(seed=3, players=3),
            View(MAT, size=(640, 360)),
            3000,
            marks=pytest.mark.prove,
        ),
    ],
    ids=["four", "six, for long", "three, for long"],
)
def test_a_painted_game_is_told_as_it_is_played(
    config: ScriptConfig, view: View, count: int
) -> None:
    """One tag in ten is missed; every settled zone is as it lies, every stop over the draw pile is a visit.

    A hand that grips a card beside the draw pile may seem to stop there: at
    most once in fifty reaches, as often as the tracker reckons with.
    """
    stage = stage_of(PAINTED, config, "en")
    settler, sees = Settler(MAT), forgetful(0.1)
    stops: list[float] = []
    drawn: list[float] = []
    reaches = 0
    for moment in islice(moments(PAINTED, config), count):
        shown = moment_layout(moment.act, moment.before, moment.into, stage)
        colour = paint(shown, view, np.random.default_rng(moment.frame))
        frame = Frame(moment.frame, moment.frame / 10, grey_of(colour), colour)
        read = reading(shown, view, sees)
        if isinstance(moment.act, Reach) and moment.into < 0.05:
            reaches += 1
            stops += [frame.at] if _stops_at_the_draw_pile(moment.act) else []
        for told in settler.step(frame, read):
            if isinstance(told, Settled):
                drawn += [v.began for v in told.visits if v.zone == "draw"]
                _check(told, moment.board)
    finished = [stop for stop in stops if stop < (count - 30) / 10]
    assert len(drawn) >= len(finished) > 0
    invented = [b for b in drawn if not any(0 <= b - stop <= 1.6 for stop in stops)]
    assert len(invented) <= 0.02 * reaches, invented


def _stops_at_the_draw_pile(act: Reach[Board]) -> bool:
    return MAT.zone_at(*act.at) == "draw"


def _check(told: Settled, board: Board) -> None:
    for zone in ("mac", "open-left", "open-right", "actions", "claim"):
        if zone not in told.table.covered:
            lies = truth(board, zone)
            assert matches(zone, told.table[zone], lies), (zone, told, lies)


# The sequence of photo-like pictures


def linked(folder: Path, shows: dict[bool, int]) -> Path:
    """The sequence with each frame shown so many times: those with a hand, those without."""
    states = json.loads((SEQUENCE / "truth.json").read_text())["frames"]
    number = 0
    for state in states:
        picture = SEQUENCE / f"frame_{state['frame']:03d}.jpg"
        for _ in range(shows[state["hand"]]):
            (folder / f"{number:05d}.jpg").symlink_to(picture.resolve())
            number += 1
    return folder


def watched(folder: Path, fps: float | None = None) -> Iterator[Settled]:
    reader, settler = Reader(pieces("classic"), (MAT,)), Settler(MAT)
    for frame in frames(str(folder), fps=fps):
        assert isinstance(frame, Frame)
        for told in settler.step(frame, reader.follow(frame)):
            if isinstance(told, Settled):
                yield told


# The quick tests follow it as a film (tests/games/dumm_gelaufen/painted/test_sequences.py) and as a command (tests/app/commands/test_watch.py).
@pytest.mark.prove
@pytest.mark.skipif(not SEQUENCE.is_dir(), reason="the photo-like pictures are not here")
@pytest.mark.parametrize(
    ("shows", "fps"),
    [
        ({True: 1, False: 1}, 5.0),
        ({True: 1, False: 5}, None),
        ({True: 2, False: 8}, None),
        ({True: 2, False: 2}, 5.0),
        ({True: 1, False: 1}, None),
    ],
    ids=["as it is", "five times", "hands twice", "all twice", "fast"],
)
def test_the_sequence_of_pictures_is_told_in_order(
    tmp_path: Path, shows: dict[bool, int], fps: float | None
) -> None:
    told = list(watched(linked(tmp_path, shows), fps))

    first, *later = [one for one in told if one.steps]
    assert first.table["mac"] == ("G10-2", "R05-1", "G05-1", "R01-1", "Y06-1", "K07-1", "Y11-1")
    assert first.table["open-left"] == ("G03-1",)
    assert first.table["open-right"] == ("R08-2",)
    assert first.table["actions"] == ("K08-1",)
    assert [str(step) for one in later for step in one.steps] == [
        "-mac R05-1",
        "-mac Y06-1",
        "+claim Y06-1",
        "-open-left G03-1",
        "+open-left R09-2",
    ]
    seen = [visit.zone for one in told for visit in one.visits]
    assert [z for z in seen if z != "claim"] == ["mac", "mac", "open-left", "draw"]
