"""How a turn ends of which not everything was seen: what was picked is taken, for the rest the likeliest is assumed."""

from __future__ import annotations

from companion.games.nicht_lustig.mat import DISPLAY
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    StopRolling,
    TakeTargets,
    UseSpecial,
)
from companion.games.nicht_lustig.programs.writing import decision_text
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.tracker.minutes import Minutes


def complete(minutes: Minutes) -> None:
    """Bring the turn under way to its end: somebody else has begun his."""
    turn = minutes.sitting.turns
    if minutes.situation.now == "roll" and minutes.situation.rolls:
        minutes.decide(StopRolling(minutes.situation.turn))
    while minutes.sitting.turns == turn and minutes.situation.now in ("take", "virus"):
        _settle(minutes)


def _settle(minutes: Minutes) -> None:
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


def unseen(minutes: Minutes) -> tuple[Decision, ...]:
    """What may have been decided out of sight, the likeliest first: nothing that still lies in the display.

    Who can take several takes them all; who can be spared a Death is.
    """
    lying = {code.rpartition("-")[0] for code in minutes.sitting.table[DISPLAY]}
    found = legal(minutes.situation)
    hidden = [m for m in found if not isinstance(m, TakeTargets) or not lying & set(m.faces)]  # fmt: skip

    def likelier(move: Decision) -> tuple[bool, int]:
        taken = len(move.faces) if isinstance(move, TakeTargets) else 0
        return (not isinstance(move, UseSpecial), -taken)

    return tuple(sorted(hidden or found, key=likelier))
