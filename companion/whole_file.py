"""A small file that is there whole, or as it was before: neither a power cut nor a second writer leaves half of one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp


def put(path: Path, text: str) -> None:
    """Put a text in a file's place, for its owner's eyes only; its folder is made. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # A name that nobody else has: two who write at once do not share it, and nobody can have put a link there.
    handle, fresh = mkstemp(prefix=".", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            # Or a power cut leaves an empty file under the name.
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh)
        raise
