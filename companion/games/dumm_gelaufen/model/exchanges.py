"""How the state changes as cards are dealt, taken, laid, thrown away and reshuffled (rules, A2 to A7)."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.model.action_effects import once_more
from companion.games.dumm_gelaufen.model.events import CardLaid, CardsDealt, CardsTaken
from companion.games.dumm_gelaufen.model.flow import after_exchange, after_replenishing
from companion.games.dumm_gelaufen.model.hands import (
    gain,
    holds,
    lose,
    replaced,
    turned_up,
    without,
)
from companion.games.dumm_gelaufen.model.places import (
    ACTIONS,
    DRAW,
    LEFT,
    MAC,
    PILES,
    RIGHT,
    Area,
)
from companion.games.dumm_gelaufen.model.state import (
    Hand,
    Obey,
    Pending,
    Pile,
    Short,
    State,
    ToLay,
    Turn,
    changed,
)
from companion.games.dumm_gelaufen.model.unread import more_unread, read


def cards_dealt(state: State, event: CardsDealt) -> State:
    """Hands, the row and the piles as they were dealt."""
    return changed(
        state,
        hands=tuple(reduce(gain, cards, Hand()) for cards in event.hands),
        mac=event.mac,
        left=event.left,
        right=event.right,
        draw=event.draw,
        actions=event.actions,
        murphys=replace(state.murphys, stack=event.stack),
    )


def cards_taken(state: State, event: CardsTaken) -> State:
    """The cards are in the hand now, at-once ones wait to be shown."""
    player = event.player
    hand, at_once, unseen = state.hands[player], state.at_once, 0
    mac, left, right, draw = state.mac, state.left, state.right, state.draw
    for at in event.cards:
        card = at.card
        if at.place == DRAW:
            draw = draw and draw[1:]
            unseen += card is None
        elif at.place == MAC:
            mac = mac if card is None or card not in mac else without(mac, card)
        elif at.place == LEFT:
            card, left = _off(left, card)
        elif at.place == RIGHT:
            card, right = _off(right, card)
        if card is not None and card.kind is CardKind.AT_ONCE:
            at_once += ((player, card),)
        else:
            hand = gain(hand, card)
    return changed(
        state,
        hands=replaced(state.hands, player, hand),
        mac=mac,
        left=left,
        right=right,
        draw=draw,
        at_once=at_once,
        unread=more_unread(state, player, unseen) if unseen else state.unread,
        pending=_after_taking(state.pending, event),
    )


def _off(pile: Pile, card: Card | None) -> tuple[Card | None, Pile]:
    """The card taken from a pile, and the rest; an unknown card leaves the rest unchanged."""
    top = pile[0] if pile else None
    if card is None or top is None or top is card:
        return card or top, pile[1:]
    return card, tuple(other for other in pile if other is not card)


def _after_taking(pending: Pending, event: CardsTaken) -> Pending:
    match pending:
        case Turn(player) if player == event.player and event.cards:
            area: Area = MAC if event.cards[0].place == MAC else PILES
            # One taken, two laid; two taken, one laid (A4).
            return ToLay(player, area, 3 - len(event.cards))
        case Obey():
            return replace(pending, count=max(0, pending.count - len(event.cards)))
        case _:
            return pending


def card_laid(state: State, event: CardLaid) -> State:
    """The card lies there now; what is open next."""
    laid, card = _put(state, event), event.card
    pending = laid.pending
    if event.place == ACTIONS and not isinstance(pending, Obey):
        return laid
    match pending:
        case ToLay(player, area, count) if count > 1:
            return changed(laid, pending=ToLay(player, area, count - 1))
        case ToLay():
            # What was drawn for this exchange held no at-once card: cards were laid.
            done = changed(laid, unread=()) if laid.unread else laid
            return changed(done, pending=after_exchange(done))
        case Obey():
            return changed(laid, pending=_after_laying(pending, event.player, card))
        case _:
            return laid


def _after_laying(pending: Obey, player: int, card: Card | None) -> Obey:
    detail = pending.detail
    if card is not None and pending.card.face in ("K08", "K09"):
        detail = card.colour
    asked = pending.asked
    if pending.card.face == "K11" and asked and asked[0] == player:
        asked = asked[1:]
    return replace(
        pending,
        asked=asked,
        count=max(0, pending.count - 1),
        detail=detail,
        touched=once_more(pending.touched, player),
    )


def _put(state: State, event: CardLaid) -> State:
    player, card = event.player, event.card
    hands = state.hands
    if hands[player].most and card is not None and not holds(hands[player], card):
        hands = turned_up(hands, (card,))
    hands = replaced(hands, player, lose(hands[player], card))
    if event.place == LEFT:
        return changed(state, hands=hands, left=(card,) + state.left)
    if event.place == RIGHT:
        return changed(state, hands=hands, right=(card,) + state.right)
    if event.place == ACTIONS:
        return changed(state, hands=hands, actions=(card, *state.actions))
    if event.place == MAC and card is not None:
        return changed(state, hands=hands, mac=state.mac + (card,))
    return changed(state, hands=hands)


def thrown_away(state: State, player: int, cards: tuple[Card, ...]) -> State:
    """Action cards just drawn lie on the discard, without effect."""
    hand, at_once = state.hands[player], state.at_once
    for card in cards:
        if (player, card) in at_once:
            at_once = tuple(pair for pair in at_once if pair != (player, card))
        else:
            hand = lose(hand, card)
    return changed(
        state,
        hands=replaced(state.hands, player, hand),
        at_once=at_once,
        actions=(*reversed(cards), *state.actions),
        unread=read(state.unread, player, len(cards)),
    )


def reshuffled(state: State, cards: tuple[Card, ...] | None) -> State:
    """Everything but the piles' tops went into the draw pile, hands left behind too (A7)."""
    hands = tuple(
        Hand() if p in state.left_game else hand for p, hand in enumerate(state.hands)
    )
    return changed(
        state,
        hands=hands,
        left=state.left[:1],
        right=state.right[:1],
        actions=(),
        draw=cards,
    )


def replenish_ended(state: State) -> State:
    """The next one who is short may draw; after the last one the game goes on."""
    pending = state.pending
    if not isinstance(pending, Short):
        return state
    if len(pending.waiting) > 1:
        return changed(state, pending=replace(pending, waiting=pending.waiting[1:]))
    then = after_replenishing(state, exchange=pending.exchange)
    return changed(state, pending=then)
