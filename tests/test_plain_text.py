"""No text that somebody made up is obeyed by a terminal: not in what a command prints, nor in what it complains of."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.terminal import code
from companion.journal.journal import Draft, Journal
from tests.places import ROOT

EVIL = "\x1b]0;owned\x07\x9b2J\x7f\r"
SHOWN = "\\u001b]0;owned\\u0007\\u009b2J\\u007f\\u000d"


def printed(*line: str | Path) -> subprocess.CompletedProcess[bytes]:
    """What `murphy` prints."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *line], cwd=ROOT, capture_output=True, check=False, timeout=60
    )  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        (EVIL,),
        ("ask", EVIL),
        ("games", EVIL),
        ("play", "--game", EVIL),
        ("play", "--players", f"{EVIL},b"),
        ("journal", "show", EVIL),
        ("journal", "import", EVIL, EVIL),
        ("scan", EVIL),
        ("legal", EVIL),
        ("verify", "--task", EVIL, EVIL),
    ],
    ids=lambda line: " ".join(line).replace(EVIL, "evil"),
)
def test_what_is_refused_is_repeated_as_it_can_be_read(line: tuple[str, ...]) -> None:
    """Of a command, an option's value, a file's name, an argument too many."""
    done = printed(*line)
    said = (done.stdout + done.stderr).decode()

    assert done.returncode
    assert said
    assert not set(said) & set("\x1b\x07\x9b\x7f\r"), said
    assert "Traceback" not in said


def test_a_journal_says_nothing_to_a_terminal(tmp_path: Path) -> None:
    """What stands in a journal is printed as it can be read, and as JSON it is what it was."""
    path = tmp_path / "evil.journal"
    with Journal(path) as journal:
        journal.append([Draft("later", {"said": EVIL})])
    exported = printed("journal", "export", path).stdout.decode()

    assert EVIL in [json.loads(line).get("data", {}).get("said") for line in exported.splitlines()]  # fmt: skip
    assert not set(exported) & set("\x1b\x07\x9b\x7f\r")


def test_a_code_for_phones_is_drawn_without_control_characters() -> None:
    """It would be shown in pieces otherwise."""

    class Terminal:
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    drawn = code("http://192.168.1.5:8000/", Terminal())  # type: ignore[arg-type]  # all of a terminal that counts

    assert drawn
    assert all(sign.isprintable() or sign == "\n" for sign in drawn)
