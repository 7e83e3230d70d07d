"""Guests with a script, and what the others notice of them: `python -m benchmarks.guest [--minutes 10] [--rate 20]`.

Starts the real `murphy play` and lets three addresses do, as fast as they are
answered (``--rate``: so many times a second each at most), whatever a guest may: words that count, words that do not, wrong
PINs, connections that say nothing; eight others hold every stream there is,
and twenty phones send a photograph of 12 megapixels at once, every minute. A
thirteenth asks for the view once a second, half a minute alone before that. Prints
one JSON object: what was answered how often, the journal's size, memory (PSS, MB),
the most threads of all processes, and how long the view took (ms): alone, beset,
and beset in the seconds of the photographs.
"""

from __future__ import annotations

import argparse
import http.client
import io
import json
import math
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import cycle
from typing import Any, Final

import numpy as np
from PIL import Image

from benchmarks.phones import in_ms
from benchmarks.soak import MB, Running, companion, entries, family_of, memory
from companion.rules import Json
from web.access.keys import keys_in

GUESTS: Final = ("127.0.1.1", "127.0.1.2", "127.0.1.3")
LISTENERS: Final = tuple(f"127.0.2.{n}" for n in range(1, 9))
WATCHER: Final = "127.0.3.1"
STREAMS_EACH: Final = 8
PHOTOS: Final = 20
SILENT: Final = 30
"""Connections of each guest that say nothing."""
LOOK_SECONDS: Final = 5.0
ROUND_SECONDS: Final = 60.0
ALONE_SECONDS: Final = 30.0
JSON: Final = {"Content-Type": "application/json"}
LAID: Final = {
    "event": "table-corrected",
    "mac": ["R07-1", "G11-1", "Y04-1", "R01-1", "G02-1", "Y09-1", "R05-1"],
    "left": ["Y10-1"],
    "right": ["G09-1"],
}
"""A table that a game may begin at."""
SAYS: Final[tuple[tuple[str, Json], ...]] = (
    ("/api/seat", {"seat": 0}),
    ("/api/changes", {"correction": {"event": "turn-given", "player": 0}}),
    ("/api/moves", {"move": {"junk": "x" * 60_000}}),
    ("/api/pin", {"pin": "12345678"}),
    ("/api/undo", {}),
)


class Guest:
    """A browser at an address of its own; a connection that is closed is opened anew."""

    def __init__(self, port: int, address: str) -> None:
        self.address, self._port = address, port
        self._line = self._new()
        self._headers: dict[str, str] = {}

    def _new(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=60, source_address=(self.address, 0)
        )

    def ask(self, how: str, path: str, body: bytes | None = None, **more: str) -> int:
        """The status of an answer; 0 where none came."""
        try:
            self._line.request(how, path, body, self._headers | more)
            answer = self._line.getresponse()
            told = answer.read()
        except (OSError, http.client.HTTPException):
            self._line.close()
            self._line = self._new()
            return 0
        if cookie := answer.headers.get("Set-Cookie"):
            self._headers["Cookie"] = cookie.partition(";")[0]
        if path == "/api/view" and answer.status == 200:
            self._headers["X-Murphy-Token"] = json.loads(told)["token"]
        return answer.status

    def close(self) -> None:
        """Go home."""
        self._line.close()


class Evening:
    """What guests do to a companion, and what came of it."""

    def __init__(self, running: Running, rate: float) -> None:
        self._port = running.port
        self._between = 1 / rate
        self._over = threading.Event()
        self._photographing = threading.Event()
        self.answers: dict[str, Counter[int]] = {path: Counter() for path, _ in SAYS}
        self.answers["photo"] = Counter()
        self.waits: dict[str, list[float]] = {"alone": [], "beset": [], "photos": []}
        self.failed = 0

    @contextmanager
    def beset(self) -> Iterator[None]:
        """Guests come and do what they can."""
        jobs: list[Callable[[], None]] = [self._watch_on, self._photograph]
        jobs += [partial(self._talk, who) for who in GUESTS]
        jobs += [partial(self._listen, who) for who in LISTENERS]
        threads = [threading.Thread(target=job) for job in jobs]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join()

    def _talk(self, address: str) -> None:
        with ExitStack() as silent:
            for _ in range(SILENT):
                with suppress(OSError):
                    silent.enter_context(self._connected(address))
            guest = Guest(self._port, address)
            guest.ask("GET", "/api/view")
            for path, body in cycle(SAYS):
                if self._over.wait(self._between):
                    break
                status = guest.ask("POST", path, json.dumps(body).encode(), **JSON)
                self.answers[path][status] += 1
            guest.close()

    def _connected(self, address: str) -> socket.socket:
        where = ("127.0.0.1", self._port)
        return socket.create_connection(where, 60, source_address=(address, 0))

    def _listen(self, address: str) -> None:
        while not self._over.is_set():
            with ExitStack() as lines:
                for _ in range(STREAMS_EACH):
                    with suppress(OSError):
                        line = lines.enter_context(self._connected(address))
                        line.sendall(
                            b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        )
                # They never read; the companion lets go of them, and they come again.
                self._over.wait(ROUND_SECONDS)

    def watch(self, seconds: float, during: Callable[[], str]) -> None:
        """Ask for the view once a second, and keep how long it took."""
        guest, end = Guest(self._port, WATCHER), time.monotonic() + seconds
        while time.monotonic() < end and not self._over.wait(1.0):
            which, began = during(), time.monotonic()
            status = guest.ask("GET", "/api/view")
            self.waits[which].append(time.monotonic() - began)
            self.failed += status != 200
        guest.close()

    def _watch_on(self) -> None:
        crowded = self._photographing.is_set
        self.watch(math.inf, lambda: "photos" if crowded() else "beset")

    def _photograph(self) -> None:
        form, kind = form_of_a_photograph()
        while not self._over.is_set():
            phones = [
                threading.Thread(target=self._send, args=(number, form, kind))
                for number in range(PHOTOS)
            ]
            self._photographing.set()
            for phone in phones:
                phone.start()
            for phone in phones:
                phone.join()
            self._photographing.clear()
            self._over.wait(ROUND_SECONDS)

    def _send(self, number: int, form: bytes, kind: str) -> None:
        phone = Guest(self._port, f"127.0.4.{number + 1}")
        phone.ask("GET", "/api/view")
        phone.ask("POST", "/api/seat", b'{"seat": 0}', **JSON)
        where = "/api/claims/photo"
        status = phone.ask("POST", where, form, **{"Content-Type": kind})
        self.answers["photo"][status] += 1
        phone.close()


def form_of_a_photograph() -> tuple[bytes, str]:
    """A form with a photograph of 12 megapixels, and its kind."""
    rng, file = np.random.default_rng(1), io.BytesIO()
    noise = rng.integers(90, 160, (3000, 4000), np.uint8)
    Image.fromarray(noise).save(file, "JPEG", quality=70)
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n'
    head += b"Content-Type: image/jpeg\r\n\r\n"
    return head + file.getvalue() + b"\r\n--x--\r\n", "multipart/form-data; boundary=x"


def measured(minutes: float, camera: str, rate: float) -> dict[str, Any]:
    """What some minutes with such guests come to."""
    with companion(camera, 0) as running:
        lay(running)
        before, looks = _memory(running), list[tuple[float, int]]()
        evening, sizes = Evening(running, rate), [_journal(running)]
        evening.watch(ALONE_SECONDS, lambda: "alone")
        with evening.beset():
            end = time.monotonic() + 60 * minutes
            while time.monotonic() < end:
                time.sleep(LOOK_SECONDS)
                looks.append((_memory(running), _threads(running)))
        sizes.append(_journal(running))
        after = _memory(running)
    return {
        "minutes": minutes,
        "answers": {path: dict(many) for path, many in evening.answers.items()},
        "journal_kb": [round(size / 1024) for size in sizes],
        "memory_mb": [round(mb, 1) for mb in (before, max(looks)[0], after)],
        "threads_most": max(threads for _, threads in looks),
        "views": sum(map(len, evening.waits.values())),
        "views_failed": evening.failed,
        "view_ms": {how: in_ms(sorted(each)) for how, each in evening.waits.items()},
    }


def lay(running: Running) -> None:
    """The host says what lies on the table, so that there is a game."""
    host = Guest(running.port, "127.0.0.1")
    host.ask("GET", "/api/view")
    pin = keys_in(running.journal.parent / "murphy").pin
    host.ask("POST", "/api/pin", json.dumps({"pin": pin}).encode(), **JSON)
    host.ask("GET", "/api/view")
    laid = json.dumps({"correction": LAID}).encode()
    status = host.ask("POST", "/api/corrections", laid, **JSON)
    assert status == 200, status
    host.close()


def _memory(running: Running) -> float:
    return _sum(running, lambda pid: memory(pid, "Pss")) / MB


def _threads(running: Running) -> int:
    return _sum(running, lambda pid: entries(pid, "task"))


def _sum(running: Running, what: Callable[[int], int]) -> int:
    """Over all processes; one may go while it is looked at."""
    total = 0
    for pid in family_of(running.process.pid):
        with suppress(OSError):
            total += what(pid)
    return total


def _journal(running: Running) -> int:
    return sum(
        file.stat().st_size
        for file in running.journal.parent.glob(f"{running.journal.name}*")
    )


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--minutes", type=float, default=10.0)
    given.add_argument("--camera", default="none")
    given.add_argument("--rate", type=float, default=math.inf)
    args = given.parse_args()
    print(json.dumps(measured(args.minutes, args.camera, args.rate)))


if __name__ == "__main__":
    main()
