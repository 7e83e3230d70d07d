"""What a zone may have shown between the hands of two people, where it was read only after both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.places import ACTIONS, MAC
from companion.games.dumm_gelaufen.model.state import Pile
from companion.games.dumm_gelaufen.tracker import likelihoods, turn_transitions
from companion.games.dumm_gelaufen.tracker.evidence import ZoneChange
from companion.games.dumm_gelaufen.tracker.hypothesis import Hypothesis

ShownInBetween: TypeAlias = tuple[tuple[Card, ...], int, float]
"""What a zone may have shown in between, how many cards more lay there, and what speaks against it."""
MOST_A_TURN: Final = sum(turn_transitions.RATIOS[0])
"""One turn moves so many cards in Mac's row."""
MOST_AT_ONCE: Final = 2 * MOST_A_TURN
"""Two turns move no more cards in Mac's row before it settles."""


@lru_cache(maxsize=64)
def parts_of_row(row: Pile, evidence: ZoneChange) -> tuple[ShownInBetween, ...]:
    """What Mac's row, of which this is believed, may have shown in between."""
    return tuple(_parts_of_row(row, evidence))


def _parts_of_row(row: Pile, evidence: ZoneChange) -> Iterator[ShownInBetween]:
    gone = [card for card in row if card and card not in evidence.cards]
    new = [card for card in evidence.cards if card not in row]
    new += evidence.passed(row)
    for out in _subsets(gone):
        for came, unread in _laid_unseen(new):
            if unread and out and evidence.visits < 2:
                continue
            if out or came or unread:
                between = (*(c for c in row if c and c not in out), *came)
                cost = likelihoods.OVERTAKEN * evidence.disorder(row, between)
                yield between, unread, cost + likelihoods.OVERTAKEN * unread


def parts_of_pile(pile: Pile, evidence: ZoneChange) -> Iterator[ShownInBetween]:
    """The same of a pile: its top taken, or some of what was laid on it, or a card more that went before it was read."""
    for cards in _on_pile(pile, evidence.cards):
        yield cards, 0, 0.0
    yield evidence.cards, 1, likelihoods.OVERTAKEN


def _laid_unseen(new: list[Card]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """What may have been laid in Mac's row before others came: cards that show now, and how many went before they were read."""
    for came in _subsets(new):
        yield came, 0
        if len(came) < 2:
            yield came, 1


def _on_pile(pile: Pile, shown: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """What a pile may have shown before it came to show these cards."""
    for under in (pile[1:2], pile[2:3])[: len(pile)]:
        if None not in under:
            yield tuple(card for card in under if card)
    for number, card in enumerate(shown, 1):
        if card in pile:
            return
        if shown[number:]:
            yield shown[number:]


def shown_between(
    hypothesis: Hypothesis, evidence: ZoneChange
) -> Iterator[tuple[Card, ...]]:
    """What a zone may have shown between two turns: such that the first is complete by it."""
    if evidence.zone == ACTIONS:
        if len(set(evidence.cards) - hypothesis.actions) > 1:
            yield evidence.cards[1:]
        return
    if evidence.zone != MAC:
        if evidence.visits > 1:
            yield from _on_pile(hypothesis.pile(evidence.zone), evidence.cards)
        return
    turn = hypothesis.turn
    gone = [card for card in hypothesis.mac if card and card not in evidence.cards]
    passed = evidence.passed(hypothesis.mac)
    new = [card for card in evidence.cards if card not in hypothesis.mac] + passed
    moved = len(gone) + len(new) + len(passed)
    if not 2 <= moved <= MOST_AT_ONCE:
        return
    taken, laid = len(turn.taken), len(turn.laid)
    for out in _subsets(gone):
        for came in _subsets(new):
            moves = (taken + len(out), laid + len(came))
            # What an action card has somebody do with Mac is no exchange.
            whole = bool(turn.played) or moves in turn_transitions.RATIOS
            if whole and 0 < len(out) + len(came) < moved:
                left = tuple(
                    card for card in hypothesis.mac if card and card not in out
                )
                yield (*left, *came)


def moves_several_turns(hypothesis: Hypothesis, evidence: ZoneChange) -> bool:
    """Whether more cards came to Mac's row and went than one turn moves: arms that touch are told as one."""
    if evidence.zone != MAC:
        return False
    moved = {*hypothesis.mac} - {None} ^ {*evidence.cards}
    return len(moved) > MOST_A_TURN


def _subsets(cards: list[Card]) -> Iterator[tuple[Card, ...]]:
    return chain.from_iterable(combinations(cards, n) for n in range(3))
