"""What is wrong with the cards as they lie: before a game, while it is laid out again, and where no turn can have led to it."""

import pytest

from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.table import problems
from companion.table import Settled, Table
from tests.games.dumm_gelaufen.table.test_by_tap import MAC

CLASSIC = load_edition("classic")
ROW = " ".join(MAC)
LAID = {"mac": ROW, "open-left": "Y10-1", "open-right": "G09-1"}


def table(changed: dict[str, str]) -> Table:
    """A set-up as it should be, but for some zones."""
    return Table({z: tuple(codes.split()) for z, codes in {**LAID, **changed}.items()})


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({}, []),
        ({"actions": "K05-1 A02-1"}, []),
        ({"mac": f"{ROW} R08-1"}, ["mac-too-many  mac 1"]),
        ({"mac": " ".join(MAC[:5])}, ["mac-too-few  mac 2"]),
        (
            {"open-left": "", "open-right": ""},
            ["pile-empty  open-left 0", "pile-empty  open-right 0"],
        ),
        ({"mac": ROW.replace("R07", "K05")}, ["action-with-mac K05-1 mac 0", "mac-too-few  mac 1"]),
        ({"open-left": "K05-1 Y10-1"}, ["action-on-pile K05-1 open-left 0"]),
        ({"open-left": "A02-1"}, ["action-on-pile A02-1 open-left 0", "pile-empty  open-left 0"]),
        ({"actions": "R08-1"}, ["number-on-actions R08-1 actions 0"]),
        ({"claim": "R08-1"}, ["in-the-way R08-1 claim 0"]),
        ({"claim": "M17-1"}, ["in-the-way M17-1 claim 0"]),
        ({"open-left": "M17-1 Y10-1"}, ["in-the-way M17-1 open-left 0"]),
        ({"mac": ROW.replace("R07", "M17")}, ["in-the-way M17-1 mac 0", "mac-too-few  mac 1"]),
        ({"open-left": "X99-1 Y10-1"}, ["unknown-card X99-1 open-left 0"]),
        ({"actions": "Q01-1"}, ["unknown-card Q01-1 actions 0"]),
    ],
)
def test_a_set_up_lacks(changed: dict[str, str], wrong: list[str]) -> None:
    """Seven number cards with Mac, one on each pile, actions in their place, nothing where a claim is laid."""
    found = problems.of_the_set_up(table(changed), CLASSIC)

    assert wrong == [f"{p.what} {p.card} {p.zone} {p.count}" for p in found]
    assert [*found] == [problems.Problem.from_json(p.to_json()) for p in found]


@pytest.mark.parametrize(
    ("lies", "wanted", "wrong"),
    [
        ({"mac": f"{ROW} R08-1"}, {}, ["too-many R08-1 mac"]),
        ({}, {"mac": f"{ROW} R08-1"}, ["missing R08-1 mac"]),
        (
            {"open-left": "Y10-1 G01-1"},
            {"open-left": "G01-1 Y10-1"},
            ["not-on-top G01-1 open-left"],
        ),
        ({"open-left": "G01-1"}, {"open-left": "G01-1 Y10-1"}, []),
        ({"open-left": "G01-1 Y10-1"}, {"open-left": "G01-1"}, []),
        ({}, {"open-left": "G01-1 Y10-1"}, ["missing G01-1 open-left"]),
        ({"open-right": ""}, {}, ["missing G09-1 open-right"]),
        ({}, {"open-left": ""}, []),
        ({}, {"actions": "K05-1"}, ["missing K05-1 actions"]),
        ({"actions": "K05-1"}, {}, []),
    ],
)
def test_a_table_that_is_laid_out_again_lacks(
    lies: dict[str, str], wanted: dict[str, str], wrong: list[str]
) -> None:
    """Mac's row card by card, of a pile its top alone."""
    found = problems.of_the_rebuild(table(lies), table(wanted))

    assert wrong == [f"{p.what} {p.card} {p.zone}" for p in found]


@pytest.mark.parametrize(
    ("changed", "seen", "wrong"),
    [
        ({}, {}, []),
        ({"mac": f"{ROW} K05-1"}, {}, ["action-on-pile K05-1 mac"]),
        ({"open-left": "A02-1 Y10-1"}, {}, ["action-on-pile A02-1 open-left"]),
        ({"actions": "R08-1 K05-1"}, {}, ["number-on-actions R08-1 actions"]),
        ({"mac": f"{ROW} X99-1"}, {}, ["unknown-card X99-1 mac"]),
        ({"open-right": "M17-1 G09-1"}, {}, []),
        ({}, {"unknown": ("x", "y")}, ["unknown-card x y "]),
        ({}, {"twice": ("R07-1", "Y10-1")}, ["same-card-twice R07-1 ", "same-card-twice Y10-1 "]),
    ],
)
def test_no_turn_can_have_led_there(
    changed: dict[str, str], seen: dict[str, tuple[str, ...]], wrong: list[str]
) -> None:
    """Cards of another kind, or of no deck; symbols of no card are one trouble, a card at two places is one each."""
    there = Settled(
        0, 0.0, table(changed), unknown=seen.get("unknown", ()), twice=seen.get("twice", ())
    )

    found = problems.illegal(there, CLASSIC)
    assert wrong == [f"{why} {' '.join(cards)} {zone}" for why, cards, zone in found]
