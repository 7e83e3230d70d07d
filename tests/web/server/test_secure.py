"""HTTPS on a port of its own: the same pages by the same server, for the address from which they are asked."""

import http.client
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.app.service.certificate import context_in
from companion.errors import SettingsError
from tests.waiting import until
from tests.web.running import PATIENCE, Running, is_closed, serving
from web.access.standing import Standing
from web.server import secure

NAMES = ("localhost", "127.0.0.1")
REFUSED = ssl.SSLEOFError, ssl.SSLZeroReturnError, ConnectionError


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    try:
        return context_in(tmp_path_factory.mktemp("https"), NAMES, time.time())
    except SettingsError:
        pytest.skip("openssl is not installed")


@pytest.fixture
def running(context: ssl.SSLContext) -> Iterator[Running]:
    with serving() as house:
        house.server.opens_securely("127.0.0.1", 0, context)
        yield house


def port_of(running: Running, context: ssl.SSLContext) -> int:
    """It stays the one that was opened first."""
    return running.server.opens_securely("127.0.0.1", 0, context)


def trusting() -> ssl.SSLContext:
    """A browser whose owner has accepted the certificate."""
    found = ssl.create_default_context()
    found.check_hostname, found.verify_mode = False, ssl.CERT_NONE
    return found


def test_the_same_pages(running: Running, context: ssl.SSLContext) -> None:
    """Small answers and large ones, on one connection."""
    port = port_of(running, context)
    line = http.client.HTTPSConnection("localhost", port, timeout=PATIENCE, context=trusting())
    for path, least in (("/camera", 500), ("/words/de.json", 20_000)):
        line.request("GET", path)
        answer = line.getresponse()
        assert 200 == answer.status
        assert least < len(answer.read())
    line.close()


def test_whose_connection_it_is(running: Running, context: ssl.SSLContext) -> None:
    """Limits count the phone, not this machine."""
    port = port_of(running, context)
    source = ("127.0.0.9", 0)
    plain = socket.create_connection(("127.0.0.1", port), PATIENCE, source)
    with trusting().wrap_socket(plain, server_hostname="localhost") as line:
        line.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 200")
        clients = [one.client for one in running.server.channels]

    assert ["127.0.0.9"] == clients


def test_what_is_no_tls_is_let_go(running: Running, context: ssl.SSLContext) -> None:
    """And the next one is served."""
    port = port_of(running, context)
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        line.settimeout(PATIENCE)
        with suppress(ConnectionResetError):
            while line.recv(4096):
                pass
    test_the_same_pages(running, context)


def test_it_ends_with_the_server(context: ssl.SSLContext) -> None:
    with serving() as house:
        port = port_of(house, context)
        plain = socket.create_connection(("127.0.0.1", port), PATIENCE)
        line = trusting().wrap_socket(plain, server_hostname="localhost")
    line.settimeout(PATIENCE)
    assert b"" == line.recv(1)
    line.close()
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.1", port), PATIENCE)


def test_few_of_one_address(running: Running, context: ssl.SSLContext) -> None:
    """Whoever opens many without a word keeps nobody else out."""
    port = port_of(running, context)
    lines = [
        socket.create_connection(("127.0.0.1", port), PATIENCE, ("127.0.0.8", 0)) for _ in range(20)
    ]
    test_the_same_pages(running, context)

    assert any(map(is_closed, lines))
    for line in lines:
        line.close()


def shaken(port: int, client: str) -> ssl.SSLSocket:
    """A connection of an address whose first exchange is over."""
    plain = socket.create_connection(("127.0.0.1", port), PATIENCE, (client, 0))
    return trusting().wrap_socket(plain, server_hostname="localhost")


def test_whoever_has_a_part_keeps_a_place(context: ssl.SSLContext) -> None:
    """Though two addresses hold all that there are for others."""
    with serving() as house:
        house.server._listener.meets("127.0.0.7", Standing.SEATED)
        port = port_of(house, context)
        lines = [shaken(port, f"127.0.0.{n}") for n in (8, 9) for _ in range(12)]
        with pytest.raises(REFUSED):
            shaken(port, "127.0.0.6")
        shaken(port, "127.0.0.7").close()
        for line in lines:
            line.close()


def test_how_many_of_one_address(context: ssl.SSLContext) -> None:
    """Twelve; who leaves makes room for the next. The Pi itself may have more."""
    with serving() as house:
        port = port_of(house, context)
        lines = [shaken(port, "127.0.0.8") for _ in range(12)]
        with pytest.raises(REFUSED):
            shaken(port, "127.0.0.8")
        lines += [shaken(port, client) for client in ("127.0.0.9", *["127.0.0.1"] * 14)]
        lines.pop(0).close()

        def comes() -> bool:
            try:
                lines.append(shaken(port, "127.0.0.8"))
            except REFUSED:
                return False
            return True

        assert until(comes)
        for line in lines:
            line.close()


def test_a_renewed_certificate_is_that_of_the_next(
    running: Running, context: ssl.SSLContext, tmp_path: Path
) -> None:
    port = port_of(running, context)
    before = shaken(port, "127.0.0.1")
    assert port == port_of(running, context_in(tmp_path, NAMES, time.time()))
    after = shaken(port, "127.0.0.1")

    assert before.getpeercert(True) != after.getpeercert(True)
    for line in (before, after):
        line.close()


def test_nothing_is_opened_once_the_server_has_ended(context: ssl.SSLContext) -> None:
    with serving() as house:
        pass
    with pytest.raises(SettingsError):
        port_of(house, context)


def test_without_a_thread_the_next_one_is_served(
    running: Running, context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = port_of(running, context)

    def none(**_: object) -> None:
        monkeypatch.undo()
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(secure, "Thread", none)
    with pytest.raises(REFUSED):
        shaken(port, "127.0.0.1")
    test_the_same_pages(running, context)


def test_a_port_that_is_taken(context: ssl.SSLContext, tmp_path: Path) -> None:
    with serving() as house:
        with pytest.raises(SettingsError) as caught:
            house.server.opens_securely("127.0.0.1", house.server.port, context)
        assert "web.port" == caught.value.message.key
