"""Texts that a household keeps under names it chose, one file each in the state folder."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from companion.errors import InputError, SettingsError, reason_of
from companion.visible import is_visible
from companion.whole_file import put

LONGEST_NAME: Final = 40
MOST: Final = 50
"""The most texts of one kind: a longer list would not be scrolled."""
LONGEST_FILE: Final = 240
"""Bytes of a file name; file systems allow 255."""


class KeptTexts:
    """The texts of one folder, by name; without a folder there are none, and none can be stored."""

    def __init__(self, folder: Path | None, ending: str = ".toml") -> None:
        self._folder, self._ending = folder, ending

    def names(self) -> tuple[str, ...]:
        """The stored names, sorted."""
        return tuple(sorted(self._names()))

    def check(self, name: str) -> None:
        """Raises InputError if no text can be stored under this name, SettingsError if none can be stored at all."""
        self._path(name)

    def read(self, name: str) -> str | None:
        """The text with a name; None if there is none that can be read."""
        try:
            return None if self._folder is None else _read(self._path(name))
        except (OSError, ValueError):
            return None

    def keep(self, name: str, text: str) -> None:
        """Store a text, replacing one of the same name, atomically. Raises InputError for the name, SettingsError."""
        path = self._path(name)
        if not is_visible(name):
            raise InputError("kept.name", most=LONGEST_NAME)
        if name not in self.names() and len(self.names()) >= MOST:
            raise InputError("kept.too-many", most=MOST)
        try:
            put(path, text)
        except OSError as error:
            raise _unwritten(path, error) from error

    def forget(self, name: str) -> None:
        """Delete it; deleting it again is no error. Raises InputError for the name, SettingsError."""
        path = self._path(name)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise _unwritten(path, error) from error

    def _path(self, name: str) -> Path:
        # A lone surrogate is not printable, and cannot be percent-encoded.
        fits = name.strip() == name and 0 < len(name) <= LONGEST_NAME
        file = f"{quote(name, safe=' ')}{self._ending}" if name.isprintable() else ""
        if not (fits and 0 < len(file) <= LONGEST_FILE):
            raise InputError("kept.name", most=LONGEST_NAME)
        if self._folder is None:
            raise SettingsError("kept.nowhere")
        return self._folder / file

    def _names(self) -> Iterator[str]:
        if self._folder is not None and self._folder.is_dir():
            for path in self._folder.glob(f"*{self._ending}"):
                yield unquote(path.name.removesuffix(self._ending))


def _read(path: Path) -> str:
    """A file's text, cached as long as the file is unchanged."""
    now = path.stat()
    return _text(path, now.st_ino, now.st_ctime_ns, now.st_size)


@lru_cache(2 * MOST)
def _text(path: Path, inode: int, changed: int, size: int) -> str:
    return path.read_text("utf-8")


def _unwritten(path: Path, error: OSError) -> SettingsError:
    why = reason_of(error)
    return SettingsError("kept.unwritten", where=str(path), why=why)
