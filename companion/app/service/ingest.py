"""Input from the table: what the camera saw goes to the session, a mat may begin its game, a button makes a correction."""

import logging
import threading
from contextlib import suppress
from typing import Any, Final

from companion import announce, errors, games, table
from companion.app.camera import camera_sight, camera_supervisor
from companion.app.service.current_game import CurrentGame, Moved
from companion.inputs import PLAIN, Envelope
from companion.rules import Json
from companion.session.session import Outcome, Session

RETRY_SECONDS: Final = 1.0
"""How often to retry what is queued for a journal that could not be written."""

STUMBLED: Final = announce.Message("play.stumbled")
"""Reported until a look is processed successfully again."""

_log = logging.getLogger(__name__)


class Ingest:
    """Between camera, pins and the session of the current game; ``camera`` is None if nothing looks."""

    def __init__(self, session: Session[Any], current: CurrentGame) -> None:
        self.session, self.current = session, current
        self.camera: camera_supervisor.CameraSupervisor | None = None
        self.trouble: announce.Message | None = None
        """Why the last observation is not in the journal, or was not processed."""
        self._onward = camera_sight.MonotonicTime()
        self._turning = threading.Lock()
        self._begins = False
        """Whether the show's next game is still to be begun: its first look may find a journal that cannot be written."""

    def observed(self, observation: table.Observation) -> None:
        """Pass the session what the camera saw; raises nothing."""
        try:
            game = self.follow()
            if not game:
                return
            show = self.current.show
            if show is not None and show.begins_game(observation):
                self._begins = True
            if self._begins:
                self.session.begin(self.current.next(), after=game)
                self._begins = False
                game = self.follow()
            onward = self._onward(observation, self.session.seen_at)
            self.session.observe(onward, game=game)
            self.trouble = None
        except errors.JournalError as error:
            # The session queues it and processes it as soon as possible; people are told meanwhile.
            self.trouble = error.message
        except Exception:
            # A single look that the game cannot process must not end the camera process.
            _log.exception("a look was not understood: %r", observation)
            self.trouble = STUMBLED

    def begin(self, game: str, setup: Json, envelope: Envelope = PLAIN) -> Outcome:
        """Begin a game; the camera is redirected to its pieces. Raises InputError for an unknown game, IllegalMove, StaleMove."""
        rules = games.game(game).played()
        begun = self.session.begin(setup, envelope, game=rules)
        self._begins = False
        self.follow()
        return begun

    def follow(self) -> int:
        """Redirect the camera process if another game was begun: the number of the game at whose table it looks, 0 while it is being turned there."""
        with self._turning:
            moved = self.current.follow()
            if self.camera is None:
                return self.current.number
            match moved:
                case Moved.ELSEWHERE:
                    self.camera.turn_to(self.current.settings)
                case Moved.AGAIN:
                    self.camera.look_again()
            return 0 if self.camera.is_turning else self.current.number

    def look_after(self, ended: threading.Event) -> None:
        """Redirect the camera process to a new game, and retry failed writes, even if nothing is seen."""
        ended.wait(RETRY_SECONDS)
        self.session.journal.look()
        try:
            self._play_what_lies_there()
            self.follow()
            self._write_what_waits()
        except errors.JournalError as error:
            self.trouble = error.message

    @property
    def unwritten(self) -> announce.Message | None:
        """Why what happens is not in the journal, if anything prevents it."""
        waits = None if self.trouble is STUMBLED else self.trouble
        return self.session.journal.trouble or waits

    def look_anew(self) -> None:
        """Redirect the camera after what is played with has changed."""
        if self.camera is not None:
            with self._turning:
                self.camera.turn_to(self.current.settings)

    def seat_pressed(self, seat: int) -> None:
        """A seat's button makes the correction that the game assigns to it, if any."""
        says = self.current.package.seat_button
        if says is not None:
            self._pressed(says(seat))

    def done_pressed(self) -> None:
        """The button that ends a turn, in any game that has turns."""
        self._pressed({"do": "done"})

    def _write_what_waits(self) -> None:
        """Raises JournalError if it has to wait longer."""
        trouble = self.trouble
        if trouble is None:
            return
        self.session.catch_up()
        # Another look may have been queued meanwhile.
        if self.trouble is trouble and trouble is not STUMBLED:
            self.trouble = None

    def _pressed(self, says: Json) -> None:
        with suppress(errors.CompanionError):
            self.session.correct(says)

    def _play_what_lies_there(self) -> None:
        """Begin the game whose mat is in sight, if nothing else has decided which is played."""
        pulse = self.camera.sight.pulse if self.camera else None
        if pulse is None or pulse.other_mat is None:
            return
        # The camera process may know a game that is left out here, for its pages; and what somebody says meanwhile decides.
        with suppress(errors.InputError, errors.EditionError, errors.GameError, errors.StaleMove):
            now = self.session.journal.last
            setup = self.current.told_by_mat(games.game(pulse.other_mat))
            if setup is not None:
                self.begin(pulse.other_mat, setup, Envelope(seq=now))
