"""The game's pages in a browser: a turn by taps, the box on the sheet, taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.package import GamePackage
from tests.games.outside.watched import WatchedDice, kniffel_installed
from tests.web.screens import PHONE, Visiting, seated
from tests.web.scripted import Others, serving

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def kniffel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GamePackage]:
    """The game from outside."""
    with kniffel_installed(tmp_path_factory.mktemp("outside")) as package:
        yield package


@pytest.fixture
def table(kniffel: GamePackage) -> Iterator[WatchedDice]:
    """Ann and Bob without a camera, served."""
    watched = WatchedDice(kniffel, camera=False)
    assert kniffel.pages is not None
    part = kniffel.pages(lambda: watched.session.state, dict)
    with serving(watched.session, Others(), part) as server:
        watched.url = f"http://127.0.0.1:{server.port}"
        yield watched


@pytest.mark.slow
def test_a_turn_by_taps(table: WatchedDice, visit: Visiting) -> None:
    """Five taps enter a roll, one the die thrown again, one writes the box and one takes it back; all of it fits the phone."""
    phone = seated(visit(PHONE), 0)
    page: Any = phone.page
    phone.tap("#enter-dice")
    for die, value in enumerate("22345"):
        page.click(f"[data-die='{die}'][data-value='{value}']")
    page.wait_for_selector("dialog", state="detached")
    assert (2, 2, 3, 4, 5) == table.now.dice
    phone.tap("#enter-dice")
    page.click("[data-die='0'][data-value='6']")
    phone.tap("#enter-roll")
    page.wait_for_selector("dialog", state="detached")
    assert (2, (2, 3, 4, 5, 6)) == (table.now.rolls, table.now.dice)
    assert "Large straight" in page.inner_text("#sheet")
    phone.tap("[data-box=large-straight]")
    page.wait_for_selector(".offer", state="detached")
    assert (40, 0) == table.now.points
    assert 0 == phone.overflow()
    phone.tap("#take-it-back")
    page.wait_for_selector("[data-box=large-straight]")
    assert 2 == table.now.rolls
