"""The doctor: what is read of the machine, and everything that is found."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.app.doctor import checks, heat
from companion.games import left_out
from companion.settings import Settings, state_directory
from hardware.board import open_board, wiring_of
from web.addresses import page_address

# The machine -------------------------------------------------------------------------


THROTTLED: Final = {0: "under-voltage", 1: "capped", 2: "throttled", 3: "hot"}
"""Bits of ``vcgencmd get_throttled`` about the present moment (Raspberry Pi documentation, "vcgencmd")."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the facts are read; tests provide their own files and command outputs."""

    sys: Path = Path("/sys")
    run: Callable[[tuple[str, ...]], str | None] = lambda words: _output(words)

    def temperature(self) -> float | None:
        """The processor's temperature in degrees Celsius."""
        return heat.degrees(self.sys / "class/thermal/thermal_zone0")

    def throttling(self) -> tuple[str, ...] | None:
        """What is throttling a Pi at this moment, by the names of ``THROTTLED``; under-voltage alone where vcgencmd may not be asked."""
        said = self.run(("vcgencmd", "get_throttled"))
        try:
            bits = int((said or "").partition("=")[2], 16)
        except ValueError:
            return self._voltage()
        return tuple(name for bit, name in THROTTLED.items() if bits >> bit & 1)

    def _voltage(self) -> tuple[str, ...] | None:
        """What the kernel says of the voltage (its documentation, "raspberrypi-hwmon")."""
        for sensor in (self.sys / "class/hwmon").glob("hwmon*"):
            with suppress(OSError, UnicodeDecodeError):
                if (sensor / "name").read_text("ascii").strip() == "rpi_volt":
                    low = (sensor / "in0_lcrit_alarm").read_text("ascii").strip() != "0"
                    return (THROTTLED[0],) if low else ()
        return None

    def clock_is_set(self) -> bool | None:
        """Whether the clock was set from the network; a Pi without a real-time clock starts in the past."""
        said = self.run(("timedatectl", "show", "-p", "NTPSynchronized", "--value"))
        return {"yes": True, "no": False}.get((said or "").strip())

    def sound_cards(self) -> int | None:
        """How many sound cards there are."""
        try:
            return len(list((self.sys / "class/sound").glob("card*")))
        except OSError:
            return None


def free_bytes(folder: Path) -> int | None:
    """Free space on the disk of a folder, even if the folder does not exist yet."""
    try:
        here = next(path for path in (folder, *folder.parents) if path.exists())
        return shutil.disk_usage(here).free
    except (OSError, StopIteration):
        return None


def room_in(folder: Path) -> int | None:
    """Free space in a folder, bytes; None if it is missing or not writable."""
    writable = folder.is_dir() and os.access(folder, os.W_OK)
    return free_bytes(folder) if writable else None


def _output(words: tuple[str, ...]) -> str | None:
    try:
        ran = subprocess.run(words, capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout


# The examination ---------------------------------------------------------------------


def examine(
    settings: Settings,
    seen: Iterable[checks.Check],
    machine: Machine | None = None,
    pins: checks.Check | None = None,
) -> Iterator[checks.Check]:
    """All checks, given those of the picture; ``pins`` if a running companion holds them."""
    here = machine or Machine()
    yield from seen
    yield pins or _pins(settings)
    yield from map(checks.of_left_out, left_out())
    games = settings.journal.parent if settings.journal else None
    yield checks.of_disk(free_bytes(games or state_directory(os.environ)))
    if settings.backup is not None:
        yield checks.of_backup(room_in(settings.backup))
    yield checks.of_clock(here.clock_is_set())
    yield checks.of_heat(here.temperature(), here.throttling())
    yield checks.of_network((page_address(settings.host),), settings.port)
    yield checks.of_sound(here.sound_cards(), settings.quiet)


def _pins(settings: Settings) -> checks.Check:
    wiring = wiring_of(settings)
    board = open_board(wiring)
    board.close()
    return checks.of_pins(board.notices, wiring.wired)
