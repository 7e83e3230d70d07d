"""Rolls at a table with dice: what happens to them besides the rules, what is not known of them yet, what people are told and asked."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Self, TypeAlias, TypeVar, cast

from companion.announce import Announcement, Message, message
from companion.codec import Leaves, reader, writer
from companion.kit import orders
from companion.kit import table as kit
from companion.kit.dice import DiceCodes, DiceLying, DieShows, Known, Tray, UnreadRoll
from companion.kit.dice_in_place import DiceInPlace, UnreadDie
from companion.kit.questions import Choice, Question
from companion.table import Settled, Step, Table

Colours: TypeAlias = tuple[str, ...]
Values: TypeAlias = tuple[tuple[str, int], ...]
"""Colour and value of dice, ascending."""

# Events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiceMoved:
    """Dice left their places, and others came to rest, since the last roll was told."""

    left: DiceCodes = ()
    came: DiceCodes = ()


@dataclass(frozen=True, slots=True)
class DiceNudged:
    """Dice moved without being thrown."""

    dice: DiceCodes = ()


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
    hidden: Values = ()
    """What dice show that cannot be read where they were set aside."""


Event: TypeAlias = (
    kit.TableEvent
    | DiceMoved
    | DiceNudged
    | RollUnread
    | DieTold
    | RollRead
    | RollMissed
    | DiceWatched
)
KINDS: Final[Mapping[str, type[Any]]] = {
    **kit.KINDS,
    "dice": DiceMoved,
    "nudged": DiceNudged,
    "unread": RollUnread,
    "die-told": DieTold,
    "read": RollRead,
    "missed": RollMissed,
    "watched": DiceWatched,
}
"""The names of these events, and of those of every table, in journals."""


@dataclass(frozen=True, slots=True)
class Violation(kit.Violation):
    """With the roll that it is about, which people may accept: which dice were thrown, and what all show."""

    thrown: tuple[str, ...] = ()
    values: tuple[int, ...] = ()

    def public(self) -> dict[str, Any]:
        """As the public view has it."""
        roll = {"thrown": list(self.thrown), "values": list(self.values)}
        return kit.Violation.public(self) | roll


LEAVES: Final[Leaves] = {kit.Violation: (writer(Violation), reader(Violation))}
"""How violations are written and read."""


# State -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(kit.TableState):
    """One moment at a table with dice; ``turns``: how many there have been."""

    violations: tuple[Violation, ...] = ()
    turns: int = 0
    steps: tuple[Step, ...] = ()
    """What the last look showed to have changed."""
    left: DiceCodes = ()
    """Dice that left their places since the last rest."""
    came: DiceCodes = ()
    """Dice that have come to rest since then."""
    unread: UnreadRoll | None = None
    """The roll on the table that is not known yet."""
    missed: int = 0
    """Unread rolls since the last known one of this turn."""
    stale: Colours = ()
    """The colours of their dice that have not been read since."""
    watched: DiceWatched = field(default_factory=DiceWatched)
    unread_dice: tuple[UnreadDie, ...] = ()
    """Dice that lie still though the last look did not read them; ``table`` has them as they are known."""
    tray: ClassVar[Tray | None] = None
    """The dice of a game that goes by their steps, and whose rules' state has the turn's ``rolls``; None: it goes by what lies there."""

    @property
    def undoable(self) -> object:
        """What can be undone."""
        return self.state, self.unread

    @property
    def in_hand(self) -> bool:
        """Whether somebody was seen with dice in the hand."""
        return len(self.left) > len(self.came)

    def looked(self, seen: Settled) -> Self:
        """The state after a look, without conclusions."""
        steps = changes(self.table, seen)
        if self.tray is None:
            return replace(self, table=seen.table, steps=steps)
        dice = DiceInPlace(self.tray, self.table, self.unread_dice)
        dice.begin_again(sorted({s.zone for s in seen.steps} - {s.zone for s in steps}), seen.table)
        dice.look(seen.table, steps, first=not self.state.rolls)
        told, unread = (*dice.steps,), (*dice.unread,)
        return replace(self, table=dice.table, steps=told, unread_dice=unread)

    def known(self, values: Values) -> Self:
        """The state in which all dice show these values, whether a look reads them or not."""
        if self.tray is None:
            return self
        dice = DiceInPlace(self.tray, self.table, self.unread_dice)
        dice.know(values)
        return replace(self, table=dice.table, unread_dice=(*dice.unread,))

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


def changes(before: Table, seen: Settled) -> tuple[Step, ...]:
    """What a look shows to have changed since the table ``before``, in chronological order.

    A camera that has just started reports everything on the table as new: what lies
    in a zone as it lay before is no change.
    """
    moved = {step.zone for step in seen.steps}
    as_before = {zone for zone in moved if _is_as_before(zone, before, seen)}
    return tuple(step for step in seen.steps if step.zone not in as_before)


def _is_as_before(zone: str, before: Table, seen: Settled) -> bool:
    """Whether all that lies in a zone is said to have come, and is what lay there: a die that lies there is readable or not."""
    steps, now = [s for s in seen.steps if s.zone == zone], Counter(seen.table[zone])
    came = Counter(step.card for step in steps if step.sign == "+")
    gone, fresh = Counter(before[zone]) - now, now - Counter(before[zone])
    unread = Counter(code.partition("-")[0] for code in gone.elements())
    return came == now and len(steps) == came.total() and fresh == unread


T = TypeVar("T", bound=TableState)


def evolve(table_state: T, event: Event, tray: Tray) -> T:
    """The state after one event."""
    match event:
        case DiceMoved(left, came):
            return replace(table_state, left=left, came=came)
        case DiceNudged():
            return table_state
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
            told = table_state.unread
            there = replace(table_state, unread=None)
            return there if told is None else there.known(told.values)
        case RollMissed(asked):
            stale, missed = (*table_state.stale, *asked), table_state.missed + 1
            return replace(table_state, unread=None, missed=missed, stale=stale)
        case DiceWatched():
            return replace(table_state, watched=event)
        case kit.StageBegan():
            fresh = replace(table_state, left=(), came=(), violations=())
            return kit.evolve(fresh, event)
        case _:
            return kit.evolve(table_state, event)


G = TypeVar("G")
E = TypeVar("E")


class Recorder(kit.Recorder[T, G, E]):
    """What is concluded within one call of a game of dice, whose rules' state knows whose ``turn`` it is."""

    __slots__ = ()

    def wrong(
        self, reason: str, text: Message, thrown: Colours = (), values: tuple[int, ...] = ()
    ) -> None:
        """Report once that something breaks the rules in this turn: which dice were thrown, and what all show, if people may accept that."""
        turn: int = cast(Any, self.state).turn
        self.report_violation(Violation(reason, turn, text, thrown, values))


def moved(
    recorder: kit.Recorder[Any, Any, Any], tray: Tray, steps: Iterable[Step], before: Known | None
) -> DiceLying:
    """By these steps dice left their places and came, beside those that did before; the dice that lie there now. ``before``: what they showed when all were known."""
    now: TableState = recorder.table_state
    left, came = tray.gone_and_come(steps, now.left, now.came)
    lying = tray.lying(now.table)
    there = tuple(sorted((Counter(came) & Counter(lying)).elements()))
    dice, known = tray.read(lying), None if now.unread else before
    left = tray.but_phantoms(left, there, dice)
    recorder.record(DiceMoved(*tray.but_hidden(known, left, there, dice, len(now.left))))
    return dice


# What people are told and asked ------------------------------------------------------


def announce(names: Sequence[str], event: object) -> Iterator[Announcement]:
    """What people are told about an event of any table with dice, ``names`` of the players by seat; nothing of any other event."""
    match event:
        case RollUnread(asked=asked, missing=missing):
            # Somebody searching the floor is not straightening dice.
            key, some = ("missing", missing) if missing else ("unread", asked)
            colours = tuple(map(colour_name, some))
            text = message(f"dice.wrong.{key}", colours=colours, count=len(colours))
            yield Announcement("unread", text, None, {"dice": list(asked)})
        case DiceNudged():
            yield Announcement("nudged", message("dice.nudged"))
        case _:
            yield from kit.announce(names, event)


def colour_name(colour: str) -> Message:
    """The name of a die's colour."""
    return message(f"dice.colour.{colour}")


@dataclass(frozen=True, slots=True)
class DieQuestion(Question[DieShows]):
    """What a die of several alike shows; ``beside``: what the others of its colour do."""

    beside: tuple[int, ...] = ()

    def public(self) -> dict[str, Any]:
        """As the public view has it."""
        return Question.public(self) | {"beside": list(self.beside)}


def die_questions(
    tray: Tray, roll: UnreadRoll, shown: Callable[[int], Message | str] = str
) -> Iterator[DieQuestion]:
    """One die of each colour at a time: two of a colour are indistinguishable; ``shown`` names a value."""
    for colour in dict.fromkeys(roll.open):
        number = roll.open.count(colour)
        beside = tuple(DiceLying(roll.values).of(colour))
        lost = number <= roll.missing.count(colour)
        kind = "missing" if lost else "beside" if beside else "die"
        others = tuple(map(shown, beside))
        text = message(f"dice.question.{kind}", colour=colour_name(colour), shown=others)
        says = {value: message("dice.shows", value=shown(value)) for _, value in tray.faces(colour)}
        choices = tuple(
            Choice(f"{colour}-{word}", says[value], DieShows(colour, value))
            for word, value in tray.faces(colour)
        )
        id = f"die-{roll.entry}-{colour}-{number}"
        yield DieQuestion(id, "die", None, text, choices, beside)


# What people put right ---------------------------------------------------------------


SCHEMA: Final[orders.CorrectionSchema] = {"dice": {"values": orders.some(orders.number)}}
"""The keys of the correction of what dice show, which a game carries out as its own."""


def look_again(
    recorder: kit.Recorder[Any, Any, Any], reason: str | None, of_dice: Callable[[str], bool]
) -> None:
    """What broke the rules does so no longer; ``of_dice``: whether a reason is about dice, which then are looked at anew. Raises IllegalMove."""
    wrong = recorder.standing_violation(reason)
    if reason is None or of_dice(wrong.reason):
        recorder.record(DiceMoved())
    orders.settled(recorder, reason)
