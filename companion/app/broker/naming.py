"""Whether a table's name on a broker is free: who has it answers whoever asks."""

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
"""Seconds after which a broker forgets that a table is there which nobody has said again: a will is lost with a broker that crashes."""
ANSWER_SECONDS: Final = 2.0
"""How long one that has a name may take to say so."""


class NameOnBroker:
    """A table's name, as one run of one companion holds it on one connection."""

    def __init__(self, topics: TableTopics, table: str, run: str) -> None:
        self._topics = topics
        self._table = table
        self._run = run

    @property
    def will(self) -> Post:
        """What the broker says when the line breaks."""
        return Post(self._topics.availability, OFFLINE, retain=True)

    def take(self, line: Connection) -> bytes:
        """Be this table from now on; what the broker has kept of how it stood, empty: nothing. Raises BrokerError where another one is."""
        topics = self._topics
        line.subscribe([topics.availability, topics.hello, topics.state])
        hello = Post(topics.hello, b"?")
        # What is retained comes before the broker's word on this.
        line.settle(line.publish(hello), hello.topic)
        kept = line.heard()
        if any(self._is_others(heard) for heard in kept):
            self._ask(line)
        self.say(line)
        return next((h.payload for h in kept if h.topic == topics.state), b"")

    def say(self, line: Connection) -> None:
        """Say that the table is there."""
        post = Post(self._topics.availability, ONLINE, retain=True, expiry=EXPIRY)
        line.settle(line.publish(post), post.topic)

    def hold(self, line: Connection, heard: Iterable[Heard]) -> None:
        """Answer those who ask, and what says that this table is gone. Raises BrokerError where the name goes to another."""
        ours = [h for h in heard if h.topic in (self._topics.availability, self._topics.hello)]  # fmt: skip
        if any(self._is_others(h) and str(h.run) < self._run for h in ours):
            raise BrokerError("broker.same-name", table=self._table)
        if any(h.run != self._run or h.payload == OFFLINE for h in ours):
            self.say(line)

    def _ask(self, line: Connection) -> None:
        """Whether the one who had the name is still there."""
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
