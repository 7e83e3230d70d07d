"""Mats and pieces as values: zones, markers, which piece it is and which face shows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mat import A2_MM, A3_MM, A4_MM, LARGE, SMALL, MarkerSize, Mat, Zone, ZoneKind
from companion.pieces import DiceSet, Die, Face, Piece, PieceKind, cards, together, two_faced_cards

ROW = Zone("row", ZoneKind.ROW, 50, 10, 150, 60)
PILE = Zone("pile", ZoneKind.PILE, 60, 80, 120, 170, at_once=True)
MAT = Mat("toy", (4, 5, 6, 7), (ROW, PILE), (200.0, 180.0))


def test_a_point_is_in_the_zone_that_holds_it() -> None:
    """A zone holds its edges; a point outside all zones is in none, one outside the mat is not on it."""
    assert "row" == MAT.zone_at(50, 10) == MAT.zone_at(*ROW.middle)
    assert "pile" == MAT.zone_at(120, 170)
    assert None is MAT.zone_at(49.9, 30)
    assert MAT.holds(0, 180)
    assert not MAT.holds(200.1, 20)


def test_a_zone_is_known_by_its_name() -> None:
    """The mat answers with the zone of a name, and with KeyError where it has none."""
    assert PILE is MAT["pile"]
    assert (100, 50) == (MAT["row"].width, MAT["row"].height)
    with pytest.raises(KeyError, match="mac"):
        MAT["mac"]


@pytest.mark.parametrize(
    ("size", "marker", "far"),
    [
        (A2_MM, LARGE, 40.0),
        (A3_MM, SMALL, 27.0),
        (A4_MM, SMALL, 27.0),
        ((420.0, 300.0), LARGE, 40.0),
    ],
)
def test_markers_stand_in_the_corners_of_any_mat(
    size: tuple[float, float], marker: MarkerSize, far: float
) -> None:
    """Each marker keeps its distance from two of the mat's edges, clockwise from the top-left; on mats for home printers they are smaller."""
    mat = replace(MAT, size=size)
    near, right, low = marker.inset, size[0] - far, size[1] - far

    assert marker == mat.marker
    assert {4: (near, near), 5: (right, near), 6: (right, low), 7: (near, low)} == dict(
        mat.corners()
    )


def test_cards_with_one_face_are_their_code() -> None:
    """Of a card with one face the code says the card, and what shows."""
    deck = cards("XX1", ["A01-1", "A01-2", "ROW-1"], {"ROW-1": "row"})

    assert Face(Piece(PieceKind.CARD, "A01-2"), "", "XX1-A01-2") == deck["XX1-A01-2"]
    assert "A01-2" == deck["XX1-A01-2"].code
    assert "row" == deck["XX1-ROW-1"].piece.marks
    assert "XX2-A01-1" not in deck


def test_a_card_with_two_faces_is_one_card() -> None:
    """Both sides of a card have codes of their own and are the same piece."""
    front, back = two_faced_cards("YY1", ["R03"]).faces.values()

    assert ("YY1-R03-1", "YY1-R03-2") == (front.payload, back.payload)
    assert ("R03-1", "R03-2") == (front.code, back.code)
    assert front.piece is back.piece


def test_sets_are_put_together() -> None:
    """Several decks lie on one table as one set."""
    both = together([cards("XX1", ["A01-1"]), cards("XX2", ["A01-1"])])

    assert ("XX1-A01-1", "XX2-A01-1") == both.payloads
    assert () == together([]).payloads


def test_dice_are_counted_by_colour() -> None:
    """Two dice of one colour are two."""
    dice = DiceSet((Die("black"), Die("red"), Die("black")))

    assert {"black": 2, "red": 1} == dice.colours


@given(x=st.floats(-50, 250), y=st.floats(-50, 250))
def test_what_lies_in_a_zone_lies_on_the_mat(x: float, y: float) -> None:
    """Zones are parts of the mat."""
    assert MAT.zone_at(x, y) is None or MAT.holds(x, y)
