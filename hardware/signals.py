"""The one thread that owns all pins: it plays queued sounds, and leaves silence however it ends."""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Full, Queue
from typing import Any, Final

from companion.announce import Message, message
from companion.sounds import Pattern, beats, sound_of
from hardware.board import Board

WAITING: Final = 8
"""How many sounds may be queued; more would only report the past."""

CLOSING_SECONDS: Final = 2.0
"""How long closing waits for a driver; whatever a hanging one leaves on, `murphy silence` switches off."""

_STOP: Final[Pattern] = ()
TRIAL: Final = beats(("A4", 0.2), ("C5", 0.2), ("E5", 0.4))
"""What a buzzer sounds like when it is tried."""
NOTHING_MORE: Final[Mapping[str, Any]] = {}


class Signals:
    """Buzzer and lamp as a queue of sounds; gpiozero's devices are not thread-safe.

    ``open_board`` is called in the thread that uses the board; ``sounds`` are those of
    the game on the table: kind of announcement, or ``kind-verdict`` -> sound. ``wait``
    sleeps up to so many seconds and returns whether it was told to stop; tests may
    record instead of sleeping.
    """

    def __init__(
        self,
        open_board: Callable[[], Board],
        sounds: Callable[[], Mapping[str, Pattern]],
        *,
        quiet: bool = False,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        self.quiet = quiet
        self.notices: tuple[Message, ...] = ()
        self._open_board = open_board
        self._sounds = sounds
        self._ended = threading.Event()
        self._ready = threading.Event()
        self._wait = wait or self._ended.wait
        self._jobs: Queue[Pattern] = Queue(WAITING)
        self._reviving = threading.Lock()
        self._thread = self._started()
        self._ready.wait(10)

    def give(self, kind: str, params: Mapping[str, Any] = NOTHING_MORE) -> None:
        """Queue the sound of an announcement; never blocks, never raises. If the thread has died, another one is started."""
        sound = sound_of(self._sounds(), kind, params)
        if sound is not None and not self._ended.is_set():
            self._revive()
            with suppress(Full):
                self._jobs.put_nowait(sound)

    def try_out(self) -> tuple[Message, ...]:
        """Queue a sound that is heard whatever is said about quiet; returns what does not work at the pins."""
        self._revive()
        with suppress(Full):
            self._jobs.put_nowait(TRIAL)
        return self.notices

    @property
    def alive(self) -> bool:
        """Whether the thread is there."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stop even in the middle of a sound, silence everything and release the pins."""
        self._ended.set()
        # Where the queue is full, a sound is playing: that is cut, and no other begun.
        with suppress(Full):
            self._jobs.put_nowait(_STOP)
        self._thread.join(CLOSING_SECONDS)

    def _started(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, name="signals", daemon=True)
        thread.start()
        return thread

    def _revive(self) -> None:
        with self._reviving:
            if not self._thread.is_alive():
                self._thread = self._started()

    def _run(self) -> None:
        try:
            board = self._opened()
        finally:
            self._ready.set()
        try:
            while not self._ended.is_set():
                board = self._sounded(board, self._jobs.get())
        finally:
            board.close()

    def _opened(self) -> Board:
        board = self._open_board()
        self.notices = board.notices
        return board

    def _sounded(self, board: Board, sound: Pattern) -> Board:
        """Play one sound; returns the board to continue with: a new one if a device failed meanwhile."""
        if sound == _STOP:
            return board
        try:
            self._play(board, sound)
        # A failing driver may raise anything; the next sound tries a fresh board.
        except Exception as error:
            board.close()
            failed = message("hardware.failed", why=f"{type(error).__name__}: {error}")
            reopened = self._opened()
            self.notices = (*reopened.notices, failed)
            return reopened
        return board

    def _play(self, board: Board, pattern: Pattern) -> None:
        try:
            board.lamp.on()
            for beat in pattern:
                quiet = self.quiet and pattern is not TRIAL
                if beat.tone is None or quiet:
                    board.buzzer.off()
                else:
                    board.buzzer.on(beat.tone)
                if self._wait(beat.seconds):
                    return
        finally:
            board.buzzer.off()
            board.lamp.off()
