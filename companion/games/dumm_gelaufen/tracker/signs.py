"""What a turn leaves to be seen, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from companion.errors import CardError
from companion.games.dumm_gelaufen.deck.cards import Card, Kind
from companion.games.dumm_gelaufen.model.places import ACTIONS, DRAW, LEFT, MAC, RIGHT
from companion.table import Settled, Side, Table, Visit

PLAYED: Final = (MAC, LEFT, RIGHT, ACTIONS)
"""The zones in which turns leave something to be seen."""


@dataclass(frozen=True, slots=True)
class Drew:
    """A hand stopped at the draw pile and left it; ``at`` is seconds of source time."""

    at: float
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Showed:
    """What a zone shows after hands stopped ``visits`` times in it; other cards than before, or the same.

    Rows are left to right, piles what is visible, top first.
    """

    at: float
    zone: str
    cards: tuple[Card, ...]
    visits: int = 0
    side: Side | None = None


Sign: TypeAlias = Drew | Showed


def signs(before: Table, seen: Settled) -> tuple[Sign, ...]:
    """What an observation adds to what the table showed before, in order of time."""
    visited = {visit.zone for visit in seen.visits}
    changed = (
        zone
        for zone in _in_order(seen)
        if _differs(before, seen.table, zone) or _is_told(seen.table, zone, visited)
    )
    open_to_view = (zone for zone in changed if not buried(seen.table, zone))
    shown = [sign for zone in open_to_view for sign in _showed(seen, zone)]
    drawn = [Drew(v.ended, v.side) for v in seen.visits if v.zone == DRAW]
    return tuple(sorted([*drawn, *shown], key=lambda sign: sign.at))


def _is_told(table: Table, zone: str, visited: set[str]) -> bool:
    """Whether a hand tells something though nothing changed: not where action cards lie, which nobody takes back unseen."""
    return zone in visited and (zone != ACTIONS or not table[zone])


def buried(table: Table, zone: str) -> bool:
    """Whether a card lies on a pile that has no place there: what is below cannot be told."""
    cards = (card_of(code) for code in table[zone])
    return zone != MAC and any(c is None or not _belongs(c, zone) for c in cards)


def followed(trail: tuple[Sign, ...], more: tuple[Sign, ...]) -> tuple[Sign, ...]:
    """A trail and what was seen next; what changed in a zone without a hand there was only read late."""
    for sign in more:
        late = isinstance(sign, Showed) and sign.visits == 0
        amended = _amended(trail, sign) if late and isinstance(sign, Showed) else None
        trail = _in_time(trail, sign) if amended is None else amended
    return trail


def _in_time(trail: tuple[Sign, ...], sign: Sign) -> tuple[Sign, ...]:
    """The trail with one sign more; a hand of which is told late came when it came."""
    place = len(trail)
    while (
        place
        and trail[place - 1].at > sign.at
        and not _same_place(trail[place - 1], sign)
    ):
        place -= 1
    return (*trail[:place], sign, *trail[place:])


def _same_place(one: Sign, other: Sign) -> bool:
    """Whether two signs are of one zone: what it shows is told in order."""
    zones = [getattr(sign, "zone", DRAW) for sign in (one, other)]
    return zones[0] == zones[1] != DRAW


def _amended(trail: tuple[Sign, ...], late: Showed) -> tuple[Sign, ...] | None:
    """The trail with the last look at a zone read anew; None where there is none."""
    for place in range(len(trail) - 1, -1, -1):
        sign = trail[place]
        if isinstance(sign, Showed) and sign.zone == late.zone and sign.visits:
            if late.zone == ACTIONS and sign.cards and late.cards[:1] != sign.cards[:1]:
                # Of the hand that brought this card nothing was told, as no card could be read.
                return None
            again = replace(sign, cards=late.cards)
            return (*trail[:place], again, *trail[place + 1 :])
    return None


def cards_of(table: Table, zone: str) -> tuple[Card, ...]:
    """The cards of a zone that have a place there: numbers with Mac and on the piles, actions on the discard."""
    cards = (card_of(code) for code in table[zone])
    return tuple(c for c in cards if c and _belongs(c, zone))


def card_of(code: str) -> Card | None:
    """The card of a code; None where it is none."""
    try:
        return Card.parse(code)
    except CardError:
        return None


def _belongs(card: Card, zone: str) -> bool:
    return card.is_action if zone == ACTIONS else card.kind is Kind.NUMBER


def _in_order(seen: Settled) -> Iterator[str]:
    """The zones of play in which something happened, first things first."""
    told = dict.fromkeys(step.zone for step in seen.steps)
    yield from (zone for zone in told if zone in PLAYED)
    yield from (zone for zone in PLAYED if zone not in told)


def _differs(before: Table, now: Table, zone: str) -> bool:
    here, there = cards_of(before, zone), cards_of(now, zone)
    return set(here) != set(there) if zone == MAC else here != there


def _showed(seen: Settled, zone: str) -> Iterator[Showed]:
    visits = [visit for visit in seen.visits if visit.zone == zone]
    last = visits[-1] if visits else Visit(zone, seen.at, seen.at)
    cards = cards_of(seen.table, zone)
    passed = tuple(_passed(seen, zone))
    for card in passed:
        yield Showed(last.ended, zone, (card,), 1, last.side)
    rest = max(0, len(visits) - len(passed) - _strange(seen, zone))
    yield Showed(last.ended, zone, cards, rest, last.side)


def _strange(seen: Settled, zone: str) -> int:
    """How many cards came or went that have no place in a zone: hands that brought or took them did nothing else."""
    cards = (card_of(step.card) for step in seen.steps if step.zone == zone)
    return sum(card is not None and not _belongs(card, zone) for card in cards)


def _passed(seen: Settled, zone: str) -> Iterator[Card]:
    """The cards that came to a pile and were covered again before it settled."""
    codes = (s.card for s in seen.steps if s.sign == "+" and s.zone == zone)
    cards = (card_of(code) for code in codes if code not in seen.table[zone])
    yield from (c for c in cards if zone != MAC and c and _belongs(c, zone))


# As JSON ------------------------------------------------------------------------


def to_json(sign: Sign) -> dict[str, Any]:
    """A sign as JSON values; ``from_json`` is the inverse."""
    when = {"at": sign.at, "side": sign.side}
    if isinstance(sign, Drew):
        return when
    codes = [card.code for card in sign.cards]
    return when | {"zone": sign.zone, "cards": codes, "visits": sign.visits}


def from_json(data: Mapping[str, Any]) -> Sign:
    """The sign that ``to_json`` wrote; KeyError or CardError where it is none."""
    if "zone" not in data:
        return Drew(data["at"], data["side"])
    cards = tuple(Card.parse(code) for code in data["cards"])
    return Showed(data["at"], data["zone"], cards, data["visits"], data["side"])
