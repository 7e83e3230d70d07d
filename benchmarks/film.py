"""A film of at-once cards for the camera process: the painted game from the deal to its first such card, game after game.

Frames come as fast as they are painted until shortly before the card is laid,
then in real time until everything about it has been told. The film notes when
each frame was handed to the camera process, when the camera process came back for the next, and in
which frame a tag of the card was first seen whole.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.app.painted.painter import layout, stage_of
from companion.app.painted.performance import FPS, moments
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import ACTIONS
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.games.dumm_gelaufen.painted.board import Board
from companion.kit.painted import ScriptConfig, Wait
from companion.settings import Settings
from vision.frame import Frame, Frames
from vision.painting.layout import Layout
from vision.painting.scene import paint
from vision.painting.truth import seen
from vision.painting.view import View
from vision.pictures import grey_of

PLAYERS: Final = 4
EARLY: Final = 400
"""Frames within which a game of the film must show its at-once card."""
CLEARED: Final = 15
"""Frames of a cleared table before every game."""
BEFORE, AFTER = 10, 25
"""Frames around the laying that come in real time: enough for a hand to come, and for the table to settle."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One game of the film: the frame in it in which the first at-once card drawn comes to lie, and the film's frame where it begins."""

    config: ScriptConfig
    code: str
    laid: int
    start: int

    @property
    def end(self) -> int:
        """The film's frame after its last."""
        return self.deal + self.laid + AFTER

    @property
    def deal(self) -> int:
        """The film's frame in which the deal begins, on a cleared table."""
        return self.start + CLEARED


@lru_cache(maxsize=2)
def scenes(count: int) -> tuple[Scene, ...]:
    """So many games with an early at-once card; always the same ones."""
    found: list[Scene] = []
    seed = 0
    while len(found) < count:
        seed += 1
        config = ScriptConfig(seed, PLAYERS)
        if first := _first(config):
            start = found[-1].end if found else 0
            found.append(Scene(config, *first, start))
    return tuple(found)


def _first(config: ScriptConfig) -> tuple[str, int] | None:
    for moment in moments(PAINTED, config):
        shown = [e for e in moment.step.events if isinstance(e, m.AtOnceCardShown)]
        if shown and moment.board.actions[-1:] == (shown[0].card,):
            return shown[0].card.code, moment.frame
        if moment.frame > EARLY:
            return None
    return None


@dataclass(frozen=True, slots=True)
class Film:
    """The film as a source of the camera process; ``log`` is the file in which it notes, a JSON object a line."""

    count: int
    log: str

    def __call__(self, settings: Settings) -> Frames:
        """Its frames; they end."""
        with Path(self.log).open("w", encoding="ascii") as log:
            for scene in scenes(self.count):
                for told in _shown(scene):
                    yield from _noted(*told, log)


def _shown(scene: Scene) -> Iterator[tuple[Frame, dict[str, Any] | None]]:
    stage, readable, due = stage_of(PAINTED, scene.config, "en"), False, 0.0
    for number in range(scene.start, scene.deal):
        yield (_painted(scene, number, layout(Wait(1.0), Board(), 0.0, stage)), None)
    for moment in moments(PAINTED, scene.config):
        if moment.frame >= scene.laid + AFTER:
            return
        shown = layout(moment.act, moment.before, moment.into, stage)
        frame = _painted(scene, scene.deal + moment.frame, shown)
        if moment.frame < scene.laid - BEFORE:
            yield frame, None
            continue
        first = not readable and _is_readable(scene, shown)
        readable = readable or first
        time.sleep(max(0.0, due - time.monotonic()))
        due = time.monotonic() + 1 / FPS
        yield frame, {"frame": frame.number, "first": scene.code if first else None}


def _painted(scene: Scene, number: int, shown: Layout) -> Frame:
    rng = np.random.default_rng((scene.config.seed, number))
    colour = paint(shown, View(MAT), rng)
    return Frame(number, number / FPS, grey_of(colour), colour)


def _is_readable(scene: Scene, shown: Layout) -> bool:
    """Whether a whole tag of the card is seen over the action pile, in a hand or lying there."""
    cards = (card for card in seen(shown, View(MAT)) if card.payload.endswith(scene.code))
    there = (card for card in cards if MAT.zone_at(*card.centre) == ACTIONS)
    return any(tag.full for card in there for tag in card.tags)


def _noted(frame: Frame, note: dict[str, Any] | None, log: Any) -> Iterator[Frame]:
    given = time.monotonic()
    yield frame
    if note is not None:
        times = {"given": given, "looked": time.monotonic()}
        print(json.dumps({**note, **times}), file=log, flush=True)
