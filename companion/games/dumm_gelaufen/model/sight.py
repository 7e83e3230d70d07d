"""What is possible from public information: what a player may hold, and which moves a pattern stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.model.places import DRAW, LEFT, MAC, RIGHT, At
from companion.games.dumm_gelaufen.model.state import Hand, Pile, State


def laid_open(state: State) -> Iterator[Card]:
    """The cards known to lie on the table: in Mac's row, in the piles, on the discard."""
    yield from state.mac
    for pile in (state.left, state.right, state.actions):
        yield from (card for card in pile if card is not None)


def could_be_unseen(state: State, card: Card) -> bool:
    """Whether nobody knows for sure where this card is."""
    if card in laid_open(state) or any(card == red for _, red in state.at_once):
        return False
    known = any(card in h.numbers or card in h.kept for h in state.hands)
    return not known and card in state.edition.cards


def may_hold(state: State, player: int, card: Card) -> bool:
    """Whether this card is, or may be, in a player's hand."""
    hand = state.hands[player]
    if card in hand.numbers or card in hand.kept:
        return True
    return hand.most > 0 and could_be_unseen(state, card)


def may_hold_number(hand: Hand) -> bool:
    """Whether a hand holds, or may hold, a number card."""
    return bool(hand.numbers) or hand.most > 0


def surely_without_number(hand: Hand) -> bool:
    """Whether a hand holds no number card for sure."""
    return not hand.numbers and hand.most == 0


def layable(hand: Hand) -> Pile:
    """The number cards that a hand can lay: the known ones, and None for one of the unseen."""
    return (*hand.numbers, None) if hand.most else hand.numbers


def of_one_colour(hand: Hand, least: int) -> tuple[str, ...]:
    """The colours of which a hand is known to hold at least so many number cards."""
    counts = Counter(card.colour for card in hand.numbers)
    return tuple(colour for colour, count in counts.items() if count >= least)


def sources(state: State) -> tuple[At, ...]:
    """Every place from which a single card can be taken, the draw pile first, unknown tops as None."""
    drawn = (At(DRAW),) if drawable(state, 1) else ()
    return (*drawn, *tops(state), *(At(MAC, card) for card in state.mac))


def tops(state: State) -> tuple[At, ...]:
    """The tops of the open piles that are not empty."""
    piles = (At(LEFT, state.left[0]),) if state.left else ()
    return (*piles, At(RIGHT, state.right[0])) if state.right else piles


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
        card is None or card.kind is CardKind.NUMBER
        for card in (*state.draw, *buried(state))
    )
