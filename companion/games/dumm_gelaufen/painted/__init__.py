"""The painted table of this game: robots decide, hands do it, and its players answer what they are asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.painted.board import Board, gestures, lying, turn_of
from companion.games.dumm_gelaufen.painted.script import Answers, ScriptStep, edition_of, script
from companion.games.package import PaintedGame
from companion.kit.painted import ScriptConfig, Thing
from companion.words import Words

if TYPE_CHECKING:
    from vision.printing.faces import PrintedFace

__all__ = ["PAINTED", "Answers", "Board", "ScriptStep", "gestures", "script"]


def faces(config: ScriptConfig, words: Words) -> Mapping[d.Card, PrintedFace]:
    """Every card of the config's edition, printed in a language."""
    from companion.games.dumm_gelaufen.sheets import faces

    edition = edition_of(config)
    return dict(zip(edition.cards, faces(edition, words), strict=True))


PAINTED: Final[PaintedGame[ScriptStep, Board]] = PaintedGame(
    mat=MAT,
    empty=Board(),
    things=(
        # A mug beside the mat, a pen where no card lies.
        Thing("mug", (648.0, 64.0), 205.0, (60, 110, 80)),
        Thing("pen", (500.0, 196.0), -14.0, (40, 70, 150)),
    ),
    script=script,
    gestures=gestures,
    answers=Answers,
    faces=faces,
    lying=lying,
    askew=partial(turn_of, d.MAC),
)
"""Whole games among copies of one robot."""
