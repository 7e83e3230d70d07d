"""Tables set up as a test needs them: faces in, a state out."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import (
    At,
    Card,
    CardKind,
    Place,
    copies_of,
    parse_face,
)
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.rules.moves import play


def cards(codes: str) -> tuple[Card, ...]:
    """Cards by their codes."""
    return tuple(map(Card.parse, codes.split()))


class Box:
    """The cards of an edition, handed out by face: the first copy that is left."""

    def __init__(self, edition: str) -> None:
        self.left = list(load_edition(edition).cards)

    def card(self, text: str) -> Card:
        face = parse_face(text)
        found = next(card for card in self.left if card.face == face)
        self.left.remove(found)
        return found

    def cards(self, text: str) -> tuple[Card, ...]:
        return tuple(self.card(face) for face in text.split())

    def rest(self, *kinds: CardKind) -> tuple[Card, ...]:
        found = tuple(card for card in self.left if card.kind in kinds)
        self.left = [card for card in self.left if card.kind not in kinds]
        return found


def stage(
    *hands: str,
    mac: str = "",
    left: str = "",
    right: str = "",
    draw: str = "",
    actions: str = "",
    tasks: str = "",
    edition: str = "classic",
    turn: int = 0,
    pending: m.Pending | None = None,
    deep: bool = True,
    **rulings: Any,
) -> m.State:
    """A table where everything is known; piles and ``draw`` are their top first.

    ``deep``: what is not named lies at the bottom of the draw pile; otherwise
    it is in nobody's reach. Without ``tasks`` everybody holds one of the
    heavy ones, from M08 on.
    """
    box = Box(edition)
    played = load_edition(edition)
    held = box.cards(tasks or " ".join(f"M{8 + n:02d}" for n in range(len(hands))))
    known = tuple(_hand(box.cards(hand)) for hand in hands)
    row, one, other = box.cards(mac), box.cards(left), box.cards(right)
    pile, thrown = box.cards(draw), box.cards(actions)
    stack = box.rest(CardKind.TASK)
    rest = box.rest(CardKind.NUMBER, CardKind.AT_ONCE, CardKind.KEEP)
    return m.State(
        played,
        replace(played.rulings, **rulings),
        round=1,
        turn=turn,
        hands=known,
        mac=row,
        left=one,
        right=other,
        draw=pile + rest if deep else pile,
        actions=thrown,
        murphys=m.Murphys(held, ((),) * len(hands), stack=stack),
        pending=pending or m.Turn(turn),
    )


def table(*sizes: int, **rest: Any) -> m.State:
    """The same, seen by nobody but a camera: hands of so many unseen cards, the draw pile unknown."""
    staged = stage(*("" for _ in sizes), **rest)
    hands = tuple(m.Hand((), (), size, size) for size in sizes)
    murphys = m.Murphys((None,) * len(sizes), ((),) * len(sizes))
    return replace(staged, hands=hands, draw=None, murphys=murphys)


def _hand(cards: tuple[Card, ...]) -> m.Hand:
    numbers = tuple(card for card in cards if card.kind is CardKind.NUMBER)
    return m.Hand(numbers, tuple(card for card in cards if card.kind is CardKind.KEEP))


# Saying things shortly ------------------------------------------------------------


def codes(cards: tuple[Card | None, ...]) -> str:
    """Faces in a row, ``?`` for a card unseen."""
    return " ".join("?" if card is None else _short(card) for card in cards)


def _short(card: Card) -> str:
    return f"{card.face[0]}{int(card.face[1:])}" if card.value else card.face


def hand(state: m.State, player: int) -> str:
    """The faces that a player is known to hold, in the order in which they came."""
    return codes(state.hands[player].known)


def held(state: m.State, player: int, face: str) -> Card:
    """The card of a face in somebody's hand."""
    wanted = parse_face(face)
    return next(c for c in state.hands[player].known if c.face == wanted)


def in_row(state: m.State, face: str) -> Card:
    """The card of a face in Mac's row."""
    return next(card for card in state.mac if card.face == parse_face(face))


def drawn(count: int, player: int = 0) -> m.Take:
    """Taking so many cards from the draw pile."""
    return m.Take(player, (At("draw"),) * count)


def from_mac(state: m.State, faces: str, player: int = 0) -> m.Take:
    """Taking cards from Mac's row."""
    return m.Take(player, tuple(At("mac", in_row(state, f)) for f in faces.split()))


def take(*places: Place, player: int = 0) -> m.Take:
    """Taking tops of piles."""
    return m.Take(player, tuple(At(place) for place in places))


def lay(state: m.State, face: str, place: Place, player: int = 0) -> m.Lay:
    """Laying a card out of the hand."""
    return m.Lay(player, place, held(state, player, face))


def after(state: m.State, *moves: m.Move, seed: int = 1) -> m.State:
    """The state after moves, all of them legal."""
    for move in moves:
        state, _ = play(state, move, Random(seed))
    return state


def told(state: m.State, move: m.Move, seed: int = 1) -> tuple[m.Event, ...]:
    """The events of a move."""
    return play(state, move, Random(seed))[1]


def names(events: tuple[m.Event, ...]) -> list[str]:
    """What kinds of events these are."""
    return [type(event).__name__ for event in events]


def reasons(state: m.State, move: m.Move) -> list[str]:
    """Why a move is refused: the codes of all reasons."""
    with pytest.raises(IllegalMove) as refusal:
        play(state, move, Random(1))
    return [reason.key.removeprefix("illegal.") for reason in refusal.value.reasons]


def copies(face: str) -> Iterator[Card]:
    """Every copy of a face."""
    wanted = parse_face(face)
    for copy in range(1, copies_of(wanted) + 1):
        yield Card.parse(f"{wanted}-{copy}")
