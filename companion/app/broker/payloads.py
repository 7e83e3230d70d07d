"""What a table publishes, as JSON: its state and its announcements; nothing that only players may know."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, Final

from companion import games
from companion.errors import GameError, InputError
from companion.journal.journal import Entry
from companion.rules import Json
from web.wording import worded

VERSION: Final = 1
"""The version of the format; it rises when a field changes its meaning."""
NEWS: Final = 5
"""How many recent announcements a state contains, for hubs that have just started."""
OTHER: Final = "other"
"""The event type for kinds that Home Assistant was not told about."""


def state_of(
    view: Json,
    *,
    table: str,
    journal: str,
    told: int,
    camera: str,
    quiet: bool = False,
) -> dict[str, Any]:
    """The public view, compact.

    ``told``: the entry up to which announcements were sent before it; ``camera``:
    ``ok``, ``none`` or what is wrong with it.
    """
    game = str(view.get("game", ""))
    return {
        "v": VERSION,
        "table": table,
        "journal": journal,
        "seq": view["seq"],
        "told": told,
        "game": game,
        "title": _titles(game),
        "edition": view.get("edition", ""),
        "round": view.get("round", 0),
        "phase": view.get("phase", "play"),
        "paused": bool(view.get("paused", False)),
        "quiet": quiet,
        "turn": view.get("turn") and view["turn"].get("player"),
        "players": [_player(player) for player in view.get("players", ())],
        "draw": list(view.get("draw", ())),
        "winner": view.get("winner"),
        "camera": camera,
        "announcements": worded([_news(n) for n in view["announcements"][-NEWS:]]),
    }


def event_of(
    entry: Entry, *, table: str, journal: str, kinds: Collection[str]
) -> dict[str, Any]:
    """An announcement of the journal. ``event_type`` is its kind, or ``other`` if it is not among ``kinds``."""
    said = entry.data
    told = {"v": VERSION, "table": table, "journal": journal, "at": entry.at}
    kind = said["kind"] if said["kind"] in kinds else OTHER
    return {**told, "event_type": kind, **worded(_news({"seq": entry.seq, **said}))}


def kinds() -> tuple[str, ...]:
    """Every kind of announcement that some game makes, and ``other``."""
    told = (kind for game in games.games() for kind in game.announced)
    return (*sorted({*COMMON, *told}), OTHER)


COMMON: Final = ("no-longer-fits", "undone")
"""The kinds of announcements that the session of any game makes."""


def packed(value: Any) -> bytes:
    """JSON values as they are sent."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate in a name must not lose the message.
    return text.encode("utf-8", "replace")


def _player(player: Json) -> dict[str, Any]:
    won = len(player.get("won", ()))
    told = {"name": player["name"], "score": player.get("points", won)}
    return {**told, "cards": list(player.get("cards", ()))}


def _news(said: Mapping[str, Any]) -> dict[str, Any]:
    """An announcement with only its single values and numbers: what somebody showed of a hand stays at the table."""
    told = {key: said.get(key) for key in ("seq", "kind", "player", "text")}
    params = said.get("params", {}).items()
    plain = {name: value for name, value in params if _is_plain(value)}
    return told | {"params": plain}


def _is_plain(value: Any) -> bool:
    numbers = isinstance(value, list) and all(isinstance(each, int) for each in value)
    return numbers or isinstance(value, str | int)


def _titles(game: str) -> dict[str, str]:
    with suppress(GameError, InputError):
        return dict(games.game(game).titles)
    return {}
