"""How the state changes as cards are dealt, taken, laid, thrown away and reshuffled, and as action cards are shown, played and obeyed (rules, A2 to A8 and C)."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Final

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model import hands as h
from companion.games.dumm_gelaufen.rules import actions, murphys

# What is pending after an exchange or an action card ---------------------------------


def after_exchange(state: m.State) -> m.Pending:
    """What is pending after an exchange: replenishing, if the edition allows it at any time, else the claim."""
    if replenishes_at_any_time(state):
        waiting = short_of_numbers(state, state.seats)
        if waiting:
            return m.Short(waiting, exchange=True)
    return after_replenishing(state, exchange=True)


def after_action(state: m.State, touched: tuple[int, ...]) -> m.Pending:
    """What is pending after an action card that took cards from ``touched``."""
    anybody = replenishes_at_any_time(state)
    waiting = short_of_numbers(state, state.seats if anybody else touched)
    if waiting:
        return m.Short(waiting)
    return after_replenishing(state, exchange=False, touched=touched)


def after_replenishing(
    state: m.State, *, exchange: bool, touched: tuple[int, ...] = ()
) -> m.Pending:
    """What is pending when nobody is short: at-once cards still to be carried out, else the claim, else nothing."""
    if state.at_once:
        return m.ToShow(state.at_once[0][0])
    if state.unread:
        return m.ToShow(state.unread[0].drawer, touched)
    # Claimed is after a completed exchange, not after a red or a green (A8).
    if exchange or state.rulings.claim_window != "after_exchange":
        return m.MayClaim(state.turn)
    return m.ALL_DONE if state.simulated else m.Done(touched)


def replenishes_at_any_time(state: m.State) -> bool:
    """Whether somebody short of number cards may draw whenever he is, not only after an action card (rules, D)."""
    return state.rulings.replenish_to > 1


def short_of_numbers(state: m.State, players: Iterable[int]) -> tuple[int, ...]:
    """Who of them holds fewer number cards than he may draw up to, from the one whose turn it is clockwise.

    Nobody at a real table, where hands are unseen: there people just draw
    (:func:`companion.games.dumm_gelaufen.rules.legality.legal` lists who may). Nobody while no
    number card is to be had.
    """
    if not state.simulated:
        return ()
    goal = state.rulings.replenish_to
    short = {p for p in players if is_short(state, p, goal)}
    if not short or not h.numbers_to_draw(state):
        return ()
    order = (state.turn, *state.others(state.turn))
    return tuple(p for p in order if p in short)


def is_short(state: m.State, player: int, goal: int) -> bool:
    """Whether a player, whose hand is known, holds fewer than ``goal`` number cards."""
    return len(state.hands[player].numbers) < goal


# Action cards ------------------------------------------------------------------------


_TURN_OVER: Final = (m.Done, m.MayClaim)


def action_played(state: m.State, player: int, card: d.Card) -> m.State:
    """A kept action lies on the discard and is being obeyed."""
    hands = state.hands
    if not h.holds(hands[player], card):
        hands = h.turned_up(hands, (card,))
    hands = h.replaced(hands, player, h.lose(hands[player], card))
    played = m.changed(state, hands=hands, actions=(card, *state.actions))
    return m.changed(played, pending=actions.obeying(played, player, card))


def at_once_card_shown(state: m.State, player: int, card: d.Card) -> m.State:
    """An at-once card lies on the discard and is being obeyed."""
    if (player, card) in state.at_once:
        rest = tuple(pair for pair in state.at_once if pair != (player, card))
        shown = m.changed(state, at_once=rest, actions=(card, *state.actions))
    else:
        shown = _turned_out(state, player, card)
    pending = actions.obeying(shown, player, card)
    if isinstance(state.pending, m.Turn):
        pending = replace(pending, resume=state.pending)
    return m.changed(shown, pending=pending)


def _turned_out(state: m.State, player: int, card: d.Card) -> m.State:
    """A card nobody saw, drawn by ``player``, turned out to be this at-once card."""
    drawn = [u for u in state.unread if u.drawer == player]
    holders = {u.holder for u in drawn} or {player}
    hands = h.turned_up(state.hands, (card,))
    for holder in holders:
        # Drawn before a swap and after it: either hand may be the one that is smaller now.
        less = h.lose if len(holders) == 1 else h.may_lose
        hands = h.replaced(hands, holder, less(hands[holder], card))
    return m.changed(
        state, hands=hands, actions=(card, *state.actions), unread=h.read(state.unread, player, 1)
    )


def nothing_to_show(state: m.State, player: int) -> m.State:
    """What a player drew unseen held no more at-once cards."""
    unread = tuple(u for u in state.unread if u.drawer != player)
    read = m.changed(state, unread=unread)
    short = state.pending.short if isinstance(state.pending, m.ToShow) else ()
    then = after_replenishing(read, exchange=False, touched=short)
    return m.changed(read, pending=then)


def action_obeyed(state: m.State) -> m.State:
    """What is pending after an action card has been carried out."""
    pending, done = state.pending, m.changed(state, pending=m.ALL_DONE)
    if not isinstance(pending, m.Obey):
        return done
    then = after_action(done, pending.touched)
    if pending.resume and isinstance(then, _TURN_OVER):
        then = pending.resume
    return m.changed(done, pending=then)


def card_passed(state: m.State, giver: int, taker: int, card: d.Card | None) -> m.State:
    """A card is in another hand now."""
    hands = state.hands
    if card is not None and not h.holds(hands[giver], card):
        hands = h.turned_up(hands, (card,))
    hands = h.replaced(hands, giver, h.lose(hands[giver], card))
    hands = h.replaced(hands, taker, h.gain(hands[taker], card))
    pending = state.pending
    if isinstance(pending, m.Obey):
        rest = pending.asked[pending.asked[:1] == (giver,) :]
        touched = once_more(pending.touched, giver)
        count = max(0, pending.count - 1)
        pending = replace(pending, asked=rest, touched=touched, count=count)
    return m.changed(state, hands=hands, pending=pending)


def asked(state: m.State, asked: tuple[int, ...], face: str = "") -> m.State:
    """Who has to decide something now for the action card, and which face is demanded, if one is."""
    pending = state.pending
    if not isinstance(pending, m.Obey):
        return state
    return m.changed(state, pending=replace(pending, asked=asked, detail=face or pending.detail))


def skipped(state: m.State) -> m.State:
    """The player asked has no such card; the next one is asked, if there is one."""
    return asked(state, state.pending.asked[1:]) if isinstance(state.pending, m.Obey) else state


def hands_swapped(state: m.State, player: int, whom: int) -> m.State:
    """Two players' hands and murphy cards have changed places."""
    hands = h.replaced(state.hands, player, state.hands[whom])
    hands = h.replaced(hands, whom, state.hands[player])
    other = {player: whom, whom: player}
    unread = tuple(replace(u, holder=other.get(u.holder, u.holder)) for u in state.unread)
    pending = state.pending
    if isinstance(pending, m.Obey):
        pending = replace(pending, asked=(), touched=(player, whom))
    swapped = m.changed(state, hands=hands, unread=unread, pending=pending)
    return murphys.tasks_swapped(swapped, player, whom)


def once_more(players: tuple[int, ...], player: int) -> tuple[int, ...]:
    """The players and one more, without duplicates."""
    return players if player in players else (*players, player)


# Exchanges ---------------------------------------------------------------------------


def cards_dealt(state: m.State, event: m.CardsDealt) -> m.State:
    """Hands, the row and the piles as they were dealt."""
    return m.changed(
        state,
        hands=tuple(reduce(h.gain, cards, m.Hand()) for cards in event.hands),
        mac=event.mac,
        left=event.left,
        right=event.right,
        draw=event.draw,
        actions=event.actions,
        murphys=replace(state.murphys, stack=event.stack),
    )


def cards_taken(state: m.State, event: m.CardsTaken) -> m.State:
    """The cards are in the hand now, at-once ones wait to be shown."""
    player = event.player
    hand, at_once, unseen = state.hands[player], state.at_once, 0
    mac, left, right, draw = state.mac, state.left, state.right, state.draw
    for at in event.cards:
        card = at.card
        if at.place == d.DRAW:
            draw = draw and draw[1:]
            unseen += card is None
        elif at.place == d.MAC:
            mac = mac if card is None or card not in mac else h.without(mac, card)
        elif at.place == d.LEFT:
            card, left = _off(left, card)
        elif at.place == d.RIGHT:
            card, right = _off(right, card)
        if card is not None and card.kind is d.CardKind.AT_ONCE:
            at_once += ((player, card),)
        else:
            hand = h.gain(hand, card)
    return m.changed(
        state,
        hands=h.replaced(state.hands, player, hand),
        mac=mac,
        left=left,
        right=right,
        draw=draw,
        at_once=at_once,
        unread=h.more_unread(state, player, unseen) if unseen else state.unread,
        pending=_after_taking(state.pending, event),
    )


def _off(pile: m.Pile, card: d.Card | None) -> tuple[d.Card | None, m.Pile]:
    """The card taken from a pile, and the rest; an unknown card leaves the rest unchanged."""
    top = pile[0] if pile else None
    if card is None or top is None or top is card:
        return card or top, pile[1:]
    return card, tuple(other for other in pile if other is not card)


def _after_taking(pending: m.Pending, event: m.CardsTaken) -> m.Pending:
    match pending:
        case m.Turn(player) if player == event.player and event.cards:
            area: d.Area = d.MAC if event.cards[0].place == d.MAC else d.PILES
            # One taken, two laid; two taken, one laid (A4).
            return m.ToLay(player, area, 3 - len(event.cards))
        case m.Obey():
            return replace(pending, count=max(0, pending.count - len(event.cards)))
        case _:
            return pending


def card_laid(state: m.State, event: m.CardLaid) -> m.State:
    """The card lies there now; what is open next."""
    laid, card = _put(state, event), event.card
    pending = laid.pending
    if event.place == d.ACTIONS and not isinstance(pending, m.Obey):
        return laid
    match pending:
        case m.ToLay(player, area, count) if count > 1:
            return m.changed(laid, pending=m.ToLay(player, area, count - 1))
        case m.ToLay():
            # What was drawn for this exchange held no at-once card: cards were laid.
            done = m.changed(laid, unread=()) if laid.unread else laid
            return m.changed(done, pending=after_exchange(done))
        case m.Obey():
            return m.changed(laid, pending=_after_laying(pending, event.player, card))
        case _:
            return laid


def _after_laying(pending: m.Obey, player: int, card: d.Card | None) -> m.Obey:
    detail = pending.detail
    if card is not None and pending.card.face in ("K08", "K09"):
        detail = card.colour
    asked = pending.asked
    if pending.card.face == "K11" and asked and asked[0] == player:
        asked = asked[1:]
    return replace(
        pending,
        asked=asked,
        count=max(0, pending.count - 1),
        detail=detail,
        touched=once_more(pending.touched, player),
    )


def _put(state: m.State, event: m.CardLaid) -> m.State:
    player, card = event.player, event.card
    hands = state.hands
    if hands[player].most and card is not None and not h.holds(hands[player], card):
        hands = h.turned_up(hands, (card,))
    hands = h.replaced(hands, player, h.lose(hands[player], card))
    if event.place == d.LEFT:
        return m.changed(state, hands=hands, left=(card,) + state.left)
    if event.place == d.RIGHT:
        return m.changed(state, hands=hands, right=(card,) + state.right)
    if event.place == d.ACTIONS:
        return m.changed(state, hands=hands, actions=(card, *state.actions))
    if event.place == d.MAC and card is not None:
        return m.changed(state, hands=hands, mac=state.mac + (card,))
    return m.changed(state, hands=hands)


def thrown_away(state: m.State, player: int, cards: tuple[d.Card, ...]) -> m.State:
    """Action cards just drawn lie on the discard, without effect."""
    hand, at_once = state.hands[player], state.at_once
    for card in cards:
        if (player, card) in at_once:
            at_once = tuple(pair for pair in at_once if pair != (player, card))
        else:
            hand = h.lose(hand, card)
    return m.changed(
        state,
        hands=h.replaced(state.hands, player, hand),
        at_once=at_once,
        actions=(*reversed(cards), *state.actions),
        unread=h.read(state.unread, player, len(cards)),
    )


def reshuffled(state: m.State, cards: tuple[d.Card, ...] | None) -> m.State:
    """Everything but the piles' tops went into the draw pile, hands left behind too (A7)."""
    hands = tuple(m.Hand() if p in state.left_game else hand for p, hand in enumerate(state.hands))
    return m.changed(
        state, hands=hands, left=state.left[:1], right=state.right[:1], actions=(), draw=cards
    )


def replenish_ended(state: m.State) -> m.State:
    """The next one who is short may draw; after the last one the game goes on."""
    pending = state.pending
    if not isinstance(pending, m.Short):
        return state
    if len(pending.waiting) > 1:
        return m.changed(state, pending=replace(pending, waiting=pending.waiting[1:]))
    then = after_replenishing(state, exchange=pending.exchange)
    return m.changed(state, pending=then)
