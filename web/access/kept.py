"""What the pages remember beyond a restart: small JSON files beside the games, readable by their owner only.

Where a file cannot be written, what it should hold lasts until the companion stops.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.whole_file import put


class KeptValue:
    """One value in a file."""

    def __init__(self, folder: Path | None, file: str) -> None:
        """``folder`` None: nothing is kept."""
        self._path = None if folder is None else folder / file

    def read(self) -> Any:
        """What was written last; None if there is nothing, or it is damaged."""
        return next(_values(_text(self._path)), None)

    def write(self, value: Any) -> None:
        """Keep a JSON value instead."""
        _put(self._path, json.dumps(value))


class KeptLines:
    """Values in a file, each of which is added at once and cheaply; a power cut may take the last ones."""

    def __init__(self, folder: Path | None, file: str) -> None:
        """``folder`` None: nothing is kept."""
        self._path = None if folder is None else folder / file
        self.count = 0
        """How many lines there are, those that were written together not counted."""

    def read(self) -> list[Any]:
        """Those that are not damaged, in the order they were added."""
        lines = _text(self._path).splitlines()
        self.count = len(lines)
        return [value for line in lines for value in _values(line)]

    def add(self, value: Any) -> None:
        """Keep another JSON value as well."""
        if self._path is None:
            return
        self.count += 1
        with contextlib.suppress(OSError), open(self._path, "a", opener=_own) as file:
            # The line break comes first: a power cut may have left half a line.
            file.write(f"\n{json.dumps(value)}")

    def write(self, values: Iterable[Any]) -> None:
        """Keep these instead."""
        self.count = 0
        _put(self._path, "\n".join(map(json.dumps, values)))


def _own(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _text(path: Path | None) -> str:
    with contextlib.suppress(OSError, ValueError):
        return "" if path is None else path.read_text("utf-8")
    return ""


def _values(text: str) -> Iterator[Any]:
    """The value that a text is, if it is one."""
    with contextlib.suppress(ValueError, RecursionError):
        yield json.loads(text)


def _put(path: Path | None, text: str) -> None:
    if path is not None:
        with contextlib.suppress(OSError):
            put(path, text)
