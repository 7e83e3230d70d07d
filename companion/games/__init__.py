"""Which games there are: a folder of this one each, loaded when it is asked for."""

from __future__ import annotations

from functools import cache
from pkgutil import iter_modules

from companion import words
from companion.errors import InputError
from companion.games.package import GamePackage, package_of
from companion.mat import Mat


@cache
def _modules() -> dict[str, str]:
    """Name of a game -> its package; the folder's name says both."""
    folders = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    return {folder.replace("_", "-"): f"{__name__}.{folder}" for folder in folders}


# Whatever of a game is imported, its sentences are there: this package is imported before.
for _name, _module in _modules().items():
    words.add(_name, f"{_module}.words")


def names() -> tuple[str, ...]:
    """What options call the games."""
    return tuple(_modules())


def first() -> GamePackage:
    """The game that is played where nothing tells which."""
    return next((found for found in games() if found.first), games()[0])


def game(name: str) -> GamePackage:
    """The game of a name of ``names()``. Raises InputError (``game.unknown``)."""
    modules = _modules()
    if name not in modules:
        raise InputError("game.unknown", name=name[:80], known=names())
    return package_of(modules[name])


def games() -> tuple[GamePackage, ...]:
    """Every game."""
    return tuple(game(name) for name in names())


def by_payload(text: str) -> GamePackage | None:
    """The game whose tags begin as a payload does (``DG1-R07-2``); None where it is no game's."""
    return next((g for g in games() if text.startswith(g.payloads)), None)


def mats() -> tuple[Mat, ...]:
    """The mat of every game that has one."""
    return tuple(package.mat for package in games() if package.mat)
