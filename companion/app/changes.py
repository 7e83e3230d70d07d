"""What people change while the companion runs, carried to every part that goes by it: settings, dice, what others ask over a broker."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.app.broker.broker_desk import BrokerDesk
from companion.app.configuration.adjust import Adjustments
from companion.app.incoming import Incoming
from companion.errors import CompanionError
from companion.settings import Settings
from hardware.signals import Signals


class LiveChanges:
    """The settings as they are now, and the parts to which they matter; ``broker`` is one that is made after this."""

    def __init__(
        self,
        settings: Settings,
        config: Path,
        incoming: Incoming,
        signals: Signals,
        broker: Callable[[], BrokerDesk],
    ) -> None:
        """``config`` is the file in which what the host changes is kept."""
        self.settings = settings
        self.adjustments = Adjustments(settings, config, self._adjusted)
        self._incoming, self._signals, self._broker = incoming, signals, broker

    def play_with(self, dice: str) -> None:
        """From now on the set of dice of this name is in play. Raises SettingsError."""
        again = dice == self.settings.dice
        self.adjustments.change({"dice": dice})
        if again:
            # The same name, and dice that were shown once more.
            self._incoming.look_anew()

    def obey(self, what: str, on: bool) -> None:
        """What others ask over the broker; what cannot be done now is not done."""
        with suppress(CompanionError):
            if what == "pause":
                self._incoming.session.correct({"do": "pause" if on else "resume"})
            elif on != self.settings.quiet:
                self.adjustments.change({"quiet": on})

    def _adjusted(self, settings: Settings) -> None:
        before, self.settings = self.settings, settings
        if settings.dice != before.dice:
            self._incoming.current.plays_with(settings.dice)
            self._incoming.look_anew()
        self._signals.quiet = settings.quiet
        self._broker().turn_to(settings)
