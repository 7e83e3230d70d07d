"""How the 21 murphy cards change hands, and what is pending after a claim (rules, A8 and A9)."""

from dataclasses import replace

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model.hands import replaced, shown, turned_up


def tasks_swapped(state: m.State, player: int, whom: int) -> m.State:
    """The state with two players' murphy cards swapped."""
    murphys = state.murphys
    held = replaced(murphys.held, player, murphys.held[whom])
    held = replaced(held, whom, murphys.held[player])
    other = {player: whom, whom: player}
    if state.rulings.murphy_open_travels:
        opened = frozenset(other.get(p, p) for p in murphys.opened)
    else:
        opened = murphys.opened.difference(other)
    return m.changed(state, murphys=replace(murphys, held=held, opened=opened))


def given_back(murphys: m.Murphys, player: int) -> m.Murphys:
    """The murphy cards once a player has returned his."""
    return replace(
        murphys,
        held=replaced(murphys.held, player, None),
        opened=murphys.opened - {player},
        returned=(murphys.held[player], *murphys.returned),
    )


def dealt(murphys: m.Murphys, player: int, card: d.Card | None) -> m.Murphys:
    """The murphy cards once a player has got the top of the stack."""
    held, stack = replaced(murphys.held, player, card), murphys.stack
    return replace(murphys, held=held, stack=stack and stack[1:])


def opened(murphys: m.Murphys, player: int, card: d.Card | None) -> m.Murphys:
    """The murphy cards once a player's lies face up (A03)."""
    held = murphys.held if card is None else replaced(murphys.held, player, card)
    return replace(murphys, held=held, opened=murphys.opened | {player})


def won(murphys: m.Murphys, player: int, task: d.Card) -> m.Murphys:
    """The winner's card lies in front of him, everybody else's is returned (A9)."""
    others = [p for p in range(len(murphys.held)) if p != player]
    back = tuple(murphys.held[p] for p in others)
    return replace(
        murphys,
        held=(None,) * len(murphys.held),
        won=replaced(murphys.won, player, (*murphys.won[player], task)),
        opened=frozenset(),
        returned=back + murphys.returned,
    )


def hand_shown(state: m.State, player: int, task: d.Card, cards: m.Cards) -> m.State:
    """A claim shows all number cards of a hand; for M04, which reads Mac's row, none has to be shown."""
    if state.hands[player].all_known or task.face == d.READS_MAC:
        return state
    cards = tuple(card for card in cards if card.kind is d.CardKind.NUMBER)
    hands = turned_up(state.hands, cards)
    return m.changed(state, hands=replaced(hands, player, shown(hands[player], cards)))


def after_refusal(state: m.State, player: int) -> m.Pending:
    """A wrong claim ends one's own turn, not somebody else's (A8)."""
    if player == state.turn:
        return m.ALL_DONE
    pending = state.pending
    return (pending.then if isinstance(pending, m.InDoubt) else still_open(pending)) or m.ALL_DONE


def still_open(pending: m.Pending) -> m.Turn | m.MayClaim | None:
    """What goes on after a claim out of turn."""
    return pending if isinstance(pending, m.Turn | m.MayClaim) else None
