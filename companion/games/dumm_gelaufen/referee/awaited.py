"""What a tap has told already and the table is yet to show: who taps what he also does has done it once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.places import LEFT, MAC, RIGHT
from companion.games.dumm_gelaufen.model.state import State
from companion.games.dumm_gelaufen.referee.sitting import DummSitting
from companion.games.dumm_gelaufen.tracker.evidence import (
    PLAYED,
    DrawPileReach,
    Evidence,
    ZoneChange,
    cards_of,
)
from companion.table import Table


def awaiting(sitting: DummSitting) -> DummSitting:
    """The game once a move was tapped: the zones that do not show it yet are awaited."""
    table, state = sitting.table, sitting.state
    zones = (z for z in PLAYED if not _shows(state, z, cards_of(table, z)))
    return replace(sitting, awaited=frozenset(zones))


def unexpected(
    before: DummSitting, looked: DummSitting, more: Iterable[Evidence]
) -> tuple[DummSitting, tuple[Evidence, ...]]:
    """The signs that no tap has told of, and the game with what it still waits for; another change ends the waiting."""
    kept: list[Evidence] = []
    for sign in more:
        if not _told(looked, before.table, sign):
            kept.append(sign)
            if isinstance(sign, ZoneChange) and _changed(before.table, sign):
                looked = replace(looked, awaited=frozenset())
        elif isinstance(sign, ZoneChange) and _shows(
            looked.state, sign.zone, sign.cards
        ):
            looked = replace(looked, awaited=looked.awaited - {sign.zone})
    return looked, tuple(kept)


def _told(sitting: DummSitting, before: Table, sign: Evidence) -> bool:
    """Whether a sign is a part of what was tapped; who draws does so before he lays on a pile."""
    if isinstance(sign, DrawPileReach):
        return bool(sitting.awaited - {MAC})
    if sign.zone not in sitting.awaited:
        return False
    there = _there(sitting.state, sign.zone)
    if sign.zone != MAC:
        return not sign.cards or sign.cards[0] in there
    came = set(sign.cards) - set(cards_of(before, MAC))
    gone = set(cards_of(before, MAC)) - set(sign.cards)
    return came <= set(there) and not gone & set(there)


def _changed(before: Table, sign: ZoneChange) -> bool:
    return set(cards_of(before, sign.zone)) != set(sign.cards)


def _shows(state: State, zone: str, cards: tuple[Card, ...]) -> bool:
    """Whether a zone shows what lies there by the rules' state; a card that nobody has read may be any."""
    there = _there(state, zone)
    if zone == MAC:
        return set(cards) == set(there)
    return there[:1] == cards[:1] or there[:1] == (None,)


def _there(state: State, zone: str) -> tuple[Card | None, ...]:
    piles = {MAC: state.mac, LEFT: state.left, RIGHT: state.right}
    return piles.get(zone, state.actions)
