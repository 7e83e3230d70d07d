"""Replaying a past game beside the one being played: it rests as long as it works, and gives up on what takes too long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final

from companion import games
from companion.announce import Message, message
from companion.app.archive.summing import summed_up
from companion.app.current_game import played_in
from companion.games.package import GamePackage
from companion.journal.journal import Entry
from companion.kit.highlights import RememberedGame
from companion.session.past import PastGame, retold
from companion.session.session import Session

MOST_ENTRIES: Final = 100_000
"""Longer games are not replayed."""
MOST_SECONDS: Final = 60.0
"""Of processor time, per game."""


class Ended(Exception):
    """The companion is stopping."""


class TooLong(Exception):
    """A game exceeds its limits."""


def told_again(past: PastGame, ended: threading.Event) -> Session[Any]:
    """The game as a session of its own. Raises Ended, TooLong, InputError, JournalError, and anything a game may raise on entries it did not write."""
    return retold(past, package_of(past).played(), _breathing(ended))


def evening(past: PastGame, ended: threading.Event) -> RememberedGame | Message:
    """A game's summary, or why there is none: entries written by another version may make the game raise anything."""
    try:
        return summed_up(past, package_of(past), told_again(past, ended))
    except Ended:
        raise
    except TooLong:
        return message("archive.game-too-long", at=_day(past))
    except Exception:
        return message("archive.game-untold", at=_day(past))


def _day(past: PastGame) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(past.rows[0].at))
    except (OverflowError, ValueError, OSError):
        return "?"


def package_of(past: PastGame) -> GamePackage:
    """The game that was played. Raises InputError if there is no game of that name, TooLong."""
    if len(past.rows) > MOST_ENTRIES:
        raise TooLong
    begun = Entry(past.numbers[0], past.rows[0].at, "game", past.setup)
    return games.game(played_in(begun))


def _breathing(ended: threading.Event) -> Callable[[float], None]:
    """Rest for as long as was worked since the last time. Raises Ended, TooLong."""
    began = worked = time.thread_time()

    def rest(share: float) -> None:
        nonlocal worked
        now = time.thread_time()
        if now - began > MOST_SECONDS:
            raise TooLong
        if ended.wait(now - worked):
            raise Ended
        worked = now

    return rest
