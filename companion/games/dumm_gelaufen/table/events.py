"""What happens at this game's table besides the rules, in the past tense, and what all its events are called in journals."""

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from companion.announce import Message, message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.model.codec import LEAVES
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.problems import Problem, Violation
from companion.kit import questions as kit_questions
from companion.kit import table as kit
from companion.kit.codec import Codec, inlined, named
from companion.table import Table

Topic: TypeAlias = Literal["source", "drawn", "whom", "worked", "swapped", "short", "rule"]
"""What a question is about; ``rule`` is a claim that the table has to decide."""
Facts: TypeAlias = tuple[m.Event, ...]
Candidates: TypeAlias = tuple[t.TurnCandidate, ...]

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
    reading: t.TurnCandidate
    facts: Facts


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """A turn was another than was told."""

    of: int
    reading: t.TurnCandidate
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
    reading: t.TurnCandidate
    sure: bool
    rivals: Candidates = ()
    posterior: float | None = None


@dataclass(frozen=True, slots=True)
class TurnSettled:
    """A turn is over; ``posterior`` is how likely the reading is where nobody said it."""

    id: int
    reading: t.TurnCandidate
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


def move_json(candidate: t.TurnCandidate) -> dict[str, Any]:
    """A turn in the words of docs/commands.md: codes, null for a card nobody saw."""
    return {
        "player": candidate.player,
        "kind": candidate.kind,
        "area": candidate.area,
        "taken": [at.card and at.card.code for at in candidate.taken],
        "laid": [
            *(card.code for card in candidate.played),
            *(at.card and at.card.code for at in candidate.laid),
        ],
    }


@dataclass(frozen=True, slots=True)
class Choice(kit_questions.Choice[t.TurnCandidate | None]):
    """One answer: what it says, and the turn as it would be."""

    text: Message
    answer: t.TurnCandidate | None = named("move", default=None)

    def public(self) -> dict[str, Any]:
        """As the public view has it."""
        move = self.answer and move_json(self.answer)
        return {"id": self.id, "text": self.text.to_json(), "move": move}


@dataclass(frozen=True, slots=True)
class Question(kit_questions.Question[t.TurnCandidate | None]):
    """What only the people can know about a turn, ``about`` its number: it was asked, and is open until it is closed."""

    topic: Topic
    player: int
    choices: tuple[Choice, ...]
    about: int

    def public(self) -> dict[str, Any]:
        """As the public view has it."""
        told = kit_questions.Question.public(self) | {"about": self.about or None}
        # A claim is judged by whoever did not make it.
        rule = {"player": None, "apart": self.player}
        return told | rule if self.topic == "rule" else told


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    """A question was answered, or has become obsolete."""

    id: str


# The table ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ViolationDropped:
    """It is spoken of no longer: play went on, or people let it pass."""

    wrong: Violation = inlined()


@dataclass(frozen=True, slots=True)
class ViolationAccepted:
    """People said that it lies as it should."""

    wrong: Violation = inlined()


@dataclass(frozen=True, slots=True)
class StageBegan(kit.StageBegan):
    """The table is set up, played on, laid out again, or the game is over, from now on.

    ``reads``: what has changed since the table began to be laid out again is play.
    ``lay`` is the table as it lay before it is laid out again, if not as it lies now.
    """

    stage: kit.Stage = named("phase")
    reads: bool = False
    lay: Table | None = None


@dataclass(frozen=True, slots=True)
class Paused(kit.Paused):
    """The game was paused, or goes on; ``untouched``: in the middle of the turn."""

    untouched: bool = False


@dataclass(frozen=True, slots=True)
class GameChanged(kit.GameChanged):
    """Something was said that can be taken back; ``waits``: the table may have yet to show it."""

    waits: bool = True


@dataclass(frozen=True, slots=True)
class ActionSeen:
    """An action card came to the discard: whose it is, and of which kind."""

    card: d.Card
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
    """The table shows something other than was ``believed``; or inferring it ``failed``, by a defect of the program."""

    believed: Table
    failed: bool = False

    @property
    def text(self) -> Message:
        """What people are told."""
        return message("announce.lost" if self.failed else "announce.out-of-step")


# Of earlier releases ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DoubtSettled:
    """Nothing any more."""


@dataclass(frozen=True, slots=True)
class EvidenceSpent:
    """Nothing any more."""


Event: TypeAlias = (
    TurnAssumed
    | TurnCorrected
    | TurnRetold
    | TurnsWithdrawn
    | TurnAsked
    | TurnSettled
    | FactsStated
    | TurnPinned
    | RivalsOffered
    | TurnDenied
    | TurnStruck
    | TurnContinued
    | TurnBegunAnew
    | Question
    | QuestionClosed
    | ViolationDropped
    | ViolationAccepted
    | StageBegan
    | Paused
    | GameChanged
    | ActionSeen
    | TableTyped
    | TableMisread
    | BeliefCorrected
    | c.Event
    | kit.TableEvent
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
        "illegal": kit.Violated,
        "legal-again": kit.ViolationResolved,
        "let-go": ViolationDropped,
        "accepted": ViolationAccepted,
        "set-up": kit.SetUpChecked,
        "rebuild": kit.RebuildChecked,
        "phase": StageBegan,
        "paused": Paused,
        "action": ActionSeen,
        "table": TableTyped,
        "rescan": TableMisread,
        "out-of-step": BeliefCorrected,
        "said": GameChanged,
        "called": c.ClaimCalled,
        "claim-seen": c.ClaimSeen,
        "claim-lacks": c.ClaimLacks,
        "hand-shown": c.HandShown,
        "claim": c.ClaimJudged,
        "put-back": c.ClaimTakenBack,
        "given": kit.TurnHandedOver,
        "named": kit.PlayerNamed,
        "doubt-settled": DoubtSettled,
        "spent": EvidenceSpent,
    },
    {
        **LEAVES,
        m.Event: (m.CODEC.to_json, m.CODEC.from_json),
        kit.Problem: (Problem.to_json, Problem.from_json),
        **dict.fromkeys((kit.Violation, Violation), (Violation.to_json, Violation.from_json)),
    },
)
