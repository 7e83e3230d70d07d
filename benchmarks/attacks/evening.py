"""Against a whole evening: everything that guests with a script can do, at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import cycle
from threading import Thread
from typing import Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import Phone, connect
from benchmarks.attacks.photographs import (
    READ_WITHIN,
    honest,
    lent,
    others,
    read,
    scans,
    seated,
    shows,
    told,
    trickling,
)
from benchmarks.attacks.seats import gives_turn
from benchmarks.attacks.siege import BEGIN, Job, Over, besieged, looked
from benchmarks.attacks.streams import gets_one
from benchmarks.attacks.texts import SAYS

MEMORY: Final = 1200.0
"""MB that the service may have (systemd/murphy.service)."""
THREADS: Final = 256
"""And threads and processes."""
PAUSE: Final = 60.0
"""Seconds between two times at which twenty phones send a photograph at once."""


def talker(house: House, address: str, silent: int, pause: float = 0.0) -> Job:
    """A guest who submits whatever a guest may as fast as it is answered, beside connections that say nothing."""

    def talk(over: Over, counted: Counter[str]) -> None:
        with ExitStack() as lines:
            for _ in range(silent):
                with suppress(OSError):
                    lines.enter_context(connect(house.port, address))
            guest = house.phone(address)
            for path, body in cycle(SAYS):
                if over.wait(pause):
                    break
                status = guest.say(path, body).status
                counted["accepted" if status == 200 else "refused"] += 1

    return talk


def listener(house: House, address: str, many: int) -> Job:
    """Streams of an address that are never read; who is let go comes again."""

    def listen(over: Over, counted: Counter[str]) -> None:
        while not over:
            with ExitStack() as lines:
                for _ in range(many):
                    with suppress(OSError):
                        line = lines.enter_context(connect(house.port, address))
                        line.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                over.wait(PAUSE)

    return listen


def crowd_with_photographs(owners: list[Phone]) -> Job:
    """Twenty addresses that send a photograph of twelve megapixels at once, every minute, with the cookies of phones at the table."""

    def send(over: Over, counted: Counter[str]) -> None:
        picture = honest()

        def one(number: int) -> None:
            phone = lent(owners[number % 2], f"127.0.4.{number + 1}")
            counted[f"photo {shows(phone, picture).status}"] += 1
            phone.close()

        while not over:
            phones = [Thread(target=one, args=(number,), daemon=True) for number in range(20)]
            for phone in phones:
                phone.start()
            for phone in phones:
                phone.join(PAUSE)
            over.wait(PAUSE)

    return send


@attack(seconds=240, connections=260)
def guests(ground: Ground) -> Verdict:
    """Three addresses submit and hold 30 idle connections each, eight hold all streams and never read, twenty send a photograph at once every minute."""
    with ground.play(game=True) as house:
        before, journal = house.megabytes(), house.journal()
        alone = looked(house, 5.0)
        jobs: list[Job] = [crowd_with_photographs(others(house))]
        jobs += [talker(house, f"127.0.1.{n}", 30) for n in range(1, 4)]
        jobs += [listener(house, f"127.0.2.{n}", 8) for n in range(1, 9)]
        seen = [(before, house.threads())]
        with besieged(*jobs) as siege:
            time.sleep(BEGIN)
            waits = looked(house, 60.0, lambda: seen.append((house.megabytes(), house.threads())))
        grown = house.journal() - journal
    most, threads = max(seen)[0], max(each for _, each in seen)
    counted = siege.counted
    photos = ", ".join(
        f"{n} photographs answered {what[6:]}"
        for what, n in sorted(counted.items())
        if what.startswith("photo")
    )
    figure = f"{counted['accepted']} of {counted['accepted'] + counted['refused']} submissions accepted, {grown:.0f} KB of journal; {photos}; {before:.0f} to {most:.0f} MB, {threads} threads; alone {alone}; beset {waits}"
    return Verdict(waits.prompt and most < MEMORY / 2 and threads < THREADS / 2, figure)


ADDRESSES: Final = 64


def everything(house: House, owner: Phone, bomb: bytes, number: int) -> list[Job]:
    """What one of many addresses does: a stream that is not read, words, guesses, idle connections, pages; and a photograph that costs."""
    address = f"127.0.1.{1 + number}"
    jobs = [listener(house, address, 1), talker(house, address, 4, 0.5)]
    if number % 8 == 0:
        jobs.append(trickling(owner, address))
    if number % 8 == 1:
        jobs.append(_repeated(house, lambda: shows(lent(owner, address), bomb)))
    if number % 8 == 2:
        jobs.append(_repeated(house, lambda: Phone(house.port, address).get("/api/history")))
    return jobs


def _repeated(house: House, act: Callable[[], object]) -> Job:
    def repeat(over: Over, counted: Counter[str]) -> None:
        while not over.wait(0.2):
            act()

    return repeat


@attack(seconds=300, connections=400)
def sixty_four_addresses(ground: Ground) -> Verdict:
    """64 addresses hold all streams, submit, guess, hold connections, trickle uploads and send costly photographs: what the host and a seat notice."""
    with ground.play(game=True) as house:
        host, seat = house.host("127.0.2.1"), seated(house, "127.0.2.2")
        owners, bomb, picture = others(house), scans(60_000), honest()
        jobs = [job for n in range(ADDRESSES) for job in everything(house, owners[n % 2], bomb, n)]
        with besieged(*jobs):
            time.sleep(2 * BEGIN)
            streams = gets_one(host), gets_one(seat)
            waits = looked(house, 10.0, by=host), looked(house, 10.0, by=seat)
            taps = [gives_turn(seat, 0).status for _ in range(5)]
            photos = read(house, seat, picture, 20.0)
    held = streams == (200, 200) and all(each.prompt for each in waits) and taps == [200] * 5
    held = held and photos.within(READ_WITHIN)
    figure = f"streams {streams[0]} and {streams[1]}; the host: {waits[0]}; a seat: {waits[1]}; {taps.count(200)} of 5 taps; photographs: {told(photos)}"
    return Verdict(held, figure)
