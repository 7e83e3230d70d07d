"""Waiting for the thing itself, however long a busy machine takes to it."""

import threading
import time
from collections.abc import Callable
from typing import Any, Final

PATIENCE: Final = 120.0
"""Seconds a test waits for what takes milliseconds."""


def until(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """What holds at last. Raises AssertionError where nothing does."""
    beat, end, pause = threading.Event(), time.monotonic() + seconds, 0.01
    while time.monotonic() < end:
        if told := true():
            return told
        beat.wait(pause)
        pause = min(1.2 * pause, 0.1)
    raise AssertionError("never")
