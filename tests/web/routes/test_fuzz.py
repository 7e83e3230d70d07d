"""Anything at all comes in by every way in: never a 500, and nothing changes that was not understood."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.web.home import Home, Visit, home

WAYS_IN = (
    "/api/seat",
    "/api/moves",
    "/api/claims",
    "/api/answers",
    "/api/verify",
    "/api/pin",
    "/api/corrections",
    "/api/undo",
    "/api/settings",
    "/api/game",
)
FIELDS = (
    "seq",
    "move",
    "take",
    "player",
    "task",
    "hand",
    "mac",
    "edition",
    "question",
    "choice",
    "correction",
    "was",
    "settings",
    "quiet",
    "seat",
    "pin",
    "matches",
    "players",
)
HOUR = 3600.0
"""After which nobody waits any more for another try at the PIN."""
READS = (
    "/api/view",
    "/api/legal",
    "/api/history",
    "/api/cards",
    "/api/verify",
    "/healthz",
    "/host/live.json",
    "/host/print/tags.pdf",
    "/",
    "/verify",
    "/static/x",
)

leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 4)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["R01-1", "M10", "classic", "take", "__proto__", "\0", "\ud800", "1"])
)
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)
bodies = st.dictionaries(st.sampled_from(FIELDS), values, max_size=6)


@pytest.fixture(scope="module")
def house() -> Iterator[Home]:
    house = home(matches=90)
    yield house
    house.close()


@pytest.fixture(scope="module")
def phone(house: Home) -> Visit:
    """The host's; whoever takes its rights away gives it new ones."""
    return house.host()


def fair(answer: TestResponse) -> bool:
    """Done, or refused in words."""
    refused = 400 <= answer.status_code < 500
    return answer.status_code == 200 or (refused and "text" in answer.get_json())


def enters(
    house: Home, phone: Visit, path: str, data: bytes | str, kind: str = "application/json"
) -> None:
    """Something comes in by the host's phone; what is refused changes nothing."""
    before = house.session.journal.last
    answer = phone.post(path, data=data, content_type=kind)

    assert fair(answer), answer.data
    assert answer.status_code == 200 or before == house.session.journal.last
    if path in ("/api/leave", "/api/pin"):
        house.clock.pass_by(HOUR)
        phone.view()
        assert 200 == phone.give_pin().status_code


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(WAYS_IN), bodies | values)
def test_any_json_is_done_or_refused(house: Home, phone: Visit, path: str, body: object) -> None:
    """Objects with the right names and wrong values, and anything else that is JSON."""
    enters(house, phone, path, json.dumps(body))


@pytest.mark.prove
@settings(max_examples=5000, deadline=None)
@given(st.sampled_from(WAYS_IN), bodies | values)
def test_any_json_is_done_or_refused_for_long(
    house: Home, phone: Visit, path: str, body: object
) -> None:
    """The same, until nothing new turns up."""
    enters(house, phone, path, json.dumps(body))


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from((*WAYS_IN, "/api/claims/photo", "/api/leave")),
    st.binary(max_size=300),
    st.sampled_from(
        ["application/json", "multipart/form-data; boundary=x", "text/plain", "", "\u00e9"]
    ),
)
def test_any_bytes_are_done_or_refused(
    house: Home, phone: Visit, path: str, data: bytes, kind: str
) -> None:
    """Bytes of any kind under any name."""
    enters(house, phone, path, data, kind)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(READS),
    st.dictionaries(
        st.sampled_from(("after", "player", "edition", "task", "hand", "mac", "lang", "size")),
        st.text(max_size=20) | st.integers().map(str),
    ),
    st.dictionaries(
        st.sampled_from(
            (
                "Accept",
                "Accept-Language",
                "Accept-Encoding",
                "If-None-Match",
                "Cookie",
                "Last-Event-ID",
                "Range",
                "Content-Length",
                "X-Forwarded-For",
            )
        ),
        st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=30),
    ),
)
def test_any_question_is_answered_or_refused(
    house: Home, path: str, query: dict[str, Any], headers: dict[str, Any]
) -> None:
    """Queries and headers of any kind."""
    answer = house.visit().get(path, query_string=query, headers=headers)

    assert answer.status_code < 500


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "HEAD", "X")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_answered_or_refused(phone: Visit, method: str) -> None:
    """At every path; 405 where it is not one of ours."""
    answers = [phone.client.open(path, method=method) for path in READS + WAYS_IN]

    assert [] == [answer.request.path for answer in answers if answer.status_code > 499]
