"""An old phone as a network camera over a painted table: `python -m benchmarks.phone_camera [--size 2304x1296]`.

Paints a while of a game, says ``{"port"}`` as JSON on standard output, and
sends it to whoever asks as motion JPEG at 10 pictures a second, there and back,
until standard input ends.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, cycle, islice
from typing import ClassVar

import cv2

from companion.app.painted.painter import painted
from companion.app.painted.performance import FPS
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.kit.painted import ScriptConfig
from vision.frame import Frame
from vision.painting.view import View

FIRST = 300
"""The first frame of the game that is shown: the table is laid by then."""


class Camera(BaseHTTPRequestHandler):
    """Sends its pictures for as long as somebody takes them."""

    pictures: ClassVar[Sequence[bytes]] = ()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            for part in _paced(_there_and_back(self.pictures)):
                self.wfile.write(_part(part))
        except OSError:
            return

    def log_message(self, *said: object) -> None:
        """Say nothing."""


def _part(jpeg: bytes) -> bytes:
    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n"


def _there_and_back(pictures: Sequence[bytes]) -> Iterator[bytes]:
    return cycle(chain(pictures, reversed(pictures)))


def _paced(pictures: Iterable[bytes]) -> Iterator[bytes]:
    due = time.monotonic()
    for picture in pictures:
        time.sleep(max(0.0, due - time.monotonic()))
        due += 1 / FPS
        yield picture


def shots(size: tuple[int, int], count: int) -> Iterator[bytes]:
    """Pictures of the painted game as JPEG."""
    for frame in islice(
        painted(PAINTED, ScriptConfig(3), start=FIRST, view=View(MAT, size=size)), count
    ):
        assert isinstance(frame, Frame)
        shot = [cv2.IMWRITE_JPEG_QUALITY, 85]
        yield cv2.imencode(".jpg", frame.bgr(), shot)[1].tobytes()


def main() -> None:
    """Paint, say where, and send."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--size", default="2304x1296")
    given.add_argument("--pictures", type=int, default=200)
    args = given.parse_args()
    width, height = map(int, args.size.split("x"))
    cv2.setNumThreads(1)
    Camera.pictures = tuple(shots((width, height), args.pictures))
    with ThreadingHTTPServer(("127.0.0.1", 0), Camera) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(json.dumps({"port": server.server_port}), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
