"""Moves, events, how a table plays, and the score sheets that events fold into."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from companion.kit import setup as kit
from companion.kit.codec import Codec

from .boxes import SHEETS, Column, Dice, Sheet

MOST_ROLLS: Final = 3


@dataclass(frozen=True, slots=True)
class Rulings(kit.Rulings):
    """What households play differently."""

    sheet: Literal["yatzy", "thirteen"] = "yatzy"
    """Fifteen boxes as in Scandinavia, or thirteen."""
    further: Literal["hundred-and-joker", "fifty-and-joker", "like-any-roll"] = "hundred-and-joker"  # fmt: skip
    """What a further five of a kind brings on thirteen boxes once its own box has fifty points."""

    @property
    def boxes(self) -> Sheet:
        """The sheet that is played."""
        return SHEETS[self.sheet]

    @property
    def extra(self) -> int:
        """The points for a further five of a kind, which stands for any pattern then; 0: it is like any roll."""
        worth = {"hundred-and-joker": 100, "fifty-and-joker": 50}
        return worth.get(self.further, 0) if self.sheet == "thirteen" else 0


AGREEMENT: Final = kit.Agreement((1, 6), kit.open_rules(Rulings))


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
    """Points were written; ``extra`` are those for more than one five of a kind; ``turn`` is the number of the turn."""

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
    """Everybody's columns, and the turn under way."""

    columns: tuple[Column, ...]
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
        return len(self.columns)

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points as they stand."""
        return tuple(map(self.rules.boxes.total, self.columns, self.extras))

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return 1 + min(len(column) - column.count(None) for column in self.columns)

    @property
    def plays(self) -> bool:
        """Whether the player whose turn it is has a box to fill."""
        return not self.over and self.turns_left(self.turn) > 0

    def turns_left(self, player: int) -> int:
        """How many boxes a player will still have when everything owed is written."""
        owed = sum(each.player == player for each in self.owed)
        return self.columns[player].count(None) - owed


def start(players: int, rules: Rulings | None = None) -> State:
    """A game before the first roll."""
    played = rules or Rulings()
    return State((played.boxes.empty,) * players, (0,) * players, rules=played)
