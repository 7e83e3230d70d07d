"""Against root, who updates the service: what its account, and the checkout's owner, can make root do."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground
from benchmarks.attacks.installed import ANN, GAMES, TOLD, Ran, installed, missing

SYSCTL: Final = Path("/etc/sysctl.d")
PICTURES: Final = Path("/home/ann/pictures")


def ended(ran: Ran) -> str:
    """How an update ended."""
    last = ran.said.strip().splitlines()[-1:] or ["nothing"]
    return f"the update says {last[0][:60]!r} after {ran.seconds:.0f} s"


@attack(seconds=180, needs=missing)
def settings_of_the_system(ground: Ground) -> Verdict:
    """The service's account names a journal 90-x.conf, whose entries are lines of settings, and a folder of the system for copies."""
    with installed(ground) as service:
        service.journal(GAMES / "x/90-x.conf", "\nkernel.core_pattern = |/tmp/x\n")
        service.settings(journal=GAMES / "x/90-x.conf", backup=SYSCTL)
        ran = service.update()
        there = [file.name for file in SYSCTL.iterdir()]
    return Verdict(not there, f"{len(there)} files in {SYSCTL}; {ended(ran)}")


@attack(seconds=180, needs=missing)
def pictures(ground: Ground) -> Verdict:
    """The service's account names a journal as somebody's thirty pictures are named, and their folder for copies."""
    with installed(ground) as service:
        PICTURES.mkdir(mode=0o700)
        for number in range(30):
            (PICTURES / f"album-20240101-0000{number:02}.jpg").write_text("x")
        service.own(PICTURES, ANN)
        service.journal(GAMES / "album.jpg")
        service.settings(journal=GAMES / "album.jpg", backup=PICTURES)
        ran = service.update()
        left = sum(file.read_bytes() == b"x" for file in PICTURES.iterdir())
    return Verdict(left == 30, f"{left} of 30 pictures left; {ended(ran)}")


@attack(seconds=180, needs=missing)
def endless(ground: Ground) -> Verdict:
    """The service's settings are a link to /dev/zero."""
    with installed(ground) as service:
        service.settings()
        (GAMES / "murphy.toml").unlink()
        (GAMES / "murphy.toml").symlink_to("/dev/zero")
        ran = service.update(60.0)
    return Verdict(
        ran.megabytes < 300 and ran.seconds < 60, f"at most {ran.megabytes:.0f} MB; {ended(ran)}"
    )


@attack(seconds=180, needs=missing)
def planted(ground: Ground) -> Verdict:
    """The checkout's owner puts a program into an ignored folder of it, where the new version is expected: root starts no companion of somebody's."""
    with installed(ground) as service:
        service.journal(GAMES / "murphy.journal")
        ran = service.update()
        told = TOLD.read_text().split()
    as_root = told.count("0")
    return Verdict(
        not as_root,
        f"started {as_root} times as root, {len(told) - as_root} times as others; {ended(ran)}",
    )


@attack(seconds=180, needs=missing)
def nothing(ground: Ground) -> Verdict:
    """Nobody does anything: the update is done, so that these attacks show something."""
    with installed(ground) as service:
        service.journal(GAMES / "murphy.journal")
        ran = service.update()
        copies = len([*GAMES.rglob("backups*/*.journal")])
    return Verdict((ran.status, copies) == (0, 1), f"{copies} copy of the game; {ended(ran)}")
