"""What holds for every test."""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from typing import Final

import pytest

# As in the command: read when numpy is loaded, which is later. A second thread only waits for the first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ENDING_SECONDS: Final = 30.0
"""How long what was closed may take to end."""


@pytest.fixture(scope="module", autouse=True)
def nothing_left_open() -> Iterator[None]:
    """A module of tests leaves no thread and no child process behind; what it never closed is found here, not in some later test."""
    before = running()
    yield
    # Files, sockets and databases that nobody closed warn while they are collected, and a warning is an error.
    gc.collect()
    end = time.monotonic() + ENDING_SECONDS
    while (left := running() - before) and time.monotonic() < end:
        time.sleep(0.02)
    assert not left, sorted(map(str, left))


def running() -> set[object]:
    """The threads and child processes there are."""
    return {*threading.enumerate(), *multiprocessing.active_children()}
