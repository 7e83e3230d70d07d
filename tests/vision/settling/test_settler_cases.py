"""What a table's looks are told as, look by look on a plain mat: steps, glimpses, what hides a zone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from companion.games.dumm_gelaufen.mat import MAT
from companion.table import Glimpse, Observation, Settled
from tests.vision.boards import CELLS
from tests.vision.settling.test_settling_moves import ARM, PILE, ROW, VIEW, Told, look_at, read
from tests.vision.settling.test_settling_parts import GROUND, area, box, die
from vision.frame import Frame
from vision.painting.view import View, pose
from vision.pictures import grey_of
from vision.reading import Reading
from vision.settle import Settler
from vision.settling.arms import Arm
from vision.settling.occlusion import OcclusionTracker
from vision.settling.rectified import Mask
from vision.settling.state import Occlusion, blind

NONE: Final = GROUND.none()
CLEAR: Final = replace(blind(GROUND), zones=frozenset(), hidden=NONE)
UPPER: Final = read("Y10-2", (97.0, 178.0))
BESIDE: Final = read("G06-1", (300.0, 66.0))
ACTION: Final = read("A03-1", (383.0, 178.0))


def told(*shown: tuple[Any, int] | tuple[Any, int, Any]) -> list[str]:
    """What is told of looks: the cards that are read, for so many looks, and where a hand is."""
    table, said = Told(), []
    for cards, looks, *hand in shown:
        said += table.show(*cards, looks=looks, hand=hand[0] if hand else None)
    return [
        text
        for one in said
        for text in (
            [f"!{one.zone} {one.card} {one.at:.1f}"]
            if isinstance(one, Glimpse)
            else [f"{one.at:.1f}", *map(str, one.steps)]
        )
    ]


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ([((), 9)], ["0.3"]),
        ([((ROW,), 9)], ["0.3", "+mac R07-1"]),
        # In the order in which they came, what went before what came.
        ([((), 6), ((PILE,), 1), ((PILE, ROW), 9)], ["0.3", "0.9", "+open-left R04-1", "1.0", "+mac R07-1"]),
        ([((PILE,), 6), ((), 1), ((ROW,), 9)], ["0.3", "+open-left R04-1", "0.9", "-open-left R04-1", "1.0", "+mac R07-1"]),
        ([((PILE,), 6), ((UPPER,), 9)], ["0.3", "+open-left R04-1", "0.9", "-open-left R04-1", "+open-left Y10-2"]),
        ([((ROW, BESIDE), 6), ((BESIDE,), 9)], ["0.3", "+mac R07-1", "+mac G06-1", "0.9", "-mac R07-1"]),
        # A look or two without it are nothing, nor is one with it.
        ([((ROW,), 6), ((), 1), ((ROW,), 9)], ["0.3", "+mac R07-1"]),
        ([((ROW,), 6), ((ROW, PILE), 1), ((ROW,), 20)], ["0.3", "+mac R07-1"]),
        # It came and went again.
        ([((), 6), ((ROW,), 2), ((), 9)], ["0.3", "1.1", "+mac R07-1", "-mac R07-1"]),
        # An action card is told at once, each time anew once they were gathered in.
        ([((), 6), ((ACTION,), 9)], ["0.3", "!actions A03-1 0.7", "0.9", "+actions A03-1"]),
        ([((), 6), ((ACTION,), 1), ((), 9)], ["0.3"]),
        ([((ACTION,), 6), ((), 15), ((ACTION,), 9)], ["!actions A03-1 0.1", "0.3", "+actions A03-1", "0.9", "-actions A03-1", "!actions A03-1 2.2", "2.4", "+actions A03-1"]),
        ([((ACTION,), 6), ((ACTION,), 4, (360.0, 150.0, 410.0, 420.0)), ((ACTION,), 9)], ["!actions A03-1 0.1", "0.3", "+actions A03-1", "1.6"]),
        # Under a hand nothing is told before that rests; what has settled elsewhere has left what is covered.
        ([((PILE,), 6), ((), 8, ARM)], ["0.3", "+open-left R04-1"]),
        ([((PILE,), 6), ((), 9, ARM)], ["0.3", "+open-left R04-1", "1.4", "-open-left R04-1"]),
        ([((PILE,), 6), ((), 2, ARM), ((read("R04-1", (268.0, 178.0)),), 6, ARM)], ["0.3", "+open-left R04-1", "1.2", "-open-left R04-1", "+open-right R04-1"]),
    ],
)  # fmt: skip
def test_what_is_told_of_looks(shown: Any, said: list[str]) -> None:
    """Ten a second; when, and which steps, or which card at once."""
    assert said == told(*shown)


def extras(*shown: tuple[Any, int] | tuple[Any, int, Any]) -> list[str]:
    """What else is told: of piles with a new top whether something new sticks out beside it, which cards were lifted before, and visits."""
    table, said = Told(), []
    for cards, looks, *hand in shown:
        said += table.show(*cards, looks=looks, hand=hand[0] if hand else None)
    return [
        text
        for one in said
        if isinstance(one, Settled)
        for text in (
            *(f"{'out' if out else 'alone'} {name}" for name, out in one.edges.items()),
            *(f"lifted {code}" for code in one.lifted),
            *(f"{visit.side} {visit.zone}" for visit in one.visits),
        )
    ]


NEAR: Final = (130.0, 160.0, 134.0, 200.0)
"""Something narrow just beside the card on the left pile."""


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ([((PILE,), 9)], []),
        ([((), 6), ((PILE,), 9)], ["alone open-left"]),
        ([((), 6), ((ROW,), 9)], []),
        ([((), 6), ((PILE,), 9, NEAR)], ["out open-left"]),
        ([((PILE,), 6), ((), 9)], []),
        # What goes a fifth of a second before another comes was lifted; later its pile has settled without it.
        ([((PILE,), 6), ((UPPER,), 9)], ["alone open-left"]),
        ([((PILE,), 6), ((), 1), ((UPPER,), 9)], ["alone open-left"]),
        ([((PILE,), 6), ((), 2), ((UPPER,), 9)], ["alone open-left", "lifted R04-1"]),
        ([((PILE,), 6), ((), 3), ((UPPER,), 9)], ["alone open-left"]),
        ([((ROW,), 6), ((), 2), ((BESIDE,), 9)], []),
        ([((), 6), ((), 3, ARM), ((PILE,), 9)], ["alone open-left", "bottom open-left"]),
        ([((), 6), ((), 5, ARM), ((), 9)], ["bottom open-left"]),
    ],
)
def test_what_else_is_told_of_looks(shown: Any, said: list[str]) -> None:
    assert said == extras(*shown)


def test_a_card_that_is_read_elsewhere_lies_in_both_while_its_place_still_shows_it() -> None:
    """Only what is covered is left at once."""
    lies = (67.5, 132.5, 126.5, 223.5)

    said = told(((PILE,), 8, lies), ((read("R04-1", (200.0, 66.0)),), 9, lies))

    assert ["0.3", "+open-left R04-1", "1.1", "+mac R04-1"] == said


def zone(name: str) -> Mask:
    mask = NONE.copy()
    mask[GROUND.zones[name]] = True
    return mask


LOOSE: Final = Arm(None, (97.0, 178.0), "open-left", (97.0, 178.0), zone("open-left"))


@pytest.mark.parametrize(
    ("how", "seconds"),
    [
        ({"hands": (LOOSE,)}, 4.0),
        ({"hands": (replace(LOOSE, moves=True),)}, None),
        ({"hands": (replace(LOOSE, side="bottom"),)}, None),
        ({"hands": (replace(LOOSE, side="bottom", cut=True),)}, 4.0),
        ({"hands": (replace(LOOSE, mask=zone("draw")),)}, None),
        ({"things": zone("open-left")}, 3.0),
        ({"things": zone("draw")}, None),
        ({"unnamed": zone("open-left")}, 3.0),
        ({"hands": (LOOSE,), "things": zone("open-right")}, 4.0),
        ({}, None),
    ],
)
@pytest.mark.parametrize(
    ("under", "resting", "waits"),
    [(False, False, True), (True, False, False), (True, True, True), (False, True, True)],
)
def test_what_hides_a_zone_that_has_to_be_seen(
    how: Any, seconds: float | None, under: bool, resting: bool, waits: bool
) -> None:
    """A thing for three seconds, what may be a hand without an arm for four, what rests there in any case; one that works there says nothing."""
    settler = Told().settler
    zones = frozenset({"open-left"})
    seen = replace(CLEAR, resting=zones if resting else frozenset(), **how)
    settler._under = zones if under else frozenset()
    if under and resting:
        seconds = seconds or 4.0

    blocked = []
    for at in (0.0, 2.9, 3.0, 3.9, 4.0):
        settler._follow_blocked(at, seen)
        blocked += [at] if "open-left" in settler.blocked else []

    assert [at for at in (3.0, 3.9, 4.0) if waits and seconds and at >= seconds] == blocked


TAG: Final = area(box(172, 22, 193, 43))
"""The tag of the card in the row, with its white: 9 by 9 px."""


def part(px: int, of: Mask = TAG) -> Mask:
    """So many px of something."""
    mask = NONE.copy()
    mask[tuple(np.argwhere(of)[:px].T)] = True
    return mask


def half(name: str, more: int) -> Mask:
    """Half of a zone, and so many px more."""
    return part(int(zone(name).sum()) // 2 + more, zone(name)[::-1])[::-1]


@pytest.mark.parametrize(
    ("name", "under", "hidden"),
    [
        ("mac", NONE, False),
        ("claim", half("claim", 0), False),
        ("claim", half("claim", 1), True),
        ("mac", half("claim", 1), False),
        ("mac", TAG, True),
        ("claim", TAG, False),
        ("open-left", TAG, False),
    ],
)
def test_a_zone_is_hidden_by_half_or_where_a_card_lies(
    name: str, under: Mask, hidden: bool
) -> None:
    """Nine tenths of its tags."""
    table = Told()
    table.show(ROW, read("Y10-2", (300.0, 66.0)), looks=3)

    assert hidden == table.settler._is_under(name, under)
    once = Told()
    once.show(ROW, looks=1)
    assert not once.settler._is_under("mac", TAG)
    (how, *_) = table.settler._presence.tracks("mac").values()
    tags = how.windows(NONE.shape)
    for share, there in ((0.88, False), (0.93, True)):
        assert there == table.settler._is_under("mac", part(round(share * tags.sum()), tags))


@pytest.mark.parametrize(
    ("name", "px", "hides"),
    [
        ("mac", 572, False),
        ("mac", 573, True),
        ("open-left", 573, True),
        ("claim", 600, False),
        ("draw", 600, False),
    ],
)
def test_what_lies_there_from_the_beginning_may_hide_a_card(
    name: str, px: int, hides: bool
) -> None:
    """In a row or an open pile, if it is as large as two thirds of one."""
    settler = Told().settler

    assert hides == settler._may_hide(name, replace(CLEAR, unnamed=part(px, zone(name))))
    assert not settler._may_hide(name, CLEAR)
    assert not settler._may_hide(name, replace(CLEAR, unnamed=NONE))


# Where hands are, look by look -------------------------------------------------------------------

COVER: Final = (300.0, 260.0, 400.0, 420.0)
"""An arm over the lower zone."""
OTHER: Final = replace(MAT, name="other")


def watched(*looks: tuple[Any, Any, Any]) -> list[Occlusion]:
    """What a tracker says: what lies there, which mat is found if any, and what is read."""
    tracker, said = OcclusionTracker(MAT), []
    for number, (boxes, mat, seen) in enumerate(looks):
        colour = look_at(*boxes)
        frame = Frame(number, number / 10, grey_of(colour), colour)
        found = None if mat is None else replace(pose(VIEW), mat=mat)
        reading = Reading((640, 360), found, tuple(seen), loose=tuple(each for each in seen))
        said.append(tracker.look(frame, reading))
    return said


BARE: Final = ((), MAT, ())
ARMED: Final = ((COVER,), MAT, ())


@pytest.mark.parametrize("mat", [None, OTHER])
def test_without_its_mat_every_zone_is_covered(mat: Any) -> None:
    """What has come meanwhile has not moved when it is seen; what was known of the mat is known."""
    away = ((), mat, (ROW,))

    seen = watched(*[BARE] * 4, away, *[ARMED] * 2, *[BARE] * 2, away, BARE)

    assert frozenset(GROUND.zones) == seen[4].zones == seen[9].zones
    assert seen[4].hidden.all()
    assert not (seen[4].bare | seen[4].bright).any()
    assert seen[4].view is None
    assert () == seen[4].hands
    assert [False, False] == [arm.moves for each in seen[5:7] for arm in each.hands]
    assert {"claim"} == seen[5].zones
    assert frozenset() == seen[3].zones == seen[10].zones
    assert not seen[10].hidden.any()


def test_a_picture_that_comes_again_is_the_look_before() -> None:
    """Twice, while something moves; a table that stands still is looked at again after half a second."""
    seen = watched(*[BARE] * 2, *[ARMED] * 5, *[BARE] * 8)

    assert [3, 4, 8, 9] == [n for n, each in enumerate(seen) if each.again]
    assert seen[2].hands == seen[3].hands == seen[4].hands != ()
    assert {True} == {arm.moves for arm in seen[3].hands}
    assert {False} == {arm.moves for arm in seen[5].hands}
    still = watched(*[BARE] * 12)
    assert [0, 5, 10] == [0, *(n for n in range(1, 12) if still[n] is not still[n - 1])]


@pytest.mark.parametrize(
    ("centre", "hands"), [((350.0, 340.0), 0), (None, 1), ((350.0, 440.0), 1), ((100.0, 66.0), 1)]
)
def test_what_is_read_on_the_mat_is_no_hand(centre: Any, hands: int) -> None:
    """A card, or dice; one beside the mat explains nothing."""
    lies = (321.0, 295.0, 379.0, 385.0)
    card = replace(ROW, centre=centre)

    seen = watched(*[BARE] * 6, *[((lies,), MAT, (card,))] * 2)

    assert hands == len(seen[-1].hands)


# Dice ---------------------------------------------------------------------------------------------

DICE_VIEW: Final = View(CELLS, size=(640, 360), tilt=(0, 0), roll=0, k=0)
RED, FIVE, KEPT = die((450, 100)), die((480, 100), "5"), die((450, 335), "6", zone="kept")


def rolled(*shown: tuple[Any, int]) -> list[str]:
    """What is told of dice that are read, for so many looks."""
    settler, number, said = Settler(CELLS), 0, list[Observation]()
    colour = np.full((360, 640, 3), 100, np.uint8)
    for dice, looks in shown:
        for _ in range(looks):
            frame = Frame(number, number / 10, grey_of(colour), colour)
            reading = Reading((640, 360), pose(DICE_VIEW), loose=tuple(dice))
            said += settler.step(frame, reading)
            number += 1
    return [t for one in said for t in (f"{one.at:.1f}", *map(str, getattr(one, "steps", ())))]


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ([((RED,), 9)], ["0.3", "+tray red-3"]),
        ([((), 6), ((RED, FIVE), 9)], ["0.3", "0.9", "+tray red-3", "+tray red-5"]),
        ([((RED, FIVE), 6), ((RED,), 9)], ["0.3", "+tray red-3", "+tray red-5", "0.9", "-tray red-5"]),
        # What lies elsewhere left and came; the other one stays as it is.
        ([((RED, FIVE), 6), ((RED, die((520, 100), "5")), 9)], ["0.3", "+tray red-3", "+tray red-5", "0.9", "-tray red-5", "+tray red-5"]),
        ([((RED,), 6), ((die((450, 100), "4"),), 9)], ["0.3", "+tray red-3", "0.9", "-tray red-3", "+tray red-4"]),
        ([((RED,), 6), ((RED, KEPT), 9)], ["0.3", "+tray red-3", "0.9", "+kept red-6"]),
        # While one rolls nothing is told.
        ([((RED,), 6), *[((die((450 + 9 * n, 100)),), 1) for n in range(6)], ((RED,), 9)], ["0.3", "+tray red-3"]),
    ],
)  # fmt: skip
def test_what_is_told_of_dice(shown: Any, said: list[str]) -> None:
    """Once they have lain still for three tenths of a second."""
    assert said == rolled(*shown)
