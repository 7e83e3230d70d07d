"""The answers that an action card takes (rules, C): as patterns, in which None stands for any card unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.deck.edition import Edition
from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST
from companion.games.dumm_gelaufen.model.actions import (
    LAID_BY_K08,
    matches,
    matching,
    victims,
)
from companion.games.dumm_gelaufen.model.moves import Choose, Lay, Move, Pass, Take
from companion.games.dumm_gelaufen.model.places import (
    ACTIONS,
    DRAW,
    LEFT,
    MAC,
    RIGHT,
    Place,
)
from companion.games.dumm_gelaufen.model.sight import (
    could_be_unseen,
    layable,
    of_one_colour,
    sources,
)
from companion.games.dumm_gelaufen.model.state import Cards, Obey, Pile, State

OPEN_PILES: Final[tuple[Place, ...]] = (LEFT, RIGHT)


def answers(state: State, pending: Obey) -> Iterator[Move]:
    """The moves that answer an action card being obeyed; None stands for any card unseen."""
    player, face = pending.player, pending.card.face
    match face:
        case "A01":
            yield from _picked(state, pending)
        case "A05" | "K01" | "K02" | "K05":
            yield from (Choose(player, whom) for whom in state.others(player))
        case "K03":
            yield from _pairs(state, player)
        case "K04":
            yield from _two_away(state, player)
        case "K06":
            yield from _given(state, player, state.hands[player].known)
        case "K07":
            cards = layable(state.hands[player])
            yield from _lays(player, cards, (MAC,))
        case "K08" | "K09" | "K11":
            yield from _lays(player, _of_colour(state, pending), OPEN_PILES)
        case "K10" if pending.detail:
            yield from _handed_over(state, pending)
        case "K10":
            yield from _demands(state, player)
        case "K12":
            yield from _free_choice(state, pending)
    if _may_end(state, pending):
        yield Pass(player)


def _may_end(state: State, pending: Obey) -> bool:
    """Whether people may say that no more cards come: only where nobody sees the hand."""
    face = pending.card.face
    unseen = state.hands[pending.player].most > 0
    if face == "K12":
        return not state.simulated
    if face == "K10":
        return bool(pending.detail) and unseen
    started = face != "K09" or bool(pending.detail)
    return unseen and started and face in ("K04", "K06", "K07", "K09", "K11")


def _lays(player: int, cards: Pile, places: Iterable[Place]) -> Iterator[Lay]:
    for place in places:
        yield from (Lay(player, place, card) for card in cards)


def _given(state: State, player: int, cards: Cards) -> Iterator[Choose]:
    """One of some cards; at a real table nobody else sees which."""
    yield from (Choose(player, cards=(card,)) for card in cards)
    if not state.simulated:
        yield Choose(player, cards=(None,))


def _picked(state: State, pending: Obey) -> Iterator[Choose]:
    for whom in victims(state, pending):
        hand = state.hands[whom]
        for card in (*hand.known, *(() if state.simulated else (None,))):
            yield Choose(pending.by, whom, (card,))


def _pairs(state: State, player: int) -> Iterator[Choose]:
    hand = state.hands[player]
    pairs = [*matches(state, hand.numbers)]
    if not state.simulated:
        pairs += [(card, None) for card in hand.numbers if hand.most]
        pairs.append((None, None))
    for whom in state.others(player):
        yield from (Choose(player, whom, pair) for pair in pairs)


def _demands(state: State, player: int) -> Iterator[Choose]:
    for whom in state.others(player):
        yield from (Choose(player, whom, face=f) for f in number_faces(state.edition))


@cache
def number_faces(edition: Edition) -> tuple[str, ...]:
    """The faces that K10 can demand."""
    return tuple(sorted({card.face for card in edition.numbers}))


def _handed_over(state: State, pending: Obey) -> Iterator[Choose]:
    hand = state.hands[pending.player]
    copies = tuple(card for card in hand.numbers if card.face == pending.detail)
    yield from _given(state, pending.player, copies)


def _of_colour(state: State, pending: Obey) -> Pile:
    """What may be laid on the piles now: any number card for K11, of the colour settled on for K08 and K09."""
    hand = state.hands[pending.player]
    if pending.card.face == "K11":
        return layable(hand)
    if pending.detail:
        return tuple(c for c in layable(hand) if not c or c.colour == pending.detail)
    if pending.card.face == "K09":
        return layable(hand)
    enough = of_one_colour(hand, LAID_BY_K08 - hand.most)
    return tuple(c for c in layable(hand) if not c or c.colour in enough)


def _two_away(state: State, player: int) -> Iterator[Lay]:
    """Where K04 may lay a card: numbers on the piles and with Mac, kept actions unused on the discard."""
    hand = state.hands[player]
    room = (MAC,) if len(state.mac) < MAC_MOST else ()
    yield from _lays(player, layable(hand), (*OPEN_PILES, *room))
    kept: Pile = (*hand.kept, None) if hand.most else hand.kept
    yield from _lays(player, kept, (ACTIONS,))


def _free_choice(state: State, pending: Obey) -> Iterator[Move]:
    yield from (Take(pending.by, (at,)) for at in sources(state))
    if not state.rulings.k12_from_hands:
        return
    for whom in state.others(pending.by):
        if state.hands[whom].size[1]:
            yield Choose(pending.by, whom)


def accepts(state: State, pending: Obey, move: Move) -> bool:
    """Whether a move answers the action card that is being obeyed."""
    if isinstance(move, Choose) and move.face:
        return _may_demand(state, pending, move)
    patterns = answers(state, pending)
    return any(_covers(state, pattern, move) for pattern in patterns) and _suits(
        state, pending, move
    )


def _may_demand(state: State, pending: Obey, move: Choose) -> bool:
    """Whether it is a demand (K10), of a number card of this edition and somebody who plays."""
    asked = pending.card.face == "K10" and not pending.detail and not move.cards
    others = move.player == pending.by and move.whom in state.others(pending.by)
    return asked and others and move.face in number_faces(state.edition)


def _covers(state: State, pattern: Move, move: Move) -> bool:
    match pattern, move:
        case Lay(), Lay():
            same = (pattern.player, pattern.place) == (move.player, move.place)
            return same and _is(state, pattern.card, move.card)
        case Choose(), Choose():
            same = pattern.player == move.player and pattern.whom == move.whom
            same = same and pattern.face == move.face
            return same and _are(state, pattern.cards, move.cards)
        case Take(player, (wanted,)), Take(other, (at,)):
            if player != other or wanted.place != at.place:
                return False
            # The top of an open pile need not be named.
            top = at.card is None and at.place in OPEN_PILES
            return top or _is(state, wanted.card, at.card)
        case _:
            return pattern == move


def _are(state: State, wanted: Pile, cards: Pile) -> bool:
    """Whether cards, in any order, are what a pattern names."""
    if len(wanted) != len(cards):
        return False
    return any(
        all(_is(state, w, c) for w, c in zip(wanted, order, strict=True))
        for order in {cards, cards[::-1]}
    )


def _is(state: State, wanted: Card | None, card: Card | None) -> bool:
    """Whether a card is the one wanted, or one of the unseen that None stands for."""
    if wanted is card:
        return True
    unseen = wanted is None and card is not None and not state.simulated
    return unseen and card is not None and could_be_unseen(state, card)


def _suits(state: State, pending: Obey, move: Move) -> bool:
    """Whether cards that nobody could see before are of the kind that is asked."""
    match move:
        case Lay(_, place, card) if card is not None:
            kind = CardKind.KEEP if place == ACTIONS else CardKind.NUMBER
            colour = pending.detail in ("", card.colour)
            return card.kind is kind and colour
        case Choose(_, _, (card,)) if card is not None and pending.card.face == "K10":
            return card.face == pending.detail
        case Choose(_, _, (one, other)) if one is not None and other is not None:
            return matching(one, other, both=state.rulings.k03 == "and")
        case Choose(_, _, cards) if pending.card.face == "K03":
            return all(c is None or c.kind is CardKind.NUMBER for c in cards)
        case Take(_, (at,)) if at.place == DRAW:
            return at.card is None
        case _:
            return True
