"""What the host may: the PIN first, then corrections, undo, games, settings, doctor, live picture, downloads."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from flask import Response, request

from companion.journal.journal import export
from companion.pieces import PRINTS, Print
from companion.rules import Json
from web.access.guard import Guard
from web.addresses import THE_PI
from web.refusals import HttpError
from web.requests.answers import answer, download, outcome
from web.requests.request_body import an_object, enveloped, json_body, language_asked, number, text
from web.requests.routing import HOST, PUBLIC, ServiceRoutes, get, post
from web.requests.speaking import SAID, sensible
from web.services import Cameras, Live, Services

_KEPT: Final = 4
"""Pictures kept of what was told last: so many hosts' pages may look at once."""


class HostRoutes(ServiceRoutes):
    """The rules of the host; each raises HttpError for what it refuses."""

    def __init__(self, services: Services, guard: Guard) -> None:
        super().__init__(services, guard)
        self._lately: deque[Live] = deque(maxlen=_KEPT)

    @post("/api/pin", PUBLIC)
    def pin(self) -> Response:
        """Become the host."""
        self._guard.opens(text(json_body(request, "pin"), "pin", 64))
        self._services.first_pin.used()
        return answer({"host": True})

    @post("/api/pin/button", PUBLIC)
    def button(self) -> Response:
        """Become the host by a button that is held at the table: ask, then look whether it was."""
        fresh = json_body(request, "ask").get("ask") is True
        presence, visitor = self._services.presence, self._guard.visitor
        if presence is None:
            raise HttpError(409, "web.at-table.no-button")
        known = self._guard.was_host
        client = visitor.id if known else self._guard.client
        asking = (
            presence.ask(visitor.name, client, known=known)
            if fresh
            else presence.look(visitor.name)
        )
        if asking is None:
            self._guard.admits()
            return answer({"host": True})
        return answer({"host": False, "left": asking.left, "others": asking.others})

    @post("/api/leave", HOST)
    def leave(self) -> Response:
        """Be the host no longer."""
        json_body(request)
        self._guard.leaves()
        return answer({"host": False})

    @get("/api/hosts", HOST)
    def hosts(self) -> Response:
        """Who is signed in as the host."""
        mine = self._guard.visitor.name
        told = [
            {
                "id": one.id,
                "since": one.since,
                "address": one.address,
                "device": one.device,
                "you": one.name == mine,
            }
            for one in self._guard.sign_ins.now()
        ]
        return answer({"hosts": told})

    @post("/api/hosts", HOST)
    def sign_out(self) -> Response:
        """Sign another host out."""
        out = text(json_body(request, "out"), "out", 64)
        for one in self._guard.sign_ins.now():
            if one.id == out:
                self._guard.sign_ins.end(one.name)
        return self.hosts()

    @post("/api/hosts/pin", HOST)
    def change_pin(self) -> Response:
        """Have another PIN."""
        body = json_body(request, "pin", "new")
        old, new = text(body, "pin", 64), text(body, "new", 64)
        self._guard.changes_pin(old, new, self._services.keep_pin)
        self._services.first_pin.used()
        return self.hosts()

    @get("/api/seats", HOST)
    def seats(self) -> Response:
        """Which phone sits where, asks for a locked seat, or was sent away."""
        told = self._services.seats.told(self._services.players)
        return answer({**told, "you": self._guard.visitor.id})

    @post("/api/seats", HOST)
    def decide_seat(self) -> Response:
        """Lock a seat, free it, give it to a phone that asks, send a phone away or let it back."""
        seats, body = self._services.seats, json_body(request, "do", "seat", "phone")
        match text(body, "do", 8):
            case "lock" | "unlock" as act:
                seats.lock(self._player(body), locked=act == "lock")
            case "free":
                seats.free(self._player(body))
            case "give":
                seats.let_sit(self._player(body), text(body, "phone", 64))
            case "away":
                # Where the host's own phone comes from, nobody else is meant.
                spare = (THE_PI, self._guard.address)
                seats.send_away(text(body, "phone", 64), spare=spare)
            case "back":
                seats.let_back(text(body, "phone", 64))
            case _:
                raise HttpError(400, "web.field", field="do")
        self._services.feed.refresh()
        return self.seats()

    def _player(self, body: Json) -> str:
        players = self._services.players
        seat = number(body, "seat", len(players) - 1)
        if seat is None:
            raise HttpError(400, "web.field", field="seat")
        return players[seat]

    @post("/api/corrections", HOST)
    def corrections(self) -> Response:
        """Say how it really was."""
        body = json_body(request, "correction", *SAID)
        correction, envelope = an_object(body, "correction"), enveloped(body)
        session = self._services.session
        return outcome(
            self._services, sensible(lambda: session.correct(correction, envelope=envelope))
        )

    @post("/api/game", HOST)
    def game(self) -> Response:
        """Begin another game."""
        body = json_body(request, more=True)
        for place in ("first", "dealer"):
            number(body, place)
        name, envelope = body.pop("game", self._services.game.name), enveloped(body)
        game = self._services.games.get(name) if isinstance(name, str) else None
        if game is None:
            raise HttpError(400, "web.field", field="game")
        setup = game.setup({k: v for k, v in body.items() if k not in ("seq", "key")})
        begin = self._services.begin_game
        return outcome(self._services, sensible(lambda: begin(game.name, setup, envelope)))

    @get("/api/settings", HOST)
    def settings(self) -> Response:
        """What can be set, and how it is."""
        told = list(self._services.settings.to_json())
        again = self._services.restart is not None
        return answer({"settings": told, "can_restart": again})

    @post("/api/settings", HOST)
    def change(self) -> Response:
        """Set something."""
        self._services.settings.change(an_object(json_body(request, "settings"), "settings"))
        return self.settings()

    @post("/api/restart", HOST)
    def restart(self) -> Response:
        """Start the companion anew; the game goes on where it stands."""
        json_body(request)
        if self._services.restart is None:
            raise HttpError(409, "web.no-restart")
        self._services.restart()
        return answer({"restarting": True})

    @get("/api/update", HOST)
    def update(self) -> Response:
        """How it stands with a newer version."""
        return answer(self._services.updates.to_json())

    @post("/api/update", HOST)
    def begin_update(self) -> Response:
        """Look for one, or go on to it; told at once, done meanwhile."""
        act = text(json_body(request, "do"), "do", 8)
        if act not in ("look", "go"):
            raise HttpError(400, "web.field", field="do")
        updates = self._services.updates
        (updates.look if act == "look" else updates.go)()
        return self.update()

    @get("/api/dice", HOST, waits=True)
    def dice(self) -> Response:
        """Which sets of dice were taught, and how far a lesson is."""
        return answer(self._services.dice.to_json())

    @post("/api/dice", HOST)
    def teach_dice(self) -> Response:
        """Teach one, step by step, or go by another one."""
        body = json_body(request, "do", "name", "number")
        name = text(body, "name", 64) if "name" in body else ""
        die = number(body, "number")
        return answer(self._services.dice.act(text(body, "do", 8), name, die))

    @get("/api/broker", HOST)
    def broker(self) -> Response:
        """How it stands with the broker."""
        return answer(self._services.broker.to_json())

    @post("/api/broker/trial", HOST)
    def broker_trial(self) -> Response:
        """Whether a broker takes a message, before these settings are saved."""
        given = an_object(json_body(request, "settings"), "settings")
        return answer({"text": self._services.broker.tried(given)})

    @get("/api/doctor", HOST, waits=True)
    def doctor(self) -> Response:
        """Everything an evening depends on, looked at now."""
        return answer({"checks": list(self._services.doctor())})

    @post("/api/focus", HOST)
    def focus(self) -> Response:
        """Have the camera find its focus anew."""
        json_body(request)
        if not self._services.refocus():
            raise HttpError(409, "web.no-focus")
        return answer({"focusing": True})

    @get("/api/cameras", HOST, waits=True)
    def cameras(self) -> Response:
        """The cameras that are plugged in."""
        return answer({"cameras": list(self._cameras().to_json())})

    @post("/api/cameras/house", HOST)
    def cameras_in_the_house(self) -> Response:
        """The cameras of the local network, asked for now."""
        json_body(request)
        return answer({"cameras": list(self._cameras().in_the_house())})

    @post("/api/cameras", HOST)
    def try_camera(self) -> Response:
        """Try one, before it is saved: a picture of it, and what the doctor says of that."""
        source = text(json_body(request, "camera"), "camera", 300)
        return answer(self._cameras().tried(source))

    def _cameras(self) -> Cameras:
        if self._services.cameras is None:
            raise HttpError(404, "web.not-found")
        return self._services.cameras

    @get("/host/live.jpg", HOST, waits=True)
    def live(self) -> Response:
        """The last picture, or the one of a ``frame`` that was told of a moment ago."""
        asked = request.args.get("frame")
        lately = tuple(self._lately)
        kept = (one for one in lately if str(one.told.get("frame")) == asked)
        found = next(kept, None) or self._live()
        return Response(found.jpeg, mimetype="image/jpeg")

    @get("/host/live.json", HOST, waits=True)
    def live_told(self) -> Response:
        """What was read in the last picture, which is kept until its page asks for it."""
        found = self._live()
        self._lately.appendleft(found)
        return answer(found.told)

    @get("/host/mat.jpg", HOST, waits=True)
    def mat(self) -> Response:
        """The mat of the last picture, straightened."""
        found = self._services.mat_picture()
        if found is None:
            raise HttpError(404, "web.no-mat")
        return Response(found, mimetype="image/jpeg")

    @get("/host/game.jsonl", HOST, waits=True)
    def journal(self) -> Response:
        """The whole journal, a line an entry."""
        lines = "".join(f"{line}\n" for line in self._lines())
        return download(lines.encode(), "application/jsonl", "murphy.jsonl")

    @get(f"/host/print/<any({','.join(PRINTS)}):kind>.pdf", HOST, waits=True)
    def print(self, kind: Print) -> Response:
        """Something to print."""
        args = request.args
        pdf = self._services.sheets(
            kind,
            game=args.get("game"),
            edition=args.get("edition"),
            lang=language_asked(request),
            size_mm=_millimetres(args.get("size")),
        )
        return download(pdf, "application/pdf", f"murphy-{kind}.pdf")

    def _live(self) -> Live:
        found = self._services.live_picture()
        if found is None:
            raise HttpError(404, "web.no-picture")
        return found

    def _lines(self) -> Iterator[str]:
        return export(Path(self._services.session.journal.name))


def _millimetres(given: str | None) -> float | None:
    """Sizes of a tag that can be read, 9 to 24. Raises HttpError 400."""
    if given is None:
        return None
    try:
        size = float(given)
    except ValueError:
        size = 0.0
    if not 9.0 <= size <= 24.0:
        raise HttpError(400, "web.field", field="size")
    return size
