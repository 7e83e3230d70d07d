"""What events teach about hidden cards, and charts of what may be where, computed once for each history."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache, reduce
from typing import Final, assert_never

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.knowledge import known as hidden
from companion.games.dumm_gelaufen.knowledge import plausible, possibilities, watching
from companion.games.dumm_gelaufen.knowledge.constraints import Holder
from companion.games.dumm_gelaufen.knowledge.known import (
    Errand,
    Knowledge,
    deck,
    nothing_known,
    of_kind,
)
from companion.games.dumm_gelaufen.knowledge.plausible import Chart, chart


def public(event: m.Event) -> m.Event:
    """The event with None for every card that was not public."""
    match event:
        case m.CardsTaken(_, cards):
            return replace(
                event, cards=tuple(d.At(d.DRAW) if at.place == d.DRAW else at for at in cards)
            )
        case m.CardPassed() | m.TaskDealt() | m.TaskReplaced():
            return replace(event, card=None)
        case m.CardsDealt(hands):
            dealt = tuple((None,) * len(hand) for hand in hands)
            return replace(event, hands=dealt, draw=None, stack=None)
        case m.DrawPileReshuffled() | m.TaskStackReshuffled():
            return replace(event, cards=None)
        case m.AtOnceCardsDrawn():
            return replace(event, cards=())
        case _:
            return event


def learned(known: Knowledge, events: Iterable[m.Event]) -> Knowledge:
    """The knowledge after several events."""
    return reduce(learn, events, known)


def learn(known: Knowledge, event: m.Event) -> Knowledge:
    """The knowledge after one more event; its hidden parts are ignored."""
    told, tasks = public(event), known.tasks
    match told:
        case m.CardsTaken():
            return watching.taken(known, told)
        case m.CardLaid():
            return watching.laid(known, told)
        case m.TurnPassed(player) | m.TurnGiven(player) | m.RoundBegan(_, player):
            quiet = hidden.no_at_once(known, None)
            return replace(quiet, turn=player, acted=False, errand=None)
        case m.CardsThrownAway(player, cards):
            return reduce(lambda k, c: watching.discarded(k, player, c), cards, known)
        case m.AtOnceCardShown(player, card):
            shown = watching.discarded(known, player, card)
            return replace(shown, errand=Errand(player, card.face))
        case m.ActionPlayed(player, card):
            out = hidden.came_out(known, card, player)
            return replace(watching.laid_open(out, card), errand=Errand(player, card.face))
        case m.NothingToShow(player):
            return hidden.no_at_once(known, player)
        case m.DrawPileReshuffled():
            return hidden.reshuffled(known)
        case m.HandsSwapped(one, other):
            swapped = plausible.swapped(tasks, one, other)
            return replace(hidden.hands_swapped(known, one, other), tasks=swapped)
        case m.CardPassed() | m.CardDemanded() | m.CardDenied() | m.ActionObeyed():
            return watching.obeyed(known, told)
        case m.GameStarted(edition, players, rulings, first):
            played = d.load_edition(edition)
            stack = plausible.stacked(played.tasks)
            return Knowledge(played, rulings, players, tasks=stack, turn=first)
        case m.CardsDealt(hands, mac, left, right, actions):
            table = m.lying(mac, left, right, actions)
            sizes = [(len(hand), len(hand)) for hand in hands]
            return _with_hands(replace(known, table=table), sizes)
        case m.GameJoined():
            return _joined(known, told)
        case m.TaskDealt(player, task):
            return _with_tasks(known, plausible.dealt(tasks, player, task, _all_tasks(known)))
        case m.TasksSwapped(one, other):
            return _with_tasks(known, plausible.swapped(tasks, one, other))
        case m.TaskReplaced(player, task):
            return _with_tasks(known, plausible.replaced(tasks, player, task, _all_tasks(known)))
        case m.TaskOpened(player, task):
            read = tasks if task is None else plausible.seen(tasks, player, task)
            return _with_tasks(known, read)
        case m.TaskStackReshuffled():
            return _with_tasks(known, plausible.restacked(tasks))
        case m.RoundWon(player, task):
            left_over = plausible.won(tasks, player, task, known.players)
            return _with_tasks(replace(known, won=(*known.won, (task, player))), left_over)
        case m.ClaimAccepted() | m.ClaimRefused() | m.ClaimPutToTheTable():
            return _claimed(known, told)
        case m.HandCounted(player, fewest, most):
            return hidden.counted(known, player, fewest, most)
        case m.PlayerLeft(player):
            returned = plausible.returned(tasks, player)
            return replace(known, tasks=returned, left_game=known.left_game | {player})
        case m.TopSeen(place, card):
            return _top_seen(known, place, card)
        case m.TableCorrected():
            table, _ = m.corrected(known.table, told)
            same = table == known.table
            return known if same else hidden.doubted(replace(known, table=table))
        case m.ReplenishEnded() | m.AtOnceCardsDrawn() | m.GameWon():
            return known
        case _:
            assert_never(told)


# Setting up -------------------------------------------------------------------


def _joined(known: Knowledge, event: m.GameJoined) -> Knowledge:
    table = m.lying(event.mac, event.left, event.right, event.actions)
    owned = tuple((card, p) for p, cards in enumerate(event.won) for card in cards)
    seats = len(event.hands)
    tasks = plausible.anywhere(_all_tasks(known) - {card for card, _ in owned}, range(seats))
    fresh = Knowledge(known.edition, known.rulings, seats, table=table)
    joined = _with_hands(fresh, event.hands)
    return replace(joined, tasks=tasks, won=owned, turn=event.player)


def _with_hands(known: Knowledge, sizes: Iterable[tuple[int, int]]) -> Knowledge:
    """Everything that does not lie open is in the hands or in the draw pile."""
    held: dict[Holder, tuple[int, int]] = dict(enumerate(sizes))
    count = len(deck(known.edition) - hidden.read(known.table))
    count -= len(tuple(hidden.unread(known.table)))
    rest = (
        count - sum(move for _, move in held.values()),
        count - sum(f for f, _ in held.values()),
    )
    held[d.DRAW] = max(0, rest[0]), max(0, rest[1])
    return hidden.doubted(known, sizes=held)


# Murphy cards -----------------------------------------------------------------


def _all_tasks(known: Knowledge) -> frozenset[d.Card]:
    return of_kind(known.edition, d.CardKind.TASK)


def _with_tasks(known: Knowledge, found: possibilities.Possibilities) -> Knowledge:
    if not found:
        rest = _all_tasks(known) - {card for card, _ in known.won}
        found = plausible.anywhere(rest, known.players)
    return replace(known, tasks=found)


def _claimed(
    known: Knowledge, event: m.ClaimAccepted | m.ClaimRefused | m.ClaimPutToTheTable
) -> Knowledge:
    """The claimant holds the cards shown; if the claim was right, they are all his number cards."""
    player = event.player
    for card in event.cards:
        known = hidden.is_with(known, card, player)
    if isinstance(event, m.ClaimAccepted) and event.task.face != d.READS_MAC:
        rest = of_kind(known.edition, d.CardKind.NUMBER) - frozenset(event.cards)
        known = hidden.lacks(known, rest, player)
    return _with_tasks(known, plausible.seen(known.tasks, player, event.task))


# What the table says ------------------------------------------------------------


def _top_seen(known: Knowledge, place: d.Place, card: d.Card) -> Knowledge:
    if place not in hidden.PILES or known.table[place][:1] == (card,):
        return known
    if known.table[place][:1] != (None,):
        return hidden.doubted(replace(known, table=m.topped(known.table, place, card)))
    found = hidden.came_out(known, card, hidden.top(known.table, place))
    return replace(found, table=m.topped(found.table, place, card))


# Once for each history ---------------------------------------------------------------


KEPT: Final = 16
"""How many states are cached, more than an undo needs; any other is computed from the nearest one. Each keeps its game alive."""


def known_after(history: m.History | None) -> Knowledge:
    """The knowledge of somebody who saw everything public in a history."""
    return nothing_known() if history is None else _known(history)


@lru_cache(maxsize=KEPT)
def charted(history: m.History | None) -> Chart:
    """Where every card can be after a history."""
    return chart(known_after(history))


@lru_cache(maxsize=KEPT)
def _known(history: m.History) -> Knowledge:
    # Each moment builds on the one whose number lacks its lowest bit: the next
    # one is near, and the way back to the first is short.
    events: list[m.Event] = []
    before: m.History | None = history
    for _ in range(history.length & -history.length):
        if before is not None:
            events.append(before.event)
            before = before.before
    return learned(known_after(before), reversed(events))
