"""Moves, what is pending, and positions as text (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING, fields
from itertools import groupby
from typing import Any, Final, TypeAlias, get_args, get_type_hints

from companion.errors import CompanionError, InputError
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import (
    Area,
    At,
    Card,
    Place,
    copies_of,
    parse_face,
)

# Moves -------------------------------------------------------------------------------


Finder: TypeAlias = Callable[[str, str], Card]
"""A face without its copy, and the place where it lies (empty: in the hand) -> the card."""

UNSEEN: Final = "?"
_PLACES: Final[dict[str, Place]] = {place: place for place in get_args(Place)}


# Cards -----------------------------------------------------------------------------


def short(card: Card | None) -> str:
    """A card's short code; ``?`` for one that nobody has seen."""
    return UNSEEN if card is None else card.short


def first_copy(face: str, place: str = "") -> Card:
    """The first copy of a face: the default for a face without a copy."""
    return Card.parse(f"{face}-1")


def read_card(text: str, find: Finder = first_copy, place: str = "") -> Card:
    """The card of ``R7-2``, ``R07-2`` or ``R1``; of ``R7`` the copy that ``find`` gives. Raises CardError."""
    face, dash, copy = text.partition("-")
    if dash:
        return Card.parse(f"{parse_face(face)}-{copy}")
    named = parse_face(face)
    return first_copy(named) if copies_of(named) == 1 else find(named, place)


def _read_unseen(text: str, find: Finder, place: str = "") -> Card | None:
    return None if text == UNSEEN else read_card(text, find, place)


# Moves -----------------------------------------------------------------------------


def read_move(
    text: str, player: int | None = None, find: Finder = first_copy
) -> m.Move:
    """The move in a text; its seat defaults to ``player``.

    Raises InputError (``notation.no-move``) and CardError.
    """
    words = text.split()
    try:
        if words and words[0].isdecimal():
            player = int(words.pop(0))
        return _read_move(words, player, find)
    except (ValueError, KeyError) as error:
        if isinstance(error, CompanionError):
            raise
        raise InputError("notation.no-move", text=text[:80]) from None


def _read_move(words: Sequence[str], player: int | None, find: Finder) -> m.Move:
    match words:
        case ["table", "accepts" | "rejects" as verdict]:
            return m.DecideClaim(accept=verdict == "accepts")
        case [verb, *rest] if player is not None:
            return _READERS[verb](player, rest, find)
        case _:
            raise ValueError(words)


def _take(player: int, rest: Sequence[str], find: Finder) -> m.Move:
    return m.Take(player, tuple(_read_at(word, find) for word in rest))


def _lay(player: int, rest: Sequence[str], find: Finder) -> m.Move:
    (word,) = rest
    place, _, card = word.partition(":")
    return m.Lay(player, _PLACES[place], read_card(card, find) if card else None)


def _play(player: int, rest: Sequence[str], find: Finder) -> m.Move:
    (card,) = rest
    return m.PlayAction(player, read_card(card, find))


def _choose(player: int, rest: Sequence[str], find: Finder) -> m.Move:
    told = dict(word.split(":", 1) for word in rest)
    whom, cards, face = (told.pop(key, "") for key in ("whom", "cards", "face"))
    if told:
        raise ValueError(rest)
    return m.Choose(
        player,
        int(whom) if whom else None,
        tuple(_read_unseen(card, find) for card in cards.split(",") if card),
        parse_face(face) if face else "",
    )


def _claim(player: int, rest: Sequence[str], find: Finder) -> m.Move:
    task, *shown = rest
    kept = None
    if shown and shown[-1].startswith("kept:"):
        kept = int(shown.pop().removeprefix("kept:"))
    cards = tuple(read_card(card, find) for card in shown)
    return m.Claim(player, read_card(task, find), cards, kept)


def _pass(player: int, rest: Sequence[str], find: Finder) -> m.Move:
    () = rest
    return m.Pass(player)


_READERS: Final[dict[str, Callable[[int, Sequence[str], Finder], m.Move]]] = {
    "take": _take,
    "lay": _lay,
    "play": _play,
    "choose": _choose,
    "claim": _claim,
    "pass": _pass,
}


def _read_at(word: str, find: Finder) -> At:
    place, _, card = word.partition(":")
    return At(_PLACES[place], read_card(card, find, place) if card else None)


# What is pending ---------------------------------------------------------------------


ConvertText: TypeAlias = Callable[[Any], Any]
PendingClass: TypeAlias = type[Any]

_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def pending_text(pending: m.Pending, turn: int) -> str:
    """The pending decision as text; the deciding seat is named if it is not its turn."""
    return ";".join(_parts(pending, turn))


def read_pending(text: str, turn: int) -> m.Pending:
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
    found: m.Pending = kind(**values)
    return found


def _parts(pending: m.Pending, turn: int) -> Iterator[str]:
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


def _offer_text(offer: m.Turn | m.MayClaim | None) -> str:
    """A turn or claim that continues afterwards: whose it is, and who may be short of cards."""
    match offer:
        case m.Turn(player, short):
            return f"turn/{player}/{_joined(short)}"
        case m.MayClaim(player):
            return f"may-claim/{player}"
        case _:
            return "?"


def _read_offer(text: str) -> m.Turn | m.MayClaim | None:
    match text.split("/"):
        case ["turn", player, short]:
            return m.Turn(int(player), _numbers(short))
        case ["may-claim", player]:
            return m.MayClaim(int(player))
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
    m.Turn | None: _offer_text,
    m.Turn | m.MayClaim | None: _offer_text,
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
    m.Turn | None: _read_offer,
    m.Turn | m.MayClaim | None: _read_offer,
}

NAMES: Final[dict[PendingClass, str]] = {
    kind: _HUMP.sub("-", kind.__name__).lower() for kind in get_args(m.Pending)
}
KINDS: Final = {name: kind for kind, name in NAMES.items()}

_HINTS: Final = {
    kind: {field.name: get_type_hints(kind)[field.name] for field in fields(kind)}
    for kind in KINDS.values()
}


# Positions ---------------------------------------------------------------------------


NOTHING: Final = "-"


def position_text(state: m.State) -> str:
    """The position as one line; ``read_position`` is the inverse."""
    told = dict(fields_of(state))
    edition = told.pop("edition")
    return " ".join((edition, *(f"{name}:{text}" for name, text in told.items())))


def fields_of(state: m.State) -> Iterator[tuple[str, str]]:
    """Every non-empty field of a position, by its name."""
    murphys = state.murphys
    yield "edition", state.edition.name
    yield "round", str(state.round)
    yield "turn", str(state.turn)
    yield "hands", "/".join(_hand(hand) for hand in state.hands)
    yield from _unless(NOTHING, "mac", _pile(state.mac))
    yield from _unless(NOTHING, "open-left", _pile(state.left))
    yield from _unless(NOTHING, "open-right", _pile(state.right))
    yield from () if state.draw is None else (("draw", _pile(state.draw)),)
    yield from _unless(NOTHING, "actions", _pile(state.actions))
    if any(murphys.held):
        yield "tasks", ",".join(map(short, murphys.held))
    if any(murphys.won):
        yield "won", "/".join(map(_pile, murphys.won))
    yield from _unless("", "opened", _numbers_text(sorted(murphys.opened)))
    yield from () if murphys.stack is None else (("stack", _pile(murphys.stack)),)
    yield from _unless(NOTHING, "returned", _pile(murphys.returned))
    yield from _unless("", "at-once", ",".join(_drawn(state)))
    yield from _unless("", "unread", ",".join(_unread(state)))
    yield from _unless("", "left-game", _numbers_text(sorted(state.left_game)))
    yield from _unless("", "rulings", ",".join(_rulings(state)))
    yield "now", pending_text(state.pending, state.turn)


def _unless(implied: str, name: str, text: str) -> Iterator[tuple[str, str]]:
    if text != implied:
        yield name, text


def _hand(hand: m.Hand) -> str:
    known = list(map(short, hand.known))
    if hand.most:
        some = hand.fewest == hand.most
        known.append(
            _unseen(hand.most) if some else f"{UNSEEN}{hand.fewest}-{hand.most}"
        )
    return ",".join(known) or NOTHING


def _unseen(count: int) -> str:
    return UNSEEN if count == 1 else f"{UNSEEN}{count}"


def _pile(cards: m.Pile) -> str:
    parts: list[str] = []
    for known, run in groupby(cards, lambda card: card is not None):
        some = list(run)
        parts += map(short, some) if known else [_unseen(len(some))]
    return ",".join(parts) or NOTHING


def _numbers_text(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _drawn(state: m.State) -> Iterator[str]:
    return (f"{player}={card.short}" for player, card in state.at_once)


def _unread(state: m.State) -> Iterator[str]:
    return (f"{u.drawer}={u.holder}={u.count}" for u in state.unread)


def _rulings(state: m.State) -> Iterator[str]:
    """The rulings that differ from the edition's own."""
    usual = state.edition.rulings.to_json()
    for name, value in state.rulings.to_json().items():
        if value != usual[name]:
            yield f"{name}={value}"
