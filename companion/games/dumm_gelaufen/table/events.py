"""What happens at this game's table besides the rules, in the past tense, and what all its events are called in journals."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypeVar

from companion.announce import Message
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.codec import LEAVES
from companion.games.dumm_gelaufen.rules.refusals import IllegalReason
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.problems import Problem
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.kit import table as kit
from companion.kit.codec import Codec
from companion.table import Table

X = TypeVar("X", bound="Violation")

Topic: TypeAlias = Literal[
    "source", "drawn", "whom", "worked", "swapped", "short", "rule"
]
"""What a question is about; ``rule`` is a claim that the table has to decide."""
Facts: TypeAlias = tuple[m.Event, ...]
Candidates: TypeAlias = tuple[TurnCandidate, ...]

# Turns --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FactsStated:
    """What people or the rules state besides what was seen.

    ``settles``: what was seen before is spent. ``rules``: a verdict, and the evidence
    ``since`` a number is of the turn after it. ``anew``: the belief begins with it.
    """

    facts: Facts
    settles: bool = False
    rules: bool = False
    since: int | None = None
    anew: bool = False


@dataclass(frozen=True, slots=True)
class TurnAssumed:
    """A turn as it is read for now, with the rules' events of it."""

    id: int
    reading: TurnCandidate
    facts: Facts


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """A turn was another than was told."""

    of: int
    reading: TurnCandidate
    facts: Facts


@dataclass(frozen=True, slots=True)
class TurnRetold:
    """A turn stays what it was, after one before it was another."""

    of: int
    facts: Facts


@dataclass(frozen=True, slots=True)
class TurnsWithdrawn:
    """A turn and those after it are taken back: what was seen is read anew."""

    of: int


@dataclass(frozen=True, slots=True)
class TurnAsked:
    """A turn is over, and people are asked what it was; ``rivals`` are what else it may have been."""

    id: int
    reading: TurnCandidate
    sure: bool
    rivals: Candidates = ()
    posterior: float | None = None


@dataclass(frozen=True, slots=True)
class TurnSettled:
    """A turn is over; ``posterior`` is how likely the reading is where nobody said it."""

    id: int
    reading: TurnCandidate
    sure: bool
    rivals: Candidates = ()
    posterior: float | None = None


@dataclass(frozen=True, slots=True)
class TurnPinned:
    """What was seen may mean nothing else than this turn: people said so."""

    of: int


@dataclass(frozen=True, slots=True)
class RivalsOffered:
    """What a turn that waits may have been instead."""

    of: int
    rivals: Candidates


@dataclass(frozen=True, slots=True)
class TurnDenied:
    """People said that a turn was none; ``back``: its cards go back to where they were."""

    id: int
    back: bool


@dataclass(frozen=True, slots=True)
class TurnStruck:
    """A turn was none: its number is not given again."""

    id: int


@dataclass(frozen=True, slots=True)
class TurnContinued:
    """Whoever is in the middle of a turn goes on with it: the table lies right."""

    player: int


@dataclass(frozen=True, slots=True)
class TurnBegunAnew:
    """Whoever was in the middle of a turn begins it again."""

    player: int


# Questions ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what it says, and the turn as it would be."""

    id: str
    text: Message
    move: TurnCandidate | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What only the people can know about a turn: it was asked, and is open until it is closed."""

    id: str
    about: int
    topic: Topic
    player: int
    text: Message
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    """A question was answered, or has become obsolete."""

    id: str


# Violations ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Violation:
    """Something at the table that the rules do not allow, for as long as it is there."""

    reason: IllegalReason
    player: int
    cards: tuple[str, ...] = ()
    zone: str = ""

    def as_a(self, kind: type[X]) -> X:
        """The same as an event, or as the violation that an event is about."""
        return kind(self.reason, self.player, self.cards, self.zone)


@dataclass(frozen=True, slots=True)
class Violated(Violation):
    """Something at the table is not allowed by the rules."""


@dataclass(frozen=True, slots=True)
class ViolationResolved(Violation):
    """It is as it should be again."""


@dataclass(frozen=True, slots=True)
class ViolationDropped(Violation):
    """It is spoken of no longer: play went on, or people let it pass."""


@dataclass(frozen=True, slots=True)
class ViolationAccepted(Violation):
    """People said that it lies as it should."""


# The table ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetUpChecked:
    """What is missing before the game can begin."""

    ok: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class RebuildChecked:
    """What is missing before the game can go on."""

    ok: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The table is set up, played on, laid out again, or the game is over, from now on.

    ``reads``: what has changed since the table began to be laid out again is play.
    ``lay`` is the table as it lay before it is laid out again, if not as it lies now.
    """

    phase: kit.Stage
    reads: bool = False
    lay: Table | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """The game was paused, or goes on; ``untouched``: in the middle of the turn."""

    paused: bool
    untouched: bool = False


@dataclass(frozen=True, slots=True)
class ActionSeen:
    """An action card came to the discard: whose it is, and of which kind."""

    card: Card
    player: int
    kind: Literal["at-once", "keep"]


@dataclass(frozen=True, slots=True)
class TableTyped:
    """Without a camera people said what lies there."""

    table: Table


@dataclass(frozen=True, slots=True)
class TableMisread:
    """The table was misread: what lies there is what was settled last."""


@dataclass(frozen=True, slots=True)
class BeliefCorrected:
    """The table shows something other than was ``believed``."""

    believed: Table


@dataclass(frozen=True, slots=True)
class TapCounted:
    """What was tapped has changed the game: the entry by which it is undone."""

    entry: int


# Of earlier releases ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DoubtSettled:
    """Nothing any more."""


@dataclass(frozen=True, slots=True)
class EvidenceSpent:
    """Nothing any more."""


TurnEvent: TypeAlias = (
    TurnAssumed | TurnCorrected | TurnRetold | TurnsWithdrawn | TurnAsked | TurnSettled
)
"""What changes the turns that have been told."""

Event: TypeAlias = (
    TurnEvent
    | FactsStated
    | TurnPinned
    | RivalsOffered
    | TurnDenied
    | TurnStruck
    | TurnContinued
    | TurnBegunAnew
    | Question
    | QuestionClosed
    | Violated
    | ViolationResolved
    | ViolationDropped
    | ViolationAccepted
    | SetUpChecked
    | RebuildChecked
    | PhaseBegan
    | Paused
    | ActionSeen
    | TableTyped
    | TableMisread
    | BeliefCorrected
    | TapCounted
    | c.Event
    | kit.TurnHandedOver
    | DoubtSettled
    | EvidenceSpent
)

# As JSON ------------------------------------------------------------------------------

EVENTS: Final[Codec[Event]] = Codec(
    "event",
    {
        "facts": FactsStated,
        "assumed": TurnAssumed,
        "corrected": TurnCorrected,
        "retold": TurnRetold,
        "withdrawn": TurnsWithdrawn,
        "asked": TurnAsked,
        "move": TurnSettled,
        "pinned": TurnPinned,
        "offered": RivalsOffered,
        "no-turn": TurnDenied,
        "struck": TurnStruck,
        "turn-goes-on": TurnContinued,
        "turn-anew": TurnBegunAnew,
        "question": Question,
        "question-closed": QuestionClosed,
        "illegal": Violated,
        "legal-again": ViolationResolved,
        "let-go": ViolationDropped,
        "accepted": ViolationAccepted,
        "set-up": SetUpChecked,
        "rebuild": RebuildChecked,
        "phase": PhaseBegan,
        "paused": Paused,
        "action": ActionSeen,
        "table": TableTyped,
        "rescan": TableMisread,
        "out-of-step": BeliefCorrected,
        "said": TapCounted,
        "called": c.ClaimCalled,
        "claim-seen": c.ClaimSeen,
        "hand-shown": c.HandShown,
        "claim": c.ClaimJudged,
        "put-back": c.ClaimTakenBack,
        "given": kit.TurnHandedOver,
        "doubt-settled": DoubtSettled,
        "spent": EvidenceSpent,
    },
    {**LEAVES, m.Event: (m.CODEC.to_json, m.CODEC.from_json)},
)
