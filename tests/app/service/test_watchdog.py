"""The running companion as systemd sees it: what it says on the notify socket, and how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from benchmarks.crowd import trouble
from benchmarks.phones import ASK, Crowd, waited
from companion.app.service.composition import Companion
from companion.app.service.followers import SILENT_SECONDS
from companion.app.service.systemd import Notifier
from companion.settings import Settings
from companion.words import words
from tests.killings import Phone
from tests.places import free_port
from web.access.keys import keys_in

LAID = {
    "event": "table-corrected",
    "mac": ["R07-1", "G11-1", "Y04-1", "R01-1", "G02-1", "Y09-1", "R05-1"],
    "left": ["Y10-1"],
    "right": ["G09-1"],
}
"""A table that a game may begin at."""
PATIENCE = 120.0
"""Seconds a test waits for a companion; far more than it needs."""
LOADED = 30.0
"""Seconds that what takes two or three may take on a machine that does much else."""
NEWS = 40
FED = b"WATCHDOG=1"
SILENT = ("camera.waiting", "camera.hangs")


@dataclass
class Running:
    """A companion in a process of its own, and systemd's ear."""

    process: subprocess.Popen[bytes]
    port: int
    ear: socket.socket

    def hears(self, seconds: float) -> bytes | None:
        """The next word to systemd within some seconds."""
        self.ear.settimeout(seconds)
        try:
            return self.ear.recv(1000)
        except TimeoutError:
            return None

    def hears_until(self, word: bytes) -> None:
        """Wait for a word."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if (self.hears(1.0) or b"").startswith(word):
                return
        raise AssertionError(f"never said: {word!r}")

    def health(self) -> dict[str, Any]:
        """What /healthz tells."""
        url = f"http://127.0.0.1:{self.port}/healthz"
        try:
            with urlopen(url, timeout=10) as answer:
                told: dict[str, Any] = json.load(answer)
        except HTTPError as error:
            with error:
                told = json.load(error)
        return told

    def cameras(self) -> list[int]:
        """The processes that look."""
        return [pid for pid in children(self.process.pid) if line(pid).endswith(b"\0camera\0")]


def children(process: int) -> list[int]:
    """The processes that one has started."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for told in threads for child in told.read_text().split()]


def line(process: int) -> bytes:
    """A process's command line."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Running]:
    """`murphy play` on the painted table under something that listens as systemd does."""
    address, port = str(tmp_path / "notify"), free_port()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(address)
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": address,
            "WATCHDOG_USEC": "1500000",
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path),
            "MURPHY_BUZZER": "none",
            "MURPHY_FPS": "2",
        }
        command = [sys.executable, "-m", "companion", "play", "--camera", "painted"]
        where = ["--host", "127.0.0.1", "--port", str(port)]
        with subprocess.Popen(
            [*command, *where], env=environment, stdout=subprocess.DEVNULL
        ) as process:
            yield Running(process, port, ear)
            for pid in (*children(process.pid), process.pid):
                end(pid)


def end(process: int) -> None:
    """Kill what may be gone already."""
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return


def until(true: Callable[[], Any]) -> float:
    """Seconds until something holds."""
    beat, began = threading.Event(), time.monotonic()
    while not true():
        assert time.monotonic() < began + PATIENCE, "never"
        beat.wait(0.1)
    return time.monotonic() - began


@pytest.mark.slow
def test_a_companion_from_start_to_end(companion: Running) -> None:
    """It says ready and feeds its watchdog; /healthz tells of a stopped camera process in time; SIGTERM ends every process."""
    companion.hears_until(b"READY=1")
    until(lambda: companion.health()["camera"])
    companion.hears_until(FED)
    (camera,) = companion.cameras()
    os.kill(camera, signal.SIGSTOP)
    told_after = until(lambda: not companion.health()["camera"])
    wrong = companion.health()["wrong"]
    os.kill(camera, signal.SIGCONT)
    until(lambda: companion.health()["camera"])
    stuck = crowded(companion)
    everybody = (companion.process.pid, *children(companion.process.pid))
    companion.process.terminate()
    ended_after = until(lambda: all(gone(process) for process in everybody))

    assert told_after < LOADED
    assert wrong["en"] in {words("en").say(key) for key in SILENT}
    assert 0 == companion.process.wait()
    assert ended_after < LOADED
    stuck.close()


def crowded(companion: Running) -> ExitStack:
    """As bad a moment to end as there is: streams open, some never read, a request half asked, systemd deaf, the camera process hanging."""
    crowd = Crowd(companion.port)
    open_lines = ExitStack()
    crowd.join(6)
    for _ in range(4):
        mute = open_lines.enter_context(crowd.connect())
        mute.sendall(ASK % (b"/api/events", b""))
    half = open_lines.enter_context(crowd.connect())
    half.sendall(b"POST /api/pin HTTP/1.1\r\nContent-Length: 1000\r\n\r\n{")
    crowd.start()
    open_lines.callback(crowd.close)
    fill(companion.ear.getsockname())
    for camera in companion.cameras():
        os.kill(camera, signal.SIGSTOP)
    return open_lines


def fill(address: str) -> None:
    """Say so much to somebody who does not listen that no more goes in."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mouth:
        mouth.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                mouth.sendto(b"again", address)


def gone(process: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")")[-1].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.prove
def test_a_stopped_eye_starves_the_watchdog(companion: Running) -> None:
    """Whichever is started in its place says nothing either: nobody feeds in the end; with a camera process that looks all is well again."""
    companion.hears_until(b"READY=1")
    until(lambda: companion.health()["camera"])
    companion.hears_until(FED)
    over = threading.Event()
    hand = threading.Thread(target=hold_shut, args=(companion, over))
    hand.start()
    beat = threading.Event()
    beat.wait(20.0)
    companion.hears_until(FED)
    hungry = 20.0 + until(lambda: not companion.health()["ok"])
    while companion.hears(0.01):
        # What was said before is not about now.
        continue
    silence = companion.hears(6.0)
    over.set()
    hand.join()
    well = until(lambda: companion.health()["ok"])
    companion.hears_until(FED)

    assert SILENT_SECONDS - 5 < hungry < SILENT_SECONDS + 15
    assert silence is None
    assert well < 30.0


def hold_shut(companion: Running, over: threading.Event) -> None:
    """Stop every camera process that is opened."""
    while not over.wait(0.1):
        for camera in companion.cameras():
            os.kill(camera, signal.SIGSTOP)
    for camera in companion.cameras():
        os.kill(camera, signal.SIGCONT)


@pytest.mark.slow
def test_a_camera_that_is_not_there_starves_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing to look at, and a camera process that says so: it is said on the page, the watchdog is fed, taps are written."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    plain = Settings(camera=str(tmp_path / "no"), host="127.0.0.1", buzzer="none")
    companion = Companion(replace(plain, port=0), tmp_path / "murphy.toml")
    ear = Ear()
    running = threading.Thread(target=companion.run, args=(ear,))
    running.start()
    try:
        until(lambda: companion.health.public()["wrong"])
        before = ear.meals
        until(lambda: ear.meals > before + 2)
        companion.session.correct(LAID)
        health, phase = companion.health.public(), companion.session.view()["phase"]
        well, word = companion.health.healthy(), companion.health.of_camera()
    finally:
        companion.server.stop()
        running.join(PATIENCE)

    assert (False, True, True) == (health["camera"], health["journal"], well)
    assert health["wrong"]["key"] == word
    assert "play" == phase


@pytest.mark.prove
def test_an_eye_that_is_killed_is_back_soon(companion: Running) -> None:
    """kill -9 of the camera process, ten times: said within 3 seconds, frames within 10, pages and watchdog served throughout."""
    companion.hears_until(b"READY=1")
    for _ in range(10):
        until(lambda: companion.health()["camera"])
        (camera,) = companion.cameras()
        os.kill(camera, signal.SIGKILL)
        assert until(lambda: not companion.health()["camera"]) < 3.0
        assert until(lambda: companion.health()["camera"]) < 10.0
        assert companion.health()["ok"]


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Companion]:
    """A companion without a camera, not running yet."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    plain = Settings(camera="none", host="127.0.0.1", buzzer="none")
    companion = Companion(replace(plain, port=0), tmp_path / "murphy.toml")
    yield companion
    companion.server.stop()


class Ear(Notifier):
    """Remembers every meal of the watchdog, and when."""

    def __init__(self) -> None:
        super().__init__({"WATCHDOG_USEC": "60000"})
        self.meals = 0

    def alive(self) -> None:
        self.meals += 1


def test_a_stuck_session_starves_the_watchdog(served: Companion) -> None:
    """While the session answers nobody the watchdog is not fed; and even then the companion ends when it is told to."""
    ear = Ear()
    running = threading.Thread(target=served.run, args=(ear,))
    running.start()
    until(lambda: ear.meals > 2)
    stuck, over = threading.Event(), threading.Event()
    threading.Thread(target=hold, args=(served, stuck, over)).start()
    assert stuck.wait(PATIENCE)
    until(lambda: fasts(ear))
    served.server.stop()
    began = time.monotonic()
    running.join(PATIENCE)
    ended = time.monotonic() - began
    over.set()

    assert ended < LOADED


def fasts(ear: Ear) -> bool:
    """Whether it hears of no meal for as long as it would of many."""
    before = ear.meals
    threading.Event().wait(0.6)
    return before == ear.meals


def hold(companion: Companion, stuck: threading.Event, over: threading.Event) -> None:
    """Something in the session does not come back."""
    with companion.session._lock:
        stuck.set()
        over.wait(PATIENCE)


@pytest.mark.prove
def test_trouble_does_not_reach_the_others(companion: Running, tmp_path: Path) -> None:
    """Phones that never read, sockets that ask nothing, a flood of questions: everybody hears what the host's tap caused in time."""
    companion.hears_until(b"READY=1")
    until(lambda: companion.health()["camera"])
    host = Phone(companion.port, keys_in(tmp_path / "murphy").pin)
    host.say("/api/corrections", {"correction": LAID})
    crowd, told = Crowd(companion.port), dict[int, float]()
    crowd.join(20)
    crowd.start()
    with trouble(crowd, mute=20, idle=200, rate=100.0) as answered:
        for number in range(NEWS):
            resumes = number % 2 == 1
            if not resumes:
                # Robots may have laid cards meanwhile: then play would not go on by itself.
                host.say("/api/corrections", {"correction": {"do": "counts"}})
            at, pause = time.monotonic(), {"do": "resume" if resumes else "pause"}
            answer = host.say("/api/corrections", {"correction": pause})
            assert answer["announcements"]
            told[answer["seq"]] = at
            assert crowd.hear(answer["seq"], crowd.phones, PATIENCE)
        fed = companion.hears(PATIENCE)
    crowd.close()
    host.hang_up()

    assert NEWS == len(told)
    assert waited(crowd.phones, told)[-1] < 1.0
    assert max(answered) < 1.0
    assert fed is not None
