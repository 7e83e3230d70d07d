"""The pending decision as text: ``turn``, ``to-lay;area=mac;count=2`` (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from typing import Any, Final, TypeAlias, get_args, get_type_hints

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.pending import MayClaim, Pending, Turn
from companion.games.dumm_gelaufen.model.places import Area
from companion.games.dumm_gelaufen.programs.notation import read_card, short

ConvertText: TypeAlias = Callable[[Any], Any]
PendingClass: TypeAlias = type[Any]

_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def pending_text(pending: Pending, turn: int) -> str:
    """The pending decision as text; the deciding seat is named if it is not its turn."""
    return ";".join(_parts(pending, turn))


def read_pending(text: str, turn: int) -> Pending:
    """What ``pending_text`` wrote; of a claim in doubt without its reasons. Raises ValueError, KeyError, CardError."""
    name, *parts = text.split(";")
    kind = KINDS[name]
    given = dict(part.split("=", 1) for part in parts)
    hints = _HINTS[kind]
    values: dict[str, Any] = {"player": turn} if "player" in hints else {}
    values |= {"reasons": ()} if "reasons" in hints else {}
    values |= {key: _READ[hints[key]](value) for key, value in given.items()}
    needed = (field.name for field in fields(kind) if field.default is MISSING)
    if not values.keys() >= set(needed):
        raise ValueError(text)
    found: Pending = kind(**values)
    return found


def _parts(pending: Pending, turn: int) -> Iterator[str]:
    kind = type(pending)
    yield NAMES[kind]
    for field in fields(kind):
        value, hint = getattr(pending, field.name), _HINTS[kind][field.name]
        implied = turn if field.name == "player" else field.default
        if hint in _WRITE and (implied is MISSING or value != implied):
            yield f"{field.name}={_WRITE[hint](value)}"


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("+") if part)


def _joined(values: tuple[object, ...]) -> str:
    return "+".join(map(str, values))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(read_card(part) for part in text.split("+") if part)


def _offer_text(offer: Turn | MayClaim | None) -> str:
    """A turn or claim that continues afterwards: whose it is, and who may be short of cards."""
    match offer:
        case Turn(player, short):
            return f"turn/{player}/{_joined(short)}"
        case MayClaim(player):
            return f"may-claim/{player}"
        case _:
            return "?"


def _read_offer(text: str) -> Turn | MayClaim | None:
    match text.split("/"):
        case ["turn", player, short]:
            return Turn(int(player), _numbers(short))
        case ["may-claim", player]:
            return MayClaim(int(player))
        case ["?"]:
            return None
        case _:
            raise ValueError(text)


def _area(text: str) -> str:
    if text not in get_args(Area):
        raise ValueError(text)
    return text


_WRITE: Final[dict[Any, ConvertText]] = {
    int: str,
    int | None: lambda value: "?" if value is None else str(value),
    str: str,
    Area: str,
    bool: lambda value: "yes" if value else "no",
    Card: short,
    tuple[int, ...]: _joined,
    tuple[Card, ...]: lambda cards: _joined(tuple(map(short, cards))),
    Turn | None: _offer_text,
    Turn | MayClaim | None: _offer_text,
}
"""Type of a field -> function that writes it. Reasons are left out, as they follow from the claim."""

_READ: Final[dict[Any, ConvertText]] = {
    int: int,
    int | None: lambda text: None if text == "?" else int(text),
    str: str,
    Area: _area,
    bool: {"yes": True, "no": False}.__getitem__,
    Card: read_card,
    tuple[int, ...]: _numbers,
    tuple[Card, ...]: _cards,
    Turn | None: _read_offer,
    Turn | MayClaim | None: _read_offer,
}

NAMES: Final[dict[PendingClass, str]] = {
    kind: _HUMP.sub("-", kind.__name__).lower() for kind in get_args(Pending)
}
KINDS: Final = {name: kind for kind, name in NAMES.items()}

_HINTS: Final = {
    kind: {field.name: get_type_hints(kind)[field.name] for field in fields(kind)}
    for kind in KINDS.values()
}
