"""What people at any table put right or order beside their moves, carried out with a game's own hooks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from companion.errors import IllegalMove
from companion.kit.correction_schema import (
    CorrectionSchema,
    fits,
    maybe,
    number,
    some,
    text,
)
from companion.kit.events import Paused, StageBegan, TurnHandedOver
from companion.kit.table import TableRecorder, TableState
from companion.rules import Json

R = TypeVar("R", bound=TableRecorder[Any, Any])
T = TypeVar("T", bound=TableState)
M = TypeVar("M")

COMMON: Final[CorrectionSchema] = {
    "dice": {"values": some(number)},
    "turn": {"player": number},
}
"""The keys of the corrections that every game of dice has; a game adds its own."""


def refused() -> IllegalMove:
    """What is raised for a correction that cannot be made, or not now."""
    return IllegalMove("session.no-correction")


def move_told(
    table_state: TableState,
    told: Json,
    read: Callable[[Json], M],
    like: tuple[str, ...],
) -> M:
    """The move that somebody tapped, if the game goes on; ``like`` are moves as they are written. Raises IllegalMove."""
    if not table_state.goes_on:
        raise IllegalMove("session.not-now")
    try:
        return read(told)
    except ValueError as error:
        what = str(told)[:80]
        raise IllegalMove("notation.no-move", what=what, like=like) from error


def is_of_turn(told: Json) -> bool:
    """Whether a correction ends or gives a turn and does nothing beyond that: anybody at the table may say so."""
    match told:
        case {"do": "done", **more} | {"do": "turn", "player": int(), **more}:
            return not more
        case _:
            return False


def _refuse(recorder: object, reason: str | None) -> None:
    raise refused()


def _nothing(*given: object) -> None:
    """A game without this has nothing to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders(Generic[R, T]):
    """The corrections of a game; every hook may raise IllegalMove, and most have a neutral default.

    ``let_stand`` and ``lay_out`` are the names that two orders have in this game's journals.
    """

    more: CorrectionSchema = field(default_factory=dict)
    """The keys of the corrections that only this game has."""
    own: Callable[[R, Json], bool] = lambda recorder, told: False
    """Carries out a correction that only this game has, and what dice show; False for any other."""
    let_stand: str = "counts"
    allow: Callable[[R, str | None], None] = _refuse
    """What breaks the rules counts as it lies; the reason, or None for the latest."""
    formerly: Mapping[str, str] = field(default_factory=dict)
    """What orders were once called, in journals and programs -> their names."""
    of_dice: Callable[[str], bool] = lambda reason: True
    """Whether a reason is about dice, which are looked at anew once it is put right."""
    lay_out: str | None = "lay-out"
    """None: nothing is laid out for this game."""
    watches: Callable[[T], bool] = lambda table_state: False
    """Whether a camera looks at what is laid out."""
    check: Callable[[R], None] = _nothing
    """Reports what is missing while it is laid out again."""
    read_on: Callable[[R], None] = _nothing
    """What lies there counts, as the game goes on after that."""
    absent: Callable[[T], tuple[str, ...]] = lambda table_state: ()
    """What is not where it belongs as the game is paused."""
    resumed: Callable[[R, T], None] = _nothing
    """The game goes on after a pause, in which the table may have changed; the state before it went on."""
    end_turn: Callable[[R], None]
    hand_over: Callable[[R, int], None]
    """The turn is a player's."""

    @property
    def schema(self) -> CorrectionSchema:
        """The keys of all its corrections besides ``do``; those not listed take none."""
        reason = {"reason": maybe(text)}
        return {**COMMON, self.let_stand: reason, "look-again": reason, **self.more}

    def correct(self, recorder: R, told: Json) -> None:
        """Process a correction. Raises IllegalMove."""
        name = told.get("do")
        if isinstance(name, str) and name in self.formerly:
            told = {**told, "do": self.formerly[name]}
        if not fits(told, self.schema):
            raise refused()
        if not self.own(recorder, told):
            self._common(recorder, told)
        recorder.done()

    def _common(self, recorder: R, told: Json) -> None:
        match told:
            case {"do": "turn", "player": int(player)}:
                self.hand_over(recorder, player)
                recorder.record(TurnHandedOver(player))
            case {"do": self.let_stand, **more}:
                self.allow(recorder, more.get("reason"))
            case {"do": "look-again", **more}:
                recorder.look_again(more.get("reason"), self.of_dice)
            case {"do": str(order)}:
                self._ordered(recorder, order)
            case _:
                raise refused()

    def _ordered(self, recorder: R, order: str) -> None:
        before: T = recorder.table_state
        playing = before.stage == "play"
        match order:
            case "begin" if not playing:
                recorder.record(StageBegan("play"))
                if before.stage == "rebuild":
                    self.read_on(recorder)
            case self.lay_out if playing and self.watches(before):
                self.lay_out_again(recorder)
            case "pause" if not before.paused:
                recorder.record(Paused(paused=True, missing=self.absent(before)))
            case "resume" if before.paused:
                recorder.record(Paused(paused=False))
                if playing and self.watches(before):
                    self.resumed(recorder, before)
            case "done" if playing:
                self.end_turn(recorder)
            case "finish":
                pass
            case _:
                raise refused()

    def lay_out_again(self, recorder: R) -> None:
        """What is laid out is checked again before the game goes on."""
        recorder.record(StageBegan("rebuild"))
        self.check(recorder)
