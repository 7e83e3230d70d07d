"""`murphy legal` and `murphy score`: JSON lines in, an answer to each out."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.app.commands.ask import asking, legal, score
from companion.commandline import DONE, USAGE
from companion.games import game, names
from companion.words import LANGUAGES

TABLE = "hands=[[R1,R3],[?8]] mac=[G1,G7] open-left=[Y5] open-right=[G2]"


def ask(*lines: object, command: Any = legal, game: str = "") -> Result:
    """The command with JSON lines on its standard input."""
    given = "\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines)
    about = ("--game", game) if game else ()
    line = ["--lines", "--lang", "en", *about]
    return CliRunner().invoke(command, line, input=given)


def answers(result: Result) -> list[dict[str, Any]]:
    """The JSON lines."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_position_is_answered_with_its_moves() -> None:
    """Who decides, and every move as text, claims apart."""
    (told,) = answers(ask({"position": TABLE}))

    assert {"position", "player", "moves", "claims"} == told.keys()
    assert 0 == told["player"]
    assert {"0 take draw", "0 take mac:G1 mac:G7-1"} <= set(told["moves"])
    assert [] == told["claims"]


def test_a_move_is_played_first() -> None:
    """The answer is about the position after it, which the next question may begin with."""
    (first,) = answers(ask({"position": TABLE, "move": "take mac:G1"}))
    (second,) = answers(ask({"position": first["position"]}))

    assert first == second
    assert {"0 lay mac:G1", "0 lay mac:R1", "0 lay mac:R3"} == set(first["moves"])


def test_a_position_may_be_json() -> None:
    """The same fields as lists."""
    fields = {"edition": "classic", "hands": [["R1", "R3"], ["?8"]], "mac": ["G1"]}
    (told,) = answers(
        ask({"position": fields, "move": {"move": "take", "player": 0, "cards": [["draw", None]]}})
    )

    assert "hands=[[R1,R3,?],[?8]]" in told["position"]


def test_every_line_is_answered_in_its_place() -> None:
    """What is malformed gets an error, what stands around it an answer."""
    bad: tuple[object, ...] = (
        "{",
        "7",
        "null",
        "[]",
        {},
        {"position": 7},
        {"position": "x"},
        {"position": TABLE, "move": "fly"},
        {"position": TABLE, "move": 7},
        {"position": TABLE, "move": {"move": "fly"}},
        {"position": TABLE, "move": "1 pass"},
    )
    result = ask({"position": TABLE}, *bad, {"position": TABLE})

    first, *wrong, last = answers(result)
    assert DONE == result.exit_code
    assert "moves" in first
    assert first == last
    assert len(bad) == len(wrong)
    assert [{"error", "code"}] * len(bad) == [told.keys() for told in wrong]


GARBAGE = (
    "",
    " ",
    "x",
    "{",
    "null",
    "true",
    "7",
    "-1.5",
    "NaN",
    "Infinity",
    "1e999",
    "9" * 5000,
    '""',
    '"\\ud800"',
    '"\\u0000"',
    "[]",
    "[[]]",
    "{}",
    '{"a": 1, "a": 2}',
    "[" * 900 + "]" * 900,
    "[" * 100_000 + "]" * 100_000,
)
FIELDS = ("position", "move", "dice", "rolls", "areas", "professors", "rules")
COMMANDS = [(legal, name) for name in names() if game(name).legal] + [
    (score, name) for name in names() if game(name).score
]


@pytest.mark.parametrize(("command", "name"), COMMANDS)
def test_garbage_is_answered(command: Any, name: str) -> None:
    """Lines, and fields of a question: an error each, as JSON, and the command goes on."""
    engine = game(name).engine
    assert engine is not None
    more = (
        {}
        if name == "yatzy"
        else {
            "dice": {"black": [3, 3], "red": [1, 4], "white": [2, 2], "pink": 2},
            "areas": [{}, {}],
        }
    )
    whole = {"position": str(engine().deal()), **more}
    asked = [
        json.dumps({key: value for key, value in whole.items() if key != field})[:-1]
        + f', "{field}": {garbage or "null"}}}'
        for field in FIELDS
        for garbage in GARBAGE
    ]
    moves = [json.dumps(whole | {"move": f"{'9' * 5000} pass"})]
    moves += [json.dumps(whole | {"move": {"move": "take", "player": 10**4000}})]
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    nested = [{"position": {"hands": deep, "areas": deep, "pawns": deep}}]
    result = ask(*GARBAGE, *asked, *moves, *nested, whole, command=command, game=name)

    told = answers(result)
    assert (DONE, None) == (result.exit_code, result.exception)
    assert len(GARBAGE) + len(asked) + 4 == len(told)
    assert all("error" in each for each in told[: len(GARBAGE)])
    assert "error" not in told[-1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_without_an_answer_says_so(lang: str) -> None:
    """In a sentence on standard error, which names those that have one; exit 2."""
    line = ["--lines", "--game", "dumm-gelaufen", "--lang", lang]
    result = CliRunner().invoke(score, line)

    assert USAGE == result.exit_code
    assert all(name in result.stderr for name in ("dumm-gelaufen", "nicht-lustig", "yatzy"))
    assert "" == result.stdout


def test_it_is_asked_with_lines_only() -> None:
    """Without them it says how."""
    result = CliRunner().invoke(legal, ["--lang", "en"])

    assert USAGE == result.exit_code
    assert "--lines" in result.stderr


def test_what_a_game_answers_is_passed_on() -> None:
    """Whatever function a package brings: its answer is the line's."""
    points = asking("score", lambda _: lambda asked: {"points": [asked["dice"]]}, "")

    assert [{"points": [[2, 3]]}] == answers(ask({"dice": [2, 3]}, command=points))
