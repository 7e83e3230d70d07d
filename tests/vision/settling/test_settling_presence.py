"""Whether a card that was there still is, look by look: what is seen of its place, what lies over it, who was at it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from companion.games.dumm_gelaufen.mat import MAT
from companion.games.nicht_lustig.mat import pieces as two_faced_pieces
from companion.mat import Point, ZoneKind
from companion.pieces import Face
from companion.table import Side
from tests.vision.settling.test_settling_parts import GROUND, PIECES, SHAPE, area, at, box, track
from vision.reading import Sighting
from vision.settling.arms import Arm
from vision.settling.card_track import CardTrack, Key, SeenTag
from vision.settling.presence import (
    Gone,
    Passed,
    Presence,
    is_buried,
    looks_otherwise,
    seen_without,
)
from vision.settling.rectified import Mask
from vision.settling.state import Occlusion

R, Y, G = "DG1-R07-1", "DG1-Y10-2", "DG1-G06-1"
AT: Final = (200.0, 300.0)
NONE: Final = GROUND.none()
ALL: Final = ~NONE


def occluded(bare: Mask = NONE, hidden: Mask = NONE, **more: Any) -> Occlusion:
    """A look: where it shows bare mat, and what hides it."""
    return Occlusion(
        frozenset(more.pop("zones", ())), hidden, bare, more.pop("bright", NONE), **more
    )


def around(centre: Point, width: float, height: float) -> Mask:
    x, y = centre
    return area(box(x - width / 2, y - height / 2, x + width / 2, y + height / 2))


ARMLESS: Final = Arm(None, (450.0, 300.0), "claim", (450.0, 300.0), around((450.0, 300.0), 80, 80))
CARD: Final = around(AT, 59, 91)
TAG: Final = around(AT, 22, 22)
PILE: Final = (97.5, 178.0)
"""The middle of a pile."""

# One look ----------------------------------------------------------------------------


def lying(code: str, centre: Point = AT, seen: float = 1.0, **more: Any) -> CardTrack:
    return track(code, centre, seen, **more)


def but(px: int) -> Mask:
    """All but so many of the hundred px of its tag."""
    mask = ALL.copy()
    mask[tuple(np.argwhere(lying(R).windows(SHAPE))[:px].T)] = False
    return mask


@pytest.mark.parametrize(
    ("bare", "hidden", "more", "row", "pile"),
    [
        (ALL, NONE, {}, True, True),
        (NONE, NONE, {}, False, False),
        (CARD, NONE, {}, True, True),
        (TAG, NONE, {}, False, True),
        (ALL & ~TAG, NONE, {}, False, True),
        (CARD & but(25), NONE, {}, True, True),
        (CARD & but(26), NONE, {}, False, True),
        (around(AT, 22, 12), NONE, {}, False, False),
        (around(AT, 59, 60), NONE, {}, True, True),
        (around(AT, 59, 40), NONE, {}, False, True),
        (ALL, around(AT, 200, 200), {}, False, False),
        (ALL, TAG, {}, False, False),
        (ALL, around((191.0, 300.0), 5, 30), {}, False, False),
        (ALL, CARD & ~around(AT, 30, 30), {}, True, True),
        (ALL, NONE, {"hands": (ARMLESS,)}, False, False),
    ],
)
def test_a_card_alone_has_gone_where_its_place_is_bare(
    bare: Mask, hidden: Mask, more: Any, row: bool, pile: bool
) -> None:
    """Its tags', and half of all that is seen of it; in a pile the tags' is enough, or all around them. Nothing is concluded of tags under a hand, or where a hand's sleeve looks like the mat."""
    seen = occluded(bare, hidden, **more)

    for kind, gone in ((ZoneKind.ROW, row), (ZoneKind.SPREAD, row), (ZoneKind.PILE, pile)):
        assert gone == seen_without(lying(R), (), seen, kind)


BESIDE: Final = (225.0, 300.0)
"""Where a card leaves a strip of 25 mm to see of the one that lies at ``AT``."""


@pytest.mark.parametrize(
    ("other", "bare", "row", "pile"),
    [
        (lying(Y, BESIDE, 2.0), NONE, False, True),
        (lying(Y, BESIDE, 0.5, laid=0.5), NONE, False, False),
        (lying(Y, BESIDE, 2.0, laid=0.5), NONE, False, True),
        (lying(Y, (222.0, 300.0), 2.0, laid=0.5), NONE, True, True),
        (lying(Y, (220.0, 300.0), 2.0, laid=1.0), NONE, False, True),
        (lying(Y, (226.0, 343.0), 2.0), around((190.0, 275.0), 45, 45), False, True),
        (lying(Y, (226.0, 343.0), 2.0), around((180.0, 270.0), 19, 30), False, False),
        (lying(Y, BESIDE, 2.0, on=False), NONE, False, False),
        (lying(Y, (265.0, 300.0), 2.0), NONE, False, False),
        (lying(Y, AT, 2.0), NONE, True, True),
        (lying(Y, (210.0, 300.0), 2.0), NONE, True, True),
        (lying(Y, (210.0, 300.0), 2.0, laid=0.5), NONE, True, True),
        (lying(Y, (210.0, 300.0), 2.0, laid=1.0), NONE, True, True),
        (lying(Y, BESIDE, 2.0), ALL, True, True),
        (lying(Y, BESIDE, 2.0), around((183.0, 300.0), 25, 92) & ~TAG, True, True),
        (lying(Y, (226.0, 343.0), 2.0), NONE, False, False),
    ],
)
def test_a_card_under_another_is_told_in_a_row_while_much_of_it_may_be_there(
    other: CardTrack, bare: Mask, row: bool, pile: bool
) -> None:
    """In a pile it is not, once half of its tags are covered; what is read through its place lies there alone."""
    seen = occluded(bare)

    assert row == seen_without(lying(R), (other,), seen, ZoneKind.ROW)
    assert pile == seen_without(lying(R), (other,), seen, ZoneKind.PILE)


@pytest.mark.parametrize(("px", "gone"), [(24, False), (25, True)])
def test_of_a_card_that_is_said_to_stick_out_a_finger_s_breadth_is_looked_at(
    px: int, gone: bool
) -> None:
    """A square centimetre and a half, three mm within its edges and beside the others: less of mat may be a gap between cards."""
    other = lying(Y, (210.0, 300.0), 0.5)
    out = lying(R).outline(SHAPE, -3.0) & ~other.outline(SHAPE, 3.0)
    seen = NONE.copy()
    seen[tuple(np.argwhere(out)[:px].T)] = True

    for bare, tells in ((seen, gone), (NONE, False)):
        look = occluded(bare, out & ~seen)
        assert tells == seen_without(lying(R), (other,), look, ZoneKind.PILE)
        assert not seen_without(lying(R), (other,), look, ZoneKind.ROW)


def test_what_nobody_sees_of_a_card_tells_nothing() -> None:
    """Another one lies on its tags, and a hand on the rest; of what that leaves free half has to be bare."""
    over = lying(Y, (210.0, 318.0), 2.0)
    rest = CARD & ~around((210.0, 318.0), 59, 91)

    assert not seen_without(
        lying(R), (over,), occluded(ALL, around(AT, 70, 100) & ~TAG), ZoneKind.ROW
    )
    assert seen_without(lying(R), (over,), occluded(rest), ZoneKind.ROW)
    assert not seen_without(lying(R), (over,), occluded(), ZoneKind.ROW)


def test_a_card_below_that_is_read_where_one_lay_uncovers_it_if_that_looks_otherwise() -> None:
    """At its edge the tag of another tells little: what was there has to look otherwise as well."""
    how, below = lying(R, look=pattern(1)), lying(Y, (227.0, 300.0), 2.0, laid=0.5)

    for other, grey, gone in (
        (below, 2, True),
        (below, 1, False),
        (replace(below, laid=1.0), 2, False),
        (replace(below, on=False), 2, False),
        (lying(Y, (250.0, 300.0), 2.0, laid=0.5), 2, False),
    ):
        assert gone == seen_without(how, (other,), occluded(grey=pattern(grey)), ZoneKind.ROW)


@pytest.mark.parametrize(
    ("others", "share", "buried"),
    [
        ((), 0.75, False),
        ((lying(Y, (222.0, 300.0), 2.0),), 0.75, True),
        ((lying(Y, (222.0, 300.0), 2.0, laid=1.0),), 0.75, False),
        ((lying(Y, (222.0, 300.0), 2.0, on=False),), 0.75, False),
        ((lying(Y, (228.5, 300.0), 2.0),), 0.75, False),
        ((lying(Y, (228.5, 300.0), 2.0),), 0.4, True),
        ((lying(Y, (228.5, 300.0), 2.0), lying(G, (171.5, 300.0), 2.0)), 0.75, True),
        ((lying(Y, (265.0, 300.0), 2.0),), 0.1, False),
    ],
)
def test_cards_that_came_later_bury_one(others: Any, share: float, buried: bool) -> None:
    """All together, by the share of its tags."""
    how = lying(R)
    read_there = tuple(
        replace(each, tags=(*each.tags, SeenTag((201.0, 330.0), each.last, each.last)))
        for each in others
        if abs(each.centre[0] - AT[0]) < 60
    )

    assert buried == is_buried(how, read_there, SHAPE, share)


def pattern(seed: int, light: float = 1.0, off: float = 0.0) -> np.ndarray:
    """The mat in grey, any picture; in another light."""
    grey = np.random.default_rng(seed).integers(40, 160, SHAPE)
    return np.asarray(np.clip(grey * light + off, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("look", "grey", "more", "otherwise"),
    [
        (pattern(1), pattern(2), {}, True),
        (pattern(1), pattern(1), {}, False),
        (pattern(1), pattern(1, 1.5, 10), {}, False),
        (pattern(1), pattern(1, 0.5), {}, False),
        (pattern(1), np.full(SHAPE, 90, np.uint8), {}, True),
        (pattern(1), 255 - pattern(1), {}, True),
        (None, pattern(2), {}, False),
        (pattern(1), None, {}, False),
        (pattern(1)[:-1], pattern(2), {}, False),
        (pattern(1), pattern(2), {"hands": (ARMLESS,)}, False),
        (pattern(1), pattern(2), {"hidden": around(AT, 4, 4)}, False),
        (pattern(1), pattern(2), {"hidden": around((260.0, 300.0), 40, 40)}, True),
        (pattern(1), pattern(2), {"bright": around(AT, 30, 30)}, False),
        (pattern(1), pattern(2), {"bright": around(AT, 22, 8)}, True),
    ],
)
def test_a_tag_that_looks_otherwise_has_gone(
    look: Any, grey: Any, more: Any, otherwise: bool
) -> None:
    """In any light; not where a hand or glare is in the way, or where it was never seen free."""
    assert otherwise == looks_otherwise(lying(R, look=look), occluded(grey=grey, **more))


def test_one_tag_that_looks_as_it_did_is_enough() -> None:
    """Of two that were read last."""
    how = lying(
        R, look=pattern(1), tags=(SeenTag((200, 275), 1.0, 1.0), SeenTag((200, 325), 1.0, 1.0))
    )
    half = pattern(2)
    half[at(0, 300, 594, 420)] = pattern(1)[at(0, 300, 594, 420)]

    assert not looks_otherwise(how, occluded(grey=half))
    assert looks_otherwise(replace(how, tags=how.tags[:1]), occluded(grey=half))
    assert not looks_otherwise(replace(how, tags=()), occluded(grey=half))


# Look by look -----------------------------------------------------------------------------


def sight(
    code: str = R, zone: str = "claim", centre: Point = AT, tag: Point | None = None
) -> Sighting:
    """A card is read, by a tag at its middle or elsewhere."""
    corners = ((0.0, 0.0),) * 4
    return Sighting(PIECES[code], corners, "match", 1.0, zone, centre, 0.0, tag or centre)


def followed(*looks: tuple[float, Any, Any]) -> Presence:
    """What is believed after looks: when, what is read, and what is bare or hidden."""
    presence = Presence(MAT)
    for when, read, seen in looks:
        sightings = [sight()] if read is True else [] if read is False else read
        occlusion = seen if isinstance(seen, Occlusion) else occluded(seen)
        presence.look(when, sightings, occlusion)
    return presence


def there(presence: Presence, zone: str = "claim") -> list[str]:
    return [face.payload for face in presence.believed(zone)]


THERE: Final = ((1.0, True, NONE), (1.1, True, NONE))
AGAIN: Final = occluded(ALL, again=True)


@pytest.mark.parametrize(
    ("looks", "lies"),
    [
        (THERE[:1], False),
        (THERE, True),
        ((THERE[0], (1.1, True, AGAIN)), False),
        ((*THERE, (1.2, False, ALL)), True),
        ((*THERE, (1.2, False, ALL), (1.3, False, ALL)), False),
        ((*THERE, (1.2, False, ALL), (1.3, False, AGAIN)), True),
        ((*THERE, (1.2, False, NONE), (1.3, False, NONE), (9.0, False, NONE)), True),
        ((*THERE, (1.2, True, NONE), (1.3, False, ALL), (1.4, False, ALL)), True),
        (
            (*THERE, (1.2, True, NONE), (1.3, False, ALL), (1.4, False, ALL), (1.5, False, ALL)),
            False,
        ),
        ((*THERE, (1.2, True, NONE), (1.3, False, ALL), (1.6, False, ALL)), False),
        ((*THERE, (1.2, True, NONE), (1.3, False, ALL), (1.59, False, ALL)), True),
        ((*THERE, (1.2, False, ALL), (1.3, True, ALL), (1.4, False, ALL)), True),
        ((THERE[0], (1.9, False, NONE), (1.95, True, NONE)), True),
        ((THERE[0], (2.0, False, NONE), (2.0, True, NONE)), True),
        ((THERE[0], (2.1, False, NONE), (2.2, True, NONE)), False),
        (
            (THERE[0], (1.1, [sight(zone="mac", centre=(100.0, 60.0))], NONE), (1.2, True, NONE)),
            False,
        ),
    ],
)
def test_a_card_lies_there_by_the_looks_that_say_so(looks: Any, lies: bool) -> None:
    """Two that read it; until two see its place without it, three after more than two, or two that are three tenths apart. One that was read once is forgotten after a second, and when it is read elsewhere."""
    assert lies == bool(there(followed(*looks)))


@pytest.mark.parametrize(
    ("zone", "centre", "covered", "gone"),
    [
        ("mac", (100.0, 66.0), (), True),
        ("mac", (100.0, 66.0), ("mac",), False),
        ("mac", (100.0, 66.0), ("claim", "m"), True),
        ("open-left", (97.5, 178.0), (), False),
        ("claim", AT, (), False),
    ],
)
def test_in_a_row_a_tag_that_looks_otherwise_is_enough(
    zone: str, centre: Point, covered: tuple[str, ...], gone: bool
) -> None:
    """While no hand is in that zone; in a pile or a spread hand another card may lie there."""
    read = [sight(zone=zone, centre=centre)]
    same, other = occluded(grey=pattern(1)), occluded(grey=pattern(2), zones=covered)
    presence = followed((1.0, read, same), (1.1, read, same), (1.2, [], other), (1.3, [], other))

    assert gone == ([] == there(presence, zone))


def test_a_card_that_has_gone_was_last_seen_and_is_missed_since() -> None:
    """Until it comes back; dropped it is nowhere."""
    presence = followed(*THERE, (1.2, False, ALL), (1.3, False, ALL))

    assert Gone(1.1, 1.2) == presence.gone("claim", PIECES[R].code)
    assert presence.gone("mac", PIECES[R].code) is None
    back = followed(*THERE)
    back.drop("claim", PIECES[R].piece.name)
    assert [] == there(back)
    assert {} == back.tracks("claim")
    assert {PIECES[R].code} == {*followed(*THERE).tracks("claim")}


@pytest.mark.parametrize(
    ("looks", "centre"),
    [
        ((), 200.0),
        ((1.2,), 200.0),
        ((1.2, 1.25), 200.0),
        ((1.2, 1.3), 240.0),
    ],
)
def test_a_card_that_is_moved_lies_there_after_a_tenth_of_a_second(
    looks: Any, centre: float
) -> None:
    """Within its zone, with all that is known of it."""
    moved = [(when, [sight(centre=(240.0, 300.0))], NONE) for when in looks]
    presence = followed(*THERE, *moved)

    (how,) = presence.tracks("claim").values()
    assert (centre, True, 1.0) == (how.centre[0], how.on, how.first)
    assert presence.gone("claim", PIECES[R].code) is None


def test_a_card_that_is_turned_over_shows_its_other_side() -> None:
    """After a tenth of a second; the side that showed is gone since then."""
    front, back = (two_faced_pieces().faces[f"NL1-R03-{side}"] for side in "12")

    def look(when: float, face: Face) -> tuple[float, list[Sighting], Mask]:
        return when, [replace(sight(), face=face)], NONE

    once = followed(look(1.0, front), look(1.1, front), look(1.2, back))
    twice = followed(look(1.0, front), look(1.1, front), look(1.2, back), look(1.3, back))

    assert ((front,), (back,)) == (once.believed("claim"), twice.believed("claim"))
    assert Gone(1.1, 1.2) == twice.gone("claim", front.code)
    (how,) = twice.tracks("claim").values()
    assert (1.2, 1.3) == (how.first, how.laid)


def test_a_card_that_is_moved_under_a_hand_lies_where_it_lay() -> None:
    """Until the hand has gone."""
    busy = occluded(hidden=around((240.0, 340.0), 10, 10))
    moved = [sight(centre=(240.0, 300.0))]

    held = followed(*THERE, *((when, moved, busy) for when in (1.2, 1.3, 1.4)))
    free = followed(*THERE, (1.2, moved, busy), (1.4, moved, NONE))

    assert [200.0, 240.0] == [
        next(iter(each.tracks("claim").values())).centre[0] for each in (held, free)
    ]


def test_a_card_is_in_one_place() -> None:
    """Where it is known to lie and read; read elsewhere alone it is there, too, until its old place is seen."""
    both = [sight(), sight(zone="mac", centre=(100.0, 60.0))]
    one = both[1:]

    still = followed(*THERE, *((when, both, NONE) for when in (1.2, 1.3, 1.4)))
    moved = followed(*THERE, *((when, one, NONE) for when in (1.2, 1.3)))
    gone = followed(*THERE, *((when, one, ALL) for when in (1.2, 1.3)))

    assert ([R], []) == (there(still), there(still, "mac"))
    assert ([R], [R]) == (there(moved), there(moved, "mac"))
    assert ([], [R]) == (there(gone), there(gone, "mac"))


@pytest.mark.parametrize(
    ("over", "gone"),
    [("open-left", True), ("open-right", False), (None, False)],
)
def test_only_cards_of_its_zone_hide_a_card_of_a_pile(over: str | None, gone: bool) -> None:
    """One that is read over it, by its tag's place."""
    under = [sight(zone="open-left", centre=PILE)]
    other = [replace(sight(Y, "open-right", PILE), zone=over)]

    presence = followed(
        *((when, under, NONE) for when in (1.0, 1.1)),
        *((when, other, NONE) for when in (2.0, 2.1, 2.2, 2.6)),
    )

    assert gone == (R not in there(presence, "open-left"))
    beside = ALL & ~around(PILE, 22, 22)
    alone = followed(*((w, under, NONE) for w in (1.0, 1.1)), (2.0, [], beside), (2.6, [], beside))
    assert [] == there(alone, "open-left")


def test_a_card_that_came_elsewhere_for_a_look_may_lie_here() -> None:
    """Only one that is known to lie there, and this one, is in one place."""
    here, elsewhere = sight(), sight(zone="mac", centre=(100.0, 60.0))
    other = sight(Y, "mac", (200.0, 60.0))

    once = followed((1.0, [elsewhere], NONE), (1.1, [here, elsewhere], NONE))
    beside = followed(*((when, [other], NONE) for when in (1.0, 1.1)), (1.2, [other, here], NONE))

    assert PIECES[R].code in once.tracks("claim")
    assert PIECES[R].code in beside.tracks("claim")


def test_a_card_that_was_moved_lies_there_as_surely_as_two_looks_say() -> None:
    """Two looks without it are enough for it to have gone."""
    moved = [sight(centre=(240.0, 300.0))]
    looks = [(when, moved, NONE) for when in (1.2, 1.3)]

    one = followed(*THERE, *looks)
    gone = followed(*THERE, *looks, (1.4, [], ALL), (1.5, [], ALL))

    assert ([R], []) == (there(one), there(gone))


def arm(side: Any, mask: Mask) -> Arm:
    return Arm(side, AT, "claim", (AT[0], 420.0), mask)


HAND: Final = around((200.0, 350.0), 20, 20)


@pytest.mark.parametrize(
    ("arms", "held"),
    [
        ((), False),
        (((), ()), False),
        ((("bottom",), ("bottom",)), True),
        ((("bottom",), ("left",)), False),
        ((("bottom",), ("bottom", "left")), True),
        ((("bottom",), ()), False),
        (((None,), ("bottom",)), True),
        ((("bottom",), (None,)), True),
    ],
)
def test_a_card_is_held_while_one_hand_has_been_at_it_at_every_look(arms: Any, held: bool) -> None:
    """From the same side; a look that does not show whose hand it is says nothing."""
    looks = [
        (1.0 + n / 10, True, occluded(hidden=HAND, hands=tuple(arm(side, HAND) for side in sides)))
        if sides
        else (1.0 + n / 10, True, NONE)
        for n, sides in enumerate(arms or ((), ()))
    ]
    presence = followed(*looks)

    assert held == presence.held("claim")
    assert not presence.held("mac")


@pytest.mark.parametrize(
    ("zone", "centre", "hand", "passed"),
    [
        ("open-left", PILE, False, True),
        ("open-left", PILE, True, False),
        ("mac", (100.0, 66.0), False, True),
        ("mac", (100.0, 66.0), True, False),
        ("claim", AT, False, False),
    ],
)
def test_what_lay_in_a_pile_or_row_for_a_while_has_passed(
    zone: str, centre: Point, hand: bool, passed: bool
) -> None:
    """In nobody's hand; it is told once."""
    mask = around((centre[0], centre[1] + 40), 10, 10)
    busy = occluded(hidden=mask, hands=(arm("left", mask),)) if hand else NONE
    read = [sight(zone=zone, centre=centre)]
    presence = followed((1.0, read, busy), (1.1, read, busy), (1.2, [], ALL), (1.3, [], ALL))

    assert [] == there(presence, zone)
    told = (Passed(zone, PIECES[R], 1.0, 1.1),) if passed else ()
    assert told == presence.passed(zone)
    assert () == presence.passed("actions")
    presence.tell("actions")
    assert told == presence.passed(zone)
    presence.tell(zone)
    assert () == presence.passed(zone)


def test_a_card_that_was_buried_is_not_new_where_it_shows_again() -> None:
    """Beside what has been laid on it; once that has gone it lies there since it was laid."""
    under = sight(R, "open-left", PILE, (97.5, 210.0))
    edge = sight(R, "open-left", PILE, (97.5, 140.0))
    over = sight(Y, "open-left", (100.0, 200.0))
    looks = [(1.0, [under], NONE), (1.1, [under], NONE), (2.0, [over], NONE), (2.1, [over], NONE), (2.2, [over], NONE), (2.6, [over], NONE)]  # fmt: skip
    buried = followed(*looks)
    assert [Y] == there(buried, "open-left")

    beside = followed(*looks, *((when, [edge, over], NONE) for when in (3.0, 3.1, 3.2)))
    after = followed(*looks, *((when, [under], ALL) for when in (3.0, 3.1, 3.2, 3.6)))

    assert R in there(after, "open-left")
    (how,) = [each for each in after.tracks("open-left").values() if each.code == PIECES[R].code]
    assert (1.0, 3.0) == (how.laid, how.first)
    assert [Y] == there(beside, "open-left")


def test_a_repeated_or_unzoned_reading_is_none() -> None:
    """What is read in no zone is nowhere."""
    nowhere = Sighting(PIECES[R], ((0.0, 0.0),) * 4, "match", 1.0, None, AT, 0.0, AT)

    assert [] == there(followed((1.0, [nowhere], NONE), (1.1, [nowhere], NONE)))


OVER: Final = lying(Y, (222.0, 300.0), 2.0, tags=(SeenTag((201.0, 330.0), 2.0, 2.0),))
"""It lies on three quarters of the other's tag, and has a tag of its own where that lies."""


@pytest.mark.parametrize(
    ("zone", "how", "others", "buried", "passed"),
    [
        # A row or an open pile to which it came; elsewhere no card passes.
        ("mac", {}, (), False, True),
        ("open-left", {}, (), False, True),
        ("claim", {}, (), False, False),
        ("draw", {}, (), False, False),
        # One that has lain there before has not come, unless later cards have buried it again.
        ("mac", {"laid": 0.5}, (), False, True),
        ("open-left", {"laid": 0.5}, (), False, False),
        ("open-left", {}, (OVER,), True, True),
        ("open-left", {"laid": 0.5}, (OVER,), True, True),
        ("claim", {}, (OVER,), True, True),
        ("claim", {}, (replace(OVER, on=False),), False, False),
        ("claim", {}, (replace(OVER, laid=1.0),), False, False),
        ("claim", {}, (replace(OVER, laid=0.5),), False, False),
        # Nor one that shows beside a card that has lain over its tags all along.
        ("open-left", {"laid": 0.5, "first": 2.0}, (OVER,), True, False),
        ("open-left", {"laid": 0.5, "first": 1.9}, (OVER,), True, True),
        ("claim", {"laid": 0.5, "first": 3.0}, (OVER, lying(G, (400.0, 300.0), 2.0)), True, False),
        # By a tag that is read on it, or over its own; not beside it.
        ("claim", {}, (lying(Y, (227.0, 300.0), 2.0),), True, False),
        ("claim", {}, (lying(Y, (239.0, 300.0), 2.0, tags=(SeenTag((250.0, 300.0), 2.0, 2.0),)),), True, False),
        ("claim", {}, (lying(Y, (250.0, 300.0), 2.0),), False, False),
        ("claim", {}, (lying(Y, (250.0, 300.0), 2.0), OVER), True, True),
    ],
)  # fmt: skip
def test_what_becomes_of_a_card_that_is_not_seen_any_more(
    zone: str, how: Any, others: Any, buried: bool, passed: bool
) -> None:
    """Others may lie on it, so that it lies there still when it is read again; or it lay there for a while, in nobody's hand."""
    gone, presence = lying(R, **how), Presence(MAT)
    key = zone, gone.face.piece.name
    presence._tracks = {(zone, each.face.piece.name): each for each in others}
    presence._held[key] = frozenset()

    presence._bury(key, gone, SHAPE)

    assert ({key: gone} if buried else {}) == presence._buried
    assert passed == bool(presence.passed(zone))
    hands: tuple[dict[Key, frozenset[Side]], ...] = {key: frozenset({"bottom"})}, {}
    for held in hands:
        presence.tell(zone)
        presence._held = held
        presence._bury(key, gone, SHAPE)
        assert () == presence.passed(zone)
    presence._tracks = {}
    presence._bury(key, gone, SHAPE)
    assert {} == presence._buried


@pytest.mark.parametrize(
    ("zone", "new", "others", "still"),
    [
        ("open-left", lying(R, seen=3.0), (OVER,), False),
        ("open-left", lying(R, seen=3.0, tags=(SeenTag((185.0, 300.0), 3.0, 3.0),)), (OVER,), True),
        ("open-left", lying(R, (220.0, 300.0), 3.0, tags=(SeenTag((185.0, 300.0), 3.0, 3.0),)), (OVER,), False),
        ("claim", lying(R, seen=3.0, tags=(SeenTag((185.0, 300.0), 3.0, 3.0),)), (OVER,), False),
        ("open-left", lying(R, seen=3.0, tags=(SeenTag((185.0, 300.0), 3.0, 3.0),)), (), False),
        ("open-left", lying(R, seen=3.0, tags=(SeenTag((185.0, 300.0), 3.0, 3.0),)), (replace(OVER, laid=1.0),), False),
        ("open-left", lying(R, seen=3.0, tags=(SeenTag((185.0, 300.0), 3.0, 3.0),)), (replace(OVER, on=False),), False),
        ("open-left", lying(R, seen=3.0, tags=(SeenTag((185.0, 300.0), 3.0, 3.0),)), (OVER, lying(G, AT, 2.0)), False),
    ],
)  # fmt: skip
def test_a_card_that_shows_beside_later_ones_is_buried_still(
    zone: str, new: CardTrack, others: Any, still: bool
) -> None:
    """In a pile, where it lay; what is read over any of them lies on them."""
    presence, name = Presence(MAT), PIECES[R].piece.name
    presence._tracks = {(zone, each.face.piece.name): each for each in others}

    assert not presence._is_still_buried((zone, name), new)
    presence._buried[zone, name] = lying(R)
    assert still == presence._is_still_buried((zone, name), new)
