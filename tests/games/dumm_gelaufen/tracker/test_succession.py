"""Whose turn it is, by order and by arms, and whether what comes next may still tell what a turn was."""

from dataclasses import replace

import pytest

from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.tracker.commit import ASK, OPEN, RARE, SURE, may_still_tell
from companion.games.dumm_gelaufen.tracker.evidence import DrawPileReach, Evidence, ZoneChange
from companion.games.dumm_gelaufen.tracker.hypothesis import LAG, Context, Hypothesis
from companion.games.dumm_gelaufen.tracker.likelihoods import ASTRAY, MISTAKEN, TablePrior
from companion.games.dumm_gelaufen.tracker.succession import armed, begins, strange_hand
from companion.games.dumm_gelaufen.tracker.turn_candidates import PartialTurn, TurnCandidate
from companion.tracking.bearings import Bearing, Seating
from tests.games.dumm_gelaufen.staged import cards

ANN, BOB, CEM = 180.0, 270.0, 0.0
"""From where they reach in, clockwise."""
SEATING = Seating(((ANN,) * 12, (BOB,) * 12, (CEM,) * 12))
A01, A02, K05, K11 = cards("A01-1 A02-1 K05-1 K11-1")
(G01,) = cards("G01-1")
TAKEN, LAID = At("mac", Card.parse("R01-1")), At("open-left", G01)
START = Hypothesis(
    cards("R02-1 R03-1"), cards("Y01-1"), cards("Y02-1"), frozenset(), PartialTurn(0), SEATING
)
CONTEXT = Context(
    (0, 1, 2), (frozenset(),) * 3, (8, 9, 10), TablePrior(hands=True), fewest=(8, 9, 10)
)
EXCHANGE = TurnCandidate(2, (TAKEN,), (LAID,))


def at_mac(*arms: Bearing) -> ZoneChange:
    return ZoneChange(0.0, "mac", (), len(arms), arms)


def at_discard(*arms: Bearing, shown: tuple[Card, ...] = (A01,)) -> ZoneChange:
    return ZoneChange(0.0, "actions", shown, len(arms), arms)


# Whose turn begins -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "seen", "others"),
    [
        (START, at_mac(ANN), {}),
        (START, at_mac(BOB), {1: ASTRAY}),
        (START, at_mac(CEM), {2: 2 * ASTRAY}),
        (START, DrawPileReach(0.0, CEM), {2: 2 * ASTRAY}),
        (replace(START, closed=(EXCHANGE,)), at_mac(CEM), {2: ASTRAY}),
        (replace(START, past=(EXCHANGE,)), at_mac(CEM), {2: ASTRAY}),
        (replace(START, closed=(EXCHANGE,)), DrawPileReach(0.0, CEM), {2: 2 * ASTRAY}),
        (replace(START, turn=PartialTurn(0, drew=1)), at_mac(BOB), {1: ASTRAY}),
        (replace(START, turn=PartialTurn(0, visits=1)), at_mac(BOB), {}),
        (replace(START, turn=PartialTurn(0, taken=(TAKEN,))), at_mac(BOB), {}),
        (replace(START, turn=PartialTurn(0, laid=(LAID,))), at_mac(BOB), {}),
        (replace(START, turn=PartialTurn(0, thrown=(A01,))), at_mac(BOB), {}),
        (START, at_mac(), {}),
        (START, DrawPileReach(0.0), {}),
    ],
)
def test_a_turn_that_is_about_to_begin_may_be_anothers(
    before: Hypothesis, seen: Evidence, others: dict[int, float]
) -> None:
    """His whose arm it rather is: each turn left out is as unlikely as one, and so is a card more by who had the last."""
    first, *found = begins(before, CONTEXT, seen)

    assert before == first
    assert others == {each.turn.player: each.score for each in found}
    assert [] == [*begins(before, replace(CONTEXT, least=ASTRAY), seen)][1:]


# Whose hands came --------------------------------------------------------------------


def reached(before: Hypothesis, after: Hypothesis) -> dict[int, int]:
    """Who was seen to reach in, and how often."""
    pairs = zip(before.seating.reaches, after.seating.reaches, strict=True)
    return {seat: 1 for seat, (old, new) in enumerate(pairs) if old != new}


@pytest.mark.parametrize(
    ("turn", "seen", "whose"),
    [
        (PartialTurn(0), at_mac(100.0), {0: 1}),
        (PartialTurn(1), DrawPileReach(0.0, 100.0), {1: 1}),
        (PartialTurn(0, laid=(LAID,), reached=1), DrawPileReach(0.0, 100.0), {}),
        (PartialTurn(0, laid=(LAID,)), at_mac(100.0), {0: 1}),
        (PartialTurn(0, played=(A01,)), at_discard(100.0), {0: 1}),
        (PartialTurn(0, played=(K11,)), at_mac(100.0), {}),
        (PartialTurn(0, played=(K11,)), at_discard(100.0, shown=(K11,)), {0: 1}),
        (PartialTurn(0, played=(K05,)), DrawPileReach(0.0, 100.0), {}),
        (PartialTurn(0, played=(K05,)), at_discard(100.0, shown=(K05,)), {0: 1}),
        (PartialTurn(0, played=(K05, A01)), at_discard(100.0), {}),
        (PartialTurn(0, played=(A01,), refilled=(1,)), at_mac(100.0), {}),
        (
            PartialTurn(0, played=(A01,), refilled=(1,), unused=((1, A02, 1),)),
            at_discard(100.0, shown=(A02,)),
            {1: 1},
        ),
    ],
)
def test_a_hand_is_that_of_whose_turn_it_is(
    turn: PartialTurn, seen: ZoneChange | DrawPileReach, whose: dict[int, int]
) -> None:
    """But where others lay or draw for an action card; a card drawn for being short and shown is its drawer's."""
    shown = seen.cards[0] if isinstance(seen, ZoneChange) and seen.cards else None
    before = replace(START, turn=turn, top=shown)

    after = armed(before, seen)

    assert whose == reached(before, after)
    expected = sum(SEATING.likely(seat, 100.0) for seat in whose)
    assert expected == pytest.approx(after.score)


def test_hands_of_an_exchange_are_counted() -> None:
    """Where they came from, and how many stopped at what lies open; for an action card only the last one tells."""
    exchange = armed(START, at_mac(ANN, BOB))
    drawn = armed(START, DrawPileReach(0.0, ANN))
    action = armed(replace(START, turn=PartialTurn(0, played=(A01,))), at_discard(BOB, ANN))

    assert ((ANN, BOB), 2) == (exchange.turn.arms, exchange.turn.visits)
    assert ((ANN,), 0) == (drawn.turn.arms, drawn.turn.visits)
    assert ((), 0, SEATING.likely(0, ANN)) == (action.turn.arms, action.turn.visits, action.score)


def test_anybody_may_clear_the_discard_while_another_draws() -> None:
    """K05: from where the hand came tells nothing of whose turn it is, but that it was somebody's of them."""
    turn = PartialTurn(0, played=(K05,), reshuffled=True)

    shuffled = armed(replace(START, turn=turn), at_discard(100.0, shown=()))
    not_shuffled = armed(
        replace(START, turn=replace(turn, reshuffled=False)), at_discard(100.0, shown=())
    )

    assert SEATING.anybodys(100.0) == shuffled.score
    assert 0.0 == not_shuffled.score


def test_a_whole_hand_may_be_taken_for_anothers_at_once() -> None:
    """However many of its cards he is known to have."""
    two = cards("G01-1 G02-1")
    bobs = replace(CONTEXT, known=(frozenset(), frozenset(two), frozenset()))

    assert [MISTAKEN, 0.0] == [strange_hand(START, seat, two, bobs) for seat in (0, 1)]
    assert 0.0 == strange_hand(START, 0, (), bobs)
    held = replace(START, held={two[0]: 2})
    assert [MISTAKEN, 0.0] == [strange_hand(held, seat, two[:1], bobs) for seat in (1, 2)]


# Whether what comes next may still tell ----------------------------------------------


def after(
    turns: int, *, first: TurnCandidate = EXCHANGE, turn: PartialTurn | None = None
) -> Hypothesis:
    """So many turns are over."""
    closed = (first, *(EXCHANGE,) * (turns - 1)) if turns else ()
    return replace(START, closed=closed, turn=turn or PartialTurn(1, taken=(TAKEN,)))


WRONG = replace(EXCHANGE, wrong="one-for-one")
ACTION = TurnCandidate(2, played=(A02,))
SHORT = TurnCandidate(2, played=(A01,))
RESTS = PartialTurn(1, visits=1)


@pytest.mark.parametrize(
    ("hypotheses", "sure", "waits"),
    [
        ((after(1),), OPEN - 0.01, True),
        ((after(1),), OPEN, False),
        ((after(2),), OPEN - 0.01, False),
        ((after(2),), ASK - 0.01, True),
        ((after(2),), ASK, False),
        ((after(LAG - 1),), ASK - 0.01, True),
        ((after(LAG),), ASK - 0.01, False),
        ((after(2, first=ACTION),), ASK - 0.01, False),
        ((after(2, turn=PartialTurn(1, played=(A02,))),), ASK - 0.01, False),
        ((after(2), replace(after(2, first=WRONG), score=-3.0)), ASK - 0.01, False),
        ((after(2), replace(after(2, first=WRONG), score=-5.0)), ASK - 0.01, True),
        ((after(1, turn=RESTS),), 1 - 2 * RARE, True),
        ((after(1, turn=RESTS),), 1 - RARE / 2, False),
        ((after(1, turn=RESTS), replace(after(0), score=-5.0)), 1 - RARE / 2, True),
        ((after(1, turn=RESTS), replace(after(0), score=-8.0)), 1 - RARE / 2, False),
        ((after(2, turn=RESTS),), SURE, False),
        ((after(1, first=SHORT, turn=PartialTurn(0)),), 1.0, False),
    ],
)
def test_a_doubt_waits_for_what_may_tell(
    hypotheses: tuple[Hypothesis, ...], sure: float, waits: bool
) -> None:
    """Two turns long, or five where it is a question; not where an action card was played, or it may have been wrong."""
    assert waits is may_still_tell(hypotheses, sure, CONTEXT)


@pytest.mark.parametrize(
    ("fewest", "seating", "turn", "turns", "waits"),
    [
        (1, Seating.of(3), PartialTurn(0), 1, True),
        (8, Seating.of(3), PartialTurn(0), 1, False),
        (1, SEATING, PartialTurn(0), 1, False),
        (1, Seating.of(3), PartialTurn(0, taken=(TAKEN,)), 1, False),
        (1, Seating.of(3), PartialTurn(0, laid=(LAID,)), 1, False),
        (1, Seating.of(3), PartialTurn(0), 3, True),
        (1, Seating.of(3), PartialTurn(0), 4, False),
    ],
)
def test_a_draw_after_an_action_card_may_be_of_who_ran_short(
    fewest: int, seating: Seating, turn: PartialTurn, turns: int, waits: bool
) -> None:
    """While nobody knows from where everybody reaches, for once round the table (rules, A6)."""
    best = replace(after(turns, first=SHORT, turn=turn), seating=seating)
    known = replace(CONTEXT, fewest=(fewest,) * 3)

    assert waits is may_still_tell((best,), 1.0, known)
