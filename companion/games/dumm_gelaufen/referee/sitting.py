"""A game at a table: the rules' state, the evidence since, what has been reported; a fold over events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal, TypeAlias

from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.deck.rulings import Rulings
from companion.games.dumm_gelaufen.model.evolve import start as started
from companion.games.dumm_gelaufen.model.state import Over, State, visible
from companion.games.dumm_gelaufen.referee.problems import Problem
from companion.games.dumm_gelaufen.referee.turn_records import (
    Question,
    TurnRecord,
    Violation,
    patched,
)
from companion.games.dumm_gelaufen.tracker.evidence import EvidenceInContext
from companion.games.dumm_gelaufen.tracker.hypothesis import Hypothesis
from companion.games.dumm_gelaufen.tracker.likelihoods import TablePrior
from companion.games.dumm_gelaufen.tracker.search import spread
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.rules import Json
from companion.table import Glimpse, Table
from companion.tracking.belief import Belief

Phase: TypeAlias = Literal["set-up", "play", "rebuild", "over"]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game: who plays in seat order, which edition, which rulings, whether a camera looks on."""

    players: tuple[str, ...]
    edition: str = "classic"
    rulings: Rulings | None = None
    camera: bool = True

    def to_json(self) -> dict[str, Any]:
        """The setup as JSON values; ``from_json`` is the inverse."""
        rulings = None if self.rulings is None else self.rulings.to_json()
        return {
            "players": list(self.players),
            "edition": self.edition,
            "rulings": rulings,
            "camera": self.camera,
        }

    @staticmethod
    def from_json(data: Json) -> Setup:
        """The setup of JSON values; what is left out has its default. Raises EditionError, ValueError."""
        match {"edition": "classic", "rulings": None, "camera": True, **data}:
            case {
                "players": [str(), *_] as players,
                "edition": str(edition),
                "rulings": Mapping() | None as rulings,
                "camera": bool(camera),
            } if all(isinstance(name, str) for name in players):
                agreed = None if rulings is None else Rulings.from_json(rulings)
                return Setup(tuple(players), load_edition(edition).name, agreed, camera)
        raise ValueError("not a set-up")


@dataclass(frozen=True, slots=True)
class LaidClaim:
    """What lies in the claim zone: since when it is as it is and when the first hand came with it (source time), and whether it was judged already."""

    cards: tuple[str, ...]
    at: float
    player: int
    laid: float
    judged: bool = False
    gone: bool = False
    """Whether cards of it have been taken back since it was judged."""
    before: State | None = None
    """The state before it was judged: with more cards laid to it, it is judged anew from there."""
    after: State | None = None
    """The state that the verdict led to."""
    arms: tuple[float, ...] | None = ()
    """From where the hands came that laid it out; None where somebody has said whose it is."""


@dataclass(frozen=True, slots=True)
class DummSitting:
    """One moment of a game at a table.

    ``state`` is what the rules say by what is believed; ``base`` is the state
    before the first turn that is not settled yet. ``belief`` is what the evidence
    since turn ``anchor`` of those told says; ``evidence_at`` is when its last piece
    was seen. ``entry`` and ``now`` are the number and the time of the input
    being heard, ``at`` is the source time of the last look.
    """

    setup: Setup
    state: State
    base: State
    phase: Phase = "set-up"
    table: Table = field(default_factory=Table)
    at: float = 0.0
    entry: int = 0
    now: float = 0.0
    since: float = 0.0
    belief: Belief[Hypothesis, EvidenceInContext] = field(
        default=Belief(spread, ()), compare=False, repr=False
    )
    anchor: int = 0
    evidence_at: float = -inf
    covered: frozenset[str] = frozenset()
    """The zones under a hand, now or at the look before."""
    glimpsed: tuple[Glimpse, ...] = ()
    """Action cards that were seen while their zone had not settled."""
    awaited: frozenset[str] = frozenset()
    """The zones that are yet to show what was tapped."""
    told: tuple[TurnRecord, ...] = ()
    prior: TablePrior = field(default_factory=TablePrior)
    questions: tuple[Question, ...] = ()
    violations: tuple[Violation, ...] = ()
    accepted: tuple[Violation, ...] = ()
    """What lies against the rules and was said to lie as it should."""
    problems: tuple[Problem, ...] | None = None
    announced: frozenset[str] = frozenset()
    claim: LaidClaim | None = None
    called: tuple[int, float] | None = None
    """Who said that he is about to claim, and when."""
    paused: Table | None = None
    """The table as it lay when the game was paused; None: it is not."""
    relaid: Table | None = None
    """The table as it lay before it is laid out again; None: it is not."""
    said: int = 0
    """The entry of the move made last by tap; 0: none."""
    no_turn: tuple[tuple[int, bool], ...] = ()
    """The numbers of turns that were none, and whether the cards go back to where they were."""
    struck: int = 0
    """The highest number of a turn that was none."""

    @property
    def is_paused(self) -> bool:
        """Whether nothing that happens on the table counts."""
        return self.paused is not None

    @property
    def open(self) -> tuple[TurnRecord, ...]:
        """The turns told that may still turn out otherwise by what is seen next."""
        return tuple(told for told in self.told if told.standing == "assumed")

    @property
    def followed(self) -> tuple[TurnRecord, ...]:
        """The turns told of which the belief still knows."""
        return self.told[self.anchor :]

    @property
    def settled(self) -> int:
        """How many of them are settled, or waiting for an answer."""
        return sum(told.standing != "assumed" for told in self.followed)

    def told_as(self, id: int) -> TurnRecord:
        """The turn of a number; KeyError where there is none."""
        for told in self.told:
            if told.id == id:
                return told
        raise KeyError(id)


def begun(setup: Setup) -> DummSitting:
    """A game before anything has happened."""
    state = started(setup.edition)
    return DummSitting(setup, state, state, phase="set-up")


def answered(sitting: DummSitting, question: Question, choice: str) -> TurnCandidate:
    """The turn a question is about, as the answer says; KeyError where there is no such choice."""
    for offered in question.choices:
        if offered.id == choice and offered.candidate is not None:
            told = sitting.told_as(question.about)
            return patched(told.candidate, question.topic, offered.candidate)
    raise KeyError(choice)


def shown(sitting: DummSitting) -> Table:
    """The table as the camera sees it; as the rules know it where no camera looks."""
    if sitting.setup.camera or not sitting.state.hands:
        return sitting.table
    return visible(sitting.state)


def is_over(sitting: DummSitting) -> bool:
    """Whether somebody has won the game."""
    return isinstance(sitting.state.pending, Over)
