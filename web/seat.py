"""What a seat says: its place, moves, claims by tap or by picture, answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from flask import Response, request

from companion.errors import CompanionError, PictureError
from companion.session import Outcome
from web.answers import answer, outcome
from web.guard import Guard, Role, Rule
from web.limits import KB
from web.photos import Photo, photo
from web.refusals import Refusal
from web.request_body import an_object, digits, json_body, number, text, texts
from web.services import House, Json

ROOM: Final = 64 * KB
"""What a form may hold besides its pictures."""


class Playing:
    """The rules of a seat, which the host may use for anybody; every public method but ``rules`` is one."""

    def __init__(self, house: House, guard: Guard) -> None:
        self._house = house
        self._guard = guard

    def rules(self) -> Iterator[Rule]:
        """Every rule of this kind."""
        form = self._house.limits.photo + ROOM
        yield Rule("POST", "/api/seat", Role.ANYBODY, self.seat)
        yield Rule("POST", "/api/moves", Role.SEAT, self.moves)
        yield Rule("POST", "/api/claims", Role.SEAT, self.claims)
        yield Rule("POST", "/api/claims/photo", Role.SEAT, self.claims_photo, form)
        yield Rule("POST", "/api/answers", Role.SEAT, self.answers)
        yield Rule("POST", "/api/changes", Role.SEAT, self.changes)

    def seat(self) -> Response:
        """Sit down, or stand up."""
        players = self._house.players
        chosen = number(json_body(request), "seat", max(len(players) - 1, 0))
        if chosen is not None and not players:
            raise Refusal(400, "web.field", field="seat")
        self._guard.becomes(self._guard.visitor.seated(chosen, players))
        return answer({"seat": chosen})

    def moves(self) -> Response:
        """Make a move by tap."""
        body = json_body(request)
        move, by, seq = an_object(body, "move"), self._by(body), number(body, "seq")
        session = self._house.session
        return outcome(
            self._house, sensible(lambda: session.submit(move, by=by, seq=seq))
        )

    def claims(self) -> Response:
        """Claim by tap."""
        body = json_body(request)
        hand = texts(body, "hand")
        return self._claim(body, text(body, "task", 40), hand, number(body, "seq"))

    def claims_photo(self) -> Response:
        """Claim by picture, or only have it read."""
        form = request.form
        seq = digits(form.get("seq") or None, "seq")
        player = {"player": digits(form.get("player") or None, "player")}
        submit = form.get("submit", "yes")
        if submit not in ("yes", "no"):
            raise Refusal(400, "web.field", field="submit")
        self._by(player)
        read = self._read()
        if submit == "no":
            seq = self._house.session.journal.last
            return outcome(self._house, Outcome(seq), {"read": read})
        task, hand = _whole_claim(read)
        return self._claim(player, task, hand, seq, {"read": read})

    def answers(self) -> Response:
        """Answer a question."""
        body = json_body(request)
        question, choice = text(body, "question"), text(body, "choice")
        by, seq = self._by(body), number(body, "seq")
        session = self._house.session
        return outcome(
            self._house,
            sensible(lambda: session.answer(question, choice, by=by, seq=seq)),
        )

    def changes(self) -> Response:
        """Say how it really was, as far as that is anybody's to say."""
        body = json_body(request)
        correction, seq = an_object(body, "correction"), number(body, "seq")
        by, session = self._by(body), self._house.session
        if not self._house.rules.anybodys(correction):
            raise Refusal(403, "web.host-only")
        return outcome(
            self._house,
            sensible(lambda: session.correct(correction, by=by, seq=seq)),
        )

    def _by(self, body: Json) -> int | None:
        """Who speaks: the seat for itself, the host for whom it names (nobody: the table)."""
        players = self._house.players
        named = number(body, "player", max(len(players) - 1, 0))
        seat = self._guard.visitor.sits(players)
        if self._guard.is_host:
            return seat if named is None else named
        if seat is None:
            raise Refusal(403, "web.seat-first")
        if named not in (None, seat):
            raise Refusal(403, "web.own-seat")
        return seat

    def _claim(
        self,
        body: Json,
        task: str,
        hand: list[str],
        seq: int | None,
        more: dict[str, Any] | None = None,
    ) -> Response:
        by = self._by(body)
        session = self._house.session
        claimed = self._house.rules.claim(by, task, hand)
        came = sensible(lambda: session.submit(claimed.move, by=by, seq=seq))
        return outcome(self._house, came, {**claimed.verdict, **(more or {})})

    def _read(self) -> dict[str, Any]:
        found = [(each, self._house.read_photo(each)) for each in self._photos()]
        pictures = [
            {"size": [seen.width, seen.height], "tags": list(told["tags"])}
            for seen, told in found
        ]
        codes = [tag["card"] for told in pictures for tag in told["tags"]]
        unknown = sum(len(told.get("unknown", ())) for _, told in found)
        sorted_ = self._house.rules.sort(tuple(dict.fromkeys(codes)))
        return {**sorted_, "unknown": unknown, "pictures": pictures}

    def _photos(self) -> Iterator[Photo]:
        limits = self._house.limits
        files = request.files.getlist("photo")
        if not files:
            raise PictureError("web.photo.none")
        if len(files) > limits.pictures:
            raise PictureError("web.photo.many", most=limits.pictures)
        for file in files:
            yield photo(file.read(), pixels=limits.pixels)


def _whole_claim(read: Json) -> tuple[str, list[str]]:
    """The one task and the hand of what was read. Raises Refusal 422, with what was read."""
    tasks, hand = read["tasks"], list(read["hand"])
    if len(tasks) == 1 and hand:
        return tasks[0], hand
    key = "no-task" if not tasks else "two-tasks" if len(tasks) > 1 else "no-hand"
    raise Refusal(422, f"web.photo.{key}", more={"read": read})


def sensible(call: Callable[[], Outcome]) -> Outcome:
    """The call's outcome; what makes no sense to the game is refused like any other malformed request.

    A game raises ValueError for values of the wrong shape, before it changes anything.
    """
    try:
        return call()
    except CompanionError:
        raise
    except ValueError as error:
        raise Refusal(400, "web.malformed") from error
