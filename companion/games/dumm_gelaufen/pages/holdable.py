"""Which cards a player may be holding, and where the others are known to be."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.model.places import ACTIONS, LEFT, MAC, RIGHT
from companion.games.dumm_gelaufen.model.sight import could_be_unseen
from companion.games.dumm_gelaufen.model.state import State
from companion.rules import Json


def holdable(state: State, player: int) -> Json:
    """Face -> ``copies`` that this hand may hold, those that it must hold first, and the places or seats of the others."""
    hands = [set(hand.known) for hand in state.hands]
    found: dict[str, dict[str, list[str | int]]] = {}
    for card in state.edition.cards:
        if card.kind not in (CardKind.NUMBER, CardKind.KEEP, CardKind.AT_ONCE):
            continue
        told = found.setdefault(card.face, {"copies": [], "elsewhere": []})
        if card in hands[player]:
            told["copies"].insert(0, card.code)
        elif could_be_unseen(state, card):
            told["copies"].append(card.code)
        else:
            told["elsewhere"] += _places(state, card)
    return found


def _places(state: State, card: Card) -> Iterator[str | int]:
    zones = {MAC: state.mac, LEFT: state.left, RIGHT: state.right, ACTIONS: state.actions}  # fmt: skip
    yield from (zone for zone, cards in zones.items() if card in cards)
    yield from (seat for seat, hand in enumerate(state.hands) if card in hand.known)
