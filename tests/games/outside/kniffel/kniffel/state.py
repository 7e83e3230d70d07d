"""One moment of this game at a table: the state of the rules, everything unresolved, what people are asked, and how all of it follows from events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from companion.announce import Message, message
from companion.kit import rolls
from companion.kit import table as kit
from companion.kit.codec import Codec
from companion.kit.dice import PIPS, DieShows, Tray
from companion.kit.questions import Choice, Question

from . import model as m
from . import rules
from .boxes import BOXES, Dice, box_name
from .mat import ASIDE, DICE_SET, TRAY

SEEN: Final = Tray(DICE_SET, PIPS, TRAY, ASIDE)

Event: TypeAlias = m.Event | rolls.Event
EVENTS: Final[Codec[Event]] = Codec("event", {**m.EVENTS, **rolls.KINDS}, rolls.LEAVES)


# State -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(rolls.TableState):
    """One moment of this game at a table."""

    setup: m.Setup
    state: m.State

    @property
    def goes_on(self) -> bool:
        """Whether the game is being played now."""
        return not self.paused and not self.state.over


def start(setup: m.Setup) -> TableState:
    """A game in which nothing has happened; nothing has to be laid out for it."""
    now = m.start(len(setup.players), setup.rulings)
    return TableState(setup=setup, state=now, stage="play")


def evolve(table_state: TableState, event: Event) -> TableState:
    """The state after an event; the rules' own are folded into the game."""
    if isinstance(event, m.Event):
        there = replace(table_state, state=rules.evolve(table_state.state, event))
        if isinstance(event, m.TurnBegan):
            turns = table_state.turns + 1
            return replace(there, unread=None, since=table_state.now, turns=turns)
        return there
    return rolls.evolve(table_state, event, SEEN)


class Recorder(kit.Recorder[TableState, m.State, Event]):
    """What is concluded within one call of the game."""

    __slots__ = ()

    def decide(self, move: m.Move) -> None:
        """A move that somebody entered. Raises IllegalMove."""
        self.record(*rules.decide(self.state, move, Random(0)))

    def wrong(self, reason: str, dice: Dice = ()) -> None:
        """Report once that something breaks the rules; ``dice``: the roll that people may accept."""
        text = message(f"kniffel.wrong.{reason}")
        wrong = rolls.Violation(reason, self.state.turn, text, values=dice)
        self.report_violation(wrong)


# Questions ---------------------------------------------------------------------------

Answer: TypeAlias = m.Fill | DieShows


def questions(table_state: TableState) -> tuple[Question[Answer], ...]:
    """All open questions: what a die shows, and which box."""
    return tuple(_questions(table_state)) if table_state.goes_on else ()


def _questions(table_state: TableState) -> Iterator[Question[Answer]]:
    now, names, roll = table_state.state, table_state.names, table_state.unread
    for owed in now.owed:
        text = message("kniffel.question.owed", player=names[owed.player], dice=tuple(map(str, owed.dice)))  # fmt: skip
        yield _box_question(now, f"owed-{owed.turn}", owed.player, text, owed.dice, owed.turn)  # fmt: skip
    if roll is not None:
        yield from rolls.die_questions(SEEN, roll)
    elif now.dice and now.plays:
        text = message("kniffel.question.box", player=names[now.turn])
        yield _box_question(now, f"box-{now.turns}-{now.rolls}", now.turn, text, now.dice, None)  # fmt: skip


def _box_question(now: m.State, id: str, player: int, text: Message, dice: Dice, turn: int | None) -> Question[Answer]:  # fmt: skip
    found = rules.offers(now, player, dice)
    choices = tuple(
        Choice(
            box,
            message("kniffel.choice", box=box_name(box), points=sum(found[box])),
            m.Fill(player, box, turn),
        )
        for box in BOXES
        if box in found
    )
    return Question(id, "take", player, text, choices)
