"""The sounds of this game's announcements; those not listed are silent: an accepted claim sounds as the round won."""

from collections.abc import Mapping
from typing import Final

from companion.sounds import Pattern, beats

SOUNDS: Final[Mapping[str, Pattern]] = {
    "at-once": beats(("A4", 0.12), ("A4", 0.12), ("A4", 0.12), ("E4", 0.5)),
    "keep": beats(("E4", 0.1), ("A4", 0.1)),
    "illegal": beats(("A3", 0.5)),
    "claim-no": beats(("E4", 0.25), ("A3", 0.5)),
    "claim-depends": beats(("E4", 0.2), ("G4", 0.2), ("E4", 0.2)),
    "round-won": beats(("A4", 0.15), ("C5", 0.15), ("E5", 0.6)),
    "game-won": beats(("A4", 0.15), ("C5", 0.15), ("E5", 0.15), ("C5", 0.15), ("A4", 0.9)),
    "question": beats(("C5", 0.08)),
}
"""Kind of announcement, or kind and verdict -> its sound."""

ANNOUNCED: Final = (
    "at-once",
    "keep",
    "move",
    "question",
    "legal-again",
    "claim",
    "round-won",
    "round-began",
    "reshuffled",
    "laid",
    "hands",
    "left",
    "counted",
)
"""Every kind of its announcements, beside those that any game makes."""
