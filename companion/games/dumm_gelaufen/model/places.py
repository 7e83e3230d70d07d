"""Where cards lie on this game's table; the names are those of the mat's zones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.games.dumm_gelaufen.deck.cards import Card

Place: TypeAlias = Literal["mac", "open-left", "open-right", "draw", "actions"]
Area: TypeAlias = Literal["mac", "piles"]
"""Where an exchange takes place: with Mac, or with the piles (rules, A4)."""

MAC: Final = "mac"
LEFT: Final = "open-left"
RIGHT: Final = "open-right"
DRAW: Final = "draw"
ACTIONS: Final = "actions"
PILES: Final = "piles"


@dataclass(frozen=True, slots=True)
class At:
    """A card and the place it is taken from; ``card`` is None where nobody sees it."""

    place: Place
    card: Card | None = None

    def __str__(self) -> str:
        return self.place if self.card is None else f"{self.place}:{self.card.short}"
