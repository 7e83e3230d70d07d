"""Pictures are read one at a time, of whoever has taken least of the reader's time lately."""

from contextlib import suppress
from threading import Event, Thread

import pytest

from tests.waiting import until
from tests.web.home import Clock
from web.refusals import HttpError
from web.routes.game_routes import PhotoTurns

HALVES, REMEMBERED = 60, 1024
"""As they are promised, not as the code has them."""


@pytest.fixture
def clock() -> Clock:
    return Clock(0.0)


@pytest.fixture
def turns(clock: Clock) -> PhotoTurns:
    return PhotoTurns(8, clock)


def reads(turns: PhotoTurns, clock: Clock, seconds: float, *names: str) -> None:
    with turns.turn(*names):
        clock.pass_by(seconds)


def order(turns: PhotoTurns, *waiting: tuple[str, ...]) -> list[str]:
    """In which order they are read who come, one after the other, while somebody is."""
    read: list[str] = []
    phones: list[Thread] = []

    def wait(names: tuple[str, ...]) -> None:
        with turns.turn(*names):
            read.append(names[-1])

    def all_wait() -> bool:
        return len(turns._waiting) == len(phones)

    with turns.turn("somebody"):
        for names in waiting:
            phones.append(Thread(target=wait, args=(names,)))
            phones[-1].start()
            until(all_wait)
    for phone in phones:
        phone.join()
    return read


def test_who_has_taken_least_comes_first(turns: PhotoTurns, clock: Clock) -> None:
    """Of equal ones, who came first."""
    reads(turns, clock, 5.0, "a")
    reads(turns, clock, 2.0, "b")

    assert ["c", "d", "b", "a"] == order(turns, ("a",), ("b",), ("c",), ("d",))


def test_many_addresses_at_a_seat_are_one_and_so_is_one_at_many_seats(
    turns: PhotoTurns, clock: Clock
) -> None:
    """Whatever was read for one of its names counts for a form."""
    reads(turns, clock, 3.0, "192.168.1.7", "seat 1")
    read = order(
        turns, ("192.168.1.8", "seat 1"), ("192.168.1.7", "seat 2"), ("192.168.1.9", "seat 3")
    )

    assert "seat 3" == read[0]


def test_what_was_taken_long_ago_counts_less(turns: PhotoTurns, clock: Clock) -> None:
    """Half after a minute."""
    reads(turns, clock, 5.0, "a")
    clock.pass_by(2 * HALVES)
    reads(turns, clock, 2.0, "b")

    assert ["a", "b"] == order(turns, ("b",), ("a",))


def test_what_was_taken_adds_up(turns: PhotoTurns, clock: Clock) -> None:
    """With what of it still counts when more is taken: of three seconds a minute ago and two now, half as much as three is more than three, less than four."""
    reads(turns, clock, 3.0, "a")
    clock.pass_by(60)
    for name, seconds in (("a", 2.0), ("b", 3.0), ("c", 4.0)):
        reads(turns, clock, seconds, name)

    assert ["b", "a", "c"] == order(turns, ("a",), ("b",), ("c",))


def test_nobody_waits_for_ever(clock: Clock) -> None:
    """Who waits too long is sent away, and the next one is read."""
    turns = PhotoTurns(8, clock, patience=0.05)
    with turns.turn("a"), pytest.raises(HttpError) as sent, turns.turn("b"):
        pass

    assert (503, "web.photo.busy") == (sent.value.status, sent.value.message.key)
    reads(turns, clock, 1.0, "c")


def test_a_picture_that_fails_costs_what_it_took(turns: PhotoTurns, clock: Clock) -> None:
    """And the next one is read."""
    with suppress(OSError), turns.turn("a"):
        clock.pass_by(5.0)
        raise OSError

    assert ["b", "a"] == order(turns, ("a",), ("b",))


def test_forms_have_places(clock: Clock) -> None:
    """As many as there are, one for each name; who is done gives it back."""
    turns, held, done = PhotoTurns(2, clock), Event(), Event()
    with turns.form("a", "seat 1"), turns.form("b", "seat 2"):
        for names in (("c", "seat 3"), ("a", "seat 4"), ("d", "seat 1")):
            with pytest.raises(HttpError), turns.form(*names):
                held.set()
    with turns.form("a", "seat 1"), turns.form("c", "seat 3"):
        done.set()

    assert (False, True) == (held.is_set(), done.is_set())


def test_not_everybody_who_ever_came_is_remembered(turns: PhotoTurns, clock: Clock) -> None:
    """A network has as many addresses as somebody likes."""
    for n in range(2 * REMEMBERED):
        reads(turns, clock, 0.1, f"{n}")

    assert REMEMBERED == len(turns._taken)
    assert ["0", "1999", "2047"] == order(turns, ("1999",), ("0",), ("2047",))
