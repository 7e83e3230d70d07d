"""What is pending after an exchange or an action card is complete (rules, A6 and A8)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.dumm_gelaufen.model.sight import numbers_to_draw
from companion.games.dumm_gelaufen.model.state import (
    ALL_DONE,
    Done,
    MayClaim,
    Pending,
    Short,
    State,
    ToShow,
)


def after_exchange(state: State) -> Pending:
    """What is pending after an exchange: replenishing, if the edition allows it at any time, else the claim."""
    if replenishes_at_any_time(state):
        waiting = short_of_numbers(state, state.seats)
        if waiting:
            return Short(waiting, exchange=True)
    return after_replenishing(state, exchange=True)


def after_action(state: State, touched: tuple[int, ...]) -> Pending:
    """What is pending after an action card that took cards from ``touched``."""
    anybody = replenishes_at_any_time(state)
    waiting = short_of_numbers(state, state.seats if anybody else touched)
    if waiting:
        return Short(waiting)
    return after_replenishing(state, exchange=False, touched=touched)


def after_replenishing(
    state: State, *, exchange: bool, touched: tuple[int, ...] = ()
) -> Pending:
    """What is pending when nobody is short: at-once cards still to be carried out, else the claim, else nothing."""
    if state.at_once:
        return ToShow(state.at_once[0][0])
    if state.unread:
        return ToShow(state.unread[0].drawer, touched)
    # Claimed is after a completed exchange, not after a red or a green (A8).
    if exchange or state.rulings.claim_window != "after_exchange":
        return MayClaim(state.turn)
    return ALL_DONE if state.simulated else Done(touched)


def replenishes_at_any_time(state: State) -> bool:
    """Whether somebody short of number cards may draw whenever he is, not only after an action card (rules, D)."""
    return state.rulings.replenish_to > 1


def short_of_numbers(state: State, players: Iterable[int]) -> tuple[int, ...]:
    """Who of them holds fewer number cards than he may draw up to, from the one whose turn it is clockwise.

    Nobody at a real table, where hands are unseen: there people just draw
    (:func:`companion.games.dumm_gelaufen.rules.legality.legal` lists who may). Nobody while no
    number card is to be had.
    """
    if not state.simulated:
        return ()
    goal = state.rulings.replenish_to
    short = {p for p in players if is_short(state, p, goal)}
    if not short or not numbers_to_draw(state):
        return ()
    order = (state.turn, *state.others(state.turn))
    return tuple(p for p in order if p in short)


def is_short(state: State, player: int, goal: int) -> bool:
    """Whether a player, whose hand is known, holds fewer than ``goal`` number cards."""
    return len(state.hands[player].numbers) < goal
