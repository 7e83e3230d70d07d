"""One moment of this game at a table: the state of the rules, everything unresolved, and how both follow from events."""

from dataclasses import dataclass, replace
from functools import reduce
from random import Random
from typing import ClassVar, Final

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf import rules
from companion.games.lauf_rauf.mat import DICE_COLOUR
from companion.games.lauf_rauf.setup import Setup
from companion.games.lauf_rauf.table import events as e
from companion.games.lauf_rauf.table.pieces_seen import SEEN
from companion.kit import rolls
from companion.kit import table as kit
from companion.kit.dice import Tray

OF_DICE: Final = ("dice", "unseen")
"""Violations that leave the values of the dice open: they are unreadable, or were seen by nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(rolls.TableState):
    """One moment of this game at a table."""

    tray: ClassVar[Tray] = SEEN
    setup: Setup
    state: m.State
    lost: int = 0
    """Rolls of this turn that nobody could read or tell."""
    before: m.State | None = None
    """The pawns before the last turn's move, until the dice fall again."""
    nudged: bool = False
    """Whether dice were nudged before this turn's first roll: that may have been it."""
    called: bool = False
    """Whether somebody has called the ghost in this turn."""
    turned: b.Cards = ()
    """Cards turned up one by one, while more follow."""
    shown: b.Cards = ()
    """Cards that came to the discard since the last move."""
    under_way: tuple[m.PawnStep, ...] = ()
    """The remaining steps of a move in progress on the board."""
    by_board: int = 0
    """The entry of the look that showed the last move; 0 if somebody entered it."""
    takes_back: bool = False
    """Whether the next move that the board shows is one that was taken back."""
    taken_back: m.Placement | None = None
    """The pawns after that move: nobody wants them there, until they are moved."""

    @property
    def undoable(self) -> object:
        """What can be undone."""
        return self.state, self.turned

    @property
    def whole(self) -> bool:
        """Whether the pawns are followed, and not only the rolls."""
        return self.setup.rulings.referee == "whole-table"

    @property
    def sees_pawns(self) -> bool:
        """Whether a camera follows the pawns: on a board that was not measured it knows no fields."""
        return self.whole and self.setup.camera and self.state.board.measured


def start(setup: Setup) -> TableState:
    """A game in which nothing has happened; if no camera follows the pawns, the set-up is not checked. Raises EditionError."""
    board = None if setup.board is None else b.board_from_toml(setup.board)
    start = m.start(len(setup.players), setup.rulings, board, setup.colours)
    table_state = TableState(setup=setup, state=start)
    return table_state if table_state.sees_pawns else replace(table_state, stage="play")


def tolerant(state: m.State) -> m.State:
    """The same with the ghost optional."""
    rulings = replace(state.rulings, ghost_on_seven="if-wanted")
    return replace(state, rulings=rulings)


def in_force(table_state: TableState) -> m.State:
    """The state against which taps are checked: if the table waits for a call, the ghost has to be moved only after it."""
    waits = table_state.setup.rulings.huckauf != "at-once" and not table_state.called
    return tolerant(table_state.state) if waits else table_state.state


def can_call(table_state: TableState) -> bool:
    """Whether people may try to call "Huckauf!": after every first roll, so that the offer gives no seven away."""
    there = table_state.goes_on and table_state.whole and table_state.state.winner is None
    on_call = table_state.setup.rulings.huckauf == "on-call" and not table_state.called
    return there and on_call and len(table_state.state.rolls) == 1


# Events ------------------------------------------------------------------------------


class Recorder(rolls.Recorder[TableState, m.State, e.Event]):
    """What is concluded within one call of the game."""

    __slots__ = ()

    def decide(self, move: m.Move) -> None:
        """A move that somebody entered, including the outcomes of chance. Raises IllegalMove."""
        self.record(*rules.decide(in_force(self.table_state), move, Random(0)))

    def see(self, move: m.Move) -> None:
        """A move that was seen: if the ghost was not moved, it was forgotten. Raises IllegalMove."""
        self.record(*rules.decide(tolerant(self.state), move, Random(0)))

    def end(self, *deed: m.Event) -> None:
        """A fact, independent of the rules, that ends a turn."""
        self.record(*deed, rules.turn_over(reduce(rules.evolve, deed, self.state)))

    def put_right(self, pawns: m.PawnsWere) -> None:
        """Correct the pawns; the turn continues, unless this put somebody's last one into its camp."""
        before = self.state.winner
        self.record(pawns)
        now = self.state.winner
        if now is not None and before is None:
            self.record(m.CampFilled(now))


def evolve(table_state: TableState, event: e.Event) -> TableState:
    """The state after an event; the rules' own are folded into the game."""
    if isinstance(event, m.Event):
        return _fact(table_state, event)
    match event:
        case e.RollLost(count):
            return replace(table_state, lost=count)
        case e.GhostCalled():
            return replace(table_state, called=True)
        case e.CardsTurned(cards):
            return replace(table_state, turned=cards)
        case e.CardsShown(cards):
            return replace(table_state, shown=cards)
        case e.MadeOnBoard():
            return replace(table_state, by_board=table_state.entry)
        case e.MoveTakenBack():
            return replace(table_state, takes_back=True)
        case e.PawnsUnwanted(pawns, ghost):
            there = None if ghost is None else m.Placement(pawns, ghost)
            return replace(table_state, takes_back=False, taken_back=there)
        case e.MoveUnderWay(left):
            return replace(table_state, under_way=left)
        case rolls.DiceNudged():
            return replace(table_state, nudged=not table_state.state.rolls)
        case kit.StageBegan():
            return _staged(table_state, event)
        case _:
            return rolls.evolve(table_state, event, SEEN)


def _staged(table_state: TableState, event: kit.StageBegan) -> TableState:
    """The state in another stage: dice that nobody could read still lie there."""
    there = replace(rolls.evolve(table_state, event, SEEN), under_way=())
    unread = tuple(wrong for wrong in table_state.violations if wrong.reason == "dice")
    if not unread:
        return there
    return replace(there, violations=unread, left=table_state.left, came=table_state.came)


def _fact(table_state: TableState, event: m.Event) -> TableState:
    there = replace(table_state, state=rules.evolve(table_state.state, event))
    if isinstance(event, m.PawnsMoved):
        return replace(there, before=table_state.state)
    if isinstance(event, m.PairThrown):
        there = replace(there, takes_back=False, taken_back=None)
        there = there.known(tuple((DICE_COLOUR, value) for value in event.shows))
        return replace(there, nudged=False, before=None)
    if not isinstance(event, m.DicePassedOn):
        return there
    fresh = replace(there, called=False, turned=(), shown=(), under_way=())
    return replace(fresh, nudged=False, lost=0, since=table_state.now, turns=table_state.turns + 1)
