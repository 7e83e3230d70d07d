"""What the host decides about seats, in a browser: locked, given, sent away, and what the phones concerned are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.words import words
from tests.web.screens import Screen, Visiting, becomes, counts, hosting, seated
from tests.web.scripted import Companion

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 360, "height": 640}


@pytest.fixture
def host(table: Companion, visit: Visiting) -> Screen:
    """The host's page, with the phones that there are."""
    screen = visit()
    screen.page.set_viewport_size(SMALL)
    hosting(screen)
    screen.page.click("#see-phones")
    screen.page.wait_for_selector("#phones-seats li")
    return screen


@pytest.mark.slow
def test_a_locked_seat_is_given_to_the_phone_that_asks(host: Screen, visit: Visiting) -> None:
    """The host locks it with a tap; another phone shows its number, is found by it, and goes on by itself."""
    seated(visit(), 0)
    new = visit()
    new.page.set_viewport_size(SMALL)
    new.open("/")
    host.page.wait_for_selector("[data-focus=send-0]")
    host.tap("[data-focus=lock-0]")
    new.page.wait_for_selector(".arriving [data-focus=seat-0] .line-icon")
    new.tap(".arriving [data-focus=seat-0]")
    number = new.reads("dialog[data-sheet=seat-locked] .join-address")
    row = f"#phones-asking li:has-text('{number}')"
    host.page.wait_for_selector(row)
    barriers = [(each.overflow(), each.barriers()) for each in (host, new)]
    host.tap("#phones-asking li .main")
    new.page.wait_for_selector(".is-you .seat-mark.seat-0")
    host.page.wait_for_selector(f"#phones-seats li[data-seat='0']:has-text('{number}')")

    assert [(0, [])] * 2 == barriers
    counts(new.page, "dialog", 0)
    counts(host.page, "#phones-asking", 0)


@pytest.mark.slow
def test_whoever_no_longer_asks_is_left_alone(
    host: Screen, table: Companion, visit: Visiting
) -> None:
    """The sheet is closed: no seat comes unasked."""
    phone = visit().open("/")
    host.tap("[data-focus=lock-1]")
    phone.page.wait_for_selector(".arriving [data-focus=seat-1] .line-icon")
    phone.tap(".arriving [data-focus=seat-1]")
    phone.page.wait_for_selector("dialog[data-sheet=seat-locked]")
    phone.page.click("dialog .close")
    phone.page.wait_for_selector("dialog", state="detached")
    host.tap("[data-focus=lock-1]")
    phone.page.wait_for_selector(".arriving [data-focus=seat-1] .line-icon", state="detached")

    assert 0 == phone.page.locator(".is-you").count()


@pytest.mark.slow
def test_a_phone_is_sent_away_and_let_back(table: Companion, visit: Visiting) -> None:
    """It is told so in its language, taps in vain, and sits down again once the host says so."""
    say = words("de").say
    phone, host = visit(locale="de-DE"), visit(locale="de-DE")
    for screen in (phone, host):
        screen.page.set_viewport_size(SMALL)
    seated(phone, 2)
    hosting(host)
    host.page.click("#see-phones")
    host.tap("[data-focus=send-2]")
    phone.page.wait_for_selector(".arriving .notice.bad")
    told = phone.reads(".arriving .notice.bad p")
    phone.tap(".arriving [data-focus=seat-2]")
    becomes(phone.page, "#toast", say("web.seat-away"))
    seen = [(each.overflow(), each.barriers()) for each in (host, phone)]
    host.tap("#phones-away button")
    host.page.wait_for_selector("#phones-away", state="detached")
    phone.tap(".arriving [data-focus=seat-2]")
    phone.page.wait_for_selector(".is-you .seat-mark.seat-2")

    assert say("page.seat.away") == told
    assert [(0, [])] * 2 == seen
