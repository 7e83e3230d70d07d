"""How far a household has come with setting up Murphy, whichever phone does it; kept where it survives the companion."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeAlias

from companion import whole_file

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
        self._path = None if folder is None else folder / FILE
        self._lock = Lock()
        self._kept: Kept = _read(self._path)
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
            if self._path is not None:
                with suppress(OSError):
                    whole_file.put(self._path, json.dumps(self._kept))


def _read(path: Path | None) -> Kept:
    """What a file keeps; nothing if there is none, or it is damaged."""
    with suppress(OSError, ValueError):
        kept = {} if path is None else json.loads(path.read_text("utf-8"))
        if isinstance(kept, dict) and kept.get("step") in (NEW, *STEPS):
            return kept
    return {}
