"""The sounds of this game's announcements; those not listed are silent."""

from collections.abc import Mapping
from typing import Final

from companion.sounds import Pattern, beats

SOUNDS: Final[Mapping[str, Pattern]] = {
    "huckauf": beats(("A4", 0.12), ("D5", 0.12), ("A4", 0.12), ("D5", 0.5)),
    "card": beats(("C5", 0.1), ("E5", 0.1)),
}
"""Kind of announcement -> its sound."""

ANNOUNCED: Final = (
    "rolled",
    "huckauf",
    "ghost",
    "moved",
    "played",
    "sacrificed",
    "card",
    "passed",
    "lost-roll",
    "nudged",
)
"""Every kind of its announcements, beside those that any game makes."""
