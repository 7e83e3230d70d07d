"""High card at the painted table: hands lay one card after the other into the row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, TypeAlias

from companion.kit.painted import Gesture, Held, Reach, ScriptConfig, Wait
from companion.mat import Point
from companion.words import Words
from vision.painting.layout import Lying, Placed, Thing
from vision.printing.faces import PrintedFace, plain

from . import CARDS, MAT

Row: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Laying:
    """One card laid in one game."""

    game: int
    seat: int
    card: str
    row: Row


class PaintedHighCard:
    """How it is seen being played."""

    mat = MAT
    empty: Row = ()
    things: tuple[Thing, ...] = ()

    def script(self, config: ScriptConfig) -> Iterator[Laying]:
        for number in count():
            order = Random(f"{config.seed}/{number}").sample(CARDS, len(CARDS))
            for turn, card in enumerate(order):
                yield Laying(number, turn % 2, card, tuple(order[: turn + 1]))

    def gestures(self, step: Laying, board: Row, seed: int) -> Iterator[Gesture[Row]]:
        if len(step.row) == 1 and board:
            yield Reach(step.seat, place(0), (), takes=Held())
            yield Wait(1.0)
        at = place(len(step.row) - 1)
        yield Reach(step.seat, at, step.row, brings=Held(step.card))
        yield Wait(1.0)

    def answers(self, steps: Iterator[tuple[Laying, int]]) -> Nobody:
        return Nobody()

    def faces(self, config: ScriptConfig, words: Words) -> Mapping[Any, PrintedFace]:
        return {card: plain(f"TY1-{card}") for card in CARDS}

    def lying(self, board: Row, faces: Mapping[Any, PrintedFace]) -> Iterator[Placed]:
        for number, card in enumerate(board):
            yield Lying(faces[card], place(number), self.askew(card))

    def askew(self, card: str) -> float:
        return int(card[2]) - 3.0


class Nobody:
    """Nobody is ever asked."""

    def answer(self, question: Mapping[str, Any], frame: int) -> None:
        return None


def place(number: int) -> Point:
    """Where the card of a number lies, mm."""
    zone = MAT["row"]
    return zone.x0 + 45 + 78 * number, zone.middle[1]
