"""The way from a card or a stick to a companion that answers. Whatever is begun is gone on with at the next boot.

card FOLDER     a card's boot partition, our folder of it
stick DEVICE    a USB stick with that folder
"""

import fcntl
import hashlib
import os
import shutil
import socket
import sys
import threading
import time
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from itertools import chain, repeat
from pathlib import Path
from typing import Final

from companion.app.card.unattended.files import (
    PACKAGE,
    PIN,
    SET_UP,
    SUMS,
    Unfit,
    furnish,
    keep_pin,
    put,
    take,
)
from companion.app.card.unattended.packages import ROOM, install, run, wanted_of
from companion.app.card.unattended.progress import COMPANION, Pages, Progress, told_by

STATE: Final = Path("/var/lib/murphy-setup")
GAMES: Final = Path("/var/lib/murphy")
BY_STICK: Final = Path("/etc/murphy-companion/upgrade-by-stick")
"""Where this is, sticks upgrade."""
RETRY_SECONDS: Final = (20, 40, 80, 160, 300)
"""How long to wait for a network, or for a disk, before the next try; the last for all that follow."""
NETWORK_SECONDS: Final = 90
"""How long to wait for a network before it comes up with what is there."""
CARD: Final = Path("/boot/firmware/murphy")
"""Our folder of the card from which this machine starts, if it has one."""
MOUNT: Final = Path("/run/murphy-stick")
LOCK: Final = Path("/run/murphy-setup.lock")
HELD: Final = Path("/run/murphy-setup-installs")
"""While this is there systemd starts no companion: its port is the page's."""
HOLD: Final = Path("/run/systemd/system/murphy.service.d/card.conf")
HEALTHY_SECONDS: Final = 180
LAST_LOOK_SECONDS: Final = 60
"""How long the page on port 80 leads on to the companion once it is there."""


def served_at() -> tuple[str, int]:
    """The host, as a URL has it, and the port at which the companion answers here, by its settings."""
    said: dict[str, object] = {}
    # The service's account may lay anything there: a pipe, a gigabyte, a thousand brackets.
    with suppress(OSError, ValueError, RecursionError):
        here = os.open(GAMES / "murphy.toml", os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        with os.fdopen(here, "rb") as file:
            said = tomllib.loads(file.read(1 << 16).decode())
    host, port = str(said.get("host", "0.0.0.0")), said.get("port")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{host}]" if ":" in host else host, port if isinstance(port, int) else COMPANION


def is_healthy() -> bool:
    """Whether the companion answers."""
    host, port = served_at()
    try:
        with urllib.request.urlopen(f"http://{host}:{port}/healthz", timeout=5) as said:
            return bool(said.status == 200)
    except (OSError, ValueError, HTTPException):
        return False


def hold(pages: Pages) -> None:
    """Have systemd leave the companion's port to the page while packages are installed."""
    if COMPANION in pages.ports:
        HELD.touch()
        HOLD.parent.mkdir(parents=True, exist_ok=True)
        HOLD.write_text(f"[Unit]\nConditionPathExists=!{HELD}\n")


def started(progress: Progress, pages: Pages) -> bool:
    """Start the companion, if it is installed; whether it answers."""
    if not Path("/usr/bin/murphy").exists():
        return False
    HELD.unlink(missing_ok=True)
    pages.leave(COMPANION)
    if is_healthy():
        return True
    run("systemctl", "reset-failed", "murphy.service")
    run("systemctl", "start", "--no-block", "murphy.service")
    for _ in range(HEALTHY_SECONDS):
        if is_healthy():
            return True
        time.sleep(1)
    progress.tell("silent")
    return False


def addresses() -> str:
    """Where the companion is found: by name and by number."""
    numbers = run("hostname", "-I").stdout.split()
    names = [f"{socket.gethostname()}.local", *(n for n in numbers if ":" not in n)]
    return ", ".join(f"http://{name}:{served_at()[1]}" for name in names)


@contextmanager
def alone(patient: bool) -> Iterator[None]:
    """Packages that are taken are this run's own meanwhile: of another run's end it is waited for, if ``patient``. Raises Unfit."""
    with LOCK.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if patient else fcntl.LOCK_NB))
        except BlockingIOError as error:
            raise Unfit("busy") from error
        yield


Wait = Callable[[float], object]


def insist(
    work: Callable[[], None],
    progress: Progress,
    wait: Wait,
    there: Callable[[], bool] = lambda: True,
) -> None:
    """Do what a disk may refuse until it does not, and tell meanwhile; Unfit once what it reads is no longer ``there``. Raises what else the work raises."""
    while True:
        try:
            return work()
        except OSError as error:
            if not there():
                raise Unfit("unread", why=str(error)) from error
            full = shutil.disk_usage(STATE).free < ROOM
            progress.tell("full" if full else "failed", why=str(error))
            wait(RETRY_SECONDS[0])


def finish(packages: Path, progress: Progress, pages: Pages, wait: Wait) -> None:
    """Install until everything is there and answers, however often that takes; then, or if they are Unfit, the packages go. Raises Unfit, OSError."""
    first, without = True, False
    for pause in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
        hold(pages)
        try:
            whole = install(packages, progress, patience=NETWORK_SECONDS if first else 0)
        except Unfit:
            shutil.rmtree(packages, ignore_errors=True)
            raise
        first = False
        if whole:
            progress.tell("starting", "start")
        if whole and without:
            # What it lacked when it started it looks for at its start only.
            run("systemctl", "stop", "murphy.service")
        answers = started(progress, pages)
        without = answers and not whole
        if answers and whole:
            shutil.rmtree(packages)
            HOLD.unlink(missing_ok=True)
            progress.port = served_at()[1]
            progress.done = True
            progress.tell("ready", where=addresses())
            return
        wait(pause)


def from_card(card: Path, wait: Wait = time.sleep) -> None:
    """Set the Pi up from a card, or go on with it; nothing where that is done."""
    packages = STATE / "packages"
    if not _is_to_be_done(card) and not packages.exists():
        # Where the card was read-only before.
        with suppress(OSError):
            (card / PIN).unlink(missing_ok=True)
        return
    progress = told_by(card)
    with closing(Pages(progress)) as pages:
        try:
            with alone(patient=True):
                fresh = _is_to_be_done(card)
                if fresh:
                    # Of another card, it may be, that nobody has finished.
                    shutil.rmtree(packages, ignore_errors=True)
                elif not packages.exists():
                    # A stick's, which has got to its end meanwhile.
                    return
                insist(lambda: _set_up(card, fresh, progress, pages, wait), progress, wait)
        except Unfit as error:
            progress.tell(error.key, **error.params)
            # The page goes on telling it; the next boot looks again.
            threading.Event().wait()
        wait(LAST_LOOK_SECONDS)


def _is_to_be_done(card: Path) -> str:
    """What is on the card, as a digest, if that has not been set up yet; else empty."""
    try:
        digest = hashlib.sha256((card / SUMS).read_bytes()).hexdigest()
    except OSError:
        return ""
    # What nobody can read is done again.
    with suppress(OSError, ValueError):
        if (STATE / "done").read_text("ascii") == digest:
            return ""
    return digest


def _set_up(card: Path, fresh: str, progress: Progress, pages: Pages, wait: Wait) -> None:
    """Everything, up to a companion that answers; ``fresh``: what is on the card, if that is still to be done. What a disk refused may be done again. Raises Unfit, OSError."""
    packages = STATE / "packages"
    if not keep_pin(card, STATE):
        progress.tell("pin-stays")
    if fresh and not packages.exists():
        progress.tell("looking", "found")
        take(card, packages, lambda name: True)
    furnish(STATE, GAMES, progress.language)
    BY_STICK.parent.mkdir(exist_ok=True)
    put(BY_STICK, "", 0o644)
    finish(packages, progress, pages, wait)
    if fresh:
        put(STATE / "done", fresh)
    with suppress(OSError):
        put(card / SET_UP, "")


def from_stick(
    stick: Path, progress: Progress, there: Callable[[], bool], wait: Wait = time.sleep
) -> None:
    """Upgrade the companion from a stick, as long as it is ``there``: its own package only, and only to a newer version. Raises Unfit."""
    folder = stick / "murphy"
    packages, new = STATE / "packages", STATE / "stick"
    # What can begin is a card: where a Pi starts from USB, its own, which is not for sticks.
    if not os.path.isfile(folder / SUMS) or (folder / "begin").exists():
        return

    def taken() -> None:
        shutil.rmtree(new, ignore_errors=True)
        try:
            take(folder, new, lambda name: name.startswith(f"{PACKAGE}_"))
            if wanted_of(new):
                shutil.rmtree(packages, ignore_errors=True)
                new.rename(packages)
        finally:
            shutil.rmtree(new, ignore_errors=True)

    with alone(patient=False):
        progress.tell("looking")
        insist(taken, progress, wait, there)
        # Also those of an upgrade that was cut off.
        if not packages.exists():
            progress.tell("not-newer")
            return
        insist(lambda: finish(packages, progress, Pages(progress, ()), wait), progress, wait)


@contextmanager
def mounted(device: str) -> Iterator[Path]:
    """The folder in which a device's files can be read: where it is mounted already, else one in which nothing of it is obeyed: no programs, no devices, no accounts. Raises Unfit."""
    # What is mounted to be written cannot be mounted read-only as well.
    if already := run("findmnt", "-fno", "TARGET", "-S", device).stdout.rstrip("\n"):
        yield Path(already)
        return
    MOUNT.mkdir(mode=0o700, exist_ok=True)
    done = run("mount", "-o", "ro,nosuid,nodev,noexec", device, str(MOUNT))
    if done.returncode:
        raise Unfit("unread", why=done.stderr.strip())
    try:
        yield MOUNT
    finally:
        run("umount", str(MOUNT))


def main() -> int:
    """Run to the end, or tell why not: the exit status."""
    if len(sys.argv) != 3 or sys.argv[1] not in ("card", "stick"):
        print(__doc__)
        return 2
    what, where = sys.argv[1:]
    STATE.mkdir(mode=0o700, exist_ok=True)
    if what == "card":
        from_card(Path(where))
        return 0
    progress = told_by(CARD)
    # What this machine mounts by itself is no stick: others may write on it, the service's account for one.
    if run("findmnt", "--fstab", "-S", where).returncode == 0:
        return 0
    try:
        with mounted(where) as stick:
            progress = told_by(stick / "murphy")
            from_stick(stick, progress, Path(where).exists)
    except Unfit as error:
        progress.tell(error.key, **error.params)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
