"""Messages between the camera process and the companion: plain values, so that the companion needs nothing of vision to read them."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from companion import announce, household, settings, table
from companion.app.doctor.checks import Check

if TYPE_CHECKING:
    from vision.frame import Frames


class News(Enum):
    """What the camera process reports without more words."""

    READY = "ready"
    """It is running and opens its source."""
    PHONE_WANTED = "phone wanted"
    """The next picture of the phone is wanted."""
    SOURCE_ENDED = "source ended"
    """The source has ended: a film, a folder."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The table was observed."""

    observation: table.Observation


@dataclass(frozen=True, slots=True)
class Pulse:
    """Frames arrive: how many so far, at what rate, whether the mat is there, and what the doctor says about the last one."""

    frames: int
    per_second: float
    mat: bool
    checks: tuple[Check, ...]
    other_mat: str | None = None
    """The game whose mat lies there instead of that of the current game."""
    refocuses: bool = False
    """Whether the camera can be asked to refocus."""
    more_mats: bool = False
    """Whether another mat of the same game lies in the picture."""
    hidden: announce.Message | None = None
    """Which zones something still hides."""
    looks: float | None = None
    """How many looks a second are made, where that is fewer than are wanted."""


@dataclass(frozen=True, slots=True)
class SourceFailed:
    """The source gives no frames at the moment, or cannot be opened; it is retried."""

    what: announce.Message


@dataclass(frozen=True, slots=True)
class Picture:
    """The last picture as JPEG and what was read in it, as JSON values; empty if there is none of the requested kind."""

    jpeg: bytes = b""
    overlay: Any = None
    straightened: bool = False
    """Whether it shows the rectified mat, as seen from straight above."""


@dataclass(frozen=True, slots=True)
class DieShown:
    """The only die on the table; None if there is none, or several."""

    face: household.ShownFace | None


@dataclass(frozen=True, slots=True)
class PictureWanted:
    """The parent asks for the last picture, or for its rectified mat."""

    straightened: bool = False


class Wanted(Enum):
    """What the parent asks of the next look."""

    DIE = "die"
    """The only die in the picture."""
    TABLE = "table"
    """The current table once more: another game has begun on it."""
    FOCUS = "focus"
    """That the camera finds its focus anew."""


@dataclass(frozen=True, slots=True)
class PhonePicture:
    """A picture that the phone brought, as a file; ``still``: a single look, which counts until the next one."""

    jpeg: bytes
    still: bool = False


@dataclass(frozen=True, slots=True)
class StopWanted:
    """The parent asks a painted table's players to stop, or to go on: nothing moves there meanwhile."""

    stop: bool


CameraReport: TypeAlias = News | Seen | Pulse | SourceFailed | Picture | DieShown
CameraQuestion: TypeAlias = Wanted | PictureWanted | PhonePicture | StopWanted
Open: TypeAlias = Callable[[settings.Settings], "Frames"]
"""Opens a source in the camera process."""
