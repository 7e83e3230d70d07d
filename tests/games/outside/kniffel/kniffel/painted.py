"""The painted table of this game: robots decide, hands roll and set dice aside, the players say their boxes when they are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.games.package import PaintedGame
from companion.kit import painted as kit
from companion.kit.painted import AFTER_GAME, BETWEEN, FallenDie, Gesture, Reach, Wait
from companion.mat import Point
from companion.rules import Json

from . import model as m
from .boxes import Dice
from .mat import ASIDE, COLOUR, MAT, TRAY
from .robots import greedy_robot, whole_game

if TYPE_CHECKING:
    from vision.painting.layout import PaintedDie

Board: TypeAlias = tuple[FallenDie, ...]
ScriptStep: TypeAlias = kit.ScriptStep[m.State, m.Move, m.Event]

ROLLED: Final = 4.0
"""Seconds for which everybody looks at a roll."""
TALKING: Final = 5.0
"""Seconds for something that happens off the table, and is asked about."""
SLOTS: Final[tuple[Point, ...]] = tuple((MAT[ASIDE].middle[0], MAT[ASIDE].y0 + 35 + 52 * n) for n in range(6))  # fmt: skip
"""Where dice are laid on the strip, mm."""


def script(config: kit.ScriptConfig) -> Iterator[ScriptStep]:
    """The steps of all games, without end."""
    return kit.script(config, partial(whole_game, config.players, greedy_robot))


def gestures(step: ScriptStep, board: Board, seed: int) -> Iterator[Gesture[Board]]:
    """What hands do for a step, given the table before it."""
    match step.move:
        case None:
            yield Reach(0, MAT[TRAY].middle, ())
            yield Wait(BETWEEN)
        case m.Throw(player, kept, _):
            yield from _thrown(step, player, kept, board, f"{seed}/{step.number}")
        case _:
            yield Wait(TALKING)
    if step.after.over:
        yield Wait(AFTER_GAME)


def _thrown(step: ScriptStep, player: int, kept: Dice, board: Board, seed: str) -> Iterator[Gesture[Board]]:  # fmt: skip
    """What is kept goes to the strip, the others are picked up and thrown."""
    stay, wanted = [], Counter(kept)
    for die in sorted(board, key=lambda die: die.at not in SLOTS):
        if wanted[die.value]:
            wanted[die.value] -= 1
            stay.append(die)
    for at, die in enumerate(stay):
        if die.at not in SLOTS:
            free = next(slot for slot in SLOTS if slot not in [d.at for d in board])
            stay[at] = replace(die, at=free, turn=Random(f"{seed}/{at}").gauss(0, 3))
            board = tuple(stay[at] if each is die else each for each in board)
            yield Reach(player, free, board)
            yield Wait(BETWEEN)
    lying = tuple(die for die in board if die in stay)
    values = Counter(step.after.dice) - Counter(kept)
    fallen = kit.thrown(
        lying, ((COLOUR, v) for v in values.elements()), MAT[TRAY], seed
    )
    yield from kit.throw(player, MAT[TRAY].middle, board, lying, fallen, ROLLED)


class Answers(kit.Answers[ScriptStep]):
    """What its players answer: what a die shows, and where they write it."""

    def told(self, question: Json, frame: int) -> Iterable[str]:
        """What they might answer, the likeliest first."""
        steps = [step for step, _ in self.seen(frame) if step.move]
        if question["topic"] == "die":
            rolls = (
                step.after.dice for step in steps if isinstance(step.move, m.Throw)
            )
            return kit.die_told(question, ((COLOUR, v) for v in next(rolls, ())))
        latest = steps if question["id"].startswith("owed") else steps[:1]
        boxes = (step.move for step in latest if isinstance(step.move, m.Fill))
        return (move.box for move in boxes if move.player == question["player"])


def lying(board: Board, faces: Mapping[Any, Any]) -> Iterator[PaintedDie]:
    """The dice."""
    from vision.painting.layout import PaintedDie

    for die in board:
        yield PaintedDie(die.at, str(die.value), die.colour, die.turn)


PAINTED: Final[PaintedGame[ScriptStep, Board]] = PaintedGame(
    mat=MAT,
    empty=(),
    script=script,
    gestures=gestures,
    answers=Answers,
    lying=lying,
)
"""Whole games among copies of one robot."""
