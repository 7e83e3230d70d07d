"""A game as a companion sees it: the rules' state, what was seen since, what has been told; a fold over events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Final, Literal, TypeAlias

from companion.murphy.deck.edition import load_edition
from companion.murphy.deck.rulings import Rulings
from companion.murphy.model.events import from_json as fact_from_json
from companion.murphy.model.evolve import evolve as happened
from companion.murphy.model.evolve import start as started
from companion.murphy.model.places import LEFT, MAC, RIGHT
from companion.murphy.model.state import Over, State, visible
from companion.murphy.witness.enact import to_move
from companion.murphy.witness.habits import Habits
from companion.murphy.witness.heaps import Doubt
from companion.murphy.witness.problems import Problem
from companion.murphy.witness.readings import Reading
from companion.murphy.witness.signs import Sign
from companion.murphy.witness.told import (
    Question,
    Told,
    Trouble,
    patched,
    question_from_json,
    reading_from_json,
    trouble_from_json,
)
from companion.table import Table

Json: TypeAlias = Mapping[str, Any]
Phase: TypeAlias = Literal["set-up", "play", "rebuild", "over"]
RECENT: Final = 400
"""How many turns a game remembers: more than any has."""


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
class Lurking:
    """A doubt, and where: in a pile, on so many cards."""

    doubt: Doubt
    zone: str
    height: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """What lies in the claim zone: since when (source time), and whether it was judged already."""

    cards: tuple[str, ...]
    at: float
    player: int
    judged: bool = False
    before: State | None = None
    """The state before it was judged: with more cards laid to it, it is judged anew from there."""
    turns: int = 0
    """How many turns had been told by then."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One moment of a game at a table.

    ``state`` is what the rules say by what is believed; ``base`` is the state
    before the first turn that is not settled yet, and ``trail`` what was seen
    since. ``entry`` and ``now`` are the number and the time of the input
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
    trail: tuple[Sign, ...] = ()
    told: tuple[Told, ...] = ()
    doubts: tuple[Lurking, ...] = ()
    habits: Habits = field(default_factory=Habits)
    questions: tuple[Question, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    problems: tuple[Problem, ...] | None = None
    announced: frozenset[str] = frozenset()
    claim: Claimed | None = None
    called: tuple[int, float] | None = None
    """Who said that he is about to claim, and when."""
    paused: bool = False
    said: tuple[int, ...] = ()
    """The entries of moves made by tap in this round."""
    no_turn: tuple[tuple[int, bool], ...] = ()
    """The numbers of turns that were none, and whether the cards go back to where they were."""
    struck: int = 0
    """The highest number of a turn that was none."""

    @property
    def open(self) -> tuple[Told, ...]:
        """The turns told that may still turn out otherwise by what is seen next."""
        return tuple(told for told in self.told if told.standing == "assumed")

    def told_as(self, id: int) -> Told:
        """The turn of a number; KeyError where there is none."""
        for told in self.told:
            if told.id == id:
                return told
        raise KeyError(id)


def begun(setup: Setup) -> Sitting:
    """A game of which nothing has happened."""
    state = started(setup.edition)
    return Sitting(setup, state, state, phase="set-up")


# The fold --------------------------------------------------------------------------


def evolve(sitting: Sitting, event: Json) -> Sitting:
    """The game after one event; an event that only tells something changes nothing."""
    match event["event"]:
        case "facts":
            return _facts(sitting, event)
        case "assumed" | "move" | "asked" | "corrected" | "withdrawn" | "retold":
            return _turn(sitting, event)
        case "question":
            question = question_from_json(event)
            return replace(sitting, questions=(*sitting.questions, question))
        case "question-closed":
            return _closed(sitting, event["id"])
        case "illegal":
            trouble = trouble_from_json(event)
            return replace(sitting, troubles=(*sitting.troubles, trouble))
        case "legal-again" | "let-go":
            gone = trouble_from_json(event)
            left = tuple(trouble for trouble in sitting.troubles if trouble != gone)
            return replace(sitting, troubles=left)
        case "set-up" | "rebuild":
            problems = tuple(Problem.from_json(told) for told in event["problems"])
            return replace(sitting, problems=problems)
        case "action":
            return replace(sitting, announced=sitting.announced | {event["card"]})
        case "phase":
            return _phase(sitting, event["phase"])
        case "paused":
            return replace(sitting, paused=event["paused"], trail=())
        case "called":
            return replace(sitting, called=(event["player"], sitting.now))
        case "claim-seen":
            return _claim_seen(sitting, event)
        case "claim":
            claim = sitting.claim
            if claim is None:
                return sitting
            turns = len(sitting.told)
            judged = replace(claim, judged=True, before=sitting.state, turns=turns)
            return replace(sitting, claim=judged)
        case "doubt-settled":
            return _without_doubt(sitting, event["of"])
        case "said":
            return replace(sitting, said=(*sitting.said, event["entry"]))
        case "no-turn":
            ruled = (event["id"], event["back"])
            return replace(sitting, no_turn=(*sitting.no_turn, ruled))
        case "struck":
            return replace(sitting, struck=event["id"])
        case "rescan":
            lies = visible(sitting.base)
            return replace(sitting, trail=(), state=sitting.base, table=lies)
        case "table":
            return replace(sitting, table=Table.from_json(event["table"]))
        case _:
            return sitting


def _facts(sitting: Sitting, event: Json) -> Sitting:
    """What people or the rules state beside what was seen: from here on it is settled."""
    state = _applied(sitting.state, event["facts"])
    base = state if event.get("settles") else _applied(sitting.base, event["facts"])
    after = replace(sitting, state=state, base=base)
    if event.get("settles"):
        after = replace(after, trail=(), doubts=())
    return _passed_on(sitting, after)


def _applied(state: State, facts: Iterable[Json]) -> State:
    return reduce(happened, map(fact_from_json, facts), state)


def _passed_on(before: Sitting, after: Sitting) -> Sitting:
    """The time since which it is somebody's turn."""
    if _in_turn(after.state) != _in_turn(before.state):
        return replace(after, since=after.now)
    return after


def _in_turn(state: State) -> int | None:
    return to_move(state) if state.hands else None


def _phase(sitting: Sitting, phase: Phase) -> Sitting:
    return replace(sitting, phase=phase, since=sitting.now, problems=None)


def _claim_seen(sitting: Sitting, event: Json) -> Sitting:
    cards = tuple(event["cards"])
    if not cards:
        return replace(sitting, claim=None)
    if sitting.claim and event.get("judged"):
        return replace(sitting, claim=replace(sitting.claim, cards=cards))
    before = sitting.claim.before if sitting.claim and event.get("grows") else None
    claim = Claimed(cards, event["at"], event["player"])
    after = replace(sitting, claim=claim, called=None)
    return after if before is None else replace(after, state=before, base=before)


def _closed(sitting: Sitting, question: str) -> Sitting:
    left = tuple(q for q in sitting.questions if q.id != question)
    return replace(sitting, questions=left)


# Turns -------------------------------------------------------------------------------


def _turn(sitting: Sitting, event: Json) -> Sitting:
    match event["event"]:
        case "assumed":
            after = _added(sitting, event)
        case "corrected":
            after = _instead(sitting, event)
        case "retold":
            after = _retold(sitting, event)
        case "withdrawn":
            after = _withdrawn(sitting, event)
        case "asked":
            after = _settled(sitting, event, "asked")
        case _:
            after = _settled(sitting, event, "final")
    return _passed_on(sitting, after)


def _added(sitting: Sitting, event: Json) -> Sitting:
    reading = reading_from_json(event["reading"])
    told = Told(event["id"], sitting.entry, reading, sitting.state)
    state = _applied(sitting.state, event["facts"])
    return replace(sitting, told=(*sitting.told, told)[-RECENT:], state=state)


def _instead(sitting: Sitting, event: Json) -> Sitting:
    """The turn as it was after all. Turns told after it are told again by events of their own."""
    old = sitting.told_as(event["of"])
    reading = reading_from_json(event["reading"])
    new = replace(old, reading=reading)
    told = tuple(new if t.id == old.id else t for t in sitting.told)
    state = _applied(old.before, event["facts"])
    last = sitting.told[-1].id == old.id
    based = replace(sitting, told=told, state=state)
    return based if not last else _rebased(based, old)


def _retold(sitting: Sitting, event: Json) -> Sitting:
    old = sitting.told_as(event["of"])
    new = replace(old, before=sitting.state)
    told = tuple(new if t.id == old.id else t for t in sitting.told)
    state = _applied(sitting.state, event["facts"])
    again = replace(sitting, told=told, state=state)
    return again if sitting.told[-1].id != old.id else _rebased(again, old)


def _rebased(sitting: Sitting, last: Told) -> Sitting:
    """What comes next begins where the first unsettled turn begins, or after the last one."""
    unsettled = sitting.open
    base = unsettled[0].before if unsettled else sitting.state
    return replace(sitting, base=base)


def _withdrawn(sitting: Sitting, event: Json) -> Sitting:
    old = sitting.told_as(event["of"])
    told = tuple(t for t in sitting.told if t.id < old.id)
    return replace(sitting, told=told, state=old.before)


def _settled(
    sitting: Sitting, event: Json, standing: Literal["asked", "final"]
) -> Sitting:
    """A turn is settled, or waits for an answer while play goes on: what was seen of it is spent."""
    old = sitting.told_as(event["id"])
    rivals = tuple(reading_from_json(rival) for rival in event["rivals"])
    known = {"standing": standing, "sure": event["sure"]}
    now = replace(old, **known, rivals=rivals or old.rivals)
    told = tuple(now if t.id == old.id else t for t in sitting.told)
    after = replace(sitting, told=told)
    if old.standing != "assumed":
        return after
    following = [t for t in told if t.id > old.id]
    base = following[0].before if following else sitting.state
    spent = replace(after, base=base, trail=sitting.trail[event["signs"] :])
    return _doubting(_learned(spent, now), event)


def _learned(sitting: Sitting, told: Told) -> Sitting:
    reading, players = told.reading, len(sitting.setup.players)
    if told.standing == "final" and reading.sides:
        habits = sitting.habits.met_arms(reading.player, players, reading.sides)
        sitting = replace(sitting, habits=habits)
    if reading.kind != "exchange" or reading.wrong is not None:
        return sitting
    relaid = any(at in reading.taken for at in reading.laid)
    unread = any(at.card is None for at in reading.laid)
    two = len(reading.laid) == 2 and reading.area != MAC
    habits = sitting.habits.learned(
        reading.drew,
        reading.drawn,
        relaid=relaid,
        shown=two and not unread,
        hidden=two and unread,
    )
    return replace(sitting, habits=habits)


def _doubting(sitting: Sitting, event: Json) -> Sitting:
    """Remember where a card may lie that was laid under another one unread."""
    piles = {LEFT: sitting.base.left, RIGHT: sitting.base.right}
    more = tuple(
        Lurking(Doubt(str(event["id"]), against), zone, len(piles[zone]) - 1)
        for zone, against in event.get("doubts", ())
    )
    return replace(sitting, doubts=(*sitting.doubts, *more))


def _without_doubt(sitting: Sitting, of: str) -> Sitting:
    left = tuple(d for d in sitting.doubts if d.doubt.of != of)
    return replace(sitting, doubts=left)


def answered(sitting: Sitting, question: Question, choice: str) -> Reading:
    """The turn a question is about, as the answer says; KeyError where there is no such choice."""
    for offered in question.choices:
        if offered.id == choice and offered.reading is not None:
            told = sitting.told_as(question.about)
            return patched(told.reading, question.topic, offered.reading)
    raise KeyError(choice)


def is_over(sitting: Sitting) -> bool:
    """Whether somebody has won the game."""
    return isinstance(sitting.state.pending, Over)
