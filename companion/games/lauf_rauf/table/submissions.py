"""What people enter by tap: moves, answers, and corrections."""

from collections import Counter
from functools import partial
from typing import Any, Final

from companion.errors import IllegalMove
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.notation import move_from_text
from companion.games.lauf_rauf.rules import legality, outcomes
from companion.games.lauf_rauf.table import events as e
from companion.games.lauf_rauf.table import observations, pieces_seen
from companion.games.lauf_rauf.table.moves_seen import look_at_pawns, stands
from companion.games.lauf_rauf.table.questions import questions, turn_up
from companion.games.lauf_rauf.table.state import (
    OF_DICE,
    Recorder,
    TableState,
    can_call,
    in_force,
    tolerant,
)
from companion.kit import orders, rolls
from companion.kit import table as kit
from companion.kit.questions import answered
from companion.rules import Json

SCHEMA: Final[orders.CorrectionSchema] = {
    **rolls.SCHEMA,
    "put": {"player": orders.number, "pawn": orders.number, "place": orders.text},
    "ghost": {"place": orders.text},
    "hand": {"player": orders.number, "cards": orders.some(orders.text)},
}
"""The allowed keys of this game's own corrections besides ``do``."""
GIVEN_UP: Final = "buy"
"""When refereeing only the rolls: a card was discarded, whichever."""


def submit(recorder: Recorder, data: Json) -> None:
    """Make a move that somebody tapped. Raises IllegalMove."""
    table_state = recorder.table_state
    if not table_state.goes_on:
        raise IllegalMove("session.not-now")
    said = data.get("move")
    if len(data) > 1 or not orders.text(said):
        raise IllegalMove("lauf.no-move", what=str(said)[:80])
    if said == GIVEN_UP:
        move: m.Move = m.SacrificeCard(outcomes.ANY_CARD)
    else:
        move = _move(said)
    if isinstance(move, m.ThrowPair) and move.shows is None:
        raise IllegalMove("session.say-dice")
    _make(recorder, move)
    recorder.record(rolls.DiceMoved())
    recorder.resolve()
    _moved_meanwhile(recorder, move)


def _move(text: object) -> m.Move:
    try:
        return move_from_text(str(text))
    except ValueError as error:
        raise IllegalMove("lauf.no-move", what=str(text)[:80]) from error


def _make(recorder: Recorder, move: m.Move) -> None:
    if not recorder.table_state.whole:
        _rolled_only(recorder, move)
    elif isinstance(move, m.TurnUpCard):
        if move.turned is None:
            raise IllegalMove("lauf.say-card")
        turn_up(recorder, move.turned)
    elif recorder.table_state.turned:
        raise IllegalMove("lauf.cards-first")
    else:
        recorder.decide(move)


def _rolled_only(recorder: Recorder, move: m.Move) -> None:
    """Without pawns there are only rolls, cards for more of them, and ends of turns. Raises IllegalMove."""
    state = recorder.state
    bare = m.ThrowPair(move.again) if isinstance(move, m.ThrowPair) else move
    if bare not in outcomes.rolling(state):
        raise IllegalMove("lauf.dice-only")
    match move:
        case m.ThrowPair(again, (_, _) as shows):
            number = len(state.rolls) + 1
            recorder.record(m.PairThrown(state.colour, number, shows, again))
        case m.SacrificeCard():
            recorder.record(m.CardSacrificed(state.colour, outcomes.ANY_CARD))
        case _:
            recorder.end(m.NothingDone(state.colour))


def answer(recorder: Recorder, question: str, choice: str) -> None:
    """Process an answer. Raises IllegalMove if there is no such question or choice."""
    move = answered(questions(recorder.table_state), question, choice)
    if isinstance(move, m.ThrowPair) and move.shows is not None:
        observations.fell(recorder, move.shows, move.again)
    else:
        _make(recorder, move)
    recorder.record(rolls.DiceMoved())
    recorder.resolve(*OF_DICE)
    _moved_meanwhile(recorder, move)


def _moved_meanwhile(recorder: Recorder, move: m.Move) -> None:
    """Whoever says what the dice show may have moved a pawn already."""
    if isinstance(move, m.ThrowPair) and recorder.table_state.sees_pawns:
        look_at_pawns(recorder, recorder.table_state.table)


def _own(recorder: Recorder, data: Json) -> bool:
    table_state = recorder.table_state
    may_take_back = table_state.stage == "play" and table_state.sees_pawns
    match data:
        case {"do": "put", "player": int(player), "pawn": int(pawn), "place": str(to)}:
            recorder.put_right(_put(table_state, player, pawn, to))
        case {"do": "ghost", "place": str(place)}:
            recorder.put_right(_ghost(table_state, place))
        case {"do": "hand", "player": int(player), "cards": list(cards)}:
            recorder.record(_hand(table_state, player, cards))
        case {"do": "dice", "values": list(values)}:
            recorder.record(m.PairWas(_pair(table_state, values)))
        case {"do": "huckauf"} if can_call(table_state):
            if not any(legality.ghost_moves(table_state.state)):
                raise IllegalMove("lauf.no-seven")
            recorder.record(e.GhostCalled())
        case {"do": "take-back"} if may_take_back:
            recorder.record(e.MoveTakenBack())
        case _:
            return False
    return True


def _allow(recorder: Recorder, reason: str | None) -> None:
    """The pawns stand as they should."""
    wrong = recorder.standing_violation(reason or "pawns")
    over = recorder.state.winner is not None
    if over or wrong.reason != "pawns" or not stands(recorder):
        raise orders.refused()


def _lay_out(recorder: Recorder) -> None:
    recorder.record(kit.StageBegan("rebuild"))
    observations.check(recorder)


def _resumed(recorder: Recorder, paused: TableState) -> None:
    if paused.state.winner is None:
        look_at_pawns(recorder, paused.table)


def _end_turn(recorder: Recorder) -> None:
    if not recorder.state.rolls or recorder.state.winner is not None:
        raise orders.refused()
    recorder.end(m.NothingDone(recorder.state.colour))
    recorder.record(rolls.DiceMoved())
    recorder.resolve(*OF_DICE)


def _as_it_stands(recorder: Recorder) -> None:
    """The pawns stand as they should: by a move that the dice allow, or part of it, else as people say; the turn goes on."""
    now, table = tolerant(recorder.state), recorder.table_state.table
    shown = pieces_seen.pawns_seen(now, table)
    if shown is None or shown == now.placement:
        return
    wanted = recorder.table_state.taken_back is None
    if wanted and now.rolls and outcomes.explained(now, shown):
        look_at_pawns(recorder, table)
    else:
        recorder.put_right(m.PawnsWere(shown.pawns, shown.ghost))


def _hand_over(recorder: Recorder, player: int) -> None:
    state = recorder.state
    if player not in range(len(state.colours)) or state.winner is not None:
        raise orders.refused()
    recorder.record(m.DicePassedOn(state.colours[player]))


ORDERS: Final[orders.Orders[Recorder, TableState]] = orders.Orders(
    more=SCHEMA,
    own=_own,
    formerly={"stands": "counts", "put-back": "look-again", "set-out": "lay-out"},
    allow=_allow,
    look_again=partial(rolls.look_again, of_dice=OF_DICE.__contains__),
    lay_out=_lay_out,
    watches=lambda table_state: table_state.sees_pawns,
    read_on=_as_it_stands,
    resumed=_resumed,
    end_turn=_end_turn,
    hand_over=_hand_over,
)
correct: Final = ORDERS.correct


def _put(table_state: TableState, player: int, pawn: int, place: str) -> m.PawnsWere:
    """Move one pawn; the place must be free, and a ghost on the pawn moves along."""
    now = table_state.state.placement
    board = table_state.state.board
    seats = range(len(now.pawns))
    if player not in seats or pawn not in range(m.PAWNS):
        raise orders.refused()
    if place not in (b.BASE, b.CAMP, *board.points):
        raise IllegalMove("lauf.no-place", place=place[:40])
    origin = now.pawns[player][pawn]
    if place in table_state.state.occupied and place != origin:
        raise IllegalMove("lauf.two-pawns", field=place)
    own = list(now.pawns[player])
    own[pawn] = place
    carried = now.ghost == origin
    ghost = (b.SUMMIT if place in (b.BASE, b.CAMP) else place) if carried else now.ghost
    pawns = tuple(tuple(sorted(own)) if n == player else now.pawns[n] for n in seats)
    return m.PawnsWere(pawns, ghost)


def _ghost(table_state: TableState, place: str) -> m.PawnsWere:
    if place != b.SUMMIT and place not in table_state.state.occupied:
        raise IllegalMove("lauf.no-ghost", place=place[:40])
    now: m.Placement = table_state.state.placement
    return m.PawnsWere(now.pawns, place)


def _hand(table_state: TableState, player: int, cards: list[Any]) -> m.HandWas:
    """Somebody's open cards: at most one of each kind, of which there are as many as players."""
    state = table_state.state
    if player not in range(len(state.hands)):
        raise orders.refused()
    strange = next((card for card in cards if card not in b.KINDS), None)
    if strange is not None:
        raise IllegalMove("lauf.no-such-card", card=strange[:40], known=tuple(b.KINDS))
    kinds = tuple(sorted(cards))
    if len(set(kinds)) < len(kinds):
        raise IllegalMove("lauf.kind-twice")
    return _handed(state, player, kinds)


def _handed(state: m.State, player: int, cards: b.Cards) -> m.HandWas:
    """Where the cards were and are that are put right.

    An added one is taken out of the discard, known or not, before it is out of the supply. A removed
    one is in the discard, unless it was never taken at all: it is not counted among those known to lie there.
    """
    held, known = Counter(state.hands[player]), Counter(state.discard)
    added, removed = Counter(cards) - held, held - Counter(cards)
    unknown = state.thrown_away - known.total() + removed.total()
    drawn = max(0, (added - known).total() - unknown)
    discard = tuple(sorted((known - added).elements()))
    return m.HandWas(state.colours[player], cards, max(0, state.supply - drawn), discard)


def _pair(table_state: TableState, values: list[Any]) -> m.Pair:
    match values:
        case [int(one), int(other)] if {one, other} <= set(range(1, 7)):
            if table_state.state.rolls:
                return one, other
    raise orders.refused()


def may_decide(table_state: TableState, player: int) -> tuple[m.Move, ...]:
    """What a seat may decide now."""
    state = in_force(table_state)
    if not table_state.goes_on or player != state.turn:
        return ()
    if table_state.turned:
        # Whoever takes cards forgoes the move (rules, F1 Actions), and more of them follow.
        return (m.TurnUpCard(),)
    return legality.legal(state) if table_state.whole else outcomes.rolling(state)


def has_to_run(table_state: TableState) -> bool:
    """Whether the current player can do nothing but run."""
    moves = may_decide(table_state, table_state.state.turn)
    return bool(moves) and all(isinstance(move, m.RunPawn) for move in moves)
