"""Positions and moves as text and JSON: everything is in it, it reads back, and nonsense gets a sentence."""

from random import Random
from typing import Any

import pytest

import companion
from companion.errors import InputError, NotationError
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.programs import Position
from companion.games.dumm_gelaufen.robots.chance import random_robot

GAME = companion.game("dumm-gelaufen")
R7, G9 = Card.parse("R07-2"), Card.parse("G09-1")


def played(seed: int, moves: int) -> Position:
    """A position some way into a game by chance."""
    rng = Random(seed)
    position: Position = GAME.deal(2 + seed % 5, seed, edition=("classic", "newer")[seed % 2])
    for _ in range(moves):
        if position.over:
            break
        position = position.play(random_robot(position.state, rng))
    return position


def test_a_seat_remembers_what_it_sees() -> None:
    """A position that is read begins its history, as a view does; every claim reads back, too."""
    for moves in (0, 30, 90):
        position = played(3, moves)
        view = position.seen_by(1)
        assert None not in (GAME.position(str(view)).state.history, view.state.history)
        assert all(claim == position.move(str(claim)) for claim in position.claims())


def test_a_whole_deal_is_short() -> None:
    """All 110 cards in less than a third of what the state's own repr takes, a seat's view in a fifteenth."""
    position = GAME.deal(players=3, seed=1)
    long = len(repr(position.state))

    assert len(repr(position)) < long / 3
    assert len(repr(position.seen_by(0))) < long / 10


PENDING: tuple[tuple[str, m.Pending], ...] = (
    ("turn(player=1)", m.Turn(1)),
    ("turn(player=2 short=[0,1])", m.Turn(2, (0, 1))),
    (
        "obey(by=0 card=K10 asked=[2] count=1 detail=R07 touched=[2] resume=(player=1 short=[0]))",
        m.Obey(0, Card.parse("K10-1"), (2,), 1, "R07", (2,), m.Turn(1, (0,))),
    ),
    ("to-show(player=1)", m.ToShow(1)),
    ("short(waiting=[1,0] exchange=yes)", m.Short((1, 0), True)),
    ("may-claim(player=0)", m.MayClaim(0)),
    ("done", m.Done()),
    ("done(short=[1])", m.Done((1,))),
    ("over(winner=?)", m.Over(None)),
)


@pytest.mark.parametrize(("text", "pending"), PENDING)
def test_what_is_pending_is_written(text: str, pending: m.Pending) -> None:
    """Every field of it, in seat 1's turn."""
    position = GAME.position(f"turn=1 hands=[[?8],[?8],[?8]] now={text}")

    assert pending == position.state.pending
    assert f" now={text}" in str(position)


def test_whose_turn_it_is_need_not_be_said_twice() -> None:
    """Who decides is whose turn it is, unless another is named."""
    read = GAME.position
    for short, long in (
        ("turn", "turn(player=1)"),
        ("to-lay(area=mac count=1)", "to-lay(player=1 area=mac count=1)"),
    ):
        begun = "turn=1 hands=[[?8],[?8]] now="
        assert read(begun + short) == read(begun + long)


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
    below = GAME.position("hands=[[?3],[?9]] open-left=[?,Y5-2]")
    assert below.move("take open-left:Y5") == m.Take(0, (At("open-left", Card.parse("Y05-2")),))


@pytest.mark.parametrize(
    ("given", "move", "said"),
    [
        # In the hand, where it lies, anywhere: the first copy.
        ("hands=[[R4-2],[R4-1]]", "lay mac:R4", "0 lay mac:R4-2"),
        ("turn=1 hands=[[R4-2],[R4-1]]", "lay mac:R4", "1 lay mac:R4-1"),
        ("hands=[[?3],[R4-2]]", "lay mac:R4", "0 lay mac:R4-1"),
        ("hands=[[?3],[?3]] open-right=[R4-2,R4-1]", "take open-right:R4", "0 take open-right:R4-2"),
        ("hands=[[?3],[?3]] open-left=[R4-2]", "take open-right:R4", "0 take open-right:R4-1"),
        ("hands=[[R4-2],[?3]] mac=[R5-2]", "take mac:R4", "0 take mac:R4-2"),
        ("hands=[[R4-2],[?3]] now=deal", "0 lay mac:R4", "0 lay mac:R4-1"),
        ("hands=[[R9-3,R9-2],[?3]]", "choose whom:1 cards:R9", "0 choose whom:1 cards:R9-3"),
        ("hands=[[R9-3,R1],[?3]]", "claim M10 R9 R1", "0 claim M10 R9-3 R1"),
        # Zeros, a copy of what there is once, another seat.
        ("hands=[[?3],[?3]]", "lay mac:R04-2", "0 lay mac:R4-2"),
        ("hands=[[?3],[?3]]", "lay mac:R1-1", "0 lay mac:R1"),
        ("hands=[[?3],[?3]]", "play K5", "0 play K05"),
        ("hands=[[?3],[?3]]", "1 take draw mac:R1", "1 take draw mac:R1"),
        ("hands=[[?3],[?3]]", "take", "0 take"),
        ("hands=[[?3],[?3]]", "choose", "0 choose"),
        ("hands=[[?3],[?3]]", "choose face:R4", "0 choose face:R4"),
        ("hands=[[?3],[?3]]", "choose face:R4 cards:?,R1 whom:1", "0 choose whom:1 cards:?,R1 face:R4"),
        ("hands=[[?3],[?3]]", "claim M10", "0 claim M10"),
        ("hands=[[?3],[?3]]", "table rejects", "table rejects"),
        ("hands=[[?3],[?3]]", "0 table accepts", "table accepts"),
    ],
)  # fmt: skip
def test_what_is_left_out_of_a_move(given: str, move: str, said: str) -> None:
    """Who makes it is whoever decides; a copy is the one that lies where it is said to, or in the hand, or else the first."""
    assert said == str(GAME.position(given).move(move))


@pytest.mark.parametrize(
    "move",
    [
        "0",
        "table",
        "table agrees",
        "table accepts now",
        "lay mac:R4 mac:R5",
        "lay nowhere",
        "lay mac:?",
        "play",
        "play K5 K6",
        "choose whom",
        "choose whom:x",
        "claim",
        "claim M10 ?",
        "claim M10 kept:x",
        "claim M10 kept:1 R1",
        "pass 1",
        "take mac:R12",
    ],
)
def test_what_of_a_move_is_too_much_or_too_little(move: str) -> None:
    """It says how one is written, or a card."""
    with pytest.raises(NotationError, match="take draw|card"):
        GAME.position("hands=[[?3],[?3]]").move(move)


def test_where_nobody_decides_a_move_says_whose_it_is() -> None:
    """Once the game is over."""
    over = GAME.position("hands=[[?3],[?3]] now=over(winner=0)")
    with pytest.raises(NotationError, match="take draw"):
        over.move("pass")
    assert m.Pass(1) == over.move("1 pass")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("hands=[[R1,?3],[?2-4]]", "hands=[[R1,?3],[?2-4]]"),
        ("hands=[[?2,?1-3,R1,?],[]]", "hands=[[R1,?4-6],[]]"),
        ("hands=[[?1-1],[?0]]", "hands=[[?],[]]"),
        ("hands=[[K5,R1],[?8]]", "hands=[[R1,K05],[?8]]"),
        ("hands=[[R4,R4],[?8]]", "hands=[[R4-1,R4-2],[?8]]"),
        ("hands=[[R4],[?8]] mac=[R4-1]", "hands=[[R4-2],[?8]] mac=[R4-1]"),
        ("hands=[[R9],[R9]] open-left=[R9,?2] draw=[?]", None),
        ("hands=[[R9],[R9]] open-left=[R9,?2]", "hands=[[R9-1],[R9-2]] open-left=[R9-3,?2]"),
        ("hands=[[?8],[?8]] actions=[?,K5,?2]", "hands=[[?8],[?8]] actions=[?,K05,?2]"),
        ("hands=[[?8],[?8]] tasks=[M10,?] returned=[?2,M3]", "hands=[[?8],[?8]] tasks=[M10,?] returned=[?2,M03]"),
        ("hands=[[?8],[?8]] tasks=[?2]", "hands=[[?8],[?8]]"),
        ("hands=[[?8],[?8]] won=[[],[]] opened=[1,0]", "hands=[[?8],[?8]] opened=[0,1]"),
        ("hands=[[?8],[?8]] won=[[M1],[]] left-game=[1]", "hands=[[?8],[?8]] won=[[M01],[]] left-game=[1]"),
        ("hands=[[?8],[?8]] rulings=(k03=and)", "hands=[[?8],[?8]] rulings=(k03=and)"),
        ("hands=[[?8],[?8]] at-once=[[1,A3]] now=to-show", "hands=[[?8],[?8]] at-once=[[1,A03]] now=to-show(player=0)"),
    ],
)  # fmt: skip
def test_what_is_as_usual_is_left_out(written: str, read: str | None) -> None:
    """Unseen cards are counted together, a copy that is left out is the next that lies nowhere else; a pile that nobody looks at cannot be seen in part."""
    if read is None:
        with pytest.raises(NotationError):
            GAME.position(written)
        return
    told = str(GAME.position(written)).removeprefix("edition=classic round=1 turn=0 ")

    assert read == (told if "now" in read else told.partition(" now=")[0])


UNSEEN = {"edition": "classic", "turn": 0, "hands": [[None] * 3, [None] * 2]}


@pytest.mark.parametrize(
    ("hands", "how", "told"),
    [
        ([3, 2], {}, {}),
        ({"Ann": 3, "Bob": "?2"}, {"turn": "Bob"}, {"turn": 1}),
        ([3, 2], {"turn": 1, "edition": "newer"}, {"turn": 1, "edition": "newer"}),
        ([("R1",), ["G1", "?"]], {}, {"hands": [["R01-1"], ["G01-1", None]]}),
        (["R1, G1 Y1", 0], {}, {"hands": [["R01-1", "G01-1", "Y01-1"], []]}),
        ([3, 2], {"mac": "R1,G1", "left": ["?", "Y1"], "right": 2}, {"mac": ["R01-1", "G01-1"], "open-left": [None, "Y01-1"], "open-right": [None, None]}),
        ({"Ann": 3, "Bob": 2}, {"tasks": {"Bob": "M3"}}, {"tasks": [None, "M03-1"]}),
        ([3, 2], {"tasks": ["M3", None]}, {"tasks": ["M03-1", None]}),
        ({"Ann": 3, "Bob": 2}, {"tasks": {}}, {}),
        ([3, 2], {"actions": "K5 ?", "returned": 1}, {"actions": ["K05-1", None], "returned": [None]}),
        ([3, 2], {"round": 4, "opened": [1]}, {"round": 4, "opened": [1]}),
    ],
)  # fmt: skip
def test_a_table_as_it_is_set_up(hands: Any, how: dict[str, Any], told: dict[str, Any]) -> None:
    """Cards as one text or one by one, or how many; seats by number or by name; any other field as in a position."""
    expected = {**UNSEEN, "turn": told.get("turn", 0), **told}
    written = GAME.table(hands, **how).to_json()

    assert expected == {name: written.get(name) for name in expected}
    assert {*written} <= {*expected, "round", "now"}


@pytest.mark.parametrize(
    ("hands", "how"),
    [
        ({"Ann": 3, "Bob": 2}, {"turn": "Cem"}),
        ([3, 2], {"turn": "Ann"}),
        (3, {}),
        ([3, None], {}),
        ([3, 2], {"mac": 1}),
        ([3, 2], {"tasks": 3}),
        ([3, 2], {"tasks": ["M1"]}),
        ([3, 2], {"sky": 1}),
    ],
)
def test_what_is_no_table(hands: Any, how: dict[str, Any]) -> None:
    """Who does not play, what is no list of cards, a card of Mac's that nobody sees."""
    with pytest.raises(InputError):
        GAME.table(hands, **how)


@pytest.mark.parametrize(
    ("now", "over", "winner"),
    [
        ("turn(player=1)", False, None),
        ("over(winner=1)", True, 1),
        ("over(winner=?)", True, None),
        ("over(winner=1) won=[[],[M1,M2,M3]]", True, 1),
    ],
)
def test_who_has_won(now: str, over: bool, winner: int | None) -> None:
    """Nobody while the game is played, and where all have left; the cards that were won may be named."""
    position = GAME.position(f"hands=[[?3],[?9]] turn=1 now={now}")

    assert (over, winner) == (position.over, position.winner)


@pytest.mark.parametrize("place", ["nowhere", "", None, 3, ["mac"]])
def test_an_event_from_no_place_is_none(place: Any) -> None:
    """A journal that was tampered with is refused, not believed."""
    told = {"event": "cards-taken", "player": 0, "cards": [[place, None]]}

    with pytest.raises((ValueError, TypeError)):
        m.CODEC.from_json(told)


H = "hands=[[?8],[?9]]"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("edition=classic", "needs “hands”"),
        (f"edition=poker {H}", "“edition” .character 9. is one of: classic, newer"),
        ("hands=[[?8]]", "2 to 6"),
        ("hands=[[R1],[R1]]", "R01-1. is named twice"),
        ("hands=[[R4,R4,R4],[?8]]", "R04. is named twice"),
        ("hands=[[B1],[?8]]", "B01"),
        (f"{H} turn=2", "turn.*2"),
        (f"{H} turn=x", "“turn” .character 24. is a whole number"),
        (f"{H} unread=[(drawer=2 holder=0 count=1)]", "unread"),
        (f"{H} unread=[(drawer=0 holder=0 count=-1)]", r"“unread\[0\].count”"),
        (f"{H} at-once=[[2,A03]]", "at-once"),
        (f"{H} at-once=[[0]]", r"“at-once\[0\]” .character 28. is a list of exactly 2"),
        (f"{H} opened=[2]", "opened"),
        (f"{H} left-game=[2]", "left-game"),
        (f"{H} round=0", "1 or more"),
        ("hands=[[?5-2],[?9]]", "5-2"),
        ("hands=[[?-3],[?9]]", r"“hands\[0\]\[0\]”"),
        (f"{H} tasks=[M10]", "every seat"),
        (f"{H} colour=red", "no field “colour”"),
        (f"{H} now=dance", "one of: deal, turn"),
        (
            f"{H} now=to-lay(area=moon count=1)",
            "“now.to-lay.area” .character 35. is one of: mac, piles",
        ),
        (f"{H} rulings=(k03=perhaps)", "not a value of the setting “k03”"),
        (f"{H} rulings=k03", "settings are an object"),
        (f"{H} {H}", "stands there twice"),
        (f"{H} now=to-lay", "needs “area”"),
        (f"{H} now=to-lay(area=mac count=3)", "count=3"),
        (f"{H} now=obey(by=2 card=K10)", "now.*2"),
        (f"{H} now=obey(by=0 card=R1)", "R1 cannot lie in “now”"),
        (f"{H} now=obey(by=0 card=K10 asked=[2])", "now.*2"),
        (f"{H} now=short(waiting=[] exchange=yes)", r"cannot be short\(waiting"),
        (f"{H} now=turn(short=[2])", "now.*2"),
        (f"{H} now=over(winner=2)", "now.*2"),
        (f"{H} tasks=[R1,?]", "R1 cannot lie in “tasks”"),
        (f"{H} now=in-doubt(claimant=2 task=M15 cards=[])", "now.*2"),
        (f"{H} now=in-doubt(claimant=0 task=R1 cards=[])", "R1 cannot lie"),
        (f"{H} now=in-doubt(claimant=0 task=M15 cards=[R1,R1-1])", "named twice"),
        (f"{H} now=in-doubt(claimant=0 task=M15 cards=[] then=may-claim(player=2))", "now.*2"),
        (f"{H} now=in-doubt(claimant=0 task=M15 cards=[] reasons=[R1])", "left out"),
        (f"{H} now=obey(by=0 card=K10 resume=(player=2))", "now.*2"),
        (f"{H} now=obey(by=0 card=K10 touched=[2])", "now.*2"),
        ("hands=[[?8],[?90]]", "98 cards"),
        (f"{H} open-left=[?99999999999]", r"“open-left\[0\]”"),
        (f"{H} won=[[M1,M2,M3],[]]", "now=over.winner=0."),
    ],
)
def test_no_position_is_refused_in_a_sentence(text: str, said: str) -> None:
    """By the one error, and what is wrong is named."""
    with pytest.raises(NotationError, match=said):
        GAME.position(text)


@pytest.mark.parametrize(
    ("field", "card"),
    [
        ("hands=[[?8],[{}]]", "A1"),
        ("hands=[[?8],[{}]]", "M1"),
        (f"{H} mac=[{{}}]", "K5"),
        (f"{H} open-left=[{{}}]", "A5"),
        (f"{H} actions=[{{}}]", "R1"),
        (f"{H} stack=[{{}}]", "R1"),
        (f"{H} at-once=[[0,{{}}]]", "K3"),
    ],
)
def test_a_card_lies_where_the_rules_let_it(field: str, card: str) -> None:
    """Number cards on piles and with Mac, actions on their own discard, at-once cards in no hand (rules, A4 and A6)."""
    with pytest.raises(NotationError, match=r"[A-Z]\d+ cannot lie in “[a-z-]+”"):
        GAME.position(field.format(card))


@pytest.mark.parametrize(
    ("claimant", "then", "why"),
    [(0, "", []), (1, "", ["outside-the-window"]), (0, " then=may-claim(player=0)", [])],
)
def test_why_a_claim_is_in_doubt_follows_from_the_rest(
    claimant: int, then: str, why: list[str]
) -> None:
    """The text does not hold the reasons; what is open again if the table says no is a claim, unless it is named (rules, A7)."""
    text = f"hands=[[?2],[?2]] rulings=(claim_window=after_exchange) now=in-doubt(claimant={claimant} task=M01 cards=[R5-1,G11-1]{then})"
    position = GAME.position(text)
    doubt = position.state.pending

    assert isinstance(doubt, m.InDoubt)
    assert why == [reason.code for reason in doubt.reasons]
    assert str(position).endswith(text.partition(" now=")[2])


def test_numbers_and_cards_are_json() -> None:
    """Not texts of them: a program counts with what it gets; one too long to be any is not repeated at length."""
    told = GAME.position("round=3 turn=1 hands=[[R4,?],[?8]] mac=[G1,Y3]").to_json()

    assert (3, 1) == (told["round"], told["turn"])
    assert ["G01-1", "Y03-1"] == told["mac"]
    assert ["R04-1", None] == told["hands"][0]
    assert {"turn": {"player": 1}} == told["now"]
    assert "done" == GAME.position(f"{H} now=done").to_json()["now"]
    with pytest.raises(NotationError) as refused:
        GAME.position(f"{H} round=-{'9' * 400}")
    assert 200 > len(str(refused.value))


@pytest.mark.parametrize(
    ("more", "count"),
    [
        ("", 0),
        ("tasks=[M1,M2] stack=[M3] returned=[M4]", 0),
        ("mac=[R1]", 1),
        ("open-left=[R1,?]", 2),
        ("open-right=[?3]", 3),
        ("draw=[R1,A1]", 2),
        ("actions=[?,K1]", 2),
        ("at-once=[[0,A1],[1,A2]]", 2),
    ],
)
def test_there_are_so_many_cards(more: str, count: int) -> None:
    """All that are no murphys, wherever they lie: hands that may hold more hold at least their fewest (rules, A1)."""
    most = len(GAME.deal().state.edition.main_deck)

    assert 2 == len(GAME.position(f"hands=[[?{most - 8 - count}-200],[?8]] {more}").hands)
    with pytest.raises(NotationError, match=f"{most + 1}"):
        GAME.position(f"hands=[[?{most - 7 - count}-200],[?8]] {more}")


def test_mac_has_seven_cards_at_most() -> None:
    """Eight can never lie there (rules, A4)."""
    row = "G4,G4,G5,G5,G6,G6,G7"

    assert 7 == len(GAME.position(f"{H} mac=[{row}]").mac)
    with pytest.raises(NotationError, match="8 cards lie in Mac’s row"):
        GAME.position(f"{H} mac=[{row},G8]")
    with pytest.raises(NotationError, match="8 cards lie in Mac’s row"):
        GAME.position(f"{H} mac=[{row}] now=to-lay(area=mac count=1)")


@pytest.mark.parametrize(("held", "turn"), [(3, "Cem"), (3, -1), (-3, "Ann")])
def test_no_table_is_refused_in_a_sentence(held: int, turn: str | int) -> None:
    """Nobody of that name or number plays, or somebody holds less than nothing."""
    with pytest.raises(NotationError, match="turn|hands"):
        GAME.table({"Ann": "R1", "Bob": held}, turn=turn)


@pytest.mark.parametrize("told", [None, 3, ["classic"], 1.5])
def test_what_is_neither_text_nor_json(told: Any) -> None:
    """A position, and a move."""
    with pytest.raises(NotationError, match="not a position"):
        GAME.position(told)
    with pytest.raises(NotationError, match="take draw"):
        GAME.deal().play(told)


@pytest.mark.parametrize("text", ["", "dance", "0", "take moon", "lay", "choose who:1"])
def test_no_move_is_refused_in_a_sentence(text: str) -> None:
    """It says how one is written."""
    with pytest.raises(NotationError, match="take draw"):
        GAME.deal().play(text)
