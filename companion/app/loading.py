"""What a process loads when it begins stays until it ends."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Nothing that is made meanwhile is ever looked through for cycles that are let go of.

    Python would do so again and again as it loads more, for a tenth of the time that a
    command takes to begin, and in every later search.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
