"""When a zone has settled, what is in its way, which card of a pile is on top: at the limits that are said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from companion.mat import Point, ZoneKind
from tests.vision.settling.test_settling_parts import PIECES, track
from vision.settling.card_track import CardTrack, SeenTag
from vision.settling.order import in_order
from vision.settling.zones import ZoneTracker

R, Y, G = "DG1-R07-1", "DG1-Y10-2", "DG1-G06-1"


def looked(*times: float, same: float = 0.0, **how: Any) -> ZoneTracker:
    zone = ZoneTracker(**how)
    for at in times:
        zone.look(at)
    zone.believe((PIECES[R],), same)
    return zone


@pytest.mark.parametrize(
    ("times", "same", "since", "span", "unsure", "settled", "nearly"),
    [
        ((1.0, 1.1, 1.2, 1.3), 0.0, 0.0, 0.3, False, True, False),
        ((1.0, 1.1, 1.2, 1.29), 0.0, 0.0, 0.3, False, False, False),
        ((1.0, 1.15, 1.3), 0.0, 0.0, 0.3, False, True, False),
        ((1.0, 1.3), 0.0, 0.0, 0.3, False, False, True),
        ((1.0, 1.29), 0.0, 0.0, 0.3, False, False, False),
        ((1.0, 1.2), 0.0, 0.0, 0.2, False, False, True),
        ((1.0, 1.1, 1.2), 0.0, 0.0, 0.2, False, False, True),
        ((1.0, 1.19), 0.0, 0.0, 0.2, False, False, False),
        ((1.0,), 0.0, 0.0, 0.0, False, False, False),
        # Only looks count since which it is the same, and its loose pieces are.
        ((1.0, 1.1, 1.2, 1.3), 1.0, 0.0, 0.3, False, True, False),
        ((1.0, 1.1, 1.2, 1.3), 1.05, 0.0, 0.2, False, False, True),
        ((1.0, 1.1, 1.2, 1.3), 0.0, 1.05, 0.2, False, False, True),
        ((1.0, 1.1, 1.2, 1.3), 1.05, 0.5, 0.3, False, False, False),
        ((1.0, 1.1, 1.2, 1.3), 2.0, 0.0, 0.0, False, False, False),
        # What is not sure is waited for, 0.55 s.
        ((1.0, 1.1, 1.2, 1.3), 0.0, 0.0, 0.3, True, False, False),
        ((1.0, 1.2, 1.4, 1.54), 0.0, 0.0, 0.3, True, False, False),
        ((1.0, 1.2, 1.4, 1.55), 0.0, 0.0, 0.3, True, True, False),
        ((1.0, 1.55), 0.0, 0.0, 0.3, True, False, True),
    ],
)
def test_a_zone_settles_by_its_looks(
    times: Any, same: float, since: float, span: float, unsure: bool, settled: bool, nearly: bool
) -> None:
    """Three of them over three tenths of a second; with the next hand two over such a span are enough."""
    zone = looked(*times, same=same)

    zone.judge(since, span, unsure=unsure)

    assert (settled, nearly, settled) == (zone.settled, zone.nearly, zone.shown)


def test_a_hand_settles_what_lacked_nothing_but_looks() -> None:
    """Once; it was covered since then, and its looks begin anew."""
    zone = looked(1.0, 1.3)
    zone.judge(0.0, 0.3, unsure=False)

    zone.cover(1.4)
    assert (True, False, True, 1.4) == (zone.settled, zone.nearly, zone.shown, zone.covered_at)
    assert [] == [*zone.looks]
    zone.cover(1.5)
    assert (False, True, 1.4) == (zone.settled, zone.shown, zone.covered_at)
    fresh = looked(1.0)
    fresh.cover(1.1)
    assert (False, False, 1.1) == (fresh.settled, fresh.shown, fresh.covered_at)


def test_of_a_new_zone_nothing_is_known() -> None:
    new = ZoneTracker()

    assert ((), (), []) == (new.told, new.candidate, [*new.looks])
    assert [False] * 4 == [new.settled, new.nearly, new.blocked, new.shown]
    assert (None, None) == (new.covered_at, new.blocked_since)


def test_a_zone_remembers_sixty_looks() -> None:
    zone = looked(*(n / 10 for n in range(70)))

    assert [1.0, 6.9] == pytest.approx([zone.looks[0], zone.looks[-1]])


@pytest.mark.parametrize(
    ("hides", "thing", "blocked"),
    [
        ((1.0, 3.9), True, False),
        ((1.0, 4.0), True, True),
        ((1.0, 4.9), False, False),
        ((1.0, 5.0), False, True),
        ((1.0,), True, False),
        ((1.0, 5.0, 5.1), False, True),
    ],
)
def test_what_hides_a_zone_is_in_the_way_after_a_while(
    hides: Any, thing: bool, blocked: bool
) -> None:
    """Three seconds, four if it is a hand; and for three more once it has gone."""
    zone = ZoneTracker()
    for at in hides:
        zone.hide(at, by_thing=thing)

    assert blocked == zone.blocked
    zone.free(hides[-1] + 2.9)
    assert blocked == zone.blocked
    assert (hides[0] if blocked else None) == zone.blocked_since
    zone.free(hides[-1] + 3.0)
    assert (False, None) == (zone.blocked, zone.blocked_since)
    zone.hide(50.0, by_thing=True)
    assert not zone.blocked


# Cards above each other --------------------------------------------------------------------------


def names(kind: ZoneKind, *there: CardTrack) -> list[str]:
    return [face.payload for face in in_order(there, kind)]


OLD: Final = track(R, (100.0, 200.0), tags=(SeenTag((100.0, 230.0), 5.0, 5.0),))


@pytest.mark.parametrize(
    ("tag", "read", "turn", "top"),
    [
        ((120.0, 230.0), 5.0, 0.0, R),
        ((120.0, 230.0), 2.0, 0.0, Y),
        ((120.0, 230.0), 2.1, 0.0, R),
        # Six ninths of it have to be where the other lies, the middle well within its edge.
        ((105.0, 230.0), 5.0, 0.0, R),
        ((100.0, 230.0), 5.0, 0.0, Y),
        ((99.0, 230.0), 5.0, 0.0, Y),
        ((160.0, 230.0), 5.0, 0.0, Y),
        ((130.0, 157.5), 5.0, 0.0, R),
        ((130.0, 153.0), 5.0, 0.0, Y),
        ((103.0, 157.0), 5.0, 0.0, Y),
        ((105.5, 159.5), 5.0, 0.0, Y),
        ((105.5, 159.5), 5.0, 45.0, R),
    ],
)
def test_a_card_that_is_read_where_a_later_one_lies_is_above_it(
    tag: Point, read: float, turn: float, top: str
) -> None:
    """Since that one came; unless of it, too, a tag is read where the first lies."""
    old = replace(OLD, turn=turn, tags=(SeenTag(tag, read, read),))
    new = track(Y, (130.0, 200.0), seen=2.0, tags=(SeenTag((150.0, 230.0), 5.0, 5.0),))

    for kind in (ZoneKind.PILE, ZoneKind.BLIND):
        assert top == names(kind, old, new)[0] == names(kind, new, old)[0]
    both = replace(new, tags=(SeenTag((105.0, 200.0), 5.0, 5.0),))
    below = track(G, (230.0, 200.0), seen=0.5)
    assert [Y, R, G] == names(ZoneKind.PILE, below, old, both)
    assert [R, Y] == names(ZoneKind.ROW, new, old) == names(ZoneKind.SPREAD, new, old)


def test_of_three_cards_above_each_other_each_has_its_place() -> None:
    """And where each lies on another one, the newest is above."""

    def at(code: str, x: float, laid: float, *tags: float) -> CardTrack:
        read = tuple(SeenTag((tag, 200.0), 9.0, 9.0) for tag in tags)
        return track(code, (x, 200.0), seen=laid, tags=read)

    assert [G, Y, R] == names(ZoneKind.PILE, at(R, 100, 1, 60), at(Y, 100, 2), at(G, 100, 3))
    assert [Y, R, G] == names(ZoneKind.PILE, at(R, 80, 1, 100), at(Y, 140, 2), at(G, 100, 3))
    circle = at(R, 80, 1, 100), at(Y, 130, 2, 60), at(G, 105, 3, 125)
    assert [G, Y, R] == names(ZoneKind.PILE, *circle)
