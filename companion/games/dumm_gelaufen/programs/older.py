"""Positions as version 0.1 wrote them, read for two minor releases more (docs/decisions/deprecation.md): ``classic hands:R1,R3/?8 now:turn``."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.dumm_gelaufen import deck as d
from companion.kit import line, notation
from companion.rules import Json

_BEGINS: Final = re.compile(r"\s*(?:(classic|newer)\b(?!=)|(?=[a-z-]+:))")
_NOW_ALONE: Final = ("turn", "deal", "done", "to-show", "may-claim")
"""How they are written today, too."""


def older(data: str | Json) -> Json | None:
    """The fields of an old text, or of old JSON with texts in it; None of anything else. Raises ValueError."""
    if isinstance(data, str):
        return _of_text(data)
    texts = {name: value for name, value in data.items() if _is_old(name, value)}
    return {**data, **_values(texts)} if texts else None


def _is_old(name: str, value: Any) -> bool:
    alone = name == "now" and value in _NOW_ALONE
    return name in _READ and isinstance(value, str) and not alone


def _of_text(text: str) -> Json | None:
    begins = _BEGINS.match(text)
    if begins is None:
        return None
    fields = notation.older_fields(text[begins.end() :])
    if fields is None:
        raise ValueError(text)
    edition = {"edition": begins[1]} if begins[1] else {}
    return edition | _values(fields)


def _values(fields: Mapping[str, str]) -> dict[str, Any]:
    """A field that there was not is left as it is, so that it is named."""
    return {n: _READ[n](text) if n in _READ else text for n, text in fields.items()}


def _list(text: str) -> list[str | None]:
    parts = text.split(",") if text not in ("", "-") else []
    return [None if part == line.UNSEEN else part for part in parts]


def _rows(text: str) -> list[list[str | None]]:
    return [_list(part) for part in text.split("/")] if text not in ("", "-") else []


def _seats(text: str) -> list[int]:
    return [int(part or "") for part in _list(text)]


def _drawn(text: str) -> list[Any]:
    pairs = (str(part).split("=") for part in _list(text))
    return [[int(seat), card] for seat, card in pairs]


def _unread(text: str) -> list[Any]:
    told = (map(int, str(part).split("=")) for part in _list(text))
    return [dict(zip(("drawer", "holder", "count"), each, strict=True)) for each in told]


def _rulings(text: str) -> dict[str, Any]:
    told = dict(str(part).split("=", 1) for part in _list(text))
    values = {rule.name: {str(v): v for v in rule.values} for rule in d.RULINGS}
    return {name: values.get(name, {}).get(text, text) for name, text in told.items()}


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split("+") if part]


def _offer(text: str) -> Any:
    match text.split("/"):
        case ["turn", player, short]:
            return {"turn": {"player": int(player), "short": _numbers(short)}}
        case ["may-claim", player]:
            return {"may-claim": {"player": int(player)}}
        case ["?"]:
            return None
    raise ValueError(text)


def _resume(text: str) -> Any:
    offer = _offer(text)
    return None if offer is None else offer["turn"]


_NOW: Final[Mapping[str, Callable[[str], Any]]] = {
    **dict.fromkeys(("player", "by", "count", "claimant"), int),
    **dict.fromkeys(("short", "asked", "touched", "waiting"), _numbers),
    "winner": lambda text: None if text == line.UNSEEN else int(text),
    "cards": lambda text: [part for part in text.split("+") if part],
    "exchange": lambda text: text == "yes",
    "then": _offer,
    "resume": _resume,
}


def _now(text: str) -> Any:
    name, *parts = text.split(";")
    told = dict(part.split("=", 1) for part in parts)
    return {name: {key: _NOW.get(key, str)(value) for key, value in told.items()}}


_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    **dict.fromkeys(("round", "turn"), int),
    **dict.fromkeys(("mac", "open-left", "open-right", "draw", "actions"), _list),
    **dict.fromkeys(("tasks", "stack", "returned"), _list),
    **dict.fromkeys(("hands", "won"), _rows),
    **dict.fromkeys(("opened", "left-game"), _seats),
    "at-once": _drawn,
    "unread": _unread,
    "rulings": _rulings,
    "now": _now,
}
