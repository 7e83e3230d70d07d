"""Surroundings in which a program is seldom started: a sentence, no traceback, nothing that a terminal obeys."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.app.cli import main
from companion.json_lines import as_text
from companion.settings import default_config, state_directory
from companion.words import LANGUAGES, words
from web.limits import Limits
from web.server.server import within


def murphy(*arguments: str, **how: Any) -> subprocess.Popen[str]:
    run: subprocess.Popen[str] = subprocess.Popen(
        [sys.executable, "-m", "companion", *arguments], stderr=subprocess.PIPE, text=True, **how
    )
    return run


@pytest.mark.slow
def test_what_cannot_be_written_is_told_in_a_sentence() -> None:
    """Standard output on a full disk."""
    with Path("/dev/full").open("w") as full:
        asked = murphy("games", stdout=full, env={**os.environ, "MURPHY_LANG": "en"})
        _, said = asked.communicate(timeout=60)

    assert 1 == asked.returncode
    assert ["The system refuses something"] == [
        line.partition(" (")[0] for line in said.splitlines()
    ]


def test_nothing_is_read_where_nothing_can_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Standard input was closed by whoever called: no line, no answer."""
    monkeypatch.setattr(sys, "argv", ["murphy", "verify", "--lines"])
    monkeypatch.setattr(sys, "stdin", None)

    with pytest.raises(SystemExit) as ended:
        main()

    assert not ended.value.code
    assert ("", "") == capsys.readouterr()


def test_a_user_whom_the_system_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without HOME and without a name: places that are there or not, and no traceback."""
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)

    assert Path("/.config/murphy/murphy.toml") == default_config({})
    assert Path("/.local/state/murphy") == state_directory({})


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_terminal_is_told_what_to_do(language: str) -> None:
    """Names and paths are shown, whatever they hold; what a terminal would obey is not."""
    said = words(language).say("journal.missing", path="a\x1b]0;owned\x07\x9b2J\x7f\nb\tc")

    assert "a\ufffd]0;owned\ufffd\ufffd2J\ufffd b c" in said


def test_no_terminal_is_told_what_to_do_in_json() -> None:
    """What is printed for programs may be looked at: it is the same value, spelled so that nothing is obeyed."""
    name = "a\x1b]0;owned\x07\x9b2J\x7fÄ"

    assert '"a\\u001b]0;owned\\u0007\\u009b2J\\u007fÄ"' == as_text(name)
    assert name == json.loads(as_text(name))


@pytest.mark.parametrize(("files", "most"), [(1024, 400), (64, 16), (10, 1)])
def test_connections_leave_files_to_open(files: int, most: int) -> None:
    """Under `ulimit -n 64` some wait; were there no file left, every accept would fail and fill the log."""
    assert most == within(Limits(), files).connections
