"""What an observer learns from an event: a fold over public events.

It never says more than somebody could know who forgot nothing. What follows
from cards seen, passed, swapped, demanded, denied or claimed is in it, and so
is what the rules of K07, K09, K11 and of replenishing tell about a hand. What
might be concluded from a choice that somebody made or did not make is not,
nor that the two cards passed by K03 match.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from companion.games.dumm_gelaufen.deck.cards import CardKind
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.knowledge import known as hidden
from companion.games.dumm_gelaufen.knowledge import possibilities, task_places, watching
from companion.games.dumm_gelaufen.knowledge.constraints import Holder
from companion.games.dumm_gelaufen.knowledge.known import (
    Errand,
    Knowledge,
    deck,
    of_kind,
)
from companion.games.dumm_gelaufen.knowledge.open_table import OpenTable
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
from companion.games.dumm_gelaufen.model.places import DRAW, At
from companion.games.dumm_gelaufen.model.public import public
from companion.games.dumm_gelaufen.model.stated import (
    GameJoined,
    HandCounted,
    PlayerLeft,
    TableCorrected,
    TopSeen,
    TurnGiven,
)
from companion.games.dumm_gelaufen.model.task_cards import READS_MAC


def learned(known: Knowledge, events: Iterable[Event]) -> Knowledge:
    """The knowledge after several events."""
    return reduce(learn, events, known)


def learn(known: Knowledge, event: Event) -> Knowledge:
    """The knowledge after one more event; its hidden parts are ignored."""
    told = public(event)
    match told:
        case CardsTaken():
            return watching.taken(known, told)
        case CardLaid():
            return watching.laid(known, told)
        case TurnPassed(player) | TurnGiven(player) | RoundBegan(_, player):
            quiet = hidden.no_at_once(known, None)
            return replace(quiet, turn=player, acted=False, errand=None)
        case CardsThrownAway(player, cards):
            return reduce(lambda k, c: watching.discarded(k, player, c), cards, known)
        case AtOnceCardShown(player, card):
            return replace(
                watching.discarded(known, player, card),
                errand=Errand(player, card.face),
            )
        case ActionPlayed(player, card):
            out = hidden.came_out(known, card, player)
            return replace(
                watching.laid_open(out, card), errand=Errand(player, card.face)
            )
        case NothingToShow(player):
            return hidden.no_at_once(known, player)
        case DrawPileReshuffled():
            return hidden.reshuffled(known)
        case HandsSwapped(one, other):
            tasks = task_places.swapped(known.tasks, one, other)
            return replace(hidden.hands_swapped(known, one, other), tasks=tasks)
        case CardPassed() | CardDemanded() | CardDenied() | ActionObeyed():
            return watching.obeyed(known, told)
        case GameStarted() | CardsDealt() | GameJoined():
            return _begun(known, told)
        case (
            TaskDealt()
            | TasksSwapped()
            | TaskReplaced()
            | TaskOpened()
            | TaskStackReshuffled()
            | RoundWon()
        ):
            return _about_tasks(known, told)
        case ClaimAccepted() | ClaimRefused() | ClaimPutToTheTable():
            return _claimed(known, told)
        case TableCorrected() | TopSeen() | HandCounted() | PlayerLeft():
            return _corrected(known, told)
        case ReplenishEnded() | AtOnceCardsDrawn() | GameWon():
            return known
        case _:
            assert_never(told)


# Setting up -------------------------------------------------------------------


def _begun(known: Knowledge, event: GameStarted | CardsDealt | GameJoined) -> Knowledge:
    match event:
        case GameStarted(edition, players, rulings, first):
            played = load_edition(edition)
            tasks = task_places.stacked(played.tasks)
            return Knowledge(played, rulings, players, tasks=tasks, turn=first)
        case CardsDealt(hands, mac, left, right, actions):
            table = OpenTable(mac, left, right, actions)
            sizes = [(len(hand), len(hand)) for hand in hands]
            return _with_hands(replace(known, table=table), sizes)
        case GameJoined(player, _, hands, mac, left, right, actions, won):
            table = OpenTable(mac, left, right, actions)
            owned = tuple((card, p) for p, cards in enumerate(won) for card in cards)
            rest = frozenset(known.edition.tasks) - {card for card, _ in owned}
            tasks = task_places.anywhere(rest, range(len(hands)))
            fresh = Knowledge(known.edition, known.rulings, len(hands), table=table)
            joined = _with_hands(fresh, hands)
            return replace(joined, tasks=tasks, won=owned, turn=player)


def _with_hands(known: Knowledge, sizes: Iterable[tuple[int, int]]) -> Knowledge:
    """Everything that does not lie open is in the hands or in the draw pile."""
    held: dict[Holder, tuple[int, int]] = dict(enumerate(sizes))
    count = len(deck(known.edition) - known.table.read)
    count -= len(tuple(known.table.unread()))
    rest = (
        count - sum(m for _, m in held.values()),
        count - sum(f for f, _ in held.values()),
    )
    held[DRAW] = max(0, rest[0]), max(0, rest[1])
    return hidden.doubted(known, sizes=held)


# Murphy cards -----------------------------------------------------------------


def _about_tasks(
    known: Knowledge,
    event: TaskDealt
    | TasksSwapped
    | TaskReplaced
    | TaskOpened
    | TaskStackReshuffled
    | RoundWon,
) -> Knowledge:
    everything, tasks = of_kind(known.edition, CardKind.TASK), known.tasks
    match event:
        case TaskDealt(player, card):
            found = task_places.dealt(tasks, player, card, everything)
        case TasksSwapped(one, other):
            found = task_places.swapped(tasks, one, other)
        case TaskReplaced(player, card):
            found = task_places.replaced(tasks, player, card, everything)
        case TaskOpened(player, card):
            found = tasks if card is None else task_places.seen(tasks, player, card)
        case TaskStackReshuffled():
            found = task_places.restacked(tasks)
        case RoundWon(player, card):
            known = replace(known, won=(*known.won, (card, player)))
            found = task_places.won(tasks, player, card, known.players)
    return _with_tasks(known, found)


def _with_tasks(known: Knowledge, found: possibilities.Possibilities) -> Knowledge:
    if not found:
        rest = of_kind(known.edition, CardKind.TASK) - {card for card, _ in known.won}
        found = task_places.anywhere(rest, known.players)
    return replace(known, tasks=found)


def _claimed(
    known: Knowledge, event: ClaimAccepted | ClaimRefused | ClaimPutToTheTable
) -> Knowledge:
    """The claimant holds the cards shown; if the claim was right, they are all his number cards."""
    player = event.player
    for card in event.cards:
        known = hidden.is_with(known, card, player)
    if isinstance(event, ClaimAccepted) and event.task.face != READS_MAC:
        rest = of_kind(known.edition, CardKind.NUMBER) - frozenset(event.cards)
        known = hidden.lacks(known, rest, player)
    return _with_tasks(known, task_places.seen(known.tasks, player, event.task))


# What the table says ------------------------------------------------------------


def _corrected(
    known: Knowledge, event: TableCorrected | TopSeen | HandCounted | PlayerLeft
) -> Knowledge:
    match event:
        case HandCounted(player, fewest, most):
            return hidden.counted(known, player, fewest, most)
        case PlayerLeft(player):
            tasks = task_places.returned(known.tasks, player)
            return replace(known, tasks=tasks, left_game=known.left_game | {player})
        case TopSeen(place, card):
            return _top_seen(known, At(place, card))
        case TableCorrected(mac, left, right, actions):
            old = known.table
            seen = [*(mac or ()), *(left or ()), *(right or ()), *(actions or ())]
            bare = old.without(frozenset(card for card in seen if card is not None))
            table = OpenTable(
                bare.mac if mac is None else mac,
                bare.left if left is None else left,
                bare.right if right is None else right,
                bare.actions if actions is None else actions,
            )
            if table == old:
                return known
            return hidden.doubted(replace(known, table=table))


def _top_seen(known: Knowledge, at: At) -> Knowledge:
    pile, card = known.table.pile(at.place), at.card
    if card is None or pile[:1] == (card,):
        return known
    if not pile or pile[0] is not None:
        clear = known.table.without(frozenset((card,)))
        table = clear.with_pile(at.place, (card, *clear.pile(at.place)[1:]))
        return hidden.doubted(replace(known, table=table))
    found = hidden.came_out(known, card, known.table.top(at.place))
    table = found.table.with_pile(at.place, (card, *found.table.pile(at.place)[1:]))
    return replace(found, table=table)
