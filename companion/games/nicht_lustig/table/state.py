"""One moment of this game at a table: the state of the rules, everything unresolved, and how both follow from events."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final

from companion.announce import Message, message
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig import rules
from companion.games.nicht_lustig.setup import Setup
from companion.games.nicht_lustig.table import events as e
from companion.games.nicht_lustig.table.dice_seen import SEEN
from companion.kit import rolls
from companion.kit import table as kit
from companion.kit.dice import Tray


@dataclass(frozen=True, slots=True)
class AssumedTurn(e.TurnAssumed):
    """The assumed decision of an unseen turn, with the entry that brought it."""

    entry: int = 0


@dataclass(frozen=True, slots=True)
class OneSymbol:
    """One of a colour's two dice shows a symbol, and a camera cannot tell which: ``taken`` is the assumed special, ``other`` the alternative."""

    turn: int
    player: int
    colour: str
    taken: str
    other: str
    owner: int | None
    """The previous owner of the assumed one."""
    other_owner: int | None
    """That of the alternative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(rolls.TableState):
    """One moment of this game at a table."""

    tray: ClassVar[Tray] = SEEN
    setup: Setup
    state: m.State
    picked: p.Faces = ()
    """Targets that left the display in this turn, as the dice allow."""
    absent: p.Faces = ()
    """Targets that were missing from the display when the game was paused."""
    gone: p.Faces = ()
    """Targets that left the display before the roll that takes them was known."""
    thrower: int | None = None
    """Who threw the dice on the table."""
    off: bool = False
    """Whether the removal of a die was reported."""
    alike: p.Names = ()
    """The colours of which either die may be the one thrown last: nobody could read them, and they show what they showed."""
    sighted: bool = False
    """Whether the dice were read by the camera, which cannot distinguish two of a colour."""
    scored: tuple[p.Faces, ...] = ()
    """What each seat turned over in this turn."""
    symbols: tuple[OneSymbol, ...] = ()
    """What the last scored roll leaves open."""
    assumed: tuple[AssumedTurn, ...] = ()
    verdicts: tuple[tuple[int, str], ...] = ()
    """Turn -> the move that people say it was."""

    @property
    def undoable(self) -> object:
        """What can be undone."""
        asked = self.unread.asked if self.unread else ()
        told = sum(value is not None for _, value in asked)
        return self.state, self.picked, self.symbols, told

    def card(self, face: str) -> Message | str:
        """The name of a card, with its owner if that is not the player whose turn it is."""
        owner = self.state.owner(face)
        if owner in (None, self.state.turn):
            return p.card_name(face)
        return message("lustig.card-from", card=p.card_name(face), player=self.names[owner])

    def cards(self, faces: p.Faces) -> tuple[Message | str, ...]:
        """The names of several cards, each with its owner."""
        return tuple(map(self.card, faces))


def start(setup: Setup) -> TableState:
    """A game in which nothing has happened; without a camera the set-up is not checked."""
    start = m.start(len(setup.players), setup.rulings)
    stage: kit.Stage = "set-up" if setup.camera else "play"
    return TableState(setup=setup, state=start, stage=stage)


# Events ------------------------------------------------------------------------------


ROLLED_WRONGLY: Final = ("kept-again", "no-more-rolls", "all-seven")
"""Violations that a roll may be."""


class Recorder(rolls.Recorder[TableState, m.State, e.Event]):
    """What is concluded within one call of the game."""

    __slots__ = ()

    def record(self, *events: e.Event) -> None:
        """Let events happen; with a turn, what was rolled against the rules in it is settled."""
        super().record(*events)
        if any(isinstance(event, m.TurnWentOn | m.DisplayRanOut) for event in events):
            self.resolve(*ROLLED_WRONGLY)

    def decide(self, move: m.Move) -> None:
        """A move and its consequences, including the outcomes of chance as people entered them. Raises IllegalMove."""
        happened = rules.decide(self.state, move, Random(0))
        roll, missed = happened[0], self.table_state.missed
        if isinstance(roll, m.DiceRolled) and missed:
            self.follow(replace(roll, number=roll.number + missed))
        else:
            self.record(*happened)

    def follow(self, *events: m.Event) -> None:
        """Facts, independent of the rules, and their consequences."""
        self.record(*rules.followed(self.state, events))


def evolve(table_state: TableState, event: e.Event) -> TableState:
    """The state after an event; the rules' own are folded into the game."""
    if isinstance(event, m.Event):
        return _fact(table_state, event)
    match event:
        case e.TargetsPicked(cards):
            return replace(table_state, picked=cards)
        case e.TargetsGone(cards):
            return replace(table_state, gone=cards)
        case e.GameJoined(display):
            state = replace(table_state.state, display=display)
            return replace(table_state, state=state)
        case e.TurnAssumed(id, player, choice, choices, sure):
            assumed = AssumedTurn(id, player, choice, choices, sure, table_state.entry)
            return replace(table_state, assumed=(*table_state.assumed[-5:], assumed))
        case e.TurnStated(turn, choice):
            stated = (*table_state.verdicts, (turn, choice))
            return replace(table_state, verdicts=stated)
        case e.DicePutRight() | e.TurnUnread():
            return table_state
        case rolls.DiceMoved():
            return replace(rolls.evolve(table_state, event, SEEN), off=False)
        case e.Paused(_, missing):
            return replace(rolls.evolve(table_state, event, SEEN), absent=missing)
        case e.DieTakenOff():
            return replace(table_state, off=True)
        case e.DiceAlike(colours):
            return replace(table_state, alike=colours)
        case e.DiceSighted(sighted):
            return replace(table_state, sighted=sighted)
        case e.SymbolTold(colour):
            left = (one for one in table_state.symbols if one.colour != colour)
            return replace(table_state, symbols=tuple(left))
        case _:
            return rolls.evolve(table_state, event, SEEN)


def _fact(table_state: TableState, event: m.Event) -> TableState:
    there = replace(table_state, state=rules.evolve(table_state.state, event))
    match event:
        case m.DiceRolled() | m.ProfessorsRolled():
            known = replace(there, unread=None, missed=0, stale=())
            return replace(known, thrower=event.player)
        case m.TargetsTaken():
            return replace(there, picked=())
        case m.CardMoved(card):
            gone = tuple(face for face in table_state.gone if face != card)
            return replace(there, gone=gone)
        case m.TargetsScored(_, faces):
            return replace(there, scored=faces, symbols=tuple(open_symbols(table_state)))
        case m.SpecialUsed(face=face):
            # It lies in the middle when what the dice bring is gained.
            symbols = (
                replace(s, owner=None) if s.taken == face else s for s in table_state.symbols
            )
            return replace(there, symbols=tuple(symbols))
        case m.TurnWentOn():
            turns = table_state.turns + 1
            fresh = replace(there, picked=(), unread=None, gone=(), missed=0, stale=())
            return replace(fresh, alike=(), scored=(), since=table_state.now, turns=turns)
        case _:
            return there


def open_symbols(table_state: TableState) -> Iterator[OneSymbol]:
    """The colours of which the dice as read show exactly one symbol, if it matters which die has it."""
    now = table_state.state
    if not table_state.sighted or now.dice is None:
        return
    for colour in p.COLOURED:
        values, at = now.dice.of(colour), 2 * p.COLOURED.index(colour)
        pair = p.SPECIALS[at : at + 2]
        if values.count(0) != 1 or set(pair) <= set(now.area.specials):
            continue
        taken = pair[values.index(0)]
        other = pair[1 - values.index(0)]
        owners = now.owner(taken), now.owner(other)
        yield OneSymbol(table_state.turns, now.turn, colour, taken, other, *owners)
