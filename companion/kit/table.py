"""A game at a table: what happens there besides the rules, what is remembered between inputs, what one input leads to, and how a session plays it."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Literal, Self, TypeAlias, TypeVar, assert_never, cast

from companion import inputs
from companion.announce import Announcement, Message, Param, message
from companion.codec import Codec, inlined
from companion.errors import IllegalMove
from companion.kit.questions import Question
from companion.kit.setup import Setup
from companion.rules import Happened, Json, Undoing
from companion.table import Glimpse, Observation, Settled, Table

Stage: TypeAlias = Literal["set-up", "play", "rebuild", "over"]

_log = logging.getLogger(__name__)

# What is wrong or missing ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Problem:
    """What is missing before a game can begin or continue; a game may say more of it."""

    text: Message = inlined()

    @property
    def code(self) -> str:
        """Which kind of problem it is."""
        return self.text.key

    def public(self) -> dict[str, Any]:
        """As the public view has it."""
        return {"code": self.code, "text": self.text.to_json()}


@dataclass(frozen=True, slots=True)
class Violation:
    """Something on the table that the rules do not allow, for as long as it is there; a game may say more of it."""

    reason: str
    player: int
    text: Message

    @property
    def about(self) -> object:
        """Of several about the same, the last one stands."""
        return self.reason

    def public(self) -> dict[str, Any]:
        """As the public view has it."""
        who = {"reason": self.reason, "player": self.player}
        return who | {"text": self.text.to_json()}


# Events ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StageBegan:
    """The table is set up, played on, or laid out again from now on."""

    stage: Stage


@dataclass(frozen=True, slots=True)
class SetUpChecked:
    """What is missing before the game can begin; nothing, if there are no problems."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class RebuildChecked:
    """What is missing before the game can continue; nothing, if there are no problems."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Violated:
    """Something on the table is not allowed by the rules."""

    wrong: Violation = inlined()


@dataclass(frozen=True, slots=True)
class ViolationResolved:
    """It is as it should be again, or was accepted."""

    wrong: Violation = inlined()


@dataclass(frozen=True, slots=True)
class GameChanged:
    """An input changed the game, so that it can be undone: its entry."""

    entry: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The game was paused, or goes on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class TurnHandedOver:
    """People said whose turn it is."""

    player: int


@dataclass(frozen=True, slots=True)
class PlayerNamed:
    """Somebody is called by another name from now on."""

    player: int
    name: str


TableEvent: TypeAlias = (
    StageBegan
    | SetUpChecked
    | RebuildChecked
    | Violated
    | ViolationResolved
    | GameChanged
    | Paused
    | TurnHandedOver
    | PlayerNamed
)

KINDS: Final[Mapping[str, type[Any]]] = {
    "stage": StageBegan,
    "set-up": SetUpChecked,
    "rebuild": RebuildChecked,
    "illegal": Violated,
    "legal-again": ViolationResolved,
    "did": GameChanged,
    "paused": Paused,
    "given": TurnHandedOver,
    "named": PlayerNamed,
}
"""The names of these events in journals."""


# State -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """One moment at a table; ``entry`` and ``now``: number and time of the input being processed, ``since``: when the turn began."""

    setup: Setup
    state: Any
    """What the rules know."""
    stage: Stage = "set-up"
    entry: int = 0
    now: float = 0.0
    since: float = 0.0
    table: Table = field(default_factory=Table)
    problems: tuple[Problem, ...] | None = None
    """What is missing before the game can begin or continue; None: not checked yet."""
    violations: tuple[Violation, ...] = ()
    did: tuple[int, ...] = ()
    """The entries that changed the game, to be undone one by one."""
    paused: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.setup.players

    @property
    def goes_on(self) -> bool:
        """Whether the game is being played now."""
        return self.stage == "play" and not self.paused

    @property
    def undoable(self) -> object:
        """What can be undone: an input that changes it is one to be undone."""
        return self.state

    def registered(self, given: inputs.Input) -> Self:
        """The state after an input, without conclusions; the same object if nothing changes."""
        if isinstance(given.seen, Glimpse):
            return self
        there = self if given.seen is None else self.looked(given.seen)
        return replace(there, entry=given.seq, now=given.at)

    def looked(self, seen: Settled) -> Self:
        """The state after a look, without conclusions."""
        return replace(self, table=seen.table)

    def public(
        self, turn: int | None, questions: Iterable[Question[Any]], *, over: bool
    ) -> dict[str, Any]:
        """Its part of the public view; ``turn``: whose it is by the rules, None if nobody's."""
        playing = self.stage == "play" and turn is not None and not over
        return {
            "round": 0,
            "phase": "over" if over else self.stage,
            "turn": {"player": turn, "since": self.since} if playing else None,
            "zones": {},
            "covered": sorted(self.table.covered),
            "questions": [asked.public() for asked in questions],
            "setup": self._set_up(),
            "troubles": [wrong.public() for wrong in self.violations],
            "moves": [],
            "paused": self.paused,
            "camera": self.setup.camera,
            "rulings": self.setup.rulings.to_json() if self.setup.rulings else {},
        }

    def says(
        self, kind: str, sentence: str, player: int, params: Json | None = None, /, **gaps: Param
    ) -> Announcement:
        """What people are told about a player, whose name fills the gap ``player`` of the sentence."""
        text = message(sentence, player=self.names[player], **gaps)
        return Announcement(kind, text, player, params or {})

    @staticmethod
    def public_player(name: str, cards: int) -> dict[str, Any]:
        """What every page knows of a player: the name, and the fewest and the most cards."""
        return {"name": name, "cards": [cards, cards], "won": []}

    def _set_up(self) -> dict[str, Any] | None:
        if self.stage in ("play", "over") or self.problems is None:
            return None
        told = [problem.public() for problem in self.problems]
        return {"ok": not told, "problems": told}


T = TypeVar("T", bound=TableState)


def evolve(table_state: T, event: TableEvent) -> T:
    """The state after one event, as far as all games share it."""
    match event:
        case StageBegan(stage):
            there = replace(table_state, stage=stage, problems=None)
            return replace(there, since=table_state.now)
        case SetUpChecked(problems) | RebuildChecked(problems):
            return replace(table_state, problems=problems)
        case Violated(wrong):
            others = (w for w in table_state.violations if w.about != wrong.about)
            return replace(table_state, violations=(*others, wrong))
        case ViolationResolved(wrong):
            others = (w for w in table_state.violations if w != wrong)
            return replace(table_state, violations=tuple(others))
        case GameChanged(entry):
            return replace(table_state, did=(*table_state.did, entry))
        case Paused(paused):
            return replace(table_state, paused=paused)
        case TurnHandedOver():
            return table_state
        case PlayerNamed(player, name):
            return replace(table_state, setup=table_state.setup.called(player, name))
        case _:
            assert_never(event)


def announce(names: Sequence[str], event: object) -> Iterator[Announcement]:
    """What people are told about an event of any table, ``names`` of the players by seat; nothing of any other event."""
    match event:
        case Violated(wrong):
            yield Announcement("illegal", wrong.text, wrong.player)
        case SetUpChecked((first, *_)) | RebuildChecked((first, *_)):
            yield Announcement("set-up", first.text)
        case RebuildChecked():
            yield Announcement("corrected", message("session.laid-out"))
        case Paused(paused):
            key = "session.paused" if paused else "session.resumed"
            yield Announcement("pause", message(key))
        case TurnHandedOver(player):
            text = message("session.turn-given", player=names[player])
            yield Announcement("corrected", text, player)
        case PlayerNamed(player, name):
            text = message("session.named", player=names[player], name=name)
            yield Announcement("corrected", text, player)


# Recorders ---------------------------------------------------------------------------


S = TypeVar("S")
G = TypeVar("G")
E = TypeVar("E")


class Recorder(Generic[T, G, E]):
    """Events ``E`` as they are concluded from a state ``T``, each folded at once, and the rules' state ``G`` in it; lives for one call of the game."""

    __slots__ = ("_before", "_evolve", "happened", "table_state")

    def __init__(self, table_state: T, evolve: Callable[[T, E], T]) -> None:
        self.table_state = table_state
        self.happened: list[Happened[T]] = []
        self._before, self._evolve = table_state, evolve

    @property
    def state(self) -> G:
        """What the rules know by now."""
        return cast(G, self.table_state.state)

    def record(self, *events: E | TableEvent) -> None:
        """Let events happen."""
        for event in events:
            self.table_state = self._evolve(self.table_state, cast(E, event))
            self.happened.append(Happened(event, self.table_state))

    def done(self) -> None:
        """The input has been processed: if it changed the game, it can be undone."""
        if self._before.undoable != self.table_state.undoable:
            self.record(GameChanged(self.table_state.entry))

    def check(self, problems: Iterable[Problem]) -> bool:
        """Report what is missing before the game can begin or continue, if that has changed; whether nothing is from now on."""
        found, now = tuple(problems), self.table_state
        if found == now.problems:
            return False
        checked = SetUpChecked if now.stage == "set-up" else RebuildChecked
        self.record(checked(found))
        return not found

    def report_violation(self, wrong: Violation) -> None:
        """Report once that something breaks the rules."""
        if wrong not in self.table_state.violations:
            self.record(Violated(wrong))

    def standing_violation(self, reason: str | None) -> Violation:
        """The violation of that reason that still stands, the latest one if no reason is named. Raises IllegalMove."""
        for wrong in reversed(self.table_state.violations):
            if reason in (None, wrong.reason):
                return wrong
        raise IllegalMove("session.settled")

    def resolve(self, *reasons: str) -> None:
        """Report that these violations are resolved; all of them if none is named."""
        for wrong in self.table_state.violations:
            if wrong.reason in reasons or not reasons:
                self.record(ViolationResolved(wrong))


# The game ----------------------------------------------------------------------------


def step_by_step(state: TableState, move: str | None) -> Undoing:
    """How most games undo: what was last said or seen. Raises IllegalMove."""
    if not state.did:
        raise IllegalMove("session.nothing-happened")
    return Undoing(state.did[-1])


R = TypeVar("R", bound=Recorder[Any, Any, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame(Generic[S, R]):
    """A game over states ``S``; the consequences of an input go to a recorder ``R``. It holds no state itself."""

    start: Callable[[Json], S]
    """A set-up -> the initial state. Raises EditionError, and ValueError for an invalid set-up."""
    register: Callable[[S, inputs.Input], S] = cast(Any, TableState.registered)
    recorder: Callable[[S, Callable[[S, Any], S]], R]
    observe: Callable[[R, Observation], None]
    submit: Callable[[R, Any], None]
    """The consequences of a submitted move; likewise below for the other inputs. Each may raise IllegalMove."""
    answer: Callable[[R, Any, Any], None]
    correct: Callable[[R, Any], None]
    evolve: Callable[[S, Any], S]
    announce: Callable[[S, Any], Iterable[Announcement]]
    undoing: Callable[[S, str | None], Undoing] = cast(Any, step_by_step)
    view: Callable[[S], dict[str, Any]]
    place: Callable[[S, Json], int | None] = lambda state, correction: None
    events: Codec[Any]
    """Its events, as journals have them."""
    lost: Callable[[R], bool] = lambda recorder: False
    """What a look leads to that ``observe`` cannot process, if anything: what is there counts, and what was inferred so far is given up."""

    def respond(self, state: S, given: inputs.Input) -> Sequence[Happened[S]]:
        """What follows from the input just registered. Raises IllegalMove."""
        recorder = self.recorder(state, self.evolve)
        match given.what:
            case Settled() | Glimpse() as seen:
                recorder = self._observed(recorder, state, seen)
            case inputs.Submission(move):
                self.submit(recorder, move)
            case inputs.Answer(question, choice):
                self.answer(recorder, question, choice)
            case inputs.Correction(correction):
                self.correct(recorder, correction)
        recorder.done()
        return recorder.happened

    def _observed(self, recorder: R, state: S, seen: Observation) -> R:
        """What follows from a look; by a defect nothing is half told, and the game goes on from what lies there if it can."""
        try:
            self.observe(recorder, seen)
        except Exception:
            recorder = self.recorder(state, self.evolve)
            if not self.lost(recorder):
                raise
            _log.exception("what was seen so far is given up: %r", seen)
        return recorder

    def event_to_json(self, event: Any) -> Json:
        """An event as its journal entry."""
        return self.events.to_json(event)

    def event_from_json(self, data: Json) -> Any:
        """The event of a journal entry. Raises ValueError."""
        return self.events.from_json(data)
