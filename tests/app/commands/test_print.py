"""`murphy print` as people and programs call it."""

import json
import pty
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pypdfium2
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.app.commands.print_sheets import command
from companion.app.printing import PrintJob, enlarged_of, paper_of, parts_of
from companion.errors import PictureError
from companion.games import game, games
from companion.games.package import GamePackage
from companion.mat import A4_MM, Mat, Zone, ZoneKind
from companion.pieces import DiceSet, Die, Print
from companion.words import words
from tests.games.installed import INIT, broken_toy, in_file
from tests.vision.printing.test_mats import millimetres
from tests.vision.printing.test_sheets import decoded, markers_on, rendered

pytestmark = pytest.mark.native


def run(*arguments: str) -> Result:
    """The command's answer, in English unless told otherwise."""
    return CliRunner().invoke(command, ["--lang", "en", *arguments])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "pages"), [("tags", 2), ("cards", 13), ("start", 18), ("stand", 2)], ids=str
)
def test_a_pdf_is_written_and_told(what: str, pages: int, tmp_path: Path) -> None:
    """The file is a PDF, and the answer names it, its pages and their paper."""
    file = tmp_path / "out.pdf"

    answer = run(what, "-o", str(file), "--json")

    assert 0 == answer.exit_code
    told = {"file": str(file), "pages": pages, "paper": "A4"}
    assert told == json.loads(answer.output)
    assert file.read_bytes().startswith(b"%PDF")


def test_a_mat_is_in_one_piece(tmp_path: Path) -> None:
    """Where no paper is named it is what the mat needs; how many sheets of A4 make it is told."""
    answer = run("mat", "-o", f"{tmp_path}/mat.pdf", "--json")

    pages, parts = map(json.loads, answer.output.splitlines())
    assert {"file": f"{tmp_path}/mat.pdf", "pages": 1, "paper": "A2"} == pages
    assert {"pages": 4} == parts
    of_a4 = run("mat", "--paper", "a4", "-o", f"{tmp_path}/mat.pdf", "--json")
    assert {**pages, "pages": 4, "paper": "A4"} == json.loads(of_a4.output)


def test_a_dash_is_stdout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The PDF alone goes there, what is told about it to stderr; no file of that name is left."""
    monkeypatch.chdir(tmp_path)

    answer = run("mat", "-o", "-", "--paper", "a4", "--json")

    assert 0 == answer.exit_code
    assert answer.stdout_bytes.startswith(b"%PDF")
    assert answer.stdout_bytes.rstrip().endswith(b"%%EOF")
    told = {"file": "-", "pages": 4, "paper": "A4"}
    assert told == json.loads(answer.stderr)
    assert [] == [*tmp_path.iterdir()]


@pytest.mark.slow
def test_no_pdf_is_written_to_a_terminal() -> None:
    """It is told where to send it instead."""
    terminal, inside = pty.openpty()
    line = [sys.executable, "-m", "companion", "print", "mat", "-o", "-"]
    with open(terminal, "rb", 0), open(inside, "wb", 0) as shown:
        ran = subprocess.run(line, stdout=shown, stderr=subprocess.PIPE, check=False)

    assert 2 == ran.returncode
    assert b"-o" in ran.stderr


@pytest.mark.slow
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
        ("cards", "--own"),
        ("cards", "--paper", "a3"),
        ("start", "--paper", "a2"),
        ("mat", "--paper", "a5"),
        ("mat", "--size", "30"),
        ("mat", "--size", "20"),
        ("cards", "--sheet", "3657"),
        ("stand", "--offset-x", "1"),
        ("start", "--backs"),
        ("mat", "--own"),
    ],
    ids=[
        "too small",
        "too large",
        "no number",
        "nowhere",
        "off the sheet",
        "too large for the label",
        "no such thing",
        "cards that are there",
        "cards for A4",
        "all for A4",
        "no such paper",
        "no tag is so large",
        "no size of a mat",
        "cards on no labels",
        "a stand that is not shifted",
        "backs that belong there",
        "a mat for any cards",
    ],
)
def test_wrong_usage_is_2(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """What cannot be printed is refused before anything is written."""
    file = tmp_path / "out.pdf"

    answer = run(*arguments, "-o", str(file))

    assert 2 == answer.exit_code
    assert not file.exists()


@pytest.mark.parametrize("what", ["mat", "cards"])
def test_what_an_option_is_for(what: str) -> None:
    """It is refused for all else, with what it is for, which is not refused."""
    assert "--own changes nothing" in (told := run(what, "--own").output)
    assert "it is for: tags / start." in told


@pytest.mark.parametrize("what", ["cards", "tags"])
@pytest.mark.parametrize("option", ["-o", "--png"])
def test_a_game_of_dice_has_no_cards(what: str, option: str, tmp_path: Path) -> None:
    """No empty page is printed, and no empty folder made."""
    place = tmp_path / "out"

    answer = run(what, "--game", "yatzy", option, str(place))

    assert (1, False) == (answer.exit_code, place.exists())
    assert "murphy games" in answer.output


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
    small = in_file(INIT, "60, 128, 305, 228)),\n", "60, 95, 265, 180)),\n    (297.0, 210.0),\n")

    def edit(folder: Path) -> None:
        smaller(folder)
        small(folder)

    with broken_toy(tmp_path, edit):
        there = str(tmp_path)
        answer = run("mat", "--game", "high-card", "-o", f"{there}/a.pdf", "--png", there, "--json")

    assert 1 == json.loads(answer.output.splitlines()[0])["pages"]
    with Image.open(tmp_path / "mat.png") as picture:
        assert (1188, 840) == picture.size


@pytest.mark.parametrize(("paper", "pages"), [("a4", 4), ("a3", 2), ("a2", 1)])
def test_the_mat_goes_onto_other_paper(paper: str, pages: int, tmp_path: Path) -> None:
    """In pieces to tape or, for a print shop, in one; what to print is said with its pages, paper and scale."""
    answer = run("mat", "--paper", paper, "-o", f"{tmp_path}/mat.pdf")

    said = answer.output.removeprefix(f"{tmp_path}/mat.pdf: ")
    assert f"{pages} page{'s' if pages > 1 else ''} {paper.upper()}. Print at 100 %.\n" == said


DICE: Final = GamePackage(
    module="somewhere",
    name="dice",
    titles={},
    players=(1, 6),
    mat=Mat("dice", (12, 13, 14, 15), (Zone("tray", ZoneKind.TRAY, 40, 10, 250, 200),), A4_MM),
    dice=DiceSet((Die("white"),) * 5, (10.0, 20.0)),
)


@pytest.mark.parametrize(("sheet_of", "larger"), [("a4", 1.0), ("a3", 2**0.5), ("a2", 2.0)])
def test_a_mat_for_dice_alone_fills_larger_paper(sheet_of: str, larger: float) -> None:
    """It is the same mat for larger dice; one page each."""
    wanted = PrintJob("mat", DICE, "", sheet_of=sheet_of)

    assert pytest.approx(larger, abs=0.002) == enlarged_of(wanted)
    assert 1 == len(paper_of(wanted, words("en")).pdf.pages)


@pytest.mark.parametrize("more", [{"pawns": 4}, {"sheets": lambda edition, said: ()}])
def test_a_mat_with_cards_or_pawns_is_not_enlarged(more: dict[str, Any]) -> None:
    """They would be too small for it; the sentence says which paper will do."""
    package = replace(DICE, **more)

    with pytest.raises(PictureError) as refused:
        paper_of(PrintJob("mat", package, "", sheet_of="a3"), words("en"))
    assert "--paper a4" in words("en")(refused.value.message)


@pytest.mark.parametrize("what", ["cards", "tags"])
def test_cards_of_which_there_is_one_edition_are_called_as_their_game_is(what: Print) -> None:
    """Such an edition has no name."""
    package = replace(game("lauf-rauf"), editions=("",), caps=None)

    paper = paper_of(PrintJob(what, package, ""), words("en"))

    page = pypdfium2.PdfDocument(bytes(paper.pdf.output()))[0]
    assert "Lauf Rauf!" in page.get_textpage().get_text_bounded()


STARTS: Final = {
    **{package.name: (package, False) for package in (*games(), DICE)},
    "stickers": (game("nicht-lustig"), True),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
def test_all_that_a_game_needs_is_one_pdf(name: str) -> None:
    """Of A4 throughout; its first page says what each of the others is, and no camera takes it for a second mat, or for cards."""
    package, own = STARTS[name]
    said = words("de")
    wanted = PrintJob("start", package, package.edition, own=own)

    paper = paper_of(wanted, said)

    assert package.mat is not None
    parts = [*parts_of(wanted, package.mat, said)]
    assert len(paper.pdf.pages) == 1 + sum(part.pages for part in parts)
    a4 = pytest.approx(sorted(A4_MM), abs=0.1)
    assert all(a4 == sorted(millimetres(page)) for page in paper.pdf.pages.values())
    first, *_ = rendered(bytes(paper.pdf.output()), pages=slice(0, 1))
    assert {} == markers_on(first)
    assert [] == decoded(first)
    assert (first[:, : 11 * 6] > 200).all(), "nothing at the paper's edge"
