"""What people say to a game is taken as its pages say it, or refused: nothing that the game does not know gets into its journal."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import games
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.session.session import Session
from tests.web.home import Home, Visit, home_of

BROUGHT = {package.name: package.examples() for package in games() if package.examples}
SAID = {name: (*each.moves, *each.corrections) for name, each in BROUGHT.items()}
"""What the pages of each game say, in their form."""
EVERY = [
    *(dict(said) for told in SAID.values() for said in told),
    *({"do": order} for order in ("pause", "resume", "done", "begin", "finish")),
    {"do": "turn", "player": 1},
    {"do": "was", "move": 1, "choice": "roll"},
]
JUNK = "junk"
MOST = 1000
"""Characters of what is kept of one word; the longest that a page says is a table of twenty cards."""
NASTY: tuple[Any, ...] = (
    True,
    None,
    -1,
    3.5,
    2**53,
    10**30,
    float("nan"),
    float("inf"),
    JUNK * 5000,
    " " * 5000,
    "\ud800",
    "\0",
    [JUNK] * 200,
    [[[[[JUNK]]]]],
    {JUNK: JUNK},
    [],
    {},
    [1] * 200,
    [True, True],
)


def wrong(said: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """The same with something more, or with something else in one place."""
    key, value = st.sampled_from(sorted(said)), st.sampled_from(NASTY)
    other = st.builds(lambda k, v: {**said, k: v}, key, value)
    more = st.builds(lambda v: {**said, JUNK: v}, value)
    return st.just(said) | other | more


def table(package: GamePackage) -> Home:
    """Three at a table without a camera."""
    names = ["Ann", "Bob", "Cem"]
    setup = package.setup({"players": names, "edition": package.edition})
    told: Session[Any] = Session(package.played(), Journal(None), setup={**setup, "camera": False})
    for word in BROUGHT[package.name].begins:
        told.correct(word)
    assert package.pages is not None
    return home_of(told, package.pages(lambda: told.state, dict))


@pytest.fixture(scope="module", params=games(), ids=lambda package: package.name)
def house(request: pytest.FixtureRequest) -> Iterator[Home]:
    """Each game's."""
    made = table(request.param)
    yield made
    made.close()


@pytest.fixture(scope="module")
def host(house: Home) -> Visit:
    """Who may say anything."""
    return house.host()


def said(house: Home, phone: Visit, word: Mapping[str, Any]) -> None:
    """Somebody says it: done or refused in words; what is kept is short and known; then it is taken back."""
    path = (
        "/api/moves"
        if isinstance(word.get("move"), str) and "do" not in word
        else "/api/corrections"
    )
    body = {"move" if path == "/api/moves" else "correction": word}
    before = house.session.journal.last
    answer = phone.post(path, data=json.dumps(body), content_type="application/json")
    news = house.session.journal.after(before)
    kept = json.dumps([dict(entry.data) for entry in news if entry.kind != "event"])

    assert answer.status_code == 200 or 400 <= answer.status_code < 500, answer.data
    assert answer.status_code == 200 or not news
    assert JUNK not in kept
    assert len(kept) < MOST, word
    if news:
        house.session.undo(answer.get_json()["entry"])


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_no_word_keeps_junk(house: Home, host: Visit, data: st.DataObject) -> None:
    """Words of this game and of the others, right and wrong."""
    said(house, host, data.draw(st.sampled_from(EVERY).flatmap(wrong)))


@pytest.mark.prove
@settings(max_examples=5000, deadline=None)
@given(data=st.data())
def test_no_word_keeps_junk_for_long(house: Home, host: Visit, data: st.DataObject) -> None:
    """The same, until nothing new turns up."""
    said(house, host, data.draw(st.sampled_from(EVERY).flatmap(wrong)))


def test_what_pages_say_is_taken(house: Home, host: Visit) -> None:
    """The words above are no others than those: some of each game's are done."""
    before = house.session.journal.last
    for word in SAID[house.session.view()["game"]]:
        said(house, host, word)

    assert before + 4 <= house.session.journal.last


def with_truths(value: Any) -> Iterator[Any]:
    """The same JSON with a truth value where a number stands, one after the other."""
    match value:
        case bool():
            return
        case int():
            yield from (True, False)
        case list():
            for at, one in enumerate(value):
                yield from ([*value[:at], other, *value[at + 1 :]] for other in with_truths(one))
        case dict():
            for key, one in value.items():
                yield from ({**value, key: other} for other in with_truths(one))


@pytest.mark.slow
def test_a_truth_is_no_number(house: Home, host: Visit) -> None:
    """Anywhere in a word of any game, of a seat's or of the host's ways in: refused, and nothing of it is kept."""
    seat, before = house.seated(0), house.session.journal.last
    words = [word for right in EVERY for word in with_truths(right)]
    taken = [
        (path, word)
        for word in words
        for who, path, name in (
            (host, "/api/corrections", "correction"),
            (host, "/api/moves", "move"),
            (seat, "/api/changes", "correction"),
            (seat, "/api/moves", "move"),
        )
        if who.post(path, {name: word}).status_code == 200
    ]

    assert len(words) > 20
    assert [] == taken
    assert before == house.session.journal.last


@pytest.mark.parametrize("truth", [True, False])
def test_a_truth_is_no_seat_and_no_place_in_the_order(
    house: Home, host: Visit, truth: bool
) -> None:
    """Whatever comes with a new game, and whoever has it begin."""
    names = ["Ann", "Bob", "Cem"]
    for field in ("first", "dealer", "seq"):
        answer = host.post("/api/game", {"players": names, field: truth})
        assert 400 == answer.status_code, field
