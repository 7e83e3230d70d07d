"""What is learnt of cameras' lenses stays in the state folder, and nothing that lies there can harm."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.app.camera.kept_lenses import FILE, MOST, KeptLenses, device_of
from vision.lens import Lens

FULL, HD = (1920, 1080), (1280, 720)
WIDE = Lens(0.026, -0.114, (0.01, -0.004))


def test_a_lens_is_there_another_evening_for_its_camera_and_size(tmp_path: Path) -> None:
    KeptLenses("http://anna:secret@10.0.0.7/video", tmp_path).keep(FULL, WIDE)

    again = KeptLenses("http://10.0.0.7/video", tmp_path)

    assert again.read(FULL) == WIDE
    assert again.read(HD) is None
    assert KeptLenses("picamera2", tmp_path).read(FULL) is None
    assert "secret" not in (tmp_path / FILE).read_text()


def test_a_usb_camera_keeps_its_lens_in_another_socket(tmp_path: Path) -> None:
    for number, name in ((0, "C920"), (2, "C920"), (4, "Wide")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(name + "\n")

    names = [device_of(f"usb:{n}", tmp_path) for n in (0, 2, 4, 6)]

    assert names == ["C920", "C920", "Wide", "usb:6"]
    assert device_of("/dev/video4", tmp_path) == "Wide"


@pytest.mark.parametrize("source", ["painted", "none", "pictures/evening", "film.mp4"])
def test_of_what_is_no_camera_nothing_is_kept(source: str, tmp_path: Path) -> None:
    kept = KeptLenses(source, tmp_path)

    kept.keep(FULL, WIDE)

    assert kept.read(FULL) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"picamera2 1920x1080": 3}',
        '{"picamera2 1920x1080": [1, 2]}',
        '{"picamera2 1920x1080": [1e9, 0, 0, 0]}',
        '{"picamera2 1920x1080": [NaN, 0, 0, 0]}',
        '{"picamera2 1920x1080": ["a", 0, 0, 0]}',
        f'{{"picamera2 1920x1080": [{10**400}, 0, 0, 0]}}',
        "\x00\xff",
    ],
)
def test_a_file_that_is_none_of_ours_is_no_lens_and_is_replaced(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    kept = KeptLenses("picamera2", tmp_path)

    assert kept.read(FULL) is None
    kept.keep(FULL, WIDE)
    assert kept.read(FULL) == WIDE


def test_the_file_does_not_grow_without_end(tmp_path: Path) -> None:
    for number in range(MOST + 5):
        KeptLenses(f"usb:{900 + number}", tmp_path).keep(HD, WIDE)

    told = json.loads((tmp_path / FILE).read_text())

    assert len(told) == MOST
    assert f"usb:{900 + MOST + 4} 1280x720" in told
    assert "usb:900 1280x720" not in told


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a folder should be")
    kept = KeptLenses("picamera2", tmp_path / "state")

    kept.keep(FULL, WIDE)

    assert kept.read(FULL) is None
