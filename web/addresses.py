"""Names and addresses of this machine: what the join code shows and which Host headers are accepted."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


ROUTES: Final = Path("/proc/net/fib_trie")
SIX: Final = Path("/proc/net/if_inet6")
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address reserved for documentation: looking up the route to it sends nothing."""
EVERYWHERE: Final = ("", "0.0.0.0", "::")
"""Listening addresses that mean all interfaces."""
THE_PI: Final = "127.0.0.1"

_LOCAL = re.compile(r"\|-- (\S+)\n\s+/32 host LOCAL")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]@/?#\s]+)(?::\d{1,5})?")


def own_addresses(routes: Path = ROUTES, six: Path = SIX) -> frozenset[str]:
    """Every IP address of this machine, as the kernel lists them; only the main one if it does not."""
    found = set(_LOCAL.findall(_text(routes)))
    found |= {_six(line) for line in _text(six).splitlines() if line}
    return frozenset(found or {main_address()})


def main_address() -> str:
    """The IPv4 address by which phones are most likely to reach this machine; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
            return str(asked.getsockname()[0])
        except OSError:
            return _any_reachable(_LOCAL.findall(_text(ROUTES)))


def page_address(host: str) -> str:
    """The address, as in a URL, of a page served at ``host`` (a setting)."""
    if host in EVERYWHERE:
        return main_address()
    return f"[{host}]" if ":" in host else host


def host_of(header: str) -> str | None:
    """The host of a Host header or of an Origin, without port; None if it is malformed."""
    found = _HOST.fullmatch(header)
    if found is None:
        return None
    host = found[1].strip("[]").lower().removesuffix(".")
    return _canonical(host)


def client_of(address: str | None) -> str:
    """The client behind an address: an IPv4 address, or the network of an IPv6 one (phones change the rest of it)."""
    try:
        given = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return "nobody"
    if isinstance(given, ipaddress.IPv4Address):
        return str(given)
    if given.ipv4_mapped is not None:
        return str(given.ipv4_mapped)
    if given.is_loopback:
        return THE_PI
    return str(ipaddress.ip_network((int(given) >> 64 << 64, 64)))


def plain(address: str) -> str | None:
    """An IP address as it is always written, an IPv4 one also if IPv6 brings it; None if it is none."""
    try:
        given = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    inner = given.ipv4_mapped if isinstance(given, ipaddress.IPv6Address) else None
    return str(inner or given)


class Hosts:
    """The Host headers that are ours: localhost, this machine's name with and without .local, its addresses, and names from the settings."""

    def __init__(
        self,
        names: Iterable[str] = (),
        *,
        addresses: Callable[[], frozenset[str]] = own_addresses,
        hostname: Callable[[], str] = socket.gethostname,
    ) -> None:
        own = hostname().lower().removesuffix(".local")
        self.name = f"{own}.local"
        self._names = frozenset({"localhost", own, self.name, *map(str.lower, names)})
        self._addresses = addresses

    @property
    def all(self) -> frozenset[str]:
        """Every name and address by which this machine may be asked now."""
        return self._names | self._addresses()

    def __contains__(self, header: object) -> bool:
        """Whether a Host header names this machine. Other names are refused: a foreign page may have rebound its own (DNS rebinding)."""
        host = host_of(header) if isinstance(header, str) else None
        if host is None:
            return False
        return host in self._names or host in map(_canonical, self._addresses())


def _canonical(host: str) -> str:
    try:
        return str(ipaddress.ip_address(host.partition("%")[0]))
    except ValueError:
        return host


def _any_reachable(addresses: Iterable[str]) -> str:
    outside = (a for a in addresses if not ipaddress.ip_address(a).is_loopback)
    return next(outside, "127.0.0.1")


def _six(line: str) -> str:
    return str(ipaddress.IPv6Address(int(line.split()[0], 16)))


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return ""


# Behind a proxy ----------------------------------------------------------------------


HEADER: Final = "HTTP_X_FORWARDED_FOR"


class Forwarded:
    """An application to which a proxy's requests come as if from the proxy's own clients.

    A proxy adds the address of its client at the end of ``X-Forwarded-For``; what stands
    before that the client may have written itself. Anybody else's header counts for nothing.
    """

    def __init__(self, app: WSGIApplication, proxy: str) -> None:
        """``proxy``: the address of the proxy; empty: there is none."""
        self._app = app
        self._proxy = plain(proxy)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        said = environ.pop(HEADER, "").rpartition(",")[2].strip()
        client = plain(said) or plain(host_of(said) or "")
        trusted = self._proxy == plain(environ.get("REMOTE_ADDR", ""))
        if self._proxy is not None and trusted and client is not None:
            environ["REMOTE_ADDR"] = client
        return self._app(environ, start_response)
