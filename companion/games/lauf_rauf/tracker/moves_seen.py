"""Which move the pawns show: a complete one, part of one, another player's, or none."""

from __future__ import annotations

from collections.abc import Iterator

from companion.announce import message
from companion.games.lauf_rauf.model.events import (
    PairThrown,
    PawnsWere,
)
from companion.games.lauf_rauf.model.evolve import evolve
from companion.games.lauf_rauf.model.moves import Pair
from companion.games.lauf_rauf.rules.outcomes import (
    Placement,
    SeenMove,
    explained,
    placement,
)
from companion.games.lauf_rauf.tracker import dice_seen
from companion.games.lauf_rauf.tracker.asking import shown_moves
from companion.games.lauf_rauf.tracker.handing_on import passed
from companion.games.lauf_rauf.tracker.pawns_seen import pawns_seen
from companion.games.lauf_rauf.tracker.recorder import LaufRecorder
from companion.games.lauf_rauf.tracker.sitting import (
    OF_DICE,
    LaufSitting,
    tolerant,
)
from companion.games.lauf_rauf.tracker.taking_back import is_unwanted, want_back
from companion.games.lauf_rauf.tracker.wrongs import wrong_move
from companion.table import Table


def look_at_pawns(recorder: LaufRecorder, table: Table) -> None:
    """Infer a move, part of one, or none from the positions of the pawns."""
    if is_unwanted(recorder, table):
        return
    _roll_by_move(recorder, table)
    standing = tolerant(recorder.standing)
    shown = pawns_seen(standing, table)
    if shown is None:
        return
    recorder.relent("missing")
    if shown == placement(standing):
        _under_way(recorder, ())
        recorder.relent("pawns", "unseen")
        return
    found = explained(standing, shown) if standing.rolls else ()
    if not found and unread(recorder.sitting):
        # There is still an open question about the dice.
        return
    if not found:
        _under_way(recorder, ())
        if not (_was_half(recorder, shown) or passed(recorder, shown)):
            _no_move(recorder, shown, table)
    elif found[0].left:
        _under_way(recorder, found[0].left)
        recorder.relent("pawns", "unseen")
    elif recorder.sitting.takes_back:
        want_back(recorder, shown)
    else:
        _whole(recorder, shown_moves(recorder.sitting))


def _was_half(recorder: LaufRecorder, shown: Placement) -> bool:
    """Whether what was taken for the last turn's move now turns out to be part of another one: then it was that one."""
    before = recorder.sitting.before
    found = explained(tolerant(before), shown) if before is not None else ()
    if found and not found[0].left:
        recorder.relent("pawns")
        recorder.put_right(PawnsWere(shown.pawns, shown.ghost))
    return bool(found)


def _no_move(recorder: LaufRecorder, shown: Placement, table: Table) -> None:
    """The board shows what no seen roll allows: a violation, unless dice fell unseen."""
    if _fell_unseen(recorder, shown, table):
        recorder.relent("pawns")
        recorder.wrong("unseen", message("lauf.dice.unseen"))
    else:
        recorder.relent("unseen")
        recorder.wrong("pawns", wrong_move(tolerant(recorder.standing), shown))


def unread(sitting: LaufSitting) -> bool:
    """Whether there are unreadable dice."""
    return any(w.reason == "dice" for w in sitting.irregular)


def _fell_unseen(recorder: LaufRecorder, shown: Placement, table: Table) -> bool:
    """Whether both dice were picked up, are out of sight, and may have shown what the board's move needs."""
    sitting, standing = recorder.sitting, tolerant(recorder.standing)
    taken_up = len(sitting.left) == dice_seen.DICE and not dice_seen.dice_codes(table)
    if not taken_up or standing.rolls_left - sitting.lost <= 0:
        return False
    number = len(standing.rolls) + 1
    rolls = (PairThrown(standing.colour, number, p) for p in dice_seen.PAIRS)
    after = (explained(evolve(standing, roll), shown) for roll in rolls)
    return any(found and not found[0].left for found in after)


def _roll_by_move(recorder: LaufRecorder, table: Table) -> None:
    """An unseen roll, if exactly one results in the move that the board shows."""
    standing = tolerant(recorder.standing)
    shown = pawns_seen(standing, table)
    if shown is None or shown == placement(standing):
        return
    number = len(standing.rolls) + 1
    fitting = [
        roll
        for pair in _unseen_rolls(recorder, table)
        for roll in [PairThrown(standing.colour, number, pair)]
        if any(not one.left for one in explained(evolve(standing, roll), shown))
    ]
    if len(fitting) == 1:
        recorder.relent(*OF_DICE)
        recorder.tell("dice", left=[], came=[])
        recorder.facts(fitting)


def _unseen_rolls(recorder: LaufRecorder, table: Table) -> Iterator[Pair]:
    """What may have been rolled: with an unreadable die or, if the dice seemed nudged and nobody has rolled yet, the values before."""
    dice = dice_seen.dice_codes(table)
    if unread(recorder.sitting):
        known = dice_seen.half_read(table)
        yield from ((known, value) for value in range(1, 7) if known is not None)
    elif recorder.sitting.nudged and len(dice) == dice_seen.DICE:
        yield dice_seen.pair_of(dice)


def _whole(recorder: LaufRecorder, shown: tuple[SeenMove, ...]) -> None:
    """The board shows a complete move; if several cards could have been used, people are asked which."""
    _under_way(recorder, ())
    recorder.relent("pawns", *OF_DICE)
    if len(shown) == 1:
        recorder.see(shown[0].move)
        recorder.tell("by-board")


def _under_way(recorder: LaufRecorder, left: tuple[tuple[str, str, str], ...]) -> None:
    if left != recorder.sitting.under_way:
        recorder.tell("under-way", left=[list(step) for step in left])
