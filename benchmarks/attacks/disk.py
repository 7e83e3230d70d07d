"""Against what is kept: disks that fail, copies that are crowded out, a process that is killed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import Phone
from benchmarks.attacks.siege import looked
from tests.disks import Card, Full, card, missing, small


def taps(phone: Phone, times: int = 3) -> list[int]:
    """What words that are kept are answered."""
    return [
        phone.say("/api/changes", {"correction": {"event": "turn-given", "player": n % 3}}).status
        for n in range(times)
    ]


def told(house: House, phone: Phone) -> tuple[int, bool, bool]:
    """The status of /healthz, whether it says that something is wrong, and whether the view does."""
    health, view = phone.get("/healthz"), phone.get("/api/view").json
    shown: dict[str, Any] = view.get("health", {})
    return (
        health.status,
        health.json.get("ok") is False,
        shown.get("journal") not in (None, True, "ok"),
    )


@contextmanager
def kept_on(ground: Ground, disk: Full | Card) -> Iterator[House]:
    """A companion with a game that keeps everything on a disk."""
    home = disk.place / "m"
    home.mkdir()
    with ground.play(env={"STATE_DIRECTORY": str(home)}, game=True) as house:
        yield house


@attack(seconds=120, needs=missing)
def dead(ground: Ground) -> Verdict:
    """The card dies in the middle of a game, without a camera that would notice: taps are refused, and every page says so."""
    with card(ground.folder) as sd, kept_on(ground, sd) as house:
        host = house.host()
        before = taps(host, 1)
        sd.lose_power()
        after, (status, wrong, shown) = taps(host), told(house, host)
    held = before == [200] and 200 not in after and status == 503 and wrong and shown
    figure = f"a tap before {before[0]}, after {after}; healthz {status}, the view {'says so' if shown else 'says nothing'}"
    return Verdict(held, figure)


@attack(seconds=120, needs=missing)
def full(ground: Ground) -> Verdict:
    """The disk runs full in the middle of a game: the same; once there is room again, play goes on and nothing is lost."""
    with small(ground.folder) as disk, kept_on(ground, disk) as house:
        host = house.host()
        before = taps(host, 1)
        disk.fill()
        after, (status, wrong, shown) = taps(host, 40), told(house, host)
        disk.free()
        again = taps(host, 3)
    held = (
        before == [200]
        and after[-1] != 200
        and status == 503
        and wrong
        and shown
        and again[-1] == 200
    )
    figure = f"taps {before[0]}, on the full disk {after[-1]}, with room again {again[-1]}; healthz {status}, the view {'says so' if shown else 'says nothing'}"
    return Verdict(held, figure)


BLOCKED: Final = 10.0
"""Seconds for which a disk takes nothing."""


@attack(
    seconds=180,
    connections=20,
    needs=lambda: missing() or (None if shutil.which("fsfreeze") else "needs fsfreeze"),
)
def slow(ground: Ground) -> Verdict:
    """The disk takes nothing for ten seconds while eight phones tap: others are shown the view all the same, and every tap that is acknowledged is kept."""
    with card(ground.folder) as sd, kept_on(ground, sd) as house:
        hosts = [house.host(f"127.0.1.{n}") for n in range(8)]
        seq, came = hosts[0].get("/api/view").json["seq"], list[int]()
        tap = [Thread(target=lambda host=host: came.extend(taps(host, 1))) for host in hosts]
        with sd.blocked(BLOCKED + 5.0):
            for each in tap:
                each.start()
            waits = looked(house, BLOCKED)
            early = len(came)
        for each in tap:
            each.join(60.0)
        kept = house.phone().get("/api/view").json["seq"] - seq
        again = taps(hosts[0], 1)
    done = came.count(200)
    figure = f"{early} taps answered while it was blocked, {done} of {len(tap)} done and {kept} entries more once it was not; a tap then {again[0]}; {waits}"
    held = waits.prompt and early == 0 and done == len(tap) <= kept and again == [200]
    return Verdict(held, figure)


@attack()
def copies(ground: Ground) -> Verdict:
    """The folder for copies holds twenty files named as copies of a date that never comes: the copy just made is there."""
    folder = ground.folder / "stick"
    folder.mkdir()
    for number in range(20):
        (folder / f"murphy-99999999-9999{number:02}.journal").write_text("x")
    with ground.play(game=True):
        ran = ground.run("journal", "backup", str(folder))
    found = [*folder.glob("*.journal")]
    whole = sum(
        ground.run("journal", "export", str(each)).returncode == 0
        for each in found
        if each.read_bytes() != b"x"
    )
    figure = (
        f"answered {ran.returncode}, {whole} whole copy beside {len(found) - whole} other files"
    )
    return Verdict((ran.returncode, whole) == (0, 1), figure)


KILLS: Final = 20


@attack(seconds=300)
def kills(ground: Ground) -> Verdict:
    """Twenty companions killed in the middle of an answer: nothing that was acknowledged is lost, and no view differs."""
    line = [sys.executable, "-m", "tests.killings", str(ground.folder), str(KILLS), "11", "25"]
    ran = subprocess.run(
        line,
        cwd=ground.tree,
        env=ground.environment(),
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    found = json.loads(ran.stdout.splitlines()[-1])
    held = (
        not (found["lost"] or found["differing"]) and found["kills"] == KILLS and found["taps"] > 0
    )
    return Verdict(
        held,
        f"{found['acknowledged']} acknowledged items, {found['taps']} of them taps, and {found['views']} views: {found['lost']} lost, {found['differing']} differing",
    )
