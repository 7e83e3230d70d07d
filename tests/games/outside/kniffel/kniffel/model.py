"""Moves, events, how a table plays, and the score sheets that events fold into."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from companion.kit import setup as kit
from companion.kit.codec import Codec

from .boxes import EMPTY, Dice, Sheet, open_boxes, total

MOST_ROLLS: Final = 3


@dataclass(frozen=True, slots=True)
class Rulings(kit.Rulings):
    """What households play differently."""

    more_kniffels: Literal["fifty-and-joker", "hundred-and-joker", "like-any-roll"] = "fifty-and-joker"  # fmt: skip
    """What a further Kniffel brings once the box has fifty points."""

    @property
    def extra(self) -> int:
        """The points for a further Kniffel."""
        return {"fifty-and-joker": 50, "hundred-and-joker": 100}.get(self.more_kniffels, 0)  # fmt: skip


AGREEMENT: Final = kit.Agreement((2, 6), kit.open_rules(Rulings))


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(kit.Setup):
    """What is agreed before a game."""

    SEATS = AGREEMENT.players
    rulings: Rulings = field(default_factory=Rulings)


# Moves -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw all dice but the kept ones; ``dice`` is what all five show then, None if chance decides."""

    player: int
    kept: Dice = ()
    dice: Dice | None = None

    def __str__(self) -> str:
        keep = f" keep {_text(self.kept)}" if self.kept else ""
        return f"roll{keep}" + ("" if self.dice is None else f" = {_text(self.dice)}")


@dataclass(frozen=True, slots=True)
class Fill:
    """Write the dice into a box; ``turn``: of an earlier turn that is still owed, None: of this one."""

    player: int
    box: str
    turn: int | None = None

    def __str__(self) -> str:
        return f"box {self.box}" + ("" if self.turn is None else f" {self.turn}")


def _text(dice: Dice) -> str:
    return " ".join(map(str, dice))


Move: TypeAlias = Throw | Fill
LIKE: Final = ("roll", "roll keep 3 3", "box chance")
"""Some moves as they are written."""
MOVES: Final[Codec[Move]] = Codec("move", {"roll": Throw, "box": Fill})


# Events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """A roll; ``dice`` is empty if nobody could read it."""

    player: int
    number: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class BoxFilled:
    """Points were written; ``extra`` are those for more than one Kniffel; ``turn`` is the number of the turn."""

    player: int
    box: str
    points: int
    extra: int
    turn: int


@dataclass(frozen=True, slots=True)
class BoxOwed:
    """A turn ended, and nobody said which box it fills."""

    player: int
    turn: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this player's turn."""

    player: int


@dataclass(frozen=True, slots=True)
class SheetsCounted:
    """The last box was filled."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceWere:
    """Correction: what the dice show."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class BoxWas:
    """Correction: what stands in a box; None: nothing."""

    player: int
    box: str
    points: int | None


Event: TypeAlias = DiceRolled | BoxFilled | BoxOwed | TurnBegan | SheetsCounted | DiceWere | BoxWas  # fmt: skip
EVENTS: Final[dict[str, type[Event]]] = {
    "rolled": DiceRolled,
    "filled": BoxFilled,
    "owed": BoxOwed,
    "turn": TurnBegan,
    "won": SheetsCounted,
    "dice-were": DiceWere,
    "box-was": BoxWas,
}


# State -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """Everybody's sheets, and the turn under way."""

    sheets: tuple[Sheet, ...]
    extras: tuple[int, ...]
    turn: int = 0
    turns: int = 0
    """The number of this turn, from 0."""
    rolls: int = 0
    dice: Dice = ()
    owed: tuple[BoxOwed, ...] = ()
    winners: tuple[int, ...] = ()
    rules: Rulings = field(default_factory=Rulings)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.sheets)

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points as they stand."""
        return tuple(map(total, self.sheets, self.extras))

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return 1 + min(len(sheet) - len(open_boxes(sheet)) for sheet in self.sheets)

    @property
    def plays(self) -> bool:
        """Whether the player whose turn it is has a box to fill."""
        return not self.over and self.turns_left(self.turn) > 0

    def turns_left(self, player: int) -> int:
        """How many boxes a player will still have when everything owed is written."""
        owed = sum(each.player == player for each in self.owed)
        return len(open_boxes(self.sheets[player])) - owed


def start(players: int, rules: Rulings | None = None) -> State:
    """A game before the first roll."""
    return State((EMPTY,) * players, (0,) * players, rules=rules or Rulings())
