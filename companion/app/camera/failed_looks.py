"""Looks that numpy, OpenCV or a decoder could not finish: each one is skipped, and each kind is logged once."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from companion.errors import CompanionError, PictureError

_log = logging.getLogger(__name__)


@contextmanager
def one_look(name: str = "") -> Iterator[None]:
    """Turn whatever numpy or OpenCV raises in a look into an error about its picture.

    Raises PictureError: ``picture.failed`` for a picture with a name, ``camera.failed``
    for any other.
    """
    try:
        yield
    except CompanionError:
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}"[:200].strip(" .\n")
        if name:
            raise PictureError("picture.failed", name=name, why=why) from error
        raise PictureError("camera.failed", why=why) from error


class FailedLooks:
    """Logs what looks failed with: each type of error once per line that raised it."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str, int | None]] = set()

    def note(self, failed: PictureError) -> None:
        """Register one."""
        cause = failed.__cause__ or failed
        place = traceback.extract_tb(cause.__traceback__)[-1]
        kind = (type(cause).__name__, place.filename, place.lineno)
        if kind not in self._known:
            self._known.add(kind)
            _log.error("a look failed and the next goes on", exc_info=cause)
