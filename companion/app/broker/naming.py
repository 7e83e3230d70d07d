"""Whether a table's name on a broker is free: the current owner answers whoever asks."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from companion.app.broker.connection import Connection, Heard, Post
from companion.app.broker.topics import TableTopics
from companion.errors import BrokerError

ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
EXPIRY: Final = 90
"""Seconds after which a broker discards ``online`` unless it is repeated: a crashing broker loses the last will."""
ANSWER_SECONDS: Final = 2.0
"""How long the owner of a name may take to answer."""


class NameOnBroker:
    """A table's name, as one run of one companion holds it on one connection."""

    def __init__(self, topics: TableTopics, table: str, run: str) -> None:
        self._topics = topics
        self._table = table
        self._run = run

    @property
    def will(self) -> Post:
        """The last will."""
        return Post(self._topics.availability, OFFLINE, retain=True)

    def take(self, line: Connection) -> bytes:
        """Take the name; returns the retained state (empty if there is none). Raises BrokerError if it is taken."""
        topics = self._topics
        line.subscribe([topics.availability, topics.hello, topics.state])
        hello = Post(topics.hello, b"?")
        # Retained messages arrive before the broker's acknowledgement of this one.
        line.settle(line.publish(hello), hello.topic)
        kept = line.heard()
        if any(self._is_others(heard) for heard in kept):
            self._ask(line)
        self.say(line)
        return next((h.payload for h in kept if h.topic == topics.state), b"")

    def say(self, line: Connection) -> None:
        """Publish that the table is online."""
        post = Post(self._topics.availability, ONLINE, retain=True, expiry=EXPIRY)
        line.settle(line.publish(post), post.topic)

    def hold(self, line: Connection, heard: Iterable[Heard]) -> None:
        """Answer those who ask for the name, and correct a wrong ``offline``. Raises BrokerError if the name is lost to another table."""
        ours = [h for h in heard if h.topic in (self._topics.availability, self._topics.hello)]  # fmt: skip
        if any(self._is_others(h) and str(h.run) < self._run for h in ours):
            raise BrokerError("broker.same-name", table=self._table)
        if any(h.run != self._run or h.payload == OFFLINE for h in ours):
            self.say(line)

    def _ask(self, line: Connection) -> None:
        """Ask whether the previous owner of the name is still there."""
        hello = Post(self._topics.hello, b"?")
        line.settle(line.publish(hello), hello.topic)
        end = time.monotonic() + ANSWER_SECONDS
        while (left := end - time.monotonic()) > 0 and line.open:
            line.wait(left)
            if any(self._is_others(h) and not h.retained for h in line.heard()):
                raise BrokerError("broker.same-name", table=self._table)

    def _is_others(self, heard: Heard) -> bool:
        is_there = heard.topic == self._topics.availability and heard.payload == ONLINE
        return is_there and heard.run != self._run
