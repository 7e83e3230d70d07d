"""Where dice are in a picture and what they show: a small network finds top faces, two others read each of them (docs/dice.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import (
    NEAR,
    NEARER,
    WIDE,
    finder,
    near_reader,
    told,
    value_reader,
    wide_reader,
)
from vision.dice.turning import turn_of
from vision.frame import Colour

_WHOLE: Final = 8
"""The finder wants pictures of whole cells: of so many px, or a part of it."""
USUAL: Final = 13.0
"""The edge that its sizes are told against, px; it has learnt 7 to 23."""
VALUES: Final = ("1", "2", "3", "4", "5", "6", "symbol")
_LIKELY: Final = 0.25
"""How sure the finder must be that there is a die for it to be read at all."""
_DIE: Final = 0.5
"""How sure both together must be."""
_OTHER: Final = 0.8
"""How sure one reader must be of another value than all together to be doubted for."""
_AT_ONCE: Final = 0.98
"""How sure a value must be for no second look."""
_APART: Final = 0.55
"""Two dice are at least so many edges apart."""

Faces: TypeAlias = tuple[Colour, Colour, Colour]
"""A face as the readers see it: wide, near and nearer."""


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


def found_dice(
    small: Colour,
    whole: Colour,
    may_be: Callable[[FoundDie], bool] = lambda place: True,
) -> tuple[FoundDie, ...]:
    """The dice of a picture, the surest first, in px of ``whole``.

    ``small`` is the same picture as the finder sees it, where their top
    faces have edges of 7 to 23 px; they are read in ``whole``, but for
    places that may be none.
    """
    scale = whole.shape[1] / small.shape[1], whole.shape[0] / small.shape[0]
    there = filter(may_be, apart(_enlarged(die, *scale) for die in places(small)))
    return tuple(die for die in apart(_read(tuple(there), whole)) if die.there > _DIE)


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


def _read(found: Sequence[FoundDie], picture: Colour) -> Iterable[FoundDie]:
    """The dice at some places with what they show; how sure it is that they are dice is what finder and reader say together."""
    turned = [
        replace(die, turn=turn_of(picture, die.centre, die.edge)) for die in found
    ]
    seen = [_faces(die, picture) for die in turned]
    wide = _told_of(wide_reader(), [faces[0] for faces in seen])
    likely = [n for n, one in enumerate(wide) if _shares(one)[-1] < _DIE]
    values = _values([seen[n] for n in likely], wide[likely])
    return [
        _with_values(turned[n], wide[n], shown)
        for n, shown in zip(likely, values, strict=True)
    ]


def _faces(die: FoundDie, picture: Colour) -> Faces:
    """A die as the readers see it: wide, near and nearer."""
    wide, near, nearer = (
        die.upright(picture, cut.side, cut.around) for cut in (WIDE, NEAR, NEARER)
    )
    return wide, near, nearer


def _values(seen: Sequence[Faces], wide: NDArray[np.float32]) -> NDArray[np.float64]:
    """The shares of the values of dice, each with what was told of it seen wide; shape (n, 7).

    Red pips on black are hardly darker or lighter than it: what is not sure
    is looked at in blue, green and red alone as well, where one of them shows more.
    """
    values, doubted = _agreed(wide, seen)
    again = (values.max(axis=1) < _AT_ONCE) & ~doubted
    unsure: list[int] = np.flatnonzero(again).tolist()
    faces = [seen[n] for n in unsure]
    if not faces:
        return values
    channels = np.array([_agreed_in(channel, faces) for channel in range(3)])
    plainest = channels.max(axis=2).argmax(axis=0)
    best = channels[plainest, np.arange(len(faces))]
    values[unsure] = _together(np.array([values[unsure], best]))
    return values


def _agreed_in(channel: int, seen: Sequence[Faces]) -> NDArray[np.float64]:
    """What is told of faces seen in one channel alone; shape (n, 7)."""
    grey = [tuple(_in_one(face, channel) for face in faces) for faces in seen]
    return _agreed(_told_of(wide_reader(), [faces[0] for faces in grey]), grey)[0]


def _in_one(face: Colour, channel: int) -> Colour:
    return np.repeat(face[..., channel, None], 3, axis=2)


def _agreed(
    wide: NDArray[np.float32], seen: Sequence[Sequence[Colour]]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """What is told of faces by all readers together, by the wide one already, shape (n, 7), and which are doubted.

    One that is sure of another value is enough to doubt: a value that shows no
    longer once less is seen is that of two sides of a die that leans.
    """
    others = (
        _told_of(reader(), [faces[cut] for faces in seen])
        for reader, cut in ((value_reader, 0), (near_reader, 1), (near_reader, 2))
    )
    each = np.array([_softmax(one) for one in (wide, *others)])
    values = _together(each)
    against = (each.argmax(axis=2) != values.argmax(axis=1)) & (
        each.max(axis=2) > _OTHER
    )
    doubted: NDArray[np.bool_] = against.any(axis=0)
    return np.where(doubted[:, None], each.mean(axis=0), values), doubted


def _together(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """The geometric mean of shares, shape (k, n, 7), as shares."""
    mean = np.exp(np.log(shares).mean(axis=0))
    return np.asarray(mean / mean.sum(axis=-1, keepdims=True))


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
    die: FoundDie, wide: NDArray[np.float32], values: NDArray[np.float64]
) -> FoundDie:
    leans, covered = (float(share(one)) for one in wide[len(VALUES) + 1 :])
    there = math.sqrt(die.there * (1 - float(_shares(wide)[-1])))
    return replace(die, there=there, values=values, leans=leans, covered=covered)


def share(score: Any) -> Any:
    """The probability that a score (log-odds) stands for."""
    return 1 / (1 + np.exp(-score))
