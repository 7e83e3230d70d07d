"""A look that numpy or OpenCV cannot finish costs that look, is logged once, and whoever looks goes on."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.app.camera.failed_looks import one_look
from companion.app.camera.pipeline import TableLook, looks
from companion.app.commands import doctor, scan, watch
from companion.app.service.photos import read_photo
from companion.errors import CameraError, PictureError
from companion.games.dumm_gelaufen import GAME
from companion.games.dumm_gelaufen.mat import MAT
from companion.pieces import cards
from vision.frame import Frame, Trouble
from vision.painting.layout import Layout
from vision.painting.scene import paint
from vision.painting.view import View
from vision.pictures import grey_of
from vision.reader import Reader
from vision.settle import Settler
from web.routes.photos import Photo

BLANK = np.full((90, 160), 128, np.uint8)
EMPTY = BLANK[:0]
"""Fails in OpenCV, which wants at least one pixel."""
NO_PICTURE = BLANK[0]
"""Fails in Python: it has one side only."""
CARDS = cards("DG1", ["R07-1"])


def told(*greys: np.ndarray) -> list[TableLook | Trouble]:
    """What comes of these pictures, one after the other."""
    frames = (Frame(n, n / 10, grey) for n, grey in enumerate(greys))
    return list(looks(frames, Reader(CARDS, (MAT,)), Settler(MAT)))


@pytest.mark.parametrize("fails", [EMPTY, NO_PICTURE], ids=["OpenCV", "numpy"])
def test_it_costs_that_look_only(fails: np.ndarray) -> None:
    """What went wrong is told in its place; the looks before and after are made."""
    first, failed, last = told(BLANK, fails, BLANK)

    assert isinstance(failed, Trouble)
    assert (1, 0.1, "camera.failed") == (failed.number, failed.at, failed.what.key)
    assert isinstance(first, TableLook)
    assert isinstance(last, TableLook)
    assert first.reading == last.reading


def test_it_is_logged_once_a_kind(caplog: pytest.LogCaptureFixture) -> None:
    """A camera that fails at every look does not fill the log; another failure is another line."""
    told(EMPTY, BLANK, EMPTY, NO_PICTURE, EMPTY, NO_PICTURE)

    kinds = [type(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert [cv2.error, IndexError] == kinds


def test_settling_may_fail_too(caplog: pytest.LogCaptureFixture) -> None:
    """A picture that is read but whose colours are none: the table is told from the looks after it."""
    colour = paint(Layout(()), View(MAT, (640, 360)), np.random.default_rng(1))
    grey = grey_of(colour)
    colours = [colour, colour[:0], *(colour.copy() for _ in range(5))]
    frames = (Frame(n, n / 5, grey, each) for n, each in enumerate(colours))

    _, failed, *others = looks(frames, Reader(CARDS, (MAT,)), Settler(MAT))

    assert isinstance(failed, Trouble)
    assert [1] == [
        len(o.observations) for o in others if isinstance(o, TableLook) and o.observations
    ]


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file of which the reader gets a picture that it cannot look at."""
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), BLANK)
    monkeypatch.setattr("vision.pictures.grey_of", lambda colour: colour)
    monkeypatch.setattr("vision.cameras.files.grey_of", lambda colour: colour)
    return file


def test_scan_answers_that_file_with_an_error(unreadable: Path) -> None:
    """The others are read, and the answer to this one says why."""
    ran = CliRunner().invoke(scan.command, ["--json", str(unreadable)])

    assert 1 == ran.exit_code
    assert "ValueError" in json.loads(ran.stdout)["error"]
    assert "table.png" in json.loads(ran.stdout)["error"]


def test_watch_says_so_and_goes_on(unreadable: Path) -> None:
    """A line in its place, and when the source is at its end the command says that something was not read."""
    ran = CliRunner().invoke(watch.command, ["--json", str(unreadable)])

    told = json.loads(ran.stdout)
    assert 1 == ran.exit_code
    assert ("trouble", 0, 0.0) == (told["event"], told["frame"], told["at"])


def test_watch_that_has_nothing_to_tell_says_so(tmp_path: Path) -> None:
    """A picture without a mat: no line on standard output, a sentence beside it."""
    cv2.imwrite(str(tmp_path / "table.png"), BLANK)
    ran = CliRunner().invoke(watch.command, ["--lang", "en", str(tmp_path)])

    assert (0, "") == (ran.exit_code, ran.stdout)
    assert "Nothing to tell: the mat of Dumm gelaufen" in ran.stderr


def test_the_doctor_has_a_sentence_for_it(unreadable: Path) -> None:
    """It is what is wrong with the camera; all other checks are made."""
    ran = CliRunner().invoke(doctor.command, ["--json", "--camera", str(unreadable)])
    camera, *others = map(json.loads, ran.stdout.splitlines())

    assert "ValueError" in camera["text"]["en"]
    assert others


def test_a_photograph_is_refused_with_a_sentence() -> None:
    """A phone's picture that cannot be looked at is the picture's fault."""
    with pytest.raises(PictureError, match="could not be looked at"):
        read_photo(Photo(160, 0, b""), GAME, "classic")


def test_errors_of_our_own_pass() -> None:
    """What a camera says of itself is no failed look."""
    with pytest.raises(CameraError), one_look():
        raise CameraError("camera.missing", source="usb:0")
