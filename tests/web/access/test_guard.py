"""Nobody gets in by a way that was not given: hosts, origins, tokens, roles, sizes, headers, for every rule there is."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from flask import Flask

from companion.announce import Param, message
from companion.errors import (
    CameraError,
    CardError,
    CompanionError,
    IllegalMove,
    InputError,
    JournalError,
    PictureError,
    SettingsError,
    StaleMove,
)
from companion.rules import Json
from companion.table import Settled, Step, Table
from companion.words import words
from tests.web.home import COOKIE, TOY, Home, Visit, home, toy_pages
from web.access.guard import HEADERS, Role
from web.access.standing import Standing
from web.addresses import THE_PI
from web.app import DOOR
from web.game_pages import Call, GamePages, Route
from web.limits import KB, MB, Limits
from web.part_faults import ROOMS
from web.refusals import HttpError, body_of
from web.routes.api import OF_THE_SHELL
from web.server.request import STREAM

ROOM = 64 * 1024
"""As they are promised, not as the code has them."""

SAFE = ("GET", "HEAD", "OPTIONS")
FILLED = {
    "language": "de",
    "kind": "tags",
    "name": "look.css",
    "game": "dumm-gelaufen",
    "past": "0" * 16,
}


@pytest.fixture
def house() -> Iterator[Home]:
    house = home()
    yield house
    house.close()


def rules(app: Flask) -> list[tuple[str, str]]:
    """Every method and path of the URL map, gaps filled."""
    urls = app.url_map.bind("localhost")
    found = []
    for rule in app.url_map.iter_rules():
        gaps = {name: FILLED[name] for name in rule.arguments}
        for method in sorted(rule.methods or ()):
            found.append((method, urls.build(rule.endpoint, gaps, method=method)))
    return found


def ways_in(app: Flask) -> list[tuple[str, str]]:
    return [(method, path) for method, path in rules(app) if method not in SAFE]


def looks(app: Flask) -> list[tuple[str, str]]:
    """Every rule that only looks, the endless stream by its head."""
    asked = [(m, path) for m, path in rules(app) if m == "GET"]
    return [("HEAD" if path == "/api/events" else m, path) for m, path in asked]


def test_what_is_worked_on_apart_is_in_the_map(house: Home) -> None:
    """The channel knows the stream by its path: it is some rule's."""
    assert STREAM in [path for _, path in rules(house.app)]


def test_no_game_may_have_an_address_of_the_shell(house: Home) -> None:
    """All that the shell serves is refused to games (web/part_faults.py), and nothing that it does not."""
    toy = toy_pages()
    brought = {way.path for way in toy.routes} | {page.path for page in toy.pages}
    own = {rule.rule for rule in house.app.url_map.iter_rules()} - brought

    assert [] == [p for p in own if p not in OF_THE_SHELL and not p.startswith(ROOMS)]
    assert OF_THE_SHELL <= own


def test_every_rule_of_the_map_has_a_role(house: Home) -> None:
    """What nobody gave a role is open to nobody, and there is nothing like that."""
    visit = house.visit()
    asked = [(*rule, visit.client.open(rule[1], method=rule[0])) for rule in looks(house.app)]

    assert len(asked) > 20
    assert [] == [(m, p) for m, p, r in asked if r.status_code == 403 and b"web.nobody" in r.data]


def test_a_rule_without_a_role_is_refused() -> None:
    """Deny by default: a rule that is added past the guard answers 403 to everybody."""
    house = home()
    house.app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    answer = house.host().get("/forgotten")
    house.close()

    assert (403, "web.nobody") == (answer.status_code, answer.get_json()["error"])


def test_the_map_has_the_promised_ways_in(house: Home) -> None:
    """Paths are promises to users."""
    promised = {
        "/api/seat",
        "/api/moves",
        "/api/claims",
        "/api/claims/photo",
        "/api/answers",
        "/api/changes",
        "/api/verify",
        "/api/pin",
        "/api/leave",
        "/api/corrections",
        "/api/undo",
        "/api/hosts",
        "/api/hosts/pin",
        "/api/seats",
        "/api/settings",
        "/api/game",
        "/api/restart",
        "/api/broker/trial",
        "/api/archive/erase",
        "/api/pin/button",
        "/api/update",
        "/api/dice",
        "/api/focus",
        "/api/cameras",
        "/api/cameras/house",
        "/api/arrive",
        "/api/again",
        "/api/camera",
        "/api/camera/https",
        "/api/setup",
        "/api/buzzer",
        "/api/next",
    }

    assert promised == {path for _, path in ways_in(house.app)}
    assert {"POST"} == {method for method, _ in ways_in(house.app)}


REFUSED = {
    "no cookie, no token": ({}, False, 403, "web.token"),
    "cookie without token": ({}, True, 403, "web.token"),
    "a guessed token": ({"X-Murphy-Token": "5" * 40}, True, 403, "web.token"),
    "a token without its cookie": ({"X-Murphy-Token": "mine"}, False, 403, "web.token"),
    "a foreign page": (
        {"X-Murphy-Token": "mine", "Origin": "http://evil.example"},
        True,
        403,
        "web.origin",
    ),
    "a page without origin": (
        {"X-Murphy-Token": "mine", "Origin": "null"},
        True,
        403,
        "web.origin",
    ),
    "the same name, another port": (
        {"X-Murphy-Token": "mine", "Origin": "http://localhost:81"},
        True,
        403,
        "web.origin",
    ),
    "another site by the browser's word": (
        {"X-Murphy-Token": "mine", "Sec-Fetch-Site": "cross-site"},
        True,
        403,
        "web.origin",
    ),
    "a neighbour under the same name": (
        {"X-Murphy-Token": "mine", "Sec-Fetch-Site": "same-site"},
        True,
        403,
        "web.origin",
    ),
    "a foreign host name": (
        {"X-Murphy-Token": "mine", "Host": "evil.example"},
        True,
        400,
        "web.host",
    ),
}


@pytest.mark.parametrize("how", REFUSED.values(), ids=REFUSED.keys())
def test_every_way_in_is_refused(house: Home, how: tuple[dict[str, str], bool, int, str]) -> None:
    """Every POST of the map needs cookie, token and our own origin, and changes nothing without."""
    headers, with_cookie, status, error = how
    for method, path in ways_in(house.app):
        visit = house.host() if with_cookie else house.visit()
        if headers.get("X-Murphy-Token") == "mine":
            headers = headers | {"X-Murphy-Token": visit.view()["token"]}
        client = visit.client if with_cookie else house.app.test_client()
        before = house.session.journal.last
        answer = client.open(path, method=method, json={"take": 1}, headers=headers)

        assert (status, error) == (answer.status_code, answer.get_json()["error"]), path
        assert before == house.session.journal.last


def test_our_own_page_is_let_in(house: Home) -> None:
    """A browser names the page that asks; a program names nothing."""
    visit = house.seated()
    for origin in ({"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}, {}):
        answer = visit.post("/api/moves", {"move": {"take": 1}}, headers=origin)

        assert 200 == answer.status_code


@pytest.mark.parametrize(("size", "status"), [(64 * KB, 200), (64 * KB + 1, 413)])
def test_how_large_a_body_may_be(house: Home, size: int, status: int) -> None:
    """64 KB, and whoever sends more is told so."""
    said = b'{"move": {"take": 1}}'
    phone = house.seated()
    answer = phone.post("/api/moves", data=said.ljust(size), content_type="application/json")

    assert status == answer.status_code
    if status == 413:
        assert "64 KB" in answer.get_json()["text"]["en"]


CROSS: Final = {"Sec-Fetch-Site": "cross-site"}
SAME: Final = {"Sec-Fetch-Site": "same-origin"}
NEAR: Final = {"Sec-Fetch-Site": "same-site"}
NAVIGATES: Final = {"Sec-Fetch-Mode": "navigate"}
CORS: Final = {"Sec-Fetch-Mode": "cors"}


@pytest.mark.parametrize(
    ("headers", "looks", "changes"),
    [
        ({}, True, True),
        ({"Sec-Fetch-Site": "none"} | NAVIGATES, True, True),
        (SAME | CORS, True, True),
        (CROSS, True, False),
        (CROSS | NAVIGATES, True, False),
        (CROSS | CORS, False, False),
        (CROSS | {"Sec-Fetch-Mode": "no-cors"}, False, False),
        (NEAR | NAVIGATES, True, False),
        (NEAR | CORS, False, False),
        ({"Origin": "http://localhost"}, True, True),
        ({"Origin": "https://localhost"}, True, True),
        ({"Origin": "http://LocalHost"}, True, True),
        ({"Origin": "http://localhost"} | CROSS | CORS, False, False),
        ({"Origin": "http://localhost:8000"}, False, False),
        ({"Origin": "http://localhost/"}, False, False),
        ({"Origin": "http://murphy"}, False, False),
        ({"Origin": "ftp://localhost"}, False, False),
        ({"Origin": "localhost"}, False, False),
        ({"Origin": "null"}, False, False),
        ({"Origin": ""}, False, False),
    ],
)
def test_whose_page_asks(house: Home, headers: dict[str, str], looks: bool, changes: bool) -> None:
    """A link from elsewhere may lead here, and a program says nothing of it; another site's page neither reads nor changes anything."""
    phone = house.seated()
    read = phone.get("/api/view", headers=headers).status_code
    said = phone.post("/api/moves", {"move": {"take": 1}}, headers=headers).status_code

    assert (200 if looks else 403, 200 if changes else 403) == (read, said)


@pytest.mark.parametrize(
    ("works", "asks", "status"),
    [
        ("guest", "guest", 429),
        ("guest", "seat", 200),
        ("guest", "host", 200),
        ("guest", "was host", 200),
        ("guest", "the Pi", 200),
        ("seat", "guest", 200),
        ("seat", "seat", 429),
        ("seat", "was host", 429),
        ("host", "seat", 429),
        ("host", "guest", 200),
        ("the Pi", "guest", 200),
    ],
)
def test_who_is_in_whose_way(works: str, asks: str, status: int) -> None:
    """Whoever has a part in the evening waits for his like only, and so do guests; the Pi for nobody."""
    told: list[int] = []

    def do(call: Call) -> Json:
        if not told:
            told.append(0)
            told.append(phones[asks, 1].post("/api/slow", {}).status_code)
        return {}

    slow = Route("POST", "/api/slow", Role.PUBLIC, do)
    game = GamePages(name="slow", titles={}, folder=TOY, routes=(slow,))
    house = home(limits=Limits(writing=1), besides=[game])
    phones = {}
    for n, (who, which) in enumerate(((works, 0), (asks, 1))):
        visit = house.visit(THE_PI if who == "the Pi" else f"10.0.0.{n + 1}")
        if who == "seat":
            visit.sit(n)
        elif "host" in who:
            visit.give_pin()
        if who == "was host":
            visit.post("/api/leave", {})
        phones[who, which] = visit

    assert 200 == phones[works, 0].post("/api/slow", {}).status_code
    house.close()
    assert [0, status] == told


def test_the_host_only_rules_are_for_the_host(house: Home) -> None:
    """A seat is no host: every rule of the host's refuses it, for looking and for changing."""
    seat, host = house.seated(), house.host()
    only = {(method, path) for method, path in rules(house.app) if _is_hosts(seat, method, path)}

    assert {
        ("POST", "/api/leave"),
        ("POST", "/api/corrections"),
        ("GET", "/api/hosts"),
        ("POST", "/api/hosts"),
        ("POST", "/api/hosts/pin"),
        ("GET", "/api/seats"),
        ("POST", "/api/seats"),
        ("POST", "/api/game"),
        ("GET", "/api/settings"),
        ("POST", "/api/settings"),
        ("POST", "/api/restart"),
        ("GET", "/api/broker"),
        ("POST", "/api/broker/trial"),
        ("GET", "/api/update"),
        ("POST", "/api/update"),
        ("GET", "/api/dice"),
        ("POST", "/api/dice"),
        ("GET", "/api/doctor"),
        ("POST", "/api/focus"),
        ("GET", "/api/cameras"),
        ("POST", "/api/cameras"),
        ("POST", "/api/cameras/house"),
        ("GET", "/host/live.jpg"),
        ("GET", "/host/live.json"),
        ("GET", "/host/mat.jpg"),
        ("GET", "/host/game.jsonl"),
        ("GET", "/host/print/tags.pdf"),
        ("POST", "/api/camera"),
        ("POST", "/api/camera/https"),
        ("POST", "/api/setup"),
        ("POST", "/api/buzzer"),
        ("GET", "/host/archive/dumm-gelaufen.jsonl"),
        ("POST", "/api/archive/erase"),
    } == only
    assert 200 == host.get("/api/doctor").status_code


def _is_hosts(seat: Visit, method: str, path: str) -> bool:
    if method not in ("GET", "POST") or path == "/api/events":
        return False
    mine = {"X-Murphy-Token": seat.token}
    answer = seat.client.open(path, method=method, json={}, headers=mine)
    return answer.status_code == 403 and answer.get_json()["error"] == "web.host-only"


def test_a_seat_puts_right_only_what_is_anybodys(house: Home) -> None:
    """One kind of correction is open to seats, under a path of its own; every other one stays the host's there, too."""
    visit = house.visit()
    visit.sit(1)
    gone = Step.parse("-heap a")
    house.session.observe(Settled(0, 0.0, Table(), (gone,)))
    entry = house.session.journal.last
    before = house.session.journal.last
    for correction in ({"was": 3}, {"was": 3, "move": 2, "more": 1}, {"do": "pause"}, {}):
        answer = visit.post("/api/changes", {"correction": correction})
        assert (403, "web.host-only") == (answer.status_code, answer.get_json()["error"])
    assert before == house.session.journal.last

    right = {"was": 3, "move": _observed(house)}
    same = visit.post("/api/corrections", {"correction": right})
    open_to_seats = visit.post("/api/changes", {"correction": right})

    assert (403, 200) == (same.status_code, open_to_seats.status_code)
    (said,) = [e for e in house.session.journal.after(entry) if e.kind == "correction"]
    assert 1 == said.data["by"]


def _observed(house: Home) -> int:
    entries = house.session.journal.after(0)
    return next(e.seq for e in entries if e.kind == "observation")


@pytest.mark.parametrize(
    "path", ["/api/moves", "/api/claims", "/api/claims/photo", "/api/answers", "/api/changes"]
)
def test_guests_look_and_do_not_play(house: Home, path: str) -> None:
    """Without a seat nobody moves."""
    answer = house.visit().post(path, {"move": {"take": 1}})

    assert (403, "web.seat-first") == (answer.status_code, answer.get_json()["error"])


HOSTS = {
    "localhost": 200,
    "localhost:8000": 200,
    "LOCALHOST": 200,
    "murphy.local": 200,
    "murphy": 200,
    "murphy.local.": 200,
    "table.example": 200,
    "192.168.1.5:8000": 200,
    "[fd00::5]:8000": 200,
    "[FD00:0::5]": 200,
    "": 400,
    "evil.example": 400,
    "192.168.1.6": 400,
    "localhost.evil.example": 400,
    "evil.example#localhost": 400,
    "localhost@evil.example": 400,
    "murphy.local:80:80": 400,
    "[::2]": 400,
    "[fd00::5": 400,
    "fd00::5": 400,
    "local host": 400,
    "localhost/": 400,
    "127.0.0.1.": 400,
    "2130706433": 400,
    "0x7f.1": 400,
    "localhost\u0131": 400,
}


@pytest.mark.parametrize(("host", "status"), HOSTS.items(), ids=ascii)
def test_only_our_own_names_are_answered(house: Home, host: str, status: int) -> None:
    """A foreign name that points here is a page that wants in by DNS rebinding."""
    header = host.encode("utf-8").decode("latin-1")
    answer = house.app.test_client().get("/healthz", headers={"Host": header})

    assert status == answer.status_code


def test_a_foreign_page_may_not_even_listen(house: Home) -> None:
    """A stream opened by another site would take a place from a phone."""
    foreign = {"Origin": "http://evil.example"}
    answer = house.app.test_client().get("/api/events", headers=foreign)

    assert (403, "web.origin") == (answer.status_code, answer.get_json()["error"])


def test_every_answer_has_the_headers(house: Home) -> None:
    """Policy, no sniffing, no referrer, on pages, files, JSON and refusals alike; one page may use the camera (tests/web/routes/test_filming.py)."""
    visit = house.host()
    answers = [
        visit.client.open(path, method=method)
        for method, path in looks(house.app)
        if path != "/camera"
    ]
    answers += [
        visit.get("/nowhere"),
        visit.client.open("/api/view", method="DELETE"),
        visit.client.open("/api/view", method="OPTIONS"),
        visit.get("/api/view", headers={"Host": "evil.example"}),
        visit.post("/api/moves", {"move": {"take": 99}}),
        visit.client.post("/api/moves", data=b"{" * 9, content_type="application/json"),
        visit.post("/api/moves", data=b"x" * (64 * KB + 1)),
    ]
    for answer in answers:
        assert HEADERS.items() <= dict(answer.headers).items()
        assert "Server" not in answer.headers
        assert answer.headers["Cache-Control"] in ("no-store", "no-cache")


def test_the_policy_forbids_what_is_not_ours() -> None:
    """No script but our files', nothing from elsewhere, no frame around us."""
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))

    assert "'none'" == policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"]
    assert "'self'" == policy["script-src"] == policy["style-src"] == policy["connect-src"]
    assert ("'script'", "'none'") == (policy["require-trusted-types-for"], policy["trusted-types"])
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_cookies_stay_with_the_browser_and_this_site(house: Home) -> None:
    """No script reads them, no other site sends them."""
    cookie = house.app.test_client().get("/api/view").headers["Set-Cookie"]

    assert {"HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=2592000"} <= set(cookie.split("; "))


def test_two_companions_of_a_machine_leave_each_other_their_seats() -> None:
    """A browser has one cookie of a name for all ports of a machine."""
    houses = home(), home(port=8001)
    asked = [house.app.test_client().get("/api/view") for house in houses]
    for house in houses:
        house.close()

    names = [each.headers["Set-Cookie"].partition("=")[0] for each in asked]
    assert ["murphy-8000", "murphy-8001"] == names


def test_a_link_from_elsewhere_costs_nobody_his_seat(house: Home) -> None:
    """A browser that follows one sends no cookie: the page gives none that would take the place of his."""
    assert "Set-Cookie" not in house.app.test_client().get("/").headers


def test_the_token_belongs_to_the_cookie(house: Home) -> None:
    """The same cookie gets the same token again, another another."""
    one, other = house.visit(), house.visit()

    assert one.token == one.view()["token"] == one.get("/api/view").headers["X-Murphy-Token"]
    assert one.token != other.token


@pytest.mark.parametrize("path", ["/api/moves", "/api/pin", "/api/settings", "/api/verify"])
def test_large_bodies_are_refused_unread(house: Home, path: str) -> None:
    """64 KB are enough for anything but pictures."""
    answer = house.host().post(path, data=b"x" * (64 * KB + 1))

    assert (413, "web.too-large") == (answer.status_code, answer.get_json()["error"])


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/api/moves", 64 * KB, None),
        ("/api/moves", 64 * KB + 1, 413),
        ("/api/nowhere", 64 * KB + 1, 413),
        ("/api/claims/photo", 8 * MB, None),
        ("/api/claims/photo", 8 * MB + ROOM, None),
        ("/api/claims/photo", 8 * MB + ROOM + 1, 413),
        ("/api/claims/photo", 8 * MB + 65 * KB, 413),
    ],
)
def test_a_size_is_judged_before_a_byte_of_it_is_read(
    house: Home, path: str, size: int, status: int | None
) -> None:
    """By the route that it is sent to: a photograph's size is no move's."""
    phone = house.seated()
    headers = {
        "HOST": "localhost",
        "COOKIE": f"{COOKIE}={phone.cookie}",
        "CONTENT_LENGTH": str(size),
        "X_MURPHY_TOKEN": phone.token,
    }

    assert status == house.app.extensions[DOOR].refuses(path, headers)


def test_pictures_may_be_larger_but_not_much(house: Home) -> None:
    """8 MB and what a form needs around them."""
    answer = house.seated().post("/api/claims/photo", data=b"x" * (8 * MB + 65 * KB))

    assert (413, "web.too-large") == (answer.status_code, answer.get_json()["error"])


HOSTILE = '<script>alert("x")</script>'


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/moves", {"move": {"take": HOSTILE}}),
        ("/api/answers", {"question": HOSTILE, "choice": HOSTILE}),
        ("/api/settings", {"settings": {HOSTILE: 1}}),
        ("/api/corrections", {"correction": {HOSTILE: HOSTILE}}),
        ("/api/undo", {"move": HOSTILE}),
        ("/api/pin", {"pin": HOSTILE}),
        ("/api/claims", {"task": HOSTILE, "hand": [HOSTILE]}),
        ("/api/verify", {"task": HOSTILE}),
        (f"/api/{HOSTILE}", {}),
    ],
)
def test_refusals_never_repeat_what_was_sent(house: Home, path: str, body: dict[str, Any]) -> None:
    """Nothing hostile comes back, whatever the place it was in."""
    answer = house.host().post(path, body)

    assert 400 <= answer.status_code < 500
    assert "script" not in answer.get_data(as_text=True)


LONG: Final = "x" * 61


@pytest.mark.parametrize(
    ("error", "status", "more"),
    [
        (HttpError(418, "web.fault"), 418, {}),
        (HttpError(409, "web.fault", more={"number": 7}), 409, {"number": 7, "seq": 1}),
        (IllegalMove("session.stale"), 409, {"seq": 1}),
        (StaleMove("session.stale"), 409, {"seq": 1}),
        (PictureError("web.photo.none"), 422, {}),
        (JournalError("archive.no-game"), 503, {}),
        (InputError("setup.no-players"), 400, {}),
        (SettingsError("settings.unknown", name="x", where="y"), 400, {}),
        (CardError("card.malformed", code="x"), 400, {}),
        (CameraError("camera.silent"), 400, {}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_how_a_request_is_refused(error: CompanionError, status: int, more: Json) -> None:
    """By what is wrong with it; where the table is another one, with how far that is."""

    def fails(call: Call) -> Json:
        raise error

    game = GamePages(
        name="fails",
        titles={},
        folder=TOY,
        routes=(Route("GET", "/api/fails", Role.PUBLIC, fails),),
    )
    house = home(besides=[game])
    answer = house.visit().get("/api/fails")
    house.close()
    told = answer.get_json()

    assert (status, error.message.key) == (answer.status_code, told["error"])
    assert {"de", "en", "nl"} == told["text"].keys()
    assert ("reasons" in told) is isinstance(error, IllegalMove)
    assert more == {k: v for k, v in told.items() if k not in ("error", "text", "reasons")}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("Ann-Marie 2, b.c+d:e", "Ann-Marie 2, b.c+d:e"),
        ("x" * 60, "x" * 60),
        (LONG, "…"),
        ("<b>", "…"),
        ("a\nb", "…"),
        (message("settings.unknown", name="<b>", where="y"), "There is no setting called … (y)"),
        (("a", "<b>"), "a, …"),
        (7, "7"),
    ],
    ids=repr,
)
def test_what_of_a_request_is_repeated(given: Param, said: str) -> None:
    """A few harmless letters, in the sentence and in every reason, however deep it stands there."""
    inside = message("settings.unknown", name=given, where="z")
    told = body_of(IllegalMove.of(inside, inside))
    sentences = [told["text"]["en"], *(reason["text"]["en"] for reason in told["reasons"])]

    assert 3 == len(sentences)
    assert all(said in sentence for sentence in sentences), sentences
    assert not any("<" in sentence or LONG in sentence for sentence in sentences)


def test_a_refused_tap_names_the_file_but_not_where_it_lies() -> None:
    """As the banner above it does."""
    full = JournalError("journal.disk-full", path="/home/ann/games/murphy.journal")
    told = body_of(full)["text"]["en"]

    assert told.startswith("The disk is full: murphy.journal cannot be written.")


@pytest.mark.parametrize(
    ("method", "path", "how", "status", "error", "allow"),
    [
        ("GET", "/api/nothing", {}, 404, "web.not-found", None),
        ("GET", "/static/nothing.js", {}, 404, "web.not-found", None),
        ("POST", "/api/view", {"json": {}}, 405, "web.method", "GET, HEAD"),
        ("OPTIONS", "/api/moves", {}, 405, "web.method", "POST"),
        ("DELETE", "/", {}, 405, "web.method", "GET, HEAD"),
        (
            "POST",
            "/api/moves",
            {"data": b"{", "content_type": "application/json"},
            400,
            "web.malformed",
            None,
        ),
        (
            "POST",
            "/api/moves",
            {"data": b"{}", "content_type": "text/plain"},
            415,
            "web.not-json",
            None,
        ),
        ("GET", "/api//view", {}, 404, "web.not-found", None),
        ("GET", "/api/view/", {}, 200, None, None),
    ],
)
def test_what_is_no_way_in(
    house: Home,
    method: str,
    path: str,
    how: dict[str, Any],
    status: int,
    error: str | None,
    allow: str | None,
) -> None:
    """A sentence of ours, and by which methods one may ask instead."""
    phone = house.seated()
    headers = {"X-Murphy-Token": phone.token}
    answer = phone.client.open(path, method=method, headers=headers, **how)

    assert (status, error) == (answer.status_code, answer.get_json().get("error"))
    given = answer.headers.get("Allow")
    assert allow == (given and ", ".join(sorted(given.split(", "))))


@pytest.mark.parametrize(
    ("path", "headers", "page"),
    [
        ("/nothing", {"Accept": "text/html,*/*"}, "de"),
        ("/nothing?lang=nl", {"Accept": "text/html"}, "nl"),
        ("/nothing", {"Accept": "text/html", "Accept-Language": "en"}, "en"),
        ("/host/live.jpg", {"Accept": "text/html"}, "de"),
        ("/nothing", {"Accept": "*/*"}, None),
        ("/nothing", {}, None),
        ("/api/nothing", {"Accept": "text/html"}, None),
    ],
)
def test_who_is_refused_by_a_page(
    house: Home, path: str, headers: dict[str, str], page: str | None
) -> None:
    """Whoever asked for one, but not a program's ways; in his language, with the same status."""
    answer = house.visit().get(path, headers=headers)

    assert (403 if "host" in path else 404) == answer.status_code
    if page is None:
        assert "error" in answer.get_json()
    else:
        assert "text/html" == answer.mimetype
        assert f'<html lang="{page}">' in answer.text
        assert words(page).say("page.back-to-table") in answer.text


def test_refusals_are_pages_for_people(house: Home) -> None:
    """A browser that walks to a wrong address reads a sentence in its language."""
    asked = {"Accept": "text/html", "Accept-Language": "nl"}
    answer = house.app.test_client().get("/nowhere", headers=asked)

    assert (404, "text/html") == (answer.status_code, answer.mimetype)
    assert "Deze pagina bestaat niet." in answer.get_data(as_text=True)


@pytest.mark.parametrize("path", ["//evil.example/", "/tv/", "/host//", "/%2e%2e/etc/passwd"])
def test_nothing_redirects(house: Home, path: str) -> None:
    """A redirect would repeat what was sent."""
    answer = house.visit().get("/", environ_overrides={"PATH_INFO": path})

    assert answer.status_code in (200, 404)
    assert "Location" not in answer.headers


def test_anonymous_answers_hold_no_secret(house: Home) -> None:
    """PIN, key and other people's tokens never leave."""
    visit = house.visit()
    host = house.host()
    said = b"".join(visit.get(path).data for m, path in looks(house.app) if m == "GET")

    assert b"12345678" not in said
    assert host.token.encode() not in said
    # As much of the key as no token holds by chance.
    assert b"5e" * 8 not in said


def test_methods_that_are_none_are_refused_in_words(house: Home) -> None:
    """405 names what is allowed."""
    answer = house.visit().client.open("/api/view", method="DELETE")

    assert (405, "web.method") == (answer.status_code, json.loads(answer.data)["error"])
    assert "GET" in answer.headers["Allow"]


def test_who_comes_first_is_known_by_the_cookie(house: Home) -> None:
    """The host, whoever sits at the table, everybody else; a forged or foreign cookie is nobody's."""
    standing = house.app.extensions[DOOR].standing
    host, seated, visitor = house.host(), house.seated(1), house.visit()

    def cookie(visit: Visit) -> str:
        found = visit.client.get_cookie("murphy-8000")
        assert found is not None
        return f"murphy-8000={found.value}"

    told = [standing({"COOKIE": cookie(visit)}) for visit in (host, seated, visitor)]
    assert [Standing.HOST, Standing.SEATED, Standing.VISITOR] == told
    forged = cookie(host)[:-1] + ("0" if cookie(host)[-1] != "0" else "1")
    for headers in ({}, {"COOKIE": forged}, {"COOKIE": "l\xe9=\xff; murphy-8000=~"}):
        assert Standing.VISITOR == standing(headers)
    # The seat is another phone's now: the cookie still names it.
    house.seated(1)
    assert Standing.VISITOR == standing({"COOKIE": cookie(seated)})


PHOTO = Limits().photo + ROOM
AT_HEADERS: dict[str, tuple[str, dict[str, str], int | None]] = {
    "a small one": ("/api/moves", {"CONTENT_LENGTH": "65536", "X_MURPHY_TOKEN": "no"}, None),
    "no host": ("/api/moves", {"HOST": ""}, 400),
    "a foreign host": ("/api/moves", {"HOST": "evil.example"}, 400),
    "no cookie": ("/api/moves", {"COOKIE": ""}, 403),
    "no length": ("/api/moves", {"CONTENT_LENGTH": ""}, 411),
    "a picture": ("/api/claims/photo", {}, None),
    "the largest": ("/api/claims/photo", {"CONTENT_LENGTH": f"{PHOTO}"}, None),
    "larger": ("/api/claims/photo", {"CONTENT_LENGTH": f"{PHOTO + 1}"}, 413),
    "no number": ("/api/claims/photo", {"CONTENT_LENGTH": "many"}, 413),
    "where none is wanted": ("/api/moves", {}, 413),
    "another's token": ("/api/claims/photo", {"X_MURPHY_TOKEN": "no"}, 403),
}


@pytest.mark.parametrize("asked", AT_HEADERS)
def test_a_body_is_refused_by_what_its_headers_say(house: Home, asked: str) -> None:
    """Before any of it is read: whose it is, how large, and where to; who stands may send no picture."""
    path, headers, status = AT_HEADERS[asked]
    phone = house.seated()
    door = house.app.extensions[DOOR].refuses
    usual = {
        "HOST": "localhost",
        "COOKIE": f"{COOKIE}={phone.cookie}",
        "CONTENT_LENGTH": "65537",
        "X_MURPHY_TOKEN": phone.token,
    }
    assert status == door(path, usual | headers)

    phone.sit(None)
    stands = usual | {"COOKIE": f"{COOKIE}={phone.cookie}"} | headers
    picture = path == "/api/claims/photo" and status is None
    assert (403 if picture else status) == door(path, stands)
