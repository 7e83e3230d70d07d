"""Dice that lie still though a look does not read them (companion/kit/dice_in_place.py)."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from random import Random
from typing import Final

import pytest

from companion.kit.dice import PIPS, Tray
from companion.kit.dice_in_place import DiceInPlace
from companion.pieces import DiceSet, Die
from companion.table import Step, Table

COLOURS: Final = {"r": "red", "w": "white", "b": "black"}
TRAY: Final = Tray(DiceSet(tuple(Die(COLOURS[c]) for c in "rrwwb")), PIPS, "tray", "kept")


def code(short: str) -> str:
    """``r3``, or ``r?`` for one that is not read."""
    colour = COLOURS[short[0]]
    return colour if short[1] == "?" else f"{colour}-{short[1]}"


def short(code: str) -> str:
    """The inverse."""
    colour, _, value = code.partition("-")
    return colour[0] + (value or "?")


def places(text: str) -> list[tuple[str, str] | None]:
    """Place by place, zone and code of what lies there: in the tray and, after a colon, where dice are set aside; ``__``: nothing."""
    zones = zip(("tray", "kept"), text.split(":"), strict=False)
    words = ((zone, word) for zone, there in zones for word in there.split())
    return [None if word == "__" else (zone, code(word)) for zone, word in words]


def table(text: str) -> Table:
    """What a look reads."""
    there = [place for place in places(text) if place]
    return Table({zone: tuple(sorted(c for z, c in there if z == zone)) for zone, _ in there})


def steps_between(before: str, after: str) -> list[Step]:
    """What a look tells to have changed."""
    pairs = list(zip_longest(places(before), places(after)))
    gone = [Step("-", *old) for old, new in pairs if old and old != new]
    return gone + [Step("+", *new) for old, new in pairs if new and old != new]


def followed(looks: str, dice: DiceInPlace, last: str = "") -> DiceInPlace:
    """After these looks, the first of which comes after the ``last`` one."""
    for text in looks.split("/"):
        dice.look(table(text), steps_between(last, text))
        last = text
    return dice


def shown(dice: DiceInPlace) -> tuple[str, str]:
    """What the last look showed to have moved, and what is known to lie there."""
    moved = (f"{s.sign}{short(s.card)}{'k' if s.zone == 'kept' else ''}" for s in dice.steps)
    zones = (" ".join(sorted(map(short, dice.table[zone]))) for zone in ("tray", "kept"))
    return " ".join(sorted(moved)), ":".join(zones).rstrip(":")


@pytest.mark.parametrize(
    ("looks", "moved", "known"),
    [
        ("r3 r5 w1 / r3 r? w1", "", "r3 r5 w1"),
        ("r3 / r?", "", "r3"),
        ("r3 r5 w1 / r? r? w?", "", "r3 r5 w1"),
        ("r3 r5 w1 / r3 r? w1 / r3 r5 w1", "", "r3 r5 w1"),
        ("r3 r5 w1 / r? r5 w1 / r3 r? w1", "", "r3 r5 w1"),
        ("r3 r5 w1 / r3 r? w1 / r3 r2 w1", "+r2 -r5", "r2 r3 w1"),
        ("r3 r5 w1 / r3 r? w1 / r3 __ w1", "-r5", "r3 w1"),
        ("r3 w1 b2 : r5 / r3 w1 b2 : r?", "", "b2 r3 w1:r5"),
        # Two at once: another one is read than before.
        ("r3 r5 / r? r5 / r3 r?", "", "r3 r5"),
        ("r3 r? / r? r5", "+r5 -r?", "r3 r5"),
        ("r3 w1 / r? w1 / __ w1 r?", "+r? -r3", "r? w1"),
        # Two of a colour, one of which is taken up: what it is turns out later.
        ("r3 r5 w1 / __ r? w1", "-r?", "r? w1"),
        ("r3 r5 w1 / __ r? w1 / __ r5 w1", "", "r5 w1"),
        ("r3 r5 w1 / __ r? w1 / __ r4 w1", "+r4 -r?", "r4 w1"),
        ("r3 r5 w1 / __ r? w1 / r3 r5 w1", "+r3 +r5 -r?", "r3 r5 w1"),
        ("r3 r3 w1 / __ r? w1", "-r3", "r3 w1"),
        ("r3 r5 w1 / r? r? w1 / r? __ w1", "-r?", "r? w1"),
        ("r3 r5 w1 / r? r? w1 / r? __ w1 / r3 __ w1", "", "r3 w1"),
        ("r3 r5 w1 / r? r? w1 / __ __ w1", "-r3 -r5", "w1"),
        # While others are in the hand, it lies still; where others fall unseen, it may have been thrown.
        ("r3 r5 w1 w2 b2 / __ r5 __ w2 b2 / r1 r5 w4 w2 b?", "+r1 +w4", "b2 r1 r5 w2 w4"),
        ("r3 r5 w1 w2 b2 / r1 r5 w4 w2 b?", "+b? +r1 +w4 -b2 -r3 -w1", "b? r1 r5 w2 w4"),
        ("r3 r5 w1 w2 b2 / r3 r5 w1 w2 b? / r1 r5 w4 w2 b2", "+r1 +w4 -r3 -w1", "b2 r1 r5 w2 w4"),
        (
            "r3 r5 w1 w2 b2 / r3 r5 w1 w2 b? / r1 r6 w4 w5 b2",
            "+b2 +r1 +r6 +w4 +w5 -b2 -r3 -r5 -w1 -w2",
            "b2 r1 r6 w4 w5",
        ),
        ("r3 r5 w1 w2 b2 / r? r5 w1 w2 b2 / r3 r5 w4 w2 b?", "+b? +w4 -b2 -w1", "b? r3 r5 w2 w4"),
        ("r3 r5 w1 w2 b2 __ / r? r5 w1 w2 __ b2", "+b2 -b2", "b2 r3 r5 w1 w2"),
        (
            "r3 r5 w1 w2 b2 __ / __ r5 __ w2 b2 __ / __ r5 __ w2 b2 r? / r1 r5 w4 w2 b? __",
            "+r1 +w4 -r?",
            "b2 r1 r5 w2 w4",
        ),
        # What cannot be read and would be one too many is none.
        ("r3 w1 b2 / __ w1 b?", "-r3", "b2 w1"),
        ("r3 w1 b2 / __ __ b?", "-r3 -w1", "b2"),
        ("r3 w1 b2 / r3 w1 b? / r3 w1 b? b3", "+b3 -b2", "b3 b? r3 w1"),
        ("r3 w1 / r3 w1 b?", "+b?", "b? r3 w1"),
        ("r3 w1 / r? w1 / r? w1 r?", "+r?", "r3 r? w1"),
        ("r3 w1 / r? w1 / r? w1 r? / r? w1", "-r?", "r3 w1"),
        ("r3 w1 b? / r3 w1 b4", "+b4 -b?", "b4 r3 w1"),
        # Set aside where it cannot be read, it has moved.
        ("r3 w1 b2 / r3 w1 __ : b?", "+b?k -b2", "r3 w1:b?"),
    ],
)
def test_what_has_moved_and_what_is_known(looks: str, moved: str, known: str) -> None:
    """After the last of these looks: a die in its place that is read, or not, has not moved."""
    dice = followed(looks, DiceInPlace(TRAY, Table(), ()))

    assert (moved, known) == shown(dice)


@pytest.mark.parametrize(
    ("looks", "moved", "known"),
    [
        ("r3 w1 b2 / __ __ b?", "+b? -b2 -r3 -w1", "b?"),
        ("r3 w1 b2 / __ w? b?", "-r3", "b2 w1"),
        ("r3 w1 b2 / __ w1 b?", "-r3", "b2 w1"),
        ("b2 / b?", "", "b2"),
        ("r3 r? / r? r5", "+r5 -r?", "r3 r5"),
    ],
)
def test_what_is_left_before_a_first_roll(looks: str, moved: str, known: str) -> None:
    """All dice are taken up for it, so that a single one that lies there yet is none."""
    before, after = looks.split("/")
    dice = followed(before, DiceInPlace(TRAY, Table(), ()))
    dice.look(table(after), steps_between(before, after), first=True)

    assert (moved, known) == shown(dice)


@pytest.mark.parametrize(
    ("lies", "values", "looks", "moved", "known"),
    [
        ("r? r5 w1", "r3 r5 w1", "r3 r5 w1", "", "r3 r5 w1"),
        ("r? r5 w1", "r3 r5 w1", "r? r5 w1", "", "r3 r5 w1"),
        ("r? r5 w1", "r3 r5 w1", "r4 r5 w1", "+r4 -r3", "r4 r5 w1"),
        ("r? r5 w1", "r3 r5 w1", "__ r5 w1", "-r3", "r5 w1"),
        ("r? r? w1", "r3 r5 w1", "r? r? w1", "", "r? r? w1"),
        ("r? r? w1", "r3 r5 w1", "r3 r? w1", "", "r3 r5 w1"),
        ("r? r? w1", "r3 r3 w1", "__ r? w1", "-r3", "r3 w1"),
        ("r? r5 w1 b?", "r3 r5 w1", "r? r5 w1 b?", "", "b? r3 r5 w1"),
        ("r? r5 w1 r?", "r3 r5 w1", "r? r5 w1 r?", "", "r3 r5 r? w1"),
        ("r3 r5 w1 / __ r? w1 / r4 r? w1", "r4 r5 w1", "r4 __ w1", "-r5", "r4 w1"),
    ],
)
def test_what_people_told_is_known(
    lies: str, values: str, looks: str, moved: str, known: str
) -> None:
    """Dice that nobody can read show what is missing among the others of a roll."""
    dice = followed(lies, DiceInPlace(TRAY, Table(), ()))
    dice.know((COLOURS[word[0]], int(word[1])) for word in values.split())

    assert (moved, known) == shown(followed(looks, dice, lies.split("/")[-1]))


def test_a_camera_that_has_just_started() -> None:
    """What it does not read is as it was, and what it reads again has not moved."""
    dice = followed("r3 r5 w1 / r3 r? w1", DiceInPlace(TRAY, Table(), ()))
    for lies in ("r? r5 w1", "r3 r5 w?"):
        dice.begin_again(["tray"], table(lies))
        dice.look(table(lies), ())
        assert ("", "r3 r5 w1") == shown(dice)
    assert ("", "r3 r5 w1") == shown(followed("r3 r5 w1", dice, "r3 r5 w?"))


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_not_read_nothing_moves_by_itself(seed: int) -> None:
    """Dice that lie there, each of which is read in a half of all looks."""
    chance = Random(seed)
    lies = [f"{colour}{chance.randint(1, 6)}" for colour in "rrwwb"]
    dice, last = followed(" ".join(lies), DiceInPlace(TRAY, Table(), ())), " ".join(lies)
    for _ in range(20):
        look = " ".join(chance.choice((die, f"{die[0]}?")) for die in lies)
        last, before = look, last
        assert ("", " ".join(sorted(lies))) == shown(followed(look, dice, before))


@pytest.mark.parametrize("seed", range(20))
def test_any_looks_are_understood_as_far_as_they_go(seed: int) -> None:
    """Dice and what is none come and go anyhow: what is read is known, and no more lies there than is seen."""
    chance, dice, last = Random(seed), DiceInPlace(TRAY, Table(), ()), ""
    words = [f"{colour}{value}" for colour in "rwb" for value in "12??"]
    for _ in range(50):
        look = " ".join(chance.choice((*words, "__", "__")) for _ in range(6))
        followed(look, dice, last)
        last, seen, lie = look, table(look)["tray"], dice.table["tray"]
        assert not Counter(c for c in seen if "-" in c) - Counter(lie)
        assert sorted(c.partition("-")[0] for c in seen) == sorted(c.partition("-")[0] for c in lie)
