"""What everybody may see of a game, as JSON values (web/routes/api.py); everything in it is public."""

from __future__ import annotations

from typing import Any

from companion.games.nicht_lustig.deck.cards import DUCK
from companion.games.nicht_lustig.deck.dice import COLOURS, DICE
from companion.games.nicht_lustig.mat import DISPLAY, EDITION
from companion.games.nicht_lustig.model.situation import LAST_TARGETS
from companion.games.nicht_lustig.programs.texts import decision_from_text
from companion.games.nicht_lustig.programs.writing import area_json
from companion.games.nicht_lustig.rules.chances import chances
from companion.games.nicht_lustig.rules.following import reckoned
from companion.games.nicht_lustig.rules.legality import most_rolls, useful
from companion.games.nicht_lustig.rules.points import (
    of_each,
    professor_dice,
    yet_to_roll,
)
from companion.games.nicht_lustig.tracker.asking import (
    OpenQuestion,
    questions,
    said,
)
from companion.games.nicht_lustig.tracker.sitting import AssumedTurn, LustigSitting


def view(sitting: LustigSitting) -> dict[str, Any]:
    """The public view.

    Beside what web/routes/api.py promises: ``phase``, ``setup`` and ``troubles`` as
    of any game; ``last``: with so many targets in the display, or fewer, a turn was the last one; ``middle``; ``dice`` of the last roll that is known
    with ``rolls`` of ``most`` (``duck``: that one can buy one more), which of them are ``free``; ``lying`` where a roll is
    not yet known: the same, null for each die that is asked for; ``chances`` of what can still be
    rolled; of players ``area`` and ``points``.
    """
    now = sitting.situation
    over = reckoned(now).winners if now.now == "over" else ()
    told = {
        "game": "nicht-lustig",
        "edition": EDITION,
        "round": 0,
        "phase": "over" if now.now == "over" else sitting.stage,
        "turn": _turn(sitting),
        "players": _players(sitting),
        "zones": {DISPLAY: list(now.display)},
        "last": LAST_TARGETS,
        "middle": list(now.middle),
        "now": now.now,
        "dice": None if now.dice is None else list(now.dice.values),
        "lying": _lying(sitting),
        "names": list(DICE),
        "rolls": now.rolls,
        "most": most_rolls(now),
        "duck": now.now == "roll" and any(useful(now, DUCK)),
        "free": list(now.free),
        "picked": list(sitting.picked),
        "chances": chances(now),
        "reckoning": _reckoning(sitting),
        "questions": [_question(asked, sitting) for asked in questions(sitting)],
        "moves": [_assumed(told) for told in sitting.assumed],
        "winner": over[0] if over else None,
        "winners": list(over),
        "rulings": now.rules.to_json(),
        "camera": sitting.setup.camera,
    }
    return told | sitting.public()


def _lying(sitting: LustigSitting) -> list[int | None] | None:
    roll = sitting.unread
    if roll is None or sitting.situation.now == "reckon":
        return None
    shown: list[int | None] = []
    for colour in COLOURS:
        shown += [value for name, value in roll.values if name == colour]
        shown += [None] * roll.open.count(colour)
    return shown


def _turn(sitting: LustigSitting) -> dict[str, Any] | None:
    if sitting.stage != "play" or sitting.situation.now in ("reckon", "over"):
        return None
    return {"player": sitting.situation.turn, "since": sitting.since}


def _players(sitting: LustigSitting) -> list[dict[str, Any]]:
    now = sitting.situation
    points = reckoned(now).points
    return [
        {
            "name": name,
            "cards": [len(area.cards), len(area.cards)],
            "won": [],
            "area": area_json(area),
            "points": reached,
        }
        for name, area, reached in zip(sitting.names, now.areas, points, strict=True)
    ]


def _reckoning(sitting: LustigSitting) -> list[dict[str, int]] | None:
    """At the end everybody's points by source; ``waits``: the dice that a seat still has to roll for professors."""
    now = sitting.situation
    if now.now not in ("reckon", "over"):
        return None
    pairs = zip(now.areas, now.professors, strict=True)
    waiting = yet_to_roll(now) if now.now == "reckon" else ()
    return [
        of_each(area, rolled or (), now.rules)
        | {"waits": professor_dice(area, now.rules) if seat in waiting else 0}
        for seat, (area, rolled) in enumerate(pairs)
    ]


def _question(asked: OpenQuestion, sitting: LustigSitting) -> dict[str, Any]:
    choices = [
        {"id": id, "text": said(answer, sitting).to_json(), "move": None}
        for id, answer in asked.choices
    ]
    who = {"player": asked.player, "about": None, "topic": asked.topic}
    beside = {"beside": list(asked.beside)} if asked.topic == "die" else {}
    text = {"text": asked.text.to_json(), "choices": choices}
    return {"id": asked.id, **who, **beside, **text}


def _assumed(told: AssumedTurn) -> dict[str, Any]:
    def shown(text: str) -> dict[str, Any]:
        return said(decision_from_text(text, None)).to_json()

    return {
        "id": told.id,
        "entry": told.entry,
        "player": told.player,
        "standing": "final" if told.sure else "assumed",
        "sure": told.sure,
        "text": shown(told.choice),
        "choice": told.choice,
        "choices": [{"id": text, "text": shown(text)} for text in told.choices],
    }
