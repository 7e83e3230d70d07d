"""A function at work in a process of its own: another Python, which shares no thread and no lock with this one.

``multiprocessing`` would keep one more beside them for semaphores and shared memory,
which nobody here has: 7 MB.
"""

import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Pipe
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Final

from companion.app.terminal import show_control_characters

BEGIN: Final = """
import sys
from multiprocessing.connection import Connection
pipe = Connection(int(sys.argv[1]))
sys.path[:] = pipe.recv()
work, given = pipe.recv()
work(pipe, *given)
"""
OWN_SCORE: Final = Path("/proc/self/oom_score_adj")
FIRST: Final = 1000
"""The kernel kills the process with the highest score: the process with the journal gets none (proc_pid_oom_score_adj(5))."""


def confine(memory: int) -> None:
    """Let this process do no harm, whatever it reads: it may use so many bytes of ``memory``, is the first to be killed when the whole service runs out, and prints no control characters."""
    show_control_characters()
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    with suppress(OSError):
        OWN_SCORE.write_text(str(FIRST))


class Child:
    """``work(pipe, *given)`` in a new process, which lists of processes show with ``name``; ``pipe`` is our end of its pipe."""

    def __init__(self, name: str, work: Callable[..., None], *given: object) -> None:
        """Begin. Raises OSError if there is no process or no memory for it."""
        # Bytes, not its views of a file: where no process is to be had, those would outlive this by the error's traceback.
        told = [bytes(ForkingPickler.dumps(each)) for each in (sys.path, (work, given))]
        self.pipe, there = Pipe()
        end = there.fileno()
        # -P: no module is looked for in the folder that it is called in.
        line = [sys.executable, "-P", "-c", BEGIN, str(end), name]
        try:
            with there:
                self._python = subprocess.Popen(line, stdin=subprocess.DEVNULL, pass_fds=(end,))
        except OSError:
            self.pipe.close()
            raise
        # That it has ended already is found by whoever listens to it.
        with suppress(OSError):
            for each in told:
                self.pipe.send_bytes(each)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._python.pid

    def ended(self, seconds: float | None = 0.0) -> int | None:
        """Its exit code, once it has ended; None if it has not after so many seconds. None waits as long as it takes."""
        with suppress(subprocess.TimeoutExpired):
            return self._python.wait(seconds)
        return None

    def kill(self) -> None:
        """End it, whatever it does. May be called from any thread, and when it has ended."""
        self._python.kill()

    def close(self) -> None:
        """Close the pipe, which nobody may use any more, and see the process off, killed unless it has ended. May be called again."""
        self.pipe.close()
        self.kill()
        self.ended(None)
