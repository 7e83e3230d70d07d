"""Parses a position from its text or fields (docs/notation.md) and checks it: every card once, every seat a playing one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from companion.errors import CardError, CompanionError, EditionError, InputError
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind, copies_of
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
from companion.games.dumm_gelaufen.programs.position_checks import check
from companion.games.dumm_gelaufen.programs.position_text import NOTHING
from companion.games.dumm_gelaufen.rules.claims import judged

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


def read_position(text: str) -> State:
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


def state_of(fields: TextFields) -> State:
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

    def state(self) -> State:
        """The state, every card of it once and where it may lie. Raises CardError, EditionError, InputError."""
        turn = self._read("turn", lambda text: int(text or 0))
        hands = self._read("hands", lambda text: tuple(map(self._hand, text.split("/"))))  # fmt: skip
        fewest, most = self._edition.players
        if not fewest <= len(hands) <= most:
            count = {"fewest": fewest, "most": most, "players": len(hands)}
            raise EditionError("edition.players", **count)
        state = State(
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

    def _hand(self, text: str) -> Hand:
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
        return Hand(numbers, kept, fewest, most)

    def _pile(self, name: str) -> Pile:
        return self._read(name, self._cards)

    def _cards(self, text: str) -> Pile:
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

    def _known(self, name: str) -> Cards:
        return self._read(name, lambda text: tuple(map(self._card, parts_of(text))))

    def _murphys(self, players: int) -> Murphys:
        return Murphys(
            self._pile("tasks") or (None,) * players,
            self._read("won", self._won) or ((),) * players,
            frozenset(self._read("opened", _numbers)),
            self._known("stack") if "stack" in self._fields else None,
            self._pile("returned"),
        )

    def _won(self, text: str) -> tuple[Cards, ...]:
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


def _unread(text: str) -> tuple[Unread, ...]:
    told = (map(int, part.split("=")) for part in parts_of(text))
    return tuple(Unread(drawer, holder, count) for drawer, holder, count in told)


def _with_reasons(state: State) -> State:
    """A claim in doubt with the reasons that follow from it."""
    doubt = state.pending
    if not isinstance(doubt, InDoubt):
        return state
    open_then = doubt.then or MayClaim(state.turn)
    claim = Claim(doubt.claimant, doubt.task, doubt.cards)
    reasons = judged(changed(state, pending=open_then), claim).reasons
    return changed(state, pending=replace(doubt, reasons=reasons))
