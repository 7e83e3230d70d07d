"""TLS to a broker: whom it trusts, and why it failed."""

from __future__ import annotations

import ssl
from pathlib import Path

from companion.errors import BrokerError


def reason_of(error: Exception) -> str:
    """Why a connection failed, in the system's words."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return error.verify_message
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def encryption(ca: Path | None) -> ssl.SSLContext:
    """The TLS context; ``ca`` is a file of certificates to trust instead of the system's. Raises BrokerError."""
    try:
        context = ssl.create_default_context(cafile=ca)
    except (OSError, ssl.SSLError) as error:
        where, why = str(ca), reason_of(error)
        raise BrokerError("broker.no-certificates", path=where, why=why) from error
    context.sslsocket_class = _Handshake
    return context


class _Handshake(ssl.SSLSocket):
    """Closes a socket whose handshake failed: paho would leave it open."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise
