"""Who sits at the table: the players' names in seat order; the first one begins."""

from collections.abc import Iterable
from typing import Any, Final

from companion import errors, rules
from companion.visible import is_visible, likeness

LONGEST_NAME: Final = 40
"""The most characters of a name that fit on a phone."""


def seated(given: object) -> list[str]:
    """The players' names in seat order, stripped of extra blanks. Raises InputError if they are not distinguishable or not displayable."""
    if not isinstance(given, list) or not given:
        raise errors.InputError("setup.no-players")
    names = [" ".join(name.split()) if isinstance(name, str) else "" for name in given]
    if not all(0 < len(name) <= LONGEST_NAME and is_visible(name) for name in names):
        raise errors.InputError("setup.name", most=LONGEST_NAME)
    if len(set(map(likeness, names))) < len(names):
        raise errors.InputError("setup.same-name")
    return names


def turned(given: rules.Json) -> list[str]:
    """The names of ``players``, rotated to begin with number ``first``. Raises InputError if there is no such player."""
    names, first = seated(given.get("players")), given.get("first", 0)
    if type(first) is not int or not 0 <= first < len(names):
        raise errors.InputError("setup.no-first")
    return [*names[first:], *names[:first]]


def called(setup: rules.Json, names: Iterable[str]) -> dict[str, Any]:
    """A set-up with other names in seat order; who is a robot in it stays one."""
    now = dict(zip(setup.get("players", ()), names, strict=False))
    told = {**setup, "players": [*now.values()]}
    if "robots" in setup:
        told["robots"] = [now[name] for name in setup["robots"] if name in now]
    return told


def can_play(count: int, players: tuple[int, int]) -> None:
    """Check that this many can play: at least the first number, at most the second. Raises InputError."""
    fewest, most = players
    if fewest == most != count:
        raise errors.InputError("setup.so-many", count=most)
    if not fewest <= count <= most:
        raise errors.InputError("setup.players", fewest=fewest, most=most, count=count)
