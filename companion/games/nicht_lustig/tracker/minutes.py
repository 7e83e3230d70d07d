"""The events of one input, and the sitting after each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.announce import Message
from companion.games.nicht_lustig.deck.cards import SPECIALS
from companion.games.nicht_lustig.deck.dice import COLOURED
from companion.games.nicht_lustig.model.decisions import Decision
from companion.games.nicht_lustig.model.fold import happen
from companion.games.nicht_lustig.model.happened import (
    HAPPENINGS,
    CardMoved,
    DiceRolled,
    Happening,
    ProfessorsRolled,
    TargetsScored,
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
    OneSymbol,
    irregularity,
    unread_roll,
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
        if _said(self._heard) != _said(self.sitting):
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


def _said(sitting: LustigSitting) -> tuple[object, ...]:
    """What the game is by now, as far as it can be taken back."""
    asked = sitting.unread.asked if sitting.unread else ()
    told = sum(value is not None for _, value in asked)
    return sitting.situation, sitting.picked, sitting.symbols, told


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
            return replace(there, left=(), came=(), irregular=(), unread=None, gone=())
        case {
            "event": "unread"
            | "read"
            | "die-told"
            | "missed"
            | "gone"
            | "sighted"
            | "symbol-told"
        }:
            return _of_dice(sitting, event)
        case {"event": "midway", "display": display}:
            situation = replace(sitting.situation, display=tuple(display))
            return replace(sitting, situation=situation)
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


def _of_dice(sitting: LustigSitting, event: Json) -> LustigSitting:
    match event:
        case {"event": "unread"}:
            return replace(sitting, unread=unread_roll(event, sitting.entry))
        case {"event": "read"}:
            return replace(sitting, unread=None)
        case {"event": "die-told", "colour": colour, "value": value}:
            assert sitting.unread is not None
            return replace(sitting, unread=sitting.unread.with_die(colour, value))
        case {"event": "missed"}:
            return replace(sitting, unread=None, missed=sitting.missed + 1)
        case {"event": "gone", "cards": cards}:
            return replace(sitting, gone=tuple(cards))
        case {"event": "sighted", "sighted": sighted}:
            return replace(sitting, sighted=sighted)
        case {"event": "symbol-told", "colour": colour}:
            left = (one for one in sitting.symbols if one.colour != colour)
            return replace(sitting, symbols=tuple(left))
        case _:
            return sitting


def _fact(sitting: LustigSitting, event: Happening) -> LustigSitting:
    there = replace(sitting, situation=happen(sitting.situation, event))
    match event:
        case DiceRolled() | ProfessorsRolled():
            return replace(there, unread=None, missed=0)
        case TargetsTaken():
            return replace(there, picked=())
        case CardMoved(card):
            gone = tuple(face for face in sitting.gone if face != card)
            return replace(there, gone=gone)
        case TargetsScored() if sitting.sighted or sitting.symbols:
            return replace(there, symbols=tuple(open_symbols(sitting)))
        case TurnWentOn():
            fresh = replace(there, picked=(), unread=None, gone=(), missed=0)
            return replace(fresh, since=sitting.now, turns=sitting.turns + 1)
        case _:
            return there


def open_symbols(sitting: LustigSitting) -> Iterator[OneSymbol]:
    """The colours of which the dice as read show one symbol, where it matters whose."""
    now = sitting.situation
    if not sitting.sighted or now.dice is None:
        return
    for colour in COLOURED:
        values, at = now.dice.of(colour), 2 * COLOURED.index(colour)
        pair = SPECIALS[at : at + 2]
        if values.count(0) != 1 or set(pair) <= set(now.area.specials):
            continue
        taken = pair[values.index(0)]
        other = pair[1 - values.index(0)]
        yield OneSymbol(sitting.turns, now.turn, colour, taken, other, now.owner(taken))


def _assumed(sitting: LustigSitting, event: Json) -> LustigSitting:
    values = event["player"], event["choice"], tuple(event["choices"]), event["sure"]
    told = AssumedTurn(event["id"], sitting.entry, *values)
    return replace(sitting, assumed=(*sitting.assumed[-5:], told))
