"""The state after an event: a total fold that decides nothing and refuses nothing."""

from __future__ import annotations

from typing import assert_never

from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.model import (
    action_effects,
    amendments,
    exchanges,
    task_cards,
)
from companion.games.dumm_gelaufen.model.action_events import (
    ActionObeyed,
    ActionPlayed,
    AtOnceCardsDrawn,
    AtOnceCardShown,
    CardDemanded,
    CardDenied,
    CardPassed,
    HandsSwapped,
    NothingToShow,
    TaskOpened,
    TaskReplaced,
    TasksSwapped,
)
from companion.games.dumm_gelaufen.model.events import (
    CardLaid,
    CardsDealt,
    CardsTaken,
    CardsThrownAway,
    ClaimAccepted,
    ClaimPutToTheTable,
    ClaimRefused,
    DrawPileReshuffled,
    Event,
    GameStarted,
    GameWon,
    ReplenishEnded,
    RoundBegan,
    RoundWon,
    TaskDealt,
    TaskStackReshuffled,
    TurnPassed,
)
from companion.games.dumm_gelaufen.model.history import History
from companion.games.dumm_gelaufen.model.state import (
    Done,
    Hand,
    Murphys,
    State,
    ToShow,
    Turn,
    changed,
)
from companion.games.dumm_gelaufen.model.stated import (
    GameJoined,
    HandCounted,
    PlayerLeft,
    TableCorrected,
    TopSeen,
    TurnGiven,
)


def start(edition: str = "classic") -> State:
    """The state before anything happened. Raises EditionError."""
    played = load_edition(edition)
    return State(played, played.rulings)


def evolve(state: State, event: Event) -> State:
    """The state after one event, whether or not the rules allow it."""
    after = _evolved(state, event)
    # In a simulation everything is known: nobody has to work it out from the history.
    if after.draw is not None:
        return after
    return changed(after, history=History(event, state.history))


def _evolved(state: State, event: Event) -> State:
    match event:
        case CardLaid():
            return exchanges.card_laid(state, event)
        case CardsTaken():
            return exchanges.cards_taken(state, event)
        case TurnPassed(player):
            short = state.pending.short if isinstance(state.pending, Done) else ()
            return changed(state, turn=player, unread=(), pending=Turn(player, short))
        case TurnGiven(player):
            return changed(state, turn=player, unread=(), pending=Turn(player))
        case AtOnceCardShown(player, card):
            return action_effects.at_once_card_shown(state, player, card)
        case ActionPlayed(player, card):
            return action_effects.action_played(state, player, card)
        case ActionObeyed():
            return action_effects.action_obeyed(state)
        case CardsThrownAway(player, cards):
            return exchanges.thrown_away(state, player, cards)
        case AtOnceCardsDrawn(player):
            return changed(state, pending=ToShow(player))
        case NothingToShow(player):
            return action_effects.nothing_to_show(state, player)
        case DrawPileReshuffled(cards):
            return exchanges.reshuffled(state, cards)
        case ReplenishEnded():
            return exchanges.replenish_ended(state)
        case CardPassed(giver, taker, card):
            return action_effects.card_passed(state, giver, taker, card)
        case CardDemanded(_, whom, face):
            return action_effects.asked(state, (whom,), face)
        case CardDenied():
            return action_effects.skipped(state)
        case HandsSwapped(player, whom):
            return action_effects.hands_swapped(state, player, whom)
        case GameStarted(edition, players, rulings, first):
            return State(
                load_edition(edition),
                rulings,
                turn=first,
                hands=(Hand(),) * players,
                draw=None,
                murphys=Murphys((None,) * players, ((),) * players),
            )
        case CardsDealt():
            return exchanges.cards_dealt(state, event)
        case RoundBegan(number, player):
            return changed(
                state, round=number, turn=player, unread=(), pending=Turn(player)
            )
        case (
            TaskDealt()
            | TasksSwapped()
            | TaskReplaced()
            | TaskOpened()
            | TaskStackReshuffled()
            | ClaimAccepted()
            | ClaimRefused()
            | ClaimPutToTheTable()
            | RoundWon()
            | GameWon()
        ):
            return task_cards.evolve(state, event)
        case GameJoined() | TableCorrected() | TopSeen() | HandCounted() | PlayerLeft():
            return amendments.evolve(state, event)
        case _:
            assert_never(event)
