"""Whether a version works: it is started beside the running one, on a copy of the game."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from companion.accounts import Account
from companion.app.update.running import QUIET, run, started
from companion.errors import UpdateError
from companion.settings import ENVIRONMENT_PREFIX

TRIAL_SECONDS: Final = 120.0
"""A Pi with a long game may take this long until its first answer."""
PAUSE_SECONDS: Final = 0.5
ANSWER_SECONDS: Final = 10.0
COPY_SECONDS: Final = 300.0
MOST_ANSWERED: Final = 1 << 16
"""Bytes of an answer about the companion's health that are read."""


def answers(program: Path, account: Account, game: str | None, seconds: float) -> bool:
    """Whether the program in a folder's .venv, run as an account, reads a copy of a game and reports that it is healthy.

    All that it writes is in a folder of that account's, which is gone afterwards.
    Raises UpdateError if there can be none.
    """
    with _scratch(account) as folder:
        journal = f"{folder}/trial.journal"
        if game is not None:
            run(account, "cp", "--", game, journal, seconds=COPY_SECONDS)
        port = _free_port()
        options = ["--camera", "none", "--host", "127.0.0.1", "--port", str(port)]
        command = [str(program / ".venv/bin/murphy"), "play", *options]
        with started(
            account,
            *command,
            "--journal",
            journal,
            cwd=program,
            told=_apart(account, folder),
        ) as tried:
            return is_well(port, seconds, lambda: tried.poll() is None)


def is_well(
    port: int, seconds: float, lives: Callable[[], bool] = lambda: True
) -> bool:
    """Whether a companion on this machine reports within some seconds that it is healthy."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and lives():
        if _health(port, ANSWER_SECONDS).get("ok") is True:
            return True
        time.sleep(PAUSE_SECONDS)
    return False


def _health(port: int, seconds: float) -> dict[str, Any]:
    """What is answered there about its health, in time and briefly; empty otherwise. Whoever listens there is believed no more."""
    until = time.monotonic() + seconds
    try:
        with socket.create_connection(("127.0.0.1", port), seconds) as asked:
            asked.sendall(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
            said = b"".join(_until(asked, until))
        head, _, body = said.partition(b"\r\n\r\n")
        told = json.loads(body) if head.split()[1:2] == [b"200"] else None
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _until(asked: socket.socket, until: float) -> Iterator[bytes]:
    """What comes until the end, or until it is too late or too much."""
    left = MOST_ANSWERED
    while left > 0 and (wait := until - time.monotonic()) > 0:
        asked.settimeout(wait)
        part = asked.recv(left)
        if not part:
            return
        left -= len(part)
        yield part


@contextmanager
def _scratch(account: Account) -> Iterator[str]:
    """A new folder of an account's, made and taken away by it."""
    folder = run(account, "mktemp", "-d", seconds=COPY_SECONDS)
    try:
        yield folder
    finally:
        with suppress(UpdateError):
            run(account, "rm", "-rf", "--", folder, seconds=COPY_SECONDS)


def _apart(account: Account, folder: str) -> dict[str, str]:
    """The environment of a companion that is not the real table's: no broker, no backups, places of its own."""
    homes = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "STATE_DIRECTORY")
    apart = dict.fromkeys(homes, folder) | {"MURPHY_BUZZER": "none"}
    told = account.environment(os.environ).items()
    mine = {n: v for n, v in told if not n.startswith(ENVIRONMENT_PREFIX)}
    return {**mine, **QUIET, **apart, "NOTIFY_SOCKET": ""}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])
