"""The painted table of this game: robots decide, hands do it, and its players answer what no camera sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from companion.gamekit.painted import Act, Casting
from companion.games.lauf_rauf.mat import (
    DICE_COLOUR,
    DISCARD,
    GHOST,
    MAT,
    SUPPLY,
    caps,
)
from companion.games.lauf_rauf.painted import board as boards
from companion.games.lauf_rauf.painted.acts import acts
from companion.games.lauf_rauf.painted.board import MountainBoard
from companion.games.lauf_rauf.painted.plot import MountainStep, plot
from companion.games.lauf_rauf.painted.prompter import MountainPrompter
from companion.games.lauf_rauf.robots.players import PawnPlayer, greedy_player
from companion.mat import Mat
from companion.words import Words

if TYPE_CHECKING:
    from vision.painting.layout import PaintedDie, PaintedPawn, Placed, Thing
    from vision.printing.faces import PrintedFace

SUPPLY_CARDS = 12
"""How many cards the painted supply shows: nobody counts them."""


@dataclass(frozen=True, slots=True)
class PaintedMountain:
    """Whole games among copies of one robot; what paints is imported by whoever paints."""

    robot: PawnPlayer = greedy_player

    @property
    def mat(self) -> Mat:
        """What it is played on."""
        return MAT

    @property
    def empty(self) -> MountainBoard:
        """Nothing stands there."""
        return MountainBoard()

    @property
    def things(self) -> tuple[Thing, ...]:
        """Nothing else lies about."""
        return ()

    def plot(self, casting: Casting) -> Iterator[MountainStep]:
        """The steps of all games, without end."""
        return plot(casting, self.robot)

    def acts(
        self, step: MountainStep, board: MountainBoard, seed: int
    ) -> Iterator[Act[MountainBoard]]:
        """What hands do for a step."""
        return acts(step, board, seed)

    def prompter(self, steps: Iterator[tuple[MountainStep, int]]) -> MountainPrompter:
        """Answers for the players of these steps."""
        return MountainPrompter(steps)

    def faces(self, casting: Casting, words: Words) -> Mapping[str, PrintedFace]:
        """Every card, printed in a language."""
        from companion.games.lauf_rauf.sheets.faces import faces

        return {face.code: face for face in faces(words)}

    def lying(
        self, board: MountainBoard, faces: Mapping[str, PrintedFace]
    ) -> Iterator[Placed | PaintedDie | PaintedPawn]:
        """The supply face down, the discard, the dice, and the pawns; the ghost last, over the pawn that carries it."""
        from companion.games.lauf_rauf.sheets.board_face import INKS
        from vision.painting.layout import PaintedDie, PaintedPawn, pile

        deck = list(faces.values())[:SUPPLY_CARDS]
        yield from pile(deck, boards.pile_spot(SUPPLY), 1, up=False)
        shown = [faces[code] for code in board.discard]
        yield from pile(shown, boards.pile_spot(DISCARD), 2)
        for die in board.dice:
            yield PaintedDie(die.at, str(die.value), DICE_COLOUR, die.turn)
        for marker, piece in caps().items():
            if piece.name in board.pawns:
                at = boards.spot(piece.name, board.pawns[piece.name])
                ink = INKS.get(piece.name.partition("-")[0], (240, 238, 230))
                yield PaintedPawn(self._shared(board, piece.name, at), marker, ink, Random(piece.name).uniform(-30, 30))  # fmt: skip

    def _shared(
        self, board: MountainBoard, name: str, at: tuple[float, float]
    ) -> tuple[float, float]:
        """The ghost stands where the pawn under it stands."""
        place = board.pawns[name]
        under = (n for n, other in board.pawns.items() if n != GHOST and other == place)
        carrier = next(under, None) if name == GHOST else None
        return at if carrier is None else boards.spot(carrier, place)

    def askew(self, card: str) -> float:
        """As people lay cards."""
        return Random(card).gauss(0, 1.5)
