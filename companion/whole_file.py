"""A small file that is there whole, or as it was before: neither a power cut nor a second writer leaves half of one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp


def put(path: Path, text: str) -> None:
    """Put a text in a file's place, for its owner's eyes only and on the disk when this returns; its folder is made. Raises OSError."""
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
        sync_names(path.parent)
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh)
        raise


def sync_names(folder: Path) -> None:
    """See to it that a folder's names are on the disk. Raises OSError."""
    here = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(here)
    finally:
        os.close(here)
