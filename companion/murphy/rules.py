"""The rules: which moves there are, why one is refused, and what comes of one that is not.

One moment may let several moves be made; :func:`legal` lists the answers to
``state.pending``. An offer (:class:`~companion.murphy.state.MayClaim`, and at
a real table ``Short`` and ``ToShow``) lapses with the next player's move, so
:func:`decide` also accepts what ``legal(lapsed(state))`` lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.announce import Message
from companion.errors import IllegalMove
from companion.murphy import claims, exchange
from companion.murphy.actions import playable
from companion.murphy.answers import accepts, answers
from companion.murphy.cards import Card, Kind
from companion.murphy.course import Course, at_once
from companion.murphy.effects import answered, none_left, obey
from companion.murphy.events import (
    ActionPlayed,
    AtOnceCardShown,
    Event,
    NothingToShow,
    ReplenishEnded,
    TurnPassed,
)
from companion.murphy.flow import is_short, replenishes_at_any_time
from companion.murphy.moves import (
    Choose,
    Claim,
    Lay,
    Move,
    Pass,
    PlayAction,
    Rule,
    Take,
    mover,
)
from companion.murphy.places import ACTIONS, DRAW, At
from companion.murphy.refusals import Refusal, refused
from companion.murphy.sight import could_be_unseen, may_hold, numbers_to_draw
from companion.murphy.state import (
    Done,
    InDoubt,
    MayClaim,
    Obey,
    Pending,
    Short,
    State,
    ToLay,
    ToShow,
    Turn,
)

ONE_DRAWN = (At(DRAW),)


# What may be done ---------------------------------------------------------------


def legal(state: State) -> tuple[Move, ...]:
    """The answers to what is pending.

    Where hands are unseen these are patterns: None stands for any card that
    could be there, and a claim is listed with the cards that are known.
    """
    return tuple(_answers(state, state.pending))


def _answers(state: State, pending: Pending) -> Iterator[Move]:
    match pending:
        case Turn(player):
            yield from _turns(state, player)
        case ToLay():
            yield from exchange.lays(state, pending)
            yield from _turned_out(state)
        case Obey():
            yield from answers(state, pending)
        case ToShow(player):
            yield from _shows(state, player)
        case Short(waiting):
            yield Take(waiting[0], ONE_DRAWN)
            yield Pass(waiting[0])
        case MayClaim(player):
            yield Pass(player)
            yield from _late_draws(state)
        case InDoubt():
            yield Rule(accept=True)
            yield Rule(accept=False)
    yield from claims.claims(state)


def _turns(state: State, player: int) -> Iterator[Move]:
    takes = tuple(exchange.takes(state, player))
    plays = tuple(_plays(state, player))
    yield from takes
    yield from plays
    # Nobody may pass (A3), unless there is nothing he could do.
    if not takes and not plays:
        yield Pass(player)
    yield from _late_draws(state)


def _plays(state: State, player: int) -> Iterator[PlayAction]:
    hand = state.hands[player]
    unseen = state.edition.actions if hand.most else ()
    for card in (*hand.kept, *unseen):
        if not _wrong_play(state, player, card):
            yield PlayAction(player, card)


def _shows(state: State, player: int) -> Iterator[Move]:
    cards = [card for p, card in state.at_once if p == player]
    if cards:
        yield from (PlayAction(player, card) for card in cards)
    else:
        yield from _turned_out(state)
        yield Pass(player)


def _turned_out(state: State) -> Iterator[Move]:
    """What cards drawn unseen may turn out to be: at once obeyed, or thrown away unused (A5 and A6)."""
    for unread in state.unread:
        for card in state.edition.actions:
            if not could_be_unseen(state, card):
                continue
            if card.kind is Kind.AT_ONCE and not isinstance(state.pending, Turn):
                yield PlayAction(unread.drawer, card)
            yield Lay(unread.drawer, ACTIONS, card)


def _late_draws(state: State) -> Iterator[Move]:
    """At a real table: who may draw for being short once the turn has passed (A6), and what that turned out to be."""
    for player in state.seats:
        if player != state.turn and _may_draw_late(state, player):
            yield Take(player, ONE_DRAWN)
    if isinstance(state.pending, Turn):
        yield from _turned_out(state)


def _may_draw_late(state: State, player: int) -> bool:
    hand, pending = state.hands[player], state.pending
    unknown = hand.most > 0 and len(hand.numbers) < state.rulings.replenish_to
    short = pending.short if isinstance(pending, Turn) else ()
    return unknown and (replenishes_at_any_time(state) or player in short)


# Why a move is refused ------------------------------------------------------------


def refusals(state: State, move: Move) -> list[Message]:
    """Everything that speaks against a move now; empty where it is legal."""
    player = mover(move)
    if player is not None and not _plays_here(state, player):
        return [refused(Refusal.NO_SUCH_PLAYER, player=player + 1)]
    if isinstance(move, Claim):
        return claims.wrong_claim(state, move)
    pending = state.pending
    if isinstance(move, Rule):
        return [] if isinstance(pending, InDoubt) else [refused(Refusal.NOT_NOW)]
    if _out_of_turn(state, move):
        return []
    wrong = _wrong(state, pending, move)
    if player != pending.player:
        wrong.insert(0, refused(Refusal.NOT_YOUR_TURN))
    return wrong


def _plays_here(state: State, player: int) -> bool:
    return 0 <= player < len(state.hands) and player not in state.left_game


def _out_of_turn(state: State, move: Move) -> bool:
    """Whether it is one of the few moves that need not be the turn's or the pending player's."""
    if isinstance(move, Lay) and move.place != ACTIONS:
        return False
    if not state.unread and not isinstance(state.pending, Turn | MayClaim):
        return False
    match move:
        case Take(player, cards):
            late = isinstance(state.pending, Turn | MayClaim) and cards == ONE_DRAWN
            return late and player != state.turn and _may_draw_late(state, player)
        case Lay() | PlayAction():
            return _is_unread(state, move)
        case _:
            return False


def _is_unread(state: State, move: Lay | PlayAction) -> bool:
    """Whether somebody shows or throws away an action card that he has just drawn unseen."""
    card = move.card
    open_now = isinstance(state.pending, Turn | MayClaim | ToLay | ToShow)
    if card is None or not open_now or not could_be_unseen(state, card):
        return False
    if isinstance(move, PlayAction):
        turn = isinstance(state.pending, Turn | MayClaim)
        if turn or card.kind is not Kind.AT_ONCE:
            return False
    return card.is_action and any(u.drawer == move.player for u in state.unread)


def _wrong(state: State, pending: Pending, move: Move) -> list[Message]:
    match pending, move:
        case Turn(), Take(player, cards):
            return exchange.wrong_take(state, player, cards)
        case ToLay(), Lay():
            return exchange.wrong_lay(state, pending, move)
        case MayClaim(), Pass():
            return []
        case Turn(), PlayAction(player, card):
            return _wrong_play(state, player, card)
        case Obey(), _:
            return [] if accepts(state, pending, move) else [_asks(state, pending)]
        case ToShow(), PlayAction(player, card):
            drawn = (player, card) in state.at_once
            return [] if drawn else [refused(Refusal.NOT_DRAWN, card=card.name)]
        case ToShow(), Pass():
            return [refused(Refusal.NOT_NOW)] if state.at_once else []
        case ToLay(player), Take(_, cards):
            may = cards == ONE_DRAWN and exchange.may_replenish(state, player)
            return [] if may else [refused(Refusal.NOT_NOW)]
        case Short(), Take(_, cards):
            return [] if cards == ONE_DRAWN else [refused(Refusal.NOT_NOW)]
        case Short(), Pass():
            return []
        case Turn(), Pass():
            return _wrong_pass(state)
        case _:
            return [refused(Refusal.NOT_NOW)]


def _wrong_pass(state: State) -> list[Message]:
    some = next(exchange.takes(state, state.turn), None)
    some_play = next(_plays(state, state.turn), None)
    return [refused(Refusal.NO_PASS)] if some or some_play else []


def _wrong_play(state: State, player: int, card: Card) -> list[Message]:
    """Everything against playing this card instead of an exchange."""
    if card.kind is Kind.AT_ONCE:
        return [refused(Refusal.NOT_DRAWN, card=card.name)]
    if card.kind is not Kind.KEEP:
        return [refused(Refusal.NOT_AN_ACTION, card=card.name)]
    wrong: list[Message] = []
    if not may_hold(state, player, card):
        wrong.append(refused(Refusal.NOT_IN_HAND, card=card.name))
    if not playable(state, player, card):
        wrong.append(refused(Refusal.NO_EFFECT, card=card.name))
    return wrong


def _asks(state: State, pending: Obey) -> Message:
    text = state.edition.text(pending.card.face)
    return refused(Refusal.NOT_WHAT_IS_ASKED, card=pending.card.name, text=text)


# What comes of it -------------------------------------------------------------------


def decide(state: State, move: Move, rng: Random) -> tuple[Event, ...]:
    """The events of a move; chance (shuffles, blind takes) comes from ``rng``.

    Raises IllegalMove, whose ``reasons`` are all of them.
    """
    return play(state, move, rng)[1]


def play(state: State, move: Move, rng: Random) -> tuple[State, tuple[Event, ...]]:
    """Like ``decide``, with the state after the events."""
    course = Course(state, rng)
    _let_lapse(course, move)
    wrong = refusals(course.state, move)
    if wrong:
        first = wrong[0]
        raise IllegalMove(first.key, reasons=tuple(wrong), **first.params)
    _do(course, course.state.pending, move)
    go_on(course)
    return course.state, tuple(course.events)


def lapsed(state: State) -> State | None:
    """The state once what is on offer has been let go; None where nothing is on offer."""
    if not _is_offer(state):
        return None
    course = Course(state, Random(0))
    _let_go(course)
    return course.state


def _is_offer(state: State) -> bool:
    match state.pending:
        case MayClaim():
            return True
        case Short():
            return not state.simulated
        case ToShow():
            return not state.at_once
        case _:
            return False


def _let_lapse(course: Course, move: Move) -> None:
    pending = course.state.pending
    if not isinstance(pending, MayClaim | Short | ToShow):
        return
    if isinstance(move, Claim | Pass | Rule) or not _is_offer(course.state):
        return
    if refusals(course.state, move):
        _let_go(course)


def _let_go(course: Course) -> None:
    """Let offers go until it is somebody's turn."""
    while _is_offer(course.state):
        pending = course.state.pending
        if isinstance(pending, Short | ToShow | MayClaim):
            _do(course, pending, Pass(pending.player))
            go_on(course)


def _do(course: Course, pending: Pending, move: Move) -> None:
    match pending, move:
        case ToLay(), Lay(_, place) if place != ACTIONS:
            exchange.lay(course, move)
        case Turn(player), Take() if move.player == player:
            exchange.take(course, player, move.cards)
        case MayClaim(), Pass():
            course.tell(TurnPassed(course.state.after(course.state.turn)))
        case ((Turn() | MayClaim() | ToLay() | Short()), Take(player)):
            _replenish(course, pending, player)
        case _, Claim():
            claims.claim(course, move)
        case InDoubt(), Rule(accept):
            claims.rule(course, pending, accepted=accept)
        case Turn(), PlayAction(player, card):
            course.tell(ActionPlayed(player, card))
        case _, PlayAction(player, card):
            course.tell(AtOnceCardShown(player, card))
        case Obey(), Pass():
            course.tell(none_left(course.state, pending))
        case Obey(), Lay() | Choose() | Take():
            answered(course, pending, move)
        case _, Lay(player, _, card) if card is not None:
            _thrown_away(course, pending, player, card)
        case Short(waiting), Pass():
            course.tell(ReplenishEnded(waiting[0]))
        case ToShow(player), Pass():
            course.tell(NothingToShow(player))
        case Turn(), Pass():
            course.tell(TurnPassed(course.state.after(course.state.turn)))


def _replenish(course: Course, pending: Pending, player: int) -> None:
    """Draw one card for being short; an at-once card goes unused or is obeyed, as the edition has it (A6)."""
    drawn = course.draw(player, 1)
    if course.state.rulings.at_once_in_replenish == "bin":
        course.throw_away(player, at_once(drawn))
    elif isinstance(pending, ToLay):
        exchange.show(course, player)


def _thrown_away(course: Course, pending: Pending, player: int, card: Card) -> None:
    """At a real table: a card just drawn is thrown away unused; within an exchange another is drawn for it (A5)."""
    course.throw_away(player, (card,))
    if isinstance(pending, ToLay):
        course.draw(player, 1)


def go_on(course: Course) -> None:
    """Do whatever needs nobody's decision, until somebody has to decide."""
    while _went_on(course, course.state.pending):
        pass


def _went_on(course: Course, pending: Pending) -> bool:
    state = course.state
    match pending:
        case Done():
            course.tell(TurnPassed(state.after(state.turn)))
            return False
        case Obey():
            return obey(course, pending)
        case ToLay():
            if not exchange.stuck(state, pending):
                return False
            course.tell(TurnPassed(state.after(state.turn)))
            return False
        case ToShow(player) if state.at_once:
            exchange.show(course, player)
            return isinstance(course.state.pending, Obey)
        case Short(waiting):
            goal = state.rulings.replenish_to
            if is_short(state, waiting[0], goal) and numbers_to_draw(state):
                return False
            course.tell(ReplenishEnded(waiting[0]))
            return True
        case _:
            return False
