"""How a hand changes: cards are gained, lost, forgotten and identified."""

from __future__ import annotations

from typing import TypeAlias

from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.model.state import Cards, Hand

Hands: TypeAlias = tuple[Hand, ...]


def gain(hand: Hand, card: Card | None) -> Hand:
    """The hand with one card more; None is one that nobody saw."""
    if card is None:
        return Hand(hand.numbers, hand.kept, hand.fewest + 1, hand.most + 1)
    if card.kind is CardKind.NUMBER:
        return Hand((*hand.numbers, card), hand.kept, hand.fewest, hand.most)
    return Hand(hand.numbers, (*hand.kept, card), hand.fewest, hand.most)


def lose(hand: Hand, card: Card | None) -> Hand:
    """The hand with one card less.

    A card that was not known to be here was one of the unseen ones. Where
    nobody saw which one went, every known card may be the one: all of them
    are unseen from now on.
    """
    if card is None:
        return _fewer(forget(hand))
    if card in hand.numbers:
        return Hand(without(hand.numbers, card), hand.kept, hand.fewest, hand.most)
    if card in hand.kept:
        return Hand(hand.numbers, without(hand.kept, card), hand.fewest, hand.most)
    return _fewer(hand)


def may_lose(hand: Hand, card: Card) -> Hand:
    """The hand if it may have lost one unseen card."""
    fewest, most = lose(hand, card).size
    known = len(hand.numbers) + len(hand.kept)
    return Hand(hand.numbers, hand.kept, max(0, fewest - known), hand.most)


def holds(hand: Hand, card: Card) -> bool:
    """Whether a card is known to be in a hand."""
    return card in hand.numbers or card in hand.kept


def forget(hand: Hand) -> Hand:
    """The hand with nothing known about it but its size."""
    fewest, most = hand.size
    return Hand((), (), fewest, most)


def counted(hand: Hand, fewest: int, most: int) -> Hand:
    """The hand with at least ``fewest`` and at most ``most`` cards in all; where fewer than are known may be left, all are forgotten."""
    known = len(hand.numbers) + len(hand.kept)
    if known > fewest:
        return Hand((), (), fewest, most)
    return Hand(hand.numbers, hand.kept, fewest - known, most - known)


def shown(hand: Hand, numbers: Cards) -> Hand:
    """The hand once these turned out to be its number cards, all of them; what is left unseen are kept actions."""
    fewest, most = hand.size
    rest = len(numbers) + len(hand.kept)
    unseen = max(0, fewest - rest), max(0, most - rest)
    return Hand(numbers, hand.kept, *unseen)


def without(cards: Cards, card: Card) -> Cards:
    """The cards but this one, which is among them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def replaced(hands: Hands, player: int, hand: Hand) -> Hands:
    """All hands, one of them exchanged for another."""
    return hands[:player] + (hand,) + hands[player + 1 :]


def turned_up(hands: Hands, cards: Cards) -> Hands:
    """All hands once these cards are seen to lie on the table: whoever was believed to hold one holds another card."""
    return tuple(_unbelieved(hand, cards) for hand in hands)


def _unbelieved(hand: Hand, cards: Cards) -> Hand:
    wrong = [card for card in cards if holds(hand, card)]
    for card in wrong:
        hand = gain(lose(hand, card), None)
    return hand


def _fewer(hand: Hand) -> Hand:
    return Hand(hand.numbers, hand.kept, max(0, hand.fewest - 1), max(0, hand.most - 1))
