"""Any mat will do: which one lies there is told, cards with two faces, dice and pawns settle, and it is painted and printed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fpdf.output import PDFPage

from companion.games import games
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.package import GamePackage
from companion.mat import A2_MM, A3_MM, A4_MM, Mat, Zone, ZoneKind
from companion.pieces import Face, Piece, PieceKind, Pieces, two_faced_cards
from companion.table import Observation, Settled
from companion.words import words
from tests.vision.boards import BOARD, CELLS
from vision.frame import Frame
from vision.painting.layout import Layout, Lying, PaintedHand
from vision.painting.scene import paint
from vision.painting.view import View, pose
from vision.pictures import grey_of
from vision.printing.faces import plain, reverse
from vision.printing.marks import Marker, Text
from vision.printing.mat_face import RULER_MM, mat_marks, ruler_in, titles
from vision.printing.mat_sheets import mat_sheets, tiles
from vision.reader import Reader
from vision.reading import Reading, Sighting
from vision.settle import Settler

TWO = two_faced_cards("NL1", [f"R0{n}" for n in range(1, 6)])
CARDS = {face.code: plain(face.payload) for face in TWO.faces.values()}
SMALL = View(CELLS, size=(960, 540))


def card(code: str, column: int, row: int) -> Lying:
    """A card in a grid of columns and rows that half cover each other."""
    height = 0.3 * (row + 1)
    return Lying(CARDS[code], (83.5 + 65 * column, 61.5 + 74 * row), height=height)


GRID = (card("R01-1", 0, 0), card("R02-1", 2, 0), card("R03-2", 0, 1))


class Film:
    """A settler and a reader that are shown layouts, ten a second."""

    def __init__(self, mat: Mat = CELLS, mats: tuple[Mat, ...] = (CELLS,)) -> None:
        self.reader, self.settler = Reader(TWO, mats), Settler(mat)
        self.number = 0

    def show(
        self, layout: Layout, seconds: float, loose: tuple[Sighting, ...] = (), view: View = SMALL
    ) -> list[Observation]:
        """What is told while a layout, and loose pieces, are shown."""
        told: list[Observation] = []
        for _ in range(round(seconds * 10)):
            colour = paint(layout, view, np.random.default_rng(self.number))
            frame = Frame(self.number, self.number / 10, grey_of(colour), colour)
            reading = replace(self.reader.follow(frame), loose=loose)
            told += self.settler.step(frame, reading)
            self.number += 1
        return told


def settled(told: list[Observation]) -> list[Settled]:
    return [one for one in told if isinstance(one, Settled)]


def steps(told: list[Observation]) -> list[str]:
    return [str(step) for one in settled(told) for step in one.steps]


# Which mat lies there


@pytest.mark.parametrize("mat", [MAT, CELLS, BOARD], ids=lambda mat: mat.name)
def test_markers_tell_the_mat(mat: Mat) -> None:
    """Of all mats that a reader may meet it says which lies there, and where."""
    reader = Reader(pieces("classic"), (MAT, CELLS, BOARD))
    view = View(mat, size=(960, 540))

    reading = reader.read(grey_of(paint(Layout(), view, np.random.default_rng(1))))

    assert reading.mat is mat
    assert reading.pose is not None
    middle = np.array([mat.middle])
    apart = reading.pose.to_px(middle) - pose(view).to_px(middle)
    assert np.abs(apart).max() < 1.0


def test_a_mat_that_is_changed_for_another_is_noticed() -> None:
    """A reader that follows a source sees that another game was put on the table."""
    reader = Reader(pieces("classic"), (MAT, CELLS))
    found = []
    for number, mat in enumerate((MAT, MAT, CELLS, CELLS)):
        view = View(mat, size=(960, 540))
        colour = paint(Layout(), view, np.random.default_rng(number))
        reading = reader.follow(Frame(number, number / 10, grey_of(colour), colour))
        found.append(reading.mat)

    assert [MAT, MAT, CELLS, CELLS] == found


def test_another_games_mat_is_told_and_settles_nothing() -> None:
    """Whose mat lies there is known after some looks; of what lies on it nothing is said."""
    film = Film(MAT, (MAT, CELLS))

    assert [] == film.show(Layout(GRID), 0.2)
    assert film.settler.other_mat is None
    assert [] == film.show(Layout(GRID), 0.8)
    assert "cells" == film.settler.other_mat
    film.show(Layout(), 1.0, view=View(MAT, size=(960, 540)))
    assert film.settler.other_mat is None


# Cards with two faces, in a grid


def test_a_grid_is_told_row_by_row() -> None:
    """Rows from the top, each left to right; of every card the face that shows."""
    (first,) = settled(Film().show(Layout(GRID), 1.0))

    assert ("R01-1", "R02-1", "R03-2") == first.table["display"]


def test_a_card_that_is_turned_over_is_the_same_card() -> None:
    """One face is gone, the other is there: two steps, and never two cards."""
    film = Film()
    film.show(Layout(GRID), 1.0)
    over = (card("R01-2", 0, 0), *GRID[1:])
    hand = PaintedHand((90, 80), (90, 900))

    told = film.show(Layout(GRID, hands=(hand,)), 0.4)
    told += film.show(Layout(over, hands=(hand,)), 0.4) + film.show(Layout(over), 1.5)

    assert ["-display R01-1", "+display R01-2"] == steps(told)
    assert ("R01-2", "R02-1", "R03-2") == settled(told)[-1].table["display"]
    assert () == settled(told)[-1].twice


def test_a_card_that_is_taken_from_between_two_others_has_left() -> None:
    """Those above and below lie over most of where its tags were; the mat between them tells."""
    column = [card(f"R0{row + 1}-1", 4, row) for row in range(3)]
    view, film = View(CELLS, (1280, 720), tilt=(0, 0)), Film()
    film.show(Layout(tuple(column)), 0.5, view=view)

    told = film.show(Layout((column[0], column[2])), 0.6, view=view)

    assert ["-display R02-1"] == steps(told)


def test_both_faces_of_one_card_at_two_places_are_told() -> None:
    """A card is in one place, whatever shows of it."""
    lying = (card("R01-1", 0, 0), card("R01-2", 2, 2))
    colour = paint(Layout(lying), SMALL, np.random.default_rng(1))

    assert ("R01",) == Reader(TWO, (CELLS,)).read(grey_of(colour)).twice


# Dice and pawns


def die(colour: str, value: str, x: float, y: float = 100.0) -> Sighting:
    """A die in the tray as a detector tells it."""
    face = Face(Piece(PieceKind.DIE, colour), value)
    nowhere = ((0.0, 0.0),) * 4
    zone = CELLS.zone_at(x, y)
    return Sighting(face, nowhere, "die", 1.0, zone, (x, y))


THROWN = (die("black", "2", 420), die("black", "2", 450), die("red", "symbol", 500))


def test_dice_settle_where_they_come_to_rest() -> None:
    """Told once they lie still in three looks, two that look alike as two."""
    film = Film()
    film.show(Layout(), 1.0)
    for n in range(4):
        rolling = tuple(die("black", str(n + 1), 400 + 20 * n + k) for k in (0, 60))
        assert [] == film.show(Layout(), 0.1, rolling)

    (rest,) = settled(film.show(Layout(), 1.0, THROWN))

    assert ("black-2", "black-2", "red-symbol") == rest.table["tray"]
    assert ["+tray black-2", "+tray black-2", "+tray red-symbol"] == [
        str(step) for step in rest.steps
    ]
    assert [] == film.show(Layout(), 1.0, THROWN)


def test_a_die_that_is_thrown_again_is_told_by_where_it_lies() -> None:
    """The same value elsewhere is another throw; the dice that stayed are not told again."""
    film = Film()
    film.show(Layout(), 1.0, THROWN)

    again = (THROWN[0], die("black", "2", 470, 200), THROWN[2])
    told = film.show(Layout(), 1.0, again)

    assert ["-tray black-2", "+tray black-2"] == steps(told)
    assert ("black-2", "black-2", "red-symbol") == settled(told)[-1].table["tray"]


def test_a_die_laid_out_of_the_tray_changes_both_zones() -> None:
    """Kept dice lie in a zone of their own."""
    film = Film()
    film.show(Layout(), 1.0, THROWN)

    told = film.show(Layout(), 1.0, (*THROWN[:2], die("red", "symbol", 420, 330)))

    assert {"-tray red-symbol", "+kept red-symbol"} == set(steps(told))
    assert ("red-symbol",) == settled(told)[-1].table["kept"]


def test_dice_under_a_hand_lie_as_they_were() -> None:
    """Not seen is not gone."""
    film = Film()
    film.show(Layout(), 1.0, THROWN)
    hand = PaintedHand((460, 130), (460, 900))

    told = film.show(Layout(hands=(hand,)), 0.6)
    told += film.show(Layout(), 1.0, THROWN)

    assert [] == steps(told)


def test_a_die_that_cannot_be_read_is_waited_for() -> None:
    """A leaning die is told without a value, a little later than others."""
    leaning = (die("pink", "", 420),)
    times = {}
    for name, thrown in (("lying", THROWN), ("leaning", leaning)):
        film = Film()
        film.show(Layout(), 1.0)
        (rest,) = settled(film.show(Layout(), 1.5, thrown))
        times[name] = rest.at
    assert ("pink",) == rest.table["tray"]
    assert times["lying"] <= times["leaning"]


def test_a_pawn_that_moves_leaves_one_field_for_another() -> None:
    """Fields are zones: a pawn's steps say from where to where."""
    settler, grey = Settler(BOARD), np.full((540, 960), 120, np.uint8)
    view = View(BOARD, size=(960, 540))
    pawn = Face(Piece(PieceKind.PAWN, "pawn-16"), payload="16")
    told: list[Observation] = []
    for number in range(16):
        at = (65.0, 60.0) if number < 8 else (125.0, 60.0)
        zone = BOARD.zone_at(*at)
        seen = Sighting(pawn, ((0.0, 0.0),) * 4, "cap", 1.0, zone, at)
        reading = Reading((960, 540), pose(view), loose=(seen,))
        told += settler.step(Frame(number, number / 10, grey), reading)

    assert ["+f0-0 pawn-16", "-f0-0 pawn-16", "+f2-0 pawn-16"] == steps(told)


# Painting and printing


def test_every_zone_is_printed_with_its_title() -> None:
    """Titles are written in the zones' order; a zone that has none is left without."""
    texts = [m.text for m in mat_marks(CELLS, ("Display", "Tray")) if isinstance(m, Text)]

    assert ["Display", "Tray"] == texts
    named = [replace(zone, name=f"cell-{zone.name}") for zone in CELLS.zones]
    assert ("", "", "") == titles(replace(CELLS, zones=tuple(named)), words("en"))
    assert len(MAT.zones) == len([t for t in titles(MAT, words("en")) if t])


@pytest.mark.parametrize("mat", [MAT, CELLS, BOARD], ids=lambda mat: mat.name)
def test_any_mat_is_printed_with_its_own_markers(mat: Mat) -> None:
    """Four pages of A4; the markers are the mat's, at its corners."""
    marks = [mark for mark in mat_marks(mat) if isinstance(mark, Marker)]

    assert dict(mat.corners()) == {mark.number: mark.at for mark in marks}
    assert 4 == len(mat_sheets(mat, words("en")).pdf.pages)


ALIKE = {
    "two of its corners": (0, 1, 6, 7),
    "mirrored": (1, 0, 3, 2),
    "turned": (2, 3, 0, 1),
    "its other two": (6, 7, 2, 3),
}
"""Combinations that share markers with the first game's mat, and differ from it in two corners at least."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ALIKE)
@pytest.mark.parametrize("covered", [None, 2])
def test_mats_that_share_markers_are_told_apart(name: str, covered: int | None) -> None:
    """By which marker is in which corner, also where one is covered; whichever lay there before."""
    other = replace(CELLS, name="other", markers=ALIKE[name])
    first = replace(CELLS, markers=(0, 1, 2, 3))
    mats = (first, other)
    reader = Reader(TWO, mats)
    for number, mat in enumerate((first, other, first)):
        view = replace(SMALL, mat=mat, size=(640, 360))
        colour = paint(Layout(), view, np.random.default_rng(1))
        if covered is not None:
            x, y = pose(view).px(list(dict(mat.corners()).values())[covered])
            colour[int(max(y - 40, 0)) : int(y + 40), int(max(x - 40, 0)) : int(x + 40)] = 90
        grey = grey_of(colour)

        assert mat is Reader(TWO, mats).read(grey).mat
        assert mat is Reader(TWO, mats[::-1]).read(grey).mat
        assert mat is reader.follow(Frame(number, number / 10, grey)).mat


SIZES = {
    "A2": (A2_MM, 4, (297.0, 210.0)),
    "A3": (A3_MM, 2, (210.0, 297.0)),
    "A4": (A4_MM, 1, A4_MM),
    "between": ((500.0, 350.0), 4, (297.0, 210.0)),
}


@pytest.mark.parametrize("name", SIZES)
def test_a_mat_is_printed_in_its_size(name: str) -> None:
    """Sheets of A4 that make it: each marker is on one of them, as far as printers reach."""
    size, count, sheet = SIZES[name]
    mat = Mat("any", (4, 5, 6, 7), (), size)
    pages = mat_sheets(mat, words("en")).pdf.pages.values()

    assert [pytest.approx(sheet, abs=0.1)] * count == [*map(millimetres, pages)]
    for number, (x, y) in mat.corners():
        side = mat.marker.side
        on = [
            tile.number
            for tile in tiles(mat)
            for left, top in [tile.origin]
            if 6.9 < x - left and x - left + side < sheet[0] - 6.9
            if 6.9 < y - top and y - top + side < sheet[1] - 6.9
        ]
        assert 1 == len(on), number
    bounds = [tile.part for tile in tiles(mat)]
    assert size[0] * size[1] == sum((b.x1 - b.x0) * (b.y1 - b.y0) for b in bounds)


def millimetres(page: PDFPage) -> tuple[float, float]:
    width, height = (side or 0.0 for side in page.dimensions())
    return width / 72 * 25.4, height / 72 * 25.4


@pytest.mark.slow
@pytest.mark.parametrize("name", ["A3", "A4"])
def test_a_smaller_mat_is_read(name: str) -> None:
    """Its smaller markers tell where it lies, turned and tilted as well, and a card lies in its zone."""
    size, _, _ = SIZES[name]
    row = Zone("row", ZoneKind.ROW, 40, 40, size[0] - 40, size[1] - 40)
    mat = Mat("small", (32, 33, 34, 35), (row,), size)
    lying = Lying(CARDS["R01-1"], mat.middle)
    for view in (View(mat, size=(1280, 720)), View(mat, size=(1280, 720), tilt=(9, 6), roll=170)):
        colour = paint(Layout((lying,)), view, np.random.default_rng(1))
        reading = Reader(TWO, (MAT, mat, CELLS)).read(grey_of(colour))

        assert mat is reading.mat
        assert {"row": ("R01-1",)} == {z: c for z, c in reading.zones.items() if c}
        assert reading.pose is not None
        corners = np.array([(row.x0, row.y0), (row.x1, row.y0), (row.x1, row.y1)])
        seen = reading.pose.to_mm(pose(view).to_px(corners))
        assert np.abs(seen - corners).max() < 1.0


@pytest.mark.parametrize("package", [p for p in games() if p.mat], ids=lambda p: p.name)
def test_rulers_stand_beside_the_zones(package: GamePackage) -> None:
    """On every mat of ours they keep clear of all fields and markers, one on each sheet."""
    mat = package.mat
    assert mat is not None
    boxes = [(zone.x0, zone.y0, zone.x1, zone.y1) for zone in mat.zones]
    side = mat.marker.side
    boxes += [(x, y, x + side, y + side) for _, (x, y) in mat.corners()]
    for tile in tiles(mat):
        place = ruler_in(mat, tile.part)
        width, height = RULER_MM if place.upright else RULER_MM[::-1]
        x1, y1 = place.x + width, place.y + height
        assert tile.part.x0 < place.x < x1 < tile.part.x1
        assert tile.part.y0 < place.y < y1 < tile.part.y1
        for left, top, right, low in boxes:
            apart = x1 < left or place.x > right or y1 < top or place.y > low
            assert apart, (tile.number, place)


def test_a_card_with_two_faces_has_one_on_each_side() -> None:
    """Its other side is what is printed there; other cards have a back that says nothing."""
    front, other = plain("NL1-R01-1"), plain("NL1-R01-2")
    both = replace(front, other=other.marks)

    assert other.marks == reverse(both)
    assert reverse(plain("DG1-R01-1")) == reverse(plain("DG1-R02-1")) != other.marks


def test_a_set_of_no_cards_reads_nothing() -> None:
    """A game of dice alone has no tags: whatever lies there is no card."""
    colour = paint(Layout(GRID), SMALL, np.random.default_rng(1))

    reading = Reader(Pieces(), (CELLS,)).read(grey_of(colour))

    assert () == reading.sightings
    assert reading.mat is CELLS


def test_zones_of_no_cards_are_told_by_a_reading() -> None:
    """A reading's zones hold what detectors found, too, by code."""
    reading = Reading((960, 540), pose(SMALL), loose=THROWN)

    assert {"tray": ("black-2", "black-2", "red-symbol")} == reading.zones


def test_a_zone_is_told_at_once_where_the_mat_says_so() -> None:
    """Which zone's cards are announced before it settles is the mat's, not the settler's."""
    hasty = Mat("hasty", (4, 5, 6, 7), (Zone("now", ZoneKind.PILE, 48, 12, 384, 408, True),))
    told = Film(hasty, (hasty,)).show(Layout(GRID[:1]), 0.3, view=View(hasty, size=(960, 540)))

    assert ["R01-1"] == [one.card for one in told if not isinstance(one, Settled)]
