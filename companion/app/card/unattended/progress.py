"""How far it is: lines on the console, and a page for phones while there is no companion yet."""

import html
import json
import socket
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from companion.app.card.unattended.files import ABOUT

PORTS: Final = (80, 8000)
COMPANION: Final = 8000
STEPS: Final = ("found", "install", "start")


@dataclass
class Progress:
    """How far it is, for the console and the page; ``said`` holds sentences in every language."""

    language: str = "en"
    said: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    step: int = 0
    note: tuple[str, dict[str, str]] = ("begin", {})
    done: bool = False
    port: int = COMPANION

    def tell(self, key: str, step: str | None = None, **params: str) -> None:
        """Note where it stands, and print it as a line where it is news."""
        if step is not None:
            self.step = STEPS.index(step)
        if (key, params) == self.note:
            return
        self.note = (key, params)
        print(f"Murphy: {self.text(key, self.language, params)}", flush=True)

    def text(self, key: str, language: str, params: Mapping[str, str]) -> str:
        """A sentence in a language, or its key if there are no words."""
        known = self.said.get(language) or self.said.get("en") or {}
        sentence = known.get(key)
        return sentence.format_map(params) if sentence else " ".join([key, *params.values()])


def told_by(folder: Path) -> Progress:
    """Progress that is told in the words that lie in a folder."""
    with suppress(OSError, ValueError):
        about = json.loads((folder / ABOUT).read_text("utf-8"))
        return Progress(str(about["lang"]), about["words"])
    return Progress()


def page(progress: Progress, language: str, host: str) -> str:
    """The page that a phone sees meanwhile: it looks again by itself, and in the end leads to the companion."""

    def said(key: str, **params: str) -> str:
        return html.escape(progress.text(key, language, params))

    marks = [
        "✓" if progress.done or n < progress.step else "→" if n == progress.step else "·"
        for n in range(len(STEPS))
    ]
    steps = "".join(f"<li>{m} {said(f'step-{s}')}" for m, s in zip(marks, STEPS, strict=True))
    key, params = progress.note
    onward = f"http://{host}:{progress.port}/"
    where = f"2;url={html.escape(onward)}" if progress.done else "3"
    link = f'<p><a href="{html.escape(onward)}">{html.escape(onward)}</a>' if progress.done else ""
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="{where}">'
        f"<title>Murphy</title><style>{STYLE}</style><h1>{said('title')}</h1>"
        f'<ul>{steps}</ul><p role="status">{said(key, **params)}</p>{link}</html>'
    )


STYLE: Final = "body{font:1.25rem/1.5 sans-serif;margin:2rem auto;max-width:32rem;padding:0 1rem}ul{list-style:none;padding:0}"


def language_for(accepted: str, progress: Progress) -> str:
    """The first language of an ``Accept-Language`` header that there are words in, else the card's."""
    wanted = (each.split(";")[0].strip()[:2].lower() for each in accepted.split(","))
    return next((each for each in wanted if each in progress.said), progress.language)


class Pages:
    """The page, on every one of our ports that is free."""

    def __init__(self, progress: Progress, ports: Sequence[int] = PORTS) -> None:
        self._servers: dict[int, ThreadingHTTPServer] = {}
        for port in ports:
            with suppress(OSError):
                server = ThreadingHTTPServer(("", port), _handler(progress))
                self._servers[server.server_port] = server
                threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()

    @property
    def ports(self) -> tuple[int, ...]:
        """Where it is served."""
        return tuple(self._servers)

    def leave(self, port: int) -> None:
        """Serve there no longer."""
        server = self._servers.pop(port, None)
        if server is not None:
            server.shutdown()
            server.server_close()

    def close(self) -> None:
        """Serve nowhere."""
        for port in self.ports:
            self.leave(port)


def _handler(progress: Progress) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            language = language_for(self.headers.get("Accept-Language", ""), progress)
            host = self.headers.get("Host", "").split(":")[0] or socket.gethostname()
            body = page(progress, language, host).encode()
            # Nobody takes it for the companion, whose health it is.
            self.send_response(503 if self.path == "/healthz" else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.send_header(
                "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"
            )
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler
