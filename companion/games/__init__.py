"""The registry of games: each folder here is one, and each entry point ``murphy.games`` of another package; loaded on demand.

A game that cannot be used is left out, with one sentence that says why; nothing else suffers.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from companion import errors, mat, words
from companion.games import discovery, faults
from companion.games.package import GamePackage


@cache
def _candidates() -> tuple[discovery.Candidate, ...]:
    """Whatever says it is a game; those of the house first, so that nothing from outside displaces one."""
    return (*discovery.of_house(__path__, __name__), *discovery.of_others())


def _register_words() -> None:
    known = set[str]()
    for each in _candidates():
        if each.name not in known:
            words.add(each.name, f"{each.module}.words")
        known.add(each.name)


# Import this package first, so that a game's sentences are there whatever else of it is imported.
_register_words()
_found: discovery.Found | None = None


def _registry() -> discovery.Found:
    global _found
    if _found is None:
        _found = discovery.loaded(_candidates())
    return _found


def look_again() -> None:
    """Find and load all games anew: something was installed or taken away while the program runs."""
    global _found
    _found = None
    words.forget(each.name for each in _candidates())
    _candidates.cache_clear()
    _register_words()


def names() -> tuple[str, ...]:
    """The names of games in options."""
    return tuple(package.name for package in games())


def games() -> tuple[GamePackage, ...]:
    """Every game that can be used."""
    return _registry().games


def left_out() -> tuple[errors.GameError, ...]:
    """Every game that cannot be used, each as the error that says why in one sentence."""
    return _registry().left_out


def name_of(error: errors.GameError) -> str:
    """The game that an error of ``left_out`` is about."""
    return str(error.message.params["name"])


def leave_out(name: str, error: Exception) -> None:
    """Do without a game of which a part turned out to be broken."""
    global _found
    now = _registry()
    by = now.by.get(name, name)
    left = faults.left_out(name, by, faults.broken(error))
    kept = tuple(package for package in now.games if package.name != name)
    _found = replace(now, games=kept, left_out=(*now.left_out, left))


def first() -> GamePackage:
    """The default game, if nothing else decides."""
    return next((found for found in games() if found.first), games()[0])


def game(name: str) -> GamePackage:
    """The game with a name from ``names()``. Raises GameError if it is left out, InputError (``game.unknown``)."""
    if not isinstance(name, str):  # a program may pass an array, which is equal to nothing
        raise errors.InputError("game.unknown", name=errors.quoted(name), known=names())
    found = next((each for each in games() if each.name == name), None)
    if found is not None:
        return found
    for error in left_out():
        if name_of(error) == name:
            raise errors.GameError(error.message.key, **error.message.params)
    raise errors.InputError("game.unknown", name=errors.quoted(name), known=names())


def played_in(setup: Mapping[str, object]) -> str:
    """The name of the game of a set-up; journals from before there were several do not have it."""
    return str(setup.get("game", first().name))


def by_payload(text: str) -> GamePackage | None:
    """The game whose tags' payloads begin like this one (``DG1-R07-2``); None if there is none."""
    return next((g for g in games() if text.startswith(g.payloads)), None)


def mats() -> tuple[mat.Mat, ...]:
    """The mat of every game that has one."""
    return tuple(package.mat for package in games() if package.mat)
