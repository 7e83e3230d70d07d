"""What the players did, as seen by a camera: rolls, pawns, cards that were played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.announce import Message, message
from companion.games.lauf_rauf.board.plan import FieldNames
from companion.games.lauf_rauf.mat import DISCARD, TRAY
from companion.games.lauf_rauf.model.events import (
    CardSacrificed,
    NothingDone,
    PairThrown,
)
from companion.games.lauf_rauf.model.moves import ThrowPair
from companion.games.lauf_rauf.rules.dice_only import ANY_CARD
from companion.games.lauf_rauf.rules.outcomes import (
    Placement,
    placement,
)
from companion.games.lauf_rauf.rules.refusals import refusal
from companion.games.lauf_rauf.tracker import dice_seen
from companion.games.lauf_rauf.tracker.handing_on import stands
from companion.games.lauf_rauf.tracker.moves_seen import look_at_pawns
from companion.games.lauf_rauf.tracker.pawns_seen import missing, pawns_seen
from companion.games.lauf_rauf.tracker.recorder import LaufRecorder
from companion.games.lauf_rauf.tracker.sitting import (
    OF_DICE,
    in_force,
    tolerant,
)
from companion.games.lauf_rauf.tracker.wrongs import back, standing_names, wrong_move
from companion.table import Observation, Settled, Step, Table


def concluded(recorder: LaufRecorder, seen: Observation) -> None:
    """Process a look; a glimpse is ignored here."""
    if not isinstance(seen, Settled) or recorder.sitting.paused:
        return
    seen = replace(seen, steps=recorder.sitting.steps)
    if recorder.sitting.stage != "play":
        check(recorder, seen.table)
    elif recorder.standing.winner is None:
        _played(recorder, seen)
    recorder.done()


def check(recorder: LaufRecorder, table: Table) -> None:
    """Check whether the pawns are placed as they must be before the game begins, or continues."""
    stage, wanted = recorder.sitting.stage, placement(recorder.standing)
    shown = pawns_seen(recorder.standing, table)
    problems = () if shown == wanted else tuple(_problems(recorder, shown, table))
    if problems == recorder.sitting.problems:
        return
    told = [problem.to_json() for problem in problems]
    recorder.tell(stage, problems=told)
    if not problems:
        recorder.tell("stage", stage="play")


def _problems(
    recorder: LaufRecorder, shown: Placement | None, table: Table
) -> Iterable[Message]:
    lost = missing(recorder.standing, table)
    if lost:
        yield message("lauf.problem.missing", pawns=standing_names(lost))
    elif shown is not None:
        yield message("lauf.problem.back", back=back(recorder.standing, shown))
    else:
        yield message("lauf.problem.ghost")


def _played(recorder: LaufRecorder, seen: Settled) -> None:
    """Pawns moved before the dice fell belong to the previous roll."""
    dice = dice_seen.die_steps(seen.steps, seen.table)
    if seen.table.covered & {step.zone for step in dice}:
        dice = ()
    _cards(recorder, seen.steps)
    warned = any(wrong.reason == "pawns" for wrong in recorder.sitting.irregular)
    if recorder.sitting.sees_pawns:
        look_at_pawns(recorder, seen.table)
    if dice:
        _dice(recorder, dice, seen.table, warned=warned)
    elif not seen.steps:
        _taken_off(recorder, seen.table)


# Cards ---------------------------------------------------------------------------


def _cards(recorder: LaufRecorder, steps: Iterable[Step]) -> None:
    """A card that came to the discard was played or discarded for rolls: what follows decides."""
    kinds = [
        step.card.partition("-")[0]
        for step in steps
        if step.zone == DISCARD and step.sign == "+"
    ]
    new = [kind for kind in kinds if kind in recorder.standing.hand]
    if new:
        recorder.tell("shown", cards=[*recorder.sitting.shown, *new])


# Dice ----------------------------------------------------------------------------


def _dice(
    recorder: LaufRecorder, steps: Iterable[Step], table: Table, *, warned: bool
) -> None:
    """Dice came or went: a roll, a nudged die, dice picked up, or an obstacle to reading.

    ``warned``: misplaced pawns were reported before; throwing both dice all the same
    accepts them.
    """
    sitting = recorder.sitting
    lifted = len(sitting.left) > len(sitting.came)
    fell = any(step.sign == "+" for step in steps)
    left, came = dice_seen.gone_and_come(steps, sitting.left, sitting.came)
    recorder.tell("dice", left=list(left), came=list(came))
    if not came and len(sitting.came) == dice_seen.DICE:
        # Both were picked up before anybody could say what they showed.
        recorder.relent(*OF_DICE)
        recorder.tell("lost-roll", count=sitting.lost + 1)
        return
    dice = dice_seen.dice_codes(table)
    wrong = dice_seen.fault_of(dice, fell)
    if wrong is not None:
        if len(came) == len(dice) and dice_seen.DICE in (len(came), len(left)):
            # Whatever they show: if no roll was left they are the next player's.
            _turn_of_roll(recorder)
        recorder.wrong("dice", wrong)
        return
    came = tuple(code for code in came if code in dice)
    if len(dice) < dice_seen.DICE or not came:
        return
    recorder.relent(*OF_DICE)
    recorder.tell("dice", left=[], came=[])
    if not left and dice_seen.came_to_light(recorder.standing, dice, came):
        return
    if not lifted and sorted(left) == sorted(came):
        recorder.tell("nudged", dice=list(came))
        return
    if warned and len(came) == dice_seen.DICE:
        stands(recorder)
    _thrown(recorder, dice, left, came)


def _taken_off(recorder: LaufRecorder, table: Table) -> None:
    """Nothing has moved for a while, and one die is out of sight: it was thrown off the mat, or removed."""
    missing = len(dice_seen.dice_codes(table)) == dice_seen.DICE - 1
    if missing and recorder.sitting.left and not table.covered & {TRAY}:
        recorder.wrong("dice", message("lauf.dice.missing"))


def _thrown(
    recorder: LaufRecorder, dice: FieldNames, left: FieldNames, came: FieldNames
) -> None:
    """A roll: the next one of this turn or, if it has no more, the next player's first."""
    _turn_of_roll(recorder)
    standing = recorder.standing
    shows = dice_seen.pair_of(dice)
    both = len(came) == dice_seen.DICE or not standing.rolls
    again = None if both else next(map(dice_seen.value_of, left), None)
    throw = ThrowPair(again, shows)
    if refusal(in_force(recorder.sitting), throw) is None:
        recorder.see(throw)
    else:
        recorder.facts((PairThrown(standing.colour, len(standing.rolls) + 1, shows, again),))  # fmt: skip


def _turn_of_roll(recorder: LaufRecorder) -> None:
    """Dice fell: an unfinished move is now a violation, and a turn without rolls is over."""
    _unfinished(recorder)
    if recorder.standing.rolls_left - recorder.sitting.lost <= 0:
        _no_roll_left(recorder)


def _no_roll_left(recorder: LaufRecorder) -> None:
    """Dice fall although this turn has used all its rolls: a card was discarded for more, or it is the next player's turn."""
    sitting, standing = recorder.sitting, recorder.standing
    bought = [card for card in sitting.shown if card in standing.hand]
    if bought:
        recorder.facts((CardSacrificed(standing.colour, bought[0]),))
        recorder.tell("shown", cards=[])
    elif not sitting.whole and standing.rules.action_cards == ANY_CARD:
        return
    else:
        recorder.end(NothingDone(standing.colour))


def _unfinished(recorder: LaufRecorder) -> None:
    """Dice fall while a move is in progress on the board, or a pawn is out of sight: report it now."""
    sitting = recorder.sitting
    if not sitting.sees_pawns:
        return
    lost = missing(recorder.standing, sitting.table)
    if lost:
        recorder.wrong("missing", message("lauf.wrong.missing", pawns=standing_names(lost)))  # fmt: skip
    elif sitting.under_way:
        shown = pawns_seen(recorder.standing, sitting.table)
        if shown is not None and shown != placement(recorder.standing):
            recorder.wrong("pawns", wrong_move(tolerant(recorder.standing), shown))
