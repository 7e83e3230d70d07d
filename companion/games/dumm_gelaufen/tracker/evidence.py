"""What a turn leaves to be seen, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from typing import Any, Final, TypeAlias, TypeVar

from companion.errors import CardError
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.table import Glimpse, Settled, Table, Visit
from companion.tracking import bearings
from companion.tracking.belief import Belief

PLAYED: Final = (d.MAC, d.LEFT, d.RIGHT, d.ACTIONS)
"""The zones in which turns leave something to be seen."""


CardChange: TypeAlias = tuple[d.Card, bool]
"""A card, and whether it came or went."""


@dataclass(frozen=True, slots=True)
class DrawPileReach:
    """A hand stopped at the draw pile for ``stayed`` seconds and left it; ``at`` is seconds of source time."""

    at: float
    arm: bearings.Bearing | None = None
    stayed: float = 0.0

    @property
    def arms(self) -> tuple[bearings.Bearing, ...]:
        """From where the hand came, if that was seen."""
        return () if self.arm is None else (self.arm,)


@dataclass(frozen=True, slots=True)
class ZoneChange:
    """What a zone shows after hands stopped ``visits`` times in it; other cards than before, or the same.

    Rows are left to right, piles what is visible, top first. ``arms``: from
    where the hands came, as far as that was seen. ``unseen``: what it showed
    then was not seen, but what it showed once others had been there, too.
    ``unread``: so many cards more lay in a row, or on a pile, and nobody read them.
    ``moved``: what came to a row and went from it, in the order in which that was seen.
    ``edge``: whether something new sticks out beside the new top of a pile, if known.
    ``lifted``: what a pile was seen without before others came: it was taken, not covered.
    """

    at: float
    zone: str
    cards: tuple[d.Card, ...]
    visits: int = 0
    arms: tuple[bearings.Bearing, ...] = ()
    unseen: bool = False
    unread: int = 0
    moved: tuple[CardChange, ...] = ()
    edge: bool | None = None
    lifted: tuple[d.Card, ...] = ()

    @property
    def may_hold_two_turns(self) -> bool:
        """Whether hands came to a row from so far apart that they may be two people's: one's whole turn, and the next one's first cards."""
        reached = self.zone == d.MAC and bool(self.arms)
        return reached and bearings.may_be_of_two(self.arms[0], self.arms[-1])

    def passed(self, before: Collection[d.Card | None]) -> list[d.Card]:
        """The cards that came to a row that showed others before, and went again."""
        there = {*before, *self.cards}
        came = (card for card, has_come in self.moved if has_come)
        return list(dict.fromkeys(card for card in came if card not in there))

    def order_of(self, card: d.Card) -> int:
        """How many cards were seen to come or go before this one came; as many as there are if it was not seen to come."""
        came = (card, True)
        return self.moved.index(came) if came in self.moved else len(self.moved)

    def disorder(self, before: Iterable[d.Card | None], between: Iterable[d.Card | None]) -> int:
        """How many cards were seen to move out of order, if the row showed these in between.

        So does, in either part, a card that still lay there when another was laid: a turn takes first.
        """
        seen = {move: number for number, move in enumerate(self.moved)}
        first = [move for move in _moves(before, between) if move in seen]
        last = [move for move in _moves(between, self.cards) if move in seen]
        pairs = [
            (one, other)
            for one in first
            for other in last
            # What is laid is read once the hand is gone, and what is taken was read before it came.
            if seen[other] < seen[one] and (other[1] or not one[1])
        ]
        parts = [[(seen[move], move[1]) for move in part] for part in (first, last)]
        crossed = min(len({one for one, _ in pairs}), len({o for _, o in pairs}))
        return crossed + sum(map(_takes_late, parts))

    def takes_late(self, taken: Iterable[d.Card | None], laid: Iterable[d.Card | None]) -> bool:
        """Whether a card that was taken still lay there when one that was laid had come: a turn takes first."""
        moves = [*((card, False) for card in taken), *((card, True) for card in laid)]
        return _takes_late([(self.moved.index(m), m[1]) for m in moves if m in self.moved])


def _takes_late(moves: Sequence[tuple[int, bool]]) -> bool:
    """Whether a card went after another had come; of each when that was, and whether it came."""
    came, gone = ([at for at, come in moves if come is way] for way in (True, False))
    return bool(came and gone) and min(came) < max(gone)


def _moves(before: Iterable[d.Card | None], after: Iterable[d.Card | None]) -> list[CardChange]:
    """What came to a row and what went from it."""
    old, new = set(before), set(after)
    return [(card, card in new) for card in old ^ new if card is not None]


Evidence: TypeAlias = DrawPileReach | ZoneChange


@dataclass(frozen=True, slots=True)
class Pin:
    """People have said what a turn was: ``turn`` in the order of those told since the belief began.

    ``instead`` is the one that is followed where no hypothesis has it so.
    """

    turn: int
    candidate: TurnCandidate
    instead: Any


@dataclass(frozen=True, slots=True)
class SettledTurns:
    """The rules have settled the turns so far: hypotheses go on from ``start``, each with what may lie hidden in its piles."""

    start: Any


@dataclass(frozen=True, slots=True)
class HandShown:
    """These cards lie in the claim zone: none of them lies in a pile, and all are in the hand of a ``player``."""

    cards: tuple[d.Card, ...]
    player: int


@dataclass(frozen=True, slots=True)
class PilesShuffled:
    """The discard and the piles but for their tops have become the draw pile (rules, A7)."""


Statement: TypeAlias = Pin | SettledTurns | HandShown | PilesShuffled
"""What people show or say, or the rules: it counts as of when it was said."""
EvidenceInContext: TypeAlias = tuple[Evidence | Statement, Any]
"""Evidence, and what was known of the hands when it was seen."""
H = TypeVar("H")
SETTLING: Final = 0.8
"""Seconds for which a zone is still before it is told, with the hand's way out of it: so much sooner did it change where no hand was seen."""
SAME_PERSON: Final = 3 * bearings.SPREAD
"""Degrees from which on two arms are rather of two people."""


def evidence_in(
    before: Table, seen: Settled, glimpsed: Iterable[Glimpse] = ()
) -> tuple[Evidence, ...]:
    """What an observation adds to what the table showed before, in order of time.

    ``glimpsed`` are action cards that were seen before their zone settled:
    the next one may lie on them by now.
    """
    visited = {visit.zone for visit in seen.visits}
    changed = (
        zone
        for zone in _in_order(seen)
        if _differs(before, seen.table, zone) or _is_told(seen.table, zone, visited)
    )
    open_to_view = (zone for zone in changed if not buried(seen.table, zone))
    there = before[d.ACTIONS]
    new = [g for g in glimpsed if _is_action(g.card) and g.card not in there]
    shown = [evidence for zone in open_to_view for evidence in _showed(seen, zone, new)]
    drawn = [
        DrawPileReach(v.ended, _arm(v), v.ended - v.began) for v in seen.visits if v.zone == d.DRAW
    ]
    return tuple(sorted([*drawn, *shown], key=lambda evidence: evidence.at))


def _arm(visit: Visit) -> bearings.Bearing | None:
    """From where a hand came; of a camera that tells no more, from which side."""
    side = None if visit.side is None else bearings.MIDDLES[visit.side]
    return side if visit.bearing is None else visit.bearing


def _is_told(table: Table, zone: str, visited: set[str]) -> bool:
    """Whether a hand tells something though nothing changed: not where action cards lie, which nobody takes back unseen."""
    return zone in visited and (zone != d.ACTIONS or not table[zone])


def buried(table: Table, zone: str) -> bool:
    """Whether a card lies on a pile that has no place there: what is below cannot be told."""
    cards = (card_of(code) for code in table[zone])
    return zone != d.MAC and any(c is None or not _belongs(c, zone) for c in cards)


def followed(
    belief: Belief[H, EvidenceInContext], more: Iterable[EvidenceInContext]
) -> Belief[H, EvidenceInContext]:
    """What is believed with what was seen next; a hand of which is told late came when it came."""
    for seen in more:
        place = _place(belief, seen[0])
        later = belief.since(place.number)
        belief = reduce(Belief.then, (seen, *later), place)
    return belief


def _place(
    belief: Belief[H, EvidenceInContext], evidence: Evidence | Statement
) -> Belief[H, EvidenceInContext]:
    """The belief before all that happened after a piece of evidence."""
    place = belief
    while (last := place.evidence) and (before := place.back(place.number - 1)):
        if _stays_before(last[0], evidence):
            break
        place = before
    return place


def _stays_before(one: Evidence | Statement, new: Evidence | Statement) -> bool:
    """Whether evidence comes before new one: of one zone what it shows is told in order, and what was said is last."""
    if isinstance(one, Statement) or isinstance(new, Statement):
        return True
    zones = [getattr(evidence, "zone", d.DRAW) for evidence in (one, new)]
    return one.at <= new.at or zones[0] == zones[1] != d.DRAW


def brought(table: Table, glimpsed: Iterable[Glimpse]) -> tuple[ZoneChange, ...]:
    """The action cards seen before their zone has settled, one after the other, on what lay there."""
    shown = cards_of(table, d.ACTIONS)
    changes = []
    for glimpse in glimpsed:
        card = card_of(glimpse.card)
        arms = () if glimpse.bearing is None else (glimpse.bearing,)
        if card is not None and card.is_action and card not in shown:
            shown = (card, *shown)
            changes.append(ZoneChange(glimpse.at, d.ACTIONS, shown, 1, arms))
    return tuple(changes)


def cards_of(table: Table, zone: str) -> tuple[d.Card, ...]:
    """The cards of a zone that have a place there: numbers with Mac and on the piles, actions on the discard."""
    cards = (card_of(code) for code in table[zone])
    return tuple(c for c in cards if c and _belongs(c, zone))


def card_of(code: str) -> d.Card | None:
    """The card of a code; None where it is none."""
    try:
        return d.Card.parse(code)
    except CardError:
        return None


def _is_action(code: str) -> bool:
    """Whether it is an action card's code: others are carried over the discard, and read there, too."""
    card = card_of(code)
    return card is not None and card.is_action


def _belongs(card: d.Card, zone: str) -> bool:
    return card.is_action if zone == d.ACTIONS else card.kind is d.CardKind.NUMBER


def _in_order(seen: Settled) -> Iterator[str]:
    """The zones of play in which something happened, first things first."""
    told = dict.fromkeys(step.zone for step in seen.steps)
    yield from (zone for zone in told if zone in PLAYED)
    yield from (zone for zone in PLAYED if zone not in told)


def _differs(before: Table, now: Table, zone: str) -> bool:
    return set(cards_of(before, zone)) != set(cards_of(now, zone))


def _showed(seen: Settled, zone: str, glimpsed: Sequence[Glimpse]) -> Iterator[ZoneChange]:
    visits = [visit for visit in seen.visits if visit.zone == zone]
    unseen = seen.at - SETTLING
    last = visits[-1] if visits else Visit(zone, unseen, unseen)
    cards, moved = cards_of(seen.table, zone), tuple(_moved(seen, zone))
    actions = zone == d.ACTIONS
    persons = _by_glimpse(visits, glimpsed) if actions else _by_person(visits)
    brief = _brief(seen.table, glimpsed, len(persons)) if actions else []
    early = () if zone == d.MAC else (*brief, *_passed(seen, zone))
    for card in dict.fromkeys(early):
        by = persons.pop(0) if len(persons) > 1 else persons[0][:1] or [last]
        persons[0] = [visit for visit in persons[0] if visit not in by]
        yield ZoneChange(by[-1].ended, zone, (card,), len(by), arms_of(by))
    persons = [list(chain(*persons))] if actions else persons
    persons[-1] = persons[-1][_strange(seen, zone) :]
    lifted = tuple(card for card in map(card_of, seen.lifted) if card is not None)
    alone = len(persons) == 1 and not any(_passed(seen, zone))
    for number, hands in enumerate(persons, 1):
        ended = hands[-1].ended if hands else last.ended
        shown = ZoneChange(ended, zone, cards, len(hands), arms_of(hands), moved=moved)
        shown = replace(shown, edge=seen.edges.get(zone) if alone else None)
        yield replace(shown, unseen=number < len(persons), lifted=lifted)


def _by_glimpse(visits: list[Visit], glimpsed: Iterable[Glimpse]) -> list[list[Visit]]:
    """The visits to the discard by the action card that was seen next, of those that were seen before it settled."""
    groups: list[list[Visit]] = []
    for glimpse in glimpsed:
        known = len(list(chain(*groups)))
        by = [visit for visit in visits[known:] if visit.began <= glimpse.at]
        groups += [by] if by else []
    groups = groups or [[]]
    groups[-1] += visits[len(list(chain(*groups))) :]
    return groups


def _brief(table: Table, glimpsed: Iterable[Glimpse], persons: int) -> list[d.Card]:
    """The action cards that were seen before the next one came: those buried by now, and those that hands of their own brought."""
    late = table[d.ACTIONS][:1] if persons > 1 else table[d.ACTIONS]
    cards = (card_of(glimpse.card) for glimpse in glimpsed if glimpse.card not in late)
    return [card for card in cards if card]


def _moved(seen: Settled, zone: str) -> Iterator[CardChange]:
    for step in seen.steps:
        card = card_of(step.card)
        if step.zone == zone and card is not None and _belongs(card, zone):
            yield card, step.sign == "+"


def _by_person(visits: list[Visit]) -> list[list[Visit]]:
    """The visits to a zone, those of one person that follow each other together."""
    groups: list[list[Visit]] = [[]]
    for visit in visits:
        before, now = arms_of(groups[-1][-1:]), arms_of((visit,))
        if before and now and bearings.apart(before[0], now[0]) > SAME_PERSON:
            groups.append([])
        groups[-1].append(visit)
    return groups


def arms_of(visits: Iterable[Visit]) -> tuple[bearings.Bearing, ...]:
    """From where hands came, as far as that was seen."""
    arms = (_arm(visit) for visit in visits)
    return tuple(arm for arm in arms if arm is not None)


def _strange(seen: Settled, zone: str) -> int:
    """How many cards came or went that have no place in a zone: hands that brought or took them did nothing else."""
    cards = (card_of(step.card) for step in seen.steps if step.zone == zone)
    return sum(card is not None and not _belongs(card, zone) for card in cards)


def _passed(seen: Settled, zone: str) -> Iterator[d.Card]:
    """The cards that came to a pile and were covered again before it settled."""
    codes = (s.card for s in seen.steps if s.sign == "+" and s.zone == zone)
    cards = (card_of(code) for code in codes if code not in seen.table[zone])
    yield from (c for c in cards if zone != d.MAC and c and _belongs(c, zone))
