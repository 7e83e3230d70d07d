"""A past game told again beside the one on the table: it rests as long as it works, and what takes too long is left."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final

from companion import games
from companion.announce import Message, message
from companion.app.archive.summing import summed_up
from companion.app.current_game import played_in
from companion.gamekit.feats import RememberedGame
from companion.games.package import GamePackage
from companion.journal.journal import Entry
from companion.session.past import PastGame, retold
from companion.session.session import Session

MOST_ENTRIES: Final = 100_000
"""A game that is longer is not told again."""
MOST_SECONDS: Final = 60.0
"""Of processor time, for one game."""


class Ended(Exception):
    """The companion stops."""


class TooLong(Exception):
    """A game takes more than it may."""


def told_again(past: PastGame, ended: threading.Event) -> Session[Any]:
    """The game as a session of its own. Raises Ended, TooLong, and whatever a game stumbles over that did not write it."""
    return retold(past, package_of(past).played(), _breathing(ended))


def evening(past: PastGame, ended: threading.Event) -> RememberedGame | Message:
    """A game's line, or why there is none: what this version's game did not write may make it stumble in any way."""
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
    """The game that was played. Raises InputError where this house has none of that name."""
    if len(past.rows) > MOST_ENTRIES:
        raise TooLong
    begun = Entry(past.numbers[0], past.rows[0].at, "game", past.setup)
    return games.game(played_in(begun))


def _breathing(ended: threading.Event) -> Callable[[float], None]:
    """Rest as long as was worked since the last time. Raises Ended, TooLong."""
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
