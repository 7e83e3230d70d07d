"""Questions to the players: what no camera can see, or what could not be read."""

from __future__ import annotations

from companion.announce import Message, message
from companion.games.lauf_rauf.board.cards import kind_name
from companion.games.lauf_rauf.model.moves import (
    LaufMove,
    MoveGhost,
    ThrowPair,
    TurnUpCard,
)
from companion.games.lauf_rauf.programs.notation import move_text
from companion.games.lauf_rauf.rules.outcomes import SeenMove, explained, placement
from companion.games.lauf_rauf.tracker.dice_seen import PAIRS, half_read, none_read
from companion.games.lauf_rauf.tracker.pawns_seen import pawns_seen
from companion.games.lauf_rauf.tracker.sitting import LaufSitting, tolerant
from companion.games.lauf_rauf.tracker.turning import may_come, may_turn


def question_id(sitting: LaufSitting) -> str | None:
    """The id of the open question, of which there is at most one; None if there is none."""
    topic = _topic(sitting)
    if topic is None:
        return None
    topic = topic.replace("-", "")
    return f"{topic}-{sitting.turns}-{len(sitting.standing.rolls)}-{len(sitting.turned)}"  # fmt: skip


def _topic(sitting: LaufSitting) -> str | None:
    if not sitting.goes_on:
        return None
    wrong = {w.reason for w in sitting.irregular} if sitting.setup.camera else set()
    if "unseen" in wrong:
        return "both-dice"
    if "dice" in wrong:
        return "both-dice" if none_read(sitting.table) else "dice" if half_read(sitting.table) else None  # fmt: skip
    if sitting.turned or (sitting.setup.camera and may_turn(sitting)):
        return "card"
    return "with" if len(shown_moves(sitting)) > 1 else None


def choices_of(sitting: LaufSitting) -> tuple[tuple[str, LaufMove], ...]:
    """The choices of the open question, as the moves they stand for."""
    moves: tuple[LaufMove, ...]
    match _topic(sitting):
        case "dice":
            known = half_read(sitting.table) or 1
            again = None if _both(sitting) else _thrown_again(sitting, known)
            shown = [(known, value) for value in range(1, 7)]
            moves = tuple(ThrowPair(again, pair) for pair in shown)
        case "both-dice":
            moves = tuple(ThrowPair(None, pair) for pair in PAIRS)
        case "card":
            moves = tuple(TurnUpCard((kind,)) for kind in may_come(sitting))
        case "with":
            moves = tuple(one.move for one in shown_moves(sitting))
        case _:
            moves = ()
    return tuple((move_text(move), move) for move in moves)


def _both(sitting: LaufSitting) -> bool:
    """Whether both dice were thrown, as far as anybody saw."""
    moved = max(len(sitting.left), len(sitting.came))
    return not sitting.standing.rolls or moved > 1


def _thrown_again(sitting: LaufSitting, known: int) -> int | None:
    one, other = sitting.standing.dice
    return other if known == one else one if known == other else None


def shown_moves(sitting: LaufSitting) -> tuple[SeenMove, ...]:
    """The complete moves that the board shows, if any; cards that came to the discard decide between them."""
    standing = tolerant(sitting.standing)
    if not sitting.sees_pawns or not standing.rolls:
        return ()
    seen = pawns_seen(standing, sitting.table)
    if seen is None or seen == placement(standing):
        return ()
    found = tuple(one for one in explained(standing, seen) if not one.left)
    played = tuple(one for one in found if _card(one) in sitting.shown)
    plain = tuple(one for one in found if _card(one) is None)
    return (played or plain)[:1] or found


def _card(seen: SeenMove) -> str | None:
    return None if isinstance(seen.move, MoveGhost) else seen.move.card


def question_text(sitting: LaufSitting) -> Message:
    """What is asked of whoever's turn it is: what dice show, which card it was, or which of the moves that fit."""
    name = sitting.names[sitting.standing.turn]
    return message(f"lauf.question.{_topic(sitting)}", player=name)


def said(move: LaufMove) -> Message | str:
    """The text of a choice."""
    match move:
        case ThrowPair(_, (one, other)):
            return message("lauf.choice.dice", one=one, other=other)
        case TurnUpCard((kind,)):
            return kind_name(kind)
        case MoveGhost():
            return message("lauf.choice.ghost")
        case _:
            card = getattr(move, "card", None)
            return kind_name(card) if card else message("lauf.choice.plain")
