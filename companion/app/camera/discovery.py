"""Which cameras there are: those that are plugged in, and those of the house's network that answer one WS-Discovery probe, as ONVIF has it.

The probe is sent only when somebody asks, to the local network alone (a time to live of 1), and over
within ``SECONDS``. What an answer says is believed of the device that sent it only.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit, urlunsplit
from uuid import UUID, uuid4

from companion import rules, soap, visible
from companion.app.camera.sources import DEVICES

GROUP: Final = ("239.255.255.250", 3702)
"""Where devices listen (WS-Discovery 1.1, 2.4)."""
SECONDS: Final = 3.0
AGAIN: Final = 0.7
"""Seconds after which the probe is sent once more: one packet may get lost."""
MOST: Final = 64
"""Answers that are read; more are an attack."""
LONGEST_NAME: Final = 60
MATCHES: Final = "{*}Body/{*}ProbeMatches/{*}ProbeMatch"
"""Where an answer tells of a device; the first counts, for each sends its own (WS-Discovery 1.1, 5.3)."""
PROBE: Final = """<?xml version="1.0" encoding="UTF-8"?>
<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"
 xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing"
 xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"
 xmlns:n="http://www.onvif.org/ver10/network/wsdl">
<e:Header><w:MessageID>urn:uuid:{number}</w:MessageID>
<w:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</w:To>
<w:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</w:Action></e:Header>
<e:Body><d:Probe><d:Types>n:NetworkVideoTransmitter</d:Types></d:Probe></e:Body></e:Envelope>"""
"""ONVIF Core Specification, 7.3.2.1."""
_NAMES: Final = ("onvif://www.onvif.org/name/", "onvif://www.onvif.org/hardware/")


def in_the_house(
    group: tuple[str, int] = GROUP, seconds: float = SECONDS, number: UUID | None = None
) -> tuple[rules.Json, ...]:
    """The cameras that answer: ``source``, the address to look at, and ``name``; none where there is no network."""
    found: dict[str, rules.Json] = {}
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        probe = PROBE.format(number=number or uuid4()).encode()
        for answer, sender in _answers(asking, probe, group, seconds):
            if camera := camera_of(answer, sender):
                source, name = camera
                found.setdefault(source, {"source": source, "name": name})
    return tuple(found[source] for source in sorted(found))


def _answers(
    asking: socket.socket, probe: bytes, group: tuple[str, int], seconds: float
) -> Iterator[tuple[bytes, str]]:
    """What comes back until the time is over, and from which address."""
    end = time.monotonic() + seconds
    asking.sendto(probe, group)
    again = time.monotonic() + AGAIN
    heard = 0
    while (now := time.monotonic()) < end and heard < MOST:
        if now >= again:
            asking.sendto(probe, group)
            again = end
        asking.settimeout(max(min(again, end) - now, 0.01))
        with suppress(TimeoutError):
            answer, (sender, _) = asking.recvfrom(1 << 16)
            heard += 1
            yield answer, sender


def camera_of(answer: bytes, sender: str) -> tuple[str, str] | None:
    """The address and name of the camera that an answer tells of; None if that is not the sender itself, in a private network."""
    with suppress(ValueError):
        match = soap.document(answer).find(MATCHES)
        if match is not None and _is_near(sender):
            scopes = match.findtext("{*}Scopes", "").split()
            own = (_own(one, sender) for one in match.findtext("{*}XAddrs", "").split())
            if source := next(filter(None, own), None):
                return source, _named(scopes) or sender
    return None


def _is_near(sender: str) -> bool:
    there = ip_address(sender)
    return there.is_private or there.is_loopback


def _own(address: str, sender: str) -> str:
    """An address of a device that is on the sender itself; empty if it is on another, or people could not see all of it."""
    with suppress(ValueError):
        parts = urlsplit(address if visible.is_visible(address) else "")
        port = f":{parts.port}" if parts.port else ""
        if parts.scheme in ("http", "https") and parts.hostname == sender:
            return urlunsplit((parts.scheme, sender + port, parts.path or "/", "", ""))
    return ""


def _named(scopes: list[str]) -> str:
    """What a camera calls itself; empty if that is nothing people can see."""
    for start in _NAMES:
        for scope in scopes:
            name = " ".join(unquote(scope.removeprefix(start)).replace("_", " ").split())
            if scope.startswith(start) and name and visible.is_visible(name):
                return name[:LONGEST_NAME]
    return ""


def usb_cameras(devices: Path = DEVICES) -> Iterator[rules.Json]:
    """The USB cameras among the kernel's video devices, each once: its first device gives pictures, the others what is known of them."""
    for device in sorted(devices.glob("video*"), key=lambda one: int(one.name[5:])):
        with suppress(OSError):
            first = (device / "index").read_text().strip() == "0"
            bus = (device / "device" / "subsystem").resolve().name
            if first and bus == "usb":
                name = (device / "name").read_text("utf-8", "replace").strip()
                yield {"source": f"usb:{device.name[5:]}", "name": name}
