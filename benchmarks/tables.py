"""How many tables one broker and one hub carry: `python -m benchmarks.tables [--tables 10 50 200 400] [--pace 2] [--seconds 20] [--saved 30]`.

Real sessions of every game are played in memory first; then so many tables tell one mosquitto what was said in them, each
a step every ``--pace`` seconds, over the publisher of `murphy play`. Prints one JSON object a number of tables:
``events`` that a subscriber of all tables heard, of how many, and ``a_second``; ``ms`` from a table's journal to that
subscriber (``event``) and to the pages of the hub (``page``: states, of which a table tells three a second at most);
``cpu``, the share of one processor, and ``megabytes`` of broker, hub and all the tables. Everything shares this machine:
``load`` is how many wanted its processors in the minute.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import urlopen

from benchmarks.phones import in_ms
from benchmarks.table_sessions import sittings
from tests.brokers import Listener, Mosquitto
from tests.places import free_port
from tests.waiting import until

STEPS = 40
"""Looks of each game that are told of, again and again."""
PROCESSES = 4
"""Over which the tables are spread."""
PAGES = 8
WARM = 3.0
"""Seconds before anything is counted."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Page:
    """An open page of the hub: which step of which table it showed when."""

    port: int
    shown: dict[str, list[tuple[int, float]]] = field(default_factory=dict)

    def follow(self) -> None:
        """Read until the hub ends."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/api/events", timeout=60) as stream:
                for line in stream:
                    if line.startswith(b'data: {"key"'):
                        now, table = time.monotonic(), json.loads(line[6:])
                        if not table.get("gone"):
                            self.shown.setdefault(table["table"], []).append((table["round"], now))
        except OSError:
            return

    def waits(self, said: dict[str, list[float]], since: float) -> Iterator[float]:
        """Seconds from each step that was said since then to the first state that shows it or a later one."""
        for name, steps in said.items():
            shown, at = self.shown.get(name, []), 0
            for number, when in enumerate(steps, 1):
                while at < len(shown) and shown[at][0] < number:
                    at += 1
                if at < len(shown) and when >= since:
                    yield shown[at][1] - when


@dataclass
class Hearing(Listener):
    """A subscriber that notes when it heard what, and how long after the journal had it (seconds)."""

    times: list[tuple[str, int, float, float]] = field(default_factory=list)

    def _hears(self, _: Any, __: Any, came: Any) -> None:
        if came.topic.endswith("/event"):
            told = json.loads(came.payload)
            late = time.time() - told["at"]
            self.times.append((told["table"], told["seq"], time.monotonic(), late))


@contextmanager
def hub(broker: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The command itself."""
    port = free_port()
    line = [
        sys.executable,
        "-m",
        "companion",
        "hub",
        "--broker",
        broker,
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL) as process:
        try:
            until(lambda: _answers(port))
            yield process, port
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return bool(json.load(answer)["ok"])
    except OSError:
        return False


def tellers(url: str, count: int, pace: float, file: Path) -> Iterator[subprocess.Popen[str]]:
    """The tables' processes."""
    each = -(-count // PROCESSES)
    for first in range(0, count, each):
        line = [
            sys.executable,
            "-m",
            "benchmarks.table_tellers",
            url,
            str(first),
            str(min(each, count - first)),
            str(pace),
            str(file),
        ]
        pipe = subprocess.PIPE
        yield subprocess.Popen(line, stdin=pipe, stdout=pipe, text=True)


def used(pid: int) -> tuple[float, float]:
    """Seconds of processor, and megabytes now."""
    spent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(spent[11]) + int(spent[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measured(count: int, pace: float, seconds: float, file: Path, saved: int) -> dict[str, Any]:
    """One number of tables."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        lines = ["set_tcp_nodelay true"]
        if saved:
            lines += ["autosave_on_changes false", f"autosave_interval {saved}"]
        broker = opened.enter_context(Mosquitto(folder, *lines))
        served, port = opened.enter_context(hub(broker.url()))
        heard = Hearing(broker.port)
        opened.enter_context(heard)
        pages = [Page(port) for _ in range(PAGES)]
        for page in pages:
            Thread(target=page.follow, daemon=True).start()
        processes = list(tellers(broker.url(), count, pace, file))
        for process in processes:
            opened.callback(process.kill)
        for process in processes:
            _line(process)
        for process in processes:
            _write(process)
        time.sleep(WARM)
        parts = {"broker": [broker.pid], "hub": [served.pid], "tables": [p.pid for p in processes]}
        before = {name: [used(pid) for pid in pids] for name, pids in parts.items()}
        began = time.monotonic()
        time.sleep(seconds)
        ended = time.monotonic()
        after = {name: [used(pid) for pid in pids] for name, pids in parts.items()}
        said: dict[str, list[float]] = {}
        for process in processes:
            assert process.stdin is not None
            process.stdin.close()
            said |= _line(process)
        for process in processes:
            process.wait(60)
        steps = sum(map(len, said.values()))
        counted = sum(when >= began for steps in said.values() for when in steps)
        events = heard.times
        waits = sorted(wait for page in pages for wait in page.waits(said, began))
        spans = {
            name: sum(b[0] - a[0] for a, b in zip(before[name], after[name], strict=True))
            for name in parts
        }
        return {
            "tables": count,
            "saved": f"every {saved} s" if saved else "at every change",
            "pages": PAGES,
            "steps": steps,
            "events": len({(table, seq) for table, seq, _, _ in events}),
            "a_second": round(sum(began <= at < ended for _, _, at, _ in events) / (ended - began)),
            "ms": {
                "event": in_ms(sorted(late for *_, at, late in events if at >= began)),
                "page": in_ms(waits),
            },
            "shown": [len(waits), counted * PAGES],
            "cpu": {name: round(s / (ended - began), 3) for name, s in spans.items()},
            "megabytes": {name: round(sum(m for _, m in after[name])) for name in parts},
            "load": os.getloadavg()[0],
        }


def _line(process: subprocess.Popen[str]) -> Any:
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def _write(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--tables", type=int, nargs="+", default=[10, 50, 200, 400])
    given.add_argument("--pace", type=float, default=2.0)
    given.add_argument("--seconds", type=float, default=20.0)
    given.add_argument(
        "--saved",
        type=int,
        default=0,
        help="seconds between two saves of the broker's database; 0: at every change",
    )
    given.add_argument("--sittings", type=Path, help="a file to keep the sessions in")
    args = given.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = args.sittings or Path(folder) / "sittings"
        if not file.exists():
            file.write_bytes(pickle.dumps(sittings(STEPS, 1)))
        for count in args.tables:
            found = measured(count, args.pace, args.seconds, file, args.saved)
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
