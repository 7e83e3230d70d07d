"""A full house: announcements reach every phone in time, whatever some of them do."""

import pytest

from benchmarks.crowd import fan_out, table
from benchmarks.latency import measured
from benchmarks.phones import Crowd


@pytest.mark.slow
def test_phones_that_come_and_go_miss_nothing() -> None:
    """Each comes back with the last number it heard, and in the end has heard all of them, once each."""
    with table(40) as served:
        crowd = Crowd(served.port)
        crowd.join(6)
        crowd.start()
        numbers = {served.tell() for _ in range(5)}
        assert crowd.hear(max(numbers), crowd.phones)
        asleep = crowd.phones[:3]
        crowd.leave(asleep)
        numbers |= {served.tell() for _ in range(5)}
        back = [crowd.join(1, after=max(phone.heard))[0] for phone in asleep]
        numbers |= {served.tell() for _ in range(5)}
        assert crowd.hear(max(numbers), [*crowd.phones[3:6], *back])
        crowd.close()
    pairs = list(zip(asleep, back, strict=True))

    assert [numbers] * 3 == [set(phone.heard) for phone in crowd.phones[3:6]]
    assert [set()] * 3 == [a.heard.keys() & b.heard.keys() for a, b in pairs]
    assert [numbers] * 3 == [a.heard.keys() | b.heard.keys() for a, b in pairs]


@pytest.mark.prove
def test_two_hundred_phones_hear_everything_in_time() -> None:
    """All of them, every announcement; a second is what people notice."""
    found = fan_out(200, 100)

    assert found["of"] == found["heard"]
    assert found["ms"]["fan_out"]["longest"] < 1000.0
    assert found["megabytes"] < 120


@pytest.mark.prove
def test_trouble_does_not_reach_the_others() -> None:
    """20 phones that never read, 200 connections that ask nothing, 100 requests a second."""
    found = fan_out(40, 200, troubled=True)

    assert found["of"] == found["heard"]
    assert found["ms"]["fan_out"]["longest"] < 1000.0
    assert found["ms"]["view"]["p99"] < 1000.0


@pytest.mark.prove
def test_an_at_once_card_reaches_every_phone_from_the_painted_table() -> None:
    """Seen by the companion's own camera process, announced, and heard by everybody; the parts add up to the whole."""
    found = measured(10, 2)
    ms = {part: figures["longest"] for part, figures in found["ms"].items()}

    assert (2, 20) == (found["announced"], found["heard"])
    assert ms["whole"] <= ms["settling"] + ms["besides"] < 10_000.0
