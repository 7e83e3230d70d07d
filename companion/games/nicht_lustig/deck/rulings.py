"""What the sources leave open, as settings: each with its default, its rivals, and the section of the rules page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal

from companion.announce import Message, message
from companion.errors import EditionError


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


@dataclass(frozen=True, slots=True)
class OpenRule:
    """One setting: its name and what it may be, the default first."""

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """What is played where nobody says otherwise."""
        return self.values[0]

    @property
    def question(self) -> Message:
        """What the setting decides, in words."""
        return message(f"ruling.{self.name}.question")

    @property
    def why(self) -> Message:
        """Why the default is the default, in one sentence."""
        return message(f"ruling.{self.name}.why")


OPEN_RULES: Final = (
    OpenRule("beside_dinosaur", ("nothing", "targets")),
    OpenRule("deaths_on_a_card", ("one-death", "several-deaths")),
    OpenRule("open_death", ("stays", "covers")),
    OpenRule("covered_count", ("no-help", "help")),
    OpenRule("duck", ("fourth-roll", "nothing")),
    OpenRule("clown", ("refuses-death", "nothing")),
    OpenRule("ufo", ("two-rolls", "skips-turn")),
)
"""Every setting, in the order of the rules."""


def house_rules(told: Mapping[str, Any]) -> HouseRules:
    """Settings from some or all of their names. Raises EditionError for another name or value."""
    known = {rule.name: rule.values for rule in OPEN_RULES}
    for name, value in told.items():
        if name not in known:
            raise EditionError("ruling.unknown", name=str(name)[:40])
        if value not in known[name]:
            shown, allowed = str(value)[:40], known[name]
            raise EditionError("ruling.no-such-value", name=name, value=shown, allowed=allowed)  # fmt: skip
    assert {field.name for field in fields(HouseRules)} == known.keys()
    return HouseRules(**told)
