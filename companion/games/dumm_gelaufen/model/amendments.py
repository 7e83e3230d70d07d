"""How the state changes with corrections."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, assert_never

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.hands import counted, replaced, turned_up
from companion.games.dumm_gelaufen.model.state import (
    Hand,
    MayClaim,
    Murphys,
    Obey,
    Over,
    Pending,
    Pile,
    Short,
    State,
    ToLay,
    Turn,
    changed,
)
from companion.games.dumm_gelaufen.model.stated import (
    GameJoined,
    HandCounted,
    PlayerLeft,
    TableCorrected,
    TopSeen,
)
from companion.games.dumm_gelaufen.model.task_cards import given_back

Amendment: TypeAlias = GameJoined | TableCorrected | TopSeen | HandCounted | PlayerLeft


def evolve(state: State, event: Amendment) -> State:
    """The state after a correction."""
    match event:
        case GameJoined():
            return _joined(state, event)
        case TableCorrected():
            return _table_corrected(state, event)
        case TopSeen(place, card):
            return _top_seen(state, place, card)
        case HandCounted(player, fewest, most):
            hand = counted(state.hands[player], fewest, most)
            return changed(state, hands=replaced(state.hands, player, hand))
        case PlayerLeft(player):
            return _left(state, player)
        case _:
            assert_never(event)


def _joined(state: State, event: GameJoined) -> State:
    players = len(event.hands)
    hands = tuple(Hand((), (), fewest, most) for fewest, most in event.hands)
    return changed(
        state,
        round=event.number,
        turn=event.player,
        hands=hands,
        mac=event.mac,
        left=event.left,
        right=event.right,
        draw=None,
        actions=event.actions,
        murphys=Murphys((None,) * players, event.won or ((),) * players),
        pending=Turn(event.player),
    )


def _table_corrected(state: State, event: TableCorrected) -> State:
    told = (event.mac, event.left, event.right, event.actions)
    cards = tuple(c for zone in told if zone is not None for c in zone if c)
    return changed(
        state,
        hands=turned_up(state.hands, cards),
        mac=_cleared(state.mac, cards) if event.mac is None else event.mac,
        left=_told(event.left, state.left, cards),
        right=_told(event.right, state.right, cards),
        actions=_told(event.actions, state.actions, cards),
    )


def _told(told: Pile | None, believed: Pile, cards: tuple[Card, ...]) -> Pile:
    return _vague(believed, cards) if told is None else told


def _cleared(row: tuple[Card, ...], elsewhere: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in row if card not in elsewhere)


def _vague(pile: Pile, elsewhere: tuple[Card, ...]) -> Pile:
    """A pile whose cards that lie elsewhere must have been others."""
    return tuple(None if card in elsewhere else card for card in pile)


def _top_seen(state: State, place: str, card: Card) -> State:
    hands, cards = turned_up(state.hands, (card,)), (card,)
    seen = changed(
        state,
        hands=hands,
        mac=_cleared(state.mac, cards),
        left=_vague(state.left, cards),
        right=_vague(state.right, cards),
        actions=_vague(state.actions, cards),
    )
    match place:
        case "open-left":
            return changed(seen, left=(card, *seen.left[1:]))
        case "open-right":
            return changed(seen, right=(card, *seen.right[1:]))
        case "actions":
            return changed(seen, actions=(card, *seen.actions[1:]))
        case _:
            return state


def _left(state: State, player: int) -> State:
    """His hand stays aside until the next reshuffle, the at-once cards he had still to obey are discarded."""
    mine = tuple(card for p, card in state.at_once if p == player)
    gone = changed(
        state,
        left_game=state.left_game | {player},
        murphys=given_back(state.murphys, player),
        at_once=tuple(pair for pair in state.at_once if pair[0] != player),
        actions=mine + state.actions,
    )
    if len(gone.seats) < 2:
        return changed(gone, pending=Over(None))
    if state.turn == player:
        following = gone.after(player)
        return changed(gone, turn=following, pending=Turn(following))
    return changed(gone, pending=_without(gone, player))


def _without(state: State, player: int) -> Pending:
    """What is pending without this player: what only he was asked is dropped, and the turn goes on."""
    match state.pending:
        case Obey(by=by) as pending if by != player:
            asked = tuple(p for p in pending.asked if p != player)
            return replace(pending, asked=asked)
        case Short(waiting) as pending if waiting != (player,):
            return replace(pending, waiting=tuple(p for p in waiting if p != player))
        case Turn() | ToLay() | MayClaim() as pending:
            return pending
        case _:
            return Turn(state.turn)
