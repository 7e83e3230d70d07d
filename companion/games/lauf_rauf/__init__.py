"""The game Lauf Rauf!, for programs: its rules are here, a table does not know them yet. They are pure: no input or output, no clock, no threads, no global randomness."""

from __future__ import annotations

from typing import Final

from companion.engine import Engine
from companion.games.package import GamePackage
from companion.rules import Json

__all__ = ["GAME"]


def _engine() -> Engine:
    from companion.games.lauf_rauf.programs.front import LaufRauf

    return LaufRauf()


def _legal(asked: Json) -> Json:
    from companion.games.lauf_rauf.programs.front import legal_answer

    return legal_answer(asked)


GAME: Final = GamePackage(
    module=__name__,
    name="lauf-rauf",
    titles=dict.fromkeys(("de", "en", "nl"), "Lauf Rauf!"),
    players=(2, 4),
    engine=_engine,
    legal=_legal,
)
