"""The topics of a table."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from companion.broker import table_name

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
    return TableTopics(quote(table_name(table), safe=""))


def leaf_of(topic: str) -> tuple[str, str] | None:
    """The key and the last level of a table's topic; None for any other topic."""
    match topic.split("/"):
        case [root, key, leaf] if root == ROOT and key:
            return key, leaf
    return None
