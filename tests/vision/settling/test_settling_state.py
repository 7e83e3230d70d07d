"""What the stages of settling decide of a look: which card lies where it lay, what has moved, who was at it, which stays are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from companion.mat import Point
from tests.vision.settling.test_settle_stops import arm
from tests.vision.settling.test_settling_parts import GROUND, PIECES, SHAPE, area, box
from vision.reading import Sighting
from vision.settling.arms import Arm
from vision.settling.foreground import Foreground
from vision.settling.objects import Objects, _Ages, _at_hand, _holding
from vision.settling.occlusion import _covered, _learnt, _stands_still, _zones
from vision.settling.rectified import Mask, card_patch, grown, px_of
from vision.settling.state import Look, Motion, Occlusion, State, around, is_at, outline, reach
from vision.settling.surface import Surface
from vision.settling.visits import Visitors

NONE: Final = GROUND.none()
R: Final = "DG1-R07-1"
AT: Final = (300.0, 300.0)


def around_at(centre: Point, width: float, height: float) -> Mask:
    x, y = centre
    return area(box(x - width / 2, y - height / 2, x + width / 2, y + height / 2))


def card(centre: Point = AT, turn: float = 0.0, tag: Point | None = None) -> Sighting:
    corners = ((0.0, 0.0),) * 4
    return Sighting(PIECES[R], corners, "match", 1.0, "claim", centre, turn, tag or (0.0, 0.0))


CODE: Final = card().code

# Cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "here"),
    [
        ((AT, 0.0), True),
        (((303.9, 300.0), 0.0), True),
        (((304.0, 300.0), 0.0), False),
        (((302.9, 302.9), 0.0), False),
        ((AT, 3.9), True),
        ((AT, 4.0), False),
        ((AT, -3.9), True),
        ((AT, -4.0), False),
        ((AT, 91.0), False),
        ((AT, 180.0), True),
        ((AT, 176.5), True),
        ((AT, 90.0), False),
    ],
)
def test_a_card_lies_where_it_lay(known: tuple[Point, float], here: bool) -> None:
    """Within four millimetres and four degrees, either way round; one that is not known lies elsewhere."""
    assert here == is_at({CODE: known}, card())
    assert not is_at({"other": known}, card())


def test_a_sticker_may_be_anywhere_on_its_card() -> None:
    """Half a card's length around it; a printed tag says where the card is. A die takes up 24 millimetres."""
    printed, sticker = reach(card()), reach(card(tag=AT))

    assert [59.0, 91.0] == pytest.approx(np.ptp(printed, axis=0).tolist())
    assert [150.0, 182.0] == pytest.approx(np.ptp(sticker, axis=0).tolist())
    assert np.allclose(outline(card()), printed)
    assert [24.0, 24.0] == np.ptp(around(AT), axis=0).tolist()
    assert [*AT] == around(AT).mean(axis=0).tolist()


# Motion -----------------------------------------------------------------------------------


def view(*dark: Mask) -> np.ndarray:
    """A grey mat with dark parts."""
    shown = np.full((*SHAPE, 3), 160, np.uint8)
    for mask in dark:
        shown[mask] = 40
    return shown


THING: Final = around_at(AT, 80, 80)


def moved(*views: np.ndarray) -> Motion:
    motion = State.of(GROUND).motion
    for n, each in enumerate(views, 1):
        motion = motion.after(float(n), each)
    return motion


@pytest.mark.parametrize(
    ("views", "now", "again", "repeats"),
    [
        ((view(),), False, False, 0),
        ((view(), view(THING)), True, False, 0),
        ((view(), view(THING), view(THING)), True, True, 1),
        ((view(), view(THING), view(THING), view(THING)), True, True, 2),
        ((view(), view(THING), *[view(THING)] * 3), False, False, 3),
        ((view(), view()), False, False, 1),
        ((view(), view(THING)[:, :, :1]), False, False, 0),
        ((view(), view(THING), view(THING), view()), True, False, 0),
    ],
)
def test_what_moves_between_two_looks(views: Any, now: bool, again: bool, repeats: int) -> None:
    """A picture that comes again shows nothing new, twice; then nothing moves. A first one, or one of another kind, shows no motion."""
    motion = moved(*views)

    assert (now, again, repeats) == (bool(motion.now.any()), motion.again, motion.repeats)


def test_what_is_near_to_what_moves_has_moved() -> None:
    """Six millimetres around it, since then; elsewhere nothing ever did."""
    motion = moved(view(), view(THING))

    row = px_of(AT[1])
    inside, near = (np.flatnonzero(THING[row])[[0, -1]] + off for off in ((0, 0), (-2, 2)))
    assert [*inside] == [*np.flatnonzero(motion.now[row])[[0, -1]]]
    assert [*near] == [*np.flatnonzero(motion.moved_at[row] == 2.0)[[0, -1]]]
    assert np.isinf(motion.moved_at[row, px_of(352)])
    assert 3.0 == moved(view(), view(THING), view()).moved_at.max()
    later = motion.after(3.0, view())
    assert (2.0, 3.0) == (motion.moved_at.max(), later.moved_at.max())


# What hides ---------------------------------------------------------------------------------


def hand(side: Any, mask: Mask, **more: Any) -> Arm:
    return Arm(side, AT, more.pop("zone", "claim"), (AT[0], 420.0), mask, **more)


PLACE: Final = card_patch(AT, 0.0, SHAPE)
FAR: Final = around_at((480.0, 60.0), 60, 60)


@pytest.mark.parametrize(
    ("hands", "sides"),
    [
        ((), None),
        ((("bottom", THING),), {"bottom"}),
        ((("bottom", FAR),), None),
        ((("bottom", THING), ("left", THING)), {"bottom", "left"}),
        ((("bottom", THING), ("left", FAR)), {"bottom"}),
        (((None, THING),), None),
        ((("bottom", THING), (None, THING)), None),
        ((("bottom", THING), (None, FAR)), {"bottom"}),
    ],
)
def test_whose_hands_are_at_a_place(hands: Any, sides: Any) -> None:
    """Of those that are there, unless of one it is not seen where it comes from."""
    seen = Occlusion(frozenset(), NONE, NONE, NONE, hands=tuple(hand(*each) for each in hands))

    assert sides == seen.sides(PLACE)


@pytest.mark.parametrize(
    ("hidden", "things", "busy"),
    [
        (NONE, None, False),
        (THING, None, True),
        (FAR, None, False),
        (THING, THING, False),
        (THING | FAR, THING, False),
        (THING, FAR, True),
    ],
)
def test_a_place_is_busy_under_a_hand_not_under_a_thing(
    hidden: Mask, things: Mask | None, busy: bool
) -> None:
    """Also where it only touches one."""
    seen = Occlusion(frozenset(), hidden, NONE, NONE, things=things)

    assert busy == seen.is_busy(PLACE)
    assert np.array_equal(hidden & ~(NONE if things is None else things), seen.busy)


STATE: Final = State.of(GROUND)


def with_motion(mask: Mask, state: State = STATE) -> State:
    return replace(state, motion=replace(state.motion, now=mask))


@pytest.mark.parametrize(
    ("motion", "hands", "zones"),
    [
        (NONE, (), set()),
        (NONE, (hand("bottom", THING),), {"claim"}),
        (NONE, (hand("bottom", around_at(AT, 8, 8)),), set()),
        (around_at(AT, 8, 8), (hand("bottom", around_at((340.0, 300.0), 8, 8)),), {"claim"}),
        (THING, (), {"claim"}),
        (area(box(0, 0, 594, 120)), (), {*GROUND.zones}),
        (area(box(0, 0, 594, 100)), (), {"mac"}),
        (NONE, (hand("bottom", NONE, zone="draw", holds=True),), {"draw"}),
        (NONE, (hand("bottom", NONE, zone="draw"),), set()),
        (NONE, (hand("bottom", NONE, zone=None, holds=True),), set()),
    ],
)
def test_which_zones_are_covered(motion: Mask, hands: Any, zones: set[str]) -> None:
    """From a square centimetre on under hands or in motion; where a hand holds a card; all of them where a quarter of the mat moves."""
    assert zones == _zones(with_motion(motion), hands)


@pytest.mark.parametrize(
    ("when", "settled", "motion", "learnt", "stands"),
    [
        (1.4, True, NONE, AT, True),
        (1.5, True, NONE, AT, False),
        (1.4, False, NONE, AT, False),
        (1.4, True, THING, AT, False),
        (1.4, True, NONE, (400.0, 300.0), False),
    ],
)
def test_a_look_at_a_still_table_is_used_again(
    when: float, settled: bool, motion: Mask, learnt: Point, stands: bool
) -> None:
    """For half a second, while nothing moves and no card is new."""
    state = replace(
        with_motion(motion), looked_at=1.0, settled=settled, learnt={CODE: (learnt, 0.0)}
    )

    assert stands == _stands_still(state, Look(when, view(), NONE, (card(),)))


# Hands and things --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tip", "side", "there"),
    [
        ((300.0, 300.0), "bottom", True),
        ((300.0, 254.5), "bottom", True),
        ((300.0, 254.0), "bottom", False),
        ((300.0, 384.0), "bottom", True),
        ((300.0, 389.0), "bottom", False),
        ((250.0, 300.0), "bottom", True),
        ((225.0, 300.0), "bottom", False),
        ((225.0, 300.0), None, True),
    ],
)
def test_a_card_is_at_a_hand_s_fingertips(tip: Point, side: Any, there: bool) -> None:
    """Within four centimetres, and not half a card behind them; of what is no arm it is not known where they are."""
    one = Arm(side, tip, "claim", (tip[0], 420.0), NONE)

    assert there == _at_hand(one, outline(card()))


@pytest.mark.parametrize(
    ("mask", "centre", "zone", "holds"),
    [
        (THING, AT, "claim", True),
        (around_at((300.0, 352.0), 20, 8), AT, "claim", True),
        (around_at((300.0, 365.0), 20, 8), AT, "draw", False),
        (THING, (560.0, 300.0), "draw", False),
        # Half a card behind its fingers; between zones.
        (THING, (300.0, 350.0), "draw", False),
        (THING, (300.0, 233.0), "draw", True),
    ],
)
def test_a_hand_that_touches_a_new_card_is_where_that_is(
    mask: Mask, centre: Point, zone: str, holds: bool
) -> None:
    """Within four millimetres."""
    found = _holding(STATE, hand("bottom", mask, zone="draw"), (outline(card(centre)),))

    assert (zone, holds) == (found.zone, found.holds)


LARGE: Final = around_at(AT, 60, 60)
SMALL: Final = around_at(AT, 15, 15)


@pytest.mark.parametrize(
    ("mask", "moved_at", "known", "more", "thing"),
    [
        (LARGE, -np.inf, NONE, {}, True),
        (SMALL, -np.inf, NONE, {}, False),
        (LARGE, 1.0, NONE, {}, False),
        (LARGE, -np.inf, LARGE, {}, False),
        (LARGE, -np.inf, around_at((285.0, 300.0), 20, 60), {}, True),
        (LARGE, -np.inf, NONE, {"card_like": True}, False),
    ],
)
def test_what_is_there_from_the_beginning(
    mask: Mask, moved_at: float, known: Mask, more: Any, thing: bool
) -> None:
    """Large, never moved, of which nothing else was ever seen, and not of a card's outline."""
    times = np.full(SHAPE, -np.inf, np.float32)
    times[SMALL] = moved_at
    state = replace(STATE, motion=replace(STATE.motion, moved_at=times))
    ages = _Ages(state, Look(5.0, view(), NONE), NONE, known)

    assert thing == ages.is_from_the_beginning(hand(None, mask, **more))


@pytest.mark.parametrize(
    ("side", "mask", "under", "known", "more", "seconds", "thing"),
    [
        ("bottom", LARGE, NONE, LARGE, {}, 12.0, True),
        ("bottom", SMALL, NONE, SMALL, {}, 12.0, False),
        ("bottom", area(box(0, 0, 594, 180)), NONE, NONE, {}, 1.0, False),
        (None, LARGE, NONE, NONE, {}, 0.0, False),
        (None, LARGE, LARGE, around_at((280.0, 300.0), 20, 60), {}, 0.0, False),
        (None, LARGE, NONE, LARGE, {}, 0.25, False),
        (None, LARGE, SMALL, LARGE, {}, 4.0, True),
        (None, LARGE, FAR, LARGE, {}, 0.25, False),
        (None, LARGE, SMALL, LARGE, {"card_like": True}, 0.25, False),
        (None, SMALL, SMALL, SMALL, {}, 0.25, False),
    ],
)
def test_how_long_a_hand_may_be_still(
    side: Any, mask: Mask, under: Mask, known: Mask, more: Any, seconds: float, thing: bool
) -> None:
    """Twelve seconds where it reaches over an edge, four where a hand was, a quarter else; what is larger than arms are is another light after one."""
    times = np.full(SHAPE, 10.0, np.float32)
    state = replace(STATE, motion=replace(STATE.motion, moved_at=times), under=under, began=0.0)
    one = hand(side, mask, **more)

    def still(when: float) -> _Ages:
        return _Ages(state, Look(10.0 + when, view(), NONE), NONE, known)

    assert not seconds or still(seconds - 0.01).is_hand(one)
    assert not still(seconds).is_hand(one)
    assert thing == still(seconds).is_thing(one)


def test_what_an_arm_left_behind_and_what_never_moved_are_hands_for_less_long() -> None:
    """Four seconds, and one; a tenth of it may move."""
    one, times = hand("bottom", LARGE), np.full(SHAPE, 10.0, np.float32)

    def is_hand(when: float, moved_at: np.ndarray, left: Mask = NONE) -> bool:
        motion = replace(STATE.motion, moved_at=moved_at)
        state = replace(STATE, motion=motion, began=9.5)
        return _Ages(state, Look(when, view(), NONE), left, LARGE).is_hand(one)

    half, less = (around_at((285.0 - by, 300.0), 30, 60) for by in (0.0, 4.0))
    for left, longer in ((LARGE, False), (half, False), (less, True), (SMALL, True)):
        assert [True, longer] == [is_hand(when, times, left) for when in (13.9, 14.0)]
    never = np.full(SHAPE, -np.inf, np.float32)
    assert [True, False] == [is_hand(when, never) for when in (10.4, 10.5)]
    px = np.argwhere(LARGE)
    tenth = len(px) - int(0.9 * (len(px) - 1))
    for moving, hand_ in ((tenth, True), (tenth - 1, False)):
        part = times.copy()
        part[tuple(px[:moving].T)] = 21.0
        assert hand_ == is_hand(22.1, part)


# What is learnt ------------------------------------------------------------------------------------


def shown(bare: Mask = NONE, cards: Mask = NONE) -> Foreground:
    return Foreground(STATE.background, None, -np.inf, bare, cards, NONE)


def found(*hands: Arm, carried: Any = ()) -> Objects:
    return Objects(hands, STATE.background, NONE, NONE, calm=True, carried=carried)


def learnt(
    hidden: Mask = NONE, *hands: Arm, state: State = STATE, when: float = 5.0, bare: Mask = NONE
) -> State:
    look = Look(when, view(), NONE, (card(),))
    seen = Occlusion(frozenset(), hidden, bare, NONE, hands=hands)
    return _learnt(state, look, shown(bare), found(*hands), seen)


@pytest.mark.parametrize(
    ("hidden", "free", "known"),
    [
        (NONE, True, True),
        (around_at((300.0, 344.0), 59, 5), False, False),
        (around_at((300.0, 365.0), 59, 5), True, True),
        (FAR, True, True),
    ],
)
def test_a_card_is_learnt_that_lies_free(hidden: Mask, free: bool, known: bool) -> None:
    """A hand at it may be the one that brings it."""
    state = learnt(hidden)

    assert (free, known) == (CODE in state.free, CODE in state.learnt)
    assert known == bool(state.learnt.get(CODE) == (AT, 0.0))


@pytest.mark.parametrize(
    ("hidden", "known"),
    [
        (NONE, True),
        (around_at((300.0, 344.0), 59, 3), True),
        (around_at((300.0, 338.0), 59, 20), False),
    ],
)
def test_a_card_that_was_free_is_learnt_though_a_finger_is_at_its_edge(
    hidden: Mask, known: bool
) -> None:
    """Nine tenths of it have to be seen; the rest is known to be the card's until it has been free, too."""
    before = replace(STATE, free={CODE: (AT, 0.0)})

    state = learnt(hidden, state=before)

    assert known == (CODE in state.learnt)
    assert (known and bool(hidden.any())) == bool(state.unlearnt.any())


def test_what_moved_lately_or_lies_near_a_hand_is_not_learnt() -> None:
    """For a quarter of a second, and within a centimetre; nor mat that may be a sleeve."""
    times = np.full(SHAPE, -np.inf, np.float32)
    times[THING] = 5.0
    moves = replace(STATE, motion=replace(STATE.motion, moved_at=times))

    def bare(state: State) -> bool:
        return bool(state.was_bare[px_of(300), px_of(300)])

    every = ~NONE
    near = hand("bottom", around_at((300.0, 312.0), 10, 10))
    far = hand("bottom", around_at((300.0, 325.0), 10, 10))
    sleeveless = Arm(None, (480.0, 60.0), "mac", (480.0, 60.0), FAR)
    assert [False, True] == [bare(learnt(state=moves, when=w, bare=every)) for w in (5.2, 5.3)]
    assert [False, True] == [bare(learnt(NONE, each, bare=every)) for each in (near, far)]
    assert not bare(learnt(NONE, sleeveless, bare=every))
    assert bare(learnt(state=replace(STATE, was_bare=every), hidden=THING))
    assert not bare(learnt(state=replace(STATE, was_bare=every)))


def test_what_a_look_hides() -> None:
    """Hands and what is around them, what moves, things but for cards that are read, and what is outside; where cards are carried, or anything moved lately, mat may look otherwise."""
    times = np.full(SHAPE, -np.inf, np.float32)
    times[FAR] = 4.9
    state = replace(STATE, motion=replace(STATE.motion, moved_at=times))
    things = replace(STATE.background, things=THING)
    objects = replace(found(hand("bottom", SMALL)), background=things)
    outside = area(box(0, 0, 20, 420))
    look = Look(5.0, view(), outside)

    seen = _covered(state, look, shown(cards=around_at((330.0, 330.0), 10, 10)), objects)

    def at_px(mask: Mask | None, x: float, y: float) -> bool:
        return mask is not None and bool(mask[px_of(y), px_of(x)])

    places = ((300, 300), (309, 300), (335, 270), (330, 330), (10, 200), (400, 300))
    assert [True, True, True, False, True, False] == [at_px(seen.hidden, x, y) for x, y in places]
    assert [False, False, True, False, False, False] == [
        at_px(seen.things, x, y) for x, y in places
    ]
    assert [True, False] == [at_px(seen.passing, x, y) for x, y in ((480, 60), (300, 300))]
    assert frozenset({"claim"}) == seen.zones == seen.resting
    times[SMALL] = 4.6
    assert frozenset() == _covered(state, look, shown(), objects).resting


def test_what_is_known_after_a_look() -> None:
    """What is free is background from now on; which hands there are, what they left, and when it was."""
    one, surface = hand("bottom", SMALL), Surface(np.full((*SHAPE, 3), 255, np.uint8), 0.15)
    objects = replace(found(one), left=FAR, unnamed=THING, calm=False)
    look = Look(5.0, view(THING), NONE)
    look_ = replace(shown(), surface=surface, fitted_at=3.0)
    seen = _covered(STATE, look, look_, objects)

    state = _learnt(replace(STATE, settled=True), look, look_, objects, seen)

    assert np.array_equal(~grown(SMALL, 10.0), state.background.known)
    assert state.background.look is not None
    assert np.array_equal(look.view, state.background.look)
    assert np.array_equal(SMALL, state.under)
    assert (FAR.sum(), 5.0, 3.0, False) == (state.left.sum(), state.looked_at, state.fitted_at, state.settled)  # fmt: skip
    assert (surface, seen) == (state.surface, state.occlusion)
    assert seen.unnamed is THING
    assert _learnt(STATE, look, look_, found(), seen).settled


@pytest.mark.parametrize(
    ("level", "mat", "bright"),
    [(235, None, False), (236, None, True), (255, 254, True), (255, 255, False)],
)
def test_where_it_is_too_bright_for_a_tag(level: int, mat: int | None, bright: bool) -> None:
    """Not where the mat itself is as bright, its floor added."""
    surface = None if mat is None else Surface(np.full((*SHAPE, 3), mat, np.uint8), 0.15)
    look = Look(5.0, np.full((*SHAPE, 3), level, np.uint8), NONE)

    seen = _covered(STATE, look, replace(shown(), surface=surface), found())

    assert bright == seen.bright.all() == seen.bright.any()


# Stays ---------------------------------------------------------------------------------------------


IN: Final = arm((300, 380), None)


def visitors(*looks: Arm | None) -> Visitors:
    found = Visitors()
    for n, seen in enumerate(looks):
        found.look(n / 10, () if seen is None else (seen,), again=False)
    return found


@pytest.mark.parametrize(
    ("first", "then", "since", "told"),
    [
        (1, 2, 0.0, [(0.2, 0.3)]),
        (2, 1, 0.0, [(0.1, 0.2)]),
        (1, 1, 0.0, [(0.2, 0.2)]),
        (2, 1, 0.15, [(0.3, 0.3)]),
        (2, 1, 0.35, []),
    ],
)
def test_of_stays_that_were_no_stops_the_longest_is_told(
    first: int, then: int, since: float, told: list[tuple[float, float]]
) -> None:
    """Of equals the later one, of those that began since."""
    one, other = arm((300, 340), "claim"), arm((300, 300), "claim")
    looks = [IN, *[one] * first, *[other] * then, arm((300, 180), "x")]

    found = visitors(*looks).passing("claim", since)

    assert told == [(round(visit.began, 6), round(visit.ended, 6)) for visit in found]


def test_who_reached_in_alone_is_the_one() -> None:
    """While only a sleeve was seen, or arms may be told; from one side, since then."""
    whole, sleeve = arm((300, 300), "claim"), replace(arm((300, 390), None), mask=NONE)
    left = replace(whole, side="left")

    def only(*looks: Arm | None, since: float = 0.0, told: bool = False) -> list[Any]:
        found = visitors(*looks).only("draw", since, whole=told)
        return [
            (each.zone, each.side, round(each.began, 6), round(each.ended, 6)) for each in found
        ]

    one = ("draw", "bottom", 0.0, 0.1)
    assert [one] == only(sleeve, sleeve)
    assert [] == only(sleeve, whole)
    assert [one] == only(sleeve, whole, told=True)
    assert [] == only(whole, left, told=True)
    assert [("draw", "left", 0.1, 0.1)] == only(whole, left, since=0.05, told=True)
    assert [] == only(None, None)
    assert [] == only(replace(sleeve, moves=False))
    assert [] == only(replace(sleeve, side=None))
