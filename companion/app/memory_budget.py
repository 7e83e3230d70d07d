"""An expendable process: limited in memory, and the first to be killed when the whole service runs out."""

import resource
from contextlib import suppress
from pathlib import Path
from typing import Final

OWN_SCORE: Final = Path("/proc/self/oom_score_adj")
FIRST: Final = 1000
"""The kernel kills the process with the highest score: the process with the journal gets none (proc_pid_oom_score_adj(5))."""


def may_be_missed(most: int) -> None:
    """Mark this process as expendable; it may use ``most`` bytes of memory."""
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    with suppress(OSError):
        OWN_SCORE.write_text(str(FIRST))
