"""The state after an event: a total fold that decides nothing and refuses nothing."""

from dataclasses import replace
from typing import assert_never

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model import hands as h
from companion.games.dumm_gelaufen.rules import effects, murphys

# Corrections -------------------------------------------------------------------------


def _joined(state: m.State, event: m.GameJoined) -> m.State:
    players = len(event.hands)
    hands = tuple(m.Hand((), (), fewest, most) for fewest, most in event.hands)
    return m.changed(
        state,
        round=event.number,
        turn=event.player,
        hands=hands,
        mac=event.mac,
        left=event.left,
        right=event.right,
        draw=None,
        actions=event.actions,
        murphys=m.Murphys((None,) * players, event.won or ((),) * players),
        pending=m.Turn(event.player),
    )


def _lies(state: m.State, lying: m.Lying, seen: m.Cards) -> m.State:
    """The state once this lies open; cards that were seen there are in no hand."""
    return m.changed(
        state,
        hands=h.turned_up(state.hands, seen),
        mac=tuple(card for card in lying[d.MAC] if card),
        left=lying[d.LEFT],
        right=lying[d.RIGHT],
        actions=lying[d.ACTIONS],
    )


def _left(state: m.State, player: int) -> m.State:
    """His hand stays aside until the next reshuffle, the at-once cards he had still to obey are discarded."""
    mine = tuple(card for p, card in state.at_once if p == player)
    gone = m.changed(
        state,
        left_game=state.left_game | {player},
        murphys=murphys.given_back(state.murphys, player),
        at_once=tuple(pair for pair in state.at_once if pair[0] != player),
        actions=mine + state.actions,
    )
    if state.over:
        return gone
    if len(gone.seats) < 2:
        return m.changed(gone, pending=m.Over(None))
    if state.turn == player:
        following = gone.after(player)
        return m.changed(gone, turn=following, pending=_turn_of(following, state, player))
    return _without(gone, player)


def _turn_of(following: int, state: m.State, player: int) -> m.Pending:
    """What is pending once the turn of a player who leaves passes on: somebody else's claim still is."""
    turn = m.Turn(following)
    match state.pending:
        case m.InDoubt(claimant=claimant) as pending if claimant != player:
            return replace(pending, then=turn)
        case _:
            return turn


def _without(state: m.State, player: int) -> m.State:
    """The turn of somebody else without this player: it goes on as if what only he decides were done."""
    match state.pending:
        case m.InDoubt(claimant=claimant, then=then) if claimant == player:
            return m.changed(state, pending=then or m.ALL_DONE)
        case m.Obey(by=by) if by == player:
            unread = tuple(u for u in state.unread if u.drawer != player)
            return effects.action_obeyed(m.changed(state, unread=unread))
        case m.Obey() as pending:
            asked = tuple(p for p in pending.asked if p != player)
            return m.changed(state, pending=replace(pending, asked=asked))
        case m.ToShow(drawer) if drawer == player:
            return effects.nothing_to_show(state, player)
        case m.Short((waits,)) if waits == player:
            return effects.replenish_ended(state)
        case m.Short(waiting) as pending:
            others = tuple(p for p in waiting if p != player)
            return m.changed(state, pending=replace(pending, waiting=others))
        case _:
            return state


# Any event ---------------------------------------------------------------------------


def start(edition: str = "classic") -> m.State:
    """The state before anything happened. Raises EditionError."""
    played = d.load_edition(edition)
    return m.State(played, played.rulings)


def evolve(state: m.State, event: m.Event) -> m.State:
    """The state after one event, whether or not the rules allow it."""
    after = _evolved(state, event)
    # In a simulation everything is known: nobody has to work it out from the history.
    if after.draw is not None:
        return after
    return m.changed(after, history=m.History(event, state.history))


def _evolved(state: m.State, event: m.Event) -> m.State:
    match event:
        case m.CardLaid():
            return effects.card_laid(state, event)
        case m.CardsTaken():
            return effects.cards_taken(state, event)
        case m.TurnPassed(player):
            short = state.pending.short if isinstance(state.pending, m.Done) else ()
            return m.changed(state, turn=player, unread=(), pending=m.Turn(player, short))
        case m.TurnGiven(player):
            pending = state.pending if state.over else m.Turn(player)
            return m.changed(state, turn=player, unread=(), pending=pending)
        case m.AtOnceCardShown(player, card):
            return effects.at_once_card_shown(state, player, card)
        case m.ActionPlayed(player, card):
            return effects.action_played(state, player, card)
        case m.ActionObeyed():
            return effects.action_obeyed(state)
        case m.CardsThrownAway(player, cards):
            return effects.thrown_away(state, player, cards)
        case m.AtOnceCardsDrawn(player):
            return m.changed(state, pending=m.ToShow(player))
        case m.NothingToShow(player):
            return effects.nothing_to_show(state, player)
        case m.DrawPileReshuffled(cards):
            return effects.reshuffled(state, cards)
        case m.ReplenishEnded():
            return effects.replenish_ended(state)
        case m.CardPassed(giver, taker, card):
            return effects.card_passed(state, giver, taker, card)
        case m.CardDemanded(_, whom, face):
            return effects.asked(state, (whom,), face)
        case m.CardDenied():
            return effects.skipped(state)
        case m.HandsSwapped(player, whom):
            return effects.hands_swapped(state, player, whom)
        case m.GameStarted(edition, players, rulings, first):
            return m.State(
                d.load_edition(edition),
                rulings,
                turn=first,
                hands=(m.Hand(),) * players,
                draw=None,
                murphys=m.Murphys((None,) * players, ((),) * players),
            )
        case m.CardsDealt():
            return effects.cards_dealt(state, event)
        case m.RoundBegan(number, player):
            return m.changed(state, round=number, turn=player, unread=(), pending=m.Turn(player))
        case m.TaskDealt(player, card):
            return m.changed(state, murphys=murphys.dealt(state.murphys, player, card))
        case m.TasksSwapped(player, whom):
            return effects.asked(murphys.tasks_swapped(state, player, whom), ())
        case m.TaskReplaced(player, card):
            back = murphys.given_back(state.murphys, player)
            return m.changed(state, murphys=murphys.dealt(back, player, card))
        case m.TaskOpened(player, card):
            return m.changed(state, murphys=murphys.opened(state.murphys, player, card))
        case m.TaskStackReshuffled(stack):
            return m.changed(state, murphys=replace(state.murphys, stack=stack, returned=()))
        case m.ClaimAccepted(player, task, shown):
            seen = murphys.hand_shown(state, player, task, shown)
            return m.changed(seen, pending=m.ALL_DONE)
        case m.ClaimRefused(player, task, shown):
            seen = murphys.hand_shown(state, player, task, shown)
            return m.changed(seen, pending=murphys.after_refusal(state, player))
        case m.ClaimPutToTheTable(player, task, shown, reasons):
            seen = murphys.hand_shown(state, player, task, shown)
            then = murphys.still_open(state.pending)
            return m.changed(seen, pending=m.InDoubt(player, task, shown, reasons, then))
        case m.RoundWon(player, task):
            won = murphys.won(state.murphys, player, task)
            return m.changed(state, murphys=won, pending=m.NOTHING_DEALT)
        case m.GameWon(player):
            return m.changed(state, pending=m.Over(player))
        case m.GameJoined():
            return _joined(state, event)
        case m.TableCorrected():
            return _lies(state, *m.corrected(state.lying, event))
        case m.TopSeen(place, card) if place in (*d.OPEN, d.ACTIONS):
            return _lies(state, m.topped(state.lying, place, card), (card,))
        case m.TopSeen():
            return state
        case m.HandCounted(player, fewest, most):
            hand = h.counted(state.hands[player], fewest, most)
            return m.changed(state, hands=h.replaced(state.hands, player, hand))
        case m.PlayerLeft(player):
            return _left(state, player)
        case _:
            assert_never(event)
