"""The real server on a real port: streams beside pages, phones that leave or never read, an end without waiting."""

import http.client
import json
import socket
from itertools import count
from threading import Thread
from typing import Any

import pytest

from companion.errors import SettingsError
from tests.toy import Heap
from tests.waiting import until
from tests.web.home import KEYS, Table, home
from tests.web.running import PATIENCE, Running, holding, is_closed, letter, serving
from web.access.visitors import Cookies, Visitor
from web.app import FEED
from web.limits import KB, Limits
from web.server.channel import Channel
from web.server.server import Server
from web.server.waiting import Waiting

pytestmark = pytest.mark.native


class Heavy(Table):
    """A table with a view as large as the real game's."""

    def view(self, state: Heap) -> dict[str, Any]:
        return super().view(state) | {"ballast": "x" * 15_000}


def test_what_was_sent_is_not_kept() -> None:
    """A stream that runs for minutes holds no more memory than what has not been sent yet."""
    with serving() as running:
        phone = running.stream()
        for _ in range(10):
            came = running.house.session.submit({"take": 1})
            told = b""
            while b"id: %d\n" % came.seq not in told:
                told += phone.recv(1 << 16)
        (channel,) = running.server.channels
        sent = channel.current_outbuf_count
        held = sum(len(buffer.strbuf) + _size(buffer.buf) for buffer in channel.outbufs)

    assert sent < 8 * KB
    assert held < 8 * KB


def test_a_phone_that_leaves_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """Its stream ends without a word, however much was on its way to it."""
    with serving(game=Heavy()) as running:
        phones = [running.stream() for _ in range(4)]
        for phone in phones:
            phone.close()
            running.house.session.submit({"take": 1})
        assert until(lambda: not running.server.channels)

    # That a page had to wait for a thread on a busy machine is no error.
    told = [said for said in caplog.records if said.name != "waitress.queue"]
    assert [] == [said.getMessage() for said in told]


def _size(buffer: None) -> int:
    return 0 if buffer is None else len(buffer.getfile().getvalue())


def test_pages_are_served_beside_every_stream_there_may_be() -> None:
    """The cap is reached: the next stream is refused at once, the page answers."""
    with serving(Limits(streams=6)) as running:
        for _ in range(6):
            running.stream()

        assert 503 == running.get("/api/events").status
        assert [200] * 5 == [running.get("/api/view").status for _ in range(5)]


def test_a_phone_that_leaves_makes_room() -> None:
    """Its place is free before the next beat is due."""
    with serving(Limits(streams=1)) as running:
        running.stream().close()

        assert until(lambda: running.asks_for_stream() == b"200")


def test_a_move_reaches_every_phone() -> None:
    """Streams deliver as things happen, with id and text."""
    with serving() as running:
        phones = [running.stream() for _ in range(10)]
        came = running.house.session.submit({"take": 1})

        assert all(_hears(phone, f"id: {came.seq}".encode()) for phone in phones)


def _hears(phone: socket.socket, what: bytes) -> bool:
    heard = b""
    while what not in heard:
        more = phone.recv(4096)
        if not more:
            return False
        heard += more
    return True


def test_a_phone_that_never_reads_is_let_go() -> None:
    """Its place is given back once it has been far behind for a while; the others hear on."""
    with serving(Limits(streams=1, behind=4 * KB, patience=0.5)) as running:
        phone = running.connect()
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: running.asks_for_stream() == b"503")
        told = count()

        def let_go() -> bool:
            running.house.others.how = {"camera": f"{next(told)} " + "x" * 1_000_000}
            running.house.app.extensions["murphy.feed"].refresh()
            return running.asks_for_stream() == b"200"

        assert until(let_go)


def test_a_proxys_clients_have_their_streams_one_by_one() -> None:
    """Its header arrives: what one client takes is not another one's."""
    limits = Limits(streams_each=1)
    running = Running(home(limits=limits, proxy="127.0.0.1"), limits)

    def stream(client: str) -> bytes:
        phone = running.connect()
        told = f"Host: localhost\r\nX-Forwarded-For: {client}\r\n\r\n"
        phone.sendall(b"GET /api/events HTTP/1.1\r\n" + told.encode())
        return phone.recv(4096).split(b" ")[1]

    answers = [stream(client) for client in ("10.0.0.1", "10.0.0.2", "10.0.0.1")]
    running.stop()

    assert [b"200", b"200", b"503"] == answers


def test_the_end_does_not_wait_for_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGTERM in the middle of an evening: every phone is told, and the port is free again."""
    monkeypatch.setattr("web.server.server.GRACE", 3 * PATIENCE)
    limits = Limits()
    running = Running(home(limits=limits), limits)
    phones = [running.stream() for _ in range(8)]
    took = running.stop()

    assert took < PATIENCE
    assert not running.thread.is_alive()
    assert 8 == len(phones)
    again = Server(home().app, "127.0.0.1", running.server.port)
    again.close()


def test_streams_are_told_goodbye() -> None:
    """A browser comes back by itself after a second."""
    limits = Limits()
    running = Running(home(limits=limits), limits)
    phone = running.stream()
    running.server.stop()

    assert _hears(phone, b"event: bye")
    running.stop()


def test_large_bodies_come_in_a_few_at_once() -> None:
    """Somebody who begins many does not fill the disk, and keeps nobody else's photograph out."""
    most, begun = 200 * KB, []
    with serving(Limits(arriving=2)) as running:
        for address in ("127.0.9.1", "127.0.9.1", "127.0.9.1", "127.0.9.2"):
            phone = socket.create_connection(
                ("127.0.0.1", running.server.port), PATIENCE, (address, 0)
            )
            running.open.append(phone)
            phone.sendall(letter(f"Content-Length: {most}"))
            begun.append(phone)
            assert until(lambda: len(read_of(running)) == len(begun))

        assert until(lambda: [False, True, True, False] == held(running))
        for phone in begun[1], begun[3]:
            phone.sendall(b"x" * (most - 1))
        assert until(lambda: most - 1 == read_of(running)[3])
        assert 0 == read_of(running)[1]

        begun[0].sendall(b"x" * most)
        assert begun[0].recv(100).startswith(b"HTTP/1.1 4")
        assert until(lambda: most - 1 == read_of(running)[0])


def in_order(running: Running) -> list[Channel]:
    """The connections that bring something, in the order in which they began."""
    there = (one for one in running.server.channels if one.request is not None)
    return sorted(there, key=lambda one: one.asking_since)


def held(running: Running) -> list[bool]:
    return [channel.held for channel in in_order(running)]


def read_of(running: Running) -> list[int]:
    """How many bytes of each body have come in."""
    return [channel.request.body_bytes_received for channel in in_order(running)]


def test_who_asks_slower_than_anybody_needs_to_is_let_go() -> None:
    """A header that never ends, a body that trickles, a connection that has not asked to its end."""
    cookies = Cookies(KEYS)
    visitor = cookies.write(Visitor("a"))
    body = f"POST /api/moves HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies.name}={visitor}\r\nContent-Length: 9\r\n\r\n"
    with serving(Limits(header=0.1, arrival=0.1)) as running:
        slow = [running.connect() for _ in range(2)]
        slow[0].sendall(b"GET / HTTP/1.1\r\nHost: loc")
        slow[1].sendall(body.encode())

        assert [b"", b""] == [phone.recv(100) for phone in slow]
        # On a machine that does much else, not everybody is read within a tenth of a second.
        asks = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        assert until(lambda: running.ask(asks).startswith(b"HTTP/1.1 200"))


def test_where_all_connections_are_taken_who_has_most_makes_room() -> None:
    """Six connections that wait, of one address: another address finds the page all the same."""
    with serving(Limits(connections=6)) as running:
        waiting = [running.connect() for _ in range(6)]
        assert (
            b"200"
            == running.ask(
                b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            ).split()[1]
        )
        assert b"" == waiting[0].recv(100)


def test_where_all_connections_are_in_use_who_has_most_makes_room() -> None:
    """Five streams of one address, one of another: a third address finds the page, and the one stream is still there."""
    with serving(Limits(connections=6, streams=6)) as running:
        many = [running.stream("127.0.0.2") for _ in range(5)]
        one = running.stream("127.0.0.3")
        assert (
            b"200"
            == running.ask(
                b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            ).split()[1]
        )
        assert until(lambda: any(map(is_closed, many)))
        assert not is_closed(one)


def test_a_few_requests_are_worked_on_at_once() -> None:
    """Twelve at once, three at a time, streams apart: all are answered."""
    with holding(Limits(working=3, turn=PATIENCE)) as (running, held):
        asks = [Thread(target=running.get, args=("/api/view",)) for _ in range(12)]
        for each in asks:
            each.start()
        assert until(lambda: held.inside == 3)
        assert running.asks_for_stream() == b"200"
        held.go.set()
        for each in asks:
            each.join(PATIENCE)

        # The stream was the fourth.
        assert (held.most, held.seen) == (4, 13)


def test_a_request_that_lasts_keeps_nobody_out() -> None:
    """Where all that are worked on wait for something, another is answered all the same."""
    with holding(Limits(working=1, turn=0.05)) as (running, held):
        running.connect().sendall(b"GET /api/view HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: held.inside == 1)
        assert running.get("/api/games").status == 200


def test_who_waits_for_a_story_keeps_nobody_waiting() -> None:
    """A story that lasts has a turn of its own: a page is answered at once."""
    with holding(Limits(working=1, turn=PATIENCE)) as (running, held):
        running.connect().sendall(b"GET /api/history HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: held.inside == 1)
        assert running.get("/api/games").status == 200
        # While the story still lasts.
        assert held.inside == 1


def test_idle_connections_hold_no_thread() -> None:
    """Two hundred sockets that ask nothing: a page is answered."""
    with serving(Limits(streams=4)) as running:
        for _ in range(200):
            running.connect()
        answer = running.get("/healthz")

        assert (200, True) == (answer.status, json.loads(answer.body)["ok"])


def test_a_port_that_is_taken_is_said() -> None:
    """A second companion gets a sentence, not a traceback."""
    house = home()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError) as refused:
            Server(house.app, "127.0.0.1", port)
    house.close()

    assert "web.port" == refused.value.message.key


@pytest.mark.parametrize(
    ("host", "port", "wrong"),
    [
        ("127.0.0.1", 70000, "web.port"),
        ("192.0.2.77", 0, "web.no-address"),
        ("no.such.host.invalid", 0, "web.no-address"),
        ("\udcff", 0, "web.no-address"),
        ("a" * 300, 0, "web.no-address"),
    ],
)
def test_places_that_cannot_be_listened_at_are_said(host: str, port: int, wrong: str) -> None:
    """A slip in the settings is a sentence too, of what is wrong with which of them."""
    house = home()
    with pytest.raises(SettingsError, check=lambda e: e.message.key == wrong):
        Server(house.app, host, port)
    house.close()


def test_phones_may_come_by_ipv6() -> None:
    """Names of the house may lead to either."""
    house = home()
    server = Server(house.app, "::", 0)
    thread = Thread(target=server.run)
    thread.start()
    for address in ("127.0.0.1", "::1"):
        line = http.client.HTTPConnection(address, server.port, timeout=PATIENCE)
        line.request("GET", "/healthz", headers={"Host": "localhost"})
        assert 200 == line.getresponse().status
        line.close()
    server.stop()
    thread.join()
    house.close()


def test_a_server_that_never_ran_lets_go_of_its_port() -> None:
    """Closing does without running, and again is fine."""
    house = home()
    server = Server(house.app, "127.0.0.1", 0)
    server.close()
    server.close()

    assert house.app.extensions[FEED].over
    socket.create_server(("127.0.0.1", server.port)).close()


@pytest.mark.parametrize(
    ("share", "accepts", "said"),
    [
        (0.4, "nl", "leest het spel: 40 %"),
        (0.999, "fr, nl;q=0.8,en", "leest het spel: 99 %"),
        (0.0, "nl-BE;q=0.5", "leest het spel: 0 %"),
        (1.0, "fr", 'lang="de"'),
        (1.0, "", 'lang="de"'),
    ],
)
def test_while_a_game_is_read_the_address_says_how_far_that_is(
    share: float, accepts: str, said: str
) -> None:
    """In the browser's language, with when to come again and our headers; then the port is free for the pages."""
    waiting = Waiting("127.0.0.1", 0)
    waiting.share = share
    line = http.client.HTTPConnection("127.0.0.1", waiting.port, timeout=PATIENCE)
    line.request("GET", "/tv", headers={"Accept-Language": accepts} if accepts else {})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    waiting.close()
    waiting.close()

    assert (503, "2", "2") == (
        answer.status,
        answer.getheader("Retry-After"),
        answer.getheader("Refresh"),
    )
    assert ("no-store", "nosniff") == (
        answer.getheader("Cache-Control"),
        answer.getheader("X-Content-Type-Options"),
    )
    assert said in text
    Waiting("127.0.0.1", waiting.port).close()


@pytest.mark.parametrize(("size", "status"), [(5, 503), (1_000_000_000, 413)])
def test_while_a_game_is_read_nobody_fills_the_disk(size: int, status: int) -> None:
    """What is sent meanwhile is refused at its header, and is not waited for."""
    waiting = Waiting("127.0.0.1", 0)
    with socket.create_connection(("127.0.0.1", waiting.port), PATIENCE) as phone:
        head = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n"
        phone.sendall(head.encode())
        answer = phone.recv(100)
    waiting.close()

    assert answer.startswith(b"HTTP/1.1 %d " % status)
