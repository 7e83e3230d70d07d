"""`murphy print` as people and programs call it."""

import json
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.app.commands.print_sheets import command
from tests.games.installed import INIT, broken_toy, in_file

pytestmark = pytest.mark.native


def run(*arguments: str) -> Result:
    """The command's answer, in English unless told otherwise."""
    return CliRunner().invoke(command, ["--lang", "en", *arguments])


@pytest.mark.parametrize(
    ("what", "pages"), [("tags", 2), ("cards", 13), ("mat", 5)], ids=str
)
def test_a_pdf_is_written_and_told(what: str, pages: int, tmp_path: Path) -> None:
    """The file is a PDF, and the answer names it and its pages."""
    file = tmp_path / "out.pdf"

    answer = run(what, "-o", str(file), "--json")

    assert 0 == answer.exit_code
    assert {"file": str(file), "pages": pages} == json.loads(answer.output)
    assert file.read_bytes().startswith(b"%PDF")


def test_a_dash_is_stdout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The PDF alone goes there, what is told about it to stderr; no file of that name is left."""
    monkeypatch.chdir(tmp_path)

    answer = run("mat", "-o", "-", "--json")

    assert 0 == answer.exit_code
    assert answer.stdout_bytes.startswith(b"%PDF")
    assert answer.stdout_bytes.rstrip().endswith(b"%%EOF")
    assert {"file": "-", "pages": 5} == json.loads(answer.stderr)
    assert [] == [*tmp_path.iterdir()]


def test_no_pdf_is_written_to_a_terminal() -> None:
    """It is told where to send it instead."""
    terminal, inside = pty.openpty()
    line = [sys.executable, "-m", "companion", "print", "mat", "-o", "-"]
    with open(terminal, "rb", 0), open(inside, "wb", 0) as shown:
        ran = subprocess.run(line, stdout=shown, stderr=subprocess.PIPE, check=False)

    assert 2 == ran.returncode
    assert b"-o" in ran.stderr


def test_pictures_are_named_by_the_card(tmp_path: Path) -> None:
    """``--png`` writes one picture a card and no PDF beside it."""
    answer = run("tags", "--png", str(tmp_path / "tags"), "--edition", "newer")

    assert 0 == answer.exit_code
    assert 111 == len(list((tmp_path / "tags").iterdir()))
    with Image.open(tmp_path / "tags" / "B07-2.png") as picture:
        assert (250, 250) == picture.size


def test_the_mat_is_one_picture(tmp_path: Path) -> None:
    """The mat as a picture is 4 px a mm."""
    run("mat", "--png", str(tmp_path))

    with Image.open(tmp_path / "mat.png") as picture:
        assert (594 * 4, 420 * 4) == picture.size


def test_without_a_name_the_pdf_is_called_after_what_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``murphy print mat`` leaves mat.pdf here."""
    monkeypatch.chdir(tmp_path)

    run("mat")

    assert ["mat.pdf"] == [file.name for file in tmp_path.iterdir()]


@pytest.mark.parametrize(
    "arguments",
    [
        ("tags", "--size", "8"),
        ("tags", "--size", "25"),
        ("tags", "--size", "nan"),
        ("tags", "--offset-x", "nan"),
        ("tags", "--offset-y", "999"),
        ("tags", "--size", "24", "--sheet", "3657"),
        ("dice",),
    ],
    ids=[
        "too small",
        "too large",
        "no number",
        "nowhere",
        "off the sheet",
        "too large for the label",
        "no such thing",
    ],
)
def test_wrong_usage_is_2(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """What cannot be printed is refused before anything is written."""
    file = tmp_path / "out.pdf"

    answer = run(*arguments, "-o", str(file))

    assert 2 == answer.exit_code
    assert not file.exists()


def test_a_place_that_cannot_be_written_is_1(tmp_path: Path) -> None:
    """One sentence says which file and what to do."""
    file = tmp_path / "missing" / "out.pdf"

    answer = CliRunner().invoke(command, ["mat", "-o", str(file), "--lang", "de"])

    assert 1 == answer.exit_code
    assert str(file) in answer.stderr
    assert "-o" in answer.stderr


def test_a_game_from_elsewhere_has_a_mat_of_its_own_size(tmp_path: Path) -> None:
    """One page of A4 for a mat of A4, as a picture, too: 4 px a mm."""
    smaller = in_file(INIT, "52, 14, 542, 118", "30, 35, 265, 90")
    small = in_file(INIT, "60, 128, 305, 228),\n    ),\n", "60, 95, 265, 180),\n    ),\n    (297.0, 210.0),\n")  # fmt: skip

    def edit(folder: Path) -> None:
        smaller(folder)
        small(folder)

    with broken_toy(tmp_path, edit):
        there = str(tmp_path)
        answer = run("mat", "--game", "high-card", "-o", f"{there}/a.pdf", "--png", there, "--json")  # fmt: skip

    assert 1 == json.loads(answer.output.splitlines()[0])["pages"]
    with Image.open(tmp_path / "mat.png") as picture:
        assert (1188, 840) == picture.size
