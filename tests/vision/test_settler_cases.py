"""What a table's looks are told as, look by look on a plain mat: steps, glimpses, what hides a zone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from companion.table import Glimpse
from tests.vision.test_settling_moves import ARM, PILE, ROW, Told, read
from tests.vision.test_settling_parts import GROUND, area, box
from vision.settling.rectified import Mask
from vision.settling.state import blind

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


TAG: Final = area(box(172, 22, 193, 43))
"""The tag of the card in the row, with its white: 9 by 9 px."""


def part(px: int, of: Mask = TAG) -> Mask:
    """So many px of something."""
    mask = NONE.copy()
    mask[tuple(np.argwhere(of)[:px].T)] = True
    return mask


def zone(name: str) -> Mask:
    mask = NONE.copy()
    mask[GROUND.zones[name]] = True
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
