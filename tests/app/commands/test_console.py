"""What is told of where the camera lies: its kind, and nothing of the house."""

import json

import pytest

from companion.announce import Message, message
from companion.app.camera.sources import for_everybody, found_for_everybody, public
from companion.app.doctor.checks import Check, Severity
from companion.app.service.ways_in import ways_in
from companion.words import words

PAGE = "http://192.168.1.5:8000/"
SECRET = "rtsp://ann:secret@10.0.0.9/garden/7?key=abc"


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("usb:0", "usb:0"),
        ("picamera2", "picamera2"),
        ("painted", "painted"),
        (SECRET, "rtsp"),
        ("/home/ann/films", "file"),
        ("ann:secret@cam/x", "file"),
        ("films/\udcff", "file"),
    ],
)
def test_a_source_is_told_by_its_kind(source: str, shown: str) -> None:
    """What is no camera of the machine is a kind of address, or a file."""
    assert shown == public(source)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "painted",
            [
                "No camera: the table is painted, and robots play. "
                "A webcam is --camera usb:0, a phone --camera phone"
            ],
        ),
        ("none", ["No camera: everything is entered by tap."]),
        ("phone", [f"Looking through a phone: open {PAGE}camera on it, above the table."]),
        ("usb:0", ["Looking through: usb:0."]),
        (SECRET, ["Looking through: rtsp://10.0.0.9."]),
        ("http://cam.local:8080?pwd=abc", ["Looking through: http://cam.local:8080."]),
        ("ann:secret@10.0.0.9", ["Looking through: file.", "There is no file."]),
        ("docs/pictures", ["Looking through: docs/pictures."]),
        ("nowhere.mp4", ["Looking through: nowhere.mp4.", "There is no nowhere.mp4."]),
    ],
    ids=lambda told: told if isinstance(told, str) else "",
)
def test_the_console_says_what_it_looks_through(source: str, said: list[str]) -> None:
    """A file that is not there may come yet, on a stick perhaps; whoever mistyped it reads so at once."""
    told = list(ways_in(source, PAGE, "12345678", words("en")))

    assert len(said) + 2 == len(told)
    assert all(line.startswith(begun) for line, begun in zip(told, said, strict=False))


@pytest.mark.parametrize(
    "wrong",
    [
        message("camera.lost", source=SECRET),
        message("camera.missing", source="/home/ann/secret.mp4"),
        message("journal.unwritable", path="/home/ann/secret/murphy.journal", why="x"),
        message("camera.failed", why=f"no route to {SECRET}"),
    ],
    ids=lambda wrong: wrong.key,
)
def test_no_message_of_health_says_more(wrong: Message) -> None:
    """Wherever a message stands in what is told."""
    told = {"wrong": wrong.to_json(), "notices": [{"inner": wrong.to_json()}]}
    shown = json.dumps(for_everybody(told, SECRET))

    assert wrong.key in shown
    assert not any(word in shown for word in ("secret/", "ann", "10.0.0.9", "abc"))


def test_the_doctor_says_no_more_to_a_page() -> None:
    """What he finds is in words already."""
    wrong = message("camera.no-stream", source="rtsp://10.0.0.9/garden/7")
    check = Check("camera", Severity.BAD, wrong, message("camera.lost", source=SECRET))
    (told,) = found_for_everybody([check], SECRET)

    assert told["text"]["en"].startswith("Nothing comes from rtsp.")
    assert not any(word in json.dumps(told) for word in ("garden", "ann:", "10.0.0.9"))
