"""Nicht lustig for programs: `murphy legal`, `murphy score`, positions."""

import json
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

import companion
from companion.app.cli import murphy
from companion.errors import CompanionError, IllegalMove, InputError
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.notation import move_from_text

TARGETS = (*(f"D2{v}" for v in range(4, 9)), *(f"{k}0{v}" for k in "LPRY" for v in range(1, 6)))
ASKED: dict[str, Any] = {
    "position": {
        "turn": 0,
        "display": ["R01", "R02", "Y03", "D24"],
        "areas": [
            {
                "open": ["L04", "P04"],
                "scored": ["R03"],
                "covered": {"L01": "T03"},
                "deaths": ["T05"],
                "specials": ["S01"],
            },
            {
                "open": ["Y04", "L03"],
                "scored": ["L02"],
                "covered": {"Y01": "T04"},
                "deaths": [],
                "specials": ["S05"],
            },
        ],
    },
    "dice": {"black": [2, "symbol"], "red": [3, 4], "white": ["symbol", 1], "pink": 4},
}


def asked(command: str, *lines: Any) -> list[Any]:
    """What a command answers to JSON lines."""
    text = "\n".join(map(json.dumps, lines))
    line = [command, "--game", "nicht-lustig", "--lines", "--lang", "en"]
    told = CliRunner().invoke(murphy, line, input=text)
    assert 0 == told.exit_code, told.output
    return [json.loads(answer) for answer in told.stdout.splitlines()]


def test_legal_tells_all_that_a_last_roll_brings() -> None:
    """Cards turned, nothing to take, the Death that moves, where to, and the specials of two symbols."""
    (told,) = asked("legal", ASKED)

    assert {
        "scored": [["L04", "P04"], ["Y04"]],
        "takes": [],
        "deaths": ["T04"],
        "onto": ["L04"],
        "specials": ["S02", "S05"],
    } == told


def test_legal_lists_every_set() -> None:
    """Where something may be taken, no Death is forced; what was scored now cannot be stolen."""
    dice = {"black": [2, 2], "red": [4, 4], "white": [3, 3], "pink": 4}
    (told,) = asked("legal", ASKED | {"dice": dice})

    assert [["L03"], ["L03", "R02"], ["R02"]] == told["takes"]
    assert ([], [], []) == (told["deaths"], told["onto"], told["specials"])


@pytest.mark.parametrize(
    "told",
    [
        m.TakeTargets(0, ("Y02", "R01")),
        {"move": "take", "player": 0, "faces": ["Y02", "R01"]},
        "take Y02 R01",
    ],
    ids=["value", "JSON", "text"],
)
def test_targets_are_taken_in_any_order(told: Any) -> None:
    """They are the same cards; one that is named twice is none that the dice bring."""
    dice = {"black": [1, 1], "red": [2, 2], "white": [3, 4], "pink": 5}
    there = {"areas": [{}, {}], "dice": dice, "rolls": 3}
    rolled = companion.game("nicht-lustig").position(there).play("stop")

    assert ("R01", "Y02") == rolled.play(told).state.areas[0].open
    with pytest.raises(IllegalMove, match="Riebmann 1, Riebmann 1"):
        rolled.play(m.TakeTargets(0, ("R01", "R01")))


def test_wrong_questions_are_answered_in_their_place() -> None:
    """With a reason each; the others are answered all the same."""
    wrong = [
        {},
        {"position": ASKED["position"]},
        ASKED | {"dice": {"black": [2, 7], "red": [3, 4], "white": [3, 1], "pink": 4}},
        ASKED | {"position": {"areas": [{"open": ["R01"]}, {"open": ["R01"]}]}},
        ASKED | {"position": {"areas": [{"open": ["T01"]}, {}]}},
        ASKED | {"position": {"areas": [{"covered": ["L01"]}, {}], "turn": 2}},
        ASKED | {"position": {"areas": [{}, {}], "turn": 2}},
        [],
    ]
    *errors, right = asked("legal", *wrong, ASKED)

    assert all(list(told) == ["error", "code"] or "error" in told for told in errors)
    assert ["T04"] == right["deaths"]


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"table": ["R01"]}, "A position has no field “table”"),
        ({"areas": [{"lying": ["R01"]}, {}]}, "“areas[0]” has no field “lying”"),
        ({"display": "R01"}, "“display” is a list, not “R01”"),
        ({"display": [None]}, "“display[0]” is a target, R01 to D28, not “null”"),
        ({"rules": []}, "The settings are an object"),
        ({"duck": "no"}, "“duck” is yes or no, in JSON true or false, not “no”"),
        (
            {"areas": [{"covered": {"L01": []}}, {}]},
            "“areas[0].covered.L01” is a list of 1 to 6, not “[]”",
        ),
        ({"areas": [{"covered": 0}, {}]}, "“areas[0].covered” is an object"),
        ({"rules": {"dock": "x"}}, "no setting “dock”; there are beside_dinosaur"),
        (
            {"areas": [{"deaths": ["L01"]}, {}]},
            "“areas[0].deaths[0]” is a Death, T01 to T06, not “L01”",
        ),
    ],
)
def test_an_error_says_where_it_is(position: dict[str, Any], said: str) -> None:
    """The field and what stands there; a name misspelt is never left out without a word."""
    (told,) = asked("legal", ASKED | {"position": {"areas": [{}, {}]} | position})

    assert said in told["error"]


def test_professors_that_nobody_rolled_for_are_not_worth_nothing() -> None:
    """As many dice as scored professors (rules, F2 End): without them nobody knows; one under a Death rolls none."""
    scored, covered = {"scored": ["P01"]}, {"covered": {"P01": "T01"}}
    (missing, none, ruled) = asked(
        "score",
        {"areas": [{}, scored], "professors": [[], []]},
        {"areas": [{}, covered]},
        {"areas": [{}, covered], "rules": []},
    )

    assert "The settings are an object" in ruled["error"]
    assert "Seat 1" in missing["error"]
    assert [0, 0] == none["points"]


@pytest.mark.parametrize(
    ("professors", "says"),
    [
        ([5, 0], "“professors[0]” is a list of 0 to 7, not “5”"),
        ([[9], []], "“9” is not a value of a die"),
        ([[True], []], "“true” is not a value of a die"),
        ([[5]], "lists the dice of every seat: 2 lists"),
    ],
)
def test_professors_dice_are_lists_by_seat(professors: Any, says: str) -> None:
    """What is wrong with them is said."""
    (told,) = asked("score", {"areas": [{"scored": ["P01"]}, {}], "professors": professors})
    assert says in told["error"]


def test_score_reckons_up() -> None:
    """The booklet's example, a tie that the Deaths decide, and a seat that rolled no dice."""
    booklet = {
        "scored": ["P01", "L02", "Y01", "Y02", "Y03"],
        "open": ["R01", "R02"],
        "covered": {"L03": "T01"},
    }
    (one, two) = asked(
        "score",
        {"areas": [booklet, {"scored": ["D28"], "deaths": ["T06"]}], "professors": [[4], []]},
        {"areas": [{"open": ["R01"]}, {"scored": ["Y01"], "covered": {"L01": "T02"}}]},
    )

    assert {"points": [19, 4], "winners": [0]} == one
    assert {"points": [1, 1], "winners": [0]} == two


def test_one_player_may_be_asked_about_alone() -> None:
    """What a roll brings, what the cards are worth; nobody, and more than can play, are refused in the same words."""
    alone = {"open": ["R02"], "scored": ["L03"]}
    position = {"display": ["R03"], "areas": [alone]}
    legal = asked("legal", {**ASKED, "position": position}, {**ASKED, "position": {"areas": []}})
    points = asked("score", {"areas": [alone]}, {"areas": [{}] * 5})

    assert [[]] == legal[0]["scored"]
    assert {"points": [5], "winners": [0]} == points[0]
    said = "“areas” is a list of 1 to 4, not"
    assert all(said in told["error"] for told in (legal[1], points[1]))


def test_a_whole_game_through_the_front_door() -> None:
    """Every move the first that is legal, but for rolls once begun; somebody wins."""
    position = companion.game("nicht-lustig").deal(players=3, seed=4)
    while not position.over:
        moves = position.legal()
        wanted = next((move for move in moves if "stop" in str(move)), moves[0])
        position = position.play(str(wanted))

    assert len(position.state.display) <= 5
    assert position.winners
    assert max(position.points) == position.points[position.winners[0]]


@pytest.mark.parametrize(
    "told",
    [
        "",
        "turn:x",
        "areas:[{},{}] turn:9",
        "areas:[{},{}] now:sleep",
        "areas:[{},{}] areas:[]",
        "areas:[{},{}] now:take",
        {"areas": "x"},
    ],
)
def test_what_is_no_position(told: Any) -> None:
    """A sentence, whatever was written."""
    with pytest.raises(CompanionError, match=" "):
        companion.game("nicht-lustig").position(told)


def test_moves_that_are_none() -> None:
    """A text that says nothing, JSON of the wrong types, and what the rules refuse."""
    position = companion.game("nicht-lustig").deal()
    nonsense: tuple[Any, ...] = (
        None,
        3,
        "fly",
        {"move": "take", "player": 0, "faces": [{}]},
        {"move": "x"},
    )
    for wrong in nonsense:
        with pytest.raises(InputError):
            position.play(wrong)
    rolled = position.play("roll all = 33*2451")
    for wrong in ("roll pink = 2", "roll pink = 13*2452"):
        with pytest.raises(IllegalMove, match="seven values"):
            rolled.play(wrong)
    with pytest.raises(IllegalMove, match="First the dice"):
        position.play("take R01")
    with pytest.raises(InputError):
        companion.game("nicht-lustig").deal(players=7)


NONE = m.PlayerArea()


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ({}, {"turn": 0, "rolls": 0, "dice": None, "professors": (), "gained": (), "duck": False}),
        ({"dice": ASKED["dice"]}, {"rolls": 1}),
        ({"dice": ASKED["dice"], "rolls": 4}, {"rolls": 4}),
        ({"dice": {**ASKED["dice"], "black": [2, 6], "pink": [4]}}, {"dice": p.DiceRoll((2, 0, 3, 4, 0, 1, 4))}),
        ({"display": ["Y03", "R01"]}, {"display": ("R01", "Y03"), "areas": (NONE, NONE)}),
        (
            {"areas": [{"scored": ["L01", "R01"], "covered": {"L01": "T02"}}, {"open": [*TARGETS[:3]]}]},
            {"areas": (replace(NONE, scored=("R01",), covered=(("L01", "T02"),)), replace(NONE, open=TARGETS[:3])), "display": tuple(t for t in TARGETS[3:] if t not in ("L01", "R01"))},
        ),
        ({"professors": [[1, "symbol", 6, 0], None]}, {"professors": ((1, 0, 0, 0), None)}),
        ({"areas": [{}, {}, {}], "turn": 2}, {"turn": 2}),
        ({"now": "reckon", "professors": [[], []]}, {"now": "reckon"}),
        ({"free": []}, {"free": ()}),
    ],
)  # fmt: skip
def test_what_is_usual_in_a_position(told: dict[str, Any], state: dict[str, Any]) -> None:
    """Before the first roll, or after the first where dice lie; a card under a Death lies nowhere else, all others on display."""
    found = companion.game("nicht-lustig").position({"areas": [{}, {}], **told}).state

    assert state == {name: getattr(found, name) for name in state}


@pytest.mark.parametrize(
    ("areas", "more", "points", "winners"),
    [
        ([{}, {}], {}, [0, 0], [0, 1]),
        ([{"open": ["R01"]}, {}], {"professors": None, "rules": None}, [1, 0], [0]),
        ([{"scored": ["P01"]}], {"professors": [[3]]}, [3], [0]),
        ([{"scored": ["P01"]}], {"professors": [[6]]}, [0], [0]),
        ([{"scored": ["P01"]}], {"professors": [["symbol", 2]]}, [2], [0]),
        ([{"scored": ["P01"]}, {}], {"professors": [[2, 5], None]}, [5, 0], [0]),
        ([{"scored": ["P01"]}, {}], {"professors": [[1], [5]]}, [1, 0], [0]),
        ([{}, {"open": ["R01"]}, {"open": ["R02"]}], {"professors": []}, [0, 1, 1], [1, 2]),
        ([{"open": ["R01"]}, {"open": ["R02", "R03"], "deaths": ["T01"]}], {}, [1, 1], [0]),
    ],
)  # fmt: skip
def test_what_areas_are_worth(
    areas: list[Any], more: dict[str, Any], points: list[int], winners: list[int]
) -> None:
    """The best of a seat's professors' dice, and none where it has no professor."""
    told = companion.game("nicht-lustig").score({"areas": areas, **more})

    assert {"points": points, "winners": winners} == told


@pytest.mark.parametrize(
    ("dice", "of_position", "takes"),
    [(True, None, True), (True, "other", True), (False, "same", True), (False, "other", False)],
)
def test_which_last_roll_is_asked_about(dice: bool, of_position: str | None, takes: bool) -> None:
    """That of the question, or else the position's."""
    taking = {"black": [2, 2], "red": [4, 4], "white": [3, 3], "pink": 4}
    lying = {"same": taking, "other": ASKED["dice"]}
    position = {**ASKED["position"], **({"dice": lying[of_position]} if of_position else {})}
    asked = {"position": position, **({"dice": taking} if dice else {})}

    assert takes == bool(companion.game("nicht-lustig").legal(asked)["takes"])


EVERYTHING: dict[str, Any] = {
    "turn": 1,
    "display": ["R01", "R02", "Y03"],
    "areas": [
        {
            "open": ["L04", "P04"],
            "scored": ["P01"],
            "covered": {"L01": "T03", "Y01": ["T04", "T06"]},
            "deaths": ["T05"],
            "specials": ["S01"],
        },
        {"open": [], "scored": ["L02"], "covered": {}, "deaths": [], "specials": ["S05"]},
    ],
    "now": "reckon",
    "dice": {"black": [2, "symbol"], "red": [3, 4], "white": ["symbol", 1], "pink": 4},
    "rolls": 3,
    "free": ["red-1", "pink"],
    "duck": True,
    "gained": ["S02"],
    "professors": [[5, 0], None],
    "rules": {"deaths_on_a_card": "several-deaths", "ufo": "skips-turn"},
}


def test_all_of_a_position_is_in_its_text() -> None:
    """And in its JSON, whatever stands where; what is as usual is left out, and cards that are nowhere else lie open."""
    game = companion.game("nicht-lustig")
    everything, usual = game.position(EVERYTHING), game.position({"areas": [{}, {}]})

    assert EVERYTHING == everything.to_json()
    assert everything == game.position(str(everything)) == game.position(EVERYTHING)
    assert {"turn", "display", "areas", "now"} == set(usual.to_json())
    assert (0, "roll", TARGETS) == (usual.state.turn, usual.state.now, usual.state.display)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1 roll all", m.ThrowDice(1)),
        (
            "0 roll black-1 pink = 33*2451",
            m.ThrowDice(0, ("black-1", "pink"), (3, 3, 0, 2, 4, 5, 1)),
        ),
        ("0 stop", m.StopRolling(0)),
        ("0 take L02 R03", m.TakeTargets(0, ("L02", "R03"))),
        ("0 take", m.TakeTargets(0, ())),
        ("0 death T03 L02", m.TakeDeath(0, "T03", "L02")),
        ("0 death T03 open", m.TakeDeath(0, "T03")),
        ("0 use S03", m.UseSpecial(0, "S03")),
        ("2 professors", m.RollProfessors(2)),
        ("2 professors = 3*", m.RollProfessors(2, (3, 0))),
        ("2 professors = -", m.RollProfessors(2, ())),
    ],
)
def test_moves_as_people_write_them(text: str, move: m.Move) -> None:
    """There and back; whose it is need not be said where one is to move."""
    assert (text, move) == (str(move), move_from_text(text, None))
    assert move == move_from_text(text[2:], move.player)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "roll all",
        "0",
        "0 fly",
        "0 stop now",
        "0 death T03",
        "0 roll all = 3 6",
        "9" * 5000 + " stop",
    ],
)
def test_what_is_no_move(text: str) -> None:
    """It says nothing, or not whose it is."""
    with pytest.raises(ValueError):  # noqa: PT011
        move_from_text(text, None)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"turn": 2}, "“turn” is a number from 0 to 1"),
        ({"turn": True}, "“turn” is a whole number"),
        ({"rolls": 5}, "“rolls” is a number from 0 to 4"),
        ({"now": "sleep"}, "“now” is one of"),
        ({"now": "reckon"}, "of every seat"),
        ({"now": "take"}, "roll"),
        ({"rolls": 1}, "roll"),
        ({"dice": ASKED["dice"], "rolls": 0}, "roll"),
        ({"areas": [{"open": ["L01"]}, {"scored": ["L01"]}]}, "L01 is in two places"),
        ({"display": ["R01"], "areas": [{"open": ["R01"]}, {}]}, "R01 is in two places"),
        ({"gained": ["T01"]}, r"“gained\[0\]” is a special, S01 to S06, not “T01”"),
        ({"free": ["green"]}, r"“free\[0\]” is one of: black-1, .*, not “green”"),
    ],
)
def test_what_cannot_be(told: dict[str, Any], said: str) -> None:
    """A card in two places, dice that nobody rolled, a seat where nobody sits: what is wrong is named."""
    with pytest.raises(CompanionError, match=said):
        companion.game("nicht-lustig").position({"areas": [{}, {}]} | told)
