"""What happens at a table: games, their journal, and the words people read. This module is the front door for programs.

>>> import companion
>>> game = companion.game("dumm-gelaufen")
>>> print(game.verify("M10", "R1 R3 R4 R4 R8"))
M10, Light luggage: Solved.

A position is a value. It prints as one line, which reads back, as its ``repr`` does:

>>> position = game.deal(players=3, seed=1)
>>> game.position(str(position)) == position
True
>>> [str(move) for move in position.legal()[:3]]
['0 take draw', '0 take draw draw', '0 take open-left:R7-3']
>>> position = position.play("take draw draw")
>>> position.play("take draw")
Traceback (most recent call last):
    ...
companion.errors.IllegalMove: The cards of this exchange have been taken; now lay

docs/programs.md shows the rest. Importing this module loads nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from companion.app.looking.pictures import PictureRead
    from companion.errors import CompanionError, IllegalMove, NotationError
    from companion.games.dumm_gelaufen.programs import DummGelaufen
    from companion.games.lauf_rauf.programs import LaufRauf
    from companion.games.nicht_lustig.programs import NichtLustig
    from companion.games.yatzy.programs import Yatzy
    from companion.kit.positions import Engine

__all__ = ["CompanionError", "IllegalMove", "NotationError", "game", "read", "watch"]


@overload
def game(name: Literal["dumm-gelaufen"]) -> DummGelaufen: ...
@overload
def game(name: Literal["lauf-rauf"]) -> LaufRauf: ...
@overload
def game(name: Literal["nicht-lustig"]) -> NichtLustig: ...
@overload
def game(name: Literal["yatzy"]) -> Yatzy: ...
@overload
def game(name: str) -> Engine[Any]: ...
def game(name: str) -> Engine[Any]:
    """A game for programs: a :class:`companion.kit.positions.Engine` and what the game adds to it.

    Raises InputError for a name that no game has.
    """
    from companion.errors import InputError
    from companion.games import game

    package = game(name)
    if package.engine is None:
        raise InputError("game.no-engine", name=name)
    return package.engine()


def read(
    picture: str | PathLike[str], edition: str | None = None, *, game: str | None = None
) -> PictureRead:
    """What lies where in a picture; ``.zones["mac"]`` is a row of codes.

    Raises PictureError, InputError, EditionError, and LibraryError without OpenCV and numpy.
    """
    from companion.libraries import with_pictures

    with with_pictures():
        from companion.app.looking.pictures import read

    return read(picture, edition, game)


def watch(
    source: str | PathLike[str],
    players: Sequence[str] = (),
    *,
    game: str | None = None,
    edition: str | None = None,
    fps: float | None = None,
) -> Iterator[dict[str, Any]]:
    """What happens at a table, event by event, as ``murphy watch --json`` prints it; without players only tables and action cards.

    ``source`` is a camera, video, folder or stream. Raises CameraError,
    InputError, EditionError, and LibraryError without OpenCV and numpy.
    """
    from companion.libraries import with_pictures

    with with_pictures():
        from companion.app.looking.pictures import watch

    return watch(source, players, edition, fps, game)


def __getattr__(name: str) -> Any:
    if name in ("CompanionError", "IllegalMove", "NotationError"):
        from companion import errors

        return getattr(errors, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
