"""What people enter by tap: moves, answers, and corrections."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from companion.errors import CompanionError, IllegalMove
from companion.gamekit.said import Orders, is_order, maybe, number, some, text
from companion.games.lauf_rauf.board.cards import ALL, KINDS
from companion.games.lauf_rauf.board.plan import BASE, CAMP, SUMMIT
from companion.games.lauf_rauf.model.events import (
    CardSacrificed,
    DicePassedOn,
    HandWas,
    NothingDone,
    PairThrown,
    PairWas,
    PawnsWere,
)
from companion.games.lauf_rauf.model.moves import (
    LaufMove,
    Pair,
    RunPawn,
    SacrificeCard,
    ThrowPair,
    TurnUpCard,
)
from companion.games.lauf_rauf.model.standing import PAWNS
from companion.games.lauf_rauf.programs.notation import move_from_text
from companion.games.lauf_rauf.rules.dice_only import ANY_CARD, rolling
from companion.games.lauf_rauf.rules.legality import ghost_moves, legal
from companion.games.lauf_rauf.rules.outcomes import Placement, explained, placement
from companion.games.lauf_rauf.tracker.asking import choices_of, question_id
from companion.games.lauf_rauf.tracker.handing_on import stands
from companion.games.lauf_rauf.tracker.moves_seen import look_at_pawns
from companion.games.lauf_rauf.tracker.pawns_seen import pawns_seen
from companion.games.lauf_rauf.tracker.recorder import LaufRecorder
from companion.games.lauf_rauf.tracker.sitting import (
    OF_DICE,
    LaufSitting,
    can_call,
    in_force,
    tolerant,
)
from companion.games.lauf_rauf.tracker.turning import turn_up
from companion.games.lauf_rauf.tracker.watching import check
from companion.rules import Json

ORDERS: Final[Orders] = {
    "put": {"player": number, "pawn": number, "place": text},
    "ghost": {"place": text},
    "hand": {"player": number, "cards": some(text)},
    "dice": {"values": some(number)},
    "turn": {"player": number},
    "stands": {"reason": maybe(text)},
    "put-back": {"reason": maybe(text)},
}
"""The allowed keys of a correction besides ``do``; those not listed take none."""
GIVEN_UP: Final = "buy"
"""When refereeing only the rolls: a card was discarded, whichever."""


def submitted(recorder: LaufRecorder, told: Json) -> None:
    """Make a move that somebody tapped. Raises IllegalMove."""
    sitting = recorder.sitting
    if not sitting.goes_on:
        raise IllegalMove("lauf.not-now")
    said = told.get("move")
    if len(told) > 1 or not text(said):
        raise IllegalMove("lauf.no-move", what=str(said)[:80])
    if said == GIVEN_UP:
        move: LaufMove = SacrificeCard(ANY_CARD)
    else:
        move = _move(said)
    if isinstance(move, ThrowPair) and move.shows is None:
        raise IllegalMove("lauf.say-dice")
    _make(recorder, move)
    recorder.tell("dice", left=[], came=[])
    recorder.relent()
    _moved_meanwhile(recorder, move)
    recorder.done()


def _move(said: object) -> LaufMove:
    try:
        return move_from_text(str(said))
    except CompanionError as error:
        raise IllegalMove("lauf.no-move", what=str(said)[:80]) from error


def _make(recorder: LaufRecorder, move: LaufMove) -> None:
    if not recorder.sitting.whole:
        _rolled_only(recorder, move)
    elif isinstance(move, TurnUpCard):
        if move.turned is None:
            raise IllegalMove("lauf.say-card")
        turn_up(recorder, move.turned)
    elif recorder.sitting.turned:
        raise IllegalMove("lauf.cards-first")
    else:
        recorder.decide(move)


def _rolled_only(recorder: LaufRecorder, move: LaufMove) -> None:
    """Without pawns there are only rolls, cards for more of them, and ends of turns. Raises IllegalMove."""
    standing = recorder.standing
    bare = ThrowPair(move.again) if isinstance(move, ThrowPair) else move
    if bare not in rolling(standing):
        raise IllegalMove("lauf.dice-only")
    match move:
        case ThrowPair(again, (_, _) as shows):
            number = len(standing.rolls) + 1
            recorder.facts((PairThrown(standing.colour, number, shows, again),))
        case SacrificeCard():
            recorder.facts((CardSacrificed(standing.colour, ANY_CARD),))
        case _:
            recorder.end(NothingDone(standing.colour))


def answered(recorder: LaufRecorder, question: str, choice: str) -> None:
    """Process an answer. Raises IllegalMove if there is no such question or choice."""
    if question != question_id(recorder.sitting):
        raise IllegalMove("lauf.no-question")
    if choice not in dict(choices_of(recorder.sitting)):
        raise IllegalMove("lauf.no-choice")
    move = _move(choice)
    _make(recorder, move)
    recorder.tell("dice", left=[], came=[])
    recorder.relent(*OF_DICE)
    _moved_meanwhile(recorder, move)
    recorder.done()


def _moved_meanwhile(recorder: LaufRecorder, move: LaufMove) -> None:
    """Whoever says what the dice show may have moved a pawn already."""
    if isinstance(move, ThrowPair) and recorder.sitting.sees_pawns:
        look_at_pawns(recorder, recorder.sitting.table)


def corrected(recorder: LaufRecorder, told: Json) -> None:
    """Process a correction. Raises IllegalMove."""
    if not is_order(told, ORDERS):
        raise IllegalMove("lauf.no-correction")
    match told:
        case {"do": "put", "player": int(player), "pawn": int(pawn), "place": str(place)}:  # fmt: skip
            recorder.put_right(_put(recorder.sitting, player, pawn, place))
        case {"do": "ghost", "place": str(place)}:
            recorder.put_right(_ghost(recorder.sitting, place))
        case {"do": "hand", "player": int(player), "cards": list(cards)}:
            recorder.facts((_hand(recorder.sitting, player, cards),))
        case {"do": "dice", "values": list(values)}:
            recorder.facts((PairWas(_pair(recorder.sitting, values)),))
        case {"do": "turn", "player": int(player)}:
            recorder.facts((_given(recorder.sitting, player),))
            recorder.tell("given", player=player)
        case {"do": "stands", **more}:
            wrong = recorder.complained(more.get("reason") or "pawns")
            if wrong.reason != "pawns" or not stands(recorder):
                raise IllegalMove("lauf.no-correction")
        case {"do": "put-back", **more}:
            recorder.look_again(more.get("reason"), OF_DICE.__contains__)
        case {"do": str(order)}:
            _ordered(recorder, order)
        case _:
            raise IllegalMove("lauf.no-correction")
    recorder.done()


def _ordered(recorder: LaufRecorder, order: str) -> None:
    sitting = recorder.sitting
    playing = sitting.stage == "play"
    match order:
        case "begin" if not playing:
            recorder.tell("stage", stage="play")
            if sitting.stage == "rebuild":
                _as_it_stands(recorder)
        case "set-out" if playing and sitting.sees_pawns:
            recorder.tell("stage", stage="rebuild")
            check(recorder, sitting.table)
        case "pause" if not sitting.paused:
            recorder.tell("paused", paused=True)
        case "resume" if sitting.paused:
            recorder.tell("paused", paused=False)
            if playing and sitting.sees_pawns and sitting.standing.winner is None:
                look_at_pawns(recorder, sitting.table)
        case "huckauf" if can_call(sitting):
            if not any(ghost_moves(sitting.standing)):
                raise IllegalMove("lauf.no-seven")
            recorder.tell("called")
        case "take-back" if playing and sitting.sees_pawns:
            recorder.tell("taken-back")
        case "done" if playing and sitting.standing.rolls:
            recorder.end(NothingDone(sitting.standing.colour))
        case "finish":
            pass
        case _:
            raise IllegalMove("lauf.no-correction")


def _as_it_stands(recorder: LaufRecorder) -> None:
    """The pawns stand as they should: by a move that the dice allow, or part of it, else as people say; the turn goes on."""
    now, table = tolerant(recorder.standing), recorder.sitting.table
    shown = pawns_seen(now, table)
    if shown is None or shown == placement(now):
        return
    wanted = recorder.sitting.taken_back is None
    if wanted and now.rolls and explained(now, shown):
        look_at_pawns(recorder, table)
    else:
        recorder.put_right(PawnsWere(shown.pawns, shown.ghost))


def _given(sitting: LaufSitting, player: int) -> DicePassedOn:
    standing = sitting.standing
    if player not in range(len(standing.colours)) or standing.winner is not None:
        raise IllegalMove("lauf.no-correction")
    return DicePassedOn(standing.colours[player])


def _put(sitting: LaufSitting, player: int, pawn: int, place: str) -> PawnsWere:
    """Move one pawn; the place must be free, and a ghost on the pawn moves along."""
    now = placement(sitting.standing)
    board = sitting.standing.board
    seats = range(len(now.pawns))
    if player not in seats or pawn not in range(PAWNS):
        raise IllegalMove("lauf.no-correction")
    if place not in (BASE, CAMP, *board.points):
        raise IllegalMove("lauf.no-place", place=place[:40])
    origin = now.pawns[player][pawn]
    if place in sitting.standing.occupied and place != origin:
        raise IllegalMove("lauf.two-pawns", field=place)
    own = list(now.pawns[player])
    own[pawn] = place
    carried = now.ghost == origin
    ghost = (SUMMIT if place in (BASE, CAMP) else place) if carried else now.ghost
    pawns = tuple(tuple(sorted(own)) if n == player else now.pawns[n] for n in seats)
    return PawnsWere(pawns, ghost)


def _ghost(sitting: LaufSitting, place: str) -> PawnsWere:
    if place != SUMMIT and place not in sitting.standing.occupied:
        raise IllegalMove("lauf.no-ghost", place=place[:40])
    now: Placement = placement(sitting.standing)
    return PawnsWere(now.pawns, place)


def _hand(sitting: LaufSitting, player: int, cards: list[Any]) -> HandWas:
    """Somebody's open cards: at most one of each kind, and four of each in total."""
    standing = sitting.standing
    if player not in range(len(standing.hands)):
        raise IllegalMove("lauf.no-correction")
    kinds = tuple(sorted(kind for kind in cards if kind in KINDS))
    others = [k for n, hand in enumerate(standing.hands) if n != player for k in hand]
    if len(kinds) != len(cards) or len(set(kinds)) < len(kinds):
        raise IllegalMove("lauf.kind-twice")
    if Counter((*others, *kinds)) - Counter(ALL):
        raise IllegalMove("lauf.too-many-cards", count=len(ALL) // len(KINDS))
    return HandWas(standing.colours[player], kinds)


def _pair(sitting: LaufSitting, values: list[Any]) -> Pair:
    match values:
        case [int(one), int(other)] if {one, other} <= set(range(1, 7)):
            if sitting.standing.rolls:
                return one, other
    raise IllegalMove("lauf.no-correction")


def may_decide(sitting: LaufSitting, player: int) -> tuple[LaufMove, ...]:
    """What a seat may decide now."""
    standing = in_force(sitting)
    if not sitting.goes_on or player != standing.turn:
        return ()
    if sitting.turned:
        # Whoever takes cards forgoes the move (rules, F1 Actions), and more of them follow.
        return (TurnUpCard(),)
    return legal(standing) if sitting.whole else rolling(standing)


def has_to_run(sitting: LaufSitting) -> bool:
    """Whether the current player can do nothing but run."""
    moves = may_decide(sitting, sitting.standing.turn)
    return bool(moves) and all(isinstance(move, RunPawn) for move in moves)
