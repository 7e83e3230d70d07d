"""What may be seen on a table: the positions of the pawns after each legal move, or, if they are unknown, what the dice allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.rules import legality

BoardMove: TypeAlias = m.StartPawn | m.RunPawn | m.ClimbPawn | m.HitPawn | m.MoveGhost
"""A move that is seen on the board."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The places of all pawns, by seat and sorted, and of the ghost."""

    pawns: tuple[b.FieldNames, ...]
    ghost: str

    def after(self, done: Iterable[legality.PawnStep], colours: b.FieldNames) -> Placement:
        """The placement after some steps; the ghost stays on its pawn, unless that goes to base."""
        pawns, ghost = [list(own) for own in self.pawns], self.ghost
        for colour, origin, to in done:
            seat = colours.index(colour)
            pawns[seat].remove(origin)
            pawns[seat].append(to)
            if origin == self.ghost:
                ghost = b.SUMMIT if to == b.BASE else to
        return Placement(tuple(tuple(sorted(own)) for own in pawns), ghost)


@dataclass(frozen=True, slots=True)
class SeenMove:
    """A move, and its remaining steps."""

    move: BoardMove
    left: tuple[legality.PawnStep, ...] = ()


def placement(state: m.State) -> Placement:
    """How the pawns stand."""
    return Placement(state.pawns, state.ghost)


def board_moves(state: m.State) -> Iterator[tuple[BoardMove, tuple[legality.PawnStep, ...]]]:
    """Each legal move that changes the board, with its steps; moving the ghost has none."""
    for move in legality.legal(state):
        if isinstance(move, m.StartPawn | m.RunPawn | m.ClimbPawn | m.HitPawn):
            yield move, legality.steps(state, move)
        elif isinstance(move, m.MoveGhost):
            yield move, ()


def explained(state: m.State, seen: Placement) -> tuple[SeenMove, ...]:
    """The moves that a table may show: those that are complete, else those in progress with the fewest steps left."""
    before, found = placement(state), []
    for move, each in board_moves(state):
        if isinstance(move, m.MoveGhost):
            shown = Placement(before.pawns, move.to)
            found += [SeenMove(move)] if shown == seen else []
        elif before.after(each, state.colours) == seen:
            found.append(SeenMove(move))
        else:
            left = _left(before, each, state.colours, seen)
            found += [SeenMove(move, left)] if left else []
    fewest = min((len(one.left) for one in found), default=0)
    return tuple(one for one in found if len(one.left) == fewest)


def _left(
    before: Placement, each: tuple[legality.PawnStep, ...], colours: b.FieldNames, seen: Placement
) -> tuple[legality.PawnStep, ...]:
    """The remaining steps of a move that a table shows in part; none if it does not."""
    for count in range(len(each) - 1, 0, -1):
        for done in combinations(range(len(each)), count):
            if before.after([each[n] for n in done], colours) == seen:
                return tuple(s for n, s in enumerate(each) if n not in done)
    return ()


def astray(state: m.State, seen: Placement) -> tuple[legality.PawnStep, ...]:
    """The way back: each misplaced pawn and where it came from, ``(colour, there, back)``."""
    found = []
    for colour, was, now in zip(state.colours, state.pawns, seen.pawns, strict=True):
        left, came = list(was), []
        for place in now:
            if place in left:
                left.remove(place)
            else:
                came.append(place)
        found += [(colour, *pair) for pair in zip(came, left, strict=True)]
    return tuple(found)


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
    again = [m.ThrowPair(value) for value in sorted(set(state.dice))]
    if state.rolls_left > 0:
        return (m.ThrowPair(), *again, m.LeaveIt())
    with_cards = state.rulings.action_cards == "with-cards"
    return (*((m.SacrificeCard(ANY_CARD),) if with_cards else ()), m.LeaveIt())
