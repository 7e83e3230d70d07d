"""Positions and moves as text and JSON: everything is in it, it reads back, and nonsense gets a sentence."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion.errors import CardError, CompanionError, EditionError, InputError
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.programs.notation import pending_text, read_pending
from companion.games.dumm_gelaufen.programs.position import Position
from companion.games.dumm_gelaufen.robots.chance import random_robot

GAME = companion.game("dumm-gelaufen")
R7, G9 = Card.parse("R07-2"), Card.parse("G09-1")


def played(seed: int, moves: int) -> Position:
    """A position some way into a game by chance."""
    rng = Random(seed)
    position: Position = GAME.deal(
        2 + seed % 5, seed, edition=("classic", "newer")[seed % 2]
    )
    for _ in range(moves):
        if position.over:
            break
        position = position.play(random_robot(position.state, rng))
    return position


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 120))
def test_a_position_reads_back(seed: int, moves: int) -> None:
    """As text, as JSON, as each seat sees it, and every move that it lists."""
    position = played(seed, moves)

    assert position == GAME.position(str(position))
    assert position == GAME.position(json.loads(json.dumps(position.to_json())))
    for seat in range(len(position.hands)):
        view = position.seen_by(seat)
        assert view == GAME.position(str(view))
        assert view.state.history is not None
    for move in (*position.legal(), *position.claims()):
        assert move == position.move(str(move))


def test_a_whole_deal_is_short() -> None:
    """All 110 cards in less than a third of what the state's own repr takes, a seat's view in a fifteenth."""
    position = GAME.deal(players=3, seed=1)
    long = len(repr(position.state))

    assert len(repr(position)) < long / 3
    assert len(repr(position.seen_by(0))) < long / 10


PENDING: tuple[tuple[str, m.Pending], ...] = (
    ("turn", m.Turn(1)),
    ("turn;player=2;short=0+1", m.Turn(2, (0, 1))),
    (
        "obey;by=0;card=K10;asked=2;count=1;detail=R07;touched=2;resume=turn/1/0",
        m.Obey(0, Card.parse("K10-1"), (2,), 1, "R07", (2,), m.Turn(1, (0,))),
    ),
    ("to-show", m.ToShow(1)),
    ("short;waiting=1+0;exchange=yes", m.Short((1, 0), True)),
    ("may-claim;player=0", m.MayClaim(0)),
    (
        "in-doubt;claimant=0;task=M15;cards=R7-2+G9-1;then=may-claim/0",
        m.InDoubt(0, Card.parse("M15-1"), (R7, G9), (), m.MayClaim(0)),
    ),
    ("over;winner=?", m.Over(None)),
)


@pytest.mark.parametrize(("text", "pending"), PENDING)
def test_what_is_pending_is_written(text: str, pending: m.Pending) -> None:
    """Every field of it, in seat 1's turn."""
    assert text == pending_text(pending, 1)
    assert pending == read_pending(text, 1)


MOVES: tuple[tuple[str, m.Move], ...] = (
    ("0 take draw draw", m.Take(0, (At("draw"), At("draw")))),
    ("0 take mac:R7-2", m.Take(0, (At("mac", R7),))),
    ("1 lay open-left:G9-1", m.Lay(1, "open-left", G9)),
    ("1 lay open-right", m.Lay(1, "open-right")),
    ("2 choose whom:0 cards:R7-2,? face:G9", m.Choose(2, 0, (R7, None), "G09")),
    ("table accepts", m.DecideClaim(accept=True)),
    ("0 claim M10 R7-2 G9-1", m.Claim(0, Card.parse("M10-1"), (R7, G9))),
    ("0 claim M10 R7-2 kept:2", m.Claim(0, Card.parse("M10-1"), (R7,), 2)),
    ("0 claim M10 kept:1", m.Claim(0, Card.parse("M10-1"), (), 1)),
)


@pytest.mark.parametrize(("text", "move"), MOVES)
def test_moves_are_written(text: str, move: m.Move) -> None:
    """As people would say them, and read alike."""
    assert text == str(move)
    assert move == GAME.deal().move(text)


def test_a_copy_left_out_is_the_one_that_lies_there() -> None:
    """Of the two red 4s one is in Ann's hand, the other with Mac."""
    table = GAME.table({"Ann": "R4-2 G1", "Bob": 8}, mac="R4-1 Y3")

    assert table.move("take mac:R4") == m.Take(0, (At("mac", Card.parse("R04-1")),))
    assert table.move("lay mac:R4") == m.Lay(0, "mac", Card.parse("R04-2"))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", InputError),
        ("foo", InputError),
        ("classic", EditionError),
        ("poker hands:?/?", EditionError),
        ("classic hands:?8", EditionError),
        ("classic hands:R1/R1", CardError),
        ("classic hands:R4,R4,R4/?8", CardError),
        ("classic hands:B1/?8", CardError),
        ("classic hands:?8/?9 turn:2", InputError),
        ("classic hands:?8/?9 turn:x", InputError),
        ("classic hands:?8/?9 unread:2=0=1", InputError),
        ("classic hands:?8/?9 unread:0=0=-1", InputError),
        ("classic hands:?8/?9 at-once:2=A03", InputError),
        ("classic hands:?8/?9 opened:2", InputError),
        ("classic hands:?8/?9 left-game:2", InputError),
        ("classic hands:?8/?9 round:0", InputError),
        ("classic hands:?5-2/?9", InputError),
        ("classic hands:?-3/?9", InputError),
        ("classic hands:?8/?9 tasks:M10", InputError),
        ("classic hands:?8/?9 colour:red", InputError),
        ("classic hands:?8/?9 now:dance", InputError),
        ("classic hands:?8/?9 now:to-lay;area=moon;count=1", InputError),
        ("classic hands:?8/?9 rulings:k03=perhaps", EditionError),
        ("classic hands:?8/?9 rulings:k03", InputError),
        ("classic hands:?8/?9 hands:?8/?8", InputError),
        ("classic hands:?8/?9 now:to-lay", InputError),
        ("classic hands:?8/?9 now:to-lay;area=mac;count=3", InputError),
        ("classic hands:?8/?9 now:obey;by=2;card=K10", InputError),
        ("classic hands:?8/?9 now:obey;by=0;card=R1", InputError),
        ("classic hands:?8/?9 now:obey;by=0;card=K10;asked=2", InputError),
        ("classic hands:?8/?9 now:turn;short=2", InputError),
        ("classic hands:?8/?9 now:over;winner=2", InputError),
        ("classic hands:?8/?9 tasks:R1,?", InputError),
        ("classic hands:?8/?9 now:in-doubt;claimant=2;task=M15", InputError),
        ("classic hands:?8/?9 now:in-doubt;claimant=0;task=R1", InputError),
        (
            "classic hands:?8/?9 now:in-doubt;claimant=0;task=M15;cards=R1+R1-1",
            CardError,
        ),
        (
            "classic hands:?8/?9 now:in-doubt;claimant=0;task=M15;then=may-claim/2",
            InputError,
        ),
        ("classic hands:?8/?9 now:obey;by=0;card=K10;resume=turn/2", InputError),
        ("classic hands:?8/?9 now:obey;by=0;card=K10;touched=2", InputError),
        ("classic hands:?8/?90", InputError),
        ("classic hands:?8/?9 open-left:?99999999999", InputError),
        ("classic hands:?8/?9 won:M1,M2,M3/-", InputError),
    ],
)
def test_no_position_is_refused_in_a_sentence(
    text: str, error: type[CompanionError]
) -> None:
    """What is wrong, in English."""
    with pytest.raises(error) as refused:
        GAME.position(text)

    assert " " in str(refused.value)
    assert not str(refused.value).startswith(("notation.", "card.", "edition."))


@pytest.mark.parametrize(
    ("field", "card"),
    [("hands:?8/", "A1"), ("hands:?8/", "M1"), ("hands:?8/?9 mac:", "K5"), ("hands:?8/?9 open-left:", "A5"),
     ("hands:?8/?9 actions:", "R1"), ("hands:?8/?9 stack:", "R1"), ("hands:?8/?9 at-once:0=", "K3")],
)  # fmt: skip
def test_a_card_lies_where_the_rules_let_it(field: str, card: str) -> None:
    """Number cards on piles and with Mac, actions on their own discard, at-once cards in no hand (rules, A4 and A6)."""
    with pytest.raises(InputError, match=r"[A-Z]\d+ cannot lie in “[a-z-]+”"):
        GAME.position(f"classic {field}{card}")


@pytest.mark.parametrize(("claimant", "then", "why"), [(0, "", []), (1, "", ["outside-the-window"]), (0, ";then=may-claim/0", [])])  # fmt: skip
def test_why_a_claim_is_in_doubt_follows_from_the_rest(
    claimant: int, then: str, why: list[str]
) -> None:
    """The text does not hold the reasons; what is open again if the table says no is a claim, unless it is named (rules, A7)."""
    text = f"classic hands:?2/?2 rulings:claim_window=after_exchange now:in-doubt;claimant={claimant};task=M1;cards=R5+G11{then}"
    doubt = GAME.position(text).state.pending

    assert isinstance(doubt, m.InDoubt)
    assert why == [reason.code for reason in doubt.reasons]


def test_numbers_and_cards_are_json() -> None:
    """Not texts of them: a program counts with what it gets; one too long to be any is not repeated at length."""
    told = GAME.position("classic round:3 turn:1 hands:R4,?/?8 mac:G1,Y3").to_json()

    assert (3, 1) == (told["round"], told["turn"])
    assert ["G01-1", "Y03-1"] == told["mac"]
    assert ["R04-1", None] == told["hands"][0]
    with pytest.raises(InputError) as refused:
        GAME.position(f"classic hands:?8/?9 round:-{'9' * 400}")
    assert 200 > len(str(refused.value))


def test_there_are_so_many_cards() -> None:
    """91 that are no murphys: hands that may hold more hold at least their fewest (rules, A1)."""
    most = len(GAME.deal().state.edition.main_deck)

    assert 2 == len(GAME.position(f"classic hands:?{most - 8}-200/?8").hands)
    with pytest.raises(InputError, match=f"{most + 1}"):
        GAME.position(f"classic hands:?{most - 8}-200/?8 mac:R1")


def test_mac_has_seven_cards_at_most() -> None:
    """Eight can never lie there (rules, A4)."""
    row = "G4,G4,G5,G5,G6,G6,G7"

    assert 7 == len(GAME.position(f"classic hands:?8/?9 mac:{row}").mac)
    with pytest.raises(InputError, match="8 cards lie in Mac's row"):
        GAME.position(f"classic hands:?8/?9 mac:{row},G8")
    with pytest.raises(InputError, match="8 cards lie in Mac's row"):
        GAME.position(f"classic hands:?8/?9 mac:{row} now:to-lay;area=mac;count=1")


@pytest.mark.parametrize("text", ["foo", "R1 R3 R4", "hands:R1,R3/?8"])
def test_a_text_without_fields_is_no_position(text: str) -> None:
    """How one is written is said, and what is written there is one."""
    with pytest.raises(InputError, match="not a position") as refused:
        GAME.position(text)

    (example,) = re.findall("like “(.*)”", str(refused.value))
    assert 2 == len(GAME.position(example).hands)


@pytest.mark.parametrize(("held", "turn"), [(3, "Cem"), (3, -1), (-3, "Ann")])
def test_no_table_is_refused_in_a_sentence(held: int, turn: str | int) -> None:
    """Nobody of that name or number plays, or somebody holds less than nothing."""
    with pytest.raises(InputError, match="not a position"):
        GAME.table({"Ann": "R1", "Bob": held}, turn=turn)


@pytest.mark.parametrize("told", [None, 3, ["classic"], 1.5])
def test_what_is_neither_text_nor_json(told: Any) -> None:
    """A position, and a move."""
    with pytest.raises(InputError, match="not a position"):
        GAME.position(told)
    with pytest.raises(InputError, match="take draw"):
        GAME.deal().play(told)


@pytest.mark.parametrize("text", ["", "dance", "0", "take moon", "lay", "choose who:1"])
def test_no_move_is_refused_in_a_sentence(text: str) -> None:
    """It says how one is written."""
    with pytest.raises(InputError, match="take draw"):
        GAME.deal().play(text)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_nonsense_never_breaks_it(text: str) -> None:
    """Whatever is read as a position or a move, only the project's own errors come of it."""
    for read in (GAME.position, GAME.deal().move):
        try:
            read(text)
        except CompanionError:
            continue
