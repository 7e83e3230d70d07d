"""Solo games of the expert: `python -m benchmarks.yatzy.solo [--games 1000000] [--kind thirteen-100] [--seed S]`.

All games are played beside each other, turn by turn, and scored by what is written,
not by the expert's table.
"""

import argparse
import json
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.yatzy.solve import TABLES_OF
from companion.games.yatzy import expert as ex
from companion.games.yatzy.boxes import BONUS_FROM, DICE, FIVE_ALIKE, JOKERS, UPPER
from companion.games.yatzy.expert.throws import INDEX, ROLLS, Worth, again, thrown

CHUNK: Final = 4096
FACES: Final = np.array(ROLLS)
SUBSETS: Final = [
    [tuple(roll[at] for at in range(DICE) if bits >> at & 1) for bits in range(1 << DICE)]
    for roll in ROLLS
]
CODES: Final = np.zeros((6,) * DICE, int)
for _roll in np.ndindex(*CODES.shape):
    CODES[_roll] = INDEX[tuple(sorted(face + 1 for face in _roll))]


def played(expert: ex.Expert, games: int, chance: np.random.Generator) -> NDArray[np.int64]:
    """The points of so many games."""
    boxes = expert.boxes
    spots = ex.Spots(
        np.full(games, (1 << len(boxes)) - 1), np.zeros(games, int), np.zeros(games, int)
    )
    points = np.zeros(games, np.int64)
    for _ in boxes:
        written = np.stack([*expert.writing(spots)])
        last = written.max(axis=0)
        roll = _thrown(np.zeros((games, DICE), bool), np.zeros((games, DICE), int), chance)
        for ahead in (again(last), last):
            roll = _on(roll, ahead, chance)
        box = written[:, roll, np.arange(games)].argmax(axis=0)
        spots, gained = _after(expert, spots, box, roll)
        points += gained
    points += expert.kind.bonus * (spots.upper == BONUS_FROM)
    return points


def _on(roll: NDArray[Any], ahead: Worth, chance: np.random.Generator) -> NDArray[Any]:
    """The next roll, after the best has been kept."""
    levels = thrown(ahead)
    games = np.arange(len(roll))
    best, keep = np.full(len(roll), -np.inf), np.zeros((len(roll), DICE), bool)
    for bits in range(1 << DICE):
        kept = np.array([bits >> at & 1 for at in range(DICE)], bool)
        at = np.array([INDEX[subsets[bits]] for subsets in SUBSETS])[roll]
        worth = levels[int(kept.sum())][at, games]
        better = worth > best + 1e-5
        best, keep[better] = np.where(better, worth, best), kept
    return _thrown(keep, FACES[roll] - 1, chance)


def _thrown(keep: NDArray[Any], faces: NDArray[Any], chance: np.random.Generator) -> NDArray[Any]:
    fallen = np.where(keep, faces, chance.integers(0, 6, keep.shape))
    there: NDArray[Any] = CODES[tuple(fallen.T)]
    return there


def _after(
    expert: ex.Expert, spots: ex.Spots, box: NDArray[Any], roll: NDArray[Any]
) -> tuple[ex.Spots, NDArray[Any]]:
    """The positions once every roll is written, and the points of that."""
    boxes = expert.boxes
    five = boxes.index(FIVE_ALIKE)
    points = own = ex.points_of(expert.kind)[box, roll].astype(np.int64)
    if expert.extra:
        further = np.isin(roll, ex.FIVES) & (spots.open >> five & 1 == 0)
        jokers = np.array([JOKERS.get(b, 0) for b in boxes])[box]
        points = np.where(further, points + jokers + expert.extra * spots.first, points)
    above = box < len(UPPER)
    upper = np.minimum(spots.upper + np.where(above, own, 0), BONUS_FROM)
    first = spots.first | ((box == five) & (own > 0) & bool(expert.extra))
    return ex.Spots(spots.open & ~(1 << box), upper, first), points


def main() -> None:
    """Play and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--games", type=int, default=1_000_000)
    given.add_argument("--kind", choices=TABLES_OF, default="thirteen-100")
    given.add_argument("--seed", type=int, default=1)
    asked = given.parse_args()
    sheet, extra = asked.kind.split("-")
    expert, chance = ex.expert(sheet, int(extra)), np.random.default_rng(asked.seed)
    parts = [min(CHUNK, asked.games - at) for at in range(0, asked.games, CHUNK)]
    points = np.concatenate([played(expert, part, chance) for part in parts])
    print(
        json.dumps(
            {
                "kind": asked.kind,
                "games": asked.games,
                "mean": round(float(points.mean()), 3),
                "error of the mean": round(float(points.std() / np.sqrt(len(points))), 3),
                "promised": round(float(expert.worth[-1, 0, 0]), 3),
            }
        )
    )


if __name__ == "__main__":
    main()
