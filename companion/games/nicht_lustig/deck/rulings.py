"""What the sources leave open, as settings: each with its default, its rivals, and the section of the rules page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, cast

from companion.gamekit.open_rules import agreed_rules, open_rules


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How one table plays what the sources leave open."""

    beside_dinosaur: Literal["nothing", "targets"] = "nothing"
    """Whether other targets may be taken in the turn of a dinosaur."""
    deaths_on_a_card: Literal["one-death", "several-deaths"] = "one-death"
    """Whether a Death may cover a card that is covered already."""
    open_death: Literal["stays", "covers"] = "stays"
    """What a Death that lies open does when its owner scores cards later."""
    covered_count: Literal["no-help", "help"] = "no-help"
    """Whether covered yetis make a pair, and covered professors a die."""
    duck: Literal["fourth-roll", "nothing"] = "fourth-roll"
    """What the duck is good for."""
    clown: Literal["refuses-death", "nothing"] = "refuses-death"
    """What the clown is good for."""
    ufo: Literal["two-rolls", "skips-turn"] = "two-rolls"
    """What the UFO costs."""

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON values; ``house_rules`` is the inverse."""
        return asdict(self)


OPEN_RULES: Final = open_rules(HouseRules)
"""Every setting, in the order of the rules."""


def house_rules(told: Mapping[str, Any]) -> HouseRules:
    """Settings from some or all of their names. Raises EditionError for another name or value."""
    return HouseRules(**cast("Any", agreed_rules(told, OPEN_RULES)))
