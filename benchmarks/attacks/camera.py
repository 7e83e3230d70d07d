"""Against the camera's process: pictures and streams that cost it time or memory, or kill it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from PIL import Image

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import Phone
from benchmarks.attacks.photographs import bombs, noise, saved, scans
from benchmarks.attacks.siege import Waits, looked

MEMORY: Final = 1024.0 + 128.0
"""MB of all processes: what the camera's may take, and what the pages do."""
BACK: Final = 60.0
"""Seconds within which frames come again once a source is honest, on a busy machine."""
HEAD: Final = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
CLAIMED: Final = 1 << 40
"""Bytes that a picture is said to have."""


def plain(number: int) -> bytes:
    """A picture that a camera takes."""
    return saved(Image.new("RGB", (640, 360), (90 + number % 60, 90, 90)))


def crafted() -> list[tuple[str, bytes]]:
    """What a stream may say in place of pictures, whole parts of it each."""
    picture = plain(0)
    large = bytearray(picture)
    size = large.find(b"\xff\xc0") + 5
    large[size : size + 4] = b"\xff\xdc\xff\xdc"
    told = [
        ("many scans", scans(60_000)),
        ("65,500 x 65,500 by its header", bytes(large)),
        ("half a picture", picture[: len(picture) // 2]),
        ("noise", noise(600, 400).tobytes()),
        ("nothing", b""),
        ("24 MP of noise", saved(noise(6000, 4000), quality=5)),
    ]
    parts = [(name, HEAD % len(data) + data + b"\r\n") for name, data in told]
    endless = HEAD % CLAIMED + picture[:-2]
    return [*parts, ("a picture without end", endless), ("no part at all", b"x" * 4_000_000)]


@dataclass
class Source:
    """A camera in the network: one crafted stream at each connection, honest ones after all of them."""

    port: int = 0
    came: int = 0
    honest: bool = False
    streams: list[tuple[str, bytes]] = field(default_factory=crafted)


@contextmanager
def source() -> Iterator[Source]:
    """One that lasts as long as this does."""
    told = Source()

    class Film(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            number, told.came = told.came, told.came + 1
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            with suppress(OSError):
                if told.honest:
                    for n in range(6000):
                        data = plain(n)
                        self.wfile.write(HEAD % len(data) + data + b"\r\n")
                        time.sleep(0.1)
                name, said = told.streams[number % len(told.streams)]
                # One honest picture first, so that there is something to open.
                data = plain(0)
                self.wfile.write((HEAD % len(data) + data + b"\r\n") * 3)
                for _ in range(20):
                    self.wfile.write(said)
                if name.endswith("without end"):
                    for _ in range(400):
                        self.wfile.write(b"\0" * 1_000_000)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Film) as server:
        server.daemon_threads = True
        told.port = server.server_port
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield told
        server.shutdown()


def sees(house: House) -> bool:
    """Whether the camera's process gets pictures."""
    told = health(house)
    age = told.get("frame_age")
    return bool(told.get("camera")) and age is not None and age < 3.0


def health(house: House) -> dict[str, Any]:
    """What it says of itself."""
    told: dict[str, Any] = Phone(house.port, "127.0.0.2").get("/healthz").json
    return told


def after(house: House, film: Source, waits: Waits, most: float) -> Verdict:
    """What came of it, once the source is honest again."""
    film.honest, began = True, time.monotonic()
    while not sees(house) and time.monotonic() < began + BACK:
        time.sleep(0.5)
    back = time.monotonic() - began
    figure = f"{film.came} connections, at most {most:.0f} MB; an honest source is seen after {back:.0f} s; {waits}"
    held = house.alive and waits.prompt and most <= MEMORY and back < BACK
    return Verdict(held, figure)


@attack(seconds=300)
def streams(ground: Ground) -> Verdict:
    """A network camera sends pictures of tens of thousands of scans, without end, of sizes that are not theirs, cut, and noise: the game goes on, and an honest one is seen after it."""
    with source() as film:
        url = f"http://127.0.0.1:{film.port}/live"
        with ground.play("--camera", url) as house:
            most = [0.0]
            waits = looked(house, 60.0, lambda: most.append(house.megabytes()))
            return after(house, film, waits, max(most))


@attack(seconds=420)
def folder(ground: Ground) -> Verdict:
    """A folder of pictures in place of a camera, a dozen of which are more than they seem: each is passed over or read, and the game goes on."""
    place = ground.folder / "pictures"
    place.mkdir()
    many = [*bombs(), ("many scans", scans(60_000))]
    for number, (_, picture) in enumerate(many):
        kind = "png" if picture[:4] == b"\x89PNG" else "webp" if picture[:4] == b"RIFF" else "jpg"
        (place / f"{number:02}.{kind}").write_bytes(picture)
    for number in range(len(many), len(many) + 30):
        (place / f"{number:02}.jpg").write_bytes(plain(number))
    with ground.play("--camera", str(place)) as house:
        most, told = [0.0], list[dict[str, Any]]()

        def look() -> None:
            most.append(house.megabytes())
            told.append(health(house))

        waits, began = looked(house, 5.0, look), time.monotonic()
        while not told[-1].get("over") and time.monotonic() < began + 300:
            look()
            time.sleep(0.5)
        well = house.alive
    seen, over = max(each.get("frames") or 0 for each in told), bool(told[-1].get("over"))
    figure = f"at most {max(most):.0f} MB, {seen} frames of {len(many) + 30} files, {'to the end' if over else 'not to the end'}; {waits}"
    return Verdict(well and over and max(most) <= MEMORY and waits.prompt, figure)
