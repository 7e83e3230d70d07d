"""What dice score on both sheets, further fives of a kind, whole games among robots, and what programs ask."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, Literal

import pytest

import companion
from companion.errors import IllegalMove, InputError
from companion.games.yatzy import GAME
from companion.games.yatzy.boxes import KINDS
from companion.games.yatzy.pages import advice
from companion.games.yatzy.robots import GAMES
from companion.games.yatzy.rules import RULES
from companion.games.yatzy.setup import Rulings
from companion.journal.journal import Journal
from companion.session.session import Session

THIRTEEN = {"sheet": "thirteen"}


def scores(kind: str, dice: str) -> str:
    shown = tuple(map(int, dice))
    sheet = KINDS[kind]
    return " ".join(str(sheet.points(box, shown)) for box in sheet.form.boxes)


@pytest.mark.parametrize(
    ("dice", "points"),
    [  #            1 2 3 4 5 6 pair 2p 3a 4a small large house chance yatzy
        ("12345", "1 2 3 4 5 0 0 0 0 0 15 0 0 15 0"),
        ("23456", "0 2 3 4 5 6 0 0 0 0 0 20 0 20 0"),
        ("22333", "0 4 9 0 0 0 6 10 9 0 0 0 13 13 0"),
        ("22334", "0 4 6 4 0 0 6 10 0 0 0 0 0 14 0"),
        ("22225", "0 8 0 0 5 0 4 0 6 8 0 0 0 13 0"),
        ("66666", "0 0 0 0 0 30 12 0 18 24 0 0 0 30 50"),
        ("12346", "1 2 3 4 0 6 0 0 0 0 0 0 0 16 0"),
    ],
)
def test_fifteen_boxes(dice: str, points: str) -> None:
    """The dice that make a pattern count; two pairs are of two values, and so is a full house."""
    assert points == scores("yatzy", dice)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("12345", "1 2 3 4 5 0 0 0 0 30 40 0 15"),
        ("22333", "0 4 9 0 0 0 13 0 25 0 0 0 13"),
        ("13456", "1 0 3 4 5 6 0 0 0 30 0 0 19"),
        ("33333", "0 0 15 0 0 0 15 15 0 0 0 50 15"),
        ("11116", "4 0 0 0 0 6 10 10 0 0 0 0 10"),
        ("12346", "1 2 3 4 0 6 0 0 0 30 0 0 16"),
    ],
)
def test_thirteen_boxes(dice: str, points: str) -> None:
    assert points == scores("thirteen", dice)


@pytest.mark.parametrize(("kind", "bonus"), [("yatzy", 50), ("thirteen", 35)])
def test_the_bonus(kind: str, bonus: int) -> None:
    """From 63 points above on."""
    form = KINDS[kind].form
    sheet = (3, 6, 9, 12, 15, 18, *(None,) * (len(form.boxes) - 6))
    assert (63 + bonus, 62) == (form.total(sheet), form.total((2, *sheet[1:])))


@pytest.mark.parametrize(("further", "extra"), [("hundred-more", 100), ("fifty-more", 50)])
def test_a_further_five_of_a_kind(further: str, extra: int) -> None:
    """Points more, and its own upper box first; then it is anything below, and where nothing is open there it is lost above."""
    game: Any = companion.game("yatzy")
    rules = THIRTEEN | {"further": further}
    threes = {"dice": [3] * 5, "rolls": 3, "rules": rules}
    first = game.position(threes | {"sheets": [{"five-alike": 50}]})
    assert ["box threes"] == list(map(str, first.legal()))
    assert (50 + 15 + extra) == first.play("box threes").points[0]
    second = game.position(threes | {"sheets": [{"five-alike": 50, "threes": 9}]})
    assert 50 + 9 + extra + 40 == second.play("box large-straight").points[0]
    with pytest.raises(IllegalMove, match="Ones"):
        second.play("box ones")
    below = dict.fromkeys(KINDS["thirteen"].lower, 0)
    third = game.position(threes | {"sheets": [{**below, "threes": 9}]})
    assert 9 == third.play("box ones").points[0]


@pytest.mark.parametrize("rules", [{}, THIRTEEN | {"further": "as-any-roll"}])
def test_five_of_a_kind_that_are_like_any_roll(rules: dict[str, str]) -> None:
    """On fifteen boxes, and where a table wants it so: every open box may be taken, and counts what it counts."""
    game: Any = companion.game("yatzy")
    now = game.position(
        {"sheets": [{"five-alike": 50}], "dice": [3] * 5, "rolls": 3, "rules": rules}
    )
    assert {"box ones", "box threes", "box full-house"} <= {*map(str, now.legal())}
    assert 50 == now.play("box full-house").points[0]


@pytest.mark.parametrize("players", [1, 6])
@pytest.mark.parametrize("robot", ["expert", "greedy", "random"])
@pytest.mark.parametrize("rulings", [Rulings(), Rulings(sheet="thirteen")])
def test_whole_games(players: int, robot: str, rulings: Rulings) -> None:
    """Turns go round the table, the game ends with every box filled, and somebody has won; alone, too."""
    steps = [*GAMES.whole_game(players, GAMES.robots[robot], Random(1), rulings)]
    turns, last = [step.after.turn for step in steps[:-1]], steps[-1]
    passed_on = {(after - before) % players for before, after in pairwise(turns)}
    assert passed_on <= {0, 1 % players}
    assert all(None not in sheet for sheet in last.after.sheets)
    assert last.after.winners


def by_tap(rulings: dict[str, str] | None = None) -> Session[Any]:
    """Ann and Bob, without a camera."""
    setup = {"players": ["Ann", "Bob"], "camera": False, "rulings": rulings or {}}
    return Session(GAME.played(), Journal(None), setup=setup)


def rolls(game: Session[Any], player: int, *dice: str) -> Session[Any]:
    """A player's rolls, in which nothing is kept."""
    for shown in dice:
        game.submit({"move": "roll", "player": player, "kept": [], "dice": [*map(int, shown)]})
    return game


def why_not(call: Any, said: dict[str, Any]) -> str:
    """Why it is refused; nothing where it is not."""
    try:
        call(said)
    except IllegalMove as refused:
        return refused.message.key
    return ""


@pytest.mark.parametrize(
    ("player", "kept", "dice", "why"),
    [
        (0, "4", "14456", ""),
        (0, "4566", "44566", "score.not-kept"),
        (0, "22456", "22456", "score.not-kept"),
        (0, "2246", "22461", ""),
        (0, "22", "23456", "score.no-dice"),
        (0, "", "2345", "score.no-dice"),
        (0, "", "234567", "score.no-dice"),
        (0, "", "23457", "score.no-dice"),
        (0, "", "02345", "score.no-dice"),
        (0, "", "16661", ""),
        (0, "", None, "session.say-dice"),
        (1, "", "23456", "score.not-yours"),
    ],
)
def test_a_roll_that_is_none_is_refused(player: int, kept: str, dice: str | None, why: str) -> None:
    """After 2 2 4 5 6, with the reason; whoever keeps all dice rolls none."""
    game = rolls(by_tap(), 0, "22456")
    shown = {} if dice is None else {"dice": [*map(int, dice)]}
    said = {"move": "roll", "player": player, "kept": [*map(int, kept)], **shown}

    assert why == why_not(game.submit, said)
    assert (2 if not why else 1) == game.state.state.rolls


def test_what_a_turn_lets_one_do() -> None:
    """All dice first, three rolls, a box that is open; then the next one."""
    game = by_tap(THIRTEEN)
    box = {"move": "box", "player": 0, "box": "threes"}
    first = {"move": "roll", "player": 0, "kept": [3], "dice": [3] * 5}

    assert "score.all-dice" == why_not(game.submit, first)
    assert "score.roll-first" == why_not(game.submit, box)
    rolls(game, 0, "33333", "33333", "33333")
    assert "score.no-more-rolls" == why_not(game.submit, first)
    assert "score.no-box" == why_not(game.submit, box | {"box": "pair"})
    game.submit(box | {"box": "five-alike"})
    assert "score.roll-first" == why_not(game.submit, box)
    assert 1 == game.state.state.round
    rolls(game, 1, "11234").submit(box | {"player": 1, "box": "chance"})
    assert 2 == game.state.state.round
    rolls(game, 0, "33333")
    assert "score.is-filled" == why_not(game.submit, box | {"box": "five-alike"})
    assert "score.not-offered" == why_not(game.submit, box | {"box": "chance"})
    game.submit(box)
    assert ((50 + 100 + 15, 11), 1, 3) == (
        game.state.state.points,
        game.state.state.turn,
        game.state.state.turns,
    )


@pytest.mark.parametrize(
    ("sheet", "box", "most"),
    [
        ("yatzy", "ones", 5),
        ("yatzy", "pair", 12),
        ("yatzy", "two-pairs", 22),
        ("yatzy", "full-house", 28),
        ("yatzy", "five-alike", 50),
        ("thirteen", "three-alike", 30),
        ("thirteen", "full-house", 25),
        ("thirteen", "five-alike", 50),
    ],
)
def test_a_box_holds_no_more_than_dice_bring_there(
    sheet: Literal["yatzy", "thirteen"], box: str, most: int
) -> None:
    """On an empty sheet and on one where fives of a kind are jokers."""
    start = RULES.start(1, Rulings(sheet=sheet))
    written = tuple(map({"five-alike": 50, "ones": 2}.get, start.form.boxes))
    assert [most] * 2 == [
        RULES.most_in(now, 0, box) for now in (start, replace(start, sheets=(written,)))
    ]


def test_what_stands_in_a_box_is_put_right() -> None:
    """As many points as dice bring there, in boxes that there are; the dice once there are any, and whose turn it is."""
    game = by_tap()
    box = {"do": "box", "player": 1, "box": "sixes"}
    dice = {"do": "dice", "values": [6] * 5}

    assert "score.no-dice" == why_not(game.correct, dice)
    assert "session.no-correction" == why_not(game.correct, {"do": "done"})
    for wrong in ({"player": 2}, {"player": -1}, {"box": "tens"}):
        assert "session.no-correction" == why_not(game.correct, box | {"points": 1} | wrong)
    for points in (31, -1):
        assert "score.no-points" == why_not(game.correct, box | {"points": points})
    for points in (30, 0, 24):
        game.correct(box | {"points": points})
        assert (0, points) == game.state.state.points
    game.correct(box | {"points": None})
    assert game.state.state.points_in(1, "sixes") is None
    rolls(game, 0, "22456")
    assert "score.no-dice" == why_not(game.correct, dice | {"values": [6] * 4})
    game.correct(dice | {"values": [6, 1, 6, 6, 6]})
    assert (1, 6, 6, 6, 6) == game.state.state.dice
    assert "session.no-correction" == why_not(game.correct, {"do": "turn", "player": 2})
    game.correct({"do": "turn", "player": 1})
    assert (1, 0, ()) == (game.state.state.turn, game.state.state.rolls, game.state.state.dice)


def test_a_turn_that_ends_without_a_box_owes_one() -> None:
    """Asked for with its dice until it is written, also while others roll; the last box ends the game, with all who have most, whatever is put right then."""
    game = rolls(by_tap(), 0, "22456")
    game.correct({"do": "done"})
    (owed,) = game.view()["questions"]

    assert (0, 1) == (owed["player"], game.state.state.turn)
    assert ["2", "2", "4", "5", "6"] == owed["text"]["params"]["dice"]
    assert {"twos", "chance"} <= {choice["id"] for choice in owed["choices"]}
    rolls(game, 1, "11234")
    assert [owed["id"], "box-1-1"] == [q["id"] for q in game.view()["questions"]]
    game.answer(owed["id"], "chance")
    assert ((19, 0), 1, 1) == (
        game.state.state.points,
        game.state.state.turn,
        game.state.state.rolls,
    )
    assert ["box-1-1"] == [question["id"] for question in game.view()["questions"]]
    for player, left in ((0, 1), (1, 8)):
        for name in KINDS["yatzy"].form.boxes:
            if name not in ("ones", "chance"):
                game.correct(
                    {
                        "do": "box",
                        "player": player,
                        "box": name,
                        "points": left if name == "five-alike" else 0,
                    }
                )
    game.submit({"move": "box", "player": 1, "box": "chance"})
    rolls(game, 0, "22222").submit({"move": "box", "player": 0, "box": "ones"})
    assert not game.state.state.over
    rolls(game, 1, "13456").submit({"move": "box", "player": 1, "box": "ones"})
    assert ((20, 20), (0, 1)) == (game.state.state.points, game.state.state.winners)
    game.correct({"do": "box", "player": 1, "box": "ones", "points": 2})
    assert ((20, 21), (1,)) == (game.state.state.points, game.state.state.winners)
    assert "session.not-now" == why_not(
        game.submit, {"move": "roll", "player": 0, "kept": [], "dice": [1] * 5}
    )
    assert not game.view()["questions"]
    assert "session.no-correction" == why_not(game.correct, {"do": "turn", "player": 0})


def test_what_is_no_move_is_refused_with_some_that_are() -> None:
    """As a program sends them: they can be made."""
    played: Session[Any] = Session(
        GAME.played(), Journal(None), setup={"players": ["Ann"], "camera": False}
    )
    with pytest.raises(IllegalMove) as refused:
        played.submit({"move": "fly"})

    like = refused.value.message.params["like"]
    assert isinstance(like, tuple)
    for each in like:
        played.submit(json.loads(str(each)))

    assert 15 == played.view()["players"][0]["sheet"]["chance"]


def test_no_advice_without_dice() -> None:
    """Before a roll there is nothing to say; after one there is, and nobody is told chances of no roll more."""
    played: Session[Any] = Session(
        GAME.played(), Journal(None), setup={"players": ["Ann"], "camera": False}
    )
    with pytest.raises(IllegalMove) as refused:
        advice(played.state)
    assert "score.roll-first" == refused.value.message.key
    played.submit({"move": "roll", "player": 0, "dice": [6] * 5})
    assert None is advice(played.state)["keep"]
    for _ in range(2):
        played.submit({"move": "roll", "player": 0, "kept": [], "dice": [6] * 5})
    assert {} == advice(played.state)["chances"]


def test_what_programs_ask() -> None:
    """What every box would score, everybody's points; nonsense is refused."""
    assert GAME.legal is not None
    assert GAME.score is not None
    asked = {"position": {"sheets": [{}, {}]}, "dice": [2, 2, 3, 3, 3]}
    found = GAME.legal(asked)
    assert (13, 10) == (found["boxes"]["full-house"], found["boxes"]["two-pairs"])
    assert {"roll keep 3 3 3", "box chance"} <= {*found["moves"]}
    thirteen = {"sheets": [{"sixes": 18, "fives": 17}, {"five-alike": 50}], "rules": THIRTEEN}
    assert [35, 50] == GAME.score(thirteen)["points"]
    for wrong in (
        {},
        {"position": {"sheets": [{"tens": 1}]}},
        {"position": {"sheets": [{"pair": 2}], "rules": THIRTEEN}},
    ):
        with pytest.raises(InputError):
            GAME.legal(wrong)
