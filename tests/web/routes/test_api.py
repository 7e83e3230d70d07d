"""Playing by phone: moves, claims, answers, corrections, undo, games and settings, through the page's ways in."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from werkzeug.test import TestResponse

from companion.announce import Message, message
from companion.errors import CompanionError
from companion.inputs import Input
from companion.journal.journal import Journal
from companion.rules import Happened, Json
from companion.session.session import Session
from companion.table import Settled, Step, Visit
from companion.table import Table as Lying
from companion.words import words
from tests.toy import Heap, Matches
from tests.web.home import Clock, Home, Table, chunks, home, told, toy_pages
from tests.web.home import Visit as Phone
from tests.web.unwired import NoUpdates
from web.routes import api
from web.routes.history_cache import HistoryCache
from web.services import Live


@pytest.fixture
def house() -> Iterator[Home]:
    house = home()
    yield house
    house.close()


def seen(*steps: str) -> Settled:
    """What left the table; where nothing did, a hand was there."""
    visits = () if steps else (Visit("heap", 0.0, 1.0),)
    return Settled(0, 0.0, Lying(), tuple(map(Step.parse, steps)), visits)


@pytest.mark.parametrize(
    ("sits", "named", "by"),
    [
        (None, None, None),
        (1, None, 1),
        (None, 0, 0),
        (1, 2, 2),
        (1, 0, 0),
        (2, 2, 2),
    ],
)
def test_for_whom_the_host_speaks(
    house: Home, sits: int | None, named: int | None, by: int | None
) -> None:
    """For whom he names, else for his own seat, else for the table."""
    host = house.host()
    host.sit(sits)
    host.post("/api/moves", {"move": {"take": 1}, "player": named})

    assert [by] == [one["by"] for one in host.get("/api/history").get_json()["entries"]]


@pytest.mark.parametrize(
    ("path", "body", "status", "error"),
    [
        ("moves", {"move": {"take": 1}, "player": 1}, 403, "web.own-seat"),
        ("moves", {"move": {"take": 1, "player": 1}}, 403, "web.own-seat"),
        ("moves", {"move": {"take": 1}, "player": 3}, 400, "web.field"),
        ("moves", {"move": {"take": 1, "player": 0}, "player": 0}, 409, "toy.cannot"),
        ("answers", {"question": "q", "choice": "c", "player": 1}, 403, "web.own-seat"),
        ("answers", {"question": "q" * 200, "choice": "c" * 200}, 409, "toy.no-question"),
        ("answers", {"question": "q" * 201, "choice": "c"}, 400, "web.field"),
        ("answers", {"question": "q", "choice": "c" * 201}, 400, "web.field"),
        ("changes", {"correction": {"was": 1, "move": 2}, "player": 1}, 403, "web.own-seat"),
        ("undo", {"move": 2, "player": 1}, 403, "web.own-seat"),
        ("undo", {"move": 1}, 403, "web.own-word"),
        ("undo", {"move": "0" * 40}, 403, "web.own-word"),
        ("undo", {"move": "0" * 41}, 400, "web.field"),
    ],
)
def test_what_a_seat_may_say(house: Home, path: str, body: Json, status: int, error: str) -> None:
    """For itself alone, in texts of a few lines."""
    house.session.submit({"take": 3})
    house.session.submit({"take": 3})
    house.session.submit({"take": 3})
    house.session.submit({"take": 1})
    phone = house.seated(0)
    refused = phone.post(f"/api/{path}", body)

    assert (status, error) == (refused.status_code, refused.get_json()["error"])


class Judging(Table):
    """The toy game under the name of one in which Ann is judged."""

    def view(self, state: Heap) -> dict[str, Any]:
        return super().view(state) | {"game": "fair"}


@pytest.mark.parametrize(
    ("spoke", "sits", "status"),
    [
        ([], 0, 403),
        ([], 1, 200),
        ([0], 1, 403),
        ([1], 1, 200),
        ([1, 0, 1], 2, 403),
        ([0], None, 200),
    ],
)
def test_who_judges(spoke: list[int], sits: int | None, status: int) -> None:
    """Nobody himself, and no phone that has spoken for him, however long ago and for whomever besides; what judges nobody is anybody's. The host may all."""
    judged = {"take": 2}
    fair = replace(
        toy_pages(),
        name="fair",
        routes=(),
        pages=(),
        judged=lambda said: 0 if said == judged else None,
    )
    with closing(home(game=Judging(), besides=[fair])) as house:
        house.seated(0).post("/api/moves", {"move": {"take": 1}})
        phone = house.visit() if sits is not None else house.host()
        for seat in spoke:
            phone.sit(seat, take=True)
            assert 200 == phone.post("/api/moves", {"move": {"take": 1}}).status_code
        phone.sit(sits, take=True)

        assert status == phone.post("/api/moves", {"move": judged}).status_code
        assert 200 == phone.post("/api/moves", {"move": {"take": 1}}).status_code


def test_a_seat_takes_back_its_own_last_word(house: Home) -> None:
    """Whoever entered a move may undo it until somebody else says something; the host always may."""
    first, second = house.seated(0), house.seated(1)
    entry = first.post("/api/moves", {"move": {"take": 1}}).get_json()["entry"]

    assert 403 == second.post("/api/undo", {"move": entry}).status_code
    assert 403 == first.post("/api/undo", {}).status_code
    assert 200 == first.post("/api/undo", {"move": entry}).status_code
    entry = first.post("/api/moves", {"move": {"take": 1}}).get_json()["entry"]
    second.post("/api/moves", {"move": {"take": 1}})
    late = first.post("/api/undo", {"move": entry})
    assert (403, "web.own-word") == (late.status_code, late.get_json()["error"])
    assert 200 == house.host().post("/api/undo", {"move": entry}).status_code


def test_a_seat_has_count_again_what_it_took_back_itself(house: Home) -> None:
    """Until somebody else says something; what another phone took back is not its to bring back, but the host's."""
    first, second, host = house.seated(0), house.seated(1), house.host()

    def takes_back(by: Phone) -> int:
        move = first.post("/api/moves", {"move": {"take": 1}}).get_json()["entry"]
        entry: int = by.post("/api/undo", {"move": move}).get_json()["entry"]
        assert entry == house.visit().view()["taken_back"]["entry"]
        return entry

    def tries(phone: Phone, entry: int) -> int:
        return phone.post("/api/undo", {"move": entry}).status_code

    own = takes_back(first)
    assert (403, 200) == (tries(second, own), tries(first, own))
    assert (403, None) == (tries(first, own), first.view()["taken_back"])
    hosts = takes_back(host)
    assert (403, 200) == (tries(first, hosts), tries(host, hosts))
    late = takes_back(first)
    second.post("/api/moves", {"move": {"take": 1}})
    assert (403, 200) == (tries(first, late), tries(host, late))


def test_a_request_said_twice_counts_once(house: Home) -> None:
    """The same key is the same word: answered the same, counted once."""
    phone, move = house.seated(), {"seq": 1, "key": "k", "move": {"take": 2}}
    answers = [phone.post("/api/moves", move).get_json() for _ in range(2)]

    assert answers[0]["entry"] == answers[1]["entry"]
    assert 8 == house.session.state.left
    assert 400 == phone.post("/api/moves", move | {"key": "k" * 65}).status_code


def test_the_view_is_for_this_visitor(house: Home) -> None:
    """The table, the token, and who we are to it."""
    phone = house.seated(2)
    view = phone.view()

    who = {"seat": 2, "host": False, "away": False, "phone": view["seats"][2]}
    assert who == view["you"]
    assert ["Ann", "Bob", "Cem"] == [player["name"] for player in view["players"]]
    assert (1, 10) == (view["seq"], view["left"])


def test_a_seat_is_left_by_a_tap(house: Home) -> None:
    """Null stands up."""
    phone = house.seated(1)

    assert {"seat": None} == phone.sit(None).get_json()
    assert phone.view()["you"]["seat"] is None
    assert 403 == phone.post("/api/moves", {"move": {"take": 1}}).status_code


@pytest.mark.parametrize("seat", [3, -1, "1", 1.0, True, [], {}])
def test_seats_that_there_are_not_are_refused(house: Home, seat: Any) -> None:
    """Three players: seats 0 to 2."""
    assert 400 == house.visit().sit(seat).status_code


def test_a_move_is_told_and_seen(house: Home) -> None:
    """200 with events and announcements; the next look shows it."""
    phone = house.seated(0)
    answer = phone.post("/api/moves", {"seq": 1, "move": {"take": 2}})
    told = answer.get_json()

    assert (200, 4) == (answer.status_code, told["seq"])
    assert [{"event": "took", "n": 2, "by": 2}] == told["events"]
    assert ["took"] == [said["kind"] for said in told["announcements"]]
    assert (8, 4) == (phone.view()["left"], phone.view()["seq"])


def test_a_move_against_the_rules_is_refused_with_reasons(house: Home) -> None:
    """409, every reason in words, nothing changed."""
    answer = house.seated().post("/api/moves", {"move": {"take": 9}})
    told = answer.get_json()

    assert (409, "toy.cannot") == (answer.status_code, told["error"])
    assert ["toy.cannot"] == [reason["code"] for reason in told["reasons"]]
    assert 1 == told["seq"] == house.session.journal.last


def test_a_move_made_looking_at_an_older_table_is_refused(house: Home) -> None:
    """409 and the number of the newest entry, so that the page looks again."""
    first, second = house.seated(0), house.seated(1)
    first.post("/api/moves", {"seq": 1, "move": {"take": 1}})
    late = second.post("/api/moves", {"seq": 1, "move": {"take": 1}})

    assert (409, "session.stale") == (late.status_code, late.get_json()["error"])
    assert 4 == late.get_json()["seq"]
    assert 200 == second.post("/api/moves", {"seq": 4, "move": {"take": 1}}).status_code


def test_a_seat_speaks_for_itself_the_host_for_anybody(house: Home) -> None:
    """The journal says who said what."""
    move = {"move": {"take": 1}}
    own = house.seated(2).post("/api/moves", move)
    other = house.seated(2).post("/api/moves", move | {"player": 0})
    host = house.host().post("/api/moves", move | {"player": 0})
    table = house.host().post("/api/moves", move)
    said = [e.data["by"] for e in house.session.journal.after(0) if e.kind == "submission"]

    assert [200, 403, 200, 200] == [a.status_code for a in (own, other, host, table)]
    assert "web.own-seat" == other.get_json()["error"]
    assert [2, 0, None] == said


MALFORMED = {
    "nothing": (b"", "application/json", 400),
    "no json": (b"{", "application/json", 400),
    "no object": (b"[1]", "application/json", 400),
    "no utf-8": (b'{"move": "\xff"}', "application/json", 400),
    "a lone surrogate": (b'{"move": {"take": "\\ud800"}}', "application/json", 400),
    "no number": (b'{"seq": NaN, "move": {"take": 1}}', "application/json", 400),
    "an endless number": (b'{"seq": %s, "move": {}}' % (b"9" * 9999), "application/json", 400),
    "a number beyond all": (b'{"seq": 1e999, "move": {"take": 1}}', "application/json", 400),
    "a deep list": (b'{"move": %s%s}' % (b"[" * 30000, b"]" * 30000), "application/json", 400),
    "a negative seq": (b'{"seq": -1, "move": {"take": 1}}', "application/json", 400),
    "a seq that is a text": (b'{"seq": "1", "move": {"take": 1}}', "application/json", 400),
    "a true seq": (b'{"seq": true, "move": {"take": 1}}', "application/json", 400),
    "a move that is none": (b'{"seq": 1, "move": "take"}', "application/json", 400),
    "another kind": (b'{"move": {"take": 1}}', "text/plain", 415),
    "a form": (b"move=take", "application/x-www-form-urlencoded", 415),
}


@pytest.mark.parametrize(("data", "kind", "status"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_bodies_are_refused(house: Home, data: bytes, kind: str, status: int) -> None:
    """One sentence, nothing changed, never a 500."""
    answer = house.seated().post("/api/moves", data=data, content_type=kind)

    assert status == answer.status_code
    assert {"de", "en", "nl"} == set(answer.get_json()["text"])
    assert 1 == house.session.journal.last


def test_a_claim_by_tap_is_a_move_with_a_verdict(house: Home) -> None:
    """The verdict comes with what it changed."""
    answer = house.seated(1).post("/api/claims", {"seq": 1, "task": "M10", "hand": ["R1", "R3"]})
    told = answer.get_json()

    assert ("M10", "yes", []) == (told["task"], told["verdict"], told["reasons"])
    assert 2 == told["events"][0]["n"]


@pytest.mark.parametrize(
    "claim",
    [
        {},
        {"task": "M10"},
        {"task": "M10", "hand": "R1"},
        {"task": "M10", "hand": [1]},
        {"task": 10, "hand": []},
        {"task": "M10", "hand": ["R1"] * 200},
        {"task": "X", "hand": []},
    ],
)
def test_claims_that_are_none_are_refused(house: Home, claim: dict[str, Any]) -> None:
    """A task and a list of cards."""
    assert 400 == house.seated().post("/api/claims", claim).status_code


def test_a_question_is_answered_once(house: Home) -> None:
    """By a seat; a second answer finds no question."""
    house.session.observe(seen("-heap ?"))
    phone = house.seated()
    body = {"question": "q1", "choice": "2"}
    first, second = phone.post("/api/answers", body), phone.post("/api/answers", body)

    assert (200, 2) == (first.status_code, first.get_json()["events"][0]["n"])
    assert (409, "toy.no-question") == (second.status_code, second.get_json()["error"])


class Asking(Table):
    """The toy game, asking what nobody understood."""

    def view(self, state: Heap) -> dict[str, Any]:
        choices = [
            {"id": "1", "text": message("session.stale")},
            {"id": "2", "text": message("session.undone")},
        ]
        asked = {"id": "q1", "text": message("web.fault"), "choices": choices}
        return super().view(state) | {"questions": [asked] if state.asked else []}


def test_the_story_has_what_was_asked_and_answered() -> None:
    """In words, at the answer alone: of two choices the one that was taken."""
    house = home(game=Asking())
    house.session.observe(seen("-heap ?"))
    phone = house.seated()
    phone.post("/api/answers", {"question": "q1", "choice": "2"})
    phone.post("/api/moves", {"move": {"take": 1}})
    asked, answered, moved = phone.get("/api/history").get_json()["entries"]
    house.close()

    taken = {"question": words("en").say("web.fault"), "choice": words("en").say("session.undone")}
    assert taken == {key: text["en"] for key, text in answered["answered"].items()}
    assert "answered" not in asked.keys() | moved.keys()


def test_the_host_takes_back_and_puts_right(house: Home) -> None:
    """Undo of the last move, of an entry that is no word of anybody, and a correction."""
    host = house.host()
    host.post("/api/moves", {"move": {"take": 1}})
    undone = host.post("/api/undo", {})
    nothing = host.post("/api/undo", {"move": 1})
    house.session.observe(seen("-heap a"))
    seq = next(e.seq for e in house.session.journal.after(0) if e.kind == "observation")
    right = host.post("/api/corrections", {"correction": {"was": 3, "move": seq}})

    assert [200, 409, 200] == [a.status_code for a in (undone, nothing, right)]
    assert "session.nothing-to-undo" == nothing.get_json()["error"]
    assert 7 == host.view()["left"]


@pytest.mark.parametrize("move", [[], {}, -1, 1.5, True, "x" * 99])
def test_what_cannot_be_taken_back_is_refused(house: Home, move: object) -> None:
    """A move's id or an entry's number."""
    assert 400 == house.host().post("/api/undo", {"move": move}).status_code


def test_the_host_begins_another_game(house: Home) -> None:
    """Everybody sees it; a stale host is asked to look again."""
    host = house.host()
    host.post("/api/moves", {"move": {"take": 1}})
    stale = host.post("/api/game", {"seq": 1, "matches": 7})
    begun = host.post("/api/game", {"seq": host.view()["seq"], "matches": 7})
    wrong = host.post("/api/game", {"matches": -7})

    assert [409, 200, 400] == [a.status_code for a in (stale, begun, wrong)]
    assert 7 == host.view()["left"]


def test_a_game_asked_for_twice_is_begun_once(house: Home) -> None:
    """No answer came, and the page said it again: what was laid meanwhile still lies there."""
    host = house.host()
    asked = {"seq": host.view()["seq"], "key": "k", "matches": 7}
    host.post("/api/game", asked)
    host.post("/api/moves", {"move": {"take": 1}})

    assert 200 == host.post("/api/game", asked).status_code
    assert 6 == host.view()["left"]
    assert 400 == host.post("/api/game", asked | {"key": 1}).status_code


def test_only_what_can_be_started_anew_is(house: Home) -> None:
    """Where nothing starts the companion the host reads so; nobody else is heard at all."""
    told = house.host().post("/api/restart", {})

    assert (409, "web.no-restart") == (told.status_code, told.get_json()["error"])
    assert 403 == house.seated().post("/api/restart", {}).status_code


def test_a_newer_version_is_looked_for_or_taken(house: Home) -> None:
    """Nothing else can be asked for; where none comes from, nothing is told."""
    host, nothing = house.host(), NoUpdates().to_json()
    told = [host.post("/api/update", {"do": do}) for do in ("look", "go", "rm")]

    assert [200, 200, 400] == [each.status_code for each in told]
    assert [nothing] * 2 == [each.get_json() for each in told[:2]]
    assert nothing == host.get("/api/update").get_json()


class Wired:
    """Everything that a host may have done, and what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def to_json(self) -> Json:
        """As it stands."""
        return {"so": "far"}

    def look(self) -> None:
        self.asked.append(("look",))

    def go(self) -> None:
        self.asked.append(("go",))

    def act(self, what: str, name: str, die: int | None) -> Json:
        self.asked.append((what, name, die))
        return {"lesson": what}

    def tried(self, given: Json) -> Message:
        self.asked.append(("tried", given["url"]))
        return Message("broker.none")

    def restart(self) -> None:
        self.asked.append(("restart",))

    def refocus(self) -> bool:
        self.asked.append(("refocus",))
        return True


@pytest.mark.parametrize(
    ("path", "body", "asked", "told"),
    [
        ("update", {"do": "look"}, ("look",), {"so": "far"}),
        ("update", {"do": "go"}, ("go",), {"so": "far"}),
        (
            "dice",
            {"do": "begin", "name": "red", "number": 3},
            ("begin", "red", 3),
            {"lesson": "begin"},
        ),
        ("dice", {"do": "stop"}, ("stop", "", None), {"lesson": "stop"}),
        ("restart", {}, ("restart",), {"restarting": True}),
        ("focus", {}, ("refocus",), {"focusing": True}),
    ],
    ids=["look", "go", "teach", "stop", "restart", "focus"],
)
def test_what_the_host_asks_for_is_done(
    path: str, body: Json, asked: tuple[object, ...], told: Json
) -> None:
    """By whom it concerns, once, with what was said; by nobody for a seat."""
    wired = Wired()
    house = home(
        wired={"updates": wired, "dice": wired, "restart": wired.restart, "refocus": wired.refocus}
    )
    refused = house.seated().post(f"/api/{path}", body)
    done = house.host().post(f"/api/{path}", body)
    house.close()

    assert (403, 200, told) == (refused.status_code, done.status_code, done.get_json())
    assert [asked] == wired.asked


def test_how_it_stands_is_told_to_the_host() -> None:
    """With updates, dice, the broker, the settings, and the mat as the camera sees it."""
    wired = Wired()
    house = home(
        wired={
            "updates": wired,
            "dice": wired,
            "broker": wired,
            "restart": wired.restart,
            "mat_picture": lambda: b"jpeg",
        }
    )
    host = house.host()
    told = [host.get(f"/api/{path}").get_json() for path in ("update", "dice", "broker")]
    settings = host.get("/api/settings").get_json()
    mat = host.get("/host/mat.jpg")
    tried = host.post("/api/broker/trial", {"settings": {"url": "mqtt://table"}})
    house.close()

    assert [{"so": "far"}] * 3 == told
    assert settings["can_restart"]
    assert (b"jpeg", "image/jpeg") == (mat.data, mat.mimetype)
    assert ([("tried", "mqtt://table")], {"de", "en", "nl"}) == (
        wired.asked,
        tried.get_json()["text"].keys(),
    )


def test_a_fault_of_ours_is_one_sentence(
    house: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not an error of the web server's; what went wrong is in the log, and the next request is answered."""
    host = house.host()

    def stumbles() -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(house.others, "to_json", stumbles)
    failed = host.get("/api/settings")
    monkeypatch.undo()

    assert (500, "web.fault") == (failed.status_code, failed.get_json()["error"])
    assert {"de", "en", "nl"} == failed.get_json()["text"].keys()
    assert "nosniff" == failed.headers["X-Content-Type-Options"]
    assert [ZeroDivisionError] == [
        record.exc_info[0] for record in caplog.records if record.exc_info
    ]
    assert 200 == host.get("/api/settings").status_code


@pytest.mark.parametrize(
    ("path", "field", "most", "more"),
    [
        ("pin", "pin", 64, {}),
        ("hosts", "out", 64, {}),
        ("hosts/pin", "pin", 64, {"new": "80317264"}),
        ("hosts/pin", "new", 64, {"pin": "x"}),
        ("seats", "do", 8, {"seat": 0}),
        ("seats", "phone", 64, {"do": "give", "seat": 0}),
        ("seats", "phone", 64, {"do": "away"}),
        ("seats", "phone", 64, {"do": "back"}),
        ("update", "do", 8, {}),
        ("dice", "do", 8, {}),
        ("dice", "name", 64, {"do": "stop"}),
        ("archive/erase", "game", 16, {}),
    ],
)
def test_how_long_a_text_of_the_hosts_may_be(
    house: Home, path: str, field: str, most: int, more: Json
) -> None:
    """As long as any that means something; a longer one is refused before anybody is asked about it."""
    host = house.host()
    told = [
        host.post(f"/api/{path}", {**more, field: "x" * size}).get_json()
        for size in (most, most + 1)
    ]
    wrong = host.post(f"/api/{path}", {**more, field: 7}).get_json()

    said = words("en").say("web.field", field=field)
    short, *others = (answer.get("text", {}).get("en") == said for answer in (*told, wrong))
    assert [True, True] == others
    # Of what is to be done there are only a few words.
    assert short is (field == "do" and path != "dice")


def test_settings_are_told_and_changed(house: Home) -> None:
    """All or none; a strange one is refused."""
    host = house.host()
    changed = host.post("/api/settings", {"settings": {"quiet": True}})
    strange = host.post("/api/settings", {"settings": {"quiet": False, "port": 1}})

    assert [{"key": "quiet", "value": True}] == changed.get_json()["settings"]
    assert (400, "settings.unknown") == (strange.status_code, strange.get_json()["error"])
    assert [{"key": "quiet", "value": True}] == host.get("/api/settings").get_json()["settings"]


def test_the_doctor_is_asked(house: Home) -> None:
    """What it says comes as checks."""
    checks = house.host().get("/api/doctor").get_json()["checks"]

    assert [("camera", "ok")] == [(check["name"], check["verdict"]) for check in checks]


def test_the_straightened_mat_is_to_be_had(house: Home) -> None:
    """Once the camera sees one; until then it is said that there is none."""
    none = house.host().get("/host/mat.jpg")

    assert (404, "web.no-mat") == (none.status_code, none.get_json()["error"])


def test_a_camera_that_holds_no_focus_is_not_asked_to_find_one(house: Home) -> None:
    """Where there is none that can, it is said that nothing is to be done."""
    refused = house.host().post("/api/focus", {})

    assert (409, "web.no-focus") == (refused.status_code, refused.get_json()["error"])


def test_the_live_picture_is_the_hosts(house: Home) -> None:
    """A picture and what was read in it, or a sentence that there is none."""
    host = house.host()
    none = host.get("/host/live.jpg")
    house.others.picture = Live(b"\xff\xd8jpeg", {"size": [2, 1], "tags": []})

    assert (404, "web.no-picture") == (none.status_code, none.get_json()["error"])
    assert (b"\xff\xd8jpeg", "image/jpeg") == (
        host.get("/host/live.jpg").data,
        host.get("/host/live.jpg").mimetype,
    )
    assert [2, 1] == host.get("/host/live.json").get_json()["size"]


def test_the_picture_is_that_of_the_boxes_drawn_over_it(house: Home) -> None:
    """Whoever looks beside, and whatever came since; of a frame nobody was told of there is only the last one."""
    host, beside = house.host(), house.host()
    for frame, page in ((7, host), (8, beside)):
        house.others.picture = Live(b"of %d" % frame, {"frame": frame})
        assert frame == page.get("/host/live.json").get_json()["frame"]
    house.others.picture = Live(b"of 9", {"frame": 9})

    seen = [host.get(f"/host/live.jpg?frame={frame}").data for frame in (7, 8, 3)]

    assert [b"of 7", b"of 8", b"of 9"] == seen


def test_how_many_may_look_at_once(house: Home) -> None:
    """Of the four pictures that were told of last each is there; under a number that came twice, the later one."""
    host = house.host()

    def tell(frame: int, jpeg: bytes) -> None:
        house.others.picture = Live(jpeg, {"frame": frame})
        host.get("/host/live.json")

    def seen() -> list[bytes]:
        return [host.get(f"/host/live.jpg?frame={frame}").data for frame in (1, 2, 3, 4, 5)]

    for frame in (1, 2, 3, 4, 5):
        tell(frame, b"of %d" % frame)
    house.others.picture = Live(b"last", {"frame": 9})

    assert [b"last", b"of 2", b"of 3", b"of 4", b"of 5"] == seen()
    tell(5, b"another")
    assert [b"another", b"another", b"of 3", b"of 4", b"another"] == seen()


class Cameras:
    """Two that are there, and what was tried."""

    def __init__(self) -> None:
        self.sources: list[str] = []

    def to_json(self) -> list[Json]:
        return [{"source": "usb", "name": "one"}]

    def in_the_house(self) -> list[Json]:
        return [{"source": "rtsp", "name": "two"}]

    def tried(self, source: str) -> Json:
        self.sources.append(source)
        return {"picture": None, "checks": []}


def test_cameras_are_told_and_tried() -> None:
    """Those that are plugged in, those of the house, and one by its source, of at most 300 characters; where nothing looks for any, none."""
    cameras, none = Cameras(), home()
    with closing(home(wired={"cameras": cameras})) as house, closing(none):
        host, blind = house.host(), none.host()
        plugged = host.get("/api/cameras").get_json()
        inside = host.post("/api/cameras/house", {}).get_json()
        tried = [host.post("/api/cameras", {"camera": "x" * n}) for n in (300, 301)]
        asked = (blind.get("/api/cameras"), blind.post("/api/cameras", {"camera": "x"}))

        assert ({"cameras": cameras.to_json()}, {"cameras": cameras.in_the_house()}) == (
            plugged,
            inside,
        )
        assert [200, 400] == [each.status_code for each in tried]
        assert (["x" * 300], {"picture": None, "checks": []}) == (
            cameras.sources,
            tried[0].get_json(),
        )
        assert [404] * 3 == [
            each.status_code for each in (*asked, blind.post("/api/cameras/house", {}))
        ]


@pytest.mark.parametrize(
    ("body", "status", "asked"),
    [
        (
            {"players": ["Ann"], "first": 1, "seq": 1, "key": "k"},
            200,
            {"players": ["Ann"], "first": 1},
        ),
        ({"edition": "newer", "dealer": 0}, 200, {"edition": "newer", "dealer": 0}),
        ({"first": None}, 200, {"first": None}),
        ({"first": True}, 400, None),
        ({"first": -1}, 400, None),
        ({"first": "0"}, 400, None),
        ({"dealer": 1.5}, 400, None),
        ({"dealer": "Ann"}, 400, None),
        ({"game": "chess"}, 400, None),
        ({"game": 7}, 400, None),
        ({"game": None}, 400, None),
    ],
)
def test_what_a_game_is_asked_for(body: Json, status: int, asked: Json | None) -> None:
    """The form without what is about the request; who is first and who deals are seats, and the game is one that there is."""
    forms: list[Json] = []

    def setup(form: Json) -> Json:
        forms.append(form)
        return {"matches": 5}

    dice = replace(toy_pages(), name="dice", routes=(), pages=(), setup=setup)
    with closing(home(besides=[dice])) as house:
        came = house.host().post("/api/game", {"game": "dice", **body})

    assert status == came.status_code
    assert forms == [asked] * (status == 200)


def test_what_a_setting_cannot_do_is_told(house: Home) -> None:
    """Where nothing starts the companion anew, a page offers it to nobody."""
    assert house.host().get("/api/settings").get_json()["can_restart"] is False


Does: TypeAlias = Callable[[Home], object]


@pytest.mark.parametrize(
    ("does", "key", "now"),
    [
        (lambda house: house.seated(1), "seats", [False, True, False]),
        (lambda house: house.seated(1).sit(None), "seats", [False, False, False]),
        (
            lambda house: house.host().post("/api/seats", {"do": "lock", "seat": 2}),
            "locked",
            [False, False, True],
        ),
        (
            lambda house: house.visit().post("/api/next", {"name": "Oma"}),
            "waiting",
            [True],
        ),
        (lambda house: house.host().post("/api/game", {"matches": 7}), "left", 7),
    ],
    ids=["sits", "stands", "locks", "waits", "begins"],
)
def test_whoever_follows_is_told_at_once(house: Home, does: Does, key: str, now: object) -> None:
    """Before the answer to who did it: whoever begins to follow then sees it."""
    does(house)
    stream = house.visit().get("/api/events")
    views = (data for chunk in chunks(stream) for name, _, data in told(chunk) if name == "view")
    view = next(views)
    stream.close()

    shown = view[key]
    assert now == ([bool(each) for each in shown] if isinstance(shown, list) else shown)


@pytest.mark.parametrize(
    ("path", "printed"),
    [
        ("/host/print/tags.pdf", ("tags", None, None, "de", None)),
        (
            "/host/print/cards.pdf?game=toy&edition=newer&lang=en",
            ("cards", "toy", "newer", "en", None),
        ),
        ("/host/print/mat.pdf?size=18.5&lang=xx", ("mat", None, None, "de", 18.5)),
        ("/host/print/tags.pdf?size=9", ("tags", None, None, "de", 9.0)),
        ("/host/print/tags.pdf?size=24", ("tags", None, None, "de", 24.0)),
    ],
)
def test_the_host_prints(
    house: Home, path: str, printed: tuple[str, str | None, str | None, str, float | None]
) -> None:
    """Kind, game, edition, language and size are passed on; the file has a name of ours."""
    answer = house.host().get(path)

    assert (200, "application/pdf") == (answer.status_code, answer.mimetype)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert [printed] == house.others.printed


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("backs.pdf", 404),
        ("../tags.pdf", 404),
        ("tags.pdf?size=8.9", 400),
        ("tags.pdf?size=24.1", 400),
        ("tags.pdf?size=x", 400),
        ("tags.pdf?size=nan", 400),
        ("tags.pdf?size=inf", 400),
    ],
)
def test_other_prints_are_refused(house: Home, path: str, status: int) -> None:
    """There are kinds that can be printed, and sizes that can be read."""
    assert status == house.host().get(f"/host/print/{path}").status_code


def test_the_journal_is_downloaded(tmp_path: Path) -> None:
    """A line an entry, as `murphy journal import` takes it back."""
    with Journal(tmp_path / "game.journal", clock=Clock()) as journal:
        house = home(journal)
        house.session.submit({"take": 1})
        answer = house.host().get("/host/game.jsonl")
        lines = answer.get_data(as_text=True).splitlines()
        copy = Journal(None)
        loaded = copy.load(lines)
        house.close()

    assert (200, 4) == (answer.status_code, loaded)
    assert ["game", "submission", "event", "announcement"] == [json.loads(x)["kind"] for x in lines]
    assert "murphy.jsonl" in answer.headers["Content-Disposition"]


def test_the_story_is_told_as_it_stands(house: Home) -> None:
    """What was taken back is gone; what stands says what the table was like afterwards."""
    host = house.host()
    for n in (1, 2, 3):
        host.post("/api/moves", {"move": {"take": n}, "player": 0})
    before = host.get("/api/history").get_json()
    host.post("/api/undo", {})
    after = host.get("/api/history").get_json()
    rest = host.get("/api/history?from=1").get_json()

    assert [1, 2, 3] == [entry["events"][0]["n"] for entry in before["entries"]]
    assert [1, 2] == [entry["events"][0]["n"] for entry in after["entries"]]
    assert [2] == [entry["events"][0]["n"] for entry in rest["entries"]]
    assert [1, 2] == [entry["after"]["turn"]["player"] for entry in after["entries"]]
    assert after["more"] is False


class Looked(Table):
    """The toy game, counting how often somebody wants to see the table."""

    looks = 0

    def view(self, state: Heap) -> dict[str, Any]:
        self.looks += 1
        return super().view(state)


def test_a_view_is_worked_out_once() -> None:
    """However many look, until something happens."""
    game = Looked()
    with closing(home(game=game)) as house:
        phones = [house.visit() for _ in range(3)]
        before = game.looks
        for phone in phones:
            phone.view()
        once = game.looks
        house.session.submit({"take": 1})
        for phone in phones:
            assert 9 == phone.view()["left"]

    assert before == once
    assert game.looks <= once + 6


def test_a_long_story_is_told_in_pages() -> None:
    """Four hundred records at a time, and no more are worked out than are told."""
    game = Looked()
    house = home(matches=900, game=game)
    for _ in range(410):
        house.session.submit({"take": 1})
    visit = house.visit()
    before = game.looks
    first = visit.get("/api/history").get_json()
    assert 400 <= game.looks - before < 405
    rest = visit.get(f"/api/history?from={len(first['entries'])}").get_json()
    house.close()

    assert (400, True) == (len(first["entries"]), first["more"])
    assert (10, False) == (len(rest["entries"]), rest["more"])


class AskingTwice(Asking):
    """The toy game, with a question before the one that is meant, of the same choices."""

    def view(self, state: Heap) -> dict[str, Any]:
        seen = super().view(state)
        choices = [{"id": "2", "text": message("page.menu")}]
        other = {"id": "q0", "text": message("page.done"), "choices": choices}
        return seen | {"questions": [other, *seen["questions"]] if seen["questions"] else []}


@pytest.mark.parametrize(
    ("question", "choice", "answered"),
    [
        ("q0", "2", ("page.done", "page.menu")),
        ("q1", "2", ("web.fault", "session.undone")),
        ("q1", "1", ("web.fault", "session.stale")),
        ("q0", "1", None),
        ("q2", "2", None),
    ],
)
def test_which_question_was_answered(
    question: str, choice: str, answered: tuple[str, str] | None
) -> None:
    """The one that was named; where there was none like that, the story says nothing of it."""
    with closing(home(game=AskingTwice())) as house:
        house.session.observe(seen("-heap ?"))
        house.session.answer(question, choice)
        last = house.visit().get("/api/history").get_json()["entries"][-1]["answered"]

    told = last and tuple(text["en"] for text in (last["question"], last["choice"]))
    assert (answered and tuple(words("en").say(key) for key in answered)) == told


def test_what_no_longer_fits_is_told_as_dropped() -> None:
    """After a correction of what came before."""
    with closing(home(matches=5)) as house:
        house.session.observe(seen("-heap a"))
        first = house.session.journal.since("observation")[0].seq
        house.session.submit({"take": 3})
        host = house.host()
        host.post("/api/corrections", {"correction": {"was": 3, "move": first}})
        told = host.get("/api/history").get_json()["entries"]

    assert {("observation", False), ("submission", True), ("correction", False)} == {
        (one["kind"], one["dropped"]) for one in told
    }


class Passing(Table):
    """The toy game with questions and obstacles of the moment, another one after every take."""

    def view(self, state: Heap) -> dict[str, Any]:
        now = dict.fromkeys(("questions", "moves", "setup", "troubles"), [state.left])
        return super().view(state) | now | {"odd": state.left % 2}


def after(entries: list[Json]) -> list[Json]:
    """What of the view another than before, record by record, as it is told; without who plays."""
    return [
        {k: v for k, v in one["after"].items() if k not in ("turn", "players")} for one in entries
    ]


def test_the_story_says_what_is_another_after_each_record() -> None:
    """All that there is after the first, then what differs; never what is asked at the moment, nor a look of which nothing came."""
    with closing(home(game=Passing())) as house:
        took = house.session.submit({"take": 1})
        house.session.observe(seen("-heap a", "-heap b"))
        house.session.observe(seen())
        house.session.observe(seen("-heap a"))
        told = house.visit().get("/api/history").get_json()["entries"]

    assert ["submission", "observation", "observation"] == [one["kind"] for one in told]
    assert took.entry == told[0]["seq"]
    assert [
        {"game": "toy", "left": 9, "taken": [1], "odd": 1},
        {"left": 7, "taken": [1, 2]},
        {"left": 6, "taken": [1, 2, 1], "odd": 0},
    ] == after(told)


TOOK, LOOKED, NOTHING, UNDONE = ("take", "look", "nothing", "undo")


@pytest.mark.parametrize(
    "evening",
    [
        [TOOK, TOOK, TOOK],
        [TOOK, LOOKED, NOTHING, TOOK],
        [NOTHING, NOTHING, TOOK, NOTHING, LOOKED],
        [TOOK, TOOK, UNDONE, TOOK, LOOKED],
        [TOOK, UNDONE, UNDONE, NOTHING, TOOK],
        [LOOKED, LOOKED, UNDONE, LOOKED, UNDONE, TOOK],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(("most", "often"), [(1, 1), (2, 2), (9, 2), (9, 3)])
def test_whoever_asks_again_and_again_is_told_the_same(
    evening: list[str], most: int, often: int
) -> None:
    """As who asks once in the end, whatever was kept of the answers before and has changed since: in pages of any size, until there is no more."""
    session = Session(Passing(), Journal(None, clock=Clock()), setup={"matches": 30}, clock=Clock())
    kept, game = HistoryCache(session), toy_pages()

    def story(of: HistoryCache) -> list[Json]:
        told, more = list[Json](), True
        while more:
            page, more = of.page(game, len(told), most)
            assert len(page) == most if more else len(page) <= most
            told += page
        return told

    for step, what in enumerate(evening, 1):
        match what:
            case "take":
                session.submit({"take": 1})
            case "undo":
                with suppress(CompanionError):
                    session.undo()
            case _:
                session.observe(seen(*["-heap a"] * (what == LOOKED)))
        if step % often == 0:
            assert story(HistoryCache(session)) == story(kept)


def test_a_seat_is_told_what_it_may_do(house: Home) -> None:
    """The host may ask for anybody."""
    moves = [{"take": 1}, {"take": 2}, {"take": 3}]

    assert {"seq": 1, "moves": moves} == house.seated(1).get("/api/legal").get_json()
    assert moves == house.host().get("/api/legal?player=2").get_json()["moves"]
    assert 400 == house.host().get("/api/legal?player=7").status_code
    assert 403 == house.host().get("/api/legal").status_code
    assert 403 == house.visit().get("/api/legal").status_code


@pytest.mark.parametrize(
    ("who", "query", "player"),
    [
        (1, "", 1),
        (1, "?player=2", 1),
        (1, "?player=7", 1),
        (1, "?player=x", None),
        ("host", "?player=0", 0),
        ("host", "?player=2", 2),
        ("host", "?player=3", None),
        ("host", "?player=", None),
    ],
)
def test_whose_moves_are_told(who: int | str, query: str, player: int | None) -> None:
    """A seat's own, whatever it asks for; to the host anybody's."""
    fair = replace(
        toy_pages(), name="fair", routes=(), pages=(), legal=lambda player: [{"by": player}]
    )
    with closing(home(game=Judging(), besides=[fair])) as house:
        phone = house.host() if who == "host" else house.seated(1)
        answer = phone.get(f"/api/legal{query}")

    assert (400 if player is None else 200) == answer.status_code
    if player is not None:
        assert [{"by": player}] == answer.get_json()["moves"]


def test_what_is_told_of_each_game() -> None:
    """As a page needs it to begin one, and which of them is played."""
    form: Json = {"rulings": [], "first": "page.done"}
    titles = {"de": "Würfel", "en": "Dice", "nl": "Dobbelen"}
    dice = replace(
        toy_pages(),
        name="dice",
        titles=titles,
        routes=(),
        pages=(),
        players=(2, 5),
        prints=("mat",),
        forms={"old": form, "new": {}},
    )
    with closing(home(besides=[dice])) as house:
        told = house.visit().get("/api/games").get_json()

    assert ("toy", ["toy", "dice"]) == (told["playing"], [game["name"] for game in told["games"]])
    assert {
        "name": "dice",
        "title": titles,
        "styles": ["/static/games/dice/all.css"],
        "pages": [],
        "players": [2, 5],
        "prints": ["mat"],
        "editions": [{"name": "old", **form}, {"name": "new"}],
    } == told["games"][1]


def test_what_may_have_been_otherwise_is_told_with_the_story() -> None:
    """Whatever the game says of its turns."""
    fair = replace(toy_pages(), name="fair", routes=(), pages=(), unsure=lambda: [{"entry": 7}])
    with closing(home(game=Judging(), besides=[fair])) as house:
        assert [{"entry": 7}] == house.visit().get("/api/history").get_json()["unsure"]


def test_anybody_verifies(house: Home) -> None:
    """By POST, and in the address for programs; nothing changes."""
    asked = {"task": "M10", "hand": ["R1"]}
    visit = house.visit()

    assert "yes" == visit.post("/api/verify", asked).get_json()["verdict"]
    assert "yes" == visit.get("/api/verify?task=M10&hand=R1,R3&mac=").get_json()["verdict"]
    assert 400 == visit.get("/api/verify").status_code
    assert 1 == house.session.journal.last


@pytest.mark.parametrize("path", ["/healthz", "/api/health"])
def test_health_is_for_anybody(house: Home, path: str) -> None:
    """200 while all is well, 503 when it is not, with the age of the last frame."""
    assert {"ok": True, "camera": "ok", "frame_age": 0.1} == house.visit().get(path).get_json()
    house.others.healthy = False

    assert 503 == house.visit().get(path).status_code


@pytest.mark.parametrize(
    ("well", "more", "ok"),
    [
        (True, {}, True),
        (True, {"journal": True}, True),
        (True, {"journal": False}, False),
        (False, {"journal": True}, False),
        (True, {"camera": "\udcff", "journal": True}, True),
    ],
)
def test_when_all_is_well(house: Home, well: bool, more: Json, ok: bool) -> None:
    """Where nothing has to be started anew and what happens can be written; told whatever bytes a camera's name has."""
    house.others.healthy = well
    house.others.how |= more
    told = house.visit().get("/healthz")

    assert (200 if ok else 503, ok) == (told.status_code, told.get_json()["ok"])
    assert more.keys() <= told.get_json().keys()


def test_what_only_a_player_knows_is_told_to_nobody(
    house: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events leave the house in their public form: in answers and in the story."""
    matches = type(house.session.game)
    respond = matches.respond

    def whispering(game: Matches, state: Heap, said: Input) -> tuple[Happened[Heap], ...]:
        return tuple(
            replace(came, event={**came.event, "secret": "R07-1"})
            for came in respond(game, state, said)
        )

    monkeypatch.setattr(matches, "respond", whispering)
    phone = house.seated()
    answer = phone.post("/api/moves", {"move": {"take": 1}})

    assert "secret" in house.session.history[-1].events[0]
    assert "secret" not in answer.get_data(as_text=True)
    assert "secret" not in phone.get("/api/history").get_data(as_text=True)


class Written:
    """A program written from the agreement (web/routes/api.py): it keeps the one cookie that is named there, and the token."""

    def __init__(self, house: Home, name: str) -> None:
        self.client = house.app.test_client(use_cookies=False)
        self.name, self.cookie, self.token = name, "", ""

    def ask(self, method: str, path: str, body: Json | None = None) -> TestResponse:
        headers = {"Cookie": f"{self.name}={self.cookie}", "X-Murphy-Token": self.token}
        answer = self.client.open(path, method=method, headers=headers, json=body)
        for given in answer.headers.getlist("Set-Cookie"):
            name, _, rest = given.partition("=")
            if name == self.name:
                self.cookie = rest.partition(";")[0]
        self.token = answer.headers.get("X-Murphy-Token", self.token)
        return answer


def test_a_program_written_from_the_agreement_plays() -> None:
    """The cookie's name and the token's header are as they are written there."""
    (name,) = re.findall(r"one cookie, ``(\S+)`` and the port", api.__doc__)
    house = home(port=8123)
    program = Written(house, f"{name}8123")
    program.ask("GET", "/api/view")
    took = program.ask("POST", "/api/seat", {"seat": 1})
    moved = program.ask("POST", "/api/moves", {"move": {"take": 2}})
    house.close()

    assert (200, 200) == (took.status_code, moved.status_code)
    assert 8 == house.session.state.left
