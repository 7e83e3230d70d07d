"""The outcome of a move: events, or a refusal that names every reason.

:func:`legal` lists the answers to ``state.pending``. An offer
(:class:`~companion.games.dumm_gelaufen.model.state.MayClaim`, and at a real table ``ToShow``)
lapses with the next player's move, so :func:`decide` also accepts what
``legal(lapsed(state))`` lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.model.action_events import (
    ActionPlayed,
    AtOnceCardShown,
    NothingToShow,
)
from companion.games.dumm_gelaufen.model.events import (
    CardLaid,
    Event,
    ReplenishEnded,
    TurnPassed,
)
from companion.games.dumm_gelaufen.model.flow import is_short
from companion.games.dumm_gelaufen.model.moves import (
    Choose,
    Claim,
    DecideClaim,
    Lay,
    Move,
    Pass,
    PlayAction,
    Take,
)
from companion.games.dumm_gelaufen.model.places import ACTIONS
from companion.games.dumm_gelaufen.model.sight import numbers_to_draw
from companion.games.dumm_gelaufen.model.state import (
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
from companion.games.dumm_gelaufen.rules import claims, laying, taking
from companion.games.dumm_gelaufen.rules.course import Course, at_once
from companion.games.dumm_gelaufen.rules.effects import answered, none_left, obey
from companion.games.dumm_gelaufen.rules.legality import legal, refusals

_OFFERS: Final = (MayClaim, ToShow)
_LAST_WORDS: Final = (Pass, DecideClaim)

__all__ = ["decide", "go_on", "lapsed", "legal", "play", "refusals"]


def decide(state: State, move: Move, rng: Random) -> tuple[Event, ...]:
    """The events of a move; chance (shuffles, blind takes) comes from ``rng``.

    Raises IllegalMove, whose ``reasons`` are all of them.
    """
    return play(state, move, rng)[1]


def play(state: State, move: Move, rng: Random) -> tuple[State, tuple[Event, ...]]:
    """Like ``decide``, with the state after the events. Raises IllegalMove with every reason."""
    course = Course(state, rng)
    if isinstance(state.pending, _OFFERS):
        _let_lapse(course, move)
    wrong = refusals(course.state, move)
    if wrong:
        first = wrong[0]
        raise IllegalMove(first.key, reasons=tuple(wrong), **first.params)
    _do(course, course.state.pending, move)
    go_on(course)
    return course.state, tuple(course.events)


# Offers ---------------------------------------------------------------------------


def lapsed(state: State) -> State | None:
    """The state once what is on offer has been let go; None where nothing is on offer."""
    *offering, last = _letting_go(state)
    return last if offering else None


def may_claim(state: State) -> int | None:
    """Who may still claim now that nobody waits for it; None where that is not on offer."""
    pending = (each.pending for each in _letting_go(state))
    return next((it.player for it in pending if isinstance(it, MayClaim)), None)


def _letting_go(state: State) -> Iterator[State]:
    """The states while one offer after the other is let go, the last one without any."""
    yield state
    course = Course(state, Random(0))
    while _is_offer(course.state):
        _let_go(course)
        yield course.state


def _is_offer(state: State) -> bool:
    match state.pending:
        case MayClaim():
            return True
        case ToShow():
            return not state.at_once
        case _:
            return False


def _let_lapse(course: Course, move: Move) -> None:
    """Let offers go that a move does not answer; a claim may be an answer further on."""
    if isinstance(move, _LAST_WORDS):
        return
    while _is_offer(course.state) and refusals(course.state, move):
        if isinstance(move, Claim) and isinstance(course.state.pending, MayClaim):
            return
        _let_go(course)


def _let_go(course: Course) -> None:
    pending = course.state.pending
    if pending.player is not None:
        _do(course, pending, Pass(pending.player))
        go_on(course)


# What comes of a legal move ---------------------------------------------------------


def _do(course: Course, pending: Pending, move: Move) -> None:
    match move:
        case Lay(player, place, card):
            if place != ACTIONS and isinstance(pending, ToLay):
                course.tell(CardLaid(player, place, card))
            elif isinstance(pending, Obey):
                answered(course, pending, move)
            elif card is not None:
                _throw_away(course, pending, move)
        case Take(player, cards):
            if isinstance(pending, Turn) and pending.player == player:
                taking.take(course, player, cards)
            elif isinstance(pending, Obey):
                answered(course, pending, move)
            else:
                _replenish(course, pending, player)
        case Pass():
            _pass(course, pending)
        case Claim():
            claims.claim(course, move)
        case PlayAction(player, card):
            shown = card.face.startswith("A")
            course.tell((AtOnceCardShown if shown else ActionPlayed)(player, card))
        case Choose():
            if isinstance(pending, Obey):
                answered(course, pending, move)
        case DecideClaim(accept):
            if isinstance(pending, InDoubt):
                claims.rule(course, pending, accepted=accept)


def _pass(course: Course, pending: Pending) -> None:
    match pending:
        case MayClaim() | Turn():
            course.tell(TurnPassed(course.state.after(course.state.turn)))
        case Short(waiting):
            course.tell(ReplenishEnded(waiting[0]))
        case ToShow(player):
            course.tell(NothingToShow(player))
        case Obey():
            course.tell(none_left(course.state, pending))


def _replenish(course: Course, pending: Pending, player: int) -> None:
    """Draw one card for being short; an at-once card goes unused or is obeyed, as the edition has it (A6)."""
    drawn = course.draw(player, 1)
    if course.state.rulings.at_once_in_replenish == "bin":
        course.throw_away(player, at_once(drawn))
    elif isinstance(pending, ToLay):
        taking.show(course, player)


def _throw_away(course: Course, pending: Pending, move: Lay) -> None:
    """At a real table: a card just drawn is thrown away unused; within an exchange another is drawn for it (A5)."""
    if move.card is not None:
        course.throw_away(move.player, (move.card,))
    if isinstance(pending, ToLay):
        course.draw(move.player, 1)


def go_on(course: Course) -> None:
    """Carry out everything that needs no decision."""
    while _went_on(course, course.state.pending):
        pass


def _went_on(course: Course, pending: Pending) -> bool:
    """Do one thing that needs nobody's decision; whether there may be more."""
    match pending:
        case ToLay() if not laying.stuck(course.state, pending):
            return False
        case Done() | ToLay():
            course.tell(TurnPassed(course.state.after(course.state.turn)))
            return False
        case Obey():
            return obey(course, pending)
        case ToShow(player):
            return _shown_alone(course, player)
        case Short(waiting):
            return _ended(course, waiting[0])
        case _:
            return False


def _shown_alone(course: Course, player: int) -> bool:
    """Whether there was just one at-once card to show, which needs no choice."""
    cards = [card for p, card in course.state.at_once if p == player]
    if len(cards) != 1:
        return False
    course.tell(AtOnceCardShown(player, cards[0]))
    return True


def _ended(course: Course, player: int) -> bool:
    """Whether a player who ran short has drawn enough, or could draw nothing more of use."""
    goal = course.state.rulings.replenish_to
    if is_short(course.state, player, goal) and numbers_to_draw(course.state):
        return False
    course.tell(ReplenishEnded(player))
    return True
