"""Hands: how they change, which of their cards nobody has seen, and what they may hold by public information."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias, TypeVar

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.model.lying import Cards, Pile
from companion.games.dumm_gelaufen.model.state import Hand, State, Unread

Hands: TypeAlias = tuple[Hand, ...]
T = TypeVar("T")


def gain(hand: Hand, card: d.Card | None) -> Hand:
    """The hand with one card more; None is one that nobody saw."""
    if card is None:
        return Hand(hand.numbers, hand.kept, hand.fewest + 1, hand.most + 1)
    if card.kind is d.CardKind.NUMBER:
        return Hand((*hand.numbers, card), hand.kept, hand.fewest, hand.most)
    return Hand(hand.numbers, (*hand.kept, card), hand.fewest, hand.most)


def lose(hand: Hand, card: d.Card | None) -> Hand:
    """The hand with one card less.

    A card that was not known to be here was one of the unseen ones. Where
    nobody saw which one went, every known card may be the one: all of them
    are unseen from now on.
    """
    if card is None:
        fewest, most = hand.size
        return _fewer(Hand((), (), fewest, most))
    if card in hand.numbers:
        return Hand(without(hand.numbers, card), hand.kept, hand.fewest, hand.most)
    if card in hand.kept:
        return Hand(hand.numbers, without(hand.kept, card), hand.fewest, hand.most)
    return _fewer(hand)


def may_lose(hand: Hand, card: d.Card) -> Hand:
    """The hand if it may have lost one unseen card."""
    fewest, most = lose(hand, card).size
    known = len(hand.numbers) + len(hand.kept)
    return Hand(hand.numbers, hand.kept, max(0, fewest - known), hand.most)


def holds(hand: Hand, card: d.Card) -> bool:
    """Whether a card is known to be in a hand."""
    return card in hand.numbers or card in hand.kept


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


def without(cards: Cards, card: d.Card) -> Cards:
    """The cards but this one, which is among them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def replaced(many: tuple[T, ...], at: int, new: T) -> tuple[T, ...]:
    """All of them, the hands of all players for example, one exchanged for another."""
    return (*many[:at], new, *many[at + 1 :])


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


# Cards drawn at a real table and not yet seen ----------------------------------------


def more_unread(state: State, player: int, count: int) -> tuple[Unread, ...]:
    """What is unread once a player has drawn so many cards more."""
    for at, unread in enumerate(state.unread):
        if unread.drawer == unread.holder == player:
            more = replace(unread, count=unread.count + count)
            return replaced(state.unread, at, more)
    return (*state.unread, Unread(player, player, count))


def read(unread: tuple[Unread, ...], drawer: int, count: int) -> tuple[Unread, ...]:
    """What is unread once ``count`` cards that ``drawer`` drew have been seen, the latest ones first."""
    left: list[Unread] = []
    for u in reversed(unread):
        seen = min(count, u.count) if u.drawer == drawer else 0
        count -= seen
        left.append(replace(u, count=u.count - seen))
    return tuple(u for u in reversed(left) if u.count)


# What is possible --------------------------------------------------------------------


def laid_open(state: State) -> Iterator[d.Card]:
    """The cards known to lie on the table: in Mac's row, in the piles, on the discard."""
    for cards in state.lying.values():
        yield from (card for card in cards if card is not None)


def could_be_unseen(state: State, card: d.Card) -> bool:
    """Whether nobody knows for sure where this card is."""
    if card in laid_open(state) or any(card == red for _, red in state.at_once):
        return False
    known = any(holds(hand, card) for hand in state.hands)
    return not known and card in state.edition.cards


def may_hold(state: State, player: int, card: d.Card) -> bool:
    """Whether this card is, or may be, in a player's hand."""
    hand = state.hands[player]
    return holds(hand, card) or (hand.most > 0 and could_be_unseen(state, card))


def may_hold_number(hand: Hand) -> bool:
    """Whether a hand holds, or may hold, a number card."""
    return bool(hand.numbers) or hand.most > 0


def layable(hand: Hand) -> Pile:
    """The number cards that a hand can lay: the known ones, and None for one of the unseen."""
    return (*hand.numbers, None) if hand.most else hand.numbers


def of_one_colour(hand: Hand, least: int) -> tuple[str, ...]:
    """The colours of which a hand is known to hold at least so many number cards."""
    counts = Counter(card.colour for card in hand.numbers)
    return tuple(colour for colour, count in counts.items() if count >= least)


def sources(state: State) -> tuple[d.At, ...]:
    """Every place from which a single card can be taken, the draw pile first, unknown tops as None."""
    drawn = (d.At(d.DRAW),) if drawable(state, 1) else ()
    return (*drawn, *tops(state), *(d.At(d.MAC, card) for card in state.mac))


def tops(state: State) -> tuple[d.At, ...]:
    """The tops of the open piles that are not empty."""
    piles = (d.At(d.LEFT, state.left[0]),) if state.left else ()
    return (*piles, d.At(d.RIGHT, state.right[0])) if state.right else piles


def drawable(state: State, count: int) -> bool:
    """Whether so many cards can be drawn, a reshuffle included (A7); yes where nobody knows."""
    if state.draw is None or len(state.draw) >= count:
        return True
    return len(state.draw) + len(buried(state)) >= count


def buried(state: State) -> Pile:
    """What is shuffled once the draw pile has run dry (A7): discard, piles but for their tops, hands left behind."""
    aside = (state.hands[p].known for p in sorted(state.left_game))
    hands = tuple(card for hand in aside for card in hand)
    return (*state.actions, *state.left[1:], *state.right[1:], *hands)


def numbers_to_draw(state: State) -> bool:
    """Whether the draw pile, or what would be shuffled into it, holds a number card; yes where nobody knows.

    Without this a draw "until a number card comes" could go round for ever.
    """
    if state.draw is None:
        return True
    return any(
        card is None or card.kind is d.CardKind.NUMBER for card in (*state.draw, *buried(state))
    )
