"""What two dice allow if the pawns are unknown: refereeing only the rolls (rules, F1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from companion.games.lauf_rauf.model.moves import (
    LaufMove,
    LeaveIt,
    SacrificeCard,
    ThrowPair,
)
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.legality import SEVEN, START_TOTAL, differ

Allowed: TypeAlias = tuple[str, int]
"""An action that may be possible, and its number."""
ANY_CARD = ""
"""A card of unknown kind."""


def allowed(standing: Standing) -> tuple[Allowed, ...]:
    """What the last roll would allow, depending on the pawns, in the order of the rules."""
    return tuple(_allowed(standing)) if standing.rolls else ()


def _allowed(standing: Standing) -> Iterator[Allowed]:
    total, first = sum(standing.dice), len(standing.rolls) == 1
    if first and total == SEVEN:
        yield "ghost", total
    if total >= START_TOTAL:
        yield "start", total
    yield from (("run", total), ("climb", total))
    if first and differ(standing):
        yield "hit", min(standing.dice)
    if not differ(standing) and standing.rules.action_cards == "with-cards":
        yield "card", min(standing.dice)


def rolling(standing: Standing) -> tuple[LaufMove, ...]:
    """What may be entered: another roll if some are left, a card for two more, and the end of the turn."""
    if not standing.rolls:
        return (ThrowPair(),)
    again = [ThrowPair(value) for value in sorted(set(standing.dice))]
    if standing.rolls_left > 0:
        return (ThrowPair(), *again, LeaveIt())
    with_cards = standing.rules.action_cards == "with-cards"
    return (*((SacrificeCard(ANY_CARD),) if with_cards else ()), LeaveIt())
