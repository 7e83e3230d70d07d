"""What people enter by tap: moves, and answers to questions."""

from __future__ import annotations

from companion.errors import IllegalMove
from companion.games.nicht_lustig.deck.cards import ROBOT, UFO
from companion.games.nicht_lustig.model.decisions import (
    DECISIONS,
    Decision,
    RollProfessors,
    StopRolling,
    ThrowDice,
)
from companion.games.nicht_lustig.model.happened import CardMoved, DiceWere, TurnWentOn
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.tracker.asking import (
    DieShows,
    SymbolMeans,
    questions,
)
from companion.games.nicht_lustig.tracker.recorder import LustigRecorder
from companion.games.nicht_lustig.tracker.rolling import die_told, use_duck
from companion.games.nicht_lustig.tracker.sitting import LustigSitting, OneSymbol
from companion.games.nicht_lustig.tracker.taking import (
    looked_at_again,
    taken_before,
    wrongly_taken,
)
from companion.rules import Json


def submitted(recorder: LustigRecorder, told: Json) -> None:
    """Make a move that somebody tapped. Raises IllegalMove."""
    if not recorder.sitting.goes_on:
        raise IllegalMove("lustig.not-now")
    move = _move(told)
    if isinstance(move, ThrowDice | RollProfessors) and move.values is None:
        raise IllegalMove("lustig.say-values")
    if isinstance(move, ThrowDice) and recorder.sitting.sighted:
        recorder.tell("sighted", sighted=False)
    if isinstance(move, ThrowDice):
        use_duck(recorder)
    wrong = wrongly_taken(recorder)
    recorder.decide(move)
    recorder.tell("dice", left=[], came=[])
    recorder.relent()
    if isinstance(move, ThrowDice):
        taken_before(recorder)
        looked_at_again(recorder, wrong)
    recorder.done()


def _move(told: Json) -> Decision:
    try:
        return DECISIONS.from_json(told)
    except ValueError as error:
        raise IllegalMove("lustig.no-move", what=str(told)[:80]) from error


def answered(recorder: LustigRecorder, question: str, choice: str) -> None:
    """Process an answer. Raises IllegalMove if there is no such question or choice."""
    asked = next((q for q in questions(recorder.sitting) if q.id == question), None)
    if asked is None:
        raise IllegalMove("lustig.no-question")
    found = dict(asked.choices).get(choice)
    match found:
        case None:
            raise IllegalMove("lustig.no-choice")
        case DieShows(colour, value):
            die_told(recorder, colour, value)
        case SymbolMeans(symbol, special):
            _symbol(recorder, symbol, special)
        case _:
            _decided(recorder, found)
    recorder.done()


def _decided(recorder: LustigRecorder, move: Decision) -> None:
    if recorder.situation.now == "roll" and not isinstance(move, StopRolling):
        recorder.decide(StopRolling(recorder.situation.turn))
    recorder.decide(move)


def _symbol(recorder: LustigRecorder, symbol: OneSymbol, special: str) -> None:
    """A colour's only symbol stands for this special; if the other one was gained for it, that goes back."""
    recorder.tell("symbol-told", colour=symbol.colour)
    if special == symbol.taken:
        return
    now = recorder.situation
    if now.dice is not None and recorder.sitting.turns == symbol.turn:
        recorder.facts((DiceWere(now.dice.swapped(symbol.colour).values),))
        if now.now == "take":
            return
    if symbol.owner != symbol.player:
        there = "middle" if symbol.owner is None else "specials"
        recorder.facts((CardMoved(symbol.taken, there, symbol.owner),))
    moved = CardMoved(symbol.other, "specials", symbol.player)
    skipped = _was_skipped(recorder, symbol)
    if skipped is None:
        recorder.state(moved)
    else:
        # Whose turn it is not has nothing skipped by what comes to them.
        recorder.facts((moved,))
        recorder.state(TurnWentOn(skipped))


def _was_skipped(recorder: LustigRecorder, symbol: OneSymbol) -> int | None:
    """Whose turn was skipped since, by a special that had in truth been taken away."""
    now = recorder.situation
    following = (symbol.player + 1) % now.players
    gone_by = recorder.sitting.turns == symbol.turn + 2 and now.rolls == 0
    skips = symbol.other in (ROBOT, UFO) and symbol.other_owner == following
    return following if gone_by and skips and symbol.other in now.middle else None


def playable(sitting: LustigSitting, player: int) -> tuple[Decision, ...]:
    """What a seat may decide now."""
    if not sitting.goes_on:
        return ()
    return tuple(m for m in legal(sitting.situation) if m.player == player)
