"""Dice at the places where they may be: how they lie and what they show (docs/dice.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.dice.face_values import doubted, pips_of, values_of
from vision.dice.found_die import COVERED, LEANS, LIKELY_DIE, VALUES, FoundDie
from vision.dice.lying import lying_anywhere, lying_at_a_look, lying_surely
from vision.dice.networks import FACE
from vision.dice.turning import turn_of
from vision.frame import Colour

Upright: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.complex128]]
"""Where an edge that stands upright points at places (px, shape (n, 2)), as ``from_above`` wants it."""

_UNLIKELY: Final = 0.1
"""What is less likely a die, as it would show from straight above, is not looked at again."""
_MAY_LEAN: Final = 0.1
"""How likely a die leans that is seen from nearer as well."""
_SIDES: Final = 0.15
"""How far the finder takes the sides of a die for its top, of how far they reach: the top is so much farther up."""


def read(
    found: Sequence[FoundDie], picture: Colour, upright: Upright | None
) -> Iterable[FoundDie]:
    """The dice at some places with what they show; how sure it is that they are dice is what finder and reader say together.

    Where it is known which way is up dice may show numerals and symbols, too.
    """
    if not found:
        return ()
    if upright is None:
        return _read_anywhere(found, picture)
    return _read_on_mat(
        found, picture, upright(np.array([die.centre for die in found]))
    )


def _read_anywhere(found: Sequence[FoundDie], picture: Colour) -> list[FoundDie]:
    turned, faces = _turned(found, picture)
    kinds = lying_anywhere(faces)
    dice = _dice_among(kinds)
    values = pips_of([faces[n] for n in dice])
    return _with_values([turned[n] for n in dice], kinds[dice], values)


def _read_on_mat(
    found: Sequence[FoundDie], picture: Colour, every: NDArray[np.complex128]
) -> list[FoundDie]:
    """The same, where an edge that stands upright points so at ``every`` place."""
    lying = lying_at_a_look(found, picture, every.tolist())
    likely: list[int] = np.flatnonzero(lying[:, 0] > _UNLIKELY).tolist()
    places, ups = [found[n] for n in likely], every[likely].tolist()
    turned, faces = _turned(list(map(_top, places, ups)), picture)
    kinds = lying_surely(places, faces, picture, lying[likely], ups)
    dice = _dice_among(kinds)
    values = np.full((len(dice), len(VALUES)), 1 / len(VALUES))
    # Of what is told as cocked or covered it does not matter what it shows.
    told = np.flatnonzero((kinds[dice, 1:] <= (LEANS, COVERED)).all(axis=1))
    values[told] = values_of([faces[dice[k]] for k in told.tolist()])
    # A one has no fewer pips, a symbol none at all.
    shows = values[told].argmax(axis=1)
    several = (shows > 0) & (shows < len(VALUES) - 1)
    may_lean = kinds[dice, 1][told] > _MAY_LEAN
    leaning: list[int] = told[several & may_lean].tolist()
    # Where it was found most of a side shows: what that adds is told from there.
    found_so = [
        replace(turned[dice[k]], centre=places[dice[k]].centre) for k in leaning
    ]
    values[leaning] = doubted(values[leaning], found_so, picture)
    return _with_values([turned[n] for n in dice], kinds[dice], values)


def _dice_among(kinds: NDArray[np.float64]) -> list[int]:
    """Which places may be dice."""
    dice: list[int] = np.flatnonzero(kinds[:, 0] > 1 - LIKELY_DIE).tolist()
    return dice


def _top(die: FoundDie, up: complex) -> FoundDie:
    """A die where its top is rather than where it was found."""
    top = complex(*die.centre) + _SIDES * die.edge * up
    return replace(die, centre=(top.real, top.imag))


def _turned(
    found: Sequence[FoundDie], picture: Colour
) -> tuple[list[FoundDie], list[Colour]]:
    """Places turned as their edges say, and their faces."""
    turned = [
        replace(die, turn=turn_of(picture, die.centre, die.edge)) for die in found
    ]
    return turned, [die.upright(picture, FACE.side, FACE.around) for die in turned]


def _with_values(
    dice: Sequence[FoundDie], kinds: NDArray[np.float64], values: NDArray[np.float64]
) -> list[FoundDie]:
    return [
        replace(
            die,
            there=math.sqrt(die.there * is_die),
            values=shows,
            leans=leans,
            covered=covered,
        )
        for die, (is_die, leans, covered), shows in zip(
            dice, kinds.tolist(), values, strict=True
        )
    ]
