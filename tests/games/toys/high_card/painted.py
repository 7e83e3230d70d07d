"""High card at the painted table: hands roll the die and lay one card after the other into the row."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from companion.games.package import PaintedGame
from companion.kit import painted as kit
from companion.kit.robots import PlayedMove
from companion.mat import Point
from companion.words import Words
from vision.painting.layout import Lying, PaintedDie, Placed
from vision.printing.faces import PrintedFace, plain

from . import CARDS, MAT
from .rules import Duel, decide, evolve

Turn: TypeAlias = tuple[int, str]
"""What the die shows, and the card that is laid after it."""
ScriptStep: TypeAlias = kit.ScriptStep[Duel, Turn, None]


@dataclass(frozen=True, slots=True)
class Board:
    """The cards in the row, and the die where it fell."""

    row: tuple[str, ...] = ()
    dice: tuple[kit.FallenDie, ...] = ()


def script(config: kit.ScriptConfig) -> Iterator[ScriptStep]:
    """Two players roll and lay all cards in turn, game after game."""
    return kit.script(config, _whole_game)


def _whole_game(chance: Random) -> Iterator[PlayedMove[Duel, Turn, None]]:
    now = Duel()
    for card in chance.sample(CARDS, len(CARDS)):
        before, rolled = now, chance.randint(1, 6)
        for move in ({"roll": rolled}, {"lay": card}):
            now = evolve(now, decide(now, move))
        yield PlayedMove(before, (rolled, card), (), now)


def gestures(step: ScriptStep, board: Board, seed: int) -> Iterator[kit.Gesture[Board]]:
    """The row is gathered before a game; then the die falls, and a card is laid."""
    seat, tray = step.before.turn, MAT["tray"]
    if step.move is not None:
        rolled, card = step.move
        dice = kit.thrown((), [("white", rolled)], tray, f"{seed}/{step.number}")
        board = replace(board, dice=dice)
        yield kit.Reach(seat, tray.middle, board)
        laid = replace(board, row=(*board.row, card))
        yield kit.Reach(seat, place(len(board.row)), laid, brings=kit.Held(card))
    elif board != Board():
        yield kit.Reach(seat, place(0), Board(), takes=kit.Held())
    yield kit.Wait(1.0)


def faces(config: kit.ScriptConfig, words: Words) -> Mapping[Any, PrintedFace]:
    """Every card."""
    return {card: plain(f"TY1-{card}") for card in CARDS}


def lying(board: Board, faces: Mapping[Any, PrintedFace]) -> Iterator[Placed | PaintedDie]:
    """The row, and the die."""
    for number, card in enumerate(board.row):
        yield Lying(faces[card], place(number), askew(card))
    for die in board.dice:
        yield PaintedDie(die.at, str(die.value), die.colour, die.turn)


def askew(card: str) -> float:
    """How far a card is rotated, degrees."""
    return int(card[2]) - 3.0


def place(number: int) -> Point:
    """Where the card of a number lies, mm."""
    zone = MAT["row"]
    return zone.x0 + 45 + 78 * number, zone.middle[1]


PAINTED: PaintedGame[ScriptStep, Board] = PaintedGame(
    mat=MAT, empty=Board(), script=script, gestures=gestures, faces=faces, lying=lying, askew=askew
)
