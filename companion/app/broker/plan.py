"""Which broker is meant, and whether it can be reached: by its service's network filter, and there and back."""

import os
import secrets
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final

from companion import broker, errors, seating
from companion.announce import Message, message
from companion.app.broker.connection import Access, Connection, Post
from companion.app.broker.topics import TableTopics, topics_of
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
    name = broker.table_name(settings.table or hostname()[: seating.LONGEST_NAME])
    return BrokerPlan(access, name, settings.lang or language_of_locale(), settings.broker_orders)


# The service's filter ----------------------------------------------------------------


NETWORKS: Final = {
    "localhost": ("127.0.0.0/8", "::1/128"),
    "link-local": ("169.254.0.0/16", "fe80::/64"),
    "multicast": ("224.0.0.0/4", "ff00::/8"),
}
"""What systemd's names stand for (systemd.resource-control(5), "IPAddressAllow=")."""
ALLOWED: Final = "localhost link-local multicast 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
"""As in the unit (``systemd/murphy.service``)."""
LOCAL: Final = tuple(
    ip_network(network) for name in ALLOWED.split() for network in NETWORKS.get(name, (name,))
)


def is_filtered(environment: Mapping[str, str]) -> bool:
    """Whether this is the service, by what systemd tells the one that it waits for."""
    return bool(environment.get("NOTIFY_SOCKET"))


def is_public(host: str) -> bool:
    """Whether a host has only addresses that the unit does not allow; false if none is known."""
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, None)}
    # A label that is too long is an error of its encoding.
    except (OSError, UnicodeError):
        return False
    return bool(found) and not any(map(_is_local, map(str, found)))


def _is_local(address: str) -> bool:
    parsed = ip_address(address)
    return any(parsed in network for network in LOCAL)


# There and back ----------------------------------------------------------------------


BACK_SECONDS: Final = 3.0
"""The most seconds a message may take there and back."""


def tried(plan: BrokerPlan, environment: Mapping[str, str] = os.environ) -> Message:
    """The result for a message sent there and back. Raises BrokerError, which says what is wrong."""
    try:
        return _sent(plan)
    except errors.BrokerError as error:
        told, host = error.message, plan.access.address.host
        silent = told.key == "broker.unreachable"
        if silent and is_filtered(environment) and is_public(host):
            raise errors.BrokerError("broker.not-local", **told.params) from error
        raise


def _sent(plan: BrokerPlan) -> Message:
    run = secrets.token_hex(8)
    line = Connection(plan.access, run)
    try:
        topic = plan.topics.trial
        line.subscribe([topic], local=True)
        line.deliver(Post(topic, run.encode()))
        for came in line.heard_for(BACK_SECONDS):
            if any(received.payload == run.encode() for received in came):
                return message("broker.tried", table=plan.table)
        raise errors.BrokerError("broker.not-allowed", topic=topic)
    finally:
        line.close()
