"""Cameras over HTTP in every form in which they were met in the trackers of other programs, each a small server."""

from __future__ import annotations

import hashlib
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import filterfalse, takewhile
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CameraError
from companion.words import words
from vision.cameras import frames, network
from vision.frame import Frame, Trouble
from vision.jpegs import Jpegs

Said = Frame | Trouble
Answer = Callable[[socket.socket, str], None]
"""Answers one request, whose lines it is given."""


def jpeg(value: int, *options: int) -> bytes:
    """A picture of one grey, with some noise so that it has coded data worth the name."""
    noise = np.random.default_rng(value).integers(0, 8, (36, 64, 3))
    data = cv2.imencode(".jpg", (noise + value).astype(np.uint8), list(options))[1]
    return data.tobytes()


GREYS = (40, 80, 120, 160)
PICTURES = tuple(jpeg(grey) for grey in GREYS)


@contextmanager
def camera(answer: Answer, there: socket.socket | None = None) -> Iterator[str]:
    """The address of a camera that answers like this, each connection in a thread of its own; it listens ``there``."""
    with there or socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_serve, args=(listening, answer), daemon=True).start()
        host, port = listening.getsockname()[:2]
        yield f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        listening.shutdown(socket.SHUT_RDWR)


def _serve(listening: socket.socket, answer: Answer) -> None:
    while True:
        try:
            there, _ = listening.accept()
        except OSError:
            return
        threading.Thread(target=_answer, args=(there, answer), daemon=True).start()


def _answer(there: socket.socket, answer: Answer) -> None:
    with there:
        try:
            asked = b""
            while b"\r\n\r\n" not in asked:
                asked += there.recv(4096)
            answer(there, asked.decode())
        except OSError:
            return


def sends(*pieces: bytes, after: float = 0) -> Answer:
    """Answers anything with these bytes, the last after some seconds, and hangs up."""

    def answer(there: socket.socket, asked: str) -> None:
        there.sendall(b"".join(pieces[:-1]))
        time.sleep(after)
        there.sendall(pieces[-1])

    return answer


def film(folder: Path) -> bytes:
    """The answer of a camera that sends half a second of grey in a file, as FFmpeg reads it."""
    path = folder / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 36))
    for _ in range(5):
        writer.write(np.full((36, 64, 3), 80, np.uint8))
    writer.release()
    data = path.read_bytes()
    return head("video/x-msvideo", "\r\n", f"Content-Length: {len(data)}") + data


def head(kind: str = "", end: str = "\r\n", *more: str) -> bytes:
    lines = ["HTTP/1.1 200 OK", *([f"Content-Type: {kind}"] if kind else []), *more]
    return "".join(line + end for line in [*lines, ""]).encode()


MIXED = "multipart/x-mixed-replace; boundary="


def parts(
    line: str = "--frame",
    kind: str = "Content-Type: image/jpeg",
    length: Callable[[bytes], str] = lambda data: f"Content-Length: {len(data)}",
    end: str = "\r\n",
    first: str | None = None,
    between: bytes = b"",
) -> bytes:
    """Four pictures as parts, whose lines these are; ``first`` is the first boundary, where it differs."""
    body = b""
    for n, data in enumerate(PICTURES):
        lines = [line if n or first is None else first, kind, length(data), ""]
        shown = [each for each in lines[:-1] if each] + [""]
        body += (end.join(shown) + end).encode() + data + between + end.encode()
    return body


def chunked(body: bytes, size: int = 700) -> bytes:
    pieces = [body[n : n + size] for n in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(p), p) for p in pieces) + b"0\r\n\r\n"


FORMS = {
    "as most send it": head(MIXED + "frame") + parts(),
    "no boundary before the first": head(MIXED + "frame") + parts(first=""),
    "a first part without anything": head(MIXED + "frame") + parts(first="")[2:],
    "type image/jpg": head(MIXED + "frame") + parts(kind="Content-Type: image/jpg"),
    "parts without a type": head(MIXED + "frame") + parts(kind=""),
    "parts without a length": head(MIXED + "frame") + parts(length=lambda data: ""),
    "nothing but boundaries": head(MIXED + "frame") + parts(kind="", length=lambda data: ""),
    "dashes in the name": head(MIXED + "--frame") + parts(),
    "more dashes in the body": head(MIXED + "--frame") + parts("----frame"),
    "a name in quotes": head(MIXED + '"frame"') + parts(),
    "another name than said": head(MIXED + "frame") + parts("--other"),
    "no name": head("multipart/x-mixed-replace") + parts(),
    "lines end in LF": head(MIXED + "frame", "\n") + parts(end="\n"),
    "lengths too large": head(MIXED + "frame")
    + parts(length=lambda data: f"Content-Length: {len(data) + 999}"),
    "lengths too small": head(MIXED + "frame")
    + parts(length=lambda data: f"Content-Length: {len(data) // 2}"),
    "lengths that are none": head(MIXED + "frame")
    + parts(length=lambda data: "Content-Length: many"),
    "padding after pictures": head(MIXED + "frame") + parts(between=bytes(64)),
    "chunked": head(MIXED + "frame", "\r\n", "Transfer-Encoding: chunked") + chunked(parts()),
    "type of the whole is octet-stream": head("application/octet-stream") + parts(),
    "no type of the whole": head() + parts(),
    "a radio's status": head(MIXED + "frame").replace(b"HTTP/1.1", b"ICY") + parts(),
    "a status without a version": head(MIXED + "frame").replace(b"HTTP/1.1", b"HTTP") + parts(),
    "HTTP/1.0": head(MIXED + "frame").replace(b"1.1", b"1.0") + parts(),
    "pictures and nothing else": head("video/x-motion-jpeg") + b"".join(PICTURES),
}


def is_silence(said: Said) -> bool:
    """Whether it only says that nothing has come yet, as a busy machine makes any camera seem."""
    return isinstance(said, Trouble) and said.what.key == "camera.silent"


def looks(address: str, until: int = 4) -> list[Said]:
    """What comes from an address until so many frames, but for silence."""
    said: list[Said] = []
    with closing(frames(address, fps=100)) as running:
        for one in filterfalse(is_silence, running):
            said.append(one)
            if sum(isinstance(each, Frame) for each in said) == until:
                break
    return said


def greys(said: list[Said]) -> list[float]:
    return [round(float(one.grey.mean()), -1) for one in said if isinstance(one, Frame)]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_motion_jpeg_is_read_in_every_form(form: str) -> None:
    with camera(sends(FORMS[form], b"")) as address:
        assert greys(looks(address, 1)) == [40]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_the_pictures_of_every_form_are_cut_out_to_the_byte(form: str, size: int) -> None:
    body = FORMS[form].partition(b"\n\r\n")[2] or FORMS[form].partition(b"\n\n")[2]
    if form == "chunked":
        body = parts()
    jpegs = Jpegs()

    found = [p for n in range(0, len(body), size) for p in jpegs.fed(body[n : n + size])]

    assert found == list(PICTURES)


@pytest.mark.parametrize("cut", [3, 30, 300, 5_000, -1])
def test_half_a_picture_is_left_out_and_the_next_is_read(cut: int) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (3, 120, 160, 3), np.uint8)
    first, second, third = (cv2.imencode(".jpg", p)[1].tobytes() for p in noise)
    body = first[:cut] + b"\r\n--x\r\n\r\n" + second + b"--x\r\n" + third

    found = Jpegs().fed(body)

    # Cut off inside a segment, its length takes the next picture's beginning with it.
    assert found[-1] == third
    assert found == [second, third] or cut in (30, 300)


def test_a_thumbnail_is_no_picture_of_its_own(tmp_path: Path) -> None:
    inside = jpeg(200)
    segment = b"\xff\xe1" + (len(inside) + 2).to_bytes(2) + inside
    whole = PICTURES[0][:2] + segment + PICTURES[0][2:]

    assert Jpegs().fed(whole + PICTURES[1]) == [whole, PICTURES[1]]


def test_a_progressive_picture_has_many_scans() -> None:
    whole = jpeg(100, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)

    assert whole.count(b"\xff\xda") > 2
    assert Jpegs().fed(b"--x\r\n\r\n" + whole + PICTURES[1]) == [whole, PICTURES[1]]


def test_what_never_ends_takes_no_memory_for_ever() -> None:
    jpegs = Jpegs()

    for _ in range(40):
        assert jpegs.fed(PICTURES[0][:-2] + bytes(1 << 20)) == []

    assert jpegs.fed(PICTURES[1] + PICTURES[2])[-1] == PICTURES[2]


# Single pictures


def shots(*bodies: bytes, headed: bytes = head("image/jpeg")) -> Answer:
    """A picture for each time it is asked, and the last again and again."""
    left = list(bodies)

    def answer(there: socket.socket, asked: str) -> None:
        there.sendall(headed + (left.pop(0) if len(left) > 1 else left[0]))

    return answer


@pytest.mark.parametrize(
    "headed",
    [
        head("image/jpeg"),
        head("image/jpg", "\r\n", f"Content-Length: {len(PICTURES[0]) + 5000}"),
        head("application/octet-stream"),
        head("binary/octet-stream"),
        head("text/html"),
        head(MIXED + "x") + b"--x\r\n\r\n",
    ],
)
def test_single_pictures_are_asked_for_again_and_again(headed: bytes) -> None:
    with camera(shots(*PICTURES, headed=headed)) as address:
        began = time.monotonic()
        said = looks(address + "/shot.jpg")

    assert greys(said) == [40, 80, 120, 160]
    assert time.monotonic() - began >= 3 * 0.2 - 0.05, "at most five a second"


@pytest.mark.parametrize("suffix", [".png", ".webp"])
@pytest.mark.parametrize(
    "headed", [head("image/png"), head("application/octet-stream"), head("text/plain"), head()]
)
def test_a_single_picture_may_be_of_any_format(headed: bytes, suffix: str) -> None:
    """Whatever its type says, or where it says nothing."""
    picture = cv2.imencode(suffix, np.full((36, 64, 3), 80, np.uint8))[1].tobytes()
    with camera(shots(picture, headed=headed)) as address:
        assert greys(looks(address + "/snapshot", 2)) == [80, 80]


def test_a_single_picture_that_is_cut_off_is_passed_over() -> None:
    broken = PICTURES[0][: len(PICTURES[0]) // 2]
    with camera(shots(PICTURES[1], broken, PICTURES[2])) as address:
        said = looks(address + "/shot.jpg", 2)

    assert greys(said) == [80, 120]
    assert len(said) == 2


# Pages, passwords, redirects, refusals


def at(**places: Answer) -> Answer:
    """Answers by path; what is at none of them is not found."""

    def answer(there: socket.socket, asked: str) -> None:
        path = asked.split()[1].lstrip("/") or "index"
        found = places.get(path.replace("?action=", ""), sends(NOT_FOUND, b""))
        found(there, asked)

    return answer


NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
PAGE = head("text/html") + b"<!DOCTYPE html><title>IP camera</title>"


@pytest.mark.parametrize("place", ["video", "stream", "videofeed"])
@pytest.mark.parametrize("page", [PAGE, head() + b"<html><img src=x></html>"])
def test_beside_a_cameras_page_its_stream_is_found_and_said(place: str, page: bytes) -> None:
    pages = {"index": sends(page, b""), place: sends(FORMS["as most send it"], b"")}
    with camera(at(**pages)) as address:
        told, first, *_ = looks(address + "/", 1)

    assert isinstance(told, Trouble)
    assert told.what.key == "camera.found"
    assert told.what.params["place"] == f"/{place}"
    assert isinstance(first, Frame)


def test_an_address_that_stays_silent_hides_no_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera's own events, which come when something happens: they are waited for as shortly as any address that is tried."""
    monkeypatch.setattr(network, "QUICK", 0.2)
    silent = sends(head("application/octet-stream"), b"data: moved", after=1.0)
    pages = {"index": sends(PAGE, b""), "stream": silent}
    with camera(at(**pages, video_feed=sends(FORMS["as most send it"], b""))) as address:
        told, *_ = looks(address + "/", 1)

    assert isinstance(told, Trouble)
    assert ("camera.found", "/video_feed") == (told.what.key, told.what.params["place"])


def refused(address: str) -> CameraError:
    """Why there are no pictures: at once, or after silence on a busy machine, where it is told and tried again."""
    try:
        with closing(frames(address)) as running:
            told = next(one for one in running if not is_silence(one))
    except CameraError as error:
        refusal = error
    else:
        assert isinstance(told, Trouble)
        refusal = CameraError(told.what.key, **told.what.params)
    for language in ("de", "en", "nl"):
        assert "secret" not in words(language)(refusal.message)
    return refusal


def test_a_page_without_a_stream_is_said() -> None:
    with camera(at(index=sends(PAGE, b""))) as address:
        assert refused(address).message.key == "camera.page"


@pytest.mark.parametrize(
    "answer",
    [
        head("application/octet-stream", "Content-Length: 900") + bytes(900),
        head("text/plain", "Content-Length: 5") + b"hello",
        b"220 files.example FTP ready\r\n",
        PICTURES[0],
    ],
    ids=["bytes", "text", "another protocol", "no head"],
)
def test_what_answers_with_something_else_is_not_said_to_be_silent(answer: bytes) -> None:
    with camera(sends(answer, b"")) as address:
        assert refused(address).message.key == "camera.not-pictures"


def test_a_stream_that_ends_before_its_first_picture_is_not_said_to_be_gone() -> None:
    broken = sends(head(MIXED + "frame"), PICTURES[0][:100])
    with camera(broken) as address, closing(frames(address)) as running:
        first = next(running)

    assert isinstance(first, Trouble)
    assert first.what.key == "camera.no-stream"


def test_an_error_of_the_camera_is_said_with_its_number() -> None:
    with camera(at()) as address:
        error = refused(address + "/vidoe")

    assert error.message.key == "camera.answers"
    assert error.message.params["status"] == 404


BASIC = 'WWW-Authenticate: Basic realm="cam"'
DIGEST = 'WWW-Authenticate: Digest realm="cam", qop="auth", nonce="n1", algorithm=MD5'
LATER = DIGEST.replace("MD5", "SHA-256")
ODD = DIGEST.replace("MD5", "SHA-512-256")
OTHER = 'WWW-Authenticate: Bearer realm="cam"'


def locked(way: str) -> Answer:
    """Gives pictures to anna with the password ``s@cret`` only."""

    def answer(there: socket.socket, asked: str) -> None:
        digest = sha256 if "SHA-256" in way else md5
        ok = _basic(asked) if way == BASIC else _digest(asked, digest)
        no = f"HTTP/1.1 401 Unauthorized\r\n{way}\r\nContent-Length: 0\r\n\r\n".encode()
        there.sendall(FORMS["as most send it"] if ok else no)

    return answer


def _basic(asked: str) -> bool:
    return b64encode(b"anna:s@cret").decode() in asked


def md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _digest(asked: str, digest: Callable[[str], str]) -> bool:
    line = next((x for x in asked.splitlines() if "Digest" in x), "")
    said = dict(p.strip().split("=", 1) for p in line.partition("Digest ")[2].split(",") if p)
    said = {name: value.strip('"') for name, value in said.items()}
    if not said:
        return False

    secret = digest(f"{said['username']}:cam:s@cret")
    what = digest(f"GET:{said['uri']}")
    whole = f"{secret}:n1:{said['nc']}:{said['cnonce']}:{said['qop']}:{what}"
    return said["username"] == "anna" and said["response"] == digest(whole)


@pytest.mark.parametrize(
    "way",
    [
        BASIC,
        DIGEST,
        f"{LATER}\r\n{DIGEST}",
        f"{ODD}\r\n{OTHER}\r\n{DIGEST}",
        f"{BASIC}\r\n{DIGEST}",
    ],
)
def test_a_password_is_asked_for_used_and_said_to_be_wrong(way: str) -> None:
    """By digest where that is offered, whatever else is; of two digests by the first that can be."""
    with camera(locked(way)) as address:
        there = address.removeprefix("http://") + "/video"

        assert isinstance(looks(f"http://anna:s%40cret@{there}", 1)[0], Frame)
        assert refused(f"http://{there}").message.key == "camera.wants-password"
        wrong = refused(f"http://anna:secret@{there}")
        assert wrong.message.key == "camera.wrong-password"


def test_a_password_is_not_told_to_whom_a_camera_sends_us_on() -> None:
    heard: list[str] = []

    def other(there: socket.socket, asked: str) -> None:
        heard.append(asked)
        there.sendall(f"HTTP/1.1 401 Unauthorized\r\n{BASIC}\r\nContent-Length: 0\r\n\r\n".encode())

    with camera(other) as elsewhere:
        moved = f"HTTP/1.1 302 Found\r\nLocation: {elsewhere}/x\r\n\r\n".encode()
        with camera(sends(moved, b"")) as address:
            refused(address.replace("//", "//anna:secret@"))

    assert heard
    assert not any("Authorization" in asked for asked in heard)


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"])
def test_redirects_are_followed(status: str) -> None:
    moved = f"HTTP/1.1 {status}\r\nLocation: /live\r\nContent-Length: 0\r\n\r\n".encode()
    there = sends(FORMS["as most send it"], b"")
    with camera(at(index=sends(moved, b""), live=there)) as address:
        assert isinstance(looks(address, 1)[0], Frame)


def test_a_redirect_to_a_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_bytes(PICTURES[0])
    moved = f"HTTP/1.1 302 Found\r\nLocation: file://{tmp_path}/x.jpg\r\n\r\n".encode()
    with camera(sends(moved, b"")) as address:
        assert refused(address).message.key in ("camera.answers", "camera.no-stream")


# Slow ones


@pytest.mark.parametrize("opens", [True, False])
def test_a_camera_that_wakes_is_told_as_silent_within_three_seconds_and_read(opens: bool) -> None:
    """Whether its answer comes at once and the picture later, or both later."""
    answer, body = head(MIXED + "frame"), parts()
    pieces = (answer, body) if opens else (b"", answer + body)
    with camera(sends(*pieces, after=4.5)) as address:
        began = time.monotonic()
        told: list[float] = []
        with closing(frames(address)) as running:
            for said in takewhile(lambda one: isinstance(one, Trouble), running):
                assert isinstance(said, Trouble)
                assert said.what.key == "camera.silent"
                told.append(time.monotonic() - began)

    assert told[0] < 3.5
    assert len(told) >= 1


def test_other_video_is_left_to_ffmpeg(tmp_path: Path) -> None:
    with camera(sends(film(tmp_path), b"")) as address:
        assert greys(looks(address + "/film.avi", 1)) == [80]
