"""How a table plays Yatzy."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal

from companion import libraries
from companion.games.yatzy.boxes import KINDS, Kind
from companion.kit import setup as kit
from companion.kit.score_sheets import seats
from companion.rules import Json


@dataclass(frozen=True, slots=True)
class Rulings(kit.Rulings):
    """What households play differently."""

    sheet: Literal["yatzy", "thirteen"] = "yatzy"
    """Fifteen boxes as in Scandinavia, or thirteen."""
    further: Literal["hundred-more", "fifty-more", "as-any-roll"] = "hundred-more"
    """What a further five of a kind brings on thirteen boxes once its own has fifty points."""

    @property
    def kind(self) -> Kind:
        """The sheet that is played."""
        return KINDS[self.sheet]

    @property
    def extra(self) -> int:
        """The points for a further five of a kind, which then stands for any pattern; 0: it is like any roll."""
        worth = {"hundred-more": 100, "fifty-more": 50}
        return worth.get(self.further, 0) if self.sheet == "thirteen" else 0


AGREEMENT: Final = kit.Agreement((1, 6), kit.open_rules(Rulings))
form: Final = partial(seats.form, AGREEMENT)


def agreed(given: Json) -> dict[str, Any]:
    """A new game as the host's page asks for it. Raises InputError, EditionError, and LibraryError for robots without numpy."""
    told = seats.agreed(AGREEMENT, given)
    if "robots" in told:
        need_expert()
    return told


def need_expert() -> None:
    """Check that there is what the expert reckons with. Raises LibraryError."""
    libraries.need("numpy", "yatzy.no-expert")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(seats.Setup):
    """What is agreed before a game."""

    SEATS = AGREEMENT.players
    rulings: Rulings = field(default_factory=Rulings)
