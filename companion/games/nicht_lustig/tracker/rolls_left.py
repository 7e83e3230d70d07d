"""Whether dice that are thrown now may be one more roll of the turn under way, or begin the next one."""

from __future__ import annotations

from companion.games.nicht_lustig.deck.cards import DUCK
from companion.games.nicht_lustig.deck.dice import DICE
from companion.games.nicht_lustig.mat import displayed
from companion.games.nicht_lustig.rules.following import rolled_sets
from companion.games.nicht_lustig.rules.legality import most_rolls, useful
from companion.games.nicht_lustig.tracker.sitting import LustigSitting


def may_throw(sitting: LustigSitting) -> bool:
    """Whether the turn has a roll left, or the duck gives one."""
    now = sitting.situation
    return _has_rolls(sitting) or (now.now == "roll" and any(useful(now, DUCK)))


def may_throw_all(sitting: LustigSitting) -> bool:
    """Whether all seven dice may be one more roll of this turn.

    With dice kept, not if only the duck gives a roll, and not if the player may have taken a card from somebody.
    """
    now = sitting.situation
    if len(now.free) == len(DICE):
        return may_throw(sitting)
    lying = displayed(sitting.table)
    from_others = now.now == "roll" and any(lying.isdisjoint(f) for f in rolled_sets(now))  # fmt: skip
    return _has_rolls(sitting) and not from_others


def _has_rolls(sitting: LustigSitting) -> bool:
    now = sitting.situation
    left = most_rolls(now) - now.rolls - sitting.missed
    return now.rolls == 0 or (now.now == "roll" and left > 0)
