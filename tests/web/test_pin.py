"""The PIN: no default, guesses bounded, and what a cookie says is what was written into it."""

from __future__ import annotations

import json
import stat
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.home import KEYS, Clock, home
from web.keys import FILE, Keys, keys_in, new_keys
from web.pin import Locked, Opened, PinDoor, WrongPin
from web.visitors import COOKIE, HOST_TIME, Cookies, Visitor

PIN = "12345678"


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def door(clock):
    return PinDoor(PIN, clock)


def test_the_right_pin_opens(door):
    """Also after some wrong ones."""
    assert [WrongPin(4), WrongPin(3), Opened()] == [
        door.knock("a", p) for p in ("1", "", PIN)
    ]


def test_five_wrong_ones_wait_a_minute_then_two(door, clock):
    """The wait doubles with every wrong one after it, and the right one waits too."""
    tries = [door.knock("a", "x") for _ in range(5)]
    assert [WrongPin(4), WrongPin(3), WrongPin(2), WrongPin(1), Locked(60.0)] == tries

    clock.pass_by(59.0)
    assert Locked(1.0) == door.knock("a", PIN)
    clock.pass_by(1.0)
    assert Locked(120.0) == door.knock("a", "x")
    clock.pass_by(120.0)
    assert Opened() == door.knock("a", PIN)


def test_the_right_pin_forgets_the_wrong_ones(door, clock):
    """A host who mistypes now and then is no burglar."""
    for _ in range(4):
        door.knock("a", "x")
    door.knock("a", PIN)

    assert WrongPin(4) == door.knock("a", "x")


def test_another_phone_is_not_locked_with_the_first(door):
    """One who guesses must not lock out the host."""
    for _ in range(9):
        door.knock("a", "x")

    assert Opened() == door.knock("b", PIN)


def test_many_addresses_do_not_lock_out_who_knows_it(door, clock):
    """After thirty wrong ones of all, whoever guessed wrong waits; who has not is let in."""
    for n in range(30):
        clock.pass_by(0.5)
        assert WrongPin(4) == door.knock(f"phone {n}", "x")

    assert Locked(60.0 - 14.5) == door.knock("phone 0", PIN)
    assert Opened() == door.knock("another", PIN)


def test_all_together_guess_120_a_minute(door, clock):
    """More than any home has addresses for: then everybody waits until the first guess is a minute old."""
    for n in range(120):
        assert WrongPin(4) == door.knock(f"phone {n}", "x")

    assert Locked(60.0) == door.knock("another", PIN)
    clock.pass_by(60.0)
    assert Opened() == door.knock("another", PIN)


def test_brute_force_makes_at_most_7200_guesses_an_hour(door, clock):
    """By the clock: a hundred addresses that never pause."""
    guesses = 0
    for second in range(3600):
        for n in range(100):
            guesses += isinstance(door.knock(f"{(second + n) % 1000}", "x"), WrongPin)
        clock.pass_by(1.0)

    assert 0 < guesses <= 7200


@pytest.mark.parametrize(
    "pin", ["", "1234567", "123456789", " 12345678", "\u0661" * 8, "\ud800", "x" * 64]
)
def test_other_texts_are_just_wrong(door, pin):
    """Nothing but the eight digits opens, whatever it is made of."""
    assert WrongPin(4) == door.knock("a", pin)


def test_the_page_tells_how_long_to_wait():
    """429 with Retry-After; a seat's phone then becomes the host with the right one."""
    house = home()
    visit = house.visit()
    answers = [visit.give_pin("00000000") for _ in range(6)]
    house.clock.pass_by(61.0)
    opened = visit.give_pin()
    is_host = visit.view()["you"]["host"]
    house.close()

    assert [403] * 4 + [429] * 2 == [a.status_code for a in answers]
    assert "61" == answers[5].headers["Retry-After"]
    assert (200, {"host": True}, True) == (
        opened.status_code,
        opened.get_json(),
        is_host,
    )


def test_the_host_leaves_and_is_forgotten_after_an_evening():
    """Rights end by a tap, by time, and when the clock jumps."""
    house = home()
    host, other = house.host(), house.host()
    host.post("/api/leave", {})
    house.clock.pass_by(HOST_TIME + 1)

    assert 403 == host.get("/api/doctor").status_code
    assert 403 == other.get("/api/doctor").status_code
    house.close()


def test_a_copied_cookie_ends_with_the_host_who_leaves():
    """Leaving is the server's word, not the browser's; the PIN opens again, at once."""
    house = home()
    host = house.host()
    thief = house.visit()
    thief.client.set_cookie(COOKIE, host.client.get_cookie(COOKIE).value)
    assert 200 == thief.get("/api/doctor").status_code

    host.post("/api/leave", {})
    assert 403 == thief.get("/api/doctor").status_code
    assert 200 == host.give_pin().status_code
    assert (200, 403) == (
        host.get("/api/doctor").status_code,
        thief.get("/api/doctor").status_code,
    )
    house.close()


def test_new_keys_are_never_the_same():
    """No default PIN: eight digits by the system's randomness."""
    many = [new_keys() for _ in range(50)]

    assert 50 == len({keys.secret for keys in many})
    assert len({keys.pin for keys in many}) > 45
    assert all(len(k.pin) == 8 and set(k.pin) <= set(string.digits) for k in many)


def test_keys_are_made_once_and_kept_for_the_owner(tmp_path):
    """A restart keeps PIN, seats and host; nobody else reads the file."""
    keys = keys_in(tmp_path / "state")
    file = tmp_path / "state" / FILE

    assert keys == keys_in(tmp_path / "state")
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert ["keys.json"] == [path.name for path in file.parent.iterdir()]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"pin": 1, "secret": "x"}',
        '{"pin": "0000", "secret": "00"}',
        "\0",
    ],
)
def test_damaged_keys_are_made_anew(tmp_path, text):
    """A half-written file must not become a weak PIN."""
    (tmp_path / FILE).write_text(text, "utf-8")
    keys = keys_in(tmp_path, lambda: KEYS)

    assert KEYS == keys
    assert KEYS.pin == json.loads((tmp_path / FILE).read_text("utf-8"))["pin"]


def test_a_folder_that_cannot_be_written_still_gives_keys(tmp_path):
    """The evening goes on; the PIN is another one after a restart."""
    (tmp_path / "file").write_text("in the way")

    assert KEYS == keys_in(tmp_path / "file" / "state", lambda: KEYS)


visitors = st.builds(
    Visitor,
    st.text(string.hexdigits, min_size=1, max_size=32),
    st.none() | st.integers(0, 98),
    st.text(string.hexdigits, max_size=12),
    st.none() | st.integers(0, 2**33).map(float),
)


@given(visitors)
def test_a_cookie_says_what_was_written(visitor):
    """Reading is the inverse of writing."""
    cookies = Cookies(KEYS)

    assert visitor == cookies.read(cookies.write(visitor))


@given(visitors, st.data())
def test_a_changed_cookie_is_nobodys(visitor, data):
    """No character can be changed, dropped or added."""
    cookies = Cookies(KEYS)
    text = cookies.write(visitor)
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("~0aZ").filter(lambda c: c != text[at]))

    for changed in (
        text[:at] + other + text[at + 1 :],
        text[:at] + text[at + 1 :],
        text + "0",
    ):
        assert cookies.read(changed) is None


@given(st.text())
def test_any_other_text_is_nobodys(text):
    """What comes in a cookie may be anything."""
    assert Cookies(KEYS).read(text) is None


def test_another_pin_ends_every_hosts_rights():
    """The PIN is part of the key."""
    host = Cookies(KEYS).write(Visitor("a", host_since=1.0))

    assert Cookies(Keys("87654321", KEYS.secret)).read(host) is None


def test_a_seat_is_its_players_wherever_that_one_sits():
    """Another game without that player: who sat there taps again; anywhere else at the table: nobody has to."""
    sat = Visitor("a").seated(1, ("Ann", "Bob"))

    assert 1 == sat.sits(("Ann", "Bob"))
    assert 0 == sat.sits(("Bob", "Ann"))
    assert sat.sits(("Ann",)) is None
    assert sat.seated(None, ("Ann", "Bob")).sits(("Ann", "Bob")) is None
