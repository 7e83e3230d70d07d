"""Addresses of brokers as people write them (``mqtt://anna@pi.local``, ``mqtts://broker.example:8884``), and the name of a table there."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from companion import errors, seating, visible

PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker's host and port, whether the connection is encrypted, and the user name; never a password."""

    host: str
    port: int
    tls: bool = False
    user: str = ""

    def __str__(self) -> str:
        """As people write it; ``broker_address`` is the inverse."""
        scheme = "mqtts" if self.tls else "mqtt"
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[scheme] else f":{self.port}"
        return f"{scheme}://{user}{host}{port}/"


def broker_address(written: str) -> BrokerAddress:
    """The address in a text. Raises SettingsError, which never repeats the text: it may contain a password."""
    try:
        url = urlsplit(written.strip())
        port = url.port or PORTS[url.scheme]
        secret, host = url.password, url.hostname or ""
        extra = url.path.strip("/") or url.query or url.fragment
        user = unquote(url.username or "", errors="strict")
    except (KeyError, ValueError) as error:
        raise errors.SettingsError("broker.address") from error
    if secret is not None:
        raise errors.SettingsError("broker.password-in-address")
    if not host or extra or not f"{host}{user}".isprintable():
        raise errors.SettingsError("broker.address")
    return BrokerAddress(host, port, url.scheme == "mqtts", user)


def table_name(given: str) -> str:
    """A table's name without surrounding or repeated blanks. Raises SettingsError."""
    name = " ".join(given.split())
    if not 0 < len(name) <= seating.LONGEST_NAME or not visible.is_visible(name):
        raise errors.SettingsError("broker.table", most=seating.LONGEST_NAME)
    return name
