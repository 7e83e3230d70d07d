"""Responses: JSON with every message in words, and files."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from flask import Request, Response
from werkzeug.wsgi import wrap_file

from companion.json_lines import packed
from companion.session.session import Outcome
from web.pages.static_files import Item
from web.services import Services
from web.wording import announcement_json, worded


def answer(value: Any, status: int = 200) -> Response:
    """JSON values as a response."""
    return Response(packed(worded(value)), status, mimetype="application/json")


def shared(body: bytes, asked: Request) -> Response:
    """JSON that is the same for everybody who asks: the server sends it from where it lies, without a copy for each."""
    data = wrap_file(asked.environ, BytesIO(body))
    response = Response(data, mimetype="application/json", direct_passthrough=True)
    response.content_length = len(body)
    return response


def kept(value: Any, asked: Request) -> Response:
    """JSON values that browsers may cache and revalidate, compressed: for long ones that seldom change."""
    return file(Item("application/json", packed(worded(value))), asked)


def outcome(services: Services, came: Outcome, more: Mapping[str, Any] | None = None) -> Response:
    """The outcome of a call of the session, as everybody may see it."""
    base = {
        "seq": came.seq,
        "entry": came.entry,
        "events": [services.game.public(event) for event in came.events],
        "announcements": [announcement_json(each) for each in came.announcements],
    }
    return answer({**base, **(more or {})})


def file(item: Item, asked: Request) -> Response:
    """A file that browsers may cache and revalidate; compressed for those that accept it."""
    packs = item.packed is not None and asked.accept_encodings.quality("gzip") > 0
    body = item.packed if packs and item.packed is not None else item.plain
    response = Response(body, mimetype=item.kind)
    response.headers["Content-Type"] = item.kind
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    response.set_etag(f"{item.tag}{'z' if packs else ''}")
    response.make_conditional(asked)
    return response


def download(body: bytes, kind: str, name: str) -> Response:
    """A file as a download."""
    response = Response(body, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
