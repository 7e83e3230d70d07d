"""From settings to what is wired to the pins."""

from __future__ import annotations

from companion.settings import Settings
from hardware.board import Wiring


def wiring_of(settings: Settings) -> Wiring:
    """Which device is on which pin, according to the settings."""
    return Wiring(
        settings.buzzer,
        settings.buzzer_pin,
        settings.lamp_pin,
        settings.seat_pins,
        settings.done_pin,
    )
