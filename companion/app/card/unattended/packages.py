"""Debian's packages: which are wanted, what they lack, and how they are installed, with a network or without."""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.app.card.unattended.files import PACKAGE, Unfit
from companion.app.card.unattended.progress import Progress

ROOM: Final = 50 << 20
"""With fewer bytes free an installation fails for want of room."""
NO_ROOM: Final = ("No space left on device", "enough free space")
APT: Final = (
    *("apt-get", "-qy", "--no-install-recommends", "--no-remove"),
    *("-o", "DPkg::Lock::Timeout=900"),
    *("-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold"),
    *("-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30"),
    # A Pi has no clock: at its first boot it lives in the past. Signatures are checked all the same.
    *("-o", "Acquire::Check-Date=false", "-o", "APT::Update::Error-Mode=any"),
)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a program that asks nothing; what it says is kept."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        command, capture_output=True, text=True, env=quiet, stdin=subprocess.DEVNULL
    )


def fields(package: Path, *names: str) -> list[str]:
    """Fields of a package's control file. Raises Unfit if it is no package."""
    asked = "".join(f"${{{name}}}\n" for name in names)
    told = run("dpkg-deb", "-W", f"--showformat={asked}", str(package))
    if told.returncode:
        raise Unfit("damaged", name=package.name)
    return told.stdout.split("\n")[: len(names)]


def installed(name: str) -> str | None:
    """The version of a package that is installed and set up; None for one that is not."""
    found = run("dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Version}", name).stdout
    return found[3:].strip() if found.startswith("ii") else None


def is_newer(version: str, than: str | None) -> bool:
    """Whether a version is newer than another one, or than none."""
    return than is None or run("dpkg", "--compare-versions", version, "gt", than).returncode == 0


def wanted_of(packages: Path) -> list[Path]:
    """The packages in a folder that are for this machine and newer than what is installed. Raises Unfit."""
    here = run("dpkg", "--print-architecture").stdout.strip()
    wanted = []
    for package in sorted(packages.glob("*.deb")):
        name, version, machine = fields(package, "Package", "Version", "Architecture")
        if package.name.startswith(f"{PACKAGE}_") != (name == PACKAGE):
            raise Unfit("no-package")
        if machine not in (here, "all"):
            raise Unfit("other-machine", name=package.name, machine=here)
        if is_newer(version, installed(name)):
            wanted.append(package)
    return wanted


def missing(package: Path) -> list[str]:
    """What a package depends on and is not installed, of alternatives the first."""
    depends = fields(package, "Depends")[0].split(",")
    wanted = [[n.split("(")[0].split(":")[0].strip() for n in d.split("|")] for d in depends]
    return [any_of[0] for any_of in wanted if any_of[0] and not any(map(_provided, any_of))]


def _provided(name: str) -> bool:
    if installed(name) is not None:
        return True
    # What other packages stand for ("debconf-2.0").
    told = run("dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Provides}\n").stdout
    return any(
        line.startswith("ii") and name in line[3:].replace(",", " ").split()
        for line in told.splitlines()
    )


def install(packages: Path, progress: Progress, patience: float) -> bool:
    """Install what lies in a folder; whether all of it and all it needs is there now. ``patience``: seconds to wait for a network. Raises Unfit."""
    # What a power cut left half done.
    run("dpkg", "--configure", "-a", "--force-confdef", "--force-confold")
    companion = next(packages.glob(f"{PACKAGE}_*.deb"))
    wanted = list(map(str, wanted_of(packages)))
    if not wanted and not missing(companion):
        return True
    if wanted:
        progress.tell("installing", "install")
    done = apt(wanted)
    if done.returncode and not is_full(done) and online(progress, patience):
        done = apt(wanted)
    lacking = missing(companion)
    if lacking and str(companion) in wanted and not is_full(done):
        # Without a network it comes up with what is there.
        done = run("dpkg", "--force-confold", "--force-depends", "-i", *wanted)
    whole = not lacking and not wanted_of(packages)
    if not whole and is_full(done):
        progress.tell("full")
    elif lacking:
        progress.tell("lacking", names=", ".join(lacking))
    elif not whole:
        progress.tell("failed", why=(done.stderr.strip().splitlines() or ["?"])[-1])
    return whole


def apt(packages: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Have apt install packages in files, with what they need; without any, what those that are installed lack."""
    # While something is lacking apt installs nothing else, not even that by its name.
    return run(*APT, "install", *(packages or ["-f"]))


def is_full(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether apt or dpkg failed for want of room, by what they say; what was unpacked is gone again then."""
    said = done.stdout + done.stderr
    return any(each in said for each in NO_ROOM) or shutil.disk_usage("/").free < ROOM


def online(progress: Progress, patience: float) -> bool:
    """Whether Debian's lists could be fetched, tried anew for some seconds: at a boot the network comes late."""
    until = time.monotonic() + patience
    while run(*APT, "update").returncode:
        if time.monotonic() > until:
            return False
        progress.tell("network")
        time.sleep(3)
    progress.tell("installing")
    return True
