"""What is told of action cards that whole games turned up: who obeys them, who loses cards to them, who draws."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from companion.app.looking.watcher import Watcher
from companion.games.dumm_gelaufen import GAME
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import DRAW, At, Card
from companion.games.dumm_gelaufen.knowledge.learning import charted
from companion.games.dumm_gelaufen.rules.fold import evolve
from companion.games.dumm_gelaufen.table import fold
from companion.games.dumm_gelaufen.table.questions import ask_follow_ups
from companion.games.dumm_gelaufen.table.state import Recorder, TableState
from companion.games.dumm_gelaufen.table.turns import tell_assumed, tell_corrected
from companion.games.dumm_gelaufen.tracker.replay import enacted, to_move
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.session.session import Session
from tests.games.dumm_gelaufen.script import DEALT, Script, dealt
from tests.games.dumm_gelaufen.staged import table


def played(text: str, script: Script | None = None) -> Script:
    """A script in which the cards are dealt, or another one, and then this."""
    script = script or dealt()
    script.play_all(text)
    return script


def answer(script: Script, topic: str, choice: str) -> None:
    """Answer the one question of a topic."""
    (asked,) = (q for q in script.session.state.questions if q.topic == topic)
    script.session.answer(asked.id, choice)


def counted(script: Script, *hands: int) -> None:
    """Say how many cards everybody has."""
    for player, size in enumerate(hands):
        fact = {"event": "hand-counted", "player": player}
        script.session.correct(fact | {"fewest": size, "most": size})


def arms_known(script: Script) -> None:
    """Six turns each, after which it is known from where everybody reaches."""
    dealt = ("Y01-1", "Y02-1")
    codes = [f"{colour}{n:02}-1" for n in range(1, 12) for colour in "GY"]
    codes = [code for code in codes if code not in dealt]
    for number in range(18):
        side = ("bottom", "left", "right")[number % 3]
        played(f"arm {side}\ndraw\ndraw\nlay left {codes[number]}", script)


def sizes(told: Session[TableState]) -> list[list[int]]:
    """The fewest and most cards of every hand."""
    return [player["cards"] for player in told.view()["players"]]


class TestBeforeItsZoneSettles:
    @pytest.mark.slow
    @pytest.mark.parametrize(("side", "player"), [("bottom", 0), ("left", 1)])
    def test_whose_arm_brought_an_action_card_has_played_it(self, side: str, player: int) -> None:
        """It is Ann's turn by what is told: where the arm is Bob's, hers has not settled yet."""
        script = dealt()
        arms_known(script)

        played(f"arm {side}\nglimpse A01-1", script)

        news = script.session.view()["announcements"][-1]
        assert ("at-once", player) == (news["kind"], news["player"])


class TestDrawnForAnother:
    PLAYED = "arm bottom\nlay actions K05-1"
    DRAWN = "arm left\ndraw\nlay actions A05-1"

    def test_who_drew_a_swap_for_another_is_asked_with_whom(self) -> None:
        """K05 goes to Bob, whose A05 swaps his hand with Cem's: both are asked, one after the other."""
        script = played(f"{self.PLAYED}\n{self.DRAWN}")
        answer(script, "whom", "1")
        (question,) = script.session.view()["questions"]
        assert ("swapped", 1) == (question["topic"], question["player"])
        assert {"0", "2"} == {choice["id"] for choice in question["choices"]}

        answer(script, "swapped", "2")

        assert [] == script.session.view()["questions"]
        assert [[7, 7], [10, 10], [9, 9]] == sizes(script.session)

    def test_until_then_a_hand_may_be_anybodys(self) -> None:
        """What was drawn for K05 was shown, so that nobody has it; who has whose cards nobody has said."""
        script = played(f"{self.PLAYED}\n{self.DRAWN}")

        assert [[7, 10]] * 3 == sizes(script.session)

    def test_an_answer_stays_when_more_is_seen(self) -> None:
        """Whom K05 was for is not asked again when what he drew is shown."""
        script = played(self.PLAYED)
        answer(script, "whom", "1")

        played(self.DRAWN, script)

        assert ["swapped"] == [q.topic for q in script.session.state.questions]


def test_a_card_played_again_after_an_unseen_shuffle_is_still_a_turn() -> None:
    """K01 should lie on the discard: the rules refuse it, but Bob has played it, and Cem is next."""
    script = played("arm bottom\nlay actions K01-1\narm left\nlay actions K02-1")
    played("arm right\ntake mac R01-1\ntake mac R02-1\nlay mac G10-1", script)
    played("arm bottom\ntake mac R03-1\ntake mac R04-1\nlay mac G10-2", script)

    played("arm left\nlay actions K01-1", script)
    played("arm right\ntake mac R05-1\nlay mac G09-1\nlay mac G09-2", script)

    last = script.session.view()["moves"][-1]
    assert (2, ["R05-1"]) == (last["player"], last["taken"])


class TestRunShort:
    """Whoever has no number card left after an action card draws until he has one (rules, A6)."""

    @pytest.mark.slow
    def test_kept_actions_may_be_all_that_is_left(self) -> None:
        """Ann, who has three cards after K03, draws: by her arm, not as Bob's turn, who takes two of Mac's."""
        script = played("")
        arms_known(script)
        counted(script, 6, 12, 9)
        played("arm bottom\nlay actions K03-1", script)
        answer(script, "whom", "1")

        played("arm bottom\ndraw", script)
        played("arm left\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1", script)

        assert [[4, 4], [15, 15], [9, 9]] == sizes(script.session)

    @pytest.mark.slow
    def test_who_had_no_card_lost_none(self) -> None:
        """Bob's hand is empty when K10 is played: it is his own turn for which he draws."""
        script = played("")
        arms_known(script)
        counted(script, 9, 0, 12)

        played("arm bottom\nlay actions K10-1\narm left\ndraw\ndraw", script)
        played("lay actions K07-1\nlay actions A02-1\ndraw\ndraw", script)
        played("lay left R11-1\narm right\ntake mac R01-1", script)

        assert [1, 1] == sizes(script.session)[1]

    @pytest.mark.slow
    def test_what_nobody_obeys_goes_to_whoever_drew_it(self) -> None:
        """Bob and Cem are short after A01, one after the other; an at-once card that Bob draws is not Cem's."""
        script = played("")
        arms_known(script)
        counted(script, 9, 1, 1)
        played("arm bottom\ndraw\nlay actions A01-1", script)

        played("arm left\ndraw\nlay actions A02-1\ndraw", script)
        played("arm right\ndraw", script)
        played("arm left\ntake mac R01-1\nlay mac R08-1", script)

        assert [[11, 12], [1, 1], [1, 1]] == sizes(script.session)


class TestWhatNobodySaw:
    def test_a_shuffle_is_seen_or_was_none(self) -> None:
        """More is drawn than the draw pile should hold: hands were told too full; what lies on the piles stays there."""
        script = played("")
        told = script.session
        fewest = told.view()["draw"][0]
        most = told.view()["players"][2]["cards"][1] + fewest - 1
        told.correct({"event": "hand-counted", "player": 2, "fewest": most, "most": most})
        assert [1, 1] == told.view()["draw"]

        played("arm bottom\ndraw\ndraw\nlay left G03-1", script)
        played("arm left\ntake mac R03-1", script)

        assert ["G03-1", "Y01-1"] == [card and card.code for card in told.state.state.left]
        assert [most - 1, most] == told.view()["players"][2]["cards"]


class TestWhoDrew:
    def test_where_it_may_be_one_or_another_they_are_asked(self) -> None:
        """Bob and Cem have a card each after A01; whose hand came to the draw pile nobody saw."""
        script = played("")
        counted(script, 9, 2, 2)
        played("draw\nlay actions A01-1", script)
        played("draw\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1", script)
        played("take mac R03-1\ntake mac R04-1\nlay mac R09-1", script)
        (asked,) = (q for q in script.session.state.questions if q.topic == "short")
        refilled = {c.id: c.answer and c.answer.refilled for c in asked.choices}
        assert {(), (1,), (2,)} == set(refilled.values())

        answer(script, "short", next(id for id, r in refilled.items() if r == (2,)))

        assert [[11, 12], [2, 2], [3, 3]] == sizes(script.session)

    @pytest.mark.slow
    def test_an_at_once_card_is_shown_by_its_drawer(self) -> None:
        """Ann drew two; what Bob draws in between for being short is obeyed by nobody."""
        script = played("")
        arms_known(script)
        counted(script, 9, 1, 9)
        played("arm bottom\ndraw\ndraw\nlay actions A01-1", script)

        played("arm left\ndraw\nlay actions A04-1\ndraw", script)
        played("arm bottom\nlay actions A02-1", script)
        played("arm left\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1", script)

        discard = [card and card.code for card in script.session.state.state.actions]
        assert ["A02-1", "A04-1", "A01-1"] == discard
        assert [[11, 11], [2, 2], [8, 8]] == sizes(script.session)


class TestOneHandOrAnother:
    @pytest.mark.slow
    @pytest.mark.parametrize("drew", ["1", "2"])
    def test_two_drawn_at_one_hand_seen_were_not_one_and_one(self, drew: str) -> None:
        """Bob has no card left after A01 and draws twice, then shows A02: both were for his turn, or one for having run short; he says it once."""
        script = played("")
        arms_known(script)
        counted(script, 9, 1, 9)
        played("arm bottom\ndraw\nlay actions A01-1", script)
        played("arm left\ndraw\ndraw\nlay actions A02-1", script)
        played("arm right\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1", script)

        answer(script, "drawn", drew)

        assert "drawn" not in [q.topic for q in script.session.state.questions]
        assert [[11, 12], [1, 1], [9, 9]] == sizes(script.session)

    @pytest.mark.slow
    def test_whose_card_another_draws_for_is_told_by_the_arm(self) -> None:
        """Ann, who has two cards, throws away A05 and K05 (A5): it is no turn of Bob's that K05 lies there."""
        script = played("")
        arms_known(script)
        counted(script, 2, 12, 9)

        played("arm bottom\ndraw\ndraw\nlay actions A05-1", script)
        played("lay actions K05-1\ndraw\ndraw\nlay left R08-1", script)
        played("arm left\ntake mac R01-1\ntake mac R02-1\nlay mac R09-1", script)

        thrown = [card.code for card in script.session.state.turns[-2].candidate.thrown]
        assert ["A05-1", "K05-1"] == thrown
        assert [[3, 3], [13, 13], [9, 9]] == sizes(script.session)


class TestEverybodyLays:
    """K11: everybody lays a card who has a number card, and the arms tell who did."""

    def laid(self, *hands: int, sides: str) -> Script:
        """K11 played by Ann, and a card laid from each of these sides."""
        script = played("")
        arms_known(script)
        counted(script, *hands)
        played("arm bottom\nlay actions K11-1", script)
        for number, side in enumerate(sides.split(), 1):
            played(f"arm {side}\nlay right R{number + 7:02}-1", script)
        return played("arm left\ntake mac R01-1\ntake mac R02-1", script)

    def test_everybody_has_one_less(self) -> None:
        """The player of K11 has played it, too."""
        script = self.laid(9, 9, 9, sides="bottom left right")

        assert [[7, 7], [8, 8], [8, 8]] == sizes(script.session)

    @pytest.mark.slow
    def test_who_is_passed_over_keeps_his_cards(self) -> None:
        """Bob has no number card: no arm of his brings one."""
        script = self.laid(9, 2, 9, sides="bottom right")

        assert [[7, 7], [2, 2], [8, 8]] == sizes(script.session)

    @pytest.mark.slow
    def test_who_lays_late_has_laid(self) -> None:
        """The order of play is a ruling; people lay as they please."""
        script = self.laid(9, 9, 9, sides="bottom right left")

        assert [[7, 7], [8, 8], [8, 8]] == sizes(script.session)
        right = [card and card.code for card in script.session.state.state.right]
        assert ["R10-1", "R09-1", "R08-1", "Y02-1"] == right


class TestReplayed:
    """A turn as it was read, as the rules' own events."""

    START = table(9, 9, 9, mac="R1 R2 R3 R4", left="Y7 Y8", right="G1 G2")

    def test_who_lays_nothing_is_passed_over_when_it_is_his_turn_to(self) -> None:
        """K11: it is known of Bob, and of nobody else, that he has no number card."""
        (played, *laid) = map(Card.parse, ("K11-1", "R08-1", "R09-1"))
        places = tuple(At("open-left", card) for card in laid)
        turn = TurnCandidate(0, played=(played,), laid=places, layers=(0, 2))

        assert [
            m.ActionPlayed(0, played),
            m.CardLaid(0, "open-left", laid[0]),
            m.CardDenied(1, ""),
            m.CardLaid(2, "open-left", laid[1]),
            m.ActionObeyed(0, played),
            m.TurnPassed(1),
        ] == [*enacted(self.START, turn)]

    def test_an_open_card_taken_with_an_action_card_is_taken_all_the_same(self) -> None:
        """The rules allow the draw only: what was seen to go is in the hand."""
        played, top = Card.parse("A02-1"), At("open-left", Card.parse("Y07-1"))
        turn = TurnCandidate(0, taken=(top, At(DRAW)), played=(played,))

        told = enacted(self.START, turn)

        assert [m.CardsTaken(0, (At(DRAW),)), m.CardsTaken(0, (top,))] == [
            event for event in told if isinstance(event, m.CardsTaken)
        ]
        assert m.AtOnceCardShown(0, played) == told[2]

    def test_every_card_laid_with_an_action_card_was_laid(self) -> None:
        """K04 lets him lay two: a third lies there all the same, unread as they are, or an action on the discard."""
        unread = (At("open-left"),) * 3
        thrown = At("actions", Card.parse("K01-1"))

        for laid in (unread, (*unread[:2], thrown)):
            turn = TurnCandidate(0, played=(Card.parse("K04-1"),), laid=laid)
            told = enacted(self.START, turn)
            events = [event for event in told if isinstance(event, m.CardLaid)]

            assert [*laid] == [At(event.place, event.card) for event in events]

    @pytest.mark.slow
    def test_another_card_may_have_come_with_an_at_once_card(self) -> None:
        """One hand was seen: the count is a range, and what is known of hands stays known."""
        script = played("")
        arms_known(script)
        counted(script, 9, 9, 9)

        played("arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1", script)
        played("arm left\ndraw\nlay actions A02-1", script)
        played("arm right\ntake mac R03-1\ntake mac R04-1\nlay mac R09-1", script)
        played("arm bottom\ntake mac R05-1", script)

        assert [] == [q.topic for q in script.session.state.questions]
        assert [[10, 10], [9, 10], [10, 10]] == sizes(script.session)
        chart = charted(script.session.state.state.history)
        assert {0} == chart.cards[Card.parse("R01-1")]


class TestShuffledMeanwhile:
    """The draw pile runs dry within a turn: what lay there goes, what comes after lies on a new discard (A7)."""

    def nearly_dry(self) -> Script:
        """One card is left to draw; cards lie on the left pile, one on the right."""
        script = played("")
        arms_known(script)
        counted(script, 9, 9, 9)
        rest = script.session.view()["draw"][0] - 1
        counted(script, 9, 9 + rest, 9)
        return script

    @pytest.mark.slow
    def test_what_is_taken_afterwards_was_left_by_the_shuffle(self) -> None:
        """K12: the second of the three cards is the top of a pile that was shuffled away but for it."""
        script = self.nearly_dry()

        played("arm bottom\nlay actions K12-1\ndraw\nclear actions", script)
        played("reach left\ndraw\ntake right Y02-1\ndraw", script)
        played("arm left\ntake mac R01-1\ntake mac R02-1", script)

        state = script.session.state.state
        assert (1, 0, ()) == (len(state.left), len(state.right), state.actions)
        assert [11, 11] == sizes(script.session)[0]

    @pytest.mark.slow
    def test_what_was_thrown_away_before_goes_with_it(self) -> None:
        """A5: the kept action for which another card was drawn lay on the discard that was shuffled."""
        script = self.nearly_dry()
        counted(script, 1, 17 + sizes(script.session)[1][0] - 9, 9)

        played("arm bottom\ndraw\nlay actions K03-1\nclear actions", script)
        played("reach left\ndraw\ndraw\nlay left R08-1\nlay left R09-1", script)
        played("arm left\ntake mac R01-1\ntake mac R02-1", script)

        assert () == script.session.state.state.actions
        assert frozenset() == script.session.state.announced


class TestUnsaid:
    def test_a_hand_that_may_have_been_swapped_is_not_known(self) -> None:
        """K02: until somebody says with whom, not even the cards that were taken openly are known to be there."""
        script = played("arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1")
        counted(script, 3, 9, 10)

        played("arm left\nlay actions K02-1", script)

        assert [[3, 8], [3, 10], [8, 10]] == sizes(script.session)


class TestAmongTwo:
    def test_nobody_is_asked_with_whom_a_hand_was_swapped(self) -> None:
        """K02: it is the other one, and so are the cards that he took openly before."""
        script = Script(watcher=Watcher(GAME, ("Ann", "Bob"), "classic"))
        script.play_all(DEALT)
        played("arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1", script)
        counted(script, 3, 9)

        played("arm left\nlay actions K02-1", script)

        assert () == script.session.state.questions
        assert [[8, 8], [3, 3]] == sizes(script.session)
        hands = script.session.state.state.hands
        assert {Card.parse("R01-1"), Card.parse("R02-1")} <= set(hands[1].known)

    def test_a_swap_drawn_for_another_is_with_who_played_it(self) -> None:
        """K05 goes to the other, and his A05 swaps his hand with the only one there is."""
        script = Script(watcher=Watcher(GAME, ("Ann", "Bob"), "classic"))
        script.play_all(DEALT)
        counted(script, 3, 9)

        played("arm bottom\nlay actions K05-1\narm left\ndraw\nlay actions A05-1", script)

        assert () == script.session.state.questions
        assert [[9, 9], [2, 2]] == sizes(script.session)


class TestQuestionsThatLapse:
    def test_an_action_thrown_away_after_all_asks_nothing(self) -> None:
        """A05 looked obeyed until Ann drew again and laid: nobody need say with whom she swapped hands."""
        script = played("arm bottom\ndraw\nlay actions A05-1")
        recorder = Recorder(script.session.state, fold.evolve)
        (told,) = recorder.table_state.turns
        laid = (At("open-left", Card.parse("G10-3")),)
        thrown = replace(told.candidate, played=(), thrown=told.candidate.played, laid=laid)
        asked = [question.topic for question in recorder.table_state.questions]

        tell_corrected(recorder, told, thrown)
        ask_follow_ups(recorder)

        assert ["whom"] == asked
        assert () == recorder.table_state.questions

    @pytest.mark.parametrize(
        ("before", "own", "asked"),
        [((0, 1), (), False), ((1, 0), (), True), ((0, 0), (), False), ((0, 0), (2,), False)],
        ids=["long ago", "just now", "never", "for the card itself"],
    )
    def test_how_many_were_drawn_is_asked_of_who_had_just_drawn_for_being_short(
        self, before: tuple[int, int], own: tuple[int, ...], asked: bool
    ) -> None:
        """Cem drew A02: how many cards with it matters only where one of them may have been for the turn before."""
        recorder = Recorder(dealt().session.state, fold.evolve)
        for player, short in enumerate(reversed(before)):
            exchange = TurnCandidate(player, (At(DRAW),), refilled=(2,) * short)
            tell_assumed(recorder, exchange)
        drawn = TurnCandidate(2, (At(DRAW),), played=(Card.parse("A02-1"),), refilled=own)
        tell_assumed(recorder, drawn)

        ask_follow_ups(recorder)

        assert asked is ("drawn" in [question.topic for question in recorder.table_state.questions])


class TestFewCards:
    @pytest.mark.slow
    def test_who_has_no_card_draws_two_though_one_hand_was_seen(self) -> None:
        """Nobody lays two cards of one: A02 came with another one, and it is the next player's turn."""
        script = played("")
        arms_known(script)
        counted(script, 0, 9, 9)

        played("arm bottom\ndraw\nlay actions A02-1", script)
        played("arm left\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1", script)

        assert [[1, 1], [10, 10], [9, 9]] == sizes(script.session)
        assert 2 == script.session.view()["turn"]["player"]

    def test_what_the_rules_refuse_was_a_turn_all_the_same(self) -> None:
        """Ann is sure that she drew A02 alone, with no card to lay: after it, it is Bob's turn."""
        script = dealt()
        counted(script, 0, 9, 9)
        before = script.session.state.state
        drawn, card = At(DRAW), Card.parse("A02-1")
        candidate = TurnCandidate(0, taken=(drawn,), played=(card,), drew=1, counted=True)

        after = reduce(evolve, enacted(before, candidate), before)

        assert 1 == to_move(after)
