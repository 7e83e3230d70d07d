"""One connection to a broker, packet by packet: what a table says there, and what it makes of every answer."""

import gc
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread, Timer
from typing import Any

import pytest

pytest.importorskip("paho.mqtt.client")

from companion.app.broker import connection, table_feed, topics
from companion.app.broker import plan as plans
from companion.app.broker.connection import Access, Connection, Post, Received
from companion.app.broker.plan import tried
from companion.app.broker.publisher import BrokerController, BrokerReach, Publisher
from companion.app.broker.subscriber import LOOK_SECONDS, Subscriber
from companion.app.broker.table_feed import LISTENING_SECONDS
from companion.app.broker.topics import NameOnBroker, topics_of
from companion.broker import BrokerAddress
from companion.errors import BrokerError
from companion.journal.journal import Draft, Journal
from companion.settings import Settings
from tests.brokers import plan, table_told, telling
from tests.waiting import until
from tests.wire import Greeting, Said, Wire
from web.hub.all_tables import AllTables

LONG = 60.0
"""Seconds that nobody waits in these tests."""
NOT_ALLOWED = 135


@contextmanager
def connected(wire: Wire, run: str = "r1", will: Post | None = None) -> Iterator[Connection]:
    line = Connection(wire.access(), run, will)
    try:
        yield line
    finally:
        line.close()


# The line ------------------------------------------------------------------------------


def test_how_a_table_introduces_itself() -> None:
    """By its run, with user, password and last will; a power cut is noticed within half a minute, and no packet is larger than it takes."""
    will = Post("a/availability", b"offline", retain=True, expiry=7)
    with Wire() as wire:
        Connection(wire.access("ann", "secret"), "r1", will).close()
        Connection(wire.access("ann"), "r2", Post("a", b"")).close()
        Connection(wire.access("", "secret"), "r3").close()

    said = Said("a/availability", b"offline", 1, True, 7, "r1")
    other = Said("a", b"", 1, False, None, "r2")
    assert [
        Greeting("murphy-r1", 5, 15, 256 * 1024, "ann", b"secret", said),
        Greeting("murphy-r2", 5, 15, 256 * 1024, "ann", None, other),
        Greeting("murphy-r3", 5, 15, 256 * 1024, None, None, None),
    ] == wire.greetings


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (134, "wrong-password"),
        (135, "wrong-password"),
        (132, "too-old"),
        (136, "refused"),
        (151, "refused"),
        (None, "unreachable"),
    ],
)
def test_who_is_not_let_in(code: int | None, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The broker's reason decides what the host is told; and nothing is waited for afterwards."""
    monkeypatch.setattr(connection, "BYE_SECONDS", LONG)
    if code is None:
        monkeypatch.setattr(connection, "CONNECT_SECONDS", 0.3)
    began = time.monotonic()
    with Wire(code) as wire, pytest.raises(BrokerError) as refused:
        Connection(wire.access(), "r1")

    assert f"broker.{key}" == refused.value.message.key
    assert refused.value.message.params.get("code") == (code if key == "refused" else None)
    assert time.monotonic() - began < LONG / 2


def test_where_nobody_listens_no_farewell_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host's button answers at once, and names the place and the system's reason."""
    monkeypatch.setattr(connection, "BYE_SECONDS", LONG)
    began = time.monotonic()
    with pytest.raises(BrokerError) as refused:
        Connection(Access(BrokerAddress("127.0.0.1", 9)), "r1")

    assert {
        "host": "127.0.0.1",
        "port": "9",
        "why": "Connection refused",
    } == refused.value.message.params
    assert time.monotonic() - began < LONG / 2


@pytest.mark.parametrize(("with_will", "code"), [(False, 0), (True, 4)])
def test_a_farewell(with_will: bool, code: int) -> None:
    """Says whether the last will holds; a second one says nothing."""
    with Wire() as wire:
        line = Connection(wire.access(), "r1")
        line.close(with_will=with_will)
        line.close()

        assert [code] == until(lambda: wire.byes)
        assert not line.open


def test_a_line_that_has_ended_keeps_no_file_open() -> None:
    """Left, cut, or refused: a table may try for weeks, and nothing waits for the garbage collection."""
    gc.disable()
    try:
        with Wire() as wire, Wire(NOT_ALLOWED) as refusing:
            before = len(os.listdir("/proc/self/fd"))
            for _ in range(3):
                with connected(wire) as line:
                    wire.drop()
                    until(lambda: not line.open)  # noqa: B023
                Connection(wire.access(), "r1").close()
                with pytest.raises(BrokerError):
                    Connection(refusing.access(), "r1")
            # The broker's own ends close when it has read that the line did.
            until(lambda: len(os.listdir("/proc/self/fd")) <= before)
    finally:
        gc.enable()


def test_a_broker_that_reads_no_more_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though megabytes wait to be sent: paho would wait until it counts as dead."""
    monkeypatch.setattr(connection, "BYE_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def greet() -> None:
            there.append(listening.accept()[0])
            there[0].recv(4096)
            there[0].sendall(b"\x20\x03\x00\x00\x00")

        there: list[socket.socket] = []
        Timer(0, greet).start()
        access = Access(BrokerAddress("127.0.0.1", listening.getsockname()[1]))
        line = Connection(access, "r1")
        for _ in range(40):
            line.publish(Post("a", bytes(1 << 20)))
        began = time.monotonic()
        line.close()
        took = time.monotonic() - began
        there[0].close()

    assert took < connection.KEEP_ALIVE


def test_a_message_goes_as_it_was_meant() -> None:
    """Retained or not, with the time it lasts, and who says it; it is acknowledged once."""
    with Wire() as wire, connected(wire) as line:
        for post in (Post("a", b"1", retain=True, expiry=90), Post("b", b"2")):
            number = line.publish(post)
            until(lambda: line.acknowledged(number, "a"))  # noqa: B023
            assert not line.acknowledged(number, "a")

    assert [Said("a", b"1", 1, True, 90, "r1"), Said("b", b"2", 1, False, None, "r1")] == wire.said


@pytest.mark.parametrize(
    ("code", "key"),
    [(0, None), (16, None), (128, "refused"), (135, "not-allowed"), (151, "refused")],
)
def test_what_a_broker_does_not_take(code: int, key: str | None) -> None:
    """A message whose topic is denied, or that is refused for another reason; that nobody listens is no refusal."""
    with Wire(refused={"a": code}) as wire, connected(wire) as line:
        told = []
        for ask in (
            lambda n: line.settle(n, "a"),
            lambda n: until(lambda: line.acknowledged(n, "a")),
        ):
            try:
                ask(line.publish(Post("a", b"")))
            except BrokerError as error:
                told.append((error.message.key, error.message.params))
        assert line.open

    params: dict[str, Any] = {"topic": "a"} if key == "not-allowed" else {"code": code}
    assert [(f"broker.{key}", params)] * 2 * (key is not None) == told


@pytest.mark.parametrize("refused", ["a", "b"])
def test_every_topic_has_to_be_allowed(refused: str) -> None:
    """One that is denied among several is told."""
    with (
        Wire(refused={refused: NOT_ALLOWED}) as wire,
        connected(wire) as line,
        pytest.raises(BrokerError) as error,
    ):
        line.subscribe(["a", "b"])

    assert ("broker.not-allowed", {"topic": "a, b"}) == (
        error.value.message.key,
        error.value.message.params,
    )


def test_silence_and_the_end_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for an answer learns that none came, or at once that the line was cut."""
    with Wire(holds=("a",)) as wire, connected(wire) as line:
        number = line.publish(Post("a", b""))
        monkeypatch.setattr(connection, "CONNECT_SECONDS", 0.1)
        with pytest.raises(BrokerError) as silent:
            line.settle(number, "a")
        monkeypatch.setattr(connection, "CONNECT_SECONDS", LONG)
        Timer(0.05, wire.end, (139,)).start()
        began = time.monotonic()
        with pytest.raises(BrokerError):
            line.settle(number, "a")
        took = time.monotonic() - began
        with pytest.raises(BrokerError) as cut:
            line.publish(Post("a", b""))

    assert ["silence", "code 139"] == [e.value.message.params["why"] for e in (silent, cut)]
    assert took < LONG / 2


@pytest.mark.parametrize("event", ["a message", "an acknowledgement", "the end"])
def test_whoever_waits_is_woken(event: str) -> None:
    """By whatever happens."""
    with Wire(holds=("a",)) as wire, connected(wire) as line:
        line.publish(Post("a", b""))
        until(lambda: wire.held)
        wakes = {
            "a message": lambda: wire.say("b", b""),
            "an acknowledgement": wire.acknowledge,
            "the end": wire.drop,
        }
        Timer(0.05, wakes[event]).start()
        began = time.monotonic()
        line.wait(LONG)

    assert time.monotonic() - began < LONG / 2


def _more(heard: list[Received], line: Connection) -> list[Received]:
    """What was heard, with what has come since."""
    heard += line.received()
    return heard


def test_nothing_new_is_waited_for_no_longer_than_asked() -> None:
    """What was fetched wakes nobody again."""
    with Wire() as wire, connected(wire) as line:
        wire.say("a", b"1", retain=True, run="r9")
        wire.say("b", b"2")
        heard: list[Received] = []
        until(lambda: len(_more(heard, line)) == 2)
        began = time.monotonic()
        line.wait(0.05)

    assert [Received("a", b"1", True, "r9"), Received("b", b"2", False, None)] == heard
    assert time.monotonic() - began >= 0.05


def test_an_error_says_what_it_was() -> None:
    """What a broker sends and nobody can read ends the line with the reason that whoever looks for it needs."""
    with Wire() as wire, connected(wire) as line:
        wire._send(b"\x90\x03\x00\x01\x00")
        until(lambda: not line.open)
        with pytest.raises(BrokerError) as ended:
            line.received()

    assert "Error: " in str(ended.value.message.params["why"])


def test_nobody_waits_for_long() -> None:
    """What the host's page and the end of the program wait for, at most, in people's seconds."""
    waits = (2 * connection.CONNECT_SECONDS, topics.ANSWER_SECONDS, plans.BACK_SECONDS)

    assert all(1 < seconds <= 10 for seconds in waits)
    assert 0.1 < connection.BYE_SECONDS <= 1
    assert 0.1 <= table_feed.STATE_SECONDS <= 1
    # A hub has nothing to do where nobody says anything.
    assert 0.5 <= LOOK_SECONDS <= 5


# The host's trial -----------------------------------------------------------------------


def test_a_trial_goes_there_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the table's own topic; a broker that takes it and gives nothing back does not allow it."""
    with Wire() as wire:
        came = tried(plan(wire.url))
    monkeypatch.setattr(plans, "BACK_SECONDS", 0.2)
    with Wire(echoes=False) as deaf, pytest.raises(BrokerError) as refused:
        tried(plan(deaf.url))

    assert ("broker.tried", {"table": "blue"}) == (came.key, came.params)
    assert ["murphy/blue/test"] == wire.subscribed
    assert ("broker.not-allowed", {"topic": "murphy/blue/test"}) == (
        refused.value.message.key,
        refused.value.message.params,
    )


# Whose name it is -----------------------------------------------------------------------

BLUE = topics_of("blue")


def name(run: str = "r5") -> NameOnBroker:
    return NameOnBroker(BLUE, "blue", run)


def test_a_free_name_is_taken() -> None:
    """Asked for, then said to be there for a minute and a half; the state that was kept comes back."""
    kept = {BLUE.state: (b"kept", "r0"), BLUE.availability: (b"offline", "r0")}
    with Wire(kept=kept) as wire, connected(wire, "r5") as line:
        state = name().take(line)

    assert b"kept" == state
    assert [BLUE.availability, BLUE.hello, BLUE.state] == wire.subscribed
    assert [
        Said(BLUE.hello, b"?", 1, False, None, "r5"),
        Said(BLUE.availability, b"online", 1, True, 90, "r5"),
    ] == wire.said


def test_a_name_whose_owner_answers_is_taken() -> None:
    """What the broker kept is no answer."""
    taken = Wire(kept={BLUE.availability: (b"online", "r0")})
    taken.answers = lambda wire, said: (
        wire.say(BLUE.availability, b"online", run="r0") if wire.on("hello")[1:] else None
    )
    with taken as wire, connected(wire, "r5") as line, pytest.raises(BrokerError) as refused:
        name().take(line)

    assert ("broker.same-name", {"table": "blue"}) == (
        refused.value.message.key,
        refused.value.message.params,
    )
    assert [] == wire.on("availability")


@pytest.mark.parametrize(
    ("answer", "run", "asks"),
    [
        ((b"offline", False), "r0", 2),
        ((b"online", True), "r0", 2),
        ((b"online", False), "r5", 2),
        (None, "r5", 1),
    ],
)
def test_an_owner_that_has_gone_keeps_no_name(
    answer: tuple[bytes, bool] | None, run: str, asks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it left behind, its last will, and one's own word are no answer; one's own name is not asked for twice."""
    monkeypatch.setattr(topics, "ANSWER_SECONDS", 0.1)
    left = Wire(kept={BLUE.availability: (b"online", run if answer is None else "r0")})

    def answers(wire: Wire, said: Said) -> None:
        if answer is not None and len(wire.on("hello")) == 2:
            payload, retained = answer
            wire.say(BLUE.availability, payload, retain=retained, run=run)
            wire.say(BLUE.state, b"online", run="r0")

    left.answers = answers
    with left as wire, connected(wire, "r5") as line:
        name().take(line)

    assert (asks, [b"online"]) == (len(wire.on("hello")), wire.on("availability"))


@pytest.mark.parametrize(
    ("heard", "says"),
    [
        ([], 0),
        ([(BLUE.availability, b"online", "r5")], 0),
        ([(BLUE.availability, b"offline", "r5")], 1),
        ([(BLUE.availability, b"offline", "r1")], 1),
        ([(BLUE.availability, b"online", "r9")], 1),
        ([(BLUE.hello, b"?", "r9")], 1),
        ([(BLUE.hello, b"?", "r1")], 1),
        ([(BLUE.hello, b"?", "r5")], 0),
        ([(BLUE.availability, b"online", "r5"), (BLUE.hello, b"?", "r1")], 1),
        ([(BLUE.state, b"offline", "r1"), ("murphy/red/hello", b"?", "r1")], 0),
        ([(BLUE.availability, b"online", "r1")], None),
        ([(BLUE.availability, b"online", "r5"), (BLUE.availability, b"online", "r1")], None),
    ],
)
def test_a_name_is_held(heard: list[tuple[str, bytes, str]], says: int | None) -> None:
    """Whoever asks is answered, a wrong farewell corrected; of two that have it, the one whose run is lower keeps it."""
    with Wire() as wire, connected(wire, "r5") as line:
        came = [Received(topic, payload, False, run) for topic, payload, run in heard]
        if says is None:
            with pytest.raises(BrokerError) as lost:
                name().hold(line, came)
            assert "broker.same-name" == lost.value.message.key
        else:
            name().hold(line, came)

    assert [b"online"] * (says or 0) == wire.on("availability")


# What is told on it -----------------------------------------------------------------------


def acknowledged(journal: Path) -> int:
    return int(json.loads(Path(f"{journal}.told").read_text())["acknowledged"])


def test_only_what_was_acknowledged_is_not_said_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark follows the broker, not what was sent; a broker that is slow gets fifty at most, and its answers are waited for at the end."""
    journal = tmp_path / "a.journal"
    with Wire(holds=("/event",)) as wire:
        with telling(journal, plan(wire.url)) as table:
            said = table.announce(120)
            until(lambda: len(wire.on("/event")) == 50)
            assert acknowledged(journal) < said[0]
            wire.acknowledge(2)
            until(lambda: acknowledged(journal) == said[1])
            until(lambda: len(wire.on("/event")) == 52)
            table.follower.close()
        first = [json.loads(event)["seq"] for event in wire.on("/event")]
        with telling(journal, plan(wire.url)) as table:
            until(lambda: len(wire.on("/event")) == 102 and len(wire.held) == 50)
            monkeypatch.setattr(table_feed, "BYE_SECONDS", LONG)
            late = Timer(0.2, wire.acknowledge)
            wire.holds = ()
            late.start()
            table.follower.close()
            late.join()
            left = acknowledged(journal)

    again = [json.loads(event)["seq"] for event in wire.on("/event")][52:]
    assert said[:52] == first
    assert said[2:52] == again[:50]
    assert left >= said[51]


def test_a_state_is_told_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once each; a broker that does not answer gets one, and then what holds by then."""
    monkeypatch.setattr(table_feed, "STATE_SECONDS", 0.0)
    with Wire(holds=("/state",)) as wire, telling(None, plan(wire.url)) as table:
        until(lambda: len(wire.on("/state")) == 1)
        for _ in range(3):
            said = table.announce()
            until(lambda: len(wire.on("/event")) >= said[0] - 1)  # noqa: B023
        before = len(wire.on("/state"))
        wire.holds = ()
        wire.acknowledge()
        until(lambda: json.loads(wire.on("/state")[-1])["seq"] == said[0])
        told = len(wire.on("/state"))
        table.announce()
        until(lambda: len(wire.on("/state")) > told)

    assert (1, 2) == (before, told)
    assert len(wire.on("/state")) <= 4


def test_states_keep_a_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is announced meanwhile, the next one comes when it is due, or when the table leaves."""
    monkeypatch.setattr(table_feed, "STATE_SECONDS", LONG)
    with Wire() as wire:
        with telling(None, plan(wire.url)) as table:
            until(lambda: wire.on("/state"))
            for many in (1, 2, 3):
                said = table.announce()
                until(lambda: len(wire.on("/event")) == many)  # noqa: B023
            told = len(wire.on("/state"))
        until(lambda: json.loads(wire.on("/state")[-1])["told"] == said[0])

    assert (1, 2) == (told, len(wire.on("/state")))


def test_nobody_is_kept_from_telling_by_what_it_may_not(tmp_path: Path) -> None:
    """Without Home Assistant a broker need not allow its topics; the orders that the host allows have to be."""
    denied = dict.fromkeys(
        ("homeassistant/status", "homeassistant/device/murphy_blue/config"), NOT_ALLOWED
    )
    orders = dict.fromkeys(("murphy/blue/set/quiet", "murphy/blue/set/pause"), NOT_ALLOWED)
    with Wire(refused=denied) as wire, telling(None, plan(wire.url)) as table:
        until(lambda: wire.on("/state"))
        reach = table.reach
    with Wire(refused=orders) as wire, telling(None, plan(wire.url, broker_orders=True)) as table:
        until(lambda: table.why == "broker.not-allowed")
    with Wire(refused=orders) as wire, telling(None, plan(wire.url)) as table:
        until(lambda: wire.on("/state"))

    assert reach is BrokerReach.CONNECTED
    assert not {*orders} & {*wire.subscribed}


def test_an_announcement_that_cannot_be_told_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    """Those after it are told, and the log has its number."""
    with Wire() as wire, telling(None, plan(wire.url)) as table:
        (bad,) = table.journal.append([Draft("announcement", {})])
        said = table.announce()
        until(lambda: wire.on("/event"))

    assert said == [json.loads(event)["seq"] for event in wire.on("/event")]
    assert f"entry {bad} " in caplog.text


def test_the_last_state_is_told_before_it_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves when the broker has that; and that it is gone is what the broker is asked to say: it ends with its last will."""
    monkeypatch.setattr(table_feed, "BYE_SECONDS", LONG)
    byes: list[list[int]] = []

    def acknowledged_late() -> None:
        wire.acknowledge()
        until(lambda: json.loads(wire.on("/state")[-1])["phase"] == "over")
        with pytest.raises(AssertionError, match="never"):
            until(lambda: wire.byes, 0.1)
        byes.append([*wire.byes])
        wire.acknowledge()

    with Wire(holds=("/event", "/state")) as wire:
        with telling(None, plan(wire.url), {"phase": "play"}) as table:
            until(lambda: wire.on("/state"))
            said = table.announce()
            until(lambda: len(wire.held) == 2)
            table.view["phase"] = "over"
            late = Thread(target=acknowledged_late)
            late.start()
        late.join()
        last = json.loads(wire.on("/state")[-1])
        until(lambda: wire.byes)

    assert (said[0], said[0]) == (last["seq"], last["told"])
    assert ([[]], [4]) == (byes, wire.byes)


class Rest(Event):
    """An end that never comes until somebody has waited for it so long."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def wait(self, timeout: float | None = None) -> bool:
        self.now += timeout or 0.0
        return self.is_set()


def test_who_is_refused_asks_again_later(caplog: pytest.LogCaptureFixture) -> None:
    """After half a minute, each time, with one line in the log; the host's page says why, and what to fix."""
    time, took, logged = Rest(), [], []
    with Wire(NOT_ALLOWED) as wire, Journal(None) as journal:
        nowhere = plan(wire.url)
        publisher = Publisher(table_told(journal), nowhere, clock=lambda: time.now)
        desk = BrokerController(publisher, Settings)
        before = (desk.to_json()["reach"], desk.to_json()["text"].key, desk.notices())
        for _ in range(2):
            began = time.now
            publisher.turn(time)
            took.append(time.now - began)
            logged.append(caplog.text.count("the broker: The broker does not know"))
        refused = (
            desk.to_json()["reach"],
            desk.to_json()["text"].key,
            [n.key for n in desk.notices()],
        )
    with Journal(None) as journal:
        away = Publisher(table_told(journal), nowhere, pause=0.0, clock=lambda: time.now)
        away.turn(time)

    assert ("connecting", "broker.reach.connecting", ()) == before
    assert ("refused", "broker.wrong-password", ["broker.wrong-password"]) == refused
    assert pytest.approx([30, 30], abs=2 * LISTENING_SECONDS) == took
    assert [1, 1] == logged
    assert () == BrokerController(away, Settings).notices()


def test_a_table_that_is_ended_rests_no_longer() -> None:
    """Whoever ends the program does not wait until the broker would have been tried again."""
    time = Rest()
    with Wire(NOT_ALLOWED) as wire, Journal(None) as journal:
        time.set()
        Publisher(table_told(journal), plan(wire.url), clock=lambda: time.now).turn(time)

    assert time.now <= LISTENING_SECONDS


def test_a_hub_says_once_what_is_wrong(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it tries, every two seconds; again once it has been there in between."""
    time, overview = Rest(), AllTables()
    with Wire(NOT_ALLOWED) as wire:
        hub = Subscriber(wire.access(), overview)
        for _ in range(3):
            hub.turn(time)
        waited, once = time.now, caplog.text.count("WARNING")
        wire.greets = 0

        def cut() -> None:
            until(lambda: overview.connected)
            wire.drop()

        ending = Thread(target=cut)
        ending.start()
        hub.turn(time)
        ending.join()
        lost = caplog.text.count("WARNING")
        wire.greets = NOT_ALLOWED
        hub.turn(time)

    assert (6.0, 1, False) == (waited, once, overview.connected)
    assert (2, 3) == (lost, caplog.text.count("WARNING"))
    assert wire.greetings[0].client.startswith("murphy-hub-")
    assert len({greeting.client for greeting in wire.greetings}) == 5
    assert ["murphy/+/availability", "murphy/+/state"] == wire.subscribed


def test_a_hub_hears_who_is_there() -> None:
    """Whether a table says so itself or the broker kept it; what a table with another word says is none of it."""
    overview, now, ended = AllTables(), [1000.0], Event()
    state = b'{"table": "Blue", "players": [], "announcements": []}'
    with Wire() as wire:
        hub = Subscriber(wire.access(), overview, lambda: now[0])
        thread = Thread(target=hub.turn, args=(ended,))
        thread.start()
        until(lambda: overview.connected)

        def stands() -> list[bool]:
            return [table["online"] for table in json.loads(overview.to_json())["tables"]]

        for topic, payload in (
            ("murphy/blue/state", state),
            ("murphy/blue/event", state),
            ("other/red/state", state),
            ("murphy/red/green/state", state),
        ):
            wire.say(topic, payload)
        until(lambda: stands() == [False])
        wire.say("murphy/blue/availability", b"online")
        until(lambda: stands() == [True])
        wire.say("murphy/blue/availability", b"offline")
        until(lambda: stands() == [False])
        wire.say("murphy/blue/availability", b"online", retain=True)
        until(lambda: stands() == [True])
        now[0] += 90
        wire.say("murphy/blue/availability", b"nonsense?", retain=True)
        until(lambda: stands() == [False])
        ended.set()
        wire.say("murphy/blue/event", b"")
        thread.join()

    assert [0] == wire.byes
