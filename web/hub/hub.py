"""A hub's pages: all tables of a broker on one page that resembles the table's own."""

import time
from collections.abc import Callable

from flask import Flask, Response, render_template, request

from companion.announce import Message, Param
from companion.words import LANGUAGES
from web.access.guard import Guard
from web.access.keys import new_keys
from web.access.pacing import Pacing
from web.access.pin import PinDoor
from web.access.sign_ins import SignIns
from web.access.visitors import Cookies
from web.addresses import Hosts, client_of
from web.app import DOOR, FEED, add_rule, bare_app, files_of, watch_over
from web.hub.all_tables import AllTables
from web.limits import Limits
from web.news.feed import StreamPlace
from web.news.stream import KIND, Slots, streamed
from web.refusals import HttpError
from web.routes.answers import answer, file, shared
from web.routes.pages import sheet_of
from web.routes.public import TONGUES
from web.routes.request_body import language_asked
from web.routes.routing import PUBLIC, Routes, get
from web.routes.sentences import said_by_shell
from web.wording import sentence


def create_hub(
    overview: AllTables,
    *,
    hosts: Hosts | None = None,
    limits: Limits | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """The pages over the tables. They are read-only."""
    bounds, keys = limits or Limits(), new_keys()
    guard = Guard(
        hosts or Hosts(),
        Cookies(keys),
        PinDoor(keys.pin, clock),
        Pacing(bounds, clock),
        bounds,
        SignIns(keys, None, time.time),
        time.time,
    )
    app = bare_app(bounds)
    app.extensions[FEED] = overview
    app.extensions[DOOR] = guard.at_headers
    for rule in HubRoutes(overview, bounds, clock).rules():
        add_rule(app, guard, rule)
    watch_over(app, guard, lambda: overview.last)
    return app


class HubRoutes(Routes):
    """The routes."""

    def __init__(self, overview: AllTables, limits: Limits, clock: Callable[[], float]) -> None:
        self._overview = overview
        self._limits = limits
        self._clock = clock
        self._slots = Slots(limits)
        self._files = files_of(())

    @get("/", PUBLIC)
    def page(self) -> str:
        """All tables and the standings."""
        lang = language_asked(request)

        def say(key: str, **params: Param) -> str:
            return sentence(lang, Message(key, params))

        return render_template(
            "hub.html",
            lang=lang,
            say=say,
            sheet=sheet_of("hub.html"),
            game={"name": ""},
            languages=LANGUAGES,
            page_name="hub",
        )

    @get("/api/tables", PUBLIC)
    def tables(self) -> Response:
        """All tables, for programs."""
        return shared(self._overview.to_json(), request)

    @get("/api/events", PUBLIC)
    def events(self) -> Response:
        """The stream: every table at once, then each that changes."""
        if request.method == "HEAD":
            return Response(mimetype=KIND)
        slot = self._slots.take(client_of(request.remote_addr))
        first = StreamPlace(0, 0)
        return streamed(
            request, self._overview, first, slot, limits=self._limits, clock=self._clock
        )

    @get("/healthz", PUBLIC)
    def health(self) -> Response:
        """Whether the broker is reachable; 503 if not."""
        well = self._overview.connected
        told = {"ok": well, "tables": len(self._overview)}
        return answer(told, 200 if well else 503)

    @get("/static/<path:name>", PUBLIC)
    def static(self, name: str) -> Response:
        """A file of the pages."""
        found = self._files.get(name)
        if found is None:
            raise HttpError(404, "web.not-found")
        return file(found, request)

    @get(f"/words/<any({TONGUES}):language>.json", PUBLIC)
    def words(self, language: str) -> Response:
        """The sentences of the pages in one language."""
        return file(said_by_shell(language, page="hub"), request)
