"""All settings: a TOML file, overridden by environment variables, overridden by options; checked before anything starts."""

from __future__ import annotations

import ipaddress
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from companion import announce, errors, visible
from companion.broker import BrokerAddress, broker_address, table_name
from companion.mat import WHOLE, Shares
from companion.words import LANGUAGES

ENVIRONMENT_PREFIX: Final = "MURPHY_"
JOURNAL: Final = "murphy.journal"
"""The name of the journal in the state directory."""
BUZZERS: Final = ("active", "passive", "none")
MOST_BYTES: Final = 1 << 20
"""Of a file of settings; a thousand would do."""
WIFI_SHOWN: Final = ("nobody", "seats", "everybody")
NOBODY_NAMED: Final = ("Ann", "Bob", "Cem")
"""Who plays if nobody has said who does."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with their defaults."""

    camera: str = ""
    """A source of pictures (docs/hardware.md); empty: the Pi's camera, or the painted table if there is none."""
    players: tuple[str, ...] = ()
    """In seat order: the first begins, the last one dealt; empty: those who played last, else ``NOBODY_NAMED``."""
    game: str = ""
    """The game to play; empty: the journal's, else the first."""
    edition: str = ""
    """Empty: the one played last, else the game's first."""
    dice: str = ""
    """The name of a taught set of dice; empty: dice are recognised by the names of their colours."""
    no_mat: bool = False
    """Whether dice games are played on a plain table, without their mat."""
    tray: Shares = WHOLE
    """Where dice count on a plain table: left, top, right, bottom, each a share of the picture."""
    lang: str = ""
    """``de``, ``en`` or ``nl``; empty: the locale's."""
    host: str = "0.0.0.0"
    port: int = 8000
    https_port: int = 8443
    """Where the pages are served by HTTPS while a phone is the camera; 0: any free one."""
    names: tuple[str, ...] = ()
    """Further host names under which phones may reach the page."""
    proxy: str = ""
    """The address of a proxy, whose word it is from whom a request comes; empty: none."""
    journal: Path | None = None
    """The journal's file; None: ``murphy.journal`` in the state directory."""
    backup: Path | None = None
    """A folder, for example on a USB stick, to which the game is copied as it grows; None: no copies."""
    fps: float = 0.0
    """Frames per second of a folder or of the painted table; 0: as the source has them."""
    max_streams: int = 64
    """How many phones may follow at once; each occupies a thread."""
    seed: int = 0
    """The seed of the painted game; 0: random."""
    speed: float = 1.0
    """How much faster than people the painted game's players play."""
    buzzer: str = "active"
    """``active`` (has its own tone), ``passive`` (is driven with tones) or ``none``."""
    buzzer_pin: str = "GPIO18"
    lamp_pin: str = ""
    """A lamp that lights with every announcement; empty: none."""
    seat_pins: tuple[str, ...] = ()
    """One button per seat, in seat order; empty: no button at that seat."""
    done_pin: str = ""
    """The "turn done" button; empty: none."""
    quiet: bool = False
    """No sound from buzzer or phones; the lamp still lights."""
    volume: float = 1.0
    """Volume of the phones, 0 to 1."""
    hints: bool = True
    """Whether a phone may tell its owner what the hand still lacks."""
    own_names: bool = True
    """Whether a phone may take a free seat under a name that is typed on it."""
    wifi: str = ""
    """The name of the Wi-Fi, for the code by which phones join it; empty: none."""
    wifi_password: str = field(default="", repr=False)
    """Its password; shown only where ``wifi_shown`` allows it, and in that code."""
    wifi_shown: str = "nobody"
    """Who may see that code: ``nobody`` but the host, ``seats``, or ``everybody``, the television too."""
    broker: BrokerAddress | None = None
    """The MQTT broker to publish to; None: none."""
    broker_password: str = field(default="", repr=False)
    """The password for the broker; never shown."""
    broker_ca: Path | None = None
    """A file of certificates to verify the broker's with; None: the system's."""
    broker_orders: bool = False
    """Whether others may pause the game and mute it through the broker."""
    table: str = ""
    """The table's name on the broker; empty: this machine's name."""
    games: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """A game's name -> the settings of ``OF_A_GAME`` that differ while it is played: the file's ``[<name>]`` tables."""

    def of(self, game: str) -> Settings:
        """The settings in effect while a game is played."""
        return replace(self, **self.games.get(game, {}))


_FIELDS: Final = {field.name: field for field in fields(Settings) if field.name != "games"}
OF_A_GAME: Final = ("players", "edition", "dice", "fps", "speed", "seed", "no_mat")
"""The settings that can differ from game to game; all others belong to the table."""
RENAMED: Final = {"claim_pins": "seat_pins"}
"""Former names of settings, still accepted."""


def load(
    config: Path | None, environment: Mapping[str, str], options: Mapping[str, Any]
) -> Settings:
    """The settings of a TOML file (if there is one), the environment and the options; later ones override earlier ones.

    Options that are None were not given. Raises SettingsError, which names the source
    and the invalid value.
    """
    file = {} if config is None else _read(config)
    tables = {name: value for name, value in file.items() if isinstance(value, dict)}
    plain = {name: value for name, value in file.items() if name not in tables}
    over: dict[str, Any] = {}
    for name, value in _from_environment(environment).items():
        over |= _checked({name: value}, ENVIRONMENT_PREFIX + name.upper())
    for name, value in options.items():
        if value is not None:
            over |= _checked({name: value}, f"--{name}")
    games = {name: _of_a_game(t, f"{config}, [{name}]") for name, t in tables.items()}
    games = {g: {k: v for k, v in t.items() if k not in over} for g, t in games.items()}
    return replace(Settings(games=games), **(_checked(plain, str(config)) | over))


def default_config(environment: Mapping[str, str]) -> Path:
    """Where the configuration is by default: the XDG configuration folder."""
    home = environment.get("XDG_CONFIG_HOME") or str(_home() / ".config")
    return Path(home) / "murphy" / "murphy.toml"


def state_directory(environment: Mapping[str, str]) -> Path:
    """Where games are kept: systemd's state directory, or the XDG state folder."""
    given = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    home = environment.get("XDG_STATE_HOME") or str(_home() / ".local" / "state")
    return Path(home) / "murphy"


def _home() -> Path:
    """The user's home folder; the root folder if neither the system nor the environment knows one."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")


def _read(path: Path) -> Mapping[str, Any]:
    """What a file sets; empty if there is no file. Raises SettingsError."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise ValueError(f"> {MOST_BYTES} B")
        return tomllib.loads(text.decode("utf-8"))
    except FileNotFoundError:
        return {}
    # A value nested too deep, an integer of thousands of digits, are no settings either.
    except (OSError, ValueError, RecursionError) as error:
        why = str(getattr(error, "strerror", None) or error)
        raise errors.SettingsError("settings.unreadable", where=str(path), why=why) from error


def _from_environment(environment: Mapping[str, str]) -> Mapping[str, Any]:
    names = {ENVIRONMENT_PREFIX + n.upper(): n for n in (*RENAMED, *_FIELDS)}
    return {names[name]: value for name, value in environment.items() if name in names}


def _checked(given: Mapping[str, Any], where: str) -> dict[str, Any]:
    return {
        RENAMED.get(name, name): _value(RENAMED.get(name, name), value, where)
        for name, value in given.items()
    }


def _of_a_game(given: Mapping[str, Any], where: str) -> dict[str, Any]:
    _refuse_strange(given, OF_A_GAME, where)
    return _checked(given, where)


def _refuse_strange(given: Iterable[str], known: Collection[str], where: str) -> None:
    """Raises SettingsError for a name that is none of these: with the one that may be meant, if one looks like it."""
    for name in (name[:80] for name in given if name not in known):
        for alike in get_close_matches(name, known, 1):
            raise errors.SettingsError("settings.unknown-but", name=name, where=where, alike=alike)
        raise errors.SettingsError("settings.unknown", name=name, where=where)


def _value(name: str, value: Any, where: str) -> Any:
    _refuse_strange((name,), _FIELDS, where)
    shown = "…" if name in _SECRET else repr(value)[:80]
    try:
        read = _READERS[name if name in _READERS else _FIELDS[name].type]
        return read(value, *_LIMITS.get(name, ()))
    except errors.SettingsError:
        raise
    except (TypeError, ValueError, ArithmeticError, RuntimeError) as error:
        raise errors.SettingsError(
            "settings.wrong", name=name, value=shown, where=where, expected=_expected(name)
        ) from error


def _expected(name: str) -> announce.Message:
    """What a setting may be, in words."""
    limits = _LIMITS.get(name, ())
    if name == "players":
        return announce.message("settings.names", least=limits[0], most=limits[1])
    if _FIELDS[name].type in ("int", "float") and limits:
        return announce.message("settings.between", least=limits[0], most=limits[1])
    if name in ("wifi", "wifi_password", "tray"):
        return announce.message(f"settings.{name.replace('_', '-')}")
    values = tuple(_TRUTHS) if _FIELDS[name].type == "bool" else limits
    if values and all(isinstance(value, str) for value in values):
        return announce.message("settings.one-of", values=tuple(filter(None, values)))
    return announce.message("settings.see")


def form_of(name: str) -> dict[str, Any]:
    """How a page asks for a setting: its ``kind``, and the ``choices``, or ``min`` and ``max``, that hold for it everywhere."""
    kind, limits = _FIELDS[name].type, _LIMITS.get(name, ())
    if kind in ("bool", "int", "float"):
        return {"kind": kind, **dict(zip(("min", "max"), limits, strict=False))}
    if kind == "str" and limits:
        return {"kind": "choice", "choices": list(limits)}
    return {"kind": "password" if name.endswith("password") else "text"}


def _text(value: Any, *allowed: str) -> str:
    if not isinstance(value, str) or (allowed and value not in allowed):
        raise ValueError(value)
    if NUL in value:
        raise ValueError(value)
    return value


def _texts(value: Any, least: int = 0, most: int = 99) -> tuple[str, ...]:
    texts = tuple(filter(None, _parts(value)))
    if not least <= len(texts) <= most:
        raise ValueError(value)
    return texts


def _place(value: Any, least: float) -> Shares:
    """A rectangle of the picture, at least so wide and high."""
    parts = value.split(",") if isinstance(value, str) else value
    left, top, right, low = (_real(part, 0.0, 1.0) for part in parts)
    if right - left < least or low - top < least:
        raise ValueError(value)
    return left, top, right, low


def _pins(value: Any, most: int) -> tuple[str, ...]:
    """One pin per seat; an empty text stands for a seat without one."""
    pins = _parts(value)
    if len(pins) > most:
        raise ValueError(value)
    return pins if any(pins) else ()


def _parts(value: Any) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    return tuple(_text(part).strip() for part in parts)


def _whole(value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not least <= int(value) <= most or int(value) != float(value):
        raise ValueError(value)
    return int(value)


def _real(value: Any, least: float, most: float) -> float:
    if isinstance(value, bool) or not least <= float(value) <= most:
        raise ValueError(value)
    return float(value)


def _truth(value: Any) -> bool:
    return value if isinstance(value, bool) else _TRUTHS[_text(value, *_TRUTHS)]


def _broker(value: Any) -> BrokerAddress | None:
    """None for an empty text: no broker."""
    if isinstance(value, BrokerAddress):
        return value
    return broker_address(text) if (text := _text(value).strip()) else None


def _wifi(value: Any) -> str:
    """A name that every Wi-Fi may have: 32 bytes at most, and to be seen (IEEE 802.11, SSID)."""
    text = _text(value)
    if len(text.encode()) > 32 or (text and not visible.is_visible(text)):
        raise ValueError(value)
    return text


def _wifi_password(value: Any) -> str:
    """Of WPA: 8 to 63 printable characters of ASCII, or 64 digits of a key; empty: none."""
    text = _text(value)
    printable = text.isascii() and text.isprintable()
    if text and not (printable and 8 <= len(text) <= 64):
        raise ValueError("…")
    return text


def _table(value: Any) -> str:
    return table_name(text) if (text := _text(value).strip()) else ""


def _address(value: Any) -> str:
    """An IP address; empty: none."""
    return str(ipaddress.ip_address(text)) if (text := _text(value).strip()) else ""


def _path(value: Any) -> Path:
    if not isinstance(value, str | Path) or not str(value) or NUL in str(value):
        raise ValueError(value)
    return Path(value).expanduser()


NUL: Final = "\0"
"""The one character that no name of a file, host or device can contain."""
_TRUTHS: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
_READERS: Final[Mapping[Any, Callable[..., Any]]] = {
    "str": _text,
    "tuple[str, ...]": _texts,
    "int": _whole,
    "float": _real,
    "bool": _truth,
    "Path | None": _path,
    "BrokerAddress | None": _broker,
    "seat_pins": _pins,
    "tray": _place,
    "table": _table,
    "wifi": _wifi,
    "wifi_password": _wifi_password,
    "proxy": _address,
}
"""By type, or by the setting's own name."""
_SECRET: Final = ("broker", "broker_password", "wifi_password")
"""Settings that no error message repeats, because a password may have been typed there."""
_LIMITS: Final[Mapping[str, tuple[Any, ...]]] = {
    "players": (1, 6),
    "seat_pins": (6,),
    "tray": (0.1,),
    "lang": ("", *LANGUAGES),
    "buzzer": BUZZERS,
    "port": (1, 65535),
    "https_port": (0, 65535),
    "max_streams": (1, 400),
    "seed": (0, 2**63 - 1),
    "fps": (0.0, 120.0),
    "speed": (0.1, 100.0),
    "volume": (0.0, 1.0),
    "wifi_shown": WIFI_SHOWN,
}
