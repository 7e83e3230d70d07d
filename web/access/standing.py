"""What part somebody has in the evening: whoever has one comes before whoever only looks, wherever something runs short."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import TypeAlias

from werkzeug.sansio.http import parse_cookie

from web.access.sign_ins import SignIns
from web.access.visitors import Cookies, Visitor


class Standing(IntEnum):
    """Of a browser, by its cookie; the higher one comes first."""

    VISITOR = 0
    SEATED = 1
    HOST = 2


Headers: TypeAlias = Mapping[str, str]
"""A request's headers as in WSGI, without ``HTTP_``."""


class Standings:
    """Everybody's. Asked for every request before anything is read of it: answered from memory, without waiting."""

    def __init__(self, cookies: Cookies, sign_ins: SignIns, sits: Callable[[str], bool]) -> None:
        """``sits`` says whether the browser of this name has a seat."""
        self._cookies = cookies
        self._sign_ins = sign_ins
        self._sits = sits

    def of(self, name: str) -> Standing:
        """The standing of a browser, by its name."""
        if any(host.name == name for host in self._sign_ins.now()):
            return Standing.HOST
        return Standing.SEATED if self._sits(name) else Standing.VISITOR

    def asking(self, headers: Headers) -> Standing:
        """The standing of whoever sends these headers."""
        visitor = self.visitor(headers)
        return Standing.VISITOR if visitor is None else self.of(visitor.name)

    def visitor(self, headers: Headers) -> Visitor | None:
        """Whoever sends these headers, if the cookie is ours."""
        cookies = parse_cookie(headers.get("COOKIE", ""))
        return self._cookies.read(cookies.get(self._cookies.name, ""))
