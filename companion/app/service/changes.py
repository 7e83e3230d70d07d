"""What people change while the companion runs, passed to every part concerned: settings, dice, orders from a broker."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.app.broker.publisher import BrokerController
from companion.app.camera import sources
from companion.app.service import configuration, ingest
from companion.errors import CompanionError
from companion.settings import Settings
from hardware.signals import Signals


class LiveChanges:
    """The settings as they are now, and the parts they affect; ``broker`` is created later than this."""

    def __init__(
        self,
        settings: Settings,
        config: Path,
        table: ingest.Ingest,
        signals: Signals,
        broker: Callable[[], BrokerController],
    ) -> None:
        """``config`` is the file that stores what the host changes."""
        self.settings = settings
        self.adjustments = configuration.Adjustments(
            settings, config, self._adjusted, sources.refuse_nothing
        )
        self._ingest, self._signals, self._broker = table, signals, broker

    def play_with(self, dice: str) -> None:
        """Put the set of dice with this name into play. Raises SettingsError."""
        again = dice == self.settings.dice
        self.adjustments.change({"dice": dice})
        if again:
            # The name is the same, but the dice were taught again.
            self._ingest.look_anew()

    def obey(self, what: str, on: bool) -> None:
        """Carry out an order received through the broker; one that is impossible now is ignored."""
        with suppress(CompanionError):
            if what == "pause":
                self._ingest.session.correct({"do": "pause" if on else "resume"})
            elif on != self.settings.quiet:
                self.adjustments.change({"quiet": on})

    def _adjusted(self, settings: Settings) -> None:
        before, self.settings = self.settings, settings
        if settings.dice != before.dice:
            self._ingest.current.plays_with(settings.dice)
            self._ingest.look_anew()
        if (settings.no_mat, settings.tray) != (before.no_mat, before.tray):
            current = self._ingest.current
            current.plays_on(no_mat=settings.no_mat, tray=settings.tray)
            self._ingest.look_anew()
        self._signals.quiet = settings.quiet
        self._broker().turn_to(settings)
