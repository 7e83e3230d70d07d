"""Taking back a move that the board showed: the pawns are still there, and must not be taken for the same move again."""

from __future__ import annotations

from companion.announce import message
from companion.gamekit.table_game import step_by_step
from companion.games.lauf_rauf.rules.outcomes import Placement, placement
from companion.games.lauf_rauf.tracker.pawns_seen import pawns_seen
from companion.games.lauf_rauf.tracker.recorder import LaufRecorder
from companion.games.lauf_rauf.tracker.sitting import LaufSitting
from companion.games.lauf_rauf.tracker.wrongs import back
from companion.rules import Undoing
from companion.table import Table


def undoing(sitting: LaufSitting, move: str | None) -> Undoing:
    """What was last said is left out; before a look that showed a move, a correction says that there was none. Raises IllegalMove."""
    last = step_by_step(sitting, move)
    by_board = last.of == sitting.by_board
    return Undoing(last.of, {"do": "take-back"}) if by_board else last


def want_back(recorder: LaufRecorder, shown: Placement) -> None:
    """The board shows the move that was taken back: explain how to put the pawns back."""
    recorder.tell(
        "unwanted", pawns=[list(own) for own in shown.pawns], ghost=shown.ghost
    )
    way = back(recorder.standing, shown)
    recorder.wrong("pawns", message("lauf.problem.back", back=way))


def is_unwanted(recorder: LaufRecorder, table: Table) -> bool:
    """Whether the pawns are still as after the move that was taken back; once they are moved it may be made again."""
    unwanted = recorder.sitting.taken_back
    if unwanted is None:
        return False
    shown = pawns_seen(recorder.standing, table)
    still = shown == unwanted != placement(recorder.standing)
    if shown is not None and not still:
        recorder.tell("unwanted", pawns=[], ghost=None)
    return still
