"""Photo-like sequences as cameras deliver them: few looks, lost and repeated ones, other sizes; every carried card is told."""

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.camera.pipeline import TableLook, looks
from companion.games.dumm_gelaufen.deck.cards import FACES, copies_of
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.table import Settled, Visit
from tests.places import PICTURES
from vision.cameras.sources import frames
from vision.frame import Colour, Frame, Frames
from vision.pictures import grey_of
from vision.reader import Reader
from vision.settle import Settler

SEQUENCE = PICTURES / "seq_0"
DECK = [f"DG1-{face}-{n + 1}" for face in FACES for n in range(copies_of(face))]
PILES = ("open-left", "open-right")
SOON = 0.6
"""Seconds of source time after a hand has left by which the table is told (docs/architecture.md, Words)."""

pytestmark = pytest.mark.skipif(
    not SEQUENCE.is_dir(), reason="the photo-like pictures are not here"
)

Times = Callable[[int], int]
"""How often a frame is shown."""


def once(_: int) -> int:
    return 1


def every_second(number: int) -> int:
    return (number + 1) % 2


def lost(share: float, seed: int) -> Times:
    """Some frames are lost."""
    random = Random(seed)
    return lambda _: int(random.random() >= share)


def again(share: float, seed: int) -> Times:
    """Some frames come twice."""
    random = Random(seed)
    return lambda _: 1 + int(random.random() < share)


class Film:
    """The sequence, so many looks a second; ``shown`` is the number of the picture that each frame shows."""

    def __init__(self, size: tuple[int, int], fps: float, times: Times) -> None:
        self.size, self.fps, self.times = size, fps, times
        self.shown: list[int] = []

    def __iter__(self) -> Frames:
        for picture, colour in enumerate(pictures(self.size)):
            for _ in range(self.times(picture)):
                number = len(self.shown)
                self.shown.append(picture)
                yield Frame(number, number / self.fps, grey_of(colour), colour)

    def told(self) -> Iterator[Settled]:
        """What is told of it."""
        for look in looks(iter(self), Reader(pieces("classic"), (MAT,)), Settler(MAT)):
            assert isinstance(look, TableLook)
            yield from (o for o in look.observations if isinstance(o, Settled))

    def left(self, move: Any) -> float:
        """When the hand of a move is gone."""
        gone = (n for n, p in enumerate(self.shown) if p >= move["frame_hand_gone"])
        return next(gone) / self.fps


@lru_cache(maxsize=1)
def pictures(size: tuple[int, int]) -> tuple[Colour, ...]:
    """The pictures of the sequence at a size, which nobody changes."""
    shown = []
    for picture in frames(str(SEQUENCE)):
        assert isinstance(picture, Frame)
        assert picture.colour is not None
        colour = cv2.resize(picture.colour, size, interpolation=cv2.INTER_AREA)
        colour.setflags(write=False)
        shown.append(np.asarray(colour, np.uint8))
    return tuple(shown)


def moves() -> list[Any]:
    """What is carried in the sequence, by its truth."""
    told = json.loads((SEQUENCE / "moves.json").read_text("utf-8"))["moves"]
    return [move for move in told if move["payload"].startswith("DG1")]


def carried() -> list[str]:
    """The steps that the cards carried make, in order."""
    steps = []
    for move in moves():
        code = move["payload"].removeprefix("DG1-")
        source, to = move["source"].split("[")[0], move["to"]
        steps += [f"-{source} {code}"] if source != "off" else []
        steps += [f"+{to} {code}"] if to != "off" else []
    return steps


FILMS = [pytest.param((640, 360), 5.0, every_second, id="every second one")]
SLOW = [
    ((640, 360), 10.0, once),
    ((640, 360), 5.0, once),
    ((1280, 720), 10.0, once),
    ((1280, 720), 5.0, once),
    ((1280, 720), 5.0, every_second),
    *[((640, 360), 5.0, lost(0.2, seed)) for seed in range(6)],
    *[((1280, 720), 5.0, lost(0.2, seed)) for seed in range(6, 9)],
    *[((640, 360), 10.0, again(0.4, seed)) for seed in range(3)],
    ((640, 360), 10.0, lambda _: 2),
    ((1920, 1080), 5.0, once),
]


@pytest.mark.parametrize(
    ("size", "fps", "times"),
    [*FILMS, *(pytest.param(*film, marks=pytest.mark.prove) for film in SLOW)],
)
def test_every_carried_card_is_told_from_its_zone_to_its_zone(
    size: tuple[int, int], fps: float, times: Times
) -> None:
    """In order, none invented, soon after the hand has left; and the visit to the draw pile."""
    film = Film(size, fps, times)

    _, *later = film.told()

    cards = {move["payload"].removeprefix("DG1-") for move in moves()}
    steps = [(step, told.at) for told in later for step in told.steps]
    assert sorted(carried()) == sorted(str(s) for s, _ in steps if s.card in cards)
    assert not [str(s) for s, _ in steps if s.card not in cards and s.zone not in PILES]
    # With every second look lost, a zone is seen twice before the next hand comes: too seldom to be settled.
    for move in moves() if times is not every_second else ():
        code, soon = move["payload"].removeprefix("DG1-"), film.left(move) + SOON
        assert all(at <= soon + 1 / fps for s, at in steps if s.card == code), move
    visits = [visit for told in later for visit in told.visits]
    assert ["mac", "mac", "open-left", "draw"] == of_the_game(visits)


def of_the_game(visits: list[Visit]) -> list[str]:
    """The zones that hands stopped in, in order, the claim zone left out."""
    in_order = sorted(visits, key=lambda visit: visit.began)
    return [visit.zone for visit in in_order if visit.zone != "claim"]
