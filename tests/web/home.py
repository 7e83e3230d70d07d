"""A whole house for the page's tests: a toy game with players, collaborators that remember, a clock that obeys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.announce import Announcement, message
from companion.errors import CardError, SettingsError
from companion.games.dumm_gelaufen.pages import pages
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Journal
from companion.rules import Json
from companion.session.session import Session
from companion.words import LANGUAGES
from tests.toy import Heap, Matches
from tests.web.unwired import unwired
from web.access.at_the_table import AtTheTable
from web.access.guard import Role
from web.access.keys import Keys
from web.access.seats import Seats
from web.access.visitors import Cookies
from web.addresses import THE_PI, Hosts
from web.app import FEED, create_app
from web.game_pages import Call, GamePages, OwnPage, Route, Submission
from web.limits import Limits
from web.pages.static_files import Item
from web.requests.request_body import texts
from web.routes.photos import Photo, photo
from web.services import Household, Live, Services, by_name

KEYS = Keys("12345678", "5e" * 32)
COOKIE = Cookies(KEYS).name
PLAYERS = ("Ann", "Bob", "Cem")
TOY = Path(__file__).parent / "toy"
"""The files of the toy game's pages."""
FILES = {"look.css": Item("text/css; charset=utf-8", b"body { color: red }\n" * 20)}


class Table(Matches):
    """The toy game with players at it."""

    def view(self, state: Heap) -> dict[str, Any]:
        names = [{"name": name, "cards": [1, 1], "won": []} for name in PLAYERS]
        turn = {"player": len(state.taken) % len(PLAYERS), "since": 0.0}
        return super().view(state) | {"game": "toy", "players": names, "turn": turn}

    def announce(self, before: Heap, event: Mapping[str, Any]) -> tuple[Announcement, ...]:
        news = super().announce(before, event)
        return tuple(Announcement(n.kind, message("session.undone")) for n in news)


@dataclass
class Clock:
    """Seconds that pass when a test says so."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Collaborators:
    """Everything that comes in from other rooms, and what it was asked."""

    photos: list[Photo] = field(default_factory=list)
    reads: dict[str, Any] = field(default_factory=lambda: {"tags": [], "unknown": []})
    meanwhile: Callable[[], object] = lambda: None
    """What happens while a picture is read."""
    picture: Live | None = None
    printed: list[tuple[str, str | None, str | None, str, float | None]] = field(
        default_factory=list
    )
    values: dict[str, Any] = field(default_factory=lambda: {"quiet": False})
    how: dict[str, Any] = field(default_factory=lambda: {"camera": "ok", "frame_age": 0.1})

    def read_photo(self, data: bytes) -> Mapping[str, Any]:
        self.meanwhile()
        seen = photo(data, pixels=Limits().pixels)
        self.photos.append(seen)
        return {**self.reads, "size": [seen.width, seen.height]}

    def live_picture(self) -> Live | None:
        return self.picture

    def doctor(self) -> Sequence[Mapping[str, Any]]:
        return ({"name": "camera", "verdict": "ok", "text": {}, "advice": None},)

    def sheets(
        self, kind: str, *, game: str | None, edition: str | None, lang: str, size_mm: float | None
    ) -> bytes:
        self.printed.append((kind, game, edition, lang, size_mm))
        return b"%PDF-1.7"

    def to_json(self) -> Sequence[Mapping[str, Any]]:
        return [{"key": k, "value": v} for k, v in self.values.items()]

    def change(self, values: Mapping[str, Any]) -> None:
        strange = next((name for name in values if name not in self.values), None)
        if strange is not None:
            raise SettingsError("settings.unknown", name=strange, where="*")
        self.values |= values

    def health(self) -> Mapping[str, Any]:
        return self.how

    healthy = True


def toy_pages() -> GamePages:
    """What the toy game brings: cards are matches, a claim takes as many as it shows."""
    public, seat = Role.PUBLIC, Role.SEAT
    return GamePages(
        name="toy",
        titles=dict.fromkeys(LANGUAGES, "Toy"),
        folder=TOY,
        styles=("heap.css",),
        pages=(OwnPage("/matches", "page.more", "matches.js"),),
        routes=(
            Route("GET", "/api/matches", public, lambda call: {"least": 1}),
            Route("GET", "/api/cards", public, _cards),
            Route("GET", "/api/verify", public, lambda call: _verdict(call.query)),
            Route("POST", "/api/verify", public, lambda call: _verdict(call.body)),
            Route("POST", "/api/claims", seat, lambda call: _claim(call.body)),
            Route("POST", "/api/claims/photo", seat, _claim_by_photo, form=True),
        ),
        legal=lambda player: [{"take": n} for n in (1, 2, 3)],
        setup=lambda asked: {"matches": _matches(asked)},
        public=lambda event: {k: v for k, v in event.items() if k != "secret"},
        anybodys=lambda correction: correction.keys() == {"was", "move"},
        past=lambda heap: {"plan": heap.left},
    )


def _cards(call: Call) -> Json:
    return {"edition": call.query.get("edition", "toy"), "faces": []}


def _verdict(asked: Json) -> Json:
    task, hand = asked.get("task"), asked.get("hand")
    if not isinstance(task, str) or task[:1] != "M" or hand is None:
        raise CardError("card.malformed", code=str(task))
    return {"task": task, "verdict": "yes", "reasons": []}


def _claim(asked: Json) -> Submission:
    hand = texts(asked, "hand")
    return Submission({"take": len(hand)}, _verdict(asked))


def _claim_by_photo(call: Call) -> Submission:
    """The first of what lies in the pictures is the task, the others are the hand; ``submit=no`` only reads."""
    pictures = call.photos()
    seen = (tag["card"] for told in pictures for tag in told["tags"])
    codes = list(dict.fromkeys(seen))
    read = {"task": codes[0], "hand": codes[1:], "pictures": pictures}
    if call.body.get("submit", "yes") == "no":
        return Submission(None, {"read": read})
    told = _claim(read)
    return Submission(told.move, {**told.more, "read": read})


def _matches(asked: Mapping[str, Any]) -> int:
    match asked.get("matches"):
        case int(n) if 0 < n < 100:
            return n
    raise SettingsError("settings.wrong", name="matches", value="", where="*")


@dataclass
class Visit:
    """A browser: its cookie, and the token it was given."""

    client: FlaskClient
    token: str = ""

    def get(self, path: str, **how: Any) -> TestResponse:
        return self.client.get(path, **how)

    def post(self, path: str, body: Any = None, **how: Any) -> TestResponse:
        headers = {"X-Murphy-Token": self.token, **how.pop("headers", {})}
        given = {"json": body} if "data" not in how else {}
        return self.client.post(path, headers=headers, **given, **how)

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.get("/api/view").get_json()
        self.token = view["token"]
        return view

    def sit(self, seat: int | None, **how: Any) -> TestResponse:
        return self.post("/api/seat", {"seat": seat, **how})

    def give_pin(self, pin: str = KEYS.pin) -> TestResponse:
        return self.post("/api/pin", {"pin": pin})

    @property
    def cookie(self) -> str:
        """What this browser's cookie holds."""
        found = self.client.get_cookie(COOKIE)
        assert found is not None
        return found.value

    def moves_to(self, house: Home) -> None:
        """The same browser at another house, or at the same one after a restart."""
        cookie, base = self.cookie, self.client.environ_base
        self.client = house.app.test_client()
        self.client.environ_base |= base
        self.client.set_cookie(COOKIE, cookie)


@dataclass
class Home:
    """The house a test plays in."""

    app: Flask
    session: Session[Any]
    others: Collaborators
    clock: Clock
    seats: Seats

    def visit(self, address: str = THE_PI) -> Visit:
        """A browser that has opened the page."""
        visit = Visit(self.app.test_client())
        visit.client.environ_base["REMOTE_ADDR"] = address
        visit.view()
        return visit

    def seated(self, seat: int = 0) -> Visit:
        """A phone on a seat, whoever sat there."""
        visit = self.visit()
        assert visit.sit(seat, take=True).status_code == 200
        return visit

    def host(self) -> Visit:
        """The host's phone."""
        visit = self.visit()
        assert visit.give_pin().status_code == 200
        return visit

    def close(self) -> None:
        self.app.extensions[FEED].close()
        self.session.journal.close()


def home(
    journal: Journal | None = None,
    *,
    limits: Limits | None = None,
    files: Mapping[str, Item] | None = None,
    matches: int = 10,
    game: Table | None = None,
    besides: Sequence[GamePages] = (),
    keep_pin: Callable[[str], None] = lambda pin: None,
    archive: Household | None = None,
    presence: AtTheTable | None = None,
    state: Path | None = None,
    proxy: str = "",
    port: int = 8000,
    clock: Clock | None = None,
    wired: Mapping[str, Any] | None = None,
) -> Home:
    """A house with the toy game on the table; ``wired``: what else there is of ``Services``."""
    clock, others = clock or Clock(), Collaborators()
    kept = journal or Journal(None, clock=clock)
    session = Session(game or Table(), kept, setup={"matches": matches}, clock=clock)
    services = Services(
        session=session,
        games=by_name([toy_pages(), *besides]),
        read_photo=others.read_photo,
        live_picture=others.live_picture,
        doctor=others.doctor,
        settings=others,
        health=others.health,
        is_healthy=lambda: others.healthy,
        **{"sheets": others.sheets, **unwired(archive), **(wired or {})},
        presence=presence,
        state=state,
        proxy=proxy,
        keep_pin=keep_pin,
        hosts=Hosts(
            ("table.example",),
            addresses=lambda: frozenset({"192.168.1.5", "fd00::5"}),
            hostname=lambda: "murphy",
        ),
        address=lambda: "192.168.1.5",
        port=port,
        limits=limits or Limits(),
        clock=clock,
        wall=clock,
    )
    shown = FILES if files is None else files
    app = create_app(services, KEYS, files=shown)
    return Home(app, session, others, clock, services.seats)


def real_home(session: Session[TableState], *, limits: Limits | None = None) -> Home:
    """The same house with the real game on the table."""
    part = pages(lambda: session.state, lambda asked: {**asked, "camera": False})
    return home_of(session, part, limits=limits, files=FILES)


def home_of(
    session: Session[Any],
    part: GamePages,
    *,
    limits: Limits | None = None,
    files: Mapping[str, Item] | None = None,
    clock: Clock | None = None,
) -> Home:
    """A house with some game on the table."""
    clock, others = clock or Clock(), Collaborators()
    services = Services(
        session=session,
        games=by_name([part]),
        read_photo=others.read_photo,
        live_picture=others.live_picture,
        doctor=others.doctor,
        sheets=others.sheets,
        settings=others,
        health=others.health,
        is_healthy=lambda: others.healthy,
        **unwired(),
        hosts=Hosts(hostname=lambda: "murphy"),
        limits=limits or Limits(),
        clock=clock,
        wall=clock,
    )
    app = create_app(services, KEYS, files=files)
    return Home(app, session, others, clock, services.seats)


def chunks(answer: TestResponse) -> Iterator[bytes]:
    """What comes of an open stream, as it comes."""
    for chunk in answer.response:
        yield chunk if isinstance(chunk, bytes) else chunk.encode()


def told(frames: bytes) -> list[tuple[str, str | None, Any]]:
    """Server-sent events as (event, id, data)."""
    parts = (part for part in frames.decode().split("\n\n") if "event:" in part)
    return [_event(part) for part in parts]


def _event(part: str) -> tuple[str, str | None, Any]:
    lines = (line.split(": ", 1) for line in part.split("\n") if line)
    fields = {name: value for name, *rest in lines for value in rest}
    return fields["event"], fields.get("id"), json.loads(fields["data"])
