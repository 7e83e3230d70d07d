"""Legal moves, and the reasons why a move is illegal."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from companion.announce import Message, message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model.hands import could_be_unseen, may_hold
from companion.games.dumm_gelaufen.rules import actions, claims, exchanges
from companion.games.dumm_gelaufen.rules.answers import accepts, answers
from companion.games.dumm_gelaufen.rules.effects import replenishes_at_any_time

ONE_DRAWN: Final = (d.At(d.DRAW),)
_WITH_A_CARD: Final = (m.Lay, m.PlayAction)
_WITHIN: Final = (m.ToLay, m.ToShow)
_NOT_NOW: Final = message("illegal.not-now")


# Which moves there are ------------------------------------------------------------


def legal(state: m.State) -> tuple[m.Move, ...]:
    """The answers to what is pending.

    Where hands are unseen these are patterns: None stands for any card that
    could be there. A claim is listed where the murphy card is known, with the
    cards that are; whatever is claimed between exchanges is judged.
    """
    return tuple(_answers(state, state.pending))


def leaves_a_choice(state: m.State) -> bool:
    """Whether there are at least two answers; no more than two are worked out."""
    return len(tuple(islice(_answers(state, state.pending), 2))) > 1


def _answers(state: m.State, pending: m.Pending) -> Iterator[m.Move]:
    match pending:
        case m.Turn(player):
            yield from _turns(state, player)
        case m.ToLay():
            yield from exchanges.lays(state, pending)
            yield from _turned_out(state)
        case m.Obey():
            yield from answers(state, pending)
        case m.ToShow(player):
            yield from _shows(state, player)
        case m.Short(waiting):
            yield m.Take(waiting[0], ONE_DRAWN)
            yield m.Pass(waiting[0])
        case m.MayClaim(player):
            yield m.Pass(player)
            yield from _late_draws(state)
        case m.InDoubt():
            yield m.DecideClaim(accept=True)
            yield m.DecideClaim(accept=False)
    yield from claims.claims(state)


def _turns(state: m.State, player: int) -> Iterator[m.Move]:
    takes = tuple(exchanges.takes(state, player))
    plays = tuple(_plays(state, player))
    yield from takes
    yield from plays
    # Nobody may pass (A3), unless there is nothing he could do.
    if not takes and not plays:
        yield m.Pass(player)
    yield from _late_draws(state)


def _plays(state: m.State, player: int) -> Iterator[m.PlayAction]:
    hand = state.hands[player]
    unseen = state.edition.actions if hand.most else ()
    for card in (*hand.kept, *unseen):
        if not _wrong_play(state, player, card):
            yield m.PlayAction(player, card)


def _shows(state: m.State, player: int) -> Iterator[m.Move]:
    yield from (m.PlayAction(player, card) for p, card in state.at_once if p == player)
    if not state.at_once:
        yield m.Pass(player)
    # What was drawn unseen may come before what waits: of several the drawer says which is next (A6).
    yield from _late_draws(state)


def _turned_out(state: m.State) -> Iterator[m.Move]:
    """What cards drawn unseen may turn out to be: at once obeyed, or thrown away unused (A5 and A6)."""
    for unread in state.unread:
        for card in state.edition.actions:
            play = m.PlayAction(unread.drawer, card)
            throw = m.Lay(unread.drawer, d.ACTIONS, card)
            yield from (move for move in (play, throw) if _is_unread(state, move))


def _late_draws(state: m.State) -> Iterator[m.Move]:
    """At a real table: who may draw for being short once the turn has passed (A6), and what that turned out to be."""
    for player in state.seats:
        if _may_draw_late(state, player):
            yield m.Take(player, ONE_DRAWN)
    yield from _turned_out(state)


def _may_draw_late(state: m.State, player: int) -> bool:
    """Whether a draw by this player can only be for being short of number cards.

    Whoever has the turn, or has it next, is taken to begin an exchange.
    """
    hand, pending = state.hands[player], state.pending
    match pending:
        case m.Turn(mover):
            exchanging = mover
        case m.MayClaim() | m.ToShow():
            exchanging = state.after(state.turn)
        case _:
            return False
    enough = len(hand.numbers) >= state.rulings.replenish_to
    if state.simulated or player == exchanging or enough:
        return False
    drawing = isinstance(pending, m.ToShow) and pending.player == player
    return drawing or player in getattr(pending, "short", ()) or replenishes_at_any_time(state)


# Why a move is refused ------------------------------------------------------------


def refusals(state: m.State, move: m.Move) -> list[Message]:
    """Every reason why a move is illegal now; empty if it is legal."""
    pending = state.pending
    if isinstance(move, m.DecideClaim):
        return [] if isinstance(pending, m.InDoubt) else [_NOT_NOW]
    if not isinstance(move, m.Claim) and move.player == pending.player:
        return _wrong(state, pending, move)
    if move.player not in state.seats:
        return [message("illegal.no-such-player", player=move.player + 1)]
    if isinstance(move, m.Claim):
        return claims.wrong_claim(state, move)
    if _is_late(state, move):
        return []
    return [message("illegal.not-your-turn"), *_wrong(state, pending, move)]


def _wrong(state: m.State, pending: m.Pending, move: m.Move) -> list[Message]:
    match pending:
        case m.ToLay():
            return _wrong_in_exchange(state, pending, move)
        case m.Turn():
            return _wrong_turn(state, move)
        case m.MayClaim():
            fine = isinstance(move, m.Pass) or _is_late(state, move)
        case m.Obey():
            return [] if accepts(state, pending, move) else [_asks(state, pending)]
        case m.Short():
            fine = isinstance(move, m.Pass) or _is_one_draw(move)
        case m.ToShow():
            return _wrong_show(state, move)
        case _:
            fine = False
    return [] if fine else [_NOT_NOW]


def _wrong_in_exchange(state: m.State, pending: m.ToLay, move: m.Move) -> list[Message]:
    if _is_unread(state, move):
        return []
    match move:
        case m.Lay():
            return exchanges.wrong_lay(state, pending, move)
        case m.PlayAction(_, card):
            return [exchanges.not_drawn(card)]
        case m.Take(player):
            may = _is_one_draw(move) and exchanges.may_replenish(state, player)
            return [] if may else [message("illegal.lay-now")]
        case _:
            return [_NOT_NOW]


def _wrong_turn(state: m.State, move: m.Move) -> list[Message]:
    if _is_unread(state, move):
        return []
    match move:
        case m.Take(player, cards):
            return exchanges.wrong_take(state, player, cards)
        case m.PlayAction(player, card):
            return _wrong_play(state, player, card)
        case m.Pass():
            takes = next(exchanges.takes(state, state.turn), None)
            plays = next(_plays(state, state.turn), None)
            return [message("illegal.no-pass")] if takes or plays else []
        case m.Lay():
            return [message("illegal.take-first")]
        case _:
            return [_NOT_NOW]


def _wrong_show(state: m.State, move: m.Move) -> list[Message]:
    match move:
        case m.PlayAction(player, card):
            drawn = (player, card) in state.at_once or _is_unread(state, move)
            return [] if drawn else [exchanges.not_drawn(card)]
        case m.Pass():
            return [_NOT_NOW] if state.at_once else []
        case _:
            return [] if _is_late(state, move) else [_NOT_NOW]


def _wrong_play(state: m.State, player: int, card: d.Card) -> list[Message]:
    """Every reason why this card may not be played instead of an exchange."""
    if card.kind is d.CardKind.AT_ONCE:
        return [message("illegal.not-drawn", card=card.name)]
    if card.kind is not d.CardKind.KEEP:
        return [message("illegal.not-an-action", card=card.name)]
    wrong: list[Message] = []
    if not may_hold(state, player, card):
        wrong.append(message("illegal.not-in-hand", card=card.name))
    if not actions.playable(state, player, card):
        set_asked = card.face in actions.ASK_FOR_A_SET
        why = "illegal.cards-missing" if set_asked else "illegal.no-effect"
        wrong.append(message(why, card=card.name))
    return wrong


def _asks(state: m.State, pending: m.Obey) -> Message:
    text = state.edition.text(pending.card.face, state.rulings)
    return message("illegal.not-what-is-asked", card=pending.card.name, text=text)


def _is_one_draw(move: m.Move) -> bool:
    return isinstance(move, m.Take) and move.cards == ONE_DRAWN


def _is_late(state: m.State, move: m.Move) -> bool:
    """Whether it is one of the few moves, at a real table, that need not be the pending player's."""
    match move:
        case m.Take(player):
            return _is_one_draw(move) and _may_draw_late(state, player)
        case m.Lay() | m.PlayAction():
            return _is_unread(state, move)
        case _:
            return False


def _is_unread(state: m.State, move: m.Move) -> bool:
    """Whether somebody shows, or throws away, an action card that he has just drawn unseen.

    Once the exchange is over it was drawn to replenish, and is obeyed only
    where the edition has it so.
    """
    if not isinstance(move, _WITH_A_CARD) or not state.unread:
        return False
    card, pending = move.card, state.pending
    if card is None or not card.is_action or not could_be_unseen(state, card):
        return False
    if not isinstance(pending, _WITHIN + m.BETWEEN):
        return False
    within = isinstance(pending, _WITHIN)
    obeyed = within or state.rulings.at_once_in_replenish == "obey"
    if isinstance(move, m.PlayAction):
        fits = obeyed and card.kind is d.CardKind.AT_ONCE
    else:
        fits = move.place == d.ACTIONS
    return fits and any(u.drawer == move.player for u in state.unread)
