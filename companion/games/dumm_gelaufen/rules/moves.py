"""A move or a stated fact, and the resulting events."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final, assert_never

from companion import announce, errors, rules
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model.hands import numbers_to_draw
from companion.games.dumm_gelaufen.rules import claims, effects, exchanges, obeying
from companion.games.dumm_gelaufen.rules.course import Course, at_once
from companion.games.dumm_gelaufen.rules.legality import refusals

# Moves -------------------------------------------------------------------------------


_OFFERS: Final = (m.MayClaim, m.ToShow)
_LAST_WORDS: Final = (m.Pass, m.DecideClaim)


def decide(state: m.State, move: m.Move, chance: Random) -> tuple[m.Event, ...]:
    """The events of a move; ``chance`` decides shuffles and blind takes.

    Raises IllegalMove, whose ``reasons`` are all of them.
    """
    return play(state, move, chance)[1]


def play(state: m.State, move: m.Move, chance: Random) -> tuple[m.State, tuple[m.Event, ...]]:
    """Like ``decide``, with the state after the events. Raises IllegalMove with every reason."""
    course = Course(state, chance)
    if isinstance(state.pending, _OFFERS):
        _let_lapse(course, move)
    wrong = refusals(course.state, move)
    if wrong:
        raise errors.IllegalMove.of(*wrong)
    _do(course, course.state.pending, move)
    go_on(course)
    return course.state, tuple(course.events)


# Offers ---------------------------------------------------------------------------


def lapsed(state: m.State) -> m.State | None:
    """The state once what is on offer has been let go; None where nothing is on offer."""
    *offering, last = _letting_go(state)
    return last if offering else None


def may_claim(state: m.State) -> int | None:
    """Who may still claim now that nobody waits for it; None where that is not on offer."""
    pending = (each.pending for each in _letting_go(state))
    return next((it.player for it in pending if isinstance(it, m.MayClaim)), None)


def _letting_go(state: m.State) -> Iterator[m.State]:
    """The states while one offer after the other is let go, the last one without any."""
    yield state
    course = Course(state, Random(0))
    while _is_offer(course.state):
        _let_go(course)
        yield course.state


def _is_offer(state: m.State) -> bool:
    match state.pending:
        case m.MayClaim():
            return True
        case m.ToShow():
            return not state.at_once
        case _:
            return False


def _let_lapse(course: Course, move: m.Move) -> None:
    """Let offers go that a move does not answer; a claim may be an answer further on."""
    if isinstance(move, _LAST_WORDS):
        return
    while _is_offer(course.state) and refusals(course.state, move):
        if isinstance(move, m.Claim) and isinstance(course.state.pending, m.MayClaim):
            return
        _let_go(course)


def _let_go(course: Course) -> None:
    pending = course.state.pending
    if pending.player is not None:
        _do(course, pending, m.Pass(pending.player))
        go_on(course)


# What comes of a legal move ---------------------------------------------------------


def _do(course: Course, pending: m.Pending, move: m.Move) -> None:
    match move:
        case m.Lay(player, place, card):
            if place != d.ACTIONS and isinstance(pending, m.ToLay):
                course.record(m.CardLaid(player, place, card))
            elif isinstance(pending, m.Obey):
                obeying.answered(course, pending, move)
            elif card is not None:
                # A card just drawn goes unused; within an exchange another is drawn for it (A5).
                course.throw_away(player, (card,))
                if isinstance(pending, m.ToLay):
                    course.draw(player, 1)
        case m.Take(player, cards):
            if isinstance(pending, m.Turn) and pending.player == player:
                exchanges.take(course, player, cards)
            elif isinstance(pending, m.Obey):
                obeying.answered(course, pending, move)
            else:
                _replenish(course, pending, player)
        case m.Pass():
            _pass(course, pending)
        case m.Claim():
            claims.claim(course, move)
        case m.PlayAction(player, card):
            shown = card.face.startswith("A")
            course.record((m.AtOnceCardShown if shown else m.ActionPlayed)(player, card))
        case m.Choose():
            if isinstance(pending, m.Obey):
                obeying.answered(course, pending, move)
        case m.DecideClaim(accept):
            if isinstance(pending, m.InDoubt):
                claims.rule(course, pending, accepted=accept)


def _pass(course: Course, pending: m.Pending) -> None:
    match pending:
        case m.MayClaim() | m.Turn():
            course.record(m.TurnPassed(course.state.after(course.state.turn)))
        case m.Short(waiting):
            course.record(m.ReplenishEnded(waiting[0]))
        case m.ToShow(player):
            course.record(m.NothingToShow(player))
        case m.Obey():
            course.record(obeying.none_left(pending))


def _replenish(course: Course, pending: m.Pending, player: int) -> None:
    """Draw one card for being short; an at-once card goes unused or is obeyed, as the edition has it (A6)."""
    drawn = course.draw(player, 1)
    if course.state.rulings.at_once_in_replenish == "bin":
        course.throw_away(player, at_once(drawn))
    elif isinstance(pending, m.ToLay):
        exchanges.show(course, player)


def go_on(course: Course) -> None:
    """Carry out everything that needs no decision."""
    while _went_on(course, course.state.pending):
        pass


def _went_on(course: Course, pending: m.Pending) -> bool:
    """Do one thing that needs nobody's decision; whether there may be more."""
    match pending:
        case m.ToLay() if not exchanges.stuck(course.state, pending):
            return False
        case m.Done() | m.ToLay():
            course.record(m.TurnPassed(course.state.after(course.state.turn)))
            return False
        case m.Obey():
            return obeying.obey(course, pending)
        case m.ToShow(player):
            return _shown_alone(course, player)
        case m.Short(waiting):
            return _ended(course, waiting[0])
        case _:
            return False


def _shown_alone(course: Course, player: int) -> bool:
    """Whether there was just one at-once card to show, which needs no choice."""
    cards = [card for p, card in course.state.at_once if p == player]
    if len(cards) != 1:
        return False
    course.record(m.AtOnceCardShown(player, cards[0]))
    return True


def _ended(course: Course, player: int) -> bool:
    """Whether a player who ran short has drawn enough, or could draw nothing more of use."""
    goal = course.state.rulings.replenish_to
    if effects.is_short(course.state, player, goal) and numbers_to_draw(course.state):
        return False
    course.record(m.ReplenishEnded(player))
    return True


# A turn in several moves -------------------------------------------------------------


EXCHANGE: Final = frozenset({"move", "player", "take", "lay", "shown"})


def said_moves(data: rules.Json) -> tuple[m.Move, ...]:
    """The moves of a submission, in order. Raises ValueError, KeyError, TypeError or CardError if it is malformed."""
    if data["move"] != "exchange":
        return (m.MOVES.exactly(data),)
    if not data.keys() <= EXCHANGE:
        raise ValueError("more than an exchange has")
    return tuple(map(m.MOVES.exactly, _steps(data)))


def _steps(data: rules.Json) -> Iterator[rules.Json]:
    player = data["player"]
    yield {"move": "take", "player": player, "cards": data["take"]}
    for place, card in data.get("lay", ()):
        yield {"move": "lay", "player": player, "place": place, "card": card}
    if "shown" in data:
        yield {"move": "play-action", "player": player, "card": data["shown"]}


def played(state: m.State, moves: tuple[m.Move, ...], chance: Random) -> tuple[m.Event, ...]:
    """The events of successive moves. Raises IllegalMove for the first illegal one."""
    events: list[m.Event] = []
    for move in moves:
        state, more = play(state, move, chance)
        events += more
    return tuple(events)


# Facts -------------------------------------------------------------------------------


def correct(state: m.State, correction: m.Correction, chance: Random) -> tuple[m.Event, ...]:
    """The correction as an event, and what follows from it by itself.

    Raises IllegalMove with every reason: a seat where nobody plays, a card
    twice or in the wrong place, a count that none can be.
    """
    wrong = tuple(_nonsense(state, correction))
    if wrong:
        raise errors.IllegalMove.of(*wrong)
    course = Course(state, chance)
    course.record(correction)
    go_on(course)
    return tuple(course.events)


def _nonsense(state: m.State, correction: m.Correction) -> Iterator[announce.Message]:
    match correction:
        case m.GameJoined():
            yield from _joined(state, correction)
        case m.TurnGiven(player) | m.PlayerLeft(player):
            yield from _nobody(state, player)
            if state.over:
                yield announce.message("illegal.not-now")
        case m.HandCounted(player, fewest, most):
            yield from _nobody(state, player)
            yield from _no_hand(fewest, most)
        case m.TableCorrected(mac, left, right, actions):
            zones = (mac or (), left or (), right or (), actions or ())
            yield from _no_table(state, *zones)
        case m.TopSeen(place, card):
            if place == d.ACTIONS:
                yield from _no_table(state, (), (), (), (card,))
            elif place in d.OPEN:
                yield from _no_table(state, (), (card,), (), ())
            else:
                yield announce.message("illegal.not-a-target")
        case m.DrawPileReshuffled(cards):
            # Where everything is known the rules say themselves when that is.
            if state.simulated or cards is not None:
                yield announce.message("illegal.not-now")
        case _:
            assert_never(correction)


def _nobody(state: m.State, player: int) -> Iterator[announce.Message]:
    if player not in state.seats:
        yield announce.message("illegal.no-such-player", player=player + 1)


def _no_hand(fewest: int, most: int) -> Iterator[announce.Message]:
    if not 0 <= fewest <= most:
        yield announce.message("illegal.wrong-count", fewest=fewest, most=most)


def _joined(state: m.State, event: m.GameJoined) -> Iterator[announce.Message]:
    few, many = state.edition.players
    if not few <= len(event.hands) <= many or len(event.won) not in (0, len(event.hands)):
        yield announce.message("illegal.not-these-players", fewest=few, most=many)
    if not 0 <= event.player < len(event.hands):
        yield announce.message("illegal.no-such-player", player=event.player + 1)
    for fewest, most in event.hands:
        yield from _no_hand(fewest, most)
    yield from _no_table(state, event.mac, event.left, event.right, event.actions)


def _no_table(
    state: m.State, mac: m.Pile, left: m.Pile, right: m.Pile, actions: m.Pile
) -> Iterator[announce.Message]:
    numbers = [card for card in (*mac, *left, *right) if card is not None]
    thrown = [card for card in actions if card is not None]
    if len(mac) > d.MAC_MOST:
        yield announce.message("illegal.mac-over-seven", count=len(mac))
    for card in numbers:
        if card.kind is not d.CardKind.NUMBER:
            yield announce.message("illegal.action-on-pile", card=card.name)
    for card in thrown:
        if not card.is_action:
            yield announce.message("illegal.number-on-actions", card=card.name)
    yield from _strange(state, (*numbers, *thrown))


def _strange(state: m.State, cards: Iterable[d.Card]) -> Iterator[announce.Message]:
    seen: set[d.Card] = set()
    for card in cards:
        if card in seen:
            yield announce.message("illegal.same-card-twice", card=card.name)
        if card not in state.edition.cards:
            yield announce.message("illegal.unknown-card")
        seen.add(card)
