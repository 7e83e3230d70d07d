"""The events of one input, and the sitting after each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

from companion.announce import Message
from companion.games.lauf_rauf.model.events import (
    LAUF_EVENTS,
    DicePassedOn,
    LaufEvent,
)
from companion.games.lauf_rauf.model.evolve import evolve
from companion.games.lauf_rauf.model.moves import LaufMove
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.rulebook import decide, turn_over
from companion.games.lauf_rauf.tracker.sitting import (
    LaufSitting,
    TableFault,
    in_force,
    table_fault,
    tolerant,
)
from companion.rules import Happened, Json
from companion.table import Table


class Proceedings:
    """What is concluded within one call of the game; lives no longer."""

    __slots__ = ("_heard", "happened", "sitting")

    def __init__(self, sitting: LaufSitting) -> None:
        self.sitting = self._heard = sitting
        self.happened: list[Happened[LaufSitting]] = []

    @property
    def standing(self) -> Standing:
        """What the rules say now."""
        return self.sitting.standing

    def tell(self, event: str, **told: Any) -> None:
        """Let something happen."""
        happens = {"event": event, **told}
        self.sitting = after(self.sitting, happens)
        self.happened.append(Happened(happens, self.sitting))

    def facts(self, events: Iterable[LaufEvent]) -> None:
        """Let what the rules say happen."""
        for event in events:
            told = LAUF_EVENTS.to_json(event)
            self.tell(told.pop("event"), **told)

    def decide(self, move: LaufMove) -> None:
        """A move that somebody said: people say what fell, nothing is left to chance. Raises IllegalMove."""
        self.facts(decide(in_force(self.sitting), move, Random(0)))

    def see(self, move: LaufMove) -> None:
        """A move that was seen: a ghost that was forgotten is forgotten. Raises IllegalMove."""
        self.facts(decide(tolerant(self.standing), move, Random(0)))

    def end(self, *deed: LaufEvent) -> None:
        """A fact, whatever the rules say, that ends a turn."""
        self.facts((*deed, turn_over(reduce(evolve, deed, self.standing))))

    def done(self) -> None:
        """What was said changed the game: it can be taken back."""
        before, now = self._heard, self.sitting
        if (before.standing, before.turned) != (now.standing, now.turned):
            self.tell("did", entry=self.sitting.entry)

    def complain(self, reason: str, text: Message) -> None:
        """Say once that something is not as the rules have it."""
        wrong = TableFault(reason, self.standing.turn, text)
        if wrong not in self.sitting.faults:
            self.tell("illegal", **wrong.to_json())

    def relent(self, *reasons: str) -> None:
        """What was wrong for these reasons is so no more; for any where none is named."""
        for wrong in self.sitting.faults:
            if wrong.reason in reasons or not reasons:
                self.tell("legal-again", **wrong.to_json())


def after(sitting: LaufSitting, event: Json) -> LaufSitting:
    """The sitting after one event."""
    match event:
        case {"event": str(name)} if name in LAUF_EVENTS:
            return _fact(sitting, LAUF_EVENTS.from_json(event))
        case {"event": "dice", "left": left, "came": came}:
            return replace(sitting, left=tuple(left), came=tuple(came))
        case {"event": "lost-roll", "count": count}:
            return replace(sitting, lost=count)
        case {"event": "called"}:
            return replace(sitting, called=True)
        case {"event": "turning", "cards": cards}:
            return replace(sitting, turned=tuple(cards))
        case {"event": "shown", "cards": cards}:
            return replace(sitting, shown=tuple(cards))
        case {"event": "under-way", "left": left}:
            return replace(sitting, under_way=tuple((c, a, b) for c, a, b in left))
        case {"event": "stage", "stage": stage}:
            there = replace(sitting, stage=stage, problems=None, since=sitting.now)
            return replace(there, left=(), came=(), faults=(), under_way=())
        case {"event": "set-up" | "rebuild", "problems": problems}:
            told = tuple(map(Message.from_json, problems))
            return replace(sitting, problems=told)
        case {"event": "illegal"}:
            wrong = table_fault(event)
            others = (w for w in sitting.faults if w.reason != wrong.reason)
            return replace(sitting, faults=(*others, wrong))
        case {"event": "legal-again"}:
            others = (w for w in sitting.faults if w != table_fault(event))
            return replace(sitting, faults=tuple(others))
        case {"event": "did", "entry": entry}:
            return replace(sitting, did=(*sitting.did, entry))
        case {"event": "paused", "paused": paused}:
            return replace(sitting, paused=paused)
        case _:
            return sitting


def heard(
    sitting: LaufSitting, entry: int, now: float, table: Table | None
) -> LaufSitting:
    """The sitting that has heard an input and concluded nothing."""
    seen = sitting.table if table is None else table
    return replace(sitting, entry=entry, now=now, table=seen)


def _fact(sitting: LaufSitting, event: LaufEvent) -> LaufSitting:
    there = replace(sitting, standing=evolve(sitting.standing, event))
    if not isinstance(event, DicePassedOn):
        return there
    fresh = replace(there, called=False, turned=(), shown=(), under_way=(), lost=0)
    return replace(fresh, since=sitting.now, turns=sitting.turns + 1)
