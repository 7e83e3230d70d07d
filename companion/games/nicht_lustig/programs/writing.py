"""Positions and moves for programs: JSON, and one line of text (docs/notation.md)."""

from __future__ import annotations

from typing import Any

from companion.games.nicht_lustig.deck.dice import DICE
from companion.games.nicht_lustig.deck.rulings import HouseRules
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    RollProfessors,
    StopRolling,
    TakeDeath,
    TakeTargets,
    ThrowDice,
    UseSpecial,
)
from companion.games.nicht_lustig.model.situation import PlayerArea, Situation


def situation_json(situation: Situation) -> dict[str, Any]:
    """The situation as JSON values; everything that is as before the first roll is left out."""
    told: dict[str, Any] = {
        "turn": situation.turn,
        "display": list(situation.display),
        "areas": [area_json(area) for area in situation.areas],
        "now": situation.now,
    }
    if situation.dice is not None:
        told |= {"dice": situation.dice.to_json(), "rolls": situation.rolls}
    if situation.free != DICE:
        told["free"] = list(situation.free)
    if situation.duck:
        told["duck"] = True
    if situation.gained:
        told["gained"] = list(situation.gained)
    if situation.professors:
        told["professors"] = [p if p is None else list(p) for p in situation.professors]
    return told | rules_json(situation.rules)


def area_json(area: PlayerArea) -> dict[str, Any]:
    """The cards in front of a player: all five kinds of places, a card under several Deaths with all of them."""
    covered: dict[str, Any] = {}
    for card in area.under:
        on_it = [death for below, death in area.covered if below == card]
        covered[card] = on_it[0] if len(on_it) == 1 else on_it
    return {
        "open": list(area.open),
        "scored": list(area.scored),
        "covered": covered,
        "deaths": list(area.deaths),
        "specials": list(area.specials),
    }


def rules_json(rules: HouseRules) -> dict[str, Any]:
    """The rules that differ from the defaults, as ``rules``; empty if none do."""
    usual = HouseRules().to_json()
    other = {k: v for k, v in rules.to_json().items() if v != usual[k]}
    return {"rules": other} if other else {}


def decision_text(move: Decision) -> str:
    """A move as people write it: ``0 take L02 R03``."""
    return f"{move.player} {' '.join(_words(move))}"


def _words(move: Decision) -> tuple[str, ...]:
    match move:
        case ThrowDice(_, thrown, values):
            shown = () if values is None else ("=", _values(values))
            return ("roll", *(("all",) if thrown == DICE else thrown), *shown)
        case StopRolling():
            return ("stop",)
        case UseSpecial(_, face):
            return ("use", face)
        case TakeTargets(_, faces):
            return ("take", *faces)
        case TakeDeath(_, death, onto):
            return ("death", death, onto or "open")
        case RollProfessors(_, values):
            return ("professors", *(() if values is None else ("=", _values(values))))


def _values(values: tuple[int, ...]) -> str:
    """Values in sequence, ``*`` being a symbol."""
    return "".join(str(value) if value else "*" for value in values) or "-"
