"""Where dice are in a picture and what they show: a small network finds top faces, three others read each of them (docs/dice.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.contrast import contrasts
from vision.dice.networks import (
    FACE,
    NEAR,
    finder,
    kind_reader,
    near_reader,
    pips_reader,
    symbol_reader,
    told,
)
from vision.dice.turning import turn_of
from vision.frame import Colour

_WHOLE: Final = 8
"""The finder wants pictures of whole cells: of so many px, or a part of it."""
USUAL: Final = 13.0
"""The edge that its sizes are told against, px; it has learnt 7 to 23."""
VALUES: Final = ("1", "2", "3", "4", "5", "6", "symbol")
_ARE_PIPS: Final = np.array([float(value.isdecimal()) for value in VALUES])
_LIKELY: Final = 0.25
"""How sure the finder must be that there is a die for it to be read at all."""
LIKELY_DIE: Final = 0.5
"""How sure both together must be."""
_OTHER: Final = 0.8
"""How sure a reader must be of another value for a value to be doubted."""
_APART: Final = 0.55
"""Two dice are at least so many edges apart."""
_PART: Final = 1.4
"""What seems so many times smaller than the other dice of a set is a part of one: on a dark mat the pip of a black die."""
_AT_ONCE: Final = 0.998
"""How sure a value must be for no second look."""
_TURNS: Final = (4, 2, 2)
"""In so many quarter turns each view of a face is read then: it shows the same however it is turned."""
_WORTH: Final = 0.25
"""How much each of these looks counts: those at one face err alike."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundDie:
    """A top face in a picture."""

    centre: tuple[float, float]
    """px."""
    edge: float
    """px."""
    turn: float
    """How far its sides are turned, degrees clockwise, -45 to 45."""
    there: float
    """How sure it is that this is a die, 0 to 1."""
    values: NDArray[np.float64]
    """The shares of ``VALUES`` if it is a die, shape (7,)."""
    leans: float = 0.0
    """How sure it is that the die is tilted, 0 to 1."""
    covered: float = 0.0
    """How sure it is that more than a tenth of the face is hidden, 0 to 1."""
    guessed: bool = False
    """Whether its middle is that of a single part of it, which may be any of its pips."""

    def corners(self) -> NDArray[np.float64]:
        """The corners of the top face, clockwise from its top left, px, shape (4, 2)."""
        turn = np.exp(1j * np.radians(self.turn)) * self.edge / 2
        off = turn * np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])
        return np.stack([off.real, off.imag], axis=1) + self.centre

    def moved(self, right: float, down: float) -> FoundDie:
        """The same die in a picture that begins so far to the left and above."""
        x, y = self.centre
        return replace(self, centre=(x + right, y + down))

    def upright(self, picture: Colour, side: int, around: float) -> Colour:
        """The face and what is around it, ``around`` edges in all, turned upright, shape (side, side, 3)."""
        scale = side / (around * self.edge)
        turn = np.exp(-1j * np.radians(self.turn)) * scale
        x, y = self.centre
        off = (side - 1) / 2 * (1 + 1j) - turn * complex(x, y)
        to = np.array(
            [[turn.real, -turn.imag, off.real], [turn.imag, turn.real, off.imag]]
        )
        face = cv2.warpAffine(
            picture,
            to,
            (side, side),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(face, np.uint8)


EdgeAt: TypeAlias = Callable[[FoundDie], float]
"""How long a die's edge is at a place, px."""


def found_dice(
    small: Colour,
    whole: Colour,
    may_be: Callable[[FoundDie], bool] = lambda place: True,
    usual: Callable[[Sequence[FoundDie]], EdgeAt] = lambda there: lambda place: 0.0,
    symbols: bool = True,
) -> tuple[FoundDie, ...]:
    """The dice of a picture, the surest first, in px of ``whole``.

    ``small`` is the same picture as the finder sees it, where their top
    faces have edges of 7 to 23 px; they are read in ``whole``, but for
    places that may be none. ``usual`` tells of the places how long a die's
    edges are at each where all are of one size, px, else 0; ``symbols`` whether
    they may show others than pips.
    """
    there = tuple(filter(may_be, places_in(small, whole)))
    there = of_one_size(there, usual(there))
    found = apart(_read(there, whole, symbols))
    return tuple(die for die in found if die.there > LIKELY_DIE)


def places_in(small: Colour, whole: Colour) -> tuple[FoundDie, ...]:
    """Where the finder sees dice in the small picture, in px of the whole one, the surest first."""
    scale = whole.shape[1] / small.shape[1], whole.shape[0] / small.shape[0]
    return apart(_enlarged(die, *scale) for die in places(small))


def of_one_size(there: Sequence[FoundDie], usual: EdgeAt) -> tuple[FoundDie, ...]:
    """The places, those that seem parts of a die made as large as dice usually are: of several parts its middle is between them."""
    seen = [(die, die.edge * _PART < usual(die)) for die in there]
    whole = [die for die, part in seen if not part]
    parts = [die for die, part in seen if part]
    while parts:
        first, edge = parts[0], usual(parts[0])
        of_it = [die for die in parts if math.dist(die.centre, first.centre) < edge]
        parts = [die for die in parts if die not in of_it]
        x, y = np.mean([die.centre for die in of_it], axis=0).tolist()
        one = len(of_it) == 1
        whole.append(replace(first, centre=(x, y), edge=edge, guessed=one))
    return apart(whole)


def apart(dice: Iterable[FoundDie]) -> tuple[FoundDie, ...]:
    """The dice, the surest first, without those that are the same one as a surer one."""
    kept: list[FoundDie] = []
    for die in sorted(dice, key=lambda die: -die.there):
        if not any(_same(die, other) for other in kept):
            kept.append(die)
    return tuple(kept)


def _same(one: FoundDie, other: FoundDie) -> bool:
    return math.dist(one.centre, other.centre) < _APART * max(one.edge, other.edge)


def places(picture: Colour) -> Iterable[FoundDie]:
    """Where the finder sees dice."""
    height, width = picture.shape[:2]
    below, beside = -height % _WHOLE, -width % _WHOLE
    room = cv2.copyMakeBorder(picture, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    cells = told(finder(), [np.asarray(room, np.uint8)])[0]
    there = share(cells[0])
    peaks = (there >= cv2.dilate(there, np.ones((3, 3)))) & (there > _LIKELY)
    px = room.shape[1] // cells.shape[2]
    return (
        _place(cells[:, y, x], there[y, x], px, x, y) for y, x in np.argwhere(peaks)
    )


def _place(
    cell: NDArray[np.float32], there: float, px: int, x: int, y: int
) -> FoundDie:
    right, down, size = (float(one) for one in cell[1:4])
    centre = px * (float(x) + right), px * (float(y) + down)
    edge = USUAL * math.exp(min(max(size, -1.0), 1.0))
    return FoundDie(centre, edge, 0.0, float(there), np.zeros(len(VALUES)))


def _enlarged(die: FoundDie, right: float, down: float) -> FoundDie:
    x, y = (die.centre[0] + 0.5) * right - 0.5, (die.centre[1] + 0.5) * down - 0.5
    return replace(die, centre=(x, y), edge=die.edge * math.sqrt(right * down))


def _read(
    found: Sequence[FoundDie], picture: Colour, symbols: bool
) -> Iterable[FoundDie]:
    """The dice at some places with what they show; how sure it is that they are dice is what finder and reader say together."""
    turned = [
        replace(die, turn=turn_of(picture, die.centre, die.edge)) for die in found
    ]
    faces = [die.upright(picture, FACE.side, FACE.around) for die in turned]
    kinds = _told_of(kind_reader(), faces)
    likely = [n for n, one in enumerate(kinds) if _shares(one)[-1] < LIKELY_DIE]
    shown = [faces[n] for n in likely]
    if symbols:
        nearer = [turned[n].upright(picture, NEAR.side, NEAR.around) for n in likely]
        values = _doubted(_values(shown), _softmax(_told_of(near_reader(), nearer)))
    else:
        values = _pips_of(shown)
    return [
        _with_values(turned[n], kinds[n], value)
        for n, value in zip(likely, values, strict=True)
    ]


def _values(faces: Sequence[Colour]) -> NDArray[np.float64]:
    """The shares of the values of faces, shape (n, 7): one network tells symbols from pips, another one how many pips there are."""
    told = _looked(symbol_reader(), faces, lambda told: abs(told[:, -1] - 0.5) + 0.5)
    symbol = told[:, -1:].copy()
    pips: list[int] = np.flatnonzero(symbol < _AT_ONCE).tolist()
    told[pips] = _pips_of([faces[n] for n in pips]) * (1 - symbol[pips])
    told[:, -1:] = symbol
    return told


def _pips_of(faces: Sequence[Colour]) -> NDArray[np.float64]:
    """The shares of the values of faces that show pips, shape (n, 7)."""
    return _pips(_looked(pips_reader(), faces, lambda told: _pips(told).max(axis=1)))


def _looked(
    reader: cv2.dnn.Net,
    faces: Sequence[Colour],
    sure: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """The shares of the values that a reader tells of faces, shape (n, 7): those that are not ``sure`` at once are looked at closely."""
    told = _softmax(_told_of(reader, faces))
    unsure: list[int] = np.flatnonzero(sure(told) < _AT_ONCE).tolist()
    if unsure:
        turned = _turned([faces[n] for n in unsure])
        each = _softmax(_told_of(reader, turned))
        told[unsure] = _together(each.reshape(-1, len(unsure), len(VALUES)))
    return told


def _pips(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shares of values if they are pips, shape (n, 7)."""
    pips = values * _ARE_PIPS
    return np.asarray(pips / pips.sum(axis=1, keepdims=True))


def _turned(faces: Sequence[Colour]) -> list[Colour]:
    """Faces as they are looked at closely: all of them in one way, then in the next, so many turns of each view."""
    views = zip(*map(_views, faces), strict=True)
    return [
        np.rot90(face, turn).copy()
        for view, many in zip(views, _TURNS, strict=True)
        for turn in range(many)
        for face in view
    ]


def _views(face: Colour) -> tuple[Colour, ...]:
    """A face as it is and along both axes of its colours."""
    return face, *contrasts(face)


def _together(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """What looks come to that tell these shares, shape (looks, n, values): one that doubts makes all doubt."""
    likely = np.exp(_WORTH * np.log(shares).sum(axis=0))
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def _doubted(
    values: NDArray[np.float64], near: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The shares of the values, no longer sure where the same faces seen from nearer surely show fewer pips.

    A six that is a four then is the four of a die that leans and a row of its side.
    """
    seen, fewer = values.argmax(axis=1), near.argmax(axis=1)
    side = (fewer < seen) & (seen < values.shape[1] - 1) & (near.max(axis=1) > _OTHER)
    return np.where(side[:, None], (values + near) / 2, values)


def _told_of(reader: cv2.dnn.Net, faces: Sequence[Colour]) -> NDArray[np.float32]:
    """What a reader tells of faces, shape (n, 10)."""
    if not faces:
        return np.zeros((0, len(VALUES) + 3), np.float32)
    return told(reader, faces)[:, :, 0, 0]


def _softmax(scores: NDArray[Any]) -> NDArray[np.float64]:
    """The shares of the values, shape (n, 7), none of them nothing."""
    values = scores[:, : len(VALUES)].astype(np.float64)
    likely = np.exp(values - values.max(axis=1, keepdims=True)) + 1e-9
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def _shares(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    """How likely each value is, and last that it is no die."""
    likely = np.exp(scores[: len(VALUES) + 1].astype(np.float64) - scores.max())
    return np.asarray(likely / likely.sum())


def _with_values(
    die: FoundDie, kind: NDArray[np.float32], values: NDArray[np.float64]
) -> FoundDie:
    leans, covered = (float(share(one)) for one in kind[len(VALUES) + 1 :])
    there = math.sqrt(die.there * (1 - float(_shares(kind)[-1])))
    return replace(die, there=there, values=values, leans=leans, covered=covered)


def share(score: Any) -> Any:
    """The probability that a score (log-odds) stands for."""
    return 1 / (1 + np.exp(-score))
