"""Before an update all games are copied: as the account whose games they are, which alone follows what its settings say."""

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final

from companion import commandline, errors
from companion.accounts import Account
from companion.app.backups import back_up, copies_of
from companion.app.update.running import run
from companion.settings import Settings, state_directory

COPIES: Final = "backups"
"""The folder beside the games."""
SAVE_SECONDS: Final = 1800.0
PORTS: Final = range(1, 1 << 16)
LOOPBACK: Final = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a companion that listens on all addresses of this machine is asked."""
SAVING: Final = "murphy journal backup"
"""What of it people can do by themselves."""


@dataclass(frozen=True, slots=True)
class Saved:
    """Where the companion answers, and the newest copy of the game played last; None if there is none."""

    host: str
    port: int
    game: str | None


def save(settings: Settings, home: Path) -> Saved:
    """Copy every game beside the games, and to the backup folder. Raises JournalError, OSError."""
    named = [settings.journal] if settings.journal else []
    journals = [p for p in (*named, *sorted(home.glob("*.journal"))) if p.is_file()]
    # Whoever copies opens them all, which may change when they were changed.
    last = sorted(journals, key=_changed)[-1:]
    beside = _folder(home)
    for folder in (beside, *([settings.backup] if settings.backup else ())):
        for journal in journals:
            back_up(journal, folder, datetime.now())
    copies = [copy for journal in last for copy in copies_of(journal, beside)]
    host = LOOPBACK.get(settings.host, settings.host)
    return Saved(host, settings.port, str(copies[-1]) if copies else None)


def saved_by(account: Account, home: Path | None, config: Path | None) -> Saved:
    """The same in a process of that account, whose home it is where none is named. Raises UpdateError; believes nothing but the form."""
    places = (str(home or ""), str(config or ""))
    line = ("-I", "-m", "companion.app.update.saving", *places)
    try:
        return _saved(run(account, sys.executable, *line, seconds=SAVE_SECONDS))
    except errors.UpdateError as error:
        why = str(error.message.params["why"]).rstrip(" .")
        raise errors.UpdateError("update.failed", what=SAVING, why=why) from error


def _saved(told: str) -> Saved:
    with suppress(ValueError, RecursionError):
        match json.loads(told):
            case {"host": str(host), "port": int(port), "game": str() | None as game, **more}:
                is_text = host.isprintable() and (game is None or game.isprintable())
                if not more and port is not True and port in PORTS and is_text:
                    return Saved(host, port, game)
    raise errors.UpdateError("update.failed", what=SAVING, why=repr(told[:80]))


def _folder(home: Path) -> Path:
    """The folder of copies, made if it is not there. One that root has made in former times is put aside: nobody else can write there."""
    folder = home / COPIES
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        names = (home / f"{COPIES}-{n}" for n in count(1))
        folder.rename(next(name for name in names if not os.path.lexists(name)))
        folder.mkdir(mode=0o700)
    return folder


def _changed(journal: Path) -> float:
    """When a journal or its log was changed last."""
    log = Path(f"{journal}-wal")
    return max(p.stat().st_mtime for p in (journal, log) if p.exists())


def main(home: str, config: str) -> None:
    """What ``saved_by`` runs: tells what was saved as JSON, or why not on standard error."""
    try:
        games = Path(home) if home else state_directory(os.environ)
        saved = save(commandline.settings_from(config or None), games)
    except errors.CompanionError as error:
        sys.exit(commandline.words_of(None)(error.message))
    except OSError as error:
        sys.exit(str(error))
    print(json.dumps(asdict(saved)))


if __name__ == "__main__":
    main(*sys.argv[1:])
