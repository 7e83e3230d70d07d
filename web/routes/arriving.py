"""Who comes to the table by himself: under a name of his own, to a free place or one more; and the same people again after a game."""

from collections.abc import Sequence
from threading import Lock
from typing import Final

from flask import Response, request

from companion.errors import CompanionError
from companion.inputs import Envelope
from companion.rules import Json
from companion.seating import seated
from web.access.guard import Guard
from web.access.pacing import Buckets
from web.access.seats import Taking
from web.limits import Rate
from web.refusals import HttpError
from web.requests.answers import answer, outcome
from web.requests.request_body import enveloped, json_body, number, text
from web.requests.routing import PUBLIC, SEAT, ServiceRoutes, post
from web.requests.speaking import SAID, sensible, speaker
from web.services import Services

NAMES: Final = Rate(6, 1 / 60)
"""How often names may be typed in on the phones of one address."""


class ArrivingRoutes(ServiceRoutes):
    """The rules for arriving; each raises HttpError for what it refuses."""

    def __init__(self, services: Services, guard: Guard) -> None:
        super().__init__(services, guard)
        self._names = Buckets(NAMES)
        self._arriving = Lock()

    @post("/api/arrive", PUBLIC)
    def arrive(self) -> Response:
        """Sit down under a name of one's own: in a free seat, or, before a game, in one more. Raises InputError for a name that is none, or is taken."""
        body = json_body(request, "name", "seat")
        # A name that is tapped in twice, or by two at once, is given once: who a seat is of changes with it.
        with self._arriving:
            return self._arrive(body)

    def _arrive(self, body: Json) -> Response:
        view = self._services.feed.view()
        players = [str(player["name"]) for player in view.get("players", ())]
        wanted = number(body, "seat", len(players) - 1)
        seat = len(players) if wanted is None else wanted
        names = [*players[:seat], text(body, "name"), *players[seat + 1 :]]
        self._may_be_named(seat, view)
        names = seated(names)
        self._spend()
        if wanted is None:
            self._one_more(names)
        else:
            self._called(seat, names[seat], players)
        self._guard.sits(seat, names)
        self._services.feed.refresh()
        return answer({"seat": seat})

    @post("/api/next", PUBLIC)
    def next(self) -> Response:
        """Put one's name on the list for the next game, or, empty, off it. Raises InputError for a name that is none, or is taken."""
        name = text(json_body(request, "name"), "name")
        phone, waiting = self._guard.phone, self._services.next_game
        if name.strip():
            self._may_name()
            self._spend()
            name = waiting.put_down(name, phone, self._services.players)
        else:
            waiting.take_off(phone)
        self._services.feed.refresh()
        return answer({"name": name})

    @post("/api/again", SEAT)
    def again(self) -> Response:
        """Begin the same game with the same people, once the last one is over."""
        body, view = json_body(request, *SAID), self._services.feed.view()
        speaker(self._services, self._guard, body)
        envelope = enveloped(body)
        if view.get("phase") != "over" and view.get("winner") is None:
            raise HttpError(409, "web.not-over")
        there = [p["name"] for p in view["players"] if not p.get("left")]
        people = [*there, *self._services.next_game.beside(self._services.players)]
        people = people[: max(len(there), self._services.game.players[1])]
        begin = self._services.begin_again
        return outcome(self._services, sensible(lambda: begin(people, envelope)))

    def _may_be_named(self, seat: int, view: Json) -> None:
        """Whether this phone may give a place its name now. Raises HttpError."""
        self._may_name()
        players = view.get("players", ())
        if seat == len(players):
            return
        there, mine = view["seats"][seat], self._guard.visitor.id
        gone = players[seat].get("left") or players[seat].get("robot")
        if gone or there not in (None, mine):
            raise HttpError(409, "web.place-taken", player=players[seat]["name"])

    def _may_name(self) -> None:
        """Whether names are typed on phones at all, and on this one. Raises HttpError."""
        health = self._services.health()
        if not health.get("own_names", True) or health.get("source") == "painted":
            raise HttpError(403, "web.no-own-names")
        if not self._guard.is_host and self._services.seats.is_away(self._guard.phone):
            raise HttpError(403, "web.seat-away")

    def _spend(self) -> None:
        """Names are typed in only so often from one address, but by the host. Raises HttpError 429."""
        wait = int(self._names.spend(self._guard.client, self._services.clock()) + 0.999)
        if wait and not self._guard.is_host:
            raise HttpError(429, "web.names-too-often", wait=wait, seconds=wait)

    def _called(self, seat: int, name: str, players: Sequence[str]) -> None:
        """The phone sits down, then its player is called by its name: of two phones that want one place, the second is refused."""
        player, seats = players[seat], self._services.seats
        before = seats.of(self._guard.visitor, players)
        self._sit(player)
        says: Json = {"do": "name", "player": seat, "name": name}
        envelope = Envelope(phone=self._guard.visitor.id)
        try:
            self._services.session.correct(says, by=seat, envelope=envelope)
        except CompanionError:
            seats.go_back(self._guard.phone, None if before is None else players[before])
            raise
        seats.rename(player, name)

    def _one_more(self, names: list[str]) -> None:
        """Another place at the table, as long as nothing has been laid or said there."""
        said = (record.input for record in self._services.session.history)
        untouched = all(one.seen or one.names_somebody for one in said)
        if self._services.feed.view().get("phase") != "set-up" or not untouched:
            raise HttpError(409, "web.begun-already")
        self._services.seats.check(self._guard.phone, names[-1], self._taking)
        self._services.begin_again(names)
        self._sit(names[-1])

    def _sit(self, player: str) -> None:
        self._services.seats.take(self._guard.phone, player, self._taking)

    @property
    def _taking(self) -> Taking:
        return Taking(self._guard.client, host=self._guard.is_host)
