"""The events of one input, and the sitting after each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from companion.announce import Message
from companion.games.nicht_lustig.model.decisions import Decision
from companion.games.nicht_lustig.model.fold import happen
from companion.games.nicht_lustig.model.happened import (
    HAPPENINGS,
    Happening,
    TargetsTaken,
    TurnWentOn,
)
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.rules.following import followed
from companion.games.nicht_lustig.rules.rulebook import decide
from companion.games.nicht_lustig.tracker.sitting import (
    AssumedTurn,
    Irregularity,
    LustigSitting,
    irregularity,
)
from companion.rules import Happened, Json
from companion.table import Table


class Minutes:
    """What is concluded within one call of the game; lives no longer."""

    __slots__ = ("_heard", "happened", "sitting")

    def __init__(self, sitting: LustigSitting) -> None:
        self.sitting = self._heard = sitting
        self.happened: list[Happened[LustigSitting]] = []

    @property
    def situation(self) -> Situation:
        """What the rules say now."""
        return self.sitting.situation

    def tell(self, event: str, **told: Any) -> None:
        """Let something happen."""
        happens = {"event": event, **told}
        self.sitting = after(self.sitting, happens)
        self.happened.append(Happened(happens, self.sitting))

    def facts(self, events: Iterable[Happening]) -> None:
        """Let what the rules say happen."""
        for event in events:
            told = HAPPENINGS.to_json(event)
            self.tell(told.pop("event"), **told)

    def decide(self, move: Decision) -> None:
        """A move, and what follows from it: people say what fell, nothing is left to chance. Raises IllegalMove."""
        self.facts(decide(self.situation, move, Random(0)))

    def state(self, event: Happening) -> None:
        """A fact, whatever the rules say, and what follows from it."""
        self.facts(followed(self.situation, (event,)))

    def done(self) -> None:
        """What was said changed the game: it can be taken back."""
        before, now = self._heard, self.sitting
        if (before.situation, before.picked) != (now.situation, now.picked):
            self.tell("did", entry=self.sitting.entry)

    def complain(self, wrong: Irregularity) -> None:
        """Say once that something is not as the rules have it."""
        if wrong not in self.sitting.irregular:
            self.tell("illegal", **wrong.to_json())

    def relent(self, *reasons: str) -> None:
        """What was wrong for these reasons is so no more."""
        for wrong in self.sitting.irregular:
            if wrong.reason in reasons:
                self.tell("legal-again", **wrong.to_json())


def after(sitting: LustigSitting, event: Json) -> LustigSitting:
    """The sitting after one event."""
    match event:
        case {"event": str(name)} if name in HAPPENINGS:
            return _fact(sitting, HAPPENINGS.from_json(event))
        case {"event": "dice", "left": left, "came": came}:
            return replace(sitting, left=tuple(left), came=tuple(came))
        case {"event": "picked", "cards": cards}:
            return replace(sitting, picked=tuple(cards))
        case {"event": "stage", "stage": stage}:
            there = replace(sitting, stage=stage, problems=None, since=sitting.now)
            return replace(there, left=(), came=(), irregular=())
        case {"event": "set-up" | "rebuild", "problems": problems}:
            told = tuple(map(Message.from_json, problems))
            return replace(sitting, problems=told)
        case {"event": "illegal"}:
            wrong = irregularity(event)
            others = (w for w in sitting.irregular if w.reason != wrong.reason)
            return replace(sitting, irregular=(*others, wrong))
        case {"event": "legal-again"}:
            others = (w for w in sitting.irregular if w != irregularity(event))
            return replace(sitting, irregular=tuple(others))
        case {"event": "assumed"}:
            return _assumed(sitting, event)
        case {"event": "verdict", "turn": turn, "choice": choice}:
            return replace(sitting, verdicts=(*sitting.verdicts, (turn, choice)))
        case {"event": "did", "entry": entry}:
            return replace(sitting, did=(*sitting.did, entry))
        case {"event": "paused", "paused": paused}:
            return replace(sitting, paused=paused)
        case _:
            return sitting


def heard(sitting: LustigSitting, entry: int, now: float, table: Table | None) -> LustigSitting:  # fmt: skip
    """The sitting that has heard an input and concluded nothing."""
    seen = sitting.table if table is None else table
    return replace(sitting, entry=entry, now=now, table=seen)


def _fact(sitting: LustigSitting, event: Happening) -> LustigSitting:
    there = replace(sitting, situation=happen(sitting.situation, event))
    if isinstance(event, TargetsTaken):
        return replace(there, picked=())
    if isinstance(event, TurnWentOn):
        turns = sitting.turns + 1
        return replace(there, picked=(), since=sitting.now, turns=turns)
    return there


def _assumed(sitting: LustigSitting, event: Json) -> LustigSitting:
    values = event["player"], event["choice"], tuple(event["choices"]), event["sure"]
    told = AssumedTurn(event["id"], sitting.entry, *values)
    return replace(sitting, assumed=(*sitting.assumed[-11:], told))
