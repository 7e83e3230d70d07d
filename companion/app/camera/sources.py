"""Where this companion's pictures come from, and what may appear in them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion import errors, household, libraries, mat
from companion.announce import Message
from companion.app.doctor import heat
from companion.app.doctor.checks import Check
from companion.games import first, game, mats
from companion.games.package import GamePackage
from companion.settings import Settings, state_directory

if TYPE_CHECKING:
    from vision.cameras.handed import Handed
    from vision.frame import Frames
    from vision.reader import TableReader
    from vision.settle import Settler

PAINTED: Final = "painted"
NONE: Final = "none"
PHONE: Final = "phone"
DEVICES: Final = Path("/sys/class/video4linux")
"""Where the kernel lists USB cameras."""
MEMORY: Final = 1 << 30
"""Most bytes of memory that a process which looks may use; it takes a quarter of that at 12 megapixels."""


def source_of(settings: Settings) -> str:
    """The configured source; by default the Pi's camera if there is one, else the painted table; none where nothing could look at pictures."""
    if settings.camera:
        return settings.camera
    if libraries.lacking():
        return NONE
    return "picamera2" if _has_pi_camera() else PAINTED


def open_source(settings: Settings, phone: Handed | None = None) -> Frames:
    """The frames of the configured source; ``phone`` is where those of one are put down. Raises CameraError if there is no such source."""
    from vision.cameras.sources import frames

    named, fps = source_of(settings), settings.fps or None
    return frames(named, fps=fps, handed=phone, degrees=heat.of_processor)


def played(settings: Settings) -> GamePackage:
    """The game on this table: the one set, else the first. Raises InputError if there is none of that name."""
    return game(settings.game) if settings.game else first()


def reader_of(settings: Settings, mat_instead: mat.Mat | None = None) -> TableReader:
    """A reader of what may lie on this table: the pieces of the current edition, on any game's mat or a plain table; ``mat_instead`` replaces this game's."""
    package = played(settings)
    taught = taught_dice(settings.dice)
    edition = settings.edition or package.edition
    mat_instead = mat_instead or plain_table_of(settings)
    return reader_for(package, edition, taught, mat_instead, source_of(settings))


def plain_table_of(settings: Settings) -> mat.Mat | None:
    """The plain table on which this game is played; None if its mat lies there."""
    package = played(settings)
    if not (settings.no_mat and package.goes_without_mat):
        return None
    return package.without_mat(settings.tray).mat


def taught_dice(name: str) -> household.TaughtSet:
    """The set of dice with that name; one that does not exist (any more) counts as none."""
    with suppress(errors.InputError):
        return household.TaughtSets(state_directory(os.environ)).read(name)
    return household.NOTHING_TAUGHT


def reader_for(
    package: GamePackage,
    edition: str | None,
    taught: household.TaughtSet = household.NOTHING_TAUGHT,
    mat_instead: mat.Mat | None = None,
    source: str = "",
) -> TableReader:
    """A reader of a game's cards (of all editions if none is named), and of the dice and pawns on its mat or on ``mat_instead``, through the lens of a live ``source``; of its dice alone on a plain table."""
    from companion.app.camera.kept_lenses import KeptLenses
    from vision.plain_table import PlainTable
    from vision.reader import Reader

    if mat_instead is not None and mat_instead.plain:
        return PlainTable(mat_instead, package.dice, taught.looks)
    finders = {package.mat.name: package.finders(taught)} if package.mat else {}
    # Where two games' mats are seen alike, the one that is played lies there.
    own = mat_instead or package.mat
    known = mats() if own is None else (own, *(m for m in mats() if m.name != own.name))
    pieces = package.pieces(edition)
    lenses = KeptLenses(source, state_directory(os.environ))
    return Reader(pieces, known, sizes_mm=None, detectors=finders, lenses=lenses)


def settler_of(package: GamePackage, mat_instead: mat.Mat | None = None) -> Settler:
    """The settler for a game's mat, or for the mat in its place; a game without a mat yields no observations."""
    from vision.settle import Settler

    return Settler(mat_instead or package.mat or mat.Mat("", (-1, -1, -1, -1), ()))


def _has_pi_camera() -> bool:
    """Whether picamera2 is available (with a Pi's own Python only) and lists a camera."""
    if find_spec("picamera2") is None:
        return False
    from picamera2 import Picamera2

    return bool(Picamera2.global_camera_info())


# What is said of a source -------------------------------------------------------------


_PLAIN: Final = re.compile(r"none|painted|phone|(picamera2|usb)(:\d{1,3})?")
"""Sources that reveal nothing private."""


def public(source: str) -> str:
    """A source's kind: a camera's address and password are private."""
    if _PLAIN.fullmatch(source):
        return source
    return source.partition(":")[0] if "://" in source else "file"


def refuse_nothing(camera: str | None) -> None:
    """Raise CameraError if a source means none: no kind of camera, and no file that is there.

    A device, or a stream, may come later.
    """
    if camera is None or public(camera) != "file" or camera.startswith("/dev/"):
        return
    if not os.path.exists(camera):
        raise errors.CameraError("camera.missing", source=camera)


def for_everybody(told: Any, source: str) -> Any:
    """JSON values as everybody may see them: in messages, sources are reduced to their kind and paths to their last part."""
    match told:
        case {"key": _, "params": {**params}}:
            shown = {k: _shown(str(k), v, source) for k, v in params.items()}
            return {**told, "params": shown}
        case {**values}:
            return {key: for_everybody(value, source) for key, value in values.items()}
        case list() | tuple():
            return [for_everybody(value, source) for value in told]
        case _:
            return told


def found_for_everybody(found: Iterable[Check], source: str) -> list[dict[str, Any]]:
    """The doctor's findings as JSON values, without camera addresses and paths."""

    def shown(text: Message) -> Message:
        # Before it is put into words: afterwards a path cannot be recognised.
        return Message.from_json(for_everybody(text.to_json(), source))

    return [
        replace(
            check, found=shown(check.found), advice=shown(check.advice) if check.advice else None
        ).to_json()
        for check in found
    ]


def _shown(name: str, value: Any, source: str) -> Any:
    if name == "source":
        return public(source)
    if name in ("path", "where"):
        return Path(str(value)).name
    if isinstance(value, str) and source and not _PLAIN.fullmatch(source):
        return value.replace(source, public(source))
    return for_everybody(value, source)
