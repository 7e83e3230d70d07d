"""Which USB cameras are plugged in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion import rules

DEVICES: Final = Path("/sys/class/video4linux")


def usb_cameras(devices: Path = DEVICES) -> Iterator[rules.Json]:
    """The USB cameras among the kernel's video devices, each once: its first device gives pictures, the others what is known of them."""
    for device in sorted(devices.glob("video*"), key=lambda one: int(one.name[5:])):
        with suppress(OSError):
            first = (device / "index").read_text().strip() == "0"
            bus = (device / "device" / "subsystem").resolve().name
            if first and bus == "usb":
                name = (device / "name").read_text("utf-8", "replace").strip()
                yield {"source": f"usb:{device.name[5:]}", "name": name}
