"""Authorisation: every route has a role, and whatever is not allowed is refused before the body is read."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

from flask import Request, Response, g, request
from werkzeug.sansio.http import parse_cookie

from web.access.keys import Keys, is_easy, is_pin
from web.access.pacing import Pacing, Places
from web.access.phones import Phone, device_of
from web.access.pin import Lane, Locked, Opened, PinDoor, WrongPin
from web.access.sign_ins import KNOWN_TIME, SignIns
from web.access.standing import Headers, Standing
from web.access.visitors import Cookies, Visitor
from web.addresses import THE_PI, Hosts, client_of
from web.limits import Limits
from web.refusals import HttpError

TOKEN: Final = "X-Murphy-Token"
SAFE: Final = ("GET", "HEAD")

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "media-src 'self' data: blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            # No text becomes markup or a script, and no policy says otherwise.
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""On every response, including errors of every kind."""
FILMING: Final = HEADERS["Permissions-Policy"].replace("camera=()", "camera=(self)")
"""On the one page that may use the phone's camera."""


class Role(Enum):
    """Who may use a route. A route without a role is open to nobody."""

    PUBLIC = "public"
    SEAT = "seat"
    HOST = "host"


def usual_body(limits: Limits) -> int:
    """How large a body is that most routes accept."""
    return limits.body


@dataclass(frozen=True, slots=True)
class Rule:
    """One route: method and path, who may use it, its function, and how large a body it accepts."""

    method: str
    path: str
    role: Role
    view: Callable[..., Any]
    body: Callable[[Limits], int] = usual_body
    waits: bool = False
    """Whether who only looks may have to wait: for a history, a picture, a process, the disk."""
    paced: bool = True
    """Whether it counts among what a browser may say in a while; else it has a pace of its own for those with its role."""

    @property
    def endpoint(self) -> str:
        """The rule's name in the URL map."""
        return f"{self.method} {self.path}"


class Guard:
    """Runs before every request; ``wall`` is seconds since 1970."""

    def __init__(
        self,
        hosts: Hosts,
        keys: Keys,
        limits: Limits,
        *,
        clock: Callable[[], float],
        wall: Callable[[], float] = time.time,
        state: Path | None = None,
        port: int = 8000,
        heard: Callable[[str], None] = lambda name: None,
        sits: Callable[[str], bool] = lambda name: False,
    ) -> None:
        """``heard`` is called with the name of every visitor that asks for something, ``sits`` says whether it has a seat.

        ``clock`` is monotonic; ``state`` is a folder in which sign-ins and wrong PINs survive, None keeps nothing.
        """
        self._hosts = hosts
        self._cookies = Cookies(keys, port)
        self._door = PinDoor(keys.pin, clock, wall, state)
        self._pacing = Pacing(limits, clock)
        self._writing = Places(limits.writing, limits.writing_each)
        self._with_part = Places(limits.writing, limits.writing_each)
        self._limits = limits
        self.sign_ins = SignIns(keys, state, wall)
        self._wall = wall
        self._heard = heard
        self._sits = sits
        self._rules: dict[str, Rule] = {}
        self._large: dict[str, Rule] = {}
        self._waiting: set[str] = set()
        self._waiting_below: tuple[str, ...] = ()

    def knows(self, rule: Rule) -> None:
        """Register a rule for those with its role."""
        self._rules[rule.endpoint] = rule
        if rule.body is not usual_body:
            self._large[rule.path] = rule
        if rule.waits:
            above, gap, _ = rule.path.partition("<")
            if gap:
                self._waiting_below += (above,)
            else:
                self._waiting.add(above)

    # -- before and after every request --------------------------------------

    def at_headers(self, path: str, headers: Headers) -> int | None:
        """The status with which a request is refused before its body is read; None if it
        is accepted.
        """
        if headers.get("HOST") not in self._hosts:
            return 400
        visitor = self._sender(headers)
        if visitor is None:
            return 403
        length = headers.get("CONTENT_LENGTH", "")
        if not length:
            # Chunked, which no browser sends: the size is unknown.
            return 411
        if length.isdigit() and int(length) <= self._limits.body:
            # Small enough to be read, and refused in words if its token is wrong.
            return None
        token = headers.get(TOKEN.upper().replace("-", "_"), "")
        if not self._cookies.accepts(visitor, token):
            return 403
        rule = self._large.get(path)
        if rule is None or not length.isdigit() or int(length) > rule.body(self._limits):
            return 413
        return None if self._may(visitor, rule.role) else 403

    def waits(self, path: str) -> bool:
        """Whether whoever only looks there may have to wait for others."""
        return path.rstrip("/") in self._waiting or path.startswith(self._waiting_below)

    def let_in(self) -> None:
        """Refuse what is not allowed. Raises HttpError."""
        if request.headers.get("Host") not in self._hosts:
            raise HttpError(400, "web.host")
        g.visitor = self._visitor(request)
        self._check_origin(request)
        if g.visitor is not None:
            self._heard(g.visitor.name)
        if request.url_rule is None:
            return
        rule = self._rules.get(request.url_rule.endpoint)
        if rule is None:
            raise HttpError(403, "web.nobody")
        self._check_size(request, rule)
        if request.method not in SAFE:
            self._check_token(request)
            name, address, was_host = g.visitor.name, self.address, self.was_host
            part = was_host or self.standing_of(name) > Standing.VISITOR
            if rule.paced or not self._may(g.visitor, rule.role):
                self._pacing.spend(name, address, has_part=part, was_host=was_host)
            self._take_place(address, self._with_part if part else self._writing)
        self._check_role(rule)

    def see_off(self, response: Response) -> Response:
        """Add the headers, and the cookie if it is new."""
        for name, value in HEADERS.items():
            response.headers[name] = value
        if g.get("films", False):
            response.headers["Permissions-Policy"] = FILMING
        response.headers.setdefault("Cache-Control", "no-store")
        if g.get("cookie_due", False):
            self._hand_out(response)
        return response

    def let_out(self, _error: BaseException | None) -> None:
        """The request is finished, however it ended."""
        if (place := g.pop("place", None)) is not None:
            places, address = place
            places.give(address)

    # -- who asks --------------------------------------------------------------

    def standing(self, headers: Headers) -> Standing:
        """What part in the evening whoever sends these headers has; asked before anything is read, and answered from memory."""
        visitor = self._sender(headers)
        return Standing.VISITOR if visitor is None else self.standing_of(visitor.name)

    def standing_of(self, name: str) -> Standing:
        """That of a browser, by its name."""
        if any(host.name == name for host in self.sign_ins.now()):
            return Standing.HOST
        return Standing.SEATED if self._sits(name) else Standing.VISITOR

    def _sender(self, headers: Headers) -> Visitor | None:
        """Whoever sends these headers, if the cookie is ours."""
        cookies = parse_cookie(headers.get("COOKIE", ""))
        return self._cookies.read(cookies.get(self._cookies.name, ""))

    def films(self) -> None:
        """The page of this request may use the phone's camera."""
        g.films = True

    @property
    def visitor(self) -> Visitor:
        """The visitor of this request; one without a cookie gets one with the response."""
        if g.visitor is None:
            self.becomes(self._cookies.stranger())
        visitor: Visitor = g.visitor
        return visitor

    @property
    def known(self) -> Visitor | None:
        """The visitor of this request, if it sent a cookie."""
        visitor: Visitor | None = g.visitor
        return visitor

    def becomes(self, visitor: Visitor) -> None:
        """Write the visitor into the response's cookie."""
        g.visitor = visitor
        g.cookie_due = True

    def sits(self, seat: int | None, players: Sequence[str]) -> None:
        """Write into the cookie that the visitor sits down now, or stands up."""
        self.becomes(self.visitor.seated(seat, players, self._wall()))

    @property
    def address(self) -> str:
        """From where this request comes."""
        return client_of(request.remote_addr)

    @property
    def client(self) -> str:
        """Whom limits count: the address, or the browser where that stands for many."""
        address = self.address
        return f"browser {self.visitor.id}" if address == THE_PI else address

    @property
    def phone(self) -> Phone:
        """The browser this request comes from."""
        device = device_of(request.headers.get("User-Agent", ""))
        return Phone(self.visitor.name, self.address, device)

    @property
    def was_host(self) -> bool:
        """Whether the visitor is host, or was before."""
        return self.sign_ins.knows(self.visitor.name)

    @property
    def is_host(self) -> bool:
        """Whether the visitor has given the PIN."""
        return self._may(self.known, Role.HOST)

    @property
    def token(self) -> str:
        """The visitor's token."""
        return self._cookies.token(self.visitor)

    def opens(self, pin: str) -> None:
        """Make the visitor host. Raises HttpError if the PIN is wrong, or there were too many wrong ones."""
        self._knock(pin)
        self.admits()

    def admits(self) -> None:
        """Make the visitor host: the PIN was right, or a button at the table was held for them."""
        phone = self.phone
        since = self.sign_ins.begin(phone.name, phone.address, phone.device)
        self.becomes(replace(self.visitor, host_since=since))

    def changes_pin(self, old: str, new: str, keep: Callable[[str], None]) -> None:
        """Change the PIN, once the new one is stored; every host but the visitor is signed out. Raises HttpError if the old one is wrong, or the new one easily guessed."""
        if not is_pin(new):
            raise HttpError(400, "web.pin.eight")
        self._knock(old)
        if is_easy(new):
            raise HttpError(400, "web.pin.easy")
        keep(new)
        self._door.change(new)
        self.sign_ins.end_others(self.visitor.name, new)

    def _knock(self, pin: str) -> None:
        match self._door.knock(self._lanes(), pin):
            case Opened():
                return
            case WrongPin(left):
                raise HttpError(403, "web.pin.wrong", left=left)
            case Locked(seconds):
                wait = int(seconds) + 1
                raise HttpError(429, "web.pin.locked", wait=wait, seconds=wait)

    def _lanes(self) -> tuple[Lane, ...]:
        """As whom the visitor tries: a phone that was host before as itself first, so that no stranger keeps it out."""
        crowd = "this machine" if self.address == THE_PI else "network"
        stranger = Lane(self.client, crowd)
        own = Lane(f"host {self.visitor.id}")
        return (own, stranger) if self.was_host else (stranger,)

    def leaves(self) -> None:
        """End the visitor's host rights, including those of copies of the cookie."""
        self.sign_ins.leave(self.visitor.name)
        self.becomes(replace(self.visitor, host_since=None))

    # -- the checks --------------------------------------------------------------

    def _visitor(self, asked: Request) -> Visitor | None:
        return self._cookies.read(asked.cookies.get(self._cookies.name, ""))

    def _check_origin(self, asked: Request) -> None:
        """A browser sends the requesting page's origin; if it does, it must be ours."""
        origin = asked.headers.get("Origin")
        if origin is not None and not _is_ours(origin, asked.headers["Host"]):
            raise HttpError(403, "web.origin")
        site = asked.headers.get("Sec-Fetch-Site", "none")
        walks = asked.method in SAFE and asked.headers.get("Sec-Fetch-Mode") in (None, "navigate")
        if site not in ("same-origin", "none") and not walks:
            raise HttpError(403, "web.origin")

    def _check_size(self, asked: Request, rule: Rule) -> None:
        most = rule.body(self._limits)
        if (asked.content_length or 0) > most:
            raise HttpError(413, "web.too-large", most=most // 1024)

    def _check_token(self, asked: Request) -> None:
        token = asked.headers.get(TOKEN, "")
        if g.visitor is None or not self._cookies.accepts(g.visitor, token):
            raise HttpError(403, "web.token")

    def _take_place(self, address: str, places: Places) -> None:
        if address == THE_PI:
            return
        if not places.take(address):
            raise HttpError(429, "web.too-fast", wait=1)
        g.place = (places, address)

    def _check_role(self, rule: Rule) -> None:
        if not self._may(g.visitor, rule.role):
            host = rule.role is Role.HOST
            raise HttpError(403, "web.host-only" if host else "web.seat-first")

    def _may(self, visitor: Visitor | None, role: Role) -> bool:
        """Whether a visitor has a role, as far as its cookie says."""
        if role is Role.PUBLIC or visitor is None:
            return role is Role.PUBLIC
        host = visitor.is_host(self._wall())
        if host and self.sign_ins.holds(visitor.name, visitor.host_since):
            return True
        return role is Role.SEAT and visitor.seat is not None

    def _hand_out(self, response: Response) -> None:
        response.set_cookie(
            self._cookies.name,
            self._cookies.write(g.visitor),
            max_age=int(KNOWN_TIME),
            httponly=True,
            samesite="Strict",
        )


def _is_ours(origin: str, host: str) -> bool:
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest.lower() == host.lower()
