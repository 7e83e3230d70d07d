"""Cameras over HTTP as they are: motion JPEG in any form, single pictures asked for again and again, a page that has one of both.

Everything else at an address (other video, ``rtsp``) is FFmpeg's: :mod:`vision.cameras.sources`.
"""

from __future__ import annotations

import hashlib
import re
import ssl
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.client import (
    BadStatusLine,
    HTTPException,
    HTTPMessage,
    HTTPResponse,
    RemoteDisconnected,
)
from typing import IO, Final
from urllib.error import HTTPError
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit
from urllib.request import (
    BaseHandler,
    HTTPBasicAuthHandler,
    HTTPDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from companion.announce import Message, message
from companion.errors import CameraError, PictureError
from vision.frame import Colour
from vision.jpegs import MOST_BYTES, Jpegs
from vision.pictures import decode_picture

ANSWER: Final = 12.0
"""Seconds that a camera may take for an answer and between two pictures; one that wakes takes 8 for its first."""
QUICK: Final = 2.0
"""Seconds for each address that is only tried."""
GAP: Final = 0.2
"""Seconds between two questions for a single picture."""
BROKEN: Final = 10
"""So many pictures after one another that cannot be decoded are a lost camera."""
CHUNK: Final = 1 << 16

STREAMS: Final = (
    *("/video", "/stream", "/?action=stream", ":81/stream", "/mjpeg", "/videofeed"),
    *("/video_feed", "/stream.mjpg", "/mjpg/video.mjpg", "/shot.jpg", "/snapshot", "/capture"),
)
"""Where the stream usually is of a camera whose page's address was given: phones' apps, mjpg-streamer, ESP32 boards, picamera2's example, Axis."""

PAGE: Final = (b"<!do", b"<htm", b"<?xm", b"<!--", b"<hea")
"""How a page begins, whatever its answer calls it."""


PICTURE: Final = re.compile(rb"\x89PNG\r\n|RIFF....WEBP|....ftypavif", re.DOTALL)
"""How a single picture begins that is no JPEG: of those there may be more to come."""
VAGUE: Final = ("application/", "binary/", "text/", "video/x-motion-jpeg")
"""How types begin that say nothing: what comes under one says itself what it is."""

DIGEST: Final = re.compile(r'digest\b(?!.*\balgorithm="?(?!(?:MD5|SHA-256)\b(?!-)))', re.IGNORECASE)
"""An offer to say a password by digest (RFC 7616) that can be taken."""


class NotOurs(Exception):
    """What answers at an address gives no motion JPEG, picture or page, or does not speak HTTP to the letter."""


class HttpCapture:
    """Pictures from an address; opened by :func:`opened`, asked again where an answer was one picture."""

    def __init__(self, ask: Callable[[], HTTPResponse], answer: HTTPResponse) -> None:
        self._ask, self._answer = ask, answer
        self._single = _is_picture(answer)
        self._jpegs, self._ready = Jpegs(), list[bytes]()
        self._asked = time.monotonic()
        self._given = 0

    def grab(self) -> bool:
        """Wait for the next whole picture; False where the stream has ended or broken off."""
        try:
            return self._next_single() if self._single else self._next()
        except (OSError, HTTPException, ValueError, CameraError):
            return False

    def retrieve(self) -> tuple[bool, Colour | None]:
        """The grabbed picture; one that cannot be decoded is passed over for the next."""
        for _ in range(BROKEN):
            try:
                return True, decode_picture(self._ready[0], "stream")
            except PictureError:
                if not self.grab():
                    break
        return False, None

    def release(self) -> None:
        """Hang up."""
        self._answer.close()

    def _next(self) -> bool:
        self._ready = self._ready[1:]
        while not self._ready:
            data = self._answer.read1(CHUNK)
            if not data:
                # Some send a single picture without saying so.
                return self._given == 1 and self._next_single()
            self._ready += self._jpegs.fed(data)
        self._given += 1
        return True

    def _next_single(self) -> bool:
        if self._given:
            self._answer.close()
            time.sleep(max(0.0, self._asked + GAP - time.monotonic()))
            self._asked = time.monotonic()
            self._answer = self._ask()
        self._single = True
        self._given += 1
        self._ready = [_only_picture(self._answer)]
        return bool(self._ready[0])


def _only_picture(answer: HTTPResponse) -> bytes:
    """The picture that an answer is: to the end of its first JPEG, whatever length it says, or all of it in another format."""
    jpegs, body = Jpegs(), bytearray()
    while len(body) < MOST_BYTES and (data := answer.read1(CHUNK)):
        body += data
        if whole := jpegs.fed(data):
            return whole[0]
    return bytes(body)


def opened(url: str, name: str) -> tuple[HttpCapture, Message | None]:
    """The pictures at an address, and what people should know of how they were found. ``name`` is shown in its place.

    Raises CameraError: ``camera.no-stream`` (nothing answers), ``camera.wants-password``, ``camera.wrong-password``,
    ``camera.answers`` (an error of HTTP), ``camera.page`` (a page, with no stream at the usual places); and NotOurs.
    """
    try:
        opener, plain, known = _opener(url)
    except ValueError as error:  # a port that is none
        raise CameraError("camera.no-stream", source=name) from error

    def ask(address: str = plain, patience: float = ANSWER) -> HTTPResponse:
        return _asked(opener, address, patience, name, known)

    answer = ask()
    try:
        if _is_ours(answer):
            return HttpCapture(ask, answer), None
        page = _is_page(answer)
    except (OSError, HTTPException) as error:
        raise CameraError("camera.no-stream", source=name) from error
    answer.close()
    if page:
        return _found(ask, plain, name)
    raise NotOurs


def _found(ask: Callable[..., HTTPResponse], page: str, name: str) -> tuple[HttpCapture, Message]:
    for place in STREAMS:
        address = _beside(page, place)
        try:
            answer = ask(address, QUICK)
        except (CameraError, NotOurs):
            continue
        try:
            ours = _is_ours(answer)
        except (OSError, HTTPException):
            ours = False
        answer.close()
        if ours:
            # Tried in a hurry, read in patience.
            capture = HttpCapture(partial(ask, address), ask(address))
            return capture, message("camera.found", source=name, place=place)
    raise CameraError("camera.page", source=name)


def _beside(page: str, place: str) -> str:
    parts = urlsplit(page)
    if place.startswith(":"):
        port, slash, path = place.partition("/")
        return f"{parts.scheme}://{host(parts.hostname)}{port}{slash}{path}"
    return urljoin(page, place)


def host(name: str | None) -> str:
    """A host as it stands in an address; empty for none."""
    return f"[{name}]" if name and ":" in name else name or ""


def trusting() -> HTTPSHandler:
    """HTTPS with any certificate: a camera in the house has one of its own making, as FFmpeg accepts it."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return HTTPSHandler(context=context)


class _HangUp(BaseHandler):
    """Closes an answer that wants a password before the question is put again with it: urllib leaves it open."""

    handler_order = 1

    def http_error_401(self, _request: object, answer: HTTPResponse, *_: object) -> None:
        answer.close()


class _Digest(HTTPDigestAuthHandler):
    """By digest wherever a camera offers that: urllib looks at the first offer only, and has SHA-256 from Python 3.14 on."""

    def http_error_401(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> HTTPResponse | None:
        offer = HTTPMessage()
        offers = filter(DIGEST.match, headers.get_all("WWW-Authenticate", []))
        if first := next(offers, None):
            offer["WWW-Authenticate"] = first
        return super().http_error_401(req, fp, code, msg, offer)

    def get_algorithm_impls(
        self, algorithm: str
    ) -> tuple[Callable[[str], str], Callable[[str, str], str]]:
        def hashed(text: str) -> str:
            return hashlib.new(
                algorithm.replace("-", ""), text.encode(), usedforsecurity=False
            ).hexdigest()

        return hashed, lambda secret, data: hashed(f"{secret}:{data}")


def _opener(url: str) -> tuple[OpenerDirector, str, bool]:
    """What asks a camera, with its password; the address without it; whether there was one."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    where = f"{host(parts.hostname)}{port}"
    plain = urlunsplit((parts.scheme, where, parts.path or "/", parts.query, ""))
    passwords = HTTPPasswordMgrWithDefaultRealm()
    doors: list[BaseHandler] = []
    if parts.username:
        user, secret = unquote(parts.username), unquote(parts.password or "")
        passwords.add_password(None, f"{parts.scheme}://{where}/", user, secret)
        doors += [_HangUp(), _Digest(passwords), HTTPBasicAuthHandler(passwords)]
    opener = build_opener(ProxyHandler({}), trusting(), *doors)
    return opener, plain, bool(doors)


def _asked(
    opener: OpenerDirector, address: str, patience: float, name: str, known: bool
) -> HTTPResponse:
    """The answer at an address, redirects followed. Raises CameraError, and NotOurs where it begins as none of HTTP does (``ICY 200 OK``)."""
    request = Request(address, headers={"User-Agent": "murphy", "Accept": "*/*"})
    try:
        answer = opener.open(request, timeout=patience)
    except HTTPError as error:
        error.close()
        if error.code == HTTPStatus.UNAUTHORIZED:
            key = "camera.wrong-password" if known else "camera.wants-password"
            raise CameraError(key, source=name) from error
        raise CameraError("camera.answers", source=name, status=error.code) from error
    except (OSError, HTTPException, ValueError) as error:
        if isinstance(error, BadStatusLine) and not isinstance(error, RemoteDisconnected):
            raise NotOurs from error
        raise CameraError("camera.no-stream", source=name) from error
    if not isinstance(answer, HTTPResponse):
        raise CameraError("camera.no-stream", source=name)
    return answer


def _kind(answer: HTTPResponse) -> str:
    """The media type that an answer says it is, "" if none."""
    return str(answer.headers.get("Content-Type") or "").partition(";")[0].strip().lower()


def _is_page(answer: HTTPResponse) -> bool:
    kind = _kind(answer)
    if kind in ("text/html", "application/xhtml+xml"):
        return True
    return not kind and answer.peek(4)[:4].lower() in PAGE


def _is_picture(answer: HTTPResponse) -> bool:
    """Whether it is one picture, by its type or, where that says nothing, by how it begins."""
    if _kind(answer).startswith("image/"):
        return True
    return _is_vague(answer) and PICTURE.match(answer.peek(CHUNK)) is not None


def _is_ours(answer: HTTPResponse) -> bool:
    if _kind(answer).startswith("multipart/") or _is_picture(answer):
        return True
    if not _is_vague(answer):
        return False
    start = answer.peek(CHUNK)
    return start.lstrip().startswith(b"--") or b"\xff\xd8\xff" in start


def _is_vague(answer: HTTPResponse) -> bool:
    kind = _kind(answer)
    return not kind or kind.startswith(VAGUE)
