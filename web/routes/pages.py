"""The pages themselves, the files they load, and the code by which phones find them."""

import io
import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Any

from flask import Response, render_template, request

from companion.announce import Message, Param
from companion.words import LANGUAGES
from web.access.guard import Guard, Rule
from web.game_pages import GamePages, OwnPage
from web.pages.loading import dress_of, loaded_by, sheet_of
from web.pages.static_files import Item
from web.refusals import HttpError
from web.requests.answers import answer, file
from web.requests.request_body import language_asked
from web.requests.routing import PUBLIC, ServiceRoutes, get
from web.services import Services
from web.wifi import Wifi
from web.wording import sentence


class PageRoutes(ServiceRoutes):
    """The rules for pages and files."""

    def __init__(self, services: Services, guard: Guard, files: Mapping[str, Item]) -> None:
        super().__init__(services, guard)
        self._files = files

    def rules(self) -> Iterator[Rule]:
        """Those of the shell, and every page of a game's own."""
        yield from super().rules()
        for game in self._services.games.values():
            for page in game.pages:
                yield Rule("GET", page.path, PUBLIC, partial(self.own, game, page))

    @get("/", PUBLIC)
    def table(self) -> str:
        """The table on a phone."""
        return self._page("table.html")

    @get("/tv", PUBLIC)
    def tv(self) -> str:
        """The table on a screen across the room."""
        return self._page("tv.html", first_pin=self._services.first_pin.shown or "")

    @get("/history", PUBLIC)
    def history(self) -> str:
        """The game so far."""
        return self._page("history.html")

    @get("/history/<past>", PUBLIC)
    def past(self, past: str) -> str:
        """A past game: the page requests the one in its address."""
        return self.history()

    @get("/archive", PUBLIC)
    def archive(self) -> str:
        """All games on this machine."""
        return self._page("archive.html")

    @get("/host", PUBLIC)
    def host(self) -> str:
        """The host's page, or the form for the PIN."""
        return self._page("host.html" if self._guard.is_host else "pin.html")

    @get("/setup", PUBLIC)
    def setup(self) -> str:
        """Set up by the phone, step by step."""
        return self._page("setup.html")

    @get("/camera", PUBLIC)
    def camera(self) -> str:
        """The phone as the camera."""
        self._guard.films()
        return self._page("camera.html")

    def own(self, game: GamePages, page: OwnPage) -> str:
        """A page of a game's own, whichever game is on the table."""
        return self._page("own.html", game, title=page.title, module=page.module)

    @get("/static/<path:name>", PUBLIC)
    def static(self, name: str) -> Response:
        """A file of the pages."""
        return kept_file(self._files, name)

    @get("/favicon.ico", PUBLIC)
    def icon(self) -> Response:
        """The icon that browsers request by default."""
        return self.static("icon.svg")

    @get("/manifest.webmanifest", PUBLIC)
    def manifest(self) -> Response:
        """The web app manifest, for home screens."""
        return file(_manifest(), request)

    @get("/join.svg", PUBLIC)
    def join(self) -> Response:
        """The code by which a phone finds the page, or that of the phone that is to be the camera."""
        films = request.args.get("page") == "camera"
        url = self._services.join_url + ("camera" if films else "")
        return file(_code(url), request)

    @get("/wifi.svg", PUBLIC)
    def wifi(self) -> Response:
        """The code by which a phone joins the Wi-Fi, for whom the host allows it; it holds the password, and is kept nowhere."""
        return Response(_symbol(self._wifi().code), mimetype="image/svg+xml")

    @get("/api/wifi", PUBLIC)
    def wifi_told(self) -> Response:
        """The same to be typed."""
        wifi = self._wifi()
        return answer({"name": wifi.name, "password": wifi.password})

    def _wifi(self) -> Wifi:
        wifi, known = self._services.wifi(), self._guard.known
        players, host = self._services.players, self._guard.is_host
        seats = self._services.seats
        seat = known is not None and seats.of(known, players) is not None
        if wifi is None or not wifi.is_for(seat=seat, host=host):
            raise HttpError(404, "web.no-wifi")
        return wifi

    def _page(self, template: str, game: GamePages | None = None, **more: str) -> str:
        shown = game or self._services.game
        return rendered(
            template,
            join_url=self._services.join_url,
            join_name=self._services.join_name,
            game=shown,
            dress=dress_of(shown),
            preloads=self._preloads,
            button=self._services.presence is not None,
            **more,
        )

    def _preloads(self, module: str, game: GamePages) -> list[str]:
        """The modules that the shell's module and the game's load, so that a page requests all of them at once."""
        files = self._files
        own = loaded_by(f"games/{game.name}/game.js", files)
        found = dict.fromkeys([*loaded_by(module, files), *own])
        return [name for name in found if name != module]


def rendered(template: str, **more: Any) -> str:
    """A page in the language that is asked for; ``more`` is what its template needs besides."""
    lang = language_asked(request)

    def say(key: str, **params: Param) -> str:
        return sentence(lang, Message(key, params))

    return render_template(
        template,
        page_name=template.removesuffix(".html"),
        lang=lang,
        languages=LANGUAGES,
        say=say,
        sheet=sheet_of(template),
        **more,
    )


def kept_file(files: Mapping[str, Item], name: str) -> Response:
    """A file of the pages. Raises HttpError 404."""
    found = files.get(name)
    if found is None:
        raise HttpError(404, "web.not-found")
    return file(found, request)


@cache
def _manifest() -> Item:
    sizes = [("icon-192.png", "192x192"), ("icon-512.png", "512x512")]
    icons = [{"src": f"/static/{n}", "sizes": s, "type": "image/png"} for n, s in sizes]
    told = {"name": "Murphy", "short_name": "Murphy", "start_url": "/", "icons": icons}
    dark = "#0e1517"
    look = {"display": "standalone", "background_color": dark, "theme_color": dark}
    return Item("application/manifest+json", json.dumps(told | look).encode())


@lru_cache(maxsize=8)
def _code(url: str) -> Item:
    return Item("image/svg+xml", _symbol(url))


def _symbol(says: str) -> bytes:
    """A QR code as SVG."""
    drawn = io.BytesIO()
    import segno

    symbol = segno.make(says, error="m", micro=False)
    symbol.save(drawn, kind="svg", border=4, dark="#000", light="#fff", omitsize=True)
    return drawn.getvalue()
