"""What people are asked: what somebody takes of what the dice allow, which Death, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from companion.announce import Message, message
from companion.games.nicht_lustig.deck.cards import card_name, named
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    RollProfessors,
    StopRolling,
    TakeDeath,
    TakeTargets,
    ThrowDice,
    UseSpecial,
)
from companion.games.nicht_lustig.model.fold import happen
from companion.games.nicht_lustig.programs.writing import decision_text
from companion.games.nicht_lustig.rules.following import scoring
from companion.games.nicht_lustig.rules.legality import legal, most_rolls
from companion.games.nicht_lustig.tracker.sitting import LustigSitting

MOST_CHOICES = 24
"""More than a person reads: they are told by tap where they lie."""


def question_id(sitting: LustigSitting) -> str | None:
    """The question that is open, one at most; None: none is."""
    if sitting.stage != "play" or sitting.paused:
        return None
    now = sitting.situation
    if now.now == "roll" and _of_rolling(sitting):
        return f"roll-{sitting.turns}-{now.rolls}"
    return f"{now.now}-{sitting.turns}" if now.now in ("take", "virus") else None


def choices_of(sitting: LustigSitting) -> tuple[tuple[str, Decision], ...]:
    """The choices of the open question by their ids, the largest sets first; what was picked is not asked again."""
    picked = set(sitting.picked)
    if sitting.situation.now == "roll":
        offered = _of_rolling(sitting)[:MOST_CHOICES]
        return tuple((decision_text(move), move) for move in offered)
    found = [
        move
        for move in legal(sitting.situation)
        if not picked or (isinstance(move, TakeTargets) and picked <= set(move.faces))
    ]
    found.sort(key=lambda m: -len(m.faces) if isinstance(m, TakeTargets) else 0)
    return tuple((decision_text(move), move) for move in found[:MOST_CHOICES])


def _of_rolling(sitting: LustigSitting) -> tuple[Decision, ...]:
    """What may end the rolling unseen: a take from others, and, where only the duck could go on, that it does not."""
    now, steals = sitting.situation, tuple(_out_of_sight(sitting))
    last = sitting.setup.camera and 0 < most_rolls(now) <= now.rolls
    return (*steals, *((StopRolling(now.turn),) if last else ()))


def _out_of_sight(sitting: LustigSitting) -> Iterator[TakeTargets]:
    """What could be taken from other players if the rolls ended now: no camera sees that, so it is offered, the largest sets first."""
    now = sitting.situation
    if now.rolls == 0 or not sitting.setup.camera:
        return
    scored = reduce(happen, scoring(now), now)
    sets = [m for m in legal(scored) if isinstance(m, TakeTargets)]
    for move in sorted(sets, key=lambda m: -len(m.faces)):
        if not set(move.faces) <= set(now.display):
            yield move


def question_text(sitting: LustigSitting) -> Message:
    """What is asked."""
    name = sitting.names[sitting.situation.turn]
    takes = any(isinstance(m, TakeTargets) for _, m in choices_of(sitting))
    key = (
        "takes" if takes and sitting.situation.now != "roll" else sitting.situation.now
    )
    return message(f"lustig.question.{key}", player=name)


def said(move: Decision) -> Message:
    """A decision in words."""
    match move:
        case TakeTargets(_, faces):
            return message("lustig.choice.take", cards=named(faces))
        case TakeDeath(_, death, None):
            return message("lustig.choice.open", death=card_name(death))
        case TakeDeath(_, death, onto):
            card = card_name(onto or "")
            return message("lustig.choice.onto", death=card_name(death), card=card)
        case UseSpecial(_, face):
            return message("lustig.choice.use", card=card_name(face))
        case StopRolling():
            return message("lustig.choice.stop")
        case ThrowDice(_, thrown, _):
            return message("lustig.choice.roll", count=len(thrown))
        case RollProfessors():
            return message("lustig.choice.professors")
