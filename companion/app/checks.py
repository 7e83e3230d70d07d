"""What the doctor thinks of facts: each check is a verdict, what was found, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.announce import Message, Param, message
from companion.words import LANGUAGES, words
from vision.mat import ZONES, Zone
from vision.reading import Reading

MEGABYTE: Final = 1_000_000
ROOM_LEAST: Final = 100 * MEGABYTE
ROOM_ENOUGH: Final = 1000 * MEGABYTE
TOO_HOT: Final = 80.0
"""Degrees Celsius at which a Pi slows itself down (Raspberry Pi documentation, "Frequency management")."""
MODULE_LEAST: Final = 0.65
MODULE_ENOUGH: Final = 1.3
"""Pixels a module: below the first the closed set gives up, a 720p picture of the mat has the second (docs/reading.md)."""
BLUR_ENOUGH: Final = 1.0
"""Modules: a blur (standard deviation) of a module leaves no symbol."""
GLARE_ENOUGH: Final = 0.02
LOOKS_ENOUGH: Final = 5.0
"""Looks a second: three of them within 0.6 s settle a zone."""


class Health(Enum):
    """How bad it is."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: its name, how it is, what was found, and what to do where something is to be done."""

    name: str
    verdict: Health
    found: Message
    advice: Message | None = None

    def to_json(self) -> dict[str, Any]:
        """For programs and the host's page, with the texts in every language."""
        return {
            "name": self.name,
            "verdict": self.verdict.value,
            "text": _texts(self.found),
            "advice": _texts(self.advice) if self.advice else None,
        }


@dataclass(frozen=True, slots=True)
class Looks:
    """What a few seconds of looking gave: the last reading, frames a second, looks a second the reader could do."""

    reading: Reading | None = None
    frames_per_second: float = 0.0
    looks_per_second: float = 0.0
    trouble: Message | None = None


def of_looks(looks: Looks) -> tuple[Check, ...]:
    """Camera, mat, tags, focus and light."""
    if looks.reading is None:
        told = looks.trouble or message("doctor.camera.nothing")
        return (Check("camera", Health.BAD, told, message("doctor.camera.advice")),)
    reading = looks.reading
    return (
        _camera(looks, reading),
        _mat(reading),
        _module(reading),
        _focus(reading),
        _light(reading),
        _tags(reading),
        _unknown(reading),
    )


def of_pins(notices: Sequence[Message], wired: int) -> Check:
    """Buzzer, lamp and buttons."""
    if wired == 0:
        return _ok("pins", "nothing")
    if not notices:
        return _ok("pins", "open", count=wired)
    advice = message("doctor.pins.advice")
    return Check("pins", Health.WARN, notices[0], advice)


def of_disk(free: int | None) -> Check:
    """Room for the journal, bytes."""
    if free is None:
        return _unread("disk")
    room = round(free / MEGABYTE)
    verdict = _grade(free < ROOM_LEAST, free < ROOM_ENOUGH)
    return _check("disk", verdict, "free", room=room)


def of_clock(is_set: bool | None) -> Check:
    """Whether the time of day is to be believed."""
    if is_set is None:
        return _unread("clock")
    return _ok("clock", "set") if is_set else _check("clock", Health.WARN, "unset")


def of_heat(degrees: float | None, throttling: Sequence[str] | None) -> Check:
    """Temperature, and whether the Pi slows itself down."""
    if throttling:
        causes = tuple(message(f"doctor.heat.cause.{cause}") for cause in throttling)
        return _check("heat", Health.BAD, "throttled", causes=causes)
    if degrees is None:
        return _unread("heat")
    verdict = _grade(False, degrees >= TOO_HOT)
    return _check("heat", verdict, "degrees", degrees=round(degrees))


def of_network(addresses: Iterable[str], port: int) -> Check:
    """Under which addresses phones reach the page."""
    urls = tuple(f"http://{_host(address)}:{port}/" for address in addresses)
    return (
        _ok("network", "at", urls=urls)
        if urls
        else _check("network", Health.BAD, "none")
    )


def of_sound(cards: int | None, quiet: bool) -> Check:
    """What can be heard."""
    if quiet:
        return _check("sound", Health.WARN, "quiet")
    return _unread("sound") if cards is None else _ok("sound", "cards", count=cards)


def _camera(looks: Looks, reading: Reading) -> Check:
    width, height = reading.size
    pace, reads = looks.frames_per_second, looks.looks_per_second
    verdict = _grade(False, min(pace, reads) < LOOKS_ENOUGH)
    size = {"width": width, "height": height}
    return _check(
        "camera", verdict, "frames", pace=round(pace, 1), reads=round(reads, 1), **size
    )


def _mat(reading: Reading) -> Check:
    if reading.limits.mirrored:
        return _check("mat", Health.BAD, "mirrored")
    if reading.pose is None:
        return _check("mat", Health.BAD, "none")
    outside = tuple(message(f"zone.{name}") for name in zones_outside(reading))
    return (
        _check("mat", Health.WARN, "outside", zones=outside)
        if outside
        else _ok("mat", "whole")
    )


def zones_outside(reading: Reading) -> tuple[str, ...]:
    """Zones of which a corner is out of the picture."""
    if reading.pose is None:
        return ()
    width, height = reading.size
    corners = {zone.name: reading.pose.to_px(_corners(zone)) for zone in ZONES}
    far = np.array([width - 1, height - 1])
    return tuple(
        name for name, px in corners.items() if (px < 0).any() or (px > far).any()
    )


def _corners(zone: Zone) -> NDArray[np.float64]:
    x0, y0, x1, y1 = zone.x0, zone.y0, zone.x1, zone.y1
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)


def _module(reading: Reading) -> Check:
    pixels = reading.limits.px_per_module
    if pixels is None:
        return _unread("size")
    verdict = _grade(pixels < MODULE_LEAST, pixels < MODULE_ENOUGH)
    return _check("size", verdict, "pixels", pixels=round(pixels, 2))


def _focus(reading: Reading) -> Check:
    blur = reading.limits.sharpness
    if blur is None:
        return _unread("focus")
    return _check(
        "focus", _grade(False, blur > BLUR_ENOUGH), "blur", blur=round(blur, 2)
    )


def _light(reading: Reading) -> Check:
    glare = reading.limits.glare
    return _check(
        "light",
        _grade(False, glare > GLARE_ENOUGH),
        "glare",
        percent=round(100 * glare, 1),
    )


def _tags(reading: Reading) -> Check:
    count = len({sighting.payload for sighting in reading.sightings})
    verdict = Health.OK if count else Health.UNKNOWN
    return _check("tags", verdict, "read", count=count, unread=len(reading.unread))


def _unknown(reading: Reading) -> Check:
    count = len(reading.unknown)
    return (
        _check("unknown", Health.WARN, "some", count=count)
        if count
        else _ok("unknown", "none")
    )


def _grade(bad: bool, warn: bool) -> Health:
    return Health.BAD if bad else Health.WARN if warn else Health.OK


def _ok(name: str, found: str, **params: Param) -> Check:
    return _check(name, Health.OK, found, **params)


def _unread(name: str) -> Check:
    return _check(name, Health.UNKNOWN, "untold")


def _check(name: str, verdict: Health, found: str, **params: Param) -> Check:
    """A check in the words of ``doctor.<name>``; advice is given where something is to be done."""
    advice = (
        message(f"doctor.{name}.advice")
        if verdict in (Health.WARN, Health.BAD)
        else None
    )
    key = "doctor.untold" if found == "untold" else f"doctor.{name}.{found}"
    return Check(name, verdict, message(key, **params), advice)


def _host(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _texts(said: Message) -> dict[str, str]:
    return {language: words(language)(said) for language in LANGUAGES}
