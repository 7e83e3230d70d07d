"""What everybody may look at: the view, the stream, the story so far, cards and verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from flask import Response, request

from companion.session import Chapter
from companion.words import LANGUAGES, words
from web.addresses import client_of
from web.answers import answer, file, told_json
from web.feed import Place
from web.guard import TOKEN, Guard, Role, Rule
from web.refusals import Refusal
from web.request_body import digits, json_body
from web.services import House, Json
from web.static_files import Item, item
from web.stream import Slots, Stream
from web.wording import worded

PAGE: Final = 400
"""How many chapters of the story one answer tells."""
AFTERWARDS: Final = ("round", "turn", "players", "draw")
"""What the story says of the table after each chapter."""
ANYBODY: Final = Role.ANYBODY
TONGUES: Final = ",".join(LANGUAGES)


class Looking:
    """The rules that only look; every public method but ``rules`` is one."""

    def __init__(self, house: House, guard: Guard) -> None:
        self._house = house
        self._guard = guard
        self._slots = Slots(house.limits)
        self._story: list[tuple[Chapter[Any], Json | None]] = []
        """The chapters so far, with what is told of those that are."""

    def rules(self) -> Iterator[Rule]:
        """Every rule of this kind."""
        yield Rule("GET", "/api/view", ANYBODY, self.view)
        yield Rule("GET", "/api/events", ANYBODY, self.events)
        yield Rule("GET", "/api/legal", Role.SEAT, self.legal)
        yield Rule("GET", "/api/history", ANYBODY, self.history)
        yield Rule("GET", "/api/cards", ANYBODY, self.cards)
        yield Rule("GET", "/api/verify", ANYBODY, self.verify_asked)
        yield Rule("POST", "/api/verify", ANYBODY, self.verify)
        yield Rule("GET", "/api/health", ANYBODY, self.health)
        yield Rule("GET", "/healthz", ANYBODY, self.health)
        yield Rule("GET", f"/words/<any({TONGUES}):language>.json", ANYBODY, self.words)

    def view(self) -> Response:
        """The public view, and what this visitor needs to speak."""
        view = self._house.feed.view()
        names = [str(player["name"]) for player in view.get("players", ())]
        visitor = self._guard.visitor
        you = {"seat": visitor.sits(names), "host": self._guard.is_host}
        response = answer(view | {"token": self._guard.token, "you": you})
        response.headers[TOKEN] = self._guard.token
        return response

    def events(self) -> Response:
        """The stream; what was announced after the last id the phone heard comes again."""
        place = self._place()
        kind = "text/event-stream"
        if request.method == "HEAD":
            return Response(mimetype=kind)
        stream = Stream(
            self._house.feed,
            place,
            self._slots.take(client_of(request.remote_addr)),
            limits=self._house.limits,
            clock=self._house.clock,
            gone=_gone(request.environ),
        )
        response = Response(stream, mimetype=kind)
        response.headers["X-Accel-Buffering"] = "no"
        return response

    def legal(self) -> Response:
        """What a seat may do now."""
        feed = self._house.feed
        seat = self._guard.visitor.sits(self._house.players)
        asked = digits(request.args.get("player"), "player")
        player = asked if asked is not None and self._guard.is_host else seat
        if player is None:
            raise Refusal(403, "web.seat-first")
        if player >= len(self._house.players):
            raise Refusal(400, "web.field", field="player")
        seq = feed.view()["seq"]
        return answer({"seq": seq, "moves": self._house.rules.legal(player)})

    def history(self) -> Response:
        """The game so far, chapter by chapter, as it stands after every correction."""
        after = digits(request.args.get("after"), "after") or 0
        seq = self._house.session.journal.last
        told = [each for each in self._chapters() if each["seq"] > after]
        page = {"entries": told[:PAGE], "more": len(told) > PAGE}
        unsure = {"unsure": self._house.rules.unsure()}
        return answer({"seq": seq} | page | unsure)

    def cards(self) -> Response:
        """The cards of an edition."""
        edition = request.args.get("edition")
        return answer(self._house.rules.cards(edition))

    def verify(self) -> Response:
        """Whether a hand solves a task; no game needed, nothing changed."""
        return answer(self._house.rules.verify(json_body(request)))

    def verify_asked(self) -> Response:
        """The same, asked in the address."""
        args = request.args
        told: dict[str, Any] = {k: args[k] for k in ("task", "edition") if k in args}
        rows = {k: _codes(args[k]) for k in ("hand", "mac") if k in args}
        return answer(self._house.rules.verify(told | rows))

    def health(self) -> Response:
        """How the parts are; 503 when one of them is not well."""
        health = self._house.health()
        well = bool(health.get("ok", True))
        return answer({"ok": well} | dict(health), 200 if well else 503)

    def words(self, language: str) -> Response:
        """Every sentence of a language."""
        return file(_sentences(language), request)

    def _place(self) -> Place:
        given = request.headers.get("Last-Event-ID") or request.args.get("after")
        heard = digits(given or None, "Last-Event-ID")
        newest = self._house.feed.newest()
        # An id from the future is another journal's: what it missed is not here.
        return newest if heard is None or heard > newest.heard else Place(heard)

    def _chapters(self) -> list[Json]:
        # Another request may put its own there meanwhile.
        known, story = self._story, self._house.session.story
        kept = _common(known, story)
        new = zip(story[kept:], (None, *story)[kept:], strict=False)
        now = [*known[:kept], *((each, self._told(each, last)) for each, last in new)]
        self._story = now
        return [told for _, told in now if told is not None]

    def _told(self, chapter: Chapter[Any], last: Chapter[Any] | None) -> Json | None:
        """A chapter as it is told; None of a look that nothing came of, as most are."""
        quiet = chapter.said.kind == "observation" and not chapter.events
        return None if quiet else self._chapter(chapter) | self._answered(chapter, last)

    def _answered(
        self, chapter: Chapter[Any], last: Chapter[Any] | None
    ) -> dict[str, Any]:
        """What was asked and what was said to it, of an answer to a question of the chapter before."""
        if chapter.said.kind != "answer" or last is None:
            return {}
        said = chapter.said.data
        asked = self._house.session.seen(last.state).get("questions", ())
        texts = (
            {"question": question["text"], "choice": choice["text"]}
            for question in asked
            for choice in question["choices"]
            if (question["id"], choice["id"]) == (said["question"], said["choice"])
        )
        return {"answered": worded(next(texts, None))}

    def _chapter(self, chapter: Chapter[Any]) -> dict[str, Any]:
        seen = self._house.session.seen(chapter.state)
        said, rules = chapter.said, self._house.rules
        return {
            "seq": said.seq,
            "at": said.at,
            "kind": said.kind,
            "by": said.data.get("by"),
            "dropped": chapter.dropped,
            "events": [worded(rules.public(event)) for event in chapter.events],
            "announcements": [told_json(each) for each in chapter.announcements],
            "after": worded({key: seen[key] for key in AFTERWARDS if key in seen}),
        }


def _common(
    kept: Sequence[tuple[Chapter[Any], object]], story: Sequence[Chapter[Any]]
) -> int:
    """How many chapters from the start are still the same ones."""
    pairs = zip(kept, story, strict=False)
    differ = (i for i, (old, new) in enumerate(pairs) if old[0] is not new)
    return next(differ, min(len(kept), len(story)))


def _codes(given: str) -> list[str]:
    return [code for code in given.replace(",", " ").split() if code]


def _gone(environ: Json) -> Callable[[], bool]:
    """Whether the phone has left, as waitress knows it."""
    found = environ.get("waitress.client_disconnected")
    return found if callable(found) else lambda: False


@cache
def _sentences(language: str) -> Item:
    told = dict(words(language).sentences)
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return item("application/json", text.encode())
