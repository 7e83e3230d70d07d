"""What the sources leave open, as settings: each with its default, its rivals, and why (docs/lauf-rauf.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, cast

from companion.gamekit.open_rules import agreed_rules, open_rules


@dataclass(frozen=True, slots=True)
class LaufRules:
    """How one table plays what the sources leave open."""

    action_cards: Literal["with-cards", "without-cards"] = "with-cards"
    """Whether the cards are played; beginners may leave them out."""
    start_card: Literal["from-ten", "any-total"] = "from-ten"
    """Whether a start with the start card needs a total of ten."""
    ghost_on_seven: Literal["has-to", "if-wanted"] = "has-to"
    """Whether a seven in the first roll has to move the ghost."""
    run_compulsion: Literal["no-roll-left", "last-roll-made"] = "no-roll-left"
    """When running, as the only thing possible, has to be done."""
    pushing: Literal["with-the-ring", "with-the-runner"] = "with-the-ring"
    """Which way a pawn is pushed that a backward run ends on."""
    own_pawns: Literal["may-be-hit", "are-spared"] = "may-be-hit"
    """Whether somebody may hit pawns of his own."""
    huckauf: Literal["at-once", "on-call", "never"] = "at-once"
    """When "Huckauf!" is said: as soon as the seven lies there, when somebody calls it, or by the people alone."""
    referee: Literal["whole-table", "dice-only"] = "whole-table"
    """Whether a table is followed with its pawns, or its rolls alone."""

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON values; ``lauf_rules`` is the inverse."""
        return asdict(self)


LAUF_RULES: Final = open_rules(LaufRules)
"""Every setting, in the order of the rules."""


def lauf_rules(told: Mapping[str, Any]) -> LaufRules:
    """Settings from some or all of their names. Raises EditionError for another name or value."""
    return LaufRules(**cast("Any", agreed_rules(told, LAUF_RULES)))
