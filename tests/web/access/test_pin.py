"""The PIN: no default, and what a cookie says is what was written into it."""

import json
import stat
import string
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import SettingsError
from tests.web.home import KEYS, Clock, home
from web.access.at_the_table import AtTheTable
from web.access.keys import FILE, FirstPin, Keys, change_pin, is_easy, keys_in, new_keys
from web.access.sign_ins import SignIns
from web.access.visitors import Cookies, Visitor

MOST, HOST_TIME = 64, 12 * 3600
"""As they are promised, not as the code has them."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_the_page_tells_how_long_to_wait() -> None:
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
    assert (200, {"host": True}, True) == (opened.status_code, opened.get_json(), is_host)


def test_the_host_leaves_and_is_forgotten_after_an_evening() -> None:
    """Rights end by a tap, by time, and when the clock jumps."""
    house = home()
    host, other = house.host(), house.host()
    host.post("/api/leave", {})
    house.clock.pass_by(HOST_TIME)

    assert 403 == host.get("/api/doctor").status_code
    assert 200 == other.get("/api/doctor").status_code
    house.clock.pass_by(1)
    assert 403 == other.get("/api/doctor").status_code
    house.close()


def test_a_copied_cookie_ends_with_the_host_who_leaves() -> None:
    """Leaving is the server's word, not the browser's; the PIN opens again, at once."""
    house = home()
    host = house.host()
    thief = house.visit()
    name = Cookies(KEYS).name
    thief.client.set_cookie(name, host.cookie)
    assert 200 == thief.get("/api/doctor").status_code

    host.post("/api/leave", {})
    assert 403 == thief.get("/api/doctor").status_code
    assert 200 == host.give_pin().status_code
    assert (200, 403) == (host.get("/api/doctor").status_code, thief.get("/api/doctor").status_code)
    house.close()


def test_new_keys_are_never_the_same() -> None:
    """No default PIN: eight digits by the system's randomness."""
    many = [new_keys() for _ in range(50)]

    assert 50 == len({keys.secret for keys in many})
    assert len({keys.pin for keys in many}) > 45
    assert all(len(k.pin) == 8 and set(k.pin) <= set(string.digits) for k in many)


@pytest.mark.parametrize(
    ("below", "keys"),
    [
        (lambda n: 0, Keys("0" * 8, "0" * 64)),
        (lambda n: 7, Keys("00000007", "7".zfill(64))),
        (lambda n: n - 1, Keys("9" * 8, "f" * 64)),
    ],
)
def test_any_eight_digits_may_come(below: Callable[[int], int], keys: Keys) -> None:
    """And any secret, each as long as it has to be."""
    assert keys == new_keys(below)


def test_keys_are_made_once_and_kept_for_the_owner(tmp_path: Path) -> None:
    """A restart keeps PIN, seats and host; nobody else reads the file."""
    keys = keys_in(tmp_path / "state")
    file = tmp_path / "state" / FILE

    assert keys == keys_in(tmp_path / "state")
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert ["keys.json"] == [path.name for path in file.parent.iterdir()]


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        ({}, KEYS),
        ({"unused": True}, replace(KEYS, unused=True)),
        ({"unused": False}, KEYS),
        ({"unused": 1}, KEYS),
        ({"unused": "yes"}, KEYS),
        ({"colour": "red"}, KEYS),
        ({"pin": "1234567"}, None),
        ({"pin": "123456789"}, None),
        ({"pin": "1234567x"}, None),
        ({"pin": 12345678}, None),
        ({"secret": "5" * 63}, None),
        ({"secret": "5" * 65}, None),
        ({"secret": "5E" * 32}, None),
        ({"secret": None}, None),
    ],
)
def test_which_keys_are_whole(tmp_path: Path, kept: dict[str, Any], read: Keys | None) -> None:
    """Eight digits and sixty-four of the other kind; a PIN is unused only where just that is said."""
    whole = {"pin": KEYS.pin, "secret": KEYS.secret}
    (tmp_path / FILE).write_text(json.dumps(whole | kept))
    fresh = Keys("13572468", "0" * 64)

    assert (read or fresh) == keys_in(tmp_path, lambda: fresh)
    assert (None if read != replace(KEYS, unused=True) else KEYS.pin) == FirstPin(
        tmp_path, keys_in(tmp_path)
    ).shown


@pytest.mark.parametrize("unused", [False, True])
def test_a_pin_that_is_kept_nowhere_is_not_written_anew(tmp_path: Path, *, unused: bool) -> None:
    """When somebody becomes host by it, whether it was shown or not."""
    first = FirstPin(tmp_path, replace(KEYS, unused=unused))
    house = home(wired={"first_pin": first})
    house.host()
    house.close()

    assert [] == [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"pin": 1, "secret": "x"}', '{"pin": "0000", "secret": "00"}', "\0"]
)
def test_damaged_keys_are_made_anew(tmp_path: Path, text: str) -> None:
    """A half-written file must not become a weak PIN."""
    (tmp_path / FILE).write_text(text, "utf-8")
    keys = keys_in(tmp_path, lambda: KEYS)

    assert KEYS == keys
    assert KEYS.pin == json.loads((tmp_path / FILE).read_text("utf-8"))["pin"]


def test_a_folder_that_cannot_be_written_still_gives_keys(tmp_path: Path) -> None:
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
def test_a_cookie_says_what_was_written(visitor: Visitor) -> None:
    """Reading is the inverse of writing."""
    cookies = Cookies(KEYS)

    assert visitor == cookies.read(cookies.write(visitor))


@given(visitors, st.data())
def test_a_changed_cookie_is_nobodys(visitor: Visitor, data: st.DataObject) -> None:
    """No character can be changed, dropped or added."""
    cookies = Cookies(KEYS)
    text = cookies.write(visitor)
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("~0aZ").filter(lambda c: c != text[at]))

    for changed in (text[:at] + other + text[at + 1 :], text[:at] + text[at + 1 :], text + "0"):
        assert cookies.read(changed) is None


@given(st.text())
def test_any_other_text_is_nobodys(text: str) -> None:
    """What comes in a cookie may be anything."""
    assert Cookies(KEYS).read(text) is None


OTHER = "80317264"


class Starting(Protocol):
    """The sign-ins as a start with these keys finds them."""

    def __call__(self, keys: Keys = KEYS) -> SignIns: ...


@pytest.fixture
def sign_ins(tmp_path: Path, clock: Clock) -> Starting:
    """Makes the sign-ins of a folder, as each start of a companion does."""
    return lambda keys=KEYS: SignIns(keys, tmp_path, clock)


def test_another_pin_ends_every_hosts_rights(sign_ins: Starting) -> None:
    """One that somebody wrote into the file, as well as one that was given on the page."""
    since = sign_ins().begin("a", "10.0.0.1", "")

    assert not sign_ins(Keys(OTHER, KEYS.secret)).holds("a", since)
    assert not sign_ins(Keys(KEYS.pin, "0" * 64)).holds("a", since)


def test_who_changed_the_pin_is_still_signed_in_after_a_new_start(sign_ins: Starting) -> None:
    """And nobody else: the new PIN is the one that the file was written with."""
    hosts = sign_ins()
    ann, bob = (hosts.begin(name, "10.0.0.1", "iPad") for name in ("ann", "bob"))
    hosts.end_others("ann", OTHER)
    again = sign_ins(Keys(OTHER, KEYS.secret))

    assert again.holds("ann", ann)
    assert not again.holds("bob", bob)


def test_who_is_signed_in_is_known_after_a_new_start(sign_ins: Starting, tmp_path: Path) -> None:
    """And who has signed out is not in again; the file is its owner's only."""
    first = sign_ins()
    ann, bob = (first.begin(name, "10.0.0.1", "iPad") for name in ("ann", "bob"))
    first.end("bob")
    again = sign_ins()

    assert again.holds("ann", ann)
    assert not again.holds("bob", bob)
    assert [("10.0.0.1", "iPad")] == [(h.address, h.device) for h in again.now()]
    assert 0o600 == stat.S_IMODE((tmp_path / "hosts.json").stat().st_mode)


def test_signing_in_again_is_another_sign_in(sign_ins: Starting) -> None:
    """Within the same second, too: what was copied of the one before stays worthless."""
    hosts = sign_ins()
    before = hosts.begin("ann", "10.0.0.1", "")
    hosts.end("ann")
    after = hosts.begin("ann", "10.0.0.1", "")

    assert hosts.holds("ann", after)
    assert not hosts.holds("ann", before)


def test_the_sign_ins_are_bounded(sign_ins: Starting) -> None:
    """The oldest goes for the newest."""
    hosts = sign_ins()
    first, *_, last = [hosts.begin(str(n), "10.0.0.1", "") for n in range(MOST + 1)]

    assert MOST == len(hosts.now())
    assert (False, True) == (hosts.holds("0", first), hosts.holds(str(MOST), last))


def test_who_signs_in_again_is_the_newest(sign_ins: Starting) -> None:
    """Of as many as are stored the one that has not for longest goes, and is known no longer; also of those that have left."""
    hosts = sign_ins()
    for n in (*range(64), 0, 64):
        hosts.begin(f"{n}", "10.0.0.1", "")
    known = [hosts.knows(f"{n}") for n in (0, 1, 2, 64)]
    here = {one.name for one in hosts.now()}
    for n in range(64):
        hosts.leave(f"{n}")
    hosts.begin("65", "10.0.0.1", "")

    assert [True, False, True, True] == known == [f"{n}" in here for n in (0, 1, 2, 64)]
    assert [True, False, True] == [hosts.knows(f"{n}") for n in (0, 2, 3)]


@pytest.mark.parametrize(
    ("later", "host", "known"),
    [
        (0, True, True),
        (12 * 3600, True, True),
        (12 * 3600 + 1, False, True),
        (-12 * 3600 - 1, False, True),
        (30 * 86_400, False, True),
        (30 * 86_400 + 1, False, False),
        (-30 * 86_400 - 1, False, False),
    ],
)
def test_for_how_long_one_is_host(tmp_path: Path, later: float, host: bool, known: bool) -> None:
    """For an evening, and known as one who was for a month, whichever way a clock jumps."""
    clock = Clock(1e8)
    house = home(clock=clock, state=tmp_path)
    visit = house.host()
    name = visit.cookie.partition("~")[0]
    clock.pass_by(later)
    hosts = SignIns(KEYS, tmp_path, clock)
    answer = visit.get("/api/doctor").status_code
    house.close()

    assert (200 if host else 403) == answer
    assert (host, known) == (name in {one.name for one in hosts.now()}, hosts.knows(name))


@pytest.mark.parametrize(
    "wrong",
    [
        {"hosts": 7},
        {"hosts": [{}]},
        {"hosts": ["ann"]},
        {"hosts": [{"name": "ann", "since": "x", "address": "", "device": ""}]},
        {"before": [1]},
        {"before": {"ann": "x"}},
        {"before": {"ann": None}},
        {"before": None},
        {"mark": None},
        {"mark": "0" * 64},
    ],
)
def test_a_file_of_another_shape_signs_nobody_in(
    sign_ins: Starting, tmp_path: Path, wrong: dict[str, Any]
) -> None:
    """Though it was ours: neither who is in nor who was."""
    file = tmp_path / "hosts.json"
    since = sign_ins().begin("ann", "10.0.0.1", "iPad")
    assert sign_ins().holds("ann", since)
    assert sign_ins().knows("ann")
    file.write_text(json.dumps(json.loads(file.read_text()) | wrong))

    assert not sign_ins().holds("ann", since)
    assert not sign_ins().knows("ann")


def test_a_file_that_names_the_hosts_alone(sign_ins: Starting, tmp_path: Path) -> None:
    """As an older one does: they were host before, too."""
    file = tmp_path / "hosts.json"
    since = sign_ins().begin("ann", "10.0.0.1", "iPad")
    told = json.loads(file.read_text())
    del told["before"]
    file.write_text(json.dumps(told))
    hosts = sign_ins()

    assert (True, True) == (hosts.holds("ann", since), hosts.knows("ann"))
    assert [("10.0.0.1", "iPad", since)] == [(h.address, h.device, h.since) for h in hosts.now()]


def test_what_the_hosts_are_told_of_each_other() -> None:
    """Since when, from where, on what; which of them is this one."""
    house = home()
    one, other = house.visit("10.0.0.4"), house.visit("10.0.0.5")
    other.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (iPad; CPU OS 17)"
    one.give_pin()
    house.clock.pass_by(60)
    other.give_pin()
    told = other.get("/api/hosts").get_json()["hosts"]
    house.close()

    assert [("10.0.0.4", "", 1000.0, False), ("10.0.0.5", "iPad", 1060.0, True)] == [
        (h["address"], h["device"], h["since"], h["you"]) for h in told
    ]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"mark": 1}', '{"mark": "x", "hosts": [{}]}', "[" * 100_000, "\x00\xff"]
)
def test_a_damaged_file_signs_nobody_in(sign_ins: Starting, tmp_path: Path, text: str) -> None:
    """And is written anew by the next sign-in."""
    (tmp_path / "hosts.json").write_text(text, "latin-1")
    since = sign_ins().begin("ann", "10.0.0.1", "")

    assert sign_ins().holds("ann", since)


def test_a_host_sees_the_hosts_and_signs_one_out() -> None:
    """A phone that was left somewhere is one no longer; it is not said by what name its cookie goes."""
    house = home()
    host, lost = house.host(), house.host()
    hosts = host.get("/api/hosts").get_json()["hosts"]
    (other,) = [one["id"] for one in hosts if not one["you"]]
    left = host.post("/api/hosts", {"out": other}).get_json()["hosts"]
    nobody = host.post("/api/hosts", {"out": "x"}).get_json()["hosts"]
    answers = [visit.get("/api/doctor").status_code for visit in (host, lost)]
    cookie = lost.cookie
    house.close()

    assert [200, 403] == answers
    assert [True] == [one["you"] for one in left] == [one["you"] for one in nobody]
    assert cookie.partition("~")[0] not in json.dumps(hosts)


def test_the_pin_is_changed_on_the_page() -> None:
    """Whoever knows the old one; all others are signed out, and it is kept for the next start."""
    kept: list[str] = []
    house = home(keep_pin=kept.append)
    host, other = house.host(), house.host()
    ways = ("", "1234567", "\u0661" * 8)
    refused = [host.post("/api/hosts/pin", {"pin": KEYS.pin, "new": w}) for w in ways]
    wrong = host.post("/api/hosts/pin", {"pin": OTHER, "new": "11112222"})
    changed = host.post("/api/hosts/pin", {"pin": KEYS.pin, "new": OTHER})
    answers = [visit.get("/api/doctor").status_code for visit in (host, other)]
    old, new = other.give_pin(), other.give_pin(OTHER)
    house.close()

    assert [400, 400, 400, 403, 200] == [
        answer.status_code for answer in (*refused, wrong, changed)
    ]
    assert ["web.pin.eight"] * 3 == [answer.get_json()["error"] for answer in refused]
    assert [200, 403] == answers
    assert (403, 200) == (old.status_code, new.status_code)
    assert [OTHER] == kept


def test_a_pin_that_cannot_be_kept_is_not_taken() -> None:
    """A card that is write-protected: the old one goes on, and that is said."""

    def full(pin: str) -> None:
        raise SettingsError("settings.unwritten", where="here", why="full")

    house = home(keep_pin=full)
    host = house.host()
    answer = host.post("/api/hosts/pin", {"pin": KEYS.pin, "new": OTHER})
    old = house.visit().give_pin()
    house.close()

    assert "settings.unwritten" == answer.get_json()["error"]
    assert 200 == old.status_code


def test_the_written_pin_is_the_next_starts(tmp_path: Path) -> None:
    """Beside the same secret: cookies of seats stay good."""
    keys_in(tmp_path, lambda: KEYS)
    change_pin(tmp_path, OTHER)

    assert Keys(OTHER, KEYS.secret) == keys_in(tmp_path)


def test_a_seat_is_its_players_wherever_that_one_sits() -> None:
    """Another game without that player: who sat there taps again; anywhere else at the table: nobody has to."""
    sat = Visitor("a").seated(1, ("Ann", "Bob"), 0)

    assert 1 == sat.sits(("Ann", "Bob"))
    assert 0 == sat.sits(("Bob", "Ann"))
    assert sat.sits(("Ann",)) is None
    assert sat.seated(None, ("Ann", "Bob"), 0).sits(("Ann", "Bob")) is None


@pytest.mark.parametrize(
    "easy",
    [
        "00000000",
        "12345678",
        "98765432",
        "90123456",
        "12121212",
        "20082008",
        "47114711",
        "24121987",
        "07041976",
        "19991231",
    ],
)
def test_a_pin_that_is_easily_guessed_is_refused(easy: str) -> None:
    """A row, a repetition, a date: it is said, and the old one goes on opening."""
    house = home()
    host = house.visit()
    host.give_pin(KEYS.pin)
    answer = host.post("/api/hosts/pin", {"pin": KEYS.pin, "new": easy})
    again = house.visit().give_pin(KEYS.pin)
    house.close()

    assert (400, "web.pin.easy") == (answer.status_code, answer.get_json()["error"])
    assert 200 == again.status_code


@pytest.mark.parametrize(
    ("pin", "easy"),
    [
        ("31122099", True),
        ("31122100", False),
        ("01011900", True),
        ("31121899", False),
        ("12312024", True),
        ("20241231", True),
        ("32122024", False),
        ("20243112", False),
        ("21098765", True),
        ("89012345", True),
        ("89012346", False),
        ("13579135", False),
        ("11211222", True),
        ("11211223", False),
        ("47114711", True),
        ("47114712", False),
    ],
)
def test_which_pins_are_easy(pin: str, easy: bool) -> None:
    """A date of somebody's in any of three orders, digits one after the other, two digits only, the same four twice."""
    assert easy is is_easy(pin)


@pytest.mark.slow
def test_most_pins_are_not_easy() -> None:
    """What is drawn for a new companion would seldom be refused."""
    chance = Random(1)
    easy = sum(is_easy(f"{chance.randrange(10**8):08d}") for _ in range(20_000))

    assert easy < 20_000 * 0.005


def test_a_pin_that_replaced_a_cards_stays(tmp_path: Path) -> None:
    """By somebody who became host by the table's button; the card's is shown no longer, and is not the next start's."""
    card = {"pin": KEYS.pin, "secret": KEYS.secret, "unused": True}
    (tmp_path / FILE).write_text(json.dumps(card))
    first, presence = FirstPin(tmp_path, keys_in(tmp_path)), AtTheTable(Clock())
    keep = partial(change_pin, tmp_path)
    with closing(home(wired={"first_pin": first}, presence=presence, keep_pin=keep)) as house:
        host = house.visit()
        host.post("/api/pin/button", {"ask": True})
        held = presence.pressed()
        assert held is not None
        held()
        host.post("/api/pin/button", {})
        changed = host.post("/api/hosts/pin", {"pin": KEYS.pin, "new": OTHER})
        shows = KEYS.pin in host.get("/tv").get_data(True)
        signed_in = house.visit().give_pin(OTHER)

    assert [200, 200] == [changed.status_code, signed_in.status_code]
    assert not shows
    assert keys_in(tmp_path) == Keys(OTHER, KEYS.secret)


def test_a_cards_pin_is_on_the_big_screen_until_it_was_used(tmp_path: Path) -> None:
    """Only there, only until somebody has become host by it, and after a restart no longer; any other PIN never is."""
    (tmp_path / FILE).write_text(
        json.dumps({"pin": KEYS.pin, "secret": KEYS.secret, "unused": True})
    )
    first = FirstPin(tmp_path, keys_in(tmp_path))
    house = home(wired={"first_pin": first})
    visit = house.visit()

    def shown() -> list[str]:
        pages = ("/", "/tv", "/history", "/host", "/archive", "/api/view")
        return [page for page in pages if KEYS.pin in visit.get(page).get_data(True)]

    assert ["/tv"] == shown()
    assert 403 == visit.give_pin("31415927").status_code
    assert ["/tv"] == shown()
    assert 200 == visit.give_pin().status_code
    assert [] == shown()
    house.close()
    assert keys_in(tmp_path) == Keys(KEYS.pin, KEYS.secret)
    assert FirstPin(tmp_path, keys_in(tmp_path)).shown is None
