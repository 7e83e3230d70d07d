"""A game at a table: the rules' state, the evidence since, what has been reported; a fold over events."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import inf
from typing import Any, Final, Literal, TypeAlias

from companion.announce import Message
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import DRAW, At, Card
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, Rulings, load_edition
from companion.games.dumm_gelaufen.rules.fold import start as started
from companion.games.dumm_gelaufen.rules.refusals import IllegalReason
from companion.games.dumm_gelaufen.table.problems import Problem
from companion.games.dumm_gelaufen.tracker.evidence import EvidenceInContext
from companion.games.dumm_gelaufen.tracker.hypothesis import Hypothesis
from companion.games.dumm_gelaufen.tracker.likelihoods import TablePrior
from companion.games.dumm_gelaufen.tracker.search import spread
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.kit import setup as kit_setup
from companion.rules import Json
from companion.table import Glimpse, Table
from companion.tracking.belief import Belief

# Records of turns, questions and violations ------------------------------------------


TurnStanding: TypeAlias = Literal["assumed", "asked", "final"]
"""A turn may still turn out otherwise, waits for an answer, or is settled."""
Topic: TypeAlias = Literal[
    "source", "drawn", "whom", "worked", "swapped", "short", "rule"
]
"""What a question is about; ``rule`` is a claim that the table has to decide."""


HOW_SEEN: Final = ("drew", "arms", "ended")
"""The fields of a candidate that describe how it was seen, not what was done."""


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn that was told: under its number, with the state before it, and the journal's entry that brought it.

    ``rivals`` are what else it may have been.
    """

    id: int
    entry: int
    candidate: TurnCandidate
    before: m.State
    standing: TurnStanding = "assumed"
    sure: bool = False
    rivals: tuple[TurnCandidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what it says, and the turn as it would be."""

    id: str
    text: Message
    candidate: TurnCandidate | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What only the people can know about a turn."""

    id: str
    about: int
    topic: Topic
    player: int
    text: Message
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something at the table that the rules do not allow, for as long as it is there."""

    reason: IllegalReason
    player: int
    cards: tuple[str, ...] = ()
    zone: str = ""


# As JSON ------------------------------------------------------------------------


def candidate_to_json(candidate: TurnCandidate) -> dict[str, Any]:
    """A candidate as JSON values; ``candidate_from_json`` is the inverse."""
    return {
        "player": candidate.player,
        "taken": [_at(at) for at in candidate.taken],
        "laid": [_at(at) for at in candidate.laid],
        "played": [card.code for card in candidate.played],
        "thrown": [card.code for card in candidate.thrown],
        "unused": [[seat, card.code, after] for seat, card, after in candidate.unused],
        "drew": candidate.drew,
        "refilled": list(candidate.refilled),
        "whom": candidate.whom,
        "worked": candidate.worked,
        "swapped": candidate.swapped,
        "counted": candidate.counted,
        "reshuffled": candidate.reshuffled,
        "swept": candidate.swept,
        "sooner": candidate.sooner,
        "layers": list(candidate.layers),
        "wrong": None if candidate.wrong is None else candidate.wrong.value,
        "arms": list(candidate.arms),
        "ended": candidate.ended,
    }


def choice_id(candidate: TurnCandidate) -> str:
    """The id of a candidate in a choice, derived from what was done, so that a tap cannot refer to another one."""
    done = {k: v for k, v in candidate_to_json(candidate).items() if k not in HOW_SEEN}
    return sha256(json.dumps(done, sort_keys=True).encode()).hexdigest()[:12]


def candidate_from_json(data: Json) -> TurnCandidate:
    """The candidate that ``candidate_to_json`` wrote; KeyError, ValueError or CardError where it is none."""
    wrong = data["wrong"]
    return TurnCandidate(
        player=data["player"],
        taken=tuple(_read_at(at) for at in data["taken"]),
        laid=tuple(_read_at(at) for at in data["laid"]),
        played=tuple(map(Card.parse, data["played"])),
        thrown=tuple(map(Card.parse, data["thrown"])),
        unused=tuple(
            (seat, Card.parse(code), after)
            for seat, code, after in data.get("unused", ())
        ),
        drew=data["drew"],
        refilled=tuple(data.get("refilled", ())),
        whom=data["whom"],
        worked=data["worked"],
        swapped=data.get("swapped"),
        counted=data["counted"],
        reshuffled=data["reshuffled"],
        swept=int(data.get("swept", 0)),
        sooner=int(data.get("sooner", 0)),
        layers=tuple(data.get("layers", ())),
        wrong=None if wrong is None else IllegalReason(wrong),
        arms=tuple(data.get("arms", ())),
        ended=data["ended"],
    )


def _at(at: At) -> list[str | None]:
    return [at.place, None if at.card is None else at.card.code]


def _read_at(data: list[Any]) -> At:
    place, code = data
    return At(place, None if code is None else Card.parse(code))


def question_to_json(
    question: Question,
    write: Callable[[TurnCandidate], Mapping[str, Any]] = candidate_to_json,
) -> dict[str, Any]:
    """A question as JSON values, its turns as ``write`` puts them; ``question_from_json`` is the inverse."""
    return {
        "id": question.id,
        "about": question.about,
        "topic": question.topic,
        "player": question.player,
        "text": question.text.to_json(),
        "choices": [
            {
                "id": choice.id,
                "text": choice.text.to_json(),
                "move": choice.candidate and write(choice.candidate),
            }
            for choice in question.choices
        ],
    }


def question_from_json(data: Json) -> Question:
    """The question that ``question_to_json`` wrote; KeyError, ValueError or CardError where it is none."""
    return Question(
        id=data["id"],
        about=data["about"],
        topic=data["topic"],
        player=data["player"],
        text=Message.from_json(data["text"]),
        choices=tuple(
            Choice(
                choice["id"],
                Message.from_json(choice["text"]),
                choice["move"] and candidate_from_json(choice["move"]),
            )
            for choice in data["choices"]
        ),
    )


def violation_to_json(violation: Violation) -> dict[str, Any]:
    """A violation as JSON values; ``violation_from_json`` is the inverse."""
    return {
        "reason": violation.reason.value,
        "player": violation.player,
        "cards": list(violation.cards),
        "zone": violation.zone,
    }


def violation_from_json(data: Json) -> Violation:
    """The violation that ``violation_to_json`` wrote; KeyError or ValueError where it is none."""
    cards = tuple(data["cards"])
    return Violation(IllegalReason(data["reason"]), data["player"], cards, data["zone"])


def patched(
    candidate: TurnCandidate, topic: Topic, chosen: TurnCandidate
) -> TurnCandidate:
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


def with_answers(before: TurnCandidate, now: TurnCandidate) -> TurnCandidate:
    """A turn as it is read now with what was said of it while it was read otherwise: what no look tells."""
    same = before.player == now.player and before.played[:1] == now.played[:1]
    if not same or not now.played:
        return now
    said = replace(now, whom=before.whom, worked=before.worked, swapped=before.swapped)
    if before.counted and now.uncounted:
        others = tuple(at for at in now.taken if at.place != DRAW)
        drawn = tuple(at for at in before.taken if at.place == DRAW)
        said = replace(said, taken=(*others, *drawn), counted=True)
    return said


# The state ---------------------------------------------------------------------------


Phase: TypeAlias = Literal["set-up", "play", "rebuild", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(kit_setup.Setup):
    """What is agreed before a game; without rulings, those of the edition. Raises EditionError for an edition that is none."""

    SEATS = (1, 6)
    edition: str = EDITIONS[0]
    rulings: Rulings | None = None

    def __post_init__(self) -> None:
        load_edition(self.edition)


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
    before: m.State | None = None
    """The state before it was judged: with more cards laid to it, it is judged anew from there."""
    after: m.State | None = None
    """The state that the verdict led to."""
    arms: tuple[float, ...] | None = ()
    """From where the hands came that laid it out; None where somebody has said whose it is."""


@dataclass(frozen=True, slots=True)
class TableState:
    """One moment of a game at a table.

    ``state`` is what the rules say by what is believed; ``base`` is the state
    before the first turn that is not settled yet. ``belief`` is what the evidence
    since turn ``anchor`` of those told says; ``evidence_at`` is when its last piece
    was seen. ``entry`` and ``now`` are the number and the time of the input
    being heard, ``at`` is the source time of the last look.
    """

    setup: Setup
    state: m.State
    base: m.State
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


def start(setup: Setup) -> TableState:
    """A game before anything has happened."""
    state = started(setup.edition)
    return TableState(setup, state, state, phase="set-up")


def answered(table_state: TableState, question: Question, choice: str) -> TurnCandidate:
    """The turn a question is about, as the answer says; KeyError where there is no such choice."""
    for offered in question.choices:
        if offered.id == choice and offered.candidate is not None:
            told = table_state.told_as(question.about)
            return patched(told.candidate, question.topic, offered.candidate)
    raise KeyError(choice)


def shown(table_state: TableState) -> Table:
    """The table as the camera sees it; as the rules know it where no camera looks."""
    if table_state.setup.camera or not table_state.state.hands:
        return table_state.table
    return m.visible(table_state.state)


def is_over(table_state: TableState) -> bool:
    """Whether somebody has won the game."""
    return isinstance(table_state.state.pending, m.Over)
