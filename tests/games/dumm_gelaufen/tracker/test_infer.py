"""The tracker: what was done, from what was seen of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product
from math import exp
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dumm_gelaufen.deck.cards import At, Card, Place
from companion.games.dumm_gelaufen.table.questions import told_apart
from companion.games.dumm_gelaufen.tracker import turn_belief, turn_transitions
from companion.games.dumm_gelaufen.tracker.commit import (
    NEAR,
    SURE,
    BestCandidate,
    found,
    may_still_tell,
    wanted,
)
from companion.games.dumm_gelaufen.tracker.evidence import (
    DrawPileReach,
    Evidence,
    HandShown,
    Pin,
    SettledTurns,
    ZoneChange,
    evidence_in,
    followed,
)
from companion.games.dumm_gelaufen.tracker.hypothesis import LAG, Context, Hypothesis
from companion.games.dumm_gelaufen.tracker.likelihoods import MISTAKEN, TablePrior
from companion.games.dumm_gelaufen.tracker.piles import changes, fitted
from companion.games.dumm_gelaufen.tracker.search import spread
from companion.games.dumm_gelaufen.tracker.succession import begins, ended, hands
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    Trouble,
    TurnCandidate,
)
from companion.table import Glimpse, Settled, Side, Step, Visit
from companion.table import Table as ShownTable
from companion.tracking import belief as belief_of_evidence
from companion.tracking.beam import merged, share
from companion.tracking.bearings import MIDDLES, Seating
from companion.tracking.belief import Belief
from tests.games.dumm_gelaufen.staged import cards

MAC = cards("R01-1 R02-1 R03-1 R04-1 R05-1")
LEFT = cards("Y01-1 Y02-1 Y03-1")
RIGHT = cards("G01-1 G02-1 G03-1")
HAND = cards("Y10-1 Y11-1")
OTHER = cards("G10-1")
PILES = {"open-left": LEFT, "open-right": RIGHT}
CONTEXT = Context(
    (0, 1, 2), (frozenset(), frozenset(), frozenset()), (8, 9, 10), TablePrior(hands=True)
)
START = Hypothesis(MAC, LEFT, RIGHT, frozenset(), PartialTurn(0), Seating.of(3))


class Table:
    """What lies there, and the evidence of a hand at a time that takes and lays."""

    def __init__(self) -> None:
        self.zones = {"mac": MAC, "open-left": LEFT, "open-right": RIGHT}
        self.evidence: list[Evidence] = []

    def take(self, at: At) -> None:
        if at.place == "draw":
            self.evidence.append(DrawPileReach(0.0))
            return
        left = tuple(card for card in self.zones[at.place] if card is not at.card)
        self.show(at.place, left)

    def lay(self, at: At) -> None:
        assert at.card is not None
        there, card = self.zones[at.place], (at.card,)
        self.show(at.place, there + card if at.place == "mac" else card + there)

    def show(self, zone: str, there: tuple[Card, ...]) -> None:
        self.zones[zone] = there
        shown = there if zone == "mac" else there[:1]
        self.evidence.append(ZoneChange(0.0, zone, shown, 1))


def exchanges() -> Iterator[tuple[tuple[At, ...], tuple[At, ...]]]:
    """Every exchange by the rules (A4): what is taken, what is laid, in order."""
    for taken in _takes():
        place = taken[0].place
        held = HAND + tuple(at.card for at in taken if at.card)
        targets: tuple[Place, ...] = ("mac",) if place == "mac" else ("open-left", "open-right")
        count = 3 - len(taken)
        for laid in permutations(held, count):
            for where in product(targets, repeat=count):
                yield taken, tuple(At(*each) for each in zip(where, laid, strict=True))


def _takes() -> Iterator[tuple[At, ...]]:
    for count in (1, 2):
        yield (At("draw"),) * count
        yield tuple(At("open-left", card) for card in LEFT[:count])
        yield tuple(At("open-right", card) for card in RIGHT[:count])
        row = (At("mac", card) for card in MAC)
        yield from combinations(row, count)
    yield At("open-left", LEFT[0]), At("open-right", RIGHT[0])
    yield At("open-right", RIGHT[0]), At("open-left", LEFT[0])


def searched(
    start: Hypothesis, context: Context, evidence: Sequence[Evidence]
) -> tuple[Hypothesis, ...]:
    """The likely hypotheses of what was seen, the likeliest first."""
    belief = Belief(spread, (start,))
    for each in evidence:
        belief = belief.then((each, context))
    return belief.hypotheses


def seated(*sides: Side) -> Seating:
    """Everybody has reached in often enough from a side."""
    seating = Seating.of(len(sides))
    for seat, side in enumerate(sides):
        for _ in range(12):
            seating = seating.reached(seat, MIDDLES[side])
    return seating


def read(
    evidence: Sequence[Evidence], context: Context = CONTEXT, start: Hypothesis = START
) -> list[TurnCandidate]:
    """The turns of the likeliest hypothesis once it is over."""
    hypotheses = searched(start, context, evidence)
    done = [end for hypothesis in hypotheses for end in ended(hypothesis, context, len(evidence))]
    return list(max(done, key=lambda hypothesis: hypothesis.score).closed)


def _moved(turn: TurnCandidate) -> tuple[object, ...]:
    """What is wrong with a turn, whose it is, which cards were taken and laid."""
    taken, laid = ({at.card for at in part} for part in (turn.taken, turn.laid))
    return turn.wrong, turn.player, taken, laid


class TestExchanges:
    @pytest.mark.slow
    def test_every_exchange_is_read_from_its_steps(self) -> None:
        """Each placement and removal seen, none of them is ambiguous (rules, E2 and E3)."""
        count = 0
        for taken, laid in exchanges():
            table = Table()
            for at in taken:
                table.take(at)
            for at in laid:
                table.lay(at)

            (turn,) = read(table.evidence)

            expected = TurnCandidate(0, taken, laid).what
            assert expected == turn.what, (taken, laid)
            count += 1
        assert 150 < count

    def test_every_exchange_with_mac_is_read_from_its_end(self) -> None:
        """Mac's row before and after says it all, but for a card that came back (rules, E2)."""
        for taken, laid in exchanges():
            if taken[0].place != "mac" or set(taken) & set(laid):
                continue
            after = [card for card in MAC if At("mac", card) not in taken]
            row = (*after, *(at.card for at in laid if at.card))

            (turn,) = read([ZoneChange(0.0, "mac", row, 3)])

            assert TurnCandidate(0, taken, laid).what == turn.what

    @pytest.mark.parametrize(
        ("visits", "drawn"), [("DDL", [2]), ("DLL", [1]), ("DLDL", [2, 2]), ("DDLDLL", [2, 1])]
    )
    def test_visits_tell_how_many_were_drawn_and_whose_turn_it_was(
        self, visits: str, drawn: list[int]
    ) -> None:
        """A hand at the draw pile before a lay is a draw; after one it is the next player's."""
        table, new = Table(), iter(cards("R10-1 R10-2 R11-1 R11-2"))
        for visit in visits:
            table.take(At("draw")) if visit == "D" else table.lay(At("open-left", next(new)))

        turns = read(table.evidence)

        assert drawn == [turn.drawn for turn in turns]
        assert list(range(len(drawn))) == [turn.player for turn in turns]

    def test_a_card_known_to_be_elsewhere_tells_whose_turn_it_is(self) -> None:
        """What Bob took from Mac only Bob can lay."""
        bobs = frozenset(cards("R10-2"))
        known = (frozenset[Card](), bobs, frozenset[Card]())
        context = Context((0, 1, 2), known, (8, 9, 10), TablePrior(hands=False))
        table = Table()
        table.lay(At("open-left", *cards("R10-1")))
        table.lay(At("open-left", *cards("R10-2")))

        assert [0, 1] == [turn.player for turn in read(table.evidence, context)]

    def test_arms_tell_players_apart(self) -> None:
        """Two lays without a visit to the draw pile are two turns if the arms differ."""
        start = replace(START, seating=seated("bottom", "left", "right"))
        context = Context(CONTEXT.seats, CONTEXT.known, CONTEXT.most, TablePrior(missed=5))
        one, other = cards("R10-1 R10-2")
        evidence: list[Evidence] = [
            ZoneChange(0.0, "open-left", (one,), 1, (MIDDLES["bottom"],)),
            ZoneChange(1.0, "open-right", (other,), 1, (MIDDLES["left"],)),
        ]

        assert [0, 1] == [turn.player for turn in read(evidence, context, start)]

    def test_two_first_turns_with_mac_in_one_look(self) -> None:
        """Two who sit side by side reach in while nobody's place is known: one's whole turn, and the next one's first card."""
        near, beside = 151.0, 171.0
        evidence: list[Evidence] = [
            ZoneChange(
                1.0,
                "mac",
                (*MAC[3:], *HAND[:1]),
                4,
                (near, near, beside, beside),
                moved=(*((card, False) for card in MAC[:2]), (HAND[0], True), (MAC[2], False)),
            ),
            ZoneChange(3.0, "mac", (*MAC[3:], *HAND), 1, (beside,)),
            ZoneChange(4.0, "mac", (*MAC[3:], *HAND, *OTHER), 1, (beside,)),
        ]

        first, second = read(evidence)

        assert (0, MAC[:2]) == (first.player, tuple(at.card for at in first.taken))
        assert (1, MAC[2:3]) == (second.player, tuple(at.card for at in second.taken))

    def test_a_card_of_mac_is_named_though_it_is_read_only_as_it_goes_again(self) -> None:
        """Ann lays it unread while Bob plays on the piles; before the row settles Cem has taken it."""
        start = replace(START, seating=seated("bottom", "left", "right"))
        ann, bob, cem = (MIDDLES[side] for side in ("bottom", "left", "right"))
        laid, his = cards("G09-3 Y04-1")
        evidence: list[Evidence] = [
            ZoneChange(0.0, "mac", MAC[2:], 3, (ann,) * 3),
            DrawPileReach(1.0, bob),
            ZoneChange(2.0, "open-left", HAND[:1], 1, (bob,)),
            ZoneChange(3.0, "open-right", HAND[1:], 1, (bob,)),
            ZoneChange(
                5.0,
                "mac",
                (*MAC[3:], his),
                3,
                (cem,) * 3,
                moved=((laid, True), (MAC[2], False), (laid, False), (his, True)),
            ),
        ]

        first, _, third = read(evidence, start=start)

        assert (At("mac", laid),) == first.laid
        assert {MAC[2], laid} == {at.card for at in third.taken}

    def test_a_look_that_cannot_be_is_left_out_of_account(self) -> None:
        """What cannot be explained spoils nothing that can."""
        table = Table()
        table.take(At("mac", MAC[0]))
        table.evidence.append(ZoneChange(0.0, "open-left", (LEFT[2], LEFT[0]), 0))
        table.take(At("mac", MAC[1]))
        table.lay(At("mac", HAND[0]))

        (turn,) = read(table.evidence)

        assert (MAC[0], MAC[1]) == tuple(at.card for at in turn.taken)


class TestHalfTurns:
    def test_a_card_laid_unread_may_be_read_late(self) -> None:
        """K04 is obeyed with two cards laid; what the second one is may show in a moment."""
        laid = At("open-right", HAND[0]), At("open-left")
        turn = PartialTurn(0, played=cards("K04-1"), laid=laid)
        read = replace(turn, laid=(laid[0], At("open-left", HAND[1])))

        assert turn_transitions.whole(read, MAC, 3)
        assert not turn_transitions.whole(turn, MAC, 3)


class TestPiles:
    def test_what_must_have_been_laid(self) -> None:
        """A new top over the old one was laid, nothing else."""
        (new,) = cards("R10-1")

        found = changes(LEFT, (new, LEFT[0]))[0]

        assert ((), (new,), (new, *LEFT)) == (found.taken, found.laid, found.pile)

    def test_what_must_have_been_taken(self) -> None:
        """The card below the old top lies open: the top was taken."""
        found = changes(LEFT, LEFT[1:2])[0]

        assert (LEFT[:1], (), LEFT[1:]) == (found.taken, found.laid, found.pile)

    def test_an_unread_card_is_named_when_it_shows(self) -> None:
        """None becomes the card that lies open."""
        (new,) = cards("R10-1")

        assert (new, LEFT[0]) == fitted((None, LEFT[0]), (new,))

    def test_a_card_known_to_lie_deeper_is_no_unread_one(self) -> None:
        """Nothing lies at two places."""
        assert fitted((None, LEFT[0]), LEFT[:1]) is None

    def test_a_card_believed_to_lie_deeper_was_laid_if_nothing_else_can_be(self) -> None:
        """Six cards below the top it cannot have been uncovered: it was never there."""
        pile = cards("R01-1 R02-1 R03-1 R04-1 R05-1 R06-1 R07-1")

        told = changes(pile, (pile[6], pile[0]))
        usual = [c for c in told if not (c.blind or c.hidden or c.surfaced)]
        (found,) = usual

        assert ((), (pile[6],)) == (found.taken, found.laid)
        assert (pile[6], *pile[:6]) == found.pile

    def test_a_card_believed_to_lie_between_may_never_have_been_there(self) -> None:
        """Y01 was taken and Y03 shows: that Y02 went with it is likelier, but not all that can be."""
        told = [c for c in changes(LEFT, LEFT[2:]) if c.laid == () and not c.blind]

        assert [(LEFT[:2], False), (LEFT[:1], True)] == [(c.taken, c.surfaced) for c in told]

    def test_below_the_top_may_show_what_nobody_knew_to_be_there(self) -> None:
        """Y01 was taken, as Y02 shows; that G09 shows below it says nothing else."""
        (stranger,) = cards("G09-1")

        told = [c for c in changes(LEFT, (LEFT[1], stranger)) if c.surfaced]

        assert (LEFT[:1], (LEFT[1], stranger, LEFT[2])) in [
            (c.taken, c.pile) for c in told if not c.laid
        ]

    def test_an_unread_card_uncovers_none_that_lay_deep(self) -> None:
        """That it covers what never was read is known of the card that shows now, and how many lie in between."""
        (new,) = cards("G09-1")
        pile = (*LEFT[:2], None, *LEFT[2:])

        told = [c for c in changes(pile, (new, LEFT[0])) if c.blind and not c.taken]

        assert [((new,), 2, (None, *LEFT[:2], new, *LEFT[2:]))] == [
            (c.named, c.peeping, c.pile) for c in told
        ]

    def test_a_card_that_can_be_uncovered_was(self) -> None:
        """What lies two below the top shows when two are taken: that it was laid is not thought of."""
        laid = [c for c in changes(LEFT, LEFT[2:3]) if c.laid == LEFT[2:3]]

        assert all(c.taken for c in laid)

    @given(st.permutations(cards("R01-1 R02-1 R03-1 R04-1")), st.integers(0, 3))
    def test_taking_and_laying_is_among_what_may_have_happened(
        self, order: list[Card], taken: int
    ) -> None:
        """Whatever is done to a pile is one of its changes."""
        pile, new = tuple(order[:3]), order[3]
        after = (new, *pile[taken:])

        assert any(
            (c.taken, c.laid, c.pile) == (pile[:taken], (new,), after)
            for c in changes(pile, (new,))
        )


class TestHabits:
    def test_a_table_that_draws_one_by_one_is_known_for_it(self) -> None:
        """Where two cards always were two reaches, one reach is one card."""
        ways = TablePrior(hands=True)
        for _ in range(20):
            ways = ways.learned(2, 2, relaid=False, together=False, apart=False)

        assert ways.reaches(1, 2) < TablePrior(hands=True).reaches(1, 2)
        assert ways.reaches(2, 2) > TablePrior(hands=True).reaches(2, 2)

    def test_a_table_whose_draws_go_unseen_is_learnt(self) -> None:
        """Where no hand was seen at a few draws, one more is no surprise, and a hand that is seen is one less."""
        usual = missing = TablePrior(hands=True)
        for _ in range(5):
            missing = missing.learned(0, 1, relaid=False, together=False, apart=False)

        assert missing.reaches(0, 1) > usual.reaches(0, 1) + 1
        assert missing.reaches(1, 1) < usual.reaches(1, 1)

    def test_hands_that_are_never_seen_prove_nothing(self) -> None:
        """In pictures without hands a missing visit speaks against nothing."""
        assert TablePrior(hands=False).reaches(0, 2) > TablePrior(hands=True).reaches(0, 2)


class TestLongAgo:
    @pytest.mark.parametrize(("since", "apart"), [(LAG - 1, 2), (LAG, 1)])
    def test_what_differs_only_long_ago_is_one(self, since: int, apart: int) -> None:
        """Two ways to tell a turn stay apart while later ones may still decide it, and are one after that."""
        later = tuple(TurnCandidate(1, played=(card,)) for card in MAC[:since])
        two = [
            replace(START, closed=(TurnCandidate(0, laid=(At("mac", card),)), *later))
            for card in HAND
        ]

        assert apart == len(merged(two))


class TestUnreadTops:
    """A top that is not read is neither an empty place nor a card forgotten."""

    def test_a_card_laid_unread_is_named_when_it_peeps_out(self) -> None:
        """It is one of the two that the turn laid."""
        low, high = cards("R10-1 R11-1")
        evidence: list[Evidence] = [
            DrawPileReach(0.0),
            ZoneChange(1.0, "open-left", (), 1),
            ZoneChange(2.0, "open-left", (high, low), 1),
        ]

        (turn,) = read(evidence)

        assert (low, high) == tuple(at.card for at in turn.laid)
        assert 1 == turn.drawn

    def test_a_pile_that_shows_nothing_may_have_lost_its_top(self) -> None:
        """What lies below it is not read yet, and still there."""
        (new,) = cards("R10-1")
        evidence: list[Evidence] = [
            ZoneChange(0.0, "open-left", (), 1),
            ZoneChange(1.0, "open-right", RIGHT[1:2], 1),
            ZoneChange(2.0, "open-left", (new, LEFT[1]), 1),
        ]

        (turn,) = read(evidence)

        assert (LEFT[0], RIGHT[0]) == tuple(at.card for at in turn.taken)
        assert (new,) == tuple(at.card for at in turn.laid)


class TestRunningShort:
    """Who has lost his last cards draws; who can lay nothing throws away (rules, A5 and A6)."""

    def test_draws_after_a_01_are_those_of_who_lost_his_last_card(self) -> None:
        """They are no exchange of his, nor cards of the one who played it."""
        (action,) = cards("A01-1")
        poor = Context(CONTEXT.seats, CONTEXT.known, (8, 1, 10), CONTEXT.prior)
        evidence: list[Evidence] = [
            DrawPileReach(0.0, MIDDLES["bottom"]),
            DrawPileReach(1.0, MIDDLES["bottom"]),
            ZoneChange(2.0, "actions", (action,), 1, (MIDDLES["bottom"],)),
            DrawPileReach(3.0, MIDDLES["left"]),
            DrawPileReach(4.0, MIDDLES["left"]),
            ZoneChange(5.0, "mac", MAC[1:], 1, (MIDDLES["left"],)),
            ZoneChange(6.0, "mac", MAC[2:], 1, (MIDDLES["left"],)),
            ZoneChange(7.0, "mac", (*MAC[2:], HAND[0]), 1, (MIDDLES["left"],)),
        ]

        first, second = read(evidence, poor)

        assert ((1, 1), 2) == (first.refilled, first.drawn)
        assert (1, 0) == (second.player, second.drew)

    def test_an_action_drawn_by_who_has_nothing_to_lay_goes_unused(self) -> None:
        """And what is drawn for it is laid."""
        (kept,) = cards("K02-1")
        poor = Context(CONTEXT.seats, CONTEXT.known, (0, 9, 10), CONTEXT.prior)
        evidence: list[Evidence] = [
            DrawPileReach(0.0),
            DrawPileReach(1.0),
            ZoneChange(2.0, "actions", (kept,), 1),
            DrawPileReach(3.0),
            ZoneChange(4.0, "open-left", HAND[:1], 1),
        ]

        (turn,) = read(evidence, poor)

        assert ((kept,), (), 2) == (turn.thrown, turn.played, turn.drawn)


class TestShuffles:
    def test_what_lies_below_the_tops_goes_with_the_discard(self) -> None:
        """The next card that lies open under a top is none of those (rules, A7)."""
        (kept,) = cards("K02-1")
        start = replace(START, actions=frozenset((kept,)), top=kept)
        evidence: list[Evidence] = [
            ZoneChange(0.0, "actions", (), 1),
            ZoneChange(1.0, "open-left", LEFT[:1], 1),
            ZoneChange(2.0, "open-right", RIGHT[:1], 1),
            DrawPileReach(3.0),
            DrawPileReach(4.0),
            DrawPileReach(5.0),
            ZoneChange(6.0, "open-left", HAND[:1], 1),
        ]

        best = max(searched(start, CONTEXT, evidence), key=lambda hypothesis: hypothesis.score)

        assert ((HAND[0], LEFT[0]), RIGHT[:1]) == (best.left, best.right)
        assert (True, 2) == (best.turn.reshuffled, best.turn.drew)

    @pytest.mark.parametrize(
        ("whose", "within"), [(1, False), (2, True)], ids=["the next one's", "another's"]
    )
    def test_whose_arm_clears_the_discard_tells_in_which_turn(
        self, whose: int, within: bool
    ) -> None:
        """K05 lets somebody else draw, after which anybody may shuffle: the next player does so for his own turn."""
        (order,) = cards("K05-1")
        arms = [(MIDDLES[side],) for side in ("bottom", "left", "right")]
        seating = Seating.of(3)
        for seat, (arm,) in enumerate(arms * 5):
            seating = seating.reached(seat % 3, arm)
        evidence: list[Evidence] = [
            ZoneChange(0.0, "actions", (order,), 1, arms[0]),
            DrawPileReach(1.0, *arms[2]),
            ZoneChange(2.0, "actions", (), 1, arms[whose]),
            DrawPileReach(3.0, *arms[whose]),
            DrawPileReach(4.0, *arms[1]),
            DrawPileReach(5.0, *arms[1]),
            ZoneChange(6.0, "open-left", HAND[:1], 1, arms[1]),
        ]

        best = searched(replace(START, seating=seating), CONTEXT, evidence)[0]

        shuffled = [turn.reshuffled for turn in best.closed]
        assert ([within], not within) == (shuffled, best.turn.reshuffled)
        assert (1, 2) == (best.turn.player, best.turn.drew)


class TestOneForOne:
    def test_at_the_piles_it_is_what_it_looks_like(self) -> None:
        """Each card by a hand of its own, the old top shows beside the new one, and the next one's turn: nothing hides below."""
        evidence: list[Evidence] = [
            ZoneChange(0.0, "open-left", LEFT[1:2], 1),
            ZoneChange(1.0, "open-right", (*HAND[:1], *RIGHT[:1]), 1, edge=False),
        ]

        (turn,) = read(evidence)

        assert "one-for-one" == turn.wrong


class TestHurry:
    """The next player's hand comes before a zone was read again."""

    def test_one_lays_with_mac_and_the_next_one_takes(self) -> None:
        """Two hands, one card more and one less: the first completes a turn, the second begins one."""
        first, second = cards("G09-3 Y04-1")
        evidence: list[Evidence] = [
            ZoneChange(0.0, "mac", MAC[1:], 1, (MIDDLES["bottom"],)),
            ZoneChange(1.0, "mac", MAC[2:], 1, (MIDDLES["bottom"],)),
            ZoneChange(2.0, "mac", (*MAC[3:], first), 2, (MIDDLES["left"],)),
            ZoneChange(3.0, "mac", (MAC[4], first), 1, (MIDDLES["left"],)),
            ZoneChange(4.0, "mac", (MAC[4], first, second), 1, (MIDDLES["left"],)),
        ]

        told = read(evidence)

        assert [None, None] == [turn.wrong for turn in told]
        assert [(first,), (second,)] == [tuple(at.card for at in turn.laid) for turn in told]

    @pytest.mark.parametrize("drawn", [0, 2], ids=["at first", "after a turn"])
    def test_two_arms_that_touch_are_told_as_one(self, drawn: int) -> None:
        """More cards come to the row and go than one turn moves: the last that went was taken by the next one."""
        arms = [(MIDDLES[side],) for side in ("right", "bottom", "left")]
        laid, late = cards("G09-3 Y04-1"), cards("R11-1")
        went, stays = MAC[:2], (*MAC[2:], *laid)
        moved = ((went[0], False), *((card, True) for card in laid), (went[1], False))
        evidence: list[Evidence] = [
            *(DrawPileReach(0.0, *arms[0]) for _ in range(drawn)),
            *(
                ZoneChange(1.0, "open-left", (*HAND[:1], *LEFT[:1]), 1, arms[0])
                for _ in range(drawn // 2)
            ),
            ZoneChange(2.0, "mac", stays, 1, arms[1], moved=moved),
            ZoneChange(3.0, "mac", (*stays, *late), 1, arms[2]),
            ZoneChange(4.0, "mac", (*stays[1:], *late), 1, arms[2]),
        ]
        sides: tuple[Side, ...] = ("right", "bottom", "left")
        start = replace(START, seating=seated(*sides))
        if not drawn:
            start = replace(start, turn=PartialTurn(1))

        *_, ann, bob = read(evidence, start=start)

        assert (None, 1, {went[0]}, {*laid}) == _moved(ann)
        assert (None, 2, {went[1], MAC[2]}, {*late}) == _moved(bob)

    def test_what_an_action_card_has_laid_with_mac_is_seen_with_the_next_turn(self) -> None:
        """K07 gives him a seventh card, then the next one takes two and lays one before the row is read."""
        (action,), (given,), (laid,) = cards("K07-1"), cards("G07-2"), cards("G08-2")
        arm = (MIDDLES["bottom"],)
        row = (*MAC, *cards("R06-1"))
        evidence: list[Evidence] = [
            ZoneChange(0.0, "actions", (action,), 1, arm),
            ZoneChange(1.0, "mac", (*row[2:], given, laid), 3, arm * 3),
        ]
        start = replace(START, mac=row, seating=seated("bottom", "bottom", "top"))

        gives, exchanges = read(evidence, start=start)

        assert (None, 0, set(), {given}) == _moved(gives)
        assert (None, 1, {*row[:2]}, {laid}) == _moved(exchanges)

    @pytest.mark.parametrize("last", [0, 1, 2])
    def test_who_laid_what_at_macs_row_is_told_by_the_order_in_which_it_was_seen(
        self, last: int
    ) -> None:
        """Two people had been there before the row was read: the card read last is the second one's."""
        new = cards("G09-3 Y04-1 R11-1")
        ours, theirs = [c for c in new if c is not new[last]], new[last]
        came = [(card, True) for card in (*ours, theirs)]
        went = [(card, False) for card in MAC[:3]]
        row = ZoneChange(
            at=0.0,
            zone="mac",
            cards=(*MAC[3:], *new),
            visits=3,
            arms=(MIDDLES["bottom"],),
            unseen=True,
            moved=(went[0], *came[:2], *went[1:], came[2]),
        )
        later = replace(row, at=1.0, arms=(MIDDLES["left"],), unseen=False)

        told = read([row, later])

        assert [{*ours}, {theirs}] == [{at.card for at in turn.laid} for turn in told]

    def test_what_one_laid_before_the_next_one_came_to_the_pile_is_his(self) -> None:
        """Two cards lie on it by then, one of each."""
        mine, yours = cards("G09-3 Y04-1")
        arms = [(MIDDLES[side],) for side in ("bottom", "left")]
        shown = (yours, mine, *LEFT[:1])
        evidence: list[Evidence] = [
            DrawPileReach(0.0, *arms[0]),
            DrawPileReach(1.0, *arms[0]),
            ZoneChange(2.0, "open-left", shown, 1, arms[0], unseen=True),
            DrawPileReach(3.0, *arms[1]),
            ZoneChange(4.0, "open-left", shown, 1, arms[1]),
        ]

        best = max(searched(START, CONTEXT, evidence), key=lambda hypothesis: hypothesis.score)

        assert (At("open-left", mine),) == best.closed[0].laid
        assert (At("open-left", yours),) == best.turn.laid

    def test_one_takes_and_lays_with_mac_where_the_next_one_rests_a_hand(self) -> None:
        """A single hand of the first one's was seen before the row was read, and one of the second's, who then draws."""
        laid, drawn = cards("G09-3 Y04-1")
        arms = [(MIDDLES[side],) for side in ("bottom", "left")]
        row = ZoneChange(1.0, "mac", (*MAC[2:], laid), 1, arms[0], unseen=True)
        evidence: list[Evidence] = [
            ZoneChange(0.0, "mac", MAC[1:], 1, arms[0]),
            row,
            replace(row, at=2.0, arms=arms[1], unseen=False),
            DrawPileReach(3.0, *arms[1]),
            ZoneChange(4.0, "open-left", (drawn, *LEFT[:1]), 1, arms[1]),
        ]

        seating = Seating.of(3)
        sides: tuple[Side, ...] = ("bottom", "left", "top")
        for seat, side in enumerate(sides * 4):
            seating = seating.reached(seat % 3, MIDDLES[side])
        told = searched(replace(START, seating=seating), CONTEXT, evidence)

        best = max(told, key=lambda hypothesis: hypothesis.score)
        first = best.closed[0] if best.closed else best.turn
        assert {*MAC[:2]} == {at.card for at in first.taken}

    @pytest.mark.parametrize("late", [True, False], ids=["late", "never"])
    def test_a_card_in_macs_row_may_be_read_late_or_never(self, late: bool) -> None:
        """Of the hand that laid it nothing is seen at first; the next one plays an action, or takes the card."""
        first, second = cards("G09-3 Y04-1")
        mine, yours = [(MIDDLES[side],) for side in ("bottom", "left")]
        row = MAC[1:]
        evidence: list[Evidence] = [
            ZoneChange(0.0, "mac", row, 1, mine),
            ZoneChange(1.0, "mac", (*row, first), 1, mine),
            ZoneChange(2.0, "mac", (*row, first), 1, mine),
        ]
        if late:
            evidence.append(ZoneChange(3.0, "actions", cards("K10-1"), 1, yours))
            evidence.append(ZoneChange(4.0, "mac", (*row, first, second)))
        else:
            after = (*row, first, *OTHER)
            evidence.append(ZoneChange(3.0, "mac", (*row, first), 1, yours))
            evidence.append(ZoneChange(4.0, "mac", after, 1, yours))
            evidence.append(ZoneChange(5.0, "mac", (*after, HAND[0]), 1, yours))

        start = replace(START, seating=seated("bottom", "left", "top"))
        turn, *_ = read(evidence, start=start)

        name = second if late else None
        assert ({first, name}, None) == ({at.card for at in turn.laid}, turn.wrong)

    @pytest.mark.parametrize("lifted", [False, True])
    def test_what_a_pile_was_seen_without_was_taken_back(self, lifted: bool) -> None:
        """Laid, and gone before another was laid: it is not below that one."""
        first, second = cards("G09-3 Y04-1")
        arm = (MIDDLES["bottom"],)
        evidence: list[Evidence] = [
            DrawPileReach(0.0, *arm),
            ZoneChange(1.0, "open-left", (first, *LEFT[:1]), 1, arm),
            ZoneChange(
                at=2.0,
                zone="open-left",
                cards=(second, *LEFT[:1]),
                visits=1,
                arms=arm,
                lifted=(first,) if lifted else (),
            ),
        ]

        best = max(searched(START, CONTEXT, evidence), key=lambda hypothesis: hypothesis.score)

        laid = (second,) if lifted else (first, second)
        assert laid == tuple(at.card for at in best.turn.laid)

    @pytest.mark.parametrize("last", [0, 1, 2])
    def test_what_still_lay_there_when_a_card_was_laid_is_the_next_ones(self, last: int) -> None:
        """Ann takes two of Mac's cards and lays one, Bob takes a third before the row is seen again: whoever lays has taken before."""
        own, (laid,) = [*MAC[:3]], cards("G09-3")
        his = own.pop(last)
        moved = *((card, False) for card in own), (laid, True), (his, False)
        arms = MIDDLES["bottom"], MIDDLES["bottom"], MIDDLES["left"]
        seen = ZoneChange(1.0, "mac", (*MAC[3:], laid), 3, arms, moved=moved)

        hypotheses = searched(START, CONTEXT, [seen])

        weight = {
            taken: sum(
                exp(each.score)
                for each in hypotheses
                if each.closed and {at.card for at in each.closed[0].taken} == taken
            )
            for taken in map(frozenset, combinations(MAC[:3], 2))
        }
        mine = weight.pop(frozenset(own))
        assert all(mine > 50 * other for other in weight.values())

    def test_what_lay_below_a_card_that_was_lifted_would_have_been_read(self) -> None:
        """A pile was seen without its top, and showed no other card: two were taken rather than two laid."""
        (laid,) = cards("G09-3")
        seen = ZoneChange(1.0, "open-left", (laid,), 1, lifted=LEFT[:1])

        hypotheses = searched(START, CONTEXT, [seen])

        taken, covered = (
            max(
                each.score
                for each in hypotheses
                if [a.card for a in each.turn.taken] == list(out)
                and [a.card for a in each.turn.laid] == came
            )
            for out, came in ((LEFT[:2], [laid]), (LEFT[:1], [None, laid]))
        )
        assert taken > covered

    def test_one_lays_on_a_pile_and_the_next_one_takes_it(self) -> None:
        """Two hands, and the pile is as before: that one laid a card there which the next one has is thought of."""
        (laid,) = cards("G09-3")
        evidence: list[Evidence] = [
            DrawPileReach(0.0, MIDDLES["bottom"]),
            ZoneChange(1.0, "open-right", (laid, *RIGHT[:1]), 1, (MIDDLES["bottom"],)),
            ZoneChange(2.0, "open-left", LEFT[:1], 2, (MIDDLES["left"],)),
        ]

        told = searched(START, CONTEXT, evidence)

        unread = At("open-left")
        assert any(
            hypothesis.closed
            and hypothesis.closed[0].laid == (At("open-right", laid), unread)
            and hypothesis.turn.taken == (unread,)
            for hypothesis in told
        )

    def test_a_card_on_one_laid_with_it_may_be_taken_before_it_is_read(self) -> None:
        """Ann draws one and lays two on a pile, Bob takes the upper one: only the lower one was ever read."""
        (lower,) = cards("G09-3")
        shown = (lower, *LEFT[:1])
        ann, bob = (MIDDLES["bottom"],), (MIDDLES["left"],)
        evidence: list[Evidence] = [
            DrawPileReach(0.0, *ann),
            ZoneChange(1.0, "open-left", shown, 2, ann, unseen=True),
            ZoneChange(2.0, "open-left", shown, 1, bob),
        ]

        told = searched(START, CONTEXT, evidence)

        unread = At("open-left")
        assert any(
            hypothesis.closed
            and hypothesis.closed[0].laid == (At("open-left", lower), unread)
            and hypothesis.turn.taken == (unread,)
            for hypothesis in told
        )

    def test_a_card_laid_with_mac_may_be_taken_before_it_is_read(self) -> None:
        """Ann takes one and lays two, in two reaches; Bob takes one of them and another, and lays one."""
        kept, his = cards("G09-3 Y04-1")
        row = ZoneChange(0.0, "mac", (*MAC[2:], kept, his), 2, (MIDDLES["bottom"],), unseen=True)
        later = replace(row, at=1.0, arms=(MIDDLES["left"],), unseen=False)

        told = searched(START, CONTEXT, [row, later])

        unread = At("mac")
        assert any(
            hypothesis.closed
            and {*hypothesis.closed[0].laid} == {At("mac", kept), unread}
            and len(hypothesis.closed[0].taken) == 1
            and unread in hypothesis.turn.taken
            and hypothesis.turn.laid == (At("mac", his),)
            for hypothesis in told
        )


class TestArms:
    def test_a_hand_that_only_rests_may_be_anybodys(self) -> None:
        """K09 is obeyed from the top, a hand from the right rests at the draw pile: K09 going on is as likely as a turn."""
        start = replace(START, seating=seated("top", "top", "right"))
        laid = cards("R08-1 R07-1 R06-1 R09-1")
        evidence: list[Evidence] = [
            ZoneChange(0.0, "actions", cards("K09-1"), 1, (MIDDLES["top"],)),
            ZoneChange(1.0, "open-left", laid[:1], 1, (MIDDLES["top"],)),
            ZoneChange(2.0, "open-right", laid[1:2], 1, (MIDDLES["top"],)),
            ZoneChange(3.0, "open-left", laid[2:3], 1, (MIDDLES["top"],)),
            DrawPileReach(4.0, MIDDLES["right"]),
            ZoneChange(5.0, "open-left", laid[3:], 1, (MIDDLES["top"],)),
        ]

        told = searched(start, CONTEXT, evidence)

        goes_on = (hypothesis for hypothesis in told if len(hypothesis.turn.laid) == len(laid))
        assert told[0].score - next(goes_on).score < NEAR

    def test_who_picks_up_what_he_has_just_laid_thinks_again_and_has_no_other_turn(self) -> None:
        """Once more the same arm takes it, lays it, and lays another one; then it is the next one's."""
        first, second = HAND[:2]
        bottom, left = (MIDDLES["bottom"],), (MIDDLES["left"],)
        there, laid = LEFT[:1], (first, *LEFT[:1])
        evidence: list[Evidence] = [
            DrawPileReach(0.0, bottom[0], 0.5),
            ZoneChange(1.0, "open-left", laid, 1, bottom),
            ZoneChange(2.0, "open-left", there, 1, bottom),
            ZoneChange(3.0, "open-left", laid, 1, bottom),
            ZoneChange(4.0, "open-right", (second, *RIGHT[:1]), 1, bottom),
            ZoneChange(9.0, "mac", MAC[1:], 1, left),
        ]
        start = replace(START, seating=seated("bottom", "left", "top"))

        found = searched(start, CONTEXT, evidence)

        (one,) = found[0].closed
        sure = share(found, lambda other: any(map(one.same, other.closed[:1])))
        assert (0, [first, second]) == (one.player, [at.card for at in one.laid])
        assert sure > SURE

    def test_each_turn_that_is_left_out_is_as_unlikely(self) -> None:
        start = replace(START, seating=seated("bottom", "left", "top"))

        def cost(arm: Side) -> float:
            reach = ZoneChange(0.0, "mac", MAC[1:], 1, (MIDDLES[arm],))
            _, other = begins(start, CONTEXT, reach)
            return other.score

        assert 2 * cost("left") == cost("top") < 0


def heard(trail: Iterable[Evidence], more: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The evidence in the order in which it counts, with what was seen next."""
    belief = Belief(spread, (START,))
    for each in trail:
        belief = belief.then((each, CONTEXT))
    after = followed(belief, [(each, CONTEXT) for each in more])
    return tuple(each for each, _ in after.since(0) if isinstance(each, Evidence))


class TestHeardLate:
    def test_a_zone_that_settles_late_was_changed_when_the_hand_was_there(self) -> None:
        """Mac's row was bumped: what was laid there is told after the next player's first card, and came before it."""
        pile = ZoneChange(3.0, "open-right", RIGHT[1:2], 1, (MIDDLES["top"],))
        mac = ZoneChange(1.0, "mac", MAC[1:], 1, (MIDDLES["bottom"],))

        assert (mac, pile) == heard((pile,), (mac,))

    def test_what_lies_in_another_order_without_a_hand_was_only_read_otherwise(self) -> None:
        """One of two cards sticks out below the other: which one is above is read from little."""
        before, now = ("Y01-1", "Y02-1"), ("Y02-1", "Y01-1")
        looks = [ShownTable({"open-left": cards}) for cards in (before, now)]

        assert () == evidence_in(looks[0], Settled(1, 1.0, looks[1]))

    def test_a_card_that_came_elsewhere_takes_no_hand_from_a_pile(self) -> None:
        """Who brings a card to where it has no place does nothing else there; an action card has one on the discard."""
        zones = {"open-left": ("G01-1",), "actions": ("A01-1",)}
        steps = tuple(Step("+", zone, card) for zone, (card,) in zones.items())
        visits = (Visit("open-left", 0.5, 1.0), Visit("open-left", 1.5, 2.0))

        found = evidence_in(ShownTable(), Settled(25, 2.5, ShownTable(zones), steps, visits))

        assert ("open-left", 2) in [
            (each.zone, each.visits) for each in found if isinstance(each, ZoneChange)
        ]


class TestRivals:
    LAID = At("open-left", HAND[0])
    OPEN = TurnCandidate(0, taken=(At("draw"),), laid=(At("open-left"),))

    @pytest.mark.parametrize(
        ("other", "names"),
        [
            (replace(OPEN, laid=(LAID,)), True),
            (replace(OPEN, laid=(LAID, LAID)), False),
            (replace(OPEN, laid=(At("open-right", HAND[0]),)), False),
            (replace(OPEN, thrown=cards("A01-1")), False),
            (replace(OPEN, unused=((1, cards("A01-1")[0], 0),)), False),
        ],
        ids=["named", "more laid", "laid elsewhere", "thrown away", "unused"],
    )
    def test_a_candidate_that_only_knows_a_name_more_is_no_rival(
        self, other: TurnCandidate, names: bool
    ) -> None:
        """One that says of an action card what became of it is."""
        assert names is other.names(self.OPEN) is self.OPEN.names(other)

    def test_the_same_in_another_order_is_no_rival_once_a_name_is_left_open(self) -> None:
        """Two near hypotheses leave a card unnamed, in either order: what is told then is told by both."""
        right = At("open-right", HAND[1])
        laid = (self.LAID, right), (right, At("open-left")), (At("open-left"), right)
        hypotheses = [
            replace(START, closed=(replace(self.OPEN, laid=cards),), turn=PartialTurn(1))
            for cards in laid
        ]
        told = found(
            [replace(hypothesis, score=-by) for by, hypothesis in enumerate(hypotheses)],
            CONTEXT,
            0,
            over=True,
        )

        assert told is not None
        assert (laid[2], ()) == (told.candidate.laid, told.rivals)


class TestCommitting:
    DONE = TurnCandidate(0, taken=(At("draw"),), laid=(At("open-left", HAND[0]),))

    def best(self, candidate: TurnCandidate, covered: Iterable[str] = ()) -> BestCandidate:
        """What is found where there is one hypothesis alone."""
        alone = replace(START, closed=(candidate,), turn=PartialTurn(1))
        told = found([alone], CONTEXT, 0, frozenset(covered))
        assert told is not None
        return told

    def test_nothing_is_surer_than_that_it_was_considered(self) -> None:
        """What people did may be nothing that any hypothesis has: one without a rival is sure, and not certain."""
        assert SURE < self.best(self.DONE).posterior < 0.999

    @pytest.mark.parametrize(
        ("wrong", "covered", "waits"),
        [
            ("one-for-one", ("open-left",), True),
            ("one-for-one", ("draw",), True),
            ("one-for-one", ("mac",), False),
            ("one-for-one", (), False),
            (None, ("open-left",), False),
        ],
        ids=["laid there", "taken there", "elsewhere", "in the open", "a legal one"],
    )
    def test_a_wrong_turn_is_not_told_under_a_hand(
        self, wrong: Trouble | None, covered: tuple[str, ...], waits: bool
    ) -> None:
        """Whoever has a hand where he took or laid may not have finished: it waits until that is seen."""
        assert waits == self.best(replace(self.DONE, wrong=wrong), covered).waits


class TestChoices:
    @pytest.mark.parametrize(
        ("others", "named"),
        [((1,), (True, True)), ((0,), (False,)), ((1, 0), (True, True))],
        ids=["two players", "twice the same", "both"],
    )
    def test_what_only_the_player_tells_apart_names_him(
        self, others: tuple[int, ...], named: tuple[bool, ...]
    ) -> None:
        """Nobody chooses between two lines that say the same."""
        first = TurnCandidate(0, taken=(At("draw"),), laid=(At("open-left", HAND[0]),))
        offered = (first, *(replace(first, player=p, drew=9) for p in others))

        told = [text.key == "choice.by" for _, text in told_apart("AB", offered)]

        assert list(named) == told

    def test_a_card_that_was_obeyed_and_one_that_went_unused_are_two_choices(self) -> None:
        """What was drawn for being short, and thrown away, is told as unused: nobody could choose it else."""
        swap, late = cards("A05-1 A03-1")
        drawn = (At("draw"),) * 2
        obeyed = TurnCandidate(0, taken=drawn, played=(swap, late), refilled=(0,))
        unused = replace(obeyed, played=(swap,), unused=((0, late, 1),))

        told = [candidate for candidate, _ in told_apart("AB", (obeyed, unused))]

        assert [obeyed, unused] == told


class TestWaiting:
    @pytest.mark.parametrize("zone", ["mac", "left", "right"])
    def test_a_top_that_may_be_read_yet_is_waited_for(self, zone: str) -> None:
        """By a story not far behind an unread card lies there: a look later it may be read."""
        best = replace(START, turn=PartialTurn(0, drew=1, laid=(At("mac", HAND[0]),)))
        there: dict[str, Any] = {zone: (None, *getattr(best, zone))}
        unread = replace(best, **there)
        near, far = (replace(unread, score=-by) for by in (NEAR - 0.1, NEAR + 0.1))

        assert may_still_tell((best, near), SURE, CONTEXT)
        assert not may_still_tell((best, far), SURE, CONTEXT)

    @pytest.mark.parametrize(
        ("turn", "waits"),
        [
            (PartialTurn(1), False),
            (PartialTurn(1, drew=1), True),
            (PartialTurn(1, visits=1), True),
            (PartialTurn(1, drew=1, taken=(At("mac", MAC[0]),)), False),
            (PartialTurn(1, drew=1, laid=(At("mac", HAND[0]),)), False),
            (PartialTurn(1, drew=1, thrown=cards("A03-1")), False),
        ],
        ids=["nothing", "a draw", "a visit", "taken", "laid", "thrown away"],
    )
    def test_a_turn_waits_while_the_next_one_may_be_a_hand_that_rests(
        self, turn: PartialTurn, waits: bool
    ) -> None:
        """Hands that moved nothing open may be of nobody's turn."""
        done = TurnCandidate(0, taken=(At("draw"),), laid=(At("mac", HAND[1]),))
        best = replace(START, closed=(done,), turn=turn)

        assert waits == may_still_tell((best,), SURE, CONTEXT)


class TestNames:
    @pytest.mark.parametrize(("behind", "named"), [(1.0, False), (NEAR + 1, True)])
    def test_a_card_is_named_once_no_near_story_leaves_it_open(
        self, behind: float, named: bool
    ) -> None:
        """Bob may have laid the card that shows below Ann's, or taken hers and found his there: then hers has no name."""
        under, over = At("open-left", HAND[0]), At("open-left", HAND[1])
        hers = TurnCandidate(0, taken=(At("draw"),), laid=(under, over))
        nameless = replace(hers, laid=(At("open-left"), over))
        best = replace(START, closed=(hers,), turn=PartialTurn(1))
        other = replace(START, closed=(nameless,), turn=PartialTurn(1), score=-behind)

        (told,) = wanted((best, other), CONTEXT, 0)

        assert (hers if named else nameless) == told


class TestRulings:
    def test_what_may_lie_hidden_outlives_a_ruling(self) -> None:
        """A claim settles whose turn it is and what lies open, not what may lie unread below a top."""
        under = (LEFT[0], None, *LEFT[1:])
        hidden = replace(START, left=under, score=-1.0)
        other = replace(START, left=(HAND[0], *LEFT), score=-2.0)
        start = replace(START, turn=PartialTurn(2))
        belief = Belief(spread, (START, hidden, other))

        ruled = belief.then((SettledTurns(start), CONTEXT)).hypotheses

        assert [(LEFT, 0.0), (under, -1.0)] == [(p.left, p.score) for p in ruled]
        assert {(2, ())} == {(hypothesis.turn.player, hypothesis.closed) for hypothesis in ruled}

    def test_a_hand_that_is_shown_lies_in_no_pile(self) -> None:
        """Somebody shows a card that lies in a pile by the likelier hypothesis: he took it by the other one."""
        taken = replace(START, left=LEFT[1:], score=-2.0)
        shown = HandShown((LEFT[0], HAND[0]), 0)

        belief = Belief(spread, (START, taken)).then((shown, CONTEXT))

        assert [LEFT[1:], LEFT] == [hypothesis.left for hypothesis in belief.hypotheses]
        assert [-2.0, MISTAKEN] == [hypothesis.score for hypothesis in belief.hypotheses]

    def test_a_hand_that_is_shown_is_nobody_elses(self) -> None:
        """Whose it is may be taken wrongly for all of its cards at once."""
        his = replace(START, held={HAND[0]: 1, HAND[1]: 1}, turn=PartialTurn(1))
        mine = replace(START, held={HAND[0]: 0}, turn=PartialTurn(2), score=-2.0)
        shown = HandShown(HAND[:2], 0)

        belief = Belief(spread, (his, mine)).then((shown, CONTEXT))

        assert [-2.0, MISTAKEN] == [hypothesis.score for hypothesis in belief.hypotheses]

    @pytest.mark.parametrize("more", [1, belief_of_evidence.LAG + 2])
    def test_what_people_say_of_a_turn_counts_however_long_it_is_ago(self, more: int) -> None:
        """Where none has it so, the turn is what they said; from that turn on as far back as is remembered, else from now on."""
        taken, laid = At("mac", MAC[0]), tuple(At("mac", card) for card in HAND)
        said = TurnCandidate(0, (taken,), laid)
        instead = replace(START, turn=PartialTurn(1), closed=(said,))
        told = HandShown((HAND[0],), 0)
        belief = Belief(spread, (START,))
        for _ in range(more):
            belief = belief.then((told, CONTEXT))

        after = turn_belief.pinned(belief, Pin(0, said, instead=instead), CONTEXT)

        assert {(said,)} == {hypothesis.closed for hypothesis in after.hypotheses}
        assert after.number == belief.number + 1

    def test_another_order_of_play_outlives_it_too(self) -> None:
        """By a hypothesis in which somebody's turn was never told, the one after him is next, as before."""
        behind = replace(START, turn=PartialTurn(1), score=-1.0)
        start = replace(START, turn=PartialTurn(2))
        belief = Belief(spread, (START, behind)).then((SettledTurns(start), CONTEXT))

        assert [2, 1] == [hypothesis.turn.player for hypothesis in belief.hypotheses]

    def test_who_took_a_card_by_a_hypothesis_may_lay_it_by_it(self) -> None:
        """Others were told to have it: that is no word against whoever took it."""
        taken = replace(START, held={HAND[0]: 0})
        known = replace(CONTEXT, known=(frozenset(), frozenset(HAND), frozenset()))
        shown = ZoneChange(0.0, "open-left", (HAND[0], *LEFT[:1]), 1)

        with_it, without = (
            max(hypothesis.score for hypothesis in spread((hypothesis,), (shown, known), 0))
            for hypothesis in (taken, START)
        )

        assert with_it > without

    def test_what_is_taken_is_in_the_hand_of_who_took_it_by_each_hypothesis(self) -> None:
        """Until it is laid, or hands are mixed."""
        took = TurnCandidate(1, taken=(At("mac", MAC[0]), At("mac", MAC[1])))
        lays = TurnCandidate(1, laid=(At("mac", MAC[0]),))
        mixes = TurnCandidate(2, played=cards("A05-1"))

        both = hands({}, took)

        assert {MAC[0]: 1, MAC[1]: 1} == both
        assert {MAC[1]: 1} == hands(both, lays)
        assert {} == hands(both, mixes)

    def test_what_is_shown_is_by_each_hypothesis_his_who_acted_last_by_it(self) -> None:
        """A claim is somebody's who was called by his neighbour's name: so are the cards that he showed."""
        mine, his, before = TurnCandidate(0), TurnCandidate(2), TurnCandidate(1)
        told = replace(START, closed=(before, mine), turn=PartialTurn(1))
        other = replace(START, closed=(his,), turn=PartialTurn(0), score=-1.0)
        others = frozenset(MAC[:1])
        shown = replace(CONTEXT, known=(frozenset(HAND), others, frozenset()))
        belief = Belief(spread, (told, other))

        ruled = belief.then((SettledTurns(START), shown)).hypotheses

        assert [dict.fromkeys(HAND, 0), dict.fromkeys(HAND, 2)] == [p.held for p in ruled]


class TestActionCardsTogether:
    """Action cards of two players that are seen only once both lie there."""

    ARMS = (180.0, 270.0, 90.0)
    DREW = DrawPileReach(0.0, 180.0, 0.2)

    def read(self, *shown: ZoneChange) -> Hypothesis:
        """The likeliest hypothesis once the first player, seen to reach in often, has drawn."""
        seating = Seating.of(3)
        for seat, arm in enumerate(self.ARMS * 4):
            seating = seating.reached(seat % 3, arm)
        belief = Belief(spread, (replace(START, seating=seating),))
        told: list[Evidence] = [self.DREW, *shown]
        for seen in told:
            belief = belief.then((seen, CONTEXT))
        return belief.hypotheses[0]

    def test_two_arms_are_two_turns(self) -> None:
        """One hand brought each."""
        first, second = cards("A02-1 K06-1")

        best = self.read(ZoneChange(1.0, "actions", (second, first), 2, self.ARMS[:2]))

        assert [(0, (first,))] == [(turn.player, turn.played) for turn in best.closed]
        assert (1, (second,)) == (best.turn.player, best.turn.played)

    def test_each_is_brought_by_the_hand_before_it_was_seen(self) -> None:
        """Both were seen before their zone settled: they are told one by one."""
        first, second = "A02-1", "K06-1"
        visits = [
            Visit("actions", 1.0, 1.1, bearing=self.ARMS[0]),
            Visit("actions", 1.5, 1.8, bearing=self.ARMS[1]),
        ]
        glimpsed = [Glimpse(12, 1.2, "actions", first), Glimpse(17, 1.7, "actions", second)]
        table = ShownTable({"actions": (second, first)})

        seen = Settled(25, 2.5, table, visits=tuple(visits))
        shown = evidence_in(ShownTable(), seen, glimpsed)

        assert [
            ZoneChange(1.1, "actions", tuple(cards(first)), 1, self.ARMS[:1]),
            ZoneChange(1.8, "actions", tuple(cards(f"{second} {first}")), 1, self.ARMS[1:2]),
        ] == list(shown)

    def test_a_number_card_that_was_carried_over_the_discard_was_not_played(self) -> None:
        """It was read there, as an action card would be that is glimpsed."""
        first, number = "A03-1", "G11-2"
        visits = (
            Visit("actions", 1.0, 1.1, bearing=self.ARMS[0]),
            Visit("actions", 1.5, 1.8, bearing=self.ARMS[1]),
        )
        glimpsed = [Glimpse(12, 1.2, "actions", number)]

        seen = Settled(25, 2.5, ShownTable({"actions": (first,)}), visits=visits)
        shown = evidence_in(ShownTable(), seen, glimpsed)

        assert [ZoneChange(1.8, "actions", cards(first), 2, self.ARMS[:2])] == list(shown)

    @pytest.mark.parametrize(("hands", "played"), [(1, 1), (2, 2)])
    def test_a_hand_brings_one(self, hands: int, played: int) -> None:
        """What lies below it and was not seen before need not have come with it."""
        two = cards("A01-1 A02-1")

        best = self.read(ZoneChange(1.0, "actions", two, hands, self.ARMS[:hands]))

        came = [*best.turn.played, *(card for turn in best.closed for card in turn.played)]
        assert played == len(came), best

    def test_who_obeys_it_brought_the_only_one_that_is_read(self) -> None:
        """It hides the one before it, whose player drew: nothing else was seen of his turn."""
        (card,) = cards("K04-1")
        zones = (("open-left", (HAND[0], *LEFT[:1])), ("open-right", (HAND[1], *RIGHT[:1])))
        lays = [ZoneChange(2.0, *lies, 1, self.ARMS[1:2]) for lies in zones]

        best = self.read(ZoneChange(1.0, "actions", (card,), 2, self.ARMS[:2]), *lays)

        assert (1, (card,)) == (best.turn.player, best.turn.played)
