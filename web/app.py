"""One Flask application over a session: authorised, every route with a role, every response with the same headers."""

import io
import logging
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import IO, Any, Final

from flask import Flask, Request, Response, request
from markupsafe import escape
from werkzeug.exceptions import HTTPException

from companion.announce import Message
from companion.errors import CompanionError
from companion.rules import Json
from web.access.guard import Guard, Rule
from web.access.keys import Keys, new_keys
from web.access.standing import Door
from web.addresses import Forwarded
from web.game_pages import GamePages
from web.limits import KB, Limits
from web.pages.loading import bundled, sheet_of
from web.pages.static_files import Item, static_files
from web.refusals import HttpError, body_of, status_of
from web.requests.answers import answer
from web.requests.request_body import language_asked
from web.routes import api
from web.services import Services
from web.wording import sentence

HERE: Final = Path(__file__).parent
SENTENCES: Final = {
    400: "web.malformed",
    404: "web.not-found",
    405: "web.method",
    413: "web.too-large",
    415: "web.not-json",
}
"""Statuses that the framework sends by itself, and the sentence for each."""
MOST_KB: Final = (Limits().photo + 64 * KB) // KB
"""The framework's own limit, quoted when it refuses more."""
DOOR: Final = "murphy.door"
"""Where an application stores the ``Door`` that the server asks before it reads a body."""
FEED: Final = "murphy.feed"
"""Where an application stores its feed, for the server to close it."""

_log = logging.getLogger(__name__)


class InMemory(Request):
    """Uploads are parsed in memory."""

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        return io.BytesIO()


def create_app(
    services: Services, keys: Keys | None = None, *, files: Mapping[str, Item] | None = None
) -> Flask:
    """The pages and routes over one session (listed in web/routes/api.py).

    ``keys`` are created if none are given, ``files`` are those of web/static and of the
    games. A thread follows the journal until ``app.extensions[FEED].close()``. Raises
    ValueError for two rules with one endpoint.
    """
    known, bounds = keys or new_keys(), services.limits
    guard = Guard(
        services.hosts,
        known,
        bounds,
        clock=services.clock,
        wall=services.wall,
        state=services.state,
        port=services.port,
        heard=services.seats.hear,
        sits=services.seats.has,
    )
    app = bare_app(bounds)
    app.extensions[FEED] = services.feed
    app.extensions[DOOR] = Door(guard.at_headers, guard.standing, guard.waits)
    served = files_of(services.games.values()) if files is None else files
    for rule in api.rules(services, guard, served):
        add_rule(app, guard, rule)
    watch_over(app, guard, lambda: services.session.journal.last)
    app.wsgi_app = Forwarded(app.wsgi_app, services.proxy)  # type: ignore[method-assign]  # as Flask documents it
    services.feed.start()
    return app


def files_of(games: Collection[GamePages]) -> dict[str, Item]:
    """The files under /static/: the shell's, every game's in a folder of its own, and the bundled style sheets."""
    found = dict(static_files(HERE / "static"))
    for game in games:
        own = static_files(game.folder)
        found |= {f"games/{game.name}/{path}": item for path, item in own.items()}
    return found | dict(bundled(found, games))


def bare_app(limits: Limits) -> Flask:
    """An application without routes."""
    app = Flask("web", static_folder=None, template_folder=str(HERE / "templates"))
    app.request_class = InMemory
    app.config["MAX_CONTENT_LENGTH"] = limits.photo + 64 * KB
    # Must hold two of the 64 KB pieces in which werkzeug reads a file, or no photograph gets through.
    app.config["MAX_FORM_MEMORY_SIZE"] = 256 * KB
    app.config["MAX_FORM_PARTS"] = 32
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = False
    return app


def add_rule(app: Flask, guard: Guard, rule: Rule) -> None:
    """Add a route for those with its role. Raises ValueError if another has its endpoint."""
    if rule.endpoint in app.view_functions:
        raise ValueError(f"{rule.endpoint} is taken already")
    app.add_url_rule(
        rule.path, rule.endpoint, rule.view, methods=[rule.method], provide_automatic_options=False
    )
    guard.knows(rule)


def watch_over(app: Flask, guard: Guard, newest: Callable[[], int]) -> None:
    """Let the guard see every request and response; every error becomes one sentence."""

    def refused(error: Exception) -> Response:
        assert isinstance(error, CompanionError)
        status = status_of(error)
        return _said(error, status, {"seq": newest()} if status == 409 else {})

    app.before_request(guard.let_in)
    app.after_request(guard.see_off)
    app.teardown_request(guard.let_out)
    app.register_error_handler(CompanionError, refused)
    app.register_error_handler(HTTPException, _failed)
    app.register_error_handler(Exception, _stumbled)


def _failed(error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.code or 500
    key = SENTENCES.get(status, "web.fault")
    refusal = HttpError(status, key, most=MOST_KB) if status == 413 else HttpError(status, key)
    response = _said(refusal, status)
    for name, value in error.get_headers(request.environ):
        if name == "Allow":
            response.headers[name] = value
    return response


def _stumbled(error: Exception) -> Response:
    _log.error("an answer failed", exc_info=error)
    return _said(HttpError(500, "web.fault"), 500)


def _said(error: CompanionError, status: int, more: Json | None = None) -> Response:
    body = body_of(error) | dict(more or {})
    response = _as_page(body) if _is_page() else answer(body, status)
    response.status_code = status
    if isinstance(error, HttpError) and error.wait is not None:
        response.headers["Retry-After"] = str(int(error.wait))
    return response


def _is_page() -> bool:
    asked = request.accept_mimetypes
    return not request.path.startswith("/api/") and "text/html" in asked.values()


def _as_page(body: Mapping[str, Any]) -> Response:
    lang = language_asked(request)
    text = escape(body["text"][lang])
    head = f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
    page = '<meta name="viewport" content="width=device-width"><title>murphy</title>'
    look = f'<link rel="stylesheet" href="/static/{sheet_of("pin.html")}">'
    table = escape(sentence(lang, Message("page.back-to-table")))
    back = f'<p><a class="button" href="/">{table}</a></p>'
    told = f'<main class="panel stack"><h1>murphy</h1><p>{text}</p>{back}</main>'
    return Response(f"{head}{page}{look}{told}</html>", mimetype="text/html")
