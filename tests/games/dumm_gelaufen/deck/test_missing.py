"""What a hand lacks: the shortest way to a solved one, held against every shorter one there could be."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from companion.errors import CardError
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.deck.solves import Missing, missing
from companion.games.dumm_gelaufen.deck.tasks import VerdictAnswer, verdict

CLASSIC = load_edition("classic")
DECK = tuple(card for card in CLASSIC.cards if card.kind is CardKind.NUMBER)
TASKS = tuple(task for task in CLASSIC.asked if task != "M04")
"""Those about a hand."""
SHORT = 2
"""Ways of so many steps are all tried."""


def cards(faces: str) -> tuple[Card, ...]:
    """A hand by its faces, each one's copies counted."""
    seen: Counter[str] = Counter()
    hand = []
    for face in faces.split():
        seen[face] += 1
        hand.append(Card.parse(f"{face[0]}{int(face[1:]):02}-{seen[face]}"))
    return tuple(hand)


def is_solved(task: str, hand: frozenset[Card]) -> bool:
    return verdict(task, tuple(hand), None, CLASSIC).answer is VerdictAnswer.YES


def beside(hand: frozenset[Card]) -> Iterator[frozenset[Card]]:
    """Every hand one card away; of equal cards one is tried."""
    for group in ((card for card in DECK if card not in hand), hand):
        yield from (hand ^ {card} for card in {c.face: c for c in group}.values())


def steps_by_trying(task: str, hand: frozenset[Card], most: int) -> int | None:
    """The fewest cards to gain or give away, by trying them all; None above ``most``."""
    tried, edge = {hand}, [hand]
    for steps in range(most + 1):
        if any(is_solved(task, one) for one in edge):
            return steps
        if steps < most:
            edge = list({two for one in edge for two in beside(one)} - tried)
            tried.update(edge)
    return None


def near(task: str, rng: Random) -> frozenset[Card]:
    """A hand by chance that follows its wishes until few steps are left, or one that is far."""
    hand = frozenset(rng.sample(DECK, rng.randint(2, 11)))
    for _ in range(rng.choice((0, 30))):
        way = missing(task, hand, CLASSIC)
        if way.gain + way.give <= rng.randint(0, SHORT):
            break
        hand = nearer(hand, way, rng)
    return hand


def nearer(hand: frozenset[Card], way: Missing, rng: Random) -> frozenset[Card]:
    """One step on a shortest way."""
    gained = [c for c in DECK if c not in hand and c.face in way.wanted]
    given = [c for c in hand if c.face in way.spare]
    return hand ^ {rng.choice(sorted(gained + given, key=str))}


@pytest.mark.parametrize("task", TASKS)
def test_no_way_is_shorter(task: str) -> None:
    """All hands up to two steps away are tried: one that is solved is as far as was said, and no other is there."""
    rng = Random(task)
    for hand in (near(task, rng) for _ in range(3)):
        way = missing(task, hand, CLASSIC)
        steps = way.gain + way.give

        assert (steps if steps <= SHORT else None) == steps_by_trying(task, hand, SHORT)


@pytest.mark.parametrize("task", TASKS)
def test_each_wish_is_a_step(task: str) -> None:
    """Whoever follows what is wanted and spare has solved the card after as many steps as were said."""
    rng = Random(task)
    for _ in range(2):
        hand = frozenset(rng.sample(DECK, rng.randint(0, 10)))
        way = missing(task, hand, CLASSIC)
        for _ in range(way.gain + way.give):
            hand = nearer(hand, missing(task, hand, CLASSIC), rng)

        assert is_solved(task, hand)


@pytest.mark.parametrize(
    ("task", "hand", "way"),
    [
        ("M10", "R1 R3 R4 R4 R8", (0, 0)),
        ("M10", "R1 R3 R4 R4 R8 Y2", (0, 1)),
        ("M10", "R1 R9 R10 R11 Y2", (2, 2)),
        ("M19", "", (1, 0)),
        ("M15", "R1 Y1 R2 Y2 R3 Y3 G3", (2, 1)),
        ("M01", "R5 R5", (1, 1)),
    ],
)
def test_ways(task: str, hand: str, way: tuple[int, int]) -> None:
    """Cards to gain, cards to give away."""
    found = missing(task, cards(hand), CLASSIC)

    assert way == (found.gain, found.give)


def test_what_comes_nearer_is_named() -> None:
    """By face: of the run's two ends either will do, and the twin may go."""
    found = missing("M16", cards("G4 G5 G6 G6"), CLASSIC)

    assert (("G03", "G07"), ("G06",)) == (found.wanted, found.spare)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_card_about_a_hand_is_there(name: str) -> None:
    """In each edition; M04 is about Mac's row, and what is no murphy card asks nothing."""
    edition = load_edition(name)

    assert {*TASKS, "M04"} == set(edition.asked)
    assert all(missing(task, (), edition).gain > 0 for task in TASKS)
    for other in ("M04", "R07"):
        with pytest.raises(CardError):
            missing(other, (), edition)
