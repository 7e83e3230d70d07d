"""What comes in at the table: what the camera saw goes to the session, a mat may begin its game, a button says a correction."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from typing import Any, Final

from companion import games
from companion.announce import Message
from companion.app.camera.camera_supervisor import CameraSupervisor
from companion.app.camera.monotonic import MonotonicTime
from companion.app.current_game import CurrentGame, Moved
from companion.errors import CompanionError, EditionError, InputError, JournalError
from companion.rules import Json
from companion.session.session import Outcome, Session
from companion.table import Observation

RETRY_SECONDS: Final = 1.0
"""How often what waits for a journal that could not be written is tried again."""

STUMBLED: Final = Message("play.stumbled")
"""Said until a look is understood again."""

_log = logging.getLogger(__name__)


class Incoming:
    """Between camera, pins and the session of the current game; ``camera`` is None where nothing looks."""

    def __init__(self, session: Session[Any], current: CurrentGame) -> None:
        self.session, self.current = session, current
        self.camera: CameraSupervisor | None = None
        self.trouble: Message | None = None
        """Why what was seen last is not in the journal, or was not understood."""
        self._onward = MonotonicTime()
        self._begins = False
        """Whether the show's next game is to be begun still: its first look may find a journal that cannot be written."""

    def observed(self, observation: Observation) -> None:
        """Tell the session what the camera saw; nothing is raised."""
        try:
            if self._turned_away():
                # It was seen at the table of the game before.
                return
            show = self.current.show
            if show is not None and show.begins_game(observation):
                self._begins = True
            if self._begins:
                self.session.begin(self.current.next())
                self._begins = False
            self.session.observe(self._onward(observation, self.session.seen_at))
            self.trouble = None
        except JournalError as error:
            # The session keeps it and tells it as soon as it can; people are told meanwhile.
            self.trouble = error.message
        except Exception:
            # One look that the game cannot make sense of must not close the camera process.
            _log.exception("a look was not understood: %r", observation)
            self.trouble = STUMBLED

    def begin(
        self, game: str, setup: Json, *, seq: int | None, key: str | None
    ) -> Outcome:
        """Begin a game, of those there are; what is looked for is turned to it."""
        rules = games.game(game).played()
        begun = self.session.begin(setup, seq=seq, key=key, game=rules)
        self._begins = False
        self._turned_away()
        return begun

    def look_after(self, ended: threading.Event) -> None:
        """Turn the camera process to a new game, and write what could not be written, though nothing is seen."""
        ended.wait(RETRY_SECONDS)
        try:
            self._play_what_lies_there()
            self._turned_away()
            self._write_what_waits()
        except JournalError as error:
            self.trouble = error.message

    def look_anew(self) -> None:
        """Look for what is played with now, which was something else."""
        if self.camera is not None:
            self.camera.turn_to(self.current.settings)

    def seat_pressed(self, seat: int) -> None:
        """A seat's button says what the game makes of it, if anything."""
        says = self.current.package.seat_button
        if says is not None:
            self._pressed(says(seat))

    def done_pressed(self) -> None:
        """So does the button for the end of a turn."""
        says = self.current.package.done_button
        if says is not None:
            self._pressed(says)

    def _write_what_waits(self) -> None:
        """Raises JournalError where it has to wait on."""
        trouble = self.trouble
        if trouble is None:
            return
        self.session.catch_up()
        # Another look may have come meanwhile, and wait.
        if self.trouble is trouble and trouble is not STUMBLED:
            self.trouble = None

    def _pressed(self, says: Json) -> None:
        with suppress(CompanionError):
            self.session.correct(says)

    def _turned_away(self) -> bool:
        """Whether another game was begun for which the camera process had to be turned elsewhere."""
        if self.camera is None:
            return False
        match self.current.moved_on():
            case Moved.ELSEWHERE:
                self.camera.turn_to(self.current.settings)
                return True
            case Moved.AGAIN:
                self.camera.look_again()
        return False

    def _play_what_lies_there(self) -> None:
        """Begin the game whose mat is in sight, where nothing else told which is played."""
        pulse = self.camera.sight.pulse if self.camera else None
        if pulse is None or pulse.other_mat is None:
            return
        with suppress(InputError, EditionError):
            setup = self.current.told_by_mat(games.game(pulse.other_mat))
            if setup is not None:
                self.begin(pulse.other_mat, setup, seq=None, key=None)
