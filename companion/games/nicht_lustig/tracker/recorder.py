"""What one input leads to in this game, and the sitting after each event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from companion.gamekit.sitting import remembered
from companion.gamekit.table_recorder import TableRecorder
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
    SpecialUsed,
    TargetsScored,
    TargetsTaken,
    TurnWentOn,
)
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.rules.following import followed
from companion.games.nicht_lustig.rules.rulebook import decide
from companion.games.nicht_lustig.tracker.sitting import (
    AssumedTurn,
    LustigSitting,
    OneSymbol,
    unread_roll,
)
from companion.rules import Json


class LustigRecorder(TableRecorder[LustigSitting, Happening]):
    """What is concluded within one call of the game."""

    __slots__ = ()

    def __init__(self, sitting: LustigSitting) -> None:
        super().__init__(sitting, after, HAPPENINGS, _said)

    @property
    def situation(self) -> Situation:
        """The current state of the rules."""
        return self.sitting.situation

    def decide(self, move: Decision) -> None:
        """A move and its consequences, including the outcomes of chance as people entered them. Raises IllegalMove."""
        self.facts(decide(self.situation, move, Random(0)))

    def state(self, event: Happening) -> None:
        """A fact, independent of the rules, and its consequences."""
        self.facts(followed(self.situation, (event,)))


def _said(sitting: LustigSitting) -> tuple[object, ...]:
    """The state of the game as far as it can be undone."""
    asked = sitting.unread.asked if sitting.unread else ()
    told = sum(value is not None for _, value in asked)
    return sitting.situation, sitting.picked, sitting.symbols, told


def after(sitting: LustigSitting, event: Json) -> LustigSitting:
    """What is remembered once an event has happened; the rules' own are folded into the game."""
    match event:
        case {"event": str(name)} if name in HAPPENINGS:
            return _fact(sitting, HAPPENINGS.from_json(event))
        case {"event": "picked", "cards": cards}:
            return replace(sitting, picked=tuple(cards))
        case {"event": "taken-off" | "dice" as event_name}:
            off = event_name == "taken-off"
            return replace(remembered(sitting, event), off=off)
        case {"event": "paused"}:
            absent = tuple(event.get("missing", ()))
            return replace(remembered(sitting, event), absent=absent)
        case {
            "event": "unread"
            | "read"
            | "die-told"
            | "missed"
            | "gone"
            | "alike"
            | "sighted"
            | "symbol-told"
        }:
            return _of_dice(sitting, event)
        case {"event": "midway", "display": display}:
            situation = replace(sitting.situation, display=tuple(display))
            return replace(sitting, situation=situation)
        case {"event": "assumed"}:
            return _assumed(sitting, event)
        case {"event": "verdict", "turn": turn, "choice": choice}:
            return replace(sitting, verdicts=(*sitting.verdicts, (turn, choice)))
        case _:
            return remembered(sitting, event)


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
            stale = (*sitting.stale, *event.get("asked", ()))
            return replace(sitting, unread=None, missed=sitting.missed + 1, stale=stale)
        case {"event": "gone", "cards": cards}:
            return replace(sitting, gone=tuple(cards))
        case {"event": "alike", "colours": colours}:
            return replace(sitting, alike=tuple(colours))
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
            known = replace(there, unread=None, missed=0, stale=())
            return replace(known, thrower=event.player)
        case TargetsTaken():
            return replace(there, picked=())
        case CardMoved(card):
            gone = tuple(face for face in sitting.gone if face != card)
            return replace(there, gone=gone)
        case TargetsScored() if sitting.sighted or sitting.symbols:
            return replace(there, symbols=tuple(open_symbols(sitting)))
        case SpecialUsed(face=face):
            # It lies in the middle when what the dice bring is gained.
            symbols = (replace(s, owner=None) if s.taken == face else s for s in sitting.symbols)  # fmt: skip
            return replace(there, symbols=tuple(symbols))
        case TurnWentOn():
            turns = sitting.turns + 1
            fresh = replace(there, picked=(), unread=None, gone=(), missed=0, stale=())
            return replace(fresh, alike=(), since=sitting.now, turns=turns)
        case _:
            return there


def open_symbols(sitting: LustigSitting) -> Iterator[OneSymbol]:
    """The colours of which the dice as read show exactly one symbol, if it matters which die has it."""
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
        owners = now.owner(taken), now.owner(other)
        yield OneSymbol(sitting.turns, now.turn, colour, taken, other, *owners)


def _assumed(sitting: LustigSitting, event: Json) -> LustigSitting:
    values = event["player"], event["choice"], tuple(event["choices"]), event["sure"]
    told = AssumedTurn(event["id"], sitting.entry, *values)
    return replace(sitting, assumed=(*sitting.assumed[-5:], told))
