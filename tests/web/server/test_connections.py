"""Which connections are taken, read and closed first: nobody's many before anybody's few, and who plays before who looks."""

import itertools
import math
import resource
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from waitress import wasyncore

from tests.waiting import until
from tests.web.running import PATIENCE, Running, holding
from web.access.standing import Door, Standing, all_visitors
from web.limits import Limits, Rate
from web.server.channel import Channel
from web.server.connections import Listener, who_goes
from web.server.server import affordable, listening
from web.server.turn import in_order, turn

KEPT, PARTS, REMEMBERED, FILES_BESIDES = 8, 64, 600, 48
"""As they are promised, not as the code has them."""

pytestmark = pytest.mark.native


class Line(Channel):
    """A connection without a socket."""

    def __init__(
        self,
        client: str,
        standing: Standing = Standing.VISITOR,
        *,
        here: Standing = Standing.VISITOR,
        busy: bool = False,
        at: float = 0.0,
    ) -> None:
        self.client, self.standing = client, standing
        self.last_activity = self.read_at = at
        self.requests: list[Any] = [None] if busy else []
        self.server = House(here)


@dataclass
class House:
    """What part somebody at a connection's address has."""

    here: Standing
    limits: Limits = Limits()

    def standing_at(self, client: str) -> Standing:
        return self.here


SEATED, VISITOR = Standing.SEATED, Standing.VISITOR


def gone(lines: list[Line]) -> list[int]:
    return [lines.index(line) for line in who_goes(lines)]


def test_of_whoever_has_most_the_one_silent_for_longest_goes() -> None:
    """Idle ones first, until everybody has as few."""
    lines = [Line("a", at=2), Line("a", at=1, busy=True), Line("b", at=0), Line("a", at=3)]

    assert [0, 3, 2, 1] == gone(lines)


def test_who_plays_keeps_a_few() -> None:
    """As long as visitors have any; of his many, more than a few go like everybody's."""
    many = [Line("seat", SEATED, at=n) for n in range(KEPT + 2)]
    guests = [Line(f"guest {n}", at=100 + n) for n in range(3)]
    lines = many + guests

    assert [0, 1] == gone(lines)[:2]
    assert {*range(len(many), len(lines))} == {*gone(lines)[2:5]}


def test_of_the_pi_only_what_is_idle_goes() -> None:
    """It stands for many."""
    lines = [Line("127.0.0.1", busy=True), Line("127.0.0.1"), Line("a", busy=True)]

    assert {1, 2} == {*gone(lines)}


@pytest.mark.parametrize(
    ("lines", "goes"),
    [
        ("a1 a2 b1", [0, 2, 1]),
        ("a1! a2 b3", [1, 2, 0]),
        ("a1! a5! a3", [2, 0, 1]),
        ("a1! b2! c3!", [0, 1, 2]),
        ("a3 a1 a2 b4 b5", [1, 2, 3, 0, 4]),
        ("A1 A2 b9", [2, 0, 1]),
        ("A1! b9!", [1, 0]),
        ("A1 A2 A3 A4 A5 A6 A7 A8 A9 b1", [0, 9, 1, 2, 3, 4, 5, 6, 7, 8]),
        (".1! .2 b3", [1, 2]),
        (".1 .2 .3 b4", [0, 1, 2, 3]),
        (".1! .2!", []),
    ],
)
def test_who_goes_first(lines: str, goes: list[int]) -> None:
    """Each: its address (in capitals: with a part, a dot: the Pi), when it was heard, whether it is in use. Of whoever has most, idle before busy, silent for longest; eight of whoever has a part stay."""
    found = [
        Line(
            "127.0.0.1" if each[0] == "." else each[0].lower(),
            SEATED if each[0].isupper() else VISITOR,
            busy=each.endswith("!"),
            at=float(each[1:].rstrip("!")),
        )
        for each in lines.split()
    ]

    assert goes == gone(found)


def order(*lines: Any, asked: Counter[str] | None = None) -> list[Any]:
    return [each for each, _ in in_order([(line, 1) for line in lines], asked or Counter())]


def test_what_is_no_connection_comes_first() -> None:
    """New connections are accepted, and whoever pulls the trigger is heard, before anybody is read."""
    host, door = Line("a", Standing.HOST), object()

    assert [door, host] == order(host, door)


def test_the_modest_are_read_first() -> None:
    """Who waits for less; then each address's first before anybody's second; then who was read longest ago."""
    a, b = [Line("a", at=1), Line("a", at=2)], Line("b", at=3)

    assert [a[0], b, a[1]] == order(*a, b)
    assert [b, *a] == order(*a, b, asked=Counter({"a": 5}))


def test_who_plays_is_read_first() -> None:
    """Also on a connection of which nobody knows yet whose it is, at an address where somebody plays."""
    guest, known = Line("guest"), Line("a", SEATED, at=9)
    new = Line("b", here=Standing.HOST, at=0)

    assert [new, known, guest] == order(guest, known, new)


def test_the_pi_is_read_as_everybody() -> None:
    """It stands for many: none of its connections waits for the others; of each who was read longest ago comes first."""
    pi, other = [Line("127.0.0.1", at=n) for n in (2, 1)], Line("a", at=3)

    assert [pi[1], pi[0], other] == order(other, *pi)


class Slow:
    """Something that has a lot to read, and takes a second each time."""

    def __init__(self, end: socket.socket, clock: list[float]) -> None:
        self.end, self.clock, self.read = end, clock, 0
        self._fileno = end.fileno()
        self.accepting = False

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        self.read += 1
        self.clock[0] += 1.0


def test_a_turn_does_not_last() -> None:
    """What was not read in one is read in the next; meanwhile new connections are taken."""
    clock = [0.0]
    pairs = [socket.socketpair() for _ in range(5)]
    there = {mine.fileno(): Slow(mine, clock) for mine, _ in pairs}
    for _, other in pairs:
        other.send(b"x")
    turn(there, 0.0, Limits(turn_time=1.5), lambda: clock[0])
    read = sum(each.read for each in there.values())
    for end in (end for pair in pairs for end in pair):
        end.close()

    assert 2 == read


@dataclass
class Asked:
    """A request that is coming in, or has come in."""

    headers_finished: bool = True
    content_length: int = 0


@pytest.mark.parametrize(
    ("since", "waited", "asked", "now", "late"),
    [
        (math.inf, 0, None, 1e9, False),
        (0, 0, None, 10, False),
        (0, 0, None, 11, True),
        (0, 0, Asked(headers_finished=False), 10, False),
        (0, 0, Asked(headers_finished=False), 11, True),
        (0, 5, Asked(headers_finished=False), 15, False),
        (0, 5, Asked(headers_finished=False), 16, True),
        (0, 0, Asked(), 120, False),
        (0, 0, Asked(), 121, True),
        (100, 30, Asked(), 250, False),
        (100, 30, Asked(), 251, True),
    ],
)
def test_who_is_late(
    since: float, waited: float, asked: Asked | None, now: float, late: bool
) -> None:
    """Ten seconds for a header, two minutes for what it brings, but for what it had to wait for others."""
    line = Line("a")
    line.asking_since, line.waited, line.request = since, 0.0, asked
    line.last_activity = 0.0
    line.is_held(waited)

    assert late is line.is_late(Limits(), now)
    assert line.last_activity > 0


BODY = 64 * 1024


@pytest.mark.parametrize(
    ("asked", "brings"),
    [
        (None, False),
        (Asked(content_length=BODY), False),
        (Asked(content_length=BODY + 1), True),
        (Asked(headers_finished=False, content_length=BODY + 1), False),
    ],
)
def test_who_brings_much(asked: Asked | None, brings: bool) -> None:
    """More than a request needs that is no picture, once that is known."""
    line = Line("a")
    line.request = asked

    assert (asked if brings else None) is line.upload


@pytest.mark.parametrize(
    ("sizes", "works"),
    [
        ([], False),
        ([BODY], False),
        ([BODY + 1], True),
        ([BODY + 1, 0], True),
        ([0, BODY + 1], False),
    ],
)
def test_whose_answer_is_about_much(sizes: list[int], works: bool) -> None:
    """The first that waits is meant: the next has not been looked at."""
    line = Line("a")
    line.requests = [Asked(content_length=size) for size in sizes]

    assert works is line.works_on_much


@pytest.mark.parametrize(
    ("busy", "unread", "idle"), [(False, 0, True), (True, 0, False), (False, 1, False)]
)
def test_who_is_idle(busy: bool, unread: int, idle: bool) -> None:
    """Whoever waits for nothing and has read everything."""
    line = Line("a", busy=busy)
    line.total_outbufs_len = unread

    assert idle is line.idle


class Ends(Slow):
    """Something that ends another connection when it is read."""

    def __init__(self, end: socket.socket, there: dict[int, Any], other: int) -> None:
        super().__init__(end, [0.0])
        self.there, self.other = there, other

    def handle_read_event(self) -> None:
        super().handle_read_event()
        self.there.pop(self.other, None)


def test_who_was_ended_in_a_turn_is_not_read_in_it() -> None:
    """Somebody before it made room for others."""
    (one, to_one), (other, to_other) = socket.socketpair(), socket.socketpair()
    there: dict[int, Any] = {}
    there[one.fileno()] = Ends(one, there, other.fileno())
    there[other.fileno()] = Ends(other, there, one.fileno())
    ends = [*there.values()]
    for end in (to_one, to_other):
        end.send(b"x")
    turn(there, 0.0, Limits())
    for end in (one, to_one, other, to_other):
        end.close()

    assert 1 == sum(each.read for each in ends)
    assert [1] == [each.read for each in there.values()]


class Accepts(Slow):
    """Something that would say that it can be written to, as a socket that accepts does."""

    def writable(self) -> bool:
        return True


def test_what_accepts_is_not_written_to() -> None:
    """Nor does anybody turn in circles where nothing has come: it is waited for, as long as is said."""
    one, other = socket.socketpair()
    accepts = Accepts(one, [0.0])
    accepts.accepting = True
    begun = time.monotonic()
    turn({one.fileno(): accepts}, 0.05, Limits())
    took = time.monotonic() - begun
    for end in (one, other):
        end.close()

    assert 0 == accepts.read
    assert took >= 0.045


@contextmanager
def listener(limits: Limits, clock: list[float]) -> Iterator[Listener]:
    """One that accepts when it is told to, on a clock that stands still."""
    bound, there = listening("127.0.0.1", 0), dict[int, Any]()
    door = Door(lambda path, headers: None, all_visitors)
    found = Listener(unasked, bound, there, limits, door, lambda: clock[0])
    try:
        yield found
    finally:
        found.task_dispatcher.shutdown(timeout=PATIENCE)
        wasyncore.close_all(there)


def unasked(environ: object, start: object) -> list[bytes]:
    """An application that nobody asks for anything."""
    raise AssertionError


def connected(to: Listener, by: str, many: int, phones: ExitStack) -> None:
    """So many connections of an address wait to be accepted."""
    where = "127.0.0.1", int(to.effective_port)
    for _ in range(many):
        phones.enter_context(socket.create_connection(where, PATIENCE, (by, 0)))


def test_many_are_accepted_in_a_turn() -> None:
    """A crowd does not wait for as many turns; the end of it waits for the next."""
    with ExitStack() as phones, listener(Limits(accepted=20), [0.0]) as found:
        for number in range(5):
            connected(found, f"127.0.9.{number}", 6, phones)
        told = []
        for _ in range(2):
            found.handle_accept()
            told.append(len(found.channels))

    assert [20, 30] == told


def test_accepting_does_not_last() -> None:
    """Those that were accepted want to be read."""
    times = itertools.count()
    with ExitStack() as phones, listener(Limits(turn_time=3.5), [0.0]) as found:
        found._clock = lambda: float(next(times))
        connected(found, "127.0.0.1", 10, phones)
        found.handle_accept()
        there = len(found.channels)

    assert 0 < there < 5


def test_an_address_that_opens_one_after_the_other_has_to_wait() -> None:
    """Each is closed before it costs anything; others come in, the Pi itself always, and a little later that address again."""
    clock = [0.0]
    with ExitStack() as phones, listener(Limits(opened=Rate(3, 2.0)), clock) as found:
        for by in ("127.0.9.1", "127.0.9.2", "127.0.0.1"):
            connected(found, by, 5, phones)
        found.handle_accept()
        first = Counter(channel.client for channel in found.channels)
        clock[0] += 1.0
        connected(found, "127.0.9.1", 5, phones)
        found.handle_accept()
        later = Counter(channel.client for channel in found.channels)

    assert {"127.0.9.1": 3, "127.0.9.2": 3, "127.0.0.1": 5} == first
    assert {"127.0.9.1": 5, "127.0.9.2": 3, "127.0.0.1": 5} == later


def test_where_many_addresses_open_many_each_has_a_few() -> None:
    """Nobody waits for thousands of a crowd: whoever is new gets a few all the same, who has a part in the evening as many as ever, a little later others, too."""
    clock = [0.0]
    limits = Limits(opened=Rate(6, 0.01), opened_few=2, opened_all=Rate(3, 2.0))
    by = ("127.0.9.1", "127.0.9.2", "127.0.9.3", "127.0.9.4")
    with ExitStack() as phones, listener(limits, clock) as found:
        found.meets("127.0.9.3", Standing.SEATED)
        for address in by:
            connected(found, address, 5, phones)
        found.handle_accept()
        first = Counter(channel.client for channel in found.channels)
        clock[0] += 1.0
        connected(found, "127.0.9.2", 5, phones)
        found.handle_accept()
        later = Counter(channel.client for channel in found.channels)

    assert [5, 2, 5, 2] == [first[address] for address in by]
    assert [5, 4, 5, 2] == [later[address] for address in by]


@pytest.mark.parametrize(
    ("files", "connections"),
    [(resource.RLIM_INFINITY, 400), (4096, 400), (FILES_BESIDES + 7, 7), (3, 1)],
    ids=["any", "many", "few", "hardly any"],
)
def test_there_are_no_more_connections_than_files(
    monkeypatch: pytest.MonkeyPatch, files: int, connections: int
) -> None:
    """As many as the system lets this program open, but for those it needs otherwise, and at least one."""
    monkeypatch.setattr(resource, "getrlimit", lambda of: (files, 1 << 20))

    assert connections == affordable(Limits(connections=400)).connections


class Reader(Line):
    """A connection whose answers nobody reads."""

    def __init__(self, client: str, total_outbufs_len: int) -> None:
        super().__init__(client)
        self.total_outbufs_len = total_outbufs_len
        self.closed = False

    def handle_close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("held", "closed"),
    [
        ([("a", 6), ("b", 4)], []),
        ([("a", 100), ("b", 10)], []),
        ([("a", 20), ("b", 11), ("b", 0)], [0]),
        ([("a", 9), ("b", 5), ("b", 6)], [2]),
        ([("a", 9), ("b", 5), ("b", 6), ("a", 8)], [0, 2]),
    ],
    ids=["few", "one large", "two", "who has most", "until few enough"],
)
def test_answers_that_nobody_reads_go_the_largest_of_whoever_has_most_first(
    held: list[tuple[str, int]], closed: list[int]
) -> None:
    """Until all but the largest are few enough together: a host who saves a long game has one that is not."""
    lines = [Reader(client, size) for client, size in held]
    with listener(Limits(unread=10), [0.0]) as found:
        found.active_channels = dict(enumerate(lines))
        found.close_unread()
        found.active_channels = {}

    assert closed == [number for number, line in enumerate(lines) if line.closed]


def test_where_somebody_plays_is_known_for_a_while() -> None:
    """Of so many addresses, and for ten minutes."""
    clock = [0.0]
    with listener(Limits(), clock) as found:
        for number in range(PARTS + 1):
            found.meets(f"10.0.0.{number}", Standing.SEATED)
        told = [found.standing_at(f"10.0.0.{number}") for number in (0, 1, PARTS)]
        clock[0] += REMEMBERED
        later = found.standing_at(f"10.0.0.{PARTS}")

    assert [VISITOR, SEATED, SEATED] == told
    assert VISITOR == later


def test_where_somebody_asked_last_is_known_longest() -> None:
    """For ten minutes from then, as what he last was."""
    clock = [0.0]
    with listener(Limits(), clock) as found:
        for number in range(PARTS):
            found.meets(f"10.0.0.{number}", Standing.SEATED)
        clock[0] += 300.0
        found.meets("10.0.0.0", Standing.HOST)
        found.meets("10.0.1.0", Standing.SEATED)
        told = [found.standing_at(f"10.0.0.{number}") for number in range(3)]
        parts = [found.has_part(f"10.0.{n}.0") for n in (0, 1, 2)]
        clock[0] += REMEMBERED - 1.0
        later = [found.standing_at(f"10.0.0.{number}") for number in range(3)]

    assert [Standing.HOST, VISITOR, SEATED] == told
    assert [True, True, False] == parts
    assert [Standing.HOST, VISITOR, VISITOR] == later


def test_an_address_has_no_more_than_anybody_needs() -> None:
    """But for the Pi, which stands for many; what it closes makes room."""
    with ExitStack() as phones, listener(Limits(connections_each=3), [0.0]) as found:
        connected(found, "127.0.9.1", 5, phones)
        connected(found, "127.0.0.1", 5, phones)
        found.handle_accept()
        first = Counter(channel.client for channel in found.channels)
        next(c for c in found.channels if c.client == "127.0.9.1").handle_close()
        connected(found, "127.0.9.1", 2, phones)
        found.handle_accept()
        later = Counter(channel.client for channel in found.channels)

    assert {"127.0.9.1": 3, "127.0.0.1": 5} == first == later


def test_a_crowd_that_comes_at_once_makes_room_for_itself() -> None:
    """More than there may be, all in one turn."""
    with ExitStack() as phones, listener(Limits(connections=4), [0.0]) as found:
        connected(found, "127.0.9.1", 10, phones)
        connected(found, "127.0.9.2", 1, phones)
        found.handle_accept()
        there = Counter(channel.client for channel in found.channels)

    assert {"127.0.9.1": 3, "127.0.9.2": 1} == there


def test_who_waits_for_many_answers_is_not_asked_for_more_questions() -> None:
    """Two of an address wait: the third is not read before one of them was answered. Others are."""
    asked = b"GET /api/view HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with holding(Limits(asked_each=2, working=1, turn=PATIENCE)) as (running, held):
        phones = [running.connect("127.0.9.1") for _ in range(3)]
        for phone, many in zip(phones, (1, 2, 2), strict=True):
            phone.sendall(asked)
            assert until(partial(waits, running, many))
        running.connect("127.0.9.2").sendall(asked)
        assert until(partial(waits, running, 3))
        held.go.set()
        answers = [phone.recv(100) for phone in phones]

    assert [b"HTTP/1.1 200 OK"] * 3 == [answer[:15] for answer in answers]


def waits(running: Running, many: int) -> bool:
    """Whether so many requests wait for an answer."""
    return many == sum(len(channel.requests) for channel in running.server.channels)
