"""Every game's parts, tried before anybody needs them: a game of which one is broken is left out, and nothing else suffers."""

import logging
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final, TypeAlias

from click import Command

from companion import errors, household, libraries, words
from companion.games import games, leave_out, left_out
from companion.games.package import GamePackage
from companion.pieces import Pieces
from companion.rules import Json

_log = logging.getLogger(__name__)

PartOf: TypeAlias = Callable[[GamePackage], object]
"""Makes a part of a game, and raises anything if it is broken."""


def inspect(parts: Iterable[PartOf]) -> None:
    """Try some parts of every game, and leave out those of which one is broken; what only lacks a library is not."""
    tried = tuple(parts)
    for package in games():
        try:
            for part in tried:
                with libraries.with_pictures():
                    part(package)
        except errors.LibraryError:
            continue
        except Exception as error:  # of another package, which may raise anything
            leave_out(package.name, error)


def log_left_out() -> None:
    """One line of the log for each game that is left out."""
    for error in left_out():
        _log.warning("%s", error)


def sentences(package: GamePackage) -> None:
    """All of a game's sentences, in every language. Raises GameError."""
    wrong = words.fault(package.name)
    if wrong is not None:
        raise errors.GameError(wrong.key, **wrong.params)


def pieces(package: GamePackage) -> None:
    """What is read of a game on the table. Raises GameError for a part of another type."""
    for edition in (None, *package.editions):
        if not isinstance(package.pieces(edition), Pieces):
            raise errors.GameError("game.fault.field", field="pieces")


def forms(package: GamePackage) -> list[Json]:
    """What the host is asked before a game of each edition."""
    return [package.setup_form(edition) for edition in package.editions]


def rules(package: GamePackage) -> object:
    """The game at a table."""
    return package.rules and package.rules()


def detectors(package: GamePackage) -> object:
    """What finds its dice and pawns."""
    return package.finders(household.NOTHING_TAUGHT)


def others(package: GamePackage) -> list[object]:
    """What only some commands need."""
    made = (package.engine, package.lines, package.painted)
    return [make() for make in made if make is not None]


def commands(package: GamePackage) -> None:
    """Its own commands. Raises GameError for one that every game has."""
    from companion.app.cli import COMMANDS

    taken = sorted(COMMANDS.keys() & package.commands.keys())
    if taken:
        fault = "game.fault.command-taken"
        raise errors.GameError(fault, command=taken[0], other="murphy")
    for module in package.commands.values():
        if not isinstance(import_module(module).command, Command):
            raise errors.GameError("game.fault.field", field="commands")


def parts_of_pages() -> PartOf:
    """The parts of the pages, of one game after the other: what an earlier one has, a later one cannot have."""
    from web.game_pages import GamePages
    from web.part_faults import fault_of

    served: list[Any] = []

    def part(package: GamePackage) -> None:
        if package.pages is None:
            return
        made = package.pages(lambda: None, lambda told: told)
        if not isinstance(made, GamePages) or made.name != package.name:
            raise errors.GameError("game.fault.field", field="pages")
        wrong = fault_of(made, served)
        if wrong is not None:
            raise errors.GameError(wrong.key, **wrong.params)
        served.append(made)

    return part


AT_A_TABLE: Final[tuple[PartOf, ...]] = (sentences, pieces, forms, rules)
"""What a game needs to be played."""
IN_PICTURES: Final[tuple[PartOf, ...]] = (pieces, detectors)
"""What it needs for a picture to be read in which it may lie."""


def everything() -> tuple[PartOf, ...]:
    """All parts of a game."""
    return (*AT_A_TABLE, parts_of_pages(), commands, others, detectors)
