"""The table by keyboard and ear: what is reached in which order, what it is called, and what is said of it."""

from __future__ import annotations

import pytest

from tests.games.dumm_gelaufen.showcase import TURN
from tests.web.ear import Ear
from tests.web.screens import Visiting, seated
from tests.web.scripted import Companion

pytestmark = pytest.mark.browser


ARRIVING = ('button "Sound"', 'button "Menu"', 'button "Ann"', 'button "Bob"')
SITS = ("You are Bob.", "Your turn!", "Sound is on.")
TO_MAC = (
    'button "What can I do now?"',
    'button "Sound" [pressed]',
    'button "Menu"',
    'button "Take red 7"',
)
"""From whose turn it is to Mac's row."""


def test_an_exchange_by_ear(table: Companion, visit: Visiting) -> None:
    """Who one is, whose turn it is and what every key did is said; from the turn to the move it takes 11 keys."""
    table.others.legal = TURN
    table.show(camera=False)
    ear = Ear(visit().open("/").page)

    assert ARRIVING == tuple(ear.press("Tab") for _ in ARRIVING)
    ear.press("Enter")
    assert list(SITS) == ear.heard("Sound is on.")
    ear.page.wait_for_selector("#turn:focus")
    assert 'heading "Your turn! Round 2" [level=1]' == ear.focused()

    ear.keys = 0
    assert TO_MAC == tuple(ear.press("Tab") for _ in TO_MAC)
    assert 'button "red 7" [pressed]' == ear.opens("Enter")
    assert ["Taken: red 7. 2 cards still to lay."] == ear.heard("to lay.")
    assert 'button "green 11"' == ear.press("ArrowRight")
    # The keyboard goes to where something is laid.
    assert 'button "red 1"' == ear.press("Enter")
    assert ["Taken: red 7, green 11. 1 card still to lay."] == ear.heard("to lay.")
    assert 'button "yellow 4"' == ear.press("y", "4")
    assert 'button "Enter move"' == ear.press("Enter")
    assert ["yellow 4 laid, with Mac. “Enter move” is ready."] == ear.heard("is ready.")
    ear.press("Enter")
    ear.page.wait_for_selector("dialog", state="detached")

    assert 11 >= ear.keys
    assert ["R07-2", "G11-1"] == [code for _, code in table.said[-1]["move"]["take"]]
    assert "Entered." in ear.heard("Entered.")


@pytest.mark.slow
def test_an_exchange_with_the_piles_by_ear(table: Companion, visit: Visiting) -> None:
    """One card for two: every pile says which it is, a card that cannot be meant says why."""
    table.others.legal = TURN
    table.show(camera=False)
    ear = Ear(seated(visit(), 1).page)
    ear.page.focus("#turn")
    ear.keys = 0
    row = [ear.press("Tab") for _ in range(4)][-1]
    assert 'button "Take red 7"' == row
    ear.page.wait_for_selector("#mac [tabindex='-1']")
    piles = ear.press("Tab")
    ear.page.wait_for_selector("#piles [tabindex='-1']")
    assert 'button "Take yellow 10, left"' == piles
    assert 'button "Take draw pile. About 35 to 38 cards left in the draw pile"' == ear.press(
        "ArrowRight"
    )
    assert 'button "Take green 9, right"' == ear.press("ArrowRight")
    ear.press("ArrowLeft", "ArrowLeft")
    ear.keys -= 4  # only to see what lies there
    assert 'button "yellow 10 left · 1" [pressed]' == ear.opens("Enter")
    assert ["Taken: yellow 10, left. 2 cards still to lay."] == ear.heard("to lay.")
    # What is typed reaches the keys of what is laid, too.
    assert 'button "red 5"' == ear.press("r", "5")
    ear.press("Enter")
    assert "1 card still to lay." in ear.heard("to lay.")[-1]
    ear.press("r", "6")
    assert 'button "Enter move"' == ear.press("Enter")
    ear.press("Enter")
    ear.page.wait_for_selector("dialog", state="detached")

    assert 15 >= ear.keys
    assert ["R05", "R06"] == [card[:3] for _, card in table.said[-1]["move"]["lay"]]


@pytest.mark.slow
def test_the_line_by_ear(table: Companion, visit: Visiting) -> None:
    """That the Pi is not heard, and that it is heard again, is said once each, in the sheet that lies over the page."""
    phone = seated(visit(own=True), 1)
    ear = Ear(phone.page)
    phone.page.click("#menu")
    phone.page.wait_for_selector("dialog[open]")
    phone.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    assert ["Not connected – looking for Murphy …"] == ear.heard("looking for Murphy …")
    phone.context.set_offline(False)
    phone.page.evaluate("dispatchEvent(new Event('online'))")

    assert "Connected again." in ear.heard("Connected again.")
