"""Whether a version works: it is started beside the running one, on a copy of the game."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from companion.settings import ENVIRONMENT_PREFIX

TRIAL_SECONDS: Final = 120.0
"""A Pi with a long game may take this long until its first answer."""
PAUSE_SECONDS: Final = 0.5
END_SECONDS: Final = 15.0


def answers(program: Path, folder: Path, game: Path | None, seconds: float) -> bool:
    """Whether the program in a folder's .venv reads a game and reports that it is healthy; it writes only into ``folder``."""
    port = _free_port()
    options = ["--camera", "none", "--host", "127.0.0.1", "--port", str(port)]
    journal = folder / "trial.journal" if game is None else game
    murphy = str(program / ".venv/bin/murphy")
    command = [murphy, "play", *options, "--journal", str(journal)]
    homes = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "STATE_DIRECTORY")
    apart = {name: str(folder) for name in homes} | {"MURPHY_BUZZER": "none"}
    # No broker and no backups: it is not the real table.
    mine = {name: v for name, v in os.environ.items() if not name.startswith(ENVIRONMENT_PREFIX)}  # fmt: skip
    with (folder / "trial.log").open("wb") as log:
        started = subprocess.Popen(
            command,
            cwd=program,
            env={**mine, **apart, "NOTIFY_SOCKET": ""},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        try:
            return is_well(port, seconds, lambda: started.poll() is None)
        finally:
            _end(started)


def is_well(
    port: int, seconds: float, lives: Callable[[], bool] = lambda: True
) -> bool:
    """Whether a companion on this machine reports within some seconds that it is healthy."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and lives():
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as told:
                if json.load(told)["ok"] is True:
                    return True
        except (URLError, OSError, ValueError, LookupError):
            pass
        time.sleep(PAUSE_SECONDS)
    return False


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _end(started: subprocess.Popen[bytes]) -> None:
    started.terminate()
    try:
        started.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        started.kill()
        started.wait()
