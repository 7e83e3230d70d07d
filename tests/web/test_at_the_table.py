"""The host's part, taken at the table: a phone asks, a button there is held, and no other phone may ask meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from tests.web.home import Clock, Home, Visit, home
from web.access.at_the_table import OFTEN, PATIENCE, WITHIN, AtTheTable


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(clock: Clock) -> AtTheTable:
    return AtTheTable(clock)


@pytest.fixture
def house(presence: AtTheTable) -> Iterator[Home]:
    house = home(presence=presence)
    yield house
    house.close()


def asks(visit: Visit) -> TestResponse:
    return visit.post("/api/pin/button", {"ask": True})


def looks(visit: Visit) -> TestResponse:
    return visit.post("/api/pin/button", {})


def test_whoever_asked_alone_is_let_in(house: Home, presence: AtTheTable) -> None:
    """Once the button is held, and not before; by the same cookie, once."""
    phone = house.visit()
    waits = asks(phone).get_json()
    before = phone.get("/api/settings").status_code
    presence.held()
    let_in = looks(phone).get_json()

    assert ({"host": False, "others": 0}, 403) == (
        {key: waits[key] for key in ("host", "others")},
        before,
    )
    assert {"host": True} == let_in
    assert 200 == phone.get("/api/settings").status_code
    assert (409, "web.at-table.over") == (looks(phone).status_code, looks(phone).get_json()["error"])  # fmt: skip


def test_where_two_ask_nobody_is_let_in(house: Home, presence: AtTheTable) -> None:
    """Somebody across the street must not profit from another one's hand on the button."""
    stranger, phone = house.visit(), house.visit()
    asks(stranger)
    assert 1 == asks(phone).get_json()["others"]
    presence.held()

    assert [409, 409] == [looks(one).status_code for one in (stranger, phone)]
    assert 403 == stranger.get("/api/settings").status_code


def test_a_button_that_is_held_before_counts_for_nothing(
    house: Home, presence: AtTheTable
) -> None:
    """Nor does one after the minute."""
    phone = house.visit()
    presence.held()
    assert 60 >= asks(phone).get_json()["left"] > 50
    assert not looks(phone).get_json()["host"]


def test_a_button_knows_whether_it_is_asked_for(
    house: Home, presence: AtTheTable, clock: Clock
) -> None:
    """As long as a phone waits; without one a button is pressed as ever."""
    before = presence.is_asked()
    asks(house.visit())
    meanwhile = presence.is_asked()
    clock.pass_by(PATIENCE)

    assert (False, True, False) == (before, meanwhile, presence.is_asked())


def test_a_minute_is_all(house: Home, presence: AtTheTable, clock: Clock) -> None:
    """Who comes too late asks again."""
    phone = house.visit()
    asks(phone)
    clock.pass_by(PATIENCE)
    presence.held()

    assert 409 == looks(phone).status_code


def test_nobody_asks_too_often(house: Home, presence: AtTheTable, clock: Clock) -> None:
    """An address has so many tries, whatever its cookies, until some time has passed."""
    said = [asks(house.visit()).status_code for _ in range(OFTEN + 1)]
    clock.pass_by(WITHIN + 1)

    assert [200] * OFTEN + [429] == said
    assert 200 == asks(house.visit()).status_code


def test_without_a_button_the_pin_is_the_way() -> None:
    """The page does not offer what cannot be."""
    house = home()
    page, answer = house.visit().get("/host").text, asks(house.visit())
    house.close()

    assert "at-the-table" not in page
    assert (409, "web.at-table.no-button") == (answer.status_code, answer.get_json()["error"])  # fmt: skip
