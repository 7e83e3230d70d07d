"""What may come of five dice: the best of what can be kept, and chances.

Rolls and what is kept of them are multisets, joined die by die (the widgets of
Verhoeff, Optimal Solitaire Yahtzee Strategies, 1999): the worth of throwing on is
the mean over the next die, the best that can be kept the best of leaving one out.
Arrays have a roll or a keep in their first axis; what the others are is the
caller's business, several positions at once or several aims.
"""

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.games.yatzy.boxes import DICE
from companion.kit.odds import FACES, Dice, keeps, rolls

Worth: TypeAlias = NDArray[np.floating[Any]]

HELD: Final = tuple(rolls(n) for n in range(DICE + 1))
"""Everything that can be held, by the number of dice."""
ROLLS: Final = HELD[DICE]
INDEX: Final = {held: at for level in HELD for at, held in enumerate(level)}
"""Where dice stand among those of the same number."""


def _joined(held: Dice, face: int) -> Dice:
    return tuple(sorted((*held, face)))


def _left(held: Dice) -> list[Dice]:
    return [held[:at] + held[at + 1 :] for at in range(len(held))]


JOINED: Final = tuple(
    np.array([[INDEX[_joined(held, face)] for face in FACES] for held in level])
    for level in HELD[:-1]
)
"""What is held with one more die of each face, (held, 6)."""
LEFT: Final = tuple(
    np.array([[INDEX[left] for left in _left(held)] for held in level]) for level in HELD[1:]
)
"""What is held without one die, (held, dice)."""


def thrown(worth: Worth) -> list[Worth]:
    """What it is worth on average to hold dice and throw the others, given the ``worth`` (252, ...) of every roll; by the number of dice held, 0 to 5."""
    levels = [worth]
    for joined in reversed(JOINED):
        levels.insert(0, sum(levels[0][joined[:, face]] for face in range(6)) / 6)
    return levels


def again(worth: Worth) -> Worth:
    """What every roll is worth (252, ...) if dice may be thrown once more, or none, given what the last roll is worth."""
    levels = thrown(worth)
    best = levels[0]
    for held, left in zip(levels[1:], LEFT, strict=True):
        for at in range(left.shape[1]):
            held = np.maximum(held, best[left[:, at]])
        best = held
    return best


def best_keep(dice: Dice, worth: Worth) -> tuple[Dice, float]:
    """What to keep of five dice, and what that is worth, given what the next roll is worth (252,); all five: not to throw."""
    levels = thrown(worth)
    found = ((float(levels[len(k)][INDEX[k]]), k) for k in (*keeps(dice), dice))
    most, kept = max(found, key=lambda each: (round(each[0], 9), len(each[1]), each[1]))
    return kept, most


def chances(dice: Dice, more: int, hits: Worth) -> Worth:
    """How likely each aim is if everything is done for it: ``hits`` (252, aims) says which rolls reach it; ``more`` rolls may still be made of what lies there."""
    worth = hits
    for _ in range(more - 1):
        worth = again(worth)
    levels = thrown(worth)
    held = (*keeps(dice), dice) if more else (dice,)
    best: Worth = np.max([levels[len(kept)][INDEX[kept]] for kept in held], axis=0)
    return best
