"""The line to the Pi: phones that sleep, hide, lose it and come back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from companion.announce import message
from tests.web.screens import Visiting, becomes, seated
from tests.web.scripted import Companion, companion

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

TOOK = ("took", message("page.undo"), 2)

ANSWERED = "() => fetch('/api/view').then(() => true, () => false)"

TAPPED_UNTIL_OPEN = (
    "() => document.querySelector('dialog') || (document.querySelector('#menu')?.click(), false)"
)

HIDE = "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true}); document.dispatchEvent(new Event('visibilitychange')); }"


@pytest.fixture
def table() -> Iterator[Companion]:
    with companion() as running:
        yield running


def test_a_line_that_breaks_and_comes_back(table: Companion, visit: Visiting) -> None:
    """Not connected is said; what was announced meanwhile is heard once it is back, once."""
    phone = visit().open("/")
    phone.page.wait_for_selector(".person")
    phone.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    assert phone.reads("#line").startswith("Not connected")

    table.tell(*TOOK)
    phone.context.set_offline(False)

    phone.page.wait_for_selector("dialog[data-moment=took]")
    phone.page.wait_for_selector("#line", state="hidden")
    phone.page.click(".moment-close")
    phone.page.wait_for_selector("dialog", state="detached")


@pytest.mark.engines
def test_the_pi_goes_and_comes_back(table: Companion, visit: Visiting) -> None:
    """Nobody answers: that is said; once somebody does, the page goes on by itself, its player's seat and news with it."""
    phone = seated(visit(), 1)
    table.goes()
    assert phone.reads("#line").startswith("Not connected")

    table.show(turn={"player": 2, "since": 0.0})
    table.comes_back()

    phone.page.wait_for_selector("#line", state="hidden")
    becomes(phone.page, "#turn .turn-words", "Cem’s turn")
    phone.page.wait_for_selector(".is-you .seat-mark.seat-1")
    table.show(turn={"player": 1, "since": 0.0})
    becomes(phone.page, "#turn .turn-words", "Your turn!")


@pytest.mark.slow
def test_a_tap_on_what_was_not_loaded_before_the_line_broke(
    table: Companion, visit: Visiting
) -> None:
    """It is said why nothing comes; once the line is back the next tap opens it, or the one after where the browser remembers the failure and the page loads anew."""
    phone = visit(own=True).open("/")
    phone.page.wait_for_selector(".person")
    phone.context.set_offline(True)
    phone.page.click("#menu")
    assert phone.reads("#toast .bad").startswith("Not connected")

    phone.context.set_offline(False)
    phone.page.wait_for_function(ANSWERED)
    phone.page.wait_for_selector("#line", state="hidden")
    assert 0 == phone.page.locator("#toast .bad").count()
    phone.page.wait_for_function(TAPPED_UNTIL_OPEN, polling=3_000)
    phone.page.wait_for_selector("dialog")


@pytest.mark.slow
def test_a_part_that_did_not_load_though_murphy_answers(table: Companion, visit: Visiting) -> None:
    """A browser may remember that it did not: the page loads anew, at the next tap where this one is long ago by then, and opens it."""
    phone = visit(own=True).open("/")
    phone.page.wait_for_selector(".person")
    phone.page.route("**/static/menu.js*", lambda route: route.abort())

    assert any(loads_anew(phone.page) for _ in range(3))
    phone.page.unroute("**/static/menu.js*")
    phone.page.wait_for_function(TAPPED_UNTIL_OPEN, polling=3_000)


def loads_anew(page: Page) -> bool:
    """Whether a tap at the menu loads the page anew."""
    from playwright.sync_api import TimeoutError

    try:
        with page.expect_navigation(timeout=15_000):
            page.click("#menu")
    except TimeoutError:
        return False
    return True


@pytest.mark.slow
def test_a_part_that_is_missing_for_good(table: Companion, visit: Visiting) -> None:
    """Nobody tapped: the page is not loaded again and again, which would not bring it."""
    phone = visit(own=True)
    phone.page.route("**/matches.js*", lambda route: route.abort())
    opened = []
    phone.page.on("framenavigated", lambda frame: opened.append(frame.url))
    with phone.page.expect_event("requestfailed"):
        phone.page.goto(phone.url + "/matches")

    # What is asked of a page through its debugger counts as a tap: nothing is, for a while.
    phone.page.wait_for_timeout(1_000)
    assert 1 == len(opened)
    phone.page.wait_for_selector("#page > .bad")


@pytest.mark.slow
def test_a_stream_that_dies_without_a_word(table: Companion, visit: Visiting) -> None:
    """Some phones lose a stream in their sleep and never hear of it: silence is enough to ask again; where nobody answers it says what to look at."""
    phone = visit(own=True)
    phone.page.clock.install()
    with phone.page.expect_request("**/api/events*"):
        phone.open("/")

    with phone.page.expect_request("**/api/events*"):
        phone.page.clock.run_for(26_000)
        phone.page.clock.run_for(1_000)

    phone.page.wait_for_selector("#line", state="hidden")
    phone.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    phone.page.wait_for_selector("#line:not([hidden])")
    phone.page.clock.run_for(16_000)
    assert "Wi-Fi" in phone.reads("#line")


@pytest.mark.slow
def test_a_phone_that_wakes_where_nobody_answers(table: Companion, visit: Visiting) -> None:
    """Over a Wi-Fi that is only just back an answer may not come for minutes: that is said, and asked again."""
    phone = visit(own=True)
    phone.page.clock.install()
    phone.open("/")
    phone.page.evaluate(HIDE, True)
    held: list[Route] = []
    nobody = [True]
    phone.page.route(
        "**/api/view", lambda route: held.append(route) if nobody else route.continue_()
    )

    with phone.page.expect_request("**/api/view"):
        phone.page.evaluate(HIDE, False)
    phone.page.clock.run_for(9_000)

    phone.page.wait_for_selector("#line:not([hidden])")
    nobody.clear()
    for unanswered in held:
        unanswered.continue_()
    phone.page.clock.run_for(9_000)
    phone.page.wait_for_selector("#line", state="hidden")


@pytest.mark.slow
def test_words_that_do_not_come_at_once(table: Companion, visit: Visiting) -> None:
    """A page that was opened while the line broke goes on by itself."""
    phone = visit()
    broken = iter([True])
    phone.page.route(
        "**/words/*", lambda route: route.abort() if next(broken, False) else route.continue_()
    )
    phone.open("/")

    assert phone.reads("#turn").startswith("Bob")


@pytest.mark.slow
def test_a_page_nobody_looks_at_holds_no_stream(table: Companion, visit: Visiting) -> None:
    """Several tabs do not starve each other: a hidden one lets go and catches up later."""
    phone = visit()
    with phone.page.expect_request(lambda asked: "/api/events" in asked.url):
        phone.open("/")

    with phone.page.expect_event("requestfailed", lambda asked: "/api/events" in asked.url):
        phone.page.evaluate(HIDE, True)
    table.show(turn={"player": 2, "since": 0.0})
    phone.page.evaluate(HIDE, False)

    phone.page.wait_for_function(
        "() => document.querySelector('#turn').textContent.includes('Cem')"
    )


@pytest.mark.slow
def test_back_from_the_history_of_the_browser(table: Companion, visit: Visiting) -> None:
    """A page taken out of the browser's memory asks for the table anew."""
    phone = visit().open("/")
    phone.page.wait_for_selector(".person")

    with phone.page.expect_response("**/api/view"):
        phone.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")


@pytest.mark.slow
def test_a_page_of_another_version_loads_anew(table: Companion, visit: Visiting) -> None:
    """Murphy was updated meanwhile: what the page would still load does not fit what it has."""
    phone = visit().open("/")
    view = phone.page.request.get(f"{phone.url}/api/view").json()
    other = json.dumps(view | {"files": "another"})
    # Where the route ended in the middle of loading anew, some of what is asked for would never be answered.
    first = iter([True])
    phone.page.route(
        "**/api/view",
        lambda route: route.fulfill(body=other) if next(first, False) else route.continue_(),
    )

    with phone.page.expect_navigation():
        phone.page.evaluate("dispatchEvent(new Event('online'))")
