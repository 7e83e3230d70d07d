"""A painted table that is filmed: layouts in, frames with a perfect or forgetful reading, observations out."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from random import Random

import numpy as np

from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.sheets import faces
from companion.mat import Point
from companion.table import Glimpse, Observation, Settled, Visit
from companion.words import words
from vision.frame import Frame
from vision.painting.layout import Layout, Lying, PaintedHand
from vision.painting.scene import paint
from vision.painting.truth import seen
from vision.painting.view import View, pose
from vision.pictures import grey_of
from vision.reading import Reading, Sighting
from vision.settle import Settler
from vision.sight.places import sightings

DECK = {card.code: card for card in faces(load_edition("classic"), words("en"))}
CARDS = pieces()
SMALL = View(MAT, size=(640, 360))
FPS = 10.0
GRIP = 22.0
"""mm from the fingertips to the middle of a card they hold."""


def card(code: str, at: Point, turn: float = 0.0, height: float = 0.3) -> Lying:
    return Lying(DECK[code], at, turn, height=height)


def back(at: Point, height: float = 0.3) -> Lying:
    return replace(card("R01-1", at, height=height), up=False)


MAC = tuple(
    card(code, (90 + 68 * n, 66), 1.5 * (n % 3 - 1))
    for n, code in enumerate(["R07-1", "Y10-2", "G06-1", "G09-3", "R11-1", "Y01-1", "G11-2"])
)
LEFT, DRAW, RIGHT = (97.5, 178.0), (182.5, 178.0), (267.5, 178.0)
ACTIONS, CLAIM = (382.5, 178.0), (297.0, 324.0)
PILES = (
    card("G03-1", (98, 177)),
    card("R04-1", (97, 178.5), 2, 0.6),
    back((182, 178)),
    back((183, 179), 0.6),
    card("Y08-1", (267, 178)),
    card("K08-1", (382, 178)),
)
TABLE = Layout((*MAC, *PILES))
BOTTOM, LEFTWARDS = (300.0, 720.0), (-260.0, 220.0)


def reading(
    layout: Layout, view: View, sees: Callable[[Sighting], bool] = lambda _: True
) -> Reading:
    """What a reader that misses nothing, or only what ``sees`` says, reads in a layout."""
    found = tuple(one for one in _readable(layout, view) if sees(one))
    return Reading(view.size, pose(view), found)


@lru_cache(maxsize=16)
def _readable(layout: Layout, view: View) -> tuple[Sighting, ...]:
    """Everything that a reader could read in a layout; most layouts are shown for many frames."""
    where = pose(view)
    found: list[Sighting] = []
    for one in seen(layout, view):
        tags = [tag for tag in one.tags if tag.full]
        corners = np.array([tag.corners for tag in tags], np.float64)
        shown = [CARDS[one.payload]] * len(tags)
        found += sightings(where, shown, corners, "match", [1.0] * len(tags))
    return tuple(found)


class Film:
    """A settler that is shown layouts, ten a second; what it says is kept."""

    def __init__(self, view: View = SMALL) -> None:
        self.view = view
        self.settler = Settler(MAT)
        self.said: list[Observation] = []
        self.number = 0

    @property
    def at(self) -> float:
        return self.number / FPS

    def show(
        self,
        layout: Layout,
        seconds: float = 0.1,
        sees: Callable[[Sighting], bool] = lambda _: True,
    ) -> list[Observation]:
        """What is said while a layout is shown for some seconds."""
        before = len(self.said)
        for _ in range(round(seconds * FPS)):
            rng = np.random.default_rng(self.number)
            colour = paint(layout, self.view, rng)
            frame = Frame(self.number, self.at, grey_of(colour), colour)
            read = reading(layout, self.view, sees)
            self.said += self.settler.step(frame, read)
            self.number += 1
        return self.said[before:]

    def reach(
        self,
        before: Layout,
        after: Layout,
        to: Point,
        *,
        source: Point = BOTTOM,
        stop: float = 0.5,
        hand: PaintedHand | None = None,
        brings: Lying | None = None,
        takes: Lying | None = None,
    ) -> list[Observation]:
        """A hand comes in, stops at a place while the table changes, and leaves."""
        told: list[Observation] = []
        model = hand or PaintedHand((0, 0), source)
        for share in (0.25, 0.5, 0.75, 0.9):
            told += self.show(_with(before, carrying(model, source, to, share, brings)))
        half = stop / 2
        told += self.show(_with(before, carrying(model, source, to, 1.0, brings)), half)
        told += self.show(_with(after, carrying(model, source, to, 1.0, None)), stop - half)
        for share in (0.9, 0.75, 0.5, 0.25):
            told += self.show(_with(after, carrying(model, source, to, share, takes)))
        return told


def _with(layout: Layout, hand: PaintedHand) -> Layout:
    return replace(layout, hands=(hand,))


def carrying(
    model: PaintedHand, source: Point, to: Point, share: float, held: Lying | None
) -> PaintedHand:
    """A hand so far on its way from where it comes from to a place, with what it holds."""
    start, end = complex(*source), complex(*to)
    way = (end - start) / abs(end - start)
    # From just outside the mat: farther out there is nothing to be seen.
    first = end - way * min(abs(end - start), 420)
    grip = first + (end - way * GRIP - first) * share
    tip = (grip.real, grip.imag)
    if held is None:
        return replace(model, tip=tip, source=source, holds=())
    middle = grip + way * GRIP
    carried = replace(held, at=(middle.real, middle.imag), height=20.0)
    return replace(model, tip=tip, source=source, holds=(carried,), closed=True)


def settled(said: Iterable[Observation]) -> list[Settled]:
    return [one for one in said if isinstance(one, Settled)]


def steps(said: Iterable[Observation]) -> list[str]:
    return [str(step) for one in settled(said) for step in one.steps]


def visits(said: Iterable[Observation]) -> list[Visit]:
    return [visit for one in settled(said) for visit in one.visits]


def glimpses(said: Iterable[Observation]) -> list[str]:
    return [one.card for one in said if isinstance(one, Glimpse)]


def without(layout: Layout, *codes: str) -> Layout:
    gone = {DECK[code] for code in codes}
    return replace(layout, lying=tuple(c for c in layout.lying if _face(c) not in gone))


def _face(lying: object) -> object:
    return lying.face if isinstance(lying, Lying) and lying.up else None


def adding(layout: Layout, *cards: Lying) -> Layout:
    return replace(layout, lying=(*layout.lying, *cards))


def forgetful(share: float, seed: int = 0) -> Callable[[Sighting], bool]:
    """Misses that share of all tags."""
    random = Random(seed)
    return lambda _: random.random() >= share
