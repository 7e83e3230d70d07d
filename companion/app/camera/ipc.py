"""What the camera process and the companion tell each other: plain values, so that the companion needs no part of vision to hear them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.announce import Message
from companion.app.doctor.checks import Check
from companion.household.taught_dice import ShownFace
from companion.settings import Settings
from companion.table import Observation

if TYPE_CHECKING:
    from vision.frame import Frames


@dataclass(frozen=True, slots=True)
class Ready:
    """The camera process is there and opens its source."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The table was observed."""

    observation: Observation


@dataclass(frozen=True, slots=True)
class Pulse:
    """Frames arrive: how many so far, at which pace, whether the mat is there, and what the doctor says of the last one."""

    frames: int
    per_second: float
    mat: bool
    checks: tuple[Check, ...]
    other_mat: str | None = None
    """The game whose mat lies there instead of the one that is played."""
    refocuses: bool = False
    """Whether the camera holds a focus that it can find anew."""


@dataclass(frozen=True, slots=True)
class SourceFailed:
    """The source gives no frame at the moment, or cannot be opened; it is tried again."""

    what: Message


@dataclass(frozen=True, slots=True)
class Picture:
    """The last picture as JPEG and what was read in it, as JSON values; empty while there is none, or none of what was asked for."""

    jpeg: bytes = b""
    overlay: Any = None
    straightened: bool = False
    """Whether it is of the mat, as seen from straight above."""


@dataclass(frozen=True, slots=True)
class DieShown:
    """The one die that lies on the table alone; None where there is none, or several."""

    face: ShownFace | None


@dataclass(frozen=True, slots=True)
class SourceEnded:
    """The source has ended: a film, a folder."""


@dataclass(frozen=True, slots=True)
class PictureWanted:
    """The parent asks for the last picture, or for what it shows of the mat."""

    straightened: bool = False


@dataclass(frozen=True, slots=True)
class DieWanted:
    """The parent asks for the die that is shown alone in the next picture."""


@dataclass(frozen=True, slots=True)
class TableWanted:
    """The parent asks to be told again what lies on the table: another game has begun on it."""


@dataclass(frozen=True, slots=True)
class FocusWanted:
    """The parent asks that the camera finds its focus anew."""


CameraReport: TypeAlias = (
    Ready | Seen | Pulse | SourceFailed | Picture | DieShown | SourceEnded
)
CameraQuestion: TypeAlias = PictureWanted | DieWanted | TableWanted | FocusWanted
Open: TypeAlias = "Callable[[Settings], Frames]"
"""What opens a source in the camera process."""
