"""A hub shows every table that a broker tells of, keeps nothing, and is not taken in by nonsense."""

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.app.broker.connection import Access
from companion.app.broker.subscriber import Subscriber
from companion.app.broker.topics import EXPIRY, topics_of
from companion.app.cli import WRONG
from companion.app.commands.hub import command
from companion.app.service.followers import Follower
from companion.broker import broker_address
from companion.errors import SettingsError
from companion.seating import LONGEST_NAME
from companion.words import LANGUAGES
from tests.brokers import Listener, Mosquitto, needs_mosquitto, plan, telling
from tests.waiting import until
from tests.web.home import chunks, told
from web.addresses import Hosts
from web.hub.all_tables import AllTables, Presence
from web.hub.hub import create_hub
from web.limits import MB, Limits
from web.news.feed import StreamPlace, event_of
from web.server.server import Server

LARGEST, MOST, PIECE, LONGEST_KEY = 4096, 1000, 64 * 1024, 12 * LONGEST_NAME
"""As they are promised, not as the code has them."""

STATE: dict[str, Any] = {
    "table": "blue",
    "players": [{"name": "Ann", "score": 2}],
    "announcements": [{"text": {"en": "Ann took two."}}],
    "turn": 0,
}


def payload(**more: Any) -> bytes:
    return json.dumps(STATE | more).encode()


@pytest.fixture
def overview() -> AllTables:
    found = AllTables()
    found.stands("blue", payload())
    found.is_there("blue", Presence(True, True, 100.0))
    return found


def told_since(overview: AllTables, number: int) -> list[tuple[str, Any]]:
    """What a page that has seen so much is told: kinds of events, and what they say."""
    return [(kind, said) for kind, _, said in told(b"".join(frames_since(overview, number)))]


def frames_since(overview: AllTables, number: int) -> list[bytes]:
    """The same as they are sent, piece after piece, until there is nothing more."""
    frames, place = list[bytes](), StreamPlace(number, number)
    while (news := overview.news(place, 0)).frames:
        place = news.place
        frames += news.frames
    return frames


def shown_by(overview: AllTables) -> list[dict[str, Any]]:
    """What programs are told."""
    tables: list[dict[str, Any]] = json.loads(overview.to_json())["tables"]
    return tables


def names(overview: AllTables) -> set[str]:
    return {table["table"] for table in shown_by(overview)}


@pytest.fixture
def client(overview: AllTables) -> FlaskClient:
    hosts = Hosts(hostname=lambda: "murphy", addresses=frozenset)
    return create_hub(overview, hosts=hosts).test_client()


def test_without_a_broker_it_asks_which_one() -> None:
    """Wrong usage, and not a wrong address."""
    told = CliRunner().invoke(command, [])

    assert isinstance(told.exception, SettingsError)
    assert "Name it: --broker" in str(told.exception)
    assert told.exception.message.key in WRONG


def test_a_table_is_told_as_it_stands(client: FlaskClient) -> None:
    """Who plays, what they have, what was said last."""
    (table,) = client.get("/api/tables").get_json()["tables"]

    assert ("blue", True, 0, "Ann") == (
        table["table"],
        table["online"],
        table["turn"],
        table["players"][0]["name"],
    )
    assert [{"en": "Ann took two."}] == table["news"]


def test_streams_tell_what_has_changed(overview: AllTables) -> None:
    """All of it first, then each table that changes, and nothing where nothing did."""
    overview.stands("red", payload(table="red"))
    (_, keys), *first = told_since(overview, 0)
    seen = overview.last
    overview.is_there("blue", Presence(False, True, 101.0))

    assert ["blue", "red"] == [table["table"] for _, table in first] == keys["keys"]
    assert [("blue", False)] == [(t["table"], t["online"]) for _, t in told_since(overview, seen)]
    assert [] == told_since(overview, overview.last)


def test_a_page_that_came_to_an_empty_hub_begins_once() -> None:
    """It is told that there are none; then of each that comes, and of no others that it knew."""
    overview = AllTables()
    first = overview.news(StreamPlace(0, 0), 0)
    overview.stands("blue", payload())
    then = overview.news(first.place, 0)

    assert [("all", {"keys": []})] == [(kind, said) for kind, _, said in told(first.frames[0])]
    assert ["table"] == [kind for kind, _, _ in told(b"".join(then.frames))]
    assert () == overview.news(then.place, 0).frames


def test_tables_are_told_in_the_order_of_their_changes(overview: AllTables) -> None:
    """The latest last; what is only repeated changes no place."""
    overview.stands("red", payload(table="red"))
    overview.stands("blue", payload())
    first = [table["key"] for table in shown_by(overview)]
    overview.stands("blue", payload(round=2))

    assert ["blue", "red"] == first
    assert ["red", "blue"] == [table["key"] for table in shown_by(overview)]


def test_of_tables_without_a_state_the_one_silent_for_longest_is_forgotten() -> None:
    """Whoever says again that it is there is known for longer."""
    overview = AllTables()
    for number in (*range(MOST), 0, MOST):
        overview.is_there(f"t{number}", Presence(True, True, 100.0))
    for number in (0, 1, 2):
        overview.stands(f"t{number}", payload(table=f"t{number}"))

    assert [True, False, True] == [table["online"] for table in shown_by(overview)]


def test_who_has_not_been_told_of_all_waits_for_nothing() -> None:
    """The next piece is there at once."""
    overview, place = AllTables(), StreamPlace(0, 0)
    news = [{"text": dict.fromkeys(LANGUAGES, "N" * 400)}] * 3
    for number in range(40):
        overview.stands(f"t{number}", payload(table=f"t{number}", announcements=news))
    begun = time.monotonic()
    while place.seen < overview.last:
        place = overview.news(place, 30.0).place

    assert time.monotonic() - begun < 10.0


def test_whoever_waits_is_let_go_at_the_end(overview: AllTables) -> None:
    """At once."""
    place = overview.news(StreamPlace(0, 0), 0).place
    waits = Thread(target=overview.news, args=(place, 60.0))
    waits.start()
    overview.close()
    waits.join(10.0)

    assert not waits.is_alive()
    assert overview.over


def test_what_is_only_repeated_is_not_told_again(overview: AllTables) -> None:
    """Tables repeat themselves every half minute, for who came later."""
    seen = overview.last
    overview.stands("blue", payload())
    overview.is_there("blue", Presence(True, True, 130.0))

    assert [] == told_since(overview, seen)


def test_a_table_that_was_cleared_is_gone(overview: AllTables) -> None:
    """From programs' list, and from pages that showed it."""
    seen = overview.last
    overview.stands("blue", b"")
    gone = told_since(overview, seen)
    overview.stands("blue", payload())

    assert [("table", {"key": "blue", "gone": True})] == gone
    assert [("blue", True)] == [(t["key"], t["online"]) for t in shown_by(overview)]


def test_a_thousand_tables_come_in_pieces() -> None:
    """A page that begins is told of every table once, a little at a time; one that changes meanwhile is told of again, one that leaves is gone."""
    overview, laden = (
        AllTables(),
        {"announcements": [{"text": dict.fromkeys(LANGUAGES, "N" * 300)}] * 3},
    )
    for number in range(200):
        overview.stands(f"t{number}", payload(table=f"t{number}", **laden))
    first = overview.news(StreamPlace(0, 0), 0)
    overview.stands("t0", payload(table="t0", round=2))
    overview.stands("t199", b"")
    pieces, place, shown = [first.frames], first.place, dict[str, Any]()
    while (news := overview.news(place, 0)).frames:
        pieces.append(news.frames)
        place = news.place
    for kind, _, said in told(b"".join(frame for piece in pieces for frame in piece)):
        if kind == "all":
            assert not shown
        elif said.get("gone"):
            shown.pop(said["key"], None)
        else:
            shown[said["key"]] = said

    assert {table["key"]: table for table in shown_by(overview)} == shown
    assert len(pieces) > 5
    assert all(sum(map(len, piece)) < 2 * PIECE for piece in pieces)


def test_what_programs_are_told_is_written_once(overview: AllTables) -> None:
    """Until something changes everybody gets the same bytes."""
    once = overview.to_json()
    overview.is_there("blue", Presence(True, True, 130.0))

    assert once is overview.to_json()
    overview.is_there("blue", Presence(False, True, 131.0))
    assert once != overview.to_json()


def test_a_page_that_missed_too_much_begins_anew(overview: AllTables) -> None:
    """Those that left are remembered for a while; a page that comes later is told which tables there are."""
    seen = overview.last
    for number in range(MOST):
        overview.stands(f"t{number}", payload())
        overview.stands(f"t{number}", b"")
    assert [("table", {"key": f"t{n}", "gone": True}) for n in range(MOST)] == told_since(
        overview, seen
    )
    overview.stands("one more", payload())
    overview.stands("one more", b"")

    assert [("all", {"keys": ["blue"]}), "table"] == [
        told_since(overview, seen)[0],
        told_since(overview, seen)[1][0],
    ]
    assert [] == told_since(overview, overview.last)


def test_who_is_silent_is_away(overview: AllTables) -> None:
    """A table that has not been said to be there for long is not."""
    overview.silent_since(99.0)
    before = shown_by(overview)[0]["online"]
    overview.silent_since(101.0)

    assert (True, False) == (before, shown_by(overview)[0]["online"])


@contextmanager
def served(overview: AllTables, limits: Limits) -> Iterator[Server]:
    """A hub's server, running."""
    app = create_hub(overview, hosts=Hosts(), limits=limits)
    server = Server(app, "127.0.0.1", 0, limits=limits)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()


def test_pages_that_follow_keep_nobody_waiting(overview: AllTables) -> None:
    """A stream lasts for minutes and is none of the requests that are worked on at once."""
    with ExitStack() as phones, served(overview, Limits(working=1, turn=600.0)) as server:
        for path in ("events", "events", "tables"):
            place = ("127.0.0.1", server.port)
            phone = phones.enter_context(socket.create_connection(place, 30))
            phone.sendall(b"GET /api/%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path.encode())

            assert phone.recv(4096).startswith(b"HTTP/1.1 200")


def test_a_page_that_leaves_makes_room(overview: AllTables) -> None:
    """Its place and its thread are free soon, not when its five minutes are over."""

    def asks() -> bytes:
        with socket.create_connection(("127.0.0.1", server.port), 30) as page:
            page.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            said = b""
            while b"data: " not in said and b" 503 " not in said:
                said += page.recv(4096)
            return said.split(b" ")[1]

    with served(overview, Limits(streams=1, beat=1000.0)) as server:
        first = asks()
        until(lambda: asks() == b"200")

    assert b"200" == first


def test_the_server_knows_which_answers_last(overview: AllTables) -> None:
    """And says of each whether it is read, and whether its page has left."""
    hosts = Hosts(hostname=lambda: "murphy", addresses=frozenset)
    client = create_hub(overview, hosts=hosts, clock=lambda: 0.0).test_client()
    asked: list[str] = []

    def room(seconds: float) -> bool:
        asked.append("room")
        return True

    environ = {
        "murphy.lasts": lambda: asked.append("lasts"),
        "murphy.room": room,
        "waitress.client_disconnected": lambda: "room" in asked,
    }
    answer = client.get("/api/events", environ_overrides=environ)
    events = told(b"".join(chunks(answer)))
    head = client.head("/api/events", environ_overrides=environ)

    assert ["lasts", "room"] == asked
    assert ["all", "table", "bye"] == [name for name, _, _ in events]
    assert (200, "text/event-stream") == (head.status_code, head.mimetype)
    answer.close()


def test_what_programs_are_told_has_a_length(client: FlaskClient, overview: AllTables) -> None:
    """So that nobody waits for more; and health says how many tables there are."""
    overview.stands("red", payload(table="red"))
    overview.connected = True
    told = client.get("/api/tables")
    health = client.get("/healthz")

    assert len(overview.to_json()) == told.content_length == len(told.data)
    assert (200, {"ok": True, "tables": 2}) == (health.status_code, health.get_json())


def test_no_more_pages_follow_than_are_allowed(overview: AllTables) -> None:
    """Whoever comes when all places are taken is told to come again."""
    hosts = Hosts(hostname=lambda: "murphy", addresses=frozenset)
    full = create_hub(overview, hosts=hosts, limits=Limits(streams=0)).test_client()

    assert 503 == full.get("/api/events").status_code


def unread(port: int, by: str) -> socket.socket:
    """A phone that asks for all tables and does not read the answer."""
    phone = socket.socket()
    # What the system keeps for it does not count.
    phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    phone.bind((by, 0))
    phone.connect(("127.0.0.1", port))
    phone.sendall(b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return phone


def test_answers_that_nobody_reads_do_not_pile_up() -> None:
    """Whoever has most of them loses them; others read theirs when they like."""
    overview = AllTables()
    for number in range(MOST):
        overview.stands(
            f"t{number}", payload(announcements=[{"text": dict.fromkeys(LANGUAGES, "N" * 400)}] * 3)
        )
    limits = Limits(unread=16 * MB)
    with ExitStack() as phones, served(overview, limits) as server:
        # Connections inherit it. Left to itself a kernel may take a whole answer, and none waits in the server.
        server._listener.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
        one = phones.enter_context(unread(server.port, "127.0.0.3"))
        many = [phones.enter_context(unread(server.port, "127.0.0.2")) for _ in range(10)]
        for phone in (one, *many):
            # It is answered, or its answer was let go.
            with suppress(ConnectionResetError):
                phone.recv(1, socket.MSG_PEEK)
        until(lambda: len(server.channels) * len(overview.to_json()) < 24 * MB)
        answer = b""
        while len(answer) < 3 * MB and (more := one.recv(1 << 20)):
            answer += more

    assert len(answer) >= 3 * MB
    assert answer.startswith(b"HTTP/1.1 200")


FLOOD: Final = 10_000


def flood(overview: AllTables, presence: Presence | None, said: bytes | None) -> None:
    """Ten thousand tables that nobody plays at."""
    for number in range(FLOOD):
        if presence is not None:
            overview.is_there(f"fake{number}", presence)
        if said is not None:
            overview.stands(f"fake{number}", said)


FAKE: Final = payload(table="fake")
KEPT: Final = Presence(online=True, live=False, heard=100.0)
LIVE: Final = Presence(online=True, live=True, heard=100.0)
FLOODS: Final = [
    pytest.param(KEPT, None, id="said to be there"),
    pytest.param(None, FAKE, id="with a state"),
    pytest.param(KEPT, FAKE, id="kept by the broker", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("presence", "said"), FLOODS)
def test_tables_that_nobody_plays_at_hide_none(
    presence: Presence | None, said: bytes | None
) -> None:
    """Neither one that comes after them, as soon as it says that it is there, nor one that was there before."""
    overview = AllTables()
    overview.is_there("before", LIVE)
    overview.stands("before", payload(table="before"))
    flood(overview, presence, said)
    overview.is_there("after", LIVE)
    overview.stands("after", payload(table="after"))
    flood(overview, presence, said)

    assert {"before", "after"} <= names(overview)
    assert len(overview) == len(shown_by(overview)) <= MOST


def test_who_is_away_makes_room() -> None:
    """For whoever comes; one that is there stays, though others say so, too."""
    overview = AllTables()
    for number in range(MOST):
        overview.is_there(f"t{number}", replace(LIVE, online=number != 7))
        overview.stands(f"t{number}", payload(table=f"t{number}"))
    for late in ("late", "later"):
        overview.is_there(late, LIVE)
        overview.stands(late, payload(table=late))

    assert {f"t{n}" for n in range(MOST) if n != 7} | {"late"} == names(overview)


AWAY: Final = replace(LIVE, online=False)


@pytest.mark.parametrize(
    ("there", "comes", "shown"),
    [
        (AWAY, AWAY, True),
        (AWAY, KEPT, True),
        (AWAY, LIVE, True),
        (KEPT, AWAY, False),
        (KEPT, KEPT, False),
        (KEPT, LIVE, True),
        (LIVE, AWAY, False),
        (LIVE, LIVE, False),
    ],
)
def test_who_makes_room_for_whom(there: Presence, comes: Presence, shown: bool) -> None:
    """Of a thousand tables one that is away for any, one that only the broker says is there for one that says so itself; who is shown already stays and may say more."""
    overview = AllTables()
    for number in range(MOST):
        overview.is_there(f"t{number}", there if number == 5 else LIVE)
        overview.stands(f"t{number}", payload(table=f"t{number}"))
    overview.is_there("late", comes)
    overview.stands("late", payload(table="late"))
    overview.stands("t7", payload(table="seven"))

    assert shown is ("late" in names(overview)) is not ("t5" in names(overview))
    assert "seven" in names(overview)
    assert MOST == len(overview)


@pytest.mark.parametrize(
    ("heard", "then", "online"), [(100.0, 100.0, True), (100.0, 100.1, False), (100.0, 0.0, True)]
)
def test_for_how_long_a_silent_table_is_there(heard: float, then: float, online: bool) -> None:
    """Until it was heard before some moment; one that was away is no news by that."""
    overview = AllTables()
    overview.stands("blue", payload())
    overview.is_there("blue", replace(LIVE, heard=0.0))
    overview.is_there("blue", replace(LIVE, heard=heard))
    seen = overview.last
    overview.silent_since(then)
    overview.silent_since(then)

    assert online is shown_by(overview)[0]["online"]
    told = [kind for kind, _ in told_since(overview, seen)]
    assert ([] if online else ["table"]) == told


def test_a_table_that_comes_back_is_not_gone(overview: AllTables) -> None:
    """For whoever has missed that it had left; nor is one that was never there."""
    seen = overview.last
    overview.stands("blue", b"")
    overview.stands("none", b"")
    overview.stands("blue", payload(round=2))

    assert [("table", 2)] == [
        (kind, said.get("round")) for kind, said in told_since(overview, seen)
    ]


@pytest.mark.parametrize(("length", "shown"), [(LONGEST_KEY, True), (LONGEST_KEY + 1, False)])
def test_how_long_a_topic_may_be(length: int, shown: bool) -> None:
    """As long as a name in its longest form; whether a longer one is there is not remembered either."""
    overview, key = AllTables(), "k" * length
    overview.is_there(key, LIVE)
    overview.stands(key, payload())

    assert [True] * shown == [table["online"] for table in shown_by(overview)]


@pytest.mark.slow
def test_what_tables_say_is_bounded() -> None:
    """However long names and topics are, all of them together are a few megabytes."""
    overview, long = AllTables(), "\U0001f0a1" * 60_000
    texts = dict.fromkeys((*LANGUAGES, *map(str, range(8))), long)
    player = {"name": long, "score": 2**53 - 1}
    huge = payload(
        table=long,
        title=texts,
        phase=long,
        players=[player] * 99,
        announcements=[{"text": texts}] * 9,
    )
    overview.stands(long, huge)
    overview.stands("big", huge)
    plain = payload(announcements=[{"text": dict.fromkeys(LANGUAGES, long)}] * 9)
    overview.stands("less", plain)
    overview.stands("k" * (LONGEST_KEY + 1), plain)
    sizes = [len(frame) for frame in frames_since(overview, 0)[1:]]

    assert {"blue", long[:LONGEST_NAME]} == names(overview)
    assert ["big", "less"] == [table["key"] for table in shown_by(overview)]
    assert all(size <= LARGEST + len(event_of("table", b"")) for size in sizes)
    assert len(topics_of("\U0001f0a1" * LONGEST_NAME).key) == LONGEST_KEY


BIG: Final = 2**53 - 1
TEXT: Final = {"de": "d", "en": "e", "nl": "n"}


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ({}, {"round": 0, "turn": 0, "winner": None, "paused": False, "phase": "", "title": {}}),
        ({"table": "t" * 99}, {"table": "t" * 40}),
        ({"table": 7}, {"table": "7"}),
        ({"title": TEXT | {"fr": "f"}}, {"title": TEXT}),
        ({"title": {"en": "t" * 99}}, {"title": {"en": "t" * 40}}),
        ({"phase": "p" * 99}, {"phase": "p" * 40}),
        ({"paused": True}, {"paused": True}),
        ({"paused": 1}, {"paused": True}),
        ({"round": BIG}, {"round": BIG}),
        ({"round": "7"}, {"round": 7}),
        ({"round": None}, {"round": 0}),
        ({"round": BIG + 1}, None),
        ({"round": -BIG - 1}, None),
        ({"round": "x"}, None),
        ({"round": [1]}, None),
        ({"round": float("inf")}, None),
        ({"turn": 11}, {"turn": 11}),
        ({"turn": 12}, {"turn": None}),
        ({"turn": -1}, {"turn": None}),
        ({"turn": True}, {"turn": None}),
        ({"turn": 1.0}, {"turn": None}),
        ({"turn": None, "winner": 0}, {"turn": None, "winner": 0}),
        ({"winner": "0"}, {"winner": None}),
        ({"players": []}, {"players": []}),
        (
            {"players": [{"name": "n" * 99, "score": -BIG}] * 13},
            {"players": [{"name": "n" * 40, "score": -BIG}] * 12},
        ),
        ({"players": [{"name": "Ann"}]}, {"players": [{"name": "Ann", "score": 0}]}),
        ({"players": [{}]}, None),
        ({"players": [7]}, None),
        ({"players": None}, None),
        ({"announcements": []}, {"news": []}),
        (
            {"announcements": [{"text": {"en": f"{n}"}} for n in range(4)]},
            {"news": [{"en": "1"}, {"en": "2"}, {"en": "3"}]},
        ),
        (
            {"announcements": [{"text": TEXT | {"en": "t" * 500, "fr": "f"}}]},
            {"news": [TEXT | {"en": "t" * 400}]},
        ),
        ({"announcements": [{}]}, None),
        ({"announcements": [{"text": "x"}]}, {"news": [{}]}),
        ({"announcements": {}}, None),
        ({"announcements": [{"text": None}]}, None),
    ],
)
def test_what_is_shown_of_a_state(more: dict[str, Any], shown: dict[str, Any] | None) -> None:
    """What pages know, each of its kind and no longer than it may be; nothing of a state in which something is none."""
    overview = AllTables()
    overview.stands("blue", payload(**more))
    tables = shown_by(overview)

    if shown is None:
        assert [] == tables
    else:
        (table,) = tables
        assert shown == {key: table[key] for key in shown}


@pytest.mark.parametrize("said", [b"[" * 100_000, b"\xff", b"7", b"null", b"{}", b'{"table": 1'])
def test_what_is_no_state_changes_nothing(overview: AllTables, said: bytes) -> None:
    """Whatever it is."""
    before = overview.to_json()
    overview.stands("blue", said)

    assert before == overview.to_json()


@pytest.mark.parametrize(
    ("name", "longest", "kept"), [("b", 250, 3), ("b", 300, 2), ("b", 400, 2), ("bb", 400, 1)]
)
def test_a_table_that_says_too_much_loses_its_oldest_news(
    name: str, longest: int, kept: int
) -> None:
    """Until it has 4096 bytes or fewer."""
    overview = AllTables()
    news = [{"text": {"en": f"{n}" * longest}} for n in range(3)]
    people = [{"name": "\x01" * 40, "score": 0}] * 12
    overview.stands("blue", payload(table=name, players=people, announcements=news))

    (table,) = shown_by(overview)
    assert [{"en": f"{n}" * longest} for n in range(3)][-kept:] == table["news"]


@pytest.mark.parametrize("score", [10**300, -(2**53), 1e300])
def test_numbers_that_no_browser_knows_are_nonsense(score: float) -> None:
    """They are exact, or none."""
    overview = AllTables()
    overview.stands("blue", payload(players=[{"name": "Ann", "score": score}]))

    assert [] == shown_by(overview)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "name", "score", "en"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    st.binary(max_size=40)
    | st.dictionaries(st.sampled_from([*STATE, "title", "round", "winner"]), values).map(
        lambda d: payload(**d)
    )
)
def test_nonsense_is_nothing(said: bytes) -> None:
    """Whatever a topic says, every table is still told as JSON of the types that pages know."""
    overview = AllTables()
    overview.stands("blue", said)

    for table in shown_by(overview):
        json.dumps(table)
        assert isinstance(table["table"], str)
        assert all(isinstance(player["score"], int) for player in table["players"])


def test_the_page_is_guarded_like_the_tables(client: FlaskClient) -> None:
    """The same headers, the same check of names, in the language that is asked for; nothing can be changed."""
    page = client.get("/?lang=nl")

    assert "tafels" in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert 400 == client.get("/", headers={"Host": "evil.example"}).status_code
    assert 405 == client.post("/api/tables", json={}).status_code
    assert 503 == client.get("/healthz").status_code
    named = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
    assert {".css", ".js"} <= {Path(path).suffix for path in named}
    assert [] == [p for p in named if client.get(p).status_code != 200]
    told = client.get("/words/de.json").get_json()
    assert "hub.title" in told
    assert "page.done" not in told


@contextmanager
def hearing(broker: Mosquitto, clock: Callable[[], float] = time.monotonic) -> Iterator[AllTables]:
    overview = AllTables()
    access = Access(broker_address(broker.url()))
    follower = Follower("hearing", Subscriber(access, overview, clock).turn)
    follower.start()
    try:
        yield overview
    finally:
        follower.close()


@needs_mosquitto
def test_a_hub_that_starts_anew_knows_everything(tmp_path: Path) -> None:
    """From what is retained: tables that are there, and one that has left."""
    with Mosquitto(tmp_path) as broker, telling(None, plan(broker.url(), "here"), STATE):
        with telling(None, plan(broker.url(), "gone"), STATE), hearing(broker) as hub:
            until(lambda: {"here", "gone"} == {t["table"] for t in shown_by(hub) if t["online"]})
        with hearing(broker) as anew:
            until(
                lambda: (
                    {("here", True), ("gone", False)}
                    == {(t["table"], t["online"]) for t in shown_by(anew)}
                )
            )


@needs_mosquitto
def test_who_dies_together_with_the_broker_is_gone(tmp_path: Path) -> None:
    """Nobody is left to say so, and the broker has kept that it is there: the hub counts for itself."""
    now = [0.0]
    with Mosquitto(tmp_path) as broker, hearing(broker, lambda: now[0]) as hub:

        def is_gone() -> bool:
            now[0] += 10
            return [False] == [table["online"] for table in shown_by(hub)]

        with telling(None, plan(broker.url()), STATE):
            until(lambda: [table["online"] for table in shown_by(hub)] == [True])
            broker.kill()
        broker.start()
        with Listener(broker.port) as listener:
            kept = until(lambda: listener.last("/availability"))
        until(is_gone)

    assert (b"online", True) == (kept, now[0] > EXPIRY)
