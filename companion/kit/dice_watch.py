"""Dice under a camera: what follows from one look after another, whether they are in the hand, cannot be read, or are none."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.announce import Param, message
from companion.kit import rolls
from companion.kit.dice import DiceCodes, DiceLying, Tray, UnreadRoll
from companion.table import Observation, Settled, Step, Table


@dataclass(frozen=True, slots=True)
class FallenDice:
    """Dice that have come to rest after some of them were thrown."""

    dice: DiceLying
    aside: int
    """How many lie where dice are set aside."""
    every: bool
    """Whether none of them stayed where it was, as far as can be seen."""


R = TypeVar("R", bound=rolls.Recorder[Any, Any, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceWatch(Generic[R]):
    """What follows from looks in a game in which a roll is what all dice show, whichever were thrown.

    Whoever throws is seen with dice in the hand, or the dice show something else than
    before. What cannot be read may be a die or not: of more than the game has, some are
    none, and stay none until they are seen no more. Where one die may be in the hand
    with a phantom for it, what it shows decides, and if nobody can read that, people do.
    """

    tray: Tray
    known: Callable[[R], rolls.Values]
    """What the dice show by the rules; nothing before a turn's first roll."""
    falls: Callable[[R, FallenDice], bool]
    """Dice have fallen: ends a turn that has no roll left, or reports that they must not; whether they are a roll."""
    rolled: Callable[[R, rolls.Values], None]
    """A roll is known."""
    lost: Callable[[R], None]
    """Dice are taken up again before anybody said what they showed."""

    def observe(self, recorder: R, seen: Observation) -> None:
        """Process a look while the game goes on; a glimpse is ignored here."""
        if not isinstance(seen, Settled) or not recorder.table_state.goes_on:
            return
        if not seen.table.covered & {self.tray.tray, self.tray.kept}:
            self._look(recorder, seen)

    def settle(self, recorder: R) -> None:
        """Nothing has been thrown until now, whatever lies there: people said how it is, or the game was paused."""
        table_state = recorder.table_state
        if table_state.unread is not None:
            recorder.record(rolls.RollRead())
        dice = self.tray.without(table_state.watched.phantoms, table_state.table)
        whole = not dice.unread and not self.tray.missing(dice)
        self._watched(recorder, lay=dice.values if whole else None, out=(), sure=False)

    def told(self, recorder: R, colour: str, value: int) -> None:
        """One more die of the roll becomes known, from an answer or a late reading; the last one completes the roll."""
        recorder.record(rolls.DieTold(colour, value))
        roll: UnreadRoll | None = recorder.table_state.unread
        if roll is None or roll.open:
            return
        recorder.record(rolls.RollRead())
        lay = recorder.table_state.watched.lay
        self._lie(recorder, roll.values)
        if roll.taken_up or roll.values != lay:
            self.rolled(recorder, roll.values)

    def _look(self, recorder: R, seen: Settled) -> None:
        came, before = self._came(recorder), recorder.table_state.watched
        # Where dice have fallen, or nothing moves any more, what lies there are dice as far as the game has so many.
        dice = self._noticed(recorder, seen.table, fell=came > 0 or not seen.steps)
        missing = self.tray.missing(dice)
        dice = self._with_hidden(recorder, dice)
        more = self.tray.too_many(dice)
        if more is not None:
            _wrong(recorder, "too-many", colour=rolls.colour_name(more))
            return
        recorder.resolve("too-many")
        if not missing:
            recorder.resolve("missing")
            self._rest(recorder, seen, dice)
        elif self._hides(recorder, before, dice, missing):
            self._fell(recorder, self._aside(seen), _with_unread(dice, missing), missing)
        elif came > 0:
            _wrong(recorder, "missing", colours=tuple(map(rolls.colour_name, missing)))

    def _noticed(self, recorder: R, table: Table, *, fell: bool) -> DiceLying:
        """The dice of a table without what is none; what is known of them by now is recorded."""
        was: rolls.DiceWatched = recorder.table_state.watched
        phantoms = self.tray.phantoms(table, () if fell else was.phantoms)
        dice = self.tray.without(phantoms, table)
        learnt = Counter(phantoms) - Counter(was.phantoms) if was.out else Counter()
        out = Counter(self.tray.missing(dice)) | (Counter(was.out) + learnt)
        too_few = self.tray.missing(self.tray.read(self.tray.lying(table)))
        sure = was.sure or bool(too_few)
        hidden = () if phantoms or self._moved_unread_aside(recorder) else was.hidden
        found = {"phantoms": phantoms, "out": tuple(out.elements())}
        self._watched(recorder, **found, sure=sure, hidden=hidden)
        return dice

    def _with_hidden(self, recorder: R, dice: DiceLying) -> DiceLying:
        """The dice with those that are known though they are not read; where nothing was thrown they show what lay there, or it is others that are not read now."""
        was: rolls.DiceWatched = recorder.table_state.watched
        recalled = _recalled(dice, was.hidden)
        if was.out or self._fits(was, recalled) or not self._fits(was, dice):
            return recalled
        self._watched(recorder, hidden=())
        return dice

    def _came(self, recorder: R) -> int:
        """How many more dice lie there than at the last look."""
        table_state = recorder.table_state
        moved = self.tray.moved(table_state.steps, table_state.table)
        return sum(1 if step.sign == "+" else -1 for step in moved)

    def _read_anew(self, recorder: R) -> int:
        """How many dice have come since the last look that can be read, apart from those that were set aside."""
        return sum(
            step.sign == "+"
            and step.zone != self.tray.kept
            and self.tray.die(step.card).value is not None
            for step in recorder.table_state.steps
        )

    def _hides(
        self, recorder: R, before: rolls.DiceWatched, dice: DiceLying, missing: rolls.Colours
    ) -> bool:
        """Whether dice have fallen, all that were in the hand or such as show something else than ``before``, and the ``missing`` ones lay there until this very look."""
        table_state = recorder.table_state
        dice_moved = self.tray.moved(table_state.steps, table_state.table)
        gone = Counter(self.tray.die(s.card).colour for s in dice_moved if s.sign == "-")
        anew = self._read_anew(recorder)
        fell = before.sure and anew >= len(before.out) > 0
        fell = fell or (anew > 0 and not self._fits(before, dice))
        return fell and table_state.unread is None and Counter(missing) <= gone

    def _aside(self, seen: Settled) -> int:
        return len(seen.table[self.tray.kept]) if self.tray.kept else 0

    def _rest(self, recorder: R, seen: Settled, dice: DiceLying) -> None:
        """All dice lie there."""
        table_state = recorder.table_state
        was, roll = table_state.watched, table_state.unread
        aside = self._aside(seen)
        hand = _in_hand(was, aside)
        if roll is None and was.lay is None and not was.out:
            # The first look of all: nobody knows whether they were thrown.
            self._at_rest(recorder, aside, dice)
        elif self._straightened(roll, was, dice):
            self._read_on(recorder, roll, aside, dice)
        elif self._as_it_was(recorder, dice):
            recorder.resolve()
            self._at_rest(recorder, aside, dice)
        elif roll is None and not (was.sure and hand > 0) and self._fits(was, dice):
            self._unmoved(recorder, aside, dice, in_hand=hand > 0)
        else:
            self._fell(recorder, aside, dice)

    def _at_rest(self, recorder: R, aside: int, dice: DiceLying) -> None:
        self._watched(recorder, aside=aside, out=(), sure=False)
        lay = recorder.table_state.watched.lay
        self._lie(recorder, lay if dice.unread else dice.values)

    def _lie(self, recorder: R, lay: rolls.Values | None) -> None:
        """This is how they lie: what is set aside unread shows what is missing among the others, where that is certain."""
        hidden = list[tuple[str, int]]()
        read = self.tray.without((), recorder.table_state.table)
        missing = Counter(lay or ()) - Counter(read.values)
        for colour, count in self._unread_aside(recorder).items():
            values = [value for each, value in missing.elements() if each == colour]
            if count == len(values) or len({*values}) == 1:
                hidden += [(colour, value) for value in values[:count]]
        self._watched(recorder, lay=lay, hidden=tuple(sorted(hidden)))

    def _unread_aside(self, recorder: R) -> Counter[str]:
        """The colours of what lies unread where dice are set aside; nothing where something unread is no die."""
        table_state = recorder.table_state
        kept = self.tray.kept
        if kept is None or table_state.watched.phantoms:
            return Counter()
        return Counter(self.tray.read(table_state.table[kept]).unread)

    def _moved_unread_aside(self, recorder: R) -> bool:
        """Whether something unread came to where dice are set aside, or left it, at this look."""
        steps = (s for s in recorder.table_state.steps if s.zone == self.tray.kept)
        return any(self.tray.die(step.card).value is None for step in steps)

    def _watched(self, recorder: R, **new: Any) -> None:
        was = recorder.table_state.watched
        if replace(was, **new) != was:
            recorder.record(replace(was, **new))

    def _straightened(
        self, roll: UnreadRoll | None, was: rolls.DiceWatched, dice: DiceLying
    ) -> bool:
        """Whether nothing moved but dice that are asked about."""
        if roll is None or (was.sure and len(was.out) > len(roll.open)):
            return False
        more = Counter(dice.values) - Counter(roll.values)
        less = Counter(roll.values) - Counter(dice.values)
        fresh, gone = _colours(more), _colours(less)
        known = not gone or not was.sure
        return known and fresh <= Counter(roll.open) and gone <= Counter(dice.unread)

    def _read_on(self, recorder: R, roll: UnreadRoll | None, aside: int, dice: DiceLying) -> None:
        assert roll is not None
        self._watched(recorder, aside=aside, out=(), sure=False)
        for colour, value in (Counter(dice.values) - Counter(roll.values)).elements():
            self.told(recorder, colour, value)

    def _as_it_was(self, recorder: R, dice: DiceLying) -> bool:
        """Whether dice that broke the rules lie again as the rules have them."""
        right = Counter(self.known(recorder))
        broken = recorder.table_state.violations
        return bool(broken and right) and not Counter(dice.values) - right

    def _fits(self, was: rolls.DiceWatched, dice: DiceLying) -> bool:
        """Whether all that can be read is what lay there."""
        return was.lay is not None and not Counter(dice.values) - Counter(was.lay)

    def _unmoved(self, recorder: R, aside: int, dice: DiceLying, *, in_hand: bool) -> None:
        """They show what they showed; one that cannot be read, and was not just set aside, may have been thrown while a phantom lay there for it."""
        out = recorder.table_state.watched.out
        kept = not in_hand and self._unread_aside(recorder) == Counter(dice.unread)
        if out and dice.unread and not kept:
            self._fell(recorder, aside, dice)
            return
        nudged = self._nudged(recorder.table_state.steps)
        if nudged and not out:
            recorder.record(rolls.DiceNudged(nudged))
        self._at_rest(recorder, aside, dice)

    def _nudged(self, steps: Sequence[Step]) -> DiceCodes:
        """The dice of the tray that left their places and lie there again as they lay."""
        there = [(step.sign, step.card) for step in steps if step.zone == self.tray.tray]
        came = (code for sign, code in there if sign == "+" and ("-", code) in there)
        return tuple(code for code in came if self.tray.die(code).value is not None)

    def _fell(self, recorder: R, aside: int, dice: DiceLying, missing: rolls.Colours = ()) -> None:
        """A roll, known at once or asked about; ``missing``: those of the unread dice that are out of sight."""
        was: rolls.DiceWatched = recorder.table_state.watched
        roll: UnreadRoll | None = recorder.table_state.unread
        if roll is not None and roll.taken_up:
            recorder.record(rolls.RollMissed(roll.open))
            self.lost(recorder)
        elif roll is not None:
            # Nobody saw that it was thrown at all.
            recorder.record(rolls.RollRead())
        size = len(self.tray.dice.dice)
        gone = max(len(was.out), self._read_anew(recorder))
        every = gone >= size if was.out else not aside
        if not self.falls(recorder, FallenDice(dice, aside, every)):
            lay = None if dice.unread else dice.values
            self._watched(recorder, lay=lay, aside=aside, out=(), sure=False)
        elif dice.unread:
            taken_up = (was.sure and _in_hand(was, aside) > 0) or not self._fits(was, dice)
            known, asked = dice.values, dice.unread
            recorder.record(rolls.RollUnread(known, asked, missing, was.out, (), taken_up))
            self._watched(recorder, aside=aside, out=(), sure=False)
        else:
            self._at_rest(recorder, aside, dice)
            self.rolled(recorder, dice.values)


def _in_hand(was: rolls.DiceWatched, aside: int) -> int:
    """How many of the dice that were out of sight were not set aside meanwhile."""
    return len(was.out) - max(0, aside - was.aside)


def _wrong(recorder: R, reason: str, **gaps: Param) -> None:
    recorder.wrong(reason, message(f"dice.wrong.{reason}", **gaps))


def _recalled(dice: DiceLying, hidden: rolls.Values) -> DiceLying:
    """The dice with what is known of some that are not read."""
    unread = Counter(dice.unread) - _colours(Counter(hidden))
    values = sorted((*dice.values, *hidden))
    return DiceLying(tuple(values), tuple(sorted(unread.elements())))


def _with_unread(dice: DiceLying, more: rolls.Colours) -> DiceLying:
    return DiceLying(dice.values, tuple(sorted((*dice.unread, *more))))


def _colours(values: Counter[tuple[str, int]]) -> Counter[str]:
    return Counter(colour for colour, _ in values.elements())
