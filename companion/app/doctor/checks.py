"""The doctor's checks of facts: each has a verdict, a finding, and advice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from companion.announce import Message, Param, message
from companion.errors import GameError
from companion.words import LANGUAGES, words

MEGABYTE: Final = 1_000_000
ROOM_LEAST: Final = 100 * MEGABYTE
ROOM_ENOUGH: Final = 1000 * MEGABYTE
TOO_HOT: Final = 80.0
"""Degrees Celsius at which a Pi throttles itself (Raspberry Pi documentation, "Frequency management")."""


class Severity(Enum):
    """The severity of a finding."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, severity, finding, and advice if something is to be done."""

    name: str
    verdict: Severity
    found: Message
    advice: Message | None = None

    def to_json(self) -> dict[str, Any]:
        """For programs and the host's page, with texts in every language."""
        return {
            "name": self.name,
            "verdict": self.verdict.value,
            "text": _texts(self.found),
            "advice": _texts(self.advice) if self.advice else None,
        }


def of_no_picture(trouble: Message | None) -> tuple[Check, ...]:
    """The check if there is no picture at all: what the camera reported."""
    told = trouble or message("doctor.camera.nothing")
    return (Check("camera", Severity.BAD, told, message("doctor.camera.advice")),)


def of_no_camera() -> tuple[Check, ...]:
    """No camera is wanted: everything is entered by tap."""
    return (ok("camera", "by-hand"),)


def of_painted() -> tuple[Check, ...]:
    """No camera is named, and this machine has none: the table is painted."""
    advice = message("doctor.camera.painted-advice")
    told = message("doctor.camera.painted")
    return (Check("camera", Severity.WARN, told, advice),)


def of_phone() -> tuple[Check, ...]:
    """A phone is the camera: it needs the pages to send its pictures to."""
    told, advice = message("doctor.camera.phone"), message("doctor.camera.phone-advice")
    return (Check("camera", Severity.UNKNOWN, told, advice),)


def of_pins(notices: Sequence[Message], wired: int) -> Check:
    """Buzzer, lamp and buttons."""
    if wired == 0:
        return ok("pins", "nothing")
    if not notices:
        return ok("pins", "open", count=wired)
    advice = message("doctor.pins.advice")
    return Check("pins", Severity.WARN, notices[0], advice)


def of_left_out(error: GameError) -> Check:
    """A game that cannot be played."""
    advice = message("doctor.games.advice")
    return Check("games", Severity.WARN, error.message, advice)


def of_disk(free: int | None) -> Check:
    """Free space for the journal, bytes."""
    if free is None:
        return unread("disk")
    room = round(free / MEGABYTE)
    verdict = grade(free < ROOM_LEAST, free < ROOM_ENOUGH)
    return check("disk", verdict, "free", room=room)


def of_backup(free: int | None) -> Check:
    """Free space for copies of the games, bytes; None if their folder is missing or not writable."""
    if free is None:
        return check("backup", Severity.WARN, "no-folder")
    room = round(free / MEGABYTE)
    return check("backup", grade(False, free < ROOM_LEAST), "free", room=room)


def of_clock(is_set: bool | None) -> Check:
    """Whether the time of day can be trusted."""
    if is_set is None:
        return unread("clock")
    return ok("clock", "set") if is_set else check("clock", Severity.WARN, "unset")


def of_heat(degrees: float | None, throttling: Sequence[str] | None) -> Check:
    """Temperature, and whether the Pi throttles itself."""
    if throttling:
        causes = tuple(message(f"doctor.heat.cause.{cause}") for cause in throttling)
        return check("heat", Severity.BAD, "throttled", causes=causes)
    if degrees is None:
        return unread("heat")
    verdict = grade(False, degrees >= TOO_HOT)
    return check("heat", verdict, "degrees", degrees=round(degrees))


def of_network(addresses: Iterable[str], port: int) -> Check:
    """Under which addresses, as URLs, phones reach the page."""
    urls = tuple(f"http://{address}:{port}/" for address in addresses)
    return ok("network", "at", urls=urls) if urls else check("network", Severity.BAD, "none")


def of_sound(cards: int | None, quiet: bool) -> Check:
    """What can be heard."""
    if quiet:
        return check("sound", Severity.WARN, "quiet")
    return unread("sound") if cards is None else ok("sound", "cards", count=cards)


def grade(bad: bool, warn: bool) -> Severity:
    """The severity of the worst condition that holds."""
    return Severity.BAD if bad else Severity.WARN if warn else Severity.OK


def ok(name: str, found: str, **params: Param) -> Check:
    """Nothing is wrong."""
    return check(name, Severity.OK, found, **params)


def unread(name: str) -> Check:
    """This machine does not say."""
    return check(name, Severity.UNKNOWN, "untold")


def check(name: str, verdict: Severity, found: str, **params: Param) -> Check:
    """A check worded as ``doctor.<name>``, with advice if something is to be done."""
    advice = message(f"doctor.{name}.advice") if verdict in (Severity.WARN, Severity.BAD) else None
    shared = found in ("untold", "unmeasured")
    key = f"doctor.{found}" if shared else f"doctor.{name}.{found}"
    return Check(name, verdict, message(key, **params), advice)


def _texts(text: Message) -> dict[str, str]:
    return {language: words(language)(text) for language in LANGUAGES}
