"""What is agreed before a game: who plays, and how a table plays Kniffel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from companion.kit import setup as kit


@dataclass(frozen=True, slots=True)
class Rulings(kit.Rulings):
    """What households play differently."""

    more_kniffels: Literal["fifty-and-joker", "hundred-and-joker", "like-any-roll"] = (
        "fifty-and-joker"
    )
    """What a further Kniffel brings once the box has fifty points."""

    @property
    def extra(self) -> int:
        """The points for a further Kniffel."""
        return {"fifty-and-joker": 50, "hundred-and-joker": 100}.get(self.more_kniffels, 0)


AGREEMENT: Final = kit.Agreement((2, 6), kit.open_rules(Rulings))


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(kit.Setup):
    """What is agreed before a game."""

    SEATS = AGREEMENT.players
    rulings: Rulings = field(default_factory=Rulings)
