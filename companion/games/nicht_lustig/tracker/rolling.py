"""Dice that come to rest: a roll, a nudged or straightened die, an unreadable one, one too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.announce import Message, message
from companion.gamekit.sitting import DiceCodes, Irregularity
from companion.games.nicht_lustig.deck.cards import DUCK
from companion.games.nicht_lustig.deck.dice import DICE, DiceRoll
from companion.games.nicht_lustig.mat import KEPT, TRAY
from companion.games.nicht_lustig.model.decisions import (
    RollProfessors,
    ThrowDice,
)
from companion.games.nicht_lustig.model.happened import DiceRolled, DiceWere
from companion.games.nicht_lustig.rules.legality import most_rolls, useful
from companion.games.nicht_lustig.rules.points import professor_dice, yet_to_roll
from companion.games.nicht_lustig.rules.refusals import refusal
from companion.games.nicht_lustig.rules.rulebook import in_order
from companion.games.nicht_lustig.tracker import dice_seen
from companion.games.nicht_lustig.tracker.dice_seen import DiceLying, Throw, die
from companion.games.nicht_lustig.tracker.recorder import LustigRecorder
from companion.games.nicht_lustig.tracker.rolls_left import may_throw, may_throw_all
from companion.games.nicht_lustig.tracker.sitting import UnreadRoll
from companion.games.nicht_lustig.tracker.taking import (
    played_on,
    taken_before,
    wrongly_taken,
)
from companion.games.nicht_lustig.tracker.unseen import complete
from companion.table import Step, Table

OF_ROLLS = ("dice", "kept-again", "no-more-rolls", "all-seven")
"""Possible violations concerning a roll."""


def at_rest(recorder: LustigRecorder, steps: Sequence[Step], table: Table) -> None:
    """Process dice that left and came, once no hand covers them."""
    taken_up = len(recorder.sitting.left) > len(recorder.sitting.came)
    left, came = dice_seen.gone_and_come(steps, recorder.sitting.left, recorder.sitting.came)  # fmt: skip
    recorder.tell("dice", left=list(left), came=list(came))
    if table.covered & {TRAY, KEPT}:
        return
    dice = dice_seen.lying(table)
    fell = any(step.zone == TRAY and step.sign == "+" for step in steps)
    if _one_too_many(recorder, dice, fell) or not came:
        return
    if dice_seen.lay_still(steps, left, came):
        _read_late(recorder, left, came)
    elif _straightened(recorder.sitting.unread, left, came):
        _read_again(recorder, came)
    elif recorder.situation.now == "reckon":
        _professors(recorder, dice, came)
    elif not left and dice_seen.came_to_light(recorder.situation.dice, came):
        recorder.tell("dice", left=[], came=[])
    elif fell or dice.count == len(DICE):
        _rolled(recorder, dice, taken_up)


def taken_off(recorder: LustigRecorder, table: Table) -> None:
    """Nothing has moved for a while, and one die is out of sight: it was thrown off the mat, or removed."""
    left, dice = recorder.sitting.left, dice_seen.lying(table)
    missing = dice_seen.missing(dice)
    waits = recorder.sitting.unread is not None or recorder.sitting.off
    if len(left) != 1 or len(missing) != 1 or waits or table.covered & {TRAY, KEPT}:
        return
    if recorder.situation.now == "roll" and recorder.situation.rolls and may_throw(recorder.sitting):  # fmt: skip
        _lies(recorder, _asked(recorder, dice, left, ()))
    else:
        recorder.tell("taken-off", dice=list(left))


def die_told(recorder: LustigRecorder, colour: str, value: int) -> None:
    """One more die of the roll becomes known, from an answer or a late reading; the last one completes the roll."""
    recorder.tell("die-told", colour=colour, value=value)
    roll = recorder.sitting.unread
    if roll is not None and not roll.open:
        _known(recorder, roll)


def _one_too_many(recorder: LustigRecorder, dice: DiceLying, fell: bool) -> bool:
    wrong = dice_seen.too_many(dice)
    if wrong is None:
        recorder.relent("dice")
    elif fell or not any(w.reason == "dice" for w in recorder.sitting.irregular):
        recorder.complain(Irregularity("dice", recorder.situation.turn, wrong))
    return wrong is not None


# Dice that are not read -----------------------------------------------------------


def _straightened(roll: UnreadRoll | None, left: DiceCodes, came: DiceCodes) -> bool:
    """Whether nothing moved but dice that are asked about."""
    if roll is None or dice_seen.of_codes(left).values:
        return False
    return Counter(die(code)[0] for code in came) <= Counter(roll.open)


def _read_again(recorder: LustigRecorder, came: DiceCodes) -> None:
    recorder.tell("dice", left=[], came=[])
    for colour, value in dice_seen.of_codes(came).values:
        die_told(recorder, colour, value)


def _read_late(recorder: LustigRecorder, left: DiceCodes, came: DiceCodes) -> None:
    """Dice that lay still can be read now, and are not thrown with those in the hand; others cannot be read any more, and may be."""
    read = dice_seen.of_codes(came).values
    hand = Counter(left) - Counter(colour for colour, _ in read)
    lost = Counter(dice_seen.of_codes(came).unread)
    recorder.tell("dice", left=sorted(hand.elements()), came=sorted(lost.elements()))
    asked = Counter(recorder.sitting.unread.open if recorder.sitting.unread else ())
    for colour, value in read:
        if asked[colour]:
            asked[colour] -= 1
            die_told(recorder, colour, value)


def _rolled(recorder: LustigRecorder, dice: DiceLying, taken_up: bool) -> None:
    """All seven are on the table, or a die is missing that should be: a roll, known at once or asked about."""
    left, came = recorder.sitting.left, recorder.sitting.came
    if not taken_up and dice_seen.is_nudge(recorder.situation.dice, left, came):
        _nudged(recorder, came)
        return
    missing = dice_seen.missing(dice)
    every = len(came) + len(missing) == len(DICE)
    if recorder.sitting.unread is not None:
        _unknown_for_good(recorder, recorder.sitting.unread, every)
    elif every and (wrongly_taken(recorder) or not may_throw_all(recorder.sitting)):
        # The next player throws them all.
        complete(recorder)
    if recorder.situation.now != "roll" and recorder.situation.dice is None:
        # That was the last turn: seven dice cannot be for professors.
        recorder.tell("dice", left=[], came=[])
        return
    roll = _asked(recorder, dice, left, came, taken_up=taken_up)
    if roll.open and not may_throw(recorder.sitting):
        recorder.tell("dice", left=[], came=[])
        recorder.complain(_against(recorder, "no-more-rolls", Throw((), ())))
        return
    _lies(recorder, roll)


def _asked(recorder: LustigRecorder, dice: DiceLying, left: DiceCodes, came: DiceCodes, *, taken_up: bool = True) -> UnreadRoll:  # fmt: skip
    """A roll, with the colours to be asked about: unread dice, and those out of sight."""
    now, missing = recorder.situation, dice_seen.missing(dice)
    unread = dice_seen.unknown(now.dice, dice, left, came, recorder.sitting.stale)
    known = dice_seen.with_kept(now.dice, now.free, dice, left, came, unread)
    asked = _open(*unread, *missing)
    return UnreadRoll(known.values, asked, missing, left, came, taken_up)


def _nudged(recorder: LustigRecorder, came: DiceCodes) -> None:
    recorder.tell("dice", left=[], came=[])
    recorder.tell("nudged", dice=list(came))


def _open(*colours: str) -> tuple[tuple[str, None], ...]:
    return tuple((colour, None) for colour in colours)


def _lies(recorder: LustigRecorder, roll: UnreadRoll) -> None:
    """A roll is on the table: it counts, or its unread dice are asked about."""
    recorder.tell("dice", left=[], came=[])
    if roll.open:
        recorder.tell("unread", **roll.to_json())
    else:
        _known(recorder, roll)


def _unknown_for_good(recorder: LustigRecorder, roll: UnreadRoll, every: bool) -> None:
    """Dice are thrown although nobody said what they showed: the same turn continues or, if it had no rolls left, another one begins."""
    now, sitting = recorder.situation, recorder.sitting
    last = now.rolls + sitting.missed + 1 >= most_rolls(now)
    if every and (last or sitting.gone):
        complete(recorder)
        return
    if now.dice is not None:
        dice = dice_seen.filled(DiceLying(roll.values), now.dice)
        throw = dice_seen.thrown_of(now.dice, now.free, dice, roll.left, roll.came)
        recorder.facts((DiceWere(throw.values),))
    recorder.tell("missed", asked=list(roll.open))


# Rolls ----------------------------------------------------------------------------


def _known(recorder: LustigRecorder, roll: UnreadRoll) -> None:
    if recorder.situation.now == "reckon":
        values = tuple(value for _, value in roll.values)
        waiting, _ = _waiting(recorder)
        recorder.decide(RollProfessors(waiting, values))
        return
    if recorder.sitting.unread is not None:
        recorder.tell("read")
    if not roll.taken_up and dice_seen.is_nudge(recorder.situation.dice, roll.left, roll.came):  # fmt: skip
        _nudged(recorder, roll.came)
    else:
        _thrown(recorder, roll)
    taken_before(recorder)


def _thrown(recorder: LustigRecorder, roll: UnreadRoll) -> None:
    came, alike = dice_seen.one_of_two(recorder.situation.dice, roll.asked, roll.came)
    throw = _told_apart(recorder, roll, came)
    if not throw.thrown:
        _nudged(recorder, roll.came)
        return
    use_duck(recorder)
    now = recorder.situation
    if now.dice is not None:
        _as_they_lie(recorder, throw)
    if not recorder.sitting.sighted:
        recorder.tell("sighted", sighted=True)
    number = now.rolls + recorder.sitting.missed + 1
    refused = _refused(recorder, throw, number)
    if refused is None:
        recorder.relent(*OF_ROLLS)
        played_on(recorder)
        if alike or recorder.sitting.alike:
            recorder.tell("alike", colours=list(alike))
        recorder.state(DiceRolled(now.turn, number, throw.values, in_order(throw.thrown)))  # fmt: skip
        return
    reason = refused.key.removeprefix("lustig.")
    known = reason if reason in OF_ROLLS else "no-more-rolls"
    recorder.complain(_against(recorder, known, throw))


def _told_apart(recorder: LustigRecorder, roll: UnreadRoll, came: DiceCodes) -> Throw:
    """Which dice were thrown; where either die of a colour may have been thrown before, it was the one that is thrown now."""
    now, dice = recorder.situation, DiceLying(roll.values)
    throw = dice_seen.thrown_of(now.dice, now.free, dice, roll.left, came)
    kept = {name.partition("-")[0] for name in {*throw.thrown} - {*now.free}}
    swapped = kept & {*recorder.sitting.alike}
    if now.dice is None or not swapped:
        return throw
    lie = now.dice
    for colour in swapped:
        lie = lie.swapped(colour)
    recorder.facts((DiceWere(lie.values),))
    return dice_seen.thrown_of(lie, now.free, dice, roll.left, came)


def use_duck(recorder: LustigRecorder) -> None:
    """Throwing again after the last roll means that the duck was used."""
    if recorder.situation.now == "roll":
        for duck in tuple(useful(recorder.situation, DUCK)):
            recorder.decide(duck)


def _against(recorder: LustigRecorder, reason: str, throw: Throw) -> Irregularity:
    text = message(f"lustig.wrong.{reason}")
    return Irregularity(reason, recorder.situation.turn, text, throw.thrown, throw.values)  # fmt: skip


def _refused(recorder: LustigRecorder, throw: Throw, number: int) -> Message | None:
    now = recorder.situation
    if now.now != "roll" or number > most_rolls(now):
        return message("lustig.no-more-rolls")
    if now.dice is None and recorder.sitting.missed:
        return None
    return refusal(now, ThrowDice(now.turn, throw.thrown, throw.values))


def _as_they_lie(recorder: LustigRecorder, throw: Throw) -> None:
    """Dice that were not thrown but show something else were turned, or misread before."""
    now = recorder.situation.dice
    assert now is not None
    triples = zip(DICE, now.values, throw.values, strict=True)
    lie = tuple(old if name in throw.thrown else new for name, old, new in triples)
    if lie != now.values:
        recorder.facts((DiceWere(DiceRoll(lie).values),))


def _professors(recorder: LustigRecorder, dice: DiceLying, came: DiceCodes) -> None:
    """At the end, as many dice as somebody has professors, whatever their colours; seats roll in order."""
    seat, asked = _waiting(recorder)
    fallen = dice_seen.of_codes(came)
    shown = next((each for each in (dice, fallen) if each.count == asked), None)
    if shown is None:
        text = message("lustig.wrong.professors", count=asked)
        recorder.complain(Irregularity("dice", seat, text))
        return
    _lies(recorder, UnreadRoll(shown.values, _open(*shown.unread), came=came))


def _waiting(recorder: LustigRecorder) -> tuple[int, int]:
    """The seat that rolls for its professors next, and with how many dice."""
    now = recorder.situation
    seat = yet_to_roll(now)[0]
    return seat, professor_dice(now.areas[seat], now.rules)
