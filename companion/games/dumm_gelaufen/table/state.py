"""A game at a table: the rules' state, the evidence since, what has been reported; a fold over events."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal, TypeAlias

from companion.announce import Message, message
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.rules.fold import start as started
from companion.games.dumm_gelaufen.setup import Setup
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.problems import Violation
from companion.games.dumm_gelaufen.tracker import evidence, hypothesis, search
from companion.games.dumm_gelaufen.tracker.likelihoods import TablePrior
from companion.kit import table as kit
from companion.table import Glimpse, Table
from companion.tracking.belief import Belief

# Records of turns ------------------------------------------


TurnStanding: TypeAlias = Literal["assumed", "asked", "final"]
"""A turn may still turn out otherwise, waits for an answer, or is settled."""


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn that was told: under its number, with the state before it, and the journal's entry that brought it.

    ``rivals`` are what else it may have been, ``then`` is what was stated after it and before the next turn.
    """

    id: int
    entry: int
    candidate: t.TurnCandidate
    before: m.State
    standing: TurnStanding = "assumed"
    sure: bool = False
    rivals: tuple[t.TurnCandidate, ...] = ()
    then: e.Facts = ()


def patched(candidate: t.TurnCandidate, topic: e.Topic, chosen: t.TurnCandidate) -> t.TurnCandidate:
    """A candidate with what an answer on one topic says about it."""
    match topic:
        case "source":
            return replace(chosen, ended=candidate.ended)
        case "drawn":
            return replace(candidate, taken=chosen.taken, counted=True)
        case "whom":
            return replace(candidate, whom=chosen.whom)
        case "worked":
            return replace(candidate, worked=chosen.worked)
        case "swapped":
            return replace(candidate, swapped=chosen.swapped)
        case "short":
            return replace(candidate, refilled=chosen.refilled)
        case "rule":
            return candidate


# The state ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(kit.TableState):
    """One moment of a game at a table.

    ``state`` is what the rules say by what is believed; ``base`` is the state
    before the first turn that is not settled yet. ``belief`` is what the evidence
    since turn ``anchor`` of those told says; ``evidence_at`` is when its last piece
    was seen. ``at`` is the source time of the last look.
    """

    setup: Setup
    state: m.State
    base: m.State
    at: float = 0.0
    belief: Belief[hypothesis.Hypothesis, evidence.EvidenceInContext] = field(
        default=Belief(search.spread, ()), compare=False, repr=False
    )
    anchor: int = 0
    evidence_at: float = -inf
    covered: frozenset[str] = frozenset()
    """The zones under a hand, now or at the look before."""
    glimpsed: tuple[Glimpse, ...] = ()
    """Action cards that were seen while their zone had not settled."""
    awaited: frozenset[str] = frozenset()
    """The zones that are yet to show what was tapped."""
    turns: tuple[TurnRecord, ...] = ()
    prior: TablePrior = field(default_factory=TablePrior)
    questions: tuple[e.Question, ...] = ()
    violations: tuple[Violation, ...] = ()
    accepted: tuple[Violation, ...] = ()
    """What lies against the rules and was said to lie as it should."""
    announced: frozenset[str] = frozenset()
    claim: c.LaidClaim | None = None
    called: tuple[int, float] | None = None
    """Who said that he is about to claim, and when."""
    left_so: Table = field(default_factory=Table)
    """The table as it lay when the game was paused last."""
    relaid: Table | None = None
    """The table as it lay before it is laid out again; None: it is not."""
    no_turn: tuple[tuple[int, bool], ...] = ()
    """The numbers of turns that were none, and whether the cards go back to where they were."""
    struck: int = 0
    """The highest number of a turn that was none."""

    @property
    def undoable(self) -> object:
        """Nothing: what was tapped says so itself, and turns are taken back by their numbers."""
        return None

    @property
    def open(self) -> tuple[TurnRecord, ...]:
        """The turns told that may still turn out otherwise by what is seen next."""
        return tuple(turn for turn in self.turns if turn.standing == "assumed")

    @property
    def followed(self) -> tuple[TurnRecord, ...]:
        """The turns told of which the belief still knows."""
        return self.turns[self.anchor :]

    @property
    def settled(self) -> int:
        """How many of them are settled, or waiting for an answer."""
        return sum(turn.standing != "assumed" for turn in self.followed)

    def turn(self, id: int) -> TurnRecord:
        """The turn of a number; KeyError where there is none."""
        for told in self.turns:
            if told.id == id:
                return told
        raise KeyError(id)


def start(setup: Setup) -> TableState:
    """A game before anything has happened."""
    state = started(setup.edition)
    return TableState(setup=setup, state=state, base=state)


def shown(table_state: TableState) -> Table:
    """The table as the camera sees it; as the rules know it where no camera looks."""
    if table_state.setup.camera or not table_state.state.hands:
        return table_state.table
    return m.visible(table_state.state)


def asks(question: e.Question, pending: m.Pending) -> bool:
    """Whether a question is about the claim that is in doubt."""
    if not isinstance(pending, m.InDoubt):
        return False
    return (question.player, question.text) == (pending.claimant, _about(pending))


def _about(doubt: m.InDoubt) -> Message:
    return message("question.rule", card=doubt.task.name)


class Recorder(kit.Recorder[TableState, m.State, e.Event]):
    """The conclusions of one call of the game."""

    __slots__ = ()

    def done(self) -> None:
        """The input has been processed: the table is asked about a claim that is in doubt now, and about no other."""
        pending = self.state.pending
        self.close(lambda asked: asked.topic == "rule" and not asks(asked, pending))
        asked = any(question.topic == "rule" for question in self.table_state.questions)
        if isinstance(pending, m.InDoubt) and not asked:
            self.record(self._put_to_the_table(pending))
        kit.Recorder.done(self)

    def _put_to_the_table(self, doubt: m.InDoubt) -> e.Question:
        return e.Question(
            id=f"claim-{self.table_state.entry}",
            about=0,
            topic="rule",
            player=doubt.claimant,
            text=_about(doubt),
            choices=tuple(e.Choice(id, message(f"choice.{id}")) for id in ("accept", "refuse")),
        )

    def close(self, which: Callable[[e.Question], bool]) -> None:
        """Questions were answered, or have become obsolete."""
        for question in filter(which, self.table_state.questions):
            self.record(e.QuestionClosed(question.id))
