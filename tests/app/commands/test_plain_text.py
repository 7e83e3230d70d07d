"""No text that somebody made up is obeyed by a terminal: not in what a command prints, nor in what it complains of."""

import json
import re
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
        [sys.executable, "-m", "companion", *line],
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=60,
    )


REFUSED: tuple[tuple[str, ...], ...] = (
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
)


EACH = """import json, sys
from companion.app.cli import main
for sys.argv[1:] in json.load(sys.stdin):
    try:
        main()
    except SystemExit as end:
        print(json.dumps(["ended with", end.code]), flush=True)
"""
"""Command after command as if each were typed: what they load takes longest."""


@pytest.mark.slow
def test_what_is_refused_is_repeated_as_it_can_be_read() -> None:
    """Of a command, an option's value, a file's name, an argument too many."""
    done = subprocess.run(
        [sys.executable, "-c", EACH],
        cwd=ROOT,
        input=json.dumps(REFUSED),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=60,
    )
    *said, rest = re.split(r'^\["ended with", (?:1|2)\]$', done.stdout, flags=re.M)

    assert (len(REFUSED), "") == (len(said), rest.strip()), done.stdout
    assert all(each.strip() for each in said)
    assert not set(done.stdout) & set("\x1b\x07\x9b\x7f\r"), done.stdout
    assert "Traceback" not in done.stdout


def test_a_journal_says_nothing_to_a_terminal(tmp_path: Path) -> None:
    """What stands in a journal is printed as it can be read, and as JSON it is what it was."""
    path = tmp_path / "evil.journal"
    with Journal(path) as journal:
        journal.append([Draft("later", {"said": EVIL})])
    exported = printed("journal", "export", path).stdout.decode()

    assert EVIL in [json.loads(line).get("data", {}).get("said") for line in exported.splitlines()]
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
