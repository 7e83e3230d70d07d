"""Asks an ONVIF camera where its video is: four questions to the address that discovery tells (ONVIF Core and Media specifications)."""

from __future__ import annotations

import os
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha1
from http.client import HTTPException, HTTPResponse
from typing import Final
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from companion import soap
from companion.errors import CameraError
from vision.cameras.network import host, trusting

SERVICE: Final = "/onvif/"
"""How the path of a device's service begins (Core specification, 5.1.1)."""
PATIENCE: Final = 4.0
"""Seconds for each question, and again for its answer."""
MOST_BYTES: Final = 1 << 20
CHUNK: Final = 1 << 16
DEVICE: Final = "http://www.onvif.org/ver10/device/wsdl"
MEDIA: Final = "http://www.onvif.org/ver10/media/wsdl"
SCHEMA: Final = "http://www.onvif.org/ver10/schema"
SECURITY: Final = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"


def is_service(url: str) -> bool:
    """Whether an address is that of a device's service."""
    parts = urlsplit(url)
    return parts.scheme in ("http", "https") and parts.path.startswith(SERVICE)


def video_of(url: str, name: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> str:
    """The address of a camera's first video stream, with the name and password of the device's address. ``name`` is shown in its place.

    Raises CameraError: ``camera.no-stream``, ``camera.wants-password``,
    ``camera.wrong-password``.
    """
    try:
        return _Device(url, name, now).video()
    # A time of the camera's may be farther away than times go.
    except (ValueError, KeyError, OverflowError) as error:
        raise CameraError("camera.no-stream", source=name) from error


class _Device:
    def __init__(self, url: str, name: str, now: Callable[[], datetime]) -> None:
        self._parts, self._name = urlsplit(url), name
        self._user = unquote(self._parts.username or "")
        self._secret = unquote(self._parts.password or "")
        port = f":{self._parts.port}" if self._parts.port else ""
        self._host = host(self._parts.hostname)
        self._at = f"{self._parts.scheme}://{self._host}{port}"
        # A camera refuses passwords of another time than its own.
        self._ahead = self._time(now()) - now()
        self._now = now

    def video(self) -> str:
        told = self._asked(
            self._parts.path,
            f"<GetCapabilities xmlns='{DEVICE}'><Category>Media</Category></GetCapabilities>",
        )
        media = urlsplit(_text(told, "Media/XAddr")).path
        profiles = self._asked(media, f"<GetProfiles xmlns='{MEDIA}'/>")
        token = _first(profiles, "Profiles").attrib["token"]
        setup = (
            f"<GetStreamUri xmlns='{MEDIA}'><StreamSetup><Stream xmlns='{SCHEMA}'>RTP-Unicast</Stream>"
            f"<Transport xmlns='{SCHEMA}'><Protocol>RTSP</Protocol></Transport></StreamSetup>"
            f"<ProfileToken>{escape(token)}</ProfileToken></GetStreamUri>"
        )
        return self._own(_text(self._asked(media, setup), "MediaUri/Uri"))

    def _own(self, stream: str) -> str:
        """An address of this very device, with its name and password: no other host is told them, and none else is looked at."""
        parts = urlsplit(stream)
        if parts.scheme not in ("rtsp", "rtsps", "http", "https"):
            raise ValueError(stream)
        port = f":{parts.port}" if parts.port else ""
        known = f"{quote(self._user, '')}:{quote(self._secret, '')}@" if self._user else ""
        where = f"{known}{self._host}{port}"
        return urlunsplit((parts.scheme, where, parts.path, parts.query, ""))

    def _time(self, usual: datetime) -> datetime:
        """The camera's; ours where it does not say."""
        try:
            told = self._asked(
                self._parts.path, f"<GetSystemDateAndTime xmlns='{DEVICE}'/>", known=False
            )
            parts = (
                "Date/Year",
                "Date/Month",
                "Date/Day",
                "Time/Hour",
                "Time/Minute",
                "Time/Second",
            )
            utc = _first(told, "UTCDateTime")
            year, month, day, hour, minute, second = (int(_text(utc, part)) for part in parts)
            return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        except CameraError as error:
            if error.message.key == "camera.no-stream":
                raise
            return usual
        except (ValueError, KeyError, OverflowError):
            return usual

    def _asked(self, path: str, question: str, *, known: bool = True) -> ElementTree.Element:
        """The answer to a question. Raises CameraError, and what a broken answer raises."""
        head = self._security() if known and self._user else ""
        body = (
            "<?xml version='1.0' encoding='UTF-8'?>"
            "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'>"
            f"<s:Header>{head}</s:Header><s:Body>{question}</s:Body></s:Envelope>"
        )
        path = path or SERVICE
        if not path.startswith("/"):
            # It would go on with the host's name, or its port.
            raise ValueError(path)
        request = Request(
            self._at + path,
            body.encode(),
            {"Content-Type": "application/soap+xml; charset=utf-8", "User-Agent": "murphy"},
        )
        opener = build_opener(ProxyHandler({}), trusting(), _Nowhere())
        try:
            with opener.open(request, timeout=PATIENCE) as there:
                answer = _whole(there)
        except HTTPError as error:
            raise self._refused(error) from error
        except (OSError, HTTPException) as error:
            raise CameraError("camera.no-stream", source=self._name) from error
        return soap.document(answer)

    def _refused(self, error: HTTPError) -> CameraError:
        """What people are told of an answer that is none."""
        answer = b""
        with error, suppress(OSError, HTTPException):
            answer = _whole(error)
        if error.code in (401, 403) or b"NotAuthorized" in answer:
            key = "camera.wrong-password" if self._user else "camera.wants-password"
            return CameraError(key, source=self._name)
        return CameraError("camera.answers", source=self._name, status=error.code)

    def _security(self) -> str:
        """A name and a password that nobody can send again (WS-Security UsernameToken Profile 1.0, 3.1)."""
        nonce = os.urandom(16)
        made = (self._now() + self._ahead).strftime("%Y-%m-%dT%H:%M:%SZ")
        # The profile prescribes SHA-1.
        digest = sha1(nonce + made.encode() + self._secret.encode(), usedforsecurity=False).digest()
        user = escape(self._user)
        return (
            f"<Security xmlns='{SECURITY}wssecurity-secext-1.0.xsd' s:mustUnderstand='1'><UsernameToken><Username>{user}</Username>"
            f"<Password Type='{SECURITY}username-token-profile-1.0#PasswordDigest'>{b64encode(digest).decode()}</Password>"
            f"<Nonce>{b64encode(nonce).decode()}</Nonce><Created xmlns='{SECURITY}wssecurity-utility-1.0.xsd'>{made}</Created>"
            "</UsernameToken></Security>"
        )


class _Nowhere(HTTPRedirectHandler):
    """Follows no answer to another address: a camera may send nobody to other machines of the house."""

    def redirect_request(self, *_: object) -> None:
        """To none."""


def _whole(there: HTTPResponse | HTTPError) -> bytes:
    """What is answered, as far as it is not too much. Raises OSError, also where it takes too long, and HTTPException."""
    end, answer = time.monotonic() + PATIENCE, bytearray()
    while len(answer) < MOST_BYTES and (data := there.read1(CHUNK)):
        answer += data
        if time.monotonic() > end:
            raise TimeoutError
    return bytes(answer)


def _first(there: ElementTree.Element, path: str) -> ElementTree.Element:
    """The first part at a path of local names, anywhere. Raises KeyError if there is none."""
    found = there.find(".//" + "/".join(f"{{*}}{name}" for name in path.split("/")))
    if found is None:
        raise KeyError(path)
    return found


def _text(there: ElementTree.Element, path: str) -> str:
    return (_first(there, path).text or "").strip()
