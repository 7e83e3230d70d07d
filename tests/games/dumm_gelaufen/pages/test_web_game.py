"""The real game behind the real pages: anything at all comes in by every way in, and many phones play at once."""

import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from threading import Thread
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.phones import Crowd
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.journal.journal import Journal
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from tests.app.service.test_entrances import CODES, anything, orders, shaped, values
from tests.games.dumm_gelaufen.evening import session
from tests.web.home import Home, Visit, real_home
from web.limits import Limits
from web.server.server import Server

NAMES = ("Ann", "Bob", "Cem", "Dia")
QUICK, LONG = 120, 5000
LYING = {
    "event": "table-corrected",
    "mac": ["Y07-1", "Y08-1", "G01-1", "G02-1", "G03-1", "G04-1", "G05-1"],
    "left": ["Y10-1"],
    "right": ["G09-1"],
}


def set_up() -> Session[Any]:
    """A game without a camera of which nothing is known yet."""
    setup = {"players": list(NAMES), "edition": "classic", "camera": False}
    return Session(TABLE_GAME, Journal(None), setup=setup)


def by_hand() -> Session[Any]:
    """The same once somebody has typed in what lies there."""
    told = set_up()
    told.correct(LYING)
    return told


@pytest.fixture(scope="module")
def houses() -> Iterator[list[tuple[Home, Visit, Visit]]]:
    """A game that was watched for a while, one by hand, one that has not begun; each with its host and a seat."""
    tables = (session(ScriptConfig(4, 3), 40), by_hand(), set_up())
    homes = [real_home(table) for table in tables]
    yield [(home, home.host(), home.seated(1)) for home in homes]
    for home in homes:
        home.close()


# Whose, and what ----------------------------------------------------------------------


@pytest.mark.slow
def test_a_seat_moves_for_itself_only(houses: list[tuple[Home, Visit, Visit]]) -> None:
    """Who is named inside a move is looked at, too; the host moves for anybody."""
    _, host, seat = houses[1]
    take = {"move": {"move": "take", "player": 0, "cards": [["draw", None]]}}

    refused = seat.post("/api/moves", take)
    assert (403, "web.own-seat") == (refused.status_code, refused.get_json()["error"])
    assert 403 != host.post("/api/moves", take).status_code


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("moves", {"move": {"move": "pass", "player": 1, "junk": "x" * 60_000}}),
        ("moves", {"move": {"move": "rule", "accept": True, "player": 1}}),
        ("corrections", {"correction": {"do": "table-is-right", "junk": "x"}}),
        ("corrections", {"correction": {**LYING, "junk": "x"}}),
        ("changes", {"correction": {"event": "turn-given", "player": 1, "junk": 1}}),
    ],
    ids=["move", "rule", "order", "fact", "change"],
)
def test_what_says_more_than_it_means_is_refused(
    houses: list[tuple[Home, Visit, Visit]], path: str, body: dict[str, Any]
) -> None:
    """Nothing that the game has no word for reaches the journal."""
    home, host, _ = houses[1]
    before = home.session.journal.last
    answer = host.post(f"/api/{path}", body)

    assert 400 <= answer.status_code < 500
    assert before == home.session.journal.last


# Anything at all --------------------------------------------------------------------

facts = shaped("event", dict(m.EVENTS))
rarely = st.integers(0, 9).map(lambda n: n == 0)


def mostly(likely: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Something likely, and now and then anything at all."""
    return rarely.flatmap(lambda odd: values if odd else likely)


tasks = st.sampled_from([code for code in CODES if code[0] == "M"])
numbers = st.sampled_from([code for code in CODES if code[0] in "RYG"])
cards = st.lists(mostly(numbers | numbers.map(lambda code: code[:3])), max_size=10)
seats = mostly(st.none() | st.integers(0, 3))
turns = mostly(st.integers(0, 12))
was = st.fixed_dictionaries(
    {"do": st.just("was"), "move": turns, "choice": mostly(st.sampled_from("12"))}
)
given_turn = st.fixed_dictionaries({"event": st.just("turn-given"), "player": seats})
corrections = orders | facts | was | given_turn | anything
names = st.permutations(NAMES)
asked = {
    "/api/moves": {"move": shaped("move", dict(m.MOVES.kinds)), "player": seats},
    "/api/claims": {"task": mostly(tasks), "hand": mostly(cards), "player": seats},
    "/api/answers": {
        "question": mostly(st.sampled_from(["1-source", "2-whom", "rule"])),
        "choice": mostly(st.sampled_from("12x")),
    },
    "/api/changes": {"correction": mostly(corrections), "player": seats},
    "/api/corrections": {"correction": mostly(corrections)},
    "/api/undo": {"move": mostly(st.none() | turns.map(str) | st.integers(0, 200))},
    "/api/game": {
        "players": mostly(names),
        "edition": mostly(st.sampled_from(["classic", "newer"])),
        "first": seats,
        "rulings": mostly(st.none()),
    },
    "/api/verify": {
        "task": mostly(tasks),
        "hand": mostly(cards),
        "mac": mostly(cards),
        "edition": mostly(st.none()),
    },
    "/api/missing": {"task": mostly(tasks), "hand": mostly(cards), "edition": mostly(st.none())},
    "/api/seat": {"seat": seats},
}
seqs = st.sampled_from([None, None, None, 0, 10**6])
requests = st.sampled_from(sorted(asked)).flatmap(
    lambda path: st.tuples(st.just(path), st.fixed_dictionaries({**asked[path], "seq": seqs}))
)


def is_fair(home: Home, visit: Visit, path: str, body: dict[str, Any]) -> bool:
    """Done, or refused in words; what was refused changed nothing, and everybody can still look."""
    before = home.session.journal.last
    data = json.dumps(body).encode("utf-8", "surrogatepass")
    answer = visit.post(path, data=data, content_type="application/json")
    if answer.status_code != 200:
        assert 400 <= answer.status_code < 500, (path, body, answer.data)
        assert "text" in answer.get_json()
        assert before == home.session.journal.last
    return home.visit().get("/api/view").status_code == 200


Request: TypeAlias = tuple[str, dict[str, Any]]
"""A path, and what is sent there."""


def comes_in(
    houses: list[tuple[Home, Visit, Visit]], which: int, as_host: bool, request: Request
) -> None:
    home, host, seat = houses[which]
    assert is_fair(home, host if as_host else seat, *request)


@settings(max_examples=QUICK, deadline=None)
@given(st.integers(0, 2), st.booleans(), requests)
def test_the_game_takes_it_or_refuses_it(
    houses: list[tuple[Home, Visit, Visit]], which: int, as_host: bool, request: Request
) -> None:
    """By host and seat, with a camera, without one, and before the set-up: never a 500, nothing changed by what makes no sense."""
    comes_in(houses, which, as_host, request)


@pytest.mark.prove
@settings(max_examples=LONG, deadline=None)
@given(st.integers(0, 2), st.booleans(), requests)
def test_the_game_takes_it_or_refuses_it_for_long(
    houses: list[tuple[Home, Visit, Visit]], which: int, as_host: bool, request: Request
) -> None:
    """The same, until nothing new turns up."""
    comes_in(houses, which, as_host, request)


def test_whatever_came_in_can_be_looked_at(houses: list[tuple[Home, Visit, Visit]]) -> None:
    """After all that the story, the moves and the files are still there, and the journal folds to the same table."""
    for home, host, _ in houses:
        looks = ("/api/history", "/api/legal?player=0", "/api/cards", "/host/live.json")
        assert [200, 200, 200, 404] == [host.get(path).status_code for path in looks]
        copy = Session(TABLE_GAME, home.session.journal)
        assert home.session.view() == copy.view()


def test_murphy_before_the_set_up() -> None:
    """Whoever is too early is told so."""
    home = real_home(set_up())
    claim = {"task": "M18", "hand": ["G10"]}
    answer = home.seated(3).post("/api/claims", claim)
    home.close()

    assert (409, "illegal.not-now") == (answer.status_code, answer.get_json()["error"])


# What a seat may put right --------------------------------------------------------------


def test_a_turn_is_given_and_the_rest_stays_the_hosts() -> None:
    """Whose turn it is is anybody's who sits here; what lies there, a pause, a claim's player are not."""
    home = real_home(by_hand())
    seat = home.seated(1)
    hosts = (
        LYING,
        {"do": "pause"},
        {"do": "claimant", "player": 1},
        {"do": "no-turn", "move": 1},
        {"event": "turn-given", "player": 2, "more": 1},
        {"event": "turn-given", "player": "2"},
        {"event": "hand-counted", "player": 0, "fewest": 1, "most": 1},
    )
    refused = [seat.post("/api/changes", {"correction": each}) for each in hosts]
    told_turns = []
    for given_ in ({"event": "turn-given", "player": 2}, {"do": "turn", "player": 1}):
        answer = seat.post("/api/changes", {"correction": given_})
        told_turns.append((answer.status_code, seat.view()["turn"]["player"]))
    home.close()

    assert [403] * len(hosts) == [each.status_code for each in refused]
    assert [(200, 2), (200, 1)] == told_turns


@pytest.mark.parametrize(
    "correction",
    [
        {"do": "done"},
        {"do": "turn-done"},
        {"do": "turn", "player": 2},
        {"event": "turn-given", "player": 2},
    ],
    ids=str,
)
def test_no_turn_is_given_while_nobody_plays(correction: dict[str, Any]) -> None:
    """Before the set-up, and in a pause, only the host says such things."""
    told = by_hand()
    told.correct({"do": "pause"})
    home = real_home(told)
    answer = home.seated(1).post("/api/changes", {"correction": correction})
    home.close()

    assert (403, "web.host-only") == (answer.status_code, answer.get_json()["error"])


@pytest.mark.slow
def test_an_assumed_turn_was_another() -> None:
    """A seat says so; the history says who, and offers what was taken for it before."""
    told = session(ScriptConfig(1, 3), 60)
    home = real_home(told)
    seat = home.seated(2)
    unsure = seat.get("/api/history").get_json()["unsure"]
    assert unsure
    turn = unsure[0]
    entries = {e["seq"] for e in seat.get("/api/history").get_json()["entries"]}
    right = {"do": "was", "move": turn["id"], "choice": turn["choices"][0]["id"]}
    answer = seat.post("/api/changes", {"correction": right})
    after = seat.get("/api/history").get_json()
    home.close()

    assert 200 == answer.status_code, answer.data
    assert turn["entry"] in entries
    assert ("correction", 2) == (after["entries"][-1]["kind"], after["entries"][-1]["by"])
    again = next(each for each in after["unsure"] if each["id"] == turn["id"])
    assert turn["text"] in [choice["text"] for choice in again["choices"]]


# Many at once ---------------------------------------------------------------------------


@dataclass
class Player:
    """A phone at the real server that plays what it may, whatever the others do."""

    port: int
    seat: int
    statuses: tuple[int, ...] = ()

    def play(self, turns: int) -> None:
        """Sit down, then ask what is legal and do it, again and again."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET", "/api/view")
        first = line.getresponse()
        cookie = (first.getheader("Set-Cookie") or "").split(";")[0]
        token = first.getheader("X-Murphy-Token") or ""
        first.read()
        headers = {"Cookie": cookie, "X-Murphy-Token": token}
        answer = self._post(line, headers, "/api/seat", {"seat": self.seat})
        headers["Cookie"] = (answer.getheader("Set-Cookie") or cookie).split(";")[0]
        answer.read()
        chance = Random(self.seat)
        for _ in range(turns):
            line.request("GET", "/api/legal", headers=headers)
            legal = json.loads(line.getresponse().read())["moves"]
            move = chance.choice(legal) if legal else {"move": "pass", "player": self.seat}
            answer = self._post(line, headers, "/api/moves", {"move": move})
            answer.read()
            self.statuses += (answer.status,)
        line.close()

    def _post(
        self, line: http.client.HTTPConnection, headers: dict[str, str], path: str, body: Any
    ) -> http.client.HTTPResponse:
        kind = {"Content-Type": "application/json"}
        line.request("POST", path, json.dumps(body), {**headers, **kind})
        return line.getresponse()


@pytest.mark.slow
def test_many_phones_play_and_everybody_hears_everything() -> None:
    """Four phones make moves as fast as they can, ten listen: each hears every announcement once, none is answered 500."""
    told, limits = by_hand(), Limits()
    home = real_home(told, limits=limits)
    server = Server(home.app, "127.0.0.1", 0, limits=limits)
    serving = Thread(target=server.run)
    serving.start()
    crowd = Crowd(server.port)
    crowd.join(10)
    crowd.start()
    before = told.journal.last
    players = [Player(server.port, seat) for seat in range(4)]
    threads = [Thread(target=player.play, args=(12,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    said = [e.seq for e in told.journal.after(before) if e.kind == "announcement"]
    heard_all = crowd.hear(said[-1], crowd.phones, 60.0)
    crowd.close()
    server.stop()
    serving.join()
    home.close()

    assert heard_all
    assert [said] * 10 == [sorted(phone.heard) for phone in crowd.phones]
    assert {200, 409} >= {status for player in players for status in player.statuses}
    assert 200 in players[0].statuses


def test_what_a_hand_may_hold_is_told_to_anybody() -> None:
    """By what everybody could see; nothing before anybody has cards, or of a seat that there is not."""
    dealt, unbegun = real_home(by_hand()), real_home(set_up())
    guest = dealt.visit()
    assert guest.get("/api/holdable?player=1").get_json()["faces"]
    assert {} == guest.get("/api/holdable?player=4").get_json()["faces"]
    assert {} == unbegun.visit().get("/api/holdable").get_json()["faces"]
    for wrong in ("-1", "x", "1.0", "9" * 30):
        refused = guest.get(f"/api/holdable?player={wrong}")
        assert (400, "web.field") == (refused.status_code, refused.get_json()["error"])
    dealt.close()
    unbegun.close()
