"""What people are asked: what somebody takes of what the dice allow, which Death, and where it goes."""

from __future__ import annotations

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
from companion.games.nicht_lustig.programs.writing import decision_text
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.tracker.sitting import LustigSitting

MOST_CHOICES = 24
"""More than a person reads: they are told by tap where they lie."""


def question_id(sitting: LustigSitting) -> str | None:
    """The question that is open, one at most; None: none is."""
    if sitting.stage != "play" or sitting.paused:
        return None
    now = sitting.situation.now
    return f"{now}-{sitting.turns}" if now in ("take", "virus") else None


def choices_of(sitting: LustigSitting) -> tuple[tuple[str, Decision], ...]:
    """The choices of the open question by their ids, the largest sets first; what was picked is not asked again."""
    picked = set(sitting.picked)
    found = [
        move
        for move in legal(sitting.situation)
        if not picked or (isinstance(move, TakeTargets) and picked <= set(move.faces))
    ]
    found.sort(key=lambda m: -len(m.faces) if isinstance(m, TakeTargets) else 0)
    return tuple((decision_text(move), move) for move in found[:MOST_CHOICES])


def question_text(sitting: LustigSitting) -> Message:
    """What is asked."""
    name = sitting.names[sitting.situation.turn]
    takes = any(isinstance(m, TakeTargets) for _, m in choices_of(sitting))
    key = "takes" if takes else sitting.situation.now
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
