"""The painted table of this game: robots decide, hands do it, and its players answer what they are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.gamekit.painted import Act, Casting
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.painted.acts import acts
from companion.games.dumm_gelaufen.painted.board import TableLayout, turn_of
from companion.games.dumm_gelaufen.painted.plot import PlotStep, edition_of, plot
from companion.games.dumm_gelaufen.painted.prompter import PlotPrompter
from companion.games.dumm_gelaufen.robots.players import Robot, greedy_robot
from companion.mat import Mat
from companion.words import Words

if TYPE_CHECKING:
    from vision.painting.layout import Placed, Thing
    from vision.printing.faces import PrintedFace


@dataclass(frozen=True, slots=True)
class RobotTable:
    """Whole games among copies of one robot; what paints is imported by whoever paints."""

    robot: Robot = greedy_robot

    @property
    def mat(self) -> Mat:
        """What it is played on."""
        return MAT

    @property
    def empty(self) -> TableLayout:
        """Nothing lies there."""
        return TableLayout()

    @property
    def things(self) -> tuple[Thing, ...]:
        """A mug beside the mat, a pen where no card lies."""
        from vision.painting.layout import Thing

        mug = Thing("mug", (648.0, 64.0), 205.0, (60, 110, 80))
        return mug, Thing("pen", (500.0, 196.0), -14.0, (40, 70, 150))

    def plot(self, casting: Casting) -> Iterator[PlotStep]:
        """The steps of all games, without end."""
        return plot(casting, self.robot)

    def acts(
        self, step: PlotStep, board: TableLayout, seed: int
    ) -> Iterator[Act[TableLayout]]:
        """What hands do for a step."""
        return acts(step, board, seed)

    def prompter(self, steps: Iterator[tuple[PlotStep, int]]) -> PlotPrompter:
        """Answers for the players of these steps."""
        return PlotPrompter(steps)

    def faces(self, casting: Casting, words: Words) -> Mapping[Card, PrintedFace]:
        """Every card of the casting's edition, printed in a language."""
        from companion.games.dumm_gelaufen.sheets.faces import faces

        edition = edition_of(casting)
        return dict(zip(edition.cards, faces(edition, words), strict=True))

    def lying(
        self, board: TableLayout, faces: Mapping[Card, PrintedFace]
    ) -> Iterator[Placed]:
        """The cards of a board as they are painted."""
        from companion.games.dumm_gelaufen.painted.card_places import lying

        return lying(board, faces)

    def askew(self, card: Card) -> float:
        """As far as it will lie in a row."""
        return turn_of("mac", card)
