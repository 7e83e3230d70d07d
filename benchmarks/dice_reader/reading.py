"""What the one reader tells of places where dice may be: how they lie, what they show, where their tops are and what colour they have."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.dice_reader.views import (
    AS_DARK,
    BODY,
    COVERED,
    FACE,
    LEANS,
    NONE,
    OUT,
    PLACE,
    UNKNOWN,
    WHITE,
    cut_out,
    in_picture,
    onto_cut,
    sides,
    turn_on_table,
)
from vision.dice.found_die import FoundDie
from vision.dice.networks import share
from vision.frame import Colour

_TEMPERATURE: Final = 0.7
"""What scores of values are divided by where a mat lies: on those pictures the reader is right more often than on painted ones, which are harder."""
_FINDER: Final = 0.25
"""How much it counts that the finder sees a die beside that the reader does, who sees more of it."""
_PER_EDGE: Final = FACE.side / FACE.around
_UNLIKELY: Final = 0.02
"""What is less likely a die at a look is not looked at again."""
_SURE: Final = 0.95
"""The probability of a value, or of a die, from which there is no second look..."""
_NEAR: Final = 0.16
"""...if the face was cut out no farther off its middle, in edges, ..."""
_VIEWS: Final = 8
"""So many views are looked at where a look was unclear, as far as there are."""
_MAY_LEAN: Final = 0.3
"""...and if it leans less probably."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadDie:
    """What is told of a place."""

    die: FoundDie
    body: NDArray[np.float64]
    """The colour of its body, ink and gloss left out: blue, green, red, white being 1, shape (3,)."""


def read(
    found: Sequence[FoundDie],
    picture: Colour,
    white: NDArray[np.float64],
    ups: Sequence[complex | None],
) -> list[ReadDie]:
    """What is told of each place; ``white`` is what white is in the picture (blue, green, red, 0 to 255), ``ups`` where upright edges point, None where nobody knows.

    What is not read surely at a look, or lies beside the middle of its cut, is cut out again where its top was seen, once.
    """
    seen, scores = _looked(found, picture, white, ups)
    again = [
        n
        for n, (told, up) in enumerate(zip(scores, ups, strict=True))
        if _is_unclear(told, _temperature(up))
    ]
    moved = [_moved(seen[n], found[n], scores[n], ups[n]) for n in again]
    nearer, closely = _looked(moved, picture, white, [ups[n] for n in again], _VIEWS)
    places = list(found)
    for n, die, turn, told in zip(again, moved, nearer, closely, strict=True):
        places[n], seen[n], scores[n] = die, turn, told
    return [_told(*each) for each in zip(seen, places, scores, ups, strict=True)]


_Told: TypeAlias = NDArray[np.float32]
"""What the reader tells of a place, shape (``OUT``,)."""


def _looked(
    found: Sequence[FoundDie],
    picture: Colour,
    white: NDArray[np.float64],
    ups: Sequence[complex | None],
    views: int = 1,
) -> tuple[list[float], NDArray[np.float32]]:
    """How places are turned on the table (degrees), and what the reader tells of them: the mean of so many views, but of the first alone where the top is."""
    if not found:
        return [], np.zeros((0, OUT), np.float32)
    turns = [
        turn_on_table(picture, die.centre, die.edge, up)
        for die, up in zip(found, ups, strict=True)
    ]
    cuts = [
        cut_out(picture, die.centre, onto_cut(die.edge, up, turn))
        for die, up, turn in zip(found, ups, turns, strict=True)
    ]
    ways = list(map(sides, ups, turns))
    seen = [
        view
        for cut, way in zip(cuts, ways, strict=True)
        for view in _views(cut, way)[:views]
    ]
    told = _scores_of([cut for cut, _ in seen], [way for _, way in seen], white)
    each = told.reshape(len(found), -1, OUT)
    mean = np.asarray(each.mean(axis=1))
    mean[:, PLACE] = each[:, 0, PLACE]
    return turns, mean


@lru_cache(maxsize=1)
def _reader() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(Path(__file__).parent / "reader.onnx"))


def _scores_of(
    cuts: Sequence[Colour],
    ways: Sequence[tuple[float, float]],
    white: NDArray[np.float64],
) -> NDArray[np.float32]:
    """What the reader tells of cuts, shape (n, ``OUT``)."""
    seen = np.asarray(cuts, np.float32).transpose(0, 3, 1, 2)
    light = (WHITE / np.maximum(white, 1.0)).astype(np.float32)
    seen = np.minimum(seen * light[:, None, None], 1) - np.float32(0.5)
    planes = np.asarray(ways, np.float32)[:, :, None, None]
    planes = np.broadcast_to(planes, (len(seen), 2, FACE.side, FACE.side))
    network = _reader()
    network.setInput(np.concatenate([seen, planes], axis=1))
    return np.asarray(network.forward(), np.float32)[:, :, 0, 0]


def _views(
    cut: Colour, way: tuple[float, float]
) -> list[tuple[Colour, tuple[float, float]]]:
    """A cut and others that show the same: mirrored, and turned by quarters where nobody knows what is up."""
    (right, down), unknown = way, way == UNKNOWN
    over = np.ascontiguousarray(cut[:, ::-1])
    if not unknown:
        return [(cut, way), (over, (-right, down))]
    both = (cut, over)
    return [
        (np.ascontiguousarray(np.rot90(one, n)), way) for n in range(4) for one in both
    ]


def _is_die(told: _Told) -> float:
    return float(share(np.logaddexp.reduce(told[:NONE]) - told[NONE]))


def _values(told: _Told, temperature: float) -> NDArray[np.float64]:
    """The probabilities of ``VALUES``, shape (7,)."""
    likely = told[:NONE].astype(np.float64) / temperature
    shares = np.exp(likely - likely.max())
    return np.asarray(shares / shares.sum())


def _temperature(up: complex | None) -> float:
    return _TEMPERATURE if up is not None else 1.0


def _is_unclear(told: _Told, temperature: float) -> bool:
    likely = _is_die(told)
    if likely < _UNLIKELY:
        return False
    sure = likely > _SURE and float(_values(told, temperature).max()) > _SURE
    beside = float(np.hypot(*told[PLACE][:2])) > _NEAR
    return not sure or beside or bool(share(told[LEANS]) > _MAY_LEAN)


def _moved(turn: float, die: FoundDie, told: _Told, up: complex | None) -> FoundDie:
    """A die where the reader saw its top."""
    right, down, larger = told[PLACE].tolist()
    back = np.linalg.inv(onto_cut(die.edge, up, turn))
    x, y = back @ (right * _PER_EDGE, down * _PER_EDGE) + die.centre
    return replace(die, centre=(float(x), float(y)), edge=die.edge * math.exp(larger))


def _told(turn: float, die: FoundDie, told: _Told, up: complex | None) -> ReadDie:
    leans, covered = share(told[[LEANS, COVERED]].astype(np.float64)).tolist()
    top = replace(
        _moved(turn, die, told, up),
        turn=in_picture(up, turn),
        there=die.there**_FINDER * _is_die(told) ** (1 - _FINDER),
        values=_values(told, _temperature(up)),
        leans=leans,
        covered=covered,
    )
    return ReadDie(
        top, np.maximum(np.exp(told[BODY].astype(np.float64)) - AS_DARK, 0.0)
    )
