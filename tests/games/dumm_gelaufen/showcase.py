"""A companion whose table is scripted: the real server, session and stream, a game that shows what a test says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Thread
from types import SimpleNamespace
from typing import Any

from companion.announce import Announcement, Message, message
from companion.errors import IllegalMove, SettingsError
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.deck.solves import solve, told
from companion.games.dumm_gelaufen.pages.claim_routes import routes
from companion.games.dumm_gelaufen.pages.part import pages
from companion.games.dumm_gelaufen.setup import asked
from companion.journal import Journal
from companion.rules import Happened, Input, Json, Undoing, folded
from companion.session import Session
from web.addresses import Hosts
from web.app import create_app
from web.game_pages import GamePages, Submission
from web.keys import Keys
from web.limits import Limits
from web.photos import header
from web.server import Server
from web.services import Begin, Live

KEYS = Keys("12345678", "5e" * 32)


@dataclass(frozen=True)
class Shown:
    """What the pages show: a view, patched by every event, and what phones have said."""

    view: Json
    said: tuple[Json, ...] = ()


class Script:
    """A game whose moves are ``{"show": patch, "tell": [announcement...]}``; everything else is only remembered."""

    def start(self, setup: Json) -> Shown:
        return Shown(opening(**setup))

    def noted(self, state: Shown, said: Input) -> Shown:
        return state

    def respond(self, state: Shown, said: Input) -> tuple[Happened[Shown], ...]:
        return tuple(folded(self.evolve, state, self._events(state, said)))

    def _events(self, state: Shown, said: Input) -> tuple[Json, ...]:
        match said.kind, said.data:
            case "submission", {"move": {"refuse": key}}:
                raise IllegalMove(key)
            case "submission", {"move": {"show": patch, **more}}:
                return ({"event": "shown", "patch": patch, **more},)
            case "answer", {"question": question}:
                rest = [q for q in state.view["questions"] if q["id"] != question]
                return (
                    {"event": "shown", "patch": {"questions": rest}},
                    {"event": "said", "kind": said.kind, **said.data},
                )
            case _:
                return ({"event": "said", "kind": said.kind, **said.data},)

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
        raise IllegalMove("session.nothing-to-undo", entry=0)

    def view(self, state: Shown) -> dict[str, Any]:
        return dict(state.view)


def opening(
    players: Sequence[str] = ("Ann", "Bob", "Cem"), edition: str = "classic"
) -> dict[str, Any]:
    """A table in the second round: Mac has six cards, Bob is next."""
    return {
        "game": "dumm-gelaufen",
        "edition": edition,
        "round": 2,
        "phase": "play",
        "turn": {"player": 1, "since": 0.0, "deciding": 1, "offered": None},
        "players": [
            {"name": name, "cards": [8 + i, 8 + i], "won": ["M10"][: int(i == 0)]}
            for i, name in enumerate(players)
        ],
        "zones": {
            "mac": ["R07-2", "G11-1", "Y03-1", "G04-2", "R10-1", "Y08-3"],
            "open-left": ["Y10-1", "R02-1"],
            "open-right": ["G09-2"],
            "actions": ["K07-1"],
        },
        "covered": [],
        "draw": [35, 38],
        "questions": [],
        "setup": None,
        "troubles": [],
        "moves": [],
        "claim": None,
        "winner": None,
        "paused": False,
        "camera": True,
    }


@dataclass
class Others:
    """What comes in from other rooms."""

    session: Any = None
    read: Json = field(default_factory=lambda: {"tags": [], "unknown": []})
    legal: Sequence[Json] = ()
    unsure: Sequence[Json] = ()
    picture: Live | None = None
    values: dict[str, Any] = field(
        default_factory=lambda: {"quiet": False, "camera": "usb:0"}
    )

    def told(self) -> Sequence[Json]:
        kinds = {bool: "bool", str: "text"}
        return [
            {"key": k, "value": v, "kind": kinds[type(v)], "restart": k == "camera"}
            for k, v in self.values.items()
        ]

    def change(self, values: Json) -> None:
        strange = next((name for name in values if name not in self.values), None)
        if strange is not None:
            raise SettingsError("settings.unknown", name=strange, where="*")
        self.values |= values

    def sheets(self, kind: str, **how: Any) -> bytes:
        return b"%PDF-1.7"

    def doctor(self) -> Sequence[Json]:
        return [
            {
                "name": "camera",
                "verdict": "ok",
                "text": message("list.separator"),
                "advice": None,
            },
            {
                "name": "mat",
                "verdict": "bad",
                "text": message("list.separator"),
                "advice": message("host.live.no-mat"),
            },
        ]

    def pages(self, edition: str) -> GamePages:
        """The game's own, but for what a script says."""
        played = load_edition(edition)
        state = SimpleNamespace(edition=played, rulings=played.rulings, hands=())
        here: Any = SimpleNamespace(state=state, phase="play", paused=False)
        return replace(
            pages(lambda: here, dict),
            routes=routes(lambda: here.state, self._claim),
            unsure=lambda: self.unsure,
            legal=lambda player: self.legal,
            setup=lambda given: {
                "players": asked(given)["players"],
                "edition": given["edition"],
            },
            public=lambda event: event,
        )

    def _claim(
        self, state: Any, by: int | None, task: str, hand: Sequence[str]
    ) -> Submission:
        solved = solve(task, hand, None, load_edition("classic"))
        verdict = told(solved, solved.judge())
        reasons = [
            {**reason, "text": reason["text"].to_json()}
            for reason in verdict["reasons"]
        ]
        shown = [card.code for card in solved.hand]
        params = {**verdict, "reasons": reasons, "hand": shown}
        said = Announcement(
            "claim", message(f"verdict.{verdict['verdict']}"), by, params
        )
        return Submission({"show": {}, "tell": [said.to_json()]}, verdict)


@dataclass
class Companion:
    """A running companion, its address, and what it shows."""

    session: Session[Shown]
    others: Others
    server: Server

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def said(self) -> tuple[Json, ...]:
        """What phones have said so far."""
        return self.session.state.said

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
    players: Sequence[str] = ("Ann", "Bob", "Cem"), edition: str = "classic"
) -> Iterator[Companion]:
    """A companion with a scripted table."""
    others, journal = Others(), Journal(None)
    setup = {"players": list(players), "edition": edition}
    session: Session[Shown] = Session(Script(), journal, setup=setup)
    with serving(session, others, others.pages(edition)) as server:
        yield Companion(session, others, server)
    journal.close()


def sized(data: bytes) -> list[int]:
    """How large a picture is by its header."""
    told = header(data)
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
) -> Iterator[Server]:
    """The pages over a session, on a port that is free; ``besides``: other games that may be begun."""
    limits = Limits()
    app = create_app(
        session,
        games=[game, *besides],
        begin=begin,
        health=health,
        read_photo=read_photo or (lambda data: {**others.read, "size": sized(data)}),
        live_picture=lambda: others.picture,
        doctor=others.doctor,
        sheets=others.sheets,
        settings=others,
        keys=KEYS,
        hosts=Hosts(hostname=lambda: "murphy"),
        address=lambda: "192.168.178.42",
        limits=limits,
    )
    server = Server(app, "127.0.0.1", 0, limits=limits)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(60)
