"""Against those who sit at the table: their seats, and what they said."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any, Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import Phone
from benchmarks.attacks.siege import Job, Over, besieged

TAPS: Final = 20


def gives_turn(phone: Phone, seat: int) -> Any:
    """A phone at a seat says whose turn it is; the answer."""
    given = {"event": "turn-given", "player": (seat + 1) % 3}
    return phone.say("/api/changes", {"correction": given})


def bot(house: House, addresses: tuple[str, ...]) -> Job:
    """Three browsers a address that take every seat back whenever somebody sits there."""

    def steal(over: Over, counted: Counter[str]) -> None:
        thieves = [house.phone(address) for address in addresses for _ in range(3)]
        mine: dict[int, Any] = {}
        for turn in range(10_000):
            if over.wait(0.1):
                return
            now = thieves[0].get("/api/view").json.get("seats", [])
            for seat, there in enumerate(now):
                if there != mine.get(seat, ""):
                    thief = thieves[(turn * 3 + seat) % len(thieves)]
                    came = thief.sit(seat).status == 200
                    counted["taken" if came else "refused"] += 1
                    if came:
                        mine[seat] = thief.get("/api/view").json["seats"][seat]

    return steal


def taps(person: Phone) -> Counter[str]:
    """What comes of a person's taps at the first seat, which is taken back whenever it is lost."""
    came = Counter[str]()
    for _ in range(TAPS):
        if person.get("/api/view").json["you"]["seat"] != 0:
            came[f"sits {person.sit(0).status}"] += 1
        time.sleep(1.0)
        answer = gives_turn(person, 0)
        came["accepted" if answer.status == 200 else f"{answer.status} {answer.error}"] += 1
    return came


def judged(came: Counter[str], taken: int, least: int) -> Verdict:
    """Whether so many taps were accepted at least."""
    refused = ", ".join(f"{n} {why}" for why, n in came.items() if why[0].isdigit())
    said = f"{came['accepted']} of {TAPS} taps accepted{f' ({refused})' if refused else ''}; {taken} take-overs by the bot"
    return Verdict(came["accepted"] >= least, said)


MANY: Final = tuple(f"127.0.1.{n}" for n in range(1, 65))


@attack(seconds=90)
def stolen(ground: Ground) -> Verdict:
    """A bot of one address takes a seat back whenever its player does, who sits down and taps a second later."""
    with ground.play(game=True) as house, besieged(bot(house, ("127.0.1.1",))) as siege:
        came = taps(house.phone("127.0.2.1"))
    return judged(came, siege.counted["taken"], TAPS * 3 // 4)


@attack(seconds=90)
def stolen_by_many(ground: Ground) -> Verdict:
    """The same by 64 addresses in turn, while a game is on in which its player has said something on that phone."""
    with ground.play(game=True) as house:
        person = house.phone("127.0.2.1")
        person.sit(0)
        for _ in range(3):
            gives_turn(person, 0)
        with besieged(bot(house, MANY)) as siege:
            came = taps(person)
    return judged(came, siege.counted["taken"], TAPS - 2)


@attack(seconds=90)
def squatted_by_many(ground: Ground) -> Verdict:
    """64 addresses sit on every seat before anybody comes, and take them back: the host locks one, and gives it to the phone that asks there."""
    with ground.play(game=True) as house:
        host, person = house.host("127.0.2.9"), house.phone("127.0.2.1")
        with besieged(bot(house, MANY)) as siege:
            host.say("/api/seats", {"do": "lock", "seat": 0})
            number = person.sit(0).json["number"]
            asking = host.get("/api/seats").json["asking"]
            phone = next(one["id"] for one in asking if one["number"] == number)
            host.say("/api/seats", {"do": "give", "seat": 0, "phone": phone})
            person.sit(0)
            came = taps(person)
    return judged(came, siege.counted["taken"], TAPS)


@attack()
def undone_by_another(ground: Ground) -> Verdict:
    """A guest takes a seat over and takes back what its player said, before and after a restart."""
    with ground.play(game=True) as house:
        player, guest = house.phone("127.0.1.1"), house.phone("127.0.1.2")
        player.sit(0)
        entry = gives_turn(player, 0).json["entry"]
        time.sleep(1.1)  # A cookie tells seconds.
        guest.sit(0)
        before = guest.say("/api/undo", {"move": entry}).status
        cookie = dict(guest.headers)
        house.kill()
    with ground.play(port=house.port) as house:
        back = Phone(house.port, "127.0.1.2")
        back.headers = cookie
        back.get("/api/view")
        after = back.say("/api/undo", {"move": entry}).status
    return Verdict((before, after) == (403, 403), f"answered {before}, after a restart {after}")


@attack()
def own_word(ground: Ground) -> Verdict:
    """The phone that said it takes it back, before and after a restart: nobody is kept from his own word."""
    came = list[int]()
    with ground.play(game=True) as house:
        player = house.phone("127.0.1.1")
        player.sit(0)
        entry = gives_turn(player, 0).json["entry"]
        came.append(player.say("/api/undo", {"move": entry}).status)
        entry = gives_turn(player, 0).json["entry"]
        cookie = dict(player.headers)
        house.kill()
    with ground.play(port=house.port) as house:
        player = Phone(house.port, "127.0.1.1")
        player.headers = cookie
        player.get("/api/view")
        came.append(player.say("/api/undo", {"move": entry}).status)
    return Verdict(came == [200, 200], f"answered {came[0]}, after a restart {came[1]}")
