"""The distance of a hand from its murphy card: the fewest cards to gain and to give away until it solves it under every reading of the rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Final, TypeAlias

from companion.errors import CardError
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.deck.edition import Edition, MurphyFigures

FaceCounts: TypeAlias = Counter[str]
"""Face -> count."""
GainAndGive: TypeAlias = tuple[int, int]
"""How many cards to gain, how many to give away."""
Nearest: TypeAlias = Callable[[FaceCounts, MurphyFigures, FaceCounts], GainAndGive]
"""The whole deck, what the card asks, a hand -> the shortest way to a hand that solves it."""


@dataclass(frozen=True, slots=True)
class Missing:
    """The shortest way to a solve: how many cards to gain and to give away, and which faces reduce the distance."""

    gain: int
    give: int
    wanted: tuple[str, ...]
    """Gaining one of these reduces the distance by one."""
    spare: tuple[str, ...]
    """Giving away one of these reduces the distance by one."""


def missing(task: str, hand: Iterable[Card], edition: Edition) -> Missing:
    """What a hand lacks for a murphy card; keep cards do not count.

    Raises CardError ``card.not-a-task`` for a face that asks nothing of a
    hand: M04 is about Mac's row alone.
    """
    if task not in NEAREST:
        raise CardError("card.not-a-task", code=task)
    deck, have = _faces(edition.cards), _faces(hand)
    way = partial(NEAREST[task], deck, edition.asked[task])
    gain, give = way(have)
    nearer = partial(_is_nearer, way, gain + give)
    wanted = (f for f in deck if have[f] < deck[f] and nearer(have + Counter([f])))
    spare = (f for f in have if nearer(have - Counter([f])))
    return Missing(gain, give, tuple(sorted(wanted)), tuple(sorted(spare)))


def _is_nearer(
    way: Callable[[FaceCounts], GainAndGive], steps: int, have: FaceCounts
) -> bool:
    return sum(way(have)) < steps


def _faces(cards: Iterable[Card]) -> FaceCounts:
    return Counter(card.face for card in cards if card.kind is CardKind.NUMBER)


def _value(face: str) -> int:
    return int(face[1:])


def _values(faces: FaceCounts, colour: str = "") -> list[int]:
    """Every card's value, those of one colour or all, lowest first."""
    return sorted(_value(f) for f in faces.elements() if f.startswith(colour))


# Cards that fit, and enough of them ------------------------------------------------


def _enough(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    fits = asked.fitting
    assert fits is not None
    kept = sum(n for f, n in have.items() if f[0] in fits.colours and _value(f) in fits.values)  # fmt: skip
    return max(0, asked.least - kept), have.total() - kept


def _heavy(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    """No card has to go; the highest values reach the sum with the fewest cards."""
    total, gained = sum(_values(have)), 0
    for value in reversed(_values(deck - have)):
        if total >= asked.sum and have.total() + gained >= asked.least:
            break
        total, gained = total + value, gained + 1
    return gained, 0


def _light(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    """Cards of one colour: the lowest values keep the sum smallest."""
    return _shortest(
        (gain, have.total() - kept)
        for colour in _colours(deck)
        for mine, others in [(_values(have, colour), _values(deck - have, colour))]
        for kept in range(len(mine) + 1)
        for gain in [max(0, asked.least - kept)]
        if gain <= len(others) and sum(mine[:kept] + others[:gain]) <= asked.sum
    )


def _two_tone(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    held = Counter(face[0] for face in have.elements())
    return _shortest(
        (
            max(asked.least - sum(held[c] for c in pair), sum(not held[c] for c in pair)),
            have.total() - sum(held[c] for c in pair),
        )
        for pair in combinations(_colours(deck), asked.colours)
    )  # fmt: skip


def _pairs(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    """Pairs: the values of which most cards are there are kept."""
    held = Counter(_values(have))
    most = sorted((held[value] for value in set(_values(deck))), reverse=True)
    pairs = max(asked.least // 2, sum(count >= 2 for count in most))
    gain = sum(max(0, 2 - count) for count in most[:pairs])
    give = sum(max(0, count - 2) for count in most[:pairs]) + sum(most[pairs:])
    return gain, give


def _run(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    """Every run of every colour: exactly one card of each of its values."""
    last = max(map(_value, deck))
    return _shortest(
        (after - first - kept, have.total() - kept)
        for colour in _colours(deck)
        for held in [set(_values(have, colour))]
        for first in range(1, last + 1)
        for after in range(first + asked.least, last + 2)
        for kept in [len(held.intersection(range(first, after)))]
    )


# One of a few hands --------------------------------------------------------------------


def _one_of(
    hands: Callable[[FaceCounts, MurphyFigures], Iterator[FaceCounts]],
) -> Nearest:
    def way(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
        return _shortest(
            (wanted.total() - kept, have.total() - kept)
            for wanted in hands(deck, asked)
            for kept in [sum(min(n, have[face]) for face, n in wanted.items())]
        )

    return way


def _with_any_other(deck: FaceCounts, asked: MurphyFigures) -> Iterator[FaceCounts]:
    return (Counter([asked.face, face]) for face in deck if face != asked.face)


def _lowest_and_highest(deck: FaceCounts, asked: MurphyFigures) -> Iterator[FaceCounts]:
    low, high = asked.lowest, asked.highest
    return (Counter([f"{c}{low:02}", f"{c}{high:02}"]) for c in _colours(deck))


def _all_of_a_face(deck: FaceCounts, asked: MurphyFigures) -> Iterator[FaceCounts]:
    return (Counter({f: asked.exactly}) for f in deck if deck[f] >= asked.exactly)


def _colours(deck: FaceCounts) -> tuple[str, ...]:
    return tuple(dict.fromkeys(face[0] for face in deck))


def _shortest(ways: Iterable[GainAndGive]) -> GainAndGive:
    return min(ways, key=sum)


NEAREST: Final[dict[str, Nearest]] = {
    "M01": _one_of(_with_any_other),
    "M02": _one_of(_with_any_other),
    "M03": _one_of(_lowest_and_highest),
    "M05": _enough,
    "M06": _enough,
    "M07": _enough,
    "M08": _heavy,
    "M09": _enough,
    "M10": _light,
    "M11": _enough,
    "M12": _enough,
    "M13": _enough,
    "M14": _one_of(_all_of_a_face),
    "M15": _pairs,
    "M16": _run,
    "M17": _enough,
    "M18": _enough,
    "M19": _enough,
    "M20": _enough,
    "M21": _two_tone,
}
"""Murphy card -> the function that measures the distance (rules, B)."""
