"""Rolls of a game of dice, from one look after another: of dice that may be in the hand, may not be readable, or may be none."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar, assert_never

from companion.announce import Announcement, Message, Param, message
from companion.kit import table as kit
from companion.kit.dice import DiceLying, DieShows, Tray, UnreadRoll
from companion.kit.events import DiceCodes
from companion.kit.questions import Choice, Question
from companion.table import Observation, Settled

Colours: TypeAlias = tuple[str, ...]
Values: TypeAlias = tuple[tuple[str, int], ...]
"""Colour and value of dice, ascending."""

# Events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollUnread:
    """A roll lies there of which not all dice are read: colour and value of those that are, the colours that people are asked about, and of these those out of sight.

    ``left`` and ``came`` are the dice that moved; ``taken_up``: somebody was seen with dice in the hand.
    """

    known: Values
    asked: Colours
    missing: Colours
    left: DiceCodes
    came: DiceCodes
    taken_up: bool


@dataclass(frozen=True, slots=True)
class DieTold:
    """What one of its dice shows is known by now."""

    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class RollRead:
    """All its dice are known."""


@dataclass(frozen=True, slots=True)
class RollMissed:
    """Nobody will know what it showed: the turn goes on; the colours that were asked about."""

    asked: Colours = ()


@dataclass(frozen=True, slots=True)
class DiceWatched:
    """How the dice lay when they were last at rest, and what has been seen of them since."""

    lay: Values | None = None
    """None: not known."""
    aside: int = 0
    """How many lay where dice are set aside."""
    out: Colours = ()
    """The dice out of sight since, at most at once."""
    sure: bool = False
    """Whether there were too few, whatever is a die of what could not be read."""
    phantoms: Colours = ()
    """What cannot be read and is no die: there are more than the game has."""


RollEvent: TypeAlias = RollUnread | DieTold | RollRead | RollMissed | DiceWatched
KINDS: Final[Mapping[str, type[Any]]] = {
    "unread": RollUnread,
    "die-told": DieTold,
    "read": RollRead,
    "missed": RollMissed,
    "watched": DiceWatched,
}
"""The names of these events in journals."""


# State -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RollState(kit.TableState):
    """One moment at a table with dice."""

    unread: UnreadRoll | None = None
    """The roll on the table that is not known yet."""
    missed: int = 0
    """Unread rolls since the last known one of this turn."""
    stale: Colours = ()
    """The colours of their dice that have not been read since."""
    watched: DiceWatched = field(default_factory=DiceWatched)

    def lying(self, tray: Tray) -> list[int | None] | None:
        """As the public view has a roll that is not known yet: null for each die that is asked for, colour by colour."""
        roll = self.unread
        if roll is None:
            return None
        shown: list[int | None] = []
        for colour in tray.dice.colours:
            shown += [value for name, value in roll.values if name == colour]
            shown += [None] * roll.open.count(colour)
        return shown


T = TypeVar("T", bound=RollState)


def evolve(table_state: T, event: RollEvent, tray: Tray) -> T:
    """The state after one event."""
    match event:
        case RollUnread(known, asked, missing, left, came, taken_up):
            nobody = tuple((colour, None) for colour in asked)
            dice = known, nobody, missing, left, came
            roll = UnreadRoll(*dice, taken_up, table_state.entry)
            return replace(table_state, unread=roll)
        case DieTold(colour, value):
            assert table_state.unread is not None
            known_now = table_state.unread.with_die(tray, colour, value)
            return replace(table_state, unread=known_now)
        case RollRead():
            return replace(table_state, unread=None)
        case RollMissed(asked):
            stale, missed = (*table_state.stale, *asked), table_state.missed + 1
            return replace(table_state, unread=None, missed=missed, stale=stale)
        case DiceWatched():
            return replace(table_state, watched=event)
        case _:
            assert_never(event)


# What people are told and asked ------------------------------------------------------


def announce(event: RollEvent) -> Iterator[Announcement]:
    """What people are told about an event: dice out of sight come first, since somebody searching the floor is not straightening dice."""
    if isinstance(event, RollUnread):
        key, some = ("missing", event.missing) if event.missing else ("unread", event.asked)  # fmt: skip
        names = tuple(map(colour_name, some))
        text = message(f"dice.wrong.{key}", colours=names, count=len(names))
        yield Announcement("unread", text, None, {"dice": list(event.asked)})


def colour_name(colour: str) -> Message:
    """The name of a die's colour."""
    return message(f"dice.colour.{colour}")


def die_questions(
    tray: Tray, roll: UnreadRoll, shown: Callable[[int], Message | str] = str
) -> Iterator[Question[DieShows]]:
    """One die of each colour at a time: two of a colour are indistinguishable; ``shown`` names a value."""
    for die in tray.questions(roll):
        kind = "missing" if die.missing else "beside" if die.beside else "die"
        beside = tuple(map(shown, die.beside))
        text = message(f"dice.question.{kind}", colour=colour_name(die.colour), shown=beside)  # fmt: skip
        choices = tuple(Choice(id, message("dice.shows", value=shown(it.value)), it) for id, it in die.choices)  # fmt: skip
        yield Question(die.id, "die", None, text, choices, die.beside)


# Looks -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FallenDice:
    """Dice that have come to rest after some of them were thrown."""

    dice: DiceLying
    aside: int
    """How many lie where dice are set aside."""
    every: bool
    """Whether none of them stayed where it was, as far as can be seen."""


class RollRecorder(Protocol):
    """The recorder of such a game."""

    @property
    def table_state(self) -> Any:
        """A ``RollState``."""
        ...

    def record(self, *events: Any) -> None:
        """Let events happen."""
        ...

    def done(self) -> None:
        """The input has been processed."""
        ...

    def report_violation(self, wrong: kit.Violation) -> None:
        """Report once that something breaks the rules."""
        ...

    def resolve(self, *reasons: str) -> None:
        """Report that these violations are resolved."""
        ...


R = TypeVar("R", bound=RollRecorder)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceWatch(Generic[R]):
    """What follows from looks in a game in which a roll is what all dice show, whichever were thrown.

    Whoever throws is seen with dice in the hand, or the dice show something else than
    before. What cannot be read may be a die or not: of more than the game has, some are
    none, and stay none until they are seen no more. Where one die may be in the hand
    with a phantom for it, what it shows decides, and if nobody can read that, people do.
    """

    tray: Tray
    known: Callable[[R], Values]
    """What the dice show by the rules; nothing before a turn's first roll."""
    falls: Callable[[R, FallenDice], bool]
    """Dice have fallen: ends a turn that has no roll left, or reports that they must not; whether they are a roll."""
    rolled: Callable[[R, Values], None]
    """A roll is known."""
    lost: Callable[[R], None]
    """Dice are taken up again before anybody said what they showed."""
    turn: Callable[[R], int]
    """Whose turn it is."""

    def observe(self, recorder: R, seen: Observation) -> None:
        """Process a look while the game goes on; a glimpse is ignored here."""
        if isinstance(seen, Settled) and recorder.table_state.goes_on:
            if not seen.table.covered & {self.tray.tray, self.tray.kept}:
                self._look(recorder, seen)
            recorder.done()

    def settle(self, recorder: R) -> None:
        """Nothing has been thrown until now, whatever lies there: people said how it is, or the game was paused."""
        table_state = recorder.table_state
        if table_state.unread is not None:
            recorder.record(RollRead())
        dice = self.tray.without(table_state.watched.phantoms, table_state.table)
        whole = not dice.unread and not self.tray.missing(dice)
        self._watched(recorder, lay=dice.values if whole else None, out=(), sure=False)

    def told(self, recorder: R, colour: str, value: int) -> None:
        """One more die of the roll becomes known, from an answer or a late reading; the last one completes the roll."""
        recorder.record(DieTold(colour, value))
        roll: UnreadRoll | None = recorder.table_state.unread
        if roll is None or roll.open:
            return
        recorder.record(RollRead())
        lay = recorder.table_state.watched.lay
        self._watched(recorder, lay=roll.values)
        if roll.taken_up or roll.values != lay:
            self.rolled(recorder, roll.values)

    def _look(self, recorder: R, seen: Settled) -> None:
        was: DiceWatched = recorder.table_state.watched
        came = self._came(recorder)
        # Where dice have fallen, or nothing moves any more, what lies there are dice as far as the game has so many.
        fell = came > 0 or not seen.steps
        phantoms = self.tray.phantoms(seen.table, () if fell else was.phantoms)
        dice = self.tray.without(phantoms, seen.table)
        learnt = Counter(phantoms) - Counter(was.phantoms) if was.out else Counter()
        seen_out = Counter(self.tray.missing(dice))
        out = seen_out | (Counter(was.out) + learnt)
        sure = was.sure or bool(self.tray.missing(self.tray.read(self.tray.lying(seen.table))))  # fmt: skip
        self._watched(recorder, phantoms=phantoms, out=tuple(out.elements()), sure=sure)
        more = self.tray.too_many(dice)
        if more is not None:
            self._wrong(recorder, "too-many", colour=colour_name(more))
            return
        recorder.resolve("too-many")
        if not seen_out:
            recorder.resolve("missing")
            self._rest(recorder, seen, dice)
        elif came > 0:
            names = tuple(map(colour_name, seen_out.elements()))
            self._wrong(recorder, "missing", colours=names)

    def _wrong(self, recorder: R, reason: str, **gaps: Param) -> None:
        text = message(f"dice.wrong.{reason}", **gaps)
        recorder.report_violation(kit.Violation(reason, self.turn(recorder), text))

    def _came(self, recorder: R) -> int:
        """How many more dice lie there than at the last look."""
        return sum(1 if s.sign == "+" else -1 for s in self.tray.moved(recorder.table_state.steps, recorder.table_state.table))  # fmt: skip

    def _rest(self, recorder: R, seen: Settled, dice: DiceLying) -> None:
        """All dice lie there."""
        table_state = recorder.table_state
        was, roll = table_state.watched, table_state.unread
        aside = len(seen.table[self.tray.kept]) if self.tray.kept else 0
        hand = len(was.out) - max(0, aside - was.aside)
        if roll is None and was.lay is None and not was.out:
            # The first look of all: nobody knows whether they were thrown.
            self._at_rest(recorder, aside, dice)
        elif self._straightened(roll, was, dice):
            self._read_on(recorder, roll, dice)
        elif self._as_it_was(recorder, dice):
            recorder.resolve()
            self._at_rest(recorder, aside, dice)
        elif roll is None and not (was.sure and hand > 0) and self._fits(was, dice):
            self._unmoved(recorder, seen, aside, dice)
        else:
            self._fell(recorder, aside, dice)

    def _at_rest(self, recorder: R, aside: int, dice: DiceLying) -> None:
        lay = recorder.table_state.watched.lay if dice.unread else dice.values
        self._watched(recorder, lay=lay, aside=aside, out=(), sure=False)

    def _watched(self, recorder: R, **new: Any) -> None:
        was = recorder.table_state.watched
        if replace(was, **new) != was:
            recorder.record(replace(was, **new))

    def _straightened(self, roll: UnreadRoll | None, was: DiceWatched, dice: DiceLying) -> bool:  # fmt: skip
        """Whether nothing moved but dice that are asked about."""
        if roll is None or len(was.out) > (len(roll.open) if was.sure else len(was.out)):  # fmt: skip
            return False
        more = Counter(dice.values) - Counter(roll.values)
        less = Counter(roll.values) - Counter(dice.values)
        fresh, gone = _colours(more), _colours(less)
        known = not gone or not was.sure
        return known and fresh <= Counter(roll.open) and gone <= Counter(dice.unread)

    def _read_on(self, recorder: R, roll: UnreadRoll | None, dice: DiceLying) -> None:
        assert roll is not None
        self._watched(recorder, out=(), sure=False)
        for colour, value in (Counter(dice.values) - Counter(roll.values)).elements():
            self.told(recorder, colour, value)

    def _as_it_was(self, recorder: R, dice: DiceLying) -> bool:
        """Whether dice that broke the rules lie again as the rules have them."""
        right = Counter(self.known(recorder))
        broken = recorder.table_state.violations
        return bool(broken and right) and not Counter(dice.values) - right

    def _fits(self, was: DiceWatched, dice: DiceLying) -> bool:
        """Whether all that can be read is what lay there."""
        return was.lay is not None and not Counter(dice.values) - Counter(was.lay)

    def _unmoved(self, recorder: R, seen: Settled, aside: int, dice: DiceLying) -> None:
        """They show what they showed; one that cannot be read may have been thrown while a phantom lay there for it."""
        if recorder.table_state.watched.out and dice.unread:
            self._fell(recorder, aside, dice)
            return
        signs = [(s.sign, s.card) for s in recorder.table_state.steps if s.zone == self.tray.tray]  # fmt: skip
        nudged = tuple(c for sign, c in signs if sign == "+" and ("-", c) in signs and self.tray.die(c).value is not None)  # fmt: skip
        if nudged and not recorder.table_state.watched.out:
            recorder.record(kit.DiceNudged(nudged))
        self._at_rest(recorder, aside, dice)

    def _fell(self, recorder: R, aside: int, dice: DiceLying) -> None:
        """A roll, known at once or asked about."""
        was: DiceWatched = recorder.table_state.watched
        roll: UnreadRoll | None = recorder.table_state.unread
        if roll is not None and roll.taken_up:
            recorder.record(RollMissed(roll.open))
            self.lost(recorder)
        elif roll is not None:
            # Nobody saw that it was thrown at all.
            recorder.record(RollRead())
        size = len(self.tray.dice.dice)
        every = len(was.out) >= size if was.out else not aside
        if not self.falls(recorder, FallenDice(dice, aside, every)):
            self._watched(recorder, lay=None if dice.unread else dice.values, aside=aside, out=(), sure=False)  # fmt: skip
        elif dice.unread:
            taken_up = was.sure or not self._fits(was, dice)
            recorder.record(RollUnread(dice.values, dice.unread, (), was.out, (), taken_up))  # fmt: skip
            self._watched(recorder, aside=aside, out=(), sure=False)
        else:
            self._at_rest(recorder, aside, dice)
            self.rolled(recorder, dice.values)


def _colours(values: Counter[tuple[str, int]]) -> Counter[str]:
    return Counter(colour for colour, _ in values.elements())
