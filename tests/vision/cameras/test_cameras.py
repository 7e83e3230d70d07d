"""Every source is the same kind of iterator; what is wrong with one is said in a sentence, and the others go on."""

from __future__ import annotations

import io
import os
import struct
import threading
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image, features

from companion.announce import Message
from companion.errors import CameraError, PictureError
from companion.words import LANGUAGES, words
from vision.cameras.grab import Grabber
from vision.cameras.live import PATIENCE, SILENCES, Shot, live
from vision.cameras.picamera import (
    DRIFT_FRAMES,
    HQ_SIZE,
    OLDER_SIZE,
    SETTLING,
    SIZE,
    Library,
    PiCamera,
    planes,
)
from vision.cameras.sources import UsbCamera, frames, without_password
from vision.frame import Frame, Frames, Trouble
from vision.pictures import MOST_BYTES, decode_picture, read_picture


def picture(value: int = 128, size: tuple[int, int] = (64, 36)) -> np.ndarray:
    """A smooth picture with a bright top left corner, so that a turned one is told from an unturned."""
    made = np.full((size[1], size[0], 3), value, np.uint8)
    made[: size[1] // 4, : size[0] // 4] = 250
    return made


def save(path: Path, value: int = 128, **options: Any) -> Path:
    Image.fromarray(picture(value)).save(path, **options)
    return path


def film(path: Path, count: int = 12, fourcc: str = "MJPG") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*fourcc), 25, (64, 36))
    for n in range(count):
        writer.write(picture(5 * n))
    writer.release()
    return path


def keys(said: Iterator[Frame | Trouble]) -> list[str]:
    return [s.what.key if isinstance(s, Trouble) else "frame" for s in said]


def refusal(source: str, **options: Any) -> str:
    with pytest.raises(CameraError) as refused:
        next(frames(source, **options))
    for language in LANGUAGES:
        assert words(language)(refused.value.message)
    return refused.value.message.key


# Folders


def test_a_folder_is_read_in_name_order_ten_a_second(tmp_path: Path) -> None:
    for name in ("b.png", "a.jpg", "c.JPG"):
        save(tmp_path / name)

    seen = [f for f in frames(str(tmp_path)) if isinstance(f, Frame)]

    assert [f.name for f in seen] == ["a.jpg", "b.png", "c.JPG"]
    assert [(f.number, f.at) for f in seen] == [(0, 0.0), (1, 0.1), (2, 0.2)]
    assert seen[0].grey.shape == (36, 64)
    assert seen[0].colour is not None
    assert seen[0].colour.shape == (36, 64, 3)


def test_the_frame_rate_told_is_the_time_scale(tmp_path: Path) -> None:
    for n in range(3):
        save(tmp_path / f"{n}.png")

    assert [f.at for f in frames(str(tmp_path), fps=5)] == [0.0, 0.2, 0.4]


@pytest.mark.parametrize("how", ["device", "pipe", "too large"])
def test_a_picture_without_end_is_none(tmp_path: Path, how: str) -> None:
    """A link to a device, a pipe to which nobody writes, a file of gigabytes: told, and the next picture is read."""
    first = tmp_path / "1.png"
    match how:
        case "device":
            first.symlink_to("/dev/zero")
        case "pipe":
            os.mkfifo(first)
        case _:
            with first.open("wb") as file:
                file.truncate(MOST_BYTES + 1)
    assert cv2.imwrite(str(tmp_path / "2.png"), np.zeros((4, 6, 3), np.uint8))
    trouble, frame = frames(str(tmp_path))

    assert isinstance(trouble, Trouble)
    assert "picture.unopened" == trouble.what.key
    assert isinstance(frame, Frame)
    assert (4, 6) == frame.grey.shape


def test_what_is_no_picture_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    save(tmp_path / "1.jpg")
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / "moves.json").write_text("{}")
    (tmp_path / ".hidden.jpg").write_bytes(b"")
    (tmp_path / "sub.jpg").mkdir()
    save(tmp_path / "sub.jpg" / "2.jpg")

    assert keys(frames(str(tmp_path))) == ["frame"]


def test_pictures_that_cannot_be_read_are_trouble_and_keep_their_number(tmp_path: Path) -> None:
    whole = save(tmp_path / "0.jpg").read_bytes()
    (tmp_path / "1.jpg").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "2.jpg").write_bytes(b"")
    (tmp_path / "3.jpg").write_bytes(b"GIF of a cat, honestly")
    (tmp_path / "4.jpg").symlink_to(tmp_path / "nowhere.jpg")
    (tmp_path / "5.png").write_bytes(save(tmp_path / "x.png").read_bytes()[:60])
    (tmp_path / "x.png").unlink()
    save(tmp_path / "6.jpg")

    seen = list(frames(str(tmp_path)))

    assert keys(iter(seen)) == [
        "frame",
        "picture.broken",
        "picture.empty",
        "picture.foreign",
        "picture.missing",
        "picture.broken",
        "frame",
    ]
    assert [s.number for s in seen] == list(range(7))
    for said in seen:
        if isinstance(said, Trouble):
            assert all(words(language)(said.what) for language in LANGUAGES)


def test_pictures_may_change_size_mid_way(tmp_path: Path) -> None:
    for n, size in enumerate([(64, 36), (32, 48), (64, 36)]):
        Image.fromarray(picture(size=size)).save(tmp_path / f"{n}.png")

    shapes = [f.grey.shape for f in frames(str(tmp_path)) if isinstance(f, Frame)]

    assert shapes == [(36, 64), (48, 32), (36, 64)]


def test_a_picture_is_a_source_of_one_frame(tmp_path: Path) -> None:
    assert keys(frames(str(save(tmp_path / "table.png")))) == ["frame"]


# Single pictures


@pytest.mark.parametrize(
    ("orientation", "corner"),
    [(1, (0, 0)), (3, (-1, -1)), (6, (0, -1)), (8, (-1, 0)), (2, (0, -1))],
    ids=["as it is", "upside down", "turned right", "turned left", "mirrored"],
)
def test_orientation_tags_are_obeyed(
    tmp_path: Path, orientation: int, corner: tuple[int, int]
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation

    shown = read_picture(save(tmp_path / "phone.jpg", exif=exif, quality=95))

    assert shown.shape == ((36, 64, 3) if orientation < 5 else (64, 36, 3))
    assert shown[corner].mean() > 240
    assert sum(shown[y, x].mean() > 240 for y in (0, -1) for x in (0, -1)) == 1


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "CMYK", "1", "I;16", "12 bits", "F"])
def test_every_kind_of_pixel_becomes_the_same_picture(tmp_path: Path, mode: str) -> None:
    grey = Image.fromarray(picture()[:, :, 0])
    deep = np.asarray(grey).astype(np.uint16)
    match mode:
        case "I;16":
            made = Image.fromarray(deep << 8)
        case "12 bits":
            made = Image.fromarray(deep << 4)
        case "F":
            made = Image.fromarray(deep.astype(np.float32) / 255)
        case _:
            made = grey.convert(mode)
    path = tmp_path / ("x.png" if mode in ("L", "P", "RGBA", "1") else "x.tif")
    made.save(path)

    shown = read_picture(path)

    assert shown.shape == (36, 64, 3)
    assert shown[2, 2].mean() > 240
    assert mode == "1" or abs(shown[-1, -1].mean() - 128) < 8


@pytest.mark.skipif(not features.check("avif"), reason="this Pillow reads no AVIF")
def test_avif_is_read(tmp_path: Path) -> None:
    Image.fromarray(picture(128, (64, 48))).save(tmp_path / "x.avif")

    shown = read_picture(tmp_path / "x.avif")

    assert shown.shape == (48, 64, 3)
    assert abs(shown[-1, -1].mean() - 128) < 4


@pytest.mark.parametrize("orientation", [1, 0, 9])
@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
def test_a_jpeg_is_the_same_picture_whichever_way_it_is_decoded(
    mode: str, orientation: int
) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (37, 61, 3), np.uint8)
    made = Image.fromarray(cv2.resize(noise, (610, 370))).convert(mode)
    exif = Image.Exif()
    exif[0x0112] = orientation
    file = io.BytesIO()
    made.save(file, "JPEG", quality=80, exif=exif)

    shown = decode_picture(file.getvalue(), "x")

    with Image.open(file) as opened:
        assert np.array_equal(shown, np.asarray(opened.convert("RGB"))[:, :, ::-1])


def test_deep_pixels_are_turned_as_well(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    made = Image.fromarray(picture()[:, :, 0].astype(np.uint16) << 8)
    made.save(tmp_path / "x.png", exif=exif)

    shown = read_picture(tmp_path / "x.png")

    assert shown.shape == (64, 36, 3)
    assert shown[0, -1].mean() > 240


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_transparent_is_white(tmp_path: Path, mode: str) -> None:
    """A tag cut out of its sheet has black behind it otherwise, and nothing white around."""
    if mode == "P":
        made = Image.new("P", (8, 8), 1)
        made.putpalette([200, 200, 200, 0, 0, 0])
        made.save(tmp_path / "x.png", transparency=1)
    else:
        Image.new(mode, (8, 8)).save(tmp_path / "x.png")

    assert read_picture(tmp_path / "x.png").min() == 255


def test_a_phones_own_format_is_named(tmp_path: Path) -> None:
    (tmp_path / "IMG_0815.HEIC").write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 40)

    with pytest.raises(PictureError) as refused:
        read_picture(tmp_path / "IMG_0815.HEIC")

    assert refused.value.message.key == "picture.heic"


def test_a_picture_beyond_the_limit_is_refused_by_its_header(tmp_path: Path) -> None:
    data = save(tmp_path / "large.png").read_bytes()

    with pytest.raises(PictureError) as refused:
        decode_picture(data, "large.png", most=1000)

    assert refused.value.message.key == "picture.huge"
    assert refused.value.message.params["width"] == 64


def test_a_picture_of_any_size_is_named_with_its_size() -> None:
    """256 million pixels, in a file of a hundred bytes."""
    header = struct.pack(">IIBBBBB", 16_000, 16_000, 1, 0, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")

    with pytest.raises(PictureError) as refused:
        decode_picture(data, "large.png")

    assert refused.value.message.key == "picture.huge"
    assert refused.value.message.params["width"] == 16_000


def chunk(kind: bytes, body: bytes) -> bytes:
    """Of a PNG file."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def layered(more: int) -> bytes:
    """A progressive JPEG whose last scan comes so many times more."""
    file = io.BytesIO()
    Image.new("L", (64, 64)).save(file, "JPEG", progressive=True)
    data = file.getvalue()
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * (more + 1) + data[-2:]


def test_a_jpeg_of_many_passes_is_refused_before_it_is_decoded() -> None:
    """Each costs all pixels again: of 3 MB, minutes. Cameras' few are read."""
    read = decode_picture(layered(10), "x.jpg")
    with pytest.raises(PictureError) as refused:
        decode_picture(layered(60_000), "x.jpg")

    assert (64, 64, 3) == read.shape
    assert "picture.layered" == refused.value.message.key


def test_a_file_that_only_calls_itself_a_picture_starts_no_program() -> None:
    """Pillow would hand PostScript to an interpreter, and open films, fonts and scientific data."""
    data = io.BytesIO()
    Image.fromarray(picture()).save(data, "EPS")

    with pytest.raises(PictureError) as refused:
        decode_picture(data.getvalue(), "holiday.jpg")

    assert refused.value.message.key == "picture.foreign"


# Videos


@pytest.mark.parametrize(
    ("name", "fourcc"), [("a.avi", "MJPG"), ("a.mp4", "mp4v")], ids=["avi", "mp4"]
)
def test_a_video_has_its_own_frame_rate(tmp_path: Path, name: str, fourcc: str) -> None:
    path = film(tmp_path / name, fourcc=fourcc)

    seen = [f for f in frames(str(path)) if isinstance(f, Frame)]

    assert len(seen) == 12
    assert seen[5].at == pytest.approx(0.2)
    assert next(islice(frames(str(path), fps=5), 1, None)).at == pytest.approx(0.2)


def test_a_video_without_a_frame_rate_is_timed_like_a_folder(tmp_path: Path) -> None:
    # A bare sequence of JPEGs has neither a frame rate nor a length.
    pictures = b"".join(cv2.imencode(".jpg", picture(30 * n))[1].tobytes() for n in range(5))
    (tmp_path / "bare.mjpeg").write_bytes(pictures)

    seen = list(frames(str(tmp_path / "bare.mjpeg"), fps=None))

    assert keys(iter(seen)) == ["frame"] * 5
    assert seen[4].at > 0


def test_a_video_that_breaks_off_gives_what_there_is_and_says_so(tmp_path: Path) -> None:
    data = film(tmp_path / "whole.avi", count=30).read_bytes()
    (tmp_path / "half.avi").write_bytes(data[: len(data) // 2])

    seen = list(frames(str(tmp_path / "half.avi")))

    assert isinstance(seen[0], Frame)
    assert isinstance(seen[-1], Trouble)
    assert seen[-1].what.key == "camera.ended-early"
    assert words("de")(seen[-1].what)


# What cannot be opened at all


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("nowhere", "camera.missing"),
        ("usb:x", "camera.number"),
        ("usb:-1", "camera.number"),
        ("usb:97", "camera.no-usb"),
        ("/dev/video97", "camera.no-usb"),
        ("picamera2:no", "camera.number"),
        ("painted", "camera.no-painter"),
        ("http://127.0.0.1:9/video", "camera.no-stream"),
        ("http://[", "camera.no-stream"),
        ("http://127.0.0.1:99999/video", "camera.no-stream"),
        ("HTTP://127.0.0.1:9/a b", "camera.no-stream"),
        ("n" * 300, "camera.unopened"),
    ],
)
def test_a_source_that_is_not_there_is_named(source: str, key: str) -> None:
    assert refusal(source) == key


def test_files_of_another_kind_are_named(tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "text.mp4").write_text("this is no video " * 100)
    film(tmp_path / "whole.mp4", fourcc="mp4v")
    data = (tmp_path / "whole.mp4").read_bytes()
    # An mp4 that is still being written has no index yet.
    (tmp_path / "growing.mp4").write_bytes(data[: data.index(b"moov") - 4])
    (tmp_path / "folder").mkdir()

    assert refusal(str(tmp_path / "empty.mp4")) == "camera.no-video"
    assert refusal(str(tmp_path / "text.mp4")) == "camera.no-video"
    assert refusal(str(tmp_path / "growing.mp4")) == "camera.no-video"
    assert refusal(str(tmp_path / "folder")) == "camera.no-pictures"


@pytest.mark.parametrize("fps", [0, -1, float("nan"), 1e9])
def test_an_impossible_frame_rate_is_refused(fps: float) -> None:
    assert refusal("usb:0", fps=fps) == "camera.fps"


def test_the_painted_table_is_whatever_paints_it() -> None:
    made = Frame(0, 0.0, picture()[:, :, 0])

    def painter() -> Frames:
        yield made

    assert list(frames("painted", painted=painter)) == [made]


def test_a_password_is_never_shown() -> None:
    for path in ("/a", "/user=me_password=secret_channel=1", "/?user=me&pwd=secret"):
        assert "rtsp://cam:554" == without_password(f"rtsp://me:secret@cam:554{path}")


# Streams


class FilmServer(BaseHTTPRequestHandler):
    """An old phone: motion JPEG over HTTP, which breaks off after a few pictures and is there again when asked."""

    def do_GET(self) -> None:
        self.send_response(200)
        kind = "multipart/x-mixed-replace; boundary=frame"
        self.send_header("Content-Type", kind)
        self.end_headers()
        for n in range(4):
            data = cv2.imencode(".jpg", picture(40 * n, (640, 360)))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            self.wfile.write(head.encode() + data + b"\r\n")

    def log_message(self, *said: object) -> None:
        return None


@pytest.fixture
def film_server() -> Iterator[str]:
    """The address of a stream."""
    with ThreadingHTTPServer(("127.0.0.1", 0), FilmServer) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://anna:secret@127.0.0.1:{server.server_port}/live"
        server.shutdown()
        serving.join()


def test_a_stream_is_read_and_opened_anew_when_it_breaks_off(film_server: str) -> None:
    seen = []
    with closing(frames(film_server, fps=100)) as running:
        for said in running:
            seen.append(said)
            lost = [s for s in seen if isinstance(s, Trouble)]
            if lost and isinstance(said, Frame):
                break

    assert isinstance(seen[0], Frame)
    assert seen[0].grey.shape == (360, 640)
    assert lost[0].what.key == "camera.lost"
    assert "secret" not in words("en")(lost[0].what)


# Live cameras


class Clockwork:
    """A clock that only waiting moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


class PlannedCamera:
    """A camera that does what its plan says: ``p`` a picture, ``s`` silence, ``x`` lost, ``o`` opens, ``!`` does not."""

    slow_start = SILENCES
    name = "planned"
    size: tuple[int, int] | None = None
    sizes: tuple[tuple[int, int], ...] = ((1920, 1080), (1280, 720))
    news: Message | None = None

    def __init__(self, plan: str, clock: Clockwork) -> None:
        self.plan, self.clock = deque(plan), clock
        self.log: list[str] = []

    def open(self) -> PlannedCamera:
        if self.plan.popleft() == "!":
            raise CameraError("camera.no-usb", source=self.name)
        self.log.append("opened")
        self.opened_with = self.size
        return self

    def read(self, patience: float) -> Shot | None:
        step = self.plan.popleft()
        if step == "x":
            raise CameraError("camera.lost", source=self.name)
        if step == "s":
            self.clock.wait(patience)
            return None
        return Shot(picture()[:, :, 0], done=lambda: self.log.append("done"))

    def expect(self, looks: float) -> None:
        self.expected = looks

    def close(self) -> None:
        self.log.append("closed")


def play(plan: str, count: int, fps: float = 10) -> tuple[list[Any], PlannedCamera]:
    clock = Clockwork()
    camera = PlannedCamera(plan, clock)
    with closing(live(camera, fps=fps, clock=clock, wait=clock.wait)) as running:
        return list(islice(running, count)), camera


def test_a_live_camera_is_asked_for_so_many_frames_a_second() -> None:
    seen, _ = play("opppp", 4, fps=5)

    assert [s.at for s in seen] == pytest.approx([0, 0.2, 0.4, 0.6])
    assert [s.number for s in seen] == [0, 1, 2, 3]


def test_each_picture_is_given_back_and_the_camera_closed() -> None:
    _, camera = play("opppp", 3)

    assert camera.log == ["opened", "done", "done", "done", "closed"]


def test_silence_is_told_within_three_seconds_and_ends_by_itself() -> None:
    seen, _ = play("oppssp", 5)

    assert keys(iter(seen)) == ["frame", "frame", *["camera.silent"] * 2, "frame"]
    assert seen[2].at - seen[1].at <= 3
    assert [s.number for s in seen] == [0, 1, 2, 2, 2]


def test_a_camera_that_stays_silent_is_opened_anew() -> None:
    seen, camera = play("op" + "s" * SILENCES + "op", 2 + SILENCES)

    assert keys(iter(seen)) == ["frame", *["camera.silent"] * SILENCES, "frame"]
    assert camera.log.count("opened") == 2
    assert seen[-1].at <= SILENCES * PATIENCE + 1.5


def test_an_unplugged_camera_is_back_within_ten_seconds_of_its_return() -> None:
    tries = "!" * 12

    seen, _ = play("opx" + tries + "op", 2 + len(tries) + 1)

    assert keys(iter(seen)) == ["frame", "camera.lost", *["camera.no-usb"] * len(tries), "frame"]
    waits = np.diff([s.at for s in seen[1:]])
    assert waits.max() <= 10
    assert (np.array([s.at for s in seen[1:]]) <= 60).sum() > 5


def test_fewer_pictures_are_asked_for_where_looking_takes_long() -> None:
    """Each look takes 200 ms here: five a second are more than fit in nine tenths of the time, and no fewer are made."""
    clock = Clockwork()
    camera = PlannedCamera("o" + 60 * "p", clock)
    seen = []
    with closing(live(camera, clock=clock, wait=clock.wait)) as running:
        for frame in running:
            clock.wait(0.2)
            seen.append(frame)
            if len(seen) == 60:
                break

    last = seen[-1]
    assert isinstance(last, Frame)
    assert last.rate is not None
    rates = [last.rate.wanted, last.rate.looks, last.rate.fits()]
    assert rates == pytest.approx([10.0, 5.0, 4.5])
    assert camera.expected == pytest.approx(5.0)
    assert last.at - seen[-2].at == pytest.approx(0.2)


def resized(plan: str) -> tuple[list[Any], PlannedCamera]:
    """All that a camera gives whose second picture is followed by the wish for smaller ones."""
    clock, seen = Clockwork(), list[Any]()
    camera = PlannedCamera(plan, clock)
    with closing(live(camera, clock=clock, wait=clock.wait)) as running, suppress(IndexError):
        for said in running:
            seen.append(said)
            if len(seen) == 2 and isinstance(said, Frame) and said.resize:
                said.resize(said.sizes[1])
    return seen, camera


def test_a_camera_is_opened_anew_for_smaller_pictures() -> None:
    seen, camera = resized("oppoppp")

    assert keys(iter(seen)) == ["frame"] * 5
    assert camera.opened_with == (1280, 720)
    assert camera.log.count("closed") == 2
    assert seen[2].at - seen[1].at < 1


def test_a_camera_that_does_not_open_with_another_size_is_opened_as_before() -> None:
    seen, camera = resized("opp!opp")

    assert keys(iter(seen)) == ["frame", "frame", "camera.no-usb", "frame", "frame"]
    assert camera.opened_with is None


def test_a_camera_that_was_never_there_is_an_error() -> None:
    with pytest.raises(CameraError):
        play("!", 1)


# OpenCV's captures


class PlannedCapture:
    """Gives its pictures, then waits to be released from a hang, then fails."""

    def __init__(self, pictures: list[np.ndarray]) -> None:
        self.pictures = pictures
        self.hang = threading.Event()
        self.released = threading.Event()
        self.grabbed = self.retrieved = 0

    def grab(self) -> bool:
        self.grabbed += 1
        if self.grabbed > len(self.pictures):
            self.hang.wait(20)
        return self.grabbed <= len(self.pictures)

    def retrieve(self) -> tuple[bool, Any]:
        self.retrieved += 1
        return True, self.pictures[self.grabbed - 1]

    def release(self) -> None:
        self.released.set()


def grabber(start: Callable[[], Any]) -> Grabber:
    return Grabber(start, CameraError("camera.lost", source="usb:0").message)


def test_a_hanging_capture_is_silent_and_a_failing_one_lost() -> None:
    capture = PlannedCapture([picture()])
    running = grabber(lambda: capture)

    first = running.read(60)
    silent = running.read(0.01)
    capture.hang.set()
    with pytest.raises(CameraError) as lost:
        running.read(60)

    assert first is not None
    assert first.grey.shape == (36, 64)
    assert silent is None
    assert lost.value.message.key == "camera.lost"
    assert capture.released.wait(60)


def raising(error: Exception) -> Callable[..., None]:
    """A device's function that fails like this, whatever it is given."""

    def fails(*given: object) -> None:
        raise error

    return fails


def test_a_capture_that_fails_as_nobody_expects_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that ends without a word would pass for a camera that is silent."""
    capture = PlannedCapture([])
    monkeypatch.setattr(capture, "grab", raising(MemoryError()))
    running = grabber(lambda: capture)

    with pytest.raises(CameraError) as lost:
        running.read(60)

    assert lost.value.message.key == "camera.lost"
    assert capture.released.wait(60)


class PacedCapture(PlannedCapture):
    """A picture for each step that is allowed; ``waiting`` says that the ones before are done with."""

    def __init__(self, pictures: list[np.ndarray]) -> None:
        super().__init__(pictures)
        self.allowed = threading.Semaphore(0)
        self.waiting = threading.Semaphore(0)

    def grab(self) -> bool:
        self.waiting.release()
        return self.allowed.acquire(timeout=20) and super().grab()

    def step(self) -> None:
        self.allowed.release()
        assert self.waiting.acquire(timeout=60)


def test_a_picture_nobody_asks_for_is_not_decoded() -> None:
    capture = PacedCapture([picture(10), picture(20), picture(30), picture(40)])
    running = grabber(lambda: capture)
    assert capture.waiting.acquire(timeout=60)
    capture.step()
    first = running.read(60)
    capture.step()
    capture.step()
    unasked = capture.retrieved

    assert running.read(0.01) is None
    capture.step()
    asked = running.read(60)
    capture.hang.set()
    running.close()
    capture.allowed.release()

    assert first is not None
    assert first.grey[-1, -1] == 10
    assert unasked == 1
    assert asked is not None
    assert asked.grey[-1, -1] == 40
    assert capture.retrieved == 2


def test_an_opening_that_hangs_is_silence_and_one_that_fails_an_error() -> None:
    gate = threading.Event()

    def start() -> Any:
        gate.wait(20)
        raise CameraError("camera.no-stream", source="x")

    running = grabber(start)
    assert not running.opened(0.01)
    assert_silent = threading.Thread(target=gate.set)
    assert_silent.start()
    with pytest.raises(CameraError) as refused:
        running.opened(5)

    assert refused.value.message.key == "camera.no-stream"
    assert_silent.join()


def test_what_was_seen_before_a_failure_is_still_given() -> None:
    capture = PlannedCapture([picture()])
    capture.hang.set()
    running = grabber(lambda: capture)
    assert capture.released.wait(60)

    assert running.opened(5)
    assert running.read(60) is not None
    with pytest.raises(CameraError):
        running.read(60)


def test_a_closed_grabber_lets_go_of_the_device() -> None:
    capture = PlannedCapture([picture()])
    running = grabber(lambda: capture)
    running.read(60)

    running.close()
    capture.hang.set()

    assert capture.released.wait(60)


# The Pi's camera


class PiDouble:
    """Stands for a Picamera2: remembers what is asked of it, pads its rows, answers as the real one does."""

    controls_there = ("AfMode", "LensPosition", "AeEnable", "AwbEnable")
    more = ("ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits")

    def __init__(self, number: int, *, fixed_focus: bool = False) -> None:
        there = (*self.controls_there, *self.more)
        self.camera_controls = {
            n: None for n in there if not (fixed_focus and n[:2] in ("Af", "Le"))
        }
        self.log: list[Any] = []
        self.luma = 100
        self.silent = self.broken = self.unplugged = False

    def create_video_configuration(self, **wanted: Any) -> Any:
        self.wanted = wanted
        return wanted

    def configure(self, wanted: Any) -> None:
        self.size = wanted["main"]["size"]
        self.stride = -(-self.size[0] // 64) * 64 + 64

    def stream_configuration(self, name: str) -> Any:
        return {"format": "YUV420", "size": self.size, "stride": self.stride}

    def start(self) -> None:
        self.log.append("start")

    def stop(self) -> None:
        self.log.append("stop")

    def close(self) -> None:
        self.log.append("close")

    def cancel_all_and_flush(self) -> None:
        self.log.append("flush")

    def set_controls(self, controls: Any) -> None:
        if unknown := set(controls) - set(self.camera_controls):
            raise RuntimeError(f"Control {unknown} is not advertised by libcamera")
        self.log.append(controls)

    def capture_request(self, wait: float | None = None) -> Any:
        assert wait is not None, "would block for ever"
        if self.broken:
            raise RuntimeError("Camera frontend has timed out!")
        if self.silent:
            raise TimeoutError
        return SimpleNamespace(
            memory=self.memory(), release=self.release, get_metadata=self.metadata
        )

    def release(self) -> None:
        self.log.append("release")
        if self.broken:
            raise RuntimeError("Failed to queue request")

    def metadata(self) -> dict[str, Any]:
        if self.unplugged:
            raise OSError("No such device")
        return {"ExposureTime": 9000, "LensPosition": 1.4}

    def memory(self) -> np.ndarray:
        made = np.full(self.stride * self.size[1] * 3 // 2, 255, np.uint8)
        luma = made[: self.stride * self.size[1]].reshape(self.size[1], self.stride)
        luma[:, : self.size[0]] = self.luma
        return made


class MappedDouble:
    def __init__(self, request: Any, name: str, reshape: bool = True, write: bool = True) -> None:
        assert (name, reshape, write) == ("main", False, False)
        self.array = request.memory

    def __enter__(self) -> MappedDouble:
        return self

    def __exit__(self, *error: object) -> None:
        return None


def library(device: PiDouble, *models: str) -> Callable[[], Library]:
    made = Library(
        camera=lambda number: device,
        mapped=MappedDouble,
        models=lambda: list(models or ("imx708",)),
        colours="full range",
        autofocus="continuous",
        manual_focus="manual",
    )
    return lambda: made


def controls(device: PiDouble) -> dict[str, Any]:
    """What the camera's controls stand at."""
    stand: dict[str, Any] = {}
    for said in device.log:
        if isinstance(said, dict):
            stand.update(said)
    return stand


@pytest.mark.parametrize(
    ("model", "size"), [("imx708_wide", SIZE), ("imx477", HQ_SIZE), ("imx219", OLDER_SIZE)]
)
def test_the_pis_cameras_are_asked_for_their_own_size(model: str, size: tuple[int, int]) -> None:
    device = PiDouble(0)

    PiCamera(0, library=library(device, model)).open()

    assert device.wanted["main"] == {"size": size, "format": "YUV420"}
    assert device.wanted["colour_space"] == "full range"


def test_a_size_that_was_asked_for_is_kept() -> None:
    assert () == UsbCamera(0, (640, 480)).sizes


def test_luma_is_the_cameras_own_memory_with_the_padding_cropped() -> None:
    device = PiDouble(0)
    opened = PiCamera(0, (640, 360), library=library(device)).open()

    shown = opened.read(2.0)

    assert shown is not None
    assert shown.grey.shape == (360, 640)
    assert (shown.grey == 100).all()
    assert shown.grey.base is not None
    assert "release" not in device.log
    shown.done()
    assert device.log[-1] == "release"


def test_memory_that_is_no_picture_is_given_back() -> None:
    """A stream that is not what it agreed to be costs no buffer: with four of them lost the camera would stand still."""
    device = PiDouble(0)
    opened = PiCamera(0, (640, 360), library=library(device)).open()
    opened.stream["stride"] *= 2

    with pytest.raises(ValueError, match="reshape"):
        opened.read(2.0)

    assert device.log[-1] == "release"


def test_chroma_of_both_layouts_gives_the_same_colour() -> None:
    size, stride = (64, 32), 128
    luma = np.full((32, stride), 90, np.uint8)
    u, v = np.full((16, 64), 60, np.uint8), np.full((16, 64), 200, np.uint8)
    memory = np.concatenate([luma.ravel(), u.ravel(), v.ravel()])
    pairs = np.dstack([u, v]).reshape(-1)
    interleaved = np.concatenate([luma.ravel(), pairs])
    stream = {"size": size, "stride": stride}

    seen = planes(memory, {**stream, "format": "YUV420"})
    other = planes(interleaved, {**stream, "format": "NV12"})

    assert seen.grey.shape == (32, 64)
    assert np.shares_memory(seen.grey, memory)
    for step, shape in ((4, (8, 16, 3)), (1, (32, 64, 3))):
        colour = seen.colour(step)
        assert shape == colour.shape
        blue, green, red = colour[shape[0] // 2, shape[1] // 2]
        assert red > green > blue
        assert (colour == other.colour(step)).all()


@pytest.mark.parametrize("fixed", [False, True], ids=["autofocus", "fixed focus"])
def test_focus_and_exposure_are_held_once_settled(fixed: bool) -> None:
    device = PiDouble(0, fixed_focus=fixed)
    opened = PiCamera(0, (640, 360), library=library(device)).open()
    opened.expect(10)
    found = controls(device)
    for _ in range(SETTLING):
        opened.read(2.0)
    held = controls(device)

    assert found["FrameDurationLimits"] == (50000, 100000)
    assert found["AeEnable"] is True
    assert held["AeEnable"] is False
    assert held["ExposureTime"] == 9000
    assert held.get("AfMode") == (None if fixed else "manual")
    assert held.get("LensPosition") == (None if fixed else 1.4)


@pytest.mark.parametrize("fixed", [False, True], ids=["autofocus", "fixed focus"])
def test_who_looks_can_have_the_focus_found_anew(
    fixed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is let go and held again once it is found, also of a camera that goes meanwhile; a fixed one has none."""
    device = PiDouble(0, fixed_focus=fixed)
    frames = live(PiCamera(0, (640, 360), library=library(device)))
    for _ in range(SETTLING):
        frame = next(frames)
    assert isinstance(frame, Frame)

    assert fixed is (frame.refocus is None)
    if frame.refocus is None:
        return
    assert controls(device)["AfMode"] == "manual"
    frame.refocus()
    assert controls(device)["AfMode"] == "continuous"
    for _ in range(SETTLING):
        next(frames)
    assert controls(device)["AfMode"] == "manual"
    monkeypatch.setattr(device, "set_controls", raising(OSError()))
    frame.refocus()
    frames.close()


def test_exposure_is_found_anew_when_the_light_changes_but_not_for_a_hand() -> None:
    device = PiDouble(0)
    opened = PiCamera(0, (640, 360), library=library(device)).open()
    for _ in range(SETTLING):
        opened.read(2.0)

    device.luma = 40
    for _ in range(DRIFT_FRAMES - 1):
        opened.read(2.0)
    device.luma = 100
    opened.read(2.0)
    assert controls(device)["AeEnable"] is False
    device.luma = 40
    for _ in range(DRIFT_FRAMES):
        opened.read(2.0)

    assert controls(device)["AeEnable"] is True


def test_a_hanging_pi_camera_is_silent_and_a_broken_one_lost() -> None:
    device = PiDouble(0)
    opened = PiCamera(0, (640, 360), library=library(device)).open()

    device.silent = True
    assert opened.read(2.0) is None
    assert device.log[-1] == "flush"
    device.broken = True
    with pytest.raises(CameraError) as lost:
        opened.read(2.0)
    opened.close()

    assert lost.value.message.key == "camera.lost"
    assert device.log[-2:] == ["stop", "close"]


def test_a_pi_camera_may_go_while_a_picture_is_looked_at_or_taken() -> None:
    """Whatever says so first, it is a lost camera, and the memory is given back."""
    device = PiDouble(0)
    opened = PiCamera(0, (640, 360), library=library(device)).open()
    shown = opened.read(2.0)
    assert shown is not None

    device.broken = True
    shown.done()
    assert device.log[-1] == "release"
    device.broken, device.unplugged = False, True
    with pytest.raises(CameraError) as lost:
        opened.read(2.0)

    assert lost.value.message.key == "camera.lost"
    assert device.log[-1] == "release"


def test_a_pi_camera_that_is_not_there_or_busy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CameraError) as missing:
        PiCamera(1, library=library(PiDouble(0))).open()
    busy = PiDouble(0)
    monkeypatch.setattr(busy, "start", raising(RuntimeError("busy")))
    with pytest.raises(CameraError) as refused:
        PiCamera(0, library=library(busy)).open()

    assert missing.value.message.key == "camera.no-pi-camera"
    assert refused.value.message.key == "camera.pi-refused"
    assert busy.log[-1] == "close"


@pytest.mark.skipif(find_spec("picamera2") is not None, reason="picamera2 is installed here")
def test_without_picamera2_the_sentence_says_what_to_install() -> None:
    assert refusal("picamera2") == "camera.no-picamera2"
