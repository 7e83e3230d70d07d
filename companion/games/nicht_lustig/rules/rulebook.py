"""A move, and the resulting events (rules, F2)."""

from __future__ import annotations

from random import Random

from companion.errors import IllegalMove
from companion.games.nicht_lustig.deck.dice import DICE, DiceRoll, Names
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    RollProfessors,
    StopRolling,
    TakeDeath,
    TakeTargets,
    ThrowDice,
    UseSpecial,
)
from companion.games.nicht_lustig.model.happened import (
    DeathTaken,
    DiceRolled,
    ProfessorsRolled,
    SpecialUsed,
    TargetsTaken,
)
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.rules.following import Happenings, followed, scoring
from companion.games.nicht_lustig.rules.points import professor_dice
from companion.games.nicht_lustig.rules.refusals import refusal


def decide(situation: Situation, move: Decision, chance: Random) -> Happenings:
    """The events of a move and everything that follows automatically. Raises IllegalMove."""
    refused = refusal(situation, move)
    if refused is not None:
        raise IllegalMove(refused.key, reasons=(refused,), **refused.params)
    return followed(situation, _deed(situation, move, chance))


def _deed(situation: Situation, move: Decision, chance: Random) -> Happenings:
    match move:
        case ThrowDice(player, thrown, values):
            before = situation.dice or DiceRoll((0,) * len(DICE))
            values = values or before.thrown(thrown, chance).values
            named = in_order(thrown)
            return (DiceRolled(player, situation.rolls + 1, values, named),)
        case StopRolling():
            return tuple(scoring(situation))
        case UseSpecial(player, face):
            return (SpecialUsed(player, face),)
        case TakeTargets(player, faces):
            return (TargetsTaken(player, faces),)
        case TakeDeath(player, death, place):
            return (DeathTaken(player, death, place),)
        case RollProfessors(player, values):
            asked = professor_dice(situation.areas[player], situation.rules)
            rolled = (chance.randrange(6) for _ in range(asked))
            return (ProfessorsRolled(player, tuple(rolled) if values is None else values),)  # fmt: skip


def in_order(names: Names) -> Names:
    """Some dice in their canonical order."""
    return tuple(name for name in DICE if name in names)
