"""High card at the painted table: hands lay one card after the other into the row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

from companion.games.package import PaintedGame
from companion.kit import painted as kit
from companion.kit.robots import PlayedMove
from companion.mat import Point
from companion.words import Words
from vision.painting.layout import Lying, Placed
from vision.printing.faces import PrintedFace, plain

from . import CARDS, MAT

Row: TypeAlias = tuple[str, ...]
ScriptStep: TypeAlias = kit.ScriptStep[Row, str, None]


def script(config: kit.ScriptConfig) -> Iterator[ScriptStep]:
    """Two players lay all cards in turn, game after game."""
    return kit.script(config, _whole_game)


def _whole_game(chance: Random) -> Iterator[PlayedMove[Row, str, None]]:
    order = chance.sample(CARDS, len(CARDS))
    rows = (tuple(order[:laid]) for laid in range(len(order) + 1))
    for before, after in pairwise(rows):
        yield PlayedMove(before, after[-1], (), after)


def gestures(step: ScriptStep, board: Row, seed: int) -> Iterator[kit.Gesture[Row]]:
    """The row is gathered before a game, and then laid."""
    seat = len(step.before) % 2
    if step.move is not None:
        at = place(len(step.before))
        yield kit.Reach(seat, at, step.after, brings=kit.Held(step.move))
    elif board:
        yield kit.Reach(seat, place(0), (), takes=kit.Held())
    yield kit.Wait(1.0)


def faces(config: kit.ScriptConfig, words: Words) -> Mapping[Any, PrintedFace]:
    """Every card."""
    return {card: plain(f"TY1-{card}") for card in CARDS}


def lying(board: Row, faces: Mapping[Any, PrintedFace]) -> Iterator[Placed]:
    """The row."""
    for number, card in enumerate(board):
        yield Lying(faces[card], place(number), askew(card))


def askew(card: str) -> float:
    """How far a card is rotated, degrees."""
    return int(card[2]) - 3.0


def place(number: int) -> Point:
    """Where the card of a number lies, mm."""
    zone = MAT["row"]
    return zone.x0 + 45 + 78 * number, zone.middle[1]


PAINTED: PaintedGame[ScriptStep, Row] = PaintedGame(
    mat=MAT,
    empty=(),
    script=script,
    gestures=gestures,
    faces=faces,
    lying=lying,
    askew=askew,
)
