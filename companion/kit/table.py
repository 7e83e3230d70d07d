"""A game at a table: what it remembers between inputs, what one input leads to, and how a session plays it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar, assert_never, cast

from companion.announce import Announcement, Message, message
from companion.errors import IllegalMove
from companion.kit.codec import Codec
from companion.kit.events import (
    DiceCodes,
    DiceMoved,
    DiceNudged,
    GameChanged,
    Paused,
    RebuildChecked,
    SetUpChecked,
    Stage,
    StageBegan,
    TableEvent,
    TurnHandedOver,
    Violated,
    Violation,
    ViolationResolved,
)
from companion.rules import Happened, Input, Json, Undoing
from companion.table import Observation, Settled, Step, Table

__all__ = [
    "DiceCodes",
    "DiceMoved",
    "DiceNudged",
    "GameChanged",
    "Paused",
    "RebuildChecked",
    "BaseTableState",
    "Recorder",
    "SetUpChecked",
    "Stage",
    "StageBegan",
    "TableEvent",
    "TableGame",
    "TableRecorder",
    "TableState",
    "TurnHandedOver",
    "Violated",
    "Violation",
    "ViolationResolved",
    "announce",
    "changes",
    "evolve",
    "registered",
    "step_by_step",
]

# State -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseTableState:
    """One moment at any table.

    ``entry`` and ``now`` are the number and time of the input being processed,
    ``since`` when the turn began.
    """

    stage: Stage = "set-up"
    entry: int = 0
    now: float = 0.0
    since: float = 0.0
    table: Table = field(default_factory=Table)
    problems: tuple[Any, ...] | None = None
    """What is missing before the game can begin or continue; None: not checked yet."""
    violations: tuple[Any, ...] = ()
    paused: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether the game is being played now."""
        return self.stage == "play" and not self.paused


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(BaseTableState):
    """One moment at a table with dice; ``turns``: how many there have been."""

    turns: int = 0
    steps: tuple[Step, ...] = ()
    """What the last look showed to have changed."""
    left: DiceCodes = ()
    """Dice that left their places since the last rest."""
    came: DiceCodes = ()
    """Dice that have come to rest since then."""
    problems: tuple[Message, ...] | None = None
    violations: tuple[Violation, ...] = ()
    did: tuple[int, ...] = ()
    """The entries that changed the game, to be undone one by one."""

    def public(self, turn: int | None, *, over: bool) -> dict[str, Any]:
        """Its part of the public view; ``turn``: whose it is by the rules, None if nobody's."""
        playing = self.stage == "play" and turn is not None and not over
        return {
            "round": 0,
            "phase": "over" if over else self.stage,
            "turn": {"player": turn, "since": self.since} if playing else None,
            "covered": sorted(self.table.covered),
            "setup": self._set_up(),
            "troubles": [wrong.to_json() for wrong in self.violations],
            "paused": self.paused,
        }

    @staticmethod
    def public_player(name: str, cards: int) -> dict[str, Any]:
        """What every page knows of a player: the name, and the fewest and the most cards."""
        return {"name": name, "cards": [cards, cards], "won": []}

    def _set_up(self) -> dict[str, Any] | None:
        if self.stage == "play" or self.problems is None:
            return None
        told = [{"code": p.key, "text": p.to_json()} for p in self.problems]
        return {"ok": not told, "problems": told}


T = TypeVar("T", bound=TableState)


def registered(table_state: T, given: Input) -> T:
    """The state after registering an input, without conclusions; the same object if nothing changes."""
    if given.seen is None:
        return replace(table_state, entry=given.seq, now=given.at)
    if not isinstance(given.seen, Settled):
        return table_state
    there = replace(table_state, entry=given.seq, now=given.at, table=given.seen.table)
    return replace(there, steps=changes(table_state.table, given.seen))


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


def evolve(table_state: T, event: TableEvent) -> T:
    """The state after one event, as far as all games share it."""
    match event:
        case DiceMoved(left, came):
            return replace(table_state, left=left, came=came)
        case StageBegan(stage):
            fresh = replace(table_state, left=(), came=(), violations=())
            return replace(fresh, stage=stage, problems=None, since=table_state.now)
        case SetUpChecked(problems) | RebuildChecked(problems):
            return replace(table_state, problems=problems)
        case Violated():
            wrong = event.as_a(Violation)
            others = (w for w in table_state.violations if w.reason != wrong.reason)
            return replace(table_state, violations=(*others, wrong))
        case ViolationResolved():
            right = event.as_a(Violation)
            others = (w for w in table_state.violations if w != right)
            return replace(table_state, violations=tuple(others))
        case GameChanged(entry):
            return replace(table_state, did=(*table_state.did, entry))
        case Paused(paused):
            return replace(table_state, paused=paused)
        case TurnHandedOver() | DiceNudged():
            return table_state
        case _:
            assert_never(event)


def announce(names: Sequence[str], event: TableEvent) -> Iterator[Announcement]:
    """What people are told about an event; ``names`` of the players, by seat."""
    match event:
        case Violated(_, player, text):
            yield Announcement("illegal", text, player)
        case SetUpChecked((first, *_)) | RebuildChecked((first, *_)):
            yield Announcement("set-up", first)
        case RebuildChecked():
            yield Announcement("corrected", message("session.laid-out"))
        case Paused(paused):
            key = "session.paused" if paused else "session.resumed"
            yield Announcement("pause", message(key))
        case TurnHandedOver(player):
            text = message("session.turn-given", player=names[player])
            yield Announcement("corrected", text, player)
        case DiceNudged():
            yield Announcement("nudged", message("dice.nudged"))
        case DiceMoved() | StageBegan() | SetUpChecked() | ViolationResolved() | GameChanged():  # fmt: skip
            pass
        case _:
            assert_never(event)


# Recorders ---------------------------------------------------------------------------


S = TypeVar("S")
E = TypeVar("E")


class Recorder(Generic[S, E]):
    """Events as they are concluded, each folded at once; lives for one call of the game."""

    __slots__ = ("_evolve", "happened", "table_state")

    def __init__(self, table_state: S, evolve: Callable[[S, E], S]) -> None:
        self.table_state = table_state
        self.happened: list[Happened[S]] = []
        self._evolve = evolve

    def record(self, *events: E) -> None:
        """Let events happen."""
        for event in events:
            self.table_state = self._evolve(self.table_state, event)
            self.happened.append(Happened(event, self.table_state))


class TableRecorder(Recorder[T, E | TableEvent], Generic[T, E]):
    """Of a state ``T`` at a table and a game's own events ``E``; ``undoable`` is what of a state can be undone."""

    __slots__ = ("_before", "_undoable")

    def __init__(
        self,
        table_state: T,
        evolve: Callable[[T, E | TableEvent], T],
        undoable: Callable[[T], object],
    ) -> None:
        super().__init__(table_state, evolve)
        self._before, self._undoable = table_state, undoable

    def done(self) -> None:
        """The input has been processed: if it changed the game, it can be undone."""
        if self._undoable(self._before) != self._undoable(self.table_state):
            self.record(GameChanged(self.table_state.entry))

    def report_violation(self, wrong: Violation) -> None:
        """Report once that something breaks the rules."""
        if wrong not in self.table_state.violations:
            self.record(wrong.as_a(Violated))

    def standing_violation(self, reason: str | None) -> Violation:
        """The violation of that reason that still stands, the latest one if no reason is named. Raises IllegalMove."""
        standing = reversed(self.table_state.violations)
        found = (wrong for wrong in standing if reason in (None, wrong.reason))
        wrong = next(found, None)
        if wrong is None:
            raise IllegalMove("session.settled")
        return wrong

    def look_again(self, reason: str | None, of_dice: Callable[[str], bool]) -> None:
        """What broke the rules does so no longer: one violation, or all of them if no reason is named.

        ``of_dice``: whether a reason is about dice, which then are looked at anew. Raises IllegalMove.
        """
        wrong = self.standing_violation(reason)
        if reason is None or of_dice(wrong.reason):
            self.record(DiceMoved())
        self.resolve(*(() if reason is None else (reason,)))

    def resolve(self, *reasons: str) -> None:
        """Report that these violations are resolved; all of them if none is named."""
        for wrong in self.table_state.violations:
            if wrong.reason in reasons or not reasons:
                self.record(wrong.as_a(ViolationResolved))


# The game ----------------------------------------------------------------------------


def step_by_step(state: TableState, move: str | None) -> Undoing:
    """How most games undo: what was last said or seen. Raises IllegalMove."""
    if not state.did:
        raise IllegalMove("session.nothing-happened")
    return Undoing(state.did[-1])


R = TypeVar("R", bound=Recorder[Any, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame(Generic[S, R]):
    """A game over states ``S``; the consequences of an input go to a recorder ``R``. It holds no state itself."""

    start: Callable[[Json], S]
    """A set-up -> the initial state. Raises EditionError, and ValueError for an invalid set-up."""
    register: Callable[[S, Input], S] = cast(Any, registered)
    recorder: Callable[[S], R]
    observed: Callable[[R, Observation], None]
    submitted: Callable[[R, Any], None]
    """The consequences of a submitted move; likewise below for the other inputs. Each may raise IllegalMove."""
    answered: Callable[[R, Any, Any], None]
    corrected: Callable[[R, Any], None]
    evolve: Callable[[S, Any], S]
    announced: Callable[[S, Any], Iterable[Announcement]]
    undoing: Callable[[S, str | None], Undoing] = cast(Any, step_by_step)
    view: Callable[[S], dict[str, Any]]
    place: Callable[[S, Json], int | None] = lambda state, correction: None
    events: Codec[Any] | None = None
    """Its events, as journals have them; None: they are JSON values already."""

    def respond(self, state: S, given: Input) -> Sequence[Happened[S]]:
        """What follows from the input just registered. Raises IllegalMove."""
        recorder = self.recorder(state)
        match given.kind:
            case "observation" if given.seen is not None:
                self.observed(recorder, given.seen)
            case "submission":
                self.submitted(recorder, given.data["move"])
            case "answer":
                self.answered(recorder, given.data["question"], given.data["choice"])
            case "correction":
                self.corrected(recorder, given.data["correction"])
        return recorder.happened

    def event_to_json(self, event: Any) -> Json:
        """An event as its journal entry."""
        told: Json = event if self.events is None else self.events.to_json(event)
        return told

    def event_from_json(self, told: Json) -> Any:
        """The event of a journal entry. Raises ValueError."""
        return told if self.events is None else self.events.from_json(told)

    def announce(self, before: S, event: Any) -> tuple[Announcement, ...]:
        """What people are told about an event."""
        return tuple(self.announced(before, event))
