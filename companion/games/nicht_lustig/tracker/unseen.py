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
from companion.games.nicht_lustig.tracker.recorder import LustigRecorder
from companion.games.nicht_lustig.tracker.taking import (
    counts,
    place_of,
    wrongly_taken,
)


def complete(recorder: LustigRecorder) -> None:
    """Finish the turn under way: the next player's has begun."""
    turn = recorder.sitting.turns
    if recorder.sitting.unread is not None or recorder.sitting.gone:
        _unread(recorder)
    elif wrong := wrongly_taken(recorder):
        counts(recorder, wrong[0])
    elif recorder.situation.now == "roll" and recorder.situation.rolls:
        recorder.decide(StopRolling(recorder.situation.turn))
    while recorder.sitting.turns == turn and recorder.situation.now in (
        "take",
        "virus",
    ):
        _settle(recorder)


def _unread(recorder: LustigRecorder) -> None:
    """Nobody said what the last roll showed: cards that left are taken, and people are asked to say what it scored."""
    now = recorder.situation
    for face in recorder.sitting.gone:
        recorder.facts((CardMoved(face, place_of(face), now.turn),))
    recorder.tell("turn-unread", player=now.turn)
    recorder.facts(followed(recorder.situation, (turn_over(recorder.situation),)))


def _settle(recorder: LustigRecorder) -> None:
    me, picked = recorder.situation.turn, recorder.sitting.picked
    if picked:
        recorder.decide(TakeTargets(me, picked))
        return
    options = unseen(recorder)
    texts = [decision_text(move) for move in options]
    said = dict(recorder.sitting.verdicts).get(recorder.sitting.turns)
    chosen = options[texts.index(said)] if said in texts else options[0]
    if len(options) > 1:
        others = [text for text in texts if text != decision_text(chosen)]
        told = {"player": me, "choice": decision_text(chosen), "choices": others}
        recorder.tell("assumed", id=recorder.sitting.turns, sure=said in texts, **told)
    recorder.decide(chosen)


def unseen(recorder: LustigRecorder) -> tuple[Decision, ...]:
    """What may have been decided out of sight, likeliest first, excluding everything still in the display.

    Players who can take several cards take them all; players who can refuse a Death do;
    nobody is assumed to use the time machine.
    """
    lying = displayed(recorder.sitting.table)
    found = legal(recorder.situation)
    hidden = [m for m in found if not isinstance(m, TakeTargets) or not lying & set(m.faces)]  # fmt: skip

    def likelier(move: Decision) -> tuple[int, int]:
        taken = len(move.faces) if isinstance(move, TakeTargets) else 0
        special = move.face if isinstance(move, UseSpecial) else None
        return ({CLOWN: -1, TIME_MACHINE: 1}.get(special or "", 0), -taken)

    return tuple(sorted(hidden or found, key=likelier))
