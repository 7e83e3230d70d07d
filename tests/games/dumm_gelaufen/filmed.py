"""Scripts of rounds played at the painted table: arms, carried and crooked cards, a camera, the reader, settling."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

import numpy as np

from companion.app.camera.pipeline import Stillness
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.sheets import faces
from companion.mat import Point
from companion.table import Observation
from companion.words import words
from tests.games.dumm_gelaufen.script import Stage, place_of
from tests.games.dumm_gelaufen.tabletop import BOTTOM, DECK, LEFTWARDS, carrying
from vision.frame import Frame
from vision.painting.layout import Layout, Lying, PaintedHand, pile
from vision.painting.scene import paint
from vision.painting.view import Cloth, View
from vision.pictures import grey_of
from vision.reader import Reader
from vision.settle import Settler

SOURCES: Final[dict[str, Point]] = {
    "bottom": BOTTOM,
    "left": LEFTWARDS,
    "right": (860.0, 220.0),
    "top": (300.0, -300.0),
}
PILES: Final[dict[str, Point]] = {
    "open-left": (97.5, 178.0),
    "draw": (182.5, 178.0),
    "open-right": (267.5, 178.0),
    "actions": (382.5, 178.0),
}
SLOTS: Final = tuple((83.0 + 61.2 * n, 66.0) for n in range(8))
"""Mac's row, close enough for one card too many."""
CLAIM: Final = tuple((84.0 + 62.0 * (n % 8), 284.0 + 84.0 * (n // 8)) for n in range(16))
ROWS: Final = {"mac": SLOTS, "claim": CLAIM}
FOREIGN, DOUBLE = (500.0, 180.0), (500.0, 180.0)
"""Where on the mat, in no zone, a card that is in no deck lies, and one that is there twice."""
STRANGERS: Final = {face.payload: face for face in faces(load_edition("newer"), words("en"))}
BACKS: Final = 30
"""How many cards the draw pile has."""
FANNED, FAN_MM = 2, 14.0
"""How many cards of a handful are seen, and how far apart."""
STIRS_MM: Final = 8.0
"""How far a hand moves from look to look that is held over a zone: of one that rests it is known what lies under it."""
BESIDE_MM: Final = 30.0
"""How far from the card below a card is laid that leaves both of them to be read."""


@dataclass(frozen=True)
class Manner:
    """How it is filmed and how people play: what makes it hard."""

    size: tuple[int, int] = (640, 360)
    fps: float = 5.0
    mat: Cloth = "slate"
    noise: float = 2.0
    missed: float = 0.0
    """The share of reads that are missed."""
    crooked: float = 1.5
    """Degrees, one standard deviation, that cards with Mac lie askew; on piles twice that."""
    bumps: float = 0.0
    """How likely the mat is pushed between two lines of a script."""
    reach: float = 0.5
    """Seconds that a hand takes to come, and to go."""
    stay: float | None = None
    """Seconds that it stays; None: as long as it takes to come."""
    pause: float = 0.85
    """Seconds without a hand after each reach."""
    together: bool = False
    """Whether two cards that come to one row, or leave it, do so in one hand."""


@dataclass
class Filmed(Stage):
    """The table of a script, painted and filmed."""

    manner: Manner = field(default_factory=Manner)
    seed: int = 0

    def __post_init__(self) -> None:
        self._rng = Random(self.seed)
        self._reader = Reader(pieces("classic"), (MAT,))
        self._settler, self._stillness = Settler(MAT), Stillness()
        mat, noise = self.manner.mat, self.manner.noise
        self._view = View(MAT, size=self.manner.size, cloth=mat, noise=noise)
        self._rows: dict[str, list[str | None]] = {
            zone: [None] * len(spots) for zone, spots in ROWS.items()
        }
        self._before = Layout()
        self._frame = 0

    def perform(self, words: list[str]) -> Iterator[Observation]:
        """What a settler tells while one line of a script is played."""
        if self._frame and self._rng.random() < self.manner.bumps:
            yield from self._bumped()
        match words:
            case ["begin"]:
                yield from self._show(1.2)
            case ["glimpse", _]:
                # No act: an action card is seen before it settles whenever one is laid.
                return
            case ["hold" | "cross", zone]:
                self.covered.add(place_of(zone))
                yield from self._show(self.manner.pause)
            case ["leave" | "part", zone]:
                self.covered.discard(place_of(zone))
                yield from self._show(self.manner.pause)
            case ["wait", seconds]:
                yield from self._show(float(seconds))
            case ["unknown" | "twice" as what, *cards]:
                setattr(self, what, tuple(cards))
                yield from self._reached(FOREIGN, (), ())
            case _:
                yield from super().perform(words)

    def reach(
        self, zone: str, brings: tuple[str, ...] = (), takes: tuple[str, ...] = ()
    ) -> Iterator[Observation]:
        """A hand comes, stops and goes, with a card on its way in or out."""
        here, held = place_of(zone), brings or takes
        left = self._spot(here, takes[-1]) if takes else None
        self._find_places()
        at = left or self._spot(here, held[-1] if held else "")
        lies = [self._lying(code, at, 0.0) for code in held[-FANNED:]]
        if here == "draw":
            lies = [replace(self._lying("R01-1", at, 0.0), up=False)]
        cards = tuple(lies)
        yield from self._reached(at, *((cards, ()) if brings else ((), cards)))

    def ended(self) -> tuple[Observation, ...]:
        """What the end of the film decides."""
        return self._settler.finish()

    # -- where cards lie ---------------------------------------------------------

    def _find_places(self) -> None:
        """Give every card of a row a place where there was none, and let go of the places of those that went."""
        for zone, places in self._rows.items():
            there = self.zones.get(zone, [])
            places[:] = [code if code in there else None for code in places]
            for code in (code for code in there if code not in places):
                places[places.index(None)] = code

    def _in_pile(self, zone: str, number: int) -> Point:
        """Where a card lies in a pile, counted from below: each lets the one below be seen where they lie ``beside`` each other."""
        x, y = PILES[zone]
        return x + BESIDE_MM * (number % 2 if zone in self.beside else 0), y

    def _spot(self, zone: str, code: str) -> Point:
        if zone in ROWS:
            return ROWS[zone][self._rows[zone].index(code)]
        return PILES[zone]

    def _held(self) -> Iterator[tuple[Point, str]]:
        """Where hands are that are held over a zone, and from which side: no arm lies over another zone that is played in."""
        for zone in sorted(self.covered):
            spots = ROWS[zone] if zone in ROWS else (PILES[zone],)
            yield spots[len(spots) // 2], "bottom" if zone == "claim" else "top"

    def _lying(self, code: str, at: Point, height: float, askew: float = 1.0) -> Lying:
        off = Random(f"{code}/{at}/{self.seed}")
        turn = off.gauss(0, self.manner.crooked * askew)
        where = at[0] + off.uniform(-1, 1), at[1] + off.uniform(-1, 1)
        return Lying(DECK[code], where, turn, height=height)

    def _layout(self) -> Layout:
        self._find_places()
        rows = [
            self._lying(code, ROWS[zone][n], 0.3)
            for zone, places in self._rows.items()
            for n, code in enumerate(places)
            if code is not None
        ]
        heaps = [
            self._lying(code, self._in_pile(zone, n), 0.3 * (n + 1), 2.0)
            for zone in ("open-left", "open-right", "actions")
            for n, code in enumerate(reversed(self.zones.get(zone, [])))
        ]
        backs = pile([DECK["R01-1"]] * BACKS, PILES["draw"], 12, up=False)
        odd = [Lying(STRANGERS[text], FOREIGN) for text in self.unknown]
        odd += [Lying(DECK[code], DOUBLE) for code in self.twice]
        return Layout((*rows, *heaps, *backs, *odd))

    # -- the film ----------------------------------------------------------------

    def _reached(
        self, at: Point, brings: tuple[Lying, ...], takes: tuple[Lying, ...]
    ) -> Iterator[Observation]:
        """The frames of one reach and of the pause after it."""
        before, after = self._before, self._layout()
        source = SOURCES[self.side or "bottom"]
        steps = max(2, round(self.manner.reach * self.manner.fps))
        ways = [(n + 0.5) / steps for n in range(steps)]
        model = PaintedHand((0, 0), source)
        stay = self.manner.reach if self.manner.stay is None else self.manner.stay
        stays = max(2, round(stay * self.manner.fps))
        path = [(before, 1 - (1 - way) ** 2, brings) for way in ways]
        path += [(before, 1.0, brings)] * (stays // 2)
        path += [(after, 1.0, takes)] * (stays - stays // 2)
        path += [(after, 1 - way**2, takes) for way in ways]
        for layout, share, held in path:
            hand = _fanning(model, source, at, share, held)
            yield from self._look(replace(layout, hands=(hand,)))
        yield from self._show(self.manner.pause)

    def _show(self, seconds: float) -> Iterator[Observation]:
        self._before = self._layout()
        for _ in range(round(seconds * self.manner.fps)):
            yield from self._look(self._before)

    def _bumped(self) -> Iterator[Observation]:
        """The mat is pushed and stays where it comes to lie."""
        x, y = self._view.aim or self._view.mat.middle
        for _ in range(3):
            aim = x + self._rng.uniform(-12, 12), y + self._rng.uniform(-8, 8)
            self._view = replace(self._view, aim=aim)
            yield from self._look(self._before)
        yield from self._show(self.manner.pause)

    def _look(self, layout: Layout) -> Iterator[Observation]:
        stirs = STIRS_MM * (self._frame % 2)
        held = (PaintedHand((x + stirs, y), SOURCES[side]) for (x, y), side in self._held())
        layout = replace(layout, hands=(*layout.hands, *held))
        rng = np.random.default_rng((self.seed, self._frame))
        colour = paint(layout, self._view, rng)
        self.at = self._frame / self.manner.fps
        frame = Frame(self._frame, self.at, grey_of(colour), colour)
        self._frame += 1
        reading = self._reader.follow(frame)
        seen = tuple(s for s in reading.sightings if self._rng.random() >= self.manner.missed)
        settled = self._settler.step(frame, replace(reading, sightings=seen))
        hand, covered = bool(self._settler.covered), self._settler.hidden
        yield from self._stillness.step(frame, settled, hand=hand, covered=covered)


def _fanning(
    model: PaintedHand, source: Point, at: Point, share: float, held: tuple[Lying, ...]
) -> PaintedHand:
    """A hand on its way with the cards it holds, one peeping out beside the other."""
    hand = carrying(model, source, at, share, held[-1] if held else None)
    x, y = hand.holds[0].at if hand.holds else at
    more = [replace(c, at=(x - FAN_MM, y), height=19.5) for c in held[:-1]]
    return replace(hand, holds=(*more, *hand.holds))


def together(script: Iterable[str]) -> Iterator[str]:
    """The lines of a script with cards that come to one row, or leave it, one after the other, in one hand."""
    waiting: list[str] = []
    told: list[str] = []
    for line in script:
        if line.startswith(">") and waiting:
            told.append(line)
            continue
        words = line.split()
        if waiting[:2] == words[:2] and len(waiting) < 4:
            waiting += words[2:]
            continue
        yield from (" ".join(waiting), *told) if waiting else ()
        waiting, told = [], []
        if len(words) == 3 and words[0] in ("lay", "take") and words[1] in ROWS:
            waiting = words
        else:
            yield line
    yield from (" ".join(waiting), *told) if waiting else ()
