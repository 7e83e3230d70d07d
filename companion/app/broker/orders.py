"""What others may ask of a table over the broker, where its host allows it: quiet, and a pause."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.app.broker.connection import Heard
from companion.app.broker.topics import TableTopics

ORDERS: Final = ("quiet", "pause")
SWITCHED: Final = {b"ON": True, b"OFF": False}
"""What Home Assistant's switches say."""


def order_topics(topics: TableTopics) -> dict[str, str]:
    """Topic -> what is asked for there."""
    return {topics.order(what): what for what in ORDERS}


def orders_in(heard: Iterable[Heard], topics: TableTopics) -> dict[str, bool]:
    """The last order of each kind; one that the broker kept was said to a table of long ago, and is none."""
    asked = order_topics(topics)
    return {
        asked[each.topic]: SWITCHED[each.payload]
        for each in heard
        if each.topic in asked and each.payload in SWITCHED and not each.retained
    }
