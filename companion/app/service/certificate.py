"""A certificate of Murphy's own, for pages that browsers let use a phone's camera: made once, kept in the state folder."""

import errno
import os
import re
import ssl
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion import errors, whole_file

FILE: Final = "https.pem"
"""Key and certificate, readable by the owner only."""
DAYS: Final = 800
"""How long it is good for: iPhones take none for more than 825 days."""
RENEWED: Final = 100 * 24 * 3600.0
"""Seconds before its end from which another one is made."""
NAME: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
PATIENCE: Final = 30.0
"""Seconds for a slow Pi."""


def context_in(folder: Path, names: Iterable[str], now: float) -> ssl.SSLContext:
    """What serves HTTPS with the certificate of a folder, made if there is none that is good ``now`` (seconds since 1970), for these names and addresses.

    Raises SettingsError: ``https.no-openssl``, ``https.failed``.
    """
    path, fitting = folder / FILE, {name: kind for name in names if (kind := _kind(name))}
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    with suppress(OSError):  # none there, or damaged
        if _is_good(path, fitting, now):
            context.load_cert_chain(path)
            return context
    try:
        whole_file.put(path, _made(fitting))
        context.load_cert_chain(path)
    except OSError as error:
        raise errors.SettingsError("https.failed", why=str(error)) from error
    return context


def _is_good(path: Path, names: Mapping[str, str], now: float) -> bool:
    """Whether a certificate, which is its own authority, is good now and for some time, and has the names. Raises OSError.

    IPv6 addresses may be missing: many change every day, and pages are shown by name or IPv4 address.
    """
    known = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    known.load_verify_locations(path)
    seconds, needed = ssl.cert_time_to_seconds, {name for name in names if ":" not in name}
    return any(
        seconds(str(c["notBefore"])) <= now < seconds(str(c["notAfter"])) - RENEWED
        and needed <= {named[1] for named in c.get("subjectAltName", ())}
        for c in known.get_ca_certs()
    )


def _made(names: Mapping[str, str]) -> str:
    """A new key and its certificate for names, each with what it is, PEM. Raises OSError, SettingsError."""
    also = ",".join(f"{kind}:{name}" for name, kind in sorted(names.items()))
    with TemporaryDirectory() as there:
        key = Path(there) / "key.pem"
        command = [
            *("openssl", "req", "-x509", "-newkey", "ec", "-nodes"),
            *("-pkeyopt", "ec_paramgen_curve:P-256", "-days", str(DAYS)),
            *("-subj", "/CN=Murphy", "-keyout", str(key)),
            *("-addext", f"subjectAltName={also}"),
            *("-addext", "extendedKeyUsage=serverAuth"),
        ]
        try:
            done = subprocess.run(
                command, capture_output=True, timeout=PATIENCE, check=True, text=True
            )
        except FileNotFoundError as error:
            raise errors.SettingsError("https.no-openssl") from error
        except subprocess.SubprocessError as error:
            raise OSError(os.strerror(errno.EIO)) from error
        return key.read_text("ascii") + done.stdout


def _kind(name: str) -> str:
    """What a name is in a certificate; empty for what cannot stand there."""
    try:
        ip_address(name)
    except ValueError:
        return "DNS" if NAME.fullmatch(name) else ""
    return "" if "%" in name else "IP"
