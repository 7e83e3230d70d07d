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
from companion.games.nicht_lustig.tracker.minutes import LustigMinutes
from companion.games.nicht_lustig.tracker.rolling import die_told, use_duck
from companion.games.nicht_lustig.tracker.sitting import LustigSitting, OneSymbol
from companion.games.nicht_lustig.tracker.taking import (
    looked_at_again,
    taken_before,
    wrongly_taken,
)
from companion.rules import Json


def submitted(minutes: LustigMinutes, told: Json) -> None:
    """Make a move that somebody tapped. Raises IllegalMove."""
    if not minutes.sitting.goes_on:
        raise IllegalMove("lustig.not-now")
    move = _move(told)
    if isinstance(move, ThrowDice | RollProfessors) and move.values is None:
        raise IllegalMove("lustig.say-values")
    if isinstance(move, ThrowDice) and minutes.sitting.sighted:
        minutes.tell("sighted", sighted=False)
    if isinstance(move, ThrowDice):
        use_duck(minutes)
    wrong = wrongly_taken(minutes)
    minutes.decide(move)
    minutes.tell("dice", left=[], came=[])
    minutes.relent()
    if isinstance(move, ThrowDice):
        taken_before(minutes)
        looked_at_again(minutes, wrong)
    minutes.done()


def _move(told: Json) -> Decision:
    try:
        return DECISIONS.from_json(told)
    except ValueError as error:
        raise IllegalMove("lustig.no-move", what=str(told)[:80]) from error


def answered(minutes: LustigMinutes, question: str, choice: str) -> None:
    """Process an answer. Raises IllegalMove if there is no such question or choice."""
    asked = next((q for q in questions(minutes.sitting) if q.id == question), None)
    if asked is None:
        raise IllegalMove("lustig.no-question")
    found = dict(asked.choices).get(choice)
    match found:
        case None:
            raise IllegalMove("lustig.no-choice")
        case DieShows(colour, value):
            die_told(minutes, colour, value)
        case SymbolMeans(symbol, special):
            _symbol(minutes, symbol, special)
        case _:
            _decided(minutes, found)
    minutes.done()


def _decided(minutes: LustigMinutes, move: Decision) -> None:
    if minutes.situation.now == "roll" and not isinstance(move, StopRolling):
        minutes.decide(StopRolling(minutes.situation.turn))
    minutes.decide(move)


def _symbol(minutes: LustigMinutes, symbol: OneSymbol, special: str) -> None:
    """A colour's only symbol stands for this special; if the other one was gained for it, that goes back."""
    minutes.tell("symbol-told", colour=symbol.colour)
    if special == symbol.taken:
        return
    now = minutes.situation
    if now.dice is not None and now.now == "take" and minutes.sitting.turns == symbol.turn:  # fmt: skip
        minutes.facts((DiceWere(now.dice.swapped(symbol.colour).values),))
        return
    if symbol.owner != symbol.player:
        there = "middle" if symbol.owner is None else "specials"
        minutes.facts((CardMoved(symbol.taken, there, symbol.owner),))
    skipped = _was_skipped(minutes, symbol)
    minutes.state(CardMoved(symbol.other, "specials", symbol.player))
    if skipped is not None:
        minutes.state(TurnWentOn(skipped))


def _was_skipped(minutes: LustigMinutes, symbol: OneSymbol) -> int | None:
    """Whose turn was skipped since, by a special that had in truth been taken away."""
    now, following = minutes.situation, symbol.player + 1
    gone_by = minutes.sitting.turns == symbol.turn + 2 and now.rolls == 0
    skips = symbol.other in (ROBOT, UFO) and symbol.other in now.middle
    return following % now.players if gone_by and skips else None


def playable(sitting: LustigSitting, player: int) -> tuple[Decision, ...]:
    """What a seat may decide now."""
    if not sitting.goes_on:
        return ()
    return tuple(m for m in legal(sitting.situation) if m.player == player)
