"""The end of a turn of which not everything was seen: cards that left are taken, for the rest the likeliest is assumed."""

from __future__ import annotations

from companion.games.nicht_lustig.deck.cards import CLOWN, TIME_MACHINE
from companion.games.nicht_lustig.mat import displayed
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    StopRolling,
    TakeTargets,
    UseSpecial,
)
from companion.games.nicht_lustig.model.happened import CardMoved
from companion.games.nicht_lustig.programs.writing import decision_text
from companion.games.nicht_lustig.rules.following import followed, turn_over
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.tracker.minutes import LustigMinutes
from companion.games.nicht_lustig.tracker.taking import (
    counts,
    place_of,
    wrongly_taken,
)


def complete(minutes: LustigMinutes) -> None:
    """Finish the turn under way: the next player's has begun."""
    turn = minutes.sitting.turns
    if minutes.sitting.unread is not None or minutes.sitting.gone:
        _unread(minutes)
    elif wrong := wrongly_taken(minutes):
        counts(minutes, wrong[0])
    elif minutes.situation.now == "roll" and minutes.situation.rolls:
        minutes.decide(StopRolling(minutes.situation.turn))
    while minutes.sitting.turns == turn and minutes.situation.now in ("take", "virus"):
        _settle(minutes)


def _unread(minutes: LustigMinutes) -> None:
    """Nobody said what the last roll showed: cards that left are taken, and people are asked to say what it scored."""
    now = minutes.situation
    for face in minutes.sitting.gone:
        minutes.facts((CardMoved(face, place_of(face), now.turn),))
    minutes.tell("turn-unread", player=now.turn)
    minutes.facts(followed(minutes.situation, (turn_over(minutes.situation),)))


def _settle(minutes: LustigMinutes) -> None:
    me, picked = minutes.situation.turn, minutes.sitting.picked
    if picked:
        minutes.decide(TakeTargets(me, picked))
        return
    options = unseen(minutes)
    texts = [decision_text(move) for move in options]
    said = dict(minutes.sitting.verdicts).get(minutes.sitting.turns)
    chosen = options[texts.index(said)] if said in texts else options[0]
    if len(options) > 1:
        others = [text for text in texts if text != decision_text(chosen)]
        told = {"player": me, "choice": decision_text(chosen), "choices": others}
        minutes.tell("assumed", id=minutes.sitting.turns, sure=said in texts, **told)
    minutes.decide(chosen)


def unseen(minutes: LustigMinutes) -> tuple[Decision, ...]:
    """What may have been decided out of sight, likeliest first, excluding everything still in the display.

    Players who can take several cards take them all; players who can refuse a Death do;
    nobody is assumed to use the time machine.
    """
    lying = displayed(minutes.sitting.table)
    found = legal(minutes.situation)
    hidden = [m for m in found if not isinstance(m, TakeTargets) or not lying & set(m.faces)]  # fmt: skip

    def likelier(move: Decision) -> tuple[int, int]:
        taken = len(move.faces) if isinstance(move, TakeTargets) else 0
        special = move.face if isinstance(move, UseSpecial) else None
        return ({CLOWN: -1, TIME_MACHINE: 1}.get(special or "", 0), -taken)

    return tuple(sorted(hidden or found, key=likelier))
