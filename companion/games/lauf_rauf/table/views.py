"""What everybody may see of a game, as JSON values (web/routes/api.py); everything in it is public."""

from typing import Any
from zlib import crc32

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.mat import EDITION
from companion.games.lauf_rauf.rules.legality import steps, to_climb_field
from companion.games.lauf_rauf.rules.outcomes import allowed
from companion.games.lauf_rauf.rules.refusals import hindrances
from companion.games.lauf_rauf.table.moves_seen import step_name
from companion.games.lauf_rauf.table.questions import may_come, questions
from companion.games.lauf_rauf.table.state import TableState, can_call, in_force
from companion.games.lauf_rauf.table.submissions import has_to_run, may_decide


def view(table_state: TableState) -> dict[str, Any]:
    """The public view.

    Beside what web/routes/api.py promises: ``phase``, ``setup`` and ``troubles`` as
    of any game; ``board`` (its name; ``board_mark`` is another one for another board) with ``colours`` by seat, ``pawns`` and
    ``ghost``; ``dice`` as they lie, ``rolls`` of ``most``; ``can``: what may
    be decided now, the pawns' moves with all their steps; ``has_to_run``: whether nothing else may; ``hindrances``: why a move is missing
    that the dice suggest; ``allowed``: what
    the dice allow where nobody follows the pawns; of players ``colour``,
    ``hand`` and ``way``.
    """
    now = table_state.state
    winner = None if now.winner is None else now.colours.index(now.winner)
    told = {
        "game": "lauf-rauf",
        "edition": EDITION,
        "players": _players(table_state),
        "referee": table_state.setup.rulings.referee,
        "board": now.board.name,
        "board_mark": crc32((table_state.setup.board or "").encode()),
        "colours": list(now.colours),
        "pawns": [list(own) for own in now.pawns],
        "ghost": now.ghost,
        "supply": now.supply,
        "discard": list(now.discard),
        "dice": list(now.dice) if now.rolls else None,
        "rolls": len(now.rolls) + table_state.lost,
        "most": len(now.rolls) + max(table_state.lost, now.rolls_left),
        "can": [_can(in_force(table_state), move) for move in may_decide(table_state, now.turn)],
        "has_to_run": has_to_run(table_state),
        "hindrances": _hindrances(table_state),
        "allowed": [list(one) for one in allowed(now)] if not table_state.whole else [],
        "turning": list(table_state.turned),
        "may_come": list(may_come(table_state)),
        "under_way": [step_name(step).to_json() for step in table_state.under_way],
        "can_call": can_call(table_state),
        "winner": winner,
    }
    asked = questions(table_state)
    return told | table_state.public(now.turn, asked, over=winner is not None)


def _players(table_state: TableState) -> list[dict[str, Any]]:
    now = table_state.state
    return [
        table_state.public_player(name, len(hand))
        | {
            "colour": colour,
            "hand": list(hand),
            "camp": own.count(b.CAMP),
            "way": way_of(now, seat),
        }
        for seat, (name, colour, hand, own) in enumerate(
            zip(table_state.names, now.colours, now.hands, now.pawns, strict=True)
        )
    ]


def way_of(state: m.State, seat: int) -> int:
    """How far a colour's pawns have come, in percent of all their fields, for a line chart."""
    board, colour = state.board, state.colours[seat]
    laps = [len(ring) for ring in board.rings]
    whole = sum(laps) + 2

    def come(place: str) -> int:
        if place in (b.BASE, b.CAMP):
            return whole if place == b.CAMP else 0
        level = board.level(place) or b.LOWER
        to = board.distance(place, board.colours[colour].climb[level]) or laps[level]
        return 1 + (laps[b.LOWER] if level == b.MIDDLE else 0) + laps[level] - to

    return round(100 * sum(map(come, state.pawns[seat])) / (3 * whole))


def _can(state: m.State, move: m.Move) -> dict[str, Any]:
    """A move: its text, its name, and, if it moves a pawn, from and to."""
    told: dict[str, Any] = {"move": str(move), "kind": str(move).split()[0]}
    match move:
        case m.StartPawn() | m.RunPawn() | m.ClimbPawn() | m.HitPawn():
            done = steps(state, move)
            (_, origin, to), *_ = done
            climbs = isinstance(move, m.ClimbPawn)
            return told | {
                "card": move.card,
                "from": origin,
                "to": to,
                "steps": [list(step) for step in done],
                "number": to_climb_field(state, origin) + 1 if climbs else 0,
            }
        case m.MoveGhost(to):
            return told | {"from": state.ghost, "to": to}
        case _:
            return told


def _hindrances(table_state: TableState) -> list[Any]:
    if not table_state.goes_on or not table_state.whole:
        return []
    return [why.to_json() for why in hindrances(in_force(table_state))]
