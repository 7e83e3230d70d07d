"""The sentences that pages need in the browser: the word tables named by their modules and templates. The server words everything else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from companion.words import SHARED, brought_by
from web.game_pages import GamePages
from web.routes.static_files import Item, item

HERE: Final = Path(__file__).parents[1]
NAMED: Final = re.compile(r"""["'`]([a-z][a-z-]*)\.""")
"""A key in a module: ``t("page.done")``, ``t(`card.${face}`)``, ``data-t="page.done"``."""


def said_by_shell(language: str, games: Iterable[GamePages] = ()) -> Item:
    """The general sentences that the shell's pages use, and those of games that they show."""
    told = _of(SHARED, language, _shell())
    return _packed(tuple(chain(told, *(_told(game, language) for game in games))))


def said_by(game: GamePages, language: str) -> Item:
    """A game's sentences that its modules use, and those that the shell uses."""
    return _packed(_told(game, language))


def _told(game: GamePages, language: str) -> tuple[tuple[str, str], ...]:
    titles = {page.title.partition(".")[0] for page in game.pages}
    return _of(game.name, language, _shell() | _named(game.folder) | titles)


def _of(
    game: str, language: str, tables: frozenset[str]
) -> tuple[tuple[str, str], ...]:
    every = brought_by(game, language).items()
    return tuple((k, said) for k, said in every if k.partition(".")[0] in tables)


@cache
def _shell() -> frozenset[str]:
    return _named(HERE / "static") | _named(HERE / "templates")


@cache
def _named(folder: Path) -> frozenset[str]:
    """The word tables named by the modules and templates of a folder."""
    texts = (p for p in folder.rglob("*") if p.suffix in (".js", ".html"))
    found = (NAMED.findall(path.read_text("utf-8")) for path in texts)
    return frozenset(table for tables in found for table in tables)


@cache
def _packed(told: tuple[tuple[str, str], ...]) -> Item:
    text = json.dumps(dict(told), ensure_ascii=False, separators=(",", ":"))
    return item("application/json", text.encode())
