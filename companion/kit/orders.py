"""What people at any table put right or order beside their moves: which keys of what type each kind may have, and what it does, by a game's own hooks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion import json_lines
from companion.codec import Codec
from companion.errors import IllegalMove, InputError
from companion.kit import table as kit
from companion.rules import Json
from companion.seating import seated

R = TypeVar("R", bound=kit.Recorder[Any, Any, Any])
T = TypeVar("T", bound=kit.TableState)
M = TypeVar("M")


# What may be said --------------------------------------------------------------------


LONGEST: Final = 80
"""Most characters of any text a game knows: a code, a place, a move."""
MOST: Final = 64
"""Most items of one list: what lies in one place."""
ValueCheck: TypeAlias = Callable[[Any], bool]
CorrectionSchema: TypeAlias = Mapping[str, Mapping[str, ValueCheck]]
"""Kind of correction -> its allowed keys; one that is not listed takes none."""


def number(value: Any) -> bool:
    """An integer, but not a bool."""
    return type(value) is int


def truth(value: Any) -> bool:
    """True or False."""
    return type(value) is bool


def text(value: Any) -> bool:
    """A text no longer than any that a game knows."""
    return isinstance(value, str) and len(value) <= LONGEST


def some(shape: ValueCheck) -> ValueCheck:
    """A list of values of one type."""
    return lambda value: (
        isinstance(value, list | tuple) and len(value) <= MOST and all(map(shape, value))
    )


def maybe(shape: ValueCheck) -> ValueCheck:
    """A value of a type, or None."""
    return lambda value: value is None or shape(value)


def fits(data: Json, orders: CorrectionSchema) -> bool:
    """Whether a correction contains only what its kind allows, each with the right type."""
    order = data.get("do")
    if not isinstance(order, str):
        return False
    beside = {"do": text, **orders.get(order, {})}
    return all(name in beside and beside[name](data[name]) for name in data)


# What is ordered ---------------------------------------------------------------------


def refused() -> IllegalMove:
    """What is raised for a correction that cannot be made, or not now."""
    return IllegalMove("session.no-correction")


def move_told(
    table_state: kit.TableState, data: Json, read: Callable[[Json], M], like: tuple[str, ...]
) -> M:
    """The move that somebody tapped, if the game goes on; ``like`` are some as they may come. Raises IllegalMove."""
    if not table_state.goes_on:
        raise IllegalMove("session.not-now")
    try:
        return read(data)
    except ValueError as error:
        what = str(data)[:80]
        raise IllegalMove("notation.no-move", what=what, like=like) from error


def as_tapped(moves: Codec[M], *some: M) -> tuple[str, ...]:
    """Moves as a page sends them, for ``like``."""
    return tuple(json_lines.as_text(moves.to_json(move)) for move in some)


def is_of_turn(data: Json) -> bool:
    """Whether a correction ends or gives a turn and does nothing beyond that: anybody at the table may say so."""
    match data:
        case {"do": "done", **more} | {"do": "turn", "player": int(), **more}:
            return not more
        case _:
            return False


def _name(recorder: kit.Recorder[Any, Any, Any], player: int, name: str) -> None:
    """Somebody is called otherwise: by a name that people see, and nobody else has. Raises IllegalMove."""
    names = list(recorder.table_state.names)
    if player not in range(len(names)):
        raise refused()
    names[player] = name
    try:
        name = seated(names)[player]
    except InputError as error:
        raise IllegalMove.of(error.message) from error
    if name != recorder.table_state.names[player]:
        recorder.record(kit.PlayerNamed(player, name))


def _refuse(recorder: object, reason: str | None) -> None:
    raise refused()


def _nothing(*given: object) -> None:
    """A game without this has nothing to do."""


def settled(recorder: kit.Recorder[Any, Any, Any], reason: str | None) -> None:
    """What broke the rules does so no longer: one violation, or all of them if no reason is named. Raises IllegalMove."""
    recorder.standing_violation(reason)
    recorder.resolve(*(() if reason is None else (reason,)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders(Generic[R, T]):
    """The corrections of a game; every hook may raise IllegalMove, and most have a neutral default."""

    more: CorrectionSchema = field(default_factory=dict)
    """The keys of the corrections that only this game has."""
    own: Callable[[R, Json], bool] = lambda recorder, told: False
    """Carries out a correction that only this game has; False for any other."""
    formerly: Mapping[str, str] = field(default_factory=dict)
    """What orders were once called, in journals and programs -> their names."""
    begin: Callable[[R], None] = lambda recorder: recorder.record(kit.StageBegan("play"))
    """The game begins, or continues, whatever is missing."""
    read_on: Callable[[R], None] = _nothing
    """What was laid out again counts as it lies."""
    allow: Callable[[R, str | None], None] = _refuse
    """What breaks the rules counts as it lies; the reason, or None for the latest."""
    look_again: Callable[[R, str | None], None] = settled
    """What seemed to break the rules does not; likewise."""
    lay_out: Callable[[R], None] | None = None
    """It is laid out again, and checked, before the game continues; None: nothing is laid out for this game."""
    watches: Callable[[T], bool] = lambda table_state: False
    """Whether a camera looks at what is laid out."""
    pause: Callable[[R], None] = lambda recorder: recorder.record(kit.Paused(paused=True))
    resume: Callable[[R], None] = lambda recorder: recorder.record(kit.Paused(paused=False))
    resumed: Callable[[R, T], None] = _nothing
    """The game goes on after a pause, in which the table may have changed; the state before it went on."""
    end_turn: Callable[[R], None]
    hand_over: Callable[[R, int], None]
    """The turn is a player's."""
    finish: Callable[[R], None] = _nothing
    """Nothing more will be seen."""

    @property
    def schema(self) -> CorrectionSchema:
        """The keys of all its corrections besides ``do``; those not listed take none."""
        reason = {"reason": maybe(text)}
        some = {"counts": reason, "look-again": reason}
        named = {"player": number, "name": text}
        return {"turn": {"player": number}, "name": named, **some, **self.more}

    def correct(self, recorder: R, data: Json) -> None:
        """Process a correction. Raises IllegalMove."""
        name = data.get("do")
        if isinstance(name, str) and name in self.formerly:
            data = {**data, "do": self.formerly[name]}
        if not fits(data, self.schema):
            raise refused()
        if not self.own(recorder, data):
            self._common(recorder, data)

    def _common(self, recorder: R, data: Json) -> None:
        match data:
            case {"do": "turn", "player": int(player)}:
                self.hand_over(recorder, player)
                recorder.record(kit.TurnHandedOver(player))
            case {"do": "name", "player": int(player), "name": str(name)}:
                _name(recorder, player, name)
            case {"do": "counts", **more}:
                self.allow(recorder, more.get("reason"))
            case {"do": "look-again", **more}:
                self.look_again(recorder, more.get("reason"))
            case {"do": str(order)}:
                self._ordered(recorder, order)
            case _:
                raise refused()

    def _ordered(self, recorder: R, order: str) -> None:
        before: T = recorder.table_state
        playing = before.stage == "play"
        match order:
            case "begin" if not playing:
                self.begin(recorder)
                if before.stage == "rebuild":
                    self.read_on(recorder)
            case "lay-out" if self.lay_out and playing and self.watches(before):
                self.lay_out(recorder)
            case "pause" if not before.paused:
                self.pause(recorder)
            case "resume" if before.paused:
                self.resume(recorder)
                if playing and self.watches(before):
                    self.resumed(recorder, before)
            case "done" if playing:
                self.end_turn(recorder)
            case "finish":
                self.finish(recorder)
            case _:
                raise refused()
