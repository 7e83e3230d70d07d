"""A hub shows every table that a broker tells of, keeps nothing, and is not taken in by nonsense."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.app.broker.connection import Access
from companion.app.broker.hearing import Hearing
from companion.app.broker.naming import EXPIRY
from companion.app.service.followers import Follower
from companion.broker import broker_address
from tests.brokers import Listener, Mosquitto, needs_mosquitto, plan, telling, until
from tests.web.home import told
from web.addresses import Hosts
from web.hub.all_tables import AllTables
from web.hub.hub import create_hub
from web.limits import Limits
from web.news.feed import StreamPlace
from web.server.server import Server

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
    found.is_there("blue", True, 100.0)
    return found


@pytest.fixture
def client(overview: AllTables) -> FlaskClient:
    hosts = Hosts(hostname=lambda: "murphy", addresses=frozenset)
    return create_hub(overview, hosts=hosts).test_client()


def test_a_table_is_told_as_it_stands(client: FlaskClient) -> None:
    """Who plays, what they have, what was said last."""
    (table,) = client.get("/api/tables").get_json()["tables"]

    assert ("blue", True, 0, "Ann") == (table["table"], table["online"], table["turn"], table["players"][0]["name"])  # fmt: skip
    assert [{"en": "Ann took two."}] == table["news"]


def test_streams_tell_what_has_changed(overview: AllTables) -> None:
    """All of it first, then each table that changes, and nothing where nothing did."""
    overview.stands("red", payload(table="red"))
    first = overview.news(StreamPlace(0, 0), 0)
    overview.is_there("blue", False, 101.0)
    second = overview.news(first.place, 0)

    assert ["blue", "red"] == [t["table"] for _, _, t in told(b"".join(first.frames))]
    assert [("blue", False)] == [(t["table"], t["online"]) for _, _, t in told(b"".join(second.frames))]  # fmt: skip
    assert () == overview.news(second.place, 0).frames


def test_a_table_that_was_cleared_is_gone(overview: AllTables) -> None:
    """From programs' list, and from pages that showed it."""
    shown = overview.news(StreamPlace(0, 0), 0)
    overview.stands("blue", b"")

    assert [] == overview.to_json()
    assert [{"key": "blue", "gone": True}] == [t for _, _, t in told(b"".join(overview.news(shown.place, 0).frames))]  # fmt: skip


def test_who_is_silent_is_away(overview: AllTables) -> None:
    """A table that has not been said to be there for long is not."""
    overview.silent_since(99.0)
    before = overview.to_json()[0]["online"]
    overview.silent_since(101.0)

    assert (True, False) == (before, overview.to_json()[0]["online"])


@contextmanager
def served(overview: AllTables, limits: Limits) -> Iterator[int]:
    """The port of a hub's server."""
    app = create_hub(overview, hosts=Hosts(), limits=limits)
    server = Server(app, "127.0.0.1", 0, limits=limits)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server.port
    finally:
        server.stop()
        thread.join()


def test_a_page_that_leaves_makes_room(overview: AllTables) -> None:
    """Its place and its thread are free soon, not when its five minutes are over."""

    def asks() -> bytes:
        with socket.create_connection(("127.0.0.1", port), 30) as page:
            page.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            said = b""
            while b"data: " not in said and b" 503 " not in said:
                said += page.recv(4096)
            return said.split(b" ")[1]

    with served(overview, Limits(streams=1, beat=1000.0)) as port:
        first = asks()
        until(lambda: asks() == b"200")

    assert b"200" == first


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "name", "score", "en"]), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@given(st.binary(max_size=40) | st.dictionaries(st.sampled_from([*STATE, "title", "round", "winner"]), values).map(lambda d: payload(**d)))  # fmt: skip
def test_nonsense_is_nothing(said: bytes) -> None:
    """Whatever a topic says, every table is still told as JSON of the types that pages know."""
    overview = AllTables()
    overview.stands("blue", said)

    for table in overview.to_json():
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
    assert 200 == client.get("/static/hub.js").status_code
    assert "hub.title" in client.get("/words/de.json").get_json()


@contextmanager
def hearing(
    broker: Mosquitto, clock: Callable[[], float] = time.monotonic
) -> Iterator[AllTables]:
    overview = AllTables()
    access = Access(broker_address(broker.url()))
    follower = Follower("hearing", Hearing(access, overview, clock).turn)
    follower.start()
    try:
        yield overview
    finally:
        follower.close()


@needs_mosquitto
def test_a_hub_that_starts_anew_knows_everything(tmp_path: Path) -> None:
    """From what is retained: tables that are there, and one that has left."""
    with Mosquitto(tmp_path) as broker, telling(None, plan(broker.url(), "here"), STATE):  # fmt: skip
        with telling(None, plan(broker.url(), "gone"), STATE), hearing(broker) as hub:
            until(lambda: {"here", "gone"} == {t["table"] for t in hub.to_json() if t["online"]})  # fmt: skip
        with hearing(broker) as anew:
            until(lambda: {("here", True), ("gone", False)} == {(t["table"], t["online"]) for t in anew.to_json()})  # fmt: skip


@needs_mosquitto
def test_who_dies_together_with_the_broker_is_gone(tmp_path: Path) -> None:
    """Nobody is left to say so, and the broker has kept that it is there: the hub counts for itself."""
    now = [0.0]
    with Mosquitto(tmp_path) as broker, hearing(broker, lambda: now[0]) as hub:

        def is_gone() -> bool:
            now[0] += 1
            return [False] == [table["online"] for table in hub.to_json()]

        with telling(None, plan(broker.url()), STATE):
            until(lambda: [table["online"] for table in hub.to_json()] == [True])
            broker.kill()
        broker.start()
        with Listener(broker.port) as listener:
            kept = until(lambda: listener.last("/availability"))
        until(is_gone)

    assert (b"online", True) == (kept, now[0] > EXPIRY)
