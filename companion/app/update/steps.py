"""The steps of an update: games are copied, the new version is installed and tried."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.app.backups import back_up
from companion.app.update.checkout import Checkout
from companion.app.update.trial import TRIAL_SECONDS, answers, is_well
from companion.app.update.updating import Steps
from companion.errors import UpdateError
from companion.settings import Settings, state_directory

INSTALL_SECONDS: Final = 3600.0
SERVICE: Final = Path("/opt/murphy")
SERVICE_GAMES: Final = Path("/var/lib/murphy")
SERVICE_CONFIG: Final = SERVICE_GAMES / "murphy.toml"


def serves_from(checkout: Checkout) -> bool:
    """Whether the service was installed from this checkout."""
    note = SERVICE / "checkout"
    return note.is_file() and Path(note.read_text("utf-8").strip()) == checkout.root


def steps_of(checkout: Checkout, settings: Settings, serves: bool) -> Steps:
    """The steps of an update for a checkout, and for the service that was installed from it."""
    home = SERVICE_GAMES if serves else state_directory(os.environ)

    def install() -> None:
        checkout.run("./install.sh", seconds=INSTALL_SECONDS)
        if serves:
            _install_service(checkout)

    def tried() -> bool:
        if serves and not is_well(settings.port, TRIAL_SECONDS):
            return False
        with tempfile.TemporaryDirectory() as folder:
            game = next(_copies(settings, home, Path(folder)), None)
            return answers(checkout.root, Path(folder), game, TRIAL_SECONDS)

    return Steps(lambda: _save(settings, home), install, tried)


def _save(settings: Settings, home: Path) -> None:
    """Copy every game beside the games, and to the backup folder."""
    folders = [home / "backups", *([settings.backup] if settings.backup else ())]
    folders[0].mkdir(mode=0o700, parents=True, exist_ok=True)
    for folder in folders:
        for _ in _copies(settings, home, folder):
            pass


def _copies(settings: Settings, home: Path, folder: Path) -> Iterator[Path]:
    named = [settings.journal] if settings.journal else []
    for journal in (*named, *sorted(home.glob("*.journal"))):
        if journal.is_file():
            copy = back_up(journal, folder, datetime.now())
            if copy is not None:
                yield copy


def _install_service(checkout: Checkout) -> None:
    script = checkout.root / "systemd/service.sh"
    done = subprocess.run(
        [script, "install"],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=INSTALL_SECONDS,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        raise UpdateError("update.failed", what=script.name, why=done.stderr[-300:])
