"""What can be wrong with a game: each a message, the ``why`` of the one sentence that leaves it out."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion import announce, libraries
from companion.errors import CompanionError, GameError, quoted

MOST: Final = 200
"""Characters of what Python says of an error."""


def left_out(name: str, by: str, why: announce.Message) -> GameError:
    """The error of a game that cannot be used; ``by`` is the package or the module that brings it."""
    return GameError("game.left-out", name=quoted(name), by=quoted(by), why=why)


def broken(error: BaseException) -> announce.Message:
    """An exception as a fault: its kind, the place in the game where it was raised, and what it says."""
    if isinstance(error, CompanionError):
        return why_of(error)
    if isinstance(error, SyntaxError):
        file, line, said = error.filename or "?", error.lineno or 0, error.msg
    else:
        file, line = _place(error)
        said = str(error)
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    text = quoted(" ".join(what.split()), MOST)
    where = "/".join(Path(file).parts[-2:])
    return announce.message("game.fault.broken", what=text, file=where, line=line)


def why_of(error: CompanionError) -> announce.Message:
    """Why a game cannot be used, given what a part of it raised."""
    why = error.message.params.get("why")
    left = error.message.key == "game.left-out"
    return why if left and isinstance(why, announce.Message) else error.message


def _place(error: BaseException) -> tuple[str, int]:
    """The innermost line of a file that led to an exception; Python's own importing is in none."""
    frames = traceback.extract_tb(error.__traceback__)
    files = [frame for frame in frames if not frame.filename.startswith("<")]
    return (files[-1].filename, files[-1].lineno or 0) if files else ("?", 0)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a game that is imported when it is called: what is wrong with it becomes one sentence, a GameError.

    ``raises`` is what counts as wrong; the project's own errors and a missing library
    of the house's pass as they are.
    """

    game: str
    module: str
    made: Callable[..., Any]
    raises: tuple[type[Exception], ...] = (ImportError, SyntaxError)

    def __call__(self, *args: Any, **named: Any) -> Any:
        """What the part answers. Raises GameError."""
        try:
            return self.made(*args, **named)
        except CompanionError:
            raise
        except self.raises as error:
            if isinstance(error, ImportError) and error.name in libraries.PICTURES:
                raise
            raise left_out(self.game, self.module, broken(error)) from error
