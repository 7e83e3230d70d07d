"""Scripted rounds: what is told of every kind of turn, and of everything that can go wrong at the table."""

from pathlib import Path
from typing import get_args

import pytest

from companion.announce import Message
from companion.games.dumm_gelaufen.tracker.turn_candidates import Trouble
from companion.words import LANGUAGES, words
from tests.games.dumm_gelaufen.script import Script, expected, fits, lines

ROUNDS = sorted(Path(__file__).parents[1].joinpath("rounds").glob("*.txt"))
SEEN = get_args(Trouble)
"""The reasons that docs/commands.md promises."""


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_round_is_told_as_its_script_says(path: Path) -> None:
    """Line by line: what happens, and what is told of it."""
    script, wanted, where = Script(), [], 0
    for number, line in [*lines(path), (0, "stop")]:
        if line.startswith(">"):
            wanted.append(expected(line))
            continue
        told = script.heard()
        assert len(wanted) == len(told), f"{path.name}:{where}: {told}"
        for each, want in zip(told, wanted, strict=True):
            assert fits(each, want), f"{path.name}:{where}: {each} is not {want}"
            assert all(words(language).worded(each) for language in LANGUAGES)
            assert each["event"] != "question" or 2 <= len(each["choices"]) <= 4
        wanted, where = [], number
        if line != "stop":
            script.play(line)


def test_every_reason_is_played() -> None:
    """No row of the rules (E6) is left untried."""
    text = "".join(path.read_text("utf-8") for path in ROUNDS)

    assert [] == [reason for reason in SEEN if f"reason={reason}" not in text]


def test_every_kind_of_line_is_played() -> None:
    """Everything that docs/commands.md promises to tell."""
    text = "".join(path.read_text("utf-8") for path in ROUNDS)
    events = "setup action move assumed corrected question illegal legal-again claim round game"

    assert [] == [event for event in events.split() if f"> {event}" not in text]


def test_words_in_a_line_are_sentences() -> None:
    """Nothing that programs read holds a key instead of a sentence."""
    told = words("en").worded({"text": Message("announce.legal-again")})

    assert {"text": "The table is right again."} == told
