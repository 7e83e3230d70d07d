"""Dice at the places where they may be: how they lie, what they show, where their tops are and what colour they have (docs/dice.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.dice.colours import hued
from vision.dice.found_die import FoundDie
from vision.dice.level import cut_out, in_picture, onto_cut, sides
from vision.dice.networks import (
    AS_DARK,
    BODY,
    COVERED,
    FACE,
    LEANS,
    NONE,
    PLACE,
    UNKNOWN,
    scores_of,
    share,
)
from vision.dice.turning import turn_of
from vision.frame import Colour

Upright: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.complex128]]
"""Where an edge that stands upright points at places (px, shape (n, 2)), as ``onto_table`` wants it."""

_TEMPERATURE: Final = 0.7
"""What scores of values are divided by: on pictures of tables the reader is right more often than on painted ones, which are harder."""
_FINDER: Final = 0.25
"""How much it counts that the finder sees a die beside that the reader does, who sees more of it."""
_PER_EDGE: Final = FACE.side / FACE.around
_LEAST: Final = 0.2
"""What is less likely a die than this is none, whatever it shows: one that is seen from straight above has neither sides nor much of a shadow."""
_SEEN: Final = 0.35
"""How sure the finder must be of a place that is none to the reader for it to be looked at once more, ..."""
_HIGHER: Final = 0.5
"""...so many edges farther up: what was found there may be the top and the sides of a die together, above all of one that leans."""
_UNLIKELY: Final = 0.02
"""What is less likely a die at a look is not looked at again."""
_SURE: Final = 0.99
"""The probability of a value, or of a die, from which there is no second look..."""
_NEAR: Final = 0.16
"""...if the face was cut out no farther off its middle, in edges, ..."""
_CENTRED: Final = 0.1
"""Where it is farther off in the second look, there is a third."""
_VIEWS: Final = 8
"""So many views are looked at where a look was unclear, as far as there are."""
_MAY_LEAN: Final = 0.3
"""...and if it leans less probably."""


def read(
    found: Sequence[FoundDie], picture: Colour, white: NDArray[np.float64], upright: Upright | None
) -> list[FoundDie]:
    """The dice at some places with what they show; how sure it is that they are dice is what finder and reader say together.

    ``white`` is what white is in the picture: blue, green, red, 0 to 255, shape (3,). What is none at a look
    is cut out again farther up; what is not read surely, or lies beside the middle of its cut, where its top was seen, twice at most.
    """
    looks = _Looks(found, picture, white, upright)
    refused = {
        n: _higher(found[n], up)
        for n, up in enumerate(looks.ups)
        if up and found[n].there > _SEEN and _is_die(looks.told[n]) <= _LEAST
    }
    looks.again(refused)
    unclear = [n for n, told in enumerate(looks.told) if _is_unclear(told)]
    looks.again({n: looks.moved(n) for n in unclear}, _VIEWS)
    beside = [n for n in unclear if _is_beside(looks.told[n])]
    looks.again({n: looks.moved(n) for n in beside}, _VIEWS)
    each = zip(looks.turns, looks.places, looks.told, looks.ups, strict=True)
    dice = [_told(*place) for place in each if _is_die(place[2]) > _LEAST]
    return [hued(die, picture, white) for die in dice]


class _Looks:
    """What was last seen of places."""

    def __init__(
        self,
        found: Sequence[FoundDie],
        picture: Colour,
        white: NDArray[np.float64],
        upright: Upright | None,
    ) -> None:
        at = np.array([die.centre for die in found])
        self.ups: list[complex | None] = [None] * len(found)
        if upright is not None and found:
            self.ups = upright(at).tolist()
        self.places = list(found)
        self._seen_in = picture, white
        self.turns, self.told = _looked(found, *self._seen_in, self.ups)

    def again(self, places: Mapping[int, FoundDie], views: int = 1) -> None:
        """Look at some of them again, there."""
        ups = [self.ups[n] for n in places]
        turns, told = _looked([*places.values()], *self._seen_in, ups, views)
        for n, turn, one in zip(places, turns, told, strict=True):
            self.places[n], self.turns[n], self.told[n] = places[n], turn, one

    def moved(self, n: int) -> FoundDie:
        """One of them where its top was seen."""
        return _moved(self.turns[n], self.places[n], self.told[n], self.ups[n])


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
    turns = [turn_of(picture, die.centre, die.edge, up) for die, up in zip(found, ups, strict=True)]
    cuts = [
        cut_out(picture, die.centre, onto_cut(die.edge, up, turn))
        for die, up, turn in zip(found, ups, turns, strict=True)
    ]
    ways = list(map(sides, ups, turns))
    seen = [view for cut, way in zip(cuts, ways, strict=True) for view in _views(cut, way)[:views]]
    told = scores_of([cut for cut, _ in seen], [way for _, way in seen], white)
    each = told.reshape(len(found), -1, told.shape[1]) if found else told[:, None]
    mean = np.asarray(each.mean(axis=1))
    mean[:, PLACE] = each[:, 0, PLACE]
    return turns, mean


def _views(cut: Colour, way: tuple[float, float]) -> list[tuple[Colour, tuple[float, float]]]:
    """A cut and others that show the same: mirrored, and turned by quarters where nobody knows what is up."""
    (right, down), unknown = way, way == UNKNOWN
    over = np.ascontiguousarray(cut[:, ::-1])
    if not unknown:
        return [(cut, way), (over, (-right, down))]
    both = (cut, over)
    return [(np.ascontiguousarray(np.rot90(one, n)), way) for n in range(4) for one in both]


def _is_die(told: _Told) -> float:
    return float(share(np.logaddexp.reduce(told[:NONE]) - told[NONE]))


def _values(told: _Told) -> NDArray[np.float64]:
    """The probabilities of ``VALUES``, shape (7,)."""
    likely = told[:NONE].astype(np.float64) / _TEMPERATURE
    shares = np.exp(likely - likely.max())
    return np.asarray(shares / shares.sum())


def _is_unclear(told: _Told) -> bool:
    likely = _is_die(told)
    if likely < _UNLIKELY:
        return False
    sure = likely > _SURE and float(_values(told).max()) > _SURE
    may_lean = bool(share(told[LEANS]) > _MAY_LEAN)
    return not sure or may_lean or _off(told) > _NEAR


def _is_beside(told: _Told) -> bool:
    return _is_die(told) >= _UNLIKELY and _off(told) > _CENTRED


def _off(told: _Told) -> float:
    """How far a top is off the middle of its cut, in edges."""
    return float(np.hypot(*told[PLACE][:2]))


def _moved(turn: float, die: FoundDie, told: _Told, up: complex | None) -> FoundDie:
    """A die where the reader saw its top."""
    right, down, larger = told[PLACE].tolist()
    back = np.linalg.inv(onto_cut(die.edge, up, turn))
    x, y = back @ (right * _PER_EDGE, down * _PER_EDGE) + die.centre
    return replace(die, centre=(float(x), float(y)), edge=die.edge * math.exp(larger))


def _higher(die: FoundDie, up: complex) -> FoundDie:
    """A place farther up."""
    x, y = die.centre
    off = _HIGHER * die.edge * up / abs(up)
    return replace(die, centre=(x + off.real, y + off.imag))


def _told(turn: float, die: FoundDie, told: _Told, up: complex | None) -> FoundDie:
    leans, covered = share(told[[LEANS, COVERED]].astype(np.float64)).tolist()
    return replace(
        _moved(turn, die, told, up),
        turn=in_picture(up, turn),
        there=die.there**_FINDER * _is_die(told) ** (1 - _FINDER),
        values=_values(told),
        leans=leans,
        covered=covered,
        body=np.maximum(np.exp(told[BODY].astype(np.float64)) - AS_DARK, 0.0),
    )
