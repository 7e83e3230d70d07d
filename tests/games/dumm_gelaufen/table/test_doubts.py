"""Cards that may lie in a pile unread: remembered where they may lie, and decided by digging there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import DRAW, At, Card
from companion.games.dumm_gelaufen.model import Claim
from companion.games.dumm_gelaufen.table.beliefs import known as believed
from companion.games.dumm_gelaufen.table.beliefs import likely_hypotheses
from companion.games.dumm_gelaufen.table.claims import judge
from companion.games.dumm_gelaufen.table.events import (
    TableMisread,
    TurnAsked,
    TurnPinned,
    TurnSettled,
    move_json,
)
from companion.games.dumm_gelaufen.table.fold import evolve
from companion.games.dumm_gelaufen.table.questions import ask_follow_ups
from companion.games.dumm_gelaufen.table.state import Recorder
from companion.games.dumm_gelaufen.table.turns import (
    ask_about,
    settle_first,
    tell_assumed,
    tell_corrected,
)
from companion.games.dumm_gelaufen.table.violations import judge as judge_turn
from companion.games.dumm_gelaufen.tracker.commit import BestCandidate, wanted
from companion.games.dumm_gelaufen.tracker.evidence import card_of
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    Trouble,
    TurnCandidate,
)
from companion.table import Settled, Side, Visit
from tests.games.dumm_gelaufen.script import Script, dealt


def played(text: str, script: Script | None = None) -> Script:
    """A script in which the cards are dealt, or another one, and then this."""
    script = script or dealt()
    script.play_all(text)
    return script


def unread(script: Script, zone: str, card: str, side: Side = "bottom") -> None:
    """A hand lays a card that is not read before the next one comes upon it."""
    stage = script.stage
    stage.zones[zone].insert(0, card)
    stage.unseen.append(Visit(zone, stage.at + 0.1, stage.at + 0.4, side))


def turn(script: Script, number: int) -> dict[str, object]:
    """What is told of a turn."""
    return move_json(script.session.state.turn(number).candidate)


def two_laid_or_two_taken() -> Script:
    """Ann, who is known to have R01 and R02, takes G03 and lays both; R01 is not read, and Bob has changed with Mac."""
    script = played("take mac R01-1\ntake mac R02-1\nlay mac G10-1")
    played("draw\nlay left G02-1\nlay left G03-1", script)
    played("take mac R03-1\ntake mac R04-1\nlay mac G11-1", script)
    played("take left G03-1", script)
    unread(script, "open-left", "R01-1")
    return played("lay left R02-1\ntake mac R05-1\ntake mac R06-1", script)


ONCE_ROUND = """arm bottom
take mac R01-1
take mac R02-1
lay mac G10-1
arm left
draw
lay left G02-1
lay left G03-1
arm right
draw
draw
lay right G04-1
arm bottom
take mac R05-1
take mac R06-1
lay mac G11-1"""
"""Everybody has had a turn, and Ann another one."""
BOB_CHANGED = "arm left\ntake mac R03-1\ntake mac R04-1\nlay mac G09-1"
CHANGED_WITH_MAC = """lay mac R08-1
take mac G10-1
take mac G11-1
lay mac G09-1
take mac G09-1
lay mac Y08-1
lay mac Y07-1"""
"""Bob's turn ends, Cem and Ann have theirs, and nobody comes near the piles."""


class TestDigging:
    def test_a_doubt_waits_for_what_is_dug_up(self) -> None:
        """Whether R01 was laid or a card taken shows once R02 is taken: nobody is asked meanwhile."""
        script = played(CHANGED_WITH_MAC, two_laid_or_two_taken())
        told = script.session.state.turns
        assert ["assumed"] * 4 == [each.standing for each in told[-4:]]

        played("take left R02-1", script)

        assert "final" == script.session.state.turn(4).standing
        assert not script.session.state.questions
        laid = {"taken": ["G03-1"], "laid": ["R01-1", "R02-1"]}
        assert laid.items() <= turn(script, 4).items()

    def test_what_was_taken_and_laid_back_before_it_was_seen_begins_a_turn(self) -> None:
        """Bob's hand comes twice to Mac's row, which shows what it showed, and then he lays one card: one for two."""
        script = played(ONCE_ROUND)
        stage = script.stage
        for begins in (stage.at + 0.1, stage.at + 0.8):
            stage.unseen.append(Visit("mac", begins, begins + 0.3, "left"))

        played("wait 1.5\narm left\nlay mac Y08-1", script)
        played("arm right\ntake mac R03-1\ntake mac R04-1\nlay mac G09-1", script)

        told = {"player": 1, "taken": [None], "laid": [None, "Y08-1"]}
        assert told.items() <= turn(script, 5).items()
        assert script.session.state.turn(5).candidate.wrong is None
        assert not script.session.state.questions

    def test_what_the_next_one_takes_before_it_is_read_was_laid(self) -> None:
        """Ann empties a pile and lays a card there, and Bob takes it: not the one that Ann took."""
        script = played("arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac G10-1")
        for side, row in (("left", "R03-1 R04-1 G09-1"), ("right", "R05-1 R06-1 G11-1")):
            one, other, third = row.split()
            turned = f"arm {side}\ntake mac {one}\ntake mac {other}\nlay mac {third}"
            played(turned, script)
        played("arm bottom\ntake right Y02-1\ntake left Y01-1", script)
        hands: list[tuple[Side, float]] = [("bottom", 0.1), ("left", 0.9)]
        for side, begins in hands:
            began = script.stage.at + begins
            visit = Visit("open-left", began, began + 0.5, side)
            script.stage.unseen.append(visit)

        played("wait 2\narm left\nlay left Y05-1\nlay right Y06-1", script)

        ann = {"player": 0, "taken": ["Y02-1", "Y01-1"], "laid": [None]}
        bob = {"player": 1, "taken": [None], "laid": ["Y05-1", "Y06-1"]}
        assert ann.items() <= turn(script, 4).items()
        assert bob.items() <= turn(script, 5).items()

    def test_people_are_asked_once_an_action_card_is_played(self) -> None:
        """What it does to the hands is known once its turn is settled, and it is only after those before."""
        script = played("lay mac R08-1", two_laid_or_two_taken())
        assert not script.session.state.questions

        played("lay actions K02-1\ntake mac G10-1", script)

        assert "source" == script.session.state.questions[0].topic

    def test_what_is_found_was_laid_by_whom_it_was_known_to_belong_to(self) -> None:
        """R01 shows below R02: Ann laid it; that she was told to have kept it speaks for that, not against."""
        script = two_laid_or_two_taken()

        played("lay mac R08-1\ntake left R02-1", script)
        played("take right Y02-1\nlay right R09-1", script)

        assert {"taken": ["G03-1"], "laid": ["R01-1", "R02-1"]}.items() <= turn(script, 4).items()
        assert not script.session.state.questions

    def test_what_is_not_found_was_taken(self) -> None:
        """G02 is gone, and nothing lies below R02 but what lay there: Ann took it."""
        script = two_laid_or_two_taken()
        script.stage.zones["open-left"][1:] = ["Y01-1"]

        played("lay mac R08-1\ntake left R02-1", script)
        played("take right Y02-1\nlay right R09-1", script)

        assert {"taken": ["G03-1", "G02-1"], "laid": ["R02-1"]}.items() <= turn(script, 4).items()
        assert not script.session.state.questions


def last_card_covered_unread() -> Script:
    """Ann drew, laid Y07 unread on the last card and Y03 on that: it may look as if she had taken the last card."""
    script = played("dim\ndraw")
    stage = script.stage
    lies, stage.zones["open-left"] = stage.zones["open-left"], []
    stage.unseen.append(Visit("open-left", stage.at + 0.1, stage.at + 0.4, None))
    played("wait 1", script)
    stage.zones["open-left"] = ["Y07-1", *lies]
    return played("lay left Y03-1\ntake mac R01-1", script)


def test_a_turn_before_a_look_that_is_read_anew_counts_once() -> None:
    """Ann drew two and laid one; the host says that it was misread, and what lies there still is told as before."""
    script = played("arm bottom\ndraw\nlay left G05-1")
    script.session.correct({"do": "look-again"})
    back = script.session.view()

    played("wait 1\nwait 5\n" + BOB_CHANGED, script)

    assert ([], 0, [8, 8]) == (back["moves"], back["turn"]["player"], back["players"][0]["cards"])
    now = script.session.view()
    assert [(1, 0), (2, 1)] == [(told["id"], told["player"]) for told in now["moves"]]
    assert [9, 9] == now["players"][0]["cards"]


def test_what_is_asked_of_a_turn_lapses_where_it_was_misread() -> None:
    """Nobody is asked any more whom Ann gave cards: no look shows that she did."""
    script = played("arm bottom\nlay actions K03-1\nwait 5")
    asked = [question.topic for question in script.session.state.questions]
    script.session.correct({"do": "look-again"})

    assert (["whom"], ()) == (asked, script.session.state.questions)


def test_a_turn_that_looks_wrong_has_four_seconds_after_all_that_was_seen() -> None:
    """Ann drew a while ago: hands crossed all of it, and her card, one too many with Mac, came only now."""
    script = dealt("cross draw\ncross mac\ndraw\nwait 5\nlay mac G10-1")
    script.stage.crossed.clear()
    script.heard()

    script.play_all("wait 0\nwait 2")
    soon = script.heard()
    script.play("wait 2")

    assert [] == soon
    assert ["illegal"] == [line["event"] for line in script.heard()]


@pytest.mark.parametrize(("behind", "told"), [(0.0, False), (0.1, True)])
def test_a_turn_is_called_lost_at_once_where_it_is_so_rather_than_not(
    behind: float, told: bool
) -> None:
    """Two were laid for one with Mac at seven, or nothing has happened at all."""
    table_state = dealt("take mac R04-1\nlay mac G08-1\nlay mac G08-2").session.state
    lost = m.changed(likely_hypotheses(table_state)[0], score=0.0)
    untouched = m.changed(lost, turn=PartialTurn(lost.turn.player), score=-behind)
    recorder = Recorder(replace(table_state, violations=()), evolve)

    judge_turn(recorder, (lost, untouched))

    assert told == bool(recorder.table_state.violations)


def lying(script: Script, zone: str) -> list[str]:
    """The cards of a pile or Mac's row as the game counts them."""
    return [card.code for card in getattr(script.session.state.state, zone) if card]


class TestNobodyIsToldOff:
    def test_what_is_allowed_is_asked_about_no_more(self) -> None:
        """The host lets it pass while it might have become a question: none is left."""
        mixed = "draw\nlay left Y03-1\nlay mac R09-1\ntake mac R02-1"
        script = played(mixed)

        script.session.correct({"do": "allow"})

        (told,) = script.session.state.turns
        assert ("final", True) == (told.standing, told.candidate.wrong is not None)
        assert not script.session.state.questions

    def test_a_card_that_may_lie_unread_below_another_calls_nothing_wrong(self) -> None:
        """A card was taken or not, two were laid: the turn is told, and not as sure."""
        script = last_card_covered_unread()

        played("take mac R02-1\nlay mac R08-1\ntake mac R03-1", script)

        ann, _ = script.session.state.turns
        assert (False, None) == (ann.sure, ann.candidate.wrong)
        assert () == script.session.state.violations

    def test_a_card_covered_unread_was_not_taken_once_it_shows_again(self) -> None:
        """What was laid on the only card of its pile is dug up, and that one lies there: Ann drew."""
        script = last_card_covered_unread()

        played("take mac R02-1\nlay mac R08-1\ntake left Y03-1", script)
        played("take left Y07-1\nlay right Y04-1", script)

        told = {"taken": [None], "laid": [None, "Y03-1"]}
        assert told.items() <= turn(script, 1).items()
        assert not script.session.state.questions

    def test_the_last_card_of_a_pile_is_taken_for_sure(self) -> None:
        """An unread card on it would hide all of it: that is less likely than elsewhere."""
        script = played("arm bottom\ntake left Y01-1\ntake right Y02-1")

        played("lay right G02-1\narm left\ntake mac R01-1", script)

        (told,) = script.session.state.turns
        assert ("final", True) == (told.standing, told.sure)

    def test_who_takes_before_the_row_is_read_again_may_be_the_next_one(self) -> None:
        """Ann took one and lays two; Bob, who has reached in before, has taken one by then, and his arm is told of when it goes."""
        script = played("arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1")
        for side, card in (("left", "G02-1"), ("right", "G03-1")):
            played(f"arm {side}\ndraw\ndraw\nlay left {card}", script)
        played("arm bottom\ntake mac R03-1\ncross mac\nlay mac G08-1", script)
        played("lay mac G09-1", script)
        script.stage.zones["mac"].remove("R04-1")
        (seen,) = script.stage.perform(["part", "mac"])
        assert isinstance(seen, Settled)

        script.session.observe(replace(seen, steps=seen.steps[::-1]))

        assert () == script.session.state.violations
        assert ["G08-1", "G09-1"] == turn(script, 4)["laid"]
        assert script.session.state.turn(4).sure

    @pytest.mark.parametrize("zone", ["left", "mac"])
    def test_what_no_turn_explains_is_told_and_counts(self, zone: str) -> None:
        """So many hands hover over a zone that what came to it seems misread, until it has lain there for a while."""
        script = played("arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac R08-1")
        played(f"arm left\ncross {zone}\n" + f"reach {zone}\n" * 20, script)
        played(f"lay {zone} G10-1\npart {zone}", script)
        before = lying(script, zone)
        script.heard()

        played("wait 2\nwait 3", script)

        assert "G10-1" not in before
        assert sorted([*before, "G10-1"]) == sorted(lying(script, zone))
        (told,) = script.heard()
        assert ("trouble", "announce.out-of-step") == (told["event"], told["text"]["key"])

    def test_while_a_question_stands_the_next_turn_is_not_asked_about(self) -> None:
        """It is settled without being sure: the answer to the first may tell it, too."""
        recorder = Recorder(dealt("draw\nlay left Y03-1").session.state, evolve)
        (told,) = recorder.table_state.open
        doubtful = BestCandidate(told.candidate, 0.6, (told.candidate,))
        ask_about(recorder, settle_first(recorder, doubtful))
        (question,) = recorder.table_state.questions
        bob = tell_assumed(recorder, replace(told.candidate, player=1))

        doubts = settle_first(recorder, replace(doubtful, candidate=bob.candidate))

        assert () == doubts
        settled = recorder.table_state.turn(bob.id)
        assert ("final", False) == (settled.standing, settled.sure)
        assert (question,) == recorder.table_state.questions

    @pytest.mark.parametrize(
        ("size", "laid", "asked"),
        [(9, None, False), (3, None, True), (9, "G11-1", True)],
        ids=["a count", "a hand that may be without a number card", "another card"],
    )
    def test_how_many_cards_nobody_saw_is_asked_where_more_follows_from_it(
        self, size: int, laid: str | None, asked: bool
    ) -> None:
        """Two drawn and one laid, or one drawn and one laid unread below it: either way the turn is not sure."""
        script = dealt("draw\nlay left Y03-1")
        counted = {"event": "hand-counted", "player": 0, "fewest": size, "most": size}
        script.session.correct(counted)
        recorder = Recorder(script.session.state, evolve)
        (told,) = recorder.table_state.open
        below = At("open-left", card_of(laid) if laid else None)
        other = replace(told.candidate, taken=(At(DRAW),), laid=(below, *told.candidate.laid))
        in_sight = 0.6 if laid else 0.99

        doubts = settle_first(
            recorder, BestCandidate(told.candidate, 0.6, (other,), in_sight=in_sight)
        )

        assert asked is bool(doubts)
        settled = recorder.table_state.turn(told.id)
        assert ("asked" if asked else "final", False) == (settled.standing, settled.sure)

    @pytest.mark.parametrize(("likely", "asked"), [(0.9, False), (0.99, True)])
    def test_whether_a_turn_before_it_was_one_more_is_not_asked_of_every_turn(
        self, likely: float, asked: bool
    ) -> None:
        """Where a turn before is not sure and this one may be the one told after it, the doubt is that one's."""
        recorder = Recorder(dealt("draw\nlay left Y03-1").session.state, evolve)
        (told,) = recorder.table_state.open
        bob, cem = (tell_assumed(recorder, replace(told.candidate, player=seat)) for seat in (1, 2))
        settle_first(recorder, BestCandidate(told.candidate, likely, ()))

        doubtful = BestCandidate(bob.candidate, 0.6, (cem.candidate,))
        doubts = settle_first(recorder, doubtful)

        assert asked is bool(doubts)
        standing = recorder.table_state.turn(bob.id).standing
        assert standing == ("asked" if asked else "final")

    @pytest.mark.parametrize(("task", "asked"), [("M04-1", False), ("M05-1", True)])
    def test_nobody_is_asked_what_a_turn_was_of_a_round_that_a_claim_wins(
        self, task: str, asked: bool
    ) -> None:
        """Nothing follows from it any more; after a claim that fails it may be why."""
        recorder = Recorder(dealt("draw\nlay left Y03-1").session.state, evolve)
        (told,) = recorder.table_state.open
        doubts = settle_first(recorder, BestCandidate(told.candidate, 0.6, (told.candidate,)))
        shown = card_of(task)
        assert shown is not None
        hand = tuple(Card.parse(f"G0{value}-1") for value in range(1, 9))

        judge(recorder, Claim(0, shown, hand, None, (), counted=True), doubts)

        about = [(told.id, "source")] if asked else []
        assert about == [(q.about, q.topic) for q in recorder.table_state.questions]

    def test_what_a_turn_was_is_asked_before_whom_it_was_played_against(self) -> None:
        """It may not have been that card at all."""
        recorder = Recorder(dealt("arm bottom\nlay actions K02-1").session.state, evolve)
        (told,) = recorder.table_state.turns
        (whom,) = recorder.table_state.questions
        recorder.close(lambda question: True)
        recorder.record(TurnAsked(told.id, told.candidate, False, (), 0.6))
        ask_follow_ups(recorder)
        meanwhile = recorder.table_state.questions

        recorder.record(TurnSettled(told.id, told.candidate, sure=True))
        ask_follow_ups(recorder)

        assert () == meanwhile
        assert (whom,) == recorder.table_state.questions

    def test_nothing_is_wrong_while_a_hand_is_over_it(self) -> None:
        """More may come of a turn that looks beyond saving: it is told once the hand has left."""
        script = dealt("hold mac\ntake mac R04-1\nlay mac G08-1\nlay mac G08-2")
        before = script.session.state.violations

        script.play_all("leave mac\nwait 1")

        (violation,) = script.session.state.violations
        assert () == before
        assert "mac-over-seven" == violation.reason

    @pytest.mark.parametrize(
        ("reason", "illegal", "standing"),
        [
            ("laid-too-many", 0.6, "asked"),
            ("one-for-one", 0.6, "final"),
            ("one-for-one", 0.4, "asked"),
        ],
    )
    def test_what_is_only_rather_wrong_is_asked_about(
        self, reason: Trouble, illegal: float, standing: str
    ) -> None:
        """Of one card for one, which people do and which shows only once play goes on, only what is rather right."""
        recorder = Recorder(dealt("draw\nlay left Y03-1").session.state, evolve)
        (told,) = recorder.table_state.open
        wrong = replace(told.candidate, wrong=reason, drew=7, arms=(90.0,))

        settle_first(recorder, BestCandidate(wrong, 0.6, (told.candidate,), illegal=illegal))

        (settled,) = recorder.table_state.turns
        assert (standing, told.candidate) == (settled.standing, settled.candidate)

    def test_how_a_turn_was_seen_is_told_again_once_it_is_settled(self) -> None:
        """From where its arms came tells where its player sits."""
        recorder = Recorder(dealt("draw\nlay left Y03-1").session.state, evolve)
        (told,) = recorder.table_state.open
        seen = replace(told.candidate, drew=2, arms=(90.0,))

        settle_first(recorder, BestCandidate(seen, 0.99, ()))

        (settled,) = recorder.table_state.turns
        assert ("final", True, seen) == (settled.standing, settled.sure, settled.candidate)

    @pytest.mark.parametrize("since", ["", "arm left\ndraw\nlay left Y05-1"])
    def test_what_was_corrected_stays_so_when_the_table_is_looked_at_again(
        self, since: str
    ) -> None:
        """Bob drew two cards; what others have done since is told on that ground, and a turn that waits is read anew."""
        script = dealt(ONCE_ROUND)
        (_, (fewest, most), _) = (hand.size for hand in script.session.state.state.hands)
        recorder = Recorder(played(since, script).session.state, evolve)
        bob = recorder.table_state.turns[1]
        assert ((At(DRAW),), bool(since)) == (
            bob.candidate.taken,
            bool(recorder.table_state.open),
        )

        tell_corrected(recorder, bob, replace(bob.candidate, taken=(At(DRAW),) * 2))
        recorder.record(TableMisread())

        assert (fewest + 1, most + 1) == recorder.state.hands[1].size

    @pytest.mark.parametrize("how", ["an answer", "the end"])
    def test_what_was_asked_is_settled_and_what_came_since_stays(self, how: str) -> None:
        """Play went on meanwhile: from there it goes on, and what the table's ways are was learnt when it was asked."""
        recorder = Recorder(dealt("draw\nlay left Y03-1").session.state, evolve)
        (told,) = recorder.table_state.open
        settle_first(recorder, BestCandidate(told.candidate, 0.6, (told.candidate,)))
        bob, cem = (tell_assumed(recorder, replace(told.candidate, player=seat)) for seat in (1, 2))
        settle_first(recorder, BestCandidate(bob.candidate, 0.99, ()))
        before = recorder.table_state
        assert cem.before == before.base

        rivals = () if how == "an answer" else (bob.candidate,)
        recorder.record(TurnSettled(told.id, told.candidate, sure=True, rivals=rivals))

        after = recorder.table_state
        assert (before.base, before.state, before.prior) == (after.base, after.state, after.prior)
        assert (rivals or (told.candidate,)) == after.turn(told.id).rivals
        assert ("final", True) == (after.turn(told.id).standing, after.turn(told.id).sure)

    def test_what_people_say_of_a_turn_is_followed_from_there(self) -> None:
        """Nothing that was seen has it so: what Cem and Ann did afterwards is read on that ground."""
        recorder = Recorder(dealt(ONCE_ROUND).session.state, evolve)
        ann, bob, cem, last = recorder.table_state.turns
        said = replace(bob.candidate, laid=(At("open-left", card_of("G02-1")), At("open-right")))

        tell_corrected(recorder, bob, said)
        recorder.record(TurnPinned(bob.id))

        best = likely_hypotheses(recorder.table_state)[0]
        now = wanted((best,), believed(recorder.table_state), recorder.table_state.belief.number)
        told = ann.candidate, said, cem.candidate, last.candidate
        assert [each.what for each in told] == [each.what for each in now]
        assert (set(recorder.state.mac), None) == ({*best.mac}, best.right[1])


class TestNames:
    @pytest.mark.parametrize(("behind", "known"), [(3.0, False), (6.0, True)])
    @pytest.mark.parametrize("unread", ["taken", "laid"])
    def test_a_card_is_named_where_no_hypothesis_near_leaves_it_open(
        self, unread: str, behind: float, known: bool
    ) -> None:
        """Whether it was taken or laid: near is what is no less likely than one in sixty-six."""
        table_state = dealt().session.state
        (hypothesis,) = likely_hypotheses(table_state)
        taken, laid = Card.parse("Y01-1"), Card.parse("Y05-1")
        read = TurnCandidate(0, (At("open-left", taken),), (At("mac", laid),))
        nameless = (
            replace(read, taken=(At("open-left"),))
            if unread == "taken"
            else replace(read, laid=(At("mac"),))
        )
        hypotheses = (
            m.changed(hypothesis, closed=(read,)),
            m.changed(hypothesis, closed=(nameless,), score=hypothesis.score - behind),
        )

        (told,) = wanted(hypotheses, believed(table_state), number=1)

        assert (read if known else nameless) == told
