"""Teaching a set of dice from the host's page: which die has to show which face next; the camera looks, the set is stored, and the camera uses it from then on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import dist
from typing import Any, Final, Protocol

from companion import errors, pieces, rules
from companion.announce import Message
from companion.app.camera import ipc
from companion.household import ShownFace, TaughtSet, TaughtSets, untaught

# The lesson --------------------------------------------------------------------------


STEADY: Final = 0.25
"""How far apart two looks at a die at rest may be, in log units."""
INSTEAD: Final = {"symbol": "6"}
"""What an ordinary die shows instead of a face that only the game's own dice have."""


@dataclass(frozen=True, slots=True)
class AskedFace:
    """What to show next: the number of the die in the set, from 0, and the face."""

    number: int
    die: pieces.Die
    face: str


@dataclass(frozen=True, slots=True)
class DiceLesson:
    """One set, die by die and face by face."""

    name: str
    dice: pieces.DiceSet
    taught: TaughtSet
    number: int = 0
    """The number of the current die, from 0."""
    face: int = 0
    last: ShownFace | None = None
    """What the previous look showed."""

    @property
    def asked(self) -> AskedFace | None:
        """What to show next; None once everything was shown."""
        if self.number >= len(self.dice.dice):
            return None
        die = self.dice.dice[self.number]
        return AskedFace(self.number, die, die.faces[self.face])

    def seen(self, shown: ShownFace | None) -> DiceLesson:
        """After a look: a die that clearly shows the requested face, twice alike, has been shown."""
        if shown is not None and self._fits(shown) and self._lies_still(shown):
            return self._after(shown)
        return replace(self, last=shown)

    def confirmed(self) -> DiceLesson:
        """After people confirmed that what was seen last is the requested face; unchanged if nothing was seen."""
        asked, last = self.asked, self.last
        if asked is None or last is None or last.side in self._known:
            return self
        return self._after(replace(last, side=asked.face, sure=True))

    def next_die(self) -> DiceLesson:
        """Go on to the next die, skipping the faces of this one that were not shown."""
        return replace(self, number=self.number + 1, face=0, last=None)

    @property
    def _known(self) -> tuple[str, ...]:
        """The faces of this die that have been shown."""
        return self.taught.dice[self.number].faces

    def _fits(self, shown: ShownFace) -> bool:
        asked = self.asked
        if asked is None or not shown.sure:
            return False
        return shown.side in (asked.face, INSTEAD.get(asked.face))

    def _lies_still(self, shown: ShownFace) -> bool:
        last = self.last
        return last is not None and last.side == shown.side and dist(last.look, shown.look) < STEADY

    def _after(self, shown: ShownFace) -> DiceLesson:
        dice = list(self.taught.dice)
        dice[self.number] = dice[self.number].after(shown)
        grown = replace(self, taught=TaughtSet(tuple(dice)), last=shown)
        if self.face + 1 < len(self.dice.dice[self.number].faces):
            return replace(grown, face=self.face + 1)
        return grown.next_die()


def lesson(name: str, dice: pieces.DiceSet) -> DiceLesson:
    """The beginning of a lesson."""
    return DiceLesson(name, dice, untaught(dice))


# The page ----------------------------------------------------------------------------


ACTS: Final = ("begin", "look", "right", "next", "stop", "use", "forget")
"""What a host may request; it is about the set of a name, or the lesson."""


class Looking(Protocol):
    """The camera, as far as teaching dice needs it."""

    def shown_die(self) -> ipc.DieShown | None:
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
        dice: Callable[[], pieces.DiceSet],
        looking: Callable[[], Looking | None],
        used: Callable[[], str],
        use: Callable[[str], None],
    ) -> None:
        self._sets, self._dice, self._looking = sets, dice, looking
        self._used, self._use = used, use
        self._doing = threading.Lock()
        self._lesson: DiceLesson | None = None

    def to_json(self) -> rules.Json:
        """The answer of GET /api/dice."""
        dice, now = self._dice(), self._lesson
        return {
            "colours": [die.colour for die in dice.dice],
            "camera": self._looking() is not None,
            "sets": list(self._sets.names()),
            "used": self._used(),
            "lesson": None if now is None else _lesson_json(now),
        }

    def act(self, what: str, name: str = "", die: int | None = None) -> rules.Json:
        """Perform one of ``ACTS``; returns ``to_json()`` afterwards. Raises InputError, SettingsError.

        ``die``: which die it refers to, if that matters; if another die's turn has
        come, nothing happens.
        """
        if what not in ACTS:
            raise errors.InputError("web.field", field="do")
        with self._doing:
            if die is None or (self._lesson and self._lesson.number == die):
                self._do(what, name, self._lesson)
            return self.to_json()

    def _do(self, what: str, name: str, now: DiceLesson | None) -> None:
        match what:
            case "begin":
                self._sets.check(name)
                # Taken once: another game may begin meanwhile.
                if not (dice := self._dice()).dice:
                    raise errors.InputError("dice.teach.no-dice")
                self._lesson = lesson(name, dice)
            case "look" if now and (looking := self._looking()):
                if (shown := looking.shown_die()) is not None:
                    self._goes_on(now.seen(shown.face))
            case "right" if now:
                self._goes_on(now.confirmed())
            case "next" if now:
                self._goes_on(now.next_die())
            case "stop":
                self._lesson = None
            case "use":
                if name:
                    self._sets.read(name)
                self._use(name)
            case "forget":
                self._sets.forget(name)
                if name == self._used():
                    self._use("")

    def _goes_on(self, now: DiceLesson) -> None:
        """Go on to the next face; a complete set is stored and put into play."""
        if now.asked is not None or not now.taught.looks:
            self._lesson = now if now.asked is not None else None
            return
        self._sets.keep(now.name, now.taught)
        self._lesson = None
        self._use(now.name)


def _lesson_json(now: DiceLesson) -> dict[str, Any]:
    """A lesson as the page shows it."""
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
