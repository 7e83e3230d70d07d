"""A past game, replayed by its rules and summed up."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from companion import errors, games
from companion.announce import Announcement, Message, message
from companion.archived_games import ArchivedGame
from companion.games.package import GamePackage
from companion.journal import ledger_rows
from companion.session.past import PastGame, retold
from companion.session.session import Session

# Summing up --------------------------------------------------------------------------


LONGEST_PAUSE: Final = 1800.0
"""Seconds; nobody thinks longer about a move. A machine without a real-time clock may be set forward by days in the middle of a game."""


def summed_up(past: PastGame, package: GamePackage, session: Session[Any]) -> ArchivedGame:
    """The summary of a game: what everybody may see of its end, and its highlights."""
    view = session.game.view(session.state)
    announced = [news for record in session.history for news in record.announcements]
    winners = _winners(view, announced)
    return ArchivedGame(
        past.id,
        package.name,
        past.rows[0].at,
        _played(past.rows),
        tuple(str(player["name"]) for player in view.get("players", ())),
        winners,
        view.get("round"),
        bool(winners) or view.get("phase") == "over",
        len(past.rows) > 1,
        "painted" in past.setup,
        tuple(package.highlights(announced, view)),
        tuple(n for n, player in enumerate(view.get("players", ())) if player.get("robot")),
    )


def _played(rows: Sequence[ledger_rows.Row]) -> float:
    """Playing time: the seconds between entries, leaving out long breaks and changes of the clock."""
    passed = (after.at - before.at for before, after in pairwise(rows))
    return sum(seconds for seconds in passed if 0 < seconds < LONGEST_PAUSE)


def _winners(view: Mapping[str, Any], announced: Sequence[Announcement]) -> tuple[int, ...]:
    """The seats that have won: all of them if the game announced several."""
    if view.get("winner") is None:
        return ()
    latest = (news.params for news in reversed(announced))
    told = (params["winners"] for params in latest if "winners" in params)
    return tuple(next(told, (view["winner"],)))


# Replaying ---------------------------------------------------------------------------


MOST_ENTRIES: Final = 100_000
"""Longer games are not replayed."""
MOST_SECONDS: Final = 60.0
"""Of processor time, per game."""


class Ended(Exception):
    """The companion is stopping."""


class TooLong(Exception):
    """A game exceeds its limits."""


def replayed(past: PastGame, ended: threading.Event) -> Session[Any]:
    """The game as a session of its own. Raises Ended, TooLong, InputError, JournalError, and anything a game may raise on entries it did not write."""
    return retold(past, package_of(past).played(), _breathing(ended))


def evening(past: PastGame, ended: threading.Event) -> ArchivedGame | Message:
    """A game's summary, or why there is none: entries written by another version may make the game raise anything."""
    try:
        package = package_of(past)
        return summed_up(past, package, replayed(past, ended))
    except Ended:
        raise
    except errors.GameError as error:
        return message("archive.left-out", at=_day(past), why=error.message)
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
    """The game that was played. Raises GameError if it is left out, InputError if there is no game of that name, TooLong."""
    if len(past.rows) > MOST_ENTRIES:
        raise TooLong
    return games.game(games.played_in(past.setup))


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
