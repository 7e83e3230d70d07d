"""Who wants whose seat: a quarrel ends, in favour of who plays there; and the host has the last word."""

import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.journal.journal import Journal
from tests.web.home import Clock, Home, Visit, home
from web.access.phones import Phone
from web.access.seat_orders import Away, SeatLocks, SeatRequest, SeatRequests
from web.access.seats import FILE, Seats, Taking
from web.access.visitors import Visitor
from web.addresses import THE_PI
from web.limits import Limits, Rate
from web.refusals import HttpError

AWAY, QUARREL, PRESENT, PATIENCE, HOST_TIME = 600, 600, 30, 15, 12 * 3600
MOST_REQUESTS, OFTEN = 256, Rate(6, 1 / 120)
"""As they are promised, not as the code has them."""

WIDE = Limits(words=Rate(999, 1), words_each=Rate(999, 1), words_all=Rate(999, 1))
"""A house in which only what these tests are about is limited."""


@pytest.fixture
def house() -> Iterator[Home]:
    house = home(matches=90, limits=WIDE)
    yield house
    house.close()


def sits(visit: Visit) -> int | None:
    seat: int | None = visit.view()["you"]["seat"]
    return seat


def taps(visit: Visit) -> int:
    return visit.post("/api/moves", {"move": {"take": 1}}).status_code


def refused(visit: Visit, seat: int) -> str | None:
    """Why a phone does not get a seat, if it does not."""
    answer = visit.sit(seat, take=True).get_json()
    why: str | None = answer.get("error")
    return why


def test_people_tell_phones_apart_by_four_digits() -> None:
    """The same on every page, and seldom two the same."""
    numbers = [Phone(f"phone {n}").number for n in range(60)]

    assert all(1000 <= number <= 9999 for number in numbers)
    assert 55 < len(set(numbers))
    assert Phone("a", "10.0.0.1", "Pixel").number == Phone("a").number


# By itself


def test_who_begins_a_quarrel_loses_it(house: Home) -> None:
    """A thief takes a seat again and again, its player takes it back: then the thief waits, and is told how long."""
    ann, thief = house.visit("10.0.0.1"), house.visit("10.0.0.66")
    ann.sit(0)
    house.clock.pass_by(120)
    for _ in range(6):
        house.clock.pass_by(1)
        assert refused(thief, 0) is None
        assert refused(ann, 0) is None
    last = thief.sit(0, take=True)

    assert (429, "web.seat-too-often") == (last.status_code, last.get_json()["error"])
    assert 100 < int(last.headers["Retry-After"]) <= 120
    assert 200 == taps(ann)


@pytest.mark.parametrize("browsers", [1, 3])
def test_a_squatter_loses_it_too(house: Home, browsers: int) -> None:
    """He sat there first, with a browser on every seat: what he took costs him as well."""
    thieves = [house.visit("10.0.0.66") for _ in range(browsers)]
    for seat, thief in enumerate(thieves):
        thief.sit(seat)
    ann = house.visit("10.0.0.1")
    kept = 0
    for _ in range(20):
        kept += sits(ann) == 0 or refused(ann, 0) is None
        refused(thieves[0], 0)

    assert 20 == kept
    assert 0 == sits(ann)


def test_another_address_or_browser_of_many_is_not_meant(house: Home) -> None:
    """Where all come from one address, as by a proxy, each browser is counted on its own."""
    ann, thief = house.visit("10.0.0.1"), house.visit(THE_PI)
    for _ in range(OFTEN.at_once):
        thief.sit(0, take=True)
        ann.sit(0, take=True)

    assert "web.seat-too-often" == refused(thief, 0)
    assert refused(house.visit(THE_PI), 0) is None
    assert refused(house.visit("10.0.0.2"), 0) is None


def test_whoever_changes_seats_does_so_as_often_as_he_likes(house: Home) -> None:
    """One phone for everybody: it is handed on, and tapped whose turn it is."""
    phone = house.visit("10.0.0.1")
    seats = [seat % 3 for seat in range(30)]

    assert {200} == {phone.sit(seat).status_code for seat in seats}
    assert refused(house.visit("10.0.0.1"), 2) is None


def test_a_free_seat_is_anybodys(house: Home) -> None:
    """However often somebody sat down: nobody else wants it."""
    phone = house.visit("10.0.0.1")
    codes = {phone.sit(seat).status_code for _ in range(20) for seat in (1, None)}

    assert {200} == codes


def test_after_a_while_a_seat_can_be_taken_over_again(house: Home) -> None:
    """Nobody is shut out for the evening."""
    ann, other = house.visit("10.0.0.1"), house.visit("10.0.0.2")
    for _ in range(OFTEN.at_once):
        ann.sit(0, take=True)
        other.sit(0, take=True)
    assert "web.seat-too-often" == refused(ann, 0)
    house.clock.pass_by(1 / OFTEN.a_second)

    assert refused(ann, 0) is None


@pytest.fixture
def played(house: Home) -> Visit:
    """The phone on which Ann has played."""
    ann = house.visit("10.0.0.1")
    ann.sit(0)
    assert [200] * 3 == [taps(ann) for _ in range(3)]
    return ann


def test_crowds_do_not_crowd_out_who_plays(house: Home, played: Visit) -> None:
    """64 addresses, each of which takes the seat when it can: Ann takes it back twice, then it stays with her."""
    accepted, thieves = 0, [house.visit(f"10.0.1.{n}") for n in range(64)]
    for turn in range(20):
        refused(thieves[turn], 0)
        accepted += taps(played) == 200
        if sits(played) is None:
            assert refused(played, 0) is None

    assert 18 == accepted
    assert "web.seat-locked" == refused(thieves[0], 0)
    assert [True, False, False] == house.visit().view()["locked"]


def test_a_seat_stays_with_a_phone_while_it_is_there(house: Home, played: Visit) -> None:
    """One that is gone, for its battery is empty, keeps nobody out; nor does an old quarrel."""
    other = house.visit("10.0.0.2")

    def quarrels() -> None:
        for _ in range(2):
            assert refused(other, 0) is None
            assert refused(played, 0) is None
        assert "web.seat-locked" == refused(other, 0)

    quarrels()
    house.clock.pass_by(PRESENT + 1)
    assert refused(other, 0) is None
    house.clock.pass_by(QUARREL + 1)
    assert refused(played, 0) is None
    house.clock.pass_by(QUARREL + 1)
    quarrels()
    for _ in range(int(QUARREL // PRESENT) + 1):
        played.view()
        house.clock.pass_by(PRESENT)
    assert refused(other, 0) is None


@pytest.mark.parametrize(
    ("said", "stays"),
    [
        ("aaa", True),
        ("aa", False),
        ("aaabb", True),
        ("aaabbb", False),
        ("bbbaaa", False),
        ("bbbaaaa", True),
        ("aaabbccc", False),
        ("aaa.....", True),
        ("AAA", False),
        ("AAAaa", False),
        ("aaaBBBB", True),
        ("aaahhhh", False),
    ],
)
def test_who_said_most(house: Home, said: str, stays: bool) -> None:
    """Three words at least, more than any other phone's, for this player; what nobody's phone said is none. Only then a seat that is taken back twice stays."""
    phones = {name: house.visit(f"10.0.1.{n}") for n, name in enumerate("abc")}
    host, thief = house.host(), house.visit("10.0.0.66")
    for who in said:
        if who == ".":
            house.session.submit({"take": 1}, by=0)
        elif who == "h":
            host.post("/api/moves", {"move": {"take": 1}, "player": 0})
        else:
            speaks = phones[who.lower()]
            speaks.sit(int(who.isupper()), take=True)
            assert 200 == taps(speaks)
        house.clock.pass_by(700)
    phones["a"].sit(0, take=True)
    for _ in range(2):
        assert refused(thief, 0) is None
        assert refused(phones["a"], 0) is None

    assert ("web.seat-locked" if stays else None) == refused(thief, 0)


def test_who_said_most_is_known_after_a_restart() -> None:
    """By the journal, in which it stands."""
    journal = Journal(None, clock=Clock())
    before = home(journal, matches=90, limits=WIDE)
    ann = before.visit("10.0.0.1")
    ann.sit(0)
    for _ in range(3):
        taps(ann)
    before.app.extensions["murphy.feed"].close()
    house = home(journal, matches=90, limits=WIDE)
    ann.moves_to(house)
    thieves = [house.visit(f"10.0.1.{n}") for n in range(3)]
    for thief in thieves[:2]:
        thief.sit(0, take=True)
        ann.sit(0, take=True)
    last = refused(thieves[2], 0)
    house.close()

    assert "web.seat-locked" == last


def test_whoever_stands_up_and_sits_down_quarrels_with_nobody(house: Home, played: Visit) -> None:
    """His seat stays with him only where somebody else had taken it."""
    for _ in range(3):
        played.sit(None)
        assert 200 == played.sit(0).status_code

    assert refused(house.visit("10.0.0.66"), 0) is None


@pytest.mark.parametrize(
    ("back", "now", "heard", "stays"),
    [
        ((), 10, 10, False),
        ((0,), 1, 1, False),
        ((0, 600), 601, 601, True),
        ((0, 601), 602, 602, False),
        ((0, 601, 700), 701, 701, True),
        ((0, 100), 699, 699, True),
        ((0, 100), 700, 700, False),
        ((0, 100, 500), 1099, 1099, True),
        ((0, 100), 230, 200, True),
        ((0, 100), 231, 200, False),
    ],
)
def test_for_how_long_a_seat_stays(
    back: tuple[float, ...], now: float, heard: float, stays: bool
) -> None:
    """Taken back twice within ten minutes it stays for as long, while its phone is heard of every half minute; so it is under another name."""
    for name in ("Ann", "Oma"):
        locks = SeatLocks({})
        for at in back[:1]:
            locks.taken_back("Ann", at)
        if name == "Oma":
            locks.rename("Ann", "Oma")
        for at in back[1:]:
            locks.taken_back(name, at)

        assert stays is locks.hold(name, 0.0, now, lambda: heard)
    locks.rename("Oma", "Omi")
    assert stays is locks.hold("Omi", 0.0, now, lambda: heard)
    assert not locks.hold("Oma", 0.0, now, lambda: heard)


@pytest.mark.parametrize(
    ("later", "holds"),
    [(0, True), (HOST_TIME, True), (HOST_TIME + 1, False), (-HOST_TIME - 1, False)],
)
def test_what_a_host_decides_is_for_an_evening(later: float, holds: bool) -> None:
    """Whichever way a clock jumps: who is locked out, and who was sent away; a name that is taken over brings no lock."""
    locks, away = SeatLocks({"Ann": 1e8, "Bob": 1e8}), Away(())
    away.add(Phone("thief"), 1e8, whole_address=False)
    locks.rename("Ann", "Oma")
    locks.rename("Cem", "Bob")
    held = [locks.hold(name, 1e8 + later, 0.0, lambda: 0.0) for name in ("Oma", "Ann", "Bob")]

    assert [holds, False, False] == held
    assert holds is away.holds(Phone("thief"), 1e8 + later)


def test_of_those_sent_away_the_first_are_forgotten_first() -> None:
    """Sixty-four are remembered; one that is sent away again counts anew."""
    away = Away(())
    for n in (*range(64), 0, 64):
        away.add(Phone(f"{n}"), 0.0, whole_address=False)

    assert 64 == len(away.now(0.0))
    assert [True, False, True] == [away.holds(Phone(f"{n}"), 0.0) for n in (0, 1, 2)]


@pytest.mark.parametrize(
    ("whole", "phone", "meant"),
    [
        (False, Phone("thief", "10.0.0.2"), True),
        (False, Phone("other", "10.0.0.1"), False),
        (True, Phone("other", "10.0.0.1"), True),
        (True, Phone("thief", "10.0.0.2"), True),
        (True, Phone("other", "10.0.0.2"), False),
    ],
)
def test_who_is_meant(whole: bool, phone: Phone, meant: bool) -> None:
    """The phone wherever it comes from, and whatever comes from there if all of it was meant; also as a file tells it."""
    away = Away(())
    away.add(Phone("thief", "10.0.0.1"), 0.0, whole_address=whole)

    assert meant is away.holds(phone, 0.0) is Away(away.kept()).holds(phone, 0.0)


# By the host


@pytest.fixture
def host(house: Home) -> Visit:
    visit = house.visit("10.0.0.9")
    visit.give_pin()
    return visit


def decides(host: Visit, do: str, **what: Any) -> Any:
    answer = host.post("/api/seats", {"do": do, **what})
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def test_the_host_sees_which_phones_there_are(house: Home, host: Visit) -> None:
    """By what people recognise them, and not by what their cookies say."""
    ann = house.visit("10.0.0.1")
    ann.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (iPad; CPU OS 17)"
    ann.sit(0)
    house.clock.pass_by(40)
    told = host.get("/api/seats").get_json()
    (first, *others) = told["seats"]

    assert {"address": "10.0.0.1", "device": "iPad", "silent": 40}.items() <= first["phone"].items()
    assert [("Bob", None, False), ("Cem", None, False)] == [
        (seat["player"], seat["phone"], seat["locked"]) for seat in others
    ]
    assert ann.cookie.partition("~")[0] not in f"{told}"
    assert host.view()["you"]["phone"] == told["you"]


def test_a_locked_seat_is_nobody_elses(house: Home, host: Visit) -> None:
    """Its phone keeps it, also when it is silent for long; an empty one stays empty; unlocked it is as ever."""
    ann, thief = house.visit("10.0.0.1"), house.visit("10.0.0.66")
    ann.sit(0)
    for seat in (0, 1):
        decides(host, "lock", seat=seat)
    house.clock.pass_by(AWAY + 1)

    assert ["web.seat-locked"] * 2 == [refused(thief, seat) for seat in (0, 1)]
    assert 200 == taps(ann)
    assert 200 == ann.sit(0).status_code
    assert [True, True, False] == thief.view()["locked"]
    decides(host, "unlock", seat=0)
    assert refused(thief, 0) is None


def test_a_lock_is_for_an_evening(house: Home, host: Visit) -> None:
    """The next one begins without anybody who knows of it."""
    decides(host, "lock", seat=0)
    house.clock.pass_by(HOST_TIME)

    assert refused(house.visit("10.0.0.1"), 0) is not None
    house.clock.pass_by(1)
    assert refused(house.visit("10.0.0.1"), 0) is None


def test_the_host_gives_a_locked_seat_to_a_phone_that_asks(house: Home, host: Visit) -> None:
    """Grandma has another phone: it says its number, the host taps it, and nobody else gets in meanwhile."""
    old, new, thief = (house.visit(f"10.0.0.{n}") for n in (1, 2, 66))
    old.sit(0)
    decides(host, "lock", seat=0)
    number = new.sit(0, take=True).get_json()["number"]
    refused(thief, 0)
    asking = host.get("/api/seats").get_json()["asking"]
    (mine,) = [one for one in asking if one["number"] == number]
    decides(host, "give", seat=0, phone=mine["id"])
    got = [refused(visit, 0) for visit in (thief, old, new)]

    assert 1000 <= number <= 9999
    assert ({"seat": 0, "address": "10.0.0.2"}, 2) == (
        {key: mine[key] for key in ("seat", "address")},
        len(asking),
    )
    assert ["web.seat-locked", "web.seat-locked", None] == got
    assert 200 == taps(new)


def test_what_is_given_is_what_was_asked_for(house: Home, host: Visit) -> None:
    """No other seat; whoever is given one leaves his own, and asks no longer."""
    ann, bob = house.visit("10.0.0.1"), house.visit("10.0.0.2")
    bob.sit(2)
    for seat in (0, 1):
        decides(host, "lock", seat=seat)
    refused(bob, 0)
    refused(ann, 1)
    told = host.get("/api/seats").get_json()["asking"]
    asking = {one["address"]: one["id"] for one in told}
    other = decides(host, "give", seat=1, phone=asking["10.0.0.2"])
    nobody = decides(host, "give", seat=0, phone="x")
    given = decides(host, "give", seat=0, phone=asking["10.0.0.2"])

    assert [None] * 2 == [told["seats"][n]["phone"] for told in (other, nobody) for n in (1,)]
    assert other == nobody
    assert ["10.0.0.2", None, None] == [
        s["phone"] and s["phone"]["address"] for s in given["seats"]
    ]
    assert ["10.0.0.1"] == [one["address"] for one in given["asking"]]
    assert (None, "web.seat-locked") == (refused(bob, 0), refused(ann, 0))
    assert 0 == sits(bob)


def test_a_seat_that_is_no_more_is_asked_for_by_nobody() -> None:
    """Another game has begun meanwhile, with other people."""
    clock = Clock()
    seats = Seats(clock, clock)
    seats.lock("Ann", locked=True)
    with pytest.raises(HttpError, check=lambda error: error.status == 409):
        seats.take(Phone("a"), "Ann", Taking("10.0.0.1"))

    assert [1] == [one["seat"] for one in seats.told(["Bob", "Ann"])["asking"]]
    assert [] == seats.told(["Bob"])["asking"]


@pytest.mark.parametrize(
    ("later", "back", "silent"),
    [(40.0, 0.0, 40), (0.4, 0.0, 0), (40.0, 3600.0, 0), (900.0, 0.0, 601)],
)
def test_for_how_long_a_phone_was_silent_before_a_restart(
    tmp_path: Path, later: float, back: float, silent: int
) -> None:
    """By the time of day, as a machine's own seconds begin anew; no less than nothing where that was put back."""
    clock = Clock()
    before = Seats(clock, lambda: clock() + 1e9, tmp_path)
    before.take(Phone("a", "10.0.0.1", "iPad"), "Ann", Taking("x"))
    clock.pass_by(later)
    again = Seats(lambda: clock() - 900.0, lambda: clock() + 1e9 - back, tmp_path)
    (told,) = again.told(["Ann"])["seats"]

    assert Phone("a", "10.0.0.1", "iPad").shown() | {"silent": silent} == told["phone"]


def test_how_long_to_wait_is_said_in_whole_seconds() -> None:
    """None too few."""
    clock = Clock()
    seats = Seats(clock, clock)
    phones = {"10.0.0.1": Phone("a"), "10.0.0.2": Phone("b")}
    for _ in range(OFTEN.at_once):
        for address, phone in phones.items():
            seats.take(phone, "Ann", Taking(address, over=True))
    clock.pass_by(0.5)
    with pytest.raises(HttpError) as refused:
        seats.take(phones["10.0.0.1"], "Ann", Taking("10.0.0.1", over=True))

    assert 120 == refused.value.wait


def test_of_how_many_players_seats_are_kept(tmp_path: Path) -> None:
    """Sixty-four; those whose seat was known first are forgotten first."""
    clock = Clock()
    for n in range(66):
        Seats(clock, clock, tmp_path).take(Phone(f"{n}", "10.0.0.1"), f"Player {n}", Taking("x"))
    shown = Seats(clock, clock, tmp_path).shown([f"Player {n}" for n in range(66)])["seats"]

    assert [Phone(f"{n}").id if n > 1 else None for n in range(66)] == shown


@pytest.mark.parametrize(
    ("sat", "asks", "has"),
    [
        ("10 20", "a b", "b"),
        ("20 10", "a b", "a"),
        ("10 20", "b a", "b"),
        ("10 10", "a b a", "a"),
        ("10 10", "b a b", "b"),
        ("10 20", "a lock b", "a"),
        ("10 20", "lock a b", ""),
        ("10 20", "free a b", ""),
    ],
)
def test_where_nothing_is_kept_cookies_say_who_sits(sat: str, asks: str, has: str) -> None:
    """Who sat down last, of two at once who asks first; a seat that is locked, or that the host has freed, is nobody's by that."""
    clock, players = Clock(), ["Ann", "Bob"]
    seats = Seats(clock, clock)
    phones = {
        name: Visitor(name).seated(0, players, float(at))
        for name, at in zip("ab", sat.split(), strict=True)
    }
    for who in asks.split():
        match who:
            case "lock":
                seats.lock("Ann", locked=True)
            case "free":
                seats.free("Ann")
            case _:
                seats.of(phones[who], players)

    assert [name for name in "ab" if seats.has(name)] == [*has]
    assert [*has] == [name for name in "ab" if seats.of(phones[name], players) == 0]


@pytest.mark.parametrize("meanwhile", [False, True])
def test_who_goes_back_takes_no_seat_from_anybody(*, meanwhile: bool) -> None:
    """Where another phone has sat down there since, it sits nowhere."""
    seats, phone, other = Seats(Clock()), Phone("a"), Phone("b")
    for player in ("Ann", "Bob"):
        seats.take(phone, player, Taking("10.0.0.1"))
    if meanwhile:
        seats.take(other, "Ann", Taking("10.0.0.2"))
    seats.go_back(phone, "Ann")

    there = seats.shown(["Ann", "Bob"])["seats"]
    assert [(other if meanwhile else phone).id, None] == there


def test_a_phone_that_only_its_cookie_names_is_sent_away_alone() -> None:
    """From where it comes nobody knows by then."""
    clock = Clock()
    seats = Seats(clock, clock)
    seats.of(Visitor("a").seated(0, ["Ann"], 1.0), ["Ann"])
    seats.send_away(Phone("a").id, spare=())

    (away,) = seats.told(["Ann"])["away"]
    assert (Phone("a").id, False) == (away["id"], away["whole_address"])
    assert [True, False] == [seats.is_away(Phone(name)) for name in "ab"]


def test_whoever_asks_no_longer_is_not_shown(house: Home, host: Visit) -> None:
    """Nor given a seat."""
    phone = house.visit("10.0.0.1")
    decides(host, "lock", seat=0)
    refused(phone, 0)
    (asks,) = host.get("/api/seats").get_json()["asking"]
    house.clock.pass_by(PATIENCE)

    assert [asks] == host.get("/api/seats").get_json()["asking"]
    house.clock.pass_by(1)
    assert [] == decides(host, "give", seat=0, phone=asks["id"])["asking"]
    assert "web.seat-locked" == refused(phone, 0)


def test_a_crowd_that_asks_hides_nobody() -> None:
    """Whatever number of browsers one address has."""
    asked = SeatRequests()
    asked.add(SeatRequest(Phone("grandma"), "Ann", "10.0.0.1", 0.0))
    for n in range(3 * MOST_REQUESTS):
        asked.add(SeatRequest(Phone(f"{n}"), "Ann", f"10.0.1.{n % 3}", 0.0))

    assert MOST_REQUESTS == len(asked.now(0.0))
    assert "grandma" in {one.phone.name for one in asked.now(0.0)}


def test_of_those_that_ask_the_one_silent_for_longest_goes() -> None:
    """Of the address that has most of them, counted from when it asked last."""
    asked = SeatRequests()
    asked.add(SeatRequest(Phone("other"), "Ann", "10.0.0.1", 0.0))
    for n in (*range(255), 0, 255):
        asked.add(SeatRequest(Phone(f"{n}"), "Ann", "10.0.1.1", 0.0))
    names = [one.phone.name for one in asked.now(15.0)]

    assert 256 == len(names)
    assert {"other", "0", "2", "255"} < {*names}
    assert "1" not in names
    assert [] == asked.now(15.1)


def sent_away(house: Home, host: Visit, visit: Visit) -> None:
    """A phone sits down, and the host sends it away."""
    visit.sit(0, take=True)
    phone = host.get("/api/seats").get_json()["seats"][0]["phone"]
    decides(host, "away", phone=phone["id"])


def test_a_phone_that_is_sent_away_sits_nowhere(house: Home, host: Visit) -> None:
    """Nor does another browser at its address; it may look on, and is told so. Others sit down as ever."""
    thief = house.visit("10.0.0.66")
    sent_away(house, host, thief)
    again = house.visit("10.0.0.66")

    assert ["web.seat-away"] * 4 == [refused(v, s) for v in (thief, again) for s in (0, 1)]
    assert (403, None, True) == (taps(thief), sits(thief), thief.view()["you"]["away"])
    assert refused(house.visit("10.0.0.1"), 0) is None


@pytest.mark.parametrize(
    ("address", "stays"), [("10.0.0.66", False), ("10.0.0.67", True), ("10.0.0.9", True)]
)
def test_others_of_its_address_stand_up_too(
    house: Home, host: Visit, address: str, *, stays: bool
) -> None:
    """And ask no longer: one browser of a phone would sit on where another was sent away."""
    thief, sits_too, asks = house.visit("10.0.0.66"), house.visit(address), house.visit(address)
    sits_too.sit(1)
    decides(host, "lock", seat=2)
    refused(asks, 2)
    sent_away(house, host, thief)

    assert (1 if stays else None) == sits(sits_too)
    assert stays is bool(host.get("/api/seats").get_json()["asking"])


def test_the_host_lets_a_phone_back(house: Home, host: Visit) -> None:
    """It was a joke."""
    phone = house.visit("10.0.0.66")
    sent_away(house, host, phone)
    (away,) = host.get("/api/seats").get_json()["away"]
    decides(host, "back", phone=away["id"])

    assert refused(phone, 0) is None
    assert not phone.view()["you"]["away"]


@pytest.mark.parametrize("address", [THE_PI, "10.0.0.9"])
def test_nobody_else_is_meant_where_many_come_from(house: Home, host: Visit, address: str) -> None:
    """The machine itself, behind which a proxy may stand, and where the host's own phone comes from."""
    thief = house.visit(address)
    sent_away(house, host, thief)

    assert "web.seat-away" == refused(thief, 0)
    assert refused(house.visit(address), 0) is None


def test_whoever_asks_can_be_sent_away_as_well(house: Home, host: Visit) -> None:
    """Then it asks no longer."""
    phone = house.visit("10.0.0.66")
    decides(host, "lock", seat=0)
    refused(phone, 0)
    (asks,) = host.get("/api/seats").get_json()["asking"]
    told = decides(host, "away", phone=asks["id"])

    assert ([], 1) == (told["asking"], len(told["away"]))
    assert "web.seat-away" == refused(phone, 0)


def test_nothing_of_it_holds_the_host(house: Home, host: Visit) -> None:
    """Locked, sent away, too often: the host sits down."""
    sent_away(house, host, host)
    decides(host, "lock", seat=0)
    for _ in range(OFTEN.at_once + 1):
        assert refused(host, 0) is None
        decides(host, "unlock", seat=0)
        house.visit("10.0.2.1").sit(0, take=True)
        decides(host, "lock", seat=0)
    assert [] == host.get("/api/seats").get_json()["away"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "burn"},
        {"do": "lock"},
        {"do": "lock", "seat": 3},
        {"do": "lock", "seat": True},
        {"do": "lock", "seat": -1},
        {"do": "give", "seat": 0},
        {"do": "give", "seat": 0, "phone": 7},
        {"do": "away"},
        {"do": "back", "phone": "x" * 65},
        {"do": "lock", "seat": 0, "more": 1},
    ],
)
def test_what_makes_no_sense_is_refused(host: Visit, body: dict[str, Any]) -> None:
    """In a sentence, and nothing is done."""
    before = host.get("/api/seats").get_json()
    answer = host.post("/api/seats", body)

    assert 400 == answer.status_code
    assert before == host.get("/api/seats").get_json()


def test_seats_are_the_hosts_to_decide(house: Home) -> None:
    """A seat's phone looks at none of it."""
    ann = house.seated(0)

    assert [403, 403] == [
        ann.get("/api/seats").status_code,
        ann.post("/api/seats", {"do": "lock", "seat": 0}).status_code,
    ]


# Over a restart


@pytest.fixture
def restarting(tmp_path: Path) -> Iterator[Callable[..., Home]]:
    """Starts a house whose folder outlives it, so many seconds later; the phones go on there."""
    houses, clock = list[Home](), Clock()

    def start(*phones: Visit, later: float = 0.0) -> Home:
        if houses:
            houses.pop().close()
        clock.pass_by(later)
        house = home(state=tmp_path, limits=WIDE, clock=clock)
        houses.append(house)
        for phone in phones:
            phone.moves_to(house)
        return house

    yield start
    houses.pop().close()


def test_a_restart_changes_nothing_about_seats(
    restarting: Callable[..., Home], tmp_path: Path
) -> None:
    """Who sits, who sat there before, which are locked, and who was sent away."""
    house = restarting()
    ann, bob, before, thief, host = (house.visit(f"10.0.0.{n}") for n in range(1, 6))
    host.give_pin()
    before.sit(0)
    ann.sit(0, take=True)
    bob.sit(1)
    sent = house.visit("10.0.0.66")
    sent.sit(2)
    phone = host.get("/api/seats").get_json()["seats"][2]["phone"]
    decides(host, "away", phone=phone["id"])
    decides(host, "lock", seat=1)
    restarting(before, thief, ann, bob, sent, host, later=60)

    assert [None, 0, 1] == [sits(one) for one in (before, ann, bob)]
    assert 409 == thief.sit(0).status_code
    assert "web.seat-locked" == refused(thief, 1)
    assert "web.seat-away" == refused(sent, 2)
    told = host.get("/api/seats").get_json()
    assert ["10.0.0.1", "10.0.0.2"] == [s["phone"]["address"] for s in told["seats"][:2]]
    assert 0o600 == stat.S_IMODE((tmp_path / FILE).stat().st_mode)


def test_the_next_evening_a_seat_is_free(restarting: Callable[..., Home]) -> None:
    """Whoever comes with another phone is not asked; whoever comes with the same one has his seat, as long as nobody wanted it."""
    house = restarting()
    ann, bob = house.visit("10.0.0.1"), house.visit("10.0.0.2")
    ann.sit(0)
    bob.sit(1)
    later = restarting(ann, bob, later=24 * 3600)
    new = later.visit("10.0.0.3")

    assert 200 == new.sit(0).status_code
    assert (None, 1) == (sits(ann), sits(bob))


def test_a_phone_that_is_there_is_known_to_be(restarting: Callable[..., Home]) -> None:
    """Also if it sat down hours ago, or before other restarts: its seat is not free after one more."""
    house = restarting()
    ann = house.visit("10.0.0.1")
    ann.sit(0)
    for _ in range(60):
        house.clock.pass_by(60)
        ann.view()
    for _ in range(2):
        after = restarting(ann, later=30)
        for _ in range(60):
            ann.view()
            after.clock.pass_by(60)
    after = restarting(ann, later=30)

    assert 409 == after.visit("10.0.0.2").sit(0).status_code


def test_a_card_is_written_only_now_and_then(
    restarting: Callable[..., Home], tmp_path: Path
) -> None:
    """For whoever sits, two minutes after it was written last; for who only looks on, never."""
    house, written = restarting(), list[bool]()
    ann, guest = house.visit("10.0.0.1"), house.visit("10.0.0.2")
    ann.sit(0)
    for visit, later in ((ann, 120.0), (guest, 1.0), (ann, 0.0), (guest, 500.0), (ann, 0.0)):
        house.clock.pass_by(later)
        before = (tmp_path / FILE).stat().st_ino
        visit.view()
        written.append(before != (tmp_path / FILE).stat().st_ino)

    assert [False, False, True, False, True] == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"seats": [{"player": "Ann"}], "locked": {}, "away": []}',
        '{"seats": [], "locked": {"Ann": "x"}, "away": []}',
        '{"seats": [], "locked": [], "away": []}',
        '{"seats": [], "locked": {}, "away": [1]}',
        '{"seats": [{"player": "Ann", "phone": {"name": "x"}}], "locked": {}, "away": []}',
    ],
)
def test_a_damaged_file_is_none(restarting: Callable[..., Home], tmp_path: Path, text: str) -> None:
    """Cookies bring the seats back then, and it is written anew."""
    house = restarting()
    ann = house.visit("10.0.0.1")
    ann.sit(0)
    house.close()
    (tmp_path / FILE).write_text(text, "utf-8")
    house = restarting(ann)
    assert 0 == sits(ann)
    house.visit("10.0.0.2").sit(1)
    restarting(ann)

    assert 0 == sits(ann)


def test_the_host_ends_a_quarrel() -> None:
    """A seat that stays with whoever took it back twice is anybody's once it is unlocked."""
    locks = SeatLocks({})
    for now in (10.0, 20.0):
        locks.taken_back("Ann", now)
    before = locks.hold("Ann", 0.0, 21.0, lambda: 21.0)

    locks.unlock("Ann")

    assert before
    assert not locks.hold("Ann", 0.0, 21.0, lambda: 21.0)
