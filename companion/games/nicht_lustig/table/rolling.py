"""Dice that come to rest: a roll, a nudged or straightened die, an unreadable one, one too many."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.announce import Message, message
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.mat import KEPT, TRAY, displayed
from companion.games.nicht_lustig.rules import moves, points
from companion.games.nicht_lustig.rules.legality import most_rolls, refusal, useful
from companion.games.nicht_lustig.table import dice_seen, taking
from companion.games.nicht_lustig.table import events as e
from companion.games.nicht_lustig.table.dice_seen import SEEN, DiceAtRest, Throw
from companion.games.nicht_lustig.table.state import ROLLED_WRONGLY, Recorder, TableState
from companion.kit import rolls
from companion.kit.dice import DiceCodes, DiceLying, UnreadRoll
from companion.table import Step

# Whether dice that are thrown now may be one more roll of the turn under way ---------


def may_throw(table_state: TableState) -> bool:
    """Whether the turn has a roll left, or the duck gives one."""
    now = table_state.state
    return _has_rolls(table_state) or (now.now == "roll" and any(useful(now, p.DUCK)))


def may_throw_all(table_state: TableState) -> bool:
    """Whether all seven dice may be one more roll of this turn.

    With dice kept, not if only the duck gives a roll, and not if the player may have taken a card from somebody.
    """
    now = table_state.state
    if len(now.free) == len(p.DICE):
        return may_throw(table_state)
    lying = displayed(table_state.table)
    sets = moves.rolled_sets(now) if now.now == "roll" else ()
    from_others = any(lying.isdisjoint(faces) for faces in sets)
    return _has_rolls(table_state) and not from_others


def _has_rolls(table_state: TableState) -> bool:
    now = table_state.state
    left = most_rolls(now) - now.rolls - table_state.missed
    return now.rolls == 0 or (now.now == "roll" and left > 0)


# Dice at rest ------------------------------------------------------------------------


def at_rest(recorder: Recorder, steps: Sequence[Step]) -> None:
    """Process dice that left and came, once no hand covers them."""
    taken_up = recorder.table_state.in_hand
    # Fewer dice are thrown than were taken up for professors, also while it is not yet told what came before them.
    known = recorder.state.dice if recorder.state.now == "roll" else None
    dice = rolls.moved(recorder, SEEN, steps, known)
    left, came = recorder.table_state.left, recorder.table_state.came
    if recorder.table_state.table.covered & {TRAY, KEPT}:
        return
    fell = any(step.zone == TRAY and step.sign == "+" for step in steps)
    if _one_too_many(recorder, dice, fell) or not came:
        return
    if SEEN.lay_still(steps, left, came):
        _read_late(recorder, left, came)
    elif _straightened(recorder.table_state.unread, left, came):
        _read_again(recorder, came)
    elif recorder.state.now == "reckon":
        _professors(recorder, dice, came)
    elif not left and SEEN.came_to_light(recorder.state.dice, dice, came):
        recorder.record(rolls.DiceMoved())
    elif dice.count == len(p.DICE) or (fell and SEEN.read(came).values):
        # What comes alone beside dice in the hand, and cannot be read, may be none.
        _rolled(recorder, dice, taken_up)


def taken_off(recorder: Recorder) -> None:
    """Nothing has moved for a while, and one die is out of sight: it was thrown off the mat, or removed."""
    left, table = recorder.table_state.left, recorder.table_state.table
    dice = SEEN.read(SEEN.lying(table))
    missing = SEEN.missing(dice)
    waits = recorder.table_state.unread is not None or recorder.table_state.off
    if len(left) != 1 or len(missing) != 1 or waits or table.covered & {TRAY, KEPT}:
        return
    now = recorder.state
    if now.now == "roll" and now.rolls and may_throw(recorder.table_state):
        _lies(recorder, _asked(recorder, dice, left, ()))
    else:
        recorder.record(e.DieTakenOff(left))


def die_told(recorder: Recorder, colour: str, value: int) -> None:
    """One more die of the roll becomes known, from an answer or a late reading; the last one completes the roll."""
    recorder.record(rolls.DieTold(colour, value))
    roll = recorder.table_state.unread
    if roll is not None and not roll.open:
        _known(recorder, roll)


def _one_too_many(recorder: Recorder, dice: DiceLying, fell: bool) -> bool:
    colour = SEEN.too_many(dice)
    if colour is None:
        recorder.resolve("dice")
    elif fell or not any(w.reason == "dice" for w in recorder.table_state.violations):
        wrong = message("dice.wrong.too-many", colour=p.colour_name(colour))
        recorder.wrong("dice", wrong)
    return colour is not None


# Dice that are not read -----------------------------------------------------------


def _straightened(roll: UnreadRoll | None, left: DiceCodes, came: DiceCodes) -> bool:
    """Whether nothing moved but dice that are asked about."""
    if roll is None or SEEN.read(left).values:
        return False
    return Counter(SEEN.die(code).colour for code in came) <= Counter(roll.open)


def _read_again(recorder: Recorder, came: DiceCodes) -> None:
    recorder.record(rolls.DiceMoved())
    for colour, value in SEEN.read(came).values:
        die_told(recorder, colour, value)


def _read_late(recorder: Recorder, left: DiceCodes, came: DiceCodes) -> None:
    """Dice that lay still can be read now, and are not thrown with those in the hand; others cannot be read any more, and may be."""
    read = SEEN.read(came).values
    hand = Counter(left) - Counter(colour for colour, _ in read)
    lost = Counter(SEEN.read(came).unread)
    recorder.record(rolls.DiceMoved(tuple(sorted(hand.elements())), tuple(sorted(lost.elements()))))
    asked = Counter(recorder.table_state.unread.open if recorder.table_state.unread else ())
    for colour, value in read:
        if asked[colour]:
            asked[colour] -= 1
            die_told(recorder, colour, value)


def _rolled(recorder: Recorder, dice: DiceLying, taken_up: bool) -> None:
    """All seven are on the table, or a die is missing that should be: a roll, known at once or asked about."""
    left, came = recorder.table_state.left, recorder.table_state.came
    if not taken_up and SEEN.is_nudge(recorder.state.dice, left, came):
        _nudged(recorder, came)
        return
    missing = SEEN.missing(dice)
    every = len(came) + len(missing) == len(p.DICE)
    if recorder.table_state.unread is not None:
        _unknown_for_good(recorder, recorder.table_state.unread, every)
    elif every and (taking.wrongly_taken(recorder) or not may_throw_all(recorder.table_state)):
        # The next player throws them all.
        taking.complete(recorder)
    if recorder.state.now != "roll" and recorder.state.dice is None:
        # That was the last turn: seven dice cannot be for professors.
        recorder.record(rolls.DiceMoved())
        return
    roll = _asked(recorder, dice, left, came, taken_up=taken_up)
    if roll.open and not may_throw(recorder.table_state):
        recorder.record(rolls.DiceMoved())
        _against(recorder, "no-more-rolls", Throw((), ()))
        return
    _lies(recorder, roll)


def _asked(
    recorder: Recorder, dice: DiceLying, left: DiceCodes, came: DiceCodes, *, taken_up: bool = True
) -> UnreadRoll:
    """A roll, with the colours to be asked about: unread dice, and those out of sight."""
    now, missing = recorder.state, SEEN.missing(dice)
    fallen = DiceAtRest(now.dice, now.free, dice, left, came)
    unread = fallen.unknown(recorder.table_state.stale)
    known = fallen.with_kept(unread)
    asked = _open(*unread, *missing)
    return UnreadRoll(known.values, asked, missing, left, came, taken_up)


def _nudged(recorder: Recorder, came: DiceCodes) -> None:
    recorder.record(rolls.DiceMoved())
    recorder.record(rolls.DiceNudged(came))


def _open(*colours: str) -> tuple[tuple[str, None], ...]:
    return tuple((colour, None) for colour in colours)


def _lies(recorder: Recorder, roll: UnreadRoll) -> None:
    """A roll is on the table: it counts, or its unread dice are asked about."""
    recorder.record(rolls.DiceMoved())
    if roll.open:
        dice = roll.known, roll.open, roll.missing, roll.left, roll.came
        recorder.record(rolls.RollUnread(*dice, roll.taken_up))
    else:
        _known(recorder, roll)


def _unknown_for_good(recorder: Recorder, roll: UnreadRoll, every: bool) -> None:
    """Dice are thrown although nobody said what they showed: the same turn continues or, if it had no rolls left, another one begins."""
    now, table_state = recorder.state, recorder.table_state
    last = now.rolls + table_state.missed + 1 >= most_rolls(now)
    if every and (last or table_state.gone):
        taking.complete(recorder)
        return
    if now.dice is not None:
        dice = dice_seen.filled(DiceLying(roll.values), now.dice)
        fallen = DiceAtRest(now.dice, now.free, dice, roll.left, roll.came)
        recorder.record(m.DiceWere(fallen.throw.values))
    recorder.record(rolls.RollMissed(roll.open))


# Rolls ----------------------------------------------------------------------------


def _known(recorder: Recorder, roll: UnreadRoll) -> None:
    if recorder.state.now == "reckon":
        values = tuple(value for _, value in roll.values)
        waiting, _ = _waiting(recorder)
        recorder.decide(m.RollProfessors(waiting, values))
        return
    if recorder.table_state.unread is not None:
        recorder.record(rolls.RollRead())
    if not roll.taken_up and SEEN.is_nudge(recorder.state.dice, roll.left, roll.came):
        _nudged(recorder, roll.came)
    else:
        _thrown(recorder, roll)
    taking.taken_before(recorder)


def _thrown(recorder: Recorder, roll: UnreadRoll) -> None:
    came, alike = dice_seen.one_of_two(recorder.state.dice, roll.asked, roll.came)
    throw = _told_apart(recorder, roll, came)
    if not throw.thrown:
        _nudged(recorder, roll.came)
        return
    use_duck(recorder)
    now = recorder.state
    if now.dice is not None and now.now == "roll":
        _as_they_lie(recorder, throw)
    if not recorder.table_state.sighted:
        recorder.record(e.DiceSighted(sighted=True))
    number = now.rolls + recorder.table_state.missed + 1
    refused = _refused(recorder, throw, number)
    if refused is None:
        recorder.resolve("dice", *ROLLED_WRONGLY)
        taking.played_on(recorder)
        if alike or recorder.table_state.alike:
            recorder.record(e.DiceAlike(alike))
        thrown = moves.in_order(throw.thrown)
        recorder.follow(m.DiceRolled(now.turn, number, throw.values, thrown))
        return
    reason = refused.key.removeprefix("lustig.")
    known = reason if reason in ROLLED_WRONGLY else "no-more-rolls"
    _against(recorder, known, throw)


def _told_apart(recorder: Recorder, roll: UnreadRoll, came: DiceCodes) -> Throw:
    """Which dice were thrown; where either die of a colour may have been thrown before, it was the one that is thrown now."""
    now, dice = recorder.state, DiceLying(roll.values)
    fallen = DiceAtRest(now.dice, now.free, dice, roll.left, came)
    throw = fallen.throw
    kept = {name.partition("-")[0] for name in {*throw.thrown} - {*now.free}}
    swapped = kept & {*recorder.table_state.alike}
    if now.dice is None or not swapped:
        return throw
    lie = now.dice
    for colour in swapped:
        lie = lie.swapped(colour)
    recorder.record(m.DiceWere(lie.values))
    return replace(fallen, before=lie).throw


def use_duck(recorder: Recorder) -> None:
    """Throwing again after the last roll means that the duck was used."""
    if recorder.state.now == "roll":
        for duck in tuple(useful(recorder.state, p.DUCK)):
            recorder.decide(duck)


def _against(recorder: Recorder, reason: str, throw: Throw) -> None:
    text = message(f"lustig.wrong.{reason}")
    recorder.wrong(reason, text, throw.thrown, throw.values)


def _refused(recorder: Recorder, throw: Throw, number: int) -> Message | None:
    now = recorder.state
    if now.now != "roll" or number > most_rolls(now):
        return message("lustig.no-more-rolls", count=now.rolls)
    if now.dice is None and recorder.table_state.missed:
        return None
    return refusal(now, m.ThrowDice(now.turn, throw.thrown, throw.values))


def _as_they_lie(recorder: Recorder, throw: Throw) -> None:
    """Dice that were not thrown but show something else were turned, or misread before."""
    now = recorder.state.dice
    assert now is not None
    triples = zip(p.DICE, now.values, throw.values, strict=True)
    lie = tuple(old if name in throw.thrown else new for name, old, new in triples)
    if lie != now.values:
        recorder.record(m.DiceWere(p.DiceRoll(lie).values))


def _professors(recorder: Recorder, dice: DiceLying, came: DiceCodes) -> None:
    """At the end, as many dice as somebody has professors, whatever their colours; seats roll in order."""
    seat, asked = _waiting(recorder)
    fallen = SEEN.read(came)
    shown = next((each for each in (dice, fallen) if each.count == asked), None)
    if shown is None:
        text = message("lustig.wrong.professors", count=asked)
        recorder.report_violation(rolls.Violation("dice", seat, text))
        return
    _lies(recorder, UnreadRoll(shown.values, _open(*shown.unread), came=came))


def _waiting(recorder: Recorder) -> tuple[int, int]:
    """The seat that rolls for its professors next, and with how many dice."""
    now = recorder.state
    seat = points.yet_to_roll(now)[0]
    return seat, points.professor_dice(now.areas[seat], now.rulings)
