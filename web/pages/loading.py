"""What a page needs next: the modules that a module loads, and its style sheets, bundled."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from posixpath import dirname, join, normpath
from typing import Final

from web.game_pages import GamePages
from web.pages.static_files import Item, together

# Modules -----------------------------------------------------------------------------


FROM: Final = re.compile(
    rb'^(?:import|export) (?:\{[^}]*\}|\*(?: as \w+)?|\w+) from "([^"]+)";', re.MULTILINE
)
"""A module imported statically, in one line or in several; ``import(...)`` waits until it is needed."""
ROOT: Final = "/static/"


def loaded_by(name: str, files: Mapping[str, Item]) -> tuple[str, ...]:
    """A module's name and those of all existing modules that it loads; itself first."""
    found: dict[str, None] = {}
    ahead = [name]
    while ahead:
        now = ahead.pop(0)
        if now in files and now not in found:
            found[now] = None
            ahead += imports(now, files[now].plain)
    return tuple(found)


@lru_cache(maxsize=256)
def imports(name: str, text: bytes) -> tuple[str, ...]:
    """The files that a module loads statically, given its own name and text."""
    return tuple(_named(name, match[1].decode()) for match in FROM.finditer(text))


def _named(by: str, url: str) -> str:
    """The file that a module names, relative to itself or to the root of all files."""
    if url.startswith(ROOT):
        return url.removeprefix(ROOT)
    return normpath(join(dirname(by), url))


# Style sheets ------------------------------------------------------------------------


LOOK: Final = ("look.css", "buttons.css", "notices.css", "dialogs.css")
TABLE: Final = ("table.css", "people.css", "bar.css", "screens.css", "tour.css")
SHEETS: Final = {
    "table.html": (*LOOK, *TABLE, "moments.css", "forms.css"),
    "tv.html": (*LOOK, *TABLE, "moments.css", "tv.css"),
    "history.html": (*LOOK, *TABLE, "forms.css", "history.css"),
    "archive.html": (*LOOK, *TABLE, "forms.css", "history.css"),
    "host.html": (*LOOK, *TABLE, "forms.css", "host.css"),
    "setup.html": (*LOOK, "forms.css", "host.css"),
    "camera.html": (*LOOK, "forms.css", "host.css"),
    "own.html": (*LOOK, *TABLE, "forms.css"),
    "pin.html": (*LOOK, "forms.css"),
    "hub.html": (*LOOK, "forms.css", "hub.css"),
}
"""The style sheets of each page, later ones over earlier ones; a game's come last."""


def sheet_of(template: str) -> str:
    """The URL of a page's own style sheets, bundled."""
    return f"sheets/{template.removesuffix('.html')}.css"


def dress_of(game: GamePages) -> str:
    """The URL of a game's style sheets, bundled."""
    return f"games/{game.name}/all.css"


def bundled(files: Mapping[str, Item], games: Iterable[GamePages]) -> Iterator[tuple[str, Item]]:
    """The bundled style sheets of every page, and of every game."""
    for template, names in SHEETS.items():
        yield sheet_of(template), together(files, names)
    for game in games:
        own = [f"games/{game.name}/{sheet}" for sheet in game.styles]
        yield dress_of(game), together(files, [*game.shared, *own])
