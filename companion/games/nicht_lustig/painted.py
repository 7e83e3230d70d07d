"""The painted table of this game: robots decide, hands do it, and its players answer what no camera sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from companion import mat, pieces, rules
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.mat import MAT, TRAY
from companion.games.nicht_lustig.robots import GAMES, Robot, greedy_robot
from companion.games.nicht_lustig.rules.legality import most_rolls, takes
from companion.games.package import PaintedGame
from companion.kit import painted as kit
from companion.words import Words

if TYPE_CHECKING:
    from vision.painting.layout import PaintedDie, Placed
    from vision.printing.faces import PrintedFace


# What lies there ---------------------------------------------------------------------


COLUMNS: Final = 5
LEFT_MM, TOP_MM = 54.0, 16.0
ACROSS_MM, DOWN_MM = 65.0, 74.0
"""The position of the display's first card, and the distances to the next ones (docs/physical.md, section 7)."""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the mat."""

    display: p.Faces = ()
    dice: tuple[kit.FallenDie, ...] = ()

    def without(self, names: p.Names) -> Board:
        """The board after some dice were picked up."""
        left = tuple(die for die in self.dice if die.name not in names)
        return replace(self, dice=left)


def spot(card: str) -> mat.Point:
    """The middle of a card in the display, mm; each has a fixed place, so that gaps remain."""
    row, column = divmod(p.TARGETS.index(card), COLUMNS)
    left, top = LEFT_MM + ACROSS_MM * column, TOP_MM + DOWN_MM * row
    return left + pieces.CARD_WIDTH_MM / 2, top + pieces.CARD_HEIGHT_MM / 2


def askew(card: str) -> float:
    """How far a card is rotated, degrees."""
    return Random(card).gauss(0, 0.8)


def thrown(board: Board, names: p.Names, values: tuple[int, ...], seed: str) -> Board:
    """The board after these dice were thrown; ``values`` are in the order of ``DICE``."""
    fallen = ((name, values[p.DICE.index(name)]) for name in names)
    dice = kit.thrown(board.without(names).dice, fallen, MAT[TRAY], seed)
    return replace(board, dice=dice)


# The script and its gestures ---------------------------------------------------------


ScriptStep: TypeAlias = kit.ScriptStep[m.State, m.Move, m.Event]
"""One decision and its outcome."""


def patient(robot: Robot) -> Robot:
    """The same robot without decisions that would be invisible at a table: it does not
    stop at a roll that takes nothing while it may roll, and does not use the time
    machine.
    """

    def player(state: m.State, chance: Random) -> m.Move:
        move = robot(state, chance)
        while isinstance(move, m.UseSpecial) and move.face == p.TIME_MACHINE:
            move = robot(state, chance)
        if not isinstance(move, m.StopRolling) or state.dice is None:
            return move
        if takes(state, state.dice) or state.rolls >= most_rolls(state):
            return move
        return m.ThrowDice(state.turn, state.free[-1:])

    return player


def script(config: kit.ScriptConfig, robot: Robot = greedy_robot) -> Iterator[ScriptStep]:
    """The steps of all games, without end."""
    start = m.start(config.players)
    return kit.script(config, partial(GAMES.played, start, patient(robot)))


ROLLED: Final = 1.6
"""Seconds for which everybody looks at a roll."""
TALKING: Final = 2.5
"""Seconds for something that happens off the table, and is asked about."""


def gestures(step: ScriptStep, board: Board, seed: int) -> Iterator[kit.Gesture[Board]]:
    """What people at the table would do for a step, given the table before it."""
    where = f"{seed}/{step.number}"
    match step.move:
        case None:
            yield from _laid_out(board)
        case m.ThrowDice(player, names, _):
            yield from _thrown(step, player, names, board, where)
        case m.TakeTargets(player, faces):
            yield from _taken(player, faces, board)
        case m.RollProfessors(player, _):
            yield from _professors(step, player, board, where)
        case _:
            yield kit.Wait(TALKING)
    if step.after.now == "over":
        yield kit.Wait(kit.AFTER_GAME)


def _laid_out(board: Board) -> Iterator[kit.Gesture[Board]]:
    """Row by row from the top; the previous cards are gathered first."""
    if board != Board():
        yield kit.Reach(0, MAT["display"].middle, Board(), takes=kit.Held())
        yield kit.Wait(TALKING)
    for end in range(COLUMNS, len(p.TARGETS) + 1, COLUMNS):
        laid = Board(p.TARGETS[:end])
        yield kit.Reach(0, spot(p.TARGETS[end - 3]), laid, brings=kit.Held(p.TARGETS[end - 3]))
        yield kit.Wait(kit.BETWEEN)


def _thrown(
    step: ScriptStep, player: int, names: p.Names, board: Board, seed: str
) -> Iterator[kit.Gesture[Board]]:
    (rolled,) = (e for e in step.events if isinstance(e, m.DiceRolled))
    gathered = board.without(names)
    fallen = thrown(gathered, names, rolled.values, seed)
    yield from kit.throw(player, MAT[TRAY].middle, board, gathered, fallen, ROLLED)


def _taken(player: int, faces: tuple[str, ...], board: Board) -> Iterator[kit.Gesture[Board]]:
    """One reach per card of the display; cards from other players change hands off the mat."""
    for face in faces:
        if face not in board.display:
            yield kit.Wait(TALKING)
            continue
        left = tuple(card for card in board.display if card != face)
        board = replace(board, display=left)
        yield kit.Reach(player, spot(face), board, takes=kit.Held(face))
        yield kit.Wait(kit.BETWEEN)


def _professors(
    step: ScriptStep, player: int, board: Board, seed: str
) -> Iterator[kit.Gesture[Board]]:
    """All dice are picked up, and one per professor is thrown."""
    events = (e for e in step.events if isinstance(e, m.ProfessorsRolled))
    rolled = next(event for event in events if event.player == player)
    empty = board.without(p.DICE)
    names = p.DICE[: len(rolled.values)]
    values = (*rolled.values, *(0,) * len(p.DICE))[: len(p.DICE)]
    fallen = thrown(empty, names, values, seed)
    yield from kit.throw(player, MAT[TRAY].middle, board, empty, fallen, ROLLED)


# Answers -----------------------------------------------------------------------------


FALLEN: Final = 0.5
"""How much of a throw has passed when its dice fall."""


class Answers(kit.Answers[ScriptStep]):
    """What its players answer: about what no camera sees or could not read."""

    def likely(self, question: rules.Json, frame: int) -> Iterable[str]:
        """What they might answer, the likeliest first."""
        steps = self._fallen(frame)
        match question["topic"]:
            case "die":
                shown = next(filter(None, map(_lying, steps)), ())
                return kit.likely_dice(question, shown, lambda value: str(value or p.SYMBOL))
            case "symbol":
                return _symbols(steps, question["player"])
            case _:
                told = map(_unseen, takewhile(_after_throw, steps))
                return filter(None, told)

    def _fallen(self, frame: int) -> Iterator[ScriptStep]:
        """The recent decisions, latest first, without a throw whose dice are still in the hand."""
        for step, passed in self.seen(frame):
            if _after_throw(step) or passed >= FALLEN:
                yield step


def _symbols(steps: Iterator[ScriptStep], player: int) -> tuple[str, ...]:
    """The specials whose dice showed the symbol in a player's last roll."""
    mine = (step for step in steps if step.move and step.move.player == player)
    return next((roll.symbols for roll in map(_roll, mine) if roll), ())


def _after_throw(step: ScriptStep) -> bool:
    return step.move is not None and not isinstance(step.move, m.ThrowDice)


def _roll(step: ScriptStep) -> p.DiceRoll | None:
    rolled = (p.DiceRoll(e.values) for e in step.events if isinstance(e, m.DiceRolled))
    return next(rolled, None)


def _lying(step: ScriptStep) -> tuple[tuple[str, int], ...]:
    """The colours and values of the dice that a step leaves in the tray; empty if it throws none."""
    roll, events = _roll(step), step.events
    thrown = (e.values for e in events if isinstance(e, m.ProfessorsRolled) and e.values)
    values = roll.values if roll else next(thrown, ())
    names = (name.partition("-")[0] for name in p.DICE)
    return tuple(zip(names, values, strict=False))


def _unseen(step: ScriptStep) -> str | None:
    """The choice id of a decision that cannot be seen on the table."""
    move, display = step.move, step.before.display
    if move is None or (isinstance(move, m.TakeTargets) and set(move.faces) <= set(display)):
        return None
    return str(move)


# The table ---------------------------------------------------------------------------


def faces(config: kit.ScriptConfig, words: Words) -> Mapping[str, PrintedFace]:
    """Every card, printed in a language."""
    from companion.games.nicht_lustig.sheets import faces

    return dict(zip(p.CARDS, faces(words), strict=True))


def lying(board: Board, faces: Mapping[str, PrintedFace]) -> Iterator[Placed | PaintedDie]:
    """The display as it is painted, where each row covers the foot of the one above, and the dice."""
    from vision.painting.layout import Lying, fallen

    for card in (card for card in p.TARGETS if card in board.display):
        yield Lying(faces[card], spot(card), askew(card))
    yield from fallen(board.dice)


PAINTED: Final[PaintedGame[ScriptStep, Board]] = PaintedGame(
    mat=MAT,
    empty=Board(),
    script=script,
    gestures=gestures,
    answers=Answers,
    faces=faces,
    lying=lying,
    askew=askew,
)
"""Whole games among copies of one robot; drawing code is imported only by those who paint."""
