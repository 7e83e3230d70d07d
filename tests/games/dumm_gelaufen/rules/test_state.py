"""Hands, what is visible, corrections, and the JSON of moves and events."""

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import reduce
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.announce import message
from companion.errors import CardError, IllegalMove
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.deck.edition import Rulings, load_edition
from companion.games.dumm_gelaufen.deck.tasks import Reason, VerdictAnswer
from companion.games.dumm_gelaufen.model import events
from companion.games.dumm_gelaufen.model import hands as h
from companion.games.dumm_gelaufen.model.hands import counted, gain, lose, shown
from companion.games.dumm_gelaufen.rules.fold import evolve, start
from companion.games.dumm_gelaufen.rules.moves import correct
from companion.table import Table
from tests.games.dumm_gelaufen.staged import after, codes, drawn, hand, stage, table, take

R4, R5, Y7, Y8, G1, K5, A3 = (
    Card.parse(f"{face}-1") for face in ("R04", "R05", "Y07", "Y08", "G01", "K05", "A03")
)


# Hands ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start_hand", "card", "expected"),
    [
        (m.Hand((R4, R5)), R4, m.Hand((R5,))),
        (m.Hand((R4,), (K5,)), K5, m.Hand((R4,))),
        (m.Hand((R4,), (), 2, 3), Y7, m.Hand((R4,), (), 1, 2)),
        (m.Hand((R4,), (K5,), 2, 3), None, m.Hand((), (), 3, 4)),
        (m.Hand((), (), 0, 1), Y7, m.Hand((), (), 0, 0)),
        (m.Hand(), None, m.Hand()),
    ],
    ids=["known", "kept", "was-unseen", "unseen-goes", "range", "empty"],
)
def test_losing_a_card(start_hand: m.Hand, card: Card | None, expected: m.Hand) -> None:
    """A card unknown here was an unseen one; where nobody saw which went, nothing is known any more."""
    assert expected == lose(start_hand, card)


@pytest.mark.parametrize(
    ("card", "expected"),
    [(R4, m.Hand((R4,))), (K5, m.Hand((), (K5,))), (None, m.Hand((), (), 1, 1))],
)
def test_gaining_a_card(card: Card | None, expected: m.Hand) -> None:
    """Number cards and kept actions are apart, unseen cards are counted."""
    assert expected == gain(m.Hand(), card)


@pytest.mark.parametrize(
    ("fewest", "most", "expected"),
    [
        (5, 6, m.Hand((R4,), (), 4, 5)),
        (1, 3, m.Hand((R4,), (), 0, 2)),
        (0, 3, m.Hand((), (), 0, 3)),
    ],
)
def test_counting_a_hand(fewest: int, most: int, expected: m.Hand) -> None:
    """What is known stays, unless so few cards may be left that it is unsure which."""
    assert expected == counted(m.Hand((R4,), (), 9, 9), fewest, most)


def test_showing_a_hand() -> None:
    """After all number cards were shown, what is left are kept actions."""
    assert m.Hand((R4, Y7), (), 3, 4) == shown(m.Hand((R4,), (), 4, 5), (R4, Y7))


@pytest.mark.parametrize(
    ("taken", "left"),
    [("Y07-1", "Y8"), (None, "Y8"), ("Y08-1", "Y7"), ("R09-1", "Y7 Y8")],
    ids=["the top", "unread", "deeper than believed", "nobody knew of it"],
)
def test_taking_from_a_pile(taken: str | None, left: str) -> None:
    """A card that nobody knew to lie on top leaves what is believed to lie below."""
    card = taken and Card.parse(taken)

    state = evolve(table(3, 3, left="Y7 Y8"), m.CardsTaken(0, (At("open-left", card or None),)))

    assert left == codes(state.left)


@pytest.mark.parametrize(
    ("start_hand", "expected"),
    [
        (m.Hand((R4,), (K5,), 2, 3), m.Hand((R4,), (K5,), 1, 3)),
        (m.Hand((R4,), (), 0, 1), m.Hand((R4,), (), 0, 1)),
        (m.Hand((), (), 2, 2), m.Hand((), (), 1, 2)),
    ],
)
def test_a_hand_that_may_have_lost_a_card(start_hand: m.Hand, expected: m.Hand) -> None:
    """It may hold one less, or as many as before."""
    assert expected == h.may_lose(start_hand, Y7)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((), m.Hand((), (K5,), 2, 4)),
        ((R4, R5), m.Hand((R4, R5), (K5,), 0, 2)),
        ((R4, R5, Y7), m.Hand((R4, R5, Y7), (K5,), 0, 1)),
        ((R4, R5, Y7, Y8, G1), m.Hand((R4, R5, Y7, Y8, G1), (K5,), 0, 0)),
    ],
)
def test_all_number_cards_of_a_hand_are_shown(numbers: tuple[Card, ...], expected: m.Hand) -> None:
    """Of three to five cards: what else there is are kept actions, as many as are left."""
    assert expected == shown(m.Hand((), (K5,), 2, 4), numbers)


def test_what_lies_on_the_table_is_in_no_hand() -> None:
    """Whoever was believed to hold it holds another card."""
    hands = (m.Hand((R4, R5), (K5,)), m.Hand((Y7,), (), 1, 2))

    assert (m.Hand((R5,), (), 2, 2), m.Hand((Y7,), (), 1, 2)) == h.turned_up(hands, (R4, K5, A3))


A, B = m.Unread(0, 0, 2), m.Unread(0, 1, 1)
C = m.Unread(2, 2, 1)


@pytest.mark.parametrize(
    ("drawer", "count", "left"),
    [
        (0, 1, (A, C)),
        (0, 2, (replace(A, count=1), C)),
        (0, 3, (C,)),
        (0, 9, (C,)),
        (2, 1, (A, B)),
        (1, 1, (A, C, B)),
        (0, 0, (A, C, B)),
    ],
)
def test_cards_drawn_unseen_are_read(drawer: int, count: int, left: tuple[m.Unread, ...]) -> None:
    """Of whoever drew them the latest first, whosever hand they lie in."""
    found = h.read((A, C, B), drawer, count)

    assert sorted(map(repr, left)) == sorted(map(repr, found))
    assert [u for u in (A, C, B) if u in found] == [u for u in found if u in (A, C, B)]


@pytest.mark.parametrize(
    ("player", "then"),
    [
        (0, (replace(A, count=5), B)),
        (1, (A, B, m.Unread(1, 1, 3))),
    ],
)
def test_more_cards_are_drawn_unseen(player: int, then: tuple[m.Unread, ...]) -> None:
    """With those in one's own hand; what lies in another's since a swap stays apart."""
    assert then == h.more_unread(replace(table(4, 4), unread=(A, B)), player, 3)


def known(**more: Any) -> m.State:
    """A table where something lies everywhere: Ann's hand is seen in part, Bob's not at all."""
    state = table(3, 4, mac="R1 R2", left="Y7 Y8", right="G9", actions="K6")
    hands = (m.Hand((R4, R5), (K5,), 1, 1), state.hands[1])
    return replace(state, **{"hands": hands, "at_once": ((1, A3),)} | more)


@pytest.mark.parametrize(
    ("code", "unseen", "ann", "bob"),
    [
        ("R01-1", False, False, False),
        ("Y08-1", False, False, False),
        ("K06-1", False, False, False),
        ("A03-1", False, False, False),
        ("R04-1", False, True, False),
        ("K05-1", False, True, False),
        ("R04-2", True, True, True),
        ("K07-1", True, True, True),
        ("B05-1", False, False, False),
    ],
)
def test_where_a_card_may_be(code: str, unseen: bool, ann: bool, bob: bool) -> None:
    """Unseen, and in whose hand, by what everybody knows."""
    card, state = Card.parse(code), known()

    assert unseen == h.could_be_unseen(state, card)
    assert (ann, bob) == (h.may_hold(state, 0, card), h.may_hold(state, 1, card))


@pytest.mark.parametrize(
    ("hand", "layable", "number"),
    [
        (m.Hand((R4,), (K5,)), (R4,), True),
        (m.Hand((R4,), (), 0, 1), (R4, None), True),
        (m.Hand((), (K5,)), (), False),
        (m.Hand((), (), 0, 1), (None,), True),
    ],
)
def test_what_a_hand_can_lay(hand: m.Hand, layable: tuple[Card | None, ...], number: bool) -> None:
    """Its number cards, and one of the unseen."""
    assert (layable, number) == (h.layable(hand), h.may_hold_number(hand))


@pytest.mark.parametrize(
    ("least", "colours"), [(0, ("R", "Y")), (1, ("R", "Y")), (2, ("R",)), (3, ())]
)
def test_so_many_of_one_colour(least: int, colours: tuple[str, ...]) -> None:
    """As far as they are known."""
    assert colours == h.of_one_colour(m.Hand((R4, Y7, R5), (K5,), 4, 4), least)


@pytest.mark.parametrize(
    ("draw", "actions", "left", "one", "three", "numbers"),
    [
        ("G1 G2 G3", "", "Y7", True, True, True),
        ("G1 G2", "", "Y7", True, False, True),
        ("G1 G2", "K6", "Y7", True, True, True),
        ("K7 K8", "K6", "Y7", True, True, False),
        ("K7", "", "Y7 Y8 Y9", True, True, True),
        ("", "", "Y7", False, False, False),
        ("", "K6", "Y7", True, False, False),
    ],
)
def test_what_can_be_drawn(
    draw: str, actions: str, left: str, one: bool, three: bool, numbers: bool
) -> None:
    """With what is shuffled once the pile has run dry: the discard, and the piles but for their tops (rules, A7)."""
    state = stage("R4", "Y4", draw=draw, actions=actions, left=left, deep=False)

    assert (one, three) == (h.drawable(state, 1), h.drawable(state, 3))
    assert numbers == h.numbers_to_draw(state)
    assert one == (At("draw") in h.sources(state))
    unseen = replace(state, draw=None)
    assert h.drawable(unseen, 3)
    assert h.numbers_to_draw(unseen)


def test_a_hand_left_behind_is_shuffled_with_the_rest() -> None:
    """Of whoever has left."""
    state = stage("R4 R5", "Y4", draw="", left="Y7 Y8", actions="K6", deep=False)
    gone = replace(state, left_game=frozenset((0,)))

    assert ("K6 Y8", "K6 Y8 R4 R5") == (codes(h.buried(state)), codes(h.buried(gone)))


@pytest.mark.parametrize(
    ("left", "right", "places"),
    [
        ("Y7 Y8", "G9", ["draw", "open-left", "open-right", "mac", "mac"]),
        ("Y7", "", ["draw", "open-left", "mac", "mac"]),
        ("", "G9", ["draw", "open-right", "mac", "mac"]),
        ("", "", ["draw", "mac", "mac"]),
    ],
)
def test_where_a_single_card_is_taken(left: str, right: str, places: list[str]) -> None:
    """The draw pile, the tops that there are, Mac's row."""
    state = table(3, 4, mac="R1 R2", left=left, right=right)

    assert places == [at.place for at in h.sources(state)]
    assert state.left[:1] + state.right[:1] == tuple(at.card for at in h.tops(state))


# What can be seen -----------------------------------------------------------------


def test_visible() -> None:
    """The row left to right, piles their top first, down to the first card that nobody has read."""
    state = stage("", mac="R1 R2", left="Y7 Y8", actions="K5")
    state = replace(state, left=(state.left[0], None, state.left[1]))
    zones = {
        "mac": ("R01-1", "R02-1"),
        "open-left": ("Y07-1",),
        "open-right": (),
        "actions": ("K05-1",),
    }

    assert Table(zones) == m.visible(state)


def test_draw_size() -> None:
    """What lies nowhere else lies in the draw pile; unsure hands make it unsure (rules, E5)."""
    state = table(8, 9, mac="R1 R2", left="Y7")
    assert (89 - 17 - 3,) * 2 == m.draw_size(state)

    unsure = replace(state, hands=(m.Hand((), (), 7, 9), state.hands[1]))
    assert (89 - 18 - 3, 89 - 16 - 3) == m.draw_size(unsure)


@pytest.mark.parametrize(
    ("player", "following", "others"), [(0, 2, (2, 3)), (2, 3, (3, 0)), (3, 0, (0, 2))]
)
def test_clockwise(player: int, following: int, others: tuple[int, ...]) -> None:
    """Whoever has left is passed over."""
    state = replace(stage("", "", "", ""), left_game=frozenset((1,)))

    assert (following, others) == (state.after(player), state.others(player))


# Corrections ----------------------------------------------------------------------


def corrected(state: m.State, correction: m.Correction) -> m.State:
    return reduce(evolve, correct(state, correction, Random(1)), state)


def test_the_table_is_right() -> None:
    """What lies there lies nowhere else: it is in no hand and deeper in no pile."""
    state = table(4, 5, mac="R4 R5 R6", left="Y7 Y8")
    five, top = state.mac[1], state.left[0]
    state = replace(state, hands=(m.Hand((Y8 := Card.parse("Y11-1"),), (), 3, 3), state.hands[1]))
    done = corrected(state, m.TableCorrected(mac=(state.mac[0], Y8), right=(five, top)))

    assert ("R4 Y11", "? Y8", "R5 Y7") == (codes(done.mac), codes(done.left), codes(done.right))
    assert m.Hand((), (), 4, 4) == done.hands[0]


def test_a_top_is_read() -> None:
    """A card covered before anybody read it is filled in; a wrong belief is put right."""
    state = replace(table(4, 5, left="Y7 Y8"), left=(None, Card.parse("Y08-1")))
    known = corrected(state, m.TopSeen("open-left", Y7))
    assert "Y7 Y8" == codes(known.left)

    assert "R4 Y8" == codes(corrected(known, m.TopSeen("open-left", R4)).left)
    assert "Y8 ?" == codes(corrected(known, m.TopSeen("open-left", Card.parse("Y08-1"))).left)


def test_a_hand_is_counted() -> None:
    """The people say how many cards somebody holds."""
    done = corrected(table(8, 9), m.HandCounted(0, 3, 4))

    assert (3, 4) == done.hands[0].size


def test_somebody_is_skipped() -> None:
    """It is whoever's turn the people say it is, whatever was open."""
    state = after(stage("R4 R5", "Y4", "G1", left="R9"), take("open-left"))

    assert m.Turn(2) == corrected(state, m.TurnGiven(2)).pending


def test_reshuffled_at_the_table() -> None:
    """Seen by the people: only the tops of the piles are left (rules, A7)."""
    state = table(4, 5, left="Y7 Y8", right="R1 R2", actions="K5 K6")
    done = corrected(state, m.DrawPileReshuffled())

    assert ("Y7", "R1", "") == (codes(done.left), codes(done.right), codes(done.actions))


def test_somebody_leaves() -> None:
    """His hand lies aside until the next reshuffle, his murphy card is returned, his turn passes."""
    state = stage(
        "R4 R5", "Y4", "G1", left="R9", right="R8", draw="Y1", tasks="M10 M11 M12", deep=False
    )
    gone = corrected(state, m.PlayerLeft(0))
    assert (m.Turn(1), "M10", (1, 2)) == (gone.pending, codes(gone.murphys.returned), gone.seats)

    later = after(gone, drawn(1, player=1))
    assert {"R4", "R5"} == {*codes(later.draw or ()).split()}
    assert "" == hand(later, 0)


def test_somebody_leaves_while_he_is_asked() -> None:
    """What was asked of him is dropped; an exchange of somebody else goes on."""
    state = stage("R4 K6", "Y4", "G1", left="R9")
    asked = after(state, m.PlayAction(0, Card.parse("K06-1")))
    pending = corrected(asked, m.PlayerLeft(1)).pending
    assert isinstance(pending, m.Obey)
    assert (2,) == pending.asked

    state = stage("R4 R5", "Y4", "G1", left="R9")
    laying = after(state, take("open-left"))
    assert m.ToLay(0, "piles", 2) == corrected(laying, m.PlayerLeft(1)).pending


def test_one_cannot_play_alone() -> None:
    """With one player left the game is over, and nobody has won it."""
    assert m.Over(None) == corrected(stage("R4", "Y4", left="R9"), m.PlayerLeft(0)).pending


def test_joining_a_running_game() -> None:
    """A game followed from somewhere in the middle: hands as far as anybody says, won cards as they lie."""
    won = ((), (Card.parse("M03-1"),))
    event = m.GameJoined(1, 3, ((4, 6), (9, 9)), (R4, R5), (Y7,), (), (A3,), won)
    state = corrected(evolve(start(), m.GameStarted("classic", 2)), event)

    assert (3, m.Turn(1), won) == (state.round, state.pending, state.murphys.won)
    assert [(4, 6), (9, 9)] == [hand.size for hand in state.hands]
    assert (
        m.MayClaim(1)
        == after(
            state, take("open-left", player=1), *(m.Lay(1, "open-left", c) for c in (Y7, None))
        ).pending
    )


@pytest.mark.parametrize(
    ("correction", "expected"),
    [
        (m.TurnGiven(5), ["no-such-player"]),
        (m.HandCounted(0, 4, 3), ["wrong-count"]),
        (m.HandCounted(7, -1, 3), ["no-such-player", "wrong-count"]),
        (m.TopSeen("mac", R4), ["not-a-target"]),
        (m.TopSeen("open-left", A3), ["action-on-pile"]),
        (m.TopSeen("actions", R4), ["number-on-actions"]),
        (m.TableCorrected(mac=(R4,), left=(R4,)), ["same-card-twice"]),
        (m.TableCorrected(left=(Card.parse("B05-1"),)), ["unknown-card"]),
        (
            m.TableCorrected(mac=tuple(Card.parse(f"R{n:02d}-1") for n in range(1, 9))),
            ["mac-over-seven"],
        ),
        (m.GameJoined(0, 1, ((8, 8),), (), (), ()), ["not-these-players"]),
        (m.GameJoined(3, 1, ((8, 8), (9, 9)), (), (), ()), ["no-such-player"]),
        (m.DrawPileReshuffled((R4,)), ["not-now"]),
    ],
)
def test_nonsense_is_no_correction(correction: m.Correction, expected: list[str]) -> None:
    """Whatever people state has to make sense in itself."""
    with pytest.raises(IllegalMove) as refusal:
        corrected(table(8, 9), correction)

    assert expected == [r.key.removeprefix("illegal.") for r in refusal.value.reasons]


@pytest.mark.parametrize(
    "event",
    [m.CardDemanded(0, 1, "R05"), m.ReplenishEnded(0), m.HandsSwapped(0, 1), m.TopSeen("draw", R4)],
)
def test_events_out_of_place_break_nothing(event: m.Event) -> None:
    """A fold is total: it refuses nothing, whatever a journal says."""
    assert isinstance(evolve(stage("R4", "Y4"), event), m.State)


# JSON -----------------------------------------------------------------------------

CARDS = st.sampled_from(load_edition("classic").cards)
REASONS = st.builds(
    Reason,
    st.text(),
    st.lists(CARDS).map(tuple),
    st.builds(lambda key: message(key, cards=(message("a"), 3)), st.text()),
    st.sampled_from(VerdictAnswer),
)
KINDS: Mapping[Any, st.SearchStrategy[Any]] = {
    int: st.integers(0, 99),
    bool: st.booleans(),
    str: st.text(),
    Card: CARDS,
    At: st.builds(At, st.sampled_from(["mac", "draw"]), st.none() | CARDS),
    Reason: REASONS,
    Rulings: st.just(Rulings(replenish_to=2)),
}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Anything that a field of this type may hold."""
    if hint in KINDS:
        return KINDS[hint]
    args = get_args(hint)
    if get_origin(hint) is tuple and args[-1] is Ellipsis:
        return st.lists(values(args[0]), max_size=3).map(tuple)
    if get_origin(hint) is tuple:
        return st.tuples(*map(values, args))
    if type(None) in args:
        return st.none() | values(next(a for a in args if a is not type(None)))
    return st.sampled_from(args)


def anything(kind: type[Any]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{f.name: values(hints[f.name]) for f in fields(kind)})


@given(st.one_of([anything(kind) for kind in m.MOVES.kinds.values()]))
def test_moves_as_json(move: m.Move) -> None:
    """``from_json`` is the inverse of ``to_json``, through text."""
    assert move == m.MOVES.exactly(json.loads(json.dumps(m.MOVES.to_json(move))))


@given(st.one_of([anything(kind) for kind in m.EVENTS.values()]))
def test_events_as_json(event: m.Event) -> None:
    """The same for events, every kind of them."""
    assert event == m.CODEC.from_json(json.loads(json.dumps(m.CODEC.to_json(event))))


def test_every_kind_has_a_name() -> None:
    """No event and no move is left out of the JSON."""
    assert {*get_args(m.Move)} == {*m.MOVES.kinds.values()}
    made = {
        kind
        for kind in vars(events).values()
        if isinstance(kind, type) and kind.__module__ == events.__name__
    }
    assert made == {*m.EVENTS.values()}


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ({}, "no event is called None"),
        ({"event": 3}, "no event is called 3"),
        ({"event": "lunch"}, "no event is called 'lunch'"),
        ({"event": "turn-passed"}, "TurnPassed needs 'player'"),
        ({"event": "turn-passed", "player": "1"}, "not a int: '1'"),
        ({"event": "turn-passed", "player": True}, "not a int: True"),
        ({"event": "cards-taken", "player": 1, "cards": [["cellar", None]]}, "not a place"),
        ({"event": "cards-taken", "player": 1, "cards": [["mac"]]}, "not a place and"),
        ({"event": "cards-taken", "player": 1, "cards": "mac"}, "not a list: 'mac'"),
    ],
)
def test_what_is_no_event(data: dict[str, Any], wrong: str) -> None:
    """Whatever else arrives is a ValueError, nothing worse."""
    with pytest.raises(ValueError, match=wrong):
        m.CODEC.from_json(data)


@pytest.mark.parametrize("card", [7, None, "R77-1", ["R07-1"]])
def test_what_is_no_card(card: Any) -> None:
    """A code that is none is a CardError."""
    with pytest.raises(CardError):
        m.MOVES.exactly({"move": "play-action", "player": 0, "card": card})


def test_left_out_fields() -> None:
    """What is left out has its default."""
    assert m.Lay(1, "mac") == m.MOVES.exactly({"move": "lay", "player": 1, "place": "mac"})
    assert m.TurnPassed(2) == m.CODEC.from_json({"event": "turn-passed", "player": 2, "extra": 1})
