"""Keeps the camera process running: starts it, receives its messages, and restarts it when it dies or hangs."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any, Final, Generic, Protocol, TypeVar

from companion import mat, table
from companion.announce import Message, message
from companion.app.camera import camera_sight, ipc
from companion.app.child import Child
from companion.app.loading import loading
from companion.settings import Settings

FRAMELESS_SECONDS: Final = 20.0
"""A child that reports nothing but trouble is replaced after this long: drivers get stuck in the process that uses them."""
PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 6.0)
"""Seconds before each further start; reset once frames came. The last value repeats: 10 seconds until frames come are promised."""
ANSWER_SECONDS: Final = 2.0
"""How long to wait for an answer of the camera process."""
TAKING_SECONDS: Final = 1.0
"""How long a phone's picture waits until the camera process wants it: a slow reader slows the phone down."""
STILL_SECONDS: Final = 6.0
"""The same for a single look: a camera process that has waited in vain asks again after five seconds."""

_log = logging.getLogger(__name__)


A = TypeVar("A")


class _Answers(Generic[A]):
    """Answers of one kind: whoever asks waits for the next one."""

    def __init__(self) -> None:
        self._asking, self._came = threading.Lock(), threading.Event()
        self._last: A | None = None

    def came(self, answer: A) -> None:
        self._last = answer
        self._came.set()

    def after(self, ask: Callable[[], bool]) -> A | None:
        """The answer to a question; None if nobody can be asked, or no answer comes in time."""
        with self._asking:
            self._came.clear()
            return self._last if ask() and self._came.wait(ANSWER_SECONDS) else None


class ReportPipe(Protocol):
    """The end of a pipe at which a camera process is heard."""

    def poll(self, timeout: float, /) -> bool:
        """Wait for so many seconds; whether something came, or its other end is gone."""
        ...

    def recv(self) -> ipc.CameraReport:
        """What came. Raises EOFError once its other end is gone."""
        ...


class CameraSupervisor:
    """The camera process and the thread that receives its messages.

    ``observe`` is called in that thread for every observation, in order; ``opens``
    returns, whenever a child is started, what to open instead of the settings' source,
    and ``mat_instead`` a mat in place of the game's own; ``begins`` starts the process.
    """

    def __init__(
        self,
        settings: Settings,
        observe: Callable[[table.Observation], object],
        *,
        opens: Callable[[], ipc.Open | None] = lambda: None,
        mat_instead: Callable[[], mat.Mat | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        begins: Callable[..., Child] = Child,
    ) -> None:
        self._begins = begins
        self._settings = settings
        self._observe = observe
        self._opens = opens
        self._mat_instead = mat_instead
        self._child: int | None = None
        self._clock = clock
        self._ended = threading.Event()
        self._elsewhere = threading.Event()
        self._phone_wanted = threading.Event()
        self._sight = camera_sight.Sight()
        self._patience = self._fresh_patience()
        self._pipe: Connection | None = None
        self._sending = threading.Lock()
        self._stopped = False
        self._pictures, self._mats = _Answers[ipc.Picture](), _Answers[ipc.Picture]()
        self._dice = _Answers[ipc.DieShown]()
        self._thread = threading.Thread(target=self._keep, name="camera supervisor", daemon=True)

    def start(self) -> None:
        """Open the camera process."""
        self._thread.start()

    def end(self) -> None:
        """Have the camera process end, without waiting for it."""
        self._ended.set()

    def close(self) -> None:
        """Close the camera process and wait for it, but not for an observer that hangs."""
        self.end()
        self._thread.join(3)

    def turn_to(self, settings: Settings) -> None:
        """Look for other cards, or elsewhere: the camera process is restarted with these settings."""
        self._settings = settings
        self._patience = self._fresh_patience()
        self._elsewhere.set()

    @property
    def is_turning(self) -> bool:
        """Whether it is being turned to other cards: what comes meanwhile was seen at the table before."""
        return self._elsewhere.is_set()

    def look_again(self) -> None:
        """Have the current table reported once more; a camera process that is starting does so anyway."""
        # An observer may ask for it in the supervisor's own thread, which never sends while the process is listened to:
        # it could wait for one that is itself waiting to be heard.
        asks = threading.Thread(target=self._ask, args=(ipc.Wanted.TABLE,), daemon=True)
        asks.start()

    def stop_players(self, stop: bool) -> None:
        """Have a painted table's players stop, or go on; holds for every camera process started later."""
        if stop != self._stopped:
            self._stopped = stop
            self._ask(ipc.StopWanted(stop))

    def refocus(self) -> bool:
        """Have the camera find its focus anew; whether it can."""
        pulse = self._sight.pulse
        return pulse is not None and pulse.refocuses and self._ask(ipc.Wanted.FOCUS)

    def _ask(self, wanted: ipc.CameraQuestion) -> bool:
        """Send a request; returns whether there was a camera process that was not just ending."""
        with self._sending, suppress(OSError):
            if self._pipe is not None:
                self._pipe.send(wanted)
                return True
        return False

    def _fresh_patience(self) -> camera_sight.Patience:
        return camera_sight.Patience(self._clock, lambda: camera_sight.looking_time(self._child))

    @property
    def alive(self) -> bool:
        """Whether the camera process would be restarted."""
        return self._thread.is_alive()

    @property
    def sight(self) -> camera_sight.Sight:
        """How the camera process is now."""
        return self._sight

    def word_age(self) -> float | None:
        """Seconds since the camera process sent a message: a frame came, or why none does; None before the first."""
        return self._sight.word_age(self._clock())

    def wrong(self) -> Message | None:
        """What is wrong with the camera: what the camera process reported, or that it is silent."""
        return self._sight.trouble(self._clock())

    def picture(self, *, straightened: bool = False) -> ipc.Picture:
        """The last picture, or the rectified mat, requested from the child; an empty one if it does not answer in time."""
        wanted = ipc.PictureWanted(straightened)
        # Kept apart, so that a late answer is not taken for the other kind.
        answers = self._mats if straightened else self._pictures
        return answers.after(lambda: self._ask(wanted)) or ipc.Picture()

    def hand(self, picture: ipc.PhonePicture) -> bool:
        """Give the camera process a phone's picture once it wants one; whether it did in time."""
        patience = STILL_SECONDS if picture.still else TAKING_SECONDS
        if not self._phone_wanted.wait(patience):
            return False
        self._phone_wanted.clear()
        return self._ask(picture)

    def shown_die(self) -> ipc.DieShown | None:
        """The only die on the table, requested from the child; None if it does not answer in time."""
        return self._dice.after(lambda: self._ask(ipc.Wanted.DIE))

    def health(self) -> dict[str, Any]:
        """For ``/healthz`` and the pages: no secrets."""
        return self._sight.health(self._clock())

    # -- in the supervisor's own thread -----------------------------------------

    def _keep(self) -> None:
        tries = 0
        while not self._ended.is_set() and not self._sight.over:
            self._elsewhere.clear()
            self._sight = replace(self._sight, starts=self._sight.starts + 1)
            before, began = self._sight.pulse, self._clock()
            try:
                self._one_life()
            # No memory, or no process available: that may change in a moment.
            except Exception:
                _log.exception("the camera process could not be opened")
                self._died()
            tries = 0 if self._sight.pulse is not before else tries + 1
            if not self._sight.over and not self._elsewhere.is_set():
                # The one that hung has been waited for long enough.
                hung = self._clock() - began >= camera_sight.SILENCE_SECONDS
                self._ended.wait(PAUSES[0 if hung else min(tries, len(PAUSES) - 1)])

    def _one_life(self) -> None:
        child = self._begins("camera", _look, self._settings, self._opens(), self._mat_instead())
        try:
            self._child = child.pid
            self._phone_wanted.clear()
            self._pipe = child.pipe
            if self._stopped:
                self._ask(ipc.StopWanted(True))
            self._hear(child.pipe)
        finally:
            self._child = None
            # Whoever is sending it something fails then, and lets go of the pipe.
            child.kill()
            with self._sending:
                self._pipe = None
                child.pipe.close()
            child.close()

    def _hear(self, pipe: ReportPipe) -> None:
        patience = self._patience
        patience.begin()
        # Since when this child has reported nothing but trouble; its predecessor's reports do not count.
        troubled: float | None = None
        while not self._ended.is_set() and not self._elsewhere.is_set():
            try:
                told: ipc.CameraReport | None = pipe.recv() if pipe.poll(0.2) else None
            except (EOFError, OSError):
                self._died()
                return
            if told is not None:
                self._take(told)
                patience.hears(told)
                troubled = self._troubled_since(told, troubled)
            if patience.is_over:
                self._sight = replace(self._sight, wrong=message("camera.hangs"))
                patience.gives_up()
                return
            if troubled is not None and self._clock() - troubled > FRAMELESS_SECONDS:
                return

    def _troubled_since(self, report: ipc.CameraReport, before: float | None) -> float | None:
        match report:
            case ipc.Pulse():
                return None
            case ipc.SourceFailed():
                return self._clock() if before is None else before
            case _:
                return before

    def _died(self) -> None:
        if not self._sight.over and self._sight.wrong is None:
            self._sight = replace(self._sight, wrong=message("camera.died"))

    def _take(self, report: ipc.CameraReport) -> None:
        self._sight = self._sight.after(report, self._clock())
        match report:
            case ipc.Seen() if not self.is_turning:
                self._observe(report.observation)
            case ipc.Picture():
                (self._mats if report.straightened else self._pictures).came(report)
            case ipc.DieShown():
                self._dice.came(report)
            case ipc.News.PHONE_WANTED:
                self._phone_wanted.set()


def _look(*given: Any) -> None:
    """The child's main function. Vision is imported only there: OpenCV has no place in the process with the journal."""
    with loading():
        from companion.app.camera.camera_process import run
    run(*given)
