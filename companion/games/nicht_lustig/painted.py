"""The painted table of this game: robots decide, hands do it, and its players answer what no camera sees."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Any, Final

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.mat import MAT, TRAY
from companion.games.nicht_lustig.notation import move_text
from companion.games.nicht_lustig.pieces import (
    CARDS,
    DICE,
    SYMBOL,
    TARGETS,
    TIME_MACHINE,
    DiceRoll,
    Faces,
    Names,
)
from companion.games.nicht_lustig.robots import Played, Robot, greedy_robot, whole_game
from companion.games.nicht_lustig.rules.legality import most_rolls, takes
from companion.kit.painted import Gesture, Held, Reach, ScriptConfig, Wait, free_place
from companion.mat import Mat, Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.rules import Json
from companion.words import Words

if TYPE_CHECKING:
    from vision.painting.layout import PaintedDie, Placed, Thing
    from vision.printing.faces import PrintedFace


# What lies there ---------------------------------------------------------------------


COLUMNS: Final = 5
LEFT_MM, TOP_MM = 54.0, 16.0
ACROSS_MM, DOWN_MM = 65.0, 74.0
"""The position of the display's first card, and the distances to the next ones (docs/physical.md, section 7)."""
APART_MM: Final = 30.0
"""The least distance between thrown dice, centre to centre."""
EDGE_MM: Final = 18.0
"""And from the tray's edge."""


@dataclass(frozen=True, slots=True)
class DieLying:
    """A die: its name, what it shows (0 the symbol), its position (mm), its rotation (degrees)."""

    name: str
    value: int
    at: Point
    turn: float


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the mat."""

    display: Faces = ()
    dice: tuple[DieLying, ...] = ()

    def without(self, names: Names) -> Board:
        """The board after some dice were picked up."""
        left = tuple(die for die in self.dice if die.name not in names)
        return replace(self, dice=left)


def spot(card: str) -> Point:
    """The middle of a card in the display, mm; each has a fixed place, so that gaps remain."""
    row, column = divmod(TARGETS.index(card), COLUMNS)
    left, top = LEFT_MM + ACROSS_MM * column, TOP_MM + DOWN_MM * row
    return left + CARD_WIDTH_MM / 2, top + CARD_HEIGHT_MM / 2


def askew(card: str) -> float:
    """How far a card is rotated, degrees."""
    return Random(card).gauss(0, 0.8)


def thrown(board: Board, names: Names, values: tuple[int, ...], seed: str) -> Board:  # fmt: skip
    """The board after these dice were thrown; ``values`` are in the order of ``DICE``."""
    chance, dice = Random(seed), list(board.without(names).dice)
    for name in names:
        at = free_place(
            MAT[TRAY], [die.at for die in dice], chance, edge=EDGE_MM, apart=APART_MM
        )
        shown = values[DICE.index(name)]
        dice.append(DieLying(name, shown, at, chance.uniform(0, 90)))
    return replace(board, dice=tuple(dice))


# The script: robots play game after game, the same for the same seed -----------------


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One decision and its outcome; laying out a game is a step, too, without a move."""

    number: int
    """From 0, through all games."""
    game: int
    """From 0."""
    played: Played | None = None


def patient(robot: Robot) -> Robot:
    """The same robot without decisions that would be invisible at a table: it does not
    stop at a roll that takes nothing while it may roll, and does not use the time
    machine.
    """

    def player(state: m.State, chance: Random) -> m.Move:
        move = robot(state, chance)
        while isinstance(move, m.UseSpecial) and move.face == TIME_MACHINE:
            move = robot(state, chance)
        if not isinstance(move, m.StopRolling) or state.dice is None:
            return move
        if takes(state, state.dice) or state.rolls >= most_rolls(state):
            return move
        return m.ThrowDice(state.turn, state.free[-1:])

    return player


def script(config: ScriptConfig, robot: Robot) -> Iterator[ScriptStep]:
    """The steps of all games, without end."""
    number, game = 0, 0
    while True:
        yield ScriptStep(number, game)
        chance = Random(f"{config.seed}/{game}")
        for played in whole_game(config.players, patient(robot), chance):
            number += 1
            yield ScriptStep(number, game, played)
        number, game = number + 1, game + 1


# Gestures ----------------------------------------------------------------------------


BETWEEN: Final = 0.9
"""Seconds without a hand after each reach: enough for a zone to settle."""
ROLLED: Final = 1.6
"""Seconds for which everybody looks at a roll."""
TALKING: Final = 2.5
"""Seconds for something that happens off the table, and is asked about."""
AFTER_GAME: Final = 8.0


def gestures(step: ScriptStep, board: Board, seed: int) -> Iterator[Gesture[Board]]:
    """What people at the table would do for a step, given the table before it."""
    if step.played is None:
        yield from _laid_out(board)
        return
    where = f"{seed}/{step.number}"
    match step.played.move:
        case m.ThrowDice(player, names, _):
            yield from _thrown(step.played, player, names, board, where)
        case m.TakeTargets(player, faces):
            yield from _taken(player, faces, board)
        case m.RollProfessors(player, _):
            yield from _professors(step.played, player, board, where)
        case _:
            yield Wait(TALKING)
    if step.played.after.now == "over":
        yield Wait(AFTER_GAME)


def _laid_out(board: Board) -> Iterator[Gesture[Board]]:
    """Row by row from the top; the previous cards are gathered first."""
    if board != Board():
        yield Reach(0, MAT["display"].middle, Board(), takes=Held())
        yield Wait(TALKING)
    for end in range(COLUMNS, len(TARGETS) + 1, COLUMNS):
        laid = Board(TARGETS[:end])
        yield Reach(0, spot(TARGETS[end - 3]), laid, brings=Held(TARGETS[end - 3]))
        yield Wait(BETWEEN)


def _thrown(played: Played, player: int, names: Names, board: Board, seed: str) -> Iterator[Gesture[Board]]:  # fmt: skip
    """The dice are picked up, if they are on the table, and thrown."""
    (rolled,) = (e for e in played.events if isinstance(e, m.DiceRolled))
    gathered = board.without(names)
    if gathered != board:
        yield Reach(player, MAT[TRAY].middle, gathered)
        yield Wait(BETWEEN)
    fallen = thrown(gathered, names, rolled.values, seed)
    yield Reach(player, MAT[TRAY].middle, fallen)
    yield Wait(ROLLED)


def _taken(player: int, faces: tuple[str, ...], board: Board) -> Iterator[Gesture[Board]]:  # fmt: skip
    """One reach per card of the display; cards from other players change hands off the mat."""
    for face in faces:
        if face not in board.display:
            yield Wait(TALKING)
            continue
        left = tuple(card for card in board.display if card != face)
        board = replace(board, display=left)
        yield Reach(player, spot(face), board, takes=Held(face))
        yield Wait(BETWEEN)


def _professors(played: Played, player: int, board: Board, seed: str) -> Iterator[Gesture[Board]]:  # fmt: skip
    """All dice are picked up, and one per professor is thrown."""
    events = (e for e in played.events if isinstance(e, m.ProfessorsRolled))
    rolled = next(event for event in events if event.player == player)
    empty = board.without(DICE)
    if empty != board:
        yield Reach(player, MAT[TRAY].middle, empty)
        yield Wait(BETWEEN)
    names = DICE[: len(rolled.values)]
    values = (*rolled.values, *(0,) * len(DICE))[: len(DICE)]
    yield Reach(player, MAT[TRAY].middle, thrown(empty, names, values, seed))
    yield Wait(ROLLED)


# Answers -----------------------------------------------------------------------------


KEPT: Final = 6
"""How many decisions are remembered."""


class Answers:
    """Follows the same plot as the painter."""

    def __init__(self, steps: Iterator[tuple[ScriptStep, int]]) -> None:
        """``steps`` with the number of each one's first frame."""
        self._steps = steps
        self._next = next(steps)
        self._lately: deque[tuple[ScriptStep, int]] = deque(maxlen=KEPT)

    def answer(self, question: Json, frame: int) -> str | None:
        """The id of the choice that the players would tap, about what no camera sees or could not read; None if the camera has to see it."""
        while self._next[1] <= frame:
            self._lately.append(self._next)
            self._next = next(self._steps)
        offered = [choice["id"] for choice in question["choices"]]
        match question["topic"]:
            case "die":
                return self._shown(question["beside"], offered, frame)
            case "symbol":
                return self._symbol(question["player"], offered, frame)
            case _:
                return self._decided(offered, frame)

    def _decided(self, offered: list[str], frame: int) -> str | None:
        """The latest decision on offer, among those since the dice were last thrown."""
        told = map(_unseen, takewhile(_after_throw, self._seen(frame)))
        return next((text for text in told if text in offered), None)

    def _shown(self, beside: list[int], offered: list[str], frame: int) -> str | None:
        """The value of an unread die: what its colour shows, without the values that are known."""
        colour = offered[0].partition("-")[0]
        lying = next(filter(None, map(_lying, self._seen(frame))), ())
        shown = Counter(value for name, value in lying if name == colour)
        left = (shown - Counter(beside)).elements()
        return next((f"{colour}-{value or SYMBOL}" for value in left), None)

    def _symbol(self, player: int, offered: list[str], frame: int) -> str | None:
        """The special whose die showed the symbol in a player's last roll."""
        mine = (s for s in self._seen(frame) if s.played and s.played.move.player == player)  # fmt: skip
        rolls = filter(None, map(_roll, mine))
        symbols = next((roll.symbols for roll in rolls), ())
        return next((face for face in offered if face in symbols), None)

    def _seen(self, frame: int) -> Iterator[ScriptStep]:
        """The recent decisions, latest first, without a throw whose dice are still in the hand: they fall after half of its time."""
        ends = [first for _, first in (*self._lately, self._next)][1:]
        pairs = zip(self._lately, ends, strict=True)
        for (step, first), end in reversed(tuple(pairs)):
            if _after_throw(step) or frame >= (first + end) / 2:
                yield step


def _after_throw(step: ScriptStep) -> bool:
    return step.played is not None and not isinstance(step.played.move, m.ThrowDice)


def _roll(step: ScriptStep) -> DiceRoll | None:
    events = step.played.events if step.played else ()
    rolled = (DiceRoll(e.values) for e in events if isinstance(e, m.DiceRolled))
    return next(rolled, None)


def _lying(step: ScriptStep) -> tuple[tuple[str, int], ...]:
    """The colours and values of the dice that a step leaves in the tray; empty if it throws none."""
    roll, events = _roll(step), step.played.events if step.played else ()
    thrown = (
        e.values for e in events if isinstance(e, m.ProfessorsRolled) and e.values
    )
    values = roll.values if roll else next(thrown, ())
    names = (name.partition("-")[0] for name in DICE)
    return tuple(zip(names, values, strict=False))


def _unseen(step: ScriptStep) -> str | None:
    """The choice id of a decision that cannot be seen on the table."""
    if step.played is None:
        return None
    move: Any = step.played.move
    display = step.played.before.display
    if isinstance(move, m.TakeTargets) and set(move.faces) <= set(display):
        return None
    return move_text(move)


# The table ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Painted:
    """Whole games among copies of one robot; drawing code is imported only by those who paint."""

    robot: Robot = greedy_robot

    @property
    def mat(self) -> Mat:
        """What it is played on."""
        return MAT

    @property
    def empty(self) -> Board:
        """Nothing lies there."""
        return Board()

    @property
    def things(self) -> tuple[Thing, ...]:
        """Nothing else lies about."""
        return ()

    def script(self, config: ScriptConfig) -> Iterator[ScriptStep]:
        """The steps of all games, without end."""
        return script(config, self.robot)

    def gestures(
        self, step: ScriptStep, board: Board, seed: int
    ) -> Iterator[Gesture[Board]]:
        """What hands do for a step."""
        return gestures(step, board, seed)

    def answers(self, steps: Iterator[tuple[ScriptStep, int]]) -> Answers:
        """Answers for the players of these steps."""
        return Answers(steps)

    def faces(self, config: ScriptConfig, words: Words) -> Mapping[str, PrintedFace]:
        """Every card, printed in a language."""
        from companion.games.nicht_lustig.sheets import faces

        return dict(zip(CARDS, faces(words), strict=True))

    def lying(
        self, board: Board, faces: Mapping[str, PrintedFace]
    ) -> Iterator[Placed | PaintedDie]:
        """The display as it is painted, where each row covers the foot of the one above, and the dice."""
        from vision.painting.layout import Lying, PaintedDie

        for card in (card for card in TARGETS if card in board.display):
            yield Lying(faces[card], spot(card), askew(card))
        for die in board.dice:
            colour, shown = die.name.partition("-")[0], str(die.value or SYMBOL)
            yield PaintedDie(die.at, shown, colour, die.turn)

    def askew(self, card: str) -> float:
        """As far as it lies in the display."""
        return askew(card)
