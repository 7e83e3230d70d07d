"""What cloud-init is told on a Pi's first boot, added to what the Raspberry Pi Imager or a person has told it already.

Sources: cloud-init's documentation of NoCloud, ``bootcmd`` and network configuration version 2; what
Raspberry Pi Imager 2.0 writes, and what Raspberry Pi OS (trixie) has on its boot partition.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.app.card.yaml_edits import read, with_first, with_value
from companion.errors import CardFolderError

USER_DATA: Final = "user-data"
VENDOR_DATA: Final = "vendor-data"
"""What cloud-init goes by where ``user-data`` says nothing of it, or cannot be read."""
NETWORK: Final = "network-config"
META_DATA: Final = "meta-data"
KERNEL: Final = "cmdline.txt"
HEADER: Final = "#cloud-config"
NAME: Final = "murphy"
"""How the Pi is called where nobody says otherwise."""
ACCOUNT: Final = "murphy"
"""The service's own, of which the package wants that nobody logs in by it."""
FOLDER: Final = "murphy"
"""Our own folder on the boot partition."""
BEGIN: Final = f"for b in /boot/firmware /boot; do [ ! -f $b/{FOLDER}/begin ] || exec sh $b/{FOLDER}/begin; done"
"""Run at every boot, before anything else that cloud-init does: it ends at once where everything is done."""
WLAN: Final = "wlan0"
_REGION: Final = "cfg80211.ieee80211_regdom="
_HOST_NAME: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)", re.ASCII | re.IGNORECASE)
_KEY: Final = re.compile(r"[0-9a-f]{64}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wanted of the Pi; None: as it is written there. Where nothing is, ``NAME``, ``own_zone``, and the country of the zone by ``countries``."""

    name: str | None = None
    zone: str | None = None
    country: str | None = None
    wifi: str | None = None
    wifi_password: str = ""
    own_zone: str | None = None
    countries: Mapping[str, str] = field(default_factory=dict)


def is_host_name(name: str) -> bool:
    """Whether a machine may have this name (RFC 1123, one label)."""
    return _HOST_NAME.fullmatch(name) is not None


def wifi_key(name: str, password: str) -> str:
    """The key of a WPA2 network, 64 hexadecimal digits, from its name and password (IEEE 802.11, annex J); such a key stays.

    Raises CardFolderError for a password that no network has.
    """
    if _KEY.fullmatch(password):
        return password
    if not 8 <= len(password.encode()) <= 63:
        raise CardFolderError("sd-card.wifi-password")
    return hashlib.pbkdf2_hmac("sha1", password.encode(), name.encode(), 4096, 32).hex()


def user_data(text: str, wishes: Wishes, file: str = USER_DATA) -> tuple[str, str]:
    """``user-data``, or ``vendor-data``, that starts our part as well, and the Pi's name. Raises CardFolderError if cloud-init would not read it."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        text = f"{HEADER}\n"
    if text.split("\n", 1)[0].rstrip() != HEADER:
        raise CardFolderError("sd-card.no-header", file=file, header=HEADER)
    told = read(text, file)
    named = told.get("hostname") or told.get("fqdn")
    name = wishes.name or named or NAME
    if name != named:
        text = with_value(text, file, ["hostname"], name)
    if "manage_etc_hosts" not in told:
        text = with_value(text, file, ["manage_etc_hosts"], True)
    zone = wishes.zone or told.get("timezone") or wishes.own_zone
    if zone:
        text = with_value(text, file, ["timezone"], zone)
    commands = told.get("bootcmd")
    if not isinstance(commands, list) or not any(map(_is_ours, commands)):
        text = with_first(text, file, "bootcmd", ["sh", "-c", BEGIN])
    return text, str(name)


def _is_ours(command: Any) -> bool:
    return f"{FOLDER}/begin" in str(command)


def has_account(text: str) -> bool:
    """Whether ``user-data`` makes an account for somebody to log in with."""
    told = read(text, USER_DATA)
    return bool(told.get("users") or told.get("user"))


def accounts(text: str) -> set[str]:
    """Whose accounts ``user-data`` makes or names, in any of cloud-init's forms (a list, a mapping, names between commas)."""
    told = read(text, USER_DATA)
    users = told.get("users")
    several = users.split(",") if isinstance(users, str) else users
    listed = [*(several if isinstance(several, list | Mapping) else ()), told.get("user")]
    names = (each.get("name") if isinstance(each, Mapping) else each for each in listed)
    return {str(name).strip() for name in names if name}


def zone_of(text: str) -> str | None:
    """The time zone that ``user-data`` names."""
    return read(text, USER_DATA).get("timezone")


def network(text: str, wishes: Wishes, country: str | None) -> str:
    """``network-config`` with the Wi-Fi that is wished for, and the country where a Wi-Fi has none, or another is wished for. Raises CardFolderError."""
    told = read(text.removeprefix("\ufeff"), NETWORK)
    root = [] if "version" in told else ["network"]
    if wishes.wifi is not None:
        version = _inner(told, root).get("version", 2)
        if version != 2:
            raise CardFolderError("sd-card.network-version", version=str(version))
        key = wifi_key(wishes.wifi, wishes.wifi_password)
        access = [*root, "wifis", WLAN, "access-points", wishes.wifi]
        if not told:
            # The first of all says which form the file has.
            text = with_value(text, NETWORK, ["network"], {"version": 2})
        text = with_value(text, NETWORK, [*access, "password"], key)
        for name, value in (("optional", True), ("dhcp4", True)):
            if name not in _wifis(read(text, NETWORK)).get(WLAN, {}):
                text = with_value(text, NETWORK, [*root, "wifis", WLAN, name], value)
    for name, wifi in _wifis(read(text, NETWORK)).items():
        lacks = isinstance(wifi, Mapping) and "regulatory-domain" not in wifi
        if country and (lacks or wishes.country):
            path = [*root, "wifis", name, "regulatory-domain"]
            text = with_value(text, NETWORK, path, country)
    return text


def _inner(data: Mapping[str, Any], path: list[str]) -> Mapping[str, Any]:
    for key in path:
        inner = data.get(key)
        data = inner if isinstance(inner, Mapping) else {}
    return data


def _wifis(data: Mapping[str, Any]) -> Mapping[str, Any]:
    path = ["wifis"] if "version" in data else ["network", "wifis"]
    return _inner(data, path)


def wifi_names(text: str) -> list[str]:
    """The Wi-Fi networks that ``network-config`` names."""
    return [
        str(name)
        for wifi in _wifis(read(text, NETWORK)).values()
        if isinstance(wifi, Mapping)
        for name in _inner(wifi, ["access-points"])
    ]


def country_of(zone: str | None, network: str, kernel: str, wishes: Wishes) -> str | None:
    """The country of the Wi-Fi's channels, two letters: as wished, as a Wi-Fi or the kernel is told already, or the time zone's; None if nothing says one."""
    if wishes.country:
        return wishes.country
    told = _wifis(read(network, NETWORK)).values()
    known = [
        w["regulatory-domain"]
        for w in told
        if isinstance(w, Mapping) and w.get("regulatory-domain")
    ]
    found = re.search(rf"{re.escape(_REGION)}([A-Z]{{2}})\b", kernel)
    return next(iter(known), None) or (found[1] if found else wishes.countries.get(zone or ""))


def kernel(text: str, country: str | None) -> str:
    """``cmdline.txt``, one line, with the country of the Wi-Fi's channels."""
    if country is None:
        return text
    if _REGION in text:
        return re.sub(rf"{re.escape(_REGION)}\S*", f"{_REGION}{country}", text)
    line, end, rest = text.partition("\n")
    return f"{line.rstrip()} {_REGION}{country}{end}{rest}"
