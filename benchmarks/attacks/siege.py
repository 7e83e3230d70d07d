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
from typing import Any, Final, TypeAlias

from benchmarks.attacks.attack import Verdict
from benchmarks.attacks.ground import House
from benchmarks.attacks.phone import Phone
from benchmarks.phones import percentile

NICE: Final = 15
PROMISE: Final = 1.0
"""Seconds within which a view is promised, whoever is there."""
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
class Waits:
    """How long those who looked had to wait, seconds, sorted; and how many got nothing."""

    seconds: tuple[float, ...]
    failed: int

    @property
    def prompt(self) -> bool:
        """All were answered, nine of ten within the second that is promised; the tenth may be the machine's."""
        return not self.failed and percentile([*self.seconds], 0.9) <= PROMISE

    def __str__(self) -> str:
        every = [*self.seconds]
        answered = len(every) - self.failed
        return f"{answered} of {len(every)} views, median {percentile(every, 0.5):.2f} s, 9 of 10 within {percentile(every, 0.9):.2f} s, longest {percentile(every, 1.0):.2f} s"


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
) -> Waits:
    """What somebody waits for who opens a connection and asks for the view or another ``path``, twice a second; ``meanwhile`` is called in between."""

    def look() -> bool:
        phone = Phone(house.port, LOOKER)
        came = phone.get(path).status == 200
        phone.close()
        return came

    return watched(look, seconds, meanwhile)


def watched(
    look: Callable[[], bool],
    seconds: float,
    meanwhile: Callable[[], None] = lambda: None,
    *,
    every: float = 0.5,
) -> Waits:
    """How long something takes, again and again; it says whether it came off."""
    took, failed, end = list[float](), 0, time.monotonic() + seconds
    while (began := time.monotonic()) < end:
        failed += not look()
        took.append(time.monotonic() - began)
        meanwhile()
        time.sleep(max(0.0, began + every - time.monotonic()))
    return Waits(tuple(sorted(took)), failed)
