"""One moment of a game at a table: what the rules say, what was seen last, and what is not settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from companion.announce import Message
from companion.games.lauf_rauf.board.cards import Kinds
from companion.games.lauf_rauf.board.plan import board_from_toml
from companion.games.lauf_rauf.board.rulings import LaufRules, lauf_rules
from companion.games.lauf_rauf.model.standing import Standing, first_standing
from companion.games.lauf_rauf.rules.legality import ghost_moves
from companion.games.lauf_rauf.rules.walking import Step
from companion.rules import Json
from companion.table import Table

TableStage: TypeAlias = Literal["set-up", "play", "rebuild"]
DiceCodes: TypeAlias = tuple[str, ...]
"""Dice as a table tells them: ``white-4``; ``white`` where one cannot be read."""


@dataclass(frozen=True, slots=True)
class LaufSetup:
    """What is agreed before a game."""

    players: tuple[str, ...]
    rules: LaufRules = field(default_factory=LaufRules)
    camera: bool = True
    board: str | None = None
    """The file of another board than our own."""

    @property
    def sees_pawns(self) -> bool:
        """Whether a camera follows the pawns: it knows the fields of our own board, which is its mat."""
        return self.camera and self.board is None and self.rules.referee == "whole-table"  # fmt: skip

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
class TableFault:
    """What the table shows and the rules do not allow."""

    reason: str
    player: int
    text: Message

    def to_json(self) -> dict[str, object]:
        """As an event's values; ``table_fault`` is the inverse."""
        told = {"reason": self.reason, "player": self.player}
        return told | {"text": self.text.to_json()}


def table_fault(told: Json) -> TableFault:
    """What ``to_json`` wrote."""
    return TableFault(told["reason"], told["player"], Message.from_json(told["text"]))


@dataclass(frozen=True, slots=True)
class LaufSitting:
    """One moment of a game at a table.

    ``entry`` and ``now`` are the number and the time of the input being
    heard, ``since`` when the turn began, ``turns`` how many there were.
    """

    setup: LaufSetup
    standing: Standing
    stage: TableStage = "set-up"
    entry: int = 0
    now: float = 0.0
    since: float = 0.0
    turns: int = 0
    table: Table = field(default_factory=Table)
    left: DiceCodes = ()
    """Dice that went from their places since the last rest."""
    came: DiceCodes = ()
    """Dice that came to rest since then."""
    lost: int = 0
    """Rolls of this turn that nobody could read and nobody told."""
    called: bool = False
    """Whether somebody has called the ghost in this turn."""
    turned: Kinds = ()
    """Cards turned up one by one, where more follow."""
    shown: Kinds = ()
    """Cards that came to the discard since the last move."""
    under_way: tuple[Step, ...] = ()
    """What is still to be done of a move that is half done on the board."""
    problems: tuple[Message, ...] | None = None
    """What is missing before the game can begin or go on; None: not looked at yet."""
    faults: tuple[TableFault, ...] = ()
    did: tuple[int, ...] = ()
    """The entries that changed the game, to be taken back one by one."""
    paused: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.setup.players

    @property
    def whole(self) -> bool:
        """Whether the pawns are followed, and not the rolls alone."""
        return self.setup.rules.referee == "whole-table"


def sat_down(setup: LaufSetup) -> LaufSitting:
    """A game of which nothing has happened; where no camera follows the pawns there is nothing to look at before it. Raises EditionError."""
    board = None if setup.board is None else board_from_toml(setup.board)
    start = first_standing(len(setup.players), setup.rules, board)
    return LaufSitting(setup, start, "set-up" if setup.sees_pawns else "play")


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
    there = sitting.stage == "play" and not sitting.paused and sitting.whole
    on_call = sitting.setup.rules.huckauf == "on-call" and not sitting.called
    return there and on_call and any(ghost_moves(sitting.standing))
