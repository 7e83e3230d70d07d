"""Against what counts as one address: whoever has a network of IPv6, which is 2^64 addresses, or many of them."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.crowds import DEEDS, beset
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import connect
from benchmarks.attacks.siege import BEGIN, looked
from benchmarks.attacks.streams import asked
from tests.web.running import is_closed

CLONE_NEWNET: Final = 0x40000000
"""A network of one's own (linux/sched.h)."""
WHOLE: Final = "fd6d:7572::/32"
"""Addresses that nobody has (RFC 4193); all of them are this machine's, in a network of the attack's own."""
OWN: Final = ("link set lo up", f"-6 route add local {WHOLE} dev lo")
"""How a network has them."""
NETWORKS: Final = tuple(f"fd6d:7572:0:{number:x}::7" for number in range(64))
"""An address of each of 64 networks, as many as are in a quarter of what a household is given."""
EACH: Final = 8
"""Streams that one address may have."""
GUESSES: Final = 5
"""Wrong PINs before it has to wait."""
CONNECTIONS: Final = 48
"""And connections."""


def missing() -> str | None:
    """Why this machine cannot try it."""
    if os.geteuid() != 0 or not shutil.which("ip"):
        return "needs root and ip, for a network of its own"
    steps = " && ".join(f"ip {line}" for line in OWN)
    tried = subprocess.run(["unshare", "--net", "sh", "-c", steps], capture_output=True)
    return "needs to be allowed a network of its own, with IPv6" if tried.returncode else None


def own_network() -> None:
    """From now on this process and its children have a loopback of their own, on which every address of ``WHOLE`` is theirs."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "unshare")
    for line in OWN:
        subprocess.run(["ip", *line.split()], check=True, capture_output=True)
    Path("/proc/sys/net/ipv6/ip_nonlocal_bind").write_text("1")


def within(number: int) -> str:
    """One of the addresses of the first network."""
    return f"fd6d:7572::{number + 1:x}"


def streams_of(house: House, ends: ExitStack, many: int) -> int:
    """So many addresses of one network ask for the stream; how many still have it after all have asked."""
    lines = [ends.enter_context(connect(house.port, within(n))) for n in range(many)]
    return sum(asked(line) == 200 for line in lines)


def kept(house: House, ends: ExitStack, many: int) -> int:
    """So many connections of as many addresses of one network; how many are not closed soon."""
    lines = []
    for number in range(many):
        with suppress(OSError):
            lines.append(ends.enter_context(connect(house.port, within(number), 1.0)))
    time.sleep(BEGIN)
    return sum(not is_closed(line) for line in lines)


@attack(seconds=240, connections=200, needs=missing)
def one(ground: Ground) -> Verdict:
    """A phone takes another address of its network for each of 40 streams, 40 guesses of the PIN and 200 connections: it has those of one."""
    own_network()
    with ground.play(game=True, host="::") as house:
        with ExitStack() as ends:
            streams = streams_of(house, ends, 40)
        tried = Counter(
            house.phone(within(n)).say("/api/pin", {"pin": f"{n:08}"}).status for n in range(40)
        )
        with ExitStack() as ends:
            open_ = kept(house, ends, 200)
            waits = looked(house, 5.0)
        other = house.phone(NETWORKS[1]).say("/api/pin", {"pin": "00000000"}).status
    figure = f"{streams} streams, {tried[403]} guesses checked, {open_} connections; another network's guess is answered {other}; {waits}"
    held = streams <= EACH and tried[403] <= GUESSES and open_ <= CONNECTIONS
    return Verdict(held and other == 403 and waits.prompt, figure)


@attack(seconds=120, connections=400, needs=missing)
def many(ground: Ground) -> Verdict:
    """64 networks of one household's do everything at once, as 64 addresses do: the host and a seat are shown their view."""
    own_network()
    with ground.play(game=True, host="::") as house:
        return beset(house, *DEEDS, addresses=NETWORKS)
