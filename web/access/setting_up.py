"""How far a household has come with setting up Murphy, whichever phone does it; kept where it survives the companion."""

from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeAlias

from web.access.kept import KeptValue

FILE: Final = "setup.json"
NEW: Final = "new"
"""Nobody has begun."""
STEPS: Final = ("language", "game", "people", "camera", "sound", "done")
"""In their order."""

Kept: TypeAlias = Mapping[str, Any]
"""``step``, and what was chosen so far: ``game``, ``edition``, ``players``."""


class SettingUp:
    """May be called from any thread; ``fresh``: this is the first start, and somebody has to set Murphy up."""

    def __init__(self, folder: Path | None = None, *, fresh: bool = False) -> None:
        self._file = KeptValue(folder, FILE)
        self._lock = Lock()
        self._kept: Kept = _valid(self._file.read())
        if fresh and not self._kept:
            self.keep({"step": NEW})

    @property
    def stands(self) -> str:
        """``new`` if it is to be begun, ``begun``, or empty: it is done, or nobody has asked for it."""
        match self._kept.get("step"):
            case None | "done":
                return ""
            case "new":
                return NEW
            case _:
                return "begun"

    def to_json(self) -> Kept:
        """Where to go on: ``step`` null before it was begun, and what was chosen."""
        begun = self.stands != NEW and self._kept
        return dict(begun) if begun else {"step": None}

    def keep(self, kept: Kept) -> None:
        """It has come so far. Without a folder, or on a full disk, that holds until the companion stops."""
        with self._lock:
            self._kept = dict(kept)
            self._file.write(self._kept)


def _valid(kept: Any) -> Kept:
    """What a file holds; nothing if it is damaged."""
    return kept if isinstance(kept, dict) and kept.get("step") in (NEW, *STEPS) else {}
