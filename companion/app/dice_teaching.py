"""Teaching a set of dice from the host's page: the camera looks, the set is stored, and the camera uses it from then on."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from companion.announce import Message
from companion.app.camera.ipc import DieShown
from companion.errors import InputError
from companion.household.dice_lesson import DiceLesson, lesson
from companion.household.taught_dice import ShownFace, TaughtSets
from companion.pieces import DiceSet
from companion.rules import Json


class Looking(Protocol):
    """The camera, as far as teaching dice needs it."""

    def shown_die(self) -> DieShown | None:
        """The only die on the table; None if nothing could be seen."""
        ...


class DiceTeaching:
    """One lesson at a time, and the stored sets.

    ``dice`` are those of the game on the table, ``looking`` is the camera (None: there
    is none), ``use`` puts a set into play by its name, ``used`` is that name.
    """

    def __init__(
        self,
        sets: TaughtSets,
        dice: Callable[[], DiceSet],
        looking: Callable[[], Looking | None],
        used: Callable[[], str],
        use: Callable[[str], None],
    ) -> None:
        self._sets, self._dice, self._looking = sets, dice, looking
        self._used, self._use = used, use
        self._doing = threading.Lock()
        self._lesson: DiceLesson | None = None

    def to_json(self) -> Json:
        """The answer of GET /api/dice."""
        dice, now = self._dice(), self._lesson
        return {
            "colours": [die.colour for die in dice.dice],
            "camera": self._looking() is not None,
            "sets": list(self._sets.names()),
            "used": self._used(),
            "lesson": None if now is None else _lesson_json(now),
        }

    def act(self, what: str, name: str = "", die: int | None = None) -> Json:
        """Perform one of ``ACTS``; returns ``to_json()`` afterwards. Raises InputError, SettingsError.

        ``die``: which die it refers to, if that matters; if another die's turn has
        come, nothing happens.
        """
        if what not in ACTS:
            raise InputError("web.field", field="do")
        with self._doing:
            if die is None or (self._lesson and self._lesson.number == die):
                ACTS[what](self, name)
            return self.to_json()

    # -- what can be done ---------------------------------------------------------

    def _begin(self, name: str) -> None:
        self._sets.check(name)
        if not self._dice().dice:
            raise InputError("dice.teach.no-dice")
        self._lesson = lesson(name, self._dice())

    def _look(self, name: str) -> None:
        looking = self._looking()
        shown = looking.shown_die() if self._lesson and looking else None
        if self._lesson is not None and shown is not None:
            self._goes_on(self._lesson.seen(shown.face))

    def _right(self, name: str) -> None:
        if self._lesson is not None:
            self._goes_on(self._lesson.confirmed())

    def _next(self, name: str) -> None:
        if self._lesson is not None:
            self._goes_on(self._lesson.next_die())

    def _stop(self, name: str) -> None:
        self._lesson = None

    def _goes_on(self, now: DiceLesson) -> None:
        """Go on to the next face; a complete set is stored and put into play."""
        if now.asked is not None or not now.taught.looks:
            self._lesson = now if now.asked is not None else None
            return
        self._sets.keep(now.name, now.taught)
        self._lesson = None
        self._use(now.name)

    def _play_with(self, name: str) -> None:
        if name:
            self._sets.read(name)
        self._use(name)

    def _forget(self, name: str) -> None:
        self._sets.forget(name)
        if name == self._used():
            self._use("")


ACTS: Final[Mapping[str, Callable[[DiceTeaching, str], None]]] = {
    "begin": DiceTeaching._begin,
    "look": DiceTeaching._look,
    "right": DiceTeaching._right,
    "next": DiceTeaching._next,
    "stop": DiceTeaching._stop,
    "use": DiceTeaching._play_with,
    "forget": DiceTeaching._forget,
}
"""What a host requests -> the method, called with the name of a set."""


def _lesson_json(now: DiceLesson) -> dict[str, Any]:
    """A lesson as the page shows it; None once it is over."""
    asked = now.asked
    assert asked is not None
    shown = now.taught.dice[asked.number]
    return {
        "name": now.name,
        "number": asked.number,
        "colour": asked.die.colour,
        "face": asked.face,
        "faces": list(asked.die.faces),
        "shown": list(shown.faces),
        "seen": _seen(now.last, asked.face, shown.faces),
    }


def _seen(last: ShownFace | None, wanted: str, known: tuple[str, ...]) -> Message:
    if last is None:
        return Message("dice.teach.none")
    if last.side in known:
        return Message("dice.teach.turn")
    if not last.sure:
        return Message("dice.teach.unsure")
    if last.side == wanted:
        return Message("dice.teach.steady")
    if last.side == "symbol":
        return Message("dice.teach.other-symbol")
    return Message("dice.teach.other", {"face": last.side})
