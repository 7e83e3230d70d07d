"""A companion that runs for long, watched from outside: `python -m benchmarks.soak [--frames 100000]`.

Starts the real `murphy play` on the painted table, as fast as it can be
painted and read, with phones that listen, and looks at all its processes
every so many frames. Prints one JSON object: memory (PSS, MB) after warm-up
and at the end, how much it grew (RSS, by a straight line through all looks
after warm-up: what a process shares changes with what others run; and how much
of that is each process's own, not pages of files), threads, file descriptors, the longest write-ahead log.
`--camera` measures memory only: a network camera of 2304 x 1296 at 10
pictures a second, for a minute. `--looks` prints every look as it is taken.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from companion.journal.journal import read
from tests.places import free_port

MB = 1024.0
"""Kilobytes, in which Linux tells of memory."""
PATIENCE = 120.0
WARM = 5_000
"""Frames in which the painter comes by most of its cards, and a game's first rounds are played."""
FASTEST = 100
"""How many times as fast as people the painted players play; no machine keeps up with it."""


@dataclass(frozen=True)
class Look:
    """What all processes of a companion take, at a moment: ``mb`` (PSS) by what the process is for.

    ``resident``: the least RSS of all of them together within half a second,
    MB; what a single look at the table takes comes and goes. ``own``: the least of
    each that is anonymous memory, of no file.
    """

    frames: int
    mb: dict[str, float]
    resident: float
    own: dict[str, float]
    threads: dict[str, int]
    files: dict[str, int]
    wal: int

    @property
    def all_mb(self) -> float:
        """All processes together."""
        return sum(self.mb.values())


@dataclass
class Running:
    """`murphy play` in a process of its own, and its journal."""

    process: subprocess.Popen[bytes]
    port: int
    journal: Path
    phones: list[Phone] = field(default_factory=list)

    def health(self) -> dict[str, Any]:
        """What /healthz tells; nothing before it is served."""
        url = f"http://127.0.0.1:{self.port}/healthz"
        try:
            with urlopen(url, timeout=30) as answer:
                told: dict[str, Any] = json.load(answer)
        except HTTPError as error:
            with error:
                told = json.load(error)
        except OSError:
            return {}
        return told

    def look(self) -> Look:
        """What it takes now."""
        family = {name_of(pid): pid for pid in family_of(self.process.pid)}
        log = Path(f"{self.journal}-wal")
        return Look(
            self.health().get("frames") or 0,
            {name: memory(pid, "Pss") / MB for name, pid in family.items()},
            *_least(family),
            {name: entries(pid, "task") for name, pid in family.items()},
            {name: entries(pid, "fd") for name, pid in family.items()},
            log.stat().st_size if log.exists() else 0,
        )


class Phone(threading.Thread):
    """Listens to the stream, and comes back whenever it ends."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port, self.heard, self.over = port, 0, False

    def run(self) -> None:
        """Listen until it is over."""
        while not self.over:
            try:
                self._listen()
            except OSError:
                time.sleep(0.1)

    def _listen(self) -> None:
        with urlopen(f"http://127.0.0.1:{self.port}/api/events", timeout=30) as told:
            for line in told:
                self.heard += line.startswith(b"event: announcement")
                if self.over:
                    return


def family_of(process: int) -> Iterator[int]:
    """A process and all it has started."""
    yield process
    for told in Path(f"/proc/{process}/task").glob("*/children"):
        for child in told.read_text().split():
            yield from family_of(int(child))


def name_of(process: int) -> str:
    """What a process of a companion is for."""
    line = Path(f"/proc/{process}/cmdline").read_bytes()
    others = {b"camera", b"photos", b"trial"} & set(line.split(b"\0")[-2:])
    return next((name.decode() for name in others), "main")


def memory(process: int, kind: str) -> int:
    """A process's memory, kB: ``Pss``, of which what several share counts in parts, ``Rss`` or ``Anonymous`` (proc(5), smaps_rollup)."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    (line,) = (line for line in told if line.startswith(f"{kind}:"))
    return int(line.split()[1])


def _least(family: Mapping[str, int]) -> tuple[float, dict[str, float]]:
    resident, own = [], {name: list[float]() for name in family}
    for _ in range(5):
        time.sleep(0.1)
        resident.append(sum(memory(pid, "Rss") for pid in family.values()) / MB)
        for name, pid in family.items():
            own[name].append(memory(pid, "Anonymous") / MB)
    return min(resident), {name: min(seen) for name, seen in own.items()}


def entries(process: int, folder: str) -> int:
    """How many threads (``task``) or open files (``fd``) a process has."""
    return len(os.listdir(f"/proc/{process}/{folder}"))


@contextmanager
def companion(camera: str, phones: int, **more: str) -> Iterator[Running]:
    """A companion that plays, and phones that listen to it."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ends:
        homes = {"XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder}
        port, journal = free_port(), Path(folder) / "j"
        process = ends.enter_context(_started(camera, port, journal, homes | more))
        running = Running(process, port, journal)
        try:
            wait_for(running, int(camera != "none"))
            running.phones = [Phone(port) for _ in range(phones)]
            for phone in running.phones:
                phone.start()
            yield running
        finally:
            for phone in running.phones:
                phone.over = True
            process.terminate()


def _started(
    camera: str, port: int, journal: Path, more: dict[str, str]
) -> subprocess.Popen[bytes]:
    quiet = {"MURPHY_BUZZER": "none", "MURPHY_SEED": "3"}
    where = ["--host", "127.0.0.1", "--port", str(port), "--journal", str(journal)]
    play = [sys.executable, "-m", "companion", "play", "--camera", camera, *where]
    env = {**os.environ, **quiet, **more}
    return subprocess.Popen(play, env=env, stdout=subprocess.DEVNULL)


def wait_for(running: Running, frames: int) -> None:
    """Until it answers, and the camera process has seen so many frames."""
    seen, since = -1, time.monotonic()
    while not (told := running.health()) or (told.get("frames") or 0) < frames:
        now = told.get("frames") or 0
        if now > seen:
            seen, since = now, time.monotonic()
        if time.monotonic() > since + PATIENCE:
            raise TimeoutError(f"no frame since number {seen}: {running.health()}")
        time.sleep(0.5)


def soak(frames: int, *, phones: int = 4, looks: int = 50) -> Iterator[Look]:
    """The real companion over so many frames, looked at ``looks`` times."""
    with companion("painted", phones, MURPHY_SPEED=str(FASTEST)) as running:
        for number in range(1, looks + 1):
            wait_for(running, frames * number // looks)
            yield running.look()
        heard = [phone.heard for phone in running.phones]
        told = {"entries": len(read(running.journal)), "heard": heard}
        print(json.dumps(told), file=sys.stderr)


def at_a_camera(size: str = "2304x1296", seconds: float = 60.0) -> Iterator[Look]:
    """The real companion at a network camera, looked at every few seconds."""
    line = [sys.executable, "-m", "benchmarks.phone_camera", "--size", size]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as camera:
        assert camera.stdout is not None
        url = f"http://127.0.0.1:{json.loads(camera.stdout.readline())['port']}/"
        with companion(url, 4) as running:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                time.sleep(5.0)
                yield running.look()
        assert camera.stdin is not None
        camera.stdin.close()


def figures(looks: list[Look]) -> dict[str, Any]:
    """What the looks come to, the growth once it is warm."""
    cold = sum(look.frames < WARM for look in looks)
    # A line needs two looks; a short run is never quite warm.
    warm = looks[min(cold, len(looks) // 2) :]
    last = looks[-1]
    return {
        "frames": last.frames,
        "mb_warm": round(warm[0].all_mb, 1),
        "mb_most": round(max(look.all_mb for look in looks), 1),
        "mb_last": {name: round(mb, 1) for name, mb in last.mb.items()},
        "mb_growth": _growth(warm, [look.resident for look in warm]),
        "mb_growth_own": {
            name: _growth(warm, [look.own[name] for look in warm]) for name in last.own
        },
        "threads": span(warm, "threads"),
        "files": span(warm, "files"),
        "wal_most_mb": round(max(look.wal for look in looks) / MB / MB, 2),
    }


def _growth(looks: list[Look], mb: list[float]) -> float:
    """By a straight line, from the first of the looks to the last."""
    line = statistics.linear_regression([look.frames for look in looks], mb)
    return round(line.slope * (looks[-1].frames - looks[0].frames), 1)


def span(looks: list[Look], what: str) -> dict[str, list[int]]:
    """The fewest and the most of something, process by process."""
    counts: dict[str, list[int]] = {}
    for look in looks:
        for name, count in getattr(look, what).items():
            counts.setdefault(name, []).append(count)
    return {name: [min(seen), max(seen)] for name, seen in counts.items()}


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--frames", type=int, default=100_000)
    given.add_argument("--phones", type=int, default=4)
    given.add_argument("--camera", action="store_true")
    given.add_argument("--looks", action="store_true")
    args = given.parse_args()
    taken: list[Look] = []
    for look in at_a_camera() if args.camera else soak(args.frames, phones=args.phones):
        taken.append(look)
        if args.looks:
            print(json.dumps(asdict(look)), file=sys.stderr, flush=True)
    print(json.dumps(figures(taken)))


if __name__ == "__main__":
    main()
