"""What is agreed before this game: who plays, and how a table plays what the sources leave open."""

from dataclasses import dataclass, field
from typing import Final, Literal

from companion.kit import setup as kit


@dataclass(frozen=True, slots=True)
class Rulings(kit.Rulings):
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


AGREEMENT: Final = kit.Agreement((2, 4), kit.open_rules(Rulings))


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(kit.Setup):
    """What is agreed before a game."""

    SEATS = AGREEMENT.players
    rulings: Rulings = field(default_factory=Rulings)
