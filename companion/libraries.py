"""OpenCV and numpy: needed to look at pictures, and numpy to reckon; not installed with the package itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from companion.errors import LibraryError

PICTURES: Final = ("cv2", "numpy")


@contextmanager
def with_pictures() -> Iterator[None]:
    """The result of a function that needs them. Raises LibraryError if one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in PICTURES:
            raise
        raise LibraryError("camera.no-library", library=error.name) from error


def need(library: str, key: str) -> None:
    """Check that a library is installed, without importing it. Raises LibraryError with the sentence of that key."""
    if find_spec(library) is None:
        raise LibraryError(key, library=library)


def need_pictures() -> None:
    """Check that they are installed, without importing them. Raises LibraryError."""
    if (library := lacking()) is not None:
        raise LibraryError("camera.no-library", library=library)


def lacking() -> str | None:
    """The first of them that is not installed."""
    return next((each for each in PICTURES if find_spec(each) is None), None)
