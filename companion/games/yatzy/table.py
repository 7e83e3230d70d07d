"""The game at a table: five of a kind are announced."""

from collections.abc import Iterator
from typing import Final

from companion.announce import Announcement
from companion.games.yatzy.boxes import is_five_alike
from companion.games.yatzy.mat import SEEN
from companion.games.yatzy.opponent import expert_robot
from companion.games.yatzy.rules import RULES
from companion.games.yatzy.setup import Setup
from companion.kit.score_sheets.model import DiceRolled, Event
from companion.kit.score_sheets.table import Recorder, TableState
from companion.kit.score_sheets.views import SheetGame
from companion.kit.table import TableGame


def told(before: TableState, event: Event) -> Iterator[Announcement]:
    """Five of a kind are said aloud."""
    match event:
        case DiceRolled(player, _, dice) if is_five_alike(dice):
            shown = {"dice": list(dice)}
            yield before.says("five-alike", "yatzy.told.five-alike", player, shown, value=dice[0])


SHEETS: Final = SheetGame(rules=RULES, seen=SEEN, setup=Setup, told=told, robot=expert_robot)
TABLE_GAME: Final[TableGame[TableState, Recorder]] = SHEETS.game
"""At a table, with a camera or without."""
