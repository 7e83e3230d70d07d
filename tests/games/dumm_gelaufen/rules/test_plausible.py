"""What the table knows against a claimed hand, each as a reason in words."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import DRAW, LEFT, MAC, At, Card
from companion.games.dumm_gelaufen.deck.edition import Rulings, load_edition
from companion.games.dumm_gelaufen.deck.tasks import (
    LASTING,
    READS_MAC,
    Verdict,
    VerdictAnswer,
    lasting,
    verdict,
)
from companion.games.dumm_gelaufen.pages.claim_routes import holdable
from companion.games.dumm_gelaufen.rules.claims import judged
from companion.games.dumm_gelaufen.rules.fold import evolve, start
from companion.words import LANGUAGES, words
from tests.games.dumm_gelaufen.staged import cards

MAC_ROW = "R01-1 R02-1 R05-1 Y05-1 Y06-1 G05-1 G10-1"
EDITION = load_edition("classic")
ANY_TIME = Rulings(claim_window="own_turn")


def table(*events: m.Event, sizes: tuple[int, int] = (1, 2)) -> m.State:
    """A table of two seen by a camera: hands of these sizes, then what happened."""
    left, right = cards("G07-1 G08-1")
    hands = tuple((None,) * size for size in sizes)
    dealt = m.CardsDealt(hands, cards(MAC_ROW), (left,), (right,), draw=None)
    begun = (m.GameStarted("classic", 2, ANY_TIME), dealt)
    tasks = (m.TaskDealt(0), m.TaskDealt(1), m.RoundBegan(1, 0))
    return reduce(evolve, (*begun, *tasks, *events), start())


def taken(player: int, codes: str) -> m.CardsTaken:
    return m.CardsTaken(player, tuple(At(MAC, card) for card in cards(codes)))


def judge(state: m.State, task: str, shown: str, kept: int | None = None) -> Verdict:
    return judged(state, m.Claim(0, Card.parse(f"{task}-1"), cards(shown), kept))


def codes(found: Verdict) -> list[str]:
    return [reason.code for reason in found.reasons]


def test_a_claim_that_nothing_speaks_against() -> None:
    """A hand of the size it has, of cards that can be in it."""
    found = judge(table(), "M19", "R05-2")

    assert (VerdictAnswer.YES, []) == (found.answer, codes(found))


@pytest.mark.parametrize(
    ("events", "shown", "unsure", "answer"),
    [
        ((), "R05-1", "R05-1", VerdictAnswer.DEPENDS),
        ((), "R05-1", "Y05-1", VerdictAnswer.NO),
        ((taken(0, "R05-1"),), "Y05-2", "R05-1", VerdictAnswer.YES),
    ],
    ids=["thought to lie with Mac", "another is unsure", "thought to be held back"],
)
def test_what_is_remembered_unsurely_is_a_doubt_at_most(
    events: tuple[m.Event, ...], shown: str, unsure: str, answer: VerdictAnswer
) -> None:
    """What lies in plain sight is no lie, and a card that may never have been taken is not missed."""
    claim = m.Claim(0, Card.parse("M19-1"), cards(shown), None, cards(unsure))

    assert answer is judged(table(*events), claim).answer


@pytest.mark.parametrize(
    ("unsure", "counted", "answer"),
    [
        ("", True, VerdictAnswer.NO),
        ("R05-2 Y05-2", True, VerdictAnswer.DEPENDS),
        ("R05-2 Y05-2", False, VerdictAnswer.YES),
    ],
    ids=["said", "seen", "seen, and the count is not sure"],
)
def test_more_cards_than_a_hand_should_have(
    unsure: str, counted: bool, answer: VerdictAnswer
) -> None:
    """They are no lie where they lie in plain sight, and no doubt where hands were not counted for sure."""
    shown = m.Claim(0, Card.parse("M19-1"), cards("R05-2 Y05-2"), None, cards(unsure), counted)

    assert answer is judged(table(sizes=(1, 2)), shown).answer


@pytest.mark.parametrize(
    ("counted", "answer"), [(True, VerdictAnswer.DEPENDS), (False, VerdictAnswer.YES)]
)
def test_fewer_cards_than_a_hand_should_have(counted: bool, answer: VerdictAnswer) -> None:
    """The rest is asked for, unless hands were not counted for sure: then what is shown is judged."""
    shown = m.Claim(0, Card.parse("M19-1"), cards("R05-2"), 0, (), counted)

    assert answer is judged(table(sizes=(3, 3)), shown).answer


@pytest.mark.parametrize(
    ("events", "task", "shown", "kept", "answer", "reasons"),
    [
        ((), "M19", "R05-1", None, VerdictAnswer.NO, ["lies-elsewhere"]),
        ((), "M19", "R05-2 Y05-2", None, VerdictAnswer.NO, ["more-than-held"]),
        ((), "M19", "R05-2", 1, VerdictAnswer.NO, ["more-than-held"]),
        ((taken(0, "R05-1"),), "M19", "Y05-2", None, VerdictAnswer.DEPENDS, ["not-shown"]),
        ((taken(0, "R05-1"),), "M19", "R05-1", 0, VerdictAnswer.DEPENDS, ["fewer-than-held"]),
        ((taken(0, "R05-1"),), "M19", "R05-1", 1, VerdictAnswer.YES, []),
        ((taken(0, "R05-1"),), "M19", "R05-1", None, VerdictAnswer.YES, []),
        ((taken(1, "R05-1"),), "M19", "R05-1", None, VerdictAnswer.DEPENDS, ["with-somebody-else"]),
        (
            (m.CardDemanded(1, 0, "R05"), m.CardDenied(0, "R05"), m.TurnPassed(0)),
            "M19",
            "R05-2",
            None,
            VerdictAnswer.DEPENDS,
            ["not-in-this-hand"],
        ),
        (
            (taken(0, "R05-1"), m.HandsSwapped(0, 1), m.TurnPassed(0)),
            "M19",
            "R05-1",
            None,
            VerdictAnswer.DEPENDS,
            ["with-somebody-else"],
        ),
        (
            (m.CardLaid(0, LEFT, Card.parse("G09-1")), taken(0, "Y06-1"), m.TurnPassed(0)),
            "M02",
            "Y06-1 G09-1",
            None,
            VerdictAnswer.NO,
            ["lies-elsewhere", "more-than-held"],
        ),
        (
            (m.TaskOpened(1, Card.parse("M19-1")),),
            "M19",
            "R05-2",
            None,
            VerdictAnswer.DEPENDS,
            ["task-elsewhere"],
        ),
        ((m.TaskOpened(0, Card.parse("M08-1")),), "M19", "R05-2", None, VerdictAnswer.YES, []),
        (
            (
                m.RoundWon(1, Card.parse("M19-1")),
                m.TaskDealt(0),
                m.TaskDealt(1),
                m.RoundBegan(2, 0),
            ),
            "M19",
            "R05-2",
            None,
            VerdictAnswer.NO,
            ["already-won"],
        ),
        (
            (),
            "M19",
            "A01-1",
            None,
            VerdictAnswer.NO,
            ["at-once-in-hand", "too-few", "not-in-this-hand"],
        ),
    ],
    ids=[
        "lies with Mac",
        "too many shown",
        "too many with the kept ones",
        "a known card held back",
        "one card too few",
        "the rest are kept actions",
        "the rest may be kept actions",
        "taken by somebody else",
        "denied",
        "swapped away",
        "laid before",
        "somebody else's murphy card",
        "another murphy card than he showed",
        "a murphy card already won",
        "an at-once card",
    ],
)
def test_what_the_table_knows(
    events: tuple[m.Event, ...],
    task: str,
    shown: str,
    kept: int | None,
    answer: VerdictAnswer,
    reasons: list[str],
) -> None:
    """Every contradiction has a reason; what is only concluded asks, what is seen refuses."""
    found = judge(table(*events), task, shown, kept)

    told = [code for code in codes(found) if code != "too-few" or "too-few" in reasons]
    expected = [code for code in reasons if answer is VerdictAnswer.DEPENDS or _refuses(code)]
    assert answer is found.answer
    assert expected == told
    for reason in found.reasons:
        assert all(words(language)(reason.text) for language in LANGUAGES)


def _refuses(code: str) -> bool:
    """A "no" drops the questions."""
    return code != "not-in-this-hand"


def test_a_hand_held_back_is_asked_for() -> None:
    """As long as cards are missing that could make it right the answer is "show the rest"."""
    found = judge(table(taken(0, "Y05-1 R01-1")), "M06", "Y05-1")

    assert (VerdictAnswer.DEPENDS, ["not-shown"]) == (found.answer, codes(found))
    assert set(cards("R01-1")) == set(found.reasons[0].cards)


@pytest.mark.parametrize(
    ("task", "shown", "against"),
    [
        ("M17", "G05-1", "forbidden-colour"),
        ("M07", "G05-1 R05-1", "wrong-colour"),
        ("M10", "R05-1 Y05-1", "colours-mixed"),
        ("M14", "R07-1 R08-1", "not-alike"),
        ("M10", "Y08-1 Y09-1 Y10-1", "too-few"),
        ("M14", "R01-1", "wrong-number"),
        ("M03", "R05-1 R07-1", "missing-value"),
        ("M01", "R01-1 R02-1 R03-1", "wrong-number"),
    ],
)
def test_a_claim_that_no_further_card_can_cure(task: str, shown: str, against: str) -> None:
    """It is a no, as without a table: nobody is asked for the rest of a hand that cannot matter."""
    found = judge(table(taken(0, f"{shown} Y11-1")), task, shown)

    assert VerdictAnswer.NO is found.answer
    assert against in codes(found)
    assert "not-shown" not in codes(found)


def _is_curable(task: str, shown: Sequence[Card]) -> bool:
    """Whether some hand of the deck with these cards in it is no *no*: every way is tried on which nothing stands that lasts, the likeliest first."""
    found = verdict(task, shown, None, EDITION)
    codes_against = {r.code for r in found.reasons if r.answer is VerdictAnswer.NO}
    if not codes_against:
        return True
    exactly = EDITION.asked[task].exactly
    if codes_against & LASTING or (exactly and len(shown) >= exactly):
        return False

    def unlikely(card: Card) -> tuple[float, ...]:
        alike = sum(card.colour == each.colour for each in shown)
        odd = sum(card.value == each.value for each in shown) % 2
        apart = min(abs(card.value - each.value) or 99 for each in shown)
        by_task = {"M08": (-card.value,), "M15": (-odd,), "M16": (-alike, apart)}
        return by_task.get(task, (-alike, card.value))

    rest = sorted(set(EDITION.numbers).difference(shown), key=unlikely)
    return any(_is_curable(task, [*shown, card]) for card in rest)


@pytest.mark.slow
@pytest.mark.parametrize("task", sorted(set(EDITION.asked) - {READS_MAC}))
def test_what_lasts_is_cured_by_no_card_and_all_else_by_some(task: str) -> None:
    """Of every murphy card: some cards are past cure for the table just where the deck has no hand with them in it that solves it."""
    chance, called = Random(task), 0
    for _ in range(25):
        few = chance.sample(EDITION.numbers, chance.randint(1, 4))
        if chance.random() < 0.5:
            same = [c for c in EDITION.numbers if c.colour == few[0].colour]
            few = chance.sample(same, len(few))
        found = verdict(task, few, None, EDITION)
        if found.answer is VerdictAnswer.NO:
            called += lasting(found, few, EDITION)
            assert _is_curable(task, few) is not lasting(found, few, EDITION), few

    # A heavier hand, and one with more pairs, can always become of it.
    assert (called > 0) == (task not in ("M08", "M15"))


def test_an_action_card_that_cannot_be_in_a_hand_is_not_offered() -> None:
    """Where every card of a hand is known, whatever was told before; a number card may have been drawn a moment ago."""
    laid = m.CardLaid(0, LEFT, Card.parse("G09-1"))
    state = table(taken(0, "R05-1"), laid, m.TurnPassed(1))

    assert {"copies": [], "elsewhere": []} == holdable(state, 0)["K01"]
    assert ["K01-1"] == holdable(state, 1)["K01"]["copies"]
    assert holdable(state, 0)["Y07"]["copies"]
    assert {"copies": [], "elsewhere": []} == holdable(replace(state, history=None), 0)["K01"]


def test_macs_task_needs_no_hand() -> None:
    """Nobody has to show his hand for Mac's row."""
    found = judge(table(taken(0, "R05-1 R01-1")), "M04", "")

    assert ["mac-mixed"] == codes(found)


def test_after_a_blind_pass_nothing_is_missing_for_sure() -> None:
    """A card that may have been passed on need not be shown; one that came may be."""
    passed = (taken(0, "R05-1 R01-1"), m.CardPassed(0, 1), m.TurnPassed(0))
    found = judge(table(*passed, sizes=(0, 2)), "M19", "R05-1")

    assert (VerdictAnswer.YES, []) == (found.answer, codes(found))


def test_what_was_shown_is_known() -> None:
    """After a wrong claim its cards are known to be in that hand."""
    refused = m.ClaimRefused(1, Card.parse("M19-1"), cards("R05-2"))
    found = judge(table(refused, m.TurnPassed(0)), "M19", "R05-2")

    assert "with-somebody-else" in codes(found)


def test_a_drawn_card_may_be_any_unseen_one() -> None:
    """Who draws may hold what he could not hold before."""
    events = (
        m.CardDemanded(1, 0, "R05"),
        m.CardDenied(0, "R05"),
        m.TurnPassed(0),
        m.CardsTaken(0, (At(DRAW), At(DRAW))),
        m.CardLaid(0, LEFT, Card.parse("G09-1")),
    )

    assert VerdictAnswer.YES is judge(table(*events), "M01", "R05-2 G11-1").answer


@pytest.mark.parametrize("name", ["classic", "newer"])
def test_states_without_a_story(name: str) -> None:
    """Where nothing is known, only the murphy card itself speaks."""
    state = start(name)
    five = Card.parse(f"{load_edition(name).at_once}05-1")

    found = judged(state, m.Claim(0, Card.parse("M19-1"), (five,)))
    assert set(codes(found)) <= {"outside-the-window"}
