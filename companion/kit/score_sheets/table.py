"""Such a game at a table, with a camera or without: what was seen, tapped, answered and put right becomes events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, Self, TypeAlias

from companion import inputs
from companion.announce import Message, message
from companion.codec import Codec
from companion.errors import IllegalMove
from companion.kit import dice_watch, orders, rolls
from companion.kit.dice import DieShows, Tray
from companion.kit.odds import Dice
from companion.kit.questions import Choice, Question, answered
from companion.kit.score_sheets import model as m
from companion.kit.score_sheets import seats
from companion.kit.score_sheets.robots import Robot
from companion.kit.score_sheets.rules import SheetRules
from companion.kit.setup import Setup
from companion.rules import Json

Event: TypeAlias = m.Event | rolls.Event
EVENTS: Final[Codec[Event]] = Codec("event", {**m.EVENTS, **rolls.KINDS}, rolls.LEAVES)
OF_ROLLS: Final = ("no-more-rolls", "all-dice")
"""Violations concerning a roll."""
LIKE: Final = orders.as_tapped(m.MOVES, m.Throw(0, (), (1, 2, 3, 3, 6)), m.Fill(0, "chance"))
SCHEMA: Final[orders.CorrectionSchema] = {
    **rolls.SCHEMA,
    "box": {"player": orders.number, "box": orders.text, "points": orders.maybe(orders.number)},
    "left": {"player": orders.number},
    "back": {"player": orders.number},
}
"""The corrections of what stands in a box, of what the dice show, and of who plays; ``count`` ends the game as it stands."""
Answer: TypeAlias = m.Fill | DieShows


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(rolls.TableState):
    """One moment of such a game at a table; ``began``: when the first thing happened there."""

    setup: Setup
    state: m.State[Any]
    began: float = 0.0
    robots: frozenset[int] = frozenset()
    """The seats for which the companion rolls."""
    robot_turns: seats.RobotTurns = ()
    """What they have played since a person rolled last."""
    brought: tuple[m.BoxFilled, ...] = ()
    """What brought points beside the boxes that still stand there."""

    @property
    def goes_on(self) -> bool:
        """Whether the game is being played now."""
        return not self.paused and not self.state.over

    def registered(self, given: inputs.Input) -> Self:
        """The state after an input, without conclusions; the same object if nothing changes."""
        there = rolls.TableState.registered(self, given)
        return there if there.began or there is self else replace(there, began=given.at)


class Recorder(rolls.Recorder[TableState, m.State[Any], Event]):
    """What is concluded within one call of the game."""

    __slots__ = ()

    def wrong_roll(self, reason: str, dice: Dice) -> None:
        """Report once that a roll breaks the rules; ``dice``: what people may accept."""
        self.wrong(reason, message(f"score.wrong.{reason}"), values=dice)


@dataclass(frozen=True, slots=True)
class SheetTable:
    """What follows from inputs at a table with these rules and dice; ``robot`` plays for those who are robots."""

    rules: SheetRules[Any]
    seen: Tray
    robot: Robot | None = None

    def start(self, setup: Any) -> TableState:
        """A game of a set-up with ``rulings`` in which nothing has happened; nothing has to be laid out for it, and a person begins."""
        now = self.rules.start(len(setup.players), setup.rulings)
        named = setup.robots if isinstance(setup, seats.Setup) else ()
        robots = frozenset(n for n, name in enumerate(setup.players) if name in named)
        begins = next((n for n in range(now.players) if n not in robots), 0)
        there = replace(now, turn=begins)
        return TableState(setup=setup, state=there, stage="play", robots=robots)

    def evolve(self, table_state: TableState, event: Event) -> TableState:
        """The state after an event; the rules' own are folded into the game."""
        if not isinstance(event, m.Event):
            return rolls.evolve(table_state, event, self.seen)
        now = self.rules.evolve(table_state.state, event)
        played = seats.followed(table_state.robot_turns, table_state.robots, event)
        brought = _brought(table_state.brought, event)
        there = replace(table_state, state=now, robot_turns=played, brought=brought)
        if isinstance(event, m.TurnBegan):
            turns = table_state.turns + 1
            return replace(there, unread=None, since=table_state.now, turns=turns)
        return there

    # Looks ---------------------------------------------------------------------------

    @property
    def watch(self) -> dice_watch.DiceWatch[Recorder]:
        """What follows from looks."""
        return dice_watch.DiceWatch(
            tray=self.seen,
            known=self._known,
            falls=self._falls,
            rolled=lambda recorder, values: self._throw(recorder, tuple(v for _, v in values)),
            # A roll that nobody could read counts all the same.
            lost=lambda recorder: self._throw(recorder, ()),
        )

    def _known(self, recorder: Recorder) -> rolls.Values:
        (colour,) = self.seen.dice.colours
        return tuple((colour, value) for value in recorder.state.dice)

    def _falls(self, recorder: Recorder, fallen: dice_watch.FallenDice) -> bool:
        """All dice are the next player's once a turn has no roll left; fewer are one roll too many, or no first one."""
        now, dice = recorder.state, fallen.dice
        known = () if dice.unread else dice.shown
        if now.rolls >= self.rules.rolls or not now.plays:
            if not fallen.every:
                recorder.wrong_roll("no-more-rolls", known)
                return False
            self._go_on(recorder, *self.rules.left_open(now))
        elif now.rolls == 0 and fallen.aside and not fallen.every:
            recorder.wrong_roll("all-dice", known)
            return False
        recorder.resolve(*OF_ROLLS)
        return True

    def _throw(self, recorder: Recorder, dice: Dice) -> None:
        now = recorder.state
        number = min(now.rolls + 1, self.rules.rolls)
        recorder.record(m.DiceRolled(now.turn, number, tuple(sorted(dice))))

    # What people enter ---------------------------------------------------------------

    def submit(self, recorder: Recorder, data: Json) -> None:
        """Make a move that somebody tapped. Raises IllegalMove."""
        move = orders.move_told(recorder.table_state, data, m.MOVES.exactly, LIKE)
        if isinstance(move, m.Throw) and move.dice is None:
            raise IllegalMove("session.say-dice")
        self._decide(recorder, move)
        if isinstance(move, m.Throw):
            self.watch.settle(recorder)
        recorder.resolve()

    def _decide(self, recorder: Recorder, move: m.Move) -> None:
        self._go_on(recorder, *self.rules.decide(recorder.state, move, Random(0)))

    def _go_on(self, recorder: Recorder, *events: m.Event) -> None:
        """Let events happen, and robots whose turn it is then play; what was wrong with a roll is so no longer once its turn is over.

        What a robot rolls follows from when the game began and the number of the turn:
        who takes a move back and makes it again gets no other dice from it.
        """
        recorder.record(*events)
        if any(isinstance(event, m.TurnBegan | m.SheetsCounted) for event in events):
            recorder.resolve(*OF_ROLLS)
        there = recorder.table_state
        chance = Random(f"{there.began} {there.state.turns}")
        while self.robot and recorder.state.turn in there.robots and recorder.state.plays:
            now = recorder.state
            recorder.record(*self.rules.decide(now, self.robot(now, chance), chance))

    def answer(self, recorder: Recorder, question: str, choice: str) -> None:
        """Process an answer. Raises IllegalMove if there is no such question or choice."""
        found = answered(self.questions(recorder.table_state), question, choice)
        if isinstance(found, DieShows):
            self.watch.told(recorder, found.colour, found.value)
        else:
            self._decide(recorder, found)

    def may_decide(self, table_state: TableState, player: int) -> tuple[m.Move, ...]:
        """What a seat may decide now."""
        if not table_state.goes_on:
            return ()
        legal = self.rules.legal(table_state.state)
        return tuple(move for move in legal if move.player == player)

    def legal_json(self, table_state: TableState, player: int) -> list[dict[str, Any]]:
        """The same as pages are told of it."""
        return [m.MOVES.to_json(move) for move in self.may_decide(table_state, player)]

    # What people put right -----------------------------------------------------------

    @property
    def orders(self) -> orders.Orders[Recorder, TableState]:
        """The corrections of the game."""
        return orders.Orders(
            more=SCHEMA,
            own=self._own,
            allow=self._allow,
            watches=lambda table_state: table_state.setup.camera,
            resumed=lambda recorder, paused: self.watch.settle(recorder),
            end_turn=self._end_turn,
            hand_over=self._hand_over,
        )

    def _own(self, recorder: Recorder, data: Json) -> bool:
        now = recorder.state
        match data:
            case {"do": "box", "player": int(player), "box": str(box), **more}:
                self._put(recorder, player, box, more.get("points"))
            case {"do": "left", "player": int(player)} if not now.over and player in now.playing:
                if not {*now.playing} - {player} - recorder.table_state.robots:
                    raise IllegalMove("score.last-person")
                self._go_on(recorder, *self.rules.leaving(now, player))
            case {"do": "back", "player": int(player)} if not now.over and player in now.left_game:
                self._go_on(recorder, *self.rules.coming_back(now, player))
            case {"do": "count"} if not now.over:
                self._go_on(recorder, self.rules.counted(now))
            case {"do": "dice", "values": list(values)}:
                if not now.rolls or not self.rules.are_dice(tuple(values)):
                    raise IllegalMove("score.no-dice", count=self.rules.dice)
                recorder.record(m.DiceWere(tuple(sorted(values))))
                self.watch.settle(recorder)
            case _:
                return False
        return True

    def _put(self, recorder: Recorder, player: int, box: str, points: int | None) -> None:
        """A game that people stopped is counted anew; where nobody had a box to fill, whoever has one again does it now."""
        before = recorder.state
        recorder.record(self._box(recorder.table_state, player, box, points))
        now = recorder.state
        if before.over and not before.is_full:
            recorder.record(self.rules.counted(now))
        elif points is None and not before.plays and now.turns_left(player) > 0:
            self.watch.settle(recorder)
            self._go_on(recorder, m.TurnBegan(player))
        else:
            self._go_on(recorder, *self.rules.following(now, ends=False))

    def _box(self, table_state: TableState, player: int, box: str, points: int | None) -> m.BoxWas:
        """What is put right there: what is written into an open box was owed the longest; with other points goes what the box brought beside."""
        now = table_state.state
        if not 0 <= player < now.players or box not in now.form.boxes:
            raise orders.refused()
        most = self.rules.most_in(now, player, box)
        if points is not None and not 0 <= points <= most:
            raise IllegalMove("score.no-points", box=self.rules.box_name(box), most=most)
        there = now.points_in(player, box)
        owed = (each.turn for each in now.owed if each.player == player)
        turn = next(owed, None) if there is None and points is not None else None
        beside = [f.extra for f in table_state.brought if (f.player, f.box) == (player, box)]
        return m.BoxWas(player, box, points, turn, 0 if points == there else sum(beside))

    def _allow(self, recorder: Recorder, reason: str | None) -> None:
        """A roll that breaks the rules counts as it lies, for whoever threw it."""
        wrong, now = recorder.standing_violation(reason), recorder.state
        if not isinstance(wrong, rolls.Violation) or not wrong.values:
            raise orders.refused()
        if wrong.player != now.turn or not now.plays:
            raise orders.refused()
        recorder.resolve(wrong.reason)
        self._throw(recorder, wrong.values)

    def _end_turn(self, recorder: Recorder) -> None:
        if not recorder.state.rolls or recorder.state.over:
            raise orders.refused()
        self._go_on(recorder, *self.rules.left_open(recorder.state))

    def _hand_over(self, recorder: Recorder, player: int) -> None:
        if player not in recorder.state.playing or recorder.state.over:
            raise orders.refused()
        self._go_on(recorder, m.TurnBegan(player))

    # What people are asked -----------------------------------------------------------

    def questions(self, table_state: TableState) -> tuple[Question[Answer], ...]:
        """All open questions: what a die shows, and which box."""
        return tuple(self._questions(table_state)) if table_state.goes_on else ()

    def _questions(self, table_state: TableState) -> Iterator[Question[Answer]]:
        now, names, roll = table_state.state, table_state.names, table_state.unread
        for owed in now.owed:
            who, dice = names[owed.player], tuple(map(str, owed.dice))
            text = message("score.question.owed", player=who, dice=dice)
            yours = message("score.question.owed.you", dice=dice)
            yield self._asked(now, f"owed-{owed.turn}", owed.player, (text, yours), owed.turn)
        if roll is not None:
            yield from rolls.die_questions(self.seen, roll)
        elif now.dice and now.plays:
            text = message("score.question.box", player=names[now.turn])
            yours = message("score.question.box.you")
            yield self._asked(now, f"box-{now.turns}-{now.rolls}", now.turn, (text, yours), None)

    def _asked(
        self,
        now: m.State[Any],
        id: str,
        player: int,
        asks: tuple[Message, Message],
        turn: int | None,
    ) -> Question[Answer]:
        """Into which box somebody writes: as everybody reads it, and as whoever it is about does."""
        offers = self.rules.offers(now, player, now.dice_of(player, turn))
        choices = tuple(
            Choice(
                box,
                message("score.choice", box=self.rules.box_name(box), points=sum(offers[box])),
                m.Fill(player, box, turn),
            )
            for box in now.form.boxes
            if box in offers
        )
        text, yours = asks
        return Question(id, "take", player, text, choices, yours=yours)


def _brought(known: tuple[m.BoxFilled, ...], event: m.Event) -> tuple[m.BoxFilled, ...]:
    """The boxes that brought points beside them, after an event of the rules."""
    match event:
        case m.BoxFilled(extra=extra) if extra:
            return (*known, event)
        case m.BoxWas(player, box, extra=extra) if extra:
            return tuple(f for f in known if (f.player, f.box) != (player, box))
        case _:
            return known
