"""Problems with the cards as they lie, regardless of the moves: at the set-up, during the game, after a rebuild."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.announce import Message, message
from companion.games.dumm_gelaufen.deck.cards import (
    ACTIONS,
    LEFT,
    MAC,
    RIGHT,
    Card,
    CardKind,
)
from companion.games.dumm_gelaufen.deck.edition import Edition
from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST
from companion.games.dumm_gelaufen.rules.refusals import IllegalReason
from companion.games.dumm_gelaufen.tracker.evidence import card_of, cards_of
from companion.table import Settled, Table

CLAIM = "claim"
PILES = (LEFT, RIGHT)
NUMBERED = (MAC, LEFT, RIGHT)
"""The zones in which number cards lie, and nothing else."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem to be solved before play continues: what, with which card, in which zone."""

    code: str
    card: str = ""
    zone: str = ""
    count: int = 0

    @property
    def text(self) -> Message:
        """The instruction for people."""
        card = card_of(self.card)
        what = message("problem.a-card") if card is None else card.name
        where = message(f"problem.at.{self.zone or 'table'}")
        return message(f"problem.{self.code}", card=what, zone=where, count=self.count)

    def to_json(self) -> dict[str, Any]:
        """The problem as JSON values; ``from_json`` is the inverse."""
        return {
            "code": self.code,
            "card": self.card or None,
            "zone": self.zone or None,
            "count": self.count,
            "text": self.text.to_json(),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Problem:
        """The problem that ``to_json`` wrote; KeyError where it is none."""
        card, zone = data["card"] or "", data["zone"] or ""
        return Problem(data["code"], card, zone, data["count"])


def of_the_set_up(table: Table, edition: Edition) -> tuple[Problem, ...]:
    """Why a game cannot begin yet (rules, A2): seven number cards with Mac, one on each pile."""
    return (*_misplaced(table, edition), *_with_mac(table), *_on_piles(table))


def _misplaced(table: Table, edition: Edition) -> Iterator[Problem]:
    for zone in (*NUMBERED, ACTIONS, CLAIM):
        for code in table[zone]:
            card = card_of(code)
            if card is None or card not in edition.cards:
                yield Problem("unknown-card", code, zone)
            elif wrong := _wrong_place(card, zone):
                yield Problem(wrong, code, zone)


def _wrong_place(card: Card, zone: str) -> str:
    if zone == CLAIM:
        return "in-the-way"
    if zone == ACTIONS:
        return "" if card.is_action else "number-on-actions"
    if card.kind is CardKind.NUMBER or card.kind is CardKind.MAC:
        return ""
    if card.kind is CardKind.TASK:
        return "in-the-way"
    return "action-with-mac" if zone == MAC else "action-on-pile"


def _with_mac(table: Table) -> Iterator[Problem]:
    there = len(cards_of(table, MAC))
    if there < MAC_MOST:
        yield Problem("mac-too-few", zone=MAC, count=MAC_MOST - there)
    elif there > MAC_MOST:
        yield Problem("mac-too-many", zone=MAC, count=there - MAC_MOST)


def _on_piles(table: Table) -> Iterator[Problem]:
    for zone in PILES:
        if not cards_of(table, zone):
            yield Problem("pile-empty", zone=zone)


def of_the_rebuild(table: Table, wanted: Table) -> tuple[Problem, ...]:
    """Cards missing or surplus compared with the game's state; of a pile only its top is compared."""
    return tuple(
        p for zone in (*NUMBERED, ACTIONS) for p in _unlike(table, wanted, zone)
    )


def _unlike(table: Table, wanted: Table, zone: str) -> Iterator[Problem]:
    there, due = table[zone], wanted[zone]
    if zone != MAC:
        due = due[:1]
    yield from (Problem("missing", code, zone) for code in due if code not in there)
    if zone == MAC:
        extra = (code for code in there if code not in due)
        yield from (Problem("too-many", code, zone) for code in extra)
    elif there and due and there[0] != due[0] and due[0] in there:
        yield Problem("not-on-top", due[0], zone)


def illegal(
    seen: Settled, edition: Edition
) -> Iterator[tuple[IllegalReason, tuple[str, ...], str]]:
    """Arrangements that no turn can lead to: the reason, the cards, the zone (rules, E6)."""
    for zone in (*NUMBERED, ACTIONS):
        for code in seen.table[zone]:
            card = card_of(code)
            if card is None or card not in edition.cards:
                yield IllegalReason.UNKNOWN_CARD, (code,), zone
            elif zone == ACTIONS and card.kind is CardKind.NUMBER:
                yield IllegalReason.NUMBER_ON_ACTIONS, (code,), zone
            elif zone != ACTIONS and card.is_action:
                yield IllegalReason.ACTION_ON_PILE, (code,), zone
    if seen.unknown:
        yield IllegalReason.UNKNOWN_CARD, seen.unknown, ""
    for code in seen.twice:
        yield IllegalReason.SAME_CARD_TWICE, (code,), ""
