"""Nicht lustig by keyboard and ear, from the seat to the winner: what is reached in which order, what it is called, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.nicht_lustig.pages import pages
from companion.games.nicht_lustig.pieces import TARGETS
from tests.games.nicht_lustig.test_lustig_page import Served
from tests.web.ear import Ear
from tests.web.screens import PHONE, Visiting
from tests.web.scripted import Others, serving

pytestmark = pytest.mark.browser


@pytest.fixture
def table() -> Iterator[Served]:
    """Ann and Bob without a camera, served."""
    tapped = Served()
    tapped.session.begin({"players": ["Ann", "Bob"], "camera": False})
    with serving(tapped.session, Others(), pages(lambda: tapped.session.state, dict)) as server:
        tapped.url = f"http://127.0.0.1:{server.port}"
        yield tapped
    tapped.close()


DICE = {
    "black, Duck": "1",
    "black, Time machine": "1",
    "red, Clown": "2",
    "red, Robot": "2",
    "white, UFO": "3",
    "white, Virus": "4",
    "pink, Poodle": "1",
}
"""What a die is called, and the key for what it shows."""


@pytest.mark.prove
def test_a_game_by_ear(table: Served, visit: Visiting) -> None:
    """Who one is, whose turn it is, every die that is entered, what is asked and what came of it are said; a roll of seven dice takes fourteen keys, and the keyboard goes where it goes on."""
    ear = Ear(visit(PHONE).open("/").page)
    ear.tabs_to("Ann")
    ear.press("Enter")
    assert ["You are Ann.", "Your turn!", "Sound is on."] == ear.heard("Sound is on.")

    ear.tabs_to("Enter dice")
    first, *_ = DICE
    assert f'button "{first}: 1"' in ear.opens("Enter")
    left = len(DICE)
    for name, key in DICE.items():
        assert name in ear.press(key)
        ear.press("Enter")
        left -= 1
        more = "." if not left else f". {left} {'die' if left == 1 else 'dice'} still to tap."
        assert [f"{name}: {key}{more}"] == ear.heard(more)
    assert 'button "Score it"' == ear.focused()
    ear.press("Enter")
    assert [
        "Ann: roll 1: black 1 1, red 2 2, white 3 4, pink 1",
        "Pink 1: nobody turns a card over",
        "What do you take?",
    ] == sorted(ear.heard("What do you take?", "turns a card over"))

    ear.page.wait_for_selector("#questions button:focus")
    assert 'button "take Riebmann 1, Yeti 2"' == ear.focused()
    ear.press("Enter")
    assert "Ann takes Riebmann 1 and Yeti 2" in ear.heard("and Yeti 2")
    ear.page.wait_for_selector("#turn:focus")
    assert 'heading "Bob’s turn" [level=1]' == ear.focused()

    _nearly_over(table)
    ear.heard("Yeti 3")
    ear.tabs_to("Professors’ dice")
    assert 'button "Professors’ die 1: 1"' in ear.opens("Enter")
    ear.press("4")
    assert 'button "Professors’ die 2: 1"' in ear.press("Enter")
    assert ["Professors’ die 1: 4. 1 die still to tap."] == ear.heard("to tap.")
    ear.press("2")
    assert 'button "Score it"' == ear.press("Enter")
    ear.press("Enter")
    assert "Ann wins. Ann" in ear.heard("Ann wins.")[-1]


def _nearly_over(table: Served) -> None:
    """Everything but the Yetis lies with Ann, two professors scored; Bob rolls and takes the last card."""
    for face in TARGETS:
        if face[0] != "Y" and face != "R01":
            place = "scored" if face in ("P01", "P02") else "open"
            table.session.correct({"do": "put", "card": face, "place": place, "player": 0})
    names = table.session.view()["names"]
    table.session.submit(
        {"move": "roll", "player": 1, "thrown": names, "values": [1, 2, 3, 3, 1, 2, 1]}
    )
    table.session.submit({"move": "stop", "player": 1})
    table.session.answer("take-1", "1 take Y03")
