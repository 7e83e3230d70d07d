"""A phone as the camera: one phone's pictures at a time, on their way to the camera process."""

import os
import time
from pathlib import Path

import pytest

from companion.app.camera import camera_supervisor
from companion.app.camera.camera_supervisor import CameraSupervisor
from companion.app.camera.ipc import PhonePicture
from companion.app.camera.phone_camera import SILENT, PhoneCamera
from companion.app.camera.trial import Cameras
from companion.app.service import certificate
from companion.errors import CameraError, InputError, SettingsError
from companion.settings import Settings
from tests.web.home import Clock


def filming(used: bool = True) -> tuple[PhoneCamera, list[PhonePicture], Clock]:
    """The phone's camera, what it passed on, and its clock."""
    passed, clock = list[PhonePicture](), Clock()

    def hand(picture: PhonePicture) -> bool:
        passed.append(picture)
        return used

    return PhoneCamera(hand, clock), passed, clock


def bring(camera: PhoneCamera, phone: str, data: bytes, *, take: bool = False) -> bool | None:
    return camera.bring(phone, data, still=False, take=take)


def test_what_a_phone_brings_is_passed_on() -> None:
    camera, passed, clock = filming()
    for n in range(4):
        assert bring(camera, "a", bytes([n]))
        clock.pass_by(0.2)

    assert [bytes([n]) for n in range(4)] == [one.jpeg for one in passed]
    assert camera.look is not None
    assert b"\x03" == camera.look.picture.jpeg
    assert 5.0 == pytest.approx(camera.look.pace)


def test_two_phones_do_not_take_turns() -> None:
    """Another one is refused while one looks, unless people want it, or the first has gone."""
    camera, passed, clock = filming()
    bring(camera, "a", b"1")
    with pytest.raises(InputError) as refused:
        bring(camera, "b", b"2")
    assert "web.camera.other" == refused.value.message.key
    assert bring(camera, "b", b"3", take=True)
    with pytest.raises(InputError):
        bring(camera, "a", b"4")
    clock.pass_by(SILENT)
    assert bring(camera, "a", b"5")

    assert [b"1", b"3", b"5"] == [one.jpeg for one in passed]


def test_only_a_single_look_stays() -> None:
    camera, _, clock = filming()
    bring(camera, "a", b"1")
    clock.pass_by(SILENT)
    assert camera.look is None
    camera.bring("a", b"2", still=True, take=False)
    clock.pass_by(3600)
    assert camera.look is not None


def test_nobody_wants_it_where_nothing_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The camera process has not asked: the picture is dropped, and the phone hears so."""
    monkeypatch.setattr(camera_supervisor, "TAKING_SECONDS", 0.01)
    supervisor = CameraSupervisor(Settings(), lambda seen: None)
    assert not supervisor.hand(PhonePicture(b"1"))


def test_one_that_brings_nothing_cannot_be_tried() -> None:
    camera, _, _ = filming()
    with pytest.raises(CameraError) as caught:
        Cameras(Settings, phone=camera).tried("phone")
    assert "camera.no-phone" == caught.value.message.key


def test_the_certificate_is_made_once(tmp_path: Path) -> None:
    """For names and addresses, nothing else; nobody but its owner reads it, and a damaged one is made anew."""
    names = ["murphy.local", "192.168.1.5", "fd00::5", "fe80::1%eth0", "no,such:name"]
    try:
        certificate.context_in(tmp_path, names, time.time())
    except SettingsError:
        pytest.skip("openssl is not installed")
    file = tmp_path / certificate.FILE
    made = file.read_text()
    certificate.context_in(tmp_path, names, time.time())
    again = file.read_text()
    file.write_text("nothing")
    certificate.context_in(tmp_path, names, time.time())

    assert made == again
    assert "BEGIN CERTIFICATE" in file.read_text()
    assert 0o600 == file.stat().st_mode & 0o777


def test_a_certificate_is_renewed_by_its_own_dates(tmp_path: Path) -> None:
    """Not by those of its file, which copies and backups change; one that has not begun yet was made by a clock that was wrong."""
    made = time.time()

    def at(days: float) -> str:
        certificate.context_in(tmp_path, ["murphy.local"], made + days * 24 * 3600)
        return (tmp_path / certificate.FILE).read_text()

    try:
        first = at(0)
    except SettingsError:
        pytest.skip("openssl is not installed")
    os.utime(tmp_path / certificate.FILE, (0, 0))
    assert first == at(690)
    os.utime(tmp_path / certificate.FILE)
    second = at(710)
    assert first != second
    assert second != at(-10)


@pytest.mark.parametrize(
    ("then", "stays"),
    [
        (["murphy.local", "192.168.1.5", "fd00::5"], True),
        (["192.168.1.5", "no,such:name", "murphy.local"], True),
        (["murphy.local"], True),
        (["murphy.local", "192.168.1.5", "fd00::6"], True),
        (["murphy.local", "192.168.1.6", "fd00::5"], False),
        (["murphy.local", "192.168.1.5", "murphy"], False),
        (["murphy.local", "192.168.1.5", "192.168.1"], False),
    ],
)
def test_a_certificate_that_lacks_a_name_is_made_anew(
    tmp_path: Path, then: list[str], stays: bool
) -> None:
    """As where a router has given another address; one that names too much stays, as every phone would have to accept a new one."""
    names, now = ["murphy.local", "192.168.1.5", "fd00::5"], time.time() + 60
    try:
        certificate.context_in(tmp_path, names, now)
    except SettingsError:
        pytest.skip("openssl is not installed")
    file = tmp_path / certificate.FILE
    first = file.read_text()
    certificate.context_in(tmp_path, then, now)
    second = file.read_text()
    certificate.context_in(tmp_path, then, now)

    assert stays is (first == second)
    assert second == file.read_text()


def test_without_openssl_people_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SettingsError) as caught:
        certificate.context_in(tmp_path, ["murphy.local"], time.time())
    assert "https.no-openssl" == caught.value.message.key
