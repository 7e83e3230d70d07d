"""Where this companion's pictures come from, and which tags may lie in them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from companion.games import first, game
from companion.settings import Settings

if TYPE_CHECKING:
    from vision.frame import Frames

PAINTED: Final = "painted"
NONE: Final = "none"


def source_of(settings: Settings) -> str:
    """The configured source; without one the Pi's camera where there is one, else the painted table."""
    if settings.camera:
        return settings.camera
    return "picamera2" if _has_pi_camera() else PAINTED


def open_source(
    settings: Settings, painted: Callable[[], Frames] | None = None
) -> Frames:
    """The frames of the configured source. Raises CameraError where there is no such source."""
    from vision.cameras import frames

    return frames(source_of(settings), fps=settings.fps or None, painted=painted)


def payloads_of(settings: Settings) -> tuple[str, ...]:
    """What may lie on this table: the tags of the edition being played."""
    package = game(settings.game) if settings.game else first()
    return package.pieces(settings.edition or package.edition).payloads


def _has_pi_camera() -> bool:
    """Whether picamera2 is here (a Pi's own Python only) and lists a camera."""
    if find_spec("picamera2") is None:
        return False
    from picamera2 import Picamera2

    return bool(Picamera2.global_camera_info())
