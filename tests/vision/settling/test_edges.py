"""Whether something new sticks out beside the new top of a pile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from companion.games.dumm_gelaufen.mat import MAT, pieces
from vision.reading import Sighting
from vision.settling.card_track import CardTrack, seen_lying
from vision.settling.notices import Edges
from vision.settling.rectified import filled, px_of, rectified_mat
from vision.settling.state import Occlusion, blind
from vision.sight.places import card_corners

PIECES = pieces()
GROUND = rectified_mat(MAT)
NONE = GROUND.none()
MIDDLE = (95.0, 185.0)


def lying(code: str, centre: tuple[float, float]) -> CardTrack:
    """A card as one look sees it."""
    nowhere = ((0.0, 0.0),) * 4
    read = Sighting(PIECES[code], nowhere, "match", 1.0, "open-left", centre, 0.0, centre)
    return seen_lying(0.0, [read], None)


def look(*centres: tuple[float, float], light: int = 0) -> Occlusion:
    """White cards on a green mat."""
    view = np.full((*GROUND.shape, 3), (60, 110, 60), np.uint8)
    view[filled((card_corners(c, 0.0) for c in centres), GROUND.shape)] = 225
    clear = replace(blind(GROUND), zones=frozenset(), hidden=NONE)
    return replace(clear, view=view + np.uint8(light))


def told(before: Occlusion, now: Occlusion, *fresh: CardTrack) -> bool | None:
    return told_after([before], now, *fresh)


def told_after(looks: Iterable[Occlusion], now: Occlusion, *fresh: CardTrack) -> bool | None:
    edges = Edges(GROUND)
    for before in looks:
        edges.keep("open-left", before)
    return edges.stick_out("open-left", lying("DG1-R07-1", MIDDLE), fresh, now)


def box(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)


LOWER = (MIDDLE[0] + 1.0, MIDDLE[1] + 4.0)
"""Four millimetres lower: nothing of a tag can be seen."""
OLD = (MIDDLE[0] - 15.0, MIDDLE[1] + 12.0)


@pytest.mark.parametrize("light", [0, 25])
def test_a_card_laid_alone_leaves_what_is_beside_it_as_it_was(light: int) -> None:
    """On the mat, and on a card that lies askew; a lamp does not matter."""
    assert told(look(), look(MIDDLE, light=light)) is False
    assert told(look(OLD), look(OLD, MIDDLE, light=light)) is False


@pytest.mark.parametrize(
    ("share", "tint", "out"),
    [(0.7, 1.0, False), (1.4, 1.0, False), (0.4, 1.0, True), (0.7, 0.7, True)],
    ids=["shadow", "light", "print", "colour"],
)
def test_a_shadow_is_no_edge(share: float, tint: float, out: bool) -> None:
    """Beside the new top all is darker, or lighter, by the same share, and no more than shadows are; what has another colour is something else."""
    before, now = look(OLD), look(OLD, MIDDLE)
    assert before.view is not None
    assert now.view is not None
    if share > 1:
        before.view[filled([card_corners(OLD, 0.0)], GROUND.shape)] = 225 / share
    lower = now.view[px_of(MIDDLE[1]) :]
    lower[:] = np.clip(lower * np.array([share * tint, share, share]), 0, 225)

    assert told(before, now) is out


@pytest.mark.parametrize("below", [(), (LOWER,)], ids=["alone", "with another"])
def test_of_a_camera_that_shakes_only_more_than_it_does_everywhere_counts(
    below: tuple[tuple[float, float], ...],
) -> None:
    """By half a pixel all edges move, those of cards far away, too: only what does not follow from that has come."""
    row = [(90.0 + 70 * n, 66.0) for n in range(6)]
    beside = (MIDDLE[0] - 3.5, MIDDLE[1] - 3.0)
    before = replace(look(*row, beside), view=shaken(look(*row, beside)))
    now = look(*row, beside, *below, MIDDLE)

    assert told(before, now) is bool(below)


def shaken(seen: Occlusion) -> np.ndarray:
    """Its view, between here and a px to the right and down."""
    assert seen.view is not None
    left = np.roll(seen.view, (1, 1), axis=(0, 1)).astype(np.uint16)
    return np.asarray((left + seen.view) // 2, np.uint8)


def test_a_card_laid_with_another_squarely_below_it_shows_its_edge() -> None:
    assert told(look(), look(LOWER, MIDDLE)) is True


def test_a_card_that_was_taken_shows_the_mat() -> None:
    assert told(look(OLD), look(MIDDLE)) is True


def test_a_card_that_is_read_is_nothing_unread() -> None:
    beside = (MIDDLE[0] + 42.0, MIDDLE[1] + 1.0)

    assert told(look(), look(beside, MIDDLE)) is True
    assert told(look(), look(beside, MIDDLE), lying("DG1-R08-1", beside)) is False


def test_a_pile_that_is_told_anew_is_compared_with_how_it_looks_then() -> None:
    """A look without the mat says nothing, neither before nor now."""
    top, blind_ = lying("DG1-R07-1", MIDDLE), replace(look(), view=None)
    edges = Edges(GROUND)
    edges.keep("open-left", look())
    edges.keep("open-left", blind_)

    assert edges.stick_out("open-left", top, (), look(MIDDLE)) is False
    assert edges.stick_out("open-left", top, (), blind_) is None
    edges.told("open-left")
    edges.told("open-right")
    assert edges.stick_out("open-left", top, (), look(MIDDLE)) is None


def test_under_a_hand_nothing_can_be_told() -> None:
    """Neither at the look before nor now; nor of a pile that has not been told."""
    hand = replace(look(MIDDLE), hidden=~NONE)

    assert told(look(), hand) is None
    assert told(replace(look(), hidden=~NONE), look(MIDDLE)) is None
    assert Edges(GROUND).stick_out("x", lying("DG1-R07-1", MIDDLE), (), look(MIDDLE)) is None


@pytest.mark.parametrize(("mm", "out"), [(3.0, False), (20.0, True)])
def test_a_finger_s_breadth_from_a_hand_nothing_sticks_out(mm: float, out: bool) -> None:
    """It may be a finger."""
    finger = (MIDDLE[0] + 29.5 + 1.0, MIDDLE[1] - 10.0, MIDDLE[0] + 29.5 + 6.0, MIDDLE[1] + 10.0)
    right = finger[2] + mm
    hand = filled([box(right, MIDDLE[1] - 30.0, right + 90.0, MIDDLE[1] + 30.0)], GROUND.shape)
    now = look(MIDDLE)
    assert now.view is not None
    now.view[filled([box(*finger)], GROUND.shape)] = (140, 170, 220)
    now.view[filled([card_corners(MIDDLE, 0.0)], GROUND.shape)] = 225

    assert told(look(), replace(now, hidden=hand)) is out


@pytest.mark.parametrize(
    ("place", "out"), [((500.0, 60.0), False), (MIDDLE, True)], ids=["far", "there"]
)
def test_it_is_compared_with_its_latest_look_in_which_nothing_hid_it(
    place: tuple[float, float], out: bool
) -> None:
    """Its cards may have been pushed since; what hides something else meanwhile, a phone or an arm, is no reason to go on with an older one."""
    hidden = filled([card_corners(place, 0.0)], GROUND.shape)
    looks = [look(), replace(look(OLD), hidden=hidden)]

    assert told_after(looks, look(OLD, MIDDLE)) is out


@pytest.mark.parametrize(
    ("by", "px", "out"), [(50, 3, False), (51, 3, True), (51, 2, True), (51, 1, False)]
)
def test_two_pixels_that_look_otherwise_are_an_edge(by: int, px: int, out: bool) -> None:
    """By more than fifty levels, just beside the new top; farther away, and on the card itself, nothing counts."""
    before, now = look(), look(MIDDLE)
    row, right = px_of(MIDDLE[1]), px_of(MIDDLE[0] + 29.5 + 2.5)
    assert now.view is not None
    now.view[row : row + px, right, 0] += by
    now.view[row - 13 : row + 13, right + 4] = 0

    assert told(before, now) is out


@pytest.mark.parametrize(("from_mm", "seen"), [(20.0, True), (-20.0, False)])
def test_half_of_what_is_beside_it_has_to_be_in_sight(from_mm: float, seen: bool) -> None:
    """Both times."""
    half, now = NONE.copy(), look(MIDDLE)
    half[px_of(MIDDLE[1] + from_mm) :] = True

    assert (told(look(), replace(now, hidden=half)) is not None) is seen
    assert (told(replace(look(), hidden=half), now) is not None) is seen


def test_a_card_that_was_held_over_the_pile_is_nothing_that_has_gone_since() -> None:
    """It is read, so that it is no hand; and it is not beside the pile any more once it has been laid."""
    held = (MIDDLE[0] + 12.0, MIDDLE[1] - 6.0)
    over = filled([card_corners(held, 0.0)], GROUND.shape)
    before = replace(look(held), passing=over)

    assert told(look(held), look(MIDDLE)) is True
    assert told(before, look(MIDDLE)) is False
