"""What a game must say of itself to be taken, and what no two may claim: names, tags, and the markers of a mat (docs/physical.md, section 6)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.announce import Message, message
from companion.games.package import GamePackage, Robots
from companion.mat import A2_MM, A4_MM, Mat
from companion.pieces import DiceSet

MARKERS: Final = frozenset((*range(16), *range(29, 50)))
"""The ids that mats may have; those between are on pawns' caps."""
APART: Final = 2
"""In how many corners any two mats differ at least, so that three markers tell one and where it lies."""


def wrong_field(package: GamePackage) -> str | None:
    """The first field that is not what its type says; None if all are."""
    return next((name for name, right in _RIGHT.items() if not _holds(right, package)), None)  # fmt: skip


def _holds(right: Callable[[GamePackage], bool], package: GamePackage) -> bool:
    try:
        return right(package)
    except Exception:  # of a value that is not even of the type that is looked at
        return False


def _texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


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
    sized = all(least <= side <= most for least, side, most in zip(A4_MM, (width, height), A2_MM, strict=True))  # fmt: skip
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
    "editions": lambda p: isinstance(p.editions, tuple) and _texts(p.editions) and bool(p.editions),
    "payloads": _payloads,
    "mat": _mat,
    "mat.markers": _markers,
    "dice": lambda p: isinstance(p.dice, DiceSet),
    "pieces": lambda p: callable(p.pieces),
    "sounds": lambda p: _mapping(p.sounds),
    "announced": lambda p: isinstance(p.announced, tuple) and _texts(p.announced),
    "commands": lambda p: _mapping(p.commands) and _texts(p.commands.values()),
    "robots": lambda p: p.robots is None or isinstance(p.robots, Robots),
    "engine": lambda p: p.engine is None or callable(p.engine),
    "pages": lambda p: p.pages is None or callable(p.pages),
    "painted": lambda p: p.painted is None or callable(p.painted),
    "examples": lambda p: p.examples is None or callable(p.examples),
}  # fmt: skip


def claimed_twice(package: GamePackage, others: Iterable[GamePackage]) -> Message | None:  # fmt: skip
    """What a game claims that another one has; None if nothing."""
    for other in others:
        for own in package.payloads:
            if any(own.startswith(had) or had.startswith(own) for had in other.payloads):  # fmt: skip
                return message("game.fault.payload-taken", prefix=own, other=other.name)
        for command in package.commands:
            if command in other.commands:
                return message("game.fault.command-taken", command=command, other=other.name)  # fmt: skip
        if package.mat and other.mat and not _apart(package.mat, other.mat):
            ids = package.mat.markers
            return message("game.fault.markers-taken", markers=ids, other=other.name)
    return None


def _apart(one: Mat, other: Mat) -> bool:
    """Whether what is seen of one mat is never taken for the other."""
    pairs = zip(one.markers, other.markers, strict=True)
    return sum(mine != theirs for mine, theirs in pairs) >= APART
