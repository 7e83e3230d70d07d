"""The strategy that scores most on average when everybody plays for himself, exact by dynamic programming.

A position between two turns is what is open, the upper points up to 63 and, where a
further five of a kind brings points, whether the first one stands. What it is worth
with best play is tabulated (``benchmarks/yatzy`` makes the tables), and all else
follows from it: what to keep and what to write.
"""

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.games.yatzy.boxes import BONUS_FROM, FIVE_ALIKE, JOKERS, KINDS, UPPER, Kind
from companion.games.yatzy.expert import throws
from companion.kit.odds import Dice
from companion.kit.score_sheets.model import Sheet

Numbers = NDArray[np.integer[Any]]

FINENESS: Final = 64
"""Steps a point is stored in."""
NEVER: Final = np.float32(-1e9)
FIVES: Final = np.array([throws.INDEX[(value,) * 5] for value in range(1, 7)])
COUNTS: Final = np.array([[roll.count(value) for roll in throws.ROLLS] for value in range(1, 7)])
"""How many dice of a roll show a value, (6, 252)."""


@dataclass(frozen=True, slots=True)
class Spots:
    """Positions between two turns, one in each place of three arrays of one length."""

    open: Numbers
    """Bit n: the nth box of the sheet is open."""
    upper: Numbers
    """0 to 63, and 63 for more."""
    first: Numbers
    """1 if the box for five of a kind has its points, and a further one brings more."""


class Advice(NamedTuple):
    """What is best done with five dice."""

    kept: Dice
    """What to keep; all five: not to roll on."""
    box: str
    """Where they are best written as they lie."""
    points: float
    """What the rest of the game brings on average, this turn included."""


@dataclass(frozen=True, eq=False)
class Expert:
    """Plays one sheet; ``extra`` points and a joker for a further five of a kind, 0: like any roll."""

    kind: Kind
    extra: int
    worth: throws.Worth
    """Of every position, in points still to come: (open, first, upper)."""

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes of its sheet, from the top."""
        return self.kind.form.boxes

    def writing(self, spots: Spots) -> Iterator[throws.Worth]:
        """Box by box what every roll is worth written there, its points and what is still to come: (252, spots)."""
        for at in range(len(self.boxes)):
            written = np.full((len(throws.ROLLS), len(spots.open)), NEVER, np.float32)
            there = np.flatnonzero(spots.open >> at & 1)
            if there.size:
                these = Spots(spots.open[there], spots.upper[there], spots.first[there])
                written[:, there] = self._written(at, these)
            yield written

    def turn(self, spots: Spots) -> throws.Worth:
        """What the last roll of a turn is worth, (252, spots)."""
        best = None
        for written in self.writing(spots):
            best = written if best is None else np.maximum(best, written, out=best)
        assert best is not None
        return best

    def best(self, sheet: Sheet, dice: Dice, more: int) -> Advice:
        """What to do with five dice if ``more`` rolls may still be made."""
        spots = self.spots(sheet)
        boxes = np.stack([written[:, 0] for written in self.writing(spots)])
        worth = boxes.max(axis=0)
        for _ in range(more - 1):
            worth = throws.again(worth)
        here = boxes[:, throws.INDEX[dice]]
        kept, most = throws.best_keep(dice, worth) if more else (dice, float(here.max()))
        return Advice(kept, self.boxes[int(here.argmax())], most)

    def chances(self, sheet: Sheet, dice: Dice, more: int) -> dict[str, float]:
        """How likely each open box still gets something if everything is done for it: in an upper box three of its dice at least; not of ``chance``, which always does."""
        aims = [box for box in self.kind.form.open_boxes(sheet) if box != "chance"]
        kind, rolls = self.kind, throws.ROLLS
        hits = [[_is_reached(kind, box, roll) for box in aims] for roll in rolls]
        reached = np.array(hits, np.float32)
        shares = throws.chances(dice, more, reached) if aims else ()
        return {box: round(float(share), 3) for box, share in zip(aims, shares, strict=True)}

    def spots(self, sheet: Sheet) -> Spots:
        """The position of one sheet."""
        is_open = sum(1 << at for at, points in enumerate(sheet) if points is None)
        first = bool(self.extra and sheet[self.boxes.index(FIVE_ALIKE)])
        form = self.kind.form
        above = min(form.sum_of(form.parts[0], sheet), BONUS_FROM)
        return Spots(*(np.array([n]) for n in (is_open, above, int(first))))

    def _written(self, at: int, spots: Spots) -> throws.Worth:
        points, after = points_of(self.kind)[at], spots.open & ~(1 << at)
        worth: throws.Worth
        if at < len(UPPER):
            scores = [(at + 1) * count for count in range(6)]
            worth = np.stack(
                [
                    score
                    + self.worth[after, spots.first, np.minimum(spots.upper + score, BONUS_FROM)]
                    for score in scores
                ]
            )[COUNTS[at]]
        elif self.extra and self.boxes[at] == FIVE_ALIKE:
            struck, fifty = (self.worth[after, first, spots.upper] for first in (0, 1))
            worth = np.where(points[:, None] > 0, points[:, None] + fifty, struck)
        else:
            worth = points[:, None] + self.worth[after, spots.first, spots.upper]
        if self.extra:
            worth[FIVES] = self._joker(at, spots, worth[FIVES])
        return worth

    def _joker(self, at: int, spots: Spots, worth: throws.Worth) -> throws.Worth:
        """A further five of a kind goes into its own upper box; if that is filled below, for any pattern; else it is lost in one above."""
        further = spots.open >> self.boxes.index(FIVE_ALIKE) & 1 == 0
        own = spots.open >> np.arange(6)[:, None] & 1 == 1
        below = spots.open >> len(UPPER) > 0
        allowed = np.where(own, np.arange(6)[:, None] == at, (at >= len(UPPER)) | ~below)
        bonus = JOKERS.get(self.boxes[at], 0) + self.extra * spots.first
        joker: throws.Worth = np.where(further, np.where(allowed, worth + bonus, NEVER), worth)
        return joker


def _is_reached(kind: Kind, box: str, roll: Dice) -> bool:
    enough = 3 * (UPPER.index(box) + 1) if box in UPPER else 1
    return kind.points(box, roll) >= enough


@cache
def points_of(kind: Kind) -> NDArray[np.float32]:
    """What every roll scores in every box, (boxes, 252), jokers aside."""
    boxes, rolls = kind.form.boxes, throws.ROLLS
    points = [[kind.points(box, roll) for roll in rolls] for box in boxes]
    return np.array(points, np.float32)


def reached(kind: Kind, extra: int) -> NDArray[np.bool_]:
    """Which positions can occur, (open, first, upper)."""
    found = np.zeros((1 << len(kind.form.boxes), 1 + bool(extra), BONUS_FROM + 1), bool)
    five = 1 << kind.form.boxes.index(FIVE_ALIKE)
    everything = np.arange(len(found))
    for above in range(1 << len(UPPER)):
        sums = {0}
        for at in range(len(UPPER)):
            if not above >> at & 1:
                sums = {min(s + (at + 1) * count, BONUS_FROM) for s in sums for count in range(6)}
        rows = everything[everything & 63 == above]
        found[np.ix_(rows, [0], [*sums])] = True
        if extra:
            found[np.ix_(rows[rows & five == 0], [1], [*sums])] = True
    return found


def packed(expert: Expert) -> bytes:
    """The table as it is stored: what can occur, in steps, as differences from one to the next, low bytes and high bytes apart."""
    steps = np.rint(expert.worth[reached(expert.kind, expert.extra)] * FINENESS)
    along = np.diff(steps, prepend=0).astype("<i2")
    return lzma.compress(along.view(np.uint8).reshape(-1, 2).T.tobytes(), preset=9)


def unpacked(kind: Kind, extra: int, stored: bytes) -> Expert:
    """The expert of a stored table."""
    there = reached(kind, extra)
    planes = np.frombuffer(lzma.decompress(stored), np.uint8).reshape(2, -1)
    along = np.ascontiguousarray(planes.T).view("<i2")[:, 0]
    worth = np.zeros(there.shape, np.float32)
    worth[there] = np.cumsum(along, dtype="<i2") / np.float32(FINENESS)
    return Expert(kind, extra, worth)


@cache
def expert(kind: str, extra: int) -> Expert:
    """The expert for a kind of sheet and what a further five of a kind brings (0, 50, 100)."""
    stored = resources.files(__package__) / "tables" / f"{kind}-{extra}.xz"
    return unpacked(KINDS[kind], extra, stored.read_bytes())
