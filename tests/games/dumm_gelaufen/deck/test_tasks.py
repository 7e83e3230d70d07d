"""The 21 murphy cards against a second, independent formulation, and the counts of the rules, B."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations, combinations_with_replacement, islice, product
from math import comb, prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CardError
from companion.games.dumm_gelaufen.deck.cards import Card, copies_of, parse_face
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, RULINGS, Edition, load_edition
from companion.games.dumm_gelaufen.deck.tasks import CHECKS, VerdictAnswer, verdict
from companion.words import LANGUAGES, words

CLASSIC, NEWER = map(load_edition, EDITIONS)
YES, NO, DEPENDS = VerdictAnswer.YES, VerdictAnswer.NO, VerdictAnswer.DEPENDS
TASKS = tuple(CLASSIC.asked)
Hand = tuple[Card, ...]


def cards(text: str) -> Hand:
    """``"R4 R4 K01"`` as cards, copies counted up."""
    seen: Counter[str] = Counter()
    found = []
    for typed in text.split():
        face = parse_face(typed)
        seen[face] += 1
        found.append(Card.parse(f"{face}-{seen[face]}"))
    return tuple(found)


def answer(task: str, hand: Iterable[Card], edition: Edition = CLASSIC) -> VerdictAnswer:
    return verdict(task, tuple(hand), None, edition).answer


def codes(task: str, hand: str, mac: str | None = None) -> list[str]:
    row = None if mac is None else cards(mac)
    return [r.code for r in verdict(task, cards(hand), row, CLASSIC).reasons]


# --- the examples of the rules, card by card -----------------------------------

EXAMPLES = {
    "M01": ("R5 G11|R5 R4|R5 Y5|R5 G11 K01", "R5|R5 G11 G2|Y5 G5||R5 K01", "R5 R5"),
    "M02": ("Y6 R1", "R6 Y5|Y6 R1 G1|Y6", "Y6 Y6"),
    "M03": ("G1 G11", "R1 G11|G1 G11 G11|G11 G11|G1|G1 G10", ""),
    "M05": (
        "R10 R11 Y10 Y11 G10 G10",
        "R10 R11 Y10 Y11 G10|R10 R11 Y10 Y11 G10 G10 G9|G7 G7 G7 G8 G8 G8",
        "",
    ),
    "M06": ("Y1 Y2 Y3 Y4 Y5 Y6 Y7", "Y1 Y2 Y3 Y4 Y5 Y6|Y1 Y2 Y3 Y4 Y5 Y6 Y7 R1", ""),
    "M07": (
        "G1 G2 G3 G4 G4 G5 G5 G6 G6 G7",
        "G1 G2 G3 G4 G4 G5 G5 G6 G6 K01|G1 G2 G3 G4 G4 G5 G5 G6 G6 G7 Y1",
        "",
    ),
    "M08": (
        "R11 R11 R11 Y11 Y11 Y11 G11 G11|R10 R10 R10 Y10 Y10 Y10 G10 G10 G8"
        "|R11 R11 R11 Y11 Y11 Y11 G11 G11 R1 Y1 G1",
        "R10 R10 R10 Y10 Y10 Y10 G10 G10 G7|R11 R11 R11 Y11 Y11 Y11 G11",
        "",
    ),
    "M09": (
        "R1 R3 R5 R5 R7 Y1 Y3 Y5 Y7 Y9",
        "R1 R3 R5 R5 R7 Y1 Y3 Y5 Y7|R1 R3 R5 R5 R7 Y1 Y3 Y5 Y7 Y9 G2",
        "",
    ),
    "M10": (
        "R1 R3 R4 R4 R8|R1 R3 R4 R4 R8 R7|R4 R5 R6 R6 R8",
        "R1 R3 R4 R4 R8 G1|Y4 Y5 Y6 Y7 Y8|R1 R2 R3 R4|R1 R2 R3 R4 R4 R5 R5 R6",
        "",
    ),
    "M11": ("R3 Y3 G3|R1 R2 R3 Y1", "R3 Y3|R3 Y3 G4", ""),
    "M12": ("R4 R4 Y4 Y4", "R4 R4 Y4|R4 R4 Y4 Y5", ""),
    "M13": ("R5 R5 Y5 Y5 G5", "R5 R5 Y5 Y5|R5 R5 Y5 Y5 G6", ""),
    "M14": ("G9 G9 G9", "G9 G9|G9 G9 G9 R1|R9 Y9 G9|G9 G9 G9 R9", ""),
    "M15": (
        "R2 Y2 G8 G8 Y10 R10 R11 Y11",
        "R2 Y2 G8 G8 Y10 R10|R2 Y2 G8 G8 Y10 R10 R11 Y11 G1|R2 Y2 G2 G8 G8 G8 Y10 R10 R11 Y11",
        "R7 R7 Y7 Y7 G8 G8 Y10 R10",
    ),
    "M16": (
        "Y6 Y7 Y8 Y9|R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11",
        "Y6 Y7 Y8|Y6 Y7 Y9 Y10|Y6 Y7 Y8 R9|Y10 Y11 Y1 Y2|Y6 Y7 Y7 Y8|Y6 Y7 Y8 Y9 R9",
        "Y6 Y7 Y7 Y8 Y9|Y6 Y6 Y7 Y8 Y9 Y9",
    ),
    "M17": (
        "R1 R2 R3 R4 R4 R5 R5 R6 Y1|R1 R2 R3 R4 R4 R5 R5 R6 R6 K05",
        "R1 R2 R3 R4 R4 R5 R5 R6|R1 R2 R3 R4 R4 R5 R5 R6 Y1 G1",
        "",
    ),
    "M18": (
        "R1 R2 R3 R4 R4 R5 R5 R6 G1",
        "R1 R2 R3 R4 R4 R5 R5 R6|R1 R2 R3 R4 R4 R5 R5 R6 G1 Y1",
        "",
    ),
    "M19": ("R5|R5 G5 G5|Y5 K03", "|G5 G4|K01", ""),
    "M20": ("R10|G10 G10 G10 R10", "|R10 R11", ""),
    "M21": (
        "R1 R2 R3 R4 R4 R5 R5 R6 R6 Y1",
        "R1 R2 R3 R4 R4 R5 R5 R6 Y1|R1 R2 R3 R4 R4 R5 R5 R6 Y1 G1",
        "R1 R2 R3 R4 R4 R5 R5 R6 R6 R7",
    ),
}
CASES = [
    (task, hand, expected)
    for task, hands in EXAMPLES.items()
    for expected, listed in zip((YES, NO, DEPENDS), hands, strict=True)
    if listed or expected is NO
    for hand in listed.split("|")
]


@pytest.mark.parametrize(("task", "hand", "expected"), CASES)
def test_examples_of_the_rules(task: str, hand: str, expected: VerdictAnswer) -> None:
    """What section B accepts, refuses and leaves open, card by card."""
    assert expected is answer(task, cards(hand))


@pytest.mark.parametrize(
    ("mac", "expected", "code"),
    [
        ("G1 G4 G4 G9", YES, ""),
        ("R9 Y9 G9 G9", YES, ""),
        ("G1 G4 G4 R9", NO, "mac-mixed"),
        ("R1 R3 Y3", NO, "mac-mixed"),
        ("R1", DEPENDS, "mac-single"),
        ("", NO, "mac-empty"),
        (None, DEPENDS, "mac-unseen"),
        ("R1 R2 R3 R4 R4 R5 R5 R6", NO, "mac-over-seven"),
        ("R1 R2 K01", NO, "mac-not-number"),
    ],
)
def test_macs_row(mac: str | None, expected: VerdictAnswer, code: str) -> None:
    """M04 reads Mac's row alone: unknown is not empty, and one card is a question."""
    row = None if mac is None else cards(mac)
    found = verdict("M04", cards("R7 Y2 K01"), row, CLASSIC)

    assert expected is found.answer
    assert [code] * bool(code) == [reason.code for reason in found.reasons]


def test_macs_own_card_is_no_card_of_his_row() -> None:
    """The card that marks the row does not count (docs/physical.md, section 3)."""
    row = (Card.parse("MAC-1"), *cards("B1 B2"))

    assert YES is verdict("M04", (), row, NEWER).answer
    assert NO is verdict("M04", (), row[:1], NEWER).answer


@pytest.mark.parametrize(
    ("task", "hand", "expected"),
    [
        ("M10", "R9 Y9", ["too-few", "colours-mixed"]),
        ("M10", "R9 Y9 R11 R11 R11", ["colours-mixed", "sum-too-high"]),
        ("M03", "R2", ["wrong-number", "missing-value", "missing-value"]),
        ("M05", "A01 M03 R9", ["at-once-in-hand", "not-a-hand-card"] + ["too-few"]),
        ("M16", "R1 R3 Y3", ["run-too-short", "gap-in-run", "colours-mixed"]),
        ("M01", "Y5 Y5", ["missing-card"]),
        ("M21", "R1 Y1 G1", ["too-few", "too-many-colours"]),
        ("M01", "R5 R5 A01", ["at-once-in-hand"]),
    ],
)
def test_every_reason_at_once(task: str, hand: str, expected: list[str]) -> None:
    """A refusal names all that is wrong; a question is dropped where the answer is no anyway."""
    found = codes(task, hand)

    assert expected == found[: len(expected)]
    assert not set(found) & {"both-copies", "twin-in-run"}


def test_reasons_name_their_cards() -> None:
    """The cards concerned come along, copies told apart."""
    hand = cards("Y1 R2 Y3 R4 R4")
    (few, wrong) = verdict("M06", hand, None, CLASSIC).reasons

    assert ((), hand[1:2] + hand[3:]) == (few.cards, wrong.cards)


def test_newer_edition() -> None:
    """Blue takes red's place, nine odd cards are enough, and what is assumed is marked (rules, D)."""
    nine = cards("B1 B3 B5 B5 B7 Y1 Y3 Y5 Y7")
    five = verdict("M01", cards("B5 Y1"), None, NEWER)

    assert (YES, True) == (five.answer, five.unconfirmed)
    assert ["unconfirmed"] == [reason.code for reason in five.reasons]
    assert NO is answer("M01", cards("Y5 Y1"), NEWER)
    assert DEPENDS is answer("M01", cards("B5 B5"), NEWER)
    assert YES is answer("M09", nine, NEWER)
    assert not verdict("M09", nine, None, NEWER).unconfirmed
    assert verdict("M10", nine, None, NEWER).unconfirmed
    assert not verdict("M10", nine, None, CLASSIC).unconfirmed


@pytest.mark.parametrize(
    ("task", "hand", "mac", "ruling"),
    [
        ("M01", "R5 R5", None, "m01_twin"),
        ("M02", "Y6 Y6", None, "m02_twin"),
        ("M04", "", "R1", "m04_single"),
        ("M04", "", None, ""),
        ("M15", "R7 R7 Y7 Y7 G8 G8 Y10 R10", None, "m15_four"),
        ("M16", "Y6 Y7 Y7 Y8 Y9", None, "m16_twin"),
        ("M21", "R1 R2 R3 R4 R4 R5 R5 R6 R6 R7", None, "m21_one_colour"),
    ],
)
def test_a_question_names_its_ruling(task: str, hand: str, mac: str | None, ruling: str) -> None:
    """A *depends* says which setting it hangs on, where it hangs on one."""
    row = None if mac is None else cards(mac)
    found = verdict(task, cards(hand), row, CLASSIC)

    assert (DEPENDS, ruling) == (found.answer, found.ruling)
    assert ruling in {"", *(r.name for r in RULINGS)}


@pytest.mark.parametrize("task", ["R05", "M22", "", "K01"])
def test_what_is_no_task(task: str) -> None:
    """Only a murphy card can be solved."""
    with pytest.raises(CardError, check=lambda e: e.message.key == "card.not-a-task"):
        verdict(task, (), None, CLASSIC)


# --- a second formulation: colours and values as plain strings and numbers -----

Faces = list[tuple[str, int]]
ODD = {1, 3, 5, 7, 9, 11}


def _pairs_go_up(values: list[int]) -> bool:
    left: list[int] = []
    for value in values:
        left.remove(value) if value in left else left.append(value)
    return not left


def _second(task: str, hand: Faces, first: str, odd: int) -> VerdictAnswer:
    colours, values = [c for c, _ in hand], sorted(v for _, v in hand)
    n, kinds = len(hand), set(colours)
    match task:
        case "M01" | "M02":
            asked = (first, 5) if task == "M01" else ("Y", 6)
            if hand == [asked, asked]:
                return DEPENDS
            return YES if n == 2 and asked in hand else NO
        case "M03":
            good = n == 2 and len(kinds) == 1 and values == [1, 11]
        case "M05":
            good = n > 5 and all(len(str(v)) == 2 for v in values)
        case "M06":
            good = n > 6 and colours == ["Y"] * n
        case "M07":
            good = n > 9 and colours == ["G"] * n
        case "M08":
            good = sum(values) >= 88
        case "M09":
            good = n >= odd and set(values) <= ODD
        case "M10":
            good = 5 <= n <= 7 and colours == colours[:1] * n and sum(values) < 30
        case "M11" | "M12" | "M13":
            most = int(task[1:]) - 8
            good = n >= most and values[-1] <= most
        case "M14":
            good = n == 3 and hand == hand[:1] * 3
        case "M15":
            good = n > 7 and n % 2 == 0 and _pairs_go_up(values)
            if good and any(values.count(v) > 3 for v in values):
                return DEPENDS
        case "M16":
            run = sorted(set(values))
            good = len(run) > 3 and run == list(range(run[0], run[0] + len(run)))
            good = good and len(kinds) == 1
            if good and len(run) < n:
                return DEPENDS
        case "M17":
            good = n > 8 and "G" not in colours
        case "M18":
            good = n > 8 and not colours.count("Y")
        case "M19":
            good = values == [5] * n != []
        case "M20":
            good = values == [10] * n != []
        case "M21":
            good = n > 9 and len(kinds) == 2
            if n > 9 and len(kinds) == 1:
                return DEPENDS
        case other:
            raise AssertionError(other)
    return YES if good else NO


def _second_mac(row: Faces) -> VerdictAnswer:
    if len(row) == 1:
        return DEPENDS
    one_of_two = len(dict(row)) == 1 or len({v for _, v in row}) == 1
    return YES if 1 < len(row) <= 7 and one_of_two else NO


def _agree(hand: Hand, edition: Edition, tasks: Iterable[str] = TASKS) -> set[str]:
    """Both formulations judge alike; the tasks that the hand solves, M04 aside, which reads no hand."""
    plain = [(card.face[0], int(card.face[1:])) for card in hand]
    first, solved = edition.at_once, set()
    odd = 10 if edition is CLASSIC else 9
    for task in tasks:
        if task == "M04":
            found = verdict(task, (), hand, edition).answer
            assert _second_mac(plain) is found, (task, hand)
        else:
            found = verdict(task, hand, None, edition).answer
            assert _second(task, plain, first, odd) is found, (task, hand)
            solved |= {task} if found is YES else set()
    return solved


def _hands_of_faces(edition: Edition, size: int) -> Iterator[Hand]:
    """Every hand of a size, once per multiset of faces."""
    faces = sorted({card.face for card in edition.numbers})
    for drawn in combinations_with_replacement(faces, size):
        counts = Counter(drawn)
        if all(count <= copies_of(face) for face, count in counts.items()):
            yield tuple(Card.parse(f"{f}-{n + 1}") for f in counts for n in range(counts[f]))


@pytest.mark.parametrize("size", [*range(3), pytest.param(3, marks=pytest.mark.prove)])
@pytest.mark.parametrize("edition", [CLASSIC, NEWER], ids=EDITIONS)
def test_all_small_hands(edition: Edition, size: int) -> None:
    """All hands up to three cards are judged alike by both formulations, for every murphy card."""
    for hand in _hands_of_faces(edition, size):
        _agree(hand, edition)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "every"), [(3, 6), (4, 151)])
def test_many_hands(size: int, every: int) -> None:
    """So are some hands of three and four, where that many cards can do anything at all; `make prove` takes all."""
    few = [t for t, a in CLASSIC.asked.items() if a.least <= size]
    for hand in islice(_hands_of_faces(CLASSIC, size), 0, None, every):
        _agree(hand, CLASSIC, few)


@pytest.mark.prove
def test_all_physical_hands_of_four() -> None:
    """All 1,028,790 hands of four physical cards, for every murphy card."""
    for hand in combinations(CLASSIC.numbers, 4):
        _agree(hand, CLASSIC)


def _tempting(edition: Edition, rng: Random) -> Hand:
    """A hand near some murphy card: drawn from a corner of the deck, at times with a stray."""
    letters = rng.sample(edition.colours, rng.randint(1, 3))
    values = rng.choice([range(1, 12), range(1, 6), range(9, 12), (5,), (10,), range(1, 12, 2)])
    pool = [c for c in edition.numbers if c.colour in letters and c.value in values]
    hand = set(rng.sample(pool, rng.randint(1, min(len(pool), 16))))
    if rng.random() < 0.3:
        hand.add(rng.choice(edition.numbers))
    return tuple(hand)


@pytest.mark.parametrize("edition", [CLASSIC, NEWER], ids=EDITIONS)
def test_many_large_hands(edition: Edition) -> None:
    """Hundreds of larger hands are judged alike; `make prove` takes thousands."""
    _solved_alike(edition, 300)


@pytest.mark.prove
@pytest.mark.parametrize("edition", [CLASSIC, NEWER], ids=EDITIONS)
def test_every_murphy_card_is_solved_by_some_hand(edition: Edition) -> None:
    """Thousands are judged alike, and every murphy card but the one that takes Mac's is solved by some."""
    assert {"M04"} == set(TASKS) - _solved_alike(edition, 3_000)


def _solved_alike(edition: Edition, number: int) -> set[str]:
    rng = Random(20)
    return set().union(*(_agree(_tempting(edition, rng), edition) for _ in range(number)))


# --- counting -------------------------------------------------------------------


def ways(hand: Iterable[tuple[str, int]]) -> int:
    """How many physical hands have these faces, each so often."""
    return prod(comb(copies_of(face), count) for face, count in hand)


def counted(
    fits: Callable[[Card], bool], judged: Callable[[Hand], bool], sizes: range = range(73)
) -> int:
    """How many physical hands out of the cards that fit are judged to be right."""
    faces = sorted({c.face for c in CLASSIC.numbers if fits(c)})
    copies = [[c for c in CLASSIC.numbers if c.face == face] for face in faces]
    total = 0
    for counts in product(*(range(copies_of(face) + 1) for face in faces)):
        if sum(counts) in sizes:
            taken = zip(copies, counts, strict=True)
            hand = tuple(card for some, count in taken for card in some[:count])
            if judged(hand):
                total += ways(zip(faces, counts, strict=True))
    return total


def solves(task: str, *also: VerdictAnswer) -> Callable[[Hand], bool]:
    return lambda hand: answer(task, hand) in (YES, *also)


def hands(task: str, size: int) -> int:
    judged = solves(task, DEPENDS)
    found = (hand for hand in _hands_of_faces(CLASSIC, size) if judged(hand))
    return sum(ways(Counter(c.face for c in hand).items()) for hand in found)


def test_counts_of_two_and_three_cards() -> None:
    """M01 and M02 have 141 hands, M03 has 9, M14 has 15, twins counted as solved."""
    assert [141, 141, 9] == [hands(task, 2) for task in ("M01", "M02", "M03")]
    assert 15 == hands("M14", 3)
    assert 0 == sum(hands(task, 3) for task in ("M01", "M02", "M03"))


@pytest.mark.parametrize(
    ("task", "fits", "expected"),
    [
        ("M05", lambda c: c.value >= 10, 249_528),
        ("M11", lambda c: c.value <= 3, 466),
        ("M12", lambda c: c.value <= 4, 32_192),
        ("M19", lambda c: c.value == 5, 63),
        ("M20", lambda c: c.value == 10, 511),
    ],
)
def test_counts_by_value(task: str, fits: Callable[[Card], bool], expected: int) -> None:
    """The hands of the cards that ask for values."""
    assert expected == counted(fits, solves(task))


@pytest.mark.prove
def test_counts_of_m16() -> None:
    """42,591 hands; a twin in a run is not counted."""
    one = counted(lambda c: c.colour == "R", solves("M16"), range(4, 12))

    assert 42_591 == 3 * one


@pytest.mark.slow
def test_counts_of_m10_by_size() -> None:
    """19,218 hands of five, 6,957 of six, 576 of seven, none of eight: 26,751."""
    by_size = [
        3 * counted(lambda c: c.colour == "Y", solves("M10"), range(n, n + 1)) for n in (5, 6, 7, 8)
    ]

    assert [19_218, 6_957, 576, 0] == by_size


@pytest.mark.prove
@pytest.mark.parametrize(
    ("task", "fits", "expected"),
    [
        ("M06", lambda c: c.colour == "Y", 16_587_165),
        ("M07", lambda c: c.colour == "G", 14_198_086),
        ("M13", lambda c: c.value <= 5, 2_089_605),
    ],
)
def test_counts_that_take_long(task: str, fits: Callable[[Card], bool], expected: int) -> None:
    """The hands of the cards with millions of them."""
    assert expected == counted(fits, solves(task))


def test_counts_of_macs_rows() -> None:
    """1,611,036 rows of one to seven cards are uniform."""

    def uniform(row: Hand) -> bool:
        return verdict("M04", (), row, CLASSIC).answer is not NO

    def worth(value: int, card: Card) -> bool:
        return card.value == value

    one_colour = 3 * counted(lambda c: c.colour == "R", uniform, range(1, 8))
    one_value = sum(counted(partial(worth, v), uniform, range(1, 8)) for v in range(1, 12))
    both = 3 * sum(2 ** copies_of(f"R{v:02d}") - 1 for v in range(1, 12))

    assert 1_611_036 == one_colour + one_value - both


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "size", "one_in"),
    [
        pytest.param("M09", 10, 843, marks=pytest.mark.prove),
        ("M15", 8, 194),
        ("M17", 9, 51),
        ("M18", 9, 51),
        ("M21", 10, 27),
    ],
)
def test_chances_of_the_rest(task: str, size: int, one_in: int) -> None:
    """Where hands are too many to list, the share among random ones is the rules', B."""
    rng = Random(7)
    tries = 40 * one_in
    # M21 counts exactly two colours; M15 counts four of a value as pairs.
    also = (DEPENDS,) if task == "M15" else ()
    judged = solves(task, *also)
    won = sum(judged(tuple(rng.sample(CLASSIC.numbers, size))) for _ in range(tries))

    assert 40 == pytest.approx(won, abs=3.5 * 40**0.5)


def test_m08_by_its_smallest_hands() -> None:
    """Nine hands of eight cards reach 88, all of them elevens."""
    high = [c for c in CLASSIC.numbers if c.face in {"R10", "R11", "Y11", "G11"}]

    assert 9 == sum(map(solves("M08"), combinations(high, 8)))


# --- laws -----------------------------------------------------------------------

STRAYS: dict[str, Callable[[Card], bool]] = {
    "M05": lambda c: c.value < 10,
    "M06": lambda c: c.colour != "Y",
    "M07": lambda c: c.colour != "G",
    "M09": lambda c: c.value % 2 == 0,
    "M11": lambda c: c.value > 3,
    "M12": lambda c: c.value > 4,
    "M13": lambda c: c.value > 5,
    "M17": lambda c: c.colour == "G",
    "M18": lambda c: c.colour == "Y",
    "M19": lambda c: c.value != 5,
    "M20": lambda c: c.value != 10,
}
"""Cards that have no place in any solved hand of a task."""

NUMBERS = st.sampled_from(CLASSIC.numbers)
HANDS = st.lists(NUMBERS, unique=True, max_size=14).map(tuple)
NEAR = st.builds(lambda seed: _tempting(CLASSIC, Random(seed)), st.integers(0, 2**32))


@given(st.sampled_from(list(STRAYS)), HANDS | NEAR, st.data())
def test_a_stray_card_wins_nothing(task: str, hand: Hand, data: st.DataObject) -> None:
    """A hand with a card that has no place in the task is never a yes."""
    foreign = [c for c in CLASSIC.numbers if STRAYS[task](c) and c not in hand]

    assert NO is answer(task, (*hand, data.draw(st.sampled_from(foreign))))


@given(st.sampled_from(["M01", "M02", "M03", "M14"]), HANDS, NUMBERS)
def test_fixed_sizes_refuse_one_more(task: str, hand: Hand, card: Card) -> None:
    """A card more than the exact number is never a yes."""
    if len(hand) >= CLASSIC.asked[task].exactly and card not in hand:
        assert NO is answer(task, (*hand, card))


@given(st.sampled_from(["M10", "M16", "M03", "M14"]), NEAR, NUMBERS)
def test_one_colour_refuses_another(task: str, hand: Hand, card: Card) -> None:
    """A card of a second colour is never a yes where one colour is asked for."""
    if card.colour not in {c.colour for c in hand}:
        assert NO is answer(task, (*hand, card))


@given(NEAR, NUMBERS)
def test_a_card_without_partner_wins_nothing(hand: Hand, card: Card) -> None:
    """A value that was not there leaves M15 with a card over."""
    if card.value not in {c.value for c in hand}:
        assert NO is answer("M15", (*hand, card))


@given(NEAR, st.permutations("RYG"))
def test_a_third_colour_wins_nothing(hand: Hand, order: list[str]) -> None:
    """Cards of all three colours never solve M21."""
    there = {c.colour for c in hand}
    more = tuple(Card.parse(f"{c}01-1") for c in order if c not in there)

    assert NO is answer("M21", hand + more)


@settings(max_examples=60)
@given(NEAR | HANDS, st.permutations(CLASSIC.actions), st.randoms())
def test_kept_actions_and_order_do_not_matter(hand: Hand, actions: list[Card], rng: Random) -> None:
    """Kept actions neither help nor hurt, at-once ones always hurt, and a hand has no order."""
    kept = [c for c in actions if c.face[0] == "K"]
    mixed = [*hand, *kept[:3]]
    rng.shuffle(mixed)
    for task in TASKS:
        bare = answer(task, hand)
        assert bare is answer(task, mixed)
        assert NO is answer(task, (*mixed, Card.parse("A03-1")))


@settings(max_examples=60)
@given(NEAR | HANDS, NEAR | st.none(), st.sampled_from(TASKS))
def test_reasons_fit_the_answer(hand: Hand, mac: Hand | None, task: str) -> None:
    """A yes has no reasons, a no and a *depends* have, each of its own kind and worded in every language."""
    found = verdict(task, hand, mac, CLASSIC)

    assert (found.answer is YES) is (found.reasons == ())
    for reason in found.reasons:
        assert found.answer is reason.answer
        assert set(reason.cards) <= {*hand, *(mac or ())}
        for language in LANGUAGES:
            said = words(language)(reason.text)
            assert said.endswith("?") or ")" in said or found.answer is NO


def test_every_task_is_checked() -> None:
    """The table of checks has every murphy card."""
    assert list(TASKS) == list(CHECKS)
