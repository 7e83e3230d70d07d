"""A hub's pages: all tables of a broker on one page that resembles the table's own."""

import time
from collections.abc import Callable

from flask import Flask, Response, request

from web.access.guard import Guard
from web.access.keys import new_keys
from web.access.standing import Door, all_visitors
from web.addresses import Hosts, client_of
from web.app import DOOR, FEED, add_rule, bare_app, files_of, watch_over
from web.hub.all_tables import AllTables
from web.limits import Limits
from web.news.feed import StreamPlace
from web.news.stream import KIND, Slots, streamed
from web.pages.sentences import said_by_shell
from web.requests.answers import answer, file, shared
from web.requests.routing import PUBLIC, Routes, get
from web.routes.pages import kept_file, rendered
from web.routes.public import TONGUES


def create_hub(
    overview: AllTables,
    *,
    hosts: Hosts | None = None,
    limits: Limits | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """The pages over the tables. They are read-only."""
    bounds, keys = limits or Limits(), new_keys()
    guard = Guard(hosts or Hosts(), keys, bounds, clock=clock)
    app = bare_app(bounds)
    app.extensions[FEED] = overview
    app.extensions[DOOR] = Door(guard.at_headers, all_visitors)
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
        return rendered("hub.html", game={"name": ""})

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
        return kept_file(self._files, name)

    @get(f"/words/<any({TONGUES}):language>.json", PUBLIC)
    def words(self, language: str) -> Response:
        """The sentences of the pages in one language."""
        return file(said_by_shell(language, page="hub"), request)
