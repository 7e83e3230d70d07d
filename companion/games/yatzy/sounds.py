"""The sounds of this game's announcements; those not listed are silent."""

from collections.abc import Mapping
from typing import Final

from companion.kit.score_sheets import sounds
from companion.sounds import COMMON, Pattern, beats

SOUNDS: Final[Mapping[str, Pattern]] = {
    **COMMON,
    "five-alike": beats(("C5", 0.12), ("E5", 0.12), ("G5", 0.12), ("C5", 0.12), ("G5", 0.5)),
    "bonus": beats(("C5", 0.1), ("E5", 0.2)),
}
"""Kind of announcement -> its sound."""
ANNOUNCED: Final = (*sounds.ANNOUNCED, "five-alike")
"""Every kind of its announcements."""
