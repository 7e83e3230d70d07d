"""The state after an event: a fold, total, that decides nothing and refuses nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Final, assert_never

from companion.murphy import amend, fates
from companion.murphy.actions import obeying
from companion.murphy.cards import Card, Kind
from companion.murphy.edition import load_edition
from companion.murphy.events import (
    ActionObeyed,
    ActionPlayed,
    AtOnceCardsDrawn,
    AtOnceCardShown,
    CardDemanded,
    CardDenied,
    CardLaid,
    CardPassed,
    CardsDealt,
    CardsTaken,
    CardsThrownAway,
    ClaimAccepted,
    ClaimPutToTheTable,
    ClaimRefused,
    DrawPileReshuffled,
    Event,
    GameJoined,
    GameStarted,
    GameWon,
    HandCounted,
    HandsSwapped,
    NothingToShow,
    PlayerLeft,
    ReplenishEnded,
    RoundBegan,
    RoundWon,
    TableCorrected,
    TaskDealt,
    TaskOpened,
    TaskReplaced,
    TasksSwapped,
    TaskStackReshuffled,
    TopSeen,
    TurnGiven,
    TurnPassed,
)
from companion.murphy.flow import after_action, after_exchange, after_replenishing
from companion.murphy.hands import gain, lose, may_lose, replaced, turned_up, without
from companion.murphy.places import ACTIONS, DRAW, LEFT, MAC, PILES, RIGHT, Area
from companion.murphy.state import (
    ALL_DONE,
    Done,
    Hand,
    MayClaim,
    Murphys,
    Obey,
    Pending,
    Short,
    State,
    ToLay,
    ToShow,
    Turn,
    Unread,
    but,
)
from companion.murphy.story import Story

_TURN_OVER: Final = (Done, MayClaim)


def evolved(state: State, events: Iterable[Event]) -> State:
    """The state after several events, one after the other."""
    return reduce(evolve, events, state)


def start(edition: str = "classic") -> State:
    """The state before anything happened."""
    played = load_edition(edition)
    return State(played, played.rulings)


def evolve(state: State, event: Event) -> State:
    """The state after one event, whether the rules would have it or not."""
    after = _evolved(state, event)
    # In a simulation everything is known: nobody has to work it out from the story.
    if after.draw is not None:
        return after
    return but(after, story=Story(event, state.story))


def _evolved(state: State, event: Event) -> State:
    match event:
        case CardLaid():
            return _card_laid(state, event)
        case CardsTaken():
            return _cards_taken(state, event)
        case TurnPassed(player):
            short = state.pending.short if isinstance(state.pending, Done) else ()
            return but(state, turn=player, unread=(), pending=Turn(player, short))
        case TurnGiven(player):
            return but(state, turn=player, unread=(), pending=Turn(player))
        case AtOnceCardShown(player, card):
            return _at_once_card_shown(state, player, card)
        case ActionPlayed(player, card):
            return _action_played(state, player, card)
        case ActionObeyed():
            return _action_obeyed(state)
        case CardsThrownAway(player, cards):
            return _thrown_away(state, player, cards)
        case AtOnceCardsDrawn(player):
            return but(state, pending=ToShow(player))
        case NothingToShow(player):
            return _nothing_to_show(state, player)
        case DrawPileReshuffled(cards):
            return _reshuffled(state, cards)
        case ReplenishEnded():
            return _replenish_ended(state)
        case CardPassed(giver, taker, card):
            return _card_passed(state, giver, taker, card)
        case CardDemanded(_, whom, face):
            return _asked(state, (whom,), face)
        case CardDenied():
            return _skipped(state)
        case HandsSwapped(player, whom):
            return _hands_swapped(state, player, whom)
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
            return _cards_dealt(state, event)
        case RoundBegan(number, player):
            return but(
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
            return fates.evolve(state, event)
        case GameJoined() | TableCorrected() | TopSeen() | HandCounted() | PlayerLeft():
            return amend.evolve(state, event)
        case _:
            assert_never(event)


# Setting up -------------------------------------------------------------------


def _cards_dealt(state: State, event: CardsDealt) -> State:
    return but(
        state,
        hands=tuple(reduce(gain, cards, Hand()) for cards in event.hands),
        mac=event.mac,
        left=event.left,
        right=event.right,
        draw=event.draw,
        actions=event.actions,
        murphys=replace(state.murphys, stack=event.stack),
    )


# Exchanging -------------------------------------------------------------------


def _cards_taken(state: State, event: CardsTaken) -> State:
    player = event.player
    hand, at_once, unseen = state.hands[player], state.at_once, 0
    mac, left, right, draw = state.mac, state.left, state.right, state.draw
    for at in event.cards:
        card = at.card
        if at.place == DRAW:
            draw = draw and draw[1:]
            unseen += card is None
        elif at.place == MAC:
            mac = mac if card is None or card not in mac else without(mac, card)
        elif at.place == LEFT:
            card, left = card or (left[0] if left else None), left[1:]
        elif at.place == RIGHT:
            card, right = card or (right[0] if right else None), right[1:]
        if card is not None and card.kind is Kind.AT_ONCE:
            at_once += ((player, card),)
        else:
            hand = gain(hand, card)
    return but(
        state,
        hands=replaced(state.hands, player, hand),
        mac=mac,
        left=left,
        right=right,
        draw=draw,
        at_once=at_once,
        unread=_more_unread(state, player, unseen) if unseen else state.unread,
        pending=_after_taking(state.pending, event),
    )


def _after_taking(pending: Pending, event: CardsTaken) -> Pending:
    match pending:
        case Turn(player) if player == event.player:
            area: Area = MAC if event.cards[0].place == MAC else PILES
            # One taken, two laid; two taken, one laid (A4).
            return ToLay(player, area, 3 - len(event.cards))
        case Obey():
            return replace(pending, count=max(0, pending.count - len(event.cards)))
        case _:
            return pending


def _more_unread(state: State, player: int, count: int) -> tuple[Unread, ...]:
    for at, unread in enumerate(state.unread):
        if unread.drawer == unread.holder == player:
            more = replace(unread, count=unread.count + count)
            return (*state.unread[:at], more, *state.unread[at + 1 :])
    return (*state.unread, Unread(player, player, count))


def _card_laid(state: State, event: CardLaid) -> State:
    laid, card = _put(state, event), event.card
    pending = laid.pending
    if event.place == ACTIONS and not isinstance(pending, Obey):
        return laid
    match pending:
        case ToLay(player, area, count) if count > 1:
            return but(laid, pending=ToLay(player, area, count - 1))
        case ToLay():
            # What was drawn for this exchange held no at-once card: cards were laid.
            done = but(laid, unread=())
            return but(done, pending=after_exchange(done))
        case Obey():
            return but(laid, pending=_after_laying(pending, event.player, card))
        case _:
            return laid


def _after_laying(pending: Obey, player: int, card: Card | None) -> Obey:
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
        touched=_once_more(pending.touched, player),
    )


def _put(state: State, event: CardLaid) -> State:
    player, card = event.player, event.card
    hands = state.hands
    if hands[player].most and card is not None and not _holds(hands[player], card):
        hands = turned_up(hands, (card,))
    hands = replaced(hands, player, lose(hands[player], card))
    if event.place == LEFT:
        return but(state, hands=hands, left=(card,) + state.left)
    if event.place == RIGHT:
        return but(state, hands=hands, right=(card,) + state.right)
    if event.place == ACTIONS:
        return but(state, hands=hands, actions=(card, *state.actions))
    if event.place == MAC and card is not None:
        return but(state, hands=hands, mac=state.mac + (card,))
    return but(state, hands=hands)


def _holds(hand: Hand, card: Card) -> bool:
    return card in hand.numbers or card in hand.kept


def _thrown_away(state: State, player: int, cards: tuple[Card, ...]) -> State:
    hand, at_once = state.hands[player], state.at_once
    for card in cards:
        if (player, card) in at_once:
            at_once = tuple(pair for pair in at_once if pair != (player, card))
        else:
            hand = lose(hand, card)
    return but(
        state,
        hands=replaced(state.hands, player, hand),
        at_once=at_once,
        actions=(*reversed(cards), *state.actions),
        unread=_read(state.unread, player, len(cards)),
    )


def _reshuffled(state: State, cards: tuple[Card, ...] | None) -> State:
    """Everything but the piles' tops went into the draw pile, hands left behind too (A7)."""
    hands = tuple(
        Hand() if p in state.left_game else hand for p, hand in enumerate(state.hands)
    )
    return but(
        state,
        hands=hands,
        left=state.left[:1],
        right=state.right[:1],
        actions=(),
        draw=cards,
    )


def _replenish_ended(state: State) -> State:
    pending = state.pending
    if not isinstance(pending, Short):
        return state
    if len(pending.waiting) > 1:
        return but(state, pending=replace(pending, waiting=pending.waiting[1:]))
    then = after_replenishing(state, exchange=pending.exchange)
    return but(state, pending=then)


# Action cards -----------------------------------------------------------------


def _action_played(state: State, player: int, card: Card) -> State:
    hands = state.hands
    if not _holds(hands[player], card):
        hands = turned_up(hands, (card,))
    hands = replaced(hands, player, lose(hands[player], card))
    played = but(state, hands=hands, actions=(card, *state.actions))
    return but(played, pending=obeying(played, player, card))


def _at_once_card_shown(state: State, player: int, card: Card) -> State:
    if (player, card) in state.at_once:
        rest = tuple(pair for pair in state.at_once if pair != (player, card))
        shown = but(state, at_once=rest, actions=(card, *state.actions))
    else:
        shown = _turned_out(state, player, card)
    pending = obeying(shown, player, card)
    if isinstance(state.pending, Turn):
        pending = replace(pending, resume=state.pending)
    return but(shown, pending=pending)


def _turned_out(state: State, player: int, card: Card) -> State:
    """A card nobody saw, drawn by ``player``, turned out to be this at-once card."""
    drawn = [u for u in state.unread if u.drawer == player]
    holders = {u.holder for u in drawn} or {player}
    hands = turned_up(state.hands, (card,))
    for holder in holders:
        # Drawn before a swap and after it: either hand may be the one that is smaller now.
        less = lose if len(holders) == 1 else may_lose
        hands = replaced(hands, holder, less(hands[holder], card))
    return but(
        state,
        hands=hands,
        actions=(card, *state.actions),
        unread=_read(state.unread, player, 1),
    )


def _read(unread: tuple[Unread, ...], drawer: int, count: int) -> tuple[Unread, ...]:
    """What is unread once ``count`` cards that ``drawer`` drew have been seen, the latest ones first."""
    left: list[Unread] = []
    for u in reversed(unread):
        seen = min(count, u.count) if u.drawer == drawer else 0
        count -= seen
        left.append(replace(u, count=u.count - seen))
    return tuple(u for u in reversed(left) if u.count)


def _nothing_to_show(state: State, player: int) -> State:
    unread = tuple(u for u in state.unread if u.drawer != player)
    read = but(state, unread=unread)
    short = state.pending.short if isinstance(state.pending, ToShow) else ()
    then = after_replenishing(read, exchange=False, touched=short)
    return but(read, pending=then)


def _action_obeyed(state: State) -> State:
    pending = state.pending
    if not isinstance(pending, Obey):
        return but(state, pending=ALL_DONE)
    done = but(state, pending=ALL_DONE)
    then = after_action(done, pending.touched)
    if pending.resume and isinstance(then, _TURN_OVER):
        then = pending.resume
    return but(done, pending=then)


def _card_passed(state: State, giver: int, taker: int, card: Card | None) -> State:
    hands = state.hands
    if card is not None and not _holds(hands[giver], card):
        hands = turned_up(hands, (card,))
    hands = replaced(hands, giver, lose(hands[giver], card))
    hands = replaced(hands, taker, gain(hands[taker], card))
    pending = state.pending
    if isinstance(pending, Obey):
        asked = pending.asked[pending.asked[:1] == (giver,) :]
        touched = _once_more(pending.touched, giver)
        count = max(0, pending.count - 1)
        pending = replace(pending, asked=asked, touched=touched, count=count)
    return but(state, hands=hands, pending=pending)


def _asked(state: State, asked: tuple[int, ...], face: str = "") -> State:
    pending = state.pending
    if not isinstance(pending, Obey):
        return state
    return but(state, pending=replace(pending, asked=asked, detail=face))


def _skipped(state: State) -> State:
    pending = state.pending
    if not isinstance(pending, Obey):
        return state
    return but(state, pending=replace(pending, asked=pending.asked[1:]))


def _hands_swapped(state: State, player: int, whom: int) -> State:
    hands = replaced(state.hands, player, state.hands[whom])
    hands = replaced(hands, whom, state.hands[player])
    other = {player: whom, whom: player}
    unread = tuple(
        replace(u, holder=other.get(u.holder, u.holder)) for u in state.unread
    )
    pending = state.pending
    if isinstance(pending, Obey):
        pending = replace(pending, asked=(), touched=(player, whom))
    swapped = but(state, hands=hands, unread=unread, pending=pending)
    return fates.tasks_swapped(swapped, player, whom)


def _once_more(players: tuple[int, ...], player: int) -> tuple[int, ...]:
    return players if player in players else (*players, player)
