"""The painted table of such a game: robots decide, hands roll and set dice aside, the players say their boxes when they are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, TypeAlias

from companion.kit import painted as kit
from companion.kit.odds import Dice
from companion.kit.painted import AFTER_GAME, BETWEEN, FallenDie, Gesture, Reach, Wait
from companion.kit.robots import PlayedMove
from companion.kit.score_sheets import model as m
from companion.mat import Point, Zone
from companion.rules import Json

Board: TypeAlias = tuple[FallenDie, ...]
ScriptStep: TypeAlias = kit.ScriptStep[m.State[Any], m.Move, m.Event]
Played: TypeAlias = PlayedMove[m.State[Any], m.Move, m.Event]

ROLLED: Final = 4.0
"""Seconds for which everybody looks at a roll."""
TALKING: Final = 5.0
"""Seconds for something that happens off the table, and is asked about."""
FIRST_MM: Final = 35.0
APART_MM: Final = 52.0
"""Where dice are laid on the strip: from its upper edge to the first one, and from one to the next."""


@dataclass(frozen=True, slots=True)
class SheetHands:
    """What hands do on a mat with a tray and a strip below its upper edge, with dice of one colour."""

    tray: Zone
    aside: Zone
    colour: str
    dice: int = 5
    first: float = FIRST_MM
    apart: float = APART_MM

    @property
    def slots(self) -> tuple[Point, ...]:
        """Where dice are laid on the strip, mm; one more than there are dice."""
        (x, _), top = self.aside.middle, self.aside.y0 + self.first
        return tuple((x, top + self.apart * n) for n in range(self.dice + 1))

    def gestures(self, step: ScriptStep, board: Board, seed: int) -> Iterator[Gesture[Board]]:
        """What hands do for a step, given the table before it."""
        match step.move:
            case None:
                yield Reach(0, self.tray.middle, ())
                yield Wait(BETWEEN)
            case m.Throw():
                yield from self._thrown(step, step.move, board, f"{seed}/{step.number}")
            case _:
                yield Wait(TALKING)
        if step.after.over:
            yield Wait(AFTER_GAME)

    def _thrown(
        self, step: ScriptStep, move: m.Throw, board: Board, seed: str
    ) -> Iterator[Gesture[Board]]:
        """What is kept goes to the strip, the others are picked up and thrown."""
        stay = self._kept(move.kept, board)
        for at, die in enumerate(stay):
            if die.at not in self.slots:
                free = next(s for s in self.slots if s not in [d.at for d in board])
                turn = Random(f"{seed}/{at}").gauss(0, 3)
                stay[at] = replace(die, at=free, turn=turn)
                board = tuple(stay[at] if each is die else each for each in board)
                yield Reach(move.player, free, board)
                yield Wait(BETWEEN)
        lying = tuple(die for die in board if die in stay)
        values = Counter(step.after.dice) - Counter(move.kept)
        fallen = ((self.colour, value) for value in values.elements())
        after = kit.thrown(lying, fallen, self.tray, seed)
        yield from kit.throw(move.player, self.tray.middle, board, lying, after, ROLLED)

    def _kept(self, kept: Dice, board: Board) -> list[FallenDie]:
        """The dice that stay; those that lie on the strip first."""
        stay, wanted = [], Counter(kept)
        for die in sorted(board, key=lambda die: die.at not in self.slots):
            if wanted[die.value]:
                wanted[die.value] -= 1
                stay.append(die)
        return stay


class Answers(kit.Answers[ScriptStep]):
    """What the players answer: what a die shows, and where they write it."""

    def likely(self, question: Json, frame: int) -> Iterable[str]:
        """What they might answer, the likeliest first."""
        steps = [step for step, _ in self.seen(frame) if step.move]
        if question["topic"] == "die":
            beside: Counter[int] = Counter(question["beside"])
            # They may have thrown again since: the dice that were read tell which roll it is.
            throws = (s.after.dice for s in steps if isinstance(s.move, m.Throw))
            found = (dice for dice in throws if beside <= Counter(dice))
            colour, _, _ = question["choices"][0]["id"].partition("-")
            return kit.likely_dice(question, ((colour, v) for v in next(found, ())))
        latest = steps if question["id"].startswith("owed") else steps[:1]
        boxes = (step.move for step in latest if isinstance(step.move, m.Fill))
        return (move.box for move in boxes if move.player == question["player"])


def script(
    config: kit.ScriptConfig, whole_game: Callable[[int, Random], Iterator[Played]]
) -> Iterator[ScriptStep]:
    """The steps of all games, without end."""
    return kit.script(config, lambda chance: whole_game(config.players, chance))
