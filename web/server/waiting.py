"""What the page's address answers while a long game is being read: the progress, and then the page itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from threading import Thread
from typing import Any, Final

from markupsafe import escape
from waitress import wasyncore
from waitress.server import create_server

from companion.words import words
from web.access.guard import HEADERS
from web.limits import KB
from web.server.server import listening
from web.wording import language_for

AGAIN: Final = 2
"""Seconds after which a browser asks again."""


class Waiting:
    """Serves that one response until it is closed; ``share`` of the game has been read, 0 to 1."""

    def __init__(self, host: str, port: int) -> None:
        """Begin to respond. Raises SettingsError if the port is taken or not allowed."""
        self.share = 0.0
        self._over = False
        self._map: dict[int, Any] = {}
        socket = listening(host, port)
        self.port: int = socket.getsockname()[1]
        self._server = create_server(
            self._answer,
            map=self._map,
            sockets=[socket],
            threads=1,
            ident=None,
            max_request_header_size=16 * KB,
            max_request_body_size=KB,
        )
        self._thread = Thread(target=self._serve, name="waiting", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Release the port; may be called again."""
        if not self._over:
            self._over = True
            self._server.pull_trigger()
            self._thread.join()
            self._server.task_dispatcher.shutdown(timeout=1)
            wasyncore.close_all(self._map)

    def _serve(self) -> None:
        while not self._over:
            wasyncore.loop(timeout=1.0, map=self._map, use_poll=True, count=1)

    def _answer(
        self, environ: Mapping[str, Any], start: Callable[..., Any]
    ) -> Iterable[bytes]:
        asked = str(environ.get("HTTP_ACCEPT_LANGUAGE", "")).replace(";", ",")
        lang = language_for(None, tuple(each.strip() for each in asked.split(",")))
        text = escape(words(lang).say("play.reading", percent=int(100 * self.share)))
        body = (
            f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>murphy</title>'
            f'<meta name="viewport" content="width=device-width"><p role="status">{text}</p></html>'
        )
        headers = {"Content-Type": "text/html; charset=utf-8", **HEADERS}
        again = {"Retry-After": str(AGAIN), "Refresh": str(AGAIN)}
        headers |= {"Cache-Control": "no-store", **again}
        start("503 Service Unavailable", list(headers.items()))
        return [body.encode()]
