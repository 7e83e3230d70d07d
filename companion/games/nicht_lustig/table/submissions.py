"""What people enter by tap: moves, answers to questions, and corrections."""

from functools import partial
from typing import Final

from companion.errors import IllegalMove
from companion.games.nicht_lustig import mat
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.rules.moves import in_order
from companion.games.nicht_lustig.table import events as e
from companion.games.nicht_lustig.table import observations, rolling, state, taking
from companion.games.nicht_lustig.table.questions import SymbolMeans, questions
from companion.kit import dice, orders, rolls
from companion.kit import table as kit
from companion.kit.questions import answered
from companion.rules import Json

# Moves and answers -------------------------------------------------------------------


LIKE: Final = orders.as_tapped(m.MOVES, m.TakeTargets(0, ("L02",)), m.StopRolling(0))


def submit(recorder: state.Recorder, data: Json) -> None:
    """Make a move that somebody tapped. Raises IllegalMove."""
    move = orders.move_told(recorder.table_state, data, m.MOVES.exactly, LIKE)
    if isinstance(move, m.ThrowDice | m.RollProfessors) and move.values is None:
        raise IllegalMove("session.say-dice")
    if isinstance(move, m.StopRolling) and recorder.table_state.unread is not None:
        raise IllegalMove("session.say-dice")
    if isinstance(move, m.ThrowDice) and recorder.table_state.sighted:
        recorder.record(e.DiceSighted(sighted=False))
    if isinstance(move, m.ThrowDice):
        rolling.use_duck(recorder)
    wrong = taking.wrongly_taken(recorder)
    recorder.decide(move)
    recorder.record(rolls.DiceMoved())
    recorder.resolve()
    if isinstance(move, m.ThrowDice):
        taking.taken_before(recorder)
        taking.looked_at_again(recorder, wrong)


def answer(recorder: state.Recorder, question: str, choice: str) -> None:
    """Process an answer. Raises IllegalMove if there is no such question or choice."""
    found = answered(questions(recorder.table_state), question, choice)
    match found:
        case dice.DieShows(colour, value):
            rolling.die_told(recorder, colour, value)
        case SymbolMeans(symbol, special):
            _symbol(recorder, symbol, special)
        case _:
            _decided(recorder, found)


def _decided(recorder: state.Recorder, move: m.Move) -> None:
    if recorder.state.now == "roll" and not isinstance(move, m.StopRolling):
        recorder.decide(m.StopRolling(recorder.state.turn))
    recorder.decide(move)


def _symbol(recorder: state.Recorder, symbol: state.OneSymbol, special: str) -> None:
    """A colour's only symbol stands for this special; if the other one was gained for it, that goes back."""
    recorder.record(e.SymbolTold(symbol.colour))
    if special == symbol.taken:
        return
    now = recorder.state
    if now.dice is not None and recorder.table_state.turns == symbol.turn:
        recorder.record(m.DiceWere(now.dice.swapped(symbol.colour).values))
        if now.now == "take":
            return
    if symbol.owner != symbol.player:
        there = "middle" if symbol.owner is None else "specials"
        recorder.record(m.CardMoved(symbol.taken, there, symbol.owner))
    moved = m.CardMoved(symbol.other, "specials", symbol.player)
    skipped = _was_skipped(recorder, symbol)
    if skipped is None:
        recorder.follow(moved)
    else:
        # Whose turn it is not has nothing skipped by what comes to them.
        recorder.record(moved)
        recorder.follow(m.TurnWentOn(skipped))


def _was_skipped(recorder: state.Recorder, symbol: state.OneSymbol) -> int | None:
    """Whose turn was skipped since, by a special that had in truth been taken away."""
    now = recorder.state
    following = (symbol.player + 1) % now.players
    gone_by = recorder.table_state.turns == symbol.turn + 2 and now.rolls == 0
    skips = symbol.other in (p.ROBOT, p.UFO) and symbol.other_owner == following
    return following if gone_by and skips and symbol.other in now.middle else None


def may_decide(table_state: state.TableState, player: int) -> tuple[m.Move, ...]:
    """What a seat may decide now."""
    if not table_state.goes_on:
        return ()
    return tuple(move for move in legal(table_state.state) if move.player == player)


# Corrections: where a card really lies, what the dice showed, whose turn it is, what an unseen turn was


SCHEMA: Final[orders.CorrectionSchema] = {
    **rolls.SCHEMA,
    "was": {"move": orders.number, "choice": orders.text},
    "put": {
        "card": orders.text,
        "place": orders.text,
        "player": orders.maybe(orders.number),
        "under": orders.maybe(orders.text),
    },
}
"""The allowed keys of this game's own corrections besides ``do``."""
PARTS = ("open", "scored", "covered", "deaths", "specials")


def _own(recorder: state.Recorder, data: Json) -> bool:
    match data:
        case {"do": "was", "move": int(turn), "choice": str(choice)}:
            recorder.record(e.TurnStated(turn, choice))
        case {"do": "put", "card": str(card), "place": str(place), **more}:
            moved = _put(recorder.table_state, card, place, more)
            taking.not_taken(recorder, card)
            recorder.follow(moved)
        case {"do": "dice", "values": list(values)}:
            right = _dice(recorder.table_state, values)
            recorder.record(e.DicePutRight(right.values))
            taking.known_better(recorder, right)
            taking.looked_at_again(recorder, taking.wrongly_taken(recorder))
        case _:
            return False
    return True


def _absent(table_state: state.TableState) -> p.Faces:
    return taking.missing(table_state, mat.displayed(table_state.table))


def _resumed(recorder: state.Recorder, paused: state.TableState) -> None:
    """Nothing counts that happened in a pause: what was taken meanwhile is laid out again."""
    if set(_absent(paused)) - set(paused.absent):
        _lay_out(recorder)


def _lay_out(recorder: state.Recorder) -> None:
    recorder.record(kit.StageBegan("rebuild"))
    observations.check(recorder)


def _end_turn(recorder: state.Recorder) -> None:
    if not recorder.state.rolls:
        raise orders.refused()
    taking.complete(recorder)


def _allow(recorder: state.Recorder, reason: str | None) -> None:
    """Accept what breaks the rules: the roll as it lies, the card as taken."""
    wrong = recorder.standing_violation(reason)
    assert isinstance(wrong, rolls.Violation)
    if wrong.values and wrong.player != recorder.state.turn:
        raise orders.refused()
    recorder.resolve(wrong.reason)
    if wrong.values:
        number = recorder.state.rolls + recorder.table_state.missed + 1
        thrown = in_order(wrong.thrown)
        roll = m.DiceRolled(wrong.player, number, wrong.values, thrown)
        taking.known_better(recorder, roll)
    elif wrong.reason.startswith(taking.TAKEN):
        taking.counts(recorder, wrong)


def _hand_over(recorder: state.Recorder, player: int) -> None:
    now = recorder.state
    if not 0 <= player < now.players or now.now in ("reckon", "over"):
        raise orders.refused()
    if recorder.table_state.picked:
        recorder.record(m.TargetsTaken(now.turn, recorder.table_state.picked))
    recorder.follow(m.TurnWentOn(player))


ORDERS: Final[orders.Orders[state.Recorder, state.TableState]] = orders.Orders(
    more=SCHEMA,
    own=_own,
    allow=_allow,
    look_again=partial(
        rolls.look_again, of_dice=lambda reason: not reason.startswith(taking.TAKEN)
    ),
    lay_out=_lay_out,
    watches=lambda table_state: table_state.setup.camera,
    read_on=lambda recorder: taking.read_on(recorder, mat.displayed(recorder.table_state.table)),
    pause=lambda recorder: recorder.record(e.Paused(True, _absent(recorder.table_state))),
    resume=lambda recorder: recorder.record(e.Paused(paused=False)),
    resumed=_resumed,
    end_turn=_end_turn,
    hand_over=_hand_over,
)
correct: Final = ORDERS.correct


def _dice(table_state: state.TableState, values: list[int]) -> m.DiceWere:
    if table_state.state.dice is None:
        raise orders.refused()
    try:
        return m.DiceWere(p.DiceRoll(tuple(values)).values)
    except ValueError as error:
        raise orders.refused() from error


def _put(table_state: state.TableState, card: str, place: str, more: Json) -> m.CardMoved:
    """Move a card; each kind has its allowed places, and a Death covers only what its player has scored."""
    player, under = more.get("player"), more.get("under")
    seats = range(table_state.state.players)
    own = place in PARTS and type(player) is int and player in seats
    shared = place in (mat.DISPLAY, "middle") and player is None
    if card not in p.CARDS or not (own or shared):
        raise IllegalMove("lustig.no-place", card=card[:20])
    fits = {
        "display": card in p.TARGETS,
        "open": card in p.TARGETS,
        "scored": card in p.TARGETS,
        "middle": card not in p.TARGETS,
        "deaths": card in p.DEATHS,
        "covered": card in p.DEATHS,
        "specials": card in p.SPECIALS,
    }
    if not fits[place] or (place == "covered") != (under is not None):
        raise IllegalMove("lustig.no-place", card=card)
    if place == "covered":
        area = table_state.state.areas[player] if type(player) is int else None
        if area is None or under not in (*area.scored, *area.under):
            raise IllegalMove("lustig.no-place", card=card)
    return m.CardMoved(card, place, player, under)


def place(table_state: state.TableState, correction: Json) -> int | None:
    """Where a correction takes effect: one about an unseen turn, before the look that ended it; all others, now."""
    if correction.get("do") != "was":
        return None
    return turn_named(table_state, correction).entry


def turn_named(table_state: state.TableState, data: Json) -> state.AssumedTurn:
    """The assumed turn that a correction is about, which may have been what it says. Raises IllegalMove."""
    found = (turn for turn in table_state.assumed if turn.id == data.get("move"))
    turn = next(found, None)
    if turn is None:
        raise IllegalMove("session.no-turn")
    if data.get("choice") not in (turn.choice, *turn.choices):
        raise IllegalMove("session.no-choice")
    return turn
