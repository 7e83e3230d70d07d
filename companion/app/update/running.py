"""Programs of an update, each run as the account whose affair it is; what they say is limited, however much it is."""

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final

from companion.accounts import Account
from companion.errors import UpdateError

QUIET: Final = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C.UTF-8"}
"""Nobody is there to type a password; read-only commands take no locks."""
MOST_SAID: Final = 1 << 20
"""Bytes of what a program says that are read."""
SAYS_WHY: Final = re.compile("(fatal|error): ")
"""The prefix of the line in which git states the error; other lines may follow."""
END_SECONDS: Final = 15.0


def run(account: Account, *command: str, seconds: float, cwd: Path = Path("/")) -> str:
    """The output of a command, run as an account. Raises UpdateError, which has the last of what it said."""
    told = account.environment(os.environ) | QUIET
    with TemporaryFile() as said, TemporaryFile() as wrong:
        try:
            with started(account, *command, cwd=cwd, told=told, out=said, err=wrong) as program:
                done = program.wait(seconds)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UpdateError("update.failed", what=command[0], why=str(error)) from error
        if done:
            why = _reason(_text(wrong) or _text(said)) or str(done)
            raise UpdateError("update.failed", what=command[0], why=why)
        return _text(said).strip()


@contextmanager
def started(
    account: Account,
    *command: str,
    cwd: Path,
    told: Mapping[str, str],
    out: IO[bytes] | int = subprocess.DEVNULL,
    err: IO[bytes] | int = subprocess.DEVNULL,
) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs as an account, ``told`` is its environment, until the end at the latest. Raises OSError."""
    apart: Any = account.options()
    program = subprocess.Popen(
        command, cwd=cwd, env=told, stdin=subprocess.DEVNULL, stdout=out, stderr=err, **apart
    )
    try:
        yield program
    finally:
        if program.poll() is None:
            _end(program, os.killpg if apart else os.kill)


def _end(program: subprocess.Popen[bytes], send: Callable[[int, signal.Signals], None]) -> None:
    """End it, and what it started in a session of its own."""
    send(program.pid, signal.SIGTERM)
    try:
        program.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        send(program.pid, signal.SIGKILL)
        program.wait()


def _text(said: IO[bytes]) -> str:
    said.seek(max(0, said.seek(0, os.SEEK_END) - MOST_SAID))
    return said.read(MOST_SAID).decode("utf-8", "replace")


def _reason(said: str) -> str:
    """The line that states the error: git's own, or the last."""
    lines = said.strip().splitlines()
    why = next(filter(SAYS_WHY.match, lines), "".join(lines[-1:]))
    # A remote's URL may contain a password.
    return re.sub(r"//[^/@\s]+@", "//", why)
