"""How likely what was seen is, against calculations by hand: habits, action cards, what a zone shows, what is known of the hands."""

from collections.abc import Callable
from dataclasses import replace
from math import exp, inf, isclose, log
from typing import Any

import pytest

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card, Place
from companion.games.dumm_gelaufen.tracker import card_effects, likelihoods
from companion.games.dumm_gelaufen.tracker.all_lay import laid_by, skipped
from companion.games.dumm_gelaufen.tracker.evidence import PilesShuffled, SettledTurns, ZoneChange
from companion.games.dumm_gelaufen.tracker.hypothesis import Context, Hypothesis, Obeyed
from companion.games.dumm_gelaufen.tracker.likelihoods import (
    ASTRAY,
    EDGE,
    LONG,
    MISREAD,
    MISTAKEN,
    ODD_TOO,
    ONE_MORE_REACH,
    OVERTAKEN,
    PEEPS,
    RECONSIDERED,
    RESTED,
    RIGHTED,
    SHORT,
    SHUFFLED,
    SQUARELY,
    TOGETHER,
    UNSEEN,
    WRONG,
    TablePrior,
    may_be_short,
    short,
    stayed,
)
from companion.games.dumm_gelaufen.tracker.search import spread
from companion.games.dumm_gelaufen.tracker.turn_candidates import PartialTurn, TurnCandidate
from companion.games.dumm_gelaufen.tracker.turn_transitions import closings
from companion.games.dumm_gelaufen.tracker.zone_transitions import discarded, reshuffled, showed
from companion.tracking.beam import merged
from companion.tracking.bearings import Seating
from tests.games.dumm_gelaufen.staged import cards

MAC = cards("R01-1 R02-1 R03-1 R04-1 R05-1")
LEFT = cards("Y01-1 Y02-1 Y03-1 Y04-1")
RIGHT = cards("G01-1 G02-1 G03-1")
NEW = cards("Y10-1 G10-1 R10-1 G11-1 R11-1 Y11-1")
TAKEN, LAID = At("mac", MAC[0]), At("open-left", NEW[0])
HANDS = TablePrior(hands=True)
CONTEXT = Context((0, 1, 2), (frozenset[Card](),) * 3, (8, 9, 10), HANDS, draw=40)
START = Hypothesis(MAC, LEFT, RIGHT, frozenset(), PartialTurn(0), Seating.of(3))


def turn(played: str = "", **more: Any) -> PartialTurn:
    """A turn of the first seat with these action cards."""
    return replace(PartialTurn(0, played=cards(played)), **more)


def test_what_explains_better() -> None:
    """Which of two explanations wins: a look that cannot be is the last resort, what the rules forbid the one before."""
    order = (
        MISREAD,
        WRONG,
        MISTAKEN,
        ASTRAY,
        UNSEEN,
        RECONSIDERED,
        ODD_TOO,
        EDGE,
        SHUFFLED,
        ONE_MORE_REACH,
        TOGETHER,
        RIGHTED,
        SHORT,
        SQUARELY,
    )

    assert [*order] == sorted(set(order))
    assert order[-1] < 0
    assert (RECONSIDERED, EDGE, RIGHTED) == (RESTED, OVERTAKEN, PEEPS)


class TestHabits:
    """A table's ways: beta priors that its turns so far move."""

    UNSEEN = log(1 / 60)
    SEEN = log(59 / 60)
    EITHER = log(1 / 2)

    @pytest.mark.parametrize(
        ("visits", "drawn", "expected"),
        [
            (0, 0, 0.0),
            (2, 0, RESTED + ONE_MORE_REACH),
            (0, 1, UNSEEN),
            (0, 2, UNSEEN + EITHER),
            (1, 1, SEEN),
            (3, 1, SEEN + 2 * ONE_MORE_REACH),
            (1, 2, SEEN + EITHER),
            (2, 2, SEEN + EITHER),
            (4, 2, SEEN + EITHER + 2 * ONE_MORE_REACH),
        ],
    )
    def test_visits_for_cards_drawn(self, visits: int, drawn: int, expected: float) -> None:
        """Before anything is known of a table: one draw of sixty goes unseen, two cards are one reach or two."""
        assert isclose(expected, HANDS.reaches(visits, drawn), abs_tol=1e-12)

    @pytest.mark.parametrize(
        ("visits", "drawn", "asked", "expected"),
        [
            (1, 2, (1, 2), log(60 / 61) + log(2 / 3)),
            (2, 2, (1, 2), log(60 / 61) + log(1 / 3)),
            (0, 2, (0, 2), log(2 / 61) + log(1 / 2)),
            (1, 1, (0, 1), log(1 / 61)),
            (0, 0, (0, 1), log(1 / 60)),
        ],
        ids=["at one reach", "at two", "unseen", "one card", "nothing drawn"],
    )
    def test_an_exchange_moves_them(
        self, visits: int, drawn: int, asked: tuple[int, int], expected: float
    ) -> None:
        """Each by one count."""
        after = HANDS.learned(visits, drawn, relaid=False, together=False, apart=False)

        assert isclose(expected, after.reaches(*asked), abs_tol=1e-12)

    def test_where_hands_are_never_seen(self) -> None:
        """A draw without one is as likely as one with it."""
        blind = TablePrior()

        assert isclose(log(1 / 2), blind.reaches(0, 1))
        assert isclose(log(1 / 2), blind.reaches(1, 1))

    @pytest.mark.parametrize(
        ("together", "apart", "share"),
        [(0, 0, 1 / 3), (1, 0, 1.5 / 2.5), (0, 1, 0.5 / 2.5), (1, 2, 1.5 / 4.5)],
    )
    def test_cards_laid_at_one_reach(self, together: int, apart: int, share: float) -> None:
        """Every second card laid under another with it is covered, at tables that lay two at once."""
        ways = HANDS
        for _ in range(together):
            ways = ways.learned(0, 0, relaid=False, together=True, apart=False)
        for _ in range(apart):
            ways = ways.learned(0, 0, relaid=False, together=False, apart=True)

        assert isclose(SQUARELY + log(share), ways.hiding)

    @pytest.mark.parametrize(
        ("spare", "hands", "expected"),
        [
            (0, True, TOGETHER + likelihoods.UNSEEN + RECONSIDERED + OVERTAKEN),
            (0, False, TOGETHER + RECONSIDERED + OVERTAKEN),
            (1, True, TOGETHER - ONE_MORE_REACH + RECONSIDERED + OVERTAKEN),
            (2, True, -2 * ONE_MORE_REACH + RECONSIDERED + OVERTAKEN),
            (5, True, -2 * ONE_MORE_REACH + RECONSIDERED + OVERTAKEN),
            (-1, True, TOGETHER + likelihoods.UNSEEN + RECONSIDERED + OVERTAKEN),
        ],
    )
    def test_a_card_taken_and_laid_back(self, spare: int, hands: bool, expected: float) -> None:
        """Two hands came for it, or one that took another with it."""
        assert isclose(expected, TablePrior(hands=hands).relays(spare))

    def test_a_table_that_lays_cards_back(self) -> None:
        """Of two exchanges without a draw one was such."""
        ways = HANDS.learned(0, 0, relaid=True, together=False, apart=False)
        ways = ways.learned(0, 0, relaid=False, together=False, apart=False)

        usual = log(2 / (exp(-RECONSIDERED) + 2))
        assert isclose(usual, ways.relaying)
        assert isclose(usual - 2 * ONE_MORE_REACH + OVERTAKEN, ways.relays(2))

    def test_a_card_laid_back_is_as_rare_where_it_is_seen(self) -> None:
        """An exchange in which the same card came back costs what it costs unseen: it may as well have been turned over only."""
        one, other = At("mac", MAC[0]), At("mac", LEFT[0])
        turn = PartialTurn(0, taken=(one,), laid=(one, other), visits=3)
        plain = PartialTurn(0, taken=(one,), laid=(other, At("mac")), visits=3)

        ((_, back),) = closings(turn, MAC, HANDS)
        ((_, usual),) = closings(plain, MAC, HANDS)

        assert isclose(HANDS.relaying, back - usual)

    @pytest.mark.parametrize(
        ("seconds", "rested", "share"),
        [(LONG, False, 0.85), (LONG, True, 0.2), (1.0, False, 0.15), (1.0, True, 0.8)],
    )
    def test_a_hand_that_stays(self, seconds: float, rested: bool, share: float) -> None:
        """Who draws takes a card and goes."""
        assert isclose(log(share), stayed(seconds, rested=rested))

    def test_nobody_is_short_of_number_cards_among_seven(self) -> None:
        """It is likelier that they were counted wrong."""
        assert [0.0, SHORT, 6 * SHORT, MISTAKEN] == [short(n) for n in (0, 1, 6, 7)]
        assert (True, False) == (may_be_short(6), may_be_short(7))


class TestHands:
    """What is known of the hands where a hypothesis begins."""

    KNOWN = replace(CONTEXT, known=(frozenset(NEW[:1]), frozenset(), frozenset()))

    def test_a_card_that_another_is_known_to_have(self) -> None:
        """Nobody else lays it, and it lay in no pile, unless its holder laid it there."""
        mine, other = NEW[:2]
        assert [0.0, MISTAKEN] == [self.KNOWN.strange(p, mine) for p in (0, 1)]
        assert [0.0, 0.0] == [self.KNOWN.strange(p, other) for p in (0, 1)]
        assert [MISTAKEN, 0.0] == [self.KNOWN.held(mine, by) for by in ((1,), (0,))]
        assert self.KNOWN.held(other) == 0.0

    def test_the_order_of_play_goes_round(self) -> None:
        """Whoever has left is passed over."""
        assert [1, 2, 0] == [CONTEXT.after(p) for p in (0, 1, 2)]
        left = replace(CONTEXT, seats=(0, 2))
        assert [2, 2, 0] == [left.after(p) for p in (0, 1, 2)]

    @pytest.mark.parametrize(("cards_", "expected"), [(0, 0.0), (6, 6 * SHORT), (7, WRONG)])
    def test_an_action_thrown_away(self, cards_: int, expected: float) -> None:
        """Only by somebody who has no number card (rules, A5)."""
        poor = replace(CONTEXT, most=(cards_, 9, 10))

        assert isclose(expected, poor.thrown(0, ()), abs_tol=1e-12)
        for before in (TurnCandidate(2), TurnCandidate(2, played=cards("A01-1"))):
            assert isclose(expected, poor.thrown(0, (before,)), abs_tol=1e-12)

    def test_an_action_thrown_away_after_another_took_cards(self) -> None:
        """What that one left is what counts, right after it."""
        (action,) = cards("A01-1")
        obeyed = TurnCandidate(2, played=(action,))
        after = replace(CONTEXT, obeyed=Obeyed(obeyed, (1, 9, 10)))

        assert isclose(SHORT, after.thrown(0, (obeyed,)))
        assert WRONG == after.thrown(0, (obeyed, TurnCandidate(1)))
        assert WRONG == after.thrown(0, (TurnCandidate(2),))

    def test_who_may_have_run_short(self) -> None:
        """By what is left at least: as it was said, or by the hand before."""
        (action,) = cards("A01-1")
        told = TurnCandidate(0, played=(action,))
        fewest = replace(CONTEXT, fewest=(3, 2, 0))
        assert [(1, 1), (2, 0)] == [*fewest.losers(turn("A01-1"), first=True)]
        assert [(1, 8), (2, 9)] == [*CONTEXT.losers(turn("A01-1"), first=True)]
        said = replace(fewest, obeyed=Obeyed(told, (3, 7, 0), frozenset((1,))))
        assert [(1, 7)] == [*said.losers(turn("A01-1"), first=True)]
        assert [(1, 1), (2, 0)] == [*said.losers(turn("A01-1"), first=False)]

    @pytest.mark.parametrize(
        ("most", "action", "expected"),
        [(0, "K02-1", MISTAKEN), (1, "K02-1", 0.0), (0, "A02-1", 0.0)],
    )
    def test_who_has_no_card_plays_none(self, most: int, action: str, expected: float) -> None:
        """A kept action is one of the hand; an at-once card was drawn."""
        poor = replace(CONTEXT, most=(most, 9, 10))
        came = ZoneChange(0.0, "actions", cards(action), 1)

        (after,) = discarded(START, poor, came)

        assert (expected, cards(action)) == (after.score, after.turn.played)


class TestActionCards:
    """What may come for one, and what it costs."""

    @pytest.mark.parametrize(
        ("face", "who", "fewer"),
        [
            ("A01-1", (1, 2), (1, 1)),
            ("A02-1", (), ()),
            ("A05-1", (0, 1, 2), (0, 0, 0)),
            ("K03-1", (0,), (1,)),
            ("K06-1", (1, 2), (1, 1)),
            ("K02-1", (0, 1, 2), (1, 0, 0)),
        ],
    )
    def test_who_loses_cards(self, face: str, who: tuple[int, ...], fewer: tuple[int, ...]) -> None:
        """The kept card itself is one of its player's."""
        played = turn(face)

        assert who == card_effects.losers(played, CONTEXT.seats)
        assert fewer == tuple(card_effects.lost(played, seat) for seat in who)

    def test_who_lays_for_everybody_has_one_less(self) -> None:
        """K11: those who laid, and its player that card, too."""
        played = turn("K11-1", laid=(LAID,), layers=(2,))

        assert (2,) == card_effects.losers(played, CONTEXT.seats)
        assert [2, 1] == [card_effects.lost(played, seat) for seat in (0, 2)]
        assert card_effects.losers(turn(), CONTEXT.seats) == ()
        two = turn("K04-1", laid=(LAID, LAID))
        assert card_effects.lost(two, 0) == 3

    @pytest.mark.parametrize(
        ("face", "reached", "taken", "due", "next_one", "over"),
        [
            ("A04-1", 0, (), 3, 0.0, ODD_TOO),
            ("A04-1", 2, (), 3, 0.0, SHORT),
            ("A04-1", 3, (), 3, RESTED, 0.0),
            ("K12-1", 1, (TAKEN,), 2, 0.0, SHORT),
            ("K12-1", 2, (TAKEN,), 2, RESTED, 0.0),
            ("K02-1", 0, (), 0, RESTED, 0.0),
            ("A04-1 K12-1", 5, (), 6, 0.0, SHORT),
        ],
    )
    def test_draws_that_are_due(
        self, face: str, reached: int, taken: tuple[At, ...], due: int, next_one: float, over: float
    ) -> None:
        """A hand more is expected, or rests; the end comes too soon, or in time."""
        played = turn(face, reached=reached, taken=taken)

        assert due == card_effects.ordered(played)
        assert next_one == card_effects.reach(played)
        assert over == card_effects.unseen_draws(played)
        assert [reached > due, reached + 1 > due] == [
            card_effects.rested(replace(played, reached=n)) for n in (reached, reached + 1)
        ]

    @pytest.mark.parametrize(
        ("played", "reached", "first"),
        [
            ("A04-1 A05-1", 1, 1),
            ("A04-1 A05-1", 0, 2),
            ("A01-1 A02-1", 1, 2),
            ("A01-1 K05-1 A02-1", 1, 2),
        ],
        ids=["ordered", "before anybody drew", "none orders any", "ordered later"],
    )
    def test_which_cards_came_before_those_that_one_of_them_has_drawn(
        self, played: str, reached: int, first: int
    ) -> None:
        """An at-once card that turned up where another had cards drawn was not drawn at first."""
        under_way = turn(played, reached=reached)

        assert under_way.played[:first] == card_effects.at_first(under_way)

    @pytest.mark.parametrize(
        ("whom", "swapped", "who"),
        [(1, 2, (1, 2)), (None, 2, (-1, 2)), (1, None, ())],
    )
    def test_who_swapped_hands_as_far_as_people_have_said(
        self, whom: int | None, swapped: int | None, who: tuple[int, ...]
    ) -> None:
        """Of K05 it is the one who was sent to draw; where nobody said who that was, nobody's seat stands in its place."""
        drawn = TurnCandidate(0, played=cards("K05-1 A05-1"), whom=whom, swapped=swapped)

        assert who == drawn.swappers

    def test_a_draw_after_laying_is_not_the_way(self) -> None:
        """Where no action card orders it."""
        assert card_effects.reach(turn(laid=(LAID,))) == ASTRAY
        assert card_effects.rested(turn(laid=(LAID,), reached=1))

    @pytest.mark.parametrize(
        ("face", "laid", "taken", "row", "over"),
        [
            ("A01-1", 0, 0, 5, False),
            ("K07-1", 1, 0, 6, False),
            ("K07-1", 1, 0, 7, True),
            ("K12-1", 0, 2, 5, False),
            ("K12-1", 0, 3, 5, True),
            ("K11-1", 2, 0, 5, False),
            ("K11-1", 3, 0, 5, True),
            ("K05-1", 0, 0, 5, False),
            ("K04-1", 1, 0, 5, False),
            ("K04-1", 2, 0, 5, True),
            ("K02-1", 0, 0, 5, True),
        ],
    )
    def test_when_nothing_more_can_come(
        self, face: str, laid: int, taken: int, row: int, over: bool
    ) -> None:
        """Then a hand is the next player's."""
        played = turn(face, laid=(LAID,) * laid, taken=(TAKEN,) * taken)

        assert over == card_effects.finished(played, (*MAC, *NEW)[:row], 3)

    @pytest.mark.parametrize(
        ("face", "laid", "expected"),
        [
            ("K04-1", "Y10-1", ODD_TOO),
            ("K04-1", "Y10-1 G10-1", 0.0),
            ("K08-1", "Y10-1 G10-1", -inf),
            ("K09-1", "Y10-1", 0.0),
            ("K09-1", "", ODD_TOO),
        ],
    )
    def test_less_than_the_card_asks(self, face: str, laid: str, expected: float) -> None:
        """K04 asks two, K08 five and K09 some, of one colour."""
        come = tuple(At("open-left", card) for card in cards(laid))

        assert expected == card_effects.missing(turn(face, laid=come))

    @pytest.mark.parametrize(
        ("face", "before", "laid", "row", "expected"),
        [
            ("K04-1", "", "Y10-1", 5, 0.0),
            ("K04-1", "Y10-1 G10-1", "R10-1", 5, -inf),
            ("K08-1", "Y10-1", "G10-1", 5, ASTRAY),
            ("K08-1", "Y10-1 G10-1", "R10-1", 5, 0.0),
            ("K11-1", "Y10-1 G10-1", "R10-1", 5, 0.0),
            ("K11-1", "Y10-1 G10-1 R10-1", "G11-1", 5, -inf),
        ],
    )
    def test_one_card_more_for_it(
        self, face: str, before: str, laid: str, row: int, expected: float
    ) -> None:
        """No more than it asks, everybody one at most, and another colour only by a slip."""
        first = tuple(At("open-left", card) for card in cards(before))
        more = tuple(At("open-left", card) for card in cards(laid))
        old, new = turn(face, laid=first), turn(face, laid=(*first, *more))

        assert expected == card_effects.cost(old, new, MAC, 3)

    @pytest.mark.parametrize(
        ("face", "row", "expected"), [("K07-1", 6, 0.0), ("K07-1", 7, -inf), ("K08-1", 5, -inf)]
    )
    def test_a_card_with_mac_for_it(self, face: str, row: int, expected: float) -> None:
        """Up to seven, and only where the card says so."""
        old, new = turn(face), turn(face, laid=(At("mac", NEW[-1]),))

        assert expected == card_effects.cost(old, new, (*MAC, *NEW)[:row], 3)

    def test_three_are_taken_for_one_card_only(self) -> None:
        """K12; no other has its player take what lies open."""
        three = tuple(At("mac", card) for card in MAC[:4])
        for face, count, expected in (("K12-1", 3, 0.0), ("K12-1", 4, -inf), ("K04-1", 1, -inf)):
            old, new = turn(face), turn(face, taken=three[:count])
            assert expected == card_effects.cost(old, new, MAC, 3)

    @pytest.mark.parametrize(
        ("under_way", "came", "expected"),
        [
            (turn(), "K02-1", {0.0}),
            (turn(taken=(TAKEN,)), "K02-1", {WRONG}),
            (turn(laid=(LAID,)), "K02-1", set[float]()),
            (turn("A01-1"), "A02-1", {0.0}),
            (turn("K12-1"), "A02-1", {0.0}),
            (turn("K02-1"), "A02-1", {ODD_TOO}),
            (turn("K02-1"), "K03-1", set[float]()),
            (turn("K04-1", laid=(LAID,)), "K03-1", {0.0}),
            (turn("K04-1", laid=(LAID, LAID)), "K03-1", set[float]()),
        ],
        ids=[
            "alone",
            "after taking",
            "after laying",
            "two drawn",
            "drawn for it",
            "out of the blue",
            "two kept",
            "thrown away for K04",
            "a third for K04",
        ],
    )
    def test_an_action_card_comes(
        self, under_way: PartialTurn, came: str, expected: set[float]
    ) -> None:
        """What it costs to be this turn's; nothing where it is another's."""
        (card,) = cards(came)

        assert expected == {cost for _, cost in card_effects.played(under_way, card)}


class TestShuffled:
    """The discard and the piles but for their tops are the draw pile."""

    LYING = replace(START, actions=frozenset(cards("K02-1")), top=cards("K02-1")[0])

    @pytest.mark.parametrize(("draw", "expected"), [(10, 0.0), (11, MISTAKEN), (0, 0.0)])
    def test_only_where_the_draw_pile_runs_out(self, draw: int, expected: float) -> None:
        """A discard that shows nothing with many cards to draw is one that is not read."""
        cleared = ZoneChange(0.0, "actions", ())
        done, unread = discarded(self.LYING, replace(CONTEXT, draw=draw), cleared)

        assert (expected, UNSEEN) == (done.score, unread.score)
        assert (LEFT[:1], RIGHT[:1]) == (done.left, done.right)
        assert (frozenset(), None) == (done.actions, done.top)
        assert (True, 0, 0, False) == (
            done.turn.reshuffled,
            done.turn.swept,
            done.turn.sooner,
            done.turn.stacked,
        )
        assert self.LYING == replace(unread, score=0.0)

    def test_what_the_turn_had_laid_there_goes_with_it(self) -> None:
        """It is told how many action cards, and how many cards it had taken by then."""
        (one, other, third) = cards("K12-1 A02-1 K03-1")
        under_way = turn("K12-1", taken=(TAKEN, TAKEN), thrown=(third,), unused=((1, other, 1),))

        done = reshuffled(replace(START, turn=under_way), replace(CONTEXT, draw=1))

        assert one in under_way.played
        assert (3, 2) == (done.turn.swept, done.turn.sooner)

    @pytest.mark.parametrize(
        ("draw", "expected"), [(3, 0.0), (4, SHUFFLED)], ids=["none left", "one left"]
    )
    def test_who_has_drawn_all_he_had_to_leaves_it_to_the_next(
        self, draw: int, expected: float
    ) -> None:
        """Where a card was left to draw."""
        under_way = replace(START, turn=turn("A04-1", reached=3))

        assert expected == reshuffled(under_way, replace(CONTEXT, draw=draw)).score

    @pytest.mark.parametrize(
        ("cleared", "left"), [(True, LEFT[:1]), (False, LEFT)], ids=["shuffled", "not"]
    )
    def test_what_is_settled_was_shuffled(self, cleared: bool, left: m.Pile) -> None:
        """A hypothesis in which the discard was only not read has no deep piles beside a cleared discard."""
        start = replace(self.LYING, left=LEFT[:1], right=RIGHT[:1])
        start = replace(start, actions=frozenset()) if cleared else start

        (after,) = spread((self.LYING,), (SettledTurns(start), CONTEXT), 1)

        assert (left, start.actions) == (after.left, after.actions)

    def test_somebody_says_so(self) -> None:
        """By every hypothesis: two that differ in nothing else are one."""
        deep = replace(START, left=(LEFT[0], *NEW), score=-1.0)

        (after,) = spread((self.LYING, deep), (PilesShuffled(), CONTEXT), 1)

        assert (LEFT[:1], RIGHT[:1], frozenset(), None) == (
            after.left,
            after.right,
            after.actions,
            after.top,
        )
        assert isclose(log(1 + exp(-1)), after.score)


Told = Callable[[Hypothesis], bool]


class TestZones:
    """What a zone shows, by the explanation that is meant."""

    @staticmethod
    def weight(
        evidence: ZoneChange, meant: Told, start: Hypothesis = START, draw: int = 40
    ) -> float:
        """What the likeliest explanation of that kind costs."""
        found = showed(start, replace(CONTEXT, draw=draw), evidence)
        return max(each.score for each in found if meant(each))

    @pytest.mark.parametrize(
        ("visits", "expected"),
        [
            (2, RECONSIDERED + ONE_MORE_REACH),
            (3, RECONSIDERED + ONE_MORE_REACH),
            (4, RECONSIDERED + 2 * ONE_MORE_REACH),
        ],
    )
    def test_a_card_that_came_to_the_row_and_went(self, visits: int, expected: float) -> None:
        """Two of the hands were for it."""
        moved = ((NEW[0], True), (NEW[0], False))
        seen = ZoneChange(0.0, "mac", MAC, visits, moved=moved)

        assert isclose(expected, self.weight(seen, lambda h: h.mac == MAC))

    @pytest.mark.parametrize(
        ("taken", "laid", "visits", "expected"),
        [
            (1, 0, 1, 0.0),
            (1, 0, 3, 2 * ONE_MORE_REACH),
            (2, 0, 1, TOGETHER),
            (1, 1, 2, 0.0),
            (1, 1, 1, UNSEEN),
            (2, 1, 1, TOGETHER + UNSEEN),
            (1, 0, 0, 0.0),
        ],
    )
    def test_hands_for_cards_of_the_row(
        self, taken: int, laid: int, visits: int, expected: float
    ) -> None:
        """One for each, or for two together; who takes and lays has come twice."""
        row = (*MAC[taken:], *NEW[:laid])
        seen = ZoneChange(0.0, "mac", row, visits)
        told = self.weight(seen, lambda h: h.mac == row)

        assert isclose(expected, told, abs_tol=1e-12)

    def test_what_shows_below_a_top_is_remembered(self) -> None:
        """It sticks out, and is seen time and again; not once it was taken."""
        two = ZoneChange(0.0, "open-left", LEFT[:2], 1)
        same = max(showed(START, CONTEXT, two), key=lambda h: h.score)
        assert frozenset(LEFT[1:2]) == same.peeped

        seen = ZoneChange(1.0, "open-left", LEFT[2:3], 2)
        gone = max(showed(same, CONTEXT, seen), key=lambda h: h.score)
        assert (LEFT[2:], frozenset()) == (gone.left, gone.peeped)

    @pytest.mark.parametrize(("draw", "times"), [(10, 1), (11, 2)])
    def test_a_pile_that_is_gone(self, draw: int, times: int) -> None:
        """It was shuffled away unseen; less likely while there is much to draw."""
        nothing = ZoneChange(0.0, "open-left", (), 1)
        told = self.weight(nothing, lambda h: not h.left, draw=draw)

        assert isclose(times * UNSEEN, told)

    @pytest.mark.parametrize(("shown", "expected"), [(LEFT[:1], UNSEEN), ((), MISTAKEN)])
    def test_a_card_laid_that_is_not_read(self, shown: tuple[Card, ...], expected: float) -> None:
        """What lay on top shows below it, or where nothing shows the mat would."""
        told = self.weight(
            ZoneChange(0.0, "open-left", shown, 1), lambda h: h.left == (None, *LEFT)
        )

        assert isclose(expected, told)

    @pytest.mark.parametrize("edge", [None, True, False])
    def test_something_new_beside_a_card_laid_alone(self, edge: bool | None) -> None:
        """Speaks against its being alone."""
        seen = ZoneChange(0.0, "open-left", NEW[:1], 1, edge=edge)
        told = self.weight(seen, lambda h: h.left == (NEW[0], *LEFT))

        assert isclose(EDGE if edge else 0.0, told, abs_tol=1e-12)

    @pytest.mark.parametrize(
        ("pile", "peeped", "taken", "buried"),
        [
            (LEFT, (), OVERTAKEN, MISTAKEN),
            (LEFT, LEFT[1:2], 0.0, MISTAKEN),
            ((LEFT[0], None), (), 0.0, MISTAKEN),
            (LEFT[:1], (), 0.0, MISTAKEN),
        ],
        ids=["on another", "on one that sticks out", "on an unread one", "the last"],
    )
    def test_what_a_pile_was_seen_without_was_taken_by_another_hand(
        self, pile: m.Pile, peeped: tuple[Card, ...], taken: float, buried: float
    ) -> None:
        """It does not lie below what came next; the one below it would have been read meanwhile."""
        before = replace(START, left=pile, peeped=frozenset(peeped))
        seen = ZoneChange(0.0, "open-left", NEW[:1], 1, lifted=LEFT[:1])

        gone = self.weight(seen, lambda h: h.left == (NEW[0], *pile[1:]), before)
        below = self.weight(seen, lambda h: h.left == (NEW[0], *pile), before)

        assert isclose(taken, gone, abs_tol=1e-12)
        assert isclose(buried, below)

    @pytest.mark.parametrize(
        ("changed", "draw", "visits", "shown", "may"),
        [
            ({}, 10, 1, LEFT[:1], True),
            ({}, 11, 1, LEFT[:1], False),
            ({}, 10, 0, LEFT[:1], False),
            ({}, 10, 1, NEW[:1], False),
            ({}, 10, 1, (), False),
            ({"actions": frozenset(NEW[:1])}, 10, 1, LEFT[:1], False),
            ({"left": LEFT[:1]}, 10, 1, LEFT[:1], False),
            ({"left": ()}, 10, 1, LEFT[:1], False),
        ],
    )
    def test_a_hand_may_take_what_lies_below_a_top_to_shuffle_it(
        self, changed: dict[str, Any], draw: int, visits: int, shown: tuple[Card, ...], may: bool
    ) -> None:
        """Where the draw pile runs out, and no action card lies on the discard any more."""
        seen = ZoneChange(0.0, "open-left", shown, visits)

        found = showed(replace(START, **changed), replace(CONTEXT, draw=draw), seen)

        costs = [each.score for each in found if each.turn.reshuffled]
        assert ([SHUFFLED] if may else []) == costs

    @pytest.mark.parametrize(("player", "late"), [(0, True), (1, False), (0, False)])
    def test_who_takes_what_he_laid_just_before_thinks_again(self, player: int, late: bool) -> None:
        """Whatever else it may be; another's card is there to be taken."""
        there = At("open-left", LEFT[0])
        laid = (At("open-left", LEFT[1]), there)
        turns = (TurnCandidate(player, laid=laid), *((TurnCandidate(1),) * (not late)))
        seen = ZoneChange(0.0, "open-left", LEFT[1:2], 1)

        told = self.weight(
            seen, lambda h: h.left == LEFT[1:] and not h.turn.laid, replace(START, closed=turns)
        )

        assert isclose(RECONSIDERED * (player == 0 and late), told, abs_tol=1e-12)

    @pytest.mark.parametrize(
        ("row", "visits", "unread", "left", "expected"),
        [
            (MAC, 1, 0, MAC, ONE_MORE_REACH),
            ((*MAC, None), 1, 0, (*MAC, None), MISTAKEN + ONE_MORE_REACH),
            ((*MAC, None), 1, 0, MAC, 0.0),
            (MAC, 1, 1, (*MAC, None), 0.0),
            (MAC, 1, 0, (*MAC, None), MISTAKEN),
        ],
        ids=["nothing", "still unread", "taken", "laid", "perhaps laid"],
    )
    def test_a_card_of_the_row_that_nobody_reads(
        self, row: m.Pile, visits: int, unread: int, left: m.Pile, expected: float
    ) -> None:
        """That one lies there for long is as unlikely as any mistake; of a hand of which nothing was seen it may be."""
        seen = ZoneChange(0.0, "mac", MAC, visits, unread=unread)

        told = self.weight(seen, lambda h: h.mac == left, replace(START, mac=row))

        assert isclose(expected, told, abs_tol=1e-12)

    def test_what_still_lay_there_when_another_was_laid_was_hardly_taken_for_it(self) -> None:
        """A turn takes first: that the other covered it says the same."""
        went, came = (LEFT[0], False), (NEW[0], True)
        early, late = (
            ZoneChange(0.0, "open-left", (NEW[0], LEFT[1]), 2, moved=moved)
            for moved in ((went, came), (came, went))
        )

        def taken(hypothesis: Hypothesis) -> bool:
            return hypothesis.left == (NEW[0], *LEFT[1:])

        def buried(hypothesis: Hypothesis) -> bool:
            return hypothesis.left == (NEW[0], *LEFT)

        assert isclose(self.weight(early, taken) + ASTRAY, self.weight(late, taken))
        assert self.weight(early, buried) == self.weight(late, buried)

    def test_a_card_that_cannot_have_lain_there_unread_was_laid(self) -> None:
        """Ann laid a card unread, and Bob is known to hold this one: that hers was it is not followed, that he lays it is."""
        ann = TurnCandidate(0, laid=(At("open-left"),))
        unread = replace(START, left=(None, *LEFT), closed=(ann,), turn=PartialTurn(1, drew=1))
        known = (frozenset[Card](), frozenset(NEW[:1]), frozenset[Card]())
        seen = ZoneChange(0.0, "open-left", NEW[:1], edge=True)

        found = [*showed(unread, replace(CONTEXT, known=known, least=2 * EDGE), seen)]

        assert {(ann,)} == {each.closed for each in found}
        assert EDGE in [each.score for each in found if each.left == (NEW[0], None, *LEFT)]

    def test_a_card_known_to_be_elsewhere(self) -> None:
        """One that lies with Mac by the same hypothesis is laid by nobody, unless nothing else explains it."""
        seen = ZoneChange(0.0, "open-left", MAC[:1], 1)
        told = self.weight(seen, lambda h: h.left[:1] == MAC[:1])

        assert isclose(MISTAKEN, told)
        (best, *_) = spread((START,), (seen, CONTEXT), 0)
        assert (MAC[:1], MISTAKEN) == (best.left[:1], best.score)


def test_from_where_arms_came_makes_no_other_story() -> None:
    """Two hypotheses that differ in it alone are one."""
    two = [replace(START, turn=PartialTurn(0, arms=arms)) for arms in ((), (90.0,))]

    assert len(merged(two)) == 1
    assert two[1].turn.untouched


class TestEverybodyLays:
    """K11: whose turn to lay it is, of those who have a card to lay."""

    SHOWN = ZoneChange(0.0, "open-left", (NEW[0],), 1)
    PLAYED = replace(START, turn=turn("K11-1", laid=(LAID,)))
    EXCHANGED = TurnCandidate(1, taken=(TAKEN, At("draw")), laid=(LAID,))

    @pytest.mark.parametrize(
        ("sizes", "closed", "layer"),
        [((2, 9, 9), (), 0), ((1, 9, 9), (), 1), ((1, 0, 9), (), 2), ((1, 0, 9), (EXCHANGED,), 1)],
        ids=["its player", "he had no other", "nor has the next", "but what he took"],
    )
    def test_who_has_a_card_lays(
        self, sizes: tuple[int, ...], closed: tuple[TurnCandidate, ...], layer: int
    ) -> None:
        """What the turns before, which are not settled yet, took and laid counts."""
        known = replace(CONTEXT, most=sizes, fewest=sizes)

        told = laid_by(replace(self.PLAYED, closed=closed), known, self.SHOWN)

        assert [(layer,)] == [after.turn.layers for after in told]

    def test_who_lays_nothing_may_have_one_card_only(self) -> None:
        """It counts how many he has at least."""
        laid = replace(self.PLAYED, turn=replace(self.PLAYED.turn, layers=(0, 1)))

        assert short(1) == skipped(laid, replace(CONTEXT, fewest=(1, 2, 1)))
        took = replace(self.EXCHANGED, player=2)
        laid = replace(laid, closed=(took,))
        assert short(1) == skipped(laid, replace(CONTEXT, fewest=(1, 2, 0)))


@pytest.mark.parametrize(("zone", "more"), [("mac", 2), ("open-left", 0)])
def test_the_more_of_a_row_is_new_the_less_likely_it_is_misread(zone: Place, more: int) -> None:
    """Of three new cards the first costs what any misreading does; of a pile only the top is read."""
    seen = ZoneChange(0.0, zone, (*MAC[:2], *NEW[:3]) if zone == "mac" else NEW[:1], 1)

    (misread,) = (h for h in spread((START,), (seen, CONTEXT), 0) if h.misread)

    assert isclose(MISREAD + more * ODD_TOO, misread.score)
