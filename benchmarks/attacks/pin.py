"""Against the host's door: guesses, and the button at the table."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import Answer, Phone
from benchmarks.attacks.siege import Job, Over, besieged

TRIES: Final = 5
"""Guesses of one address that are checked before it has to wait (SECURITY.md)."""


def guess(phone: Phone, number: int) -> Answer:
    """A PIN that is most likely wrong."""
    return phone.say("/api/pin", {"pin": f"{number:08d}"})


def knocks(phone: Phone, house: House) -> int:
    """The status with which the right PIN is answered."""
    return phone.say("/api/pin", {"pin": house.pin}).status


def guessed(house: House, addresses: int, each: int) -> Counter[str]:
    """So many wrong PINs of each of so many addresses; what they were answered."""
    came: Counter[str] = Counter()
    for address in range(addresses):
        phone = house.phone(f"127.0.{10 + address // 250}.{1 + address % 250}")
        for number in range(each):
            answer = guess(phone, address * each + number)
            came[answer.error or str(answer.status)] += 1
        phone.close()
    return came


@attack(seconds=90)
def guesses(ground: Ground) -> Verdict:
    """Ten addresses with twelve guesses each, at once: each has to wait after five."""
    with ground.play() as house:
        came = guessed(house, 10, 12)
    wrong, locked = came["web.pin.wrong"], came["web.pin.locked"]
    held = 0 < wrong <= 10 * (TRIES - 1) and locked > 0
    return Verdict(held, f"{wrong} of 120 guesses wrong, {locked} have to wait")


@attack(seconds=150, connections=250)
def right_pin_among_guesses(ground: Ground) -> Verdict:
    """250 addresses guess on and on; a phone that never was there gives the right PIN, and one that was host before does."""
    with ground.play() as house:
        before = house.host("127.0.2.1")
        before.say("/api/leave", {})

        def knocker(part: int) -> Job:
            def knock(over: Over, counted: Counter[str]) -> None:
                phones = [house.phone(f"127.0.5.{a + 1}") for a in range(part, 250, 10)]
                number = part * 1_000_000
                while not over:
                    for phone in phones:
                        counted[guess(phone, number := number + 1).error] += 1
                    over.wait(1.0)

            return knock

        with besieged(*map(knocker, range(10))):
            time.sleep(15.0)
            strangers = [knocks(house.phone(f"127.0.2.{n}"), house) for n in range(10, 14)]
            back = knocks(before, house)
    said = f"strangers {', '.join(map(str, strangers))}; who was host before {back}"
    return Verdict([*strangers, back] == [200] * 5, said)


@attack()
def behind_a_proxy(ground: Ground) -> Verdict:
    """Everybody comes by a proxy on the machine itself: a guest's wrong PINs do not keep the host out."""
    with ground.play() as house:
        guest, host = house.phone("127.0.0.1"), house.phone("127.0.0.1")
        came = [guess(guest, number).status for number in range(7)]
        own = knocks(host, house)
    return Verdict(own == 200, f"guesses {came[0]} to {came[-1]}, then the right PIN {own}")


@attack()
def restarts(ground: Ground) -> Verdict:
    """Four wrong PINs of one address, a restart, and again, four times: how many are checked."""
    checked = 0
    for turn in range(4):
        with ground.play() as house:
            phone = house.phone("127.0.1.1")
            came = [guess(phone, turn * 4 + number).error for number in range(4)]
            checked += came.count("web.pin.wrong")
            house.end()
    return Verdict(checked <= 5, f"{checked} of 16 checked")


BUTTON: Final = """
import sys, threading, time
from gpiozero import Device
from companion.app.cli import main

def hands():
    for line in sys.stdin:
        pin = Device.pin_factory.pin(int(line))
        pin.drive_low()
        time.sleep(3.5)
        pin.drive_high()

threading.Thread(target=hands, daemon=True).start()
sys.argv[0] = "murphy"
main()
"""
"""The companion with a button of gpiozero's mock pins: who writes a pin's number to it holds that button."""


class Button:
    """A button at the table."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe

    def hold(self) -> None:
        """Begin to hold it, for three and a half seconds."""
        self._pipe.write(b"17\n")
        self._pipe.flush()


@contextmanager
def with_button(ground: Ground) -> Iterator[tuple[House, Button]]:
    """A companion with a button at the table."""
    env = {"GPIOZERO_PIN_FACTORY": "mock", "MURPHY_DONE_PIN": "GPIO17"}
    here, there = os.pipe()
    try:
        with (
            ground.play(env=env, program=(sys.executable, "-c", BUTTON), hands=here) as house,
            open(there, "wb", closefd=False) as pipe,
        ):
            yield house, Button(pipe)
    finally:
        os.close(here)
        os.close(there)


def asks(phone: Phone, *, fresh: bool = True) -> Answer:
    """A phone asks to be let in by the button, or looks whether it was."""
    return phone.say("/api/pin/button", {"ask": True} if fresh else {})


@attack(seconds=90)
def button_crowd(ground: Ground) -> Verdict:
    """64 addresses ask for the button and never stop: a phone of the household is heard all the same, and let in once they are gone."""
    with with_button(ground) as (house, button):
        strangers = [house.phone(f"127.0.1.{n}") for n in range(1, 65)]
        for stranger in strangers:
            asks(stranger)
        own = asks(house.phone("127.0.2.1"))
    return Verdict(own.status == 200, f"its asking is answered {own.status} {own.error}")


@attack(seconds=120)
def button_stranger(ground: Ground) -> Verdict:
    """A stranger asks besides the host, whose minute ends while the button is held: nobody is admitted then."""
    with with_button(ground) as (house, button):
        host, stranger = house.phone("127.0.2.1"), house.phone("127.0.1.1")
        began = time.monotonic()
        asks(host)
        time.sleep(2.0)
        asks(stranger)
        time.sleep(began + 58.0 - time.monotonic())
        button.hold()
        time.sleep(5.0)
        came = asks(stranger, fresh=False)
    let_in = bool(came.json and came.json.get("host"))
    return Verdict(not let_in, f"the stranger is {'let in' if let_in else 'not let in'}")


@attack(seconds=60)
def button_alone(ground: Ground) -> Verdict:
    """The only phone that asks is let in by the button, so that these attacks show something."""
    with with_button(ground) as (house, button):
        host = house.phone("127.0.2.1")
        asks(host)
        button.hold()
        time.sleep(5.0)
        came = asks(host, fresh=False)
    return Verdict(bool(came.json.get("host")), f"answered {came.status} {came.error}")
