"""The connections of a server: accepted fairly, few of one address, and who goes where there are too many."""

import socket
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from web.access.pacing import Bucket, Buckets
from web.access.standing import Door, Standing
from web.addresses import THE_PI, client_of
from web.limits import KB, Limits
from web.server.channel import Channel
from web.server.workers import Workers

REMEMBERED: Final = 600.0
"""Seconds for which an address is known as that of somebody with a part in the evening: a phone's next connection comes before anybody can ask whose it is."""
PARTS: Final = 64
"""Most addresses that are."""
KEPT: Final = 8
"""Connections that whoever has a part in the evening keeps while others have any."""


class Listener(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Accepts connections and hands them to channels."""

    channel_class = Channel

    def __init__(
        self,
        app: Any,
        bound: socket.socket,
        there: dict[int, Any],
        limits: Limits,
        door: Door,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to listen; ``there`` is waitress' map of everything that is waited for, ``clock`` is monotonic seconds."""
        self.limits = limits
        self.door = door
        self._clock = clock
        self._opened = Buckets(limits.opened)
        self._opened_by_all = Bucket.full(limits.opened_all)
        self._adopted: deque[tuple[socket.socket, Any]] = deque()
        self._over = False
        self._parts: OrderedDict[str, tuple[Standing, float]] = OrderedDict()
        super().__init__(
            app,
            there,
            _sock=bound,
            bind_socket=False,
            sockinfo=(bound.family, bound.type, bound.proto, bound.getsockname()),
            dispatcher=Workers(limits),
            adj=adjustments(limits, bound),
        )

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The current connections."""
        return tuple(self.active_channels.values())

    # -- who comes ----------------------------------------------------------------

    def handle_accept(self) -> None:
        """Take connections that wait, for a while, unless their address has many: the rest of the table wants some too."""
        each = Counter(channel.client for channel in self.channels)
        going: Iterator[Channel] = iter(())
        end = self._clock() + self.limits.turn_time
        taken = 0
        while taken < self.limits.accepted and self._clock() < end:
            if (came := self._next()) is None:
                return
            sock, address = came
            client = client_of(address[0])
            if client != THE_PI and self._has_many(client, each[client]):
                sock.close()
                continue
            if len(self.active_channels) >= self.limits.connections:
                others = who_goes(self.channels)
                going = _close_first(going) or _close_first(others) or others
            each[client] += 1
            taken += 1
            self.channel_class(self, sock, address, self.adj, map=self._map)

    def adopt(self, sock: socket.socket, address: Any) -> None:
        """Take a connection that was accepted elsewhere, with the address of its other end; from any thread."""
        self._adopted.append((sock, address))
        if self._over:
            self.adopt_no_more()
        else:
            self.pull_trigger()

    def adopt_no_more(self) -> None:
        """Let go of those that wait, and of whoever comes later."""
        self._over = True
        with suppress(IndexError):
            while True:
                self._adopted.popleft()[0].close()

    def take_adopted(self) -> None:
        """Have those served that were adopted since."""
        if self._adopted:
            self.handle_accept()

    def _next(self) -> tuple[socket.socket, Any] | None:
        """The next connection that waits, and the address of its other end; None: none, or no more files may be open."""
        if self._adopted:
            return self._adopted.popleft()
        try:
            came: tuple[socket.socket, Any] | None = self.accept()
        except OSError:
            return None
        if came is not None:
            # Its peer may have left already.
            with suppress(OSError):
                self.set_socket_options(came[0])
        return came

    def _has_many(self, client: str, connections: int) -> bool:
        """Whether an address holds, or opens, more than anybody needs; and where all open many, more than a few."""
        now = self._clock()
        mine, everybody = self._opened.of(client), self._opened_by_all
        mine.fill(now)
        everybody.fill(now)
        if mine.left < 1 or connections >= self.limits.connections_each:
            return True
        few = mine.left - 1 >= mine.pace.at_once - self.limits.opened_few
        if not few and self.standing_at(client) is Standing.VISITOR:
            if everybody.left < 1:
                return True
            everybody.take()
        mine.take()
        return False

    # -- whose they are -----------------------------------------------------------

    def meets(self, client: str, standing: Standing) -> None:
        """Somebody with a part in the evening asks for something from an address."""
        self._parts[client] = standing, self._clock() + REMEMBERED
        self._parts.move_to_end(client)
        while len(self._parts) > PARTS:
            self._parts.popitem(last=False)

    def standing_at(self, client: str) -> Standing:
        """That of whoever asked last from an address, among those with a part in the evening."""
        standing, end = self._parts.get(client, (Standing.VISITOR, 0.0))
        return standing if self._clock() < end else Standing.VISITOR

    def has_part(self, client: str) -> bool:
        """Whether somebody with a part in the evening asked last from an address; from any thread."""
        return self.standing_at(client) > Standing.VISITOR

    # -- who goes -----------------------------------------------------------------

    def close_late(self) -> None:
        """Let go of those whose requests take too long to come in."""
        now = self._clock()
        for channel in self.channels:
            if channel.is_late(self.limits, now):
                channel.handle_close()

    def close_unread(self) -> None:
        """Let go of answers that nobody reads, until all but one together are few enough: the largest of the client that has most."""
        held = {one: size for one in self.channels if (size := one.total_outbufs_len)}
        each = Counter[str]()
        for channel, size in held.items():
            each[channel.client] += size
        # A single response may hold more: a host who saves a long game.
        while held and each.total() - max(held.values()) > self.limits.unread:
            client, _ = each.most_common(1)[0]
            theirs = (one for one in held if one.client == client)
            largest = max(theirs, key=lambda one: held[one])
            each[client] -= held.pop(largest)
            largest.handle_close()


def who_goes(channels: Sequence[Channel]) -> Iterator[Channel]:
    """The connections in the order in which they are closed where there are too many: of whoever has most, idle ones, the one silent for longest.

    Those with a part in the evening keep a few each as long as there are others. The Pi itself
    stands for many: those of its connections that are in use stay.
    """
    spare = [c for c in channels if c.idle or c.client != THE_PI]
    each = Counter[str]()
    ranked: list[tuple[tuple[bool, int, bool, float], Channel]] = []
    for one in sorted(spare, key=lambda c: (c.idle, -c.last_activity)):
        each[one.client] += 1
        kept = one.standing > Standing.VISITOR and each[one.client] <= KEPT
        rank = (kept, -each[one.client], not one.idle, one.last_activity)
        ranked.append((rank, one))
    yield from (one for _, one in sorted(ranked, key=lambda pair: pair[0]))


def _close_first(going: Iterator[Channel]) -> Iterator[Channel] | None:
    """Close the next one that is still there; the others, or None if there was none."""
    for channel in going:
        if channel.connected:
            channel.handle_close()
            return going
    return None


def adjustments(limits: Limits, bound: socket.socket) -> Adjustments:
    """What waitress is told."""
    body = limits.photo + 64 * KB
    return Adjustments(
        sockets=[bound],
        # Linux' own limit: what is not queued comes again after a second.
        backlog=4096,
        # Its own sockets count as well, and one more has to come in before another is closed for it.
        connection_limit=limits.connections + 16,
        channel_timeout=int(limits.idle),
        cleanup_interval=5,
        # One request ahead may be read, so that a phone that leaves its stream is noticed at once.
        channel_request_lookahead=1,
        recv_bytes=64 * KB,
        max_request_header_size=16 * KB,
        max_request_body_size=body,
        outbuf_high_watermark=limits.behind,
        # Less stays in memory: a temporary file would be on the card, or in memory after all.
        inbuf_overflow=2 * body,
        outbuf_overflow=limits.unread,
        # Whose word counts is web/addresses.py's to say; it takes the header away.
        clear_untrusted_proxy_headers=False,
        ident=None,
        # Of a phone that has left the Wi-Fi.
        log_socket_errors=False,
    )
