"""Reads the dice of a game on its mat and beside it; what did not change since the last look costs next to nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.household import Look
from companion.pieces import DiceSet
from vision.detector import Detector
from vision.dice import plain
from vision.dice.colours import is_bare
from vision.dice.die_places import Box, Closer, EdgeAt, SearchedPart
from vision.dice.found import found_dice
from vision.dice.found_die import APART, LIKELY_DIE, VALUES, FoundDie, apart, same
from vision.dice.sightings import SURE_ELSEWHERE, InPlay, in_play, readable, sightings
from vision.dice.standing import Footing, upright
from vision.dice.white import white_of
from vision.dice.window import Window
from vision.frame import Colour, Frame, Grey
from vision.pose import Pose
from vision.reading import Hindrance, Sighting

ELSEWHERE_S: Final = 1.0
"""Outside the zones for dice a change is looked at after so many seconds, as long as dice of the set are not read in these: hands are there, dice hardly ever."""
MOVING_S: Final = 0.25
"""While something moves over the dice they are searched so seldom: what they show counts when they rest."""
LIKELY_ELSEWHERE: Final = 0.4
"""How sure the finder must be of a die there for it to be read."""
SIDE: Final = 0.7
"""What is nearer than so many edges to a die that is read, and is not read itself, is that die's side."""
_WHOLE: Final = ("5", "6", "symbol")
"""What is no part of what another face shows."""


@dataclass(frozen=True, slots=True, eq=False)
class DiceMemory:
    """What a look leaves for the next."""

    window: Window
    small: Grey
    """The window as it was when each part of it was last searched."""
    dice: tuple[FoundDie, ...]
    """In px of the picture."""
    told: tuple[Sighting, ...]
    at: float
    """When all of it was looked at, or need not have been, s."""
    before: Grey
    """The window as it was at the last look, whether it was searched or not."""
    searched: float
    """When any of it was searched, s."""


class DiceReader(Detector):
    """Finds and reads the dice of a set; ``looks`` tells what its colours look like where their names don't."""

    def __init__(
        self, dice: DiceSet, looks: Mapping[str, tuple[Look, ...]] = MappingProxyType({})
    ) -> None:
        self._play = in_play(dice, looks)
        self._memory: DiceMemory | None = None

    def read(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The dice on a mat and beside it, each in the zone that it stands in; none without a mat."""
        seen = looked(frame, pose, None, self._play, whole=True) if pose is not None else None
        return seen.told if seen else ()

    def follow(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The same of the next frame of a source; what did not change is not looked at again."""
        if pose is None:
            return ()
        # A look that fails leaves nothing for the next to fail over.
        known, self._memory = self._memory, None
        self._memory = seen = looked(frame, pose, known, self._play)
        return seen.told if seen else ()


def looked(
    frame: Frame, pose: Pose, known: DiceMemory | None, play: InPlay, whole: bool = False
) -> DiceMemory | None:
    """What is known after a look, given what was ``known`` before it; None where the mat is outside the picture.

    A first look is one at the zones for dice, or at once at the ``whole`` mat.
    """
    # A pose trembles; the pictures that are compared show the same part.
    same_part = known is not None and known.window.shows(pose)
    window = known.window if known and same_part else Window.of(pose, play.dice.sizes_mm[0])
    if window is None:
        return None
    small = window.small(frame.grey)
    if known is None or known.window is not window:
        known = _unsearched(window, small, -math.inf if whole else frame.at)
    waited = not 0 <= frame.at - known.at < ELSEWHERE_S
    everywhere = waited and _may_lie_elsewhere(known.dice, window, play)
    box = window.changed(small, known.small, everywhere)
    moves = box is not None and window.changed(small, known.before, False) is not None
    known = replace(known, before=small)
    if moves and 0 <= frame.at - known.searched < MOVING_S:
        return known
    if waited:
        known = replace(known, at=frame.at)
    return known if box is None else _searched(frame, small, known, box, play, not moves)


def _may_lie_elsewhere(dice: Sequence[FoundDie], window: Window, play: InPlay) -> bool:
    """Whether dice may lie outside the zones for them: some do, or not all of the set are read in these."""
    return not _all_read(dice, play) or not all(map(window.for_dice, window.stands(dice)))


def _all_read(dice: Iterable[FoundDie], play: InPlay) -> bool:
    """Whether as many dice are read as a set has."""
    return play.closed and not play.misses(sum(map(readable, dice)))


def _unsearched(window: Window, small: Grey, at: float) -> DiceMemory:
    """What is known before the first look, at what looks so: it differs everywhere from what was searched."""
    return DiceMemory(window, small ^ np.uint8(128), (), (), at, small, -math.inf)


def _searched(
    frame: Frame, small: Grey, known: DiceMemory, box: Box, play: InPlay, rests: bool
) -> DiceMemory:
    """What is known after a box of the window, which now looks so small, was searched anew."""
    window, picture = known.window, frame.bgr()
    resting = _resting(known, window, small)
    held = window.held(box, known.dice)
    stayed = tuple(
        die for die, in_it in zip(known.dice, held, strict=True) if die in resting or not in_it
    )
    again = tuple(die for die in known.dice if die not in stayed)
    white = white_of(picture, None if play.plain else window.pose)
    lying = _Search(picture, white, window, box, play, stayed, again).lying(rests)
    dice, told = _told(lying, picture, window, play)
    told = _still_told(dice, told, known)
    searched = window.patched(known.small, small, box, resting)
    return DiceMemory(window, searched, dice, told, known.at, small, frame.at)


@dataclass(slots=True, eq=False)
class _Search:
    """A search of a box of the window."""

    picture: Colour
    white: NDArray[np.float64]
    window: Window
    box: Box
    play: InPlay
    known: tuple[FoundDie, ...]
    """The dice that need none, later those that were found as well."""
    again: tuple[FoundDie, ...]
    """The others that were known before."""
    stands: dict[FoundDie, Footing] = field(default_factory=dict)

    def lying(self, rests: bool) -> tuple[FoundDie, ...]:
        """The dice that lie there; where some of a set are missing at rest, the zones for dice are looked at closely as a whole."""
        part = replace(self.window.searched(self.picture, self.box), wide=self.play.plain)
        self._learn(self._found((part,), self._closer))
        # What is hidden in part the wide finder sees better, but also fives in a cloth's dots.
        for wide in (False, True):
            if rests and self.play.misses(len(self.known)):
                self._look_closely(wide)
        return self.known

    def _look_closely(self, wide: bool) -> None:
        """Learn what a finder sees in the zones for dice, as far as that is certain."""
        whole = replace(self.window.zones_closer(self.picture), wide=wide)
        found = self._found((), lambda seen: [whole])
        self._learn(die for die in found if _certain(die) or (_whole(die) and not wide))

    def _learn(self, found: Iterable[FoundDie]) -> None:
        beside = self.play.plain and self.play.view is None
        least = plain.BESIDE if beside else APART
        self.known = without_sides(apart((*found, *self.known), least))

    def _found(self, parts: Sequence[SearchedPart], closer: Closer) -> tuple[FoundDie, ...]:
        """What is found in parts of the picture beside the dice that are known."""
        self._stand(self.known)
        found = found_dice(
            parts,
            self.picture,
            self.white,
            self._may_be,
            self._usual,
            upright=plain.upright(self.play.view) if self.play.plain else self._upright,
            closer=closer,
            enough=lambda found: _all_read((*self.known, *found), self.play),
        )
        self._stand(found)
        # Looked at closely, what is read may prove too large for a die of the set.
        return tuple(d for d in found if not readable(d) or self.play.fits(self.stands[d].edge))

    def _stand(self, dice: Sequence[FoundDie]) -> None:
        self.stands.update(zip(dice, self.window.stands(dice), strict=True))

    def _closer(self, seen: Sequence[FoundDie]) -> list[SearchedPart]:
        nearer = self.window.closer(self.picture, seen)
        return [replace(part, wide=self.play.plain) for part in nearer]

    def _upright(self, centres: NDArray[np.float64]) -> NDArray[np.complex128]:
        return upright(centres, self.window.pose)

    def _may_be(self, places: Sequence[FoundDie]) -> list[FoundDie]:
        """The places where a die of the set may lie that is not known."""
        held = zip(places, self.window.held(self.box, places), strict=True)
        # A die in the middle of the box's edge is seen now inside it and now outside.
        here = [
            place
            for place, in_it in held
            if (in_it or any(same(place, die) for die in self.again))
            and not any(same(place, die) for die in self.known)
        ]
        self._stand(here)
        return [
            place
            for place in here
            if self.play.fits(self.stands[place].edge)
            # Elsewhere cards are full of what looks a little like dice.
            and (place.there > LIKELY_ELSEWHERE or self.window.for_dice(self.stands[place]))
        ]

    def _usual(self, there: Sequence[FoundDie]) -> EdgeAt:
        """How long the edges of the set's dice are."""
        lying = {die: self.stands[die] for die in (*there, *self.known)}
        most = _usual_edge(lying, self.window) if self.play.closed else 0.0
        return lambda place: most * place.edge / self.stands[place].edge


def _resting(known: DiceMemory, window: Window, small: Grey) -> tuple[FoundDie, ...]:
    """The dice that were read and about which nothing has changed since."""
    return tuple(
        die for die in known.dice if readable(die) and window.rests(small, known.small, die)
    )


def _certain(die: FoundDie) -> bool:
    """Whether a die surely leans or is covered, or is read and likely all that together: a die, level and open; of a face beside a finger one pip seems a one."""
    open_ = die.there * (1 - die.leans) * (1 - die.covered)
    is_read = readable(die) and open_ > LIKELY_DIE
    return is_read or max(die.leans, die.covered) > SURE_ELSEWHERE


def _whole(die: FoundDie) -> bool:
    """Whether a die is read that shows what is no part of another face."""
    return readable(die) and VALUES[int(die.values.argmax())] in _WHOLE


def without_sides(dice: Sequence[FoundDie]) -> tuple[FoundDie, ...]:
    """The dice without what is only the side of one of them: on a top face that lies open nothing else stands."""
    clear = [die for die in dice if readable(die)]
    return tuple(
        die for die in dice if readable(die) or not any(same(die, top, SIDE) for top in clear)
    )


def _still_told(
    dice: Sequence[FoundDie], told: Sequence[Sighting], known: DiceMemory
) -> tuple[Sighting, ...]:
    """What is told of the dice, where one about which nothing has changed is still what it was: the fewer dice lie beside it, the less sure is its colour."""
    before = dict(zip(known.dice, known.told, strict=True))
    return tuple(
        before[die]
        if one.hindered is Hindrance.UNSURE and die in before and before[die].hindered is None
        else one
        for die, one in zip(dice, told, strict=True)
    )


def _told(
    found: Iterable[FoundDie], picture: Colour, window: Window, play: InPlay
) -> tuple[tuple[FoundDie, ...], tuple[Sighting, ...]]:
    """Those of the found dice that are told, and what is told of them."""
    # A letter of the mat's print is as large as a pip, but lies on no die.
    seen = tuple(d for d in found if not (d.guessed and is_bare(picture, d)))
    # Elsewhere lie cards, tags and markers: there only a die that is read for sure is one.
    dice = {
        die: stands
        for die, stands in zip(seen, window.stands(seen), strict=True)
        if readable(die, SURE_ELSEWHERE) or window.for_dice(stands)
    }
    told = sightings(tuple(dice), play)
    lying = [
        (die, window.placed(one, stands))
        for (die, stands), one in zip(dice.items(), told, strict=True)
        if one.hindered is None or window.for_dice(stands)
    ]
    return tuple(die for die, _ in lying), tuple(one for _, one in lying)


def _usual_edge(lying: Mapping[FoundDie, Footing], window: Window) -> float:
    """How long the edges of most dice are that surely lie in the zones for dice, mm; 0 where none does."""
    sure = (
        stands.edge
        for die, stands in lying.items()
        if die.there > LIKELY_DIE and window.for_dice(stands)
    )
    return median([*sure] or [0.0])
