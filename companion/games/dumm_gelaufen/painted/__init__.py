"""The painted table of this game: robots decide, hands do it, and its players answer what they are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.painted.board import Board, turn_of
from companion.games.dumm_gelaufen.painted.gestures import gestures
from companion.games.dumm_gelaufen.painted.script import (
    Answers,
    ScriptStep,
    edition_of,
    script,
)
from companion.games.dumm_gelaufen.robots import Robot, greedy_robot
from companion.kit.painted import Gesture, ScriptConfig
from companion.mat import Mat
from companion.words import Words

if TYPE_CHECKING:
    from vision.painting.layout import Placed, Thing
    from vision.printing.faces import PrintedFace


@dataclass(frozen=True, slots=True)
class Painted:
    """Whole games among copies of one robot; what paints is imported by whoever paints."""

    robot: Robot = greedy_robot

    @property
    def mat(self) -> Mat:
        """What it is played on."""
        return MAT

    @property
    def empty(self) -> Board:
        """Nothing lies there."""
        return Board()

    @property
    def things(self) -> tuple[Thing, ...]:
        """A mug beside the mat, a pen where no card lies."""
        from vision.painting.layout import Thing

        mug = Thing("mug", (648.0, 64.0), 205.0, (60, 110, 80))
        return mug, Thing("pen", (500.0, 196.0), -14.0, (40, 70, 150))

    def script(self, config: ScriptConfig) -> Iterator[ScriptStep]:
        """The steps of all games, without end."""
        return script(config, self.robot)

    def gestures(
        self, step: ScriptStep, board: Board, seed: int
    ) -> Iterator[Gesture[Board]]:
        """What hands do for a step."""
        return gestures(step, board, seed)

    def answers(self, steps: Iterator[tuple[ScriptStep, int]]) -> Answers:
        """Answers for the players of these steps."""
        return Answers(steps)

    def faces(self, config: ScriptConfig, words: Words) -> Mapping[Card, PrintedFace]:
        """Every card of the casting's edition, printed in a language."""
        from companion.games.dumm_gelaufen.sheets import faces

        edition = edition_of(config)
        return dict(zip(edition.cards, faces(edition, words), strict=True))

    def lying(
        self, board: Board, faces: Mapping[Card, PrintedFace]
    ) -> Iterator[Placed]:
        """The cards of a board as they are painted."""
        from companion.games.dumm_gelaufen.painted.board import lying

        return lying(board, faces)

    def askew(self, card: Card) -> float:
        """As far as it will lie in a row."""
        return turn_of("mac", card)
