"""The painted table of this game."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from companion.games.package import PaintedGame
from companion.games.yatzy.mat import COLOUR, KEPT, MAT, TRAY
from companion.games.yatzy.opponent import expert_robot
from companion.games.yatzy.robots import GAMES
from companion.kit.score_sheets import painted as kit

if TYPE_CHECKING:
    from vision.painting.layout import PaintedDie


def lying(board: kit.Board, faces: Any) -> Iterator["PaintedDie"]:
    """The dice."""
    from vision.painting.layout import fallen

    return fallen(board)


gestures: Final = kit.SheetHands(MAT[TRAY], MAT[KEPT], COLOUR, first=20.0, apart=30.0).gestures
PAINTED: Final[PaintedGame[kit.ScriptStep, kit.Board]] = PaintedGame(
    mat=MAT,
    empty=(),
    script=lambda config: kit.script(
        config, lambda players, chance: GAMES.whole_game(players, expert_robot, chance)
    ),
    gestures=gestures,
    answers=kit.Answers,
    lying=lying,
)
"""Whole games among copies of one robot."""
