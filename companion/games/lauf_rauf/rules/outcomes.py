"""What may be seen on a table: the positions of the pawns after each legal move, or, if they are unknown, what the dice allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.rules import legality

BoardMove: TypeAlias = m.PawnMove | m.MoveGhost
"""A move that is seen on the board."""


@dataclass(frozen=True, slots=True)
class SeenMove:
    """A move, and its remaining steps."""

    move: BoardMove
    left: tuple[m.PawnStep, ...] = ()


def board_moves(state: m.State) -> Iterator[tuple[BoardMove, tuple[m.PawnStep, ...]]]:
    """Each legal move that changes the board, with its steps; moving the ghost has none."""
    for move in legality.legal(state):
        if isinstance(move, m.PawnMove):
            yield move, legality.steps(state, move)
        elif isinstance(move, m.MoveGhost):
            yield move, ()


def explained(state: m.State, seen: m.Placement) -> tuple[SeenMove, ...]:
    """The moves that a table may show: those that are complete, else those in progress with the fewest steps left."""
    before, found = state.placement, []
    for move, each in board_moves(state):
        if isinstance(move, m.MoveGhost):
            shown = m.Placement(before.pawns, move.to)
            found += [SeenMove(move)] if shown == seen else []
        elif before.after(each, state.colours) == seen:
            found.append(SeenMove(move))
        else:
            left = _left(before, each, state.colours, seen)
            found += [SeenMove(move, left)] if left else []
    fewest = min((len(one.left) for one in found), default=0)
    return tuple(one for one in found if len(one.left) == fewest)


def _left(
    before: m.Placement, each: tuple[m.PawnStep, ...], colours: b.FieldNames, seen: m.Placement
) -> tuple[m.PawnStep, ...]:
    """The remaining steps of a move that a table shows in part; none if it does not."""
    for count in range(len(each) - 1, 0, -1):
        for done in combinations(range(len(each)), count):
            if before.after([each[n] for n in done], colours) == seen:
                return tuple(s for n, s in enumerate(each) if n not in done)
    return ()


def astray(state: m.State, seen: m.Placement) -> tuple[m.PawnStep, ...]:
    """The way back: each misplaced pawn and where it came from, ``(colour, there, back)``."""
    return tuple(
        (colour, there, back)
        for colour, was, now in zip(state.colours, state.pawns, seen.pawns, strict=True)
        for there, back in zip(_without(now, was), _without(was, now), strict=True)
    )


def _without(some: b.FieldNames, others: b.FieldNames) -> Iterator[str]:
    return (Counter(some) - Counter(others)).elements()


# Dice only ---------------------------------------------------------------------------


Allowed: TypeAlias = tuple[str, int]
"""An action that may be possible, and its number."""
ANY_CARD = ""
"""A card of unknown kind."""


def allowed(state: m.State) -> tuple[Allowed, ...]:
    """What the last roll would allow, depending on the pawns, in the order of the rules."""
    return tuple(_allowed(state)) if state.rolls else ()


def _allowed(state: m.State) -> Iterator[Allowed]:
    total, first = sum(state.dice), len(state.rolls) == 1
    if first and total == legality.SEVEN:
        yield "ghost", total
    if total >= legality.START_TOTAL:
        yield "start", total
    yield from (("run", total), ("climb", total))
    if first and legality.differ(state):
        yield "hit", min(state.dice)
    if not legality.differ(state) and state.rulings.action_cards == "with-cards":
        yield "card", min(state.dice)


def rolling(state: m.State) -> tuple[m.Move, ...]:
    """What may be entered: another roll if some are left, a card for two more, and the end of the turn."""
    if not state.rolls:
        return (m.ThrowPair(),)
    return (*legality.rolling(state, (ANY_CARD,)), m.LeaveIt())
