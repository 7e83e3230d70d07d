"""The game at a table: a Kniffel is announced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.announce import Announcement, message
from companion.kit.score_sheets.model import DiceRolled, Event
from companion.kit.score_sheets.table import Recorder, TableState
from companion.kit.score_sheets.views import SheetGame
from companion.kit.table import TableGame

from .boxes import is_kniffel
from .mat import SEEN
from .rules import RULES
from .setup import Setup


def told(before: TableState, event: Event) -> Iterator[Announcement]:
    """A Kniffel is said aloud."""
    match event:
        case DiceRolled(player, _, dice) if is_kniffel(dice):
            text = message("kniffel.told.kniffel", player=before.names[player], value=dice[0])
            yield Announcement("kniffel", text, player, {"dice": list(dice)})


SHEETS: Final = SheetGame(rules=RULES, seen=SEEN, setup=Setup, told=told)
TABLE_GAME: Final[TableGame[TableState, Recorder]] = SHEETS.game
"""At a table, with a camera or without."""
