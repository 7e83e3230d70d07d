"""Settings as the host changes them."""

import json
import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

from companion import broker, whole_file
from companion.errors import SettingsError
from companion.settings import RENAMED, Settings, form_of, load

OFFERED: Final[Mapping[str, Mapping[str, Any]]] = {
    name: {"restart": restart, **form_of(name), **({"group": group} if group else {})}
    for group, restart, names in (
        ("", False, "quiet volume hints own_names wifi wifi_password wifi_shown"),
        ("dice", False, "dice"),
        ("plain", False, "no_mat tray"),
        ("", True, "camera fps lang buzzer buzzer_pin lamp_pin seat_pins done_pin max_streams"),
        ("programs", False, "broker broker_password table broker_orders"),
    )
    for name in names.split()
}
"""What the page offers, and whether it takes a restart. The page's own address is not included: a slip would lock the host out."""


class Adjustments:
    """The current settings; ``changed`` is called with every new version of them."""

    def __init__(
        self,
        settings: Settings,
        config: Path,
        changed: Callable[[Settings], None] = lambda settings: None,
        is_camera: Callable[[str], None] = lambda source: None,
    ) -> None:
        """``is_camera`` raises CameraError for a source that is none."""
        self._settings = settings
        self._config = config
        self._changed = changed
        self._is_camera = is_camera
        self._lock = threading.Lock()
        self._since: set[str] = set()

    @property
    def changed(self) -> frozenset[str]:
        """The names of the settings that were changed here."""
        with self._lock:
            return frozenset(self._since)

    def to_json(self) -> Sequence[Mapping[str, Any]]:
        """Every setting on offer, with its value and its possible values."""
        with self._lock:
            now = self._settings
        return [
            {"key": key, "value": _shown(key, getattr(now, key)), **how}
            for key, how in OFFERED.items()
        ]

    def change(self, values: Mapping[str, Any]) -> None:
        """Change some settings, all or none.

        Raises SettingsError for a setting that is not on offer, an invalid value, or a
        configuration that cannot be written, CameraError for a camera that is none.
        """
        values = {RENAMED.get(key, key): value for key, value in values.items()}
        if values.get("camera") == _shown("camera", self._settings.camera):
            values = {key: value for key, value in values.items() if key != "camera"}
        for key, value in values.items():
            if key not in OFFERED:
                raise SettingsError("settings.unknown", name=str(key)[:80], where="*")
            if value is None:
                raise SettingsError("settings.wrong", name=key, value="", where="*")
        if values.get("camera"):
            self._is_camera(str(values["camera"]))
        with self._lock:
            checked = load(None, {}, values)
            changed = {name: getattr(checked, name) for name in values}
            self._write(changed)
            self._settings = replace(self._settings, **changed)
            self._since |= changed.keys()
            # Inside the lock, so that of two changes the later one is reported last.
            self._changed(self._settings)

    def _write(self, changed: Mapping[str, Any]) -> None:
        try:
            there = self._config.read_text("utf-8") if self._config.exists() else ""
            # A link stays a link.
            whole_file.put(self._config.resolve(), changed_in(there, changed))
        except (OSError, ValueError) as error:
            raise SettingsError(
                "settings.unwritten", where=str(self._config), why=str(error)
            ) from error


def changed_in(text: str, changed: Mapping[str, Any]) -> str:
    """A document with some settings changed; rewritten without its comments if more than
    single lines have to change. Raises ValueError if it was not TOML.
    """
    known = {RENAMED.get(name, name): v for name, v in tomllib.loads(text).items()}
    anew = toml({**known, **changed})
    by_line = edited(text, changed)
    with suppress(tomllib.TOMLDecodeError):
        if tomllib.loads(by_line) == tomllib.loads(anew):
            return by_line
    return anew


def edited(text: str, changed: Mapping[str, Any]) -> str:
    """A document with the lines of some settings changed, or inserted at the top; comments and order stay.

    It handles only settings on one line, and no tables of that name; the caller has to
    check that the result is valid and says what it should.
    """
    lines, left = text.splitlines(), dict(changed)
    for at, line in enumerate(lines):
        name = line.partition("=")[0].strip()
        if name in left and "=" in line:
            lines[at] = toml({name: left.pop(name)}).rstrip("\n")
    return "".join(f"{line}\n" for line in (*toml(left).splitlines(), *lines))


def toml(values: Mapping[str, Any]) -> str:
    """Settings as a TOML document; JSON writes strings, numbers, booleans and lists of strings as TOML reads them.

    With two exceptions: JSON may escape a character as a surrogate pair, which TOML
    does not accept, and leaves DEL unescaped, which TOML forbids.
    """
    tables = {name: value for name, value in values.items() if isinstance(value, dict)}
    plain = {name: value for name, value in values.items() if name not in tables}
    lines = [*_lines(plain)]
    for name, table in tables.items():
        lines += [f"[{json.dumps(name, ensure_ascii=False)}]", *_lines(table)]
    return "".join(f"{line}\n" for line in lines).replace("\x7f", "\\u007f")


def _lines(values: Mapping[str, Any]) -> Iterator[str]:
    known = {field.name for field in fields(Settings)}
    for name, value in values.items():
        if name in known:
            yield f"{name} = {json.dumps(_plain(value), ensure_ascii=False)}"


def _shown(key: str, value: Any) -> Any:
    """A setting as the page shows it: no password, and only the kind of a camera's address, which may contain one."""
    if key in ("broker_password", "wifi_password"):
        return ""
    if key == "camera" and "://" in str(value):
        return f"{str(value).partition('://')[0]}://…"
    return _plain(value)


def _plain(value: Any) -> Any:
    match value:
        case tuple():
            return list(value)
        case Path() | broker.BrokerAddress():
            return str(value)
        case None:
            return ""
        case _:
            return value
