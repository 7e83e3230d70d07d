"""The exchange (rules, A4 and A5): what may be taken and laid, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from companion.announce import Message
from companion.murphy.cards import Card, Kind
from companion.murphy.course import Course, at_once
from companion.murphy.events import (
    AtOnceCardsDrawn,
    AtOnceCardShown,
    CardLaid,
    CardsTaken,
)
from companion.murphy.flow import replenishes_at_any_time
from companion.murphy.moves import Lay, Take
from companion.murphy.places import ACTIONS, DRAW, LEFT, MAC, RIGHT, At, Place
from companion.murphy.refusals import Refusal, refused
from companion.murphy.sight import (
    could_be_unseen,
    drawable,
    layable,
    may_hold,
    numbers_to_draw,
)
from companion.murphy.state import Hand, Pile, State, ToLay
from companion.murphy.tasks import MAC_MOST

OPEN: Final[tuple[Place, ...]] = (LEFT, RIGHT)
WITH_MAC: Final[tuple[Place, ...]] = (MAC,)
MOST_TAKEN: Final = 2
"""An exchange is one card for two, or two for one (A4)."""


# What may be taken ------------------------------------------------------------


def takes(state: State, player: int) -> Iterator[Take]:
    """Every way to begin an exchange."""
    for cards in _sources(state):
        if _can_pay(state, player, len(cards)):
            yield Take(player, cards)


def _sources(state: State) -> Iterator[tuple[At, ...]]:
    yield from _from_piles(state)
    row = [At(MAC, card) for card in state.mac]
    # Mac may have seven cards at most: at seven nobody takes one and lays two.
    if len(row) < MAC_MOST:
        yield from ((at,) for at in row)
    yield from combinations(row, 2)


def _from_piles(state: State) -> Iterator[tuple[At, ...]]:
    drawn = [(At(DRAW),) * n for n in (1, 2) if drawable(state, n)]
    left, right = _tops(LEFT, state.left), _tops(RIGHT, state.right)
    yield from drawn
    for tops in (left, right):
        yield from (tops[:n] for n in range(1, len(tops) + 1))
    if left and right:
        yield (left[0], right[0])
        yield (right[0], left[0])
    if drawn and state.rulings.allow_mix_draw_and_open:
        for tops in (left, right):
            yield from ((At(DRAW), at) for at in tops[:1])
            yield from ((at, At(DRAW)) for at in tops[:1])


def _tops(place: Place, pile: Pile) -> tuple[At, ...]:
    return tuple(At(place, card) for card in pile[:MOST_TAKEN])


def _can_pay(state: State, player: int, taken: int) -> bool:
    """Whether somebody who takes so many can lay the rest: without a number card he has to take two (A5)."""
    hand = state.hands[player]
    return hand.most > 0 or len(hand.numbers) + taken >= 3 - taken


def wrong_take(state: State, player: int, cards: Sequence[At]) -> list[Message]:
    """Everything that the rules have against taking these cards for an exchange."""
    if not cards:
        return [refused(Refusal.NOTHING_TAKEN)]
    wrong: list[Message] = []
    if len(cards) > MOST_TAKEN:
        wrong.append(refused(Refusal.TOOK_TOO_MANY, count=len(cards)))
    places = [at.place for at in cards]
    if MAC in places:
        wrong += _wrong_with_mac(state, cards)
    if DRAW in places:
        wrong += _wrong_draw(state, cards)
    if LEFT in places or RIGHT in places:
        wrong += _wrong_tops(state, cards)
    if ACTIONS in places:
        wrong.append(refused(Refusal.NOT_A_SOURCE))
    if not _can_pay(state, player, len(cards)):
        wrong.append(refused(Refusal.CANNOT_PAY))
    return wrong


def _wrong_with_mac(state: State, cards: Sequence[At]) -> Iterator[Message]:
    named = [at.card for at in cards if at.place == MAC]
    if len(named) < len(cards):
        yield refused(Refusal.AREAS_MIXED)
    elif len(cards) == 1 and len(state.mac) >= MAC_MOST:
        yield refused(Refusal.MAC_OVER_SEVEN, count=len(state.mac) + 1)
    for card in named:
        if card is None:
            yield refused(Refusal.CARD_UNNAMED)
        elif card not in state.mac:
            yield refused(Refusal.NOT_WITH_MAC, card=card.name)
    if len(set(named)) < len(named) and None not in named:
        yield refused(Refusal.SAME_CARD_TWICE, card=_twice(named).name)


def _twice(cards: Sequence[Card | None]) -> Card:
    return next(c for c in cards if c is not None and cards.count(c) > 1)


def _wrong_draw(state: State, cards: Sequence[At]) -> Iterator[Message]:
    drawn = [at for at in cards if at.place == DRAW]
    opened = any(at.place in OPEN for at in cards)
    if opened and not state.rulings.allow_mix_draw_and_open:
        yield refused(Refusal.SOURCES_MIXED)
    if not drawable(state, len(drawn)):
        yield refused(Refusal.PILE_EMPTY, place=place_name(DRAW))
    for at in drawn:
        if at.card is not None and not _may_be_drawn(state, at.card):
            yield refused(Refusal.CARD_UNSEEN, card=at.card.name)


def _may_be_drawn(state: State, card: Card) -> bool:
    """Whether people may tell that this is what was drawn; where all is known the pile says so itself."""
    return not state.simulated and could_be_unseen(state, card)


def _wrong_tops(state: State, cards: Sequence[At]) -> Iterator[Message]:
    for place, pile in zip(OPEN, (state.left, state.right), strict=True):
        named = [at.card for at in cards if at.place == place]
        if len(named) > len(pile):
            yield refused(Refusal.PILE_EMPTY, place=place_name(place))
            continue
        for card, lying in zip(named, pile, strict=False):
            if not _may_be(state, card, lying):
                yield refused(Refusal.BELOW_THE_TOP, place=place_name(place))


def _may_be(state: State, card: Card | None, lying: Card | None) -> bool:
    if card is None or card is lying:
        return True
    return lying is None and could_be_unseen(state, card)


def place_name(place: Place) -> Message:
    """What a place is called."""
    return Message(f"zone.{place}")


# What comes of taking -----------------------------------------------------------


def take(course: Course, player: int, cards: Sequence[At]) -> None:
    """Take the cards, draw anew for what has to be thrown away, and show what has to be obeyed."""
    before = len(course.state.hands[player].numbers)
    drawn = sum(at.place == DRAW for at in cards)
    course.refill(drawn)
    taken = _named(course, cards)
    course.tell(CardsTaken(player, taken))
    if not drawn:
        return
    course.refill(1)
    seen = tuple([at.card for at in taken if at.card and at.place == DRAW])
    if course.state.rulings.bin_rule == "on" and course.state.simulated:
        _throw_away_useless(course, player, seen, before, len(cards))
    show(course, player)


def _named(course: Course, cards: Sequence[At]) -> tuple[At, ...]:
    """The cards to be taken, each by its name as far as it is known."""
    state = course.state
    heaps: dict[str, Iterator[Card | None]] = {
        DRAW: iter(state.draw or ()),
        LEFT: iter(state.left),
        RIGHT: iter(state.right),
    }
    named = []
    for at in cards:
        lying = next(heaps[at.place], None) if at.place != MAC else None
        named.append(at if lying is None else At(at.place, lying))
    return tuple(named)


def _throw_away_useless(
    course: Course, player: int, drawn: tuple[Card, ...], before: int, taken: int
) -> None:
    """Replace actions just drawn that leave nothing to lay, until none does or no number card is to be had (A5)."""
    while useless := tuple([card for card in drawn if card.is_action]):
        hand = course.state.hands[player]
        if not _is_useless(hand, useless, before, taken):
            return
        if not numbers_to_draw(course.state):
            return
        course.throw_away(player, useless)
        drawn = course.draw(player, len(useless))


def _is_useless(hand: Hand, actions: tuple[Card, ...], before: int, taken: int) -> bool:
    """Whether the action cards just drawn go unused (A5, cases a to c)."""
    numbers = len(hand.numbers)
    if before == 1 and taken == 2 and len(actions) == 2:
        return True
    if numbers == 0:
        return True
    return not at_once(actions) and numbers < 3 - taken


def show(course: Course, player: int) -> None:
    """Show the at-once card just drawn; of several the drawer says which one comes first (A6)."""
    cards = tuple([card for p, card in course.state.at_once if p == player])
    if len(cards) == 1:
        course.tell(AtOnceCardShown(player, cards[0]))
    elif cards:
        course.tell(AtOnceCardsDrawn(player, cards))


# What may be laid ---------------------------------------------------------------


def lays(state: State, pending: ToLay) -> Iterator[Lay | Take]:
    """Every card to every place where it may be laid now, and the draw that an edition allows before."""
    player = pending.player
    if not must_replenish(state, pending):
        places = WITH_MAC if pending.area == MAC else OPEN
        for place in places:
            for card in layable(state.hands[player]):
                yield Lay(player, place, card)
    if may_replenish(state, player):
        yield Take(player, (At(DRAW),))


def may_replenish(state: State, player: int) -> bool:
    """Whether a player may draw for being short in the middle of his exchange (rules, D)."""
    hand = state.hands[player]
    short = hand.most > 0 or len(hand.numbers) < state.rulings.replenish_to
    return replenishes_at_any_time(state) and short and numbers_to_draw(state)


def must_replenish(state: State, pending: ToLay) -> bool:
    """Whether he could not lay what he owes otherwise."""
    hand = state.hands[pending.player]
    short = hand.most == 0 and len(hand.numbers) < pending.count
    return short and may_replenish(state, pending.player)


def wrong_lay(state: State, pending: ToLay, move: Lay) -> list[Message]:
    """Everything that the rules have against laying this card there."""
    wrong: list[Message] = []
    if not _in_area(move.place, pending):
        wrong.append(_wrong_place(move))
    elif move.place == MAC and len(state.mac) >= MAC_MOST:
        wrong.append(refused(Refusal.MAC_OVER_SEVEN, count=len(state.mac) + 1))
    if must_replenish(state, pending):
        wrong.append(refused(Refusal.MUST_REPLENISH))
    return wrong + wrong_card(state, move)


def _in_area(place: Place, pending: ToLay) -> bool:
    return place == MAC if pending.area == MAC else place in OPEN


def _wrong_place(move: Lay) -> Message:
    if move.place in (DRAW, ACTIONS):
        card = move.card
        if move.place == ACTIONS and card and card.kind is Kind.NUMBER:
            return refused(Refusal.NUMBER_ON_ACTIONS, card=card.name)
        return refused(Refusal.NOT_A_TARGET)
    return refused(Refusal.AREAS_MIXED)


def wrong_card(state: State, move: Lay) -> list[Message]:
    """Everything against this being the card that is laid."""
    card, hand = move.card, state.hands[move.player]
    if card is None:
        unread = move.place == MAC or hand.most == 0
        return [refused(Refusal.CARD_UNNAMED)] if unread else []
    if card in hand.numbers:
        return []
    if card.kind is not Kind.NUMBER:
        return [refused(Refusal.ACTION_ON_PILE, card=card.name)]
    if may_hold(state, move.player, card):
        return []
    return [refused(Refusal.NOT_IN_HAND, card=card.name)]


def lay(course: Course, move: Lay) -> None:
    """Lay the card."""
    course.tell(CardLaid(move.player, move.place, move.card))


def stuck(state: State, pending: ToLay) -> bool:
    """Whether nothing can be laid though something is owed: no number card is to be had any more."""
    hand = state.hands[pending.player]
    return (
        hand.most == 0 and not hand.numbers and not may_replenish(state, pending.player)
    )
