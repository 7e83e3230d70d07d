"""What the players did, as seen by a camera: rolls, pawns, cards that were played."""

from collections.abc import Iterable, Sequence

from companion.announce import Message, message
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.mat import DICE_COLOUR, DISCARD, TRAY
from companion.games.lauf_rauf.table import events as e
from companion.games.lauf_rauf.table import moves_seen, pieces_seen
from companion.games.lauf_rauf.table.pieces_seen import SEEN, missing, pawns_seen
from companion.games.lauf_rauf.table.state import OF_DICE, Recorder, tolerant
from companion.kit import rolls
from companion.kit import table as kit
from companion.kit.dice import DiceCodes, DiceLying
from companion.table import Observation, Settled, Step, Table


def observe(recorder: Recorder, seen: Observation) -> None:
    """Process a look; a glimpse is ignored here."""
    if not isinstance(seen, Settled) or recorder.table_state.paused:
        return
    if recorder.table_state.stage != "play":
        check(recorder)
    elif recorder.state.winner is None:
        _played(
            recorder, recorder.table_state.steps, recorder.table_state.table, still=not seen.steps
        )


def check(recorder: Recorder) -> None:
    """Check whether the pawns are placed as they must be before the game begins, or continues."""
    table, wanted = recorder.table_state.table, recorder.state.placement
    shown = pawns_seen(recorder.state, table)
    problems = () if shown == wanted else _problems(recorder, shown, table)
    if recorder.check(map(kit.Problem, problems)):
        recorder.record(kit.StageBegan("play"))


def _problems(recorder: Recorder, shown: m.Placement | None, table: Table) -> Iterable[Message]:
    lost = missing(recorder.state, table)
    if lost:
        yield message("lauf.problem.missing", pawns=moves_seen.colour_names(lost))
    elif shown is not None:
        yield message("lauf.problem.back", back=moves_seen.back(recorder.state, shown))
    else:
        yield message("lauf.problem.ghost")


def _played(recorder: Recorder, steps: Sequence[Step], table: Table, *, still: bool) -> None:
    """Pawns moved before the dice fell belong to the previous roll; ``still``: nothing at all has changed."""
    dice = SEEN.moved(steps, table, in_hand=recorder.table_state.in_hand)
    if table.covered & {step.zone for step in dice}:
        dice = ()
    _cards(recorder, steps)
    warned = any(wrong.reason == "pawns" for wrong in recorder.table_state.violations)
    if recorder.table_state.sees_pawns:
        moves_seen.look_at_pawns(recorder, table)
    if dice:
        _dice(recorder, dice, warned=warned)
    elif still:
        _taken_off(recorder, table)


# Cards ---------------------------------------------------------------------------


def _cards(recorder: Recorder, steps: Iterable[Step]) -> None:
    """A card that came to the discard was played or discarded for rolls: what follows decides."""
    kinds = [
        step.card.partition("-")[0] for step in steps if step.zone == DISCARD and step.sign == "+"
    ]
    new = [kind for kind in kinds if kind in recorder.state.hand]
    if new:
        recorder.record(e.CardsShown((*recorder.table_state.shown, *new)))


# Dice ----------------------------------------------------------------------------


def _dice(recorder: Recorder, steps: Sequence[Step], *, warned: bool) -> None:
    """Dice came or went: a roll, a nudged die, dice picked up, or an obstacle to reading.

    ``warned``: misplaced pawns were reported before; throwing both dice all the same
    accepts them.
    """
    before = recorder.table_state
    dice = rolls.moved(recorder, SEEN, steps, _known(recorder))
    left, came = recorder.table_state.left, recorder.table_state.came
    wrong = pieces_seen.fault_of(dice, any(step.sign == "+" for step in steps))
    if not came and len(before.came) == pieces_seen.DICE:
        # Both were picked up before anybody could say what they showed.
        recorder.resolve(*OF_DICE)
        recorder.record(e.RollLost(before.lost + 1))
    elif wrong is not None and came:
        if len(came) == dice.count and pieces_seen.DICE in (len(came), len(left)):
            # Whatever they show: if no roll was left they are the next player's.
            _unfinished(recorder)
            _turn_of_roll(recorder)
        recorder.wrong("dice", wrong)
    elif came and not SEEN.missing(dice):
        _at_rest(recorder, dice, lifted=before.in_hand, warned=warned)


def _at_rest(recorder: Recorder, dice: DiceLying, *, lifted: bool, warned: bool) -> None:
    """Both dice lie there and are read; ``lifted``: somebody was seen with dice in the hand."""
    left, came = recorder.table_state.left, recorder.table_state.came
    recorder.resolve(*OF_DICE)
    recorder.record(rolls.DiceMoved())
    known = _known(recorder)
    alone = len(came) < pieces_seen.DICE
    if not left and alone and SEEN.came_to_light(known, dice, came):
        return
    if not lifted and SEEN.is_nudge(known, left, came):
        recorder.record(rolls.DiceNudged(came))
        return
    if warned and len(came) == pieces_seen.DICE:
        moves_seen.stands(recorder)
    _thrown(recorder, dice, left, came)


def _known(recorder: Recorder) -> DiceLying | None:
    """What the dice showed; None before a turn's first roll."""
    now = recorder.state
    return DiceLying(tuple((DICE_COLOUR, v) for v in now.dice)) if now.rolls else None


def _taken_off(recorder: Recorder, table: Table) -> None:
    """Nothing has moved for a while, and one die is out of sight: it was thrown off the mat, or removed."""
    gone = SEEN.missing(pieces_seen.dice_lying(table))
    if len(gone) == 1 and recorder.table_state.left and not table.covered & {TRAY}:
        recorder.wrong("dice", message("lauf.dice.missing"))


def _thrown(recorder: Recorder, dice: DiceLying, left: DiceCodes, came: DiceCodes) -> None:
    """A roll: an unfinished move is now a violation."""
    _unfinished(recorder)
    both = len(came) == pieces_seen.DICE
    again = None if both else next((SEEN.die(code).value for code in left), None)
    fell(recorder, pieces_seen.pair_of(dice), again)


def fell(recorder: Recorder, shows: m.Pair, again: int | None) -> None:
    """The next roll of this turn or, if it has no more, the next player's first, whatever has to be done before it by the rules."""
    _turn_of_roll(recorder)
    now = recorder.state
    again = again if now.rolls else None
    recorder.record(m.PairThrown(now.colour, len(now.rolls) + 1, shows, again))


def _turn_of_roll(recorder: Recorder) -> None:
    """Dice fell: a turn without rolls is over."""
    if recorder.state.rolls_left - recorder.table_state.lost <= 0:
        _no_roll_left(recorder)


def _no_roll_left(recorder: Recorder) -> None:
    """Dice fall although this turn has used all its rolls: a card was discarded for more, or it is the next player's turn."""
    table_state, state = recorder.table_state, recorder.state
    bought = [card for card in table_state.shown if card in state.hand]
    if bought:
        recorder.record(m.CardSacrificed(state.colour, bought[0]))
        recorder.record(e.CardsShown())
    else:
        recorder.end(m.NothingDone(state.colour))


def _unfinished(recorder: Recorder) -> None:
    """Dice fall while a move is in progress on the board, or a pawn is out of sight: report it now."""
    table_state = recorder.table_state
    if not table_state.sees_pawns:
        return
    lost = missing(recorder.state, table_state.table)
    if lost:
        pawns = moves_seen.colour_names(lost)
        recorder.wrong("missing", message("lauf.wrong.missing", pawns=pawns))
    elif table_state.under_way:
        shown = pawns_seen(recorder.state, table_state.table)
        if shown is not None and shown != recorder.state.placement:
            recorder.wrong("pawns", moves_seen.wrong_move(tolerant(recorder.state), shown))
