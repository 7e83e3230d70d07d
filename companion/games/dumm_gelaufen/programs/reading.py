"""Positions as programs write them, checked so that every card is in exactly one place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, TypeAlias, TypeVar

from companion.errors import CardError, CompanionError, EditionError, InputError
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind, copies_of
from companion.games.dumm_gelaufen.deck.edition import (
    EDITIONS,
    RULINGS,
    Rulings,
    load_edition,
)
from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST
from companion.games.dumm_gelaufen.programs.notation import (
    NOTHING,
    UNSEEN,
    read_card,
    read_pending,
)
from companion.games.dumm_gelaufen.rules.claims import judged

# Checks ------------------------------------------------------------------------------


CardKinds: TypeAlias = tuple[CardKind, ...]

_ACTIONS: Final = (CardKind.AT_ONCE, CardKind.KEEP)


def check(state: m.State) -> None:
    """Raises CardError for a duplicate card, InputError for any other inconsistency."""
    places = tuple(_places(state))
    for name, kinds, cards in places:
        _belong(name, kinds, cards)
    _once(card for _, _, cards in places for card in cards if card)
    seats = range(state.players)
    for name, seat in _seats(state):
        if seat not in seats:
            raise _impossible(name, seat)
    _counts(state)
    _pending(state)


def _impossible(name: str, what: object) -> InputError:
    return InputError("notation.no-position", what=f"{name}:{what}"[:40])


def _mac_full(count: int) -> InputError:
    return InputError("verdict.mac-over-seven", count=count, most=MAC_MOST)


def _places(state: m.State) -> Iterator[tuple[str, CardKinds, m.Pile]]:
    """Every field with cards: its name, the kinds allowed there (rules, A1 and A4), the cards."""
    murphys = state.murphys
    held = tuple(chain(*(hand.known for hand in state.hands)))
    yield "hands", (CardKind.NUMBER, CardKind.KEEP), held
    yield "mac", (CardKind.NUMBER,), state.mac
    yield "open-left", (CardKind.NUMBER,), state.left
    yield "open-right", (CardKind.NUMBER,), state.right
    yield "draw", (CardKind.NUMBER, *_ACTIONS), state.draw or ()
    yield "actions", _ACTIONS, state.actions
    yield "at-once", (CardKind.AT_ONCE,), tuple(card for _, card in state.at_once)
    yield "tasks", (CardKind.TASK,), murphys.held
    yield "won", (CardKind.TASK,), tuple(chain(*murphys.won))
    yield "stack", (CardKind.TASK,), murphys.stack or ()
    yield "returned", (CardKind.TASK,), murphys.returned


def _belong(name: str, kinds: CardKinds, cards: m.Pile) -> None:
    strange = next((card for card in cards if card and card.kind not in kinds), None)
    if strange is not None:
        raise InputError("notation.wrong-place", card=strange.short, name=name)


def _once(cards: Iterable[Card]) -> None:
    for card, count in Counter(cards).items():
        if count > 1:
            raise CardError("card.twice", code=card.code)


def _counts(state: m.State) -> None:
    murphys = state.murphys
    for hand in state.hands:
        if not 0 <= hand.fewest <= hand.most:
            raise _impossible("hands", f"?{hand.fewest}-{hand.most}")
    if state.round < 1:
        raise _impossible("round", state.round)
    for each in state.unread:
        if each.count < 1:
            raise _impossible("unread", each.count)
    for name, rows in (("tasks", murphys.held), ("won", murphys.won)):
        if len(rows) != state.players:
            raise InputError("notation.every-seat", name=name, count=state.players)
    if len(state.mac) > MAC_MOST:
        raise _mac_full(len(state.mac))
    piles = (state.mac, state.left, state.right, state.draw or (), state.actions)
    count = sum(hand.size[0] for hand in state.hands) + sum(map(len, piles))
    most = len(state.edition.main_deck)
    if count + len(state.at_once) > most:
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
            raise _impossible("now", f"to-lay;count={count}")
        case m.ToLay(area="mac", count=count) if count > MAC_MOST - len(state.mac):
            # All taking comes before all laying (rules, A4).
            raise _mac_full(len(state.mac) + count)
        case m.Obey(card=card, count=count):
            _belong("now", _ACTIONS, (card,))
            if count < 0:
                raise _impossible("now", f"obey;count={count}")
        case m.InDoubt(task=task, cards=cards):
            _belong("now", (CardKind.TASK,), (task,))
            _once(cards)
    won = [seat for seat, cards in enumerate(state.murphys.won) if len(cards) >= m.WINS]
    if won and state.pending != m.Over(won[0]):
        raise InputError("notation.game-won", seat=won[0], count=m.WINS)


# Reading -----------------------------------------------------------------------------


T = TypeVar("T")

TextFields: TypeAlias = Mapping[str, str]
"""Name of a field -> its text, ``edition`` among them."""

NAMES: Final = (
    "edition",
    "round",
    "turn",
    "hands",
    "mac",
    "open-left",
    "open-right",
    "draw",
    "actions",
    "tasks",
    "won",
    "opened",
    "stack",
    "returned",
    "at-once",
    "unread",
    "left-game",
    "rulings",
    "now",
)


def read_position(text: str) -> m.State:
    """The state in a line of text. Raises InputError (``notation.no-position``), CardError, EditionError."""
    edition, *parts = text.split() or [""]
    if edition not in EDITIONS and not any(":" in part for part in parts):
        # Not even the beginning of one.
        raise InputError("notation.no-fields", what=text.strip()[:40])
    fields = {"edition": edition}
    for name, value in map(_named, parts):
        if name in fields:
            raise InputError("notation.field-twice", name=name[:40])
        fields[name] = value
    return state_of(fields)


def state_of(fields: TextFields) -> m.State:
    """The state that the fields describe. Raises as ``read_position`` does."""
    unknown = next((name for name in fields if name not in NAMES), None)
    if unknown is not None:
        raise InputError("notation.no-position", what=unknown[:40])
    return _Reader(fields).state()


def _named(part: str) -> tuple[str, str]:
    name, _, text = part.partition(":")
    return name, text


class _Reader:
    """Parses the fields of one position; a face without its copy becomes the next unused copy."""

    def __init__(self, fields: TextFields) -> None:
        self._fields = fields
        self._edition = load_edition(fields.get("edition") or EDITIONS[0])
        self._named = self._codes()

    def state(self) -> m.State:
        """The state, every card of it once and where it may lie. Raises CardError, EditionError, InputError."""
        turn = self._read("turn", lambda text: int(text or 0))
        hands = self._read("hands", lambda text: tuple(map(self._hand, text.split("/"))))  # fmt: skip
        fewest, most = self._edition.players
        if not fewest <= len(hands) <= most:
            count = {"fewest": fewest, "most": most, "players": len(hands)}
            raise EditionError("edition.players", **count)
        state = m.State(
            edition=self._edition,
            rulings=self._read("rulings", self._rulings),
            round=self._read("round", lambda text: int(text or 1)),
            turn=turn,
            hands=hands,
            mac=self._known("mac"),
            left=self._pile("open-left"),
            right=self._pile("open-right"),
            draw=self._known("draw") if "draw" in self._fields else None,
            actions=self._pile("actions"),
            murphys=self._murphys(len(hands)),
            at_once=self._read("at-once", self._drawn),
            unread=self._read("unread", _unread),
            left_game=frozenset(self._read("left-game", _numbers)),
            pending=self._read("now", lambda text: read_pending(text or "turn", turn)),
        )
        check(state)
        return _with_reasons(state)

    def _read(self, name: str, read: Callable[[str], T]) -> T:
        """A field as parsed by ``read``; errors name the field."""
        text = self._text(name)
        try:
            return read(text)
        except CompanionError:
            raise
        except (ValueError, KeyError, IndexError):
            what = f"{name}:{text}"[:40]
            raise InputError("notation.no-position", what=what) from None

    def _text(self, name: str) -> str:
        text = self._fields.get(name, "")
        return "" if text == NOTHING else text

    def _codes(self) -> set[Card]:
        """The cards that are given with their copy, or exist only once."""
        words = re.split(r"[^A-Za-z0-9-]+", " ".join(self._fields.values()))
        return {read_card(word) for word in words if _NAMED.fullmatch(word)}

    def _next_copy(self, face: str, place: str) -> Card:
        copies = (Card.parse(f"{face}-{n}") for n in range(1, copies_of(face) + 1))
        found = next((card for card in copies if card not in self._named), None)
        if found is None:
            raise CardError("card.twice", code=face)
        self._named.add(found)
        return found

    def _card(self, text: str) -> Card:
        card = read_card(text, self._next_copy)
        if card.face not in self._edition.faces:
            label = self._edition.label
            raise CardError("card.not-in-edition", code=card.face, edition=label)
        return card

    def _hand(self, text: str) -> m.Hand:
        known: list[Card] = []
        fewest = most = 0
        for part in parts_of(text):
            if part.startswith(UNSEEN):
                few, _, many = (part[1:] or "1").partition("-")
                fewest, most = fewest + int(few), most + int(many or few)
            else:
                known.append(self._card(part))
        numbers = tuple(card for card in known if card.kind is CardKind.NUMBER)
        kept = tuple(card for card in known if card.kind is not CardKind.NUMBER)
        return m.Hand(numbers, kept, fewest, most)

    def _pile(self, name: str) -> m.Pile:
        return self._read(name, self._cards)

    def _cards(self, text: str) -> m.Pile:
        cards: list[Card | None] = []
        for part in parts_of(text):
            if part.startswith(UNSEEN):
                unseen = int(part[1:] or 1)
                if not 0 < unseen <= len(self._edition.cards):
                    raise ValueError(part)
                cards += [None] * unseen
            else:
                cards.append(self._card(part))
        return tuple(cards)

    def _known(self, name: str) -> m.Cards:
        return self._read(name, lambda text: tuple(map(self._card, parts_of(text))))

    def _murphys(self, players: int) -> m.Murphys:
        return m.Murphys(
            self._pile("tasks") or (None,) * players,
            self._read("won", self._won) or ((),) * players,
            frozenset(self._read("opened", _numbers)),
            self._known("stack") if "stack" in self._fields else None,
            self._pile("returned"),
        )

    def _won(self, text: str) -> tuple[m.Cards, ...]:
        rows = text.split("/") if text else ()
        return tuple(tuple(map(self._card, parts_of(row))) for row in rows)

    def _drawn(self, text: str) -> tuple[tuple[int, Card], ...]:
        pairs = (part.split("=") for part in parts_of(text))
        return tuple((int(player), self._card(card)) for player, card in pairs)

    def _rulings(self, text: str) -> Rulings:
        usual = self._edition.rulings.to_json()
        said = dict(part.split("=", 1) for part in parts_of(text))
        for name, text in said.items():
            values = next((r.values for r in RULINGS if r.name == name), ())
            usual[name] = next((v for v in values if str(v) == text), text)
        return Rulings.from_json(usual)


_NAMED: Final = re.compile(r"[A-Za-z]0?[0-9]{1,2}-[1-9]")


def parts_of(text: str) -> Sequence[str]:
    """The parts of a list, none where it says so."""
    return text.split(",") if text and text != NOTHING else ()


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, parts_of(text)))


def _unread(text: str) -> tuple[m.Unread, ...]:
    told = (map(int, part.split("=")) for part in parts_of(text))
    return tuple(m.Unread(drawer, holder, count) for drawer, holder, count in told)


def _with_reasons(state: m.State) -> m.State:
    """A claim in doubt with the reasons that follow from it."""
    doubt = state.pending
    if not isinstance(doubt, m.InDoubt):
        return state
    open_then = doubt.then or m.MayClaim(state.turn)
    claim = m.Claim(doubt.claimant, doubt.task, doubt.cards)
    reasons = judged(m.changed(state, pending=open_then), claim).reasons
    return m.changed(state, pending=replace(doubt, reasons=reasons))
