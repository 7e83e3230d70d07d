"""The host's part, taken at the table: a phone asks, a button there is held, and no other phone may ask meanwhile."""

from collections.abc import Callable, Iterator

import pytest
from werkzeug.test import TestResponse

from tests.web.home import Clock, Home, Visit, home
from web.access.at_the_table import Asking, AtTheTable
from web.addresses import THE_PI
from web.limits import Rate
from web.refusals import HttpError

PATIENCE, HOLDING = 60, 5
MOST, OFTEN = 64, Rate(3, 3 / 600)
"""As they are promised, not as the code has them."""


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


def hold(presence: AtTheTable, meanwhile: Callable[[], object] = lambda: None) -> None:
    """A button is held for as long as it takes."""
    held = presence.pressed()
    meanwhile()
    if held is not None:
        held()


def test_whoever_asked_alone_is_let_in(house: Home, presence: AtTheTable) -> None:
    """Once the button is held, and not before; by the same cookie, once."""
    phone = house.visit()
    waits = asks(phone).get_json()
    before = phone.get("/api/settings").status_code
    hold(presence)
    let_in = looks(phone).get_json()

    assert ({"host": False, "others": 0}, 403) == (
        {key: waits[key] for key in ("host", "others")},
        before,
    )
    assert {"host": True} == let_in
    assert 200 == phone.get("/api/settings").status_code
    assert (409, "web.at-table.over") == (
        looks(phone).status_code,
        looks(phone).get_json()["error"],
    )


def test_whoever_asks_again_waits_for_the_button_again(house: Home, presence: AtTheTable) -> None:
    """Though it was held for the first time of asking."""
    phone = house.visit()
    asks(phone)
    hold(presence)

    assert not asks(phone).get_json()["host"]
    assert not looks(phone).get_json()["host"]


def test_whoever_asks_too_often_has_been_let_in_all_the_same(
    house: Home, presence: AtTheTable
) -> None:
    """Asking that is refused changes nothing."""
    phone = house.visit()
    asked = [asks(phone).status_code for _ in range(3)]
    hold(presence)

    assert [200, 200, 200, 429] == [*asked, asks(phone).status_code]
    assert {"host": True} == looks(phone).get_json()


@pytest.mark.parametrize(("late", "status"), [(0, 200), (PATIENCE - 1, 200), (PATIENCE, 409)])
def test_whoever_looks_a_minute_too_late_is_not_let_in(
    house: Home, presence: AtTheTable, clock: Clock, late: float, status: int
) -> None:
    """Nobody finds a host's part that was left lying."""
    phone = house.visit()
    asks(phone)
    hold(presence)
    clock.pass_by(late)

    assert status == looks(phone).status_code


def test_a_button_that_is_let_go_costs_nobody_a_moment(
    house: Home, presence: AtTheTable, clock: Clock
) -> None:
    """Whoever asked waits on, for what is left of the minute."""
    phone = house.visit()
    asks(phone)
    clock.pass_by(10)
    presence.pressed()
    clock.pass_by(20)

    assert 30 == looks(phone).get_json()["left"]
    hold(presence)
    assert {"host": True} == looks(phone).get_json()


def test_where_two_ask_nobody_is_let_in(house: Home, presence: AtTheTable) -> None:
    """Somebody across the street must not profit from another one's hand on the button."""
    stranger, phone = house.visit(), house.visit()
    asks(stranger)
    assert 1 == asks(phone).get_json()["others"]
    hold(presence)

    assert [409, 409] == [looks(one).status_code for one in (stranger, phone)]
    assert 403 == stranger.get("/api/settings").status_code


def test_a_button_that_is_held_before_counts_for_nothing(house: Home, presence: AtTheTable) -> None:
    """Nor one that went down before anybody asked."""
    phone = house.visit()
    hold(presence, lambda: asks(phone))

    assert 60 >= looks(phone).get_json()["left"] > 50


def test_a_button_knows_whether_it_is_asked_for(
    house: Home, presence: AtTheTable, clock: Clock
) -> None:
    """As long as a phone waits; without one a button is pressed as ever."""
    before = presence.pressed()
    asks(house.visit())
    meanwhile = presence.pressed()
    clock.pass_by(PATIENCE)

    assert (None, None) == (before, presence.pressed())
    assert meanwhile is not None


def test_whoever_asks_only_when_the_button_is_down_is_not_let_in(
    house: Home, presence: AtTheTable, clock: Clock
) -> None:
    """Not though the minute of the one it was held for ends meanwhile; that one keeps its turn to the end of the hold."""
    phone, stranger = house.visit(), house.visit()
    asks(phone)
    clock.pass_by(PATIENCE - 1)

    def meanwhile() -> None:
        clock.pass_by(2)
        asks(stranger)

    hold(presence, meanwhile)

    assert [409, 409] == [looks(one).status_code for one in (stranger, phone)]


def test_a_hold_that_begins_in_time_counts(house: Home, presence: AtTheTable, clock: Clock) -> None:
    """It may end after the minute, as the phone is told."""
    phone = house.visit()
    asks(phone)
    clock.pass_by(PATIENCE - 0.5)
    left = []

    def meanwhile() -> None:
        left.append(looks(phone).get_json()["left"])
        clock.pass_by(3)

    hold(presence, meanwhile)

    assert [HOLDING] == left
    assert {"host": True} == looks(phone).get_json()


def test_a_hold_for_one_lets_in_no_other(house: Home, presence: AtTheTable, clock: Clock) -> None:
    """Where another one is the only one left at its end."""
    phone, stranger = house.visit(), house.visit()
    asks(phone)

    def meanwhile() -> None:
        clock.pass_by(PATIENCE - 1)
        asks(stranger)
        clock.pass_by(2)

    hold(presence, meanwhile)

    assert 409 == looks(stranger).status_code


def test_a_minute_is_all(house: Home, presence: AtTheTable, clock: Clock) -> None:
    """Who comes too late asks again."""
    phone = house.visit()
    asks(phone)
    clock.pass_by(PATIENCE)
    hold(presence)

    assert 409 == looks(phone).status_code


@pytest.mark.parametrize("address", ["10.0.0.5", THE_PI])
def test_nobody_asks_too_often(house: Home, clock: Clock, address: str) -> None:
    """An address has so many tries, whatever its cookies, and a browser where the address stands for many."""
    phone, other = house.visit(address), house.visit(address)
    said = [asks(phone).status_code for _ in range(OFTEN.at_once + 1)]
    assert "201" == asks(phone).headers["Retry-After"]
    clock.pass_by(1 / OFTEN.a_second)
    again = asks(phone).status_code

    assert [200] * OFTEN.at_once + [429] == said
    assert 200 == again
    assert (200 if address == THE_PI else 429) == asks(other).status_code


def were_hosts(house: Home, *phones: Visit) -> None:
    for phone in phones:
        phone.give_pin()
        phone.post("/api/leave", {})


def test_strangers_do_not_keep_out_a_phone_that_was_host(house: Home, presence: AtTheTable) -> None:
    """However many ask, before and while the button is held; none of them gets in by that."""
    phone = house.visit("10.0.0.5")
    were_hosts(house, phone)
    strangers = [house.visit(f"10.0.1.{n}") for n in range(3)]
    for stranger in strangers:
        asks(stranger)
    alone = asks(phone).get_json()["others"]
    hold(presence, lambda: asks(house.visit("10.0.1.9")))

    assert 0 == alone
    assert {"host": True} == looks(phone).get_json()
    assert {409} == {looks(stranger).status_code for stranger in strangers}


def test_nobody_at_its_address_asks_in_the_place_of_a_phone_that_was_host(house: Home) -> None:
    """How often it may ask is its own affair."""
    phone = house.visit("10.0.0.5")
    were_hosts(house, phone)
    for _ in range(OFTEN.at_once):
        asks(house.visit("10.0.0.5"))

    assert 429 == asks(house.visit("10.0.0.5")).status_code
    assert 200 == asks(phone).status_code


def test_a_hold_for_a_stranger_lets_in_nobody_who_was_host(
    house: Home, presence: AtTheTable
) -> None:
    """It asked only when the button was down."""
    stranger, phone = house.visit(), house.visit()
    were_hosts(house, phone)
    asks(stranger)
    hold(presence, lambda: asks(phone))

    assert [409, 409] == [looks(one).status_code for one in (stranger, phone)]


def test_two_that_were_hosts_keep_each_other_out(house: Home, presence: AtTheTable) -> None:
    """The button does not tell them apart either."""
    both = [house.visit(), house.visit()]
    were_hosts(house, *both)
    asks(both[0])
    told = asks(both[1]).get_json()["others"]
    hold(presence)

    assert (1, [409, 409]) == (told, [looks(one).status_code for one in both])


def test_a_crowd_keeps_nobody_from_asking(presence: AtTheTable, clock: Clock) -> None:
    """As many as it likes, for as long as it likes: a newcomer may ask, and waits for no more than they do."""
    for n in range(4 * MOST):
        presence.ask(f"{n}", f"10.0.{n % 256}.1", known=False)
    asking = presence.ask("new", "10.1.0.1", known=False)
    host = presence.ask("host", "10.1.0.1", known=True)

    assert (MOST - 1, 0) == (asking.others, host.others)


def test_of_a_crowd_whoever_has_waited_longest_goes(presence: AtTheTable) -> None:
    """Counted from when he asked last; a phone that was host before is none of them."""
    presence.ask("host", "10.1.0.1", known=True)
    for n in (*range(MOST), 0, MOST):
        presence.ask(f"{n}", f"10.0.{n}.1", known=False)

    assert presence.look("host") == Asking(PATIENCE, 0)
    assert presence.look("0") == presence.look("2") == Asking(PATIENCE, MOST)
    with pytest.raises(HttpError, check=lambda error: error.status == 409):
        presence.look("1")


def test_without_a_button_the_pin_is_the_way() -> None:
    """The page does not offer what cannot be."""
    house = home()
    page, answer = house.visit().get("/host").text, asks(house.visit())
    house.close()

    assert "at-the-table" not in page
    assert (409, "web.at-table.no-button") == (answer.status_code, answer.get_json()["error"])
