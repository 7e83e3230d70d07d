"""Large bodies come in a few at a time: who plays first, nobody slowly while others wait, and never too much of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from web.access.standing import Standing
from web.limits import KB, MB, Limits
from web.server.uploads import Upload, Uploads, in_order


@dataclass
class Body:
    """What has come in of a body."""

    body_bytes_received: int = 0


@dataclass(eq=False)
class Phone:
    """A connection that brings a large body, ``pace`` bytes a second while it may."""

    client: str
    standing: Standing = Standing.SEATED
    asking_since: float = 0.0
    pace: int = MB
    held: bool = False
    works_on_much: bool = False
    waited: float = 0.0
    closed: bool = False
    upload: Body | None = field(default_factory=Body)

    @property
    def brought(self) -> int:
        return self.upload.body_bytes_received if self.upload else 0

    def is_held(self, seconds: float) -> None:
        self.waited += seconds

    def handle_close(self) -> None:
        self.closed, self.upload = True, None

    def bring(self, seconds: float) -> None:
        if self.upload is not None and not self.held:
            self.upload.body_bytes_received += int(self.pace * seconds)


def pass_by(uploads: Uploads, phones: Sequence[Phone], seconds: int) -> None:
    """Ten turns a second."""
    for turn in range(seconds * 10 + 1):
        uploads.take_turns(phones, turn / 10)
        for phone in phones:
            phone.bring(0.1)


def going_on(phones: Sequence[Phone]) -> list[int]:
    return [number for number, phone in enumerate(phones) if not phone.held]


def test_each_address_has_one_before_anybody_a_second() -> None:
    """Somebody who begins many keeps nobody else's photograph out; the Pi itself stands for many."""
    phones = [Phone("a", asking_since=n) for n in range(3)]
    phones += [Phone("b", asking_since=3), Phone("127.0.0.1", asking_since=4)]
    Uploads(Limits(arriving=3)).take_turns(phones, 0.0)

    assert [0, 3, 4] == going_on(phones)


def test_the_host_comes_before_who_is_seated_and_that_before_visitors() -> None:
    """Whoever came first."""
    parts = (Standing.VISITOR, Standing.SEATED, Standing.VISITOR, Standing.HOST)
    phones = [Phone(str(n), part, asking_since=n) for n, part in enumerate(parts)]
    uploads = Uploads(Limits(arriving=2))
    uploads.take_turns(phones[:1], 0.0)
    assert [0] == going_on(phones[:1])
    uploads.take_turns(phones, 0.1)

    assert [1, 3] == going_on(phones)


V, S, H = Standing
PI = "127.0.0.1"


@pytest.mark.parametrize(
    ("phones", "order"),
    [
        ([("a", V, 0), ("b", S, 0), ("c", H, 0)], [2, 1, 0]),
        ([("a", V, 0), ("b", S, 1), ("c", S, 0)], [2, 1, 0]),
        ([("a", V, 0), ("b", V, 2), ("c", V, 1)], [0, 2, 1]),
        ([("a", S, 0), ("a", S, 0), ("b", S, 0)], [0, 2, 1]),
        ([("a", S, 1), ("b", S, 0), ("b", S, 0)], [1, 2, 0]),
        ([("a", H, 0), ("a", V, 0), ("b", V, 0)], [0, 2, 1]),
        ([("a", S, 1), ("a", S, 0), ("b", S, 1)], [1, 2, 0]),
        ([(PI, S, 0), (PI, S, 0), ("b", S, 0)], [0, 1, 2]),
    ],
)
def test_who_brings_first(phones: list[tuple[str, Standing, int]], order: list[int]) -> None:
    """Whoever has more of a part, was less often slow, has fewer of its address before it, came first; however they are told."""
    uploads = [
        Upload(Phone(client, standing, asking_since=n), Body(), 0.0, yielded=slow)
        for n, (client, standing, slow) in enumerate(phones)
    ]
    for told in (uploads, uploads[::-1]):
        assert order == [uploads.index(one) for one in in_order(told)]


@pytest.mark.parametrize(
    ("brings", "loses"),
    [
        ([(2.0, 128 * KB)], []),
        ([(2.0, 128 * KB - 1)], [2.0]),
        ([(1.9, 0)], []),
        ([(1.9, 0), (0.1, 0)], [2.0]),
        ([(2.0, MB), (2.0, MB)], []),
        ([(2.0, MB), (1.9, 0)], []),
        ([(2.0, MB), (2.0, 127 * KB)], [4.0]),
        ([(3.0, 192 * KB)], []),
        ([(3.0, 191 * KB)], [3.0]),
    ],
)
def test_when_a_place_is_lost(brings: list[tuple[float, int]], loses: list[float]) -> None:
    """After two seconds in which less than 64 KB a second came; each two are measured for themselves."""
    slow, waits = Phone("slow"), Phone("waits", asking_since=1.0)
    uploads, now, lost = Uploads(Limits(arriving=1)), 0.0, list[float]()
    uploads.take_turns([slow, waits], now)
    for seconds, size in brings:
        now += seconds
        assert slow.upload is not None
        slow.upload.body_bytes_received += size
        uploads.take_turns([slow, waits], now)
        if slow.held:
            lost.append(now)

    assert loses == lost
    assert waits.held is not bool(lost)
    assert waits.waited == pytest.approx(now)


@pytest.mark.parametrize(
    ("brought", "closed"),
    [
        ((60, 40, 0), []),
        ((60, 41, 0), [1]),
        ((60, 60, 60), [1, 2]),
        ((60, 0, 60), [2]),
        ((100, 1, 1), [1, 2]),
        ((100, 0, 0), []),
        ((1, 1, 99), [2]),
    ],
)
def test_who_begins_again(brought: tuple[int, ...], closed: list[int]) -> None:
    """The last ones that have brought something, until the others' fits."""
    phones = [Phone(f"{n}", asking_since=n, upload=Body(size)) for n, size in enumerate(brought)]
    Uploads(Limits(arriving=1, photo=100)).take_turns(phones, 0.0)

    assert closed == [n for n, phone in enumerate(phones) if phone.closed]


def test_a_trickle_gives_its_place_to_who_waits() -> None:
    """Eight of a byte a second, and one that could be there in a second: it waits no longer than a pace is measured."""
    limits = Limits()
    phones = [Phone(str(n), asking_since=n, pace=10) for n in range(limits.arriving)]
    honest = Phone("honest", asking_since=9.0)
    pass_by(Uploads(limits), [*phones, honest], 4)

    assert honest.brought > MB
    assert 0.0 < honest.waited <= limits.pace_time + 0.2


def test_who_is_slow_has_its_turn_again() -> None:
    """Once those who were faster are there."""
    slow, fast = Phone("slow", pace=KB), Phone("fast", asking_since=1.0)
    uploads = Uploads(Limits(arriving=1))
    pass_by(uploads, [slow, fast], 4)
    assert slow.held
    fast.upload = None
    uploads.take_turns([slow, fast], 5.0)

    assert not slow.held


def test_nobody_is_too_slow_while_nobody_waits() -> None:
    """A weak signal is no fault: its place is lost once somebody has waited for as long as its pace is measured, no sooner."""
    slow, other = Phone("slow", pace=KB), Phone("other", asking_since=60.0)
    uploads = Uploads(Limits(arriving=1))
    pass_by(uploads, [slow], 60)
    uploads.take_turns([slow, other], 60.0)

    assert [False, True] == [slow.held, other.held]


def test_who_is_held_is_neither_late_nor_idle() -> None:
    """It waits for others: that time is not its own."""
    first, second = Phone("a", pace=100 * KB), Phone("b", asking_since=1.0)
    pass_by(Uploads(Limits(arriving=1)), [first, second], 30)

    assert 0.0 == first.waited
    assert pytest.approx(30.0) == second.waited


def test_those_that_are_worked_on_count() -> None:
    """As many as may come in may wait for their answers; beyond that fewer are let in."""
    limits = Limits(arriving=2)
    phones = [Phone(str(n), asking_since=n) for n in range(2)]
    done = [Phone("c", works_on_much=True, upload=None) for _ in range(4)]
    told = []
    for many in range(5):
        Uploads(limits).take_turns([*phones, *done[:many]], 0.0)
        told.append(len(going_on(phones)))

    assert [2, 2, 2, 1, 0] == told


def test_what_was_brought_before_others_came_first_does_not_pile_up() -> None:
    """Each of many phones brings half of it and is slow then; all together hold no more than those few that may come in."""
    limits = Limits(arriving=2, photo=2 * MB)
    phones = [Phone(str(n), asking_since=n) for n in range(30)]
    uploads, most = Uploads(limits), 0
    for turn in range(300):
        uploads.take_turns(phones, turn / 10)
        for phone in phones:
            phone.pace = MB if phone.brought < MB else 0
            phone.bring(0.1)
        most = max(most, sum(phone.brought for phone in phones))

    assert most <= limits.arriving * (limits.photo + MB)
    assert any(phone.closed for phone in phones)
    assert not all(phone.closed for phone in phones)
