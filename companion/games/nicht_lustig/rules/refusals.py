"""Why a move is illegal, in words."""

from __future__ import annotations

from companion.announce import Message, message
from companion.games.nicht_lustig.deck.cards import card_name, named
from companion.games.nicht_lustig.deck.dice import DICE, DiceRoll
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    RollProfessors,
    StopRolling,
    TakeDeath,
    TakeTargets,
    ThrowDice,
    UseSpecial,
)
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.rules.legality import legal, most_rolls
from companion.games.nicht_lustig.rules.points import professor_dice


def refusal(situation: Situation, move: Decision) -> Message | None:
    """Why a move is illegal now; None if it is legal."""
    match move:
        case ThrowDice():
            return _no_throw(situation, move)
        case RollProfessors():
            return _no_professors(situation, move)
        case _ if move in legal(situation):
            return None
        case _ if situation.now == "over":
            return message("lustig.over")
        case _ if move.player != situation.turn:
            return message("lustig.not-your-turn", player=situation.turn + 1)
        case TakeTargets(_, faces) if situation.now == "take":
            return message("lustig.not-rolled", cards=named(faces))
        case TakeDeath(_, death, _) if situation.now in ("take", "virus"):
            return message("lustig.not-that-death", card=card_name(death))
        case UseSpecial(_, face):
            return message("lustig.no-use", card=card_name(face))
        case _:
            return message(f"lustig.now-{situation.now}")


def _no_throw(situation: Situation, move: ThrowDice) -> Message | None:
    if situation.now != "roll" or move.player != situation.turn:
        return refusal(situation, StopRolling(move.player)) or message("lustig.now-take")  # fmt: skip
    if situation.rolls >= most_rolls(situation):
        return message("lustig.no-more-rolls", count=situation.rolls)
    thrown = set(move.thrown)
    if situation.rolls == 0:
        if thrown != set(DICE) or len(move.thrown) != len(DICE):
            return message("lustig.all-seven")
    elif not thrown or len(thrown) != len(move.thrown) or not thrown <= set(situation.free):  # fmt: skip
        return message("lustig.kept-again")
    return None if _lie_still(situation, move) else message("lustig.lie-still")


def _lie_still(situation: Situation, move: ThrowDice) -> bool:
    """Whether the dice that were not thrown are unchanged."""
    if move.values is None:
        return True
    try:
        after = DiceRoll(move.values)
    except ValueError:
        return False
    before = situation.dice or after
    triples = zip(DICE, before.values, after.values, strict=True)
    return all(old == new for name, old, new in triples if name not in move.thrown)


def _no_professors(situation: Situation, move: RollProfessors) -> Message | None:
    if RollProfessors(move.player) not in legal(situation):
        return message(f"lustig.now-{situation.now}")
    asked = professor_dice(situation.areas[move.player], situation.rules)
    values = move.values
    if values is not None and (
        len(values) != asked or not set(values) <= set(range(6))
    ):
        return message("lustig.professor-dice", count=asked)
    return None
