"""What a table publishes about itself, reduced to what a hub shows; whoever may publish may have written it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from companion.seating import LONGEST_NAME
from companion.words import LANGUAGES
from web.news.feed import line

LONGEST: Final = 400
"""The most characters of an announcement that are shown."""
LARGEST: Final = 4096
"""The most bytes of a table as programs receive it; those of the three games with six players take 1.5 KB."""
PLAYERS: Final = 12
NEWS: Final = 3
EXACT: Final = 2**53
"""From here on, whole numbers are not exact in a browser."""
NONSENSE: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)  # fmt: skip
"""What parsing an invalid state may raise."""


def shown(payload: bytes) -> dict[str, Any] | None:
    """The parts of a state that are shown, each checked for its type and bounded; None if one is invalid."""
    try:
        said = json.loads(payload)
        return {
            "table": str(said["table"])[:LONGEST_NAME],
            "title": _texts(said.get("title", {}), LONGEST_NAME),
            "phase": str(said.get("phase", ""))[:LONGEST_NAME],
            "paused": bool(said.get("paused")),
            "round": _number(said.get("round")),
            "players": [_player(player) for player in said["players"][:PLAYERS]],
            "turn": _seat(said.get("turn")),
            "winner": _seat(said.get("winner")),
            "news": [_texts(news["text"], LONGEST) for news in said["announcements"][-NEWS:]],
        }  # fmt: skip
    except NONSENSE:
        return None


def bounded(told: Mapping[str, Any]) -> bytes | None:
    """A table as JSON on one line, without its oldest announcements if it would be too large; None if it is even then."""
    news = told.get("news", [])
    for oldest in range(len(news) + 1):
        said = line({**told, "news": news[oldest:]})
        if len(said) <= LARGEST:
            return said
    return None


def _player(said: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": str(said["name"])[:LONGEST_NAME],
        "score": _number(said.get("score")),
    }


def _texts(said: Mapping[str, Any], most: int) -> dict[str, str]:
    return {lang: str(said[lang])[:most] for lang in LANGUAGES if lang in said}


def _number(said: Any) -> int:
    number = int(said or 0)
    if abs(number) >= EXACT:
        raise ValueError
    return number


def _seat(said: Any) -> int | None:
    return said if type(said) is int and 0 <= said < PLAYERS else None
