"""Asks an ONVIF camera where its video is: four questions to the address that discovery tells (ONVIF Core and Media specifications)."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha1
from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import ProxyHandler, Request, build_opener
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from companion.errors import CameraError

SERVICE: Final = "/onvif/"
"""How the path of a device's service begins (Core specification, 5.1.1)."""
PATIENCE: Final = 4.0
"""Seconds for each question."""
MOST_BYTES: Final = 1 << 20
DEVICE: Final = "http://www.onvif.org/ver10/device/wsdl"
MEDIA: Final = "http://www.onvif.org/ver10/media/wsdl"
SCHEMA: Final = "http://www.onvif.org/ver10/schema"
SECURITY: Final = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"


def is_service(url: str) -> bool:
    """Whether an address is that of a device's service."""
    parts = urlsplit(url)
    return parts.scheme in ("http", "https") and parts.path.startswith(SERVICE)


def video_of(
    url: str,
    name: str,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> str:
    """The address of a camera's first video stream, with the name and password of the device's address. ``name`` is shown in its place.

    Raises CameraError: ``camera.no-stream``, ``camera.wants-password``,
    ``camera.wrong-password``.
    """
    try:
        return _Device(url, name, now).video()
    except (ValueError, KeyError, ElementTree.ParseError, LookupError) as error:
        raise CameraError("camera.no-stream", source=name) from error


class _Device:
    def __init__(self, url: str, name: str, now: Callable[[], datetime]) -> None:
        self._parts, self._name = urlsplit(url), name
        self._user = unquote(self._parts.username or "")
        self._secret = unquote(self._parts.password or "")
        port = f":{self._parts.port}" if self._parts.port else ""
        self._host = self._parts.hostname or ""
        self._at = f"{self._parts.scheme}://{self._host}{port}"
        # A camera refuses passwords of another time than its own.
        self._ahead = self._time(now()) - now()
        self._now = now

    def video(self) -> str:
        told = self._asked(self._parts.path, f"<GetCapabilities xmlns='{DEVICE}'><Category>Media</Category></GetCapabilities>")  # fmt: skip
        media = urlsplit(_text(told, "Media/XAddr")).path
        profiles = self._asked(media, f"<GetProfiles xmlns='{MEDIA}'/>")
        token = _first(profiles, "Profiles").attrib["token"]
        setup = (
            f"<GetStreamUri xmlns='{MEDIA}'><StreamSetup><Stream xmlns='{SCHEMA}'>RTP-Unicast</Stream>"
            f"<Transport xmlns='{SCHEMA}'><Protocol>RTSP</Protocol></Transport></StreamSetup>"
            f"<ProfileToken>{escape(token)}</ProfileToken></GetStreamUri>"
        )  # fmt: skip
        return self._own(_text(self._asked(media, setup), "MediaUri/Uri"))

    def _own(self, stream: str) -> str:
        """An address of this very device, with its name and password: no other host is told them, and none else is looked at."""
        parts = urlsplit(stream)
        if parts.scheme not in ("rtsp", "rtsps", "http", "https"):
            raise ValueError(stream)
        port = f":{parts.port}" if parts.port else ""
        known = f"{quote(self._user, '')}:{quote(self._secret, '')}@" if self._user else ""  # fmt: skip
        where = f"{known}{self._host}{port}"
        return urlunsplit((parts.scheme, where, parts.path, parts.query, ""))

    def _time(self, usual: datetime) -> datetime:
        """The camera's; ours where it does not say."""
        try:
            told = self._asked(self._parts.path, f"<GetSystemDateAndTime xmlns='{DEVICE}'/>", known=False)  # fmt: skip
            parts = ("Date/Year", "Date/Month", "Date/Day", "Time/Hour", "Time/Minute", "Time/Second")  # fmt: skip
            utc = _first(told, "UTCDateTime")
            year, month, day, hour, minute, second = (int(_text(utc, part)) for part in parts)  # fmt: skip
            return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        except CameraError as error:
            if error.message.key == "camera.no-stream":
                raise
            return usual
        except (ValueError, KeyError, ElementTree.ParseError):
            return usual

    def _asked(
        self, path: str, question: str, *, known: bool = True
    ) -> ElementTree.Element:
        """The answer to a question. Raises CameraError, and what a broken answer raises."""
        head = self._security() if known and self._user else ""
        body = (
            "<?xml version='1.0' encoding='UTF-8'?>"
            "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'>"
            f"<s:Header>{head}</s:Header><s:Body>{question}</s:Body></s:Envelope>"
        )
        request = Request(
            self._at + (path or SERVICE),
            body.encode(),
            {"Content-Type": "application/soap+xml; charset=utf-8", "User-Agent": "murphy"},
        )  # fmt: skip
        try:
            with build_opener(ProxyHandler({})).open(request, timeout=PATIENCE) as there:  # fmt: skip
                answer = there.read(MOST_BYTES)
        except HTTPError as error:
            with error:
                answer = error.read(MOST_BYTES)
            if error.code in (401, 403) or b"NotAuthorized" in answer:
                key = "camera.wrong-password" if self._user else "camera.wants-password"
                raise CameraError(key, source=self._name) from error
            raise CameraError("camera.answers", source=self._name, status=error.code) from error  # fmt: skip
        except (OSError, HTTPException) as error:
            raise CameraError("camera.no-stream", source=self._name) from error
        if b"<!" in answer:
            # Definitions of a document may grow without end.
            raise ValueError("a document with definitions")
        return ElementTree.fromstring(answer)

    def _security(self) -> str:
        """A name and a password that nobody can send again (WS-Security UsernameToken Profile 1.0, 3.1)."""
        nonce = os.urandom(16)
        made = (self._now() + self._ahead).strftime("%Y-%m-%dT%H:%M:%SZ")
        # The profile prescribes SHA-1.
        digest = sha1(nonce + made.encode() + self._secret.encode(), usedforsecurity=False).digest()  # fmt: skip
        user = escape(self._user)
        return (
            f"<Security xmlns='{SECURITY}wssecurity-secext-1.0.xsd' s:mustUnderstand='1'><UsernameToken><Username>{user}</Username>"
            f"<Password Type='{SECURITY}username-token-profile-1.0#PasswordDigest'>{b64encode(digest).decode()}</Password>"
            f"<Nonce>{b64encode(nonce).decode()}</Nonce><Created xmlns='{SECURITY}wssecurity-utility-1.0.xsd'>{made}</Created>"
            "</UsernameToken></Security>"
        )


def _first(there: ElementTree.Element, path: str) -> ElementTree.Element:
    """The first part at a path of local names, anywhere. Raises KeyError if there is none."""
    found = there.find(".//" + "/".join(f"{{*}}{name}" for name in path.split("/")))
    if found is None:
        raise KeyError(path)
    return found


def _text(there: ElementTree.Element, path: str) -> str:
    return (_first(there, path).text or "").strip()
