"""Writing small files atomically: after a power cut or with a second writer, the file is either the new one or the old one."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp


def put(path: Path, text: str) -> None:
    """Write a text to a file, readable by its owner only and on the disk when this returns; creates the folder. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # The name is random: two concurrent writers do not share it, and nobody can have placed a link there.
    handle, fresh = mkstemp(prefix=".", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            # Without this, a power cut could leave an empty file.
            os.fsync(file.fileno())
        os.replace(fresh, path)
        sync(path.parent)
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh)
        raise


def sync(path: Path) -> None:
    """Flush a file's contents, or a folder's directory entries, to the disk. Raises OSError."""
    here = os.open(path, os.O_RDONLY)
    try:
        os.fsync(here)
    finally:
        os.close(here)
