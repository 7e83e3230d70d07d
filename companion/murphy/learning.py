"""What an event tells somebody who watches: a fold over public events that ends in what he knows.

It never says more than somebody could know who forgot nothing. What follows
from cards seen, passed, swapped, demanded, denied or claimed is in it, and so
is what the rules of K07, K09, K11 and of replenishing tell about a hand. What
might be concluded from a choice that somebody made or did not make is not,
nor that the two cards passed by K03 match.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace as but
from functools import reduce
from typing import assert_never

from companion.murphy import knowledge as hidden
from companion.murphy import task_places, worlds
from companion.murphy.bags import Holder
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
from companion.murphy.fates import READS_MAC
from companion.murphy.knowledge import Errand, Knowledge, deck, in_hands, of_kind
from companion.murphy.open_table import OpenTable
from companion.murphy.places import ACTIONS, DRAW, MAC, At
from companion.murphy.public import public
from companion.murphy.tasks import MAC_MOST


def learned(known: Knowledge, events: Iterable[Event]) -> Knowledge:
    """What is known after several events."""
    return reduce(learn, events, known)


def learn(known: Knowledge, event: Event) -> Knowledge:
    """What is known after one more event; whatever in it was not public is not looked at."""
    told = public(event)
    match told:
        case CardsTaken():
            return _taken(known, told)
        case CardLaid():
            return _laid(known, told)
        case TurnPassed(player) | TurnGiven(player) | RoundBegan(_, player):
            quiet = hidden.no_at_once(known, None)
            return but(quiet, turn=player, acted=False, errand=None)
        case CardsThrownAway(player, cards):
            return reduce(lambda k, c: _discarded(k, player, c), cards, known)
        case AtOnceCardShown(player, card):
            return but(
                _discarded(known, player, card), errand=Errand(player, card.face)
            )
        case ActionPlayed(player, card):
            out = hidden.came_out(known, card, player)
            return but(_laid_open(out, card), errand=Errand(player, card.face))
        case NothingToShow(player):
            return hidden.no_at_once(known, player)
        case DrawPileReshuffled():
            return hidden.reshuffled(known)
        case HandsSwapped(one, other):
            both: dict[Holder, Holder] = {one: other, other: one}
            tasks = task_places.swapped(known.tasks, one, other)
            return but(hidden.moved_whole(known, both), tasks=tasks)
        case CardPassed() | CardDemanded() | CardDenied() | ActionObeyed():
            return _obeyed(known, told)
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
            return _with_hands(but(known, table=table), sizes)
        case GameJoined(player, _, hands, mac, left, right, actions, won):
            table = OpenTable(mac, left, right, actions)
            owned = tuple((card, p) for p, cards in enumerate(won) for card in cards)
            rest = frozenset(known.edition.tasks) - {card for card, _ in owned}
            tasks = task_places.anywhere(rest, range(len(hands)))
            fresh = Knowledge(known.edition, known.rulings, len(hands), table=table)
            joined = _with_hands(fresh, hands)
            return but(joined, tasks=tasks, won=owned, turn=player)


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


# Exchanging -------------------------------------------------------------------


def _taken(known: Knowledge, event: CardsTaken) -> Knowledge:
    player = event.player
    if _replenishes(known, event):
        known = hidden.lacks(known, of_kind(known.edition, Kind.NUMBER), player)
    for at in event.cards:
        known = _taken_from(known, player, at)
    return known


def _replenishes(known: Knowledge, event: CardsTaken) -> bool:
    """Whether somebody draws because he has no number card left (A6)."""
    drawn = all(at.place == DRAW for at in event.cards)
    late = known.acted or event.player != known.turn
    none_left = known.rulings.replenish_to == 1
    return drawn and late and none_left and known.errand is None


def _taken_from(known: Knowledge, player: int, at: At) -> Knowledge:
    if at.place == DRAW:
        return hidden.drawn(known, player, 1, at.card)
    if at.place == MAC:
        return known if at.card is None else _taken_open(known, player, at.card)
    pile, spot = known.table.pile(at.place), known.table.top(at.place)
    if not pile:
        return known if at.card is None else _taken_open(known, player, at.card)
    lying, card = pile[0], at.card or pile[0]
    if lying is None:
        known = _read(known, spot, card, player)
    elif card is lying:
        known = hidden.went_in(known, lying, player)
    elif card is not None:
        known = _taken_open(known, player, card)
    rest = known.table.pile(at.place)[1:]
    return but(known, table=known.table.with_pile(at.place, rest))


def _read(known: Knowledge, spot: Holder, card: Card | None, player: int) -> Knowledge:
    """A card that nobody had read is taken, and perhaps read now."""
    if card is None:
        return hidden.moved_whole(known, {spot: player})
    return hidden.went_in(hidden.came_out(known, card, spot), card, player)


def _taken_open(known: Knowledge, player: int, card: Card) -> Knowledge:
    """A card that everybody sees goes from Mac's row, or from where nobody thought it lay, to a hand."""
    if card in known.table.mac:
        mac = tuple(c for c in known.table.mac if c is not card)
        clear = but(known, table=but(known.table, mac=mac))
        return hidden.went_in(clear, card, player)
    if card in known.table.read:
        known = hidden.doubted(known, wrong=frozenset((card,)))
    return hidden.passed(known, DRAW, player, frozenset((card,)))


def _laid(known: Knowledge, event: CardLaid) -> Knowledge:
    player, place, card = event.player, event.place, event.card
    if known.errand is None and place != ACTIONS:
        # Who lays has drawn nothing that ends the exchange (A6).
        known = hidden.no_at_once(known, player)
    if card is None:
        known = _laid_unread(known, event)
    else:
        known = hidden.came_out(known, card, player)
    laid = but(known, table=known.table.laid(place, card))
    return but(laid, errand=_errand_after(laid.errand, player, card))


def _laid_unread(known: Knowledge, event: CardLaid) -> Knowledge:
    kind = Kind.KEEP if event.place == ACTIONS else Kind.NUMBER
    spot = (event.place, len(known.table.pile(event.place)) + 1)
    return hidden.passed(known, event.player, spot, of_kind(known.edition, kind))


def _errand_after(
    errand: Errand | None, player: int, card: Card | None
) -> Errand | None:
    if errand is None:
        return None
    colour = card.colour if card else errand.colour
    return but(errand, laid=errand.laid | {player}, colour=colour)


def _discarded(known: Knowledge, player: int, card: Card) -> Knowledge:
    """Somebody who has just drawn puts an action card on the discard."""
    return _laid_open(hidden.shown_by_drawer(known, card, player), card)


def _laid_open(known: Knowledge, card: Card) -> Knowledge:
    return but(known, table=known.table.laid(ACTIONS, card))


# Action cards -----------------------------------------------------------------


def _obeyed(
    known: Knowledge, event: CardPassed | CardDemanded | CardDenied | ActionObeyed
) -> Knowledge:
    errand = known.errand
    match event:
        case CardPassed(giver, taker):
            return hidden.passed(known, giver, taker, _passable(known))
        case CardDemanded(player, _, face):
            asked = errand or Errand(player, "K10")
            return but(known, errand=but(asked, demanded=face))
        case CardDenied(player, face):
            return hidden.lacks(known, _denied(known, face), player)
        case ActionObeyed():
            done = but(known, acted=True, errand=None)
            return done if errand is None else _spent(done, errand)


def _passable(known: Knowledge) -> frozenset[Card]:
    """What a card can have been that went from hand to hand."""
    errand = known.errand
    if errand and errand.demanded:
        return _copies(known, errand.demanded)
    if errand and errand.face == "K03":
        return of_kind(known.edition, Kind.NUMBER)
    return in_hands(known.edition)


def _denied(known: Knowledge, face: str) -> frozenset[Card]:
    """What somebody does not hold who says no: the face, a number card (K11), or anything (K06)."""
    if face:
        return _copies(known, face)
    if known.errand and known.errand.face == "K11":
        return of_kind(known.edition, Kind.NUMBER)
    return deck(known.edition)


def _copies(known: Knowledge, face: str) -> frozenset[Card]:
    return frozenset(card for card in deck(known.edition) if card.face == face)


def _spent(known: Knowledge, errand: Errand) -> Knowledge:
    """What a card that is obeyed tells about the hands it left (C)."""
    numbers = of_kind(known.edition, Kind.NUMBER)
    match errand.face:
        case "K07" if len(known.table.mac) < MAC_MOST:
            return hidden.lacks(known, numbers, errand.by)
        case "K09" if errand.colour:
            gone = frozenset(c for c in numbers if c.colour == errand.colour)
            return hidden.lacks(known, gone, errand.by)
        case "K11":
            without = (p for p in known.players if p not in errand.laid)
            return reduce(lambda k, p: hidden.lacks(k, numbers, p), without, known)
        case _:
            return known


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
    everything, tasks = of_kind(known.edition, Kind.TASK), known.tasks
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
            known = but(known, won=(*known.won, (card, player)))
            found = task_places.won(tasks, player, card, known.players)
    return _with_tasks(known, found)


def _with_tasks(known: Knowledge, found: worlds.Worlds) -> Knowledge:
    if not found:
        rest = of_kind(known.edition, Kind.TASK) - {card for card, _ in known.won}
        found = task_places.anywhere(rest, known.players)
    return but(known, tasks=found)


def _claimed(
    known: Knowledge, event: ClaimAccepted | ClaimRefused | ClaimPutToTheTable
) -> Knowledge:
    """What was shown is with the claimant; if the claim was right, it is all the number cards he has."""
    player = event.player
    for card in event.cards:
        known = hidden.is_with(known, card, player)
    if isinstance(event, ClaimAccepted) and event.task.face != READS_MAC:
        rest = of_kind(known.edition, Kind.NUMBER) - frozenset(event.cards)
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
            return but(known, tasks=tasks, left_game=known.left_game | {player})
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
            return hidden.doubted(but(known, table=table))


def _top_seen(known: Knowledge, at: At) -> Knowledge:
    pile, card = known.table.pile(at.place), at.card
    if card is None or pile[:1] == (card,):
        return known
    if not pile or pile[0] is not None:
        clear = known.table.without(frozenset((card,)))
        table = clear.with_pile(at.place, (card, *clear.pile(at.place)[1:]))
        return hidden.doubted(but(known, table=table))
    found = hidden.came_out(known, card, known.table.top(at.place))
    table = found.table.with_pile(at.place, (card, *found.table.pile(at.place)[1:]))
    return but(found, table=table)
