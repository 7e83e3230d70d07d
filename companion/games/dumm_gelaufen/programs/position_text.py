"""A position as one line of text, complete and short (docs/notation.md).

    classic round:1 turn:0 hands:?8/?9 mac:R5-1,Y3 open-left:G2 open-right:G1 now:turn

A field left out is unknown (draw pile, stack, tasks) or empty (all others).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from companion.games.dumm_gelaufen.model.state import (
    Hand,
    Pile,
    State,
)
from companion.games.dumm_gelaufen.programs.notation import (
    UNSEEN,
    short,
)
from companion.games.dumm_gelaufen.programs.pending_text import pending_text

NOTHING: Final = "-"


def position_text(state: State) -> str:
    """The position as one line; ``read_position`` is the inverse."""
    told = dict(fields_of(state))
    edition = told.pop("edition")
    return " ".join((edition, *(f"{name}:{text}" for name, text in told.items())))


def fields_of(state: State) -> Iterator[tuple[str, str]]:
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
    yield from _unless("", "opened", _numbers(sorted(murphys.opened)))
    yield from () if murphys.stack is None else (("stack", _pile(murphys.stack)),)
    yield from _unless(NOTHING, "returned", _pile(murphys.returned))
    yield from _unless("", "at-once", ",".join(_drawn(state)))
    yield from _unless("", "unread", ",".join(_unread(state)))
    yield from _unless("", "left-game", _numbers(sorted(state.left_game)))
    yield from _unless("", "rulings", ",".join(_rulings(state)))
    yield "now", pending_text(state.pending, state.turn)


def _unless(implied: str, name: str, text: str) -> Iterator[tuple[str, str]]:
    if text != implied:
        yield name, text


def _hand(hand: Hand) -> str:
    known = list(map(short, hand.known))
    if hand.most:
        some = hand.fewest == hand.most
        known.append(
            _unseen(hand.most) if some else f"{UNSEEN}{hand.fewest}-{hand.most}"
        )
    return ",".join(known) or NOTHING


def _unseen(count: int) -> str:
    return UNSEEN if count == 1 else f"{UNSEEN}{count}"


def _pile(cards: Pile) -> str:
    parts: list[str] = []
    for known, run in groupby(cards, lambda card: card is not None):
        some = list(run)
        parts += map(short, some) if known else [_unseen(len(some))]
    return ",".join(parts) or NOTHING


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _drawn(state: State) -> Iterator[str]:
    return (f"{player}={card.short}" for player, card in state.at_once)


def _unread(state: State) -> Iterator[str]:
    return (f"{u.drawer}={u.holder}={u.count}" for u in state.unread)


def _rulings(state: State) -> Iterator[str]:
    """The rulings that differ from the edition's own."""
    usual = state.edition.rulings.to_json()
    for name, value in state.rulings.to_json().items():
        if value != usual[name]:
            yield f"{name}={value}"
