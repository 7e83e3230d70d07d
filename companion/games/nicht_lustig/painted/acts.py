"""What hands do at the painted table for each decision: pick up dice, throw them, take cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.gamekit.painted import Act, Held, Reach, Wait
from companion.games.nicht_lustig.deck.cards import TARGETS
from companion.games.nicht_lustig.deck.dice import DICE, Names
from companion.games.nicht_lustig.mat import MAT, TRAY
from companion.games.nicht_lustig.model.decisions import (
    RollProfessors,
    TakeTargets,
    ThrowDice,
)
from companion.games.nicht_lustig.model.happened import DiceRolled, ProfessorsRolled
from companion.games.nicht_lustig.painted.board import (
    COLUMNS,
    LustigBoard,
    spot,
    thrown,
)
from companion.games.nicht_lustig.painted.plot import LustigStep
from companion.games.nicht_lustig.robots.whole_games import LustigMove

BETWEEN: Final = 0.9
"""Seconds without a hand after each reach: enough for a zone to settle."""
ROLLED: Final = 1.6
"""Seconds for which everybody looks at a roll."""
TALKING: Final = 2.5
"""Seconds for something that happens off the table, and is asked about."""
AFTER_GAME: Final = 8.0


def acts(step: LustigStep, board: LustigBoard, seed: int) -> Iterator[Act[LustigBoard]]:
    """What people at the table would do for a step, given the table before it."""
    if step.played is None:
        yield from _laid_out(board)
        return
    where = f"{seed}/{step.number}"
    match step.played.move:
        case ThrowDice(player, names, _):
            yield from _thrown(step.played, player, names, board, where)
        case TakeTargets(player, faces):
            yield from _taken(player, faces, board)
        case RollProfessors(player, _):
            yield from _professors(step.played, player, board, where)
        case _:
            yield Wait(TALKING)
    if step.played.after.now == "over":
        yield Wait(AFTER_GAME)


def _laid_out(board: LustigBoard) -> Iterator[Act[LustigBoard]]:
    """Row by row from the top; the previous cards are gathered first."""
    if board != LustigBoard():
        yield Reach(0, MAT["display"].middle, LustigBoard(), takes=Held())
        yield Wait(TALKING)
    for end in range(COLUMNS, len(TARGETS) + 1, COLUMNS):
        laid = LustigBoard(TARGETS[:end])
        yield Reach(0, spot(TARGETS[end - 3]), laid, brings=Held(TARGETS[end - 3]))
        yield Wait(BETWEEN)


def _thrown(played: LustigMove, player: int, names: Names, board: LustigBoard, seed: str) -> Iterator[Act[LustigBoard]]:  # fmt: skip
    """The dice are picked up, if they are on the table, and thrown."""
    (rolled,) = (e for e in played.events if isinstance(e, DiceRolled))
    gathered = board.without(names)
    if gathered != board:
        yield Reach(player, MAT[TRAY].middle, gathered)
        yield Wait(BETWEEN)
    fallen = thrown(gathered, names, rolled.values, seed)
    yield Reach(player, MAT[TRAY].middle, fallen)
    yield Wait(ROLLED)


def _taken(player: int, faces: tuple[str, ...], board: LustigBoard) -> Iterator[Act[LustigBoard]]:  # fmt: skip
    """One reach per card of the display; cards from other players change hands off the mat."""
    for face in faces:
        if face not in board.display:
            yield Wait(TALKING)
            continue
        left = tuple(card for card in board.display if card != face)
        board = replace(board, display=left)
        yield Reach(player, spot(face), board, takes=Held(face))
        yield Wait(BETWEEN)


def _professors(played: LustigMove, player: int, board: LustigBoard, seed: str) -> Iterator[Act[LustigBoard]]:  # fmt: skip
    """All dice are picked up, and one per professor is thrown."""
    events = (e for e in played.events if isinstance(e, ProfessorsRolled))
    rolled = next(event for event in events if event.player == player)
    empty = board.without(DICE)
    if empty != board:
        yield Reach(player, MAT[TRAY].middle, empty)
        yield Wait(BETWEEN)
    names = DICE[: len(rolled.values)]
    values = (*rolled.values, *(0,) * len(DICE))[: len(DICE)]
    yield Reach(player, MAT[TRAY].middle, thrown(empty, names, values, seed))
    yield Wait(ROLLED)
