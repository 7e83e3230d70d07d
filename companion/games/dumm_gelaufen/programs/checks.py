"""What cannot be: a position is checked so that every card is in exactly one place, and where it may lie."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, TypeAlias

from companion.errors import CardError, InputError
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m

CardKinds: TypeAlias = tuple[d.CardKind, ...]

_ACTIONS: Final = (d.CardKind.AT_ONCE, d.CardKind.KEEP)


def check(state: m.State) -> None:
    """Raises CardError for a duplicate card, InputError for any other inconsistency."""
    places = tuple(_places(state))
    for name, kinds, cards in places:
        _belong(name, kinds, cards)
    _once(card for _, _, cards in places for card in cards if card)
    _in_the_edition(state.edition, (card for _, _, cards in places for card in cards))
    if isinstance(state.pending, m.Short) and not state.pending.waiting:
        raise _impossible("now", "short(waiting=[])")
    seats = range(state.players)
    for name, seat in _seats(state):
        if seat not in seats:
            raise _impossible(name, seat)
    _counts(state)
    _pending(state)


def _impossible(name: str, what: object) -> InputError:
    return InputError("notation.cannot-be", name=name, what=str(what)[:40])


def _mac_full(count: int) -> InputError:
    return InputError("verdict.mac-over-seven", count=count, most=d.MAC_MOST)


def _places(state: m.State) -> Iterator[tuple[str, CardKinds, m.Pile]]:
    """Every field with cards: its name, the kinds allowed there (rules, A1 and A4), the cards."""
    murphys = state.murphys
    held = tuple(chain(*(hand.known for hand in state.hands)))
    yield "hands", (d.CardKind.NUMBER, d.CardKind.KEEP), held
    yield "mac", (d.CardKind.NUMBER,), state.mac
    yield "open-left", (d.CardKind.NUMBER,), state.left
    yield "open-right", (d.CardKind.NUMBER,), state.right
    yield "draw", (d.CardKind.NUMBER, *_ACTIONS), state.draw or ()
    yield "actions", _ACTIONS, state.actions
    yield "at-once", (d.CardKind.AT_ONCE,), tuple(card for _, card in state.at_once)
    yield "tasks", (d.CardKind.TASK,), murphys.held
    yield "won", (d.CardKind.TASK,), tuple(chain(*murphys.won))
    yield "stack", (d.CardKind.TASK,), murphys.stack or ()
    yield "returned", (d.CardKind.TASK,), murphys.returned


def _belong(name: str, kinds: CardKinds, cards: m.Pile) -> None:
    strange = next((card for card in cards if card and card.kind not in kinds), None)
    if strange is not None:
        raise InputError("notation.wrong-place", card=strange.short, name=name)


def _in_the_edition(edition: d.Edition, cards: Iterable[d.Card | None]) -> None:
    for card in cards:
        if card and card.face not in edition.faces:
            label = edition.label
            raise CardError("card.not-in-edition", code=card.face, edition=label)


def _once(cards: Iterable[d.Card]) -> None:
    for card, count in Counter(cards).items():
        if count > 1:
            raise CardError("card.twice", code=card.code)


def _counts(state: m.State) -> None:
    murphys = state.murphys
    for hand in state.hands:
        if hand.fewest > hand.most:
            raise _impossible("hands", f"?{hand.fewest}-{hand.most}")
    for name, rows in (("tasks", murphys.held), ("won", murphys.won)):
        if len(rows) != state.players:
            raise InputError("notation.every-seat", name=name, count=state.players)
    if len(state.mac) > d.MAC_MOST:
        raise _mac_full(len(state.mac))
    piles = (state.mac, state.left, state.right, state.draw or (), state.actions, state.at_once)
    count = sum(hand.size[0] for hand in state.hands) + sum(map(len, piles))
    most = len(state.edition.main_deck)
    if count > most:
        raise InputError("notation.too-many-cards", count=count, most=most)


def _seats(state: m.State) -> Iterator[tuple[str, int]]:
    """Every seat that a position names, and the field that names it."""
    yield "turn", state.turn
    for seat, _ in state.at_once:
        yield "at-once", seat
    for each in state.unread:
        yield from (("unread", each.drawer), ("unread", each.holder))
    yield from (("opened", seat) for seat in state.murphys.opened)
    yield from (("left-game", seat) for seat in state.left_game)
    yield from (("now", seat) for seat in _decided_by(state.pending))


def _decided_by(pending: m.Pending) -> Iterator[int]:
    """Every seat named in the pending decision."""
    if pending.player is not None:
        yield pending.player
    match pending:
        case m.Turn(short=seats) | m.ToShow(short=seats) | m.Short(waiting=seats):
            yield from seats
        case m.Obey(by, _, asked, touched=touched, resume=resume):
            yield from (by, *asked, *touched)
            yield from () if resume is None else _decided_by(resume)
        case m.InDoubt(claimant, then=then):
            yield claimant
            yield from () if then is None else _decided_by(then)
        case m.Over(winner) if winner is not None:
            yield winner


def _pending(state: m.State) -> None:
    match state.pending:
        case m.ToLay(count=count) if count not in (1, 2):
            raise _impossible("now", f"to-lay(count={count})")
        case m.ToLay(area="mac", count=count) if count > d.MAC_MOST - len(state.mac):
            # All taking comes before all laying (rules, A4).
            raise _mac_full(len(state.mac) + count)
        case m.Obey(card=card):
            _belong("now", _ACTIONS, (card,))
        case m.InDoubt(task=task, cards=cards):
            _belong("now", (d.CardKind.TASK,), (task,))
            _once(cards)
    won = [seat for seat, cards in enumerate(state.murphys.won) if len(cards) >= m.WINS]
    if won and state.pending != m.Over(won[0]):
        raise InputError("notation.game-won", seat=won[0], count=m.WINS)
