"""What lies on a card or a stick, and how it gets onto the disk: whole and checked, or not at all."""

import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

PACKAGE: Final = "murphy-companion"
SUMS, PIN, ABOUT, SET_UP = "SHA256SUMS", "pin", "about.json", "set-up"


class Unfit(Exception):
    """What lies on a card or stick cannot be used: a key of ``sd-card.pi`` and what is in its gaps."""

    def __init__(self, key: str, **params: str) -> None:
        super().__init__(key, params)
        self.key, self.params = key, params


def sums_of(text: str) -> dict[str, str]:
    """File name -> SHA-256 in hexadecimal digits, of lines as sha256sum writes them; names in another folder are left out."""
    pairs = (line.split(maxsplit=1) for line in text.splitlines() if line.strip())
    found = {p[1].removeprefix("*"): p[0] for p in pairs if len(p) == 2}
    return {
        name: digest
        for name, digest in found.items()
        if "/" not in name and not name.startswith(".")
    }


def copied(source: Path, target: Path, digest: str) -> None:
    """Copy a file to the disk, checked on the way. Raises Unfit if it is another one, OSError."""
    hashed = hashlib.sha256()
    with source.open("rb") as old, target.open("wb") as new:
        while part := old.read(1 << 20):
            hashed.update(part)
            new.write(part)
        new.flush()
        os.fsync(new.fileno())
    if hashed.hexdigest() != digest:
        raise Unfit("damaged", name=source.name)


def sync(folder: Path) -> None:
    """Have the disk hold a folder's entries."""
    here = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(here)
    finally:
        os.close(here)


def take(folder: Path, target: Path, wanted: Callable[[str], bool]) -> None:
    """Copy the packages of a folder, all of them or none, to a folder that did not exist. Raises Unfit, OSError."""
    try:
        sums = sums_of((folder / SUMS).read_text("utf-8"))
    except ValueError as error:
        raise Unfit("damaged", name=SUMS) from error
    names = sorted(name for name in sums if name.endswith(".deb") and wanted(name))
    if not any(name.startswith(f"{PACKAGE}_") for name in names):
        raise Unfit("no-package")
    half = target.with_name(f"{target.name}.new")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(mode=0o700, parents=True)
    try:
        for name in names:
            copied(folder / name, half / name, sums[name])
    except BaseException:
        # On a full card nothing else could write a line.
        shutil.rmtree(half, ignore_errors=True)
        raise
    sync(half)
    half.rename(target)
    sync(target.parent)


def keep_pin(card: Path, state: Path) -> bool:
    """Take the host's PIN from the card, where everybody could read it, once root's own copy of it is on the disk; whether the card has it no longer. Raises OSError."""
    there, here = card / PIN, state / PIN
    with suppress(FileNotFoundError):
        pin = there.read_text("ascii", "replace").strip()
        if len(pin) == 8 and pin.isdecimal():
            put(here, pin)
    # A boot partition with a fault becomes read-only.
    with suppress(OSError):
        there.unlink(missing_ok=True)
        sync(card)
    return not there.exists()


def put(path: Path, text: str, mode: int = 0o600) -> None:
    """Write a small file, whole or not at all. Raises OSError."""
    half = path.with_name(f".{path.name}.new")
    half.unlink(missing_ok=True)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    half.rename(path)
    sync(path.parent)


def furnish(state: Path, games: Path, language: str) -> bool:
    """Lay the host's PIN and the language where the companion looks for them, unless it has its own; whether it was done. Raises OSError.

    The folder is root's until systemd gives it to the service's account, with all that is in it.
    """
    pin = state / PIN
    if games.exists():
        pin.unlink(missing_ok=True)
        return False
    half = state / "games"
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(mode=0o700)
    put(half / "murphy.toml", f'lang = "{language}"\n')
    if pin.exists():
        keys = {"pin": pin.read_text("ascii"), "secret": secrets.token_hex(32)}
        put(half / "keys.json", json.dumps({**keys, "unused": True}))
    half.rename(games)
    sync(games.parent)
    pin.unlink(missing_ok=True)
    return True
