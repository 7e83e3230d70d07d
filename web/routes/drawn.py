"""A game as a picture, drawn when somebody asks for it, in turn with histories, the latest kept."""

from collections.abc import Hashable
from typing import Any, Final

from flask import Response, request

from companion.session.session import Session
from web.addresses import client_of
from web.refusals import HttpError
from web.requests.answers import download
from web.requests.request_body import language_asked
from web.routes.history_cache import HistoryQueue
from web.services import Services

KEPT: Final = 4
"""Pictures that are kept, of about 200 kB each: phones ask for the same one after a game."""


class Pictures:
    """Draws them. May be called from any thread."""

    def __init__(self, services: Services, queue: HistoryQueue) -> None:
        self._services = services
        self._queue = queue
        self._drawn: dict[Hashable, bytes] = {}

    def of(self, session: Session[Any], game: Hashable) -> Response:
        """The picture of a game, by its name, as it stands. Raises HttpError 404 where nothing draws, 503 if too many wait."""
        draws = self._services.picture
        if draws is None:
            raise HttpError(404, "web.not-found")
        lang = language_asked(request)
        key = game, session.journal.last, lang
        with self._queue.turn(client_of(request.remote_addr)):
            if key not in self._drawn:
                rest = list(self._drawn.items())[1 - KEPT :]
                self._drawn = {**dict(rest), key: draws(session, lang)}
            png = self._drawn[key]
        return download(png, "image/png", f"murphy-{session.journal.last}.png")
