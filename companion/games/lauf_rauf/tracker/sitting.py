"""One moment of this game at a table: what the rules say, and what is not settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.gamekit.sitting import Sitting
from companion.games.lauf_rauf.board.cards import Kinds
from companion.games.lauf_rauf.board.plan import board_from_toml
from companion.games.lauf_rauf.board.rulings import LaufRules, lauf_rules
from companion.games.lauf_rauf.model.standing import Standing, first_standing
from companion.games.lauf_rauf.rules.legality import ghost_moves
from companion.games.lauf_rauf.rules.outcomes import Placement
from companion.games.lauf_rauf.rules.walking import Step
from companion.rules import Json

OF_DICE: Final = ("dice", "unseen")
"""What is wrong where it is open what the dice show: they cannot be read, or were seen by nobody."""


@dataclass(frozen=True, slots=True)
class LaufSetup:
    """What is agreed before a game."""

    players: tuple[str, ...]
    rules: LaufRules = field(default_factory=LaufRules)
    camera: bool = True
    board: str | None = None
    """The file of another board than our own."""

    @staticmethod
    def from_json(told: Json) -> LaufSetup:
        """The agreement of a journal. Raises ValueError, EditionError."""
        match {"rulings": None, "camera": True, "board": None, **told}:
            case {
                "players": [str(), *_] as players,
                "rulings": Mapping() | None as rulings,
                "camera": bool(camera),
                "board": str() | None as board,
            } if 2 <= len(players) <= 4 and all(isinstance(p, str) for p in players):
                rules = lauf_rules(rulings or {})
                return LaufSetup(tuple(players), rules, camera, board)
        raise ValueError("not a set-up")


@dataclass(frozen=True, slots=True)
class LaufSitting(Sitting):
    """One moment of this game at a table."""

    setup: LaufSetup
    standing: Standing
    lost: int = 0
    """Rolls of this turn that nobody could read and nobody told."""
    before: Standing | None = None
    """How the pawns stood before the last turn's move, until the dice fall again."""
    nudged: bool = False
    """Whether dice were nudged before this turn's first roll: it may have been that."""
    called: bool = False
    """Whether somebody has called the ghost in this turn."""
    turned: Kinds = ()
    """Cards turned up one by one, where more follow."""
    shown: Kinds = ()
    """Cards that came to the discard since the last move."""
    under_way: tuple[Step, ...] = ()
    """What is still to be done of a move that is half done on the board."""
    by_board: int = 0
    """The entry of the look that showed the last move; 0: somebody said it."""
    takes_back: bool = False
    """Whether the next move that the board shows is one that was taken back."""
    taken_back: Placement | None = None
    """How the pawns stand after that: nobody wants them there, until they are moved."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.setup.players

    @property
    def whole(self) -> bool:
        """Whether the pawns are followed, and not the rolls alone."""
        return self.setup.rules.referee == "whole-table"

    @property
    def sees_pawns(self) -> bool:
        """Whether a camera follows the pawns: of a board that was not measured it knows no field."""
        return self.whole and self.setup.camera and self.standing.board.measured


def sat_down(setup: LaufSetup) -> LaufSitting:
    """A game of which nothing has happened; where no camera follows the pawns there is nothing to look at before it. Raises EditionError."""
    board = None if setup.board is None else board_from_toml(setup.board)
    start = first_standing(len(setup.players), setup.rules, board)
    sitting = LaufSitting(setup, start, stage="set-up")
    return sitting if sitting.sees_pawns else replace(sitting, stage="play")


def tolerant(standing: Standing) -> Standing:
    """The same where the ghost may be forgotten."""
    rules = replace(standing.rules, ghost_on_seven="if-wanted")
    return replace(standing, rules=rules)


def in_force(sitting: LaufSitting) -> Standing:
    """The standing as taps are judged: where the table waits for a call, the ghost has to be moved only once somebody has called."""
    awaits = sitting.setup.rules.huckauf != "at-once"
    return tolerant(sitting.standing) if awaits and not sitting.called else sitting.standing  # fmt: skip


def can_call(sitting: LaufSitting) -> bool:
    """Whether "Huckauf!" may be called now."""
    there = sitting.goes_on and sitting.whole
    on_call = sitting.setup.rules.huckauf == "on-call" and not sitting.called
    return there and on_call and any(ghost_moves(sitting.standing))
