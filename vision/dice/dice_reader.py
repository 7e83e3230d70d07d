"""Reads the dice of a game on its mat and beside it; what did not change since the last look costs next to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from types import MappingProxyType
from typing import Final

from companion.household.taught_dice import Look
from companion.pieces import DiceSet
from vision.dice.die_places import Box, EdgeAt
from vision.dice.found import found_dice
from vision.dice.found_die import LIKELY_DIE, FoundDie, apart, same
from vision.dice.sightings import (
    SURE_ELSEWHERE,
    InPlay,
    in_play,
    readable,
    sightings,
)
from vision.dice.standing import upright
from vision.dice.white import white_of
from vision.dice.window import Window
from vision.frame import Colour, Frame, Grey
from vision.pose import Pose
from vision.reading import Sighting

ELSEWHERE_S: Final = 1.0
"""Outside the zones for dice a change is looked at after so many seconds: hands are there, dice hardly ever."""
LIKELY_ELSEWHERE: Final = 0.4
"""How sure the finder must be of a die there for it to be read."""


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
    """When all of it was looked at, s."""


class DiceReader:
    """Finds and reads the dice of a set; ``looks`` tells what its colours look like where their names don't."""

    def __init__(
        self,
        dice: DiceSet,
        looks: Mapping[str, tuple[Look, ...]] = MappingProxyType({}),
    ) -> None:
        self._play = in_play(dice, looks)
        self._memory: DiceMemory | None = None

    def detect(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The dice on a mat and beside it, each in the zone that it stands in; none without a mat."""
        window = Window.of(pose) if pose is not None else None
        if window is None:
            return ()
        # A look that fails leaves nothing for the next to fail over.
        known, self._memory = self._memory, None
        if known is not None and known.window.same(window):
            # A pose trembles; the pictures that are compared show the same part.
            window = known.window
        else:
            known = None
        self._memory = memory = _looked(frame, window, known, self._play)
        return memory.told


def _looked(
    frame: Frame, window: Window, known: DiceMemory | None, play: InPlay
) -> DiceMemory:
    """What is known after a look."""
    small = window.small(frame.grey)
    if known is None:
        whole = (0, 0, *window.size)
        return _searched(
            frame,
            window,
            DiceMemory(window, small, (), (), frame.at),
            small,
            whole,
            play,
        )
    everywhere = not 0 <= frame.at - known.at < ELSEWHERE_S
    box = window.changed(small, known.small, everywhere)
    if everywhere:
        known = replace(known, at=frame.at)
    if box is None:
        return known
    return _searched(frame, window, known, small, box, play)


def _searched(
    frame: Frame, window: Window, known: DiceMemory, small: Grey, box: Box, play: InPlay
) -> DiceMemory:
    """What is known after a box of the window was searched anew."""
    picture = frame.bgr()
    resting = _resting(known, window, small)
    stayed = tuple(
        die for die in known.dice if die in resting or not window.holds(box, die)
    )

    again = tuple(die for die in known.dice if die not in stayed)

    def may_be(place: FoundDie) -> bool:
        # A die in the middle of the box's edge is seen now inside it and now outside.
        here = window.holds(box, place) or any(same(place, die) for die in again)
        fits = here and play.fits(window.edge_mm(place))
        # Elsewhere cards are full of what looks a little like dice.
        likely = place.there > LIKELY_ELSEWHERE or window.for_dice(place)
        return fits and likely and not any(same(place, die) for die in stayed)

    def usual(there: Sequence[FoundDie]) -> EdgeAt:
        most = _usual_edge((*there, *stayed), window) if play.closed else 0.0
        return lambda place: most * place.edge / window.edge_mm(place)

    found = found_dice(
        (window.searched(picture, box),),
        picture,
        may_be,
        usual,
        upright=lambda centres: upright(centres, window.pose),
        closer=lambda seen: window.closer(picture, seen),
    )
    dice, told = _told(apart((*found, *stayed)), picture, window, play)
    small = window.patched(known.small, small, box, resting)
    return DiceMemory(window, small, dice, told, known.at)


def _resting(known: DiceMemory, window: Window, small: Grey) -> tuple[FoundDie, ...]:
    """The dice that were read and about which nothing has changed since."""
    return tuple(
        die
        for die in known.dice
        if readable(die) and window.rests(small, known.small, die)
    )


def _told(
    found: Iterable[FoundDie], picture: Colour, window: Window, play: InPlay
) -> tuple[tuple[FoundDie, ...], tuple[Sighting, ...]]:
    """Those of the found dice that are told, and what is told of them."""
    # Elsewhere lie cards, tags and markers: there only a die that is read for sure is one.
    dice = [
        die for die in found if readable(die, SURE_ELSEWHERE) or window.for_dice(die)
    ]
    told = sightings(dice, picture, white_of(picture, window.pose), play)
    lying = [
        (die, window.placed(one, die))
        for die, one in zip(dice, told, strict=True)
        if one.hindered is None or window.for_dice(die)
    ]
    return tuple(die for die, _ in lying), tuple(one for _, one in lying)


def _usual_edge(lying: Iterable[FoundDie], window: Window) -> float:
    """How long the edges of most dice are that surely lie in the zones for dice, mm; 0 where none does."""
    sure = (die for die in lying if die.there > LIKELY_DIE and window.for_dice(die))
    return median([window.edge_mm(die) for die in sure] or [0.0])
