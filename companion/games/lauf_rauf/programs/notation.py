"""Moves as text, and standings as JSON values (docs/notation.md)."""

from __future__ import annotations

from typing import Any

from companion.errors import InputError
from companion.games.lauf_rauf.board.cards import KINDS, LaufCards
from companion.games.lauf_rauf.board.rulings import LaufRules
from companion.games.lauf_rauf.model.moves import (
    ClimbPawn,
    HitPawn,
    LaufMove,
    LeaveIt,
    MoveGhost,
    Pair,
    RunPawn,
    SacrificeCard,
    StartPawn,
    ThrowPair,
    TurnUpCard,
)
from companion.games.lauf_rauf.model.standing import Standing


def move_text(move: LaufMove) -> str:
    """A move as people write it: ``run L13 8 back with BAC``."""
    match move:
        case ThrowPair(again, shows):
            fallen = "" if shows is None else f" = {shows[0]} {shows[1]}"
            return f"roll {again or 'both'}{fallen}"
        case MoveGhost(to):
            return f"ghost {to}"
        case StartPawn(card):
            return f"start{_with(card)}"
        case RunPawn(field, total, card):
            return f"run {field} {total}{' back' if card else ''}{_with(card)}"
        case ClimbPawn(field, card):
            return f"climb {field}{_with(card)}"
        case HitPawn(field, target, card):
            return f"hit {field} {target}{_with(card)}"
        case TurnUpCard(turned):
            return "card" if turned is None else f"card = {' '.join(turned)}"
        case SacrificeCard(card):
            return f"sacrifice {card}"
        case LeaveIt():
            return "pass"


def _with(card: str | None) -> str:
    return f" with {card}" if card else ""


def move_from_text(text: str) -> LaufMove:
    """The move that a text of the notation means (docs/notation.md). Raises InputError."""
    words, equals, came = text.partition(" = ")
    said, joined, card = words.partition(" with ")
    if joined and card not in KINDS:
        raise InputError("lauf.no-move", what=text[:80])
    played = card or None
    match said.split():
        case ["roll", "both"] if not joined:
            return ThrowPair(None, _pair(came, text) if equals else None)
        case ["roll", value] if value in tuple("123456") and not joined:
            return ThrowPair(int(value), _pair(came, text) if equals else None)
        case ["card"] if not joined:
            return TurnUpCard(_kinds(came, text) if equals else None)
        case [*told] if not equals:
            return _plain(told, played, text)
    raise InputError("lauf.no-move", what=text[:80])


def _plain(told: list[str], card: str | None, text: str) -> LaufMove:
    match told, card:
        case ["ghost", to], None:
            return MoveGhost(to)
        case ["sacrifice", kind], None:
            return SacrificeCard(kind)
        case ["pass"], None:
            return LeaveIt()
        case ["start"], _:
            return StartPawn(card)
        case ["run", field, total], None if _is_total(total):
            return RunPawn(field, int(total))
        case ["run", field, total, "back"], str() if _is_total(total):
            return RunPawn(field, int(total), card)
        case ["climb", field], _:
            return ClimbPawn(field, card)
        case ["hit", field, target], _:
            return HitPawn(field, target, card)
    raise InputError("lauf.no-move", what=text[:80])


def _is_total(text: str) -> bool:
    return text in tuple(map(str, range(2, 13)))


def _pair(text: str, whole: str) -> Pair:
    match text.split():
        case [one, other] if {one, other} <= set("123456"):
            return int(one), int(other)
    raise InputError("lauf.no-move", what=whole[:80])


def _kinds(text: str, whole: str) -> LaufCards:
    found = tuple(text.split())
    if not found or not set(found) <= set(KINDS):
        raise InputError("lauf.no-move", what=whole[:80])
    return found


def standing_json(standing: Standing) -> dict[str, Any]:
    """The standing as JSON values; everything that is as before the first roll of a turn is left out."""
    seats = standing.colours
    told: dict[str, Any] = {
        "turn": standing.colour,
        "pawns": {c: [*own] for c, own in zip(seats, standing.pawns, strict=True)},
        "ghost": standing.ghost,
        "cards": {c: [*own] for c, own in zip(seats, standing.hands, strict=True)},
        "supply": standing.supply,
    }
    if standing.discard:
        told["discard"] = list(standing.discard)
    if standing.rolls:
        told["rolls"] = [list(pair) for pair in standing.rolls]
    if standing.sacrificed:
        told["sacrificed"] = standing.sacrificed
    usual = LaufRules().to_json()
    other = {k: v for k, v in standing.rules.to_json().items() if v != usual[k]}
    return told | ({"rules": other} if other else {})
