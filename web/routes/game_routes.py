"""The routes that games add, each restricted to the role that its game gave it; and whose picture is read next."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from threading import Condition
from typing import Any, Final

from flask import Response, request

from companion.errors import PictureError
from companion.rules import Json
from companion.session.session import Outcome
from web.access.guard import Guard, Role, Rule, usual_body
from web.addresses import THE_PI, client_of
from web.game_pages import Call, Route, Submission
from web.limits import KB, Limits
from web.refusals import HttpError
from web.requests.answers import answer, kept, outcome
from web.requests.request_body import digits, json_body
from web.requests.routing import ServiceRoutes
from web.requests.speaking import said_by, sensible, speaker
from web.routes.picture_parts import readable
from web.services import Services

# Whose picture is read next ----------------------------------------------------------


HALVES: Final = 60.0
"""Seconds after which time that was taken counts half."""
REMEMBERED: Final = 1024
"""Of how many that is known; who was silent for longest is forgotten first."""
PATIENCE: Final = 30.0
"""The most seconds that a picture waits for its turn."""
AGAIN: Final = 5.0
"""Seconds after which who is sent away may try again."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds of the reader, and when they were counted."""

    seconds: float
    at: float

    def now(self, now: float) -> float:
        """How much of them still counts."""
        return float(self.seconds * 0.5 ** ((now - self.at) / HALVES))


class PhotoTurns:
    """Forms with pictures and their turns; whoever sends one is known by several names: an address, a seat.

    Each name has one form at a time, and what is read for one counts for all of them:
    neither many addresses at a seat nor one address at many seats get more. May be
    called from any thread; ``clock`` is monotonic seconds.
    """

    def __init__(self, most: int, clock: Callable[[], float], patience: float = PATIENCE) -> None:
        self._most, self._clock, self._patience = most, clock, patience
        self._changed = Condition()
        self._forms = 0
        self._here = Counter[str]()
        self._waiting: dict[int, tuple[str, ...]] = {}
        self._tickets = count()
        self._reading = False
        self._taken: OrderedDict[str, Taken] = OrderedDict()

    @contextmanager
    def form(self, *names: str) -> Iterator[None]:
        """A place for one form. Raises HttpError 503 if one of its names has one already, or all are taken."""
        with self._changed:
            if self._forms >= self._most or any(self._here[name] for name in names):
                raise HttpError(503, "web.photo.busy", wait=AGAIN)
            self._forms += 1
            self._here.update(names)
        try:
            yield
        finally:
            with self._changed:
                self._forms -= 1
                self._here -= Counter(names)

    @contextmanager
    def turn(self, *names: str) -> Iterator[None]:
        """Wait to read one picture. Raises HttpError 503 if it takes too long."""
        ticket = next(self._tickets)
        with self._changed:
            self._waiting[ticket] = names
            try:
                mine = lambda: not self._reading and self._first() == ticket  # noqa: E731
                if not self._changed.wait_for(mine, self._patience):
                    raise HttpError(503, "web.photo.busy", wait=AGAIN)
                self._reading = True
            finally:
                del self._waiting[ticket]
                self._changed.notify_all()
        began = self._clock()
        try:
            yield
        finally:
            with self._changed:
                self._reading = False
                for name in names:
                    self._count(name, self._clock() - began)
                self._changed.notify_all()

    def _first(self) -> int:
        """The ticket of whose names have taken least, the oldest of several."""
        now = self._clock()

        def taken(ticket: int) -> float:
            theirs = (self._taken.get(name) for name in self._waiting[ticket])
            return max((each.now(now) for each in theirs if each), default=0.0)

        return min(self._waiting, key=lambda ticket: (taken(ticket), ticket))

    def _count(self, name: str, seconds: float) -> None:
        now = self._clock()
        before = self._taken.pop(name, Taken(0.0, now))
        self._taken[name] = Taken(before.now(now) + seconds, now)
        if len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)


# The routes --------------------------------------------------------------------------


ROOM: Final = 64 * KB
"""What a form may contain besides its pictures."""
NUMBERS: Final = ("seq", "player")
"""The fields of a form that are numbers."""


class GameRoutes(ServiceRoutes):
    """The rules for all games' own routes.

    If games share a path, the one on the table answers. A public route needs no table:
    ``?game=`` may name another game, and another game's route answers if the one on the
    table has none.
    """

    def __init__(self, services: Services, guard: Guard) -> None:
        super().__init__(services, guard)
        self._turns = PhotoTurns(services.limits.photographing, services.clock)

    def rules(self) -> Iterator[Rule]:
        """Every rule of this kind. Raises ValueError if games disagree on the role of a path."""
        for (method, path), routes in self._shared().items():
            first = next(iter(routes.values()))
            if len({(route.role, route.form) for route in routes.values()}) > 1:
                raise ValueError(f"{method} {path} is given to different people")
            view, body = partial(self._asked, routes), _form_of if first.form else usual_body
            # Nobody knows what a game does meanwhile: some read what the household keeps, or compute for long.
            yield Rule(method, path, first.role, view, body, waits=method == "GET")

    def _shared(self) -> dict[tuple[str, str], dict[str, Route]]:
        shared: dict[tuple[str, str], dict[str, Route]] = {}
        for name, game in self._services.games.items():
            for route in game.routes:
                shared.setdefault((route.method, route.path), {})[name] = route
        return shared

    def _asked(self, routes: dict[str, Route]) -> Response:
        route = routes.get(self._services.game.name)
        if Role.PUBLIC in {each.role for each in routes.values()}:
            other = next(iter(routes.values())) if route is None else route
            route = routes.get(request.args.get("game", ""), other)
        if route is None:
            raise HttpError(409, "web.other-game")
        return self._answered(route)

    def _answered(self, route: Route) -> Response:
        if route.hint and not self._services.health().get("hints", True):
            raise HttpError(403, "web.no-hints")
        if not route.form:
            return self._heard(route)
        names = self._names()
        # Few wait, each with its thread: a page must always find one.
        with self._turns.form(*names):
            return self._heard(route, names)

    def _names(self) -> tuple[str, ...]:
        """Whose a form is: an address's – the Pi itself stands for many – and a seat's. All who have none share one, but for the host."""
        client = client_of(request.remote_addr)
        address = () if client == THE_PI else (client,)
        seat = self._services.seats.of(self._guard.visitor, self._services.players)
        return (*address, "host" if seat is None and self._guard.is_host else f"seat {seat}")

    def _heard(self, route: Route, names: Sequence[str] = ()) -> Response:
        body = _body(route)
        open_to_all, texts = route.role is Role.PUBLIC, self._services.texts
        by = None if open_to_all else speaker(self._services, self._guard, body)
        photos = partial(self._photos, names)
        call = Call(request.args.to_dict(), body, by, photos, texts)
        found = route.answer(call)
        if isinstance(found, Submission):
            return self._submitted(found, by, body)
        may_be_kept = open_to_all and route.method == "GET"
        return kept(found, request) if may_be_kept else answer(found)

    def _submitted(self, said: Submission, by: int | None, body: Json) -> Response:
        session, move = self._services.session, said.move
        envelope = said_by(self._guard, body)
        came = (
            Outcome(session.journal.last)
            if move is None
            else sensible(lambda: session.submit(move, by=by, envelope=envelope))
        )
        return outcome(self._services, came, said.more)

    def _photos(self, names: Sequence[str]) -> Sequence[Json]:
        return [self._read(data, names) for data in tuple(self._pictures())]

    def _read(self, picture: bytes, names: Sequence[str]) -> Json:
        with self._turns.turn(*names):
            return self._services.read_photo(picture)

    def _pictures(self) -> Iterator[bytes]:
        """The pictures of a form, each of which may be read. Raises PictureError."""
        limits = self._services.limits
        files = request.files.getlist("photo")
        if not files:
            raise PictureError("web.photo.none")
        if len(files) > limits.pictures:
            raise PictureError("web.photo.many", most=limits.pictures)
        for file in files:
            data = file.read()
            readable(data, pixels=limits.pixels)
            yield data


def _form_of(limits: Limits) -> int:
    return limits.photo + ROOM


def _body(route: Route) -> Json:
    if route.form:
        return _form()
    return json_body(request, more=True) if route.method == "POST" else {}


def _form() -> dict[str, Any]:
    """A form's texts, its numbers as numbers. Raises HttpError 400."""
    given: dict[str, Any] = request.form.to_dict()
    numbers = {name: digits(given.get(name) or None, name) for name in NUMBERS}
    return {**given, **numbers}
