"""Settings: file, environment and options, and what is said when one is wrong."""

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


def test_a_plain_table(config: Path) -> None:
    """Where dice count is said as text or as a list; of one game alone it may be said that it needs no mat."""
    config.write_text("tray = [0.1, 0.2, 0.8, 0.9]\n[yatzy]\nno_mat = true")

    settings = load(config, {}, {})

    assert (0.1, 0.2, 0.8, 0.9) == settings.tray
    assert not settings.no_mat
    assert settings.of("yatzy").no_mat
    assert settings.tray == load(None, {"MURPHY_TRAY": "0.1,0.2,0.8,0.9"}, {}).tray


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"port": 0}, "port"),
        ({"port": 70000}, "port"),
        ({"port": "eighty"}, "port"),
        ({"port": 80.5}, "port"),
        ({"port": True}, "port"),
        ({"players": ["A"] * 7}, "players"),
        ({"players": [1, 2]}, "players"),
        ({"buzzer": "loud"}, "buzzer"),
        ({"lang": "fr"}, "lang"),
        ({"quiet": "maybe"}, "quiet"),
        ({"fps": "nan"}, "fps"),
        ({"journal": ""}, "journal"),
        ({"journal": 5}, "journal"),
        ({"journal": "a\0b"}, "journal"),
        ({"camera": "/dev/a\0b"}, "camera"),
        ({"host": "a\0b"}, "host"),
        ({"colour": "red"}, "colour"),
        ({"proxy": "proxy.example"}, "proxy"),
        ({"proxy": 127}, "proxy"),
        ({"tray": "0.1,0.1,0.9"}, "tray"),
        ({"tray": [0.1, 0.1, 0.9, 1.1]}, "tray"),
        ({"tray": [0.5, 0.1, 0.4, 0.9]}, "tray"),
        ({"tray": [0.1, 0.5, 0.9, 0.55]}, "tray"),
        ({"tray": True}, "tray"),
        ({"tray": [0.1, 0.1, True, 0.9]}, "tray"),
        ({"no_mat": "perhaps"}, "no_mat"),
    ],
)
def test_wrong_values_are_named(given: dict[str, Any], name: str) -> None:
    """What is wrong is said by name, in every language."""
    with pytest.raises(SettingsError) as refused:
        load(None, {}, given)

    assert name == refused.value.message.params["name"]
    assert all(name in words(language)(refused.value.message) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"players": ["A"] * 7}, "1 to 6 names"),
        ({"tray": "0.2,0.1,0.25,0.9"}, "shares of the picture"),
        ({"port": 0}, "1 to 65535"),
        ({"volume": 2}, "0 to 1"),
        ({"lang": "fr"}, "de, en, nl"),
        ({"quiet": "maybe"}, "true"),
        ({"journal": ""}, "docs/hardware.md"),
        ({"camra": "usb:0"}, "Perhaps camera is meant"),
        ({"colour": "red"}, "See docs/hardware.md for those"),
    ],
)
def test_what_a_setting_may_be_is_said(given: dict[str, Any], expected: str) -> None:
    """Whoever mistyped it need not look it up."""
    with pytest.raises(SettingsError, match=expected):
        load(None, {}, given)


@pytest.mark.parametrize(
    ("line", "expected"),
    [("playrs = 'Ann'", "Perhaps players is meant"), ("lang = 'de'", "See docs/hardware.md")],
)
def test_what_a_game_may_have_is_said(config: Path, line: str, expected: str) -> None:
    """Of the settings of one game only those of a game are guessed."""
    config.write_text(f"[yatzy]\n{line}\n")
    with pytest.raises(SettingsError, match=expected):
        load(config, {}, {})


@pytest.mark.parametrize("content", [b"port = ", b"\xff\xfe", b"[players"])
def test_a_broken_file_is_named(config: Path, content: bytes) -> None:
    """A file that is no TOML is named, with the reason."""
    config.write_bytes(content)
    with pytest.raises(SettingsError) as refused:
        load(config, {}, {})

    assert "settings.unreadable" == refused.value.message.key
    assert str(config) == refused.value.message.params["where"]


def test_a_file_that_the_system_does_not_open_is_named(tmp_path: Path) -> None:
    """Whatever the system says of it: only one that is not there is like none."""
    for wrong in (tmp_path, tmp_path / ("a" * 300)):
        with pytest.raises(SettingsError) as refused:
            load(wrong, {}, {})
        assert "settings.unreadable" == refused.value.message.key
        assert refused.value.message.params["why"] in ("Is a directory", "File name too long")


def test_places() -> None:
    """The XDG folders hold configuration and state; under systemd its state directory does."""
    assert Path("/c/murphy/murphy.toml") == default_config({"XDG_CONFIG_HOME": "/c"})
    assert Path("/s/murphy") == state_directory({"XDG_STATE_HOME": "/s"})
    assert Path("/var/lib/murphy") == state_directory(
        {"STATE_DIRECTORY": "/var/lib/murphy", "XDG_STATE_HOME": "/s"}
    )


def test_a_table_of_a_game_holds_while_it_is_played(tmp_path: Path) -> None:
    """What is set for one game counts for no other, and less than the environment or an option."""
    config = tmp_path / "murphy.toml"
    config.write_text('fps = 2.0\n["dumm-gelaufen"]\nedition = "newer"\nfps = 9.0\n')

    settings = load(config, {"MURPHY_SPEED": "2"}, {})
    over = load(config, {"MURPHY_EDITION": "classic"}, {"fps": 3.0})

    assert ("", 2.0) == (settings.edition, settings.of("chess").fps)
    assert ("newer", 9.0) == (
        settings.of("dumm-gelaufen").edition,
        settings.of("dumm-gelaufen").fps,
    )
    played = over.of("dumm-gelaufen")
    assert ("classic", 3.0) == (played.edition, played.fps)


@pytest.mark.parametrize("wrong", ["speed = 0", "quiet = true", "colour = 1"])
def test_what_is_wrong_in_a_table_is_said(tmp_path: Path, wrong: str) -> None:
    """With the table's name; what is the same whatever is played is not set there."""
    config = tmp_path / "murphy.toml"
    config.write_text(f"[dumm-gelaufen]\n{wrong}\n")

    with pytest.raises(SettingsError) as refused:
        load(config, {}, {})

    assert "[dumm-gelaufen]" in str(refused.value)


@pytest.mark.parametrize(
    ("given", "pins"),
    [("GPIO5,, GPIO6", ("GPIO5", "", "GPIO6")), (["", "GPIO6"], ("", "GPIO6")), ("", ()), ([], ())],
)
def test_a_seat_without_a_button(given: Any, pins: tuple[str, ...]) -> None:
    """The seats after it keep theirs."""
    assert pins == load(None, {}, {"seat_pins": given}).seat_pins


@pytest.mark.parametrize("given", ["file", "environment"])
def test_settings_that_had_other_names_still_count(tmp_path: Path, given: str) -> None:
    """Files of before open, and a service's environment still holds."""
    config = tmp_path / "murphy.toml"
    config.write_text('claim_pins = ["GPIO5", "GPIO6"]' if given == "file" else "")
    environment = {} if given == "file" else {"MURPHY_CLAIM_PINS": "GPIO5, GPIO6"}

    assert ("GPIO5", "GPIO6") == load(config, environment, {}).seat_pins
