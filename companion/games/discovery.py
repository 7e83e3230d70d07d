"""Where games come from: the house's folders, and the entry points of other packages; each is loaded, checked (what it must say of itself, what no two may claim), and taken or left out."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Final

from companion import errors, pieces, words
from companion.announce import Message, message
from companion.games import faults
from companion.games.package import GamePackage, Robots
from companion.mat import A2_MM, A4_MM, Mat

# What a game must say, and what no two may claim -------------------------------------


MARKERS: Final = frozenset((*range(16), *range(29, 50)))
"""The ids that mats may have; those between are on pawns' caps."""
APART: Final = 2
"""In how many corners any two mats differ at least, so that three markers tell one and where it lies."""


def wrong_field(package: GamePackage) -> str | None:
    """The first field that is not what its type says; None if all are."""
    wrong = (name for name, right in _RIGHT.items() if not _holds(right, package))
    return next(wrong, None)


def _holds(right: Callable[[GamePackage], bool], package: GamePackage) -> bool:
    try:
        return right(package)
    except Exception:  # of a value that is not even of the type that is looked at
        return False


def _texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _some_texts(values: Collection[object]) -> bool:
    return bool(values) and _texts(values)


def _mapping(value: object) -> bool:
    return isinstance(value, Mapping) and _texts(value)


def _players(package: GamePackage) -> bool:
    fewest, most = package.players
    return isinstance(fewest, int) and isinstance(most, int) and 1 <= fewest <= most


def _payloads(package: GamePackage) -> bool:
    given = package.payloads
    several = len(given) in (0, len(package.editions))
    return several and _texts(given) and all(given) and not isinstance(given, str)


def _mat(package: GamePackage) -> bool:
    mat = package.mat
    if mat is None:
        return True
    if not isinstance(mat, Mat) or mat.name != package.name:
        return False
    width, height = mat.size
    names = {zone.name for zone in mat.zones}
    on = all(mat.holds(z.x0, z.y0) and mat.holds(z.x1, z.y1) for z in mat.zones)
    sizes = zip(A4_MM, (width, height), A2_MM, strict=True)
    sized = all(least <= side <= most for least, side, most in sizes)
    return on and sized and len(names) == len(mat.zones)


def _markers(package: GamePackage) -> bool:
    if package.mat is None:
        return True
    ids = package.mat.markers
    return len(ids) == len(set(ids)) == 4 and MARKERS.issuperset(ids)


_RIGHT: Final[Mapping[str, Callable[[GamePackage], bool]]] = {
    "titles": lambda p: _mapping(p.titles) and _texts(p.titles.values()),
    "players": _players,
    "rules": lambda p: p.rules is None or callable(p.rules),
    "editions": lambda p: isinstance(p.editions, tuple) and _some_texts(p.editions),
    "payloads": _payloads,
    "mat": _mat,
    "mat.markers": _markers,
    "dice": lambda p: isinstance(p.dice, pieces.DiceSet),
    "pieces": lambda p: callable(p.pieces),
    "sounds": lambda p: _mapping(p.sounds),
    "announced": lambda p: isinstance(p.announced, tuple) and _texts(p.announced),
    "commands": lambda p: _mapping(p.commands) and _texts(p.commands.values()),
    "robots": lambda p: p.robots is None or isinstance(p.robots, Robots),
    "engine": lambda p: p.engine is None or callable(p.engine),
    "pages": lambda p: p.pages is None or callable(p.pages),
    "painted": lambda p: p.painted is None or callable(p.painted),
    "examples": lambda p: p.examples is None or callable(p.examples),
}


def claimed_twice(package: GamePackage, others: Iterable[GamePackage]) -> Message | None:
    """What a game claims that another one has; None if nothing."""
    for other in others:
        for own in package.payloads:
            if any(own.startswith(p) or p.startswith(own) for p in other.payloads):
                return message("game.fault.payload-taken", prefix=own, other=other.name)
        for command in package.commands:
            if command in other.commands:
                key = "game.fault.command-taken"
                return message(key, command=command, other=other.name)
        if package.mat and other.mat and not _apart(package.mat, other.mat):
            ids = package.mat.markers
            return message("game.fault.markers-taken", markers=ids, other=other.name)
    return None


def _apart(one: Mat, other: Mat) -> bool:
    """Whether what is seen of one mat is never taken for the other."""
    pairs = zip(one.markers, other.markers, strict=True)
    return sum(mine != theirs for mine, theirs in pairs) >= APART


# Loading -----------------------------------------------------------------------------


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
    found = entry_points(group=GROUP)
    for entry in sorted(found, key=lambda each: (each.name, each.value)):
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
    left_out: tuple[errors.GameError, ...] = ()
    by: dict[str, str] = field(default_factory=dict)
    """Name of a game -> who brings it."""


def loaded(candidates: Iterable[Candidate]) -> Found:
    """Every candidate loaded and checked, in order: what an earlier one claims, a later one cannot have."""
    games: list[GamePackage] = []
    by: dict[str, str] = {}
    left: list[errors.GameError] = []
    for each in candidates:
        try:
            games.append(_loaded(each, games, by))
            by[each.name] = each.by
        except _Faulty as error:
            left.append(faults.left_out(each.name, each.by, error.args[0]))
    return Found(tuple(games), tuple(left), by)


class _Faulty(Exception):
    """A candidate that is no usable game; its argument is the message that says why."""


def _loaded(candidate: Candidate, others: Iterable[GamePackage], by: dict[str, str]) -> GamePackage:
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
