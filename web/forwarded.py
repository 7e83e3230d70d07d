"""Requests that come by way of a proxy: from whom they are, as the proxy says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from web.addresses import host_of, plain

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

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

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer a request."""
        said = environ.pop(HEADER, "").rpartition(",")[2].strip()
        client = plain(said) or plain(host_of(said) or "")
        trusted = self._proxy == plain(environ.get("REMOTE_ADDR", ""))
        if self._proxy is not None and trusted and client is not None:
            environ["REMOTE_ADDR"] = client
        return self._app(environ, start_response)
