"""What the sources leave open, as settings: each with a default, alternatives, and a reason (docs/lauf-rauf.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, cast

from companion.gamekit.open_rules import agreed_rules, open_rules


@dataclass(frozen=True, slots=True)
class LaufRules:
    """The rules of one table where the sources leave something open."""

    action_cards: Literal["with-cards", "without-cards"] = "with-cards"
    """Whether the cards are used; beginners may leave them out."""
    referee: Literal["whole-table", "dice-only"] = "whole-table"
    """Whether the table is followed with its pawns, or only its rolls."""
    huckauf: Literal["at-once", "on-call", "never"] = "at-once"
    """When "Huckauf!" is announced: as soon as a seven is rolled, when somebody calls it, or not at all."""
    start_card: Literal["from-ten", "any-total"] = "from-ten"
    """Whether starting with the start card needs a total of ten."""
    ghost_on_seven: Literal["has-to", "if-wanted"] = "has-to"
    """Whether a seven in the first roll forces the ghost to be moved."""
    run_compulsion: Literal["no-roll-left", "last-roll-made"] = "no-roll-left"
    """When running is compulsory, being the only possible action."""
    pushing: Literal["with-the-ring", "with-the-runner"] = "with-the-ring"
    """In which direction a pawn is pushed by a backward run that ends on it."""
    own_pawns: Literal["may-be-hit", "are-spared"] = "may-be-hit"
    """Whether players may hit their own pawns."""

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON values; ``lauf_rules`` is the inverse."""
        return asdict(self)


LAUF_RULES: Final = open_rules(LaufRules)
"""Every setting: what a table decides for an evening, then the open rules in their order."""


def lauf_rules(told: Mapping[str, Any]) -> LaufRules:
    """Settings from some or all of their names. Raises EditionError for another name or value."""
    return LaufRules(**cast("Any", agreed_rules(told, LAUF_RULES)))
