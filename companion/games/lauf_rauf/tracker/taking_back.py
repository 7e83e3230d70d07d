"""How a move that the board showed is taken back: the pawns stand there still, and looks that follow must not tell it again."""

from __future__ import annotations

from companion.announce import message
from companion.gamekit.table_game import step_by_step
from companion.games.lauf_rauf.rules.outcomes import Placement, placement
from companion.games.lauf_rauf.tracker.minutes import LaufMinutes
from companion.games.lauf_rauf.tracker.pawns_seen import pawns_seen
from companion.games.lauf_rauf.tracker.sitting import LaufSitting
from companion.games.lauf_rauf.tracker.wrongs import back
from companion.rules import Undoing
from companion.table import Table


def undoing(sitting: LaufSitting, move: str | None) -> Undoing:
    """What was said last is left out; before a look that showed a move it is said that this was none. Raises IllegalMove."""
    last = step_by_step(sitting, move)
    by_board = last.of == sitting.by_board
    return Undoing(last.of, {"do": "take-back"}) if by_board else last


def want_back(minutes: LaufMinutes, shown: Placement) -> None:
    """The board shows the move that was taken back: the pawns go back, and how is said."""
    minutes.tell(
        "unwanted", pawns=[list(own) for own in shown.pawns], ghost=shown.ghost
    )
    way = back(minutes.standing, shown)
    minutes.wrong("pawns", message("lauf.problem.back", back=way))


def is_unwanted(minutes: LaufMinutes, table: Table) -> bool:
    """Whether the pawns stand still as after the move that was taken back; once they are moved it may be made again."""
    unwanted = minutes.sitting.taken_back
    if unwanted is None:
        return False
    shown = pawns_seen(minutes.standing, table)
    still = shown == unwanted != placement(minutes.standing)
    if shown is not None and not still:
        minutes.tell("unwanted", pawns=[], ghost=None)
    return still
