"""The background: what is on the mat is told from what the light does to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.settling.background import Background
from vision.settling.rectified import Rectified

SHAPE = (200, 300)
ALL = np.ones(SHAPE, bool)
NOTHING = ~ALL


def mat(level: float = 180.0) -> Rectified:
    """An even mat with a little print, grey levels."""
    view = np.full((*SHAPE, 3), level)
    view[::20] *= 0.8
    return np.asarray(view, np.uint8)


@pytest.mark.parametrize("light", [0.75, 0.9, 1.0, 1.2])
def test_a_thing_does_not_pass_for_a_change_of_light(light: float) -> None:
    """A dark bag over a third of the mat is changed, and all that lies beside it is as it was, in whatever light."""
    known = Background.of(SHAPE).learnt(mat(), ALL)
    view = mat(180.0 * light)
    view[:, :100] = 25

    changed = known.lit(view, NOTHING).changed(view)

    assert changed[:, 5:95].mean() > 0.99
    assert changed[:, 105:].mean() < 0.01


def cells(values: NDArray[np.float64]) -> Rectified:
    """A view of cells of eight px, 25 by 37, in grey levels."""
    return np.asarray(np.pad(np.kron(values, np.ones((8, 8, 1))), [(0, 0), (0, 4), (0, 0)], mode="edge"), np.uint8)  # fmt: skip


EVEN: Final = np.full((25, 37, 3), 150.0)
EVERY: Final = Background.of(SHAPE).learnt(cells(EVEN), ALL)
NUMBER: Final = np.arange(25 * 37).reshape(25, 37)


@pytest.mark.parametrize(
    ("gain", "relit"), [(1.0, False), (0.98, False), (0.96, True), (1.02, False), (1.04, True)]
)
def test_a_change_of_three_hundredths_is_another_light(gain: float, relit: bool) -> None:
    """Less is noise."""
    view = cells(EVEN * gain)

    lit = EVERY.lit(view, NOTHING)

    assert relit == lit.relit == (lit.look is not EVERY.look)
    assert not EVERY.relit
    assert not replace(EVERY, relit=True).lit(cells(EVEN), NOTHING).relit
    assert not Background.of(SHAPE).lit(view, NOTHING).relit
    if relit:
        assert lit.look is not None
        assert np.abs(lit.look.astype(int) - view).max() <= 2


@pytest.mark.parametrize(
    ("known", "suspect", "relit"),
    [(30, 0, True), (29, 0, False), (60, 30, True), (60, 31, False)],
)
def test_thirty_cells_have_to_tell_the_light(known: int, suspect: int, relit: bool) -> None:
    """Each of them known and free by four fifths."""

    def these(count: int, share: int) -> NDArray[np.bool_]:
        there = np.zeros((25, 37, 1))
        there.flat[:count] = 1
        mask = cells(there)[..., 0] > 0
        mask &= (np.arange(SHAPE[0]) % 8 < share)[:, None]
        return np.asarray(mask)

    for share, enough in ((8, relit), (7, relit), (6, False)):
        seen = Background.of(SHAPE).learnt(cells(EVEN), these(known, share))
        assert enough == seen.lit(cells(EVEN * 0.8), these(suspect, 8)).relit


@pytest.mark.parametrize(
    ("every", "by", "level"),
    [
        # So much brighter is one cell of three, or of ten; the others are all alike.
        (3, 1.3, 120),
        (10, 1.12, 120),
        (3, 1.06, 122),
        (10, 0.5, 120),
    ],
)
def test_what_differs_from_the_trend_of_the_light_is_a_thing(
    every: int, by: float, level: int
) -> None:
    """By eight hundredths and more; what differs less has a share in it."""
    light = np.where(NUMBER % every == 0, 0.8 * by, 0.8)[..., None]

    lit = EVERY.lit(cells(EVEN * light), NOTHING)

    assert lit.look is not None
    assert level == pytest.approx(float(lit.look.mean()), abs=1)
    assert np.ptp(lit.look) <= 2


@pytest.mark.parametrize(("across", "down"), [(0.15, 0.0), (0.0, 0.15), (0.1, -0.1)])
def test_light_may_fall_from_aside(across: float, down: float) -> None:
    """Also on a grey picture, and on what a thing hides."""
    slope = np.exp(across * np.linspace(-1, 1, 37) + down * np.linspace(-1, 1, 25)[:, None] - 0.2)
    view = cells(EVEN * slope[..., None])
    thing = np.zeros(SHAPE, bool)
    thing[80:120, 100:140] = True

    for channels in (3, 1):
        known = Background.of(SHAPE).learnt(cells(EVEN)[..., :channels], ALL)
        lit = known.with_things([thing]).lit(view[..., :channels], thing)
        for look in (lit.look, lit.below):
            assert look is not None
            assert np.abs(look.astype(int) - view[..., :channels]).max() <= 3


def test_nothing_is_brighter_than_white() -> None:
    bright = np.where(NUMBER[..., None] == 100, 250.0, 230.0) * np.ones(3)
    known = Background.of(SHAPE).learnt(cells(bright), ALL)

    lit = known.lit(cells(np.minimum(bright * 1.08, 255)), NOTHING).look

    assert lit is not None
    assert (247, 255) == pytest.approx((lit.min(), lit.max()), abs=1)


def lines(level: int, of: int = 150) -> Rectified:
    """A mat with a line of this level at every third px."""
    view = np.full((*SHAPE, 3), of, np.uint8)
    view[::3] = level
    return view


@pytest.mark.parametrize(
    ("print_", "now", "gone"),
    [
        (100, lines(100), False),
        (100, lines(125), False),
        (100, lines(126), True),
        (121, lines(150), True),
        (122, lines(150), False),
        (100, lines(100 + 40, 150 + 40), False),
        (100, lines(100 + 60, 150 + 60), True),
        (100, lines(100, 150)[..., :1], False),
    ],
)
def test_print_is_gone_with_half_of_its_contrast(print_: int, now: Rectified, gone: bool) -> None:
    """Of 29 levels and more, in all channels; or where its mean is another one by two steps. Nothing is said of a view of another kind, nor of what is not known."""
    known = Background.of(SHAPE).learnt(lines(print_), ALL)
    left = ALL.copy()
    left[:, 150:] = False

    assert gone == known.print_gone(now)[90:110, 90:110].any()
    assert not Background.of(SHAPE).print_gone(now).any()
    assert not replace(known, known=left).print_gone(now)[:, 150:].any()


def test_print_is_hidden_where_its_mean_is_another_one() -> None:
    """Within a window of half a tag: beyond two px beside it all is as it was."""
    now = lines(100)
    now[90:110, 100:140] += 70

    gone = Background.of(SHAPE).learnt(lines(100), ALL).print_gone(now)

    assert gone[92:108, 102:138].all()
    gone[88:112, 98:142] = False
    assert not gone.any()


THING: Final = np.zeros(SHAPE, bool)
THING[50:90, 50:90] = True
BESIDE: Final = np.roll(THING, 80, axis=1)


@pytest.mark.parametrize(
    ("bare", "shows", "busy", "gone"),
    [
        (0, 0, 0, False),
        (10, 0, 0, False),
        (11, 0, 0, True),
        # What is a px from its edge may be what lies beside it.
        (0, 11, 0, False),
        (0, 12, 0, True),
        (6, 6, 0, False),
        (6, 11, 0, True),
        (40, 0, 1, False),
    ],
)
def test_a_thing_of_which_a_quarter_has_gone_has_gone(
    bare: int, shows: int, busy: int, gone: bool
) -> None:
    """So many of its 40 rows are bare, or show what it lay on; nothing is busy there. Each goes by itself."""
    before = EVERY.with_things(iter([THING, BESIDE]))
    looks = cells(EVEN)
    looks[THING | BESIDE] = 60
    known = before.learnt(looks, THING | BESIDE)
    now = looks.copy()
    now[50 : 50 + shows, 50:90] = 150
    mat, hand = NOTHING.copy(), NOTHING.copy()
    mat[50 : 50 + bare, 50:90], hand[50 : 50 + busy, 50:52] = True, True

    found = known.gone(now, mat, hand)

    assert np.array_equal(THING if gone else NOTHING, found)
    left = known.without(found)
    assert np.array_equal(BESIDE | (NOTHING if gone else THING), left.things)
    assert left.look is not None
    assert {60} == {*left.look[BESIDE].flat}
    assert (150 if gone else 60) == left.look[70, 70, 0]
    assert not known.gone(now[..., :1], ALL, NOTHING).any()
    assert known is known.without(NOTHING)
    assert EVERY is EVERY.without(THING)


def test_what_lay_under_a_thing_is_known_as_far_as_it_was_seen() -> None:
    """A second thing on the first keeps what lay below both."""
    seen = ALL.copy()
    seen[:, :70] = False
    ground = Background.of(SHAPE).learnt(cells(EVEN), seen)
    first = ground.with_things([THING]).learnt(cells(EVEN * 0.5), THING)
    second = first.with_things([THING | BESIDE]).learnt(cells(EVEN * 0.2), BESIDE)

    left = second.without(second.things)

    assert np.array_equal(seen, left.known)
    assert left.look is not None
    assert {150} == {*left.look[seen].flat}
    assert not second.changed(cells(EVEN))[(THING | BESIDE) & seen].any()
    assert second.changed(cells(EVEN))[60, 60]
    empty = Background.of(SHAPE)
    assert empty is empty.with_things([THING])
