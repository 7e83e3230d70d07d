"""How hot the processor is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ZONE: Final = Path("/sys/class/thermal/thermal_zone0")


def degrees(zone: Path = ZONE) -> float | None:
    """The temperature of a thermal zone of the kernel, °C; None if it does not say."""
    try:
        return int((zone / "temp").read_text("ascii")) / 1000
    except (OSError, ValueError):
        return None


def of_processor(zone: Path = ZONE) -> float | None:
    """The same of a single-board computer's processor; None on others, which may well be hotter.

    A Pi's zone is of the type ``cpu-thermal``, by its device tree; PCs have ``acpitz`` or ``x86_pkg_temp``.
    """
    try:
        kind = (zone / "type").read_text("ascii")
    except (OSError, ValueError):
        return None
    return degrees(zone) if kind.startswith("cpu") else None
