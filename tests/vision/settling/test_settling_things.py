"""What of a look is foreign, what of that is a hand and what a thing, and what is kept of what lay there before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from tests.vision.settling.test_settling_parts import GROUND, SHAPE, area, box
from tests.vision.settling.test_settling_state import (
    AT,
    CODE,
    FAR,
    LARGE,
    NONE,
    SMALL,
    STATE,
    around_at,
    card,
    hand,
    view,
    with_motion,
)
from vision.settling.arms import Arm
from vision.settling.background import Background
from vision.settling.foreground import Foreground, _fitted, _gone, _printed, foreground
from vision.settling.objects import _Ages, _left_behind, _unnamed, objects
from vision.settling.rectified import ALL, Mask, card_patch, grown, joined_patches, px_of
from vision.settling.state import Look, Occlusion, State
from vision.settling.surface import Surface

EVERY: Final = ~NONE
ARMLESS: Final = Arm(None, (480.0, 60.0), "mac", (480.0, 60.0), FAR)


def after(*hands: Arm, state: State = STATE, **more: Any) -> State:
    """A state after a look with those hands."""
    seen = Occlusion(frozenset(), NONE, NONE, NONE, hands=hands, **more)
    return replace(state, occlusion=seen)


# What is left behind -----------------------------------------------------------------------------

PHONE: Final = around_at((330.0, 380.0), 80, 80)
REACHED: Final = PHONE | around_at((280.0, 320.0), 40, 200)


@pytest.mark.parametrize(
    ("before", "now", "side", "left", "motion", "stays"),
    [
        # The arm has gone, and this is where it was.
        ((REACHED,), PHONE, "bottom", NONE, NONE, True),
        ((REACHED,), PHONE, None, NONE, NONE, False),
        ((FAR, REACHED), PHONE, "bottom", NONE, NONE, True),
        ((), PHONE, "bottom", NONE, NONE, False),
        # It moves itself, in half of it or more.
        ((REACHED,), PHONE, "bottom", NONE, around_at((330.0, 400.0), 80, 40), False),
        ((REACHED,), PHONE, "bottom", NONE, around_at((330.0, 405.0), 80, 28), True),
        # What went was less than a hand.
        ((PHONE | around_at((280.0, 330.0), 12, 100),), PHONE, "bottom", NONE, NONE, False),
        # It stays left behind until a tenth of it looks otherwise, or nothing is found there.
        ((PHONE,), PHONE, "bottom", PHONE, NONE, True),
        ((PHONE | around_at((330.0, 338.0), 60, 5),), PHONE, "bottom", PHONE, NONE, True),
        ((PHONE | around_at((330.0, 335.0), 60, 12),), PHONE, "bottom", PHONE, NONE, False),
        ((PHONE | around_at((330.0, 335.0), 60, 12),), PHONE, None, PHONE, NONE, True),
        ((PHONE,), FAR, "bottom", PHONE, NONE, False),
    ],
)
def test_what_an_arm_leaves_where_it_was(
    before: Any, now: Mask, side: Any, left: Mask, motion: Mask, stays: bool
) -> None:
    """More than a hand of it has gone, and the rest lies still."""
    state = replace(with_motion(motion), left=left)
    state = after(*(hand("bottom", mask) for mask in before), state=state)

    found = _left_behind(state, iter((hand(side, now),)))

    assert stays == found[PHONE].all() == found[PHONE].any()
    assert not found[~(now | left)].any()


@pytest.mark.parametrize(
    ("lies", "bare", "cards", "hands", "there"),
    [
        (LARGE, NONE, NONE, (), LARGE),
        (LARGE, around_at((300.0, 275.0), 60, 14), NONE, (), LARGE),
        (LARGE, around_at((300.0, 278.0), 60, 20), NONE, (), NONE),
        (LARGE, NONE, around_at((300.0, 278.0), 60, 20), (), NONE),
        (LARGE, around_at((300.0, 278.0), 60, 20), NONE, (ARMLESS,), LARGE),
        (LARGE | FAR, LARGE, NONE, (), FAR),
        (None, EVERY, NONE, (), NONE),
        (NONE, EVERY, NONE, (), NONE),
    ],
)
def test_what_lies_there_from_the_beginning_lies_there_until_a_quarter_shows_mat_or_cards(
    lies: Mask | None, bare: Mask, cards: Mask, hands: Any, there: Mask
) -> None:
    """Each by itself; not while a sleeve may look like the mat. What is new is added."""
    state = after(*hands, unnamed=lies)
    seen = Foreground(STATE.background, None, 0.0, bare, cards, NONE)

    assert np.array_equal(there, _unnamed(state, seen, ()))
    assert np.array_equal(there | SMALL, _unnamed(state, seen, iter((hand(None, SMALL),))))


DRAW: Final = GROUND.zones["draw"]
PILE: Final = NONE.copy()
PILE[DRAW] = True
PILED: Final = PILE & ~grown(~PILE, 5.0)
"""A hand's area in the middle of the draw pile."""


def beside(columns: int, rows: int, pile: int = 0) -> Mask:
    """So many px beside the draw pile, and so many columns of as many rows in it."""
    (top, _), (left, _) = ((where.start, where.stop) for where in DRAW)
    mask = NONE.copy()
    mask[top : top + rows, left - columns : left + pile] = True
    return mask


@pytest.mark.parametrize(
    ("mask", "cards", "back"),
    [
        (PILED, (), True),
        (PILED | beside(12, 19), (), True),
        (PILED | beside(13, 19), (), False),
        (PILED | beside(12, 20), (card((128.0, 155.0)),), True),
        (beside(10, 10, 11), (), True),
        (beside(10, 10, 10), (), False),
        (LARGE, (), False),
        (NONE | around_at((97.0, 178.0), 60, 60), (), False),
    ],
)
def test_what_lies_on_the_draw_pile_is_its_next_back(mask: Mask, cards: Any, back: bool) -> None:
    """Most of it, and less than a hand's area beside it, where no cards are read."""
    ages = _Ages(STATE, Look(1.0, view(), NONE, cards), NONE, EVERY)

    assert back == ages._is_back(hand(None, mask))


def test_a_back_may_lie_still_for_half_a_second() -> None:
    """A hand that draws one may be beside it; what nothing else was seen of is none."""
    state = replace(moved_at(10.0), began=0.0)

    def is_hand(when: float, known: Mask = EVERY) -> bool:
        return _Ages(state, Look(when, view(), NONE), NONE, known).is_hand(hand(None, PILED))

    assert [True, False] == [is_hand(when) for when in (10.49, 10.5)]
    half = PILED & (np.cumsum(PILED).reshape(SHAPE) <= PILED.sum() // 2)
    more = PILED & (np.cumsum(PILED).reshape(SHAPE) <= PILED.sum() // 2 + 1)
    assert [False, True] == [is_hand(10.1, known) for known in (half, more)]
    assert PILED.sum() % 2 == 0


@pytest.mark.parametrize(
    ("height", "how", "read"),
    [
        (60, {"cards": (card(),)}, True),
        (105, {"cards": (card(),)}, True),
        (125, {"cards": (card(),)}, False),
        (60, {"cards": (card((400.0, 300.0)),)}, False),
        (125, {"cards": (card(tag=AT),)}, True),
        (20, {"loose": (AT,)}, False),
        (10, {"loose": ((285.0, 300.0), AT, (315.0, 300.0))}, True),
    ],
)
def test_what_lies_on_cards_that_are_read_is_no_hand(height: float, how: Any, read: bool) -> None:
    """Four fifths of it, or on dice; a sticker may be anywhere on its card."""
    ages = _Ages(STATE, Look(1.0, view(), NONE, **how), NONE, EVERY)

    assert read == ages._is_read(hand(None, around_at(AT, 50, height)))


def looked(foreign: Mask, *, cards: Any = (), when: float = 5.0, state: State = STATE) -> Any:
    """What is made of a look that nothing explains a part of."""
    known = replace(STATE.background.learnt(view(), EVERY))
    state = replace(state, began=0.0, learnt=state.learnt or {})
    seen = Foreground(known, None, 0.0, NONE, NONE, foreign)
    return objects(state, Look(when, view(), NONE, cards), seen)


def moved_at(seconds: float, state: State = STATE) -> State:
    times = np.full(SHAPE, seconds, np.float32)
    return replace(state, motion=replace(state.motion, moved_at=times))


COMES: Final = around_at((300.0, 340.0), 60, 160)


def test_what_moves_in_over_an_edge_is_a_hand_and_what_stays_a_thing() -> None:
    """It moves where anything of it does. Of two parts each is one by itself."""
    here = looked(COMES, state=with_motion(SMALL, moved_at(4.9)))
    still = looked(COMES, state=moved_at(4.9))
    thing = looked(COMES | FAR, when=20.0, state=replace(moved_at(4.9), under=FAR))
    nothing = looked(NONE)

    assert [("bottom", True)] == [(arm.side, arm.moves) for arm in here.hands]
    assert [False] == [arm.moves for arm in still.hands]
    assert [False, False, False, True] == [each.calm for each in (here, still, thing, nothing)]
    assert () == thing.hands == nothing.hands
    # With what is near it: its outline, and its shadow.
    things = thing.background.things
    assert np.array_equal(grown(COMES, 4.0) | grown(FAR, 4.0), things)
    assert not here.background.things.any()
    assert not looked(NONE, state=with_motion(SMALL)).calm


def test_two_arms_that_touch_are_two_hands_and_what_is_small_is_no_thing() -> None:
    """The one that lies where it lay is it."""
    rests, comes = area(box(270, 200, 330, 420)), area(box(331, 250, 594, 300))
    before = replace(hand("bottom", rests), tip=(300.0, 206.0), width=60.0)

    two = looked(rests | comes, state=after(before, state=moved_at(4.9)))
    small = looked(SMALL, when=20.0, state=moved_at(4.9))

    assert ["bottom", "right"] == [arm.side for arm in two.hands]
    assert () == small.hands
    assert not small.background.things.any()


def test_what_was_there_from_the_beginning_has_no_name() -> None:
    """What is under it has never been seen."""
    never = replace(STATE, began=0.0)
    blank = replace(STATE.background, known=NONE)
    seen = Foreground(blank, None, 0.0, NONE, NONE, LARGE)

    found = objects(never, Look(5.0, view(), NONE), seen)

    assert np.array_equal(LARGE, found.unnamed)
    assert not looked(LARGE, state=never).unnamed.any()


@pytest.mark.parametrize(
    ("learnt", "free", "carried"),
    [
        ({}, {}, True),
        ({CODE: (AT, 0.0)}, {}, False),
        ({}, {CODE: (AT, 0.0)}, False),
        ({CODE: ((400.0, 300.0), 0.0)}, {}, True),
    ],
)
def test_a_card_that_was_never_seen_free_is_carried(learnt: Any, free: Any, carried: bool) -> None:
    """And a hand that touches it holds it."""
    state = with_motion(SMALL, moved_at(4.9, replace(STATE, learnt=learnt, free=free)))

    found = looked(COMES, cards=(card((300.0, 240.0)),), state=state)
    lying = looked(COMES, cards=(card(),), state=state)

    assert 1 == len(found.carried)
    assert int(carried) == len(lying.carried)
    assert [True] == [arm.holds for arm in found.hands]


# What is foreign -----------------------------------------------------------------------------------

GREEN: Final = (60, 110, 60)


def green(*parts: tuple[Mask, Any]) -> np.ndarray:
    """A mat with things of some colour on it."""
    shown = np.full((*SHAPE, 3), GREEN, np.uint8)
    for mask, ink in parts:
        shown[mask] = ink
    return shown


SKIN: Final = (140, 170, 220)
SEEN: Final = replace(STATE, background=STATE.background.learnt(green(), EVERY))


@pytest.mark.parametrize(
    ("state", "due"),
    [
        ({}, True),
        ({"fitted_at": 3.0}, True),
        ({"fitted_at": 3.1}, False),
        ({"motion": replace(STATE.motion, now=SMALL)}, False),
        ({"surface": None, "motion": replace(STATE.motion, now=SMALL)}, True),
        ({"surface": None, "fitted_at": 4.9}, True),
    ],
)
def test_the_mat_s_look_is_measured_every_two_seconds(state: Any, due: bool) -> None:
    """While nothing moves; when it is not known, and when the light is another one."""
    old = Surface(np.full((*SHAPE, 3), 100, np.uint8), 0.15)
    before = replace(STATE, **{"surface": old, "fitted_at": 0.0} | state)
    look = Look(5.0, green(), NONE)

    for relit in (False, True):
        found, when = _fitted(before, look, NONE, relit=relit)
        anew = due or relit
        assert (5.0 if anew else before.fitted_at) == when
        assert anew == (found is not before.surface)


def test_the_mat_is_measured_where_nothing_lies() -> None:
    """No hand, nothing that moves, no card that is read; a lighter look is kept, and where none is found the last."""
    old = Surface(np.full((*SHAPE, 3), 200, np.uint8), 0.15)
    wide = around_at((297.0, 210.0), 594, 360)
    look = Look(5.0, green((wide, SKIN)), NONE)
    narrow = around_at((297.0, 210.0), 594, 300)
    part = Look(5.0, green((narrow, SKIN)), NONE)

    def found(state: State, read: Mask = NONE) -> int:
        made, _ = _fitted(state, part, read, relit=False)
        assert made is not None
        return int(made.look[10, 100, 1])

    assert 170 + 30 == pytest.approx(found(STATE), abs=3)
    for state, read in ((replace(STATE, under=narrow), NONE), (with_motion(narrow), NONE), (STATE, narrow)):  # fmt: skip
        assert 110 + 30 == pytest.approx(found(state, read), abs=3)
    hidden = replace(STATE, under=wide, surface=old)
    kept, when = _fitted(hidden, look, NONE, relit=False)
    assert (old, 5.0) == (kept, when)
    lighter, _ = _fitted(replace(STATE, surface=old), Look(5.0, green(), NONE), NONE, relit=False)
    assert lighter is not None
    assert (lighter.look[..., 1] >= 139).all()
    grey = Surface(np.full((*SHAPE, 1), 200, np.uint8), 0.15)
    assert _fitted(replace(STATE, surface=grey), Look(5.0, green(), NONE), NONE, relit=False)[0]


@pytest.mark.parametrize(
    ("under", "motion", "hands", "gone"),
    [
        (NONE, NONE, (), True),
        (around_at((300.0, 340.0), 4, 4), NONE, (), False),
        (around_at((300.0, 350.0), 4, 4), NONE, (), True),
        (NONE, around_at((300.0, 340.0), 4, 4), (), False),
        (NONE, NONE, (ARMLESS,), False),
    ],
)
def test_a_thing_has_gone_unless_a_sleeve_may_lie_over_it(
    under: Mask, motion: Mask, hands: Any, gone: bool
) -> None:
    """As one near it may, within fourteen mm, or of a hand without an arm."""
    thing = SEEN.background.with_things([LARGE]).learnt(green((LARGE, SKIN)), LARGE)
    state = replace(with_motion(motion, SEEN), under=under, background=thing)
    state = after(*hands, state=state)

    found = _gone(state, Look(5.0, green(), NONE), thing, LARGE)

    assert gone == np.array_equal(LARGE, found) == found.any()
    assert not _gone(SEEN, Look(5.0, green(), NONE), SEEN.background, EVERY).any()


MIDDLE: Final = around_at(AT, 5, 5)
"""What is looked at of each of these, within a zone."""
SQUARE: Final = around_at(AT, 60, 60)
LEFT: Final = around_at((280.0, 300.0), 40, 60)
ASIDE: Final = around_at((330.0, 300.0), 20, 60)
UNSEEN: Final = STATE.background.learnt(green(), ~SQUARE)
LAID: Final = SEEN.background.with_things([SQUARE]).learnt(green((SQUARE, SKIN)), SQUARE)
CARD: Final = joined_patches([card_patch(AT, 0.0, SHAPE)], SHAPE)
MARKER: Final = NONE.copy()
MARKER[5:15, 5:15] = True


def strip(px: int) -> Mask:
    """So many px wide, through the middle."""
    mask = NONE.copy()
    mask[100:140, 118 : 118 + px] = True
    return mask


def gap(px: int) -> Mask:
    """What lies to the left and right of such a strip."""
    return around_at(AT, 120, 60) & ~strip(px)


@pytest.mark.parametrize(
    ("shown", "how", "cards", "foreign"),
    [
        (NONE, {}, (), False),
        (SQUARE, {}, (), True),
        # A pen or a line is none, nor is a gap between two parts of a hand.
        (strip(4), {}, (), False),
        (strip(5), {}, (), True),
        (gap(4), {}, (), True),
        (gap(6), {}, (), False),
        # What lay there before; what nothing was known of; what was bare when it was seen last.
        (SQUARE, {"background": STATE.background.learnt(green((SQUARE, SKIN)), EVERY)}, (), False),
        (SQUARE, {"background": UNSEEN}, (), True),
        (NONE, {"background": UNSEEN}, (), False),
        (SQUARE, {"background": UNSEEN, "under": EVERY}, (), False),
        (SQUARE, {"under": EVERY}, (), True),
        (SQUARE, {"background": STATE.background.learnt(green((SQUARE, SKIN)), EVERY), "was_bare": SQUARE}, (), True),
        # A thing of which two fifths have gone has moved, and what is left of it is not known.
        (SQUARE, {"background": LAID}, (), False),
        (SQUARE & ~around_at((275.0, 300.0), 24, 60), {"background": LAID}, (), True),
        (SQUARE & ~around_at((272.0, 300.0), 10, 60), {"background": LAID}, (), False),
        # A card that is read is explained, until it is learnt; the rest of one that is, too.
        (CARD, {}, (card(),), False),
        (CARD, {"learnt": {CODE: (AT, 0.0)}}, (card(),), True),
        (CARD, {"learnt": {CODE: ((400.0, 300.0), 0.0)}}, (card(),), False),
        (CARD, {"unlearnt": CARD}, (), False),
    ],
)  # fmt: skip
def test_what_nothing_explains_is_foreign(shown: Mask, how: Any, cards: Any, foreign: bool) -> None:
    """Neither the background, nor the mat, nor a card."""
    state, look = replace(SEEN, **how), Look(5.0, green((shown, SKIN)), NONE, cards)

    seen = foreground(state, look)

    assert foreign == seen.foreign[MIDDLE].all() == seen.foreign[MIDDLE].any()
    assert np.array_equal(CARD if cards else NONE, seen.cards)
    assert not (seen.foreign & around_at((480.0, 60.0), 100, 60)).any()
    known = "under" not in how
    assert known == (seen.surface is not None) == bool(seen.bare[FAR].all())


def test_the_mat_s_markers_and_the_lines_of_zones_are_no_things() -> None:
    """A line elsewhere is not the mat either."""
    line, other = NONE.copy(), NONE.copy()
    line[110:150, 20:22] = other[40:90, 160:162] = True
    seen = foreground(SEEN, Look(5.0, green((line | other, (255, 255, 255)), (MARKER, SKIN)), NONE))

    assert not seen.foreign.any()
    assert seen.bare[120, 20:22].all()
    assert not seen.bare[60, 160:162].any()
    assert 5.0 == seen.fitted_at


@pytest.mark.parametrize("why", ["under", "motion"])
def test_what_is_under_a_hand_says_nothing_of_the_light(why: str) -> None:
    """However much of the mat it is."""
    most = NONE.copy()
    most[:, :160] = True
    state = replace(SEEN, under=most) if why == "under" else with_motion(most, SEEN)
    dim = green((most, [round(0.8 * each) for each in GREEN]))

    seen = foreground(state, Look(5.0, dim, NONE))

    assert not seen.background.relit
    assert SEEN.background.look is seen.background.look


def test_an_arm_over_print_is_one_with_what_reaches_in() -> None:
    """Of what lies there by itself nobody can say it."""
    print_ = around_at(AT, 120, 60) | around_at((480.0, 60.0), 60, 60)
    stripes = print_ & (np.arange(SHAPE[0]) % 3 == 0)[:, None]
    mat = green((print_, (200, 200, 200)), (stripes, (40, 40, 40)))
    over = around_at(AT, 40, 60), around_at((480.0, 60.0), 30, 30)
    arm = area(box(280, 330, 320, 420))
    now = mat.copy()
    for mask in over:
        now[mask] = 120
    now[arm] = SKIN
    state = replace(SEEN, background=STATE.background.learnt(mat, EVERY))

    alone = foreground(state, Look(5.0, np.where(arm[..., None], mat, now), NONE))
    seen = foreground(state, Look(5.0, now, NONE))

    assert not alone.foreign.any()
    assert seen.foreign[MIDDLE].all()
    assert not seen.foreign[FAR].any()


def test_where_edges_are_known() -> None:
    """Four mm around cards that are read, at zones, and where something printed was seen before."""
    mat = green((around_at((480.0, 370.0), 20, 20), SKIN))
    lit = STATE.background.learnt(mat, EVERY)
    known = Surface(np.full((*SHAPE, 3), (90, 140, 90), np.uint8), 0.15)
    grey = Surface(np.full((*SHAPE, 1), 140, np.uint8), 0.15)
    zone, card_, other = (px_of(330), px_of(52)), (px_of(344), px_of(300)), (px_of(360), px_of(480))

    def edges(surface: Surface, background: Background = lit) -> list[bool]:
        found = _printed(STATE, background, surface, CARD, ALL)
        return [bool(found[place]) for place in (zone, card_, other, (px_of(380), px_of(200)))]

    assert [True, True, True, False] == edges(known)
    assert [True, True, False, False] == edges(grey) == edges(known, STATE.background)
    far = CARD | grown(~GROUND.edges, 4.0)
    assert not _printed(STATE, STATE.background, known, NONE, ALL)[far & ~GROUND.edges].any()
