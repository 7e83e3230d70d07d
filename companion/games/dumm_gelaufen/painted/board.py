"""The painted table's cards and where on the mat each lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck import cards as d
from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST
from companion.games.dumm_gelaufen.mat import MAT
from companion.mat import Point
from vision.painting.layout import Lying, Placed, pile
from vision.printing.faces import PrintedFace

MacsRow: TypeAlias = tuple[d.Card | None, ...]

CENTRES: Final[dict[d.Place, Point]] = {
    place: MAT[place].middle for place in (d.LEFT, d.DRAW, d.RIGHT, d.ACTIONS)
}
CLAIM: Final = MAT["claim"]
ROW_MOST: Final = 12
"""More claimed cards than this lie in two rows."""


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the mat: Mac's places left to right, piles bottom first, a claimed hand with its murphy card first."""

    mac: MacsRow = (None,) * MAC_MOST
    left: tuple[d.Card, ...] = ()
    right: tuple[d.Card, ...] = ()
    actions: tuple[d.Card, ...] = ()
    draw: int = 0
    claim: tuple[d.Card, ...] = ()
    claiming: int = 0
    """How many cards the whole claim has, so that its first cards lie where they stay."""

    def heap(self, place: d.Place) -> tuple[d.Card, ...]:
        """The cards of a pile, bottom first."""
        heaps = {d.LEFT: self.left, d.RIGHT: self.right, d.ACTIONS: self.actions}
        return heaps[place]

    def with_heap(self, place: d.Place, cards: tuple[d.Card, ...]) -> Board:
        """The board with another pile at a place. Raises ValueError where no pile is."""
        match place:
            case "open-left":
                return replace(self, left=cards)
            case "open-right":
                return replace(self, right=cards)
            case "actions":
                return replace(self, actions=cards)
            case _:
                raise ValueError(place)

    def without(self, place: d.Place, card: d.Card | None) -> Board:
        """The board once a card (the top of a pile) is taken away. Raises ValueError where no card is."""
        if place == d.DRAW:
            return replace(self, draw=self.draw - 1)
        if place == d.MAC:
            return replace(self, mac=tuple(None if c is card else c for c in self.mac))
        return self.with_heap(place, self.heap(place)[:-1])

    def laid(self, place: d.Place, card: d.Card) -> Board:
        """The board once a card is laid: into the first gap with Mac, or on top of a pile. Raises ValueError where no pile is, or no gap."""
        if place != d.MAC:
            return self.with_heap(place, (*self.heap(place), card))
        gap = self.mac.index(None)
        return replace(self, mac=(*self.mac[:gap], card, *self.mac[gap + 1 :]))


def board_of(state: m.State) -> Board:
    """The board that corresponds to a fully known game."""
    row = (*state.mac, *(None,) * MAC_MOST)[:MAC_MOST]
    return Board(
        row,
        _bottom_first(state.left),
        _bottom_first(state.right),
        _bottom_first(state.actions),
        len(state.draw or ()),
    )


def spot(board: Board, place: d.Place, card: d.Card | None) -> Point:
    """Where a card lies, or will lie once it is laid, mm."""
    if place != d.MAC:
        return CENTRES[place]
    slot = board.mac.index(card if card in board.mac else None)
    return slot_at(slot)


def turn_of(place: d.Place, card: d.Card) -> float:
    """The rotation of a card that lies in Mac's row or is carried, degrees."""
    return Random(f"{place}/{card.code}").gauss(0, 1.8)


def claim_spots(count: int) -> tuple[Point, ...]:
    """Where the cards of a claim lie, its murphy card first, mm."""
    _, middle = CLAIM.middle
    numbers = count - 1
    rows = 1 if numbers <= ROW_MOST else 2
    each = -(-numbers // rows)
    pitch = min(62.0, (CLAIM.x1 - 34 - 155) / max(1, each - 1))
    heights = (middle,) if rows == 1 else (middle - 36, middle + 34)
    spots = [(155 + pitch * (n % each), heights[n // each]) for n in range(numbers)]
    return ((90.0, middle), *spots)


def slot_at(slot: int, card: d.Card | None = None) -> Point:
    """Where a place of Mac's row is, or a card that lies there as people lay cards, mm."""
    zone = MAT[d.MAC]
    width = zone.width / MAC_MOST
    off = Random(f"slot/{slot}/{card.code if card else ''}")
    x, y = zone.x0 + width * (slot + 0.5), zone.middle[1]
    return x + off.uniform(-2, 2), y + off.uniform(-2, 2)


def _bottom_first(heap: tuple[d.Card | None, ...]) -> tuple[d.Card, ...]:
    return tuple(card for card in reversed(heap) if card is not None)


PrintedFaces: TypeAlias = Mapping[d.Card, PrintedFace]

SEEDS: Final = {d.LEFT: 11, d.DRAW: 12, d.RIGHT: 13, d.ACTIONS: 14}


def lying(board: Board, faces: PrintedFaces) -> Iterator[Placed]:
    """The cards of a board as they are painted, bottom first."""
    any_back = next(iter(faces.values()))
    return chain(
        _row(board.mac, faces),
        pile([faces[c] for c in board.left], CENTRES[d.LEFT], SEEDS[d.LEFT]),
        pile([any_back] * board.draw, CENTRES[d.DRAW], SEEDS[d.DRAW], up=False),
        pile([faces[c] for c in board.right], CENTRES[d.RIGHT], SEEDS[d.RIGHT]),
        pile([faces[c] for c in board.actions], CENTRES[d.ACTIONS], SEEDS[d.ACTIONS]),
        _claimed(board, faces),
    )


def _row(row: MacsRow, faces: PrintedFaces) -> Iterator[Lying]:
    for slot, card in enumerate(row):
        if card is not None:
            yield Lying(faces[card], slot_at(slot, card), turn_of(d.MAC, card))


def _claimed(board: Board, faces: PrintedFaces) -> Iterator[Lying]:
    spots = claim_spots(max(board.claiming, 1))
    for number, card in enumerate(board.claim):
        height = 0.3 * (1 + number)
        yield Lying(faces[card], spots[number], turn_of(d.MAC, card) / 2, height=height)
