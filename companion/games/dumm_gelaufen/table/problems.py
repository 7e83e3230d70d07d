"""Problems with the cards as they lie, regardless of the moves: at the set-up, during the game, after a rebuild."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from companion.announce import Param, message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import tracker as t
from companion.kit import table as kit
from companion.table import Settled, Table

CLAIM: Final = "claim"
NUMBERED: Final = (d.MAC, *d.OPEN)
"""The zones in which number cards lie, and nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(kit.Problem):
    """A problem to be solved before play continues: what, with which card, in which zone."""

    what: str
    card: str
    zone: str
    count: int

    @property
    def code(self) -> str:
        """Which kind of problem it is."""
        return self.what

    def to_json(self) -> dict[str, Any]:
        """As a journal and the public view have it; ``from_json`` is the inverse."""
        where = {"card": self.card or None, "zone": self.zone or None}
        text = {"count": self.count, "text": self.text.to_json()}
        return {"code": self.code, **where, **text}

    public = to_json

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Problem:
        """The problem of a journal; KeyError where it is none."""
        card, zone = data["card"] or "", data["zone"] or ""
        return problem(data["code"], card, zone, data["count"])


def problem(code: str, card: str = "", zone: str = "", count: int = 0) -> Problem:
    """A problem, with the instruction for people."""
    which = t.card_of(card)
    what = message("problem.a-card") if which is None else which.name
    where = message(f"problem.at.{zone or 'table'}")
    text = message(f"problem.{code}", card=what, zone=where, count=count)
    return Problem(text, what=code, card=card, zone=zone, count=count)


@dataclass(frozen=True, slots=True)
class Violation(kit.Violation):
    """With the cards that it is about, and where they lie."""

    cards: tuple[str, ...] = ()
    zone: str = ""

    @property
    def about(self) -> object:
        """Of several about the same, the last one stands."""
        return self.reason, self.cards, self.zone

    def public(self) -> dict[str, Any]:
        """As the public view has it."""
        return self.to_json() | {"text": self.text.to_json()}

    def to_json(self) -> dict[str, Any]:
        """As a journal has it; ``from_json`` is the inverse."""
        who = {"reason": self.reason, "player": self.player}
        return who | {"cards": list(self.cards), "zone": self.zone}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Violation:
        """The violation of a journal; KeyError or ValueError where it is none."""
        reason, cards = data["reason"], tuple(data.get("cards", ()))
        if reason not in get_args(t.Trouble):
            raise ValueError(reason)
        return violation(reason, data["player"], cards, data.get("zone", ""))


def violation(
    reason: t.Trouble, player: int, cards: tuple[str, ...] = (), zone: str = ""
) -> Violation:
    """A violation, with a sentence that says how to undo it."""
    names = tuple(map(_name, cards)) or message("problem.a-card")
    place = message(f"problem.at.{zone if zone in (*NUMBERED, d.ACTIONS) else 'table'}")
    text = message(f"trouble.{reason}", cards=names, place=place)
    return Violation(reason, player, text, cards, zone)


def _name(code: str) -> Param:
    card = t.card_of(code)
    return code if card is None else card.name


def of_the_set_up(table: Table, edition: d.Edition) -> tuple[Problem, ...]:
    """Why a game cannot begin yet (rules, A2): seven number cards with Mac, one on each pile."""
    return (*_misplaced(table, edition), *_with_mac(table), *_on_piles(table))


def _misplaced(table: Table, edition: d.Edition) -> Iterator[Problem]:
    for zone in (*NUMBERED, d.ACTIONS, CLAIM):
        for code in table[zone]:
            card = t.card_of(code)
            if card is None or card not in edition.cards:
                yield problem("unknown-card", code, zone)
            elif wrong := _wrong_place(card, zone):
                yield problem(wrong, code, zone)


def _wrong_place(card: d.Card, zone: str) -> str:
    if zone == CLAIM:
        return "in-the-way"
    if zone == d.ACTIONS:
        return "" if card.is_action else "number-on-actions"
    if card.kind is d.CardKind.NUMBER or card.kind is d.CardKind.MAC:
        return ""
    if card.kind is d.CardKind.TASK:
        return "in-the-way"
    return "action-with-mac" if zone == d.MAC else "action-on-pile"


def _with_mac(table: Table) -> Iterator[Problem]:
    there = len(t.cards_of(table, d.MAC))
    if there < d.MAC_MOST:
        yield problem("mac-too-few", zone=d.MAC, count=d.MAC_MOST - there)
    elif there > d.MAC_MOST:
        yield problem("mac-too-many", zone=d.MAC, count=there - d.MAC_MOST)


def _on_piles(table: Table) -> Iterator[Problem]:
    for zone in d.OPEN:
        if not t.cards_of(table, zone):
            yield problem("pile-empty", zone=zone)


def of_the_rebuild(table: Table, wanted: Table) -> tuple[Problem, ...]:
    """Cards missing or surplus compared with the game's state; of a pile only its top is compared."""
    return tuple(p for zone in (*NUMBERED, d.ACTIONS) for p in _unlike(table, wanted, zone))


def _unlike(table: Table, wanted: Table, zone: str) -> Iterator[Problem]:
    there, due = table[zone], wanted[zone]
    if zone != d.MAC:
        due = due[:1]
    yield from (problem("missing", code, zone) for code in due if code not in there)
    if zone == d.MAC:
        extra = (code for code in there if code not in due)
        yield from (problem("too-many", code, zone) for code in extra)
    elif there and due and there[0] != due[0] and due[0] in there:
        yield problem("not-on-top", due[0], zone)


def illegal(seen: Settled, edition: d.Edition) -> Iterator[tuple[t.Trouble, tuple[str, ...], str]]:
    """Arrangements that no turn can lead to: the reason, the cards, the zone (rules, E6)."""
    for zone in (*NUMBERED, d.ACTIONS):
        for code in seen.table[zone]:
            card = t.card_of(code)
            if card is None or card not in edition.cards:
                yield "unknown-card", (code,), zone
            elif zone == d.ACTIONS and card.kind is d.CardKind.NUMBER:
                yield "number-on-actions", (code,), zone
            elif zone != d.ACTIONS and card.is_action:
                yield "action-on-pile", (code,), zone
    if seen.unknown:
        yield "unknown-card", seen.unknown, ""
    for code in seen.twice:
        yield "same-card-twice", (code,), ""
