"""Which addresses the service may reach: systemd drops packets to and from all others without a word."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from typing import Final

NETWORKS: Final = {
    "localhost": ("127.0.0.0/8", "::1/128"),
    "link-local": ("169.254.0.0/16", "fe80::/64"),
    "multicast": ("224.0.0.0/4", "ff00::/8"),
}
"""What systemd's names stand for (systemd.resource-control(5), "IPAddressAllow=")."""
ALLOWED: Final = (
    "localhost link-local multicast 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
)
"""As in the unit (``systemd/murphy.service``)."""
LOCAL: Final = tuple(
    ip_network(network)
    for name in ALLOWED.split()
    for network in NETWORKS.get(name, (name,))
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
