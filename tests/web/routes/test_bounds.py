"""What a guest with a script can say: bounded in shape, in size, in how often, and by whose seat it is."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tests.web.access.test_guard import ways_in
from tests.web.home import TOY, Clock, Home, Visit, home
from web.access.guard import Role
from web.access.pacing import Buckets, Pacing, Places
from web.addresses import THE_PI, client_of
from web.game_pages import GamePages, Route
from web.limits import KB, MB, Limits, Rate
from web.refusals import HttpError
from web.requests.request_body import texts
from web.routes.history_cache import HistoryQueue

REMEMBERED, WAITING_EACH = 1024, 2
"""As they are promised, not as the code has them."""

GUEST, OTHER = {"REMOTE_ADDR": "192.168.1.77"}, {"REMOTE_ADDR": "192.168.1.78"}
MOVE = {"move": {"take": 1}}
NINE = '{"move":' + '{"take":' * 8 + "1" + "}" * 9
"""One level more than is read."""
DEEP = '{"move":' + '{"take":' * 974 + "1" + "}" * 975


@pytest.fixture
def house() -> Iterator[Home]:
    house = home(matches=90)
    yield house
    house.close()


@pytest.mark.parametrize(
    "data",
    [
        NINE,
        DEEP,
        '{"move": {"take": 1e999}}',
        '{"move": {"take": -1e999}}',
        '{"move": {"take": NaN}}',
        '{"move": {"take": Infinity}}',
        f'{{"move": {{"take": {10**30}}}}}',
        json.dumps({"move": {"take": list(range(1000))}}),
        json.dumps({"move": {"take": 1}, "junk": "x"}),
    ],
    ids=["nine levels", "deep", "inf", "-inf", "nan", "infinity", "long", "many", "unknown"],
)
def test_what_no_request_needs_is_refused(house: Home, data: str) -> None:
    """400 with a sentence, and nothing in the journal."""
    phone = house.seated()
    before = house.session.journal.last
    answer = phone.post("/api/moves", data=data, content_type="application/json")

    assert (400, "web.malformed") == (answer.status_code, answer.get_json()["error"])
    assert before == house.session.journal.last


def nested(levels: int) -> str:
    return '{"a":' * (levels - 1) + "{}" + "}" * (levels - 1)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ("", 200),
        ("{}", 200),
        ('{"a": null}', 200),
        ("[]", 400),
        ("7", 400),
        ("null", 400),
        ("{", 400),
        ("{} {}", 400),
        (nested(8), 200),
        (nested(9), 400),
        ('{"a": [[[[[[[]]]]]]]}', 200),
        ('{"a": [[[[[[[[]]]]]]]]}', 400),
        (json.dumps({"a": [1] * 256}), 200),
        (json.dumps({"a": [1] * 257}), 400),
        (json.dumps({f"{n}": n for n in range(256)}), 200),
        (json.dumps({f"{n}": n for n in range(257)}), 400),
        (f'{{"a": {2**53}}}', 200),
        (f'{{"a": {2**53 + 1}}}', 400),
        (f'{{"a": {-(2**53)}}}', 200),
        (f'{{"a": [{-(2**53) - 1}]}}', 400),
        ('{"a": 1.5e300}', 200),
        ('{"a": 1e999}', 400),
        ('{"a": NaN}', 400),
        ('{"a": "\\ud800"}', 400),
        ('{"\\ud800": 1}', 400),
        ('{"a": "\\ud83c\\udca1"}', 200),
        ('{"seq": 0}', 200),
        (f'{{"seq": {2**53}}}', 200),
        ('{"seq": null}', 200),
        ('{"seq": true}', 400),
        ('{"seq": -1}', 400),
        ('{"seq": 1.0}', 400),
        ('{"seq": "1"}', 400),
        ('{"player": 0}', 200),
        ('{"player": -1}', 400),
        ('{"player": false}', 400),
        (json.dumps({"key": "k" * 64}), 200),
        (json.dumps({"key": "k" * 65}), 400),
        ('{"key": null}', 200),
        ('{"key": 7}', 400),
    ],
)
def test_what_a_body_may_be(data: str, status: int) -> None:
    """One object of bounded shape, with numbers that any program reads the same, and whole letters."""
    echo = Route("POST", "/api/echo", Role.PUBLIC, lambda call: {"heard": call.body})
    with closing(
        home(besides=[GamePages(name="e", titles={}, folder=TOY, routes=(echo,))])
    ) as house:
        phone = house.visit()
        answer = phone.post("/api/echo", data=data.encode(), content_type="application/json")

    assert status == answer.status_code
    if status == 200:
        assert json.loads(data or "{}") == answer.get_json()["heard"]


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ("0", 200),
        ("9" * 15, 200),
        ("9" * 16, 400),
        ("007", 200),
        ("", 400),
        ("-1", 400),
        ("+1", 400),
        ("1.0", 400),
        (" 1", 400),
        ("\u0661", 400),
        ("\u00b2", 400),
        ("x", 400),
    ],
)
def test_what_number_an_address_may_name(house: Home, given: str, status: int) -> None:
    """Some digits."""
    answer = house.visit().get("/api/history", query_string={"from": given})

    assert status == answer.status_code


@pytest.mark.parametrize(
    ("hand", "status"),
    [
        (["R1"] * 120, 200),
        (["R1"] * 121, 400),
        (["x" * 40], 200),
        (["x" * 41], 400),
        (["R1", 7], 400),
        ("R1", 400),
        (None, 400),
    ],
)
def test_which_texts_are_a_list(hand: object, status: int) -> None:
    """Some short ones."""
    names = Route("POST", "/api/names", Role.PUBLIC, lambda call: {"n": texts(call.body, "hand")})
    with closing(
        home(besides=[GamePages(name="n", titles={}, folder=TOY, routes=(names,))])
    ) as house:
        answer = house.visit().post("/api/names", {"hand": hand})

    assert status == answer.status_code
    if status == 200:
        assert {"n": hand} == answer.get_json()


PICTURES = ("/api/claims/photo", "/api/camera")
"""What takes no JSON."""


@pytest.mark.parametrize("truth", [True, False])
@pytest.mark.parametrize("field", ["seq", "player", "key", "junk"])
def test_a_truth_is_no_number_in_any_request(house: Home, field: str, truth: bool) -> None:
    """Whatever it is asked for, by whomever it may be, and whether it is needed there or not; nor is anything taken that no request knows."""
    host, before = house.host(), house.session.journal.last
    asked = [
        (path, host.post(path, {field: truth}).status_code)
        for _, path in ways_in(house.app)
        if path not in PICTURES
    ]

    assert len(asked) > 15
    assert {400} == {status for _, status in asked}, asked
    assert before == house.session.journal.last


def said(house: Home, phone: Visit, times: int, who: dict[str, str] = GUEST) -> list[int]:
    """The statuses of so many words in a row from an address, of somebody who has no part in the game."""
    return [
        phone.post("/api/seat", {"seat": None}, environ_base=who).status_code for _ in range(times)
    ]


def test_a_browser_says_so_much_and_then_waits() -> None:
    """Thirty in a row, then one a second; the refusal says when to come again."""
    house = home()
    phone = house.visit()

    assert [200] * 30 + [429] * 5 == said(house, phone, 35)
    house.clock.pass_by(2.0)
    assert [200, 200, 429] == said(house, phone, 3)
    refused = phone.post("/api/seat", {"seat": 0, "take": True}, environ_base=GUEST)
    assert ("1", "web.too-fast") == (refused.headers["Retry-After"], refused.get_json()["error"])
    house.close()


def test_new_browsers_of_one_address_share_its_pace() -> None:
    """A cookie is had for the asking: the address counts as well, and the next one is heard meanwhile."""
    house = home()
    told = [status for _ in range(4) for status in said(house, house.visit(), 20)]

    assert {200: 60, 429: 20} == {each: told.count(each) for each in (200, 429)}
    assert [200] == said(house, house.visit(), 1, OTHER)
    house.close()


def test_many_addresses_do_not_silence_who_has_said_little() -> None:
    """Altogether there is a bound, too; who was quiet gets through it."""
    house = home(limits=Limits(words_all=Rate(20, 0.0)))

    told = [said(house, house.visit(), 4, _address(n)) for n in range(10)]
    assert [[200] * 4] * 5 == told[:5]
    assert [[200, 429, 429, 429]] * 5 == told[5:]
    house.close()


def test_a_crowd_does_not_silence_who_plays_nor_the_host() -> None:
    """Strangers use up what there is for all together; who sits at the table and who hosts has a pace of one's own."""
    house = home(matches=90, limits=Limits(words_all=Rate(20, 0.0)))
    seated, host = house.visit("192.168.2.1"), house.visit("192.168.2.2")
    seated.sit(0)
    host.give_pin()
    told = [said(house, house.visit(), 4, _address(n)) for n in range(10)]
    taps = [seated.post("/api/moves", MOVE).status_code for _ in range(20)]
    puts = [host.post("/api/settings", {"settings": {}}).status_code for _ in range(20)]
    house.close()

    assert [200, 429, 429, 429] == told[-1]
    assert {200} == {*taps, *puts}


def test_nobody_at_its_address_silences_a_phone_that_was_host() -> None:
    """It has a pace of its own, as by IPv6, where a whole house has one address."""
    house = home()
    host = house.visit("192.168.1.77")
    host.give_pin()
    host.post("/api/leave", {})
    for _ in range(4):
        said(house, house.visit(), 30)
    answers = [
        host.give_pin().status_code,
        house.visit(GUEST["REMOTE_ADDR"]).give_pin().status_code,
    ]
    house.close()

    assert [200, 429] == answers


def _address(number: int) -> dict[str, str]:
    return {"REMOTE_ADDR": f"192.168.1.{number}"}


@pytest.mark.slow
def test_the_machine_itself_may_say_what_it_likes(house: Home) -> None:
    """Tests, programs and proxies on the Pi stand for many."""
    assert [200] * 200 == said(house, house.visit(), 200, {"REMOTE_ADDR": "127.0.0.1"})


def test_the_limits_are_those_that_are_told() -> None:
    """In docs/reliability.md, web/routes/api.py, and to who is refused."""
    told = Limits()

    assert (64 * 2**10, 8 * 2**20, 2**20) == (told.body, told.photo, told.filmed)
    assert (KB, MB, 4, 16_000_000, 8_300_000) == (
        2**10,
        2**20,
        told.pictures,
        told.pixels,
        told.filmed_pixels,
    )
    assert (64, 8, 300, 10, 104) == (
        told.streams,
        told.streams_each,
        told.stream_time,
        told.beat,
        told.threads,
    )
    assert (400, 48, 64, 0.05) == (
        told.connections,
        told.connections_each,
        told.accepted,
        told.turn_time,
    )
    assert (8, 32, 8, 1.0) == (told.pipelined, told.asked_each, told.working, told.turn)
    assert (8, 8, 64 * KB, 2.0) == (told.photographing, told.arriving, told.pace, told.pace_time)
    assert (256 * KB, 10, 64 * MB) == (told.behind, told.patience, told.unread)
    assert (10, 120, 60, 10) == (told.header, told.arrival, told.idle, told.quiet)
    assert (16, 4, 4) == (told.writing, told.writing_each, told.opened_few)
    assert (Rate(64, 8), Rate(256, 128)) == (told.opened, told.opened_all)
    assert Rate(20, 12) == told.filming
    assert (Rate(30, 1), Rate(60, 2), Rate(120, 4)) == (told.words, told.words_each, told.words_all)


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        ("a1 a1 a1", "++-"),
        ("a1 a1 2a1 a1", "+++-"),
        ("a1 b1 c1 d1 d2", "+++-+"),
        ("a1 b1 c1 H1 H1 H1", "+++++-"),
        ("a1 b2 c3 d4 H1 H1 a1", "++++++-"),
        ("a1 b2 c3 d4 a1 b2 e5 f6", "++++--++"),
        ("a1 b2 c3 d4 A1 B2 C3 D4", "++++++++"),
        ("A1 B2 C3 D4 E5 F6 A1 B2 a7 b8 c9", "+++++++++++"),
        ("a1 b2 c3 d4 1a1 b2", "+++++-"),
        ("a1 b2 c3 d4 e5 f6 g7 1a1 b2", "++++++++-"),
        ("a1 1b2 9c3 d4 e5 f6 a1 b2", "+++++++-"),
        ("a1 1b2 9c3 d4 e5 f6 1b2 b2", "+++++++-"),
        ("a0 a0 a0 a0 b0 c0 d0 e0", "++++++++"),
    ],
)
def test_whose_words_count_with_whose(words: str, heard: str) -> None:
    """Two of a browser in a row, three of an address, four of all; whoever was silent for ten seconds is heard all the same, who has a part is not among all, who was host not among its address's. None costs more than there was.

    Each word: after how many seconds, whose browser (in capitals: of somebody with a part, H was host), at which address (0: the Pi).
    """
    clock = Clock()
    limits = Limits(words=Rate(2, 0.5), words_each=Rate(3, 0.5), words_all=Rate(4, 1.0), quiet=10.0)
    pacing, came = Pacing(limits, clock), ""
    for word in words.split():
        after, who, address = word[:-2], word[-2], word[-1]
        clock.pass_by(float(after or 0))
        try:
            pacing.spend(
                who,
                THE_PI if address == "0" else f"10.0.0.{address}",
                has_part=who.isupper(),
                was_host=who == "H",
            )
            came += "+"
        except HttpError:
            came += "-"

    assert heard == came


def test_who_was_silent_for_longest_is_forgotten_first() -> None:
    """Of a thousand and some clients each waits for what it has spent; one more, and the first begins anew."""
    spent = Buckets(Rate(1, 0.1))
    waits = [spent.spend(f"10.0.{n >> 8}.{n & 255}", 0.0) for n in range(REMEMBERED)]

    assert {0.0} == {*waits}
    assert 10.0 == spent.spend("10.0.0.0", 0.0)
    spent.spend("10.1.0.0", 0.0)
    assert (10.0, 0.0) == (spent.spend("10.0.0.0", 0.0), spent.spend("10.0.0.1", 0.0))


def test_there_are_so_many_places_and_so_many_of_them_for_one() -> None:
    """An address waits with a few requests, all together with some more; what is finished makes room. The Pi stands for many."""
    places = Places(3, each=2)

    assert [places.take("10.0.0.2") for _ in range(3)] == [True, True, False]
    assert [places.take("10.0.0.3") for _ in range(2)] == [True, False]
    places.give("10.0.0.2")
    assert [places.take("10.0.0.4"), places.take("10.0.0.2")] == [True, False]
    pi = Places(3, each=2)
    assert [pi.take("127.0.0.1") for _ in range(4)] == [True, True, True, False]


def test_who_has_written_makes_room() -> None:
    """One after the other, whether accepted or refused: none is in the way of the next."""
    house = home(limits=Limits(writing=1, writing_each=1))
    phone = house.visit()

    assert [200] * 5 == said(house, phone, 5)
    wrong = [phone.post("/api/seat", data="x", environ_base=GUEST) for _ in range(3)]
    assert [415] * 3 == [each.status_code for each in wrong]
    assert [200] == said(house, phone, 1)
    house.close()


def test_histories_are_told_one_at_a_time() -> None:
    """Who asks for many is sent away, and holds up neither the game nor who asks for one."""
    queue, told = HistoryQueue(), list[str]()

    def asks(client: str) -> None:
        with queue.turn(client):
            told.append(client)

    with ThreadPoolExecutor() as phones:
        with queue.turn("guest"):
            waits = [phones.submit(asks, "guest") for _ in range(WAITING_EACH - 1)]
            waits.append(phones.submit(asks, "other"))
            while queue.waiting < WAITING_EACH + 1:
                time.sleep(0.001)
            with pytest.raises(HttpError, check=lambda error: error.status == 503):
                asks("guest")
            assert [] == told
        for each in waits:
            each.result(60)
        asks("guest")

    assert ["guest", "guest", "other"] == sorted(told)


def test_sixteen_wait_for_a_history() -> None:
    """Of different addresses, the one that is told included; the next is sent away."""
    queue = HistoryQueue()

    def asks(client: int) -> bool:
        try:
            with queue.turn(f"10.0.0.{client}"):
                return True
        except HttpError:
            return False

    with ThreadPoolExecutor(20) as phones:
        with queue.turn("10.0.0.0"):
            waits = [phones.submit(asks, n) for n in range(1, 16)]
            while queue.waiting < 16:
                time.sleep(0.001)
            last = phones.submit(asks, 16)
            while not last.done() and queue.waiting == 16:
                time.sleep(0.001)
        assert not last.result(60)
        assert all(each.result(60) for each in waits)


SHARED = {
    "two phones": ("192.168.1.7", "192.168.1.8", False),
    "one phone on both sockets": ("192.168.1.7", "::ffff:192.168.1.7", True),
    "one network": ("fd00::7", "fd00::8", True),
    "two networks": ("fd00::7", "fd00:0:0:1::7", False),
    "one link": ("fe80::1%eth0", "fe80::2%eth0", True),
    "by both protocols": ("192.168.1.7", "fd00::7", False),
    "nobody knows": ("", "x", True),
    "the machine itself": ("127.0.0.1", "::1", False),
}
"""Two addresses, and whether they share what one may have; the machine itself stands for many."""
addresses = pytest.mark.parametrize(("one", "other", "share"), SHARED.values(), ids=SHARED)


@addresses
def test_streams_by_address(one: str, other: str, share: bool) -> None:
    """A phone's second address takes no second share."""
    house = home(limits=Limits(streams_each=1))
    streams = [
        house.visit().get("/api/events", environ_base={"REMOTE_ADDR": address})
        for address in (one, other)
    ]

    assert [200, 503 if share else 200] == [each.status_code for each in streams]
    for stream in streams:
        stream.close()
    house.close()


@addresses
def test_writes_by_address(one: str, other: str, share: bool) -> None:
    """Words of all browsers of an address count together."""
    house = home(limits=Limits(words_each=Rate(2, 0.0)))

    told = [said(house, house.visit(), 2, {"REMOTE_ADDR": each}) for each in (one, other)]
    assert [[200, 200], [429, 429] if share else [200, 200]] == told
    house.close()


@addresses
def test_stories_by_address(one: str, other: str, share: bool) -> None:
    """Whoever waits for as many as one may have is sent away, whatever the address says."""
    queue = HistoryQueue()

    def asks(address: str) -> bool:
        try:
            with queue.turn(client_of(address)):
                return True
        except HttpError:
            return False

    with ThreadPoolExecutor() as phones:
        with queue.turn(client_of(one)):
            for waiting in range(2, WAITING_EACH + 1):
                phones.submit(asks, one)
                while queue.waiting < waiting:
                    time.sleep(0.001)
            last = phones.submit(asks, other)
            while not last.done() and queue.waiting == WAITING_EACH:
                time.sleep(0.001)
        assert share is not last.result()
