"""A score sheet, the moves and events of games with one, and the state that events fold into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from companion.codec import Codec
from companion.kit.odds import Dice
from companion.kit.setup import Rulings

R = TypeVar("R", bound=Rulings)
"""A game's own rulings."""

# The sheet ---------------------------------------------------------------------------


Sheet: TypeAlias = tuple[int | None, ...]
"""The points in every box, in the form's order; None where it is open."""


class Offer(NamedTuple):
    """What dice would bring in a box: the points that are written there, and points beside the boxes."""

    points: int
    extra: int


@dataclass(frozen=True, slots=True)
class Part:
    """Boxes below each other with their sum; who has ``bonus_from`` points in them is given ``bonus`` more (0: there is none)."""

    name: str
    boxes: tuple[str, ...]
    bonus: int = 0
    bonus_from: int = 0


@dataclass(frozen=True, slots=True)
class Form:
    """A score sheet as it is printed: its parts from the top."""

    parts: tuple[Part, ...]

    @property
    def boxes(self) -> tuple[str, ...]:
        """All boxes from the top."""
        return tuple(box for part in self.parts for box in part.boxes)

    @property
    def empty(self) -> Sheet:
        """A sheet on which nothing is written."""
        return (None,) * len(self.boxes)

    def points_in(self, sheet: Sheet, box: str) -> int | None:
        """What stands in a box; None: nothing."""
        return sheet[self.boxes.index(box)]

    def open_boxes(self, sheet: Sheet) -> tuple[str, ...]:
        """The boxes in which nothing is written."""
        pairs = zip(self.boxes, sheet, strict=True)
        return tuple(box for box, points in pairs if points is None)

    def written(self, sheet: Sheet, box: str, points: int | None) -> Sheet:
        """The sheet with something else in one box."""
        at = self.boxes.index(box)
        return (*sheet[:at], points, *sheet[at + 1 :])

    def sum_of(self, part: Part, sheet: Sheet) -> int:
        """The points in the boxes of a part."""
        return sum(self.points_in(sheet, box) or 0 for box in part.boxes)

    def bonus_of(self, part: Part, sheet: Sheet) -> int:
        """The bonus for a part, once it is reached."""
        return part.bonus if self.sum_of(part, sheet) >= part.bonus_from else 0

    def bonus(self, sheet: Sheet) -> int:
        """All bonuses of a sheet."""
        return sum(self.bonus_of(part, sheet) for part in self.parts)

    def total(self, sheet: Sheet, extra: int = 0) -> int:
        """All points of a sheet, with its bonuses and those beside the boxes."""
        return sum(points or 0 for points in sheet) + self.bonus(sheet) + extra


# Moves -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw all dice but the kept ones; ``dice`` is what all show then, None if chance decides."""

    player: int
    kept: Dice = ()
    dice: Dice | None = None

    def __repr__(self) -> str:
        keep = f" keep {_text(self.kept)}" if self.kept else ""
        return f"roll{keep}" + ("" if self.dice is None else f" = {_text(self.dice)}")


@dataclass(frozen=True, slots=True)
class Fill:
    """Write the dice into a box; ``turn``: of an earlier turn that is still owed, None: of this one."""

    player: int
    box: str
    turn: int | None = None

    def __repr__(self) -> str:
        return f"box {self.box}" + ("" if self.turn is None else f" {self.turn}")


def _text(dice: Dice) -> str:
    return " ".join(map(str, dice))


Move: TypeAlias = Throw | Fill
LIKE: Final = ("roll", "roll keep 3 3", "roll keep 3 3 = 1 2 3 3 6", "box chance")
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
    """Points were written; ``extra`` are those beside the boxes; ``turn`` is the number of the turn."""

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
    """The last box was filled, or people stopped."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceWere:
    """Correction: what the dice show."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class BoxWas:
    """Correction: what stands in a box; None: nothing. ``turn``: it was owed since then; ``extra``: points beside the boxes that go with what stood there."""

    player: int
    box: str
    points: int | None
    turn: int | None = None
    extra: int = 0


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """Somebody plays no further: the sheet stays as it is."""

    player: int


@dataclass(frozen=True, slots=True)
class PlayerBack:
    """Who had left plays on."""

    player: int


Event: TypeAlias = (
    DiceRolled
    | BoxFilled
    | BoxOwed
    | TurnBegan
    | SheetsCounted
    | DiceWere
    | BoxWas
    | PlayerLeft
    | PlayerBack
)
EVENTS: Final[Mapping[str, type[Any]]] = {
    "rolled": DiceRolled,
    "filled": BoxFilled,
    "owed": BoxOwed,
    "turn": TurnBegan,
    "won": SheetsCounted,
    "dice-were": DiceWere,
    "box-was": BoxWas,
    "player-left": PlayerLeft,
    "player-back": PlayerBack,
}
"""The names of these events in journals."""


# State -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Generic[R]):
    """Everybody's sheets, and the turn under way."""

    form: Form
    rulings: R
    sheets: tuple[Sheet, ...]
    extras: tuple[int, ...]
    """Points beside the boxes, by seat."""
    turn: int = 0
    turns: int = 0
    """The number of this turn, from 0."""
    rolls: int = 0
    dice: Dice = ()
    owed: tuple[BoxOwed, ...] = ()
    winners: tuple[int, ...] = ()
    left_game: frozenset[int] = frozenset()
    """Who has left, by seat."""

    @property
    def players(self) -> int:
        """How many play, whoever has left among them."""
        return len(self.sheets)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats of those who have not left."""
        return tuple(seat for seat in range(self.players) if seat not in self.left_game)

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The seats whose sheets have open boxes that nobody will fill."""
        gone = range(self.players) if self.over else sorted(self.left_game)
        return tuple(seat for seat in gone if None in self.sheets[seat])

    @property
    def is_full(self) -> bool:
        """Whether all boxes are filled of those who have not left."""
        return all(None not in self.sheets[seat] for seat in self.playing)

    @property
    def over(self) -> bool:
        """Whether the sheets have been counted."""
        return bool(self.winners)

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points as they stand."""
        return tuple(map(self.form.total, self.sheets, self.extras))

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        sheets = [self.sheets[seat] for seat in self.playing]
        return 1 + min(len(sheet) - len(self.form.open_boxes(sheet)) for sheet in sheets)

    @property
    def plays(self) -> bool:
        """Whether the player whose turn it is has a box to fill."""
        return not self.over and self.turns_left(self.turn) > 0

    def turns_left(self, player: int) -> int:
        """How many boxes a player will still have when everything owed is written; none who has left."""
        if player in self.left_game:
            return 0
        owed = sum(each.player == player for each in self.owed)
        return len(self.form.open_boxes(self.sheets[player])) - owed

    def dice_of(self, player: int, turn: int | None) -> Dice:
        """The dice that a player may write: those of this turn (None), or of one that is owed; empty if there are none."""
        if turn is None:
            return self.dice if player == self.turn else ()
        found = (o.dice for o in self.owed if (o.turn, o.player) == (turn, player))
        return next(found, ())

    def points_in(self, player: int, box: str) -> int | None:
        """What stands in a player's box; None: nothing."""
        return self.form.points_in(self.sheets[player], box)
