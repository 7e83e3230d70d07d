"""The cards of a board as they are painted: which face lies where, how far it is turned, how high."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.places import ACTIONS, DRAW, LEFT, MAC, RIGHT
from companion.games.dumm_gelaufen.painted.board import (
    CENTRES,
    MacsRow,
    TableLayout,
    claim_spots,
    slot_at,
    turn_of,
)
from vision.painting.layout import Lying, Placed, pile
from vision.printing.faces import PrintedFace

PrintedFaces: TypeAlias = Mapping[Card, PrintedFace]

SEEDS: Final = {LEFT: 11, DRAW: 12, RIGHT: 13, ACTIONS: 14}


def lying(board: TableLayout, faces: PrintedFaces) -> Iterator[Placed]:
    """The cards of a board as they are painted, bottom first."""
    any_back = next(iter(faces.values()))
    return chain(
        _row(board.mac, faces),
        pile([faces[c] for c in board.left], CENTRES[LEFT], SEEDS[LEFT]),
        pile([any_back] * board.draw, CENTRES[DRAW], SEEDS[DRAW], up=False),
        pile([faces[c] for c in board.right], CENTRES[RIGHT], SEEDS[RIGHT]),
        pile([faces[c] for c in board.actions], CENTRES[ACTIONS], SEEDS[ACTIONS]),
        _claimed(board, faces),
    )


def _row(row: MacsRow, faces: PrintedFaces) -> Iterator[Lying]:
    for slot, card in enumerate(row):
        if card is not None:
            yield Lying(faces[card], slot_at(slot, card), turn_of(MAC, card))


def _claimed(board: TableLayout, faces: PrintedFaces) -> Iterator[Lying]:
    spots = claim_spots(max(board.claiming, 1))
    for number, card in enumerate(board.claim):
        height = 0.3 * (1 + number)
        yield Lying(faces[card], spots[number], turn_of(MAC, card) / 2, height=height)
