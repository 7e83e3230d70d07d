"""The 17 action cards, each with its edge cases (rules, C)."""

from dataclasses import replace
from typing import Any

import pytest

import companion
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card, Place
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.words import words
from tests.games.dumm_gelaufen.staged import (
    after,
    codes,
    drawn,
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


def card(face: str) -> Card:
    return Card.parse(f"{face}-1")


def with_unseen(state: m.State, unseen: int) -> m.State:
    """The same with so many cards more in the first hand that nobody has seen."""
    first, *others = state.hands
    more = replace(first, fewest=unseen, most=unseen)
    return replace(state, hands=(more, *others))


def play(face: str, player: int = 0) -> m.PlayAction:
    return m.PlayAction(player, card(face))


def choices(state: m.State) -> set[m.Move]:
    """What may be answered, claims aside."""
    return {move for move in legal(state) if not isinstance(move, m.Claim)}


# At once --------------------------------------------------------------------------


def test_a01_takes_from_everybody() -> None:
    """A01: one card from each other player, blindly; empty hands are skipped."""
    state = stage("R4 R5", "Y4 K1", "", "G7", draw="A1", left="R9 R8")
    done = after(state, drawn(1))

    assert [4, 1, 0, 0] == [hand.size[0] for hand in done.hands]
    assert "G7" in hand(done, 0)


def test_a01_leaves_somebody_short() -> None:
    """A01: a victim without a number card may draw until he has one (rules, A6)."""
    state = stage("R4 R5", "Y4 Y5", "G7", draw="A1 K2 A2 G1", left="R9")
    short = after(state, drawn(1))
    assert m.Short((2,)) == short.pending

    assert m.Turn(1) == after(short, m.Pass(2)).pending
    once = after(short, drawn(1, player=2))
    assert ("K2", m.Short((2,))) == (hand(once, 2), once.pending)
    twice = after(once, drawn(1, player=2))
    assert "A2 A1" == codes(twice.actions)
    thrice = after(twice, drawn(1, player=2))
    assert ("G1 K2", m.Turn(1)) == (hand(thrice, 2), thrice.pending)


def test_a01_in_the_open() -> None:
    """A01, where it is not blind: the player looks and picks."""
    state = after(stage("R4", "Y4 Y5", "G7", draw="A1", a01_blind=False), drawn(2))
    assert {m.Choose(0, 1, (c,)) for c in state.hands[1].numbers} | {
        m.Choose(0, 2, state.hands[2].numbers)
    } == choices(state)

    done = after(state, m.Choose(0, 1, (held(state, 1, "Y5"),)))
    assert {m.Choose(0, 2, (held(state, 2, "G7"),))} == choices(done)


def test_a02_new_task() -> None:
    """A02: a new murphy card first, then the old one is returned."""
    state = stage("R4 R5", "Y4", draw="A2", tasks="M10 M11")
    done = after(state, drawn(1))

    assert (state.murphys.stack or ())[0] is done.murphys.held[0]
    assert "M10" == codes(done.murphys.returned)


@pytest.mark.parametrize(("returned", "got"), [("M12", "M12"), ("", "M10")])
def test_a02_empty_stack(returned: str, got: str) -> None:
    """A02: an empty stack is renewed from what was returned; with nothing there nothing happens."""
    state = stage("R4 R5", "Y4", draw="A2", tasks="M10 M11")
    back = (Card.parse("M12-1"),) if returned else ()
    state = replace(state, murphys=replace(state.murphys, stack=(), returned=back))

    assert got == codes(after(state, drawn(1)).murphys.held[:1])


def test_a02_closes_an_open_task() -> None:
    """A02: the new card is hidden even when the old one lay open."""
    state = stage("R4 R5", "Y4", draw="A2")
    state = replace(state, murphys=replace(state.murphys, opened=frozenset((0,))))

    assert frozenset() == after(state, drawn(1)).murphys.opened


def test_a03_opens_the_task() -> None:
    """A03: the murphy card lies open; a second time nothing happens."""
    state = after(stage("R4 R5", "Y4", draw="A3"), drawn(1))
    assert frozenset((0,)) == state.murphys.opened

    again = replace(stage("R4 R5", "Y4", draw="A3"), murphys=state.murphys)
    assert "TaskOpened" not in names(told(again, drawn(1)))


def test_a04_draws_three() -> None:
    """A04: three cards; an at-once card among them is obeyed afterwards."""
    state = stage("R4 R5", "Y4", draw="A4 G1 A3 G2 G3")
    events = told(state, drawn(1))

    assert [
        "CardsTaken",
        "AtOnceCardShown",
        "CardsTaken",
        "ActionObeyed",
        "AtOnceCardShown",
        "TaskOpened",
        "ActionObeyed",
        "TurnPassed",
    ] == names(events)
    assert "R4 R5 G1 G2" == hand(after(state, drawn(1)), 0)


def test_a04_unused_where_ruled() -> None:
    """A04, where at-once cards from effects go unused."""
    state = stage("R4 R5", "Y4", draw="A4 G1 A3 G2", at_once_from_effects="bin")
    done = after(state, drawn(1))

    assert ("R4 R5 G1 G2", "A3 A4") == (hand(done, 0), codes(done.actions))


def test_a04_with_too_few_cards() -> None:
    """A04: as many as there are, the reshuffled ones included (rules, A7)."""
    state = stage("R4 R5", "Y4", draw="A4 G1", left="R1 R2", deep=False)
    done = after(state, drawn(1))

    assert {"R4", "R5", "G1", "R2"} < {*hand(done, 0).split(), "A4"}


def test_two_at_once_cards_and_a_third() -> None:
    """What A04 brings while another one waits is obeyed, too, in the drawer's order."""
    state = stage("R4 R5", "Y4", draw="A4 A3 G1 A2 G2")
    state = after(state, drawn(2), play("A04"))

    assert m.ToShow(0) == state.pending
    done = after(state, play("A02"))
    assert "A3 A2 A4" == codes(done.actions)
    assert m.Turn(1) == done.pending


@pytest.mark.parametrize("face", ["A05", "K02"])
def test_everything_is_swapped(face: str) -> None:
    """A05, K02: hands and murphy cards change places, won ones don't; an open card stays open."""
    draw = "A5 G9" if face == "A05" else ""
    state = stage("R4 K2", "Y4 Y5", "G1", draw=draw, tasks="M10 M11 M12")
    won = (state.murphys.won[0], (Card.parse("M01-1"),), ())
    state = replace(state, murphys=replace(state.murphys, opened=frozenset((0,)), won=won))
    begun = after(state, drawn(2) if face == "A05" else play(face))
    assert {m.Choose(0, 1), m.Choose(0, 2)} == choices(begun)

    done = after(begun, m.Choose(0, 1))
    assert "Y4 Y5" == hand(done, 0)
    assert hand(begun, 0) == hand(done, 1)
    assert "M11 M10 M12" == codes(done.murphys.held)
    assert (frozenset((1,)), won) == (done.murphys.opened, done.murphys.won)


def test_a_swap_leaves_somebody_short() -> None:
    """K02: whoever is left without a number card may replenish."""
    state = after(stage("K2 K3", "Y4", draw="G1"), play("K02"), m.Choose(0, 1))

    assert m.Short((1,)) == state.pending


# Kept -----------------------------------------------------------------------------


def test_a_kept_action_takes_the_turn() -> None:
    """It is played instead of an exchange and goes to the discard; no claim after it (rules, A3, A8)."""
    state = stage("R4 K1", "Y4", actions="A1")
    done = after(state, play("K01"), m.Choose(0, 1))

    assert ("R4", "K1 A1", m.Turn(1)) == (hand(done, 0), codes(done.actions), done.pending)


def test_claim_after_an_action_where_ruled() -> None:
    """Where claims are for the whole turn one may follow an action, too (rules, A8)."""
    state = stage("R4 K1", "Y4", claim_window="own_turn")

    assert m.MayClaim(0) == after(state, play("K01"), m.Choose(0, 1)).pending


@pytest.mark.parametrize(
    ("face", "expected"),
    [("K2", ["not-in-hand"]), ("A1", ["not-drawn"]), ("R4", ["not-an-action"])],
)
def test_what_cannot_be_played(face: str, expected: list[str]) -> None:
    """One plays a kept action out of the hand, nothing else."""
    state = stage("K1", "Y4", left="R9")
    move = m.PlayAction(0, next(c for c in state.edition.cards if c.face == f"{face[0]}0{face[1]}"))

    assert expected == reasons(state, move)


@pytest.mark.parametrize(
    ("own", "other", "rest"),
    [
        ("K4", "G1", {}),
        ("K5 R4", "G1", {"deep": False}),
        ("K6 R4", "", {}),
        ("K7 R4", "G1", {"mac": "Y1 Y2 Y3 Y4 Y5 Y6 Y7"}),
        ("K7", "G1", {}),
        ("K9", "G1", {}),
        ("K11", "", {}),
        ("K12 R4", "G1", {"deep": False}),
    ],
)
def test_without_effect(own: str, other: str, rest: dict[str, Any]) -> None:
    """An action that could do nothing is not played (rules, C)."""
    state = stage(own, other, **rest)
    played = m.PlayAction(0, state.hands[0].kept[0])

    assert ["no-effect"] == reasons(state, played)
    assert played not in legal(state)


@pytest.mark.parametrize(
    ("hand", "card", "may"),
    [
        ("?", "K07", False),
        ("?2", "K07", True),
        ("K7,?", "K07", True),
        ("?", "K09", False),
        ("R4,?", "K09", True),
        ("?", "K11", False),
        ("R4,Y5,?", "K03", False),
        ("R4,?2", "K03", True),
        ("K3,R4,?", "K03", True),
        ("K3,K5,?", "K03", False),
    ],
)
def test_an_unseen_card_that_is_played_is_no_number_card(hand: str, card: str, may: bool) -> None:
    """Of a hand that nobody sees the card played is one: what is left may have the effect, or not (rules, C)."""
    table = companion.game("dumm-gelaufen").position(f"hands=[[{hand}],[]]")

    assert may == (f"0 play {card}" in map(str, table.legal()))


@pytest.mark.parametrize("own", ["K3 R4 Y5", "K3 R4", "K8 R4 R5 R6 R7 G1", "K8"])
def test_a_card_that_names_what_it_takes(own: str) -> None:
    """A pair, or five of one colour, is not obeyed in part: without it the card is not played (rules, C)."""
    state = stage(own, "G2")
    played = m.PlayAction(0, state.hands[0].kept[0])

    assert ["cards-missing"] == reasons(state, played)
    assert played not in legal(state)


def test_k01_swaps_tasks() -> None:
    """K01: murphy cards only; where a table rules so an open one is closed again."""
    state = stage("R4 K1", "Y4", tasks="M10 M11")
    opened = replace(state, murphys=replace(state.murphys, opened=frozenset((1,))))
    done = after(opened, play("K01"), m.Choose(0, 1))
    assert ("M11 M10", frozenset((0,))) == (codes(done.murphys.held), done.murphys.opened)

    ruled = replace(opened, rulings=replace(state.rulings, murphy_open_travels=False))
    assert frozenset() == after(ruled, play("K01"), m.Choose(0, 1)).murphys.opened


@pytest.mark.parametrize(
    ("ruling", "pairs"), [("or", {"R4 R5", "R4 Y4", "R4 R4", "R5 R4", "Y4 R4"}), ("and", {"R4 R4"})]
)
def test_k03_gives_a_pair(ruling: str, pairs: set[str]) -> None:
    """K03: two number cards of one colour or one value, or of both where ruled so."""
    state = after(stage("R4 R5 Y4 R4 K3", "G1", k03=ruling), play("K03"))
    offered = {codes(move.cards) for move in choices(state) if isinstance(move, m.Choose)}
    assert pairs >= offered
    assert offered

    move = next(iter(choices(state)))
    assert isinstance(move, m.Choose)
    assert f"G1 {codes(move.cards)}" == hand(after(state, move), 1)


def test_k04_lays_two_anywhere() -> None:
    """K04: on the piles, with Mac as long as he has room, kept actions unused on the discard."""
    state = stage("R4 R5 K4 K5", "G1", mac="Y1 Y2 Y3 Y4 Y5 Y6")
    state = after(state, play("K04"))
    assert {"open-left", "open-right", "mac", "actions"} == {
        move.place for move in choices(state) if isinstance(move, m.Lay)
    }

    once = after(state, lay(state, "R4", "mac"))
    assert "mac" not in {move.place for move in choices(once) if isinstance(move, m.Lay)}
    done = after(once, lay(once, "K5", "actions"))
    assert ("R5", "K5 K4", m.Turn(1)) == (hand(done, 0), codes(done.actions), done.pending)


def test_k04_with_a_single_card() -> None:
    """K04: as far as possible; then he may replenish."""
    state = after(stage("R4 K4", "G1", draw="G2"), play("K04"))

    assert m.Short((0,)) == after(state, lay(state, "R4", "open-left")).pending


@pytest.mark.parametrize(("top", "expected"), [("G9", "G1 G9"), ("K6", "G1 K6"), ("A3", "G1")])
def test_k05_gives_the_top(top: str, expected: str) -> None:
    """K05: an at-once card is obeyed by whoever got it; then the turn is over."""
    state = stage("R4 K5", "G1", draw=top)
    done = after(state, play("K05"), m.Choose(0, 1))

    assert (expected, m.Turn(1)) == (hand(done, 1), done.pending)
    assert (frozenset((1,)) if top == "A3" else frozenset()) == done.murphys.opened


def test_k06_collects() -> None:
    """K06: every other player gives a card of his own choice, kept actions too; empty hands are skipped."""
    state = after(stage("R4 K6", "G1 G2", "", "K1 Y1"), play("K06"))
    assert {m.Choose(1, cards=(c,)) for c in state.hands[1].numbers} == choices(state)
    assert ["not-your-turn", "not-what-is-asked"] == reasons(
        state, m.Choose(3, cards=(card("K01"),))
    )

    done = after(state, m.Choose(1, cards=(card("G02"),)), m.Choose(3, cards=(card("K01"),)))
    assert ("R4 G2 K1", "G1", "Y1") == (hand(done, 0), hand(done, 1), hand(done, 3))
    assert m.Turn(1) == done.pending


@pytest.mark.parametrize(("own", "row"), [("R4 R5 R6", 7), ("R4", 6)])
def test_k07_feeds_mac(own: str, row: int) -> None:
    """K07: until he has seven, or the hand is empty; then one replenishes."""
    state = after(stage(f"{own} K7", "G1", mac="Y1 Y2 Y3 Y4 Y5"), play("K07"))
    while isinstance(state.pending, m.Obey):
        state = after(state, m.Lay(0, "mac", state.hands[0].numbers[0]))

    assert row == len(state.mac)
    assert (m.Turn(1) if row == 7 else m.Short((0,))) == state.pending


def test_k08_lays_five_of_a_colour() -> None:
    """K08: five of one colour of which there are five, in any order on both piles."""
    state = after(stage("R4 R5 R6 R7 R8 R9 G1 G2 K8", "G3"), play("K08"))
    assert "R" == "".join(
        {move.card.colour for move in choices(state) if isinstance(move, m.Lay) and move.card}
    )

    piles: list[Place] = ["open-left", "open-right"]
    for place, face in zip(piles * 3, ["R4", "R5", "R6", "R7", "R8"], strict=False):
        state = after(state, lay(state, face, place))
    assert ("R9 G1 G2", "R8 R6 R4", "R7 R5") == (
        hand(state, 0),
        codes(state.left),
        codes(state.right),
    )
    assert m.Turn(1) == state.pending


def test_k08_from_a_hand_nobody_sees() -> None:
    """One of its cards is K08: five of a colour can be among the others, and then there is something to lay."""
    assert choices(after(table(6, 9, left="R9"), play("K08")))
    assert ["cards-missing"] == reasons(table(5, 9, left="R9"), play("K08"))


def test_k08_from_a_hand_of_which_four_are_seen() -> None:
    """Of a colour that cannot become five no card is laid."""
    state = with_unseen(stage("R4 R5 R6 G1 K8", "G3", left="Y9"), 2)
    laid = {
        move.card.colour
        for move in choices(after(state, play("K08")))
        if isinstance(move, m.Lay) and move.card
    }
    assert {"R"} == laid

    too_few = with_unseen(stage("R4 R5 G1 K8", "G3", left="Y9"), 2)
    assert ["cards-missing"] == reasons(too_few, play("K08"))


def test_k09_lays_all_of_a_colour() -> None:
    """K09: the first card settles the colour, then all of it goes."""
    state = after(stage("R4 R5 G1 K9", "G3"), play("K09"))
    once = after(state, lay(state, "R4", "open-left"))
    assert {m.Lay(0, p, held(once, 0, "R5")) for p in ("open-left", "open-right")} == choices(once)

    done = after(once, lay(once, "R5", "open-left"))
    assert ("G1", m.Turn(1)) == (hand(done, 0), done.pending)


def test_k10_demands() -> None:
    """K10: there: handed over; not there: nothing, and everybody knows; several: one of them."""
    state = after(stage("R4 K10", "G1 R7 R7", "Y1"), play("K10"))

    given = told(state, m.Choose(0, 1, face="G01"))
    assert m.CardPassed(1, 0, card("G01")) in given
    denied = told(state, m.Choose(0, 2, face="G01"))
    assert m.CardDenied(2, "G01") in denied
    assert m.TurnPassed(1) == denied[-1]
    asked = after(state, m.Choose(0, 1, face="R07"))
    assert {m.Choose(1, cards=(c,)) for c in asked.hands[1].numbers[1:]} == choices(asked)


@pytest.mark.parametrize("face", ["K05", "M01", "B07", "R12", "", "R7"])
def test_k10_demands_a_number_card(face: str) -> None:
    """K10: a number card of this edition by colour and value, nothing else."""
    state = after(stage("R4 K10", "G1"), play("K10"))

    assert ["not-what-is-asked"] == reasons(state, m.Choose(0, 1, face=face))


def test_k11_everybody_lays() -> None:
    """K11: the player first, then clockwise; who has no number card is skipped, who laid his last may draw."""
    state = after(stage("R4 R5 K11", "K1", "G1 G2", "Y1", left="R9"), play("K11"))
    done = after(
        state,
        lay(state, "R4", "open-left"),
        lay(state, "G1", "open-right", 2),
        lay(state, "Y1", "open-left", 3),
    )

    assert ("Y1 R4 R9", "G1") == (codes(done.left), codes(done.right))
    assert m.Short((3,)) == done.pending


def test_k12_takes_three_from_anywhere() -> None:
    """K12: one after the other with the new top in play, mixed as one likes; Mac may run out."""
    state = stage("R4 K12", "G1", mac="Y9", left="G9 G8", draw="A3")
    begun = after(state, play("K12"))
    done = after(
        begun, take("open-left"), take("open-left"), m.Take(0, (At("mac", in_row(state, "Y9")),))
    )

    assert ("R4 G9 G8 Y9", "", "") == (hand(done, 0), codes(done.left), codes(done.mac))
    assert m.Turn(1) == done.pending
    drawing = after(begun, drawn(1), take("open-left"), take("open-left"))
    assert ("R4 G9 G8", "A3 K12") == (hand(drawing, 0), codes(drawing.actions))


def test_k12_from_hands_where_ruled() -> None:
    """K12, where it may take from other hands: blindly."""
    state = stage("R4 K12", "G1", k12_from_hands=True, deep=False)
    begun = after(state, play("K12"))

    assert m.Choose(0, 1) in choices(begun)
    done = after(begun, m.Choose(0, 1))
    assert ("R4 G1", "") == (hand(done, 0), hand(done, 1))


# At a real table ------------------------------------------------------------------


def seen(face: str, *sizes: int, mac: str = "Y1 Y2 Y3") -> m.State:
    """An action played at a table where nobody sees a hand."""
    return after(table(*sizes, mac=mac, left="R9", right="R8"), play(face))


def test_hidden_cards_change_hands() -> None:
    """K06: what is given is not seen; hand sizes are tracked all the same (rules, E5)."""
    state = seen("K06", 8, 9, 10)
    done = after(state, m.Choose(1, cards=(None,)), m.Choose(2, cards=(None,)))

    assert [(9, 9), (8, 8), (9, 9)] == [hand.size for hand in done.hands]


def test_a_hidden_gift_makes_known_cards_unsure() -> None:
    """A card that was known to be with the giver may be the one that was given."""
    state = after(table(8, 9, mac="Y1 Y2 Y3", left="R9"), take("open-left"))
    state = after(state, m.Lay(0, "open-left"), m.Lay(0, "open-right"))

    assert () == state.hands[0].known


def test_a_demand_at_the_table() -> None:
    """K10: nobody sees the hand, so whoever is asked says."""
    state = after(seen("K10", 8, 9), m.Choose(0, 1, face="R07"))

    assert {m.Choose(1, cards=(None,)), m.Pass(1)} == choices(state)
    assert m.Turn(1) == after(state, m.Pass(1)).pending
    assert ["not-what-is-asked"] == reasons(state, m.Choose(1, cards=(card("G07"),)))
    given = after(state, m.Choose(1, cards=(Card.parse("R07-2"),)))
    assert "R7" == hand(given, 0)


@pytest.mark.parametrize(("face", "player"), [("K04", 0), ("K07", 0), ("K11", 0)])
def test_no_more_cards_come(face: str, player: int) -> None:
    """A hand that nobody sees may hold no number card any more: the people say so."""
    state = seen(face, 8, 9)

    assert m.Pass(player) in choices(state)
    done = after(state, m.Pass(player))
    assert done.pending != state.pending


def test_at_once_cards_drawn_unseen() -> None:
    """A04 at a table: its three cards are unseen; an at-once card among them is shown afterwards."""
    state = after(table(8, 9, mac="Y1 Y2 Y3", left="R9"), drawn(1), play("A04"))
    assert m.ToShow(0) == state.pending
    assert (11, 11) == state.hands[0].size

    shown = after(state, play("A03"))
    assert (10, 10) == shown.hands[0].size
    assert m.Turn(1) == after(shown, m.Pass(0)).pending
    assert m.Turn(1) == after(state, m.Pass(0)).pending


def test_the_second_at_once_card_after_a_swap() -> None:
    """A05 first, the other one second: it leaves the hand that was swapped away (rules, C)."""
    state = after(table(8, 9, left="R9"), drawn(2), play("A05"), m.Choose(0, 1))
    assert [(9, 9), (9, 9)] == [hand.size for hand in state.hands]

    shown = after(state, play("A03"))
    assert [(9, 9), (8, 8)] == [hand.size for hand in shown.hands]
    assert frozenset((0,)) == shown.murphys.opened


def test_thrown_away_at_the_table() -> None:
    """A card drawn unseen is thrown away unused, another drawn for it (rules, A5)."""
    state = after(table(3, 9, left="R9"), drawn(2), m.Lay(0, "actions", card("A03")))

    assert ((5, 5), "A3") == (state.hands[0].size, codes(state.actions))
    assert [2] == [unread.count for unread in state.unread]


def test_replenishing_at_the_table() -> None:
    """Who gave a card away may have been left short: he draws though the turn has passed (rules, A6)."""
    state = after(
        seen("K11", 8, 9),
        m.Lay(0, "open-left", Card.parse("R11-1")),
        m.Lay(1, "open-left", Card.parse("R11-2")),
    )
    assert m.Turn(1, (0, 1)) == state.pending

    late = after(state, drawn(1, player=0))
    assert [(7, 7), (8, 8)] == [hand.size for hand in late.hands]
    thrown = after(late, m.Lay(0, "actions", card("A03")))
    assert ((6, 6), m.Turn(1, (0, 1))) == (thrown.hands[0].size, thrown.pending)


@pytest.mark.parametrize(("known", "late"), [("", True), ("R04", False)])
def test_who_has_a_number_card_is_not_short(known: str, late: bool) -> None:
    """One that is known to be in the hand is enough: who draws all the same does so out of turn (rules, A6)."""
    state = after(
        seen("K11", 8, 9),
        m.Lay(0, "open-left", Card.parse("R11-1")),
        m.Lay(1, "open-left", Card.parse("R11-2")),
    )
    first, *others = state.hands
    numbers = tuple(map(card, known.split()))
    state = replace(state, hands=(replace(first, numbers=numbers), *others))

    assert late == (drawn(1, player=0) in choices(state))


def test_nobody_else_draws() -> None:
    """Without an action card before nobody draws out of turn (rules, A6)."""
    state = table(8, 9, left="R9")

    assert "not-your-turn" in reasons(state, drawn(1, player=1))


def test_a04_is_not_drawn_for_ever() -> None:
    """A04: where the reshuffle brings nothing but this very card, nothing is drawn."""
    state = stage("R4 R5", "Y4", draw="A4", deep=False)

    assert ("R4 R5", m.Turn(1)) == (hand(after(state, drawn(1)), 0), after(state, drawn(1)).pending)


def test_both_editions_have_all_of_them() -> None:
    """Five at once, twelve to keep; every one is told in words."""
    english = words("en")
    for name in ("classic", "newer"):
        edition = load_edition(name)
        assert 17 == len({english(edition.text(c.face)) for c in edition.actions})
