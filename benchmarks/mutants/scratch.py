"""A copy of the tree to put bugs into: what git knows and what it does not ignore, as it stands in the working folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

LEFT_OUT: Final = ("docs/pictures/",)
"""What no test looks at."""
BESIDE: Final = "shared"
"""Pictures that tests look for beside the checkout (docs/installing.md)."""


class Scratch:
    """The copy, in ``top``."""

    def __init__(self, top: Path) -> None:
        self.top = top
        # Compiled files are known to be old by whole seconds and by size: each version of a file gets a second of its own.
        self._seconds = count(1_000_000_000)

    @contextmanager
    def holding(self, file: str, text: str) -> Iterator[None]:
        """Within, ``file`` says ``text``."""
        path = self.top / file
        before = path.read_text("utf-8")
        self._write(path, text)
        try:
            yield
        finally:
            self._write(path, before)

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        second = next(self._seconds)
        os.utime(path, (second, second))


@contextmanager
def scratch_of(tree: Path) -> Iterator[Scratch]:
    """A copy as long as this lasts."""
    line = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(line, cwd=tree, capture_output=True, text=True, check=True)
    with TemporaryDirectory(prefix="murphy-mutants-") as folder:
        top = Path(folder, "murphy")
        if (tree.parent / BESIDE).is_dir():
            Path(folder, BESIDE).symlink_to(tree.parent / BESIDE)
        for name in filter(None, told.stdout.split("\0")):
            if (tree / name).is_file() and not name.startswith(LEFT_OUT):
                to = top / name
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(tree / name, to)
        yield Scratch(top)
