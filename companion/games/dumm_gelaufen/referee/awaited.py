"""Moves that were entered by tap and are also carried out on the table: they count once."""

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
    """The game after a tapped move, waiting for the zones that do not show it yet."""
    table, state = sitting.table, sitting.state
    zones = (z for z in PLAYED if not _shows(state, z, cards_of(table, z)))
    return replace(sitting, awaited=frozenset(zones))


def unexpected(
    before: DummSitting, looked: DummSitting, more: Iterable[Evidence]
) -> tuple[DummSitting, tuple[Evidence, ...]]:
    """The evidence that no tap explains, and the game with what it still waits for; any other change ends the waiting."""
    kept: list[Evidence] = []
    for evidence in more:
        if not _told(looked, before.table, evidence):
            kept.append(evidence)
            if isinstance(evidence, ZoneChange) and _changed(before.table, evidence):
                looked = replace(looked, awaited=frozenset())
        elif isinstance(evidence, ZoneChange) and _shows(
            looked.state, evidence.zone, evidence.cards
        ):
            looked = replace(looked, awaited=looked.awaited - {evidence.zone})
    return looked, tuple(kept)


def _told(sitting: DummSitting, before: Table, evidence: Evidence) -> bool:
    """Whether evidence is part of the tapped move; drawing precedes laying on a pile."""
    if isinstance(evidence, DrawPileReach):
        return bool(sitting.awaited - {MAC})
    if evidence.zone not in sitting.awaited:
        return False
    there = _there(sitting.state, evidence.zone)
    if evidence.zone != MAC:
        return not evidence.cards or evidence.cards[0] in there
    came = set(evidence.cards) - set(cards_of(before, MAC))
    gone = set(cards_of(before, MAC)) - set(evidence.cards)
    return came <= set(there) and not gone & set(there)


def _changed(before: Table, evidence: ZoneChange) -> bool:
    return set(cards_of(before, evidence.zone)) != set(evidence.cards)


def _shows(state: State, zone: str, cards: tuple[Card, ...]) -> bool:
    """Whether a zone shows what lies there by the rules' state; a card that nobody has read may be any."""
    there = _there(state, zone)
    if zone == MAC:
        return set(cards) == set(there)
    return there[:1] == cards[:1] or there[:1] == (None,)


def _there(state: State, zone: str) -> tuple[Card | None, ...]:
    piles = {MAC: state.mac, LEFT: state.left, RIGHT: state.right}
    return piles.get(zone, state.actions)
