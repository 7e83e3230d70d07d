"""What was seen, as values: they come out of a journal as they went in."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table import (
    OBSERVATIONS,
    Glimpse,
    Observation,
    Settled,
    Step,
    Table,
    Visit,
    later,
)

words = st.sampled_from(["mac", "left", "R07-2", "K04-1", "?"])
lists = st.lists(words, max_size=3).map(tuple)
seconds = st.floats(0, 1e6)
bearings = st.none() | st.floats(0, 360)
tables = st.builds(Table, st.dictionaries(words, lists), st.frozensets(words))
visits = st.builds(Visit, words, seconds, seconds, st.sampled_from([None, "top", "left"]), bearings)
steps = st.builds(Step, st.sampled_from(["+", "-"]), words, words)
observations = st.one_of(
    st.builds(
        Settled,
        st.integers(0),
        seconds,
        tables,
        st.lists(steps).map(tuple),
        st.lists(visits, max_size=3).map(tuple),
        lists,
        lists,
        st.dictionaries(words, st.booleans()),
        lists,
    ),
    st.builds(Glimpse, st.integers(0), seconds, words, words, bearings),
)


@given(observations)
def test_what_was_seen_is_kept(seen: Observation) -> None:
    """By way of the text in a journal, every part of it."""
    assert seen == OBSERVATIONS.from_json(json.loads(json.dumps(OBSERVATIONS.to_json(seen))))


SEEN = Settled(
    1,
    2.0,
    Table({"mac": ("R07-2",)}),
    visits=(Visit("mac", 1.0, 1.5, "top", 7.0),),
    edges={"left": True},
    lifted=("K04-1",),
)


def test_journals_from_before_some_of_it_was_kept() -> None:
    """Edges, what was lifted, and from where a hand came, are unknown then."""
    old = OBSERVATIONS.to_json(SEEN)
    del old["edges"], old["lifted"], old["visits"][0]["bearing"]
    unknown = replace(SEEN, visits=(Visit("mac", 1.0, 1.5, "top"),), edges={}, lifted=())
    glimpse = OBSERVATIONS.to_json(Glimpse(1, 2.0, "mac", "R07-2", 7.0))
    del glimpse["bearing"]

    assert unknown == OBSERVATIONS.from_json(old)
    assert Glimpse(1, 2.0, "mac", "R07-2") == OBSERVATIONS.from_json(glimpse)
    with pytest.raises(ValueError, match="dreamt"):
        OBSERVATIONS.from_json({"see": "dreamt"})


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("table", {"zones": [], "covered": []}),
        ("table", {"zones": {"mac": "R07-2"}, "covered": []}),
        ("table", {"zones": {}, "covered": "mac"}),
        ("table", []),
        ("visits", [7]),
        ("steps", ["R07-2"]),
        ("steps", [7]),
        ("visits", [{"zone": "mac", "began": "now", "ended": 1.0}]),
        ("edges", {"left": 1}),
        ("at", None),
    ],
)
def test_what_is_no_observation_is_refused(part: str, wrong: object) -> None:
    """Whatever of it has another type."""
    with pytest.raises(ValueError, match=r"not a|number"):
        OBSERVATIONS.from_json({**OBSERVATIONS.to_json(SEEN), part: wrong})


def test_a_camera_that_begins_anew_goes_on_with_its_time() -> None:
    """Everything that was seen is later by as much, how long it took stays the same."""
    moved = later(SEEN, 10.0)

    assert replace(SEEN, at=12.0, visits=(Visit("mac", 11.0, 11.5, "top", 7.0),)) == moved
    assert Glimpse(1, 12.0, "mac", "R07-2") == later(Glimpse(1, 2.0, "mac", "R07-2"), 10.0)


def test_a_zone_where_nothing_lies() -> None:
    assert ((), ("R07-2",)) == (SEEN.table["left"], SEEN.table["mac"])


@pytest.mark.parametrize("text", ["", "mac R07-2", "+mac", "+mac ", "+ R07-2", "*mac R07-2"])
def test_what_is_no_step_is_refused(text: str) -> None:
    """It could not be read again."""
    with pytest.raises(ValueError, match="not a step"):
        Step.parse(text)


@pytest.mark.parametrize(("zone", "card"), [("", "R07-2"), ("mac", "")])
def test_a_step_names_a_zone_and_a_card(zone: str, card: str) -> None:
    with pytest.raises(ValueError, match="not a step"):
        Step("+", zone, card)
