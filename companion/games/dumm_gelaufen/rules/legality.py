"""Legal moves, and the reasons why a move is illegal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from companion.announce import Message
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.model.actions import ASK_FOR_A_SET, playable
from companion.games.dumm_gelaufen.model.flow import replenishes_at_any_time
from companion.games.dumm_gelaufen.model.moves import (
    Claim,
    DecideClaim,
    Lay,
    Move,
    Pass,
    PlayAction,
    Take,
)
from companion.games.dumm_gelaufen.model.places import ACTIONS, DRAW, At
from companion.games.dumm_gelaufen.model.sight import could_be_unseen, may_hold
from companion.games.dumm_gelaufen.model.state import (
    BETWEEN,
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
from companion.games.dumm_gelaufen.rules.answers import accepts, answers
from companion.games.dumm_gelaufen.rules.refusals import (
    IllegalReason,
    not_drawn,
    refused,
)

ONE_DRAWN: Final = (At(DRAW),)
_WITH_A_CARD: Final = (Lay, PlayAction)
_WITHIN: Final = (ToLay, ToShow)
_WITH_SHORT: Final = (Turn, ToShow)
_NOT_NOW: Final = refused(IllegalReason.NOT_NOW)


# Which moves there are ------------------------------------------------------------


def legal(state: State) -> tuple[Move, ...]:
    """The answers to what is pending.

    Where hands are unseen these are patterns: None stands for any card that
    could be there. A claim is listed where the murphy card is known, with the
    cards that are; whatever is claimed between exchanges is judged.
    """
    return tuple(_answers(state, state.pending))


def leaves_a_choice(state: State) -> bool:
    """Whether there are at least two answers; no more than two are worked out."""
    return len(tuple(islice(_answers(state, state.pending), 2))) > 1


def _answers(state: State, pending: Pending) -> Iterator[Move]:
    match pending:
        case Turn(player):
            yield from _turns(state, player)
        case ToLay():
            yield from laying.lays(state, pending)
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
            yield DecideClaim(accept=True)
            yield DecideClaim(accept=False)
    yield from claims.claims(state)


def _turns(state: State, player: int) -> Iterator[Move]:
    takes = tuple(taking.takes(state, player))
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
        yield Pass(player)
        yield from _late_draws(state)


def _turned_out(state: State) -> Iterator[Move]:
    """What cards drawn unseen may turn out to be: at once obeyed, or thrown away unused (A5 and A6)."""
    for unread in state.unread:
        for card in state.edition.actions:
            play = PlayAction(unread.drawer, card)
            throw = Lay(unread.drawer, ACTIONS, card)
            yield from (m for m in (play, throw) if _is_unread(state, m))


def _late_draws(state: State) -> Iterator[Move]:
    """At a real table: who may draw for being short once the turn has passed (A6), and what that turned out to be."""
    for player in state.seats:
        if _may_draw_late(state, player):
            yield Take(player, ONE_DRAWN)
    yield from _turned_out(state)


def _may_draw_late(state: State, player: int) -> bool:
    """Whether a draw by this player can only be for being short of number cards.

    Whoever has the turn, or has it next, is taken to begin an exchange.
    """
    hand, pending = state.hands[player], state.pending
    match pending:
        case Turn(mover):
            exchanging = mover
        case MayClaim() | ToShow():
            exchanging = state.after(state.turn)
        case _:
            return False
    enough = len(hand.numbers) >= state.rulings.replenish_to
    if state.simulated or player == exchanging or enough:
        return False
    drawing = isinstance(pending, ToShow) and pending.player == player
    return drawing or player in _short(pending) or replenishes_at_any_time(state)


def _short(pending: Pending) -> tuple[int, ...]:
    return pending.short if isinstance(pending, _WITH_SHORT) else ()


# Why a move is refused ------------------------------------------------------------


def refusals(state: State, move: Move) -> list[Message]:
    """Every reason why a move is illegal now; empty if it is legal."""
    pending = state.pending
    if isinstance(move, DecideClaim):
        return [] if isinstance(pending, InDoubt) else [_NOT_NOW]
    if not isinstance(move, Claim) and move.player == pending.player:
        return _wrong(state, pending, move)
    if move.player not in state.seats:
        return [refused(IllegalReason.NO_SUCH_PLAYER, player=move.player + 1)]
    if isinstance(move, Claim):
        return claims.wrong_claim(state, move)
    if _is_late(state, move):
        return []
    return [refused(IllegalReason.NOT_YOUR_TURN), *_wrong(state, pending, move)]


def _wrong(state: State, pending: Pending, move: Move) -> list[Message]:
    match pending:
        case ToLay():
            return _wrong_in_exchange(state, pending, move)
        case Turn():
            return _wrong_turn(state, move)
        case MayClaim():
            fine = isinstance(move, Pass) or _is_late(state, move)
        case Obey():
            return [] if accepts(state, pending, move) else [_asks(state, pending)]
        case Short():
            fine = isinstance(move, Pass) or _is_one_draw(move)
        case ToShow():
            return _wrong_show(state, move)
        case _:
            fine = False
    return [] if fine else [_NOT_NOW]


def _wrong_in_exchange(state: State, pending: ToLay, move: Move) -> list[Message]:
    match move:
        case Lay(_, place) if place != ACTIONS or not state.unread:
            return laying.wrong_lay(state, pending, move)
        case Lay() | PlayAction() if _is_unread(state, move):
            return []
        case Lay():
            return laying.wrong_lay(state, pending, move)
        case PlayAction(_, card):
            return [not_drawn(card)]
        case Take(player):
            may = _is_one_draw(move) and laying.may_replenish(state, player)
            return [] if may else [refused(IllegalReason.LAY_NOW)]
        case _:
            return [_NOT_NOW]


def _wrong_turn(state: State, move: Move) -> list[Message]:
    match move:
        case Take(player, cards):
            return taking.wrong_take(state, player, cards)
        case PlayAction(player, card):
            return _wrong_play(state, player, card)
        case Pass():
            return _wrong_pass(state)
        case Lay() if not _is_late(state, move):
            return [refused(IllegalReason.TAKE_FIRST)]
        case _:
            return [] if _is_late(state, move) else [_NOT_NOW]


def _wrong_pass(state: State) -> list[Message]:
    takes = next(taking.takes(state, state.turn), None)
    plays = next(_plays(state, state.turn), None)
    return [refused(IllegalReason.NO_PASS)] if takes or plays else []


def _wrong_show(state: State, move: Move) -> list[Message]:
    match move:
        case PlayAction(player, card):
            drawn = (player, card) in state.at_once or _is_unread(state, move)
            return [] if drawn else [not_drawn(card)]
        case Pass():
            return [_NOT_NOW] if state.at_once else []
        case _:
            return [] if _is_late(state, move) else [_NOT_NOW]


def _wrong_play(state: State, player: int, card: Card) -> list[Message]:
    """Every reason why this card may not be played instead of an exchange."""
    if card.kind is CardKind.AT_ONCE:
        return [refused(IllegalReason.NOT_DRAWN, card=card.name)]
    if card.kind is not CardKind.KEEP:
        return [refused(IllegalReason.NOT_AN_ACTION, card=card.name)]
    wrong: list[Message] = []
    if not may_hold(state, player, card):
        wrong.append(refused(IllegalReason.NOT_IN_HAND, card=card.name))
    if not playable(state, player, card):
        why = (
            IllegalReason.CARDS_MISSING
            if card.face in ASK_FOR_A_SET
            else IllegalReason.NO_EFFECT
        )
        wrong.append(refused(why, card=card.name))
    return wrong


def _asks(state: State, pending: Obey) -> Message:
    text = state.edition.text(pending.card.face, state.rulings)
    return refused(IllegalReason.NOT_WHAT_IS_ASKED, card=pending.card.name, text=text)


def _is_one_draw(move: Move) -> bool:
    return isinstance(move, Take) and move.cards == ONE_DRAWN


def _is_late(state: State, move: Move) -> bool:
    """Whether it is one of the few moves, at a real table, that need not be the pending player's."""
    match move:
        case Take(player):
            return _is_one_draw(move) and _may_draw_late(state, player)
        case Lay() | PlayAction():
            return _is_unread(state, move)
        case _:
            return False


def _is_unread(state: State, move: Move) -> bool:
    """Whether somebody shows, or throws away, an action card that he has just drawn unseen.

    Once the exchange is over it was drawn to replenish, and is obeyed only
    where the edition has it so.
    """
    if not isinstance(move, _WITH_A_CARD) or not state.unread:
        return False
    card, pending = move.card, state.pending
    if card is None or not card.is_action or not could_be_unseen(state, card):
        return False
    if not isinstance(pending, _WITHIN + BETWEEN):
        return False
    within = isinstance(pending, _WITHIN)
    obeyed = within or state.rulings.at_once_in_replenish == "obey"
    if isinstance(move, PlayAction):
        fits = obeyed and card.kind is CardKind.AT_ONCE
    else:
        fits = move.place == ACTIONS
    return fits and any(u.drawer == move.player for u in state.unread)
