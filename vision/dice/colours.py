"""Which die has which colour: what is seen of all of them against the colours in play, whatever the light."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import exp
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.found_die import FoundDie
from vision.dice.level import cut_out, onto_cut
from vision.dice.networks import Cut
from vision.frame import Colour
from vision.median import median

Bodies: TypeAlias = NDArray[np.float64]
"""What dice look like beside something white: the logarithms of luma, red over green, blue over green, shape (n, 3)."""
Palette: TypeAlias = Mapping[str, Bodies]
"""Colour -> what dice of that colour may look like."""

_SAMPLES: Final[Mapping[str, tuple[tuple[int, int, int], ...]]] = {
    "black": ((16, 16, 17), (38, 37, 36), (70, 70, 72)),
    "white": ((238, 238, 234), (232, 224, 196), (205, 205, 205), (215, 205, 170)),
    "red": ((200, 22, 26), (150, 15, 20), (215, 52, 46), (105, 14, 18)),
    "pink": ((236, 130, 165), (246, 172, 192), (222, 60, 135), (205, 95, 130)),
    "blue": ((30, 60, 180), (40, 110, 205), (20, 30, 100)),
    "green": ((20, 140, 60), (45, 175, 75), (15, 80, 40)),
    "yellow": ((238, 205, 45), (220, 180, 25)),
    "orange": ((236, 120, 32),),
    "purple": ((112, 42, 142), (75, 28, 105)),
    "brown": ((132, 86, 42), (92, 60, 38)),
    "grey": ((128, 128, 128),),
}
"""Red, green and blue beside a white of 255."""
_SPREAD: Final = np.array([0.42, 0.24, 0.24])
"""How far a die may look from its colour's samples..."""
_DRIFT: Final = np.array([0.35, 0.16, 0.16])
"""...and all dice together, as light falls and the camera's white drifts."""
_DARK: Final = 10.0
"""What is added to every channel: below it, noise would look like colour."""
_RING: Final = (0.72, 0.9)
"""Where no pips are: from so many half edges to so many."""
_BESIDE: Final = (1.4, 1.9)
"""What a die lies on, as far from its middle."""
_ALIKE: Final = 8.0
"""Grey levels by which one ground differs in no channel as far apart; a black die is further from a dark mat."""
_SIDE: Final = 24
_LUMA: Final = np.array([0.114, 0.587, 0.299])
"""How much each of blue, green and red adds to the light that is seen (ITU-R BT.601)."""
_STRANGER: Final = 9.0
"""What it costs to take a die for one more than there are."""
_ROUNDS: Final = 3


NAMES: Final = tuple(_SAMPLES)
"""The colours that are known by name."""


def palette(colours: Iterable[str]) -> Palette:
    """What dice of these colours may look like, as far as the colours are known."""
    return {name: _looks(name) for name in colours if name in _SAMPLES}


def _looks(name: str) -> Bodies:
    samples = np.array(_SAMPLES[name], np.float64)[:, ::-1]
    return beside(samples, np.full(3, 255.0))


def beside(bgr: NDArray[np.float64], white: NDArray[np.float64]) -> Bodies:
    """Colours (blue, green, red, shape (n, 3)) beside something white."""
    blue, green, red = np.log((bgr + _DARK) / (white + _DARK)).T
    luma = bgr @ _LUMA / (white @ _LUMA)
    return np.stack([np.log(luma + 0.04), red - green, blue - green], axis=1)


def looks(dice: Sequence[FoundDie]) -> Bodies:
    """What the bodies of dice look like."""
    seen = np.array([die.body for die in dice], np.float64).reshape(-1, 3)
    return beside(255 * seen, np.full(3, 255.0))


def hued(die: FoundDie, picture: Colour, white: NDArray[np.float64]) -> FoundDie:
    """A die whose body has the hue that its top face shows beside what is white (0 to 255, shape (3,)), as far as it shows any.

    What is mirrored in a face adds the same to all its channels, and a shadow takes a share of each: neither changes the
    ratio of red less green to blue less green (Shafer, Using color to separate reflection components, 1985).
    """
    body = cv2.mean(_around(picture, die, 1.0), _ring().view(np.uint8))[:3]
    shown = _off_grey(255 * np.array(body) / np.maximum(white, 1.0))
    if abs(shown) < _DARK:
        return die
    off = abs(_off_grey(die.body)) * shown / abs(shown)
    green = die.body @ _LUMA - off.imag * _LUMA[0] - off.real * _LUMA[2]
    return replace(die, body=np.maximum([green + off.imag, green, green + off.real], 0.0))


def _off_grey(bgr: NDArray[np.float64]) -> complex:
    """Red less green, and (times i) blue less green."""
    blue, green, red = bgr.tolist()
    return complex(red - green, blue - green)


def is_bare(picture: Colour, die: FoundDie) -> bool:
    """Whether the ground on three sides of a die shows where its top face would be; on the fourth another die may lie."""
    top, around = _around(picture, die, 1.0), _around(picture, die, 2.0)
    sides = np.array([median(around[side], axis=0) for side in _sides()])
    off = np.abs(sides - median(top[_ring()], axis=0)).max(axis=1)
    return bool(np.sort(off)[2] < _ALIKE)


def _around(picture: Colour, die: FoundDie, edges: float) -> Colour:
    """A die's top and what is around it, so many edges wide, as it is turned, shape (_SIDE, _SIDE, 3)."""
    onto = onto_cut(die.edge, None, die.turn, Cut(_SIDE, edges))
    return cut_out(picture, die.centre, onto, _SIDE)


@cache
def _ring() -> NDArray[np.bool_]:
    return _between(_RING, _off(1.0))


@cache
def _sides() -> tuple[NDArray[np.bool_], ...]:
    """What is left of a die, right of it, above and below, in a square two edges wide."""
    off = _off(2.0)
    beside, across = _between(_BESIDE, off), np.abs(off) > np.abs(off[:, None])
    low = np.broadcast_to(off < 0, beside.shape)
    left, right = beside & across & low, beside & across & ~low
    return left, right, left.T, right.T


def _off(edges: float) -> NDArray[np.float64]:
    """How far from a die's middle the columns are of a square so many edges wide, half edges."""
    return ((np.arange(_SIDE) + 0.5) / _SIDE * 2 - 1) * edges


def _between(reach: tuple[float, float], off: NDArray[np.float64]) -> NDArray[np.bool_]:
    far = np.maximum(np.abs(off)[:, None], np.abs(off))
    return np.asarray((far > reach[0]) & (far < reach[1]))


def shares(
    seen: Bodies, colours: Mapping[str, int] | None, known: Palette
) -> list[Mapping[str, float]]:
    """How likely each die has each colour, where there are so many dice of each; None: any number of them.

    Every way to deal the colours out is weighed, all together; light and
    white balance may have drifted for all dice alike.
    """
    names = tuple(known)
    if colours is None:
        told = _normal(np.exp(-_costs(seen, known) / 2))
    else:
        counts = tuple(colours[name] for name in names)
        offs, drift = _offs(seen, known), np.zeros(3)
        for _ in range(_ROUNDS):
            told = _dealt(np.exp(-_costs(seen - drift, known) / 2), counts)
            drift = _drifted(offs, told)
    return [dict(zip(names, likely, strict=True)) for likely in told.tolist()]


def _costs(seen: Bodies, known: Palette) -> NDArray[np.float64]:
    """How far each die looks from each colour, shape (n, colours): squares of spreads, of the colour's nearest sample."""
    far = [_far(seen, looks).min(axis=1) for looks in known.values()]
    return np.array(far).reshape(len(known), len(seen)).T


def _far(seen: Bodies, looks: Bodies) -> NDArray[np.float64]:
    """How far each die looks from each sample of a colour, shape (n, samples)."""
    return np.asarray(np.square((looks - seen[:, None]) / _SPREAD).sum(axis=2))


def _offs(seen: Bodies, known: Palette) -> NDArray[np.float64]:
    """What each die looks like beside each colour's nearest sample, shape (n, colours, 3)."""
    offs = [seen - looks[_far(seen, looks).argmin(axis=1)] for looks in known.values()]
    return np.array(offs).reshape(len(known), len(seen), 3).swapaxes(0, 1)


def _drifted(offs: NDArray[np.float64], told: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far all dice together look from their likeliest colours (shape (n, colours)), held near nothing."""
    if not len(offs):
        return np.zeros(3)
    weight = len(offs) / (len(offs) + np.square(_SPREAD / _DRIFT))
    own = offs[np.arange(len(offs)), told.argmax(axis=1)]
    return np.asarray(weight * own.mean(axis=0))


def _dealt(own: NDArray[np.float64], counts: tuple[int, ...]) -> NDArray[np.float64]:
    """Each die's share of each colour, shape (n, colours), over all ways to deal so many of each out, likely ones weighing more; ``own`` is how likely each is for the die alone."""
    fewer, more = _taken(counts)
    every = np.ones(fewer.shape[1])
    # What no number of dice stands for.
    every[-1] = 0.0
    none = np.zeros(len(every))
    none[-2] = 1.0
    reached = [none]
    for weights in own[:-1]:
        reached.append(weights @ _after(reached[-1], more))
    rest, told = every, []
    for weights, before in zip(own[::-1], reached[::-1], strict=False):
        after = _after(rest, fewer)
        told.append(weights * (after @ before))
        rest = weights @ after
    return _normal(np.array(told[::-1]).reshape(own.shape))


def _after(told: NDArray[np.float64], other: NDArray[np.intp]) -> NDArray[np.float64]:
    """What is told for every number left, once a die of each colour is one of those that are left, or one more than there are."""
    return told[other] + exp(-_STRANGER / 2) * told


@cache
def _taken(counts: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each colour, and each number of dice left of all (numbered through): the number with one fewer of it, and with one more; where there is none the last, which stands for that."""
    shape = tuple(count + 1 for count in counts)
    left = np.indices(shape).reshape(len(shape), -1)
    one = np.eye(len(shape), dtype=int)[..., None]
    return _numbered(left - one, shape), _numbered(left + one, shape)


def _numbered(left: NDArray[np.intp], shape: tuple[int, ...]) -> NDArray[np.intp]:
    most = np.array(shape)[:, None]
    there = ((left >= 0) & (left < most)).all(axis=1)
    numbers = np.ravel_multi_index(tuple(np.moveaxis(left, 1, 0)), shape, mode="clip")
    nowhere = int(np.prod(shape))
    return np.pad(np.where(there, numbers, nowhere), ((0, 0), (0, 1)), constant_values=nowhere)


def _normal(likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares, shape (n, colours): all alike where none is likely."""
    total = likely.sum(axis=1, keepdims=True)
    even = np.full(likely.shape, 1 / max(1, likely.shape[1]))
    return np.asarray(np.divide(likely, total, out=even, where=total > 0))
