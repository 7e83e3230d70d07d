"""Threads for whoever asks: those with a part in the evening first, nobody for ever behind somebody who lasts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, enumerate, stack_size

import pytest

from tests.waiting import until
from tests.web.running import PATIENCE
from web.access.standing import Standing
from web.limits import Limits
from web.server.request import Kind
from web.server.workers import Turns, Waiting, Workers

RESIDENTS = 16
"""As they are promised, not as the code has them."""


@dataclass
class Question:
    """A request, as far as it matters who answers it when."""

    kind: Kind
    standing: Standing


@dataclass(eq=False)
class Phone:
    """A connection whose request is worked on until it may go on; it may do something before."""

    client: str = "10.0.0.2"
    kind: Kind = Kind.AT_ONCE
    standing: Standing = Standing.VISITOR
    does: Callable[[], None] = lambda: None
    begun: Event = field(default_factory=Event)
    goes_on: Event = field(default_factory=Event)
    given_up: bool = False

    @property
    def requests(self) -> list[Question]:
        return [Question(self.kind, self.standing)]

    def service(self) -> None:
        self.begun.set()
        self.does()
        assert self.goes_on.wait(PATIENCE)

    def cancel(self) -> None:
        self.given_up = True


NEVER = 1000.0
"""Seconds after which one that waits is begun in any case: not in these tests."""


@contextmanager
def working(limits: Limits, *phones: Phone) -> Iterator[Workers]:
    """The threads; all phones go on in the end."""
    workers = Workers(limits)
    try:
        yield workers
    finally:
        for phone in phones:
            phone.goes_on.set()
        workers.shutdown(timeout=PATIENCE)


def test_each_client_is_served_before_anybody_a_second_time() -> None:
    """Three requests of one address wait, then one of another comes: it is the second that is answered."""
    turns = Turns()
    asked = [Waiting(Phone(f"10.0.0.{client}"), 0.0) for client in (2, 2, 2, 3, 2)]
    for each in asked:
        turns.append(each)

    assert len(turns) == len(asked)
    assert [asked[n] for n in (0, 3, 1, 2, 4)] == [turns.popleft() for _ in asked]
    assert not turns


@pytest.mark.parametrize("part", [Standing.SEATED, Standing.HOST])
def test_a_crowd_does_not_keep_those_waiting_who_play(part: Standing) -> None:
    """Visitors have all the turns there are: somebody with a part has one of his own."""
    crowd = [Phone(f"10.0.0.{number}") for number in range(30)]
    player = Phone(standing=part)
    with working(Limits(working=2, turn=NEVER), *crowd, player) as workers:
        for phone in crowd:
            workers.add_task(phone)
        assert until(lambda: sum(phone.begun.is_set() for phone in crowd) == 2)
        workers.add_task(player)

        assert player.begun.wait(PATIENCE)
        assert 2 == sum(phone.begun.is_set() for phone in crowd)


def test_some_threads_are_left_for_those_who_play() -> None:
    """Whoever has waited for long is begun in any case, but not with the last threads."""
    limits = Limits(streams=0, working=1, turn=0.0)
    crowd = [Phone(f"10.0.0.{number}") for number in range(limits.threads + 10)]
    player = Phone(standing=Standing.SEATED)
    with working(limits, *crowd, player) as workers:
        for phone in crowd:
            workers.add_task(phone)
        left = limits.threads - RESIDENTS
        assert until(lambda: sum(phone.begun.is_set() for phone in crowd) == left)
        workers.add_task(player)

        assert player.begun.wait(PATIENCE)
        assert left == sum(phone.begun.is_set() for phone in crowd)


def test_each_kind_has_turns_of_its_own() -> None:
    """Who waits for a disk keeps no page waiting, and no stream."""
    slow = Phone(kind=Kind.WAITING)
    others = [Phone(kind=kind) for kind in (Kind.AT_ONCE, Kind.STREAM)]
    second = Phone(kind=Kind.WAITING)
    with working(Limits(working=1, turn=NEVER), slow, *others, second) as workers:
        for phone in (slow, second, *others):
            workers.add_task(phone)

        assert all(phone.begun.wait(PATIENCE) for phone in (slow, *others))
        assert not second.begun.is_set()
        slow.goes_on.set()
        assert second.begun.wait(PATIENCE)


def test_a_stream_gives_its_turn_to_the_next() -> None:
    """Whatever it was taken for when it came: it lasts for minutes, and computes little."""
    with working(Limits(working=1, turn=NEVER)) as workers:
        phones = [Phone(does=workers.lasts) for _ in range(3)]
        for phone in phones:
            workers.add_task(phone)

        assert all(phone.begun.wait(PATIENCE) for phone in phones)
        for phone in phones:
            phone.goes_on.set()


def test_who_has_waited_for_long_is_begun_in_any_case() -> None:
    """Those that are worked on seem to wait for something themselves."""
    phones = [Phone() for _ in range(3)]
    with working(Limits(working=1, turn=0.05), *phones) as workers:
        for phone in phones:
            workers.add_task(phone)

        assert all(phone.begun.wait(PATIENCE) for phone in phones)


def test_whatever_goes_wrong_the_threads_are_still_there(caplog: pytest.LogCaptureFixture) -> None:
    """Each of them serves the next."""
    limits = Limits(streams=0, working=1, turn=NEVER)

    def fails() -> None:
        raise OSError

    wrong = [Phone(does=fails) for _ in range(2 * limits.threads)]
    right = Phone()
    with working(limits, right) as workers:
        for phone in (*wrong, right):
            workers.add_task(phone)
        assert right.begun.wait(PATIENCE)

    assert len(wrong) == len(caplog.records)


def started() -> int:
    """The threads there are for requests."""
    return sum(thread.name.startswith("pages-") for thread in enumerate())


def test_there_are_as_many_threads_as_were_needed_at_once() -> None:
    """And one that waits for the next: whoever comes one after the other is served by it."""
    others, at_once = started(), [Phone() for _ in range(12)]
    with working(Limits(working=len(at_once)), *at_once) as workers:
        for _ in range(20):
            last = Phone()
            last.goes_on.set()
            workers.add_task(last)
            assert last.begun.wait(PATIENCE)
        few = started() - others
        for phone in at_once:
            workers.add_task(phone)
        assert all(phone.begun.wait(PATIENCE) for phone in at_once)
        many = started() - others

    assert few < len(at_once) < many <= len(at_once) + few


@pytest.fixture
def usual() -> Iterator[int]:
    """What a thread's stack takes, while none can be started: nothing has room for as much as is asked for."""
    usual = stack_size()
    yield usual
    stack_size(usual)


def test_where_no_thread_is_to_be_had_those_there_are_serve(usual: int) -> None:
    """One request after the other; once there are more threads, whoever asks next has one."""
    first, second, third = phones = [Phone() for _ in range(3)]
    with working(Limits(), *phones) as workers:
        stack_size(1 << 60)
        for phone in (first, second):
            workers.add_task(phone)
        assert first.begun.wait(PATIENCE)
        assert not second.begun.is_set()
        stack_size(usual)
        workers.add_task(third)

        assert second.begun.wait(PATIENCE)
        assert third.begun.wait(PATIENCE)


def test_in_the_end_who_still_waits_is_given_up() -> None:
    """And no thread is left."""
    workers = Workers(Limits(working=1, turn=NEVER))
    served, waits = Phone(), Phone()
    workers.add_task(served)
    assert served.begun.wait(PATIENCE)
    workers.add_task(waits)
    served.goes_on.set()
    workers.shutdown(timeout=0.0)

    assert waits.given_up or waits.begun.is_set()
    waits.goes_on.set()
