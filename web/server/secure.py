"""HTTPS for pages that need a phone's camera: what comes in is decrypted and handed to the pages' server as any other connection."""

import logging
import select
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Any, Final, TypeAlias

from web.access.pacing import Places
from web.addresses import THE_PI, client_of

MOST: Final = 24
"""Connections at once: each has a thread."""
EACH: Final = 12
"""The same of one address: a browser opens six for a page."""
SHAKING: Final = 10.0
"""Seconds for the first exchange, and for a peer that does not read."""
PIECE: Final = 64 * 1024

Adopt: TypeAlias = Callable[[socket.socket, Any], None]
"""Takes a decrypted connection and the address of its other end."""

_log = logging.getLogger(__name__)


class SecureDoor:
    """Accepts connections on a socket until it is closed; a thread for it, and one for each of them.

    ``has_part`` says whether an address is that of somebody with a part in the evening:
    those have places of their own, which no others take.
    """

    def __init__(
        self,
        bound: socket.socket,
        context: ssl.SSLContext,
        adopt: Adopt,
        has_part: Callable[[str], bool],
    ) -> None:
        self.port: int = bound.getsockname()[1]
        self.context = context
        """That of the next connections."""
        self._bound, self._adopt, self._has_part = bound, adopt, has_part
        self._places, self._kept = Places(MOST, EACH), Places(MOST, EACH)
        self._over = False
        bound.setblocking(True)
        bound.listen(MOST)
        Thread(target=self._accept, name="https", daemon=True).start()

    def close(self) -> None:
        """Accept nobody any more; those that are there end with the server that has adopted them."""
        self._over = True
        with suppress(OSError):
            # Closing alone would not wake the thread that accepts.
            self._bound.shutdown(socket.SHUT_RDWR)
        self._bound.close()

    def _accept(self) -> None:
        while not self._over:
            try:
                came, address = self._bound.accept()
            except OSError:
                if self._over:
                    return
                # No more files may be open just now.
                select.select([], [], [], 0.1)
                continue
            client = client_of(address[0])
            places = self._kept if self._has_part(client) else self._places
            if client == THE_PI:
                places = Places(1, 1)
            if not places.take(client):
                came.close()
                continue
            given = (came, address, partial(places.give, client))
            try:
                Thread(target=self._serve, args=given, name="https", daemon=True).start()
            except RuntimeError:
                # No more threads may run just now.
                came.close()
                places.give(client)

    def _serve(self, came: socket.socket, address: Any, leaves: Callable[[], None]) -> None:
        try:
            came.settimeout(SHAKING)
            # As on the other port: what is short does not wait for what comes after.
            came.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.context.wrap_socket(came, server_side=True) as outside:
                inside, handed = socket.socketpair()
                with inside:
                    handed.setblocking(False)
                    self._adopt(handed, address)
                    _relayed(outside, inside)
        except OSError:
            # Of a stranger's scan, or a phone that has left: ssl's errors are among these.
            came.close()
        finally:
            leaves()


def _relayed(outside: ssl.SSLSocket, inside: socket.socket) -> None:
    """Bytes both ways, until one end closes; nobody's are read before the other has taken those of before. Raises OSError."""
    inside.settimeout(SHAKING)
    while True:
        ready, _, _ = select.select([outside, inside], [], [])
        if outside in ready:
            # What was decrypted already makes no socket readable again.
            while True:
                data = outside.recv(PIECE)
                if not data:
                    return
                inside.sendall(data)
                if not outside.pending():
                    break
        if inside in ready:
            data = inside.recv(PIECE)
            if not data:
                with suppress(OSError):
                    outside.unwrap()
                return
            outside.sendall(data)
