"""What hands do at the painted table for each decision: pick up dice, throw them, move pawns, play cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.gamekit.painted import Act, Held, Reach, Wait
from companion.games.lauf_rauf.board.cards import COPIES
from companion.games.lauf_rauf.mat import DISCARD, GHOST, MAT, SUPPLY, TRAY
from companion.games.lauf_rauf.model.events import (
    CardPlayed,
    CardSacrificed,
    CardTurnedUp,
    GhostMoved,
    LaufEvent,
    PairThrown,
    PawnsMoved,
)
from companion.games.lauf_rauf.model.evolve import evolve
from companion.games.lauf_rauf.model.moves import ThrowPair
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.painted.board import (
    MountainBoard,
    pile_spot,
    set_out,
    spot,
    thrown,
)
from companion.games.lauf_rauf.painted.plot import MountainStep
from companion.games.lauf_rauf.robots.whole_games import LaufPlayed

BETWEEN: Final = 0.9
"""Seconds without a hand after each reach: enough for a zone to settle."""
ROLLED: Final = 4.0
"""Seconds for which everybody looks at a roll: an unreadable die is asked about meanwhile."""
TALKING: Final = 5.0
"""Seconds for something that happens off the table, and is asked about."""
AFTER_GAME: Final = 8.0


def acts(
    step: MountainStep, board: MountainBoard, seed: int
) -> Iterator[Act[MountainBoard]]:
    """What people at the table would do for a step, given the table before it."""
    if step.played is None:
        yield Reach(0, MAT.middle, set_out(step.colours))
        yield Wait(BETWEEN)
        return
    done, now = False, step.played.before
    for event in step.played.events:
        if isinstance(event, CardTurnedUp) and now.supply == 0:
            # The discard is the new supply.
            board = replace(board, discard=())
        for act in _of(event, step.played, now, board, f"{seed}/{step.number}"):
            board = act.after if isinstance(act, Reach) else board
            done = True
            yield act
        now = evolve(now, event)
    if not done:
        yield Wait(BETWEEN)
    if step.played.after.winner is not None:
        yield Wait(AFTER_GAME)


def _of(
    event: LaufEvent,
    played: LaufPlayed,
    now: Standing,
    board: MountainBoard,
    seed: str,
) -> Iterator[Act[MountainBoard]]:
    seat = played.before.turn
    match event:
        case PairThrown():
            yield from _thrown(event, played, board, seed)
        case PawnsMoved(_, _, steps):
            yield from _moved(steps, seat, board)
        case GhostMoved(_, to):
            yield Reach(seat, spot(GHOST, to), board.moved(GHOST, to))
            yield Wait(BETWEEN)
        case CardPlayed(_, card) | CardSacrificed(_, card):
            yield from _discarded(card, seat, board)
        case CardTurnedUp(_, card):
            yield from _turned_up(now, board, card)


def _thrown(
    event: PairThrown, played: LaufPlayed, board: MountainBoard, seed: str
) -> Iterator[Act[MountainBoard]]:
    """The dice are picked up, if they are on the table, and thrown."""
    move, seat = played.move, played.before.turn
    again = move.again if isinstance(move, ThrowPair) else None
    kept = None if again is None else played.before.kept(again)
    stay = tuple(die for die in board.dice if die.value == kept)[:1]
    gathered = replace(board, dice=stay)
    if gathered != board:
        yield Reach(seat, MAT[TRAY].middle, gathered)
        yield Wait(BETWEEN)
    yield Reach(seat, MAT[TRAY].middle, thrown(gathered, event.shows, seed, kept))
    yield Wait(ROLLED)


def _moved(
    steps: tuple[tuple[str, str, str], ...], seat: int, board: MountainBoard
) -> Iterator[Act[MountainBoard]]:
    """Pawns that have to make room go first."""
    for colour, origin, to in reversed(steps):
        name = board.name_at(colour, origin)
        board = board.moved(name, to)
        yield Reach(seat, spot(name, to), board)
        yield Wait(BETWEEN)


def _discarded(
    card: str, seat: int, board: MountainBoard
) -> Iterator[Act[MountainBoard]]:
    """A card is laid on the discard, face up."""
    codes = (f"{card}-{copy}" for copy in range(1, COPIES + 1))
    code = next(code for code in codes if code not in board.discard)
    after = replace(board, discard=(*board.discard, code))
    yield Reach(seat, pile_spot(DISCARD), after, brings=Held(code))
    yield Wait(BETWEEN)


def _turned_up(
    now: Standing, board: MountainBoard, card: str
) -> Iterator[Act[MountainBoard]]:
    """Somebody takes the top card and says what it is; if they already have that kind, it goes to the discard."""
    seat = now.turn
    yield Reach(seat, pile_spot(SUPPLY), board, takes=Held())
    yield Wait(TALKING)
    if card in now.hand:
        yield from _discarded(card, seat, board)
