"""A position as one line of text, complete and short (docs/notation.md), and as JSON with the same fields.

    classic round:1 turn:0 hands:?8/?9 mac:R5-1,Y3 open-left:G2 open-right:B1 now:turn

A field left out is unknown (draw pile, stack, tasks) or empty (all others).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Any, Final, TypeAlias

from companion.errors import CardError, CompanionError, EditionError, InputError
from companion.games.dumm_gelaufen.deck.cards import Card, Kind, copies_of
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.deck.rulings import RULINGS, Rulings
from companion.games.dumm_gelaufen.model.moves import Claim
from companion.games.dumm_gelaufen.model.state import (
    Cards,
    Hand,
    InDoubt,
    MayClaim,
    Murphys,
    Pile,
    State,
    Unread,
    changed,
)
from companion.games.dumm_gelaufen.programs.notation import (
    UNSEEN,
    read_card,
    short,
)
from companion.games.dumm_gelaufen.programs.pending_text import (
    pending_text,
    read_pending,
)
from companion.games.dumm_gelaufen.rules.claims import judged

Fields: TypeAlias = Mapping[str, str]
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
NOTHING: Final = "-"


def position_text(state: State) -> str:
    """The position as one line; ``read_position`` is the inverse."""
    told = dict(_told(state))
    edition = told.pop("edition")
    return " ".join((edition, *(f"{name}:{text}" for name, text in told.items())))


def read_position(text: str) -> State:
    """The state of a line. Raises InputError (``notation.no-position``), CardError, EditionError."""
    edition, *parts = text.split() or [""]
    return state_of({"edition": edition} | dict(_named(part) for part in parts))


def state_of(fields: Fields) -> State:
    """The state that the fields describe. Raises as ``read_position`` does."""
    unknown = next((name for name in fields if name not in NAMES), None)
    if unknown is not None:
        raise InputError("notation.no-position", what=unknown[:40])
    try:
        return _Reader(fields).state()
    except (ValueError, KeyError, IndexError) as error:
        if isinstance(error, CompanionError):
            raise
        raise InputError("notation.no-position", what=str(error)[:40]) from None


def _named(part: str) -> tuple[str, str]:
    name, _, text = part.partition(":")
    return name, text


# Writing -----------------------------------------------------------------------------


def _told(state: State) -> Iterator[tuple[str, str]]:
    murphys = state.murphys
    yield "edition", state.edition.name
    yield "round", str(state.round)
    yield "turn", str(state.turn)
    yield "hands", "/".join(_hand(hand) for hand in state.hands)
    yield from _unless(NOTHING, "mac", _pile(state.mac))
    yield from _unless(NOTHING, "open-left", _pile(state.left))
    yield from _unless(NOTHING, "open-right", _pile(state.right))
    yield from () if state.draw is None else (("draw", _pile(state.draw)),)
    yield from _unless(NOTHING, "actions", _pile(state.actions))
    if any(murphys.held):
        yield "tasks", ",".join(map(short, murphys.held))
    if any(murphys.won):
        yield "won", "/".join(map(_pile, murphys.won))
    yield from _unless("", "opened", _numbers(sorted(murphys.opened)))
    yield from () if murphys.stack is None else (("stack", _pile(murphys.stack)),)
    yield from _unless(NOTHING, "returned", _pile(murphys.returned))
    yield from _unless("", "at-once", ",".join(_drawn(state)))
    yield from _unless("", "unread", ",".join(_unread(state)))
    yield from _unless("", "left-game", _numbers(sorted(state.left_game)))
    yield from _unless("", "rulings", ",".join(_rulings(state)))
    yield "now", pending_text(state.pending, state.turn)


def _unless(implied: str, name: str, text: str) -> Iterator[tuple[str, str]]:
    if text != implied:
        yield name, text


def _hand(hand: Hand) -> str:
    known = list(map(short, hand.known))
    if hand.most:
        some = hand.fewest == hand.most
        known.append(
            _unseen(hand.most) if some else f"{UNSEEN}{hand.fewest}-{hand.most}"
        )
    return ",".join(known) or NOTHING


def _unseen(count: int) -> str:
    return UNSEEN if count == 1 else f"{UNSEEN}{count}"


def _pile(cards: Pile) -> str:
    parts: list[str] = []
    for known, run in groupby(cards, lambda card: card is not None):
        some = list(run)
        parts += map(short, some) if known else [_unseen(len(some))]
    return ",".join(parts) or NOTHING


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _drawn(state: State) -> Iterator[str]:
    return (f"{player}={card.short}" for player, card in state.at_once)


def _unread(state: State) -> Iterator[str]:
    return (f"{u.drawer}={u.holder}={u.count}" for u in state.unread)


def _rulings(state: State) -> Iterator[str]:
    """The rulings that differ from the edition's own."""
    usual = state.edition.rulings.to_json()
    for name, value in state.rulings.to_json().items():
        if value != usual[name]:
            yield f"{name}={value}"


# Reading -----------------------------------------------------------------------------


class _Reader:
    """Reads the fields of one position; a face without its copy is the next one that nothing else names."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._edition = load_edition(fields.get("edition") or EDITIONS[0])
        self._named = self._codes()

    def state(self) -> State:
        """The state, every card of it once. Raises CardError, EditionError, ValueError, KeyError."""
        turn = int(self._text("turn") or 0)
        hands = tuple(self._hand(part) for part in self._text("hands").split("/"))
        fewest, most = self._edition.players
        if not fewest <= len(hands) <= most:
            count = {"fewest": fewest, "most": most, "players": len(hands)}
            raise EditionError("edition.players", **count)
        state = State(
            edition=self._edition,
            rulings=self._rulings(),
            round=int(self._text("round") or 1),
            turn=turn,
            hands=hands,
            mac=self._known("mac"),
            left=self._pile("open-left"),
            right=self._pile("open-right"),
            draw=self._known("draw") if "draw" in self._fields else None,
            actions=self._pile("actions"),
            murphys=self._murphys(len(hands)),
            at_once=tuple(self._drawn()),
            unread=tuple(self._unread()),
            left_game=frozenset(self._numbers("left-game")),
            pending=read_pending(self._text("now") or "turn", turn),
        )
        _check(state)
        return _with_reasons(state)

    def _text(self, name: str) -> str:
        text = self._fields.get(name, "")
        return "" if text == NOTHING else text

    def _codes(self) -> set[Card]:
        """The cards that are named with their copy, or have but one."""
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

    def _hand(self, text: str) -> Hand:
        known: list[Card] = []
        fewest = most = 0
        for part in _parts(text):
            if part.startswith(UNSEEN):
                few, _, many = part[1:].partition("-")
                fewest, most = fewest + int(few or 1), most + int(many or few or 1)
            else:
                known.append(self._card(part))
        numbers = tuple(card for card in known if card.kind is Kind.NUMBER)
        kept = tuple(card for card in known if card.kind is not Kind.NUMBER)
        return Hand(numbers, kept, fewest, most)

    def _pile(self, name: str) -> Pile:
        return self._cards(self._text(name))

    def _cards(self, text: str) -> Pile:
        cards: list[Card | None] = []
        for part in _parts(text):
            if part.startswith(UNSEEN):
                cards += [None] * int(part[1:] or 1)
            else:
                cards.append(self._card(part))
        return tuple(cards)

    def _known(self, name: str) -> Cards:
        return tuple(self._card(part) for part in _parts(self._text(name)))

    def _numbers(self, name: str) -> Iterator[int]:
        return (int(part) for part in _parts(self._text(name)))

    def _murphys(self, players: int) -> Murphys:
        held = self._pile("tasks") or (None,) * players
        won = self._text("won")
        rows = won.split("/") if won else [""] * players
        return Murphys(
            held,
            tuple(tuple(c for c in self._cards(row) if c) for row in rows),
            frozenset(self._numbers("opened")),
            self._known("stack") if "stack" in self._fields else None,
            self._pile("returned"),
        )

    def _drawn(self) -> Iterator[tuple[int, Card]]:
        for part in _parts(self._text("at-once")):
            player, card = part.split("=")
            yield int(player), self._card(card)

    def _unread(self) -> Iterator[Unread]:
        for part in _parts(self._text("unread")):
            drawer, holder, count = map(int, part.split("="))
            yield Unread(drawer, holder, count)

    def _rulings(self) -> Rulings:
        usual = self._edition.rulings.to_json()
        said = dict(part.split("=", 1) for part in _parts(self._text("rulings")))
        for name, text in said.items():
            values = next((r.values for r in RULINGS if r.name == name), ())
            usual[name] = next((v for v in values if str(v) == text), text)
        return Rulings.from_json(usual)


_NAMED: Final = re.compile(r"[A-Za-z]0?[0-9]{1,2}-[1-9]")


def _parts(text: str) -> Sequence[str]:
    return text.split(",") if text and text != NOTHING else ()


def _check(state: State) -> None:
    """No card twice, and every seat one that plays. Raises CardError, ValueError."""
    murphys = state.murphys
    piles = (state.mac, state.left, state.right, state.draw or (), state.actions)
    tasks = (murphys.held, murphys.stack or (), murphys.returned, *murphys.won)
    hands = (hand.known for hand in state.hands)
    drawn = tuple(card for _, card in state.at_once)
    there = chain(*hands, *piles, *tasks, drawn)
    for card, count in Counter(card for card in there if card).items():
        if count > 1:
            raise CardError("card.twice", code=card.code)
    seats = range(len(state.hands))
    asked = state.pending.player
    if state.turn not in seats or (asked is not None and asked not in seats):
        raise ValueError(f"turn:{state.turn}")
    if len(murphys.held) != len(seats) or len(murphys.won) != len(seats):
        raise ValueError("tasks")


def _with_reasons(state: State) -> State:
    """A claim in doubt with the reasons that follow from it."""
    doubt = state.pending
    if not isinstance(doubt, InDoubt):
        return state
    open_then = doubt.then or MayClaim(state.turn)
    claim = Claim(doubt.claimant, doubt.task, doubt.cards)
    reasons = judged(changed(state, pending=open_then), claim).reasons
    return changed(state, pending=replace(doubt, reasons=reasons))


# JSON ----------------------------------------------------------------------------------

_ROWS: Final = ("mac", "open-left", "open-right", "draw", "actions", "tasks", "stack", "returned")  # fmt: skip
_ROWS_BY_SEAT: Final = ("hands", "won")
_COUNTS: Final = ("round", "turn")


def to_json(state: State) -> dict[str, Any]:
    """The fields of the text: numbers as numbers, cards as lists of codes with null for an unseen one, the rest as text."""
    return {name: _as_json(name, text) for name, text in _told(state)}


def from_json(data: Mapping[str, Any]) -> State:
    """The state of ``to_json``'s fields, some of them or all, lists or text. Raises as ``read_position`` does."""
    return state_of({str(name): _as_text(value) for name, value in data.items()})


def _as_json(name: str, text: str) -> Any:
    if name in _COUNTS:
        return int(text)
    if name in _ROWS:
        return list(_codes(text))
    if name in _ROWS_BY_SEAT:
        return [list(_codes(part)) for part in text.split("/")]
    return text


def _codes(text: str) -> Iterator[str | None]:
    """Full codes; a number of unseen cards that is not sure stays as it is: ``?2-3``."""
    for part in _parts(text):
        if not part.startswith(UNSEEN):
            yield read_card(part).code
        elif "-" in part:
            yield part
        else:
            yield from (None,) * int(part[1:] or 1)


def _as_text(value: object) -> str:
    match value:
        case list() | tuple() if any(isinstance(part, list | tuple) for part in value):
            return "/".join(_as_text(part) for part in value)
        case list() | tuple():
            return ",".join(_as_text(part) for part in value) or NOTHING
        case None:
            return UNSEEN
        case int() | str():
            return str(value)
        case _:
            raise InputError("notation.no-position", what=repr(value)[:40])
