"""Completing an exchange (rules, A4, A5 and D): what may be laid where, and drawing if cards run short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.announce import Message
from companion.games.dumm_gelaufen.deck.cards import CardKind
from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST
from companion.games.dumm_gelaufen.model.flow import replenishes_at_any_time
from companion.games.dumm_gelaufen.model.moves import Lay, Take
from companion.games.dumm_gelaufen.model.places import (
    ACTIONS,
    DRAW,
    LEFT,
    MAC,
    RIGHT,
    At,
    Place,
)
from companion.games.dumm_gelaufen.model.sight import layable, may_hold, numbers_to_draw
from companion.games.dumm_gelaufen.model.state import State, ToLay
from companion.games.dumm_gelaufen.rules.refusals import (
    IllegalReason,
    not_drawn,
    refused,
)

OPEN: Final[tuple[Place, ...]] = (LEFT, RIGHT)
WITH_MAC: Final[tuple[Place, ...]] = (MAC,)


def lays(state: State, pending: ToLay) -> Iterator[Lay | Take]:
    """Every card to every place where it may be laid now, and the draw that an edition allows before."""
    player = pending.player
    if not must_replenish(state, pending):
        for place in targets(pending):
            for card in layable(state.hands[player]):
                yield Lay(player, place, card)
    if may_replenish(state, player):
        yield Take(player, (At(DRAW),))


def targets(pending: ToLay) -> tuple[Place, ...]:
    """Where cards may be laid: in the area where they were taken, never anywhere else."""
    return WITH_MAC if pending.area == MAC else OPEN


def may_replenish(state: State, player: int) -> bool:
    """Whether a player may draw for being short in the middle of his exchange (rules, D)."""
    if not replenishes_at_any_time(state):
        return False
    hand = state.hands[player]
    short = hand.most > 0 or len(hand.numbers) < state.rulings.replenish_to
    return short and numbers_to_draw(state)


def must_replenish(state: State, pending: ToLay) -> bool:
    """Whether he could not lay what he owes otherwise."""
    hand = state.hands[pending.player]
    short = hand.most == 0 and len(hand.numbers) < pending.count
    return short and may_replenish(state, pending.player)


def stuck(state: State, pending: ToLay) -> bool:
    """Whether nothing can be laid though something is owed: no number card is to be had any more."""
    hand = state.hands[pending.player]
    if hand.numbers or hand.most:
        return False
    return not may_replenish(state, pending.player)


def wrong_lay(state: State, pending: ToLay, move: Lay) -> list[Message]:
    """Every reason why this card may not be laid there."""
    wrong: list[Message] = []
    if move.place not in targets(pending):
        wrong.append(_wrong_place(move))
    elif move.place == MAC and len(state.mac) >= MAC_MOST:
        wrong.append(refused(IllegalReason.MAC_OVER_SEVEN, count=len(state.mac) + 1))
    if must_replenish(state, pending):
        wrong.append(refused(IllegalReason.MUST_REPLENISH))
    if move.card not in state.hands[move.player].numbers:
        wrong += _wrong_card(state, move)
    return wrong


def _wrong_place(move: Lay) -> Message:
    if move.place == DRAW:
        return refused(IllegalReason.NOT_A_TARGET)
    if move.place != ACTIONS:
        return refused(IllegalReason.AREAS_MIXED)
    if move.card is None:
        return refused(IllegalReason.NOT_A_TARGET)
    if move.card.kind is CardKind.NUMBER:
        return refused(IllegalReason.NUMBER_ON_ACTIONS, card=move.card.name)
    # Its own pile, yet nothing is laid there in an exchange.
    return not_drawn(move.card)


def _wrong_card(state: State, move: Lay) -> Iterator[Message]:
    """Why a card that is not known to be in the hand may not be laid."""
    card = move.card
    if card is None:
        # What lies with Mac is seen by everybody, and so is a hand that is known.
        if move.place == MAC or state.hands[move.player].all_known:
            yield refused(IllegalReason.CARD_UNNAMED)
        return
    if card.kind is not CardKind.NUMBER and move.place != ACTIONS:
        yield refused(IllegalReason.ACTION_ON_PILE, card=card.name)
    if not may_hold(state, move.player, card):
        yield refused(IllegalReason.NOT_IN_HAND, card=card.name)
