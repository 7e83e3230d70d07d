"""What everybody may see of a game, as JSON values (web/routes/api.py); everything in it is public."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from companion.games.lauf_rauf.board.plan import BASE, CAMP, LOWER, MIDDLE
from companion.games.lauf_rauf.mat import EDITION
from companion.games.lauf_rauf.model.moves import (
    ClimbPawn,
    HitPawn,
    LaufMove,
    MoveGhost,
    RunPawn,
    StartPawn,
)
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.programs.notation import move_text
from companion.games.lauf_rauf.rules.dice_only import allowed
from companion.games.lauf_rauf.rules.refusals import hindrances
from companion.games.lauf_rauf.rules.walking import steps, to_climb_field
from companion.games.lauf_rauf.tracker.asking import (
    choices_of,
    question_id,
    question_text,
    said,
)
from companion.games.lauf_rauf.tracker.sitting import LaufSitting, can_call, in_force
from companion.games.lauf_rauf.tracker.tapping import has_to_run, may_decide
from companion.games.lauf_rauf.tracker.turning import may_come
from companion.games.lauf_rauf.tracker.wrongs import step_name


def view(sitting: LaufSitting) -> dict[str, Any]:
    """The public view.

    Beside what web/routes/api.py promises: ``phase``, ``setup`` and ``troubles`` as
    of any game; ``board`` (its name; ``board_mark`` is another one for another board) with ``colours`` by seat, ``pawns`` and
    ``ghost``; ``dice`` as they lie, ``rolls`` of ``most``; ``can``: what may
    be decided now, the pawns' moves with all their steps; ``has_to_run``: whether nothing else may; ``hindrances``: why a move is missing
    that the dice suggest; ``allowed``: what
    the dice allow where nobody follows the pawns; of players ``colour``,
    ``hand`` and ``way``.
    """
    now = sitting.standing
    winner = None if now.winner is None else now.colours.index(now.winner)
    told = {
        "game": "lauf-rauf",
        "edition": EDITION,
        "round": 0,
        "phase": "over" if winner is not None else sitting.stage,
        "turn": _turn(sitting),
        "players": _players(sitting),
        "zones": {},
        "referee": sitting.setup.rules.referee,
        "board": now.board.name,
        "board_mark": crc32((sitting.setup.board or "").encode()),
        "colours": list(now.colours),
        "pawns": [list(own) for own in now.pawns],
        "ghost": now.ghost,
        "supply": now.supply,
        "discard": list(now.discard),
        "dice": list(now.dice) if now.rolls else None,
        "rolls": len(now.rolls) + sitting.lost,
        "most": len(now.rolls) + max(sitting.lost, now.rolls_left),
        "can": [_can(in_force(sitting), m) for m in may_decide(sitting, now.turn)],
        "has_to_run": has_to_run(sitting),
        "hindrances": _hindrances(sitting),
        "allowed": [list(one) for one in allowed(now)] if not sitting.whole else [],
        "turning": list(sitting.turned),
        "may_come": list(may_come(sitting)),
        "under_way": [step_name(step).to_json() for step in sitting.under_way],
        "can_call": can_call(sitting),
        "questions": _questions(sitting),
        "moves": [],
        "winner": winner,
        "rulings": now.rules.to_json(),
        "camera": sitting.setup.camera,
    }
    return told | sitting.public()


def _turn(sitting: LaufSitting) -> dict[str, Any] | None:
    if sitting.stage != "play" or sitting.standing.winner is not None:
        return None
    return {"player": sitting.standing.turn, "since": sitting.since}


def _players(sitting: LaufSitting) -> list[dict[str, Any]]:
    now = sitting.standing
    return [
        {
            "name": name,
            "cards": [len(hand), len(hand)],
            "won": [],
            "colour": colour,
            "hand": list(hand),
            "camp": own.count(CAMP),
            "way": way_of(now, seat),
        }
        for seat, (name, colour, hand, own) in enumerate(
            zip(sitting.names, now.colours, now.hands, now.pawns, strict=True)
        )
    ]


def way_of(standing: Standing, seat: int) -> int:
    """How far a colour's pawns have come, in percent of all their fields, for a line chart."""
    board, colour = standing.board, standing.colours[seat]
    laps = [len(ring) for ring in board.rings]
    whole = sum(laps) + 2

    def come(place: str) -> int:
        if place in (BASE, CAMP):
            return whole if place == CAMP else 0
        level = board.level(place) or LOWER
        to = board.distance(place, board.colours[colour].climb[level]) or laps[level]
        return 1 + (laps[LOWER] if level == MIDDLE else 0) + laps[level] - to

    return round(100 * sum(map(come, standing.pawns[seat])) / (3 * whole))


def _can(standing: Standing, move: LaufMove) -> dict[str, Any]:
    """A move: its text, its name, and, if it moves a pawn, from and to."""
    told: dict[str, Any] = {"move": move_text(move), "kind": move_text(move).split()[0]}
    match move:
        case StartPawn(card) | RunPawn(_, _, card) | ClimbPawn(_, card) | HitPawn(_, _, card):  # fmt: skip
            done = steps(standing, move)
            (_, origin, to), *_ = done
            number = to_climb_field(standing, origin) + 1 if isinstance(move, ClimbPawn) else 0  # fmt: skip
            return told | {"card": card, "from": origin, "to": to, "steps": [list(s) for s in done], "number": number}  # fmt: skip
        case MoveGhost(to):
            return told | {"from": standing.ghost, "to": to}
        case _:
            return told


def _hindrances(sitting: LaufSitting) -> list[Any]:
    if not sitting.goes_on or not sitting.whole:
        return []
    return [why.to_json() for why in hindrances(in_force(sitting))]


def _questions(sitting: LaufSitting) -> list[dict[str, Any]]:
    asked = question_id(sitting)
    if asked is None:
        return []
    choices = [
        {"id": id, "text": _worded(move), "move": None}
        for id, move in choices_of(sitting)
    ]
    who = {"player": sitting.standing.turn, "about": None, "topic": "take"}
    text = question_text(sitting).to_json()
    return [{"id": asked, **who, "text": text, "choices": choices}]


def _worded(move: LaufMove) -> Any:
    told = said(move)
    return told if isinstance(told, str) else told.to_json()
