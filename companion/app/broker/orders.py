"""What others may request of a table through the broker, if the host allows it: quiet, and pause."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.app.broker.connection import Heard
from companion.app.broker.topics import TableTopics

ORDERS: Final = ("quiet", "pause")
SWITCHED: Final = {b"ON": True, b"OFF": False}
"""The payloads of Home Assistant's switches."""


def order_topics(topics: TableTopics) -> dict[str, str]:
    """Topic -> what it requests."""
    return {topics.order(what): what for what in ORDERS}


def orders_in(heard: Iterable[Heard], topics: TableTopics) -> dict[str, bool]:
    """The last order of each kind; retained ones are ignored, since they may be long outdated."""
    asked = order_topics(topics)
    return {
        asked[each.topic]: SWITCHED[each.payload]
        for each in heard
        if each.topic in asked and each.payload in SWITCHED and not each.retained
    }
