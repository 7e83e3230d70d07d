"""A turn under way, by what was taken, what was laid and how many lie with Mac: whether it is whole, beyond saving, and what it was if it is over."""

from math import inf

import pytest

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import DRAW, LEFT, MAC, RIGHT, At, Card, Place
from companion.games.dumm_gelaufen.tracker.likelihoods import (
    ASTRAY,
    ODD_TOO,
    RESTED,
    WRONG,
    TablePrior,
)
from companion.games.dumm_gelaufen.tracker.turn_candidates import PartialTurn, Trouble
from companion.games.dumm_gelaufen.tracker.turn_transitions import (
    closings,
    due,
    early,
    hopeless,
    whole,
    wrong,
)

HANDS = TablePrior(hands=True)
PLACES: dict[str, Place] = {"m": MAC, "l": LEFT, "r": RIGHT}
RED = [Card.parse(f"R{value:02}-1") for value in range(1, 12)]
GREEN = [Card.parse(f"G{value:02}-1") for value in range(1, 12)]
ROW: m.Pile = tuple(Card.parse(f"Y{value:02}-1") for value in range(1, 12))


def turn(taken: str, laid: str, drew: int = 0, visits: int | None = None) -> PartialTurn:
    """Cards taken and laid at these places, each read and by a hand of its own; ``?`` behind a place is one that nobody read."""
    takes, lays = _cards(taken, RED), _cards(laid, GREEN)
    hands = len(takes) + len(lays) if visits is None else visits
    return PartialTurn(0, taken=takes, laid=lays, drew=drew, visits=hands)


def _cards(text: str, cards: list[Card]) -> tuple[At, ...]:
    pairs = zip(text.split(), cards, strict=False)
    return tuple(At(PLACES[at[0]], None if at.endswith("?") else card) for at, card in pairs)


@pytest.mark.parametrize(
    ("taken", "laid", "row", "is_whole", "is_early", "is_hopeless"),
    [
        ("", "", 7, False, False, False),
        ("m m", "m", 6, True, False, False),
        ("m", "m m", 7, True, False, False),
        ("m", "m m", 8, False, False, True),
        ("m", "m m?", 7, False, False, False),
        ("m", "m", 6, False, False, False),
        ("m", "m", 7, False, True, True),
        ("", "m", 6, False, False, False),
        ("", "m", 7, False, True, False),
        ("", "m", 8, False, True, True),
        ("m", "", 7, False, False, False),
        ("m m", "", 5, False, False, False),
        ("m m m", "", 4, False, False, True),
        ("m m", "m m", 7, False, False, True),
        ("", "m m m", 7, False, False, True),
        ("m", "l", 6, False, False, True),
        ("l", "m", 7, False, False, True),
        ("l", "r", 7, False, False, False),
        ("", "l", 7, False, False, False),
        ("l", "", 7, False, False, False),
        ("l r", "l", 7, True, False, False),
        ("l", "l r", 7, True, False, False),
        ("", "l r", 7, True, False, False),
        ("", "l l?", 7, False, False, False),
        ("", "l l r", 7, False, False, True),
        ("l l r", "", 7, False, False, True),
        ("l l", "r r", 7, False, False, True),
    ],
)
def test_what_may_still_come(
    taken: str, laid: str, row: int, is_whole: bool, is_early: bool, is_hopeless: bool
) -> None:
    """Two for one, or one for two, in one area, and never more than seven with Mac (rules, A4)."""
    under_way, mac = turn(taken, laid), ROW[:row]

    assert (is_whole, is_early, is_hopeless) == (
        whole(under_way, mac, 3),
        early(under_way, mac),
        hopeless(under_way, mac),
    )


@pytest.mark.parametrize(
    ("taken", "laid", "row", "reason"),
    [
        ("m", "l", 6, "areas-mixed"),
        ("l", "m", 8, "areas-mixed"),
        ("", "m m", 8, "mac-over-seven"),
        ("l", "", 8, "mac-over-seven"),
        ("m m", "", 5, "nothing-laid"),
        ("l l r", "", 7, "took-too-many"),
        ("l", "r", 7, "one-for-one"),
        ("m m", "m m", 7, "one-for-one"),
        ("l l r", "l", 7, "took-too-many"),
        ("l", "l r r", 7, "laid-too-many"),
        ("", "l r r", 7, "laid-too-many"),
    ],
)
def test_what_the_rules_have_against_it(taken: str, laid: str, row: int, reason: Trouble) -> None:
    """One reason, the one that says best how to undo it (rules, E6)."""
    assert reason == wrong(turn(taken, laid), ROW[:row])


@pytest.mark.parametrize(
    ("kept", "is_dug"),
    [(At(LEFT, RED[2]), True), (At(RIGHT, RED[2]), False), (At(MAC, RED[2]), False), (None, False)],
    ids=["from below", "elsewhere", "of Mac's", "nothing"],
)
def test_who_lifts_two_and_keeps_the_third_has_dug(kept: At | None, is_dug: bool) -> None:
    """Cards are taken from the top (rules, A4); one that is put back alone was a second thought."""
    lifted = At(LEFT, RED[0]), At(LEFT, RED[1])
    taken = (*lifted, kept) if kept else lifted
    dug = PartialTurn(0, taken=taken, laid=lifted)
    one = PartialTurn(0, taken=taken, laid=lifted[:1])

    assert is_dug is (wrong(dug, ROW[:5]) == "below-the-top")
    assert wrong(one, ROW[:5]) != "below-the-top"


SEEN, EITHER = HANDS.reaches(1, 1), HANDS.reaches(1, 2)
UNSEEN, BOTH = HANDS.reaches(0, 1), HANDS.reaches(0, 2)
RELAID = HANDS.relays(0)


@pytest.mark.parametrize(
    ("under_way", "row", "legal"),
    [
        (turn("m m", "m"), 6, [(0, 0, 0.0)]),
        (turn("m m", "m", drew=1), 6, [(0, 0, RESTED)]),
        (turn("m", "m m"), 8, []),
        (turn("m", ""), 6, [(0, 1, RELAID)]),
        (turn("m", ""), 1, [(0, 1, RELAID)]),
        (turn("m", ""), 0, []),
        (turn("", "m"), 7, [(0, 1, RELAID)]),
        (turn("", "m"), 2, [(0, 1, RELAID)]),
        (turn("", "m"), 1, []),
        (turn("m", "m"), 6, []),
        (turn("l r", "l"), 7, [(0, 0, 0.0)]),
        (turn("l", "l r", drew=1), 7, [(0, 0, RESTED)]),
        (turn("", "l r", drew=1), 7, [(1, 0, SEEN)]),
        (turn("", "l r"), 7, [(1, 0, UNSEEN)]),
        (turn("", "l", drew=1), 7, [(2, 0, EITHER)]),
        (turn("", "l"), 7, [(2, 0, BOTH)]),
        (turn("l", ""), 7, [(0, 1, RELAID)]),
        (turn("l", "", drew=1), 7, [(0, 1, RELAID + RESTED)]),
        (turn("l", "r"), 7, []),
        (turn("", "l l r"), 7, []),
        (turn("m", "l"), 6, []),
    ],
)
def test_how_a_turn_is_completed_by_the_rules(
    under_way: PartialTurn, row: int, legal: list[tuple[int, int, float]]
) -> None:
    """So many cards drawn, so many taken and laid back unseen, and how likely that is."""
    found = [
        (turn.drawn, turn.laid.count(At(MAC)) + turn.laid.count(At(LEFT)), score)
        for turn, score in closings(under_way, ROW[:row], HANDS)
        if turn.wrong is None
    ]

    assert [each[:2] for each in legal] == [each[:2] for each in found]
    assert [each[2] for each in legal] == pytest.approx([each[2] for each in found])


@pytest.mark.parametrize(
    ("under_way", "row", "score"),
    [
        (turn("m m", "m"), 6, -inf),
        (turn("l", "r"), 7, ASTRAY),
        (turn("l", "r", drew=1), 7, WRONG + RESTED),
        (turn("l", "r", visits=1), 7, WRONG),
        (turn("l", "r?"), 7, WRONG),
        (turn("m", "m"), 6, WRONG),
        (turn("m", "m"), 7, WRONG),
        (turn("m", "m m"), 8, WRONG - ODD_TOO),
        (turn("m", "l", drew=1), 7, WRONG - ODD_TOO),
        (turn("", "l l r", drew=1), 7, WRONG - ODD_TOO),
        (turn("l", ""), 7, WRONG),
    ],
)
def test_how_likely_a_turn_was_wrong(under_way: PartialTurn, row: int, score: float) -> None:
    """One card for one at the piles is what people do; what only undoing helps was weighed when it came to that."""
    found = [s for turn, s in closings(under_way, ROW[:row], HANDS) if turn.wrong is not None]

    assert max(found, default=-inf) == pytest.approx(score)


@pytest.mark.parametrize(
    ("under_way", "least"),
    [
        (turn("", ""), 0.0),
        (turn("l", ""), 0.0),
        (turn("m", "m", drew=1), RESTED),
        (turn("", "m"), RELAID),
        (turn("", "l", drew=2), 0.0),
        (turn("", "l r"), UNSEEN),
    ],
)
def test_what_it_costs_at_least_to_be_over(under_way: PartialTurn, least: float) -> None:
    """What was laid for nothing was drawn, or laid back."""
    assert due(under_way, HANDS) == pytest.approx(least)


@pytest.mark.parametrize(
    ("played", "drew", "least", "drawn"),
    [
        ("A01-1", 1, SEEN, 1),
        ("A01-1", 2, HANDS.reaches(2, 2), 2),
        ("A01-1 A02-1", 1, EITHER, 2),
        ("K02-1", 1, RESTED, 0),
        ("K02-1", 0, 0.0, 0),
    ],
)
def test_an_at_once_card_was_drawn(played: str, drew: int, least: float, drawn: int) -> None:
    """Two of them, or two hands, are two cards; for a kept one nobody draws."""
    under_way = PartialTurn(0, played=tuple(map(Card.parse, played.split())), drew=drew)

    ((candidate, _),) = closings(under_way, ROW[:7], HANDS)

    assert (drawn, 0) == (candidate.drawn, candidate.taken.count(At(DRAW)) - drawn)
    assert due(under_way, HANDS) == pytest.approx(least)
