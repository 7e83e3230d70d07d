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
from companion.games.nicht_lustig.tracker.minutes import LustigMinutes
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


def at_rest(minutes: LustigMinutes, steps: Sequence[Step], table: Table) -> None:
    """Process dice that left and came, once no hand covers them."""
    taken_up = len(minutes.sitting.left) > len(minutes.sitting.came)
    left, came = dice_seen.gone_and_come(steps, minutes.sitting.left, minutes.sitting.came)  # fmt: skip
    minutes.tell("dice", left=list(left), came=list(came))
    if table.covered & {TRAY, KEPT}:
        return
    dice = dice_seen.lying(table)
    fell = any(step.zone == TRAY and step.sign == "+" for step in steps)
    if _one_too_many(minutes, dice, fell) or not came:
        return
    if _straightened(minutes.sitting.unread, left, came):
        _read_again(minutes, came)
    elif minutes.situation.now == "reckon":
        _professors(minutes, dice, came)
    elif not left and dice_seen.came_to_light(minutes.situation.dice, came):
        minutes.tell("dice", left=[], came=[])
    elif fell or dice.count == len(DICE):
        _rolled(minutes, dice, taken_up)


def taken_off(minutes: LustigMinutes, table: Table) -> None:
    """Nothing has moved for a while, and one die is out of sight: it was thrown off the mat, or removed."""
    left, dice = minutes.sitting.left, dice_seen.lying(table)
    missing = dice_seen.missing(dice)
    waits = minutes.sitting.unread is not None or minutes.sitting.off
    if len(left) != 1 or len(missing) != 1 or waits or table.covered & {TRAY, KEPT}:
        return
    if minutes.situation.now == "roll" and minutes.situation.rolls and _may_throw(minutes):  # fmt: skip
        _lies(minutes, _asked(minutes, dice, left, ()))
    else:
        minutes.tell("taken-off", dice=list(left))


def die_told(minutes: LustigMinutes, colour: str, value: int) -> None:
    """One more die of the roll becomes known, from an answer or a late reading; the last one completes the roll."""
    minutes.tell("die-told", colour=colour, value=value)
    roll = minutes.sitting.unread
    if roll is not None and not roll.open:
        _known(minutes, roll)


def _one_too_many(minutes: LustigMinutes, dice: DiceLying, fell: bool) -> bool:
    wrong = dice_seen.too_many(dice)
    if wrong is None:
        minutes.relent("dice")
    elif fell or not any(w.reason == "dice" for w in minutes.sitting.irregular):
        minutes.complain(Irregularity("dice", minutes.situation.turn, wrong))
    return wrong is not None


# Dice that are not read -----------------------------------------------------------


def _straightened(roll: UnreadRoll | None, left: DiceCodes, came: DiceCodes) -> bool:
    """Whether nothing moved but dice that are asked about."""
    if roll is None or dice_seen.of_codes(left).values:
        return False
    return Counter(die(code)[0] for code in came) <= Counter(roll.open)


def _read_again(minutes: LustigMinutes, came: DiceCodes) -> None:
    minutes.tell("dice", left=[], came=[])
    for colour, value in dice_seen.of_codes(came).values:
        die_told(minutes, colour, value)


def _rolled(minutes: LustigMinutes, dice: DiceLying, taken_up: bool) -> None:
    """All seven are on the table, or a die is missing that should be: a roll, known at once or asked about."""
    left, came = minutes.sitting.left, minutes.sitting.came
    if not taken_up and dice_seen.is_nudge(minutes.situation.dice, left, came):
        _nudged(minutes, came)
        return
    missing = dice_seen.missing(dice)
    every = len(came) + len(missing) == len(DICE)
    if minutes.sitting.unread is not None:
        _unknown_for_good(minutes, minutes.sitting.unread, every)
    elif every and (wrongly_taken(minutes) or not _may_throw(minutes)):
        complete(minutes)
    if minutes.situation.now != "roll" and minutes.situation.dice is None:
        # That was the last turn: seven dice cannot be for professors.
        minutes.tell("dice", left=[], came=[])
        return
    roll = _asked(minutes, dice, left, came, taken_up=taken_up)
    if roll.open and not _may_throw(minutes):
        minutes.tell("dice", left=[], came=[])
        minutes.complain(_against(minutes, "no-more-rolls", Throw((), ())))
        return
    _lies(minutes, roll)


def _asked(minutes: LustigMinutes, dice: DiceLying, left: DiceCodes, came: DiceCodes, *, taken_up: bool = True) -> UnreadRoll:  # fmt: skip
    """A roll, with the colours to be asked about: unread dice, and those out of sight."""
    now, missing = minutes.situation, dice_seen.missing(dice)
    unread = dice_seen.unknown(now.dice, dice, left, came, minutes.sitting.stale)
    known = dice_seen.with_kept(now.dice, now.free, dice, left, came, unread)
    asked = _open(*unread, *missing)
    return UnreadRoll(known.values, asked, missing, left, came, taken_up)


def _nudged(minutes: LustigMinutes, came: DiceCodes) -> None:
    minutes.tell("dice", left=[], came=[])
    minutes.tell("nudged", dice=list(came))


def _open(*colours: str) -> tuple[tuple[str, None], ...]:
    return tuple((colour, None) for colour in colours)


def _lies(minutes: LustigMinutes, roll: UnreadRoll) -> None:
    """A roll is on the table: it counts, or its unread dice are asked about."""
    minutes.tell("dice", left=[], came=[])
    if roll.open:
        minutes.tell("unread", **roll.to_json())
    else:
        _known(minutes, roll)


def _unknown_for_good(minutes: LustigMinutes, roll: UnreadRoll, every: bool) -> None:
    """Dice are thrown although nobody said what they showed: the same turn continues or, if it had no rolls left, another one begins."""
    now, sitting = minutes.situation, minutes.sitting
    last = now.rolls + sitting.missed + 1 >= most_rolls(now)
    if every and (last or sitting.gone):
        complete(minutes)
        return
    if now.dice is not None:
        dice = dice_seen.filled(DiceLying(roll.values), now.dice)
        throw = dice_seen.thrown_of(now.dice, now.free, dice, roll.left, roll.came)
        minutes.facts((DiceWere(throw.values),))
    minutes.tell("missed", asked=list(roll.open))


# Rolls ----------------------------------------------------------------------------


def _known(minutes: LustigMinutes, roll: UnreadRoll) -> None:
    if minutes.situation.now == "reckon":
        values = tuple(value for _, value in roll.values)
        waiting, _ = _waiting(minutes)
        minutes.decide(RollProfessors(waiting, values))
        return
    if minutes.sitting.unread is not None:
        minutes.tell("read")
    if not roll.taken_up and dice_seen.is_nudge(minutes.situation.dice, roll.left, roll.came):  # fmt: skip
        _nudged(minutes, roll.came)
    else:
        _thrown(minutes, roll)
    taken_before(minutes)


def _thrown(minutes: LustigMinutes, roll: UnreadRoll) -> None:
    now = minutes.situation
    dice = DiceLying(roll.values)
    throw = dice_seen.thrown_of(now.dice, now.free, dice, roll.left, roll.came)
    if not throw.thrown:
        _nudged(minutes, roll.came)
        return
    use_duck(minutes)
    now = minutes.situation
    if now.dice is not None:
        _as_they_lie(minutes, throw)
    if not minutes.sitting.sighted:
        minutes.tell("sighted", sighted=True)
    number = now.rolls + minutes.sitting.missed + 1
    refused = _refused(minutes, throw, number)
    if refused is None:
        minutes.relent(*OF_ROLLS)
        played_on(minutes)
        minutes.state(DiceRolled(now.turn, number, throw.values, in_order(throw.thrown)))  # fmt: skip
        return
    reason = refused.key.removeprefix("lustig.")
    known = reason if reason in OF_ROLLS else "no-more-rolls"
    minutes.complain(_against(minutes, known, throw))


def use_duck(minutes: LustigMinutes) -> None:
    """Throwing again after the last roll means that the duck was used."""
    if minutes.situation.now == "roll":
        for duck in tuple(useful(minutes.situation, DUCK)):
            minutes.decide(duck)


def _against(minutes: LustigMinutes, reason: str, throw: Throw) -> Irregularity:
    text = message(f"lustig.wrong.{reason}")
    return Irregularity(reason, minutes.situation.turn, text, throw.thrown, throw.values)  # fmt: skip


def _may_throw(minutes: LustigMinutes) -> bool:
    now = minutes.situation
    left = most_rolls(now) - now.rolls - minutes.sitting.missed
    return now.rolls == 0 or (now.now == "roll" and (left > 0 or any(useful(now, DUCK))))  # fmt: skip


def _refused(minutes: LustigMinutes, throw: Throw, number: int) -> Message | None:
    now = minutes.situation
    if now.now != "roll" or number > most_rolls(now):
        return message("lustig.no-more-rolls")
    if now.dice is None and minutes.sitting.missed:
        return None
    return refusal(now, ThrowDice(now.turn, throw.thrown, throw.values))


def _as_they_lie(minutes: LustigMinutes, throw: Throw) -> None:
    """Dice that were not thrown but show something else were turned, or misread before."""
    now = minutes.situation.dice
    assert now is not None
    triples = zip(DICE, now.values, throw.values, strict=True)
    lie = tuple(old if name in throw.thrown else new for name, old, new in triples)
    if lie != now.values:
        minutes.facts((DiceWere(DiceRoll(lie).values),))


def _professors(minutes: LustigMinutes, dice: DiceLying, came: DiceCodes) -> None:
    """At the end, as many dice as somebody has professors, whatever their colours; seats roll in order."""
    seat, asked = _waiting(minutes)
    fallen = dice_seen.of_codes(came)
    shown = next((each for each in (dice, fallen) if each.count == asked), None)
    if shown is None:
        text = message("lustig.wrong.professors", count=asked)
        minutes.complain(Irregularity("dice", seat, text))
        return
    _lies(minutes, UnreadRoll(shown.values, _open(*shown.unread), came=came))


def _waiting(minutes: LustigMinutes) -> tuple[int, int]:
    """The seat that rolls for its professors next, and with how many dice."""
    now = minutes.situation
    seat = yet_to_roll(now)[0]
    return seat, professor_dice(now.areas[seat], now.rules)
