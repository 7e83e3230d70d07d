"""A table's topics on a broker: what it is called there, what may be switched, and whether its name is free."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from companion import broker, errors
from companion.app.broker.connection import Connection, Post, Received

ROOT: Final = "murphy"
BIRTH: Final = "homeassistant/status"
"""Where Home Assistant announces that it has started."""
EVERY: Final = tuple(f"{ROOT}/+/{leaf}" for leaf in ("availability", "state"))
"""What a hub subscribes to: retained messages tell it everything, whenever it starts."""

_PLAIN = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class TableTopics:
    """The topics of a table; ``key`` represents its name in them, different for different names."""

    key: str

    @property
    def availability(self) -> str:
        """``online`` or ``offline``, retained, and the last will."""
        return f"{ROOT}/{self.key}/availability"

    @property
    def state(self) -> str:
        """How the table stands, retained."""
        return f"{ROOT}/{self.key}/state"

    @property
    def event(self) -> str:
        """Announcements, once each."""
        return f"{ROOT}/{self.key}/event"

    @property
    def hello(self) -> str:
        """Where a table that wants this name asks whether it is taken."""
        return f"{ROOT}/{self.key}/hello"

    @property
    def trial(self) -> str:
        """Where the test button receives its own message."""
        return f"{ROOT}/{self.key}/test"

    def order(self, what: str) -> str:
        """Where others may request ``quiet`` or ``pause``."""
        return f"{ROOT}/{self.key}/set/{what}"

    @property
    def device(self) -> str:
        """The table's identifier in Home Assistant: letters, digits, ``_`` and ``-`` only."""
        if _PLAIN.fullmatch(self.key):
            return f"murphy_{self.key}"
        plain = re.sub(r"[^A-Za-z0-9_-]+", "-", unquote(self.key)).strip("-")
        mark = hashlib.sha256(self.key.encode()).hexdigest()[:8]
        return f"murphy_{plain}-{mark}" if plain else f"murphy_{mark}"

    @property
    def discovery(self) -> str:
        """Where Home Assistant looks for the device."""
        return f"homeassistant/device/{self.device}/config"


def topics_of(table: str) -> TableTopics:
    """The topics for a table's name. Raises SettingsError if the name is not readable."""
    return TableTopics(quote(broker.table_name(table), safe=""))


def leaf_of(topic: str) -> tuple[str, str] | None:
    """The key and the last level of a table's topic; None for any other topic."""
    match topic.split("/"):
        case [root, key, leaf] if root == ROOT and key:
            return key, leaf
    return None


# What may be switched ----------------------------------------------------------------


ORDERS: Final = ("quiet", "pause")
SWITCHED: Final = {b"ON": True, b"OFF": False}
"""The payloads of Home Assistant's switches."""


def order_topics(topics: TableTopics) -> dict[str, str]:
    """Topic -> what it requests."""
    return {topics.order(what): what for what in ORDERS}


def orders_in(received: Iterable[Received], topics: TableTopics) -> dict[str, bool]:
    """The last order of each kind; retained ones are ignored, since they may be long outdated."""
    asked = order_topics(topics)
    return {
        asked[each.topic]: SWITCHED[each.payload]
        for each in received
        if each.topic in asked and each.payload in SWITCHED and not each.retained
    }


# The name ----------------------------------------------------------------------------


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
        # Retained messages arrive before the broker's acknowledgement of this one.
        line.deliver(Post(topics.hello, b"?"))
        kept = line.received()
        if any(self._is_others(received) for received in kept):
            self._ask(line)
        self.say(line)
        return next((h.payload for h in kept if h.topic == topics.state), b"")

    def say(self, line: Connection) -> None:
        """Publish that the table is online."""
        line.deliver(Post(self._topics.availability, ONLINE, retain=True, expiry=EXPIRY))

    def hold(self, line: Connection, received: Iterable[Received]) -> None:
        """Answer those who ask for the name, and correct a wrong ``offline``. Raises BrokerError if the name is lost to another table."""
        own = (self._topics.availability, self._topics.hello)
        ours = [heard for heard in received if heard.topic in own]
        if any(self._is_others(h) and str(h.run) < self._run for h in ours):
            raise errors.BrokerError("broker.same-name", table=self._table)
        if any(h.run != self._run or h.payload == OFFLINE for h in ours):
            self.say(line)

    def _ask(self, line: Connection) -> None:
        """Ask whether the previous owner of the name is still there."""
        line.deliver(Post(self._topics.hello, b"?"))
        for came in line.heard_for(ANSWER_SECONDS):
            if any(self._is_others(h) and not h.retained for h in came):
                raise errors.BrokerError("broker.same-name", table=self._table)

    def _is_others(self, received: Received) -> bool:
        is_there = received.topic == self._topics.availability and received.payload == ONLINE
        return is_there and received.run != self._run
