"""How the state changes as action cards are shown, played and obeyed (rules, C)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model import task_cards
from companion.games.dumm_gelaufen.model.actions import obeying
from companion.games.dumm_gelaufen.model.flow import after_action, after_replenishing
from companion.games.dumm_gelaufen.model.hands import (
    gain,
    holds,
    lose,
    may_lose,
    replaced,
    turned_up,
)
from companion.games.dumm_gelaufen.model.state import (
    ALL_DONE,
    Done,
    MayClaim,
    Obey,
    State,
    ToShow,
    Turn,
    changed,
)
from companion.games.dumm_gelaufen.model.unread import read

_TURN_OVER: Final = (Done, MayClaim)


def action_played(state: State, player: int, card: Card) -> State:
    """A kept action lies on the discard and is being obeyed."""
    hands = state.hands
    if not holds(hands[player], card):
        hands = turned_up(hands, (card,))
    hands = replaced(hands, player, lose(hands[player], card))
    played = changed(state, hands=hands, actions=(card, *state.actions))
    return changed(played, pending=obeying(played, player, card))


def at_once_card_shown(state: State, player: int, card: Card) -> State:
    """An at-once card lies on the discard and is being obeyed."""
    if (player, card) in state.at_once:
        rest = tuple(pair for pair in state.at_once if pair != (player, card))
        shown = changed(state, at_once=rest, actions=(card, *state.actions))
    else:
        shown = _turned_out(state, player, card)
    pending = obeying(shown, player, card)
    if isinstance(state.pending, Turn):
        pending = replace(pending, resume=state.pending)
    return changed(shown, pending=pending)


def _turned_out(state: State, player: int, card: Card) -> State:
    """A card nobody saw, drawn by ``player``, turned out to be this at-once card."""
    drawn = [u for u in state.unread if u.drawer == player]
    holders = {u.holder for u in drawn} or {player}
    hands = turned_up(state.hands, (card,))
    for holder in holders:
        # Drawn before a swap and after it: either hand may be the one that is smaller now.
        less = lose if len(holders) == 1 else may_lose
        hands = replaced(hands, holder, less(hands[holder], card))
    return changed(
        state,
        hands=hands,
        actions=(card, *state.actions),
        unread=read(state.unread, player, 1),
    )


def nothing_to_show(state: State, player: int) -> State:
    """What a player drew unseen held no more at-once cards."""
    unread = tuple(u for u in state.unread if u.drawer != player)
    read = changed(state, unread=unread)
    short = state.pending.short if isinstance(state.pending, ToShow) else ()
    then = after_replenishing(read, exchange=False, touched=short)
    return changed(read, pending=then)


def action_obeyed(state: State) -> State:
    """What is pending after an action card has been carried out."""
    pending = state.pending
    if not isinstance(pending, Obey):
        return changed(state, pending=ALL_DONE)
    done = changed(state, pending=ALL_DONE)
    then = after_action(done, pending.touched)
    if pending.resume and isinstance(then, _TURN_OVER):
        then = pending.resume
    return changed(done, pending=then)


def card_passed(state: State, giver: int, taker: int, card: Card | None) -> State:
    """A card is in another hand now."""
    hands = state.hands
    if card is not None and not holds(hands[giver], card):
        hands = turned_up(hands, (card,))
    hands = replaced(hands, giver, lose(hands[giver], card))
    hands = replaced(hands, taker, gain(hands[taker], card))
    pending = state.pending
    if isinstance(pending, Obey):
        rest = pending.asked[pending.asked[:1] == (giver,) :]
        touched = once_more(pending.touched, giver)
        count = max(0, pending.count - 1)
        pending = replace(pending, asked=rest, touched=touched, count=count)
    return changed(state, hands=hands, pending=pending)


def asked(state: State, asked: tuple[int, ...], face: str = "") -> State:
    """Somebody is asked for a card of a face."""
    pending = state.pending
    if not isinstance(pending, Obey):
        return state
    return changed(state, pending=replace(pending, asked=asked, detail=face))


def skipped(state: State) -> State:
    """The player asked has no such card; the next one is asked, if there is one."""
    pending = state.pending
    if not isinstance(pending, Obey):
        return state
    return changed(state, pending=replace(pending, asked=pending.asked[1:]))


def hands_swapped(state: State, player: int, whom: int) -> State:
    """Two players' hands and murphy cards have changed places."""
    hands = replaced(state.hands, player, state.hands[whom])
    hands = replaced(hands, whom, state.hands[player])
    other = {player: whom, whom: player}
    unread = tuple(
        replace(u, holder=other.get(u.holder, u.holder)) for u in state.unread
    )
    pending = state.pending
    if isinstance(pending, Obey):
        pending = replace(pending, asked=(), touched=(player, whom))
    swapped = changed(state, hands=hands, unread=unread, pending=pending)
    return task_cards.tasks_swapped(swapped, player, whom)


def once_more(players: tuple[int, ...], player: int) -> tuple[int, ...]:
    """The players and one more, without duplicates."""
    return players if player in players else (*players, player)
