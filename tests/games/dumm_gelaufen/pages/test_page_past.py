"""The family's memory in a browser: a game of before as a file that needs nothing else, erased, and the host's part taken at the table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from companion.app.archive.archive import Archive
from companion.app.service.followers import Follower
from companion.games.dumm_gelaufen.pages import pages
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.journal.journal import Journal
from companion.session.session import Session
from tests.games.dumm_gelaufen.pages.test_evening import MAC, SETUP, TWO_TURNS
from tests.web.screens import PHONE, Devices, Screen, counts, hosting, text_of
from tests.web.scripted import Others, serving
from web.access.at_the_table import AtTheTable

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route

pytestmark = pytest.mark.browser


class Box(NamedTuple):
    """Where a companion's pages and files are, and who asks for the button at its table."""

    url: str
    presence: AtTheTable
    folder: Path


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A box with a game that was played, one on the table, and a button there."""
    folder = tmp_path_factory.mktemp("box")
    with Journal(folder / "murphy.journal") as journal:
        session = Session(TABLE_GAME, journal, setup=SETUP)
        session.correct(
            {"event": "table-corrected", "mac": MAC, "left": ["Y10-1"], "right": ["G09-1"]}
        )
        for move in TWO_TURNS:
            session.submit(move)
        session.correct({"do": "finish"})
        session.begin(SETUP)
        archive = Archive(journal, "painted.journal")
        reading = Follower("archive", archive.turn)
        reading.start()
        presence = AtTheTable(time.monotonic)
        game = pages(lambda: session.state, lambda asked: {**asked, **SETUP})
        with serving(session, Others(), game, archive=archive, presence=presence) as server:
            url = f"http://127.0.0.1:{server.port}"
            yield Box(url, presence, folder)
        reading.close()


@pytest.fixture
def phone(chromium: Devices, house: Box) -> Iterator[Screen]:
    screen = Screen(chromium, house.url, PHONE, {}, own=True)
    yield screen
    screen.close()


def listed(phone: Screen) -> Locator:
    """The games of the box, once all are read."""
    phone.open("/archive")
    phone.page.wait_for_selector(".shelf li")
    return phone.page.locator(".shelf li")


@pytest.mark.slow
def test_a_game_that_cannot_be_shared_stays_on_the_page(phone: Screen) -> None:
    """It is said why; who wanted no names still wants none, and may try again."""
    page = phone.page
    listed(phone).last.locator("a").first.click()
    page.wait_for_selector("#share")
    told = page.locator(".timeline .entry").count()
    page.route("**names=no*", lambda route: route.abort())
    page.check("#nameless")
    page.click("#share")
    page.wait_for_selector("#toast .notice.bad")

    assert told == page.locator(".timeline .entry").count() > 0
    assert page.is_checked("#nameless")
    assert page.is_enabled("#share")


@pytest.mark.slow
def test_a_game_has_an_address_in_the_house(house: Box, phone: Screen) -> None:
    """Of the step that is shown: whoever opens it stands there."""
    page = phone.page
    listed(phone).last.locator("a").first.click()
    page.click("#replay summary")
    page.click("[data-focus=replay-next]")
    step = page.evaluate("location.pathname + location.hash")
    page.click("#share-link")
    link = page.input_value("dialog #link")

    assert link.endswith(step)
    assert "#" in step
    assert phone.barriers() == []


@pytest.mark.slow
def test_a_shared_game_is_opened_from_the_disk(house: Box, phone: Screen) -> None:
    """It loads nothing, names nobody who is not to be named, and shows the table step by step."""
    page, waits = phone.page, set[str]()
    listed(phone).last.locator("a").first.click()

    def slow(route: Route) -> None:
        waits.add(text_of(page, "#share"))
        route.continue_()

    page.route("**names=no*", slow)
    page.check("#nameless")
    with page.expect_download() as came:
        page.click("#share")
    file = house.folder / "shared.html"
    came.value.save_as(file)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    row = page.locator("#game #mac .card")
    told = [(phone.reads("#said"), row.count())]
    for _ in TWO_TURNS:
        page.click("#next")
        told.append((phone.reads("#said"), row.count()))

    assert {"Being put together …"} == waits
    assert [7, 6, 6] == [cards for _, cards in told]
    assert ["A takes red 1 and red 5", "B takes one"] == [
        said[: said.index(" from")] for said, _ in told[1:]
    ]
    assert [file.as_uri()] == asked
    assert not [name for name in SETUP["players"] if name in file.read_text("utf-8")]
    assert (0, []) == (phone.overflow(), phone.barriers())


@pytest.mark.slow
def test_the_button_at_the_table_makes_a_host_who_erases(house: Box, phone: Screen) -> None:
    """Without a PIN; what goes and what stays is said before, the game on the table stays."""
    page = phone.open("/host").page
    page.click("#ask-host")
    page.wait_for_selector("#asked-said:not([hidden])")
    held = house.presence.pressed()
    assert held is not None
    held()
    page.wait_for_selector("#host h2")
    old = listed(phone).last
    old.locator("button").click()
    page.wait_for_selector("dialog[data-sheet=erase]")
    assert "Oma, Leo, Mia" in page.inner_text("dialog[data-sheet=erase]")
    page.click("dialog .choices button:not(.danger)")
    page.wait_for_selector("dialog", state="detached")
    assert 2 == page.locator(".shelf li").count()

    old.locator("button").click()
    page.click("[data-focus=erase-yes]")
    counts(page, ".shelf li", 1)
    page.click(".shelf li button")
    page.click("[data-focus=erase-yes]")
    page.wait_for_selector("#toast .bad")
    assert 1 == page.locator(".shelf li").count()


@pytest.mark.slow
def test_who_is_host_is_shown_and_another_pin_needs_the_old_one(house: Box, phone: Screen) -> None:
    """The settings tell who is signed in; a wrong old PIN is refused, and the field is left as it was."""
    page = hosting(phone).page
    page.click("#tab-settings")
    page.wait_for_selector("#hosts li")
    page.fill("#pin-pin", "00000000")
    page.fill("#pin-new", "87654321")
    page.click("#new-pin button")
    page.wait_for_selector("#toast .bad")

    assert "87654321" == page.input_value("#pin-new")
    assert "this device" in page.inner_text("#hosts")
    assert 0 == phone.overflow()
