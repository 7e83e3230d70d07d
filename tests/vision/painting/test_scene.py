"""The painted table against what it claims to show, and against a reader that never saw the layout."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.sheets import faces
from companion.kit.painted import Thing
from companion.words import words
from tests.places import PICTURES
from vision.painting.hands import _Arm
from vision.painting.layout import Layout, Lying, PaintedHand, fan, pile
from vision.painting.scene import paint, still
from vision.painting.truth import seen
from vision.painting.view import Glare, Light, View, pose
from vision.pictures import grey_of
from vision.pose import marker_mm
from vision.printing.faces import PrintedFace, plain
from vision.reader import Reader
from vision.tags import symbol

DECK = {card.code: card for card in faces(load_edition("classic"), words("en"))}
NUMBERS = tuple(card for code, card in DECK.items() if code[0] in "RYG")
SHARP = View(MAT, size=(1440, 810), blur=0.4, noise=1.0)
SMALL = View(MAT, size=(960, 540), noise=0.0)
DIM = Light(level=0.6, shadow=0.4)


def rng() -> np.random.Generator:
    """Noise that is the same every time."""
    return np.random.default_rng(1)


def row(codes: tuple[str, ...], seed: int = 0) -> tuple[Lying, ...]:
    """Cards in Mac's row, laid by hand."""
    random = Random(seed)
    return tuple(
        Lying(
            DECK[code],
            (88 + 69 * n + random.gauss(0, 1.5), 66 + random.gauss(0, 2)),
            random.gauss(0, 3),
        )
        for n, code in enumerate(codes)
    )


MAC = row(("R07-1", "Y10-2", "G06-1", "G09-3", "R11-1", "Y01-1", "G11-2"))
REACHING = PaintedHand((300.0, 40.0), (380.0, 620.0))


def table(seed: int = 0) -> Layout:
    """A table in the middle of a game."""
    rest = [card for card in NUMBERS if card not in {one.face for one in MAC}]
    lying = (
        *MAC,
        *pile(rest[:9], (97.5, 178), seed),
        *pile(rest[9:50], (182.5, 178), seed + 1, up=False),
        *pile(rest[50:52], (267.5, 178), seed + 2),
        *pile([DECK["A03-1"], DECK["K08-1"]], (382.5, 178), seed + 3),
        *fan(rest[52:58], (90, 320), 31, -3),
        Lying(DECK["M10-1"], (400, 325), 8),
    )
    return Layout(lying, (Thing("pen", (490, 185), -12),))


def read(picture: NDArray[np.uint8]) -> set[tuple[str, str | None]]:
    """Code and zone of all cards in a picture, by the project's reader."""
    reader = Reader(pieces("classic"), (MAT,))
    return {(one.code, one.zone) for one in reader.read(grey_of(picture)).sightings}


def shown(layout: Layout, view: View) -> set[tuple[str, str | None]]:
    """Code and zone of all cards with at least one whole tag."""
    return {
        (card.payload[4:], card.zone)
        for card in seen(layout, view)
        if any(tag.full for tag in card.tags)
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "view",
    [
        SHARP,
        replace(SHARP, cloth="green", roll=180.0, tilt=(6.0, -5.0), jpeg=80),
        replace(SHARP, cloth="paper", k=0.03, height_mm=650.0, fill=0.9, light=DIM),
    ],
    ids=["plain", "upside down and compressed", "near, bent and dim"],
)
def test_a_painted_table_reads_as_it_lies(view: View) -> None:
    """The reader finds every card that shows a whole tag, in its zone, and no other."""
    layout = table()

    expected = shown(layout, view)
    found = read(paint(layout, view, rng()))

    assert 16 <= len(expected)
    assert expected - found == set()
    lying = {(c.payload[4:], c.zone) for c in seen(layout, view)}
    assert found - lying == set()


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10_000), count=st.integers(1, 7))
def test_read_is_the_inverse_of_paint(seed: int, count: int) -> None:
    """Whatever row lies with Mac, the same row is read from its picture, left to right."""
    codes = tuple(Random(seed).sample(sorted(DECK), count))
    layout = Layout(row(codes, seed))
    reader = Reader(pieces("classic"), (MAT,))

    reading = reader.read(grey_of(paint(layout, SHARP, rng())))

    assert codes == reading.zones["mac"]


def test_corners_are_where_the_truth_says() -> None:
    """The markers of a bent, tilted view lie where they are said to lie."""
    view = replace(SHARP, k=0.04, tilt=(5.0, 8.0), roll=7.0, fill=0.8)
    layout = Layout()
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    detector.setDetectorParameters(_subpixel())

    corners, ids, _ = detector.detectMarkers(grey_of(paint(layout, view, rng())))

    assert [0, 1, 2, 3] == sorted(np.ravel(ids).tolist())
    for number, at in zip(np.ravel(ids), corners, strict=True):
        quad = pose(view).to_px(marker_mm(MAT, int(number)))
        assert quad == pytest.approx(at[0], abs=0.8)
        assert quad.mean(0) == pytest.approx(at[0].mean(0), abs=0.15)


def _subpixel() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters


def test_modules_finer_than_pixels_are_averaged() -> None:
    """A tag at 1.1 px a module has, pixel for pixel, the luma of the light that falls on it."""
    view = View(
        MAT,
        size=(960, 540),
        blur=0.0,
        noise=0.0,
        tilt=(0, 0),
        roll=0,
        k=0,
        light=Light(level=1.0, falloff=0.0, warmth=0.0),
    )
    card = Lying(plain("DG1-R07-2"), (297.0, 210.0), 11.0, height=0.0)
    picture = grey_of(paint(Layout((card,)), view, rng()))
    (truth,) = seen(Layout((card,)), view)
    quad = np.array(truth.tags[0].corners)

    exact = _exact_luma(quad, "DG1-R07-2")
    x0, y0 = np.ceil(quad.min(0)).astype(int)
    x1, y1 = np.floor(quad.max(0)).astype(int)
    inside = [
        (x, y)
        for y in range(y0, y1)
        for x in range(x0, x1)
        if cv2.pointPolygonTest(quad.astype(np.float32), (float(x), float(y)), True) > 1.5
    ]
    off = [abs(float(picture[y, x]) - exact(x, y)) for x, y in inside]

    assert 200 < len(inside)
    assert np.mean(off) < 6
    assert max(off) < 40


def _exact_luma(quad: NDArray[np.float64], payload: str) -> Callable[[int, int], float]:
    """The mean luma over a pixel's area, by a thousand samples."""
    to = cv2.getPerspectiveTransform(
        quad.astype(np.float32), np.array([[0, 0], [21, 0], [21, 21], [0, 21]], "f4")
    )
    dark = symbol(payload)
    steps = (np.arange(32) + 0.5) / 32 - 0.5
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))

    def luma(x: int, y: int) -> float:
        at = cv2.perspectiveTransform(np.column_stack([x + u, y + v])[None], to)[0]
        column, line = np.clip(at.T.astype(int), 0, 20)
        return float(np.where(dark[line, column], 0, 247).mean())

    return luma


def test_a_hand_hides_what_is_under_it_and_nothing_else() -> None:
    """Cards under the arm have no whole tag; the others lose none."""
    free, reached = table(), replace(table(), hands=(REACHING,))

    before, after = shown(free, SHARP), shown(reached, SHARP)
    hidden = {code for code, _ in before - after}

    assert after < before
    assert "G09-3" in hidden
    assert {"R07-1", "G11-2"} <= {code for code, _ in after}
    found = read(paint(reached, SHARP, rng()))
    assert after - found == set()


def test_a_hand_changes_only_its_part_of_the_picture() -> None:
    """Far from arm and shadow every pixel stays as it was."""
    free = paint(table(), SMALL, rng())
    reached = paint(replace(table(), hands=(REACHING,)), SMALL, rng())

    changed = np.argwhere((free != reached).any(axis=2))
    left = pose(SMALL).to_px(np.array([[180.0, 210.0]]))[0, 0]

    assert 5000 < len(changed)
    assert left < changed[:, 1].min()


def test_what_a_hand_holds_is_in_no_zone() -> None:
    """A carried card is seen, above all others, and lies nowhere."""
    card = Lying(DECK["K05-1"], (300.0, 80.0), 10.0, height=40.0)
    hand = PaintedHand((310.0, 125.0), (380.0, 620.0), closed=True, holds=(card,))
    layout = replace(table(), hands=(hand,))

    carried = seen(layout, SHARP)[-1]

    assert ("DG1-K05-1", None) == (carried.payload, carried.zone)
    assert carried.tags[0].full
    assert 0 < carried.visible < 1


def test_a_moving_card_is_smeared() -> None:
    """While the shutter is open a carried card moves: its tag loses its contrast."""
    card = Lying(DECK["K05-1"], (300.0, 180.0), height=40.0)
    still_hand = PaintedHand((310.0, 225.0), (380.0, 620.0), holds=(card,))
    moving = replace(still_hand, smear=(12.0, 5.0))

    contrast = []
    for hand in (still_hand, moving):
        layout = Layout(hands=(hand,))
        picture = grey_of(paint(layout, SHARP, rng()))
        quad = np.array(seen(layout, SHARP)[-1].tags[0].corners)
        (x0, y0), (x1, y1) = quad.min(0).astype(int), quad.max(0).astype(int)
        contrast.append(picture[y0:y1, x0:x1].std())

    assert contrast[1] < 0.6 * contrast[0]


def test_the_lower_cards_of_a_pile_are_hidden() -> None:
    """Of an open pile only the top shows a whole tag, and a pile face down shows none."""
    tops = {code for code, zone in shown(table(), SHARP) if zone in ("open-left", "actions")}

    assert "K08-1" in tops
    assert "A03-1" not in tops
    assert not [c for c in seen(table(), SHARP) if c.zone == "draw" and c.tags]


def test_a_pile_rises() -> None:
    """The top of a pile of 40 lies 12 mm above the mat, nearer to the camera than a single card."""
    high = list(pile(NUMBERS[:40], (182.5, 178), 1))
    low = list(pile(NUMBERS[:1], (182.5, 178), 1))

    assert 12.0 == pytest.approx(high[-1].height)
    assert 0.3 == pytest.approx(low[-1].height)
    sizes = []
    for cards in (high, low):
        quad = np.array(seen(Layout(tuple(cards)), SHARP)[-1].tags[0].corners)
        sizes.append(np.linalg.norm(quad[1] - quad[0]))
    assert sizes[0] / sizes[1] == pytest.approx(800 / (800 - 11.7), abs=0.003)


def test_the_same_dice_paint_the_same_picture() -> None:
    """Noise comes from the generator alone."""
    layout = Layout(MAC, hands=(REACHING,))

    once, again = (paint(layout, SHARP, rng()) for _ in range(2))
    other = paint(layout, SHARP, np.random.default_rng(2))

    assert np.array_equal(once, again)
    assert not np.array_equal(once, other)


def test_noise_is_as_strong_as_asked() -> None:
    """The luma's noise has the standard deviation of the view's, give or take its colour part."""
    quiet = grey_of(paint(Layout(), replace(SMALL, noise=0), rng())).astype(float)
    noisy = grey_of(paint(Layout(), replace(SMALL, noise=4.0), rng())).astype(float)

    middle = (noisy - quiet)[200:300, 300:600]
    assert 4.0 == pytest.approx(middle.std(), rel=0.15)


def test_what_did_not_change_is_not_painted_anew() -> None:
    """The table without hands is kept from frame to frame."""
    layout = table()

    assert still(layout, SMALL) is still(table(), SMALL)


def test_light_falls_off_and_glare_washes_out() -> None:
    """It is darker far from the lamp; in a glare a tag loses its contrast."""
    light = Light(lamp=(0.0, 0.0), falloff=0.6, glare=(Glare((88.0, 40.0), 40.0, 0.9),))
    plain_view = replace(SMALL, light=replace(light, glare=()), cloth="paper")
    glaring = replace(plain_view, light=light)
    near, far = pose(SMALL).to_px(np.array([[46.0, 122.0], [560.0, 232.0]])).astype(int)

    picture = grey_of(paint(Layout(), plain_view, rng()))
    washed = grey_of(paint(Layout(MAC), glaring, rng()))
    clear = grey_of(paint(Layout(MAC), plain_view, rng()))

    assert int(picture[far[1], far[0]]) + 25 < picture[near[1], near[0]]
    x, y = pose(SMALL).to_px(np.array([[73.0, 36.0]])).astype(int)[0]
    tag = (slice(y - 8, y + 8), slice(x - 8, x + 8))
    assert washed[tag].std() < 0.5 * clear[tag].std()


def test_the_truth_speaks_as_the_test_pictures_do() -> None:
    """Every word of a card's truth is one of theirs."""
    picture = PICTURES / "easy_01_1280x720.json"
    if not picture.exists():
        pytest.skip("the photo-like pictures are not beside the repository")
    theirs = json.loads(picture.read_text())["cards"][0]

    ours = seen(table(), SHARP)[0].to_json()

    assert set(ours) <= set(theirs)
    assert set(ours["tags_visible"][0]) <= set(theirs["tags_visible"][0])


def test_zones_are_those_of_the_card_s_centre() -> None:
    """A card beside all zones has none."""
    card = Lying(NUMBERS[0], (460.0, 178.0))

    assert MAT.zone_at(460.0, 178.0) is None
    assert seen(Layout((card,)), SHARP)[0].zone is None


def test_foreign_tags_can_be_painted() -> None:
    """A card that is in no deck is painted with its tags all the same."""
    stranger: PrintedFace = plain("XX9-Z99-9")
    picture = paint(Layout((Lying(stranger, (297.0, 66.0)),)), SHARP, rng())
    reader = Reader(pieces("classic"), (MAT,))

    reading = reader.read(grey_of(picture))

    assert ("XX9-Z99-9",) == tuple({unknown.text for unknown in reading.unknown})
    assert () == reading.sightings


def test_an_arm_is_drawn_once_for_an_open_and_a_closed_hand() -> None:
    """Whichever was seen first, a closed hand and its arm look the same."""
    looks = (True, (52, 72, 110), (224, 172, 140))
    one, other = _Arm(*looks), _Arm(*looks)
    opened = one.drawn(False)
    first, after = other.drawn(True), one.drawn(True)

    assert all(np.array_equal(*both) for both in zip(first, after, strict=True))
    assert not np.array_equal(opened[1], after[1])
