"""The dice in a picture and their values: a small network finds top faces, a larger one reads each of them (docs/dice.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.die_faces import SEEN, Upright, read
from vision.dice.die_places import Closer, EdgeAt, SearchedPart, of_one_size, places_in
from vision.dice.found_die import LIKELY_DIE, FoundDie, apart
from vision.dice.sightings import SURE_ELSEWHERE, readable
from vision.dice.white import light_of
from vision.frame import Colour


def found_dice(
    parts: Sequence[SearchedPart],
    picture: Colour,
    white: NDArray[np.float64],
    may_be: Callable[[Sequence[FoundDie]], Sequence[FoundDie]] = lambda places: places,
    usual: Callable[[Sequence[FoundDie]], EdgeAt] = lambda there: lambda place: 0.0,
    upright: Upright | None = None,
    closer: Closer = lambda seen: (),
    enough: Callable[[Sequence[FoundDie]], bool] = lambda found: False,
) -> tuple[FoundDie, ...]:
    """The dice of a picture, the surest first, in its px.

    ``white`` is what white is in it: blue, green, red, 0 to 255, shape (3,). They are looked for in ``parts``, parts of it, and again ``closer``, and read
    in the picture itself, those of the places that ``may_be`` dice. ``usual`` tells of the places how
    long a die's edges are at each where all are of one size, px, else 0;
    ``upright`` tells which way is up where a mat lies: there they may show others than pips.
    What was seen faintly is read unless those that were seen plainly are ``enough``.
    """
    there = may_be(places_in(parts, closer, light_of(picture, white)))
    there = of_one_size(there, usual(there))
    found = read([die for die in there if die.there > SEEN], picture, white, upright)
    faint = [die for die in there if die.there <= SEEN]
    if faint and not enough(_dice(found)):
        found += read(faint, picture, white, upright)
    return _dice(found)


def _dice(places: Sequence[FoundDie]) -> tuple[FoundDie, ...]:
    """The dice among places that were read."""
    each = apart(places)
    return tuple(die for die in each if die.there > LIKELY_DIE or readable(die, SURE_ELSEWHERE))
