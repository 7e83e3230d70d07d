"""Arriving in a browser: a name typed on one's own phone, the codes on the television, the home screen, and the same people again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.words import words
from tests.web.screens import TV, Screen, Visiting, becomes, box, counts, seated
from tests.web.scripted import Companion, companion
from web.wifi import Wifi

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 360, "height": 640}
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1"


def names(screen: Screen, *people: str) -> None:
    """Wait until these are the players."""
    reads = "people => [...document.querySelectorAll('.person-name .name')].map(n => n.textContent).join() === people.join()"
    screen.page.wait_for_function(reads, arg=list(people))


@pytest.mark.engines
def test_a_name_of_ones_own(table: Companion, visit: Visiting) -> None:
    """Two taps and the name: the seat that is free first is offered; everybody sees who came, and which seats are taken."""
    # A table and browsers of its own: who has sat down in a test before is known to both.
    with companion() as there:
        phone, other = (visit(url=there.url, own=True) for _ in range(2))
        other.open("/")
        phone.page.set_viewport_size(SMALL)
        phone.open("/")
        phone.tap(".arriving [data-focus=own-name]")
        phone.page.fill("#own-name", "Oma")
        overflow = phone.overflow()
        phone.page.click("#sit-down")
        phone.page.wait_for_selector(".is-you .seat-mark.seat-0")

        names(phone, "Oma", "Bob", "Cem")
        names(other, "Oma", "Bob", "Cem")
        assert 0 == overflow
        other.page.wait_for_selector(".arriving [data-focus=seat-0] small")
        counts(other.page, ".arriving small", 1)


@pytest.mark.slow
def test_what_is_wrong_with_a_name_is_said_beside_it(table: Companion, visit: Visiting) -> None:
    """What was typed stays; a place that somebody took meanwhile is no longer offered."""
    say, phone, other = words("de").say, visit(locale="de-DE"), visit(locale="de-DE")
    phone.page.set_viewport_size(SMALL)
    phone.open("/")
    phone.tap(".arriving [data-focus=own-name]")
    phone.page.fill("#own-name", "bob")
    phone.page.click("#sit-down")
    becomes(phone.page, "dialog [role=alert]", say("setup.same-name"))
    seated(other, 0)
    phone.page.wait_for_selector("dialog [data-focus=place-0][disabled]")

    assert "bob" == phone.page.input_value("#own-name")
    assert [] == phone.barriers()
    phone.page.fill("#own-name", "Bo")
    phone.page.click("dialog [data-focus=place-2]")
    phone.page.press("#own-name", "Enter")
    phone.page.wait_for_selector(".is-you .seat-mark.seat-2")
    names(other, "Ann", "Bob", "Bo")


@pytest.mark.slow
def test_whoever_comes_late(table: Companion, visit: Visiting) -> None:
    """All seats are taken, and a game goes on: he is on the list for the next, as everybody reads."""
    for seat in range(3):
        seated(visit(), seat)
    phone = visit().open("/")
    phone.tap(".arriving [data-focus=own-name]")
    becomes(phone.page, "dialog .notice", words("en").say("naming.late"))

    phone.page.fill("#own-name", "Oma")
    phone.page.click("#sit-down")
    waits = words("en").say("page.waiting", names=("Oma",))
    phone.page.wait_for_selector(f"[data-notice=waiting]:has-text({waits!r})")
    assert [] == phone.barriers()


@pytest.mark.slow
def test_where_the_host_gives_the_names(table: Companion, visit: Visiting) -> None:
    """Nobody is asked to type his own."""
    table.others.health = {"own_names": False}
    phone = visit().open("/")
    phone.page.wait_for_selector(".arriving [data-focus=seat-0]")

    counts(phone.page, "[data-focus=own-name]", 0)


COVERED = """() => [...document.querySelectorAll(".arriving button")].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(x + width * 0.8, y + height - 4));
}).map((one) => one.textContent)"""


@pytest.mark.slow
def test_no_seat_is_under_the_bar(table: Companion, visit: Visiting) -> None:
    """On a small phone on its side, of six people with long names."""
    ann, *_ = table.session.state.view["players"]
    table.show(players=[ann | {"name": f"{letter}artholomäus"} for letter in "BCDEFG"])
    table.others.health = {"own_names": False}
    page = visit({"width": 640, "height": 320}).open("/").page
    page.wait_for_selector(".arriving [data-focus=seat-5]")

    assert [] == page.evaluate(COVERED)


@pytest.mark.slow
def test_the_codes_across_the_room(table: Companion, visit: Visiting) -> None:
    """First the Wi-Fi's where everybody may see it; both small in a corner once all seats are taken, each with its name beside it."""
    table.others.wifi = Wifi("House", "12345678", "everybody")
    table.others.health = {"wifi": "everybody"}
    screen = visit(TV).open("/tv")
    screen.page.wait_for_selector("#wifi img")
    codes = screen.page.locator(".join img")
    large = [box(codes.nth(n)) for n in range(2)]
    told = screen.reads("#wifi .join-address")
    barriers = screen.barriers()
    for seat in range(3):
        seated(visit(), seat)
    screen.page.wait_for_selector(".join.is-full")
    small = [box(codes.nth(n)) for n in range(2)]
    name, address = (box(screen.page.locator(of)) for of in ("#wifi p", ".join > .join-address"))

    assert "House12345678" == told
    assert [] == barriers
    assert all(each["y"] + each["height"] <= TV["height"] for each in (*large, *small))
    assert all(each["width"] >= TV["height"] * 0.12 for each in large)
    assert all(each["width"] <= TV["height"] * 0.1 for each in small)
    wifi, page = sorted(small, key=lambda each: each["y"])
    assert all(code["x"] < text["x"] for code, text in ((wifi, name), (page, address)))
    assert wifi["y"] <= name["y"] < page["y"] <= address["y"]
    assert address["height"] < TV["height"] * 0.06
    table.others.health = {"wifi": "seats"}
    table.show(left=6)
    counts(screen.page, "#wifi", 0)


@pytest.mark.slow
def test_the_home_screen_is_told_once(table: Companion, visit: Visiting) -> None:
    """To whoever sits, in the words of his phone; once it was read it is never said again."""
    how: dict[str, Any] = {"has_touch": True, "user_agent": IPHONE}
    phone = seated(visit(own=True, **how), 0)
    phone.page.wait_for_selector("[data-notice=home]")
    said = phone.reads("[data-notice=home] p")
    phone.tap("[data-focus=notice-home]")
    counts(phone.page, "[data-notice=home]", 0)
    phone.open("/")
    phone.page.wait_for_selector(".is-you")
    phone.page.wait_for_function("() => navigator.maxTouchPoints > 0")

    assert words("en").say("home.ios") == said
    assert 0 == phone.page.locator("[data-notice=home]").count()


def test_the_same_people_again(table: Companion, visit: Visiting) -> None:
    """Two taps on any phone at the table once the game is over."""
    phone, other = seated(visit(), 1), visit().open("/")
    phone.page.set_viewport_size(SMALL)
    table.show(winner=0)
    becomes(other.page, "#turn .turn-words", "Ann has won!")
    phone.tap("[data-focus=notice-over]")
    phone.page.wait_for_selector("#begin-again")
    barriers, overflow = phone.barriers(), phone.overflow()
    phone.tap("#begin-again")
    becomes(other.page, "#turn .turn-words", "Bob’s turn")

    assert ([], 0) == (barriers, overflow)
    counts(phone.page, "dialog", 0)
    counts(phone.page, ".is-you .seat-mark.seat-1", 1)
