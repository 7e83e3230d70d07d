"""What a table is to tell whom: what the settings say of a broker."""

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
    """The broker, the table's name there, the language in which Home Assistant calls things, and what is allowed."""

    access: Access
    table: str
    language: str
    orders: bool = False
    """Whether others may ask something of the table there."""

    @property
    def topics(self) -> TableTopics:
        """The table's topics."""
        return topics_of(self.table)


def plan_of(
    settings: Settings, hostname: Callable[[], str] = socket.gethostname
) -> BrokerPlan | None:
    """What the settings ask for; None where no broker is set. Raises SettingsError."""
    if settings.broker is None:
        return None
    access = Access(settings.broker, settings.broker_password, settings.broker_ca)
    # A machine may have a longer name than a table.
    name = table_name(settings.table or hostname()[:LONGEST_NAME])
    return BrokerPlan(
        access, name, settings.lang or language_of_locale(), settings.broker_orders
    )
