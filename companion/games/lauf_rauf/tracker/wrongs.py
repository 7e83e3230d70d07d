"""Violations on the board, in words: why it is no legal move, and how to undo it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.announce import Message, message
from companion.games.lauf_rauf.board.plan import BASE, CAMP, SUMMIT
from companion.games.lauf_rauf.model.moves import (
    ClimbPawn,
    HitPawn,
    LaufMove,
    RunPawn,
    StartPawn,
)
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.outcomes import Placement, astray
from companion.games.lauf_rauf.rules.refusals import refusal
from companion.games.lauf_rauf.rules.walking import PawnStep


def standing_names(colours: Iterable[str]) -> tuple[Message, ...]:
    """What colours are called."""
    return tuple(message(f"lauf.colour.{colour}") for colour in colours)


def place_name(place: str) -> Message | str:
    """The name of a place; a field's number, as printed on it."""
    return message(f"lauf.place.{place}") if place in (BASE, CAMP, SUMMIT) else place


def step_name(step: PawnStep) -> Message:
    """Whose pawn moves from where to where."""
    colour, origin, to = step
    pawn = message(f"lauf.colour.{colour}")
    return message("lauf.step", pawn=pawn, origin=place_name(origin), to=place_name(to))


def back(standing: Standing, shown: Placement) -> tuple[Message, ...]:
    """How to return to the previous positions."""
    pawns = tuple(map(step_name, astray(standing, shown)))
    if pawns or shown.ghost == standing.ghost:
        return pawns
    return (message("lauf.ghost-back", to=place_name(standing.ghost)),)


def wrong_move(standing: Standing, shown: Placement) -> Message:
    """Why the board shows no legal move, and how to undo it."""
    return message("lauf.wrong.pawns", why=_why(standing, shown), back=back(standing, shown))  # fmt: skip


def _why(standing: Standing, shown: Placement) -> Message:
    if not standing.rolls:
        return message("lauf.wrong.no-roll")
    moved = astray(standing, shown)
    mine = [(origin, to) for colour, to, origin in moved if colour == standing.colour]
    if len(mine) != 1 or len(moved) > 2:
        return message("lauf.wrong.not-yours" if not mine else "lauf.wrong.too-many")
    move = _meant(standing, *mine[0], base=any(to == BASE for _, to, _ in moved))
    refused = refusal(standing, move)
    if refused is not None:
        return refused
    if isinstance(move, RunPawn):
        to = standing.board.ahead(move.field, move.total)
        return message("lauf.wrong.field", total=move.total, to=to)
    return message("lauf.wrong.elsewhere")


def _meant(standing: Standing, origin: str, to: str, *, base: bool) -> LaufMove:
    """The move that somebody probably meant who put a pawn there."""
    board, total = standing.board, sum(standing.dice)
    if origin == BASE:
        return StartPawn()
    if to == CAMP or board.level(to) != board.level(origin):
        return ClimbPawn(origin)
    if base and to in standing.occupied:
        return HitPawn(origin, to)
    return RunPawn(origin, total)
