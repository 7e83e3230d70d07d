"""The game at a table, with a camera or without: what was seen, tapped, answered and put right becomes events."""

from __future__ import annotations

from typing import Final

from companion.errors import IllegalMove
from companion.kit import dice_watch, rolls
from companion.kit import table as kit
from companion.kit.correction_schema import CorrectionSchema, maybe, number, text
from companion.kit.dice import DieShows
from companion.kit.orders import Orders, move_told, refused
from companion.kit.questions import answered
from companion.rules import Json

from . import model as m
from . import rules
from .boxes import BOXES, FIVE_ALIKE, Dice
from .mat import COLOUR
from .state import EVENTS, SEEN, Recorder, TableState, evolve, questions, start
from .views import announce, view

OF_ROLLS: Final = ("no-more-rolls", "all-five")
"""Violations concerning a roll."""

# Looks -------------------------------------------------------------------------------


def _known(recorder: Recorder) -> rolls.Values:
    return tuple((COLOUR, value) for value in recorder.state.dice)


def _falls(recorder: Recorder, fallen: dice_watch.FallenDice) -> bool:
    """All five dice are the next player's once a turn has no roll left; fewer are a fourth roll, or no first one."""
    now, dice = recorder.state, fallen.dice
    known = () if dice.unread else dice.shown
    if now.rolls >= m.MOST_ROLLS or not now.plays:
        if not fallen.every:
            recorder.wrong("no-more-rolls", known)
            return False
        recorder.record(*rules.left_open(now))
    elif now.rolls == 0 and fallen.aside and not fallen.every:
        recorder.wrong("all-five", known)
        return False
    recorder.resolve(*OF_ROLLS)
    return True


def _rolled(recorder: Recorder, values: rolls.Values) -> None:
    _throw(recorder, tuple(value for _, value in values))


def _throw(recorder: Recorder, dice: Dice) -> None:
    now = recorder.state
    number = min(now.rolls + 1, m.MOST_ROLLS)
    recorder.record(m.DiceRolled(now.turn, number, tuple(sorted(dice))))


WATCH: Final[dice_watch.DiceWatch[Recorder]] = dice_watch.DiceWatch(
    tray=SEEN,
    known=_known,
    falls=_falls,
    rolled=_rolled,
    # A roll that nobody could read counts all the same.
    lost=lambda recorder: _throw(recorder, ()),
    turn=lambda recorder: recorder.state.turn,
)


# What people enter -------------------------------------------------------------------


def submit(recorder: Recorder, told: Json) -> None:
    """Make a move that somebody tapped. Raises IllegalMove."""
    move = move_told(recorder.table_state, told, m.MOVES.exactly, m.LIKE)
    if isinstance(move, m.Throw) and move.dice is None:
        raise IllegalMove("session.say-dice")
    recorder.decide(move)
    if isinstance(move, m.Throw):
        WATCH.settle(recorder)
    recorder.resolve()


def answer(recorder: Recorder, question: str, choice: str) -> None:
    """Process an answer. Raises IllegalMove if there is no such question or choice."""
    found = answered(questions(recorder.table_state), question, choice)
    if isinstance(found, DieShows):
        WATCH.told(recorder, found.colour, found.value)
    else:
        recorder.decide(found)


SCHEMA: Final[CorrectionSchema] = {
    **rolls.SCHEMA,
    "box": {"player": number, "box": text, "points": maybe(number)},
}


def _own(recorder: Recorder, told: Json) -> bool:
    match told:
        case {"do": "box", "player": int(player), "box": str(box), **more}:
            recorder.record(_box(recorder.state, player, box, more.get("points")))
            recorder.record(*rules.following(recorder.state, ends=False))
        case {"do": "dice", "values": list(values)}:
            if not recorder.state.rolls or not rules.are_dice(tuple(values)):
                raise IllegalMove("kniffel.no-dice")
            recorder.record(m.DiceWere(tuple(sorted(values))))
            WATCH.settle(recorder)
        case _:
            return False
    return True


def _box(now: m.State, player: int, box: str, points: int | None) -> m.BoxWas:
    if not 0 <= player < now.players or box not in BOXES:
        raise refused()
    if points is not None and not 0 <= points <= FIVE_ALIKE:
        raise IllegalMove("kniffel.no-points", most=FIVE_ALIKE)
    return m.BoxWas(player, box, points)


def _allow(recorder: Recorder, reason: str | None) -> None:
    """A roll that breaks the rules counts as it lies."""
    wrong = recorder.standing_violation(reason)
    if not isinstance(wrong, rolls.Violation) or not wrong.values:
        raise refused()
    recorder.resolve(wrong.reason)
    _throw(recorder, wrong.values)


def _end_turn(recorder: Recorder) -> None:
    if not recorder.state.rolls or recorder.state.over:
        raise refused()
    recorder.record(*rules.left_open(recorder.state))


def _hand_over(recorder: Recorder, player: int) -> None:
    if not 0 <= player < recorder.state.players or recorder.state.over:
        raise refused()
    recorder.record(m.TurnBegan(player))


ORDERS: Final[Orders[Recorder, TableState]] = Orders(
    more=SCHEMA,
    own=_own,
    allow=_allow,
    watches=lambda table_state: table_state.setup.camera,
    resumed=lambda recorder, paused: WATCH.settle(recorder),
    end_turn=_end_turn,
    hand_over=_hand_over,
)


def may_decide(table_state: TableState, player: int) -> tuple[m.Move, ...]:
    """What a seat may decide now."""
    if not table_state.goes_on:
        return ()
    return tuple(m for m in rules.legal(table_state.state) if m.player == player)


TABLE_GAME: Final[kit.TableGame[TableState, Recorder]] = kit.TableGame(
    events=EVENTS,
    start=lambda setup: start(m.Setup.from_json(setup)),
    recorder=Recorder,
    observed=WATCH.observe,
    submitted=submit,
    answered=answer,
    corrected=ORDERS.correct,
    evolve=evolve,
    announced=announce,
    view=view,
)
"""At a table, with a camera or without."""
