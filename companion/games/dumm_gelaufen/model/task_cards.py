"""How the state of the 21 murphy cards changes: dealt, swapped, opened, claimed, won, returned (rules, A8 and A9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.model.action_events import (
    TaskOpened,
    TaskReplaced,
    TasksSwapped,
)
from companion.games.dumm_gelaufen.model.events import (
    ClaimAccepted,
    ClaimPutToTheTable,
    ClaimRefused,
    GameWon,
    RoundWon,
    TaskDealt,
    TaskStackReshuffled,
)
from companion.games.dumm_gelaufen.model.hands import replaced, shown, turned_up
from companion.games.dumm_gelaufen.model.state import (
    ALL_DONE,
    NOTHING_DEALT,
    Cards,
    InDoubt,
    MayClaim,
    Murphys,
    Obey,
    Over,
    Pending,
    Pile,
    State,
    Turn,
    changed,
)

READS_MAC: Final = "M04"
"""The murphy card that is about Mac's row: the claimant's own hand need not be shown."""

TaskEvent: TypeAlias = (
    TaskDealt
    | TasksSwapped
    | TaskReplaced
    | TaskOpened
    | TaskStackReshuffled
    | ClaimAccepted
    | ClaimPutToTheTable
    | ClaimRefused
    | RoundWon
    | GameWon
)


def evolve(state: State, event: TaskEvent) -> State:
    """The state after an event that is about murphy cards."""
    match event:
        case TaskDealt(player, card):
            return changed(state, murphys=_dealt(state.murphys, player, card))
        case TasksSwapped(player, whom):
            return _answered(tasks_swapped(state, player, whom))
        case TaskReplaced(player, card):
            return changed(state, murphys=_exchanged(state.murphys, player, card))
        case TaskOpened(player, card):
            return changed(state, murphys=_opened(state.murphys, player, card))
        case TaskStackReshuffled(cards):
            murphys = replace(state.murphys, stack=cards, returned=())
            return changed(state, murphys=murphys)
        case ClaimAccepted(player, task, cards):
            return changed(_hand_shown(state, player, task, cards), pending=ALL_DONE)
        case ClaimRefused(player, task, cards):
            seen = _hand_shown(state, player, task, cards)
            return changed(seen, pending=_after_refusal(state, player))
        case ClaimPutToTheTable(player, task, cards, reasons):
            seen = _hand_shown(state, player, task, cards)
            then = _open(state.pending)
            return changed(seen, pending=InDoubt(player, task, cards, reasons, then))
        case RoundWon(player, task):
            murphys = _won(state.murphys, player, task)
            return changed(state, murphys=murphys, pending=NOTHING_DEALT)
        case GameWon(player):
            return changed(state, pending=Over(player))
        case _:
            assert_never(event)


def tasks_swapped(state: State, player: int, whom: int) -> State:
    """The state with two players' murphy cards swapped."""
    murphys = state.murphys
    held, opened = list(murphys.held), murphys.opened
    held[player], held[whom] = held[whom], held[player]
    both = frozenset((player, whom))
    other = {player: whom, whom: player}
    if state.rulings.murphy_open_travels:
        opened = frozenset(other.get(p, p) for p in opened)
    else:
        opened -= both
    return changed(state, murphys=replace(murphys, held=tuple(held), opened=opened))


def given_back(murphys: Murphys, player: int) -> Murphys:
    """The murphy cards once a player has returned his."""
    return replace(
        murphys,
        held=_with(murphys.held, player, None),
        opened=murphys.opened - {player},
        returned=(murphys.held[player], *murphys.returned),
    )


def _dealt(murphys: Murphys, player: int, card: Card | None) -> Murphys:
    held = _with(murphys.held, player, card)
    return replace(murphys, held=held, stack=_popped(murphys.stack))


def _exchanged(murphys: Murphys, player: int, card: Card | None) -> Murphys:
    back = given_back(murphys, player)
    return _dealt(back, player, card)


def _opened(murphys: Murphys, player: int, card: Card | None) -> Murphys:
    held = murphys.held if card is None else _with(murphys.held, player, card)
    return replace(murphys, held=held, opened=murphys.opened | {player})


def _won(murphys: Murphys, player: int, task: Card) -> Murphys:
    """The winner's card lies in front of him, everybody else's is returned (A9)."""
    others = [p for p in range(len(murphys.held)) if p != player]
    back = tuple(murphys.held[p] for p in others)
    won = murphys.won
    return replace(
        murphys,
        held=(None,) * len(murphys.held),
        won=(*won[:player], (*won[player], task), *won[player + 1 :]),
        opened=frozenset(),
        returned=back + murphys.returned,
    )


def _hand_shown(state: State, player: int, task: Card, cards: Cards) -> State:
    """A claim shows all number cards of a hand; for M04, which reads Mac's row, none has to be shown."""
    if state.hands[player].all_known or task.face == READS_MAC:
        return state
    cards = tuple(card for card in cards if card.kind is CardKind.NUMBER)
    hands = turned_up(state.hands, cards)
    return changed(state, hands=replaced(hands, player, shown(hands[player], cards)))


def _answered(state: State) -> State:
    pending = state.pending
    if not isinstance(pending, Obey):
        return state
    return changed(state, pending=replace(pending, asked=()))


def _after_refusal(state: State, player: int) -> Pending:
    """A wrong claim ends one's own turn, not somebody else's (A8)."""
    if player == state.turn:
        return ALL_DONE
    pending = state.pending
    return (
        pending.then if isinstance(pending, InDoubt) else _open(pending)
    ) or ALL_DONE


def _open(pending: Pending) -> Turn | MayClaim | None:
    return pending if isinstance(pending, Turn | MayClaim) else None


def _popped(stack: Cards | None) -> Cards | None:
    return stack and stack[1:]


def _with(held: Pile, player: int, card: Card | None) -> Pile:
    return (*held[:player], card, *held[player + 1 :])
