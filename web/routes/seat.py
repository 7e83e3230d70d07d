"""What a seat may do in any game: take its place, move, answer, correct."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from flask import Response, request

from companion.rules import Json
from companion.session.session import Outcome
from web.access.seats import Taking
from web.news.feed import last_word
from web.refusals import HttpError
from web.requests.answers import answer, outcome
from web.requests.request_body import an_object, json_body, number, text, whether
from web.requests.routing import PUBLIC, SEAT, ServiceRoutes, post
from web.requests.speaking import SAID, own, said_by, sensible, speaker

SOME: Final = 3
"""From how many words on a phone is known as its player's."""


class SeatRoutes(ServiceRoutes):
    """The rules for seats, which the host may use for anybody; each raises HttpError for what it refuses."""

    @post("/api/seat", PUBLIC)
    def seat(self) -> Response:
        """Sit down, or stand up; a seat where another phone sits has to be taken over."""
        there, body = (
            self._services.feed.view().get("players", ()),
            json_body(request, "seat", "take"),
        )
        players = [str(player["name"]) for player in there]
        chosen = number(body, "seat", len(players) - 1)
        player = None if chosen is None else players[chosen]
        if chosen is not None and there[chosen].get("robot"):
            raise HttpError(409, "web.seat-robot", player=str(player))
        taking = Taking(
            self._guard.client,
            over=whether(body, "take"),
            own=self._has_said_most(chosen),
            host=self._guard.is_host,
        )
        self._services.seats.take(self._guard.phone, player, taking)
        self._guard.sits(chosen, players)
        self._services.feed.refresh()
        return answer({"seat": chosen})

    def _has_said_most(self, seat: int | None) -> bool:
        """Whether this phone has said more for a player than any other in this game, and not only by the way."""
        said = (record.input for record in self._services.session.history)
        phones = Counter(each.phone for each in said if each.by == seat)
        del phones[None]
        mine = phones.pop(self._guard.visitor.id, 0)
        return mine >= SOME and all(mine > others for others in phones.values())

    @post("/api/moves", SEAT)
    def moves(self) -> Response:
        """Make a move by tap."""
        body = json_body(request, "move", *SAID)
        by, envelope = self._by(body), said_by(self._guard, body)
        move = own(self._guard, an_object(body, "move"), by)
        self._check_fair(move, by)
        session = self._services.session
        return self._entered(lambda: session.submit(move, by=by, envelope=envelope))

    @post("/api/answers", SEAT)
    def answers(self) -> Response:
        """Answer a question."""
        body = json_body(request, "question", "choice", *SAID)
        question, choice = text(body, "question"), text(body, "choice")
        by, envelope = self._by(body), said_by(self._guard, body)
        self._check_fair({"question": question}, by)
        session = self._services.session
        return self._entered(lambda: session.answer(question, choice, by=by, envelope=envelope))

    def _check_fair(self, said: Json, by: int | None) -> None:
        """Nobody judges himself, nor does a phone that has spoken for him in this game; the host speaks for the table. Raises HttpError 403."""
        judged = self._services.game.judged(said)
        if judged is None or self._guard.is_host:
            return
        history = (record.input for record in self._services.session.history)
        me = self._guard.visitor.id
        if by == judged or any(each.by == judged and each.phone == me for each in history):
            raise HttpError(403, "web.others-judge")

    @post("/api/changes", SEAT)
    def changes(self) -> Response:
        """Make those corrections that are open to anybody."""
        body = json_body(request, "correction", *SAID)
        correction, envelope = an_object(body, "correction"), said_by(self._guard, body)
        by, session = self._by(body), self._services.session
        if not self._services.game.anybodys(correction):
            raise HttpError(403, "web.host-only")
        return self._entered(lambda: session.correct(correction, by=by, envelope=envelope))

    @post("/api/undo", SEAT)
    def undo(self) -> Response:
        """Undo a move, or the last one; a seat may undo only what it said last, and its own undo."""
        body = json_body(request, "move", *SAID)
        move, session = _move(body), self._services.session
        envelope = said_by(self._guard, body)
        if not self._guard.is_host:
            self._by(body)
            self._own_word(move)
        return self._entered(lambda: session.undo(move, envelope=envelope))

    def _own_word(self, entry: str | int | None) -> None:
        """A phone may undo what it said, an undo included, while nobody has said anything after it. Raises HttpError 403."""
        session, visitor = self._services.session, self._guard.visitor
        said = (session.last_input, last_word(session.latest), session.taken_back)
        mine = {each.seq for each in said if each and visitor.is_phone(each.phone)}
        if entry not in mine:
            raise HttpError(403, "web.own-word")

    def _entered(self, call: Callable[[], Outcome]) -> Response:
        return outcome(self._services, sensible(call))

    def _by(self, body: Json) -> int | None:
        return speaker(self._services, self._guard, body)


def _move(body: dict[str, Any]) -> str | int | None:
    move = body.get("move")
    if move is None or isinstance(move, str):
        return None if move is None else text(body, "move", 40)
    return number(body, "move")
