"""What the page's address answers while a long game is being read: the progress, and then the page itself."""

from collections.abc import Callable, Iterable, Mapping
from threading import Thread
from typing import Any, Final

from markupsafe import escape
from waitress import wasyncore

from companion.words import words
from web.access.guard import HEADERS
from web.access.standing import Door, all_visitors
from web.limits import Limits
from web.server.connections import Listener
from web.server.server import affordable, listening
from web.server.turn import There, turn
from web.wording import language_for

AGAIN: Final = 2
"""Seconds after which a browser asks again."""


def no_body(path: str, headers: Mapping[str, str]) -> int:
    """The status with which every body is refused meanwhile."""
    return 503


class Waiting:
    """Serves that one response until it is closed; ``share`` of the game has been read, 0 to 1."""

    def __init__(self, host: str, port: int) -> None:
        """Begin to respond. Raises SettingsError if the port is taken or not allowed."""
        self.share = 0.0
        self._over = False
        self._limits = affordable(Limits(streams=0, photo=0))
        self._there: There = {}
        bound = listening(host, port)
        self.port: int = bound.getsockname()[1]
        door = Door(no_body, all_visitors)
        self._listener = Listener(self._answer, bound, self._there, self._limits, door)
        self._thread = Thread(target=self._serve, name="waiting", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Release the port; may be called again."""
        if not self._over:
            self._over = True
            self._listener.pull_trigger()
            self._thread.join()
            self._listener.task_dispatcher.shutdown(timeout=1)
            wasyncore.close_all(self._there)

    def _serve(self) -> None:
        while not self._over:
            self._listener.close_late()
            turn(self._there, 1.0, self._limits)

    def _answer(self, environ: Mapping[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
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
