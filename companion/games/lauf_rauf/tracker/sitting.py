"""One moment of this game at a table: the state of the rules, and everything unresolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.gamekit.sitting import Sitting
from companion.games.lauf_rauf.board.cards import LaufCards
from companion.games.lauf_rauf.board.plan import board_from_toml
from companion.games.lauf_rauf.board.rulings import LaufRules, lauf_rules
from companion.games.lauf_rauf.model.standing import Standing, first_standing
from companion.games.lauf_rauf.rules.outcomes import Placement
from companion.games.lauf_rauf.rules.walking import PawnStep
from companion.rules import Json

OF_DICE: Final = ("dice", "unseen")
"""Violations that leave the values of the dice open: they are unreadable, or were seen by nobody."""


@dataclass(frozen=True, slots=True)
class LaufSetup:
    """What is agreed before a game."""

    players: tuple[str, ...]
    rules: LaufRules = field(default_factory=LaufRules)
    camera: bool = True
    board: str | None = None
    """The file of another board than our own."""
    colours: tuple[str, ...] | None = None
    """The colours by seat; None: the usual ones."""

    @staticmethod
    def from_json(told: Json) -> LaufSetup:
        """The agreement of a journal. Raises ValueError, EditionError."""
        usual = {"rulings": None, "camera": True, "board": None, "colours": None}
        match {**usual, **told}:
            case {
                "players": [str(), *_] as players,
                "rulings": Mapping() | None as rulings,
                "camera": bool(camera),
                "board": str() | None as board,
                "colours": [*_] | None as colours,
            } if 2 <= len(players) <= 4 and all(isinstance(p, str) for p in players):
                rules = lauf_rules(rulings or {})
                chosen = None if colours is None else tuple(map(str, colours))
                return LaufSetup(tuple(players), rules, camera, board, chosen)
        raise ValueError("not a set-up")


@dataclass(frozen=True, slots=True)
class LaufSitting(Sitting):
    """One moment of this game at a table."""

    setup: LaufSetup
    standing: Standing
    lost: int = 0
    """Rolls of this turn that nobody could read or tell."""
    before: Standing | None = None
    """The pawns before the last turn's move, until the dice fall again."""
    nudged: bool = False
    """Whether dice were nudged before this turn's first roll: that may have been it."""
    called: bool = False
    """Whether somebody has called the ghost in this turn."""
    turned: LaufCards = ()
    """Cards turned up one by one, while more follow."""
    shown: LaufCards = ()
    """Cards that came to the discard since the last move."""
    under_way: tuple[PawnStep, ...] = ()
    """The remaining steps of a move in progress on the board."""
    by_board: int = 0
    """The entry of the look that showed the last move; 0 if somebody entered it."""
    takes_back: bool = False
    """Whether the next move that the board shows is one that was taken back."""
    taken_back: Placement | None = None
    """The pawns after that move: nobody wants them there, until they are moved."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.setup.players

    @property
    def whole(self) -> bool:
        """Whether the pawns are followed, and not only the rolls."""
        return self.setup.rules.referee == "whole-table"

    @property
    def sees_pawns(self) -> bool:
        """Whether a camera follows the pawns: on a board that was not measured it knows no fields."""
        return self.whole and self.setup.camera and self.standing.board.measured


def sat_down(setup: LaufSetup) -> LaufSitting:
    """A game in which nothing has happened; if no camera follows the pawns, the set-up is not checked. Raises EditionError."""
    board = None if setup.board is None else board_from_toml(setup.board)
    start = first_standing(len(setup.players), setup.rules, board, setup.colours)
    sitting = LaufSitting(setup, start, stage="set-up")
    return sitting if sitting.sees_pawns else replace(sitting, stage="play")


def tolerant(standing: Standing) -> Standing:
    """The same with the ghost optional."""
    rules = replace(standing.rules, ghost_on_seven="if-wanted")
    return replace(standing, rules=rules)


def in_force(sitting: LaufSitting) -> Standing:
    """The standing against which taps are checked: if the table waits for a call, the ghost has to be moved only after it."""
    awaits = sitting.setup.rules.huckauf != "at-once"
    return tolerant(sitting.standing) if awaits and not sitting.called else sitting.standing  # fmt: skip


def can_call(sitting: LaufSitting) -> bool:
    """Whether people may try to call "Huckauf!": after every first roll, so that the offer gives no seven away."""
    there = sitting.goes_on and sitting.whole
    on_call = sitting.setup.rules.huckauf == "on-call" and not sitting.called
    return there and on_call and len(sitting.standing.rolls) == 1
