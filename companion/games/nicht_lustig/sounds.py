"""The sounds of this game's announcements; those not listed are silent."""

from collections.abc import Mapping
from typing import Final

from companion.sounds import Pattern, beats

SOUNDS: Final[Mapping[str, Pattern]] = {
    "scored": beats(("E4", 0.12), ("A4", 0.12), ("C5", 0.3)),
    "death": beats(("A4", 0.25), ("E4", 0.25), ("A3", 0.7)),
    "specials": beats(("C5", 0.1), ("E5", 0.1)),
    "end": beats(("A4", 0.15), ("A4", 0.15), ("E5", 0.5)),
}
"""Kind of announcement -> its sound."""

ANNOUNCED: Final = (
    "rolled",
    "scored",
    "not-scored",
    "took",
    "death",
    "death-onto",
    "no-death-left",
    "specials",
    "used",
    "skipped",
    "professors",
    "end",
    "nudged",
    "taken-off",
    "unread",
    "turn-unread",
)
"""Every kind of its announcements, beside those that any game makes."""
