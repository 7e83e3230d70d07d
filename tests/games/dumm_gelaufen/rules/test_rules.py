"""The course of a turn: exchanges, at-once cards, reshuffles, offers (rules, A3 to A7 and D)."""

from collections.abc import MutableSequence
from random import Random
from typing import Any

import pytest

from companion.errors import EditionError, IllegalMove
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card, Place
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.rules.dealing import deal, hand_sizes
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.rules.moves import lapsed, play
from companion.words import words
from tests.games.dumm_gelaufen.staged import (
    after,
    codes,
    drawn,
    from_mac,
    hand,
    held,
    in_row,
    lay,
    names,
    reasons,
    stage,
    table,
    take,
    told,
)

SEVEN = "R1 R2 R3 Y1 Y2 Y3 G1"


# Setting up -------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_deal(players: int) -> None:
    """Left of the dealer 8, the next 9...; Mac seven, one card on each pile, number cards only (rules, A2)."""
    state, _ = deal(load_edition("classic"), players, Random(players))

    assert hand_sizes(players) == tuple(hand.size[0] for hand in state.hands)
    assert (7, 1, 1) == (len(state.mac), len(state.left), len(state.right))
    assert all(card.value for card in (*state.mac, *state.left, *state.right) if card)
    assert all(card.face[0] == "K" for hand in state.hands for card in hand.kept)
    assert m.Turn(0) == state.pending


@pytest.mark.parametrize("players", [0, 1, 7])
def test_deal_refused(players: int) -> None:
    """Seven never fit: 84 cards that are not at-once ones, and 86 needed (rules, A2)."""
    with pytest.raises(EditionError):
        deal(load_edition("classic"), players, Random(0))


class Stacked(Random):
    """Chance that once leaves the main deck in an order of our own: its numbers and greens so that six empty it."""

    stacked = False

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """The worst deal for the deck that comes first, chance for all others."""
        if self.stacked:
            return super().shuffle(x)
        self.stacked = True
        actions = [card for card in x if card.is_action]
        numbers = [card for card in x if not card.is_action]
        at_once = [card for card in actions if card.face[0] == "A"]
        kept = [card for card in actions if card.face[0] == "K"]
        x[:] = [*at_once, *numbers[:63], *kept, *numbers[63:]]


def test_six_can_deal_the_pile_out() -> None:
    """What turned up and was replaced is then the draw pile, at once (rules, A2 and A7)."""
    state, events = deal(load_edition("classic"), 6, Stacked(1))

    assert (17, ()) == (len(state.draw or ()), state.actions)
    assert ["GameStarted", "CardsDealt", "DrawPileReshuffled"] == [
        type(event).__name__ for event in events[:3]
    ]


# Taking -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "one", "two"),
    [(7, False, True), (6, True, True), (2, True, True), (1, True, False), (0, False, False)],
)
def test_mac_sizes(cards: int, one: bool, two: bool) -> None:
    """At seven nobody takes one and lays two, at one nobody takes two, at none nobody takes (rules, A4)."""
    state = stage("R4 R5 R6", "Y4", mac=" ".join(SEVEN.split()[:cards]))
    taken = [move for move in legal(state) if isinstance(move, m.Take)]
    of_mac = {len(move.cards) for move in taken if move.cards[0].place == "mac"}

    assert {count for count, may in ((1, one), (2, two)) if may} == of_mac


def test_take_one_lay_two() -> None:
    """One card for two: the hand has one less, and the turn passes once nothing is claimed."""
    state = stage("R4 R5 R6", "Y4", left="G9", right="G8")
    laid = after(state, take("open-left"), lay(state, "R4", "open-right"))

    assert m.ToLay(0, "piles", 1) == laid.pending
    done = after(laid, lay(laid, "G9", "open-right"))
    assert ("R5 R6", "", "G9 R4 G8") == (hand(done, 0), codes(done.left), codes(done.right))
    assert m.MayClaim(0) == done.pending
    assert m.Turn(1) == after(done, m.Pass(0)).pending


def test_take_two_lay_one() -> None:
    """Two cards for one, both tops: an open pile may become empty and is a source no more (rules, A4)."""
    state = stage("R4", "Y4", left="G9", right="G8")
    done = after(state, take("open-left", "open-right"), lay(state, "R4", "open-left"))

    assert ("G9 G8", "R4", "") == (hand(done, 0), codes(done.left), codes(done.right))
    assert ["pile-empty"] == reasons(after(done, m.Pass(0)), take("open-right", player=1))


def test_mac_grows_and_shrinks() -> None:
    """With Mac, too, one goes for two and two for one; the row changes by exactly one."""
    state = stage("R4 R5 R6", "Y4", mac="G1 G2 G3")
    grown = after(state, from_mac(state, "G2"), *(lay(state, f, "mac") for f in ("R4", "R5")))
    shrunk = after(state, from_mac(state, "G1 G3"), lay(state, "R4", "mac"))

    assert "G1 G3 R4 R5" == codes(grown.mac)
    assert "G2 R4" == codes(shrunk.mac)


def test_a_card_just_taken_may_be_laid() -> None:
    """What was taken a moment ago may be laid at once (rules, A4)."""
    state = stage("R4", "Y4", left="G9 G8", right="R1")
    done = after(state, take("open-left", "open-left"))

    assert "G9 R1" == codes(after(done, lay(done, "G9", "open-right")).right)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (m.Take(0, ()), ["nothing-taken"]),
        (take("draw", "draw", "draw"), ["took-too-many"]),
        (take("draw", "open-left"), ["sources-mixed"]),
        (take("open-right", "open-right"), ["pile-empty"]),
        (take("actions"), ["not-a-source"]),
        (m.Take(0, (At("open-left", Card.parse("G08-1")),)), ["below-the-top"]),
        (m.Take(0, (At("mac", Card.parse("R01-1")),)), ["mac-over-seven"]),
        (m.Take(0, (At("mac"), At("mac", Card.parse("R01-1")))), ["card-unnamed"]),
        (m.Take(0, (At("mac", Card.parse("R11-1")),) * 2), ["not-with-mac"] * 2),
        (m.Take(0, (At("mac", Card.parse("R01-1")),) * 2), ["same-card-twice"]),
        (m.Take(0, (At("draw", Card.parse("R11-1")),)), ["card-unseen"]),
        (m.Take(0, (At("mac", Card.parse("R01-1")), At("draw"))), ["areas-mixed", "sources-mixed"]),
        (take("open-left", player=1), ["not-your-turn"]),
        (take("open-left", player=7), ["no-such-player"]),
        (m.Pass(0), ["no-pass"]),
        (m.Lay(0, "open-left", Card.parse("R04-1")), ["take-first"]),
        (m.DecideClaim(accept=True), ["not-now"]),
    ],
)
def test_illegal_takes(move: m.Take, expected: list[str]) -> None:
    """A refusal names every reason."""
    state = stage("R4 R5 R6", "Y4 Y5", mac=SEVEN, left="G9 G8", right="G7")

    assert expected == reasons(state, move)


def test_every_reason_at_once() -> None:
    """Not one's turn, too many, mixed, and one of them not there: all of it is said."""
    state = stage("R4", "Y4", mac="R1", left="G9")
    move = m.Take(1, (At("mac", Card.parse("R02-1")), At("draw"), At("open-right")))
    expected = [
        "not-your-turn",
        "areas-mixed",
        "not-with-mac",
        "sources-mixed",
        "pile-empty",
        "took-too-many",
    ]

    assert expected == reasons(state, move)


def test_mixing_sources_as_ruled() -> None:
    """Where a table rules so, one take of two may be one unseen card and one open one (rules, A4)."""
    state = stage("R4", "Y4", left="G9", draw="Y7", allow_mix_draw_and_open=True)

    assert "R4 Y7 G9" == hand(after(state, take("draw", "open-left")), 0)


@pytest.mark.parametrize(
    ("face", "place", "expected"),
    [
        ("R4", "mac", ["areas-mixed"]),
        ("K5", "open-left", ["action-on-pile"]),
        ("K5", "actions", ["not-in-an-exchange"]),
        ("R4", "actions", ["number-on-actions"]),
        ("R4", "draw", ["not-a-target"]),
    ],
)
def test_illegal_lays(face: str, place: Place, expected: list[str]) -> None:
    """Take and lay in the same area, number cards only (rules, A4)."""
    state = after(stage("R4 R5 K5", "Y4", left="G9", mac="R1"), take("open-left"))

    assert expected == reasons(state, m.Lay(0, place, held(state, 0, face)))


@pytest.mark.parametrize(
    ("code", "expected"),
    [("K05-1", ["not-in-an-exchange"]), ("A03-1", ["not-drawn"]), ("M01-1", ["not-an-action"])],
)
def test_playing_in_the_middle_of_an_exchange(code: str, expected: list[str]) -> None:
    """A keep card waits for a turn of its own; only an at-once card has to have been drawn (rules, A3)."""
    state = after(stage("R4 R5 K5", "Y4", left="G9", mac="R1"), take("open-left"))

    assert expected == reasons(state, m.PlayAction(0, Card.parse(code)))


def test_all_taking_comes_before_all_laying() -> None:
    """Nobody lays before he has taken, and nobody takes again after that (rules, A4)."""
    state = stage("R4 R5 R6", "Y4", left="G9", mac="R1 R2")
    taken = after(state, take("open-left"))

    assert ["take-first"] == reasons(state, lay(state, "R4", "open-left"))
    assert ["lay-now"] == reasons(taken, drawn(1))
    laid = after(taken, lay(taken, "R4", "open-left"))
    assert ["lay-now"] == reasons(laid, from_mac(laid, "R1"))


def test_laying_what_one_does_not_hold() -> None:
    """A card must be in the hand, and it is named."""
    state = after(stage("R4 R5", "Y4", left="G9"), take("open-left"))

    assert ["not-in-hand"] == reasons(state, m.Lay(0, "open-left", Card.parse("Y04-1")))
    assert ["card-unnamed"] == reasons(state, m.Lay(0, "open-left"))


# At-once cards and what is thrown away ---------------------------------------------


def test_at_once_ends_the_turn() -> None:
    """An at-once card is obeyed, nothing is laid, what else was drawn stays (rules, A6)."""
    state = stage("R4 R5", "Y4", draw="A3 G9", left="R9", right="R8")
    events = told(state, drawn(2))

    assert ["CardsTaken", "AtOnceCardShown", "TaskOpened", "ActionObeyed", "TurnPassed"] == names(
        events
    )
    done = after(state, drawn(2))
    assert ("R4 R5 G9", "A3") == (hand(done, 0), codes(done.actions))
    assert m.Turn(1) == done.pending


def test_two_at_once_cards() -> None:
    """Two drawn: both are obeyed, in the drawer's order, and the turn is over (rules, A6)."""
    state = after(stage("R4 R5", "Y4", draw="A3 A2"), drawn(2))
    assert m.ToShow(0) == state.pending
    assert {m.PlayAction(0, Card.parse("A03-1")), m.PlayAction(0, Card.parse("A02-1"))} == {
        move for move in legal(state) if isinstance(move, m.PlayAction)
    }

    done = after(state, m.PlayAction(0, Card.parse("A02-1")))
    assert "A3 A2" == codes(done.actions)
    assert m.Turn(1) == done.pending


def test_the_second_at_once_card_stays_with_its_drawer() -> None:
    """A05 swaps hands, not the at-once card that its drawer has still to obey (rules, C)."""
    state = after(stage("R4 R5", "Y4", draw="A5 A4 G1 G2 G3"), drawn(2))
    swapped = after(state, m.PlayAction(0, Card.parse("A05-1")), m.Choose(0, 1))

    assert ("Y4 G1 G2 G3", "R4 R5") == (hand(swapped, 0), hand(swapped, 1))


@pytest.mark.parametrize(
    ("held_cards", "draw", "count", "expected", "thrown"),
    [
        ("R4", "K5 K6 G8 G9", 2, "R4 G8 G9", "K6 K5"),
        ("R4", "A1 K6 G8 G9", 2, "R4 G8 G9", "K6 A1"),
        ("R4", "A1 A2 K5 K6 G8 G9", 2, "R4 G8 G9", "K6 K5 A2 A1"),
        ("", "K5 A2 G8 G9", 2, "G8 G9", "A2 K5"),
        ("R4", "K5 G8", 1, "R4 G8", "K5"),
        ("R4 R5", "K5 G8", 1, "R4 R5 K5", ""),
        ("R4", "K5 G8", 2, "R4 G8 K5", ""),
        ("", "K5 G8 G9", 2, "G8 K5", ""),
    ],
    ids=["a", "a-with-at-once", "a-twice", "b", "c", "not-c", "not-a", "not-b"],
)
def test_thrown_away_unused(
    held_cards: str, draw: str, count: int, expected: str, thrown: str
) -> None:
    """Actions just drawn that leave nothing to lay go unused and are replaced (rules, A5)."""
    state = after(stage(held_cards, "Y4", draw=draw), drawn(count))

    assert sorted(expected.split()) == sorted(hand(state, 0).split())
    assert thrown == codes(state.actions)
    assert m.ToLay(0, "piles", 3 - count) == state.pending


def test_a_replacement_is_obeyed() -> None:
    """An at-once card among the replacements is obeyed where no case applies to it (rules, A5)."""
    state = stage("R4", "Y4", draw="K5 A3")

    assert [
        "CardsTaken",
        "CardsThrownAway",
        "CardsTaken",
        "AtOnceCardShown",
        "TaskOpened",
        "ActionObeyed",
        "TurnPassed",
    ] == names(told(state, drawn(1)))


def test_thrown_away_only_where_ruled() -> None:
    """Without the rule a kept action stays in the hand."""
    state = after(stage("R4 R5", "Y4", draw="K5 K6", bin_rule="off"), drawn(2))

    assert "R4 R5 K5 K6" == hand(state, 0)


def test_actions_do_not_go_round_for_ever() -> None:
    """Where no number card is to be had any more nothing is thrown away (rules, A7)."""
    state = stage("R4", "Y4", draw="K5 K6", actions="K7 K8", deep=False)
    done = after(state, drawn(2))

    assert "R4 K5 K6" == hand(done, 0)
    assert m.ToLay(0, "piles", 1) == done.pending


def test_nothing_left_to_lay() -> None:
    """Who owes a card and can have none has his turn over."""
    state = stage("", "Y4", draw="K5 K6", deep=False)

    assert ["CardsTaken", "TurnPassed"] == names(told(state, drawn(2)))


def test_without_a_number_card_one_takes_two() -> None:
    """Somebody with no number card at all has to take two (rules, A5)."""
    state = stage("K5", "Y4", left="G9 G8", mac="R1 R2")

    for move in (drawn(1), take("open-left"), from_mac(state, "R1")):
        assert ["cannot-pay"] == reasons(state, move)
    assert "G9 G8 K5" == hand(after(state, take("open-left", "open-left")), 0)


# The draw pile runs dry --------------------------------------------------------------


def test_reshuffled_within_a_draw() -> None:
    """Discard and piles but for their tops become the new draw pile, in the middle of a draw (rules, A7)."""
    state = stage("R4", "Y4", draw="G9", left="R1 R2", right="Y1 Y2", actions="K5", deep=False)
    done = after(state, drawn(2))

    assert "G9" in hand(done, 0)
    assert ("R1", "Y1", "") == (codes(done.left), codes(done.right), codes(done.actions))
    everything = {"R4", "G9", "R2", "Y2", "K5"}
    assert everything == {*hand(done, 0).split(), *codes(done.draw or ()).split()}


def test_reshuffled_as_soon_as_it_is_dry() -> None:
    """The moment the last card is drawn counts, not the next draw."""
    state = stage("R4 R5", "Y4", draw="G9", left="R1 R2", deep=False)

    assert ["CardsTaken", "DrawPileReshuffled"] == names(told(state, drawn(1)))


def test_nothing_to_reshuffle() -> None:
    """A draw pile that cannot be renewed is no source."""
    state = stage("R4 R5", "Y4", left="R1", right="Y1", deep=False)

    assert ["pile-empty"] == reasons(state, drawn(1))


def test_a_draw_from_a_dry_pile() -> None:
    """Where no draw pile lies, however that came, a draw takes from the reshuffled discard (rules, A7)."""
    state = stage("R4 R5", "Y4", left="R1", right="Y1", actions="K5 K6 A1", deep=False)
    events = told(state, drawn(1))

    assert "DrawPileReshuffled" == names(events)[0]
    assert "CardsTaken" == names(events)[1]


# Offers, and the newer edition -------------------------------------------------------


def test_an_offer_lapses() -> None:
    """The next player's move says that nothing was claimed."""
    state = stage("R4 R5 R6", "Y4", left="R9 R8", right="R7")
    state = after(state, take("open-left", "open-left"), lay(state, "R4", "open-left"))

    assert m.Turn(1) == (lapsed(state) or state).pending
    assert m.ToLay(1, "piles", 1) == after(state, drawn(2, player=1)).pending
    assert lapsed(after(state, m.Pass(0))) is None


def test_newer_replenishes_at_any_time() -> None:
    """In the newer edition somebody with one number card or none may draw until he has two (rules, D)."""
    state = stage("Y7 Y8", "Y4 Y5", left="G9", draw="K5 G1", edition="newer")
    short = after(state, take("open-left"), *(lay(state, f, "open-left") for f in ("Y7", "Y8")))

    assert m.Short((0,), exchange=True) == short.pending
    assert m.MayClaim(0) == after(short, m.Pass(0)).pending
    once = after(short, drawn(1))
    assert ("G9 K5", m.Short((0,), exchange=True)) == (hand(once, 0), once.pending)
    assert ("G9 G1 K5", m.MayClaim(0)) == (
        hand(after(once, drawn(1)), 0),
        after(once, drawn(1)).pending,
    )


def test_newer_draws_before_laying() -> None:
    """Who could not lay what he owes has to draw first; nothing is thrown away there (rules, D)."""
    state = stage("Y7", "Y4 Y5", left="G9", draw="K5 G1 B3", edition="newer")
    owing = after(state, drawn(1))

    assert ("Y7 K5", m.ToLay(0, "piles", 2)) == (hand(owing, 0), owing.pending)
    assert ["must-replenish"] == reasons(owing, lay(owing, "Y7", "open-left"))
    assert "Y7 G1 K5" == hand(after(owing, drawn(1)), 0)


def test_newer_obeys_what_replenishing_brings() -> None:
    """An at-once card that comes up is obeyed whenever it is drawn, and the turn is over (rules, D)."""
    state = stage("Y7", "Y4 Y5", left="G9", draw="K5 A3", edition="newer")
    done = after(state, drawn(1), drawn(1))

    assert "A3" == codes(done.actions)
    assert frozenset((0,)) == done.murphys.opened


def test_nothing_is_known_that_is_not_seen() -> None:
    """At a real table hands are unseen, so moves are patterns: None is any card that may be there."""
    state = table(8, 9, mac=SEVEN, left="G9", right="G8")
    laying = after(state, drawn(2))

    assert {m.Lay(0, "open-left"), m.Lay(0, "open-right")} <= set(legal(laying))
    assert ["not-in-hand"] == reasons(laying, m.Lay(0, "open-left", in_row(laying, "R1")))
    assert m.MayClaim(0) == after(laying, m.Lay(0, "open-left", Card.parse("Y11-2"))).pending


# Words ----------------------------------------------------------------------------


def test_refusals_can_be_worded() -> None:
    """The sentences' gaps are those that the refusals fill."""
    state = stage("R4", "Y4", mac="R1", left="G9")
    move = m.Take(1, (At("mac", Card.parse("R02-1")), At("draw"), At("open-right")))
    with pytest.raises(IllegalMove) as refusal:
        play(state, move, Random(1))

    assert all(words("en")(reason) for reason in refusal.value.reasons)
