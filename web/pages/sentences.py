"""The sentences that pages need in the browser: those whose keys their modules and templates name. The server words everything else."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from companion.json_lines import packed
from companion.words import SHARED, brought_by
from web.game_pages import GamePages
from web.pages.static_files import Item

HERE: Final = Path(__file__).parents[1]
PAGES: Final = frozenset(path.stem for path in HERE.glob("templates/*.html"))
"""The pages, each called as its template."""
LATER: Final = frozenset(
    {
        "again.js",
        "asking.js",
        "giving.js",
        "homescreen.js",
        "menu.js",
        "naming.js",
        "tour.js",
        "wifi.js",
    }
)
"""Modules of the shell that no first look needs: with them comes what they say (``later`` in words.js)."""
SAID_LATER: Final = "later"
"""The name under which they ask."""
NAMED: Final = re.compile(r"""["'`]((?:\$\{(?:view\.)?game\}|[a-z][a-z-]*)\.[^"'`\s]*)""")
"""A key in a module: ``t("page.done")``, ``t(`card.${face}`)``, ``data-t="page.done"``; ``t(`${game}.box.${box}`)`` begins with the name of whichever game is played."""
PLAYED: Final = re.compile(r"^\$\{(?:view\.)?game\}")
FILLED: Final = re.compile(r"\$\{[^}]*\}?")
"""What a module puts into a key; cut off where it holds a text of its own."""
LOADED: Final = re.compile(r"""["'](?:\./|/static/)?([\w-]+\.(?:js|html))["']""")
"""A module or template of the shell, loaded by another at once or later."""


def said_by_shell(language: str, games: Iterable[GamePages] = (), page: str | None = None) -> Item:
    """The general sentences that a page of ``PAGES``, or any, and these games use, and those of games that they show."""
    games, shell = tuple(games), _shell(page)
    general = _of(SHARED, language, shell.union(*map(_by_game, games)))
    own = (_of(game.name, language, shell | _by_game(game)) for game in games)
    return _packed(tuple(chain(general, *own)))


def said_by(game: GamePages, language: str) -> Item:
    """A game's sentences that its modules use, and those that the shell uses; the general ones that it uses."""
    named = _by_game(game)
    own = _of(game.name, language, _shell(None) | named)
    return _packed((*_of(SHARED, language, named), *own))


def _of(game: str, language: str, named: frozenset[str]) -> tuple[tuple[str, str], ...]:
    every = brought_by(game, language)
    wanted = _wanted(frozenset(every), named)
    return tuple((key, said) for key, said in every.items() if key in wanted)


@cache
def _wanted(keys: frozenset[str], named: frozenset[str]) -> frozenset[str]:
    """The keys that are named, that begin with a named one, or that a named one may become."""
    filled = [name for name in named if "$" in name]
    may_become = re.compile("|".join(map(_pattern, filled)) or r"(?!)")
    return frozenset(
        key for key in keys if not named.isdisjoint(_beginnings(key)) or may_become.match(key)
    )


def _beginnings(key: str) -> Iterator[str]:
    """``page``, ``page.way`` and ``page.way.stands`` of the last of them."""
    parts = key.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _pattern(name: str) -> str:
    return ".+".join(map(re.escape, FILLED.split(name))) + r"(?:\.|$)"


@cache
def _shell(page: str | None) -> frozenset[str]:
    """What a page names, and whatever it loads; None: what any of them does."""
    later = map(_file, LATER)
    if page == SAID_LATER:
        return _named(_loaded(later))
    names = PAGES if page is None else (page,)
    files = _loaded(_file(f"{name}.html") for name in names)
    named = _named({*files, *_loaded(later)} if page is None else files)
    return frozenset(name for name in named if not PLAYED.match(name))


def _by_game(game: GamePages) -> frozenset[str]:
    """What a game's modules name, and whatever they load; its own pages, and its form for a new game."""
    titles = (page.title for page in game.pages)
    named = (PLAYED.sub(game.name, name) for name in _by_folder(game.folder))
    return frozenset({*named, *titles, *_texts(game.forms)})


@cache
def _by_folder(folder: Path) -> frozenset[str]:
    return _named(_loaded(folder.rglob("*.js")))


def _texts(told: Any) -> Iterator[str]:
    """Every text in JSON values."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        yield from chain.from_iterable(map(_texts, told.values()))
    elif isinstance(told, list | tuple):
        yield from chain.from_iterable(map(_texts, told))


def _loaded(files: Iterable[Path]) -> set[Path]:
    """Files, and those of the shell that they load."""
    found: set[Path] = set()
    ahead = list(files)
    while ahead:
        file = ahead.pop()
        if file not in found and file.is_file():
            found.add(file)
            named = LOADED.findall(file.read_text("utf-8"))
            ahead += (_file(name) for name in named if name not in LATER)
    return found


def _file(name: str) -> Path:
    return HERE / ("static" if name.endswith(".js") else "templates") / name


def _named(files: Iterable[Path]) -> frozenset[str]:
    """The keys named by modules and templates, as they are written there."""
    texts = (path.read_text("utf-8") for path in files)
    return frozenset(chain.from_iterable(map(NAMED.findall, texts)))


@cache
def _packed(told: tuple[tuple[str, str], ...]) -> Item:
    return Item("application/json", packed(dict(told)))
