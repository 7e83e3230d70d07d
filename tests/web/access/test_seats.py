"""Whose phone speaks for a player: one at a time, asked before it is another one's, and told to everybody."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from companion.journal.journal import Journal
from tests.toy import Heap
from tests.web.home import Clock, Home, Table, Visit, chunks, home, told
from web.app import FEED
from web.limits import Limits

AWAY = 600
"""As they are promised, not as the code has them."""


@pytest.fixture
def house() -> Iterator[Home]:
    house = home(limits=Limits(stream_time=AWAY * 2))
    yield house
    house.close()


def test_an_occupied_seat_has_to_be_taken_over(house: Home) -> None:
    """A second phone is asked first; then the seat is its own, and the first phone has none."""
    ann, guest = house.seated(0), house.visit()
    refused = guest.sit(0)

    assert (409, "web.seat-taken") == (refused.status_code, refused.get_json()["error"])
    assert "Ann’s seat is on another phone. Take it over?" == refused.get_json()["text"]["en"]
    assert guest.view()["you"]["seat"] is None
    assert 200 == ann.post("/api/moves", {"move": {"take": 1}}).status_code
    assert 200 == guest.sit(0, take=True).status_code
    assert (0, None) == (guest.view()["you"]["seat"], ann.view()["you"]["seat"])
    late = ann.post("/api/moves", {"move": {"take": 1}})
    assert (403, "web.seat-first") == (late.status_code, late.get_json()["error"])


class WithARobot(Table):
    """The companion plays for Cem."""

    def view(self, state: Heap) -> dict[str, Any]:
        view = super().view(state)
        return view | {"players": [p | {"robot": p["name"] == "Cem"} for p in view["players"]]}


class Solitaire(Table):
    """A game without seats."""

    def view(self, state: Heap) -> dict[str, Any]:
        return super().view(state) | {"players": []}


def test_where_nobody_sits_there_is_no_seat_to_take() -> None:
    """One may stand up all the same."""
    with closing(home(game=Solitaire())) as house:
        phone = house.visit()

        assert 400 == phone.sit(0).status_code
        assert 200 == phone.sit(None).status_code


def test_a_game_without_the_seat_that_begins_meanwhile_is_no_fault(
    house: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sits down is judged by one view of the table."""
    guest, feed = house.visit(), house.app.extensions[FEED]
    before = feed.view()
    views = iter([before])
    monkeypatch.setattr(feed, "view", lambda: next(views, {**before, "players": []}))

    assert 200 == guest.sit(0).status_code


def test_nobody_takes_back_what_another_phone_said(house: Home) -> None:
    """Not even from the same seat."""
    ann, guest = house.seated(0), house.visit()
    entry = ann.post("/api/moves", {"move": {"take": 1}}).get_json()["entry"]
    guest.sit(0, take=True)

    late = guest.post("/api/undo", {"move": entry})
    assert (403, "web.own-word") == (late.status_code, late.get_json()["error"])
    ann.sit(0, take=True)
    assert 200 == ann.post("/api/undo", {"move": entry}).status_code


def test_what_was_said_last_is_told_to_everybody(house: Home) -> None:
    """With the phone that said it, which may take it back; what was taken back is nobody's last word."""
    ann, guest = house.seated(0), house.visit()
    assert guest.view()["last_word"] is None
    entry = ann.post("/api/moves", {"move": {"take": 1}}).get_json()["entry"]
    told = guest.view()["last_word"]

    assert {"entry": entry, "phone": ann.view()["you"]["phone"]} == told
    assert guest.view()["you"]["phone"] != told["phone"]
    ann.post("/api/undo", {"move": entry})
    assert ann.view()["last_word"] is None


def test_a_phone_stays_its_own_on_another_seat(house: Home) -> None:
    """What it said on the first one, too; that one is free."""
    phone, other = house.seated(0), house.visit()
    entry = phone.post("/api/moves", {"move": {"take": 1}}).get_json()["entry"]
    phone.sit(1)

    assert 200 == other.sit(0).status_code
    assert 200 == phone.post("/api/undo", {"move": entry}).status_code


def test_nobody_sits_where_a_robot_plays() -> None:
    """Nor takes its place under a name of one's own."""
    with closing(home(Journal(None), game=WithARobot())) as house:
        phone = house.visit()
        sat = phone.sit(2)
        assert (409, "web.seat-robot") == (sat.status_code, sat.get_json()["error"])
        named = phone.post("/api/arrive", {"name": "Dia", "seat": 2})
        assert 409 == named.status_code
        assert 200 == phone.sit(0).status_code


@pytest.mark.parametrize("take", [1, "yes", None, []])
def test_taking_over_is_said_plainly(house: Home, take: object) -> None:
    """Yes or no."""
    house.seated(0)

    assert 400 == house.visit().sit(0, take=take).status_code


def test_a_phone_that_is_silent_for_long_frees_its_seat(house: Home) -> None:
    """Ten minutes without a word, and nobody is asked; it keeps the seat as long as nobody wants it."""
    ann, guest = house.seated(0), house.visit()
    house.clock.pass_by(AWAY)
    assert 409 == guest.sit(0).status_code
    house.clock.pass_by(1)
    assert 0 == ann.view()["you"]["seat"]
    assert 409 == guest.sit(0).status_code
    house.clock.pass_by(AWAY + 1)

    assert 200 == guest.sit(0).status_code
    assert ann.view()["you"]["seat"] is None


def test_a_phone_that_only_listens_is_there(house: Home) -> None:
    """Its stream keeps the seat."""
    ann, guest = house.seated(0), house.visit()
    stream = ann.get("/api/events")
    came = chunks(stream)
    next(came)
    for _ in range(2):
        house.clock.pass_by(AWAY - 1)
        while not any(name == "beat" for name, _, _ in told(next(came))):
            pass
    stream.close()

    assert 409 == guest.sit(0).status_code


def test_every_page_is_told_that_a_seat_moved(house: Home) -> None:
    """The view names each seat's phone, by what tells nobody its cookie."""
    listens = house.app.test_client().get("/api/events")
    came = chunks(listens)
    next(came)

    def seats() -> list[str | None]:
        while True:
            for name, _, data in told(next(came)):
                if name == "view":
                    seats: list[str | None] = data["seats"]
                    return seats

    assert [None, None, None] == seats()
    house.seated(1)
    first = seats()
    guest = house.seated(1)
    second = seats()
    listens.close()

    assert [True, False, True] == [one is None for one in second]
    assert first[1] != second[1]
    assert second[1]
    assert second[1] not in guest.cookie


def test_whoever_lost_a_seat_gets_it_back_by_a_tap_only(house: Home) -> None:
    """Where the other phone leaves, it is not this one's again unasked."""
    ann, guest = house.seated(0), house.seated(0)
    ann.view()
    guest.sit(None)

    assert ann.view()["you"]["seat"] is None
    assert 200 == ann.sit(0).status_code


@pytest.fixture
def restarted() -> Iterator[tuple[Home, Visit, int]]:
    """A house in which Ann has made a move, after a restart: the house, her phone, and the move."""
    journal = Journal(None, clock=Clock())
    before = home(journal)
    ann = before.seated(0)
    entry = ann.post("/api/moves", {"move": {"take": 1}}).get_json()["entry"]
    before.app.extensions["murphy.feed"].close()
    after = home(journal)
    ann.moves_to(after)
    yield after, ann, entry
    after.close()


def test_a_restart_locks_nobody_out(restarted: tuple[Home, Visit, int]) -> None:
    """A cookie keeps its seat, and takes back what was said there before."""
    house, ann, entry = restarted

    assert 0 == ann.view()["you"]["seat"]
    assert 409 == house.visit().sit(0).status_code
    assert 200 == ann.post("/api/undo", {"move": entry}).status_code


def test_after_a_restart_a_seat_is_whose_phone_took_it_last() -> None:
    """Also where the phone that lost it asks first."""
    before = home()
    ann = before.seated(0)
    before.clock.pass_by(60)
    guest = before.seated(0)
    before.close()
    after = home()
    for phone in (ann, guest):
        phone.moves_to(after)

    assert 0 == ann.view()["you"]["seat"]
    assert 0 == guest.view()["you"]["seat"]
    assert ann.view()["you"]["seat"] is None
    after.close()


def test_a_restart_makes_nobody_elses_word_ones_own() -> None:
    """Whoever took a seat over before it has not said what was said there by then; who said it has."""
    journal = Journal(None, clock=Clock())
    before = home(journal)
    ann = before.seated(0)
    entry = ann.post("/api/moves", {"move": {"take": 1}}).get_json()["entry"]
    guest = before.seated(0)
    before.app.extensions["murphy.feed"].close()
    after = home(journal)
    for phone in (ann, guest):
        phone.moves_to(after)
    late = guest.post("/api/undo", {"move": entry})
    ann.sit(0, take=True)
    own = ann.post("/api/undo", {"move": entry})
    after.close()

    assert (403, "web.own-word") == (late.status_code, late.get_json()["error"])
    assert 200 == own.status_code


def test_after_a_restart_a_seat_that_was_taken_takes_back_nothing_older(
    restarted: tuple[Home, Visit, int],
) -> None:
    """Who sits down there now has not said it."""
    house, _, entry = restarted

    assert 403 == house.seated(0).post("/api/undo", {"move": entry}).status_code
