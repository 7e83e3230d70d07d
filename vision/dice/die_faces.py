"""Dice at the places where they may be: how they lie, what they show, where their tops are and what colour they have (docs/dice.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.dice.colours import hued
from vision.dice.found_die import FoundDie
from vision.dice.level import cut_out, from_cut, in_picture, onto_cut, sides
from vision.dice.networks import (
    AS_DARK,
    BODY,
    COVERED,
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
_LEAST: Final = 0.2
"""What is less likely a die than this is none, whatever it shows: one that is seen from straight above has neither sides nor much of a shadow."""
SEEN: Final = 0.35
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
    refused = (_is_die(looks.told) <= _LEAST).tolist()
    each = zip(found, looks.ups, refused, strict=True)
    looks.again(
        {
            n: _higher(place, up)
            for n, (place, up, none) in enumerate(each)
            if none and up and place.there > SEEN
        }
    )
    unclear = _is_unclear(looks.told)
    looks.again({n: looks.moved(n) for n in np.flatnonzero(unclear).tolist()}, _VIEWS)
    beside = unclear & _is_beside(looks.told)
    looks.again({n: looks.moved(n) for n in np.flatnonzero(beside).tolist()}, _VIEWS)
    return [hued(die, picture, white) for die in looks.dice()]


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
        die, up = self.places[n], self.ups[n]
        right, down, larger = self.told[n, PLACE].tolist()
        x, y = die.centre
        off = from_cut(complex(right, down), die.edge, up, self.turns[n])
        return replace(die, centre=(x + off.real, y + off.imag), edge=die.edge * math.exp(larger))

    def dice(self) -> Iterator[FoundDie]:
        """What lies at those of them that are dice."""
        there, values = _is_die(self.told), _values(self.told)
        leans, covered = share(self.told[:, [LEANS, COVERED]].astype(np.float64)).T.tolist()
        bodies = np.maximum(np.exp(self.told[:, BODY].astype(np.float64)) - AS_DARK, 0.0)
        for n in np.flatnonzero(there > _LEAST).tolist():
            yield replace(
                self.moved(n),
                turn=in_picture(self.ups[n], self.turns[n]),
                there=self.places[n].there ** _FINDER * float(there[n]) ** (1 - _FINDER),
                values=values[n],
                leans=leans[n],
                covered=covered[n],
                body=bodies[n],
            )


_Told: TypeAlias = NDArray[np.float32]
"""What the reader tells of places, shape (n, ``OUT``)."""


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
    seen = [view for one in zip(cuts, ways, strict=True) for view in islice(_views(*one), views)]
    told = scores_of([cut for cut, _ in seen], [way for _, way in seen], white)
    each = told.reshape(len(found), -1, told.shape[1]) if found else told[:, None]
    mean = np.asarray(each.mean(axis=1))
    mean[:, PLACE] = each[:, 0, PLACE]
    return turns, mean


def _views(cut: Colour, way: tuple[float, float]) -> Iterator[tuple[Colour, tuple[float, float]]]:
    """A cut and others that show the same: mirrored, and turned by quarters where nobody knows what is up."""
    right, down = way
    over = way if way == UNKNOWN else (-right, down)
    for n in range(4 if way == UNKNOWN else 1):
        turned = np.rot90(cut, n)
        yield np.ascontiguousarray(turned), way
        yield np.ascontiguousarray(turned[:, ::-1]), over


def _is_die(told: _Told) -> NDArray[np.float32]:
    """How likely each is a die."""
    return np.asarray(share(np.logaddexp.reduce(told[:, :NONE], axis=1) - told[:, NONE]))


def _values(told: _Told) -> NDArray[np.float64]:
    """The probabilities of ``VALUES``, shape (n, 7)."""
    likely = told[:, :NONE].astype(np.float64) / _TEMPERATURE
    shares = np.exp(likely - likely.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _is_unclear(told: _Told) -> NDArray[np.bool_]:
    likely = _is_die(told)
    sure = (likely > _SURE) & (_values(told).max(axis=1) > _SURE)
    may_lean = share(told[:, LEANS]) > _MAY_LEAN
    return np.asarray((likely >= _UNLIKELY) & (~sure | may_lean | (_off(told) > _NEAR)))


def _is_beside(told: _Told) -> NDArray[np.bool_]:
    return np.asarray((_is_die(told) >= _UNLIKELY) & (_off(told) > _CENTRED))


def _off(told: _Told) -> NDArray[np.float32]:
    """How far tops are off the middles of their cuts, in edges."""
    return np.asarray(np.hypot(*told[:, PLACE].T[:2]))


def _higher(die: FoundDie, up: complex) -> FoundDie:
    """A place farther up."""
    x, y = die.centre
    off = _HIGHER * die.edge * up / abs(up)
    return replace(die, centre=(x + off.real, y + off.imag))
