"""The game's pages in a browser: a whole turn by taps, a die that is asked for, points below zero in the history."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.games.nicht_lustig.pages.part import pages
from tests.games.nicht_lustig.seen import WatchedTable
from tests.web.screens import PHONE, Screen, hosting
from tests.web.scripted import Others, serving


@pytest.fixture
def table() -> Iterator[WatchedTable]:
    """Ann and Bob under a camera, the display laid out, served."""
    watched = WatchedTable().begin()
    with serving(watched.session, Others(), pages(lambda: watched.session.state, dict)) as server:  # fmt: skip
        watched.url = f"http://127.0.0.1:{server.port}"  # type: ignore[attr-defined]
        yield watched
    watched.close()


def test_a_die_is_asked_for_and_a_turn_goes_by_taps(
    table: WatchedTable, visit: Callable[[dict[str, int]], Screen]
) -> None:
    """One tap says what the die shows; the next roll is entered die by die, what it takes with one more tap; nothing is wider than the phone."""
    phone = hosting(visit(PHONE), "/host").open("/")
    page: Any = phone.page
    table.rolls("3? 12 45 1")
    page.wait_for_selector(".die.is-asked")
    assert [] == phone.barriers()
    phone.tap("[data-focus=choice-black-3]")
    page.wait_for_selector(".die.is-asked", state="detached")
    assert (3, 3) == table.now.dice.of("black")

    phone.tap("#stop")
    phone.tap(".question .choices button")
    phone.tap("#enter-dice")
    for name, value in zip(table.session.view()["names"], "1225450", strict=True):
        page.click(f"[data-die={name}][data-value='{value}']")
    phone.tap("#last-roll")
    page.wait_for_selector(".chip.is-death")
    assert (("R03",), ("T06",)) == (table.now.areas[0].open, table.now.areas[1].deaths)
    assert 0 == phone.overflow()


def test_the_rules_in_a_minute(
    table: WatchedTable, visit: Callable[[dict[str, int]], Screen]
) -> None:
    """The menu opens them, step by step."""
    phone = visit(PHONE).open("/")
    phone.tap("#menu")
    phone.tap("#how")

    assert 6 == phone.page.locator("dialog .how li").count()
