"""The closed set of symbols, and what a patch of a picture is taken for."""

from __future__ import annotations

import numpy as np
import pytest
import segno
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.codes import Conditions, foreign, sheet, some_conditions
from benchmarks.tag_table import lines
from companion.games.dumm_gelaufen.mat import MAT, pieces
from vision.lens import STRAIGHT
from vision.match.levels import level_of
from vision.match.sampling import Pyramid
from vision.match.search import FoundSymbols, compare, search
from vision.match.symbols import (
    SIDE,
    Deck,
    blurring,
    deck_of,
    fixed_light,
    fixed_modules,
    framed,
    light,
)
from vision.pose import Pose
from vision.tags import MODULES, TABLE, encoded, packed, sampled, symbol, unpacked

pytestmark = pytest.mark.native

PAYLOADS = sorted(pieces().payloads)
CLEAN = Conditions(px_per_module=1.5)


@pytest.fixture(scope="module")
def deck() -> Deck:
    """Both editions."""
    return deck_of(PAYLOADS)


def look(deck: Deck, names: list[str], seen: Conditions, seed: int = 0) -> FoundSymbols:
    """What is found on a sheet of cards' symbols."""
    rng = np.random.default_rng(seed)
    return found_on(deck, sheet(map(symbol, names), seen, rng).picture, seen)


def found_on(deck: Deck, picture: np.ndarray, seen: Conditions) -> FoundSymbols:
    """What is found in a picture whose symbols are as large as they are said to be."""
    plane = Pose(np.eye(3), STRAIGHT, (picture.shape[1], picture.shape[0]), MAT)
    return search(level_of(Pyramid(picture), plane, MODULES * seen.px_per_module), deck)


def read(deck: Deck, found: FoundSymbols) -> list[str]:
    """The payloads read for sure."""
    return sorted(deck.payloads[card] for card in found.matches.card[found.sure])


@pytest.mark.prove
def test_the_table_of_tags_is_what_the_standard_says() -> None:
    """Of every card of every game, and of nothing else."""
    assert lines() == TABLE.read_text("ascii").splitlines()


def test_a_tag_of_the_table_is_as_it_would_be_encoded() -> None:
    for payload in PAYLOADS[::40]:
        assert np.array_equal(encoded(payload), symbol(payload))
        assert np.array_equal(symbol(payload), unpacked(packed(symbol(payload))))


def test_a_tag_that_is_in_no_table_is_encoded() -> None:
    """Another house's game brings cards of its own."""
    assert np.array_equal(encoded("XY9-A01-1"), symbol("XY9-A01-1"))


@pytest.mark.parametrize("payload", ["DG1-R07-2", "DG2-MAC-1", "DG1-M21-1"])
def test_any_decoder_reads_a_symbol(payload: str) -> None:
    """What is drawn is QR version 1 that says its payload."""
    drawn = np.kron(np.pad(~symbol(payload), 4, constant_values=True), np.ones((4, 4)))

    (code,) = zxingcpp.read_barcodes((drawn * 255).astype(np.uint8))

    assert payload == code.text
    assert (21, 21) == symbol(payload).shape


def test_cards_differ_in_many_modules() -> None:
    """Level H and the standard's masks keep any two cards of both editions at least 50 modules apart."""
    flat = np.array([symbol(payload).ravel() for payload in PAYLOADS])
    apart = [(flat[i] != flat[i + 1 :]).sum(axis=1).min() for i in range(len(flat) - 1)]

    assert 50 <= min(apart)


@settings(deadline=None)
@given(st.text("ABC123-", min_size=1, max_size=10), st.integers(0, 7))
def test_fixed_modules_are_the_same_in_every_symbol(text: str, mask: int) -> None:
    """Whatever a version 1 symbol says and however it is masked, the fixed modules are the same."""
    code = segno.make(text, version=1, mask=mask, micro=False)
    modules = np.array([[bool(module) for module in row] for row in code.matrix])

    fixed = fixed_modules()

    assert (fixed_light()[fixed] == light(modules)[fixed]).all()


def test_a_blurred_symbol_is_its_own_card_and_far_from_all_others(deck: Deck) -> None:
    """Blurred as the matrices reckon, every card scores near 1 and no other comes near."""
    blur = blurring()
    patches = [blur @ framed(light(symbol(name)), 1.0, 1.0) for name in deck.payloads]

    found = compare(deck, np.array(patches, np.float32))

    assert list(range(len(PAYLOADS))) == found.card.tolist()
    assert 0.9 < found.score.min()
    assert 0.35 < found.margin.min()


@pytest.mark.slow
@settings(deadline=None)
@given(gain=st.floats(0.1, 5), offset=st.floats(-100, 100), slope=st.floats(-2, 2))
def test_light_does_not_matter(deck: Deck, gain: float, offset: float, slope: float) -> None:
    """Brighter, darker, flatter, lit from one side: the score stays what it is."""
    patch = blurring() @ framed(light(symbol("DG1-G11-3")), 1.0, 1.0)
    x = np.tile(np.arange(SIDE), SIDE)

    plain, lit = compare(
        deck, np.array([patch, gain * patch + offset + slope * x], np.float32)
    ).score

    assert plain == pytest.approx(lit, abs=0.02)


@pytest.mark.parametrize(
    "seen",
    [
        CLEAN,
        Conditions(px_per_module=0.7, blur_px=0.3),
        Conditions(px_per_module=1.3, blur_px=0.8, noise=4, contrast=0.6, jpeg=75),
        Conditions(px_per_module=2.4, blur_px=1.8, noise=10),
    ],
    ids=["clean", "0.7 px a module", "dim and blurred", "noisy"],
)
def test_a_sheet_of_cards_is_read_at_every_turn(deck: Deck, seen: Conditions) -> None:
    """Sixty cards, each turned as it likes: all but one in fifty are read, none for another."""
    names = PAYLOADS[::4][:60]
    laid = names[: len(sheet(map(symbol, names), seen, np.random.default_rng(0)).middles)]

    found = read(deck, look(deck, names, seen))

    assert set(found) <= set(laid)
    assert 0.98 * len(laid) <= len(found)


def test_a_symbol_found_lies_where_it_was_laid(deck: Deck) -> None:
    """Corners are right to a fifth of a pixel on a clean sheet."""
    names = PAYLOADS[:40]
    made = sheet(map(symbol, names), CLEAN, np.random.default_rng(3))

    found = found_on(deck, made.picture, CLEAN)

    middles = found.at.middle[found.sure]
    off = np.linalg.norm(middles[:, None] - made.middles[None], axis=2).min(axis=1)
    assert 38 <= len(middles)
    assert off.max() < 0.2


def test_sampling_reads_the_modules() -> None:
    """A drawn symbol's middles of modules are its modules."""
    wanted = symbol("DG1-K03-1")
    drawn = np.kron(~wanted, np.ones((6, 6))).astype(np.uint8) * 255
    corners = np.array([[0, 0], [126, 0], [126, 126], [0, 126]]) - 0.5

    assert (wanted == (sampled(drawn, corners) < 128)).all()


def _foreign_looks(deck: Deck, patches: int, seed: int) -> tuple[int, list[str]]:
    """How many places on sheets of foreign codes were compared with the cards, and what was read there."""
    rng = np.random.default_rng(seed)
    looked, wrong = 0, []
    while looked < patches:
        seen = some_conditions(rng)
        made = sheet((foreign(rng) for _ in range(150)), seen, rng)
        found = found_on(deck, made.picture, seen)
        looked += len(found.fit)
        wrong += read(deck, found)
    return looked, wrong


@pytest.mark.slow
def test_foreign_codes_are_no_cards(deck: Deck) -> None:
    """Other decks, other texts, other levels, masks and versions: not one is taken for a card."""
    looked, wrong = _foreign_looks(deck, 300, seed=11)

    assert 300 <= looked
    assert [] == wrong


@pytest.mark.prove
def test_fifty_thousand_foreign_patches_are_no_cards(deck: Deck) -> None:
    """Not one card in 50,000 places that look like symbols to the finders."""
    looked, wrong = _foreign_looks(deck, 50_000, seed=12)

    assert 50_000 <= looked
    assert [] == wrong


def _covered(name: str, part: tuple[slice, slice], dark: bool) -> np.ndarray:
    modules = symbol(name).copy()
    modules[part] = dark
    return modules


@pytest.mark.parametrize("dark", [False, True], ids=["paper", "shadow"])
@pytest.mark.parametrize(
    "part",
    [
        (slice(13, None), slice(13, None)),
        (slice(None), slice(17, None)),
        (slice(9, 13), slice(None)),
    ],
    ids=["a corner", "an edge with half a finder", "a stripe"],
)
def test_partly_covered_tags_are_read(deck: Deck, part: tuple[slice, slice], dark: bool) -> None:
    """A finger's breadth over a tag leaves nine of ten readable, and makes no other card of any."""
    names = PAYLOADS[1::5][:40]
    rng = np.random.default_rng(5)
    made = sheet((_covered(name, part, dark) for name in names), CLEAN, rng)

    found = read(deck, found_on(deck, made.picture, CLEAN))

    assert set(found) <= set(names)
    assert 0.9 * len(names) <= len(found)
