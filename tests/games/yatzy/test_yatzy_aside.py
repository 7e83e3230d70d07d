"""Dice that cannot be read where they were set aside: what they show is known, and nobody is asked for it."""

from typing import Any

import pytest

from companion.games.yatzy import GAME
from tests.games.outside.watched import WatchedDice

Looks = tuple[dict[str, str], ...]


def after(*looks: dict[str, str]) -> WatchedDice:
    """A table at which 2 2 4 5 6 were rolled, and then this was seen."""
    table = WatchedDice(GAME, "Ann", "Ben")
    table.rolls("22456")
    for look in looks:
        table.shows(**look)
    return table


@pytest.mark.parametrize(
    ("looks", "dice"),
    [
        (({"tray": "456", "kept": "2?"}, {"tray": "", "kept": "2?"}), "22"),
        (({"tray": "456", "kept": ""}, {"tray": "456", "kept": "??"}, {"tray": ""}), "22"),
        (({"tray": "2246", "kept": "?"}, {"tray": ""}), "5"),
        (({"tray": "2?46", "kept": "?"}, {"tray": ""}), None),
        (({"tray": "24?", "kept": "2?"}, {"tray": ""}), None),
        (({"tray": "2246", "kept": "?"}, {"tray": "224", "kept": ""}, {"kept": "?"}), None),
        (({"tray": "", "kept": "2?"},), None),
    ],
)
def test_what_was_set_aside_is_known(looks: Looks, dice: str | None) -> None:
    """Where it is certain which die it was: when it came, all others were read, or it alone could be missing; and nothing unread was moved since."""
    table = after(*looks)
    number = 5 - len(table.zones["kept"])
    table.shows(tray="1" * number)
    shown = None if dice is None else sorted([1] * number + [int(d) for d in dice])

    assert shown == table.view["dice"] or (dice is None and table.view["lying"])
    assert bool(table.view["questions"][0]["topic"] == "die") is (dice is None)


def test_what_was_answered_once_is_known_from_then_on() -> None:
    """The die that was asked for stays on the strip: the third roll asks for nothing."""
    table = after({"tray": "", "kept": "2?"}, {"tray": "133"})
    table.taps("white-2")
    table.shows(tray="")
    table.shows(tray="446")

    assert (3, [2, 2, 4, 4, 6]) == (table.view["rolls"], table.view["dice"])


def test_one_that_is_read_later_is_read_again() -> None:
    """As soon as it can be; it does not count twice."""
    table: Any = after({"tray": "456", "kept": "2?"}, {"kept": "22"}, {"tray": ""})
    table.shows(tray="113")

    assert [1, 1, 2, 2, 3] == table.view["dice"]


def test_another_that_is_not_read_now_is_no_throw() -> None:
    """The two is read again, and the four that is set aside beside it is not: the dice show what they showed."""
    table = after({"tray": "456", "kept": "2?"}, {"tray": "56", "kept": "22?"})

    assert (1, [2, 2, 4, 5, 6]) == (table.view["rolls"], table.view["dice"])
    table.shows(tray="")
    table.shows(tray="11")

    assert (2, [1, 1, 2, 2, 4]) == (table.view["rolls"], table.view["dice"])
