"""The reader on photo-like pictures and on painted tables: what lies there, where, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from benchmarks.pictures import PICTURES, WIDTHS, Photo, photos
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.sheets import faces
from companion.mat import Mat
from companion.pieces import TAG_MM
from companion.words import words
from vision.frame import Frame, Grey
from vision.painting.layout import Layout, Lying, PaintedHand
from vision.painting.scene import paint
from vision.painting.view import Glare, Light, View, pose
from vision.pictures import grey_of
from vision.printing.faces import PrintedFace, plain
from vision.printing.marks import Polygon, Symbol, Text
from vision.reader import Reader
from vision.reading import Reading, Sighting, corners_of, left_to_right, top_first
from vision.sight.track import RELOOKS, each_once

pytestmark = pytest.mark.native

DECK = {card.code: card for card in faces(load_edition("classic"), words("en"))}
VIEW = View(MAT, size=(1280, 720), jpeg=88)
BOTH = pieces()
needs_pictures = pytest.mark.skipif(not PICTURES.is_dir(), reason="the photo-like pictures")


@pytest.fixture(scope="module")
def reader() -> Reader:
    """A reader that knows both editions."""
    return Reader(BOTH, (MAT,))


@cache
def painted(layout: Layout, view: View = VIEW, seed: int = 1) -> Grey:
    """A table as a camera sees it."""
    return grey_of(paint(layout, view, np.random.default_rng(seed)))


def row(*codes: str, turn: float = 2.0) -> tuple[Lying, ...]:
    """Cards in Mac's row."""
    return tuple(
        Lying(DECK[code], (90 + 70.0 * n, 66.0), turn * (n % 3 - 1)) for n, code in enumerate(codes)
    )


MAC = row("R07-1", "Y10-2", "G06-1", "G09-3", "K05-1")
TABLE = Layout((*MAC, Lying(DECK["Y05-1"], (97, 178), 3), Lying(DECK["M10-1"], (300, 320), 140)))


def frames(*pictures: Grey) -> Iterator[Frame]:
    """Pictures as a camera gives them, ten a second."""
    for number, picture in enumerate(pictures):
        yield Frame(number, number / 10, picture)


def cards(reading: Reading) -> set[tuple[str, str | None]]:
    """Payload and zone of every card seen."""
    return {(seen.payload, seen.zone) for seen in reading.sightings}


def noisy(picture: Grey, seed: int, spread: float = 2.0) -> Grey:
    """The picture with the noise of another moment."""
    noise = np.random.default_rng(seed).normal(0, spread, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


# Photo-like pictures.

LEAST: Mapping[str, Mapping[bool, float]] = {
    "easy": {True: 1.0, False: 1.0},
    "medium": {True: 0.995, False: 0.985},
    "hard": {True: 0.985, False: 0.93},
}
"""Recall that is asked for, by level and whether the picture is 1280 wide or more."""


def check(reader: Reader, width: int, level: str) -> None:
    wanted = read = 0
    for photo in photos(width, level):
        found = cards(reader.read(photo.grey))
        assert found <= lying(photo), photo.name
        wanted += len(photo.wanted)
        read += len(set(photo.wanted.items()) & found)
    assert wanted
    assert LEAST[level][width >= 1280] * wanted <= read


def lying(photo: Photo) -> set[tuple[str, str | None]]:
    """Payload and zone of everything of which something is seen."""
    return {(tag.payload, tag.zone) for tag in photo.tags}


@needs_pictures
@pytest.mark.parametrize("level", LEAST)
@pytest.mark.parametrize("width", [1280, 640])
def test_photos_are_read(reader: Reader, width: int, level: str) -> None:
    """Every card asked for, in its zone, at half a webcam's resolution too; no other card."""
    check(reader, width, level)


@needs_pictures
@pytest.mark.prove
@pytest.mark.parametrize("level", LEAST)
@pytest.mark.parametrize("width", WIDTHS)
def test_photos_are_read_at_every_width(reader: Reader, width: int, level: str) -> None:
    """The same at every width the reader is judged at."""
    check(reader, width, level)


@needs_pictures
def test_corners_are_the_symbols_own(reader: Reader) -> None:
    """Corners begin at the symbol's own top-left and are right to a module."""
    photo = next(photos(1280, "easy"))
    true = {(tag.payload, round(tag.corners[0][0] / 40)): tag for tag in photo.tags}

    reading = reader.read(photo.grey)

    for seen in reading.sightings:
        corners = np.array(seen.corners)
        near = [
            float(np.abs(corners - tag.corners).max())
            for tag in true.values()
            if tag.payload == seen.payload
        ]
        assert min(near) < 1.3


# Painted tables.


@pytest.mark.parametrize(
    "view",
    [
        VIEW,
        replace(VIEW, roll=180.0),
        replace(VIEW, size=(720, 1280), roll=90.0, fill=1.3),
        replace(VIEW, cloth="green", light=Light(level=0.5, shadow=0.5), noise=4.0),
        replace(VIEW, size=(960, 540), blur=0.6),
    ],
    ids=["tidy", "upside down", "portrait", "dim", "960 wide"],
)
def test_a_table_reads_as_it_lies(reader: Reader, view: View) -> None:
    """Cards are in their zones however the camera hangs; the row is told left to right."""
    reading = reader.read(painted(TABLE, view))

    assert ("R07-1", "Y10-2", "G06-1", "G09-3", "K05-1") == reading.zones["mac"]
    assert ("Y05-1",) == reading.zones["open-left"]
    assert ("M10-1",) == reading.zones["claim"]
    assert not reading.limits.mirrored


def test_a_mirrored_picture_is_named(reader: Reader) -> None:
    """Markers that are only there in the mirror say so; nothing is read."""
    reading = reader.read(np.ascontiguousarray(painted(TABLE)[:, ::-1]))

    assert reading.limits.mirrored
    assert reading.pose is None
    assert () == reading.sightings


def test_a_pile_is_told_top_first(reader: Reader) -> None:
    """Of cards that show a tag each, the one on top comes first, whichever way it is turned."""
    below = Lying(DECK["R04-1"], (104, 184), 12)
    above = Lying(DECK["G11-2"], (95, 176), -3)

    for pile in ((below, above), (above, below)):
        reading = reader.read(painted(Layout(pile)))
        assert pile[1].face.code == reading.zones["open-left"][0]


def test_order_of_sightings_does_not_matter() -> None:
    """Rows and piles come out the same however the symbols were found."""
    quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    one = Sighting(BOTH["DG1-R01-1"], quad, "match", 1.0, "mac", (90.0, 60.0), 0.0, (70.0, 30.0))
    two = replace(one, face=BOTH["DG1-R02-1"], centre=(100.0, 62.0), tag=(80.0, 32.0))

    assert ("R01-1", "R02-1") == left_to_right([two, one]) == left_to_right([one, two])
    assert ("R02-1", "R01-1") == top_first([one, two]) == top_first([two, one])


def test_both_tags_lead_to_the_same_centre(reader: Reader) -> None:
    """A card's centre and zone come out the same from either tag."""
    reading = reader.read(painted(Layout((Lying(DECK["G09-3"], (250, 66), 25),))))

    centres = [seen.centre for seen in reading.sightings]
    assert 2 == len(centres)
    assert centres == [pytest.approx((250, 66), abs=1.0)] * 2
    assert () == reading.twice


def test_the_same_card_twice_is_told(reader: Reader) -> None:
    """Two copies of one tag at two places are both seen, and named."""
    lying = (Lying(DECK["R07-1"], (100, 66)), Lying(DECK["R07-1"], (300, 66)))

    reading = reader.read(painted(Layout(lying)))

    assert ("R07-1",) == reading.twice
    assert 2 <= len(reading.sightings)


def test_decks_are_told_apart() -> None:
    """A card of the other edition is no card of this one: it is unknown."""
    other = {card.code: card for card in faces(load_edition("newer"), words("en"))}
    layout = Layout((Lying(other["Y07-2"], (200, 66)), Lying(DECK["Y07-1"], (300, 66))))

    reading = Reader(pieces("classic"), (MAT,)).read(painted(layout))

    assert {("DG1-Y07-1", "mac")} == cards(reading)
    assert {"DG2-Y07-2"} == {unknown.text for unknown in reading.unknown}


def test_a_card_nobody_knows_is_unknown_or_unread(reader: Reader) -> None:
    """A foreign tag is never a card; a decoder says what it is, where one can."""
    stranger = Lying(plain("XX9-Z99-9"), (300.0, 66.0))

    small = reader.read(painted(Layout((stranger,))))
    large = reader.read(painted(Layout((stranger,)), replace(VIEW, size=(1920, 1080))))

    assert set() == cards(small) | cards(large)
    assert 0 < len(small.unread) + len(small.unknown)
    assert {"XX9-Z99-9"} == {unknown.text for unknown in large.unknown}


def test_glare_leaves_no_other_card(reader: Reader) -> None:
    """Washed-out tags are not read, and not taken for others."""
    view = replace(VIEW, light=Light(glare=(Glare((110.0, 40.0), 70.0, 1.0),)))

    found = cards(reader.read(painted(TABLE, view)))

    assert found <= {(card.face.payload, "mac") for card in MAC} | {
        ("DG1-Y05-1", "open-left"),
        ("DG1-M10-1", "claim"),
    }
    assert ("DG1-G09-3", "mac") in found


@pytest.mark.slow
def test_limits_say_what_limits() -> None:
    """Pixels a module, blur and noise are measured in the picture itself."""
    reader = Reader(BOTH, (MAT,))
    good = reader.read(painted(TABLE, replace(VIEW, jpeg=None, noise=1.0))).limits
    bad = reader.read(painted(TABLE, replace(VIEW, jpeg=None, blur=1.4, noise=6.0))).limits

    expected = pose(VIEW).px_per_mm * TAG_MM / 21
    assert good.px_per_module == pytest.approx(expected, rel=0.02)
    assert good.noise == pytest.approx(1.0, abs=0.5)
    assert bad.noise == pytest.approx(6.0, abs=1.5)
    assert good.sharpness is not None
    assert bad.sharpness is not None
    assert good.sharpness < 0.8 * bad.sharpness


# Stickers, hands without a mat.


def sticker(code: str, side: float) -> PrintedFace:
    """A card of the boxed game with a sticker of our tag somewhere on it."""
    card = DECK[code]
    white = [(8, 28), (12 + side, 28), (12 + side, 32 + side), (8, 32 + side)]
    marks = [mark for mark in card.marks if not isinstance(mark, Symbol | Text)]
    patch = Polygon(tuple((float(x), float(y)) for x, y in white), (255, 255, 255))
    tag = Symbol(card.payload, (10.0, 30.0), side)
    return replace(card, marks=(*marks, patch, tag))


@pytest.mark.parametrize("told", [(9.0,), None], ids=["told", "found"])
def test_stickers_of_9_mm_are_read_at_720p(told: tuple[float, ...] | None) -> None:
    """0.65 px a module: the reader is told the size or finds it out; a sticker's centre is its own."""
    codes = ("R07-1", "Y10-2", "G06-1", "K05-1", "G11-3")
    lying = tuple(
        Lying(sticker(code, 9.0), (90 + 80.0 * n, 66.0), 30.0 * n) for n, code in enumerate(codes)
    )

    reading = Reader(BOTH, (MAT,), sizes_mm=told).read(painted(Layout(lying)))

    assert set(codes) == {seen.code for seen in reading.sightings}
    for seen in reading.sightings:
        assert seen.centre == pytest.approx(seen.tag)


@pytest.mark.parametrize("side", [16.9, 17.1, 18.9, 19.2])
def test_what_was_printed_to_fit_the_page_is_read(reader: Reader, side: float) -> None:
    """A mat or cards at 94 to 107 %: the other is not scaled, or came from another printer."""
    codes = ("R07-1", "Y10-2", "G06-1", "K05-1", "G11-3", "M08-1", "A02-1")
    lying = tuple(
        Lying(sticker(code, side), (90 + 69.0 * n, 66.0), 50.0 * n) for n, code in enumerate(codes)
    )

    seen = reader.read(painted(Layout(lying)))

    assert set(codes) == {sighting.code for sighting in seen.sightings}


def test_an_empty_mats_markers_are_symbols_of_no_size() -> None:
    """Whoever looks for symbols of every size sees something like one in a marker."""
    reading = Reader(BOTH, (MAT,), sizes_mm=None).read(painted(Layout()))

    assert reading.pose is not None
    assert () == reading.unread


@pytest.mark.parametrize("side", [12.0, 15.0, 22.0])
def test_sizes_between_are_found(side: float) -> None:
    """Any size from 9 to 24 mm is found out."""
    lying = tuple(
        Lying(sticker(code, side), (100 + 90.0 * n, 66.0), 40.0 * n)
        for n, code in enumerate(("R07-1", "Y10-2", "G06-1"))
    )

    reading = Reader(BOTH, (MAT,), sizes_mm=None).read(painted(Layout(lying)))

    assert {"R07-1", "Y10-2", "G06-1"} == {seen.code for seen in reading.sightings}


@pytest.mark.parametrize("lean", [0.0, 0.12], ids=["straight", "tilted"])
def test_a_hand_without_a_mat_is_read(reader: Reader, lean: float) -> None:
    """A photo of cards and nothing else: size, turn and tilt are found in the tags."""
    view = replace(VIEW, size=(1600, 900), jpeg=None)
    close = painted(Layout(row("R07-1", "Y10-2", "G06-1", "G09-3")), view)[120:420, 350:900]
    height, width = close.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    leaning = corners + np.array([[lean, 0], [-lean, 0], [0, 0], [0, 0]]) * width
    turn = cv2.getPerspectiveTransform(corners, leaning.astype(np.float32))
    photo = cv2.warpPerspective(close, turn, (width, height), borderValue=120)

    reading = reader.read(np.asarray(photo, np.uint8))

    assert reading.pose is None
    assert {"R07-1", "Y10-2", "G06-1", "G09-3"} & {s.code for s in reading.sightings}
    assert {s.code for s in reading.sightings} <= {"R07-1", "Y10-2", "G06-1", "G09-3", "K05-1"}
    assert {None} == {seen.zone for seen in reading.sightings}


# Following.


def test_following_finds_what_a_fresh_look_finds() -> None:
    """A table that stands still stays read; what is known is confirmed at its place."""
    still = painted(TABLE)
    reader = Reader(BOTH, (MAT,))

    readings = [reader.follow(f) for f in frames(*(noisy(still, n) for n in range(6)))]

    fresh = cards(Reader(BOTH, (MAT,)).read(still))
    assert all(fresh <= cards(reading) for reading in readings)
    assert {"track"} == {seen.by for seen in readings[1].sightings}


def test_following_finds_out_which_size_stickers_have() -> None:
    """Found while two lie still; from then on the next is read as soon as it is laid, and cards of 18 mm as well."""
    own = {code: sticker(code, 12.0) for code in ("R07-1", "Y10-2", "G06-1")}
    laid = [Lying(own[code], (90 + 70.0 * n, 66.0)) for n, code in enumerate(own)]
    card = Lying(DECK["K05-1"], (97.0, 178.0))
    still = [painted(Layout(tuple(laid[:2])))] * 5
    then = [painted(Layout(tuple(laid))), painted(Layout((*laid, card)))]
    reader = Reader(BOTH, (MAT,), sizes_mm=None)

    readings = [reader.follow(frame) for frame in frames(painted(Layout()), *still, *then)]

    two, three, four = ({s.code for s in seen.sightings} for seen in readings[-3:])
    assert {"R07-1", "Y10-2"} == two
    assert set(own) == three
    assert {*own, "K05-1"} == four


def test_following_sees_a_card_swapped_in_one_frame() -> None:
    """Even a card exchanged for another at the very same place is seen at once."""
    before = TABLE
    after = Layout((Lying(DECK["R07-2"], MAC[0].at, MAC[0].turn), *TABLE.lying[1:]))
    reader = Reader(BOTH, (MAT,))

    seen = [reader.follow(f) for f in frames(painted(before), painted(before), painted(after))]

    assert "R07-1" in seen[1].zones["mac"]
    assert "R07-2" in seen[2].zones["mac"]
    assert "R07-1" not in seen[2].zones["mac"]


def test_following_sees_cards_come_and_go() -> None:
    """A card laid down is read, one taken away is gone, the others stay."""
    more = Layout((*TABLE.lying, Lying(DECK["A03-1"], (382, 178), -4)))
    fewer = Layout(TABLE.lying[1:])
    reader = Reader(BOTH, (MAT,))

    seen = [reader.follow(f) for f in frames(*map(painted, (TABLE, more, fewer)))]

    assert ("A03-1",) == seen[1].zones["actions"]
    assert "actions" not in seen[2].zones
    assert ("Y10-2", "G06-1", "G09-3", "K05-1") == seen[2].zones["mac"]


def test_a_tag_in_two_changed_parts_is_seen_once(reader: Reader) -> None:
    """Changed parts are upright rectangles and may overlap: what both hold is told once, a card's other tag stays."""
    seen = reader.read(painted(TABLE)).sightings
    again = [
        replace(each, corners=corners_of(np.array(each.corners) + (0.3, -0.2))) for each in seen
    ]

    assert list(seen) == each_once((*seen, *again))


def test_a_hand_covers_and_leaves_everything_as_it_was() -> None:
    """Under a hand nothing is invented; when it has gone all is read again."""
    hand = Layout(TABLE.lying, hands=(PaintedHand((230.0, 60.0), (260.0, 620.0)),))
    reader = Reader(BOTH, (MAT,))

    seen = [reader.follow(f) for f in frames(*map(painted, (TABLE, hand, TABLE)))]

    everything = cards(seen[0])
    assert cards(seen[1]) <= everything
    assert len(seen[1].sightings) < len(seen[0].sightings)
    assert cards(seen[2]) == everything


def test_a_bumped_camera_is_followed() -> None:
    """The picture shifts by some mm and turns: the next frame has the new pose, and every card in its zone."""
    bumped = replace(VIEW, aim=(303.0, 214.0), roll=2.5)
    reader = Reader(BOTH, (MAT,))

    seen = [reader.follow(f) for f in frames(painted(TABLE), painted(TABLE, bumped))]

    assert cards(seen[0]) == cards(seen[1])
    assert seen[1].pose is not None
    middle = np.array([[297.0, 210.0]])
    assert seen[1].pose.to_px(middle) == pytest.approx(pose(bumped).to_px(middle), abs=0.7)


def test_markers_hidden_one_after_the_other_hold_the_pose() -> None:
    """With two markers under arms the last good pose holds, and the rest is read."""
    arms = (PaintedHand((25.0, 25.0), (-250.0, 100.0)), PaintedHand((560.0, 30.0), (850.0, 100.0)))
    hidden = Layout(TABLE.lying, hands=arms)
    reader = Reader(BOTH, (MAT,))

    seen = [reader.follow(f) for f in frames(painted(TABLE), painted(hidden))]

    assert seen[1].pose is not None
    assert ("M10-1",) == seen[1].zones["claim"]
    assert ("Y05-1",) == seen[1].zones["open-left"]


def corner_hidden(layout: Layout) -> Layout:
    """The table while a hand lies over its first marker."""
    return replace(layout, hands=(PaintedHand((25.0, 25.0), (-250.0, 100.0)),))


def cut(picture: Grey) -> Grey:
    """Half of a mat."""
    return picture[:, : picture.shape[1] // 2]


@pytest.mark.parametrize("second", [Grey.copy, cut], ids=["whole", "cut off"])
@pytest.mark.parametrize("axis", [0, 1], ids=["above", "beside"])
def test_of_two_mats_of_a_game_the_one_that_is_played_on_is_read(
    second: Callable[[Grey], Grey], axis: int
) -> None:
    """Also while a hand hides one of its markers, which the other one shows; that there are two is told, and no longer once one is gone."""
    played, other = painted(TABLE), second(painted(Layout(row("R08-1"))))
    other = np.pad(other, ((0, 0), (0, played.shape[1] - other.shape[1])))
    away = np.zeros_like(played)
    moments = (
        (played, away),
        (played, other),
        (painted(corner_hidden(TABLE)), other),
        (played, away),
    )
    # Each until the whole picture is looked at once more; after a large change the next frame may still show a small one.
    long = RELOOKS[0] + 2
    pictures = (p for m in moments for p in [np.concatenate(m, axis)] * long)
    reader = Reader(BOTH, (MAT,))

    looks = [reader.follow(frame) for frame in frames(*pictures)]

    seen = looks[long - 1 :: long]
    assert [False, True, True, False] == [one.limits.more_mats for one in seen]
    for one in seen:
        assert one.pose is not None
        assert ("M10-1",) == one.zones["claim"]
        assert ("Y05-1",) == one.zones["open-left"]


def test_the_mat_that_is_played_on_stays_while_another_games_is_better_seen() -> None:
    """A hand over a marker of the one is no reason to read the other."""
    a, b, c, d = (marker + 4 for marker in MAT.markers)
    strange = Mat("other", (a, b, c, d), ())
    laid = grey_of(paint(Layout(), replace(VIEW, mat=strange), np.random.default_rng(1)))
    pictures = (
        np.concatenate((painted(table), laid), axis=1) for table in (TABLE, corner_hidden(TABLE))
    )
    reader = Reader(BOTH, (MAT, strange))

    seen = [reader.follow(frame) for frame in frames(*pictures)]

    assert [MAT, MAT] == [one.mat for one in seen]


def test_what_was_missed_gets_another_chance() -> None:
    """A picture too noisy to read at first is read once better frames of the same table come."""
    still = painted(TABLE)
    reader = Reader(BOTH, (MAT,))

    blurred = cv2.GaussianBlur(still, (0, 0), 2.2)
    first = reader.follow(Frame(0, 0.0, noisy(blurred.astype(np.uint8), 1, 8)))
    later = [reader.follow(f) for f in frames(*(noisy(still, n, 1.0) for n in range(5)))]

    assert cards(first) <= cards(later[-1])
    assert {("DG1-M10-1", "claim"), ("DG1-Y05-1", "open-left")} <= cards(later[-1])


@pytest.mark.parametrize("size", [(960, 540), (2560, 1440)], ids=str)
def test_a_camera_may_change_its_resolution(size: tuple[int, int]) -> None:
    """A frame of another size begins anew, also if it is twice as large; what is taken off then is gone."""
    other = replace(VIEW, size=size)
    reader = Reader(BOTH, (MAT,))
    tables = (painted(TABLE), painted(TABLE, other), painted(Layout(), other))

    seen = [reader.follow(f) for f in frames(*tables)]

    assert cards(seen[0]) == cards(seen[1])
    assert len(seen[0].sightings) == len(seen[1].sightings)
    assert (size, set()) == (seen[1].size, cards(seen[2]))


@pytest.mark.parametrize("shape", [(1, 1), (7, 3), (720, 40), (33, 1000)])
def test_odd_pictures_are_read_as_nothing(reader: Reader, shape: tuple[int, int]) -> None:
    """Tiny and thin pictures are pictures too."""
    reading = reader.read(np.random.default_rng(0).integers(0, 255, shape).astype(np.uint8))

    assert () == reading.sightings
    assert (shape[1], shape[0]) == reading.size


def test_a_card_whose_tags_cannot_be_read_lies_there_unread(reader: Reader) -> None:
    """Paper on both tags: the card's outline is told, in its place, and no card."""
    card = DECK["R07-1"]
    blank = replace(card, marks=tuple(m for m in card.marks if not isinstance(m, Symbol)))
    layout = Layout((*row("Y10-2", "G06-1"), Lying(blank, (382.0, 178.0), 12.0)))

    reading = reader.read(painted(layout))

    assert "actions" not in reading.zones
    assert [pytest.approx((382.0, 178.0), abs=5.0)] == list(reading.unread)


@pytest.mark.parametrize(("over", "turn"), [((235.5, 293.0), -20.0), ((237.5, 278.0), 70.0)])
def test_half_a_tag_of_a_card_that_is_read_is_no_unread_card(
    reader: Reader, over: tuple[float, float], turn: float
) -> None:
    """Its other tag says what it is: of a spread hand many have half of one under the next."""
    laid = Lying(DECK["R07-1"], (200.0, 310.0)), Lying(DECK["Y10-2"], over, turn)
    view = replace(VIEW, jpeg=None, size=(1920, 1080))

    reading = reader.read(painted(Layout(laid), view))

    assert {"R07-1", "Y10-2"} == {seen.code for seen in reading.sightings}
    assert () == reading.unread


def test_hands_and_backs_are_no_unread_cards(reader: Reader) -> None:
    """An arm over the table and cards face down are not taken for cards that cannot be read."""
    down = tuple(replace(lying, up=False, at=(382.0, 178.0)) for lying in MAC[:2])
    hand = PaintedHand((420.0, 330.0), (470.0, 650.0))

    reading = reader.read(painted(Layout((*TABLE.lying, *down), hands=(hand,))))

    assert () == reading.unread


@pytest.mark.parametrize(("apart", "twice"), [(60.0, ()), (120.0, ("R01-1",))])
def test_two_stickers_of_one_card_are_not_twice(apart: float, twice: tuple[str, ...]) -> None:
    """Stickers are their own centres: two of them may lie as far apart as a card is high, no farther."""
    quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    one = Sighting(BOTH["DG1-R01-1"], quad, "match", 1.0, "mac", (90.0, 60.0), 0.0, (90.0, 60.0))
    two = replace(one, centre=(90.0 + apart, 60.0), tag=(90.0 + apart, 60.0))

    assert twice == Reading((1280, 720), None, (one, two)).twice


def test_padded_and_locked_frames_are_read(reader: Reader) -> None:
    """A camera's luma plane has padding at the end of each row and may not be written to."""
    still = painted(TABLE)
    plane = np.zeros((still.shape[0] + 360, still.shape[1] + 64), np.uint8)
    plane[: still.shape[0], : still.shape[1]] = still
    plane.setflags(write=False)

    padded = plane[: still.shape[0], : still.shape[1]]

    assert cards(reader.read(still)) == cards(reader.read(padded))
    assert cards(reader.read(still)) == cards(reader.follow(Frame(0, 0.0, padded)))


@pytest.mark.parametrize("size", [(1, 1), (3, 4000), (4000, 3), (9, 7)])
def test_a_picture_too_thin_for_any_card_holds_none(size: tuple[int, int]) -> None:
    """A strip, a dot: whoever sends it as a photograph is told that nothing was read."""
    strip = np.random.default_rng(1).integers(0, 256, size, np.uint8)

    for reader in (Reader(BOTH, (MAT,)), Reader(BOTH), Reader(BOTH, (MAT,), sizes_mm=None)):
        assert () == reader.read(strip).sightings
    assert () == Reader(BOTH, (MAT,)).follow(Frame(0, 0.0, strip)).sightings
