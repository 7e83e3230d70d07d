"""A turn that was told is enacted: how many cards everybody has by it, as far as it was seen, said, or left open."""

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.rules.fold import evolve
from companion.games.dumm_gelaufen.tracker.replay import among_two, enacted, to_move
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from tests.games.dumm_gelaufen.staged import Box, table

DRAWN = At("draw")
Sizes = tuple[int | tuple[int, int], ...]


def after(candidate: TurnCandidate, **more: Any) -> m.State:
    """Three with 8, 9 and 10 cards of which nobody knows any, and this turn of the first."""
    state = table(8, 9, 10, mac="R1 R2 R3 R4 R5 R6", left="Y1 Y2", right="G1", **more)
    return reduce(evolve, enacted(state, candidate), state)


def played(*codes: str, player: int = 0, **more: Any) -> TurnCandidate:
    """A turn with these action cards; an at-once card was drawn."""
    cards = tuple(map(Card.parse, codes))
    drawn = (DRAWN,) if codes[0][0] == "A" else ()
    return TurnCandidate(player, **{"taken": drawn, "counted": True, "played": cards, **more})


def card(code: str) -> Card:
    return Card.parse(code)


def sizes(state: m.State) -> Sizes:
    """The count of every hand; the fewest and the most where it is a range."""
    return tuple(few if few == most else (few, most) for few, most in (h.size for h in state.hands))


@pytest.mark.parametrize(
    ("candidate", "expected"),
    [
        (played("K02-1"), ((9, 10), (7, 9), (7, 10))),
        (played("K02-1", whom=2), (10, 9, 7)),
        (played("K03-1"), (5, (9, 11), (10, 12))),
        (played("K03-1", whom=1), (5, 11, 10)),
        (played("K05-1"), (7, (9, 10), (10, 11))),
        (played("K05-1", whom=1), (7, 10, 10)),
        (played("K10-1"), ((7, 8), (8, 9), (9, 10))),
        (played("K10-1", whom=2, worked=True), (8, 9, 9)),
        (played("K10-1", whom=2, worked=False), (7, 9, 10)),
        (played("A05-1"), ((9, 10), (8, 9), (8, 10))),
        (played("A05-1", whom=1), (9, 8, 10)),
        (played("K01-1"), (7, 9, 10)),
        (played("K05-1", "A05-1", whom=1, swapped=2), (7, 10, 9)),
        (played("K05-1", "A05-1", whom=1), ((7, 9), (7, 10), (9, 10))),
        (played("K05-1", "A05-1"), ((7, 10), (7, 10), (7, 10))),
        (played("K06-1"), (9, 8, 9)),
        (played("A01-1"), (10, 8, 9)),
        (played("A01-1", refilled=(1,)), (10, 9, 9)),
        (played("A01-1", refilled=(1, 1)), (10, 10, 9)),
        (played("A04-1", counted=True), (11, 9, 10)),
        (played("A02-1"), (8, 9, 10)),
        (played("A02-1", counted=False), ((8, 9), 9, 10)),
        (played("K07-1", laid=(At("mac", card("G09-1")),)), (6, 9, 10)),
        (played("K11-1", laid=(At("open-left", card("G09-1")),) * 3), (6, 8, 9)),
        (
            played("K11-1", laid=(At("open-left", card("G09-1")),) * 2, layers=(0, 2)),
            (6, 9, 9),
        ),
        (played("K12-1", taken=(At("mac", card("R01-1")),)), (10, 9, 10)),
        (played("K02-1", player=1, whom=2), (8, 10, 8)),
    ],
    ids=lambda value: "-".join(card.face for card in getattr(value, "played", ())),
)
def test_an_action_card_leaves_everybody_so_many_cards(
    candidate: TurnCandidate, expected: Sizes
) -> None:
    """Whom it was played against nobody saw: until that is said, whatever may be is a range (rules, C)."""
    state = after(candidate)

    assert expected == sizes(state)
    assert state.after(candidate.player) == to_move(state)


@pytest.mark.parametrize(
    ("code", "expected"), [("A01-1", ((9, 10), (0, 4), 9)), ("K06-1", ((8, 9), (0, 4), 9))]
)
def test_whoever_may_have_no_card_may_have_given_none(code: str, expected: Sizes) -> None:
    """Nobody knows whether the second of three has any: the first has got one card at least, and two at most."""
    state = table(8, 9, 10, mac="R1 R2 R3 R4 R5 R6", left="Y1 Y2", right="G1")
    state = evolve(state, m.HandCounted(1, 0, 5))

    assert expected == sizes(reduce(evolve, enacted(state, played(code)), state))


@pytest.mark.parametrize(
    ("candidate", "expected"),
    [
        (
            TurnCandidate(
                0, (At("mac", card("R01-1")), At("mac", card("R02-1"))), (At("mac", card("G09-1")),)
            ),
            9,
        ),
        (TurnCandidate(0, (DRAWN,), (At("open-left", card("G09-1")), At("open-right"))), 7),
        (
            TurnCandidate(
                0, (At("mac", card("R01-1")), At("mac")), (At("mac"), At("mac", card("G09-1")))
            ),
            8,
        ),
        (
            TurnCandidate(
                0,
                (At("mac", card("R01-1")),),
                (At("open-left", card("G09-1")),),
                wrong="areas-mixed",
            ),
            8,
        ),
        (
            TurnCandidate(0, (), (At("open-left", card("G09-1")),) * 3, wrong="laid-too-many"),
            5,
        ),
        (
            TurnCandidate(
                0, (DRAWN, DRAWN), (At("open-left", card("G09-1")),), thrown=(card("K02-1"),)
            ),
            9,
        ),
        (TurnCandidate(1, (DRAWN,), (At("open-left", card("G09-1")), At("open-right"))), 8),
    ],
)
def test_an_exchange_leaves_its_player_so_many_cards(
    candidate: TurnCandidate, expected: int
) -> None:
    """Whatever the rules say of it, and whosever turn it was by what was told before: the next one's follows."""
    state = after(candidate)

    assert expected == sizes(state)[candidate.player]
    assert {8, 9, 10} > {*sizes(state)} - {expected}
    assert state.after(candidate.player) == to_move(state)


@pytest.mark.parametrize(("whom", "swapped", "by"), [(1, 2, 1), (1, None, 1), (None, None, 0)])
def test_who_drew_an_action_card_for_another_obeys_it(
    whom: int | None, swapped: int | None, by: int
) -> None:
    """K05 is Ann's; of A05 whoever has to draw for it, as far as that was said."""
    candidate = played("K05-1", "A05-1", whom=whom, swapped=swapped)

    events = enacted(table(8, 9, 10, left="Y1"), candidate)

    obeyed = [(e.player, e.card.face) for e in events if isinstance(e, m.ActionObeyed)]
    assert [(0, "K05"), (by, "A05")] == obeyed


@pytest.mark.parametrize(
    ("candidate", "whom", "swapped"),
    [
        (played("K02-1"), 1, None),
        (played("K05-1", "A05-1"), 1, 0),
        (played("K07-1"), None, None),
        (TurnCandidate(0, (DRAWN,)), None, None),
    ],
)
def test_of_two_it_is_the_other_one(
    candidate: TurnCandidate, whom: int | None, swapped: int | None
) -> None:
    """Where an action card is played against one player; among three nobody knows."""
    two, three = among_two(table(8, 9), candidate), among_two(table(8, 9, 10), candidate)

    assert (whom, swapped, candidate) == (two.whom, two.swapped, three)


def test_a_card_of_macs_that_was_laid_back_unseen_is_any_other() -> None:
    """The row is as it was but for what was seen to go and come."""
    unseen = At("mac")
    state = after(TurnCandidate(0, (At("mac", card("R01-1")), unseen), (unseen,)))

    assert {*Box("classic").cards("R2 R3 R4 R5 R6")} == {*state.mac}


def test_what_lies_there_by_a_wrong_turn_lies_there() -> None:
    """And the cards thrown away lie on the discard."""
    thrown, laid = card("K02-1"), At("open-left", card("G09-1"))
    wrong = TurnCandidate(
        0, (At("mac", card("R01-1")),), (laid,), thrown=(thrown,), wrong="areas-mixed"
    )

    state = after(wrong)

    assert (laid.card, thrown) == (state.left[0], state.actions[0])
    assert card("R01-1") not in state.mac
    assert card("R01-1") in state.hands[0].known


@pytest.mark.parametrize(
    "candidate",
    [
        TurnCandidate(0, (DRAWN,), (At("open-left", card("G09-1")), At("open-right"))),
        played("A02-1"),
    ],
    ids=["an exchange", "an at-once card"],
)
@pytest.mark.parametrize(
    ("left", "reshuffled", "expected"),
    [(0, False, (9, 10)), (1, False, 10), (0, True, 10)],
    ids=["empty", "one left", "seen to be shuffled"],
)
def test_what_was_drawn_can_have_been_drawn(
    candidate: TurnCandidate, left: int, reshuffled: bool, expected: int | tuple[int, int]
) -> None:
    """A draw pile that was empty was shuffled, and nobody saw it: the hands were told too full."""
    lying = 9
    state = table(89 - lying - 19 - left, 9, 10, mac="R1 R2 R3 R4 R5 R6", left="Y1 Y2", right="G1")
    assert (left, left) == m.draw_size(state)

    events = enacted(state, replace(candidate, reshuffled=reshuffled))

    assert expected == sizes(reduce(evolve, events, state))[2]
