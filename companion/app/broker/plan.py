"""What a table publishes and where, as the settings say."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass

from companion.app.broker.connection import Access
from companion.app.broker.topics import TableTopics, topics_of
from companion.broker import table_name
from companion.seating import LONGEST_NAME
from companion.settings import Settings
from companion.words import language_of_locale


@dataclass(frozen=True, slots=True)
class BrokerPlan:
    """The broker, the table's name there, the language of names in Home Assistant, and what is allowed."""

    access: Access
    table: str
    language: str
    orders: bool = False
    """Whether others may send orders to the table."""

    @property
    def topics(self) -> TableTopics:
        """Where the table is published. Raises SettingsError if its name is not readable."""
        return topics_of(self.table)


def plan_of(
    settings: Settings, hostname: Callable[[], str] = socket.gethostname
) -> BrokerPlan | None:
    """The plan in the settings; None if no broker is set. Raises SettingsError."""
    if settings.broker is None:
        return None
    access = Access(settings.broker, settings.broker_password, settings.broker_ca)
    # A machine's name may be longer than a table's may be.
    name = table_name(settings.table or hostname()[:LONGEST_NAME])
    return BrokerPlan(
        access, name, settings.lang or language_of_locale(), settings.broker_orders
    )
