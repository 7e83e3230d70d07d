"""What the doctor finds in the camera's looks, and when the lens may look for its focus."""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

import numpy as np

from companion.announce import Message, message
from companion.app.camera.picture_size import smaller, zones_outside
from companion.app.doctor.checks import Check, Severity, check, grade, of_no_picture, ok
from companion.app.doctor.mounting import EASY, LEAST
from companion.games import game
from companion.mat import ZoneKind
from companion.words import zone_name
from vision.frame import Frame, Grey, Size, Trouble
from vision.rate import ENOUGH_LOOKS, Rate
from vision.reading import Reading

# Focus -------------------------------------------------------------------------------


AWAY_SECONDS: Final = 10.0
"""A mat that is out of sight for so long is hidden by no hand: somebody is mounting the camera."""
HANDS_SECONDS: Final = 2.0
"""How long whoever mounted it has to take the hands away."""


class Focusing:
    """Told of every look; a focus found with no mat in sight is another thing's."""

    def __init__(self) -> None:
        self._seen: float | None = None
        self._lost = False
        self._due: float | None = None

    def is_due(self, at: float, *, mat: bool) -> bool:
        """Whether focus is to be found now, by the source's time ``at``, s, and whether the mat is in sight.

        Every ten seconds without a mat, and once more soon after it came back.
        """
        if not mat:
            return self._has_been_away(at)
        if self._lost:
            self._lost, self._due = False, at + HANDS_SECONDS
        self._seen = at
        if self._due is None or at < self._due:
            return False
        self._due = None
        return True

    def _has_been_away(self, at: float) -> bool:
        if self._seen is None:
            self._seen = at
        if at - self._seen < AWAY_SECONDS:
            return False
        self._seen, self._lost, self._due = at, True, None
        return True


# Checks ------------------------------------------------------------------------------


BLUR_ENOUGH: Final = 1.0
"""Modules: a blur (standard deviation) of one module leaves no symbol readable."""
GLARE_ENOUGH: Final = 0.02
EDGE_ENOUGH: Final = 20.0
"""px: of smaller dice fewer are read."""
STRAIN_ENOUGH: Final = 0.02
"""Of lengths on the mat: then places somewhere on it are off by 4 to 5 mm (tests/vision/sight/test_lenses.py), and zones are 10 apart."""
ASKED: Final = 0.8
"""Of the looks for which the processor has time, how many pictures a camera has to give."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The result of a few seconds of looking: the last reading, frames per second, looks per second the reader could do."""

    reading: Reading | None = None
    frames_per_second: float = 0.0
    looks_per_second: float = 0.0
    trouble: Message | None = None
    other_mat: str | None = None
    """The game whose mat lies there instead of that of the current game."""
    refocuses: bool = False
    """Whether the host can have the camera refocus."""
    rate: Rate | None = None
    """How often a live source is looked at."""
    sizes: tuple[Size, ...] = ()
    """The sizes that its camera may be asked for."""


READS: Final = 3
"""How often the last picture is read: what is known of it makes the next look faster, as at a table."""


def look(
    frames: Iterable[Frame | Trouble],
    read: Callable[[Grey], Reading],
    clock: Callable[[], float] = time.monotonic,
) -> tuple[Looks, Frame | None]:
    """Take all frames to measure their rate, then read the last one; it is None if the camera gives none any more."""
    # The first look builds its tables; no picture's timing should include that.
    read(np.zeros((90, 160), np.uint8))
    came, last, trouble = list[float](), None, None
    for frame in frames:
        match frame:
            case Trouble():
                last, trouble = None, frame.what
            case Frame():
                came.append(clock())
                last = frame
    if last is None:
        return Looks(trouble=trouble), None
    looked = clock()
    reading = [read(last.grey) for _ in range(READS)][-1]
    reads = READS / max(clock() - looked, 1e-9)
    # The first frame includes opening the camera; only the following ones show the rate.
    pace = (len(came) - 1) / max(came[-1] - came[0], 1e-9) if len(came) > 1 else reads
    rate = last.rate and replace(last.rate, pace=last.rate.wanted, looking=1 / reads)
    return Looks(reading, pace, reads, trouble, rate=rate, sizes=last.sizes), last


def of_looks(looks: Looks) -> tuple[Check, ...]:
    """Camera, mat, tags, focus and light."""
    if looks.reading is None:
        return of_no_picture(looks.trouble)
    reading = looks.reading
    if reading.mat and reading.mat.plain:
        return _camera(looks, reading), *_speed(looks), _plain(reading)
    return (
        _camera(looks, reading),
        *_speed(looks),
        _other_mat(looks.other_mat) if looks.other_mat else _mat(reading),
        _module(reading),
        *_lens(reading),
        _focus(reading, looks.refocuses),
        _light(reading),
        # What lies on another game's mat is none of this one's, and nothing to take off.
        *(() if looks.other_mat else (_tags(reading), _unknown(reading))),
    )


def _camera(looks: Looks, reading: Reading) -> Check:
    width, height = reading.size
    pace, reads = looks.frames_per_second, looks.looks_per_second
    # Searching for a mat that is not there takes longer than reading one that is.
    slow = looks.rate is None and reading.pose is not None and reads < ENOUGH_LOOKS
    asked = looks.rate.looks if looks.rate else ENOUGH_LOOKS
    verdict = grade(False, pace < min(ENOUGH_LOOKS, ASKED * asked) or slow)
    size = {"width": width, "height": height}
    read = min(pace, reads)
    found = check("camera", verdict, "frames", pace=round(pace, 1), reads=round(read, 1), **size)
    few = message("doctor.camera.few") if verdict is Severity.WARN else None
    return replace(found, advice=few)


def speed_of(looks: Looks) -> Check | None:
    """How often is looked, what keeps it from being more often, and what would help; None where that is not measured."""
    rate, reading = looks.rate, looks.reading
    if rate is None or reading is None or rate.fits() == 0.0:
        return None
    few, made = rate.looks < ENOUGH_LOOKS, round(rate.looks, 1)
    if rate.hot:
        return check("speed", Severity.WARN, "hot", looks=made)
    if better := smaller(reading, rate, looks.sizes):
        (width, height), more = better
        would = {"width": width, "height": height, "more": round(more, 1)}
        return check("speed", grade(False, few), "smaller", looks=made, **would)
    return check("speed", grade(False, few), "looks", looks=made)


def _speed(looks: Looks) -> tuple[Check, ...]:
    found = speed_of(looks)
    return () if found is None else (found,)


def _plain(reading: Reading) -> Check:
    """Dice on a plain table: so many, so large."""
    sides = [math.dist(*seen.corners[:2]) for seen in reading.loose]
    if not sides:
        return check("plain", Severity.WARN, "none")
    edge = median(sides)
    verdict = grade(False, edge < EDGE_ENOUGH)
    return check("plain", verdict, "dice", count=len(sides), px=round(edge))


def _other_mat(name: str) -> Check:
    """The mat of another game: nothing on it is reported."""
    found = message("doctor.mat.other", game=game(name).title("de"))
    return Check("mat", Severity.WARN, found, message("doctor.mat.other-advice"))


def _mat(reading: Reading) -> Check:
    if reading.limits.mirrored:
        return check("mat", Severity.BAD, "mirrored")
    if reading.pose is None:
        return check("mat", Severity.BAD, "none")
    if reading.limits.more_mats:
        found, advice = message("doctor.mat.more"), message("doctor.mat.more-advice")
        return Check("mat", Severity.WARN, found, advice)
    outside = _zones_outside(reading)
    return check("mat", Severity.WARN, "outside", zones=outside) if outside else ok("mat", "whole")


def _zones_outside(reading: Reading) -> tuple[Message | str, ...]:
    """What people call the zones that are cut off; all fields are one board."""
    if reading.pose is None:
        return ()
    mat = reading.pose.mat
    zones = [mat[name] for name in zones_outside(reading)]
    named = (zone_name(mat.name, z.name) for z in zones if z.kind is not ZoneKind.FIELD)
    board = any(zone.kind is ZoneKind.FIELD for zone in zones)
    return (*([message("print.start.board")] if board else []), *named)


def _module(reading: Reading) -> Check:
    pixels = reading.limits.px_per_module
    if pixels is None:
        return check("size", Severity.UNKNOWN, "unmeasured")
    verdict = grade(pixels < LEAST, pixels < EASY)
    return check("size", verdict, "pixels", pixels=round(pixels, 2))


def _lens(reading: Reading) -> tuple[Check, ...]:
    """Whether the lens bends the picture as it is taken to; nothing before cards show it."""
    strain = reading.limits.strain
    if strain is None:
        return ()
    verdict = grade(False, strain > STRAIN_ENOUGH)
    return (check("lens", verdict, "strain", percent=round(100 * strain, 1)),)


def _focus(reading: Reading, refocuses: bool) -> Check:
    blur = reading.limits.sharpness
    if blur is None:
        return check("focus", Severity.UNKNOWN, "unmeasured")
    told = check("focus", grade(False, blur > BLUR_ENOUGH), "blur", blur=round(blur, 2))
    if told.advice is None or not refocuses:
        return told
    return replace(told, advice=message("doctor.focus.again-advice"))


def _light(reading: Reading) -> Check:
    if reading.pose is None:
        return check("light", Severity.UNKNOWN, "unmeasured")
    glare = reading.limits.glare
    return check(
        "light", grade(False, glare > GLARE_ENOUGH), "glare", percent=round(100 * glare, 1)
    )


def _tags(reading: Reading) -> Check:
    count = len(set(reading.payloads))
    verdict = Severity.OK if count else Severity.UNKNOWN
    return check("tags", verdict, "read", count=count, unread=len(reading.unread))


def _unknown(reading: Reading) -> Check:
    count = len(reading.unknown)
    return check("unknown", Severity.WARN, "some", count=count) if count else ok("unknown", "none")
