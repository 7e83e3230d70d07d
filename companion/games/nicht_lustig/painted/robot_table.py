"""The painted table of this game: robots decide, hands carry it out, and its players answer questions about what no camera sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.gamekit.painted import Act, Casting
from companion.games.nicht_lustig.deck.cards import CARDS, TARGETS
from companion.games.nicht_lustig.deck.dice import SYMBOL
from companion.games.nicht_lustig.mat import MAT
from companion.games.nicht_lustig.painted import board as boards
from companion.games.nicht_lustig.painted.acts import acts
from companion.games.nicht_lustig.painted.board import LustigBoard
from companion.games.nicht_lustig.painted.plot import LustigStep, plot
from companion.games.nicht_lustig.painted.prompter import LustigPrompter
from companion.games.nicht_lustig.robots.players import DicePlayer, greedy_player
from companion.mat import Mat
from companion.words import Words

if TYPE_CHECKING:
    from vision.painting.layout import PaintedDie, Placed, Thing
    from vision.printing.faces import PrintedFace


@dataclass(frozen=True, slots=True)
class PaintedLustig:
    """Whole games among copies of one robot; drawing code is imported only by those who paint."""

    robot: DicePlayer = greedy_player

    @property
    def mat(self) -> Mat:
        """What it is played on."""
        return MAT

    @property
    def empty(self) -> LustigBoard:
        """Nothing lies there."""
        return LustigBoard()

    @property
    def things(self) -> tuple[Thing, ...]:
        """Nothing else lies about."""
        return ()

    def plot(self, casting: Casting) -> Iterator[LustigStep]:
        """The steps of all games, without end."""
        return plot(casting, self.robot)

    def acts(
        self, step: LustigStep, board: LustigBoard, seed: int
    ) -> Iterator[Act[LustigBoard]]:
        """What hands do for a step."""
        return acts(step, board, seed)

    def prompter(self, steps: Iterator[tuple[LustigStep, int]]) -> LustigPrompter:
        """Answers for the players of these steps."""
        return LustigPrompter(steps)

    def faces(self, casting: Casting, words: Words) -> Mapping[str, PrintedFace]:
        """Every card, printed in a language."""
        from companion.games.nicht_lustig.sheets.faces import faces

        return dict(zip(CARDS, faces(words), strict=True))

    def lying(
        self, board: LustigBoard, faces: Mapping[str, PrintedFace]
    ) -> Iterator[Placed | PaintedDie]:
        """The display as it is painted, where each row covers the foot of the one above, and the dice."""
        from vision.painting.layout import Lying, PaintedDie

        for card in (card for card in TARGETS if card in board.display):
            yield Lying(faces[card], boards.spot(card), boards.askew(card))
        for die in board.dice:
            colour, shown = die.name.partition("-")[0], str(die.value or SYMBOL)
            yield PaintedDie(die.at, shown, colour, die.turn)

    def askew(self, card: str) -> float:
        """As far as it lies in the display."""
        return boards.askew(card)
