"""Arriving by oneself: a name typed on one's own phone, a free place, the Wi-Fi; and the same people again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.inputs import Envelope
from companion.journal.journal import Journal
from companion.rules import Json
from companion.session.session import Outcome, Session
from companion.table import Settled, Step
from companion.table import Table as Lying
from tests.games.dumm_gelaufen.table.test_by_tap import MAC, TWO_FOR_ONE
from tests.toy import Heap
from tests.web.home import COOKIE, Home, Table, Visit, chunks, home, real_home, told, toy_pages
from web.access.next_game import FILE as NEXT
from web.access.next_game import NextGame
from web.access.phones import Phone
from web.access.seats import Taking
from web.limits import Rate
from web.wifi import Wifi

NAMES = Rate(6, 1 / 60)
"""As they are promised, not as the code has them."""

PEOPLE = ["Ann", "Bob", "Cem"]


@pytest.fixture
def house() -> Iterator[Home]:
    """Three at a table that is not laid out yet, without a camera."""
    setup = {"players": PEOPLE, "camera": False}
    session: Session[TableState] = Session(TABLE_GAME, Journal(None), setup=setup)
    with closing(real_home(session)) as there:
        yield there


def arrive(visit: Visit, name: object, seat: int | None = 1) -> tuple[int, Any]:
    """What came of it: the status, and the seat or the key of what was wrong."""
    came = visit.post("/api/arrive", {"name": name, "seat": seat})
    told = came.get_json()
    return came.status_code, told.get("seat", told.get("error"))


def names(visit: Visit) -> list[str]:
    return [player["name"] for player in visit.view()["players"]]


class Showing(Table):
    """The toy game, in whose view other things stand, with other people at it."""

    def __init__(self, *people: Json, **more: Any) -> None:
        self.people, self.more = people, more

    def view(self, state: Heap) -> dict[str, Any]:
        seen = super().view(state) | self.more
        for player, other in zip(seen["players"], self.people, strict=False):
            player |= other
        return seen


@pytest.mark.parametrize(
    ("bob", "why"),
    [
        ({}, "toy.no-correction"),
        ({"left": False, "robot": False}, "toy.no-correction"),
        ({"left": True}, "web.place-taken"),
        ({"robot": True}, "web.place-taken"),
    ],
)
def test_whose_place_may_have_a_name(bob: Json, why: str) -> None:
    """Not one that somebody has left, nor a robot's. Whoever is refused by the game sits nowhere."""
    with closing(home(game=Showing({}, bob))) as house:
        phone, other = house.visit(), house.visit()
        refused = arrive(phone, "Oma", 1)
        other.sit(0)
        taken = [arrive(one, name, 0) for one in (phone, other) for name in ("Opa", "")]

        assert why == refused[1]
        assert [None] == [*{*phone.view()["seats"][1:]}]
        assert ["web.place-taken"] * 2 + ["toy.no-correction", "setup.name"] == [
            key for _, key in taken
        ]


@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize("wanted", [0, 1, 2])
def test_whoever_is_refused_by_the_game_sits_where_he_did(wanted: int, *, locked: bool) -> None:
    """In his own seat or another, which is free again then; a locked one stays his."""
    with closing(home(game=Showing({}))) as house:
        phone = house.seated(0)
        house.seats.lock("Ann", locked=locked)
        mine = phone.view()["you"]

        assert (409, "toy.no-correction") == arrive(phone, "Oma", wanted)
        assert mine == phone.view()["you"]
        assert [mine["phone"], None, None] == phone.view()["seats"]


@pytest.mark.parametrize(
    ("health", "status"),
    [
        ({}, 200),
        ({"own_names": True, "source": "camera"}, 200),
        ({"own_names": False}, 403),
        ({"source": "painted"}, 403),
    ],
)
def test_where_names_are_typed(house: Home, health: Json, status: int) -> None:
    """Unless the host wants none, or a painted table plays by itself."""
    house.others.how |= health

    assert status == arrive(house.visit(), "Oma")[0]


def test_where_nobody_sits_nobody_arrives() -> None:
    """There is no seat to have a name, and nobody to speak for."""
    with closing(home(game=Showing(players=[]))) as house:
        host = house.host()

        assert (400, "web.field") == arrive(host, "Oma", 0)
        assert 400 == host.post("/api/moves", {"move": {"take": 1}, "player": 0}).status_code
        assert 200 == host.post("/api/moves", {"move": {"take": 1}}).status_code


def test_whoever_arrives_is_shown_at_once(house: Home) -> None:
    """To whoever begins to follow then, and by the game's own word: it is the seat that says its name."""
    phone = house.visit()
    arrive(phone, "Oma")
    stream = phone.get("/api/events")
    views = (data for chunk in chunks(stream) for name, _, data in told(chunk) if name == "view")
    seats = next(views)["seats"]
    stream.close()

    assert [None, phone.view()["you"]["phone"], None] == seats
    assert 1 == phone.get("/api/history").get_json()["entries"][-1]["by"]


def test_a_phone_takes_back_its_own_name(house: Home) -> None:
    """And nobody else's."""
    phone, other = house.visit(), house.seated(0)
    arrive(phone, "Oma")
    said = house.session.last_input
    assert said is not None

    assert 403 == other.post("/api/undo", {"move": said.seq}).status_code
    assert 200 == phone.post("/api/undo", {"move": said.seq}).status_code
    assert PEOPLE == names(phone)


def test_a_name_is_only_written_otherwise(house: Home) -> None:
    """It is not taken by who has it already."""
    phone = house.visit()
    arrive(phone, "Oma")

    assert (200, 1) == arrive(phone, "OMA")
    assert ["Ann", "OMA", "Cem"] == names(phone)


def test_a_name_of_ones_own_in_a_free_seat(house: Home) -> None:
    """It is the player's from then on, on every page; the phone speaks for it, and is told so by everything it asks."""
    phone, other = house.visit(), house.visit()

    assert (200, 1) == arrive(phone, "  Oma   Trude ")
    assert ["Ann", "Oma Trude", "Cem"] == names(other)
    assert 1 == phone.view()["you"]["seat"]
    assert phone.view()["seats"] == [None, house_id(phone), None]
    (news,) = [said["text"]["en"] for said in other.view()["announcements"]]
    assert "Bob is Oma Trude now" == news


def house_id(phone: Visit) -> str:
    """By which pages tell this phone."""
    return str(next(filter(None, phone.view()["seats"])))


def test_ones_own_seat_takes_another_name(house: Home) -> None:
    """A slip is put right; nobody else can do it."""
    phone, other = house.visit(), house.visit()
    arrive(phone, "Oam")

    assert (409, "web.place-taken") == arrive(other, "Ohm")
    assert (200, 1) == arrive(phone, "Oma")
    assert ["Ann", "Oma", "Cem"] == names(other)
    assert 1 == phone.view()["you"]["seat"]


@pytest.mark.parametrize(
    ("name", "status", "why"),
    [
        ("", 400, "setup.name"),
        ("   ", 400, "setup.name"),
        ("x" * 41, 400, "setup.name"),
        ("x" * 4000, 400, "web.field"),
        ("a\u202eb", 400, "setup.name"),
        ("\u2800", 400, "setup.name"),
        ("ANN", 400, "setup.same-name"),
        (5, 400, "web.field"),
        (None, 400, "web.field"),
    ],
)
def test_a_name_that_is_none(house: Home, name: object, status: int, why: str) -> None:
    """Is refused in words, and nobody sits anywhere."""
    phone = house.visit()

    assert (status, why) == arrive(phone, name)
    assert PEOPLE == names(phone)
    assert phone.view()["you"]["seat"] is None


def test_markup_in_a_name_stays_what_it_is(house: Home) -> None:
    """It is text, in the view and in what is said."""
    phone = house.visit()
    arrive(phone, "<b>&amp;")

    assert ["Ann", "<b>&amp;", "Cem"] == names(phone)


@pytest.mark.parametrize("seat", [3, -1, "1", True, 1.5])
def test_a_place_that_is_none(house: Home, seat: Any) -> None:
    """Is none of the table's."""
    assert (400, "web.field") == arrive(house.visit(), "Oma", seat)


def test_a_seat_is_one_phones(house: Home) -> None:
    """Whoever goes to another place leaves the first one, under the name he gave it."""
    phone = house.visit()
    arrive(phone, "Oma", 1)

    assert (200, 2) == arrive(phone, "Opa", 2)
    told = phone.view()
    assert [None, None] == told["seats"][:2]
    assert ["Ann", "Oma", "Opa"] == names(phone)


def test_a_name_that_is_tapped_in_twice_keeps_its_seat(house: Home) -> None:
    """However the two calls of one browser fall together: the player is called so, and the phone speaks for him."""
    for name in ("Oma", "Opa", "Oda", "Ole"):
        phone = house.visit()
        taps = [Thread(target=arrive, args=(twin(house, phone), name)) for _ in "ab"]
        for tap in taps:
            tap.start()
        for tap in taps:
            tap.join()

        told = phone.view()
        assert ["Ann", name, "Cem"] == [player["name"] for player in told["players"]]
        assert told["seats"][1] == told["you"]["phone"]
        assert 200 == phone.sit(1).status_code
        phone.sit(None)


def twin(house: Home, phone: Visit) -> Visit:
    """The same browser once more, for a call that goes beside another one of its own."""
    again = Visit(house.app.test_client(), phone.token)
    again.client.environ_base |= phone.client.environ_base
    again.client.set_cookie(COOKIE, phone.cookie)
    return again


def test_one_more_place_before_a_game(house: Home) -> None:
    """The table grows as long as nothing was laid or said; then it is too late."""
    four, five, host = house.visit(), house.visit(), house.host()
    arrive(house.visit(), "Oma", 0)

    assert (200, 3) == arrive(four, "Dea", None)
    assert ["Oma", "Bob", "Cem", "Dea"] == names(four)
    assert 3 == four.view()["you"]["seat"]
    lies = {"event": "table-corrected", "left": ["R07-1"]}
    assert 200 == host.post("/api/corrections", {"correction": lies}).status_code
    assert (409, "web.begun-already") == arrive(five, "Eva", None)


def lock_eva(house: Home, phone: Visit) -> None:
    """As a host did in a game that she played."""
    house.seats.lock("Eva", locked=True)


def seat_eva(house: Home, phone: Visit) -> None:
    """Her own phone is still there."""
    house.seats.take(Phone("evas"), "Eva", Taking("10.0.0.7"))


def send_away(house: Home, phone: Visit) -> None:
    phone.sit(2)
    house.host().post("/api/seats", {"do": "away", "phone": phone.view()["you"]["phone"]})


@pytest.mark.parametrize(
    ("before", "seat", "why"),
    [
        (lock_eva, None, (409, "web.seat-locked")),
        (seat_eva, None, (409, "web.seat-taken")),
        (send_away, None, (403, "web.seat-away")),
        (send_away, 1, (403, "web.seat-away")),
    ],
)
def test_a_phone_that_may_not_sit_down_changes_nothing(
    house: Home,
    before: Callable[[Home, Visit], None],
    seat: int | None,
    why: tuple[int, str],
) -> None:
    """Neither is there another place, nor another name."""
    phone = house.visit()
    before(house, phone)

    assert why == arrive(phone, "Eva", seat)
    assert PEOPLE == names(phone)


def test_the_host_arrives_under_any_name(house: Home) -> None:
    """Also under one that is locked, or another phone's."""
    host = house.host()
    seat_eva(house, host)
    lock_eva(house, host)

    assert (200, 3) == arrive(host, "Eva", None)
    assert 3 == host.view()["you"]["seat"]


def test_a_phone_that_was_sent_away_waits_for_no_game(house: Home) -> None:
    """It may only watch; a host's may do everything."""
    phone = house.visit()
    send_away(house, phone)

    assert (403, "web.seat-away") == waits(phone, "Eva")
    assert [] == phone.view()["waiting"]
    phone.give_pin()
    assert (200, "Eva") == waits(phone, "Eva")


def test_no_more_places_than_the_game_has(house: Home) -> None:
    """What the game says of it is what is answered."""
    for name in ("Dea", "Eva", "Fil"):
        assert 200 == arrive(house.visit(), name, None)[0]

    assert (400, "setup.players") == arrive(house.visit(), "Gus", None)


def test_what_the_host_locks(house: Home) -> None:
    """A locked seat is asked for as ever; with names of one's own forbidden nobody types any."""
    host, phone = house.host(), house.visit()
    host.post("/api/seats", {"do": "lock", "seat": 1})

    assert (409, "web.seat-locked") == arrive(phone, "Oma", 1)
    assert PEOPLE == names(phone)
    assert (200, 1) == arrive(host, "Omi", 1)
    assert [False, True, False] == host.view()["locked"]
    house.others.how["own_names"] = False
    assert (403, "web.no-own-names") == arrive(phone, "Oma", 2)
    assert 200 == phone.sit(2).status_code


@pytest.mark.parametrize("name", ["Bob", "  Bob ", "BOB", "Oma"])
def test_a_locked_seat_stays_locked_whatever_its_player_is_called(house: Home, name: str) -> None:
    """Also where the phone that sits there types the same name again."""
    host, phone = house.host(), house.seated(1)
    host.post("/api/seats", {"do": "lock", "seat": 1})

    assert (200, 1) == arrive(phone, name)
    assert [False, True, False] == phone.view()["locked"]


def test_the_host_frees_a_seat(house: Home) -> None:
    """The phone has none then, and anybody may sit down there, it too."""
    host, phone = house.host(), house.visit()
    arrive(phone, "Oma")
    host.post("/api/seats", {"do": "free", "seat": 1})

    assert phone.view()["you"]["seat"] is None
    assert 200 == phone.sit(1).status_code


def test_names_are_typed_only_so_often(house: Home) -> None:
    """From one address, whatever browsers come from there; the host may."""
    statuses = [arrive(house.visit("10.0.0.5"), f"Oma {n}", 1)[0] for n in range(NAMES.at_once + 2)]

    assert [200, 409] == statuses[:2]
    last = arrive(house.visit("10.0.0.5"), "Opa", 0)
    house.clock.pass_by(1 / NAMES.a_second)
    assert last == (200, 0)


def test_spent_names_wait(house: Home) -> None:
    """After so many in a row it is said for how long."""
    phone = house.visit("10.0.0.5")
    for n in range(NAMES.at_once):
        assert (200, 1) == arrive(phone, f"Oma {n}")

    for _ in range(2):
        came = phone.post("/api/arrive", {"name": "Opa", "seat": 1})
        assert (429, "60") == (came.status_code, came.headers["Retry-After"])
        house.clock.pass_by(0.5)
    assert (429, "web.names-too-often") == waits(phone, "Opa")
    assert (200, "") == waits(phone, "")
    house.clock.pass_by(1 / NAMES.a_second)
    assert (200, 1) == arrive(phone, "Opa")


def test_a_name_may_be_taken_back_and_is_not_what_undo_means(house: Home) -> None:
    """By its entry; the host's undo is about the game."""
    phone, host = house.visit(), house.host()
    arrive(phone, "Oma")

    assert 409 == host.post("/api/undo", {}).status_code
    entry = house.session.last_input
    assert entry is not None
    assert 200 == host.post("/api/undo", {"move": entry.seq}).status_code
    assert PEOPLE == names(phone)


class Won(Table):
    """A game that somebody has won, and one has left."""

    def view(self, state: Heap) -> dict[str, Any]:
        seen = super().view(state)
        seen["players"][2]["left"] = True
        return seen | {"winner": 0}


def test_whoever_comes_takes_no_undo_away(house: Home) -> None:
    """A name is no word of the game: what was said last before it may still be taken back, and what was taken back counts again."""
    host, phone, guest = house.host(), house.seated(0), house.visit()
    lies = {"event": "table-corrected", "mac": MAC, "left": ["Y10-1"], "right": ["G09-1"]}
    host.post("/api/corrections", {"correction": lies})
    taken = phone.post("/api/moves", {"move": {"move": "exchange", "player": 0, **TWO_FOR_ONE}})
    arrive(guest, "Oma", 2)
    entry = taken.get_json()["entry"]

    assert entry == guest.view()["last_word"]["entry"]
    gone = phone.post("/api/undo", {"move": entry})
    arrive(house.visit(), "Opa", 1)
    assert gone.get_json()["entry"] == guest.view()["taken_back"]["entry"]
    assert 200 == phone.post("/api/undo", {"move": gone.get_json()["entry"]}).status_code


def test_the_host_types_as_many_names_as_he_likes(house: Home) -> None:
    """He sets the table for everybody."""
    host = house.visit("10.0.0.5")
    host.give_pin()

    assert {(200, 1)} == {arrive(host, f"Oma {n}") for n in range(2 * NAMES.at_once)}


@pytest.mark.parametrize(
    ("phase", "what", "status"),
    [
        ("set-up", [], 200),
        ("set-up", ["look"], 200),
        ("set-up", ["take"], 409),
        ("set-up", ["look", "take"], 409),
        ("playing", [], 409),
        (None, [], 409),
    ],
)
def test_until_when_a_table_grows(phase: str | None, what: list[str], status: int) -> None:
    """While it is set up and nobody has said anything; what the camera sees meanwhile is no word."""
    again: list[list[str]] = []

    def begin(players: Sequence[str]) -> dict[str, Any]:
        again.append([*players])
        return {"matches": 5}

    with closing(home(game=Showing(phase=phase), wired={"setup_again": begin})) as house:
        for each in what:
            if each == "look":
                house.session.observe(Settled(0, 0.0, Lying(), (Step.parse("-heap a"),)))
            else:
                house.session.submit({"take": 1})

        assert status == arrive(house.visit(), "Dea", None)[0]
    assert [[*PEOPLE, "Dea"]] * (status == 200) == again


@pytest.mark.parametrize(
    ("view", "most", "late", "people"),
    [
        ({"phase": "over"}, 8, [], PEOPLE),
        ({"winner": 0}, 8, [], PEOPLE),
        ({"winner": 2, "phase": "over"}, 8, ["Dea"], [*PEOPLE, "Dea"]),
        ({"phase": "over"}, 4, ["Dea", "Eva"], [*PEOPLE, "Dea"]),
        ({"phase": "over"}, 3, ["Dea", "Eva"], PEOPLE),
        ({"phase": "over"}, 2, ["Dea"], PEOPLE),
        ({"phase": "playing"}, 8, ["Dea"], None),
        ({"phase": "playing", "winner": None}, 8, [], None),
        ({}, 8, [], None),
    ],
)
def test_who_plays_again(view: Json, most: int, late: list[str], people: list[str] | None) -> None:
    """Once it is over, everybody, and who waits, as far as there is room."""
    asked: list[list[str]] = []

    def again(players: Sequence[str]) -> dict[str, Any]:
        asked.append([*players])
        return {"matches": 7}

    few = replace(toy_pages(), name="few", players=(1, most), routes=(), pages=())
    game = Showing(game="few", **view)
    with closing(home(game=game, besides=[few], wired={"setup_again": again})) as house:
        phone = house.seated(0)
        for name in late:
            assert (200, name) == waits(house.visit(), name)
        stale = phone.post("/api/again", {"seq": 0})
        came = phone.post("/api/again", {"seq": 1})

    assert 409 == stale.status_code
    assert (409 if people is None else 200) == came.status_code
    assert [people] * 2 == asked if people else [] == asked


def test_what_a_game_makes_of_the_same_people() -> None:
    """Where nothing else knows how it is set up: that of their names; whoever begins games is told of whom, and that it is said once."""
    begun: list[tuple[str, Json, Envelope]] = []

    def begin(game: str, setup: Json, envelope: Envelope) -> Outcome:
        begun.append((game, setup, envelope))
        return Outcome(7)

    few = replace(
        toy_pages(), name="few", routes=(), pages=(), setup=lambda asked: {**asked, "matches": 5}
    )
    game = Showing(game="few", phase="over")
    with closing(home(game=game, besides=[few], wired={"begin_on_table": begin})) as house:
        phone, late, host = house.seated(0), house.visit(), house.host()
        waits(late, "Oma")
        came = phone.post("/api/again", {"seq": 1, "key": "k"})
        waiting = late.view()["waiting"]
        host.post("/api/game", {"game": "toy", "matches": 3, "seq": 2})

    again = {"players": [*PEOPLE, "Oma"], "matches": 5}
    assert ("few", again, Envelope(1, "k")) == begun[0]
    assert ("toy", {"matches": 3}, Envelope(2)) == begun[1]
    assert (7, []) == (came.get_json()["seq"], waiting)


@pytest.mark.parametrize(("game", "status"), [(Won(), 200), (Table(), 409)])
def test_the_same_people_again(game: Table, status: int) -> None:
    """From any seat, once the game is over, with whoever has not left it; nobody who only watches begins it, nor whose seat is another one's by now."""
    asked: list[list[str]] = []

    def again(players: Sequence[str]) -> dict[str, Any]:
        asked.append([*players])
        return {"matches": 7}

    with closing(home(game=game, wired={"setup_again": again})) as house:
        before, phone, guest = house.seated(0), house.seated(0), house.visit()
        seq = phone.view()["seq"]
        lost = before.post("/api/again", {"seq": seq})
        came = phone.post("/api/again", {"seq": seq, "key": "once"})
        late = guest.post("/api/again", {"seq": seq})
        begun = len(house.session.journal.since("game")) == 1

        assert (403, status, 403) == (lost.status_code, came.status_code, late.status_code)
        assert (status == 200) == (asked == [["Ann", "Bob"]])
        assert begun
        assert (7 if status == 200 else 10) == house.session.state.left


# The Wi-Fi ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "sees"),
    [("nobody", [404, 404, 200]), ("seats", [404, 200, 200]), ("everybody", [200, 200, 200])],
)
def test_who_sees_the_wifi(shown: str, sees: list[int]) -> None:
    """A guest, a seat, the host; the code as the words."""
    wired = {"wifi": lambda: Wifi("House", "secret 1", shown)}
    with closing(home(wired=wired)) as house:
        visits = [house.visit(), house.seated(0), house.host()]
        codes = [visit.get("/wifi.svg") for visit in visits]
        words = [visit.get("/api/wifi") for visit in visits]
        page = visits[0].get("/tv").text + visits[2].get("/host").text

    assert sees == [code.status_code for code in codes] == [w.status_code for w in words]
    assert "no-store" in codes[2].headers["Cache-Control"]
    assert "secret" not in page
    assert {"name": "House", "password": "secret 1"} == words[2].get_json()


def test_without_a_wifi_there_is_no_code(house: Home) -> None:
    """For nobody."""
    assert 404 == house.host().get("/wifi.svg").status_code


@pytest.mark.parametrize(
    ("wifi", "code"),
    [
        (Wifi("House", "12345678"), "WIFI:T:WPA;S:House;P:12345678;;"),
        (Wifi("House"), "WIFI:T:nopass;S:House;;"),
        (Wifi('a;b:"c"', "\\,;\\,;\\,;"), r"""WIFI:T:WPA;S:a\;b\:\"c\";P:\\\,\;\\\,\;\\\,\;;;"""),
    ],
)
def test_the_wifis_code(wifi: Wifi, code: str) -> None:
    """As phones read it: what means something in it is escaped."""
    assert code == wifi.code


def test_a_password_is_not_said() -> None:
    """Not where a Wi-Fi is written into a log."""
    assert "secret" not in repr(Wifi("House", "secret 1"))


def waits(visit: Visit, name: object) -> tuple[int, Any]:
    """What came of it: the status, and the name on the list or the key of what was wrong."""
    came = visit.post("/api/next", {"name": name})
    told = came.get_json()
    return came.status_code, told.get("name", told.get("error"))


def test_who_comes_late_is_on_a_list(tmp_path: Path) -> None:
    """Everybody sees it; a phone has one name there, nobody else's, and may take it off. A restart keeps the names."""
    with closing(home(state=tmp_path)) as house:
        phone, other = house.visit(), house.visit()
        phone.view(), other.view()

        assert (200, "Oma") == waits(phone, " Oma ")
        assert (400, "setup.same-name") == waits(other, "Ann")
        assert (400, "setup.same-name") == waits(other, "oma")
        assert (200, "Omi") == waits(phone, "Omi")
        assert (200, "Opa") == waits(other, "Opa")
        assert ["Omi", "Opa"] == other.view()["waiting"]
        assert (200, "  ") == waits(other, "  ")
        assert ["Omi"] == phone.view()["waiting"]
        assert (200, "Opa") == waits(other, "Opa")
        assert (200, "") == waits(other, "")
        house.others.how["own_names"] = False
        assert (403, "web.no-own-names") == waits(other, "Opa")
        assert ((200, ""), []) == (waits(phone, ""), other.view()["waiting"])
        house.others.how["own_names"] = True
        assert (200, "Omi") == waits(phone, "Omi")

    assert ("Omi",) == NextGame(tmp_path).beside(())


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[]", ()),
        ('["Oma"]', ("Oma",)),
        (json.dumps([f"Guest {n}" for n in range(8)]), tuple(f"Guest {n}" for n in range(6))),
        ('["x", 3]', ()),
        ('["Oma", "oma"]', ()),
        ('{"Oma": 1}', ()),
        ('["Oma"', ()),
        ("\xff", ()),
        ("7", ()),
    ],
)
def test_who_waited_before_a_restart(tmp_path: Path, text: str, names: tuple[str, ...]) -> None:
    """As many as there are places, under names that are some; whose phone wrote them is not known, and another's are beside them."""
    (tmp_path / NEXT).write_text(text, "latin-1")
    waiting = NextGame(tmp_path)
    before = waiting.beside(())

    assert names == before
    if len(names) < 6:
        assert "Opa" == waiting.put_down(" Opa ", Phone("phone"), ["Ann"])
        assert (*names, "Opa") == waiting.beside(()) == NextGame(tmp_path).beside(())
        waiting.begun(["Opa", "Ann"])
        assert names == waiting.beside(()) == NextGame(tmp_path).beside(())


def test_where_nothing_can_be_written_a_list_is_kept_in_mind(tmp_path: Path) -> None:
    """Until the companion stops."""
    (tmp_path / "file").touch()
    waiting = NextGame(tmp_path / "file")
    waiting.put_down("Oma", Phone("phone"), [])

    assert ("Oma",) == waiting.beside(())


def test_who_was_on_the_list_plays(house: Home) -> None:
    """In the game that begins next, and is on the list no longer; a tap on the name is all that its phone has to do."""
    phone, owner = house.visit(), house.host()
    phone.view()
    assert (200, "Oma") == waits(phone, "Oma")
    begun = owner.post("/api/game", {"players": [*PEOPLE, "Oma"]})

    assert 200 == begun.status_code
    assert [*PEOPLE, "Oma"] == names(phone)
    assert [] == phone.view()["waiting"]
    assert 200 == phone.sit(3).status_code


@pytest.mark.parametrize("name", ["Oma", "OMA"])
def test_a_name_on_the_list_that_somebody_plays_under(house: Home, name: str) -> None:
    """Waits no longer, and keeps no other one off the list."""
    phone, late = house.visit(), house.visit()
    waits(phone, "Oma")
    arrive(phone, name)

    assert [] == phone.view()["waiting"]
    assert (200, "Opa") == waits(late, "Opa")
    assert ["Opa"] == phone.view()["waiting"]


def test_whoever_waits_and_plays_is_once_in_the_next_game() -> None:
    """As where the host has called a player so."""
    begun: list[list[str]] = []

    def again(players: Sequence[str]) -> dict[str, Any]:
        begun.append([*players])
        return {"matches": 7}

    bob: dict[str, Any] = {}
    few = replace(toy_pages(), name="few", players=(1, 8), routes=(), pages=())
    game = Showing({}, bob, game="few", phase="over")
    with closing(home(game=game, besides=[few], wired={"setup_again": again})) as house:
        phone, late = house.seated(0), house.visit()
        waits(late, "Oma")
        bob["name"] = "Oma"
        house.session.submit({"take": 1})
        came = phone.post("/api/again", {})

    assert (200, [["Ann", "Oma", "Cem"]]) == (came.status_code, begun)


@pytest.mark.parametrize("many", [6])
def test_the_list_has_an_end(house: Home, many: int) -> None:
    """Strangers do not fill the page."""
    said = []
    for n in range(many + 1):
        visit = house.visit()
        visit.view()
        said.append(waits(visit, f"Guest {n}")[0])
        house.clock.pass_by(100)

    assert [*[200] * many, 409] == said
