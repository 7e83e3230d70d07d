"""What everybody may see of a game, as JSON values (web/routes/api.py); everything in it is public."""

from typing import Any

from companion.games.nicht_lustig import mat, notation
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.rules import legality, moves, points
from companion.games.nicht_lustig.rules.points import chances
from companion.games.nicht_lustig.table import dice_seen, state
from companion.games.nicht_lustig.table.questions import choice_text, questions


def view(table_state: state.TableState) -> dict[str, Any]:
    """The public view.

    Beside what web/routes/api.py promises: ``phase``, ``setup`` and ``troubles`` as
    of any game; ``last``: with so many targets in the display, or fewer, a turn was the last one; ``middle``; ``dice`` of the last roll that is known
    with ``rolls`` of ``most`` (``duck``: that one can buy one more), which of them are ``free``; ``lying`` where a roll is
    not yet known: the same, null for each die that is asked for; ``chances`` of what can still be
    rolled; of players ``area`` and ``points``.
    """
    now = table_state.state
    over = moves.reckoned(now).winners if now.now == "over" else ()
    told = {
        "game": "nicht-lustig",
        "edition": mat.EDITION,
        "players": _players(table_state),
        "zones": {mat.DISPLAY: list(now.display)},
        "last": m.LAST_TARGETS,
        "middle": list(now.middle),
        "now": now.now,
        "dice": None if now.dice is None else list(now.dice.values),
        "lying": None if now.now == "reckon" else table_state.lying(dice_seen.SEEN),
        "names": list(p.DICE),
        "rolls": now.rolls,
        "most": legality.most_rolls(now),
        "duck": now.now == "roll" and any(legality.useful(now, p.DUCK)),
        "free": list(now.free),
        "picked": list(table_state.picked),
        "chances": chances(now),
        "reckoning": _reckoning(table_state),
        "moves": [_assumed(told) for told in table_state.assumed],
        "winner": over[0] if over else None,
        "winners": list(over),
    }
    turn, asked = None if now.now == "reckon" else now.turn, questions(table_state)
    return table_state.public(turn, asked, over=now.now == "over") | told


def _players(table_state: state.TableState) -> list[dict[str, Any]]:
    now = table_state.state
    points = moves.reckoned(now).points
    return [
        table_state.public_player(name, len(area.cards))
        | {"area": notation.area_json(area), "points": reached}
        for name, area, reached in zip(table_state.names, now.areas, points, strict=True)
    ]


def _reckoning(table_state: state.TableState) -> list[dict[str, int]] | None:
    """At the end everybody's points by source; ``waits``: the dice that a seat still has to roll for professors."""
    now = table_state.state
    if now.now not in ("reckon", "over"):
        return None
    pairs = zip(now.areas, now.professors, strict=True)
    waiting = points.yet_to_roll(now) if now.now == "reckon" else ()
    return [
        points.of_each(area, rolled or (), now.rulings)
        | {"waits": points.professor_dice(area, now.rulings) if seat in waiting else 0}
        for seat, (area, rolled) in enumerate(pairs)
    ]


def _assumed(turn: state.AssumedTurn) -> dict[str, Any]:
    def shown(text: str) -> dict[str, Any]:
        return choice_text(notation.move_from_text(text, None)).to_json()

    return {
        "id": turn.id,
        "entry": turn.entry,
        "player": turn.player,
        "standing": "final" if turn.sure else "assumed",
        "sure": turn.sure,
        "text": shown(turn.choice),
        "choice": turn.choice,
        "choices": [{"id": text, "text": shown(text)} for text in turn.choices],
    }
