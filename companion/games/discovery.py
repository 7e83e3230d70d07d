"""Where games come from: the house's folders, and the entry points of other packages; each is loaded, checked, and taken or left out."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Final

from companion import words
from companion.announce import Message, message
from companion.errors import GameError
from companion.games import faults
from companion.games.contract import claimed_twice, wrong_field
from companion.games.package import GamePackage

GROUP: Final = "murphy.games"
"""The group of entry points of which each names a game and its GamePackage."""
NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that says it is a game, before anything of it is imported."""

    name: str
    """What options and journals call it."""
    module: str
    """The package that contains it."""
    by: str
    """Who brings it, for people: a folder of the house, or a distribution and its version."""
    attribute: str = "GAME"


def of_house(path: Iterable[str], package: str) -> Iterator[Candidate]:
    """The folders of the house, by name; a game is called like its folder, with hyphens."""
    for folder in sorted(found.name for found in iter_modules(path) if found.ispkg):
        module = f"{package}.{folder}"
        yield Candidate(folder.replace("_", "-"), module, module)


def of_others() -> Iterator[Candidate]:
    """The entry points of whatever is installed beside murphy, by name."""
    for entry in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):  # fmt: skip
        yield _named(entry)


def _named(entry: EntryPoint) -> Candidate:
    value = entry.value.partition("[")[0]
    module, _, attribute = (part.strip() for part in value.partition(":"))
    made = f"{entry.dist.name} {entry.dist.version}" if entry.dist else module
    return Candidate(entry.name, module, made, attribute)


@dataclass(frozen=True, slots=True)
class Found:
    """The games that can be used, and one error for each that cannot."""

    games: tuple[GamePackage, ...] = ()
    left_out: tuple[GameError, ...] = ()
    by: dict[str, str] = field(default_factory=dict)
    """Name of a game -> who brings it."""


def loaded(candidates: Iterable[Candidate]) -> Found:
    """Every candidate loaded and checked, in order: what an earlier one claims, a later one cannot have."""
    games: list[GamePackage] = []
    by: dict[str, str] = {}
    left: list[GameError] = []
    for each in candidates:
        try:
            games.append(_loaded(each, games, by))
            by[each.name] = each.by
        except _Faulty as error:
            left.append(faults.left_out(each.name, each.by, error.args[0]))
    return Found(tuple(games), tuple(left), by)


class _Faulty(Exception):
    """A candidate that is no usable game; its argument is the message that says why."""


def _loaded(
    candidate: Candidate, others: Iterable[GamePackage], by: dict[str, str]
) -> GamePackage:
    if not NAME.fullmatch(candidate.name):
        raise _Faulty(message("game.fault.name"))
    if candidate.name in by:
        other = by[candidate.name]
        raise _Faulty(message("game.fault.name-taken", other=other))
    try:
        # A module may raise anything, and even try to end the program.
        module = import_module(candidate.module)
    except (Exception, SystemExit) as error:
        raise _Faulty(faults.broken(error)) from error
    package = getattr(module, candidate.attribute or "GAME", None)
    wrong = _unlike(candidate, package) or _unsaid(candidate.name)
    if wrong is not None or not isinstance(package, GamePackage):
        raise _Faulty(wrong)
    twice = claimed_twice(package, others)
    if twice is not None:
        raise _Faulty(twice)
    return package


def _unsaid(name: str) -> Message | None:
    """What is wrong with a game's sentences; of what is shipped, all that is quickly seen."""
    try:
        shipped = words.is_shipped(name)
        return words.missing(name) if shipped else words.fault(name)
    except ModuleNotFoundError:
        return message("game.fault.words-missing", file="__init__.py")


def _unlike(candidate: Candidate, package: object) -> Message | None:
    """Why what a candidate names is not the game it says."""
    if not isinstance(package, GamePackage):
        what = f"{candidate.module}:{candidate.attribute or 'GAME'}"
        return message("game.fault.no-package", what=what)
    if package.name != candidate.name:
        return message("game.fault.other-name", other=str(package.name))
    if package.module != candidate.module or candidate.attribute not in ("", "GAME"):
        return message("game.fault.module", module=candidate.module)
    named = wrong_field(package)
    return None if named is None else message("game.fault.field", field=named)
