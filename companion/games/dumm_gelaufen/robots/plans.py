"""Plans of robots: which cards of a hand serve a murphy card, which are spare, which are wanted (rules, B)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import (
    HIGHEST,
    LOWEST,
    Card,
    NumberCards,
    copies_of,
)
from companion.games.dumm_gelaufen.deck.edition import MurphyFigures

ANY: Final = NumberCards()
NONE: Final = NumberCards("")


@dataclass(frozen=True, slots=True)
class Plan:
    """The way to a solve: ``keep`` serves, ``spare`` has to go, ``missing`` cards out of ``wanted`` have to come."""

    keep: m.Cards
    spare: m.Cards
    missing: int
    wanted: NumberCards

    @property
    def distance(self) -> int:
        """How many cards have to come or go at least; 0 is a solve."""
        return len(self.spare) + self.missing


Planner: TypeAlias = Callable[[m.Cards, MurphyFigures], Iterable[Plan]]


def plan(task: str, numbers: m.Cards, asked: MurphyFigures) -> Plan:
    """The nearest way from a hand to what a murphy card asks for; for M04 the cards are Mac's row."""
    if asked.fitting is not None:
        return _sorted_by(numbers, asked.fitting, asked.least)
    return min(PLANNERS[task](numbers, asked), key=_distance)


def _distance(some: Plan) -> int:
    return some.distance


def _sorted_by(cards: m.Cards, wanted: NumberCards, least: int) -> Plan:
    """A plan where every card serves or does not whatever the others are."""
    keep = tuple([card for card in cards if card in wanted])
    spare = tuple([card for card in cards if card not in wanted])
    return Plan(keep, spare, max(0, least - len(keep)), wanted)


def _exactly(cards: m.Cards, keep: m.Cards, count: int, wanted: NumberCards) -> Plan:
    """A plan for so many cards, of which some are there."""
    spare = tuple([card for card in cards if card not in keep])
    missing = count - len(keep)
    return Plan(keep, spare, missing, wanted if missing else NONE)


def _of_value(*values: int) -> NumberCards:
    return NumberCards(values=frozenset(values))


# One planner a kind of task ------------------------------------------------------


def _face_and_friend(cards: m.Cards, asked: MurphyFigures) -> Iterator[Plan]:
    """M01, M02: a certain face and any other card."""
    wanted = [card for card in cards if card.face == asked.face][:1]
    others = [card for card in cards if card not in wanted]
    face = NumberCards(asked.face[0], frozenset((int(asked.face[1:]),)))
    yield _exactly(cards, (*wanted, *others[:1]), 2, ANY if wanted else face)


def _two_values(cards: m.Cards, asked: MurphyFigures) -> Iterator[Plan]:
    """M03: two values of one colour."""
    values = (asked.lowest, asked.highest)
    for colour in _colours(cards):
        keep = _one_of_each(cards, colour, values)
        left = frozenset(values) - {card.value for card in keep}
        yield _exactly(cards, keep, len(values), NumberCards(colour, left))


def _one_of_each(cards: m.Cards, colour: str, values: Iterable[int]) -> m.Cards:
    mine = {card.value: card for card in cards if card.colour == colour}
    return tuple(mine[value] for value in values if value in mine)


def _uniform(cards: m.Cards, _: MurphyFigures) -> Iterator[Plan]:
    """M04: Mac's row of one colour or one value."""
    for colour in _colours(cards):
        yield _sorted_by(cards, NumberCards(colour), 1)
    for value in sorted({card.value for card in cards}):
        yield _sorted_by(cards, _of_value(value), 1)


HEAVY: Final = 9
"""What a card more is reckoned to bring to the sum of M08."""


def _heavy(cards: m.Cards, asked: MurphyFigures) -> Iterator[Plan]:
    """M08: nothing has to go; the sum has to be reached."""
    short = asked.sum - sum(card.value for card in cards)
    missing = max(0, -(-short // HEAVY), asked.least - len(cards))
    yield Plan(cards, (), missing, _of_value(*range(HEAVY, HIGHEST + 1)))


LIGHT: Final = 7
"""Up to which value a card of the right colour is taken for M10: five of them seldom exceed its sum."""


def _light(cards: m.Cards, asked: MurphyFigures) -> Iterator[Plan]:
    """M10: the lowest cards of one colour, as long as their sum leaves room for enough of them."""
    for colour in _colours(cards):
        mine = sorted((c for c in cards if c.colour == colour), key=lambda c: c.value)
        keep = tuple(_within(mine, asked.sum))
        spare = tuple(card for card in cards if card not in keep)
        missing = max(0, asked.least - len(keep))
        room = asked.sum - sum(card.value for card in keep[: asked.least - 1])
        values = frozenset(range(LOWEST, max(LOWEST, min(room, LIGHT)) + 1))
        yield Plan(keep, spare, missing, NumberCards(colour, values))


def _within(cards: Iterable[Card], most: int) -> Iterator[Card]:
    for card in cards:
        most -= card.value
        if most < 0:
            return
        yield card


def _triplets(cards: m.Cards, asked: MurphyFigures) -> Iterator[Plan]:
    """M14: three alike, of a face that there are three of."""
    faces = {card.face for card in cards if copies_of(card.face) >= asked.exactly}
    for face in sorted(faces) or ["Y07"]:
        keep = tuple(card for card in cards if card.face == face)
        wanted = NumberCards(face[0], frozenset((int(face[1:]),)))
        yield _exactly(cards, keep, asked.exactly, wanted)


def _pairs(cards: m.Cards, asked: MurphyFigures) -> Iterator[Plan]:
    """M15: pairs of one value; as many single cards may stay as there are pairs missing."""
    counts = Counter(card.value for card in cards)
    single = {value for value, count in counts.items() if count % 2}
    lonely = tuple(
        {card.value: card for card in cards if card.value in single}.values()
    )
    pairs = (asked.least - (len(cards) - len(lonely)) + 1) // 2
    waiting = lonely[: max(0, pairs)]
    spare = lonely[len(waiting) :]
    keep = tuple(card for card in cards if card not in spare)
    missing = max(len(waiting), asked.least - len(keep))
    wanted = _of_value(*(card.value for card in waiting)) if waiting else NONE
    yield Plan(keep, spare, missing, wanted if len(waiting) >= pairs else ANY)


def _run(cards: m.Cards, asked: MurphyFigures) -> Iterator[Plan]:
    """M16: a run of one colour, no value twice; any length from the least."""
    for colour in _colours(cards):
        for low in range(LOWEST, HIGHEST - asked.least + 2):
            yield from _runs_from(cards, colour, low, asked.least)


def _runs_from(cards: m.Cards, colour: str, low: int, least: int) -> Iterator[Plan]:
    for high in range(low + least, HIGHEST + 2):
        values = range(low, high)
        keep = _one_of_each(cards, colour, values)
        left = frozenset(values) - {card.value for card in keep}
        yield _exactly(cards, keep, len(values), NumberCards(colour, left))


def _two_colours(cards: m.Cards, asked: MurphyFigures) -> Iterator[Plan]:
    """M21: exactly two colours."""
    colours = _colours(cards)
    for both in combinations(colours, asked.colours):
        yield _sorted_by(cards, NumberCards("".join(both)), asked.least)
    if len(colours) < asked.colours:
        yield Plan(cards, (), max(1, asked.least - len(cards)), ANY)


def _colours(cards: m.Cards) -> list[str]:
    return sorted({card.colour for card in cards}) or ["G"]


PLANNERS: Final[dict[str, Planner]] = {
    "M01": _face_and_friend,
    "M02": _face_and_friend,
    "M03": _two_values,
    "M04": _uniform,
    "M08": _heavy,
    "M10": _light,
    "M14": _triplets,
    "M15": _pairs,
    "M16": _run,
    "M21": _two_colours,
}
"""How each murphy card is headed for where no card fits by itself."""
