"""OpenCV and numpy: what looks at pictures needs them, and installing the package alone does not bring them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from companion.errors import LibraryError

PICTURES: Final = ("cv2", "numpy")


@contextmanager
def with_pictures() -> Iterator[None]:
    """What is done with them. Raises LibraryError where that fails for want of one."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in PICTURES:
            raise
        raise LibraryError("camera.no-library", library=error.name) from error


def need_pictures() -> None:
    """See that they are there, without loading them. Raises LibraryError."""
    for library in PICTURES:
        if find_spec(library) is None:
            raise LibraryError("camera.no-library", library=library)
