"""A replayed game as a line of the archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from companion.announce import Announcement
from companion.games.package import GamePackage
from companion.journal.ledger_rows import Row
from companion.kit.highlights import RememberedGame
from companion.session.past import PastGame
from companion.session.session import Session

LONGEST_PAUSE: Final = 1800.0
"""Seconds; nobody thinks longer about a move. A machine without a real-time clock may be set forward by days in the middle of a game."""


def summed_up(
    past: PastGame, package: GamePackage, told: Session[Any]
) -> RememberedGame:
    """The summary of a game: what everybody may see of its end, and its highlights."""
    view = told.seen(told.state)
    said = [news for chapter in told.story for news in chapter.announcements]
    winners = _winners(view, said)
    return RememberedGame(
        past.id,
        package.name,
        past.rows[0].at,
        _played(past.rows),
        tuple(str(player["name"]) for player in view.get("players", ())),
        winners,
        view.get("round"),
        bool(winners) or view.get("phase") == "over",
        "painted" in past.setup,
        tuple(package.highlights(said, view)),
    )


def _played(rows: Sequence[Row]) -> float:
    """Playing time: the seconds between entries, leaving out long breaks and changes of the clock."""
    passed = (after.at - before.at for before, after in pairwise(rows))
    return sum(seconds for seconds in passed if 0 < seconds < LONGEST_PAUSE)


def _winners(view: Mapping[str, Any], said: Sequence[Announcement]) -> tuple[int, ...]:
    """The seats that have won: all of them if the game announced several."""
    if view.get("winner") is None:
        return ()
    told = (news.params["winners"] for news in reversed(said) if "winners" in news.params)  # fmt: skip
    return tuple(next(told, (view["winner"],)))
