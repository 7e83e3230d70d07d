"""How long an announcement takes to every phone of a full house: `python -m benchmarks.crowd [--phones 50 200]`.

Prints one JSON object a number of phones: ``announcements``, how many were
heard of how many, and p50, p95, p99 and the longest wait in ms: ``whole`` from
the call of the session to the bytes in the phone, ``journal`` until it was on
the disk, ``fan_out`` from there to the phone, ``view`` for those who ask.
``promised`` is the p99 that the fan-out may take (50 ms for 50 phones, 100 ms
for more). Beside the phones 20 never read, 200 connections ask nothing and 100
requests a second come in; ``--calm`` leaves all that out. Server and phones
share this machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

from benchmarks.phones import ASK, Crowd, in_ms, waited

PACE = 0.1
"""Seconds between two announcements."""
PROMISED = {50: 50.0}
"""Up to so many phones the fan-out's p99 may take so many ms."""
PROMISED_BEYOND = 100.0


@dataclass
class Table:
    """The server's process, and when it told what."""

    process: subprocess.Popen[str]
    port: int
    called: dict[int, float] = field(default_factory=dict)
    kept: dict[int, float] = field(default_factory=dict)
    megabytes: float = 0.0

    def tell(self) -> int:
        """Make one announcement; its number."""
        assert self.process.stdin is not None
        self.process.stdin.write("tell\n")
        self.process.stdin.flush()
        said = self._answer()
        self.called[said["seq"]], self.kept[said["seq"]] = said["called"], said["kept"]
        self.megabytes = said["megabytes"]
        return int(said["seq"])

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


@contextmanager
def table(streams: int) -> Iterator[Table]:
    """A running server that takes so many streams."""
    line = [sys.executable, "-m", "benchmarks.table_server", str(streams)]
    with subprocess.Popen(
        line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        port = json.loads(process.stdout.readline())["port"]
        yield Table(process, port)
        assert process.stdin is not None
        process.stdin.close()
        process.wait(20)


@contextmanager
def trouble(
    crowd: Crowd, *, mute: int = 20, idle: int = 200, rate: float = 100.0
) -> Iterator[list[float]]:
    """Phones that never read, connections that ask nothing, and a flood of questions; how long each took to be answered."""
    lines = [crowd.connect() for _ in range(mute + idle)]
    for line in lines[:mute]:
        line.sendall(ASK % (b"/api/events", b""))
    over, took = Event(), list[float]()
    flood = Thread(target=lambda: _ask_on(crowd, rate, over.wait, took))
    flood.start()
    try:
        yield took
    finally:
        over.set()
        flood.join()
        for line in lines:
            line.close()


def _ask_on(crowd: Crowd, rate: float, over: Callable[[float], bool], took: list[float]) -> None:
    due = time.monotonic()
    while not over(max(0.0, due - time.monotonic())):
        due += 1 / rate
        began = time.monotonic()
        with crowd.connect() as line:
            line.sendall(ASK % (b"/api/view", b"Connection: close\r\n"))
            while line.recv(1 << 16):
                pass
        took.append(time.monotonic() - began)


def fan_out(phones: int, announcements: int, *, troubled: bool = False) -> dict[str, Any]:
    """Tell so many announcements to so many phones, and say how long they took."""
    with table(phones + 40) as served:
        crowd = Crowd(served.port)
        crowd.join(phones)
        crowd.start()
        if troubled:
            with trouble(crowd) as answers:
                last = _tell(served, announcements)
                crowd.hear(last, crowd.phones)
        else:
            answers = []
            crowd.hear(_tell(served, announcements), crowd.phones)
        crowd.close()
        return _figures(served, crowd, answers)


def _tell(served: Table, announcements: int) -> int:
    last = 0
    for _ in range(announcements):
        last = served.tell()
        time.sleep(PACE)
    return last


def _figures(served: Table, crowd: Crowd, answers: list[float]) -> dict[str, Any]:
    journal = sorted(served.kept[n] - served.called[n] for n in served.called)
    whole = waited(crowd.phones, served.called)
    ms = {
        "whole": in_ms(whole),
        "journal": in_ms(journal),
        "fan_out": in_ms(waited(crowd.phones, served.kept)),
    }
    if answers:
        ms["view"] = in_ms(sorted(answers))
    return {
        "phones": len(crowd.phones),
        "announcements": len(served.called),
        "heard": len(whole),
        "of": len(crowd.phones) * len(served.called),
        "ms": ms,
        "promised": promised(len(crowd.phones)),
        "kept_promise": ms["fan_out"]["p99"] <= promised(len(crowd.phones)),
        "asked": len(answers),
        "megabytes": round(served.megabytes),
    }


def promised(phones: int) -> float:
    """The p99 in ms that the fan-out to so many phones may take."""
    return next((ms for most, ms in PROMISED.items() if phones <= most), PROMISED_BEYOND)


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--phones", type=int, nargs="+", default=[50, 200])
    given.add_argument("--announcements", type=int, default=100)
    given.add_argument("--calm", action="store_true")
    args = given.parse_args()
    for phones in args.phones:
        found = fan_out(phones, args.announcements, troubled=not args.calm)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
