"""One turn of the server's loop: whoever has brought something is read, the modest first, and not for long."""

import select
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from waitress import wasyncore

from web.access.standing import Standing
from web.addresses import THE_PI
from web.limits import Limits
from web.server.channel import Channel

There: TypeAlias = dict[int, Any]
"""Waitress' map of what is waited for: connections, the socket that accepts them, a pipe by which it is woken."""
Ready: TypeAlias = tuple[Any, int]
"""What is ready, and for what (poll's flags)."""
FIRST: Final = (-len(Standing), 0)


def turn(
    there: There, timeout: float, limits: Limits, clock: Callable[[], float] = time.monotonic
) -> None:
    """Wait up to so many seconds until something can be read or written, and do that for a while; the rest of it is there in the next turn.

    Urgent data (POLLPRI) is not asked for: until somebody reads it, the system would tell of it in every turn.
    """
    asked = _asked(there)
    poll = select.poll()
    for number, each in [*there.items()]:
        reads = each.readable() and not _asks_much(each, asked, limits)
        writes = each.writable() and not each.accepting
        if flags := reads * select.POLLIN | writes * select.POLLOUT:
            poll.register(number, flags)
    ready = [(there[number], flags) for number, flags in poll.poll(timeout * 1000)]
    end = clock() + limits.turn_time
    for each, flags in in_order(ready, asked):
        # Somebody before it may have made room for a new connection.
        if there.get(each._fileno) is each:
            wasyncore.readwrite(each, flags)
        if clock() > end:
            return


def in_order(ready: Iterable[Ready], asked: Counter[str]) -> list[Ready]:
    """First what is no connection; then by part in the evening, or that of somebody at the same address; then who waits for least, and was read longest ago."""
    each = asked.copy()
    places: list[tuple[tuple[int, int], Ready]] = []
    for one, flags in sorted(ready, key=_read_at):
        if not isinstance(one, Channel):
            places.append((FIRST, (one, flags)))
            continue
        rank = (-one.standing_here, each[one.client])
        # The Pi itself stands for many.
        each[one.client] += one.client != THE_PI
        places.append((rank, (one, flags)))
    return [found for _, found in sorted(places, key=lambda place: place[0])]


def _read_at(one: Ready) -> float:
    return getattr(one[0], "read_at", 0.0)


def _asked(there: There) -> Counter[str]:
    """How many requests each client waits for; none are counted for the Pi itself."""
    counted = Counter[str]()
    for each in [*there.values()]:
        if isinstance(each, Channel) and each.client != THE_PI:
            counted[each.client] += len(each.requests)
    return counted


def _asks_much(one: Any, asked: Counter[str], limits: Limits) -> bool:
    """Whether it has to wait for the answers that its client is due; nobody has to who has a part in the evening."""
    if not isinstance(one, Channel) or one.standing > Standing.VISITOR:
        return False
    return asked[one.client] >= limits.asked_each
