"""How the lenses of this household's cameras bend, from evening to evening: one small file in the state folder."""

from __future__ import annotations

import json
import math
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion import whole_file
from companion.app.camera.sources import DEVICES
from vision.cameras import sources
from vision.lens import Lens
from vision.sight.lens_memory import Size

FILE: Final = "lenses.json"
MOST: Final = 20
"""Cameras and sizes that are remembered; the last ones learnt."""
_USB: Final = re.compile(r"(?:usb:|/dev/video)(\d+)")
_LIVE: Final = re.compile(r"picamera2|usb|/dev/video|https?:|rtsps?:")


class KeptLenses:
    """The lens of one source of pictures (docs/commands.md), by the size of its pictures; without a state folder nothing is kept."""

    def __init__(self, source: str, state: Path | None) -> None:
        self._device = device_of(source)
        self._file = state / FILE if state and self._device else None

    def read(self, size: Size) -> Lens | None:
        """What is known of it; None if nothing is, or nothing that can be read."""
        try:
            return _lens(self._all()[self._name(size)])
        except (KeyError, ValueError, TypeError, OverflowError):
            return None

    def keep(self, size: Size, lens: Lens) -> None:
        """Remember it; where that fails it is learnt again another evening."""
        if self._file is None:
            return
        name = self._name(size)
        others = {known: told for known, told in self._all().items() if known != name}
        last = dict(list(others.items())[1 - MOST :])
        told = {**last, name: [lens.k1, lens.k2, *lens.centre]}
        with suppress(OSError):
            whole_file.put(self._file, json.dumps(told, indent=1))

    def _name(self, size: Size) -> str:
        return f"{self._device} {size[0]}x{size[1]}"

    def _all(self) -> dict[str, Any]:
        """Everything in the file; empty if it is none of ours."""
        try:
            text = self._file.read_text("utf-8") if self._file else "{}"
            told = json.loads(text)
        except (OSError, ValueError):
            return {}
        return told if isinstance(told, dict) else {}


def device_of(source: str, devices: Path = DEVICES) -> str:
    """What a live source is called wherever it is plugged in; empty for files, and for what is painted."""
    if found := _USB.fullmatch(source):
        with suppress(OSError):
            name = devices / f"video{found[1]}" / "name"
            return name.read_text("utf-8", "replace").strip()
    if not _LIVE.match(source):
        return ""
    return sources.without_password(source) if "://" in source else source


def _lens(told: Any) -> Lens:
    """Raises ValueError, TypeError or OverflowError if it is none."""
    k1, k2, x, y = map(float, told)
    if not all(map(math.isfinite, (k1, k2, x, y))) or max(map(abs, (k1, k2, x, y))) > 2:
        raise ValueError(told)
    return Lens(k1, k2, (x, y))
