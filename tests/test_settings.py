"""Settings: file, environment and options, and what is said when one is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.errors import SettingsError
from companion.settings import Settings, default_config, load, state_directory
from companion.words import LANGUAGES, words


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "murphy.toml"


def test_nothing_given() -> None:
    """Without file, environment and options every setting has its default."""
    assert Settings() == load(None, {}, {})


def test_a_missing_file_is_no_error(config: Path) -> None:
    """A configuration nobody wrote is an empty one."""
    assert Settings() == load(config, {}, {})


def test_later_ones_win(config: Path) -> None:
    """Options stand over the environment, the environment over the file."""
    config.write_text('port = 1\nedition = "newer"\nplayers = ["A", "B"]\nquiet = true')
    settings = load(
        config,
        {"MURPHY_PORT": "2", "MURPHY_PLAYERS": "C, , D", "PORT": "9"},
        {"port": 3, "host": None},
    )

    assert (3, "newer", ("C", "D"), True) == (
        settings.port,
        settings.edition,
        settings.players,
        settings.quiet,
    )


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"port": 0}, "port"),
        ({"port": 70000}, "port"),
        ({"port": "eighty"}, "port"),
        ({"port": 80.5}, "port"),
        ({"port": True}, "port"),
        ({"players": "Ann"}, "players"),
        ({"players": ["A"] * 7}, "players"),
        ({"players": [1, 2]}, "players"),
        ({"buzzer": "loud"}, "buzzer"),
        ({"lang": "fr"}, "lang"),
        ({"quiet": "maybe"}, "quiet"),
        ({"fps": "nan"}, "fps"),
        ({"journal": ""}, "journal"),
        ({"journal": 5}, "journal"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_wrong_values_are_named(given: dict[str, Any], name: str) -> None:
    """What is wrong is said by name, in every language."""
    with pytest.raises(SettingsError) as refused:
        load(None, {}, given)

    assert name == refused.value.message.params["name"]
    assert all(name in words(language)(refused.value.message) for language in LANGUAGES)


@pytest.mark.parametrize("content", [b"port = ", b"\xff\xfe", b"[players"])
def test_a_broken_file_is_named(config: Path, content: bytes) -> None:
    """A file that is no TOML is named, with the reason."""
    config.write_bytes(content)
    with pytest.raises(SettingsError) as refused:
        load(config, {}, {})

    assert "settings.unreadable" == refused.value.message.key
    assert str(config) == refused.value.message.params["where"]


def test_places() -> None:
    """The XDG folders hold configuration and state; under systemd its state directory does."""
    assert Path("/c/murphy/murphy.toml") == default_config({"XDG_CONFIG_HOME": "/c"})
    assert Path("/s/murphy") == state_directory({"XDG_STATE_HOME": "/s"})
    assert Path("/var/lib/murphy") == state_directory(
        {"STATE_DIRECTORY": "/var/lib/murphy", "XDG_STATE_HOME": "/s"}
    )
