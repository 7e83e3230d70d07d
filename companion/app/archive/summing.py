"""What a game that was told again comes to, in a line of the archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.announce import Announcement
from companion.gamekit.feats import RememberedGame
from companion.games.package import GamePackage
from companion.session.past import PastGame
from companion.session.session import Session


def summed_up(
    past: PastGame, package: GamePackage, told: Session[Any]
) -> RememberedGame:
    """The evening of a game: what everybody may see of its end, and its feats."""
    view = told.seen(told.state)
    said = [news for chapter in told.story for news in chapter.announcements]
    winners = _winners(view, said)
    return RememberedGame(
        past.id,
        package.name,
        past.rows[0].at,
        past.rows[-1].at,
        tuple(str(player["name"]) for player in view.get("players", ())),
        winners,
        view.get("round"),
        bool(winners) or view.get("phase") == "over",
        "painted" in past.setup,
        tuple(package.feats(said, view)),
    )


def _winners(view: Mapping[str, Any], said: Sequence[Announcement]) -> tuple[int, ...]:
    """The seats that have won: all of them where the game announced several."""
    if view.get("winner") is None:
        return ()
    told = (news.params["winners"] for news in reversed(said) if "winners" in news.params)  # fmt: skip
    return tuple(next(told, (view["winner"],)))
