"""Real file systems that run full, are read-only, or lose their power: small ones, mounted for a test (root, Linux)."""

import fcntl
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.journal.journal import Journal
from companion.journal.ledger import Ledger

SHUTDOWN = 0x8004587D
"""``EXT4_IOC_SHUTDOWN`` (linux/fs/ext4/ext4.h): from now on nothing reaches the disk."""
WITHOUT_THE_LOG = 2
"""``EXT4_GOING_FLAGS_NOLOGFLUSH``: not even what the file system has not written yet, as when the plug is pulled."""
MEGABYTE = 1 << 20


def database(journal: Journal) -> sqlite3.Connection:
    """The database of a journal that is a file, for a test to break or to look at."""
    assert isinstance(journal._ledger, Ledger)
    return journal._ledger._db


@dataclass(frozen=True)
class Full:
    """A small disk in memory."""

    place: Path

    def fill(self) -> None:
        """Leave no room."""
        with (self.place / "other").open("ab", buffering=0) as file:
            for size in (1 << 16, 1 << 10, 1):
                try:
                    while file.write(b"x" * size) == size:
                        continue
                except OSError:
                    continue

    def free(self) -> None:
        """Make room again."""
        (self.place / "other").unlink()


@dataclass(frozen=True)
class Card:
    """An ext4 file system in a file, as on a memory card."""

    image: Path
    place: Path

    def lose_power(self) -> None:
        """Nothing that was not synced will be there again."""
        here = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(here, SHUTDOWN, struct.pack("I", WITHOUT_THE_LOG))
        finally:
            os.close(here)

    @contextmanager
    def blocked(self, seconds: float = 60.0) -> Iterator[None]:
        """Whoever writes waits, for as long as this lasts, and for so many seconds at most, even if this process is gone by then."""
        # A file system that stays frozen can be neither unmounted nor removed.
        safe = ["sh", "-c", 'sleep "$0"; fsfreeze -u "$1"', str(seconds), str(self.place)]
        with subprocess.Popen(safe, start_new_session=True, stderr=subprocess.DEVNULL) as thaws:
            run("fsfreeze", "-f", str(self.place))
            try:
                yield
            finally:
                subprocess.run(["fsfreeze", "-u", self.place], capture_output=True)
                os.killpg(thaws.pid, signal.SIGKILL)

    def mount(self, how: str = "rw") -> None:
        """Put it in; ``how`` is ``rw`` or ``ro``."""
        # What lost its power stays so for as long as a process with mounts of its own, begun meanwhile, has it: another file is another disk.
        copy = self.image.with_suffix(".copy")
        shutil.copyfile(self.image, copy)
        copy.replace(self.image)
        run("mount", "-o", f"loop,{how}", str(self.image), str(self.place))

    def unmount(self) -> None:
        """Take it out; nobody may have a file of it open."""
        # A process with mounts of its own, begun meanwhile, has it still, and only what can no longer be written is left whole.
        subprocess.run(["mount", "-o", "remount,ro", self.place], capture_output=True)
        run("umount", str(self.place))


@contextmanager
def small(folder: Path, megabytes: int = 2) -> Iterator[Full]:
    """A disk with little room."""
    place = folder / "small"
    place.mkdir()
    run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place))
    try:
        yield Full(place)
    finally:
        run("umount", "--lazy", str(place))


@contextmanager
def card(folder: Path, megabytes: int = 16) -> Iterator[Card]:
    """A card, put in."""
    image, place = folder / "card.img", folder / "card"
    place.mkdir()
    with image.open("wb") as file:
        file.truncate(megabytes * MEGABYTE)
    run("mkfs.ext4", "-q", str(image))
    made = Card(image, place)
    made.mount()
    try:
        yield made
    finally:
        subprocess.run(["umount", "--lazy", place], capture_output=True)


def run(*command: str) -> None:
    """Run it; what it says is in the error where it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise OSError(done.stderr.strip())


def missing() -> str | None:
    """Why this machine cannot mount anything."""
    if os.geteuid() != 0:
        return "needs root, to mount a file system"
    if not shutil.which("mkfs.ext4") or not shutil.which("umount"):
        return "needs mkfs.ext4 and mount"
    tried = subprocess.run(
        ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True
    )
    return "needs to be allowed to mount" if tried.returncode else None
