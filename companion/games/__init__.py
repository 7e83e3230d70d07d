"""The registry of games: each subfolder is one, loaded on demand."""

from __future__ import annotations

from functools import cache
from pkgutil import iter_modules

from companion import words
from companion.errors import InputError, quoted
from companion.games.package import GamePackage, package_of
from companion.mat import Mat


@cache
def _modules() -> dict[str, str]:
    """Name of a game -> its package; both come from the folder's name."""
    folders = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    return {folder.replace("_", "-"): f"{__name__}.{folder}" for folder in folders}


# Import this package first, so that a game's sentences are there whatever else of it is imported.
for _name, _module in _modules().items():
    words.add(_name, f"{_module}.words")


def names() -> tuple[str, ...]:
    """The names of games in options."""
    return tuple(_modules())


def first() -> GamePackage:
    """The default game, if nothing else decides."""
    return next((found for found in games() if found.first), games()[0])


def game(name: str) -> GamePackage:
    """The game with a name from ``names()``. Raises InputError (``game.unknown``)."""
    modules = _modules()
    if not isinstance(name, str) or name not in modules:
        raise InputError("game.unknown", name=quoted(name), known=names())
    return package_of(modules[name])


def games() -> tuple[GamePackage, ...]:
    """Every game."""
    return tuple(game(name) for name in names())


def by_payload(text: str) -> GamePackage | None:
    """The game whose tags' payloads begin like this one (``DG1-R07-2``); None if there is none."""
    return next((g for g in games() if text.startswith(g.payloads)), None)


def mats() -> tuple[Mat, ...]:
    """The mat of every game that has one."""
    return tuple(package.mat for package in games() if package.mat)
