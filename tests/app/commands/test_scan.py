"""`murphy scan`: one answer a file, whatever the file is."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from benchmarks.pictures import NATIVE, PICTURES
from companion.app.commands.scan import command
from companion.app.looking.scanning import scanned
from companion.commandline import DONE, NO, USAGE
from companion.games import first
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.sheets import faces
from companion.games.yatzy.mat import MAT as YATZY_MAT
from companion.pieces import Face, Piece, PieceKind
from companion.words import LANGUAGES, words
from vision.painting.layout import Layout, Lying, PaintedDie
from vision.painting.scene import paint
from vision.painting.view import View
from vision.reading import Hindrance, Reading, Sighting

pytestmark = pytest.mark.native

CLASSIC = {card.code: card for card in faces(load_edition("classic"), words("en"))}
NEWER = {card.code: card for card in faces(load_edition("newer"), words("en"))}
LAID = Layout(
    (
        Lying(CLASSIC["R07-1"], (90, 66), 3),
        Lying(CLASSIC["Y10-2"], (170, 66), -2),
        Lying(CLASSIC["K05-1"], (382, 178), 4),
        Lying(CLASSIC["M10-1"], (300, 320), 90),
    )
)


def scan(*arguments: str | Path) -> Result:
    """The command as a person calls it."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def answers(result: Result) -> list[dict[str, Any]]:
    """The JSON lines."""
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    """A painted table, blue, green, red."""
    return paint(LAID, View(MAT), np.random.default_rng(1))


@pytest.fixture
def file(picture: np.ndarray, tmp_path: Path) -> Path:
    """The table as a file."""
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), picture)
    return path


def test_a_picture_is_told_as_promised(file: Path) -> None:
    """Every field of the promise, and nothing in it that does not lie there."""
    result = scan("--json", file)

    (told,) = answers(result)
    assert DONE == result.exit_code
    assert [str(file), [1280, 720], True, "classic"] == [
        told[name] for name in ("file", "size", "mat", "edition")
    ]
    assert {
        "mac": ["R07-1", "Y10-2"],
        "open-left": [],
        "open-right": [],
        "actions": ["K05-1"],
        "claim": ["M10-1"],
    } == told["zones"]
    assert 0 < told["ms"]
    assert [] == told["unknown"] == told["dice"] == told["pawns"]
    assert 8 == len(told["tags"])
    for tag in told["tags"]:
        assert {"card", "zone", "corners", "by", "score"} == set(tag)
        assert (4, 2) == np.array(tag["corners"]).shape


def test_a_file_that_cannot_be_read_does_not_hide_the_others(file: Path, tmp_path: Path) -> None:
    """Missing, empty, cut off, no picture: an error each, the good one still read, exit 1."""
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "cut.png").write_bytes(file.read_bytes()[:4000])
    (tmp_path / "text.jpg").write_text("no picture")

    names = ("missing.jpg", "empty.jpg", "cut.png", "text.jpg", "table.png")
    result = scan("--json", *(tmp_path / name for name in names))

    told = answers(result)
    assert NO == result.exit_code
    assert [str(tmp_path / name) for name in names] == [one["file"] for one in told]
    assert [True] * 4 + [False] == ["error" in one for one in told]
    assert ["R07-1", "Y10-2"] == told[-1]["zones"]["mac"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_people_are_told_in_their_language(file: Path, tmp_path: Path, lang: str) -> None:
    """Zones and cards in sentences; errors on standard error."""
    result = scan("--lang", lang, file, tmp_path / "missing.jpg")

    assert NO == result.exit_code
    assert "Mac: R07-1, Y10-2" in result.stdout
    assert words(lang).say("scan.zone.claim") in result.stdout
    assert "missing.jpg" in result.stderr


@pytest.mark.slow
def test_another_games_mat_is_none_of_the_games(file: Path) -> None:
    """Whoever asked for a game reads whose mat lies there; no zone of it is told."""
    told = scan("--lang", "en", "--game", "lauf-rauf", file)
    (answer,) = answers(scan("--json", "--game", "lauf-rauf", file))

    assert "the mat of Dumm gelaufen" in told.stdout
    assert not answer["mat"]
    assert not any(answer["zones"].values())


# EXIF orientation -> how the stored picture must be turned to be shown.
def test_a_mirrored_picture_and_a_second_mat_are_told(picture: np.ndarray, tmp_path: Path) -> None:
    shown = {"mirrored": picture[:, ::-1], "two": np.hstack([picture, picture])}
    for name, pixels in shown.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), pixels)
    mirrored, two = (tmp_path / f"{name}.png" for name in shown)

    told = answers(scan("--json", mirrored, two))
    texts = [scan("--lang", "en", file).stdout for file in (mirrored, two)]

    assert [one["mirrored"] for one in told] == [True, False]
    assert [one["more_mats"] for one in told] == [False, True]
    assert words("en").say("scan.mirrored") in texts[0]
    assert words("en").say("camera.more-mats") in texts[1]


TURNS = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}


@pytest.mark.parametrize("orientation", TURNS)
def test_orientation_tags_are_obeyed(picture: np.ndarray, tmp_path: Path, orientation: int) -> None:
    """A phone stores the picture lying down and says so: corners are in the picture as shown."""
    stored = cv2.rotate(picture, TURNS[orientation])
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / "phone.jpg"
    Image.fromarray(stored[:, :, ::-1]).save(path, quality=92, exif=exif)

    (told,) = answers(scan("--json", path))

    assert [1280, 720] == told["size"]
    assert ["R07-1", "Y10-2"] == told["zones"]["mac"]
    leftmost = min(told["tags"], key=lambda tag: tag["corners"][0])
    assert "R07-1" == leftmost["card"]
    assert leftmost["corners"][0][0] < 400
    assert leftmost["corners"][0][1] < 300


@pytest.mark.slow
def test_the_edition_is_found_and_can_be_told(tmp_path: Path) -> None:
    """The edition that lies there is told; with another one asked for its cards are unknown."""
    path = tmp_path / "newer.png"
    laid = Layout((Lying(NEWER["B07-1"], (90, 66)), Lying(NEWER["MAC-1"], (300, 66))))
    picture = paint(laid, View(MAT, size=(1920, 1080)), np.random.default_rng(1))
    cv2.imwrite(str(path), picture)

    (found,) = answers(scan("--json", path))
    (told,) = answers(scan("--json", "--edition", "classic", path))

    assert "newer" == found["edition"]
    assert ["B07-1"] == found["zones"]["mac"]
    assert {"B07-1", "MAC-1"} == {tag["card"] for tag in found["tags"]}
    assert "classic" == told["edition"]
    assert [] == told["tags"]
    assert {"DG2-B07-1", "DG2-MAC-1"} == {one["text"] for one in told["unknown"]}
    people = scan("--lang", "en", "--edition", "classic", path).output
    assert 1 == people.count("“DG2-B07-1” belongs to another edition")


def test_a_card_without_a_mat_has_no_zone(file: Path, tmp_path: Path) -> None:
    """A photo of one card: read, in no zone."""
    path = tmp_path / "card.png"
    whole = cv2.imread(str(file))
    assert whole is not None
    cv2.imwrite(str(path), whole[30:260, 200:520])

    (told,) = answers(scan("--json", path))

    assert not told["mat"]
    assert {"R07-1"} <= {tag["card"] for tag in told["tags"]} <= {"R07-1", "Y10-2"}
    assert {None} == {tag["zone"] for tag in told["tags"]}
    assert [] == told["zones"]["mac"]


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (("--game", "yatzy"), ["dice: white 6, white 3"]),
        (("--dice", "plain"), ["dice: white 6, white 3"]),
        (
            (),
            [
                "The mat’s corner markers are not in this picture, so no zones are named.",
                "no card",
                "Ordinary dice where no mat lies are read with --dice plain.",
            ],
        ),
    ],
)
def test_dice_on_a_plain_table_are_told(
    tmp_path: Path, how: tuple[str, ...], told: list[str]
) -> None:
    """A game of dice alone, or ordinary dice, are enough to ask for; who asks for neither is told how."""
    file = tmp_path / "dice.png"
    dice = Layout(dice=(PaintedDie((60, 50), "3", turn=10), PaintedDie((130, 60), "6", turn=40)))
    view = View(YATZY_MAT, (960, 540), bare=True)
    cv2.imwrite(str(file), paint(dice, view, np.random.default_rng(1)))

    said = scan("--lang", "en", *how, file).stdout.splitlines()

    assert told == [line.strip() for line in said[1:]]


def test_no_file_is_wrong_usage() -> None:
    """Called without a file, it says how to call it."""
    assert USAGE == scan().exit_code


@pytest.mark.skipif(not PICTURES.is_dir(), reason="the photo-like pictures")
def test_photos_of_a_game_are_told() -> None:
    """Mac's row of a photo-like picture, left to right, as its truth says."""
    name = f"easy_05_{NATIVE[1280]}"
    truth = json.loads((PICTURES / "easy_05.truth.json").read_text())

    (told,) = answers(scan("--json", PICTURES / f"{name}.jpg"))

    row = [payload.partition("-")[2] for payload in truth["mac"] if payload]
    assert row == told["zones"]["mac"]
    assert truth["open_left_top"].partition("-")[2] == told["zones"]["open-left"][0]
    assert truth["open_right_top"].partition("-")[2] == told["zones"]["open-right"][0]
    assert truth["actions_top"].partition("-")[2] == told["zones"]["actions"][0]


def test_dice_and_pawns_are_told() -> None:
    """What detectors find on a game's mat stands beside its cards: a die's value or none, a pawn's field."""
    corners = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))

    def seen(kind: PieceKind, name: str, side: str = "", payload: str = "") -> Sighting:
        face = Face(Piece(kind, name), side, payload)
        return Sighting(face, corners, "x", 0.9, "claim", (60.04, 250.0))

    loose = (
        seen(PieceKind.DIE, "black", "4"),
        seen(PieceKind.DIE, "red", "symbol"),
        replace(seen(PieceKind.DIE, "pink"), hindered=Hindrance.COCKED),
        seen(PieceKind.PAWN, "red-2", payload="17"),
    )
    told = scanned("x.png", Reading((9, 9), None, loose=loose), first(), None, 1.0)

    assert [("black", 4), ("red", "symbol"), ("pink", None)] == [
        (die["colour"], die["value"]) for die in told["dice"]
    ]
    assert [None, None, "cocked"] == [die["hindered"] for die in told["dice"]]
    assert [False, False, True] == [die["cocked"] for die in told["dice"]]
    assert [[1, 2], [3, 2], [3, 4], [1, 4]] == told["dice"][0]["corners"]
    pawn = {"colour": "red", "id": 17, "mm": [60.0, 250.0], "field": "claim"}
    assert [pawn] == told["pawns"]
