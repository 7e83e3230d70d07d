"""The pages themselves, the files they load, and the code by which phones find them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import segno
from flask import Response, render_template, request

from companion.announce import Message, Param
from companion.words import LANGUAGES
from web.answers import file
from web.guard import Guard, Role, Rule
from web.refusals import Refusal
from web.services import House
from web.static_files import Item, item
from web.wording import language_for, sentence


class Pages:
    """The rules that give pages and files; every public method but ``rules`` is one."""

    def __init__(self, house: House, guard: Guard, files: Mapping[str, Item]) -> None:
        self._house = house
        self._guard = guard
        self._files = files

    def rules(self) -> Iterator[Rule]:
        """Every rule of this kind."""
        anybody = Role.ANYBODY
        yield Rule("GET", "/", anybody, self.table)
        yield Rule("GET", "/tv", anybody, self.tv)
        yield Rule("GET", "/verify", anybody, self.verify)
        yield Rule("GET", "/history", anybody, self.history)
        yield Rule("GET", "/host", anybody, self.host)
        yield Rule("GET", "/static/<path:name>", anybody, self.static)
        yield Rule("GET", "/favicon.ico", anybody, self.icon)
        yield Rule("GET", "/join.svg", anybody, self.join)

    def table(self) -> str:
        """The table on a phone."""
        return self._page("table.html")

    def tv(self) -> str:
        """The table on a screen across the room."""
        return self._page("tv.html")

    def verify(self) -> str:
        """Tap a hand and a task."""
        return self._page("verify.html")

    def history(self) -> str:
        """The game so far."""
        return self._page("history.html")

    def host(self) -> str:
        """The host's page, or where the PIN is asked."""
        return self._page("host.html" if self._guard.is_host else "pin.html")

    def static(self, name: str) -> Response:
        """A file of the pages."""
        found = self._files.get(name)
        if found is None:
            raise Refusal(404, "web.not-found")
        return file(found, request)

    def icon(self) -> Response:
        """What browsers ask for without being told."""
        return self.static("icon.svg")

    def join(self) -> Response:
        """The code by which a phone finds the page."""
        return file(_code(self._house.join_url), request)

    def _page(self, template: str) -> str:
        lang = language_for(
            request.args.get("lang"), tuple(request.accept_languages.values())
        )

        def say(key: str, **params: Param) -> str:
            return sentence(lang, Message(key, params))

        self._guard.greet()
        house: dict[str, Any] = {
            "join_url": self._house.join_url,
            "join_name": self._house.join_name,
        }
        return render_template(
            template, lang=lang, languages=LANGUAGES, say=say, **house
        )


@lru_cache(maxsize=8)
def _code(url: str) -> Item:
    drawn = io.BytesIO()
    symbol = segno.make(url, error="m", micro=False)
    symbol.save(drawn, kind="svg", border=4, dark="#000", light="#fff", omitsize=True)
    return item("image/svg+xml", drawn.getvalue())
