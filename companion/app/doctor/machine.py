"""Facts about the machine the companion runs on, each None where this machine does not tell."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

THROTTLED: Final = {0: "under-voltage", 1: "capped", 2: "throttled", 3: "hot"}
"""Bits of ``vcgencmd get_throttled`` that are about now (Raspberry Pi documentation, "vcgencmd")."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the facts are read; a test lays its own files there and answers commands itself."""

    sys: Path = Path("/sys")
    run: Callable[[tuple[str, ...]], str | None] = lambda words: _output(words)

    def temperature(self) -> float | None:
        """The processor's temperature in degrees Celsius."""
        try:
            path = self.sys / "class/thermal/thermal_zone0/temp"
            return int(path.read_text("ascii")) / 1000
        except (OSError, ValueError):
            return None

    def throttling(self) -> tuple[str, ...] | None:
        """What slows a Pi down at this moment, by the names of ``THROTTLED``."""
        said = self.run(("vcgencmd", "get_throttled"))
        try:
            bits = int((said or "").partition("=")[2], 16)
        except ValueError:
            return None
        return tuple(name for bit, name in THROTTLED.items() if bits >> bit & 1)

    def clock_is_set(self) -> bool | None:
        """Whether the clock was set from the network; a Pi without one wakes in the past."""
        said = self.run(("timedatectl", "show", "-p", "NTPSynchronized", "--value"))
        return {"yes": True, "no": False}.get((said or "").strip())

    def sound_cards(self) -> int | None:
        """How many sound cards there are."""
        try:
            return len(list((self.sys / "class/sound").glob("card*")))
        except OSError:
            return None


def free_bytes(folder: Path) -> int | None:
    """How much room the disk of a folder has, even where the folder is yet to be made."""
    try:
        here = next(path for path in (folder, *folder.parents) if path.exists())
        return shutil.disk_usage(here).free
    except (OSError, StopIteration):
        return None


def room_in(folder: Path) -> int | None:
    """How much room there is in a folder, bytes; None where it is not there or cannot be written."""
    writable = folder.is_dir() and os.access(folder, os.W_OK)
    return free_bytes(folder) if writable else None


def _output(words: tuple[str, ...]) -> str | None:
    try:
        ran = subprocess.run(
            words, capture_output=True, text=True, timeout=5, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout
