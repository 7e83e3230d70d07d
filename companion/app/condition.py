"""How the companion is: its health for pages and the watchdog, what people should know of, what the doctor finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.announce import Message
from companion.app.backups import Backups
from companion.app.broker.broker_desk import BrokerDesk
from companion.app.commands.doctor import examine
from companion.app.configuration.wiring import wiring_of
from companion.app.doctor import checks
from companion.app.doctor.checks import Check
from companion.app.incoming import Incoming
from companion.app.service.followers import is_looked_after
from companion.app.terminal.console import for_everybody, public
from companion.settings import Settings
from hardware.board import is_expected
from hardware.signals import Signals
from web import Live


class Condition:
    """Asked from any thread, and often: all but ``healthy`` is answered from memory."""

    def __init__(
        self,
        source: str,
        settings: Callable[[], Settings],
        incoming: Incoming,
        *,
        signals: Signals,
        broker: BrokerDesk,
        backups: Backups | None,
    ) -> None:
        self._source = source
        self._settings = settings
        self._incoming = incoming
        self._signals = signals
        self._broker = broker
        self._backups = backups

    def health(self) -> dict[str, Any]:
        """For pages and ``/healthz``: no secrets, nothing that waits."""
        camera = self._incoming.camera
        seen = camera.health() if camera else {"camera": True, "frame_age": None}
        notices = [notice.to_json() for notice in self._notices()]
        settings = self._settings()
        return {
            **for_everybody(seen, self._source),
            "source": public(self._source),
            "journal": self._incoming.trouble is None,
            "reader": seen["camera"],
            "notices": for_everybody(notices, self._source),
            "broker": self._broker.standing.reach.value,
            "quiet": settings.quiet,
            "hints": settings.hints,
            "volume": settings.volume,
        }

    def healthy(self) -> bool:
        """Whether the session answers, or gets on, and the camera process is looked after (where there is a camera that has not ended).

        A session that is stuck holds this call, and so starves the watchdog.

        A camera that is unplugged is no reason to start everything anew: the
        camera process says so and tries it again, and one that hangs is replaced.
        """
        if not self._incoming.session.is_idle():
            # Whoever tells a long history anew hears no camera process meanwhile.
            return True
        camera = self._incoming.camera
        if camera is None or camera.sight.over:
            return True
        return is_looked_after(camera.word_age(), kept=camera.alive)

    def of_camera(self) -> str:
        """How the camera is, in a word for the broker."""
        camera = self._incoming.camera
        if camera is None:
            return "none"
        wrong = camera.wrong()
        return wrong.key if wrong else "ok"

    def pin_notices(self) -> tuple[Message, ...]:
        """What does not work at the pins; nothing where nobody expects pins (the doctor tells of them all the same)."""
        expected = is_expected(wiring_of(self._settings()))
        return self._signals.notices if expected else ()

    def live(self) -> Live | None:
        """What the camera sees now, if anything."""
        camera = self._incoming.camera
        picture = camera.picture() if camera else None
        return Live(picture.jpeg, picture.overlay) if picture and picture.jpeg else None

    def refocus(self) -> bool:
        """Have the camera find its focus anew; whether there is one that can."""
        camera = self._incoming.camera
        return camera is not None and camera.refocus()

    def mat(self) -> bytes | None:
        """The mat of what the camera sees now, straightened, if there is one."""
        camera = self._incoming.camera
        picture = camera.picture(straightened=True) if camera else None
        return picture.jpeg or None if picture else None

    def doctor(self) -> list[Any]:
        """What the doctor finds, as JSON values."""
        wired = wiring_of(self._settings()).wired
        pins = checks.of_pins(self._signals.notices, wired)
        return found_for_everybody(
            examine(self._settings(), self._seen(), pins=pins), self._source
        )

    def _notices(self) -> Iterator[Message]:
        yield from self._incoming.session.journal.notices
        yield from self.pin_notices()
        yield from self._broker.notices()
        if self._incoming.trouble is not None:
            yield self._incoming.trouble
        if self._backups is not None and self._backups.trouble is not None:
            yield self._backups.trouble

    def _seen(self) -> tuple[checks.Check, ...]:
        """What the doctor thinks of what the camera process sees."""
        camera = self._incoming.camera
        if camera is None:
            return checks.of_no_camera()
        pulse = camera.sight.pulse
        return pulse.checks if pulse else checks.of_no_picture(camera.wrong())


def found_for_everybody(found: Iterable[Check], source: str) -> list[dict[str, Any]]:
    """What the doctor finds, as JSON values in which no message names a camera's address, or a path."""

    def shown(said: Message) -> Message:
        # Before it is put into words: afterwards nobody knows what in it is a path.
        return Message.from_json(for_everybody(said.to_json(), source))

    return [
        replace(
            check,
            found=shown(check.found),
            advice=shown(check.advice) if check.advice else None,
        ).to_json()
        for check in found
    ]
