"""What happened between two looks at a zone: in which order cards came and went, and what it may have shown in between."""

from dataclasses import replace

import pytest

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.tracker.evidence import CardChange, ZoneChange
from companion.games.dumm_gelaufen.tracker.hypothesis import Context, Hypothesis
from companion.games.dumm_gelaufen.tracker.likelihoods import OVERTAKEN, TOGETHER, TablePrior
from companion.games.dumm_gelaufen.tracker.piles import (
    moves_several_turns,
    parts_of_pile,
    parts_of_row,
    shown_between,
)
from companion.games.dumm_gelaufen.tracker.search import shows_already, spread
from companion.games.dumm_gelaufen.tracker.turn_candidates import PartialTurn
from companion.tracking.bearings import CLOSEST, Bearing, Seating
from tests.games.dumm_gelaufen.staged import cards

ROW = R1, R2, R3 = cards("R01-1 R02-1 R03-1")
NEW = N1, N2, N3 = cards("G01-1 G02-1 G03-1")
PILE = P1, P2, P3 = cards("Y01-1 Y02-1 Y03-1")
A1, A2 = cards("A01-1 A02-1")
START = Hypothesis(ROW, PILE, (), frozenset((A1,)), PartialTurn(0), Seating.of(3), top=A1)


def came(card: Card) -> CardChange:
    return card, True


def went(card: Card) -> CardChange:
    return card, False


def row(shown: tuple[Card, ...], *moved: CardChange, visits: int = 2) -> ZoneChange:
    """What Mac's row shows, and in which order that was seen to come about."""
    return ZoneChange(0.0, "mac", shown, visits, moved=moved)


# In which order ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("between", "shown", "moved", "disorder"),
    [
        ((R2, R3), (R2, R3, N1), (went(R1), came(N1)), 0),
        ((R2, R3), (R2, R3, N1), (came(N1), went(R1)), 1),
        ((*ROW, N1), (R2, R3, N1), (came(N1), went(R1)), 0),
        ((*ROW, N1), (R2, R3, N1), (went(R1), came(N1)), 0),
        ((R2, R3), (R3,), (went(R1), went(R2)), 0),
        ((R2, R3), (R3,), (went(R2), went(R1)), 1),
        ((*ROW, N1), (*ROW, N1, N2), (came(N2), came(N1)), 1),
        ((R3,), (R3, N1), (came(N1), went(R1), went(R2)), 1),
        ((R3,), (R3, N1, N2), (came(N1), came(N2), went(R1), went(R2)), 2),
        ((R2, R3, N1), (R2, R3, N1), (came(N1), went(R1)), 1),
        ((R2, R3, N1), (R2, R3, N1), (went(R1), came(N1)), 0),
        (ROW, (R2, R3, N1), (came(N1), went(R1)), 1),
        ((R2, R3), (R2, R3, N1), (came(N1),), 0),
    ],
)
def test_out_of_order(
    between: tuple[Card, ...], shown: tuple[Card, ...], moved: tuple[CardChange, ...], disorder: int
) -> None:
    """What the second turn laid, or also took, was seen before what the first one took; or a turn laid before it took."""
    assert disorder == row(shown, *moved).disorder(ROW, between)


@pytest.mark.parametrize(
    ("moved", "passed", "order"),
    [
        ((came(N1), went(N1)), [N1], 0),
        ((came(N1), went(N1), came(N1), went(N1)), [N1], 0),
        ((went(R2), came(R2)), [], 2),
        ((came(N2), came(N1), went(N1)), [N1], 1),
        ((went(R1),), [], 1),
        ((), [], 0),
    ],
)
def test_what_came_and_went(moved: tuple[CardChange, ...], passed: list[Card], order: int) -> None:
    """Neither what lay there before, nor what lies there now; what was not seen to come is last."""
    seen = row((*ROW, N2), *moved)

    assert (passed, order) == (seen.passed(ROW), seen.order_of(N1))


@pytest.mark.parametrize(
    ("moved", "late"),
    [
        ((went(R1), came(N1)), False),
        ((came(N1), went(R1)), True),
        ((went(R1), came(N1), went(R2)), True),
        ((came(N2), went(R1), came(N1)), False),
        ((came(N1),), False),
    ],
)
def test_a_turn_takes_first(moved: tuple[CardChange, ...], late: bool) -> None:
    """Of the cards that are said to be of it; one that nobody read was not seen to move."""
    assert late is row((), *moved).takes_late((R1, R2, None), (N1, None))


@pytest.mark.parametrize(
    ("zone", "arms", "two"),
    [
        ("mac", (90.0, 90.0 + CLOSEST), True),
        ("mac", (90.0, 90.0 + CLOSEST - 1), False),
        ("mac", (90.0, 150.0, 90.0), False),
        ("mac", (355.0, 355.0 + CLOSEST - 360), True),
        ("mac", (), False),
        ("open-left", (90.0, 270.0), False),
    ],
)
def test_hands_from_so_far_apart_may_be_of_two(
    zone: str, arms: tuple[Bearing, ...], two: bool
) -> None:
    """At Mac's row, where one's whole turn and the next one's first card settle together."""
    assert two is ZoneChange(0.0, zone, ROW, len(arms), arms).may_hold_two_turns


# What it may have shown --------------------------------------------------------------


@pytest.mark.parametrize("visits", [1, 2])
def test_what_macs_row_may_have_shown(visits: int) -> None:
    """Any of what went and came; and a card that nobody read, for which, and for one taken, two hands came."""
    both = (R2, R3, N1)
    whole = {((R2, R3), 0), (both, 0), ((*ROW, N1), 0)}
    unread = {(ROW, 1), ((*ROW, N1), 1)}
    unread_and_taken = {((R2, R3), 1), (both, 1)}

    found = parts_of_row(ROW, row(both, visits=visits))

    told = whole | unread | (unread_and_taken if visits > 1 else set())
    assert told == {(between, more) for between, more, _ in found}
    assert {(more, OVERTAKEN * more) for _, more, _ in found} == {(0, 0.0), (1, OVERTAKEN)}


def test_what_is_out_of_order_speaks_against_it() -> None:
    """So does a card that nobody read."""
    seen = row((R2, R3, N1), came(N1), went(R1))

    costs = {(between, more): cost for between, more, cost in parts_of_row(ROW, seen)}

    assert OVERTAKEN == costs[(R2, R3), 0]
    assert 2 * OVERTAKEN == costs[(R2, R3), 1]
    assert 0.0 == costs[(*ROW, N1), 0]


@pytest.mark.parametrize(
    ("pile", "shown", "between"),
    [
        (PILE, (N1,), [(P2,), (P3,)]),
        (PILE, (N1, N2), [(P2,), (P3,), (N2,)]),
        (PILE, (N1, P1), [(P2,), (P3,), (P1,)]),
        (PILE, (P2,), [(P2,), (P3,)]),
        (PILE[:2], (N1,), [(P2,), ()]),
        (PILE[:1], (N1,), [()]),
        ((), (N1,), []),
        ((P1, None, P3), (N1,), [(P3,)]),
    ],
)
def test_what_a_pile_may_have_shown(
    pile: m.Pile, shown: tuple[Card, ...], between: list[tuple[Card, ...]]
) -> None:
    """One or two taken, or some of what was laid; and what it shows now with a card more, at a cost."""
    found = [*parts_of_pile(pile, ZoneChange(0.0, "open-left", shown, 2))]

    assert [(each, 0, 0.0) for each in between] == found[:-1]
    assert (shown, 1, OVERTAKEN) == found[-1]


@pytest.mark.parametrize(
    ("turn", "seen", "between"),
    [
        (
            PartialTurn(0, taken=(At("mac"),)),
            row((R2, R3, N1, N2)),
            [(*ROW, N1, N2), (R2, R3, N1), (R2, R3, N2)],
        ),
        (PartialTurn(0, taken=(At("mac"),) * 2), row((R2, R3, N1)), [(*ROW, N1)]),
        (PartialTurn(0, laid=(At("mac"),)), row((R2, R3, N1)), []),
        (PartialTurn(0, taken=(At("mac"),)), row((R2, R3)), []),
        (PartialTurn(0, played=(A2,)), row((R2, R3, N1)), [(*ROW, N1), (R2, R3)]),
        (PartialTurn(0, taken=(At("mac"),)), row((*ROW, N1), came(N2), went(N2)), [(*ROW, N1, N2)]),
        (PartialTurn(0), ZoneChange(0.0, "open-left", (N1, N2), 2), [(P2,), (P3,), (N2,)]),
        (PartialTurn(0), ZoneChange(0.0, "open-left", (N1, N2), 1), []),
        (
            PartialTurn(0),
            ZoneChange(0.0, "actions", (*cards("K02-1 K03-1"), A1), 2),
            [(*cards("K03-1"), A1)],
        ),
        (PartialTurn(0), ZoneChange(0.0, "actions", (A2, A1), 2), []),
    ],
)
def test_what_shows_where_one_turn_ends_and_the_next_begins(
    turn: PartialTurn, seen: ZoneChange, between: list[tuple[Card, ...]]
) -> None:
    """The first one is whole by it, and something is left for the next one."""
    under_way = replace(START, turn=turn)

    assert sorted(between, key=str) == sorted(shown_between(under_way, seen), key=str)


@pytest.mark.parametrize(
    ("seen", "several"),
    [
        (row((R3, N1)), False),
        (row((R3, N1, N2)), True),
        (row(NEW), True),
        (ZoneChange(0.0, "open-left", (*NEW, *ROW), 2), False),
    ],
)
def test_one_turn_moves_three_cards_of_macs(seen: ZoneChange, several: bool) -> None:
    """One that lies there unread is not known to have gone."""
    assert several is moves_several_turns(START, seen)
    assert several is moves_several_turns(replace(START, mac=(*ROW, None)), seen)


@pytest.mark.parametrize(
    ("zone", "shown", "shows"),
    [
        ("mac", ROW[::-1], True),
        ("mac", ROW[:2], False),
        ("mac", (*ROW, N1), False),
        ("actions", (A1,), True),
        ("actions", (), False),
        ("actions", (A2, A1), False),
        ("open-left", (P1,), True),
        ("open-left", (P1, P3), True),
        ("open-left", (P1, N1), False),
        ("open-left", (P2,), False),
        ("open-left", (), False),
        ("open-right", (), True),
    ],
)
def test_nothing_need_have_happened(zone: str, shown: tuple[Card, ...], shows: bool) -> None:
    """A zone shows what should lie there; a card that nobody has read may lie there too."""
    there = replace(START, mac=(*ROW, None))

    assert shows is shows_already(there, ZoneChange(0.0, zone, shown, 1))


@pytest.mark.parametrize(
    ("hands", "expected"), [(1, TOGETHER + OVERTAKEN), (2, TOGETHER), (3, 0.0)]
)
def test_one_lays_two_and_the_next_one_takes_before_the_row_is_read(
    hands: int, expected: float
) -> None:
    """Each card by a hand of its own, or two together; the next one's hand is told of with what it did, or later."""
    took = PartialTurn(0, taken=(At("mac", Card.parse("R09-1")),), visits=1)
    context = Context((0, 1, 2), (frozenset(),) * 3, (8, 9, 10), TablePrior(hands=True))
    seen = row((R2, R3, N1, N2), visits=hands)

    found = spread((replace(START, turn=took),), (seen, context), 1)

    told = (
        each.score
        for each in found
        if each.turn == PartialTurn(1, begun=1, taken=(At("mac", R1),), visits=each.turn.visits)
        and [at.card for turn in each.closed for at in turn.laid] == [N1, N2]
    )
    assert max(told) == pytest.approx(expected)
