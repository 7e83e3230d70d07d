"""How the state of the 21 murphy cards changes: dealt, swapped, opened, claimed, won, returned (rules, A8 and A9)."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model.hands import replaced, shown, turned_up

TaskEvent: TypeAlias = (
    m.TaskDealt
    | m.TasksSwapped
    | m.TaskReplaced
    | m.TaskOpened
    | m.TaskStackReshuffled
    | m.ClaimAccepted
    | m.ClaimPutToTheTable
    | m.ClaimRefused
    | m.RoundWon
    | m.GameWon
)


def evolve(state: m.State, event: TaskEvent) -> m.State:
    """The state after an event that is about murphy cards."""
    match event:
        case m.TaskDealt(player, card):
            return m.changed(state, murphys=_dealt(state.murphys, player, card))
        case m.TasksSwapped(player, whom):
            return _answered(tasks_swapped(state, player, whom))
        case m.TaskReplaced(player, card):
            back = given_back(state.murphys, player)
            return m.changed(state, murphys=_dealt(back, player, card))
        case m.TaskOpened(player, card):
            return m.changed(state, murphys=_opened(state.murphys, player, card))
        case m.TaskStackReshuffled(cards):
            murphys = replace(state.murphys, stack=cards, returned=())
            return m.changed(state, murphys=murphys)
        case m.ClaimAccepted(player, task, cards):
            return m.changed(_hand_shown(state, player, task, cards), pending=m.ALL_DONE)
        case m.ClaimRefused(player, task, cards):
            seen = _hand_shown(state, player, task, cards)
            return m.changed(seen, pending=_after_refusal(state, player))
        case m.ClaimPutToTheTable(player, task, cards, reasons):
            seen = _hand_shown(state, player, task, cards)
            then = _open(state.pending)
            return m.changed(seen, pending=m.InDoubt(player, task, cards, reasons, then))
        case m.RoundWon(player, task):
            murphys = _won(state.murphys, player, task)
            return m.changed(state, murphys=murphys, pending=m.NOTHING_DEALT)
        case m.GameWon(player):
            return m.changed(state, pending=m.Over(player))
        case _:
            assert_never(event)


def tasks_swapped(state: m.State, player: int, whom: int) -> m.State:
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
    return m.changed(state, murphys=replace(murphys, held=tuple(held), opened=opened))


def given_back(murphys: m.Murphys, player: int) -> m.Murphys:
    """The murphy cards once a player has returned his."""
    return replace(
        murphys,
        held=replaced(murphys.held, player, None),
        opened=murphys.opened - {player},
        returned=(murphys.held[player], *murphys.returned),
    )


def _dealt(murphys: m.Murphys, player: int, card: d.Card | None) -> m.Murphys:
    held, stack = replaced(murphys.held, player, card), murphys.stack
    return replace(murphys, held=held, stack=stack and stack[1:])


def _opened(murphys: m.Murphys, player: int, card: d.Card | None) -> m.Murphys:
    held = murphys.held if card is None else replaced(murphys.held, player, card)
    return replace(murphys, held=held, opened=murphys.opened | {player})


def _won(murphys: m.Murphys, player: int, task: d.Card) -> m.Murphys:
    """The winner's card lies in front of him, everybody else's is returned (A9)."""
    others = [p for p in range(len(murphys.held)) if p != player]
    back = tuple(murphys.held[p] for p in others)
    won = murphys.won
    return replace(
        murphys,
        held=(None,) * len(murphys.held),
        won=replaced(won, player, (*won[player], task)),
        opened=frozenset(),
        returned=back + murphys.returned,
    )


def _hand_shown(state: m.State, player: int, task: d.Card, cards: m.Cards) -> m.State:
    """A claim shows all number cards of a hand; for M04, which reads Mac's row, none has to be shown."""
    if state.hands[player].all_known or task.face == d.READS_MAC:
        return state
    cards = tuple(card for card in cards if card.kind is d.CardKind.NUMBER)
    hands = turned_up(state.hands, cards)
    return m.changed(state, hands=replaced(hands, player, shown(hands[player], cards)))


def _answered(state: m.State) -> m.State:
    pending = state.pending
    if not isinstance(pending, m.Obey):
        return state
    return m.changed(state, pending=replace(pending, asked=()))


def _after_refusal(state: m.State, player: int) -> m.Pending:
    """A wrong claim ends one's own turn, not somebody else's (A8)."""
    if player == state.turn:
        return m.ALL_DONE
    pending = state.pending
    return (pending.then if isinstance(pending, m.InDoubt) else _open(pending)) or m.ALL_DONE


def _open(pending: m.Pending) -> m.Turn | m.MayClaim | None:
    return pending if isinstance(pending, m.Turn | m.MayClaim) else None
