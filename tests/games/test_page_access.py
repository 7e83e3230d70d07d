"""The pages of every game for everybody: every page, every tab of the host's, every sheet, at every width, dark and light."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.app.painted.clear_sight import ClearSight
from companion.games import games
from companion.games.package import GamePackage
from companion.kit.conformance import Effort, Trial
from tests.web.screens import NARROW, PHONE, TABLET, TV, Devices, Screen, hosting
from tests.web.scripted import Others, serving

pytestmark = [pytest.mark.browser, pytest.mark.prove]

WIDTHS = {size["width"]: size for size in (NARROW, PHONE, TABLET, TV)}
SHEETS = ("#menu", "dialog #how", "#enter-dice", "#can", "#sound")
WITH_PAGES = [package for package in games() if package.pages and package.rules]


class NobodyAnswers(ClearSight):
    """A painted table at which every third die is unread, and questions stay open."""

    def __init__(self, package: GamePackage, config: Any, unread: float = 0.0) -> None:
        super().__init__(package, config, 0.3 if unread else 0.0)

    def answer(self, question: Any, frame: int) -> None:
        """Nothing."""


@pytest.fixture(
    scope="module",
    params=[(p, how) for p in WITH_PAGES for how in ("tapped", "seen")],
    ids=lambda param: f"{param[0].name}-{param[1]}",
)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A game entered by tap, and one that a camera sees."""
    package, how = request.param
    trial = Trial(package, sight=NobodyAnswers, effort=Effort(acts=30))
    evening = getattr(trial, how)[-1]
    pages = package.pages(lambda: evening.session.state, dict)
    with serving(evening.session, Others(), pages) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.mark.parametrize("light", ["dark", "light"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nobody_is_shut_out(chromium: Devices, url: str, width: int, light: Any) -> None:
    """Names for everything, contrast, order of headings; no page is wider than its screen."""
    screen = Screen(chromium, url, WIDTHS[width], {"color_scheme": light})
    found: dict[str, Any] = {}

    def look(name: str) -> None:
        found[name] = (screen.barriers(), max(0, screen.overflow()))

    for path in ("/", "/tv", "/history"):
        screen.open(path)
        screen.page.wait_for_selector("#history > *" if path == "/history" else "#game > *")
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
    # As tall as the whole form: what lies half under its bar is whole once it is scrolled.
    screen.page.set_viewport_size({"width": width, "height": 2_000})
    look("new game")
    screen.page.set_viewport_size(WIDTHS[width])
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
