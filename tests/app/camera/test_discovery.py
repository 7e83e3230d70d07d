"""Cameras of the house that answer a probe, and what an answer may not do; ONVIF cameras that say where their video is."""

from __future__ import annotations

import socket
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha1
from pathlib import Path
from re import search

import pytest
from click.testing import CliRunner

from companion.app.camera import discovery
from companion.app.camera.discovery import SECONDS, camera_of, in_the_house
from companion.app.commands import doctor
from companion.errors import CameraError
from tests.vision.cameras.test_network_cameras import Answer, camera, film, head, looks, sends
from vision.cameras import onvif
from vision.frame import Frame

MATCH = """<?xml version="1.0" encoding="UTF-8"?>
<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery">
<env:Body><d:ProbeMatches><d:ProbeMatch>
<d:Types>dn:NetworkVideoTransmitter</d:Types>
<d:Scopes>onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/hardware/C100 {scopes}</d:Scopes>
<d:XAddrs>{addresses}</d:XAddrs></d:ProbeMatch></d:ProbeMatches></env:Body></env:Envelope>"""
DEFINED = (
    MATCH.replace("UTF-8", "UTF-16")
    .replace("<env:Env", '<!DOCTYPE a [<!ENTITY b "http://127.0.0.1/">]><env:Env', 1)
    .format(addresses="&b;", scopes="")
)
NAMED = "onvif://www.onvif.org/name/Porch%20camera"
HERE = "http://127.0.0.1/onvif/device_service"


def match(addresses: str = HERE, scopes: str = NAMED) -> bytes:
    return MATCH.format(addresses=addresses, scopes=scopes).encode()


@contextmanager
def responder(*answers: bytes) -> Iterator[tuple[tuple[str, int], list[bytes]]]:
    """A device on loopback that answers every probe like this; its address, and what it was asked."""
    asked: list[bytes] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        there.bind(("127.0.0.1", 0))

        def answer() -> None:
            while True:
                try:
                    probe, sender = there.recvfrom(1 << 16)
                except OSError:
                    return
                if probe == b"end":
                    return
                asked.append(probe)
                for data in answers:
                    there.sendto(data, sender)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield there.getsockname(), asked
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ending:
            ending.sendto(b"end", there.getsockname())
        thread.join(5)


def test_a_camera_that_answers_is_found_once_by_its_name() -> None:
    """Asked twice, since a packet may get lost, and for video only."""
    with responder(match(), match()) as (address, asked):
        found = in_the_house(address, 1.0)

    assert found == ({"source": HERE, "name": "Porch camera"},)
    assert len(asked) == 2
    assert b"NetworkVideoTransmitter" in asked[0]


def test_where_nobody_answers_it_is_over_in_time() -> None:
    with responder() as (address, _):
        began = time.monotonic()
        assert in_the_house(address, 0.3) == ()

    assert 0.3 <= time.monotonic() - began < 1.5
    assert SECONDS <= 3.0


def test_without_a_network_there_are_none() -> None:
    assert in_the_house(("256.0.0.1", 1), 0.1) == ()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\x00\xff\xfe",
        b"<",
        b"<a/>",
        match()[: len(match()) // 2],
        match("http://10.9.9.9/onvif/device_service"),
        match("file:///etc/passwd rtsp://127.0.0.1/x http://[::1/"),
        match("http://127.0.0.1:99999/x"),
        b'<!DOCTYPE a [<!ENTITY b "c">]>' + match().partition(b"?>")[2],
        DEFINED.encode("utf-16"),
        b'<?xml version="1.0" encoding="no-such"?><a/>',
        match(HERE + "/\u009b2J"),
        match(HERE + "\u202e"),
        b"<ProbeMatch>" * 2500 + b"</ProbeMatch>" * 2500,
    ],
)
def test_an_answer_that_is_none_or_names_another_host_is_passed_over(answer: bytes) -> None:
    assert camera_of(answer, "127.0.0.1") is None


def test_only_the_houses_own_network_counts() -> None:
    away = match("http://203.0.114.5/onvif/device_service")

    assert camera_of(away, "203.0.114.5") is None


@pytest.mark.parametrize(
    ("scopes", "name"),
    [
        (NAMED, "Porch camera"),
        ("", "C100"),
        ("onvif://www.onvif.org/name/", "C100"),
        ("onvif://www.onvif.org/name/%00%1b%5b2J", "C100"),
        ("onvif://www.onvif.org/name/" + "x" * 200, "x" * 60),
    ],
)
def test_a_camera_is_called_what_it_calls_itself_where_people_can_see_it(
    scopes: str, name: str
) -> None:
    assert camera_of(match(scopes=scopes), "127.0.0.1") == (HERE, name)


def test_one_answer_tells_of_one_camera_and_takes_no_time() -> None:
    """Whoever answers is one device; nothing is looked through again and again."""
    one = "<ProbeMatch><XAddrs>http://127.0.0.1:{}/onvif/x</XAddrs>"
    matches = "".join((one + "</ProbeMatch>").format(port) for port in range(1, 700))
    deep = "".join(one.format(port) for port in range(1, 700)) + "</ProbeMatch>" * 699
    whole = "<E><Body><ProbeMatches>{}</ProbeMatches></Body></E>"
    answers = [whole.format(told).encode() for told in (matches, deep)]
    began = time.process_time()
    found = [camera_of(answer, "127.0.0.1") for answer in answers * 20]

    assert {camera[0] for camera in found if camera} == {"http://127.0.0.1:1/onvif/x"}
    assert time.process_time() - began < 0.5


def test_a_remark_in_an_answer_is_no_harm() -> None:
    assert camera_of(match(scopes="<!-- of the porch -->"), "127.0.0.1") == (HERE, "C100")


def test_more_answers_than_a_house_has_cameras_are_not_read() -> None:
    many = [match(f"http://127.0.0.1:{port}/onvif/x") for port in range(1, 90)]
    with responder(*many) as (address, _):
        assert len(in_the_house(address, 0.5)) <= discovery.MOST


# The command


@pytest.mark.slow
def test_the_doctor_lists_what_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is plugged in, and what is in the network; that a password may be wanted."""
    with responder(match()) as (address, _):
        monkeypatch.setattr(discovery, "GROUP", address)
        monkeypatch.setattr(discovery, "SECONDS", 0.5)
        ran = CliRunner().invoke(doctor.command, ["--cameras", "--lang", "en"])

    assert ran.exit_code == 0
    assert f"Porch camera: {HERE}" in ran.output
    assert "name:password@" in ran.output


# ONVIF


def soap(body: str) -> bytes:
    text = f"<?xml version='1.0'?><E xmlns='http://www.w3.org/2003/05/soap-envelope'><Body>{body}</Body></E>".encode()
    return head("application/soap+xml", "\r\n", f"Content-Length: {len(text)}") + text


REFUSED = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Length: 37\r\n\r\n<Fault><Value>NotAuthorized</Value>  "
)
CLOCK = datetime(2019, 1, 1, 0, 5, 9, tzinfo=UTC)
"""What the camera's clock shows."""


class Device:
    """An ONVIF camera, with a password and a clock of its own, whose stream is elsewhere in it."""

    def __init__(self, stream: str, secret: str = "") -> None:
        self.stream, self.secret = stream, secret

    def answer(self, there: socket.socket, asked: str) -> None:
        length = search(r"(?i)content-length: (\d+)", asked)
        body = asked.partition("\r\n\r\n")[2]
        while length and len(body.encode()) < int(length[1]):
            body += there.recv(4096).decode()
        there.sendall(self._told(body))

    def _told(self, asked: str) -> bytes:
        if "GetSystemDateAndTime" in asked:
            assert "Password" not in asked
            return soap(
                "<UTCDateTime><Time><Hour>0</Hour><Minute>5</Minute><Second>9</Second></Time><Date><Year>2019</Year><Month>1</Month><Day>1</Day></Date></UTCDateTime>"
            )
        if self.secret and not self._is_known(asked):
            return REFUSED
        if "GetCapabilities" in asked:
            return soap(
                "<Capabilities><Media><XAddr>http://10.0.0.9:8000/onvif/media</XAddr></Media></Capabilities>"
            )
        if "GetProfiles" in asked:
            return soap("<Profiles token='main'><Name>x</Name></Profiles><Profiles token='sub'/>")
        assert "<ProfileToken>main</ProfileToken>" in asked
        return soap(f"<MediaUri><Uri>{self.stream}</Uri></MediaUri>")

    def _is_known(self, asked: str) -> bool:
        parts = {
            tag: search(f"<{tag}(?: [^>]*)?>([^<]*)<", asked)
            for tag in ("Username", "Password", "Nonce", "Created")
        }
        said = {tag: found[1] if found else "" for tag, found in parts.items()}
        made = said["Created"]
        when = datetime.strptime(made or "2000-01-01T00:00:00Z", "%Y-%m-%dT%H:%M:%SZ")
        near = abs((when.replace(tzinfo=UTC) - CLOCK).total_seconds()) < 60
        whole = b64decode(said["Nonce"]) + made.encode() + self.secret.encode()
        digest = sha1(whole, usedforsecurity=False).digest()
        return said["Username"] == "anna" and near and digest == b64decode(said["Password"])


def test_an_onvif_camera_says_where_its_video_is() -> None:
    """On this very host, whatever it calls itself, and with the port and path it says."""
    with camera(Device("rtsp://10.0.0.9:554/live?channel=1").answer) as address:
        found = onvif.video_of(address + "/onvif/device_service", "the camera")

    assert found == "rtsp://127.0.0.1:554/live?channel=1"


def test_its_password_is_told_by_its_own_clock_and_never_in_clear() -> None:
    with camera(Device("rtsp://10.0.0.9/live", "s@cret").answer) as address:
        there = address.removeprefix("http://") + "/onvif/device_service"
        found = onvif.video_of(f"http://anna:s%40cret@{there}", "the camera")

        with pytest.raises(CameraError) as wanted:
            onvif.video_of(f"http://{there}", "the camera")
        with pytest.raises(CameraError) as wrong:
            onvif.video_of(f"http://anna:secret@{there}", "the camera")

    assert found == "rtsp://anna:s%40cret@127.0.0.1/live"
    assert wanted.value.message.key == "camera.wants-password"
    assert wrong.value.message.key == "camera.wrong-password"


@pytest.mark.parametrize("stream", ["file:///etc/passwd", "", "gopher://127.0.0.1/"])
def test_a_stream_of_another_kind_is_none(stream: str) -> None:
    with camera(Device(stream).answer) as address, pytest.raises(CameraError) as error:
        onvif.video_of(address + "/onvif/device_service", "the camera")

    assert error.value.message.key == "camera.no-stream"


@pytest.mark.parametrize("answer", [b"", b"<", b"<!DOCTYPE a><a/>", b"<a/>"])
def test_an_answer_that_is_none_is_no_stream(answer: bytes) -> None:
    whole = head("application/soap+xml", "\r\n", f"Content-Length: {len(answer)}") + answer
    with (
        camera(lambda there, asked: there.sendall(whole)) as address,
        pytest.raises(CameraError) as error,
    ):
        onvif.video_of(address + "/onvif/device_service", "the camera")

    assert error.value.message.key == "camera.no-stream"


def asks(answers: Answer, there: socket.socket | None = None) -> str:
    """The key of what is said of a device that answers like this."""
    with camera(answers, there) as address, pytest.raises(CameraError) as error:
        onvif.video_of(address + "/onvif/device_service", "the camera")
    return error.value.message.key


def two_doors() -> tuple[socket.socket, socket.socket]:
    """Two that listen on loopback; the port of the second is that of the first, and a 5 after it."""
    for port in range(2000, 6500):
        with suppress(OSError):
            first = socket.create_server(("127.0.0.1", port))
            try:
                return first, socket.create_server(("127.0.0.1", 10 * port + 5))
            except OSError:
                first.close()
    pytest.skip("no two ports are free")


@pytest.mark.parametrize("way", ["redirect", "address"])
def test_a_device_sends_nobody_to_another(way: str) -> None:
    """Neither by HTTP nor by an address that goes on where its own ends."""
    device, other = two_doors()
    told = soap("<Media><XAddr>http:5/x</XAddr></Media>")
    if way == "redirect":
        port = other.getsockname()[1]
        told = f"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{port}/\r\nContent-Length: 0\r\n\r\n".encode()
    with other:
        other.setblocking(False)
        said = asks(lambda there, _: there.sendall(told), device)

        assert said in ("camera.answers", "camera.no-stream")
        with pytest.raises(BlockingIOError):
            other.accept()


@pytest.mark.parametrize("year", ["9999", "9" * 30])
def test_a_time_farther_away_than_times_go(year: str) -> None:
    """Is the camera's affair: nothing but its video is wanted of it."""
    told = f"<UTCDateTime><Time><Hour>23</Hour><Minute>59</Minute><Second>59</Second></Time><Date><Year>{year}</Year><Month>12</Month><Day>31</Day></Date></UTCDateTime>"
    with camera(lambda there, _: there.sendall(soap(told))) as address:
        there = address.replace("http://", "http://anna:x@")
        with pytest.raises(CameraError) as error:
            onvif.video_of(there + "/onvif/device_service", "the camera")

    assert error.value.message.key == "camera.no-stream"


def test_a_refusal_that_breaks_off_is_one_all_the_same() -> None:
    cut = b"HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nab"

    assert asks(lambda there, _: there.sendall(cut)) == "camera.answers"


def test_an_answer_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever little of it comes in time."""
    monkeypatch.setattr(onvif, "PATIENCE", 0.2)
    left = threading.Event()

    def answer(there: socket.socket, _: str) -> None:
        there.sendall(head("application/soap+xml", "\r\n", "Content-Length: 9999"))
        while not left.wait(0.05):
            there.sendall(b" ")

    said = asks(answer)
    left.set()
    assert said == "camera.no-stream"


def test_a_device_at_an_address_of_six() -> None:
    """Written in brackets, there and in the address of its video."""
    device = Device("rtsp://[fd00::9]:554/live")
    try:
        listening = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("no IPv6 here")
    with camera(device.answer, listening) as address:
        found = onvif.video_of(address + "/onvif/device_service", "the camera")

    assert found == "rtsp://[::1]:554/live"


def test_the_address_that_is_found_is_looked_at(tmp_path: Path) -> None:
    """From the device's address to its pictures."""
    with (
        camera(sends(film(tmp_path), b"")) as video,
        camera(Device(video + "/film.avi").answer) as address,
    ):
        said = looks(address + "/onvif/device_service", 1)

    assert isinstance(said[0], Frame)
