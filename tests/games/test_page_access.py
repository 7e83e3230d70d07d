"""The pages of the games of dice for everybody: every page, every tab of the host's, every sheet, at every width, dark and light."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.lauf_rauf.pages import pages as lauf_pages
from companion.games.nicht_lustig.pages import pages as lustig_pages
from tests.games.dumm_gelaufen.test_page_access import WIDTHS
from tests.games.lauf_rauf.seen import WatchedMountain
from tests.games.nicht_lustig.seen import WatchedTable
from tests.web.screens import Devices, Screen, hosting
from tests.web.scripted import Others, serving

pytestmark = [pytest.mark.browser, pytest.mark.prove]


def lustig() -> tuple[Any, Any]:
    """*Nicht lustig* with a die that nobody could read."""
    table = WatchedTable(game="nicht-lustig").begin()
    table.rolls("34 12 45 1")
    table.rolls("3? 12 45 1")
    return table, lustig_pages(lambda: table.session.state, dict)


def lauf() -> tuple[Any, Any]:
    """*Lauf Rauf!* with a roll on the table and a pawn that may start."""
    table = WatchedMountain(game="lauf-rauf")
    table.looks()
    table.rolls("46")
    return table, lauf_pages(lambda: table.session.state, dict)


@pytest.fixture(scope="module", params=[lustig, lauf], ids=["lustig", "lauf"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    table, game = request.param()
    with serving(table.session, Others(), game) as server:
        yield f"http://127.0.0.1:{server.port}"
    table.close()


SHEETS = ("#menu", "dialog #how", "#enter-dice", "#can", "#sound")


@pytest.mark.parametrize("light", ["dark", "light"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nobody_is_shut_out(
    chromium: Devices, url: str, width: int, light: Any
) -> None:
    """Names for everything, contrast, order of headings; no page is wider than its screen."""
    screen = Screen(chromium, url, WIDTHS[width], {"color_scheme": light, "reduced_motion": "reduce"})  # fmt: skip
    found: dict[str, Any] = {}

    def look(name: str) -> None:
        found[name] = (screen.barriers(), max(0, screen.overflow()))

    for path in ("/", "/tv", "/history"):
        screen.open(path)
        screen.page.wait_for_selector("#history > *" if path == "/history" else "#game > *")  # fmt: skip
        look(path)
    screen.page.click("#replay summary")
    look("replay")
    hosting(screen)
    for tab in screen.page.locator("#tabs [role=tab]").all():
        tab.click()
        look(str(tab.get_attribute("id")))
    screen.page.click("#tab-game")
    screen.page.click("#new-game")
    screen.page.wait_for_selector("dialog[open]")
    look("new game")
    screen.open("/")
    for opener in SHEETS:
        if not screen.page.locator(opener).is_visible():
            continue
        screen.page.click(opener)
        if opener != "#sound":
            screen.page.wait_for_selector("dialog[open]")
        look(opener)
        if opener != SHEETS[0] and screen.page.locator("dialog .close").count():
            screen.page.click("dialog .close")
    screen.close()

    assert {} == {name: said for name, said in found.items() if said != ([], 0)}
