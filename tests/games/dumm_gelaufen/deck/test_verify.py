"""`murphy verify`: one solve on the command line, many as JSON lines, and whatever else arrives."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.cli import murphy
from companion.errors import CompanionError
from companion.games.dumm_gelaufen.deck.cards import FACES
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.deck.solves import solve
from companion.games.dumm_gelaufen.verify import command, verdict_of
from companion.json_lines import answered
from companion.words import LANGUAGES, words

ENGLISH = words("en")


def run(arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(murphy, ["verify", *arguments.split()], input=stdin)


def judged(arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(f"--json {arguments}").stdout)
    return found


def answer(line: object) -> dict[str, Any]:
    text = line if isinstance(line, bytes) else json.dumps(line).encode()
    return dict(answered(text, verdict_of("classic", ENGLISH), ENGLISH))


@pytest.mark.parametrize(
    ("arguments", "verdict", "code"),
    [
        ("--task M10 R1 R3 R4 R4 R8", "yes", 0),
        ("--task M10 R1 R3 R4 R4", "no", 1),
        ("--task M01 R5 R5", "depends", 3),
        ("--task m1 r05 G11-2 K3", "yes", 0),
        ("R5 --task M19", "yes", 0),
        ("--task M10", "no", 1),
        ("--task M05 A1 R10 R10 Y10 Y10 G10 G10", "no", 1),
        ("--task M09 R1 R3 R5 R5 R7 Y1 Y3 Y5 Y7", "no", 1),
        ("--task M09 --edition newer B1 B3 B5 B5 B7 Y1 Y3 Y5 Y7", "yes", 0),
    ],
)
def test_answers_and_exit_codes(arguments: str, verdict: str, code: int) -> None:
    """Yes is exit 0, no is 1, depends is 3."""
    found = run(f"{arguments} --json")

    assert code == found.exit_code
    assert verdict == json.loads(found.stdout)["verdict"]


@pytest.mark.parametrize(
    ("arguments", "verdict", "reasons"),
    [
        ("--task M04", "depends", ["mac-unseen"]),
        ("--task M04 --mac", "no", ["mac-empty"]),
        ("--task M04 --mac --lang de", "no", ["mac-empty"]),
        ("--task M04 --mac G1", "depends", ["mac-single"]),
        ("--task M04 --mac G1 G4 G4 G9", "yes", []),
        ("--mac G1 G4 G4 G9 --task M04 R1 Y7", "yes", []),
        ("--task M04 --mac G1 --mac G4 --mac=R9", "no", ["mac-mixed"]),
        ("--task M04 --mac=G1 G4 R9 --lang nl", "no", ["mac-mixed"]),
        ("--task M04 --mac G1 G4 -- R9 Y9", "yes", []),
        ("R9 --task M04 --mac G1 G4", "yes", []),
    ],
)
def test_macs_row(arguments: str, verdict: str, reasons: list[str]) -> None:
    """``--mac`` takes every card up to the next option; left out, nobody knows; empty, nobody lies there."""
    found = judged(arguments)

    assert verdict == found["verdict"]
    assert reasons == [reason["code"] for reason in found["reasons"]]


@pytest.mark.parametrize(
    "arguments",
    [
        "R5",
        "--task",
        "--task R5 R1",
        "--task M22 R1",
        "--task M10 R12",
        "--task M10 B7",
        "--task M10 X",
        "--task M10 MAC",
        "--task M10 R1 R1",
        "--task M10 R4 R4 R4",
        "--task M10 R4-1 R4-1",
        "--task M10 R4-3",
        "--task M10 R4-1 --mac R4-1",
        "--task M10 R4 R4-1 --mac R4",
        "--task M10 K1 K1",
        "--task M10 --edition newer R7",
        "--task M10 --edition old R7",
        "--task M10 --lang fr R7",
        "--task M10 --lines",
        "--lines --mac",
        "--task M10 --nonsense",
    ],
)
def test_wrong_usage(arguments: str) -> None:
    """What cannot be judged is exit 2, said on standard error, and nothing goes to standard output."""
    found = run(arguments)

    assert 2 == found.exit_code
    assert "" == found.stdout
    assert found.stderr.strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_for_people(language: str) -> None:
    """The card by its name, the answer, and a line for every reason, in the language asked for."""
    found = run(f"--task M10 --lang {language} R9 Y11 G11")
    said = words(language)

    lines = found.stdout.splitlines()
    assert said.say("card.M10") in lines[0]
    assert said.say("verdict.no") in lines[0]
    assert 4 == len(lines)


def test_cards_come_back_as_they_were_written() -> None:
    """A face stays a face and a copy a copy."""
    (few, wrong) = judged("--task M06 r7-2 R7 Y1")["reasons"]

    assert ("too-few", []) == (few["code"], few["cards"])
    assert ("wrong-colour", ["R07-2", "R07"]) == (wrong["code"], wrong["cards"])


def test_what_is_assumed_is_marked() -> None:
    """The newer edition's blue 5 is a guess and says so; the classic one's red 5 is none."""
    newer = judged("--task M01 --edition newer B5 Y1")

    assert ("yes", True) == (newer["verdict"], newer["unconfirmed"])
    assert ["unconfirmed"] == [reason["code"] for reason in newer["reasons"]]
    assert "unconfirmed" not in judged("--task M01 R5 Y1")
    assert "unconfirmed" not in judged("--task M05 --edition newer B10")


def test_lines_are_answered_in_their_place() -> None:
    """Good and bad lines, one answer each, in order, exit 0."""
    lines = [
        b'{"task": "M10", "hand": ["R1", "R3", "R4", "R4", "R8"]}',
        b"",
        b"{",
        b'{"task": "M04", "hand": ["R1"]}\r',
        b'{"task": "M04", "mac": []}',
        b'{"task": "M09", "hand": ["R7"], "edition": "newer"}',
        b'{"task": "M01", "hand": ["B5", "B5"], "mac": null, "edition": "newer"}',
    ]
    found = run("--lines", b"\n".join(lines))

    assert 0 == found.exit_code
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert ["yes", None, None, "depends", "no", None, "depends"] == [
        answer.get("verdict") for answer in told
    ]
    assert [False, True, True, False, False, True, False] == ["error" in answer for answer in told]


def test_no_lines_no_answers() -> None:
    """Nothing in, nothing out."""
    found = run("--lines")

    assert (0, "") == (found.exit_code, found.stdout)


def test_the_edition_of_lines_that_name_none() -> None:
    """``--edition`` holds for lines without one."""
    line = b'{"task": "M19", "hand": ["B5"]}'
    found = run("--lines --edition newer", line)

    assert "yes" == json.loads(found.stdout)["verdict"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (None, "verify.not-an-object"),
        ([], "verify.not-an-object"),
        ("M10", "verify.not-an-object"),
        (7, "verify.not-an-object"),
        ({}, "verify.no-task"),
        ({"task": None, "hand": []}, "verify.no-task"),
        ({"task": 10, "hand": []}, "verify.not-a-text"),
        ({"task": ["M10"], "hand": []}, "verify.not-a-text"),
        ({"task": "R5", "hand": []}, "card.not-a-task"),
        ({"task": "", "hand": []}, "card.malformed"),
        ({"task": "M10"}, "verify.no-hand"),
        ({"task": "M10", "hand": None}, "verify.no-hand"),
        ({"task": "M10", "hand": "R1"}, "verify.not-a-list"),
        ({"task": "M10", "hand": {"R1": 1}}, "verify.not-a-list"),
        ({"task": "M10", "hand": [1]}, "verify.not-a-text"),
        ({"task": "M10", "hand": [["R1"]]}, "verify.not-a-text"),
        ({"task": "M10", "hand": [None]}, "verify.not-a-text"),
        ({"task": "M10", "hand": [], "mac": "R1"}, "verify.not-a-list"),
        ({"task": "M10", "hand": [], "mac": [True]}, "verify.not-a-text"),
        ({"task": "M10", "hand": [], "edition": 1}, "verify.not-a-text"),
        ({"task": "M10", "hand": [], "edition": "Classic"}, "edition.unknown"),
        ({"task": "M10", "hand": ["B1"]}, "card.not-in-edition"),
        ({"task": "M10", "hand": ["R7"] * 9}, "card.too-many-copies"),
        ({"task": "M10", "hand": ["R7"] * 200_000}, "card.too-many-copies"),
        ({"task": "M10", "hand": ["R7-1"], "mac": ["R7-1"]}, "card.twice"),
        ({"task": "M10", "hand": ["R7--1"]}, "card.malformed"),
        ({"task": "M10", "hand": ["R7-"]}, "card.malformed"),
        ({"task": "M10", "hand": ["R\u0667"]}, "card.malformed"),
        ({"task": "M10", "hand": ["{code}{0}%s"]}, "card.malformed"),
        ({"task": "M10", "hand": ["x" * 1_000_000]}, "card.malformed"),
        (b"\xff\xfe", "lines.not-utf-8"),
        (b"[" * 100_000, "lines.too-much"),
        (b"1" * 10_000, "lines.too-much"),
        (b'{"task": "M10", "hand": [], "hand": ["R1"]}', "lines.named-twice"),
        (b"{'task': 'M10'}", "lines.not-json"),
        (b'{"task": "M10", "hand": ["R1"]} x', "lines.not-json"),
        (b'\x00{"task"', "lines.not-json"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_bad_lines(line: object, code: str) -> None:
    """Whatever is wrong with a line is answered by name, in a short sentence."""
    found = answer(line)

    assert {"error", "code"} == set(found)
    assert code == found["code"]
    assert len(found["error"]) < 250


def test_a_line_says_which_card_is_none() -> None:
    """By its place in the list, from 0."""
    found = answer({"task": "M10", "hand": ["R1", 3]})

    assert '“hand[1]” must be a text such as "R7"' == found["error"]


def test_an_empty_hand_needs_one_card() -> None:
    """M19 asks for one or more (rules, B)."""
    (reason,) = answer({"task": "M19", "hand": []})["reasons"]

    assert "0 number cards; at least 1 is needed." == reason["text"]


def test_text_that_cannot_be_encoded() -> None:
    """Half a character is repeated as it came, as JSON."""
    found = run("--lines", b'{"task": "M10", "hand": ["\\ud83d"]}')

    assert "\ud83d" in json.loads(found.stdout)["error"]


def test_a_byte_order_mark() -> None:
    """What Windows editors put first is no part of the JSON."""
    assert "no" == answer(b'\xef\xbb\xbf{"task": "M10", "hand": []}')["verdict"]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([*FACES, "R7-2", "classic", "newer"]),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(
            st.sampled_from(["task", "hand", "mac", "edition"]) | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=200)
@given(VALUES)
def test_any_json(value: object) -> None:
    """Any JSON is answered with a verdict or an error."""
    assert {"verdict", "error"} & set(answer(value))


@given(st.binary(max_size=60))
def test_any_bytes(line: bytes) -> None:
    """So are any bytes."""
    assert {"verdict", "error"} & set(answer(line))


@settings(max_examples=150)
@given(
    st.sampled_from([f"M{n:02d}" for n in range(1, 22)]),
    st.lists(st.sampled_from(sorted(FACES)), max_size=14),
    st.none() | st.lists(st.sampled_from(sorted(FACES)), max_size=8),
    st.sampled_from(["classic", "newer"]),
)
def test_any_faces(task: str, hand: list[str], mac: list[str] | None, edition: str) -> None:
    """Any faces are judged if the deck holds them, else refused; nothing is dealt twice."""
    there = [*hand, *(mac or ())]
    possible = set(there) <= load_edition(edition).faces and all(
        there.count(face) <= FACES[face] for face in there
    )
    try:
        found = solve(task, hand, mac, load_edition(edition))
    except CompanionError:
        assert not possible
    else:
        assert possible
        dealt = [*found.hand, *(found.mac or ())]
        assert there == [card.face for card in dealt]
        assert len(dealt) == len(set(dealt))


def test_help_says_how_hand_and_row_are_told_apart() -> None:
    """Somebody who asks is told."""
    found = CliRunner().invoke(command, ["--help"])

    assert "next option" in " ".join(found.output.split())
