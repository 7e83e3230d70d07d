"""Cameras that are listed and tried before they are used, in a process of their own."""

import base64
import resource
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.announce import message
from companion.app.camera import trial
from companion.app.camera.discovery import usb_cameras
from companion.app.camera.picture_checks import READS, look
from companion.app.camera.sources import MEMORY
from companion.app.camera.trial import Cameras
from companion.app.child import FIRST, OWN_SCORE, Child
from companion.errors import CameraError
from companion.pieces import Pieces
from companion.settings import Settings
from vision.frame import Frame, Trouble
from vision.reader import Reader


def device(at: Path, number: int, index: int, bus: str, name: str) -> None:
    """A video device as the kernel shows it (Documentation/admin-guide/media, sysfs)."""
    there = at / f"video{number}"
    (there / "device").mkdir(parents=True)
    (at / "bus" / bus).mkdir(parents=True, exist_ok=True)
    (there / "device" / "subsystem").symlink_to(at / "bus" / bus)
    (there / "index").write_text(f"{index}\n")
    (there / "name").write_text(f"{name}\n")


def test_usb_cameras_are_listed_once_each(tmp_path: Path) -> None:
    """Not what else a Pi has as video devices, nor a camera's second device, which gives no pictures."""
    device(tmp_path, 10, 0, "platform", "bcm2835-codec-decode")
    device(tmp_path, 0, 0, "usb", "HD Webcam C525")
    device(tmp_path, 1, 1, "usb", "HD Webcam C525")
    device(tmp_path, 2, 0, "usb", "Document Camera")
    (tmp_path / "video3").mkdir()

    assert [
        {"source": "usb:0", "name": "HD Webcam C525"},
        {"source": "usb:2", "name": "Document Camera"},
    ] == list(usb_cameras(tmp_path))
    assert [] == list(usb_cameras(tmp_path / "none"))


@pytest.mark.prove
def test_a_camera_is_tried(tmp_path: Path) -> None:
    """A picture of it comes back, and what the doctor says of that: here no mat is in sight, and no path is told."""
    cv2.imwrite(str(tmp_path / "seen.png"), np.full((480, 640), 90, np.uint8))
    told = Cameras(Settings).tried(str(tmp_path / "seen.png"))
    jpeg = np.frombuffer(base64.b64decode(told["picture"]), np.uint8)
    verdicts = {check["name"]: check["verdict"] for check in told["checks"]}

    seen = cv2.imdecode(jpeg, cv2.IMREAD_GRAYSCALE)
    assert seen is not None
    assert (480, 640) == seen.shape
    assert "bad" == verdicts["mat"]
    assert str(tmp_path) not in str(told)


def test_what_a_source_gives() -> None:
    """Its last picture, read, and how many there were in a second; of one that was lost there is none."""
    grey = np.full((90, 160), 90, np.uint8)
    frames = [Frame(n, n / 10, grey) for n in range(3)]
    lost = Trouble(3, 0.3, message("camera.lost", source="usb:0"))
    looks, last = look(frames, Reader(Pieces()).read)
    gone, nothing = look([*frames, lost], Reader(Pieces()).read)

    assert looks.reading is not None
    assert (160, 90) == looks.reading.size
    assert last is frames[-1]
    assert (None, None, lost.what) == (nothing, gone.reading, gone.trouble)


def test_the_first_look_is_not_timed() -> None:
    """It builds tables, and is spent on no picture."""
    grey, lit, read = (np.full((90, 160), 90, np.uint8), list[int](), Reader(Pieces()).read)

    def looked(picture: Any) -> Any:
        lit.append(int(picture.max()))
        return read(picture)

    look([Frame(0, 0.0, grey)], looked)

    assert [0] + [90] * READS == lit


@pytest.mark.parametrize(
    ("between", "count"), [(1.0, 4), (0.5, 7)], ids=["one a second", "two a second"]
)
def test_a_camera_is_watched_for_a_while(between: float, count: int) -> None:
    """So long from its first picture on, however late that came; one that gives none is given up."""
    now = 0.0

    def passing(what: Frame | Trouble, late: float) -> Iterator[Frame | Trouble]:
        nonlocal now
        now += late
        while True:
            now += between
            yield what

    frame = Frame(0, 0.0, np.zeros((4, 4), np.uint8))
    lost = Trouble(0, 0.0, message("camera.lost", source="usb:0"))
    begun = now
    silent = list(trial.for_a_while(passing(lost, 0.0), lambda: now))

    assert trial.SILENT < now - begun <= trial.SILENT + 2 * between
    assert silent[-1] is lost

    seen = list(trial.for_a_while(passing(frame, 8.0), lambda: now))

    assert count + 1 == len(seen)


def test_a_camera_that_is_none(tmp_path: Path) -> None:
    """Said at once; one that is not plugged in gives no picture, and the doctor's word for it."""
    with pytest.raises(CameraError) as caught:
        Cameras(Settings).tried("nonsense")
    assert "camera.missing" == caught.value.message.key


def test_one_whose_companion_is_gone_ends() -> None:
    """Whatever its driver does."""
    child = Child("trial", trial._send, time.sleep, 1000.0)
    child.pipe.close()

    assert 0 == child.ended(60.0)


def test_where_no_process_is_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """No camera is listed, and one that is tried gives no picture: it is said as of any other."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    assert () == Cameras(Settings).to_json()
    with pytest.raises(CameraError) as caught:
        Cameras(Settings).tried("usb:0")
    assert "host.camera.silent" == caught.value.message.key


@pytest.mark.parametrize(
    ("asks", "given", "limit"),
    [
        (resource.getrlimit, resource.RLIMIT_DATA, (MEMORY, MEMORY)),
        (Path.read_text, OWN_SCORE, f"{FIRST}\n"),
    ],
    ids=["memory", "out of memory"],
)
def test_whatever_a_source_sends_costs_only_what_tries_it(
    asks: Callable[[Any], Any], given: Any, limit: Any
) -> None:
    """It has the memory of the camera process, and is ended before the one with the journal."""
    assert limit == trial._apart(asks, given)


def test_what_a_source_says_the_terminal_does_not_obey(capfd: pytest.CaptureFixture[str]) -> None:
    """A driver's words are shown."""
    with pytest.raises(CameraError):
        trial._apart(partial(print, flush=True), "\x1b[2J")

    assert "\\u001b[2J\n" == capfd.readouterr().out


@pytest.mark.prove
def test_one_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process goes with it."""
    monkeypatch.setattr(trial, "LONGEST", 0.01)
    with pytest.raises(CameraError) as caught:
        Cameras(Settings).tried("usb:99")
    assert "host.camera.silent" == caught.value.message.key
