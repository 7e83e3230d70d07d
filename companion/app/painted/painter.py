"""A painted game in pictures: how cards and hands lie and move at a moment of it, and the frames that a camera would take."""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np

from companion.app.painted.performance import FPS, IN, OUT, STOP, changed, moments
from companion.games.package import PaintedGame
from companion.kit.painted import Gesture, Held, Reach, ScriptConfig, Wait
from companion.mat import A2_MM, Mat, Point
from companion.words import words
from vision import frame, pictures
from vision.painting import ground, scene
from vision.painting.layout import Layout, Lying, PaintedDie, PaintedHand, PaintedPawn, Slab
from vision.painting.view import View
from vision.printing import marks, mat_face
from vision.printing.faces import PrintedFace

# What lies and moves ------------------------------------------------------------------


HIGH_MM: Final = 70.0
LOW_MM: Final = 12.0
GRIP_MM: Final = 30.0
"""How far the middle of a held card is beyond the fingertips."""
SHUTTER: Final = 0.008
"""Seconds of movement in one picture."""

SEATS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((300, 720),),
    2: ((300, 720), (300, -300)),
    3: ((300, 720), (-260, 200), (860, 220)),
    4: ((300, 720), (-260, 220), (300, -300), (860, 220)),
    5: ((300, 720), (-260, 240), (140, -300), (460, -300), (860, 240)),
    6: ((440, 720), (160, 720), (-260, 220), (160, -300), (440, -300), (860, 220)),
}
"""Where the seats' arms come from, clockwise from the near edge: points outside the picture of a mat of A2, mm."""
SLEEVES: Final[tuple[marks.Ink, ...]] = (
    (52, 72, 110),
    (122, 46, 52),
    (60, 96, 74),
    (150, 120, 64),
    (88, 70, 110),
    (64, 66, 70),
)
SKINS: Final[tuple[marks.Ink, ...]] = (
    (224, 172, 140),
    (150, 100, 70),
    (240, 196, 168),
    (190, 136, 100),
    (112, 74, 54),
    (232, 184, 156),
)


def seats_at(mat: Mat, players: int) -> tuple[Point, ...]:
    """The same around any mat: people's arms are as long at a smaller one."""
    right, down = ((size - usual) / 2 for size, usual in zip(mat.size, A2_MM, strict=True))
    return tuple((x + right, y + down) for x, y in SEATS[players])


@dataclass(frozen=True, slots=True, eq=False)
class PaintingStage:
    """What does not change while a game is painted."""

    game: PaintedGame[Any, Any]
    faces: Mapping[Any, PrintedFace]
    """Card -> how it is printed."""
    seats: tuple[Point, ...]


def layout(act: Gesture[Any], before: Any, at: float, stage: PaintingStage) -> Layout:
    """What to paint ``at`` seconds into an act that began with a board."""
    lying = _lying(changed(act, before, at), stage)
    hands = () if isinstance(act, Wait) else (_hand(act, at, stage),)
    return replace(lying, hands=hands)


@lru_cache(maxsize=4)
def _lying(board: Any, stage: PaintingStage) -> Layout:
    lying = tuple(stage.game.lying(board, stage.faces))
    return Layout(
        tuple(one for one in lying if isinstance(one, Lying | Slab)),
        stage.game.things,
        dice=tuple(one for one in lying if isinstance(one, PaintedDie)),
        pawns=tuple(one for one in lying if isinstance(one, PaintedPawn)),
    )


def _hand(reach: Reach[Any], at: float, stage: PaintingStage) -> PaintedHand:
    source = stage.seats[reach.seat]
    grip = _grip(reach.at, source)
    tip, height = _path(at, source, grip)
    before, _ = _path(at - SHUTTER, source, grip)
    held = reach.brings if at < IN + STOP / 2 else reach.takes
    return PaintedHand(
        tip,
        _arm_from(tip, source),
        height + 8,
        left=reach.seat % 2 == 1,
        closed=held is not None,
        holds=() if held is None else (_held(held, tip, source, height, stage),),
        smear=(tip[0] - before[0], tip[1] - before[1]),
        sleeve=SLEEVES[reach.seat],
        skin=SKINS[reach.seat],
    )


def _grip(card: Point, source: Point) -> Point:
    """Where the fingertips hold a card at its near edge."""
    x, y = _direction(card, source)
    return card[0] + x * GRIP_MM, card[1] + y * GRIP_MM


def _path(at: float, source: Point, grip: Point) -> tuple[Point, float]:
    """Position and height of the fingertips over time: in with a soft landing, a stop with a slight tremor, out again."""
    there = _eased(at / IN) * _eased((IN + STOP + OUT - at) / OUT)
    x = source[0] + (grip[0] - source[0]) * there
    y = source[1] + (grip[1] - source[1]) * there
    tremble = math.sin(at * 40) * 0.6
    return (x + tremble, y - tremble), HIGH_MM + (LOW_MM - HIGH_MM) * there**3


def _eased(share: float) -> float:
    share = min(1.0, max(0.0, share))
    return 1 - (1 - share) ** 3


def _arm_from(tip: Point, source: Point) -> Point:
    """A point behind the hand, valid while the fingertips are still outside, too."""
    away = 700.0
    middle = (300.0, 210.0)
    x, y = _direction(middle, source)
    if math.dist(tip, source) > 50:
        return source
    return tip[0] + x * away, tip[1] + y * away


def _direction(start: Point, end: Point) -> Point:
    far = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / far, (end[1] - start[1]) / far


def _held(held: Held, tip: Point, source: Point, height: float, stage: PaintingStage) -> Lying:
    x, y = _direction(tip, source)
    at = (tip[0] - x * GRIP_MM, tip[1] - y * GRIP_MM)
    if held.card is None:
        back = next(iter(stage.faces.values()))
        return Lying(back, at, 0.0, up=False, height=height)
    face = stage.faces[held.card]
    return Lying(face, at, stage.game.askew(held.card), height=height)


# Pictures -----------------------------------------------------------------------------


Pace: TypeAlias = Callable[[float], None]
"""Called with each frame's seconds of source time before it is painted; waits until it is due."""


def real_time(
    speed: float = 1.0,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Pace:
    """Keeps up with the clock, ``speed`` times as fast; delays are not made up for."""
    origin: list[float] = []

    def pace(at: float) -> None:
        now = clock() * speed
        if not origin or now - origin[0] > at:
            origin[:] = [now - at]
        sleep(max(0.0, (origin[0] + at - now) / speed))

    return pace


def painted(
    game: PaintedGame[Any, Any],
    config: ScriptConfig,
    *,
    fps: float = FPS,
    start: int = 0,
    lang: str = "en",
    view: View | None = None,
    pace: Pace | None = None,
) -> frame.Frames:
    """The frames of the painted game from number ``start`` on, without end.

    A frame's time is its number divided by ``fps``. Without a ``pace`` they come as
    fast as they can be painted.
    """
    stage, seen = stage_of(game, config, lang), view or view_of(game, lang)
    for moment in moments(game, config, fps=fps, start=start):
        at = moment.frame / fps
        if pace is not None:
            pace(at)
        shown = layout(moment.act, moment.before, moment.into, stage)
        rng = np.random.default_rng((config.seed, moment.frame))
        colour = scene.paint(shown, seen, rng)
        ground.let_go()
        yield frame.Frame(moment.frame, at, pictures.grey_of(colour), colour)


def view_of(
    game: PaintedGame[Any, Any],
    lang: str,
    drawn: tuple[marks.Mark, ...] = (),
    *,
    bare: bool = False,
) -> View:
    """A good camera set-up above the game's mat, with everything printed on it, or above a ``bare`` table of its size."""
    titles = mat_face.titles(game.mat, words(lang))
    return View(game.mat, titles=titles, drawn=drawn, bare=bare)


def stage_of(game: PaintedGame[Any, Any], config: ScriptConfig, lang: str) -> PaintingStage:
    """The cards and seats for a configuration."""
    return PaintingStage(game, game.faces(config, words(lang)), seats_at(game.mat, config.players))
