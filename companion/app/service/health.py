"""How the companion is doing: health for pages and watchdog, notices for people, the doctor's findings."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.announce import Message
from companion.app.backups import Backups
from companion.app.broker.publisher import BrokerController
from companion.app.camera import camera_sight, sources
from companion.app.doctor import checks
from companion.app.doctor.doctor import examine
from companion.app.service import followers, ingest
from companion.settings import Settings
from hardware.board import is_expected, wiring_of
from hardware.signals import Signals
from web.services import Live


class Health:
    """May be called from any thread, and often: everything but ``healthy`` is answered from memory."""

    def __init__(
        self,
        source: str,
        settings: Callable[[], Settings],
        table: ingest.Ingest,
        *,
        signals: Signals,
        broker: BrokerController,
        backups: Backups | None,
        setting_up: Callable[[], str],
    ) -> None:
        self._source = source
        self._settings = settings
        self._ingest = table
        self._signals = signals
        self._broker = broker
        self._backups = backups
        self._setting_up = setting_up

    def public(self) -> dict[str, Any]:
        """For pages and ``/healthz``: no secrets, nothing that blocks."""
        camera = self._ingest.camera
        seen = camera.health() if camera else {"camera": True, "frame_age": None}
        notices = [notice.to_json() for notice in self._notices()]
        settings, unwritten = self._settings(), self._ingest.unwritten
        stumbled = self._ingest.trouble is ingest.STUMBLED
        return {
            **sources.for_everybody(seen, self._source),
            "source": sources.public(self._source),
            "journal": unwritten is None,
            "unwritten": self._shown(unwritten),
            "reader": not stumbled and seen["camera"],
            "notices": sources.for_everybody(notices, self._source),
            "broker": self._broker.standing.reach.value,
            "quiet": settings.quiet,
            "hints": settings.hints,
            "own_names": settings.own_names,
            "setting_up": self._setting_up(),
            "wifi": settings.wifi_shown if settings.wifi else "",
            "volume": settings.volume,
        }

    def _shown(self, text: Message | None) -> Any:
        return sources.for_everybody(text.to_json(), self._source) if text else None

    def healthy(self) -> bool:
        """Whether the session responds or makes progress, and the camera process is looked after (unless there is no camera, or its source has
        ended).

        A stuck session blocks this call, and so starves the watchdog. An unplugged
        camera is no reason for a restart: the camera process reports and retries it,
        and one that hangs is replaced.
        """
        if not self._ingest.session.is_idle():
            # The thread that recomputes a long history does not receive the camera process's messages meanwhile.
            return True
        camera = self._ingest.camera
        if camera is None or camera.sight.over:
            return True
        return followers.is_looked_after(camera.word_age(), kept=camera.alive)

    def of_camera(self) -> str:
        """The state of the camera, in a word for the broker."""
        camera = self._ingest.camera
        if camera is None:
            return "none"
        wrong = camera.wrong()
        return wrong.key if wrong else "ok"

    def pin_notices(self) -> tuple[Message, ...]:
        """What does not work at the pins; empty if nobody expects pins (the doctor reports them anyway)."""
        expected = is_expected(wiring_of(self._settings()))
        return self._signals.notices if expected else ()

    def live(self) -> Live | None:
        """What the camera sees now, if anything."""
        camera = self._ingest.camera
        picture = camera.picture() if camera else None
        if not picture or not picture.jpeg:
            return None
        may_be = self._ingest.current.package.goes_without_mat
        return Live(picture.jpeg, {**picture.overlay, "may_be_plain": may_be})

    def refocus(self) -> bool:
        """Have the camera find its focus anew; whether there is one that can."""
        camera = self._ingest.camera
        return camera is not None and camera.refocus()

    def mat(self) -> bytes | None:
        """The rectified mat of what the camera sees now, if there is one."""
        camera = self._ingest.camera
        picture = camera.picture(straightened=True) if camera else None
        return picture.jpeg or None if picture else None

    def doctor(self) -> list[Any]:
        """The doctor's findings, as JSON values."""
        wired = wiring_of(self._settings()).wired
        pins = checks.of_pins(self._signals.notices, wired)
        found = examine(self._settings(), self._seen(), pins=pins)
        return sources.found_for_everybody(found, self._source)

    def _notices(self) -> Iterator[Message]:
        yield from self._ingest.session.journal.notices
        yield from self.pin_notices()
        yield from self._broker.notices()
        camera = self._ingest.camera
        pulse = camera.sight.pulse if camera else None
        if pulse is not None:
            yield from camera_sight.notices(pulse)
        if self._ingest.unwritten is not None:
            yield self._ingest.unwritten
        if self._ingest.trouble is ingest.STUMBLED:
            yield ingest.STUMBLED
        if self._backups is not None and self._backups.trouble is not None:
            yield self._backups.trouble

    def _seen(self) -> tuple[checks.Check, ...]:
        """The doctor's findings about the camera process's pictures."""
        camera = self._ingest.camera
        if camera is None:
            return checks.of_no_camera()
        pulse = camera.sight.pulse
        return pulse.checks if pulse else checks.of_no_picture(camera.wrong())
