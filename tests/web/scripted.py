"""A companion whose table is scripted: the real server, session and stream, a game that shows what a test says."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Thread
from typing import Any, TypeAlias

from flask import Response

from companion.announce import Announcement, Message, message
from companion.archived_games import ArchiveContents, ArchivedGame
from companion.errors import CameraError, IllegalMove, SettingsError
from companion.inputs import Input
from companion.journal.journal import Journal
from companion.rules import Happened, Json, Undoing, folded
from companion.seating import seated
from companion.session.session import Session
from tests.toy import PlainEvents
from tests.web.home import KEYS, toy_pages
from tests.web.unwired import NoArchive, unwired
from web.access.at_the_table import AtTheTable
from web.access.seats import Seats
from web.addresses import Hosts
from web.app import create_app
from web.game_pages import GamePages
from web.limits import Limits
from web.routes.picture_parts import parts
from web.server.server import Server
from web.services import Begin, Household, Live, Services, by_name
from web.wifi import Wifi


@dataclass(frozen=True)
class Shown:
    """What the pages show: a view, patched by every event, and what phones have said."""

    view: Json
    said: tuple[Json, ...] = ()


Opening: TypeAlias = Callable[..., Json]
"""How the table stands when a game begins, of the set-up's fields by name."""


@dataclass(frozen=True)
class Script(PlainEvents):
    """A game whose moves are ``{"show": patch, "tell": [announcement...]}``; everything else is only remembered."""

    opening: Opening

    def start(self, setup: Json) -> Shown:
        return Shown(self.opening(**setup))

    def register(self, state: Shown, said: Input) -> Shown:
        return state

    def respond(self, state: Shown, said: Input) -> tuple[Happened[Shown], ...]:
        return tuple(folded(self.evolve, state, self._events(state, said)))

    def _events(self, state: Shown, said: Input) -> tuple[Json, ...]:
        match said.kind, said.to_json():
            case "submission", {"move": {"refuse": key}}:
                raise IllegalMove(key)
            case "submission", {"move": {"show": patch} as move}:
                told = {name: it for name, it in move.items() if name != "show"}
                return ({"event": "shown", "patch": patch, **told},)
            case "correction", {"correction": {"do": "name", "player": seat, "name": name}}:
                players = [*state.view["players"]]
                players[seat] = {**players[seat], "name": name}
                return ({"event": "shown", "patch": {"players": players}},)
            case "answer", {"question": question}:
                rest = [q for q in state.view["questions"] if q["id"] != question]
                return (
                    {"event": "shown", "patch": {"questions": rest}},
                    {"event": "said", "kind": said.kind, **said.to_json()},
                )
            case _:
                return ({"event": "said", "kind": said.kind, **said.to_json()},)

    def evolve(self, state: Shown, event: Json) -> Shown:
        match event:
            case {"event": "shown", "patch": patch}:
                return replace(state, view={**state.view, **patch})
            case _:
                return replace(state, said=(*state.said, event))

    def announce(self, before: Shown, event: Json) -> tuple[Announcement, ...]:
        return tuple(Announcement.from_json(told) for told in event.get("tell", ()))

    def place(self, state: Shown, correction: Json) -> int | None:
        return None

    def undoing(self, state: Shown, move: str | None) -> Undoing:
        if state.view.get("left") == 10:
            raise IllegalMove("session.nothing-happened")
        return Undoing(0)

    def view(self, state: Shown) -> dict[str, Any]:
        return dict(state.view)


def heap(players: Sequence[str] = ("Ann", "Bob", "Cem")) -> dict[str, Any]:
    """The toy's table in the second round: seven matches left, Bob is next."""
    return {
        "game": "toy",
        "round": 2,
        "phase": "play",
        "turn": {"player": 1, "since": 0.0},
        "players": [{"name": name} for name in players],
        "left": 7,
        "questions": [],
        "troubles": [],
        "moves": [],
        "winner": None,
        "paused": False,
        "camera": True,
    }


QUESTION: dict[str, Any] = {
    "id": "q1",
    "player": 1,
    "text": message("page.seat.whose").to_json(),
    "choices": [
        {"id": "a", "text": message("page.turn.you").to_json()},
        {"id": "b", "text": message("page.somebody").to_json()},
    ],
}
"""Of Bob, with two answers."""


def turn_of_bob(**more: Any) -> dict[str, Any]:
    """A turn that was only assumed, and what else it may have been."""
    said = {name: message(f"page.{name}").to_json() for name in ("history", "more")}
    choices = [{"id": "1", "text": said["more"]}]
    return {"id": 7, "player": 1, "sure": False, "text": said["history"], **more} | {
        "choices": choices
    }


@dataclass
class Others:
    """What comes in from other rooms, and what a test says of the game."""

    read: Json = field(default_factory=lambda: {"tags": [], "unknown": []})
    health: Json = field(default_factory=dict)
    legal: Sequence[Json] = ()
    unsure: Sequence[Json] = ()
    picture: Live | None = None
    restarts: int = 0
    refocused: int = 0
    wifi: Wifi | None = None
    remembered: tuple[ArchivedGame, ...] = ()
    values: dict[str, Any] = field(
        default_factory=lambda: {"quiet": False, "camera": "usb:0", "fps": 0.0, "volume": 0.4}
    )

    def to_json(self) -> Sequence[Json]:
        kinds = {bool: "bool", str: "text", float: "float", int: "float", list: "text"}
        ends = {"min": 0, "max": 1}
        return [
            {"key": k, "value": v, "kind": kinds[type(v)], "restart": k in ("camera", "fps")}
            | (ends if k == "volume" else {})
            for k, v in self.values.items()
        ]

    def change(self, values: Json) -> None:
        strange = next((name for name in values if name not in self.values), None)
        if strange is not None:
            raise SettingsError("settings.unknown", name=strange, where="*")
        self.values |= values

    def restart(self) -> None:
        self.restarts += 1

    def refocus(self) -> bool:
        self.refocused += 1
        return True

    def sheets(self, kind: str, **how: Any) -> bytes:
        return b"%PDF-1.7"

    def doctor(self) -> Sequence[Json]:
        nothing = message("list.separator")
        told = {"camera": ("ok", None), "mat": ("bad", message("host.live.no-mat"))}
        return [
            {"name": name, "verdict": verdict, "text": nothing, "advice": advice}
            for name, (verdict, advice) in told.items()
        ]

    def pages(self, game: GamePages) -> GamePages:
        """A game's own, but for what a script says."""
        return replace(
            game,
            unsure=lambda: self.unsure,
            legal=lambda player: self.legal,
            public=lambda event: event,
            judged=lambda said: None,
        )


class PluggedIn:
    """Two cameras, of which one gives pictures."""

    def to_json(self) -> Sequence[Json]:
        return [{"source": f"usb:{n}", "name": f"Webcam {n}"} for n in (0, 2)]

    def in_the_house(self) -> Sequence[Json]:
        return [{"source": "http://10.0.0.7/onvif/device_service", "name": "Porch"}]

    def tried(self, source: str) -> Json:
        if source != "usb:2":
            raise CameraError("host.camera.silent")
        found = message("host.live.no-mat")
        told = {"name": "mat", "verdict": "bad", "text": found, "advice": None}
        return {"picture": PIXEL, "checks": [told]}


SCRIPTS_AND_STYLES = ("text/javascript", "text/css")

PIXEL = "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k="
"""A JPEG of one pixel."""


class RememberedGames(NoArchive):
    """An archive that lists what a test says."""

    def __init__(self, others: Others) -> None:
        self._others = others

    def ask(self) -> ArchiveContents:
        return ArchiveContents(self._others.remembered, share=1.0)


def heap_pages(others: Others) -> GamePages:
    """The toy's, in which a turn may be given and be over."""
    return replace(
        others.pages(toy_pages()),
        setup=lambda asked: {"players": seated(asked["players"])},
        anybodys=lambda correction: "was" in str(correction) or "turn" in str(correction),
    )


@dataclass
class Companion:
    """A running companion, its address, and what it shows."""

    session: Session[Shown]
    others: Others
    setup: Json
    services: Services
    server: Server
    up: ExitStack

    @property
    def seats(self) -> Seats:
        """Which phone speaks for whom."""
        return self.services.seats

    def goes(self) -> None:
        """Nobody answers any more, as when the Pi has no power."""
        self.up.close()

    def comes_back(self) -> None:
        """The same table at the same address; of the phones it knows what their cookies say."""
        self.services = replace(self.services)
        there = serving_there(self.services, self.server.port)
        self.server = self.up.enter_context(there)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def said(self) -> tuple[Json, ...]:
        """What phones have said so far."""
        return self.session.state.said

    def anew(self) -> Companion:
        """The same house for another test: another game of the same set-up, of which nobody has said anything yet, and empty seats."""
        self.session.begin(self.setup)
        empty = Seats(self.services.clock, self.services.wall)
        for now, fresh in ((self.seats, empty), (self.others, Others())):
            for name, usual in vars(fresh).items():
                setattr(now, name, usual)
        return self

    def show(self, **patch: Any) -> None:
        """Change the table."""
        self.session.submit({"show": patch})

    def tell(
        self, kind: str, text: Message | str, player: int | None = None, **params: Any
    ) -> None:
        """Announce something."""
        said = text if isinstance(text, Message) else message(text)
        news = Announcement(kind, said, player, params)
        self.session.submit({"show": {}, "tell": [news.to_json()]})


@contextmanager
def companion(
    setup: Mapping[str, Any] | None = None,
    opening: Opening = heap,
    pages: Callable[[Others], GamePages] = heap_pages,
) -> Iterator[Companion]:
    """A companion with a scripted table: the toy's, or another game's."""
    others, journal, asked = Others(), Journal(None), setup or {}
    session: Session[Shown] = Session(Script(opening), journal, setup=asked)
    presence = AtTheTable(time.monotonic)
    opened: list[Services] = []
    with ExitStack() as up:
        server = up.enter_context(
            serving(
                session,
                others,
                pages(others),
                opened=opened,
                health=lambda: others.health,
                presence=presence,
            )
        )
        yield Companion(session, others, asked, opened[0], server, up)
    journal.close()


def sized(data: bytes) -> list[int]:
    """How large a picture is by its header."""
    told = parts(data)
    return [told.width, told.height]


@contextmanager
def serving(
    session: Session[Any],
    others: Others,
    game: GamePages,
    read_photo: Callable[[bytes], Json] | None = None,
    *,
    besides: Sequence[GamePages] = (),
    begin: Begin | None = None,
    health: Callable[[], Json] = dict,
    mat_picture: Callable[[], bytes | None] = lambda: None,
    state: Path | None = None,
    archive: Household | None = None,
    presence: AtTheTable | None = None,
    opened: list[Services] | None = None,
) -> Iterator[Server]:
    """The pages over a session, on a port that is free; ``besides``: other games that may be begun. What they are over is added to ``opened``."""
    limits = Limits()
    services = Services(
        session=session,
        games=by_name([game, *besides]),
        begin_on_table=begin,
        health=health,
        read_photo=read_photo or (lambda data: {**others.read, "size": sized(data)}),
        live_picture=lambda: others.picture,
        mat_picture=mat_picture,
        cameras=PluggedIn(),
        refocus=others.refocus,
        state=state,
        doctor=others.doctor,
        sheets=others.sheets,
        settings=others,
        restart=others.restart,
        wifi=lambda: others.wifi,
        **unwired(archive or RememberedGames(others)),
        presence=presence,
        hosts=Hosts(hostname=lambda: "murphy"),
        address=lambda: "192.168.178.42",
        limits=limits,
    )
    if opened is not None:
        opened.append(services)
    with serving_there(services) as server:
        yield server


def lasts(response: Response) -> Response:
    """Scripts and styles of a server that runs for some tests stay as they are: a device that has them does not ask again, which would be a third of what a page costs."""
    if response.status_code == 200 and response.mimetype in SCRIPTS_AND_STYLES:
        response.headers["Cache-Control"] = "max-age=3600"
    return response


@contextmanager
def serving_there(services: Services, port: int = 0) -> Iterator[Server]:
    """The pages over what they are over, at a port; 0: at one that is free."""
    app = create_app(services, KEYS)
    app.after_request(lasts)
    server = Server(app, "127.0.0.1", port, limits=services.limits)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(60)
