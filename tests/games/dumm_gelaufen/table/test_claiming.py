"""Claims laid out on the table: in several goes, judged when whole, judged anew when more is laid."""

from dataclasses import replace
from typing import Any

import pytest

from companion.announce import Message
from companion.errors import IllegalMove
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.table.beliefs import as_of, taken_up
from companion.games.dumm_gelaufen.table.claims import claimant
from companion.games.dumm_gelaufen.table.fold import evolve
from companion.games.dumm_gelaufen.table.state import Recorder, TableState
from companion.games.dumm_gelaufen.table.submissions import answer
from companion.games.dumm_gelaufen.tracker.evidence import (
    DrawPileReach,
    EvidenceInContext,
    Pin,
    SettledTurns,
)
from companion.games.dumm_gelaufen.tracker.hypothesis import Hypothesis
from companion.games.dumm_gelaufen.tracker.search import spread
from companion.games.dumm_gelaufen.tracker.turn_candidates import PartialTurn, TurnCandidate
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from companion.table import Settled, Step, Table, Visit
from companion.tracking.bearings import Bearing, Seating
from companion.tracking.belief import LAG, Belief
from companion.words import words
from tests.games.dumm_gelaufen.evening import again, session
from tests.games.dumm_gelaufen.script import Script, dealt

TASK = "M21-1"
HAND = ("R01-1", "R04-1", "R07-1", "R08-1", "Y01-1", "Y04-1", "Y07-1", "Y08-1", "Y09-1", "Y10-1")

UNKNOWN = (*(f"Y{n:02}-1" for n in range(3, 12)), "G09-1")
"""As many cards of which nobody knows who has them."""


@pytest.fixture
def told() -> Session[TableState]:
    """A game in which the cards were dealt, and nobody has done anything yet."""
    return session(ScriptConfig(4, 3), 1)


def lay(
    told: Session[TableState], *cards: str, after: float = 1.0, arm: Bearing | None = None
) -> list[dict[str, Any]]:
    """Lay out exactly these cards some seconds later; the claims that are judged then."""
    events = laid(told, *cards, after=after, arm=arm)
    return [event for event in events if event["event"] == "claim"]


def laid(
    told: Session[TableState], *cards: str, after: float = 1.0, arm: Bearing | None = None
) -> list[dict[str, Any]]:
    """The same, and everything that happens then."""
    table_state = told.state
    before = table_state.table["claim"]
    steps = tuple(Step("+", "claim", c) for c in cards if c not in before)
    steps += tuple(Step("-", "claim", c) for c in before if c not in cards)
    zones = {**table_state.table.zones, "claim": cards}
    at = table_state.at + after
    visits = () if arm is None else (Visit("claim", at - 1, at, None, arm),)
    seen = Settled(round(at * 10), at, Table(zones), steps, visits)
    return [dict(event) for event in told.observe(seen).events]


def test_a_part_is_waited_with(told: Session[TableState]) -> None:
    """While cards of the hand are missing a claim is not judged at once, and all of it is one claim."""
    judged = lay(told, TASK, *HAND[:4])
    judged += lay(told, TASK, *HAND[:4], after=2.0)
    judged += lay(told, TASK, *HAND, after=1.0)
    judged += lay(told, TASK, *HAND, after=2.0)

    assert [(TASK[:3], list(HAND))] == [(claim["task"], claim["hand"]) for claim in judged]


def test_what_a_hand_is_over_is_judged_once_it_has_gone(told: Session[TableState]) -> None:
    """However long it stays there, and only once."""
    lay(told, TASK, *HAND)
    zones, at = told.state.table.zones, told.state.at
    heard = [
        [event["event"] for event in told.observe(seen).events]
        for seen in (
            Settled(1, at + 20.0, Table(zones, frozenset({"claim"}))),
            Settled(2, at + 40.0, Table(zones, frozenset({"claim"}))),
            Settled(3, at + 41.0, Table(zones)),
            Settled(4, at + 61.0, Table(zones)),
        )
    ]

    assert [0, 0, 1, 0] == [events.count("claim") for events in heard]


def test_more_cards_are_the_same_claim(told: Session[TableState]) -> None:
    """Cards laid to a claim already judged are judged with it, from where it began and for the same player."""
    lay(told, TASK, *HAND[:4])
    (first,) = lay(told, TASK, *HAND[:4], after=9.0)
    lay(told, TASK, *HAND)
    (second,) = lay(told, TASK, *HAND, after=9.0)

    assert (list(HAND[:4]), list(HAND)) == (first["hand"], second["hand"])
    assert first["player"] == second["player"]
    assert "not-now" not in [reason["code"] for reason in second["reasons"]]
    assert len([q for q in told.state.questions if q.topic == "rule"]) <= 1


def put_to_the_table() -> Script:
    """Ann's claim is in doubt, and her cards are back in her hand before anybody has decided."""
    script = dealt("arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac G10-1")
    claims(script.session, 0)
    judged_for(script.session, "M01-1", "R05-2", "G05-1")
    lay(script.session)
    script.stage.at = script.session.state.at
    script.stage.told = script.session.state.table
    return script


def in_doubt(told: Session[TableState]) -> list[int]:
    """Whose claims the table is asked about."""
    return [asked.player for asked in told.state.questions if asked.topic == "rule"]


BOB_EXCHANGES = "arm left\ntake mac R03-1\ntake mac R04-1\nlay mac G09-1"
CEM_EXCHANGES = "arm right\ntake mac R05-1\ntake mac R06-1\nlay mac G08-1"


def test_a_claim_is_asked_about_until_play_goes_on() -> None:
    """And again, where what seemed to be play was misread."""
    script = put_to_the_table()
    asked = [in_doubt(script.session)]
    script.play_all("arm left\ndraw\nlay left G04-1")
    asked.append(in_doubt(script.session))
    script.session.correct({"do": "look-again"})
    asked.append(in_doubt(script.session))

    assert [[0], [], [0]] == asked


@pytest.mark.parametrize(("choice", "won"), [("accept", ["M02"]), ("refuse", [])])
def test_the_next_claim_is_decided_by_its_own_question(choice: str, won: list[str]) -> None:
    """That of Ann's stands no more; whoever has it still on his phone decides nothing by it."""
    script = put_to_the_table()
    told = script.session
    (old,) = told.state.questions
    script.play_all(f"{BOB_EXCHANGES}\n{CEM_EXCHANGES}")
    claims(told, 2)
    judged_for(told, "M02-1", "Y06-1", "Y06-2")
    with pytest.raises(IllegalMove):
        told.answer(old.id, choice)
    (new,) = told.state.questions

    told.answer(new.id, choice)

    assert ([], won) == (in_doubt(told), told.view()["players"][2]["won"])


@pytest.mark.parametrize("since", ["a round won", "a leaving", "a turn given", "a hand", "a tap"])
@pytest.mark.parametrize("late", ["an answer", "another turn"])
def test_what_has_happened_since_a_turn_stays_when_it_was_another(since: str, late: str) -> None:
    """With whom Ann changed hands, or how many cards she drew, is said after Bob's turn, and after what was decided then."""
    ann = "lay actions K02-1" if late == "an answer" else "draw\nlay left G04-1"
    script = dealt(f"arm bottom\n{ann}", BOB_EXCHANGES)
    told = script.session
    match since:
        case "a round won":
            claims(told, 1)
            judged_for(told, "M01-1", "R05-2", "G05-1")
            told.answer(next(q.id for q in told.state.questions if q.topic == "rule"), "accept")
        case "a leaving":
            told.correct({"event": "player-left", "player": 2})
        case "a turn given":
            told.correct({"do": "turn", "player": 0})
        case "a hand":
            told.correct({"event": "hand-counted", "player": 2, "fewest": 3, "most": 3})
        case _:
            taken = [["mac", "R05-1"], ["mac", "R06-1"]]
            cem = {"player": 2, "take": taken, "lay": [["mac", "G08-1"]]}
            told.submit({"move": "exchange", **cem}, by=2)
    before = told.view()

    if late == "an answer":
        told.answer("1-whom", "1")
    else:
        turn = told.state.turns[0]
        told.correct({"do": "was", "move": 1, "choice": turn.rivals[0].id})

    after = told.view()
    assert [before["round"], before["zones"]] == [after["round"], after["zones"]]
    whose = ("player", "offered")
    assert [before["turn"][key] for key in whose] == [after["turn"][key] for key in whose]
    players = [*zip(before["players"], after["players"], strict=True)]
    assert all(old["won"] == new["won"] and old["left"] == new["left"] for old, new in players)
    assert before["players"][0]["cards"] != after["players"][0]["cards"]
    if since == "a hand":
        assert [3, 3] == after["players"][2]["cards"]
    assert again(told).state.state == told.state.state


def test_a_question_of_an_earlier_release_decides_no_other_claim() -> None:
    """Ann's was still open when Cem's claim came to be in doubt."""
    script = put_to_the_table()
    (old,) = script.session.state.questions
    script.play_all(f"{BOB_EXCHANGES}\n{CEM_EXCHANGES}")
    claims(script.session, 2)
    judged_for(script.session, "M02-1", "Y06-1", "Y06-2")
    now = script.session.state
    recorder = Recorder(replace(now, questions=(old, *now.questions)), evolve)

    with pytest.raises(IllegalMove):
        answer(recorder, old.id, "accept")
    recorder.done()

    assert now.questions == recorder.table_state.questions
    assert now.state == recorder.state


@pytest.mark.parametrize("since", ["a turn", "a hand", "a word"])
def test_more_cards_after_somebody_has_gone_on_are_another_claim(since: str) -> None:
    """What was settled by the first verdict stays settled: nothing is judged from before it."""
    script = dealt("arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac G10-1")
    told = script.session
    lay(told, TASK, *HAND[3:6])
    lay(told, TASK, *HAND[3:6], after=9.0)
    script.stage.at = told.state.at
    script.stage.zones["claim"] = [TASK, *HAND[3:6]]
    match since:
        case "a turn":
            script.play_all("arm left\ntake mac R03-1\ntake mac R04-1\nlay mac G09-1")
        case "a hand":
            script.play_all("arm left\ntake mac R03-1")
        case _:
            told.correct({"event": "hand-counted", "player": 2, "fewest": 3, "most": 3})
    before = told.state.state

    lay(told, TASK, *HAND[3:9])

    assert told.state.claim is not None
    assert (None, before) == (told.state.claim.before, told.state.state)


def test_a_claim_told_twice_is_restored(told: Session[TableState]) -> None:
    """A restart after a claim that grew goes on with the same state."""
    for cards in (HAND[:4], HAND[:4], HAND, HAND):
        lay(told, TASK, *cards, after=9.0)

    assert again(told).view()["claim"] == told.view()["claim"]
    assert again(told).state.state == told.state.state


def judged_for(told: Session[TableState], *cards: str, after: float = 9.0) -> list[int]:
    """Whose claims are judged while exactly these cards lie there."""
    judged = lay(told, *cards) + lay(told, *cards, after=after)
    return [claim["player"] for claim in judged]


def claims(told: Session[TableState], player: int) -> None:
    """Somebody presses the button of his seat."""
    told.correct({"do": "claimant", "player": player})


def test_who_presses_after_the_verdict_has_heard_it(told: Session[TableState]) -> None:
    """The same cards are judged once for the same player, and the next ones are not yet called."""
    before = judged_for(told, TASK, *HAND)
    shown, questions = told.state.claim, told.state.questions
    claims(told, 0)
    after = judged_for(told, TASK, *HAND)

    assert ([0], []) == (before, after)
    assert (shown, questions) == (told.state.claim, told.state.questions)
    assert told.state.called is None


@pytest.mark.parametrize(
    ("whose", "so"), [(0, "the hand, and the turn is over."), (1, "the hand.")]
)
def test_a_wrong_claim_costs_its_turn_whoever_has_it(
    told: Session[TableState], whose: int, so: str
) -> None:
    """Everybody else has it for nothing: his cards go back, and the game goes on."""
    claims(told, whose)
    assert [whose] == judged_for(told, TASK, *HAND[:4])
    news = told.view()["announcements"][-1]

    assert "claim" == news["kind"]
    assert words("en")(Message.from_json(news["text"])).endswith(f"back into {so}")


def test_a_claim_that_was_anothers_is_judged_for_him(told: Session[TableState]) -> None:
    """Bob's button says that the cards were his: they are judged anew from where it began, and a restart knows of it."""
    before = judged_for(told, TASK, *HAND)
    claims(told, 1)
    after = judged_for(told, TASK, *HAND)

    assert ([0], [1]) == (before, after)
    assert {1} == {q.player for q in told.state.questions if q.topic == "rule"}
    assert again(told).state.state == told.state.state
    told.undo(told.last_input.seq if told.last_input else None)
    assert told.state.claim is not None
    assert 0 == told.state.claim.player


@pytest.mark.parametrize("since", ["a turn", "a hand", "a card", "cards put back", "a pause"])
def test_a_claim_that_is_over_stays_as_it_was_judged(told: Session[TableState], since: str) -> None:
    """Whoever presses once play has gone on, or the cards are on their way back, is about to claim."""
    judged_for(told, TASK, *HAND)
    match since:
        case "a turn":
            told.correct({"event": "turn-given", "player": 2})
        case "a hand":
            first, *rest = told.state.table["mac"]
            hand = Visit("mac", told.state.at, told.state.at + 0.5, "left")
            zones = {**told.state.table.zones, "mac": tuple(rest)}
            steps = (Step("-", "mac", first),)
            at = told.state.at + 1
            told.observe(Settled(round(at * 10), at, Table(zones), steps, (hand,)))
        case "a card":
            row = [card.code for card in told.state.state.mac]
            told.correct({"event": "table-corrected", "mac": row[:-1]})
        case "cards put back":
            lay(told, *HAND[:3])
        case _:
            told.correct({"do": "pause"})
    before = told.state.state
    claims(told, 1)
    after = told.state.state
    if since == "a pause":
        told.correct({"do": "resume"})
    judged = judged_for(told, TASK, *HAND) if since != "cards put back" else []
    lay(told)

    assert ([], before) == (judged, after)
    assert [1] == judged_for(told, TASK, *UNKNOWN)


def test_cards_that_may_lie_under_others_are_asked_for(told: Session[TableState]) -> None:
    """Kept actions need not be shown, so fewer cards than the hand has are no doubt; but a fan that is too narrow hides some."""
    lay(told, TASK, *HAND[:4])
    (few,) = lay(told, TASK, *HAND[:4], after=9.0)
    lay(told, TASK, *HAND)
    (all_of_them,) = lay(told, TASK, *HAND, after=9.0)

    assert [True, False] == [
        "may-be-covered" in [reason["code"] for reason in judged["reasons"]]
        for judged in (few, all_of_them)
    ]


def test_putting_back_ends_it(told: Session[TableState]) -> None:
    """What lies there still is shown, the same verdict is not told again, and what is laid out later is another claim."""
    lay(told, TASK, *HAND[:4])
    lay(told, TASK, *HAND[:4], after=9.0)
    judged = lay(told, *HAND[:2]) + lay(told, *HAND[:2], after=9.0)
    left = told.view()["claim"]
    lay(told)

    assert ([], list(HAND[:2]), True) == (judged, left["cards"], left["judged"])
    assert told.view()["claim"] is None


def test_what_was_put_back_and_shows_again_is_no_more_of_the_claim(
    told: Session[TableState],
) -> None:
    """While a hand is gathered up its cards come to light and go again: it has been judged."""
    judged_for(told, TASK, *HAND)

    again_shown = [lay(told, *some) for some in (HAND[:2], HAND[:3], HAND[1:3])]

    assert [[], [], []] == again_shown


def test_another_claim_in_place_of_one_that_was_judged_is_judged_by_its_own_cards(
    told: Session[TableState],
) -> None:
    """The zone was never seen empty; what lay there before is of nobody's hand now."""
    judged_for(told, TASK, *HAND[:4])
    theirs = ("M19-1", "G05-1", "G05-2")

    (claim,) = lay(told, *theirs) + lay(told, *theirs, after=9.0)

    assert ("M19", ["G05-1", "G05-2"]) == (claim["task"], claim["hand"])


@pytest.mark.parametrize(
    ("taken", "asked_for"),
    [
        ("take mac R01-1\ntake mac R02-1", True),
        ("take mac R01-1\ntake mac R02-1\ntake left Y01-1", False),
    ],
    ids=["for sure", "against the rules"],
)
def test_only_what_was_surely_taken_has_to_be_shown(taken: str, asked_for: bool) -> None:
    """Of a turn that was not told for sure, nobody is asked for the cards."""
    script = dealt(f"arm bottom\n{taken}\nlay mac G10-1\nwait 5\narm left\ntake mac R03-1")
    claims(script.session, 0)

    (claim,) = lay(script.session, TASK, *UNKNOWN[:5]) + lay(
        script.session, TASK, *UNKNOWN[:5], after=9.0
    )

    assert asked_for == ("not-shown" in [reason["code"] for reason in claim["reasons"]])


def test_a_card_of_no_game_may_come_and_go(told: Session[TableState]) -> None:
    """What lies beside a claim by mistake is taken away, and the rest is judged."""
    lay(told, TASK, *HAND, "X99-1")
    lay(told, TASK, *HAND)

    (claim,) = lay(told, TASK, *HAND, after=9.0)

    assert [*HAND] == claim["hand"]


def test_only_a_claim_that_was_judged_is_put_back(told: Session[TableState]) -> None:
    """A card that strayed there was none."""
    strayed = [*laid(told, HAND[0]), *laid(told)]
    judged_for(told, TASK, *HAND)
    back = laid(told)

    assert "put-back" not in [event["event"] for event in strayed]
    assert "put-back" in [event["event"] for event in back]


def test_a_card_read_late_is_of_the_claim(told: Session[TableState]) -> None:
    """Of a hand that is put back before it was judged one card was not read until the murphy card had gone from it."""
    judged = lay(told, TASK, *HAND[:-1])
    judged += lay(told, *HAND[5:], after=1.0)
    judged += lay(told)

    assert [list(HAND)] == [claim["hand"] for claim in judged]
    assert told.view()["claim"] is None


def test_a_card_that_others_are_laid_on_is_of_the_claim(told: Session[TableState]) -> None:
    """It lay there, and is not read any more; the verdict is given once, and not again while the hand is gathered up."""
    judged = lay(told, TASK, *HAND[:3])
    judged += lay(told, TASK, *HAND[1:], after=1.0)
    judged += lay(told, TASK, *HAND[1:], after=9.0)
    judged += lay(told, TASK, *HAND[4:], after=1.0)
    judged += lay(told, HAND[0], *HAND[7:], after=1.0)
    judged += lay(told, HAND[0], *HAND[7:], after=9.0)
    judged += lay(told)

    assert [sorted(HAND)] == [sorted(claim["hand"]) for claim in judged]


def test_a_card_that_shows_as_others_go_amends_the_verdict(told: Session[TableState]) -> None:
    """The last one lay under the others from the beginning."""
    lay(told, TASK, *HAND[:-1])
    (first,) = lay(told, TASK, *HAND[:-1], after=9.0)
    (second,) = lay(told, TASK, *HAND[4:])
    later = lay(told, *HAND[8:]) + lay(told, *HAND[8:], after=9.0) + lay(told)

    assert (list(HAND[:-1]), list(HAND)) == (first["hand"], second["hand"])
    assert [] == later


def test_one_card_that_is_no_longer_read_ends_no_claim(told: Session[TableState]) -> None:
    """It was pushed under another one while the hand is still laid out."""
    judged = lay(told, TASK, *HAND[:4])
    judged += lay(told, TASK, *HAND[1:4], after=1.0)
    judged += lay(told, TASK, *HAND[1:], after=1.0)
    judged += lay(told, TASK, *HAND[1:], after=9.0)

    assert [sorted(HAND)] == [sorted(claim["hand"]) for claim in judged]


def test_two_cards_that_go_at_once_are_put_back(told: Session[TableState]) -> None:
    """The claim is judged then, by what lay there before."""
    judged = lay(told, TASK, *HAND[:-1])
    judged += lay(told, TASK, *HAND[2:-1], after=1.0)
    judged += lay(told, TASK, *HAND[2:-1], after=9.0)

    assert [list(HAND[:-1])] == [claim["hand"] for claim in judged]


@pytest.mark.parametrize(("arm", "whose"), [(180.0, 0), (300.0, 1), (60.0, 2)])
def test_a_claim_is_whose_arm_laid_it_out(arm: Bearing, whose: int) -> None:
    """Three have reached in, each from his chair; the order of play says that it is the first one's turn again."""
    played = session(ScriptConfig(4, 3), 1)
    seats = Seating.of(3)
    for seat, place in enumerate((180.0, 300.0, 60.0)):
        for _ in range(5):
            seats = seats.reached(seat, place)
    (path,) = played.state.belief.hypotheses
    belief = Belief(spread, (m.changed(path, seating=seats),))
    table_state = replace(played.state, belief=belief)

    assert whose == claimant(table_state, (arm, arm))


def begun_anew() -> TableState:
    """Ann has taken R01 and R02 from Mac, and Bob, whose turn it is, has laid a card; 9, 9 and 10 cards are in hand."""
    ann = "arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac G10-1"
    return dealt(ann, "arm left\nlay left G04-1").session.state


def test_once_the_next_exchange_is_under_way_its_player_may_claim() -> None:
    """The claim of whoever had his before has lapsed; without an arm the claim is of him whose turn it is."""
    assert 1 == claimant(begun_anew())


@pytest.mark.parametrize(
    "ann",
    ["take mac R01-1\ntake mac R02-1\nlay mac G10-1", "draw\nlay left G04-1"],
    ids=["her exchange is told", "perhaps she lays a second card"],
)
def test_a_hand_at_the_draw_pile_takes_nobodys_right_to_claim_away(ann: str) -> None:
    """It may as well be Ann's as Bob's; once his exchange is seen to have begun, hers has lapsed."""
    drawn = dealt(f"arm bottom\n{ann}", "arm left\ndraw")
    assert 0 == claimant(drawn.session.state)

    drawn.play_all("lay right G05-1\nlay right G06-1\nwait 6")
    assert 1 == claimant(drawn.session.state)


def test_in_doubt_a_claim_is_his_who_is_likeliest_to_be_playing() -> None:
    """Perhaps it was Cem who laid the card. What is seen after the claim was laid counts for nothing."""
    table_state = begun_anew()
    (bob, *_) = table_state.belief.hypotheses
    cem = m.changed(bob, turn=m.changed(bob.turn, player=2), score=bob.score - 1)
    belief: Belief[Hypothesis, EvidenceInContext] = Belief(
        lambda paths, seen, number: (m.changed(cem, score=0.0),), (bob, cem)
    )
    now = replace(table_state, belief=belief)
    later = replace(table_state, belief=belief.then((DrawPileReach(9.0), None)))

    assert 1 == claimant(now)
    assert [2, 2, 1] == [claimant(later, laid=laid) for laid in (9.5, 9.0, 8.0)]


@pytest.mark.parametrize(
    ("before", "after", "whose"),
    [(False, False, 1), (True, False, 0), (False, True, 2)],
    ids=["nothing was said", "a verdict before", "somebody said what it was"],
)
def test_a_turn_that_began_after_a_claim_takes_nobodys_right_away(
    before: bool, after: bool, whose: int
) -> None:
    """It is his who could claim before it: by a verdict Ann, whose turn it was. What somebody has said of a turn since stays said."""
    table_state = begun_anew()
    (bob, *_) = table_state.belief.hypotheses
    ann = m.changed(bob, turn=PartialTurn(1))
    cem = m.changed(bob, turn=m.changed(bob.turn, player=2))
    said = Pin(0, TurnCandidate(2), instead=cem)
    belief: Belief[Hypothesis, EvidenceInContext] = Belief(
        lambda paths, seen, number: (ann,) if isinstance(seen[0], SettledTurns) else (cem,), (bob,)
    )
    told = [SettledTurns(ann)] * before + [DrawPileReach(9.0)] + [said] * after
    for each in told:
        belief = belief.then((each, None))

    assert whose == claimant(replace(table_state, belief=belief), laid=8.0)


@pytest.mark.parametrize(
    ("hand", "whose"),
    [((), 1), (("R01-1", *UNKNOWN[:8]), 0), (UNKNOWN[:9], 1), (UNKNOWN, 2)],
    ids=["not seen yet", "a card of Ann's", "as many as Bob has", "as many as Cem has"],
)
def test_a_whole_hand_tells_whose_it_is(hand: tuple[str, ...], whose: int) -> None:
    """Nobody lays out a card that another took in sight, nor more cards than he has."""
    cards = tuple(map(Card.parse, hand))

    assert whose == claimant(begun_anew(), (225.0,), cards)


@pytest.mark.parametrize(("hand", "whose"), [("R01-1", 0), ("G07-1", 1)])
def test_the_whole_hand_tells_whose_claim_it_is_once_it_lies_there(hand: str, whose: int) -> None:
    """Somebody's hand brings the murphy card while Bob's turn is under way; Ann alone took R01 in sight."""
    script = dealt(
        "arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac G10-1", "arm left\nlay left G04-1"
    )
    cards = ("M21-1", hand, *UNKNOWN[:8])
    seen = lay(script.session, *cards, arm=225.0)
    first = script.session.state.claim

    (claim,) = seen + lay(script.session, *cards, after=9.0)

    assert first is not None
    assert (1, whose) == (first.player, claim["player"])


@pytest.mark.parametrize("goes", [3, LAG + 12])
def test_a_turn_that_goes_on_is_counted_once(told: Session[TableState], goes: int) -> None:
    """What is put back and taken up again behind a verdict is as much as before, also where the turn began too long ago to be put back."""
    belief: Belief[Hypothesis, EvidenceInContext] = Belief(
        lambda paths, seen, number: paths, told.state.belief.hypotheses
    )
    for _ in range(goes):
        belief = belief.then((DrawPileReach(0.0), None))
        assert belief.hypotheses
    table_state = replace(told.state, belief=belief)

    assert goes == taken_up(as_of(table_state, 1), table_state, 1).belief.number


@pytest.mark.parametrize(
    ("first", "then", "late"),
    [("lay claim {}", "take mac R05-1", False), ("take mac R05-1", "lay claim {}", True)],
    ids=["before the next one begins", "after it"],
)
def test_a_claim_counts_as_of_when_it_was_laid(first: str, then: str, late: bool) -> None:
    """Arms cross the claim zone until Cem's turn is over: Bob was in time if he came before Cem took a card (rules, A8)."""
    ann = "arm bottom\ntake mac R01-1\ntake mac R02-1\nlay mac G10-1"
    bob = "arm left\ntake mac R03-1\ntake mac R04-1\nlay mac G09-1\ncross claim"
    acts = [act.format("M19-1 G05-1 G05-2") for act in (first, then)]
    arms = [f"arm {'left' if 'claim' in act else 'right'}\n{act}" for act in acts]
    cem = "arm right\ntake mac R06-1\nlay mac G08-1"

    script = dealt(ann, bob, *arms, cem, "part claim\nwait 5")

    (claim,) = (line for line in script.heard() if line["event"] == "claim")
    assert 1 == claim["player"]
    assert late == ("outside-the-window" in {each["code"] for each in claim["reasons"]})
    assert [0, 1, 2] == [told.candidate.player for told in script.session.state.turns]


def test_a_claim_during_the_first_turn_leaves_it_whole() -> None:
    """Bob shows his cards while Ann is taking hers: he may not, and what she did before and after is one turn."""
    script = dealt(
        "arm bottom\ntake mac R01-1\ncross claim",
        "arm left\nlay claim M19-1 G05-1 G05-2",
        "arm bottom\ntake mac R02-1\npart claim\nwait 5\nlay mac G10-1",
    )

    (claim,) = (line for line in script.heard() if line["event"] == "claim")
    (turn,) = script.session.state.turns
    assert 1 == claim["player"]
    assert "outside-the-window" in {each["code"] for each in claim["reasons"]}
    assert ["R01", "R02"] == [at.card.face for at in turn.candidate.taken if at.card]


def test_what_is_said_of_a_hand_spends_nothing_that_was_seen() -> None:
    """Cem tells how many cards he has while Ann, who has taken one, has yet to lay two."""
    script = dealt("arm bottom\ntake left Y01-1")
    counted = {"event": "hand-counted", "player": 2, "fewest": 3, "most": 3}
    script.session.correct(counted)

    script.play_all("lay left G10-1\nlay right G09-1")

    (turn,) = script.session.state.turns
    assert (At("open-left", Card.parse("Y01-1")),) == turn.candidate.taken
    assert (3, 3) == script.session.state.state.hands[2].size
