"""A process that may be missed: bounded in memory, and the first to go where the whole service has too little."""

from __future__ import annotations

import resource
from contextlib import suppress
from pathlib import Path
from typing import Final

OWN_SCORE: Final = Path("/proc/self/oom_score_adj")
FIRST: Final = 1000
"""The kernel ends whoever has most points: none is given to the process with the journal (proc_pid_oom_score_adj(5))."""


def may_be_missed(most: int) -> None:
    """Say so of this process; it may write to ``most`` bytes."""
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    with suppress(OSError):
        OWN_SCORE.write_text(str(FIRST))
