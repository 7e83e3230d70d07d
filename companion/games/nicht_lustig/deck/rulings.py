"""What the sources leave open, as settings: each with a default, alternatives, and the section of the rules page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, cast

from companion.gamekit.open_rules import agreed_rules, open_rules


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules of one table where the sources leave something open."""

    beside_dinosaur: Literal["nothing", "targets"] = "nothing"
    """Whether other targets may be taken in the turn of a dinosaur."""
    deaths_on_a_card: Literal["one-death", "several-deaths"] = "one-death"
    """Whether a Death may cover a card that is already covered."""
    open_death: Literal["stays", "covers"] = "stays"
    """What an open Death does when its owner scores cards later."""
    covered_count: Literal["no-help", "help"] = "no-help"
    """Whether covered yetis count for a pair, and covered professors for a die."""
    duck: Literal["fourth-roll", "nothing"] = "fourth-roll"
    """The effect of the duck."""
    clown: Literal["refuses-death", "nothing"] = "refuses-death"
    """The effect of the clown."""
    ufo: Literal["two-rolls", "skips-turn"] = "two-rolls"
    """The effect of the UFO."""

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON values; ``house_rules`` is the inverse."""
        return asdict(self)


OPEN_RULES: Final = open_rules(HouseRules)
"""Every setting, in the order of the rules."""


def house_rules(told: Mapping[str, Any]) -> HouseRules:
    """Settings from some or all of their names. Raises EditionError for another name or value."""
    return HouseRules(**cast("Any", agreed_rules(told, OPEN_RULES)))
