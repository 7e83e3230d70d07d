"""What a broker tells of all tables, collected for a hub's page."""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Final

from companion import errors
from companion.app.broker.connection import Access, Connection, Received
from companion.app.broker.topics import EVERY, EXPIRY, ONLINE, leaf_of
from web.hub.all_tables import AllTables, Presence

LOOK_SECONDS: Final = 1.0
PAUSE_SECONDS: Final = 2.0
"""Between two attempts to reach a broker."""

_log = logging.getLogger(__name__)


class Subscriber:
    """Collects the topics of all tables into an overview; ``turn`` is to be called repeatedly in a thread of its own."""

    def __init__(
        self, access: Access, overview: AllTables, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``clock``: monotonic seconds."""
        self._access = access
        self._overview = overview
        self._clock = clock
        self._why = ""

    def turn(self, ended: threading.Event) -> None:
        """One connection from beginning to end."""
        try:
            self._listen(ended)
        except errors.BrokerError as error:
            if str(error) != self._why:
                _log.warning("%s", error)
            self._why = str(error)
            ended.wait(PAUSE_SECONDS)
        finally:
            self._overview.connected = False

    def _listen(self, ended: threading.Event) -> None:
        line = Connection(self._access, f"hub-{secrets.token_hex(8)}")
        try:
            line.subscribe(EVERY)
            self._overview.connected, self._why = True, ""
            while not ended.is_set():
                for received in line.received():
                    self._receive(received)
                self._overview.silent_since(self._clock() - EXPIRY)
                line.wait(LOOK_SECONDS)
        finally:
            line.close()

    def _receive(self, received: Received) -> None:
        match leaf_of(received.topic):
            case [key, "availability"]:
                online, live = received.payload == ONLINE, not received.retained
                presence = Presence(online, live, self._clock())
                self._overview.is_there(key, presence)
            case [key, "state"]:
                self._overview.stands(key, received.payload)
