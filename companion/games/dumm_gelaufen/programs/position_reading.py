"""Reads a position from its text or its fields: every card once, every seat one that plays (docs/notation.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, TypeAlias

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
)
from companion.games.dumm_gelaufen.programs.pending_text import read_pending
from companion.games.dumm_gelaufen.programs.position_text import NOTHING
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
        for part in parts_of(text):
            if part.startswith(UNSEEN):
                few, _, many = (part[1:] or "1").partition("-")
                fewest, most = fewest + int(few), most + int(many or few)
            else:
                known.append(self._card(part))
        numbers = tuple(card for card in known if card.kind is Kind.NUMBER)
        kept = tuple(card for card in known if card.kind is not Kind.NUMBER)
        return Hand(numbers, kept, fewest, most)

    def _pile(self, name: str) -> Pile:
        return self._cards(self._text(name))

    def _cards(self, text: str) -> Pile:
        cards: list[Card | None] = []
        for part in parts_of(text):
            if part.startswith(UNSEEN):
                cards += [None] * int(part[1:] or 1)
            else:
                cards.append(self._card(part))
        return tuple(cards)

    def _known(self, name: str) -> Cards:
        return tuple(self._card(part) for part in parts_of(self._text(name)))

    def _numbers(self, name: str) -> Iterator[int]:
        return (int(part) for part in parts_of(self._text(name)))

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
        for part in parts_of(self._text("at-once")):
            player, card = part.split("=")
            yield int(player), self._card(card)

    def _unread(self) -> Iterator[Unread]:
        for part in parts_of(self._text("unread")):
            drawer, holder, count = map(int, part.split("="))
            yield Unread(drawer, holder, count)

    def _rulings(self) -> Rulings:
        usual = self._edition.rulings.to_json()
        said = dict(part.split("=", 1) for part in parts_of(self._text("rulings")))
        for name, text in said.items():
            values = next((r.values for r in RULINGS if r.name == name), ())
            usual[name] = next((v for v in values if str(v) == text), text)
        return Rulings.from_json(usual)


_NAMED: Final = re.compile(r"[A-Za-z]0?[0-9]{1,2}-[1-9]")


def parts_of(text: str) -> Sequence[str]:
    """The parts of a list, none where it says so."""
    return text.split(",") if text and text != NOTHING else ()


def _check(state: State) -> None:
    """No card twice, every seat one that plays, and no count that cannot be. Raises CardError, ValueError."""
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
    for name, seat in _seats(state):
        if seat not in seats:
            raise ValueError(f"{name}:{seat}")
    if not all(0 <= hand.fewest <= hand.most for hand in state.hands):
        raise ValueError("hands")
    if state.round < 1 or any(each.count < 1 for each in state.unread):
        raise ValueError("round" if state.round < 1 else "unread")
    if len(murphys.held) != len(seats) or len(murphys.won) != len(seats):
        raise ValueError("tasks")


def _seats(state: State) -> Iterator[tuple[str, int]]:
    """Every seat that a position names, and the field that names it."""
    yield "turn", state.turn
    if state.pending.player is not None:
        yield "now", state.pending.player
    for seat, _ in state.at_once:
        yield "at-once", seat
    for each in state.unread:
        yield from (("unread", each.drawer), ("unread", each.holder))
    yield from (("opened", seat) for seat in state.murphys.opened)
    yield from (("left-game", seat) for seat in state.left_game)


def _with_reasons(state: State) -> State:
    """A claim in doubt with the reasons that follow from it."""
    doubt = state.pending
    if not isinstance(doubt, InDoubt):
        return state
    open_then = doubt.then or MayClaim(state.turn)
    claim = Claim(doubt.claimant, doubt.task, doubt.cards)
    reasons = judged(changed(state, pending=open_then), claim).reasons
    return changed(state, pending=replace(doubt, reasons=reasons))
