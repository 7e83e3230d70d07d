"""The PDFs, rendered and measured as a ruler on the paper would measure them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from fpdf import FPDF
from numpy.typing import NDArray
from PIL import ImageFont

from companion.errors import PictureError
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, Edition, load_edition
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.sheets import face, faces
from companion.mat import A4_MM, Mat
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.words import LANGUAGES, words
from vision.pose import marker_mm
from vision.printing.helvetica import ENCODING
from vision.printing.letters import choose, measure
from vision.printing.marks import Mark, Symbol, Text, marker
from vision.printing.mat_sheets import mat_sheets, tiles
from vision.printing.paper import PAPERS as SHEETS
from vision.printing.paper import Paper
from vision.printing.raster import SYSTEMS, raster
from vision.printing.sheets import (
    CARDS,
    LABELS,
    LabelSheet,
    card_sheets,
    own_grid,
    tag_picture,
    tag_sheets,
    write_pictures,
)

pytestmark = pytest.mark.native

PX_PER_MM = 6.0
ENGLISH = words("en")
CLASSIC = load_edition("classic")
DECK = (faces(CLASSIC, ENGLISH), CLASSIC.label)


PAPERS: dict[str, Callable[[], Paper]] = {
    "tags": lambda: tag_sheets(*DECK, ENGLISH),
    "L7120": lambda: tag_sheets(*DECK, ENGLISH, grid=LABELS["L7120"]),
    "3657": lambda: tag_sheets(*DECK, ENGLISH, grid=LABELS["3657"]),
    "cards": lambda: card_sheets(*DECK, ENGLISH, backs=True),
    "mat": lambda: mat_sheets(MAT, ENGLISH),
    "whole": lambda: mat_sheets(MAT, ENGLISH, sheet=SHEETS["a2"]),
}
FRONTS = slice(0, None, 2)
"""The pages of the cards; a page of backs follows each."""


@cache
def printed(what: str) -> bytes:
    """The PDF of one of the papers."""
    return made(PAPERS[what]())


def made(paper: Paper) -> bytes:
    return bytes(paper.pdf.output())


def rendered(
    pdf: bytes,
    px_per_mm: float = PX_PER_MM,
    pages: slice = slice(None),
    beside: tuple[float, float, float, float] = (0, 0, 0, 0),
) -> Iterator[NDArray[np.uint8]]:
    """Pages as grey pictures, without so many mm at the left, the bottom, the right and the top."""
    document = pypdfium2.PdfDocument(pdf)
    crop = tuple(mm * 72 / 25.4 for mm in beside)
    for number in range(len(document))[pages]:
        scale = px_per_mm * 25.4 / 72
        bitmap = document[number].render(scale=scale, grayscale=True, crop=crop)
        yield np.array(bitmap.to_numpy()).squeeze()
    document.close()


def decoded(page: NDArray[np.uint8]) -> list[str]:
    """The texts of all symbols on a page, read as strangers would read them."""
    try:
        import zxingcpp
    except ImportError:
        from pyzbar import pyzbar

        return sorted(found.data.decode() for found in pyzbar.decode(page))
    return sorted(found.text for found in zxingcpp.read_barcodes(page))


def extent_mm(dark: NDArray[np.bool_] | np.bool_, px_per_mm: float = PX_PER_MM) -> float:
    """How far the dark pixels of a row or column reach."""
    places = np.flatnonzero(dark)
    return float(places[-1] - places[0] + 1) / px_per_mm


def longest_mm(dark: NDArray[np.bool_]) -> float:
    """The longest unbroken run of dark pixels of a row or column."""
    edges = np.flatnonzero(np.diff(np.r_[0, dark.astype(np.int8), 0]))
    return float(max(edges[1::2] - edges[::2], default=0)) / PX_PER_MM


def part(
    page: NDArray[np.uint8], x: float, y: float, width: float, height: float
) -> NDArray[np.uint8]:
    """A rectangle of a page, given in mm."""
    x0, y0, x1, y1 = (round(v * PX_PER_MM) for v in (x, y, x + width, y + height))
    return page[y0:y1, x0:x1]


def payloads(edition: Edition) -> list[str]:
    """What all tags of an edition say."""
    return sorted(edition.payload(card) for card in edition.cards)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "grid"),
    [
        pytest.param(
            edition,
            grid,
            id=f"{edition}-{name}",
            marks=() if number == place else pytest.mark.prove,
        )
        for number, edition in enumerate(EDITIONS)
        for place, (name, grid) in enumerate({"grid": None, **LABELS}.items())
    ],
)
def test_every_tag_on_the_tag_sheets_reads(edition: str, grid: LabelSheet | None) -> None:
    """Each card of the deck is on the sheets once, and any decoder reads it."""
    deck = load_edition(edition)
    cards = faces(deck, ENGLISH)
    paper = tag_sheets(cards, deck.label, ENGLISH, grid=grid)

    read = sorted(text for page in rendered(made(paper)) for text in decoded(page))

    assert payloads(deck) == read


@pytest.mark.slow
def test_every_card_reads_by_both_tags() -> None:
    """The deck to cut out holds every card once, with the same tag in two corners."""
    pages = rendered(printed("cards"), 4.0, FRONTS)

    read = sorted(text for page in pages for text in decoded(page))

    assert sorted(2 * payloads(CLASSIC)) == read


@pytest.mark.parametrize("size", [9.0, 18.0, 24.0])
def test_a_tag_is_as_large_as_asked(size: float) -> None:
    """The first tag of the own grid measures its size, edge to edge."""
    grid = own_grid(size)
    page = next(rendered(made(tag_sheets(*DECK, ENGLISH, size=size))))

    x, y = next(grid.corners())
    cell = part(page, x + 0.5, y + 0.5, grid.label[0] - 1, size + 2.2) < 128

    assert size == pytest.approx(extent_mm(cell.any(0)), abs=0.2)
    assert size == pytest.approx(extent_mm(cell.any(1)), abs=0.2)


@pytest.mark.parametrize("sheet", LABELS)
def test_a_tag_lies_within_its_label(sheet: str) -> None:
    """On every label sheet the tags keep 2 mm from the label's edges."""
    grid = LABELS[sheet]
    page = next(rendered(printed(sheet)))

    for x, y in grid.corners():
        label = part(page, x, y, *grid.label) < 128
        inner = part(page, x + 1.8, y + 1.8, grid.label[0] - 3.3, grid.label[1] - 2.4)
        assert label.sum() == (inner < 128).sum()


def test_the_usual_grid_is_25_mm() -> None:
    """Seven by ten cells of 25 mm fill an A4 page."""
    grid = own_grid()

    assert (7, 10, (25.0, 25.0)) == (grid.columns, grid.rows, grid.label)


@pytest.mark.parametrize(
    "paper",
    [*("tags", "cards"), *(pytest.param(label, marks=pytest.mark.prove) for label in LABELS)],
)
def test_every_page_has_a_ruler_of_100_mm(paper: str) -> None:
    """Whoever measures the ruler knows whether the printer kept the scale."""
    for ruler in rendered(printed(paper), beside=(5, 2, 97, 289)):
        assert pytest.approx(100.0, abs=0.6) == max(map(longest_mm, ruler < 200))


def test_every_page_of_the_mat_has_a_ruler_of_100_mm() -> None:
    """On the mat the rulers stand upright beside the zones."""
    for page in rendered(printed("mat")):
        right = page.shape[1] / PX_PER_MM - 42
        columns = np.hstack([part(page, x, 40, 34, 370) for x in (8, right)]) < 200

        lengths = [longest_mm(column) for column in columns.T]
        assert any(abs(length - 100) < 0.6 for length in lengths)


@pytest.mark.parametrize("paper", PAPERS)
def test_viewers_are_told_not_to_scale(paper: str) -> None:
    """The PDF itself asks for no page scaling."""
    assert b"/PrintScaling /None" in printed(paper)


def test_tags_that_do_not_fit_are_refused() -> None:
    """A tag of 24 mm leaves no white on a label of 25.4 mm."""
    with pytest.raises(PictureError, check=lambda e: e.message.key == "print.too-large"):
        tag_sheets(*DECK, ENGLISH, size=24, grid=LABELS["3657"])


@pytest.mark.slow
def test_a_shift_moves_the_tags_and_not_the_ruler() -> None:
    """A printer that feeds 2 mm askew is made up for."""
    usual, shifted = (
        next(rendered(made(tag_sheets(*DECK, ENGLISH, grid=LABELS["L7120"], shift=shift))))
        for shift in ((0.0, 0.0), (2.0, 1.0))
    )
    dark, moved = (
        np.argwhere(part(page, 0, 10, 210, 276) < 128)[:, ::-1] for page in (usual, shifted)
    )

    assert (12, 6) == pytest.approx(moved.min(0) - dark.min(0), abs=1)
    assert np.array_equal(part(usual, 0, 288, 210, 9), part(shifted, 0, 288, 210, 9))


def test_a_picture_is_the_bare_symbol_with_two_modules_of_white() -> None:
    """Each module is ten pixels; nothing but white is around the symbol."""
    picture = tag_picture("DG1-R07-2")

    assert (250, 250) == picture.shape
    assert (picture[:20] == 255).all()
    assert (picture[20] == 0).any()
    assert ["DG1-R07-2"] == decoded(np.pad(picture, 20, constant_values=255))


def markers_on(page: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
    """Corners of the markers on a page, px."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(page)
    return {
        int(number): np.array(at[0], np.float64)
        for number, at in zip(() if ids is None else np.ravel(ids), corners, strict=True)
    }


def test_the_markers_of_the_mat_are_where_the_contract_says() -> None:
    """On the A2 page each corner of each marker is within 0.3 mm of its place."""
    found = markers_on(next(rendered(printed("whole"), 3.0)))

    assert [0, 1, 2, 3] == sorted(found)
    for number, corners in found.items():
        assert marker_mm(MAT, number) == pytest.approx((corners + 0.5) / 3.0, abs=0.3)


def test_four_sheets_make_the_same_mat() -> None:
    """Laid by their seams the four A4 sheets hold the markers at the mat's places."""
    pages = list(rendered(printed("mat"), 3.0))

    for tile, page in zip(tiles(MAT), pages, strict=True):
        ((number, corners),) = markers_on(page).items()
        mat = np.array(tile.origin) + (corners + 0.5) / 3.0
        assert marker_mm(MAT, number) == pytest.approx(mat, abs=0.3)
        assert (corners > 6.9 * 3).all()
        assert (np.array(page.shape[::-1]) - corners > 6.9 * 3).all()


def test_two_sheets_of_a3_make_the_same_mat() -> None:
    """Each holds two of the markers, at the mat's places."""
    a3 = SHEETS["a3"]
    pages = list(rendered(made(mat_sheets(MAT, ENGLISH, sheet=a3)), 3.0))

    for tile, page in zip(tiles(MAT, a3), pages, strict=True):
        found = markers_on(page)
        assert 2 == len(found)
        for number, corners in found.items():
            mat = np.array(tile.origin) + (corners + 0.5) / 3.0
            assert marker_mm(MAT, number) == pytest.approx(mat, abs=0.3)


def test_an_enlarged_mat_is_the_same_mat() -> None:
    """On A3 a mat of A4 has its markers where they were, in millimetres that are longer by a root of two; the ruler's are not."""
    small = Mat("any", (12, 13, 14, 15), (), A4_MM)
    (page,) = rendered(made(mat_sheets(small, ENGLISH, sheet=SHEETS["a3"])))
    found = markers_on(page)

    assert {12, 13, 14, 15} == found.keys()
    for number, corners in found.items():
        mat = (corners + 0.5) / PX_PER_MM / 2**0.5
        assert marker_mm(small, number) == pytest.approx(mat, abs=0.3)
    columns = part(page, 10, 60, 50, 180).T < 200
    assert any(abs(longest_mm(column) - 100) < 0.6 for column in columns)


def test_the_markers_are_the_dictionary_s() -> None:
    """Our own bits draw what OpenCV's dictionary holds."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)

    for number in range(29):
        drawn = cv2.aruco.generateImageMarker(dictionary, number, 6)
        assert np.array_equal(drawn == 0, marker(number))


EVERY_FACE = [
    pytest.param(
        name,
        language,
        id=f"{name}-{language}",
        # The longest words are German.
        marks=() if language == "de" else pytest.mark.prove,
    )
    for name in EDITIONS
    for language in LANGUAGES
]


def ends(mark: Text) -> tuple[tuple[float, float], tuple[float, float]]:
    """Two opposite corners of a line of text."""
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}[mark.align]
    way = -1 if mark.turned else 1
    (x, y), width = mark.at, measure(mark)
    return (x - way * share * width, y - way * mark.height), (x + way * (1 - share) * width, y)


def clear_of_tags(marks: tuple[Mark, ...]) -> bool:
    """Whether two modules around both tags are white."""
    bare = raster(
        [m for m in marks if not isinstance(m, Symbol)], (CARD_WIDTH_MM, CARD_HEIGHT_MM), 4
    )
    first = bare[: round(22.7 * 4), : round(22.7 * 4)]
    second = bare[-round(22.7 * 4) :, -round(22.7 * 4) :]
    return bool(first.min() > 250 and second.min() > 250)


def test_a_sharp_s_is_drawn_as_such() -> None:
    """Where the system has letters for it."""
    try:
        ImageFont.truetype(SYSTEMS, 96)
    except OSError:
        pytest.skip(f"{SYSTEMS}, which has the letter, is not installed")
    drawn = raster([Text("ß", (1.0, 8.0), 5.0, (0, 0, 0))], (10.0, 10.0), 10.0)
    letters, _ = cv2.connectedComponents((drawn[..., 0] < 128).astype(np.uint8))
    assert 2 == letters, "the ground, and one letter"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), EVERY_FACE)
def test_faces_leave_the_tags_white_and_stay_on_the_card(name: str, language: str) -> None:
    """In every language the texts fit, readable, and nothing comes near a tag."""
    for card in faces(load_edition(name), words(language)):
        if not card.code.endswith("-1"):
            continue  # what is printed on the others differs in their number
        marks = card.marks
        texts = [mark for mark in marks if isinstance(mark, Text)]

        assert clear_of_tags(marks), card
        for text in texts:
            assert text.height >= 2.0 or text.text == card.code
            for x, y in ends(text):
                assert 2 <= x <= CARD_WIDTH_MM - 2
                assert 2 <= y <= CARD_HEIGHT_MM - 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_can_be_printed(language: str) -> None:
    """No sentence uses a sign that the PDF's letters lack."""
    printed = ("print.", "face.", "does.", "card.", "colour.", "edition.")
    for key, sentence in words(language).sentences.items():
        if key.startswith(printed):
            assert sentence == sentence.encode(ENCODING).decode(ENCODING)


def test_sixes_and_nines_are_told_apart() -> None:
    """A six and a nine have a bar below the numeral, other numbers none."""
    marks = {card.value: len(face(card, CLASSIC, ENGLISH).marks) for card in CLASSIC.numbers}

    assert {6, 9} == {value for value in marks if marks[value] > marks[5]}


@pytest.mark.parametrize("bold", [False, True])
def test_lines_are_as_wide_as_the_pdf_makes_them(bold: bool) -> None:
    """The widths kept here are those of the library that prints, sign by sign."""
    pdf = FPDF(unit="mm")
    pdf.core_fonts_encoding = ENCODING
    signs = bytes(range(32, 256)).decode(ENCODING, "ignore")
    lines = [Text(sign, (0, 0), 3.1, (0, 0, 0), bold=bold) for sign in signs]

    for line in lines:
        choose(pdf, line)
        assert pdf.get_string_width(line.text) == pytest.approx(measure(line))
    assert 215 < len(lines)


def test_backs_meet_their_cards() -> None:
    """Turned over its long edge, a sheet of backs covers the same nine places."""
    fronts, backs = rendered(printed("cards"), 2.0, slice(24, 26))  # the last two cards

    dark = (backs[:, ::-1] < 200) & (np.arange(backs.shape[0]) < 570)[:, None]
    places = np.argwhere(dark[30:])[:, ::-1] / 2.0 + (0, 15)

    assert fronts.shape == backs.shape
    x, y = CARDS.first
    assert (x + 4, y + 4) == pytest.approx(places.min(0), abs=1)
    assert x + 2 * CARD_WIDTH_MM - 4 == pytest.approx(places.max(0)[0], abs=1)


def test_pictures_go_where_they_can(tmp_path: Path) -> None:
    """A folder that is a file is refused in a sentence."""
    (tmp_path / "taken").write_text("")

    with pytest.raises(PictureError, check=lambda e: e.message.key == "print.cannot-write"):
        write_pictures([("R01-1", tag_picture("DG1-R01-1"))], tmp_path / "taken")
