"""Attackers beside the one who looks: threads of a process of their own, at low priority, as theirs would be another machine."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from benchmarks.attacks.attack import Verdict
from benchmarks.attacks.ground import House
from benchmarks.attacks.phone import Phone
from benchmarks.phones import percentile

NICE: Final = 15
PROMISE: Final = 1.0
"""Seconds within which a view is promised, whoever is there."""
CROWDED: Final = 5.0
"""How many times as long something may take where other programs want the processors, too."""
SECONDS: Final = 15.0
"""How long one looks."""
BEGIN: Final = 2.0
"""Seconds in which attackers come."""
LOOKER: Final = "127.0.200.1"
_FORK: Final = multiprocessing.get_context("fork")


class Over:
    """Whether an attack is over; ``wait`` says so after some seconds at the latest."""

    def __init__(self) -> None:
        self._event = _FORK.Event()

    def __bool__(self) -> bool:
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Whether it is over within so many seconds."""
        return bool(self._event.wait(seconds))

    def set(self) -> None:
        """End it."""
        self._event.set()


Job: TypeAlias = Callable[[Over, Counter[str]], None]
"""What one attacker does until it is over, and what it counts."""


@dataclass(slots=True)
class Siege:
    """The attackers; what they have counted is known once it is over."""

    process: Any
    counted: Counter[str] = field(default_factory=Counter)

    @property
    def goes_on(self) -> bool:
        """Whether any of them still does something."""
        return bool(self.process.is_alive())


@contextmanager
def besieged(*jobs: Job) -> Iterator[Siege]:
    """Attackers at work, each in a thread, for as long as this lasts."""
    over, (here, there) = Over(), _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_attack, args=(jobs, over, there), daemon=True)
    process.start()
    there.close()
    siege = Siege(process)
    try:
        yield siege
    finally:
        over.set()
        with suppress(EOFError):
            if here.poll(20.0):
                siege.counted += here.recv()
        process.kill()
        process.join()


def _attack(jobs: tuple[Job, ...], over: Over, told: Any) -> None:
    os.nice(NICE)
    counted: Counter[str] = Counter()
    threads = [threading.Thread(target=job, args=(over, counted)) for job in jobs]
    for thread in threads:
        thread.daemon = True
        thread.start()
    for thread in threads:
        thread.join()
    told.send(counted)


@dataclass(frozen=True, slots=True)
class Wait:
    """How long somebody who looked had to wait, seconds; ``queued``: of these it was the machine that had no processor free."""

    seconds: float
    queued: float = 0.0
    failed: bool = False

    @property
    def own(self) -> float:
        """What it took besides."""
        return max(0.0, self.seconds - self.queued)


@dataclass(frozen=True, slots=True)
class Waits:
    """What those who looked had to wait, one after the other."""

    each: tuple[Wait, ...]

    @property
    def failed(self) -> int:
        """How many got nothing."""
        return sum(wait.failed for wait in self.each)

    @property
    def longest(self) -> float:
        """The longest of them, seconds."""
        return max(wait.seconds for wait in self.each)

    @property
    def own(self) -> float:
        """The longest where a processor is free, seconds."""
        return max(wait.own for wait in self.each)

    def within(self, seconds: float) -> bool:
        """Whether all got something within some seconds where a processor is free, and within so many times that on a machine as it is."""
        return not self.failed and self.own <= seconds >= self.longest / CROWDED

    @property
    def prompt(self) -> bool:
        """The same for a view."""
        return self.within(PROMISE)

    def _within(self, share: float) -> float:
        return percentile(sorted(wait.seconds for wait in self.each), share)

    def __str__(self) -> str:
        parts = [f"{len(self.each) - self.failed} of {len(self.each)} views"]
        for name, share in (("median", 0.5), ("9 of 10 within", 0.9), ("longest", 1.0)):
            parts.append(f"{name} {self._within(share):.2f} s")
        return ", ".join(parts) + f" ({self.own:.2f} with a processor free)"


def while_beset(house: House, *jobs: Job, seconds: float = SECONDS) -> Verdict:
    """What somebody at another address waits for while attackers are at work."""
    with besieged(*jobs) as siege:
        time.sleep(BEGIN)
        waits = looked(house, seconds)
    connections = siege.counted["connections"]
    said = f"{waits}; {connections} connections" if connections else f"{waits}"
    return Verdict(waits.prompt and house.alive, said)


def looked(
    house: House,
    seconds: float,
    meanwhile: Callable[[], None] = lambda: None,
    *,
    path: str = "/api/view",
    by: Phone | None = None,
) -> Waits:
    """What a phone waits for that opens a connection and asks for the view or another ``path``, twice a second: one that was never there, or ``by``
    this one. ``meanwhile`` is called in between."""

    def look() -> bool:
        phone = by or Phone(house.port, LOOKER)
        came = phone.get(path).status == 200
        phone.close()
        return came

    long = seconds * house.ground.longer
    return watched(look, long, meanwhile, queued=lambda: queued(house.process.pid))


def queued(*processes: int) -> float:
    """Seconds for which the first threads of some processes, and of this one, were ready and had no processor (schedstat, proc(5)).

    A companion's first thread reads all connections.
    """
    total = 0
    for who in (*processes, os.getpid()):
        with suppress(OSError):
            total += int(Path(f"/proc/{who}/schedstat").read_text().split()[1])
    return total / 1e9


def watched(
    look: Callable[[], bool],
    seconds: float,
    meanwhile: Callable[[], None] = lambda: None,
    *,
    every: float = 0.5,
    queued: Callable[[], float] = lambda: 0.0,
) -> Waits:
    """How long something takes, again and again; it says whether it came off."""
    waits, end = list[Wait](), time.monotonic() + seconds
    while (began := time.monotonic()) < end:
        before = queued()
        came = look()
        took = time.monotonic() - began
        # A process that has begun meanwhile has waited for less.
        waits.append(Wait(took, max(0.0, queued() - before), not came))
        meanwhile()
        time.sleep(max(0.0, began + every - time.monotonic()))
    return Waits(tuple(waits))
