"""Settings changed on the page: all or none, kept in the configuration, told at once."""

import os
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.app.camera.sources import refuse_nothing
from companion.app.service.configuration import OFFERED, Adjustments, toml
from companion.errors import CameraError, SettingsError
from companion.settings import Settings, load


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "murphy.toml"


def test_a_change_is_kept_and_told(config: Path) -> None:
    """A change takes effect, is told to who listens, and is there at the next start."""
    heard: list[Settings] = []
    adjustments = Adjustments(Settings(), config, heard.append)
    adjustments.change({"quiet": True, "buzzer_pin": 'GPIO"4', "seat_pins": ["GPIO5", "GPIO6"]})
    values = {told["key"]: told["value"] for told in adjustments.to_json()}

    assert (True, 'GPIO"4', ["GPIO5", "GPIO6"]) == (
        values["quiet"],
        values["buzzer_pin"],
        values["seat_pins"],
    )
    assert [True] == [settings.quiet for settings in heard]
    assert heard == [load(config, {}, {})]


def test_what_stood_there_stays(config: Path) -> None:
    """Settings that the page does not offer are left as they were written."""
    config.parent.mkdir()
    config.write_text('port = 9000\nplayers = ["A", "B"]\nquiet = false\n')
    Adjustments(Settings(), config).change({"quiet": True})

    assert (9000, ("A", "B"), True) == tuple(
        getattr(load(config, {}, {}), n) for n in ("port", "players", "quiet")
    )


@pytest.mark.parametrize("name", ["Änn 😀", 'a"b\\c', "a\x7fb", "a\x01b\nc"])
def test_whatever_stands_there_can_be_read_again(config: Path, name: str) -> None:
    """A name that the page does not even offer must not keep the companion from its next start."""
    config.parent.mkdir()
    config.write_text(toml({"players": [name, "Bob"]}), "utf-8")
    Adjustments(Settings(), config).change({"camera": name})

    assert (name, (name, "Bob")) == tuple(
        getattr(load(config, {}, {}), n) for n in ("camera", "players")
    )


@pytest.mark.parametrize(
    "values",
    [
        {"quiet": None},
        {"port": 1},
        {"colour": 1},
        {"quiet": "maybe"},
        {"quiet": True, "fps": -1},
        {"max_streams": 0},
    ],
)
def test_all_or_none(config: Path, values: dict[str, Any]) -> None:
    """One wrong value, or one that is not offered, changes nothing."""
    adjustments = Adjustments(Settings(), config)
    before = adjustments.to_json()
    with pytest.raises(SettingsError):
        adjustments.change(values)

    assert before == adjustments.to_json()
    assert not config.exists()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    """Where the configuration cannot be written nothing changes, and the place is named."""
    (tmp_path / "file").write_text("")
    adjustments = Adjustments(Settings(), tmp_path / "file" / "murphy.toml")
    with pytest.raises(SettingsError) as refused:
        adjustments.change({"quiet": True})

    assert "settings.unwritten" == refused.value.message.key
    assert not next(told["value"] for told in adjustments.to_json() if told["key"] == "quiet")


def test_toml_is_read_back(config: Path) -> None:
    """Whatever the settings are, what is written reads back the same."""
    settings = Settings(
        camera="rtsp://a\\b\n\u20ac", players=("A\u0300", '"'), seed=7, quiet=True, fps=12.5
    )
    values = {
        name: getattr(settings, name) for name in ("camera", "players", "seed", "quiet", "fps")
    }
    config.parent.mkdir()
    config.write_text(toml(values), "utf-8")

    assert settings == load(config, {}, {})
    assert os.listdir(config.parent) == ["murphy.toml"]


def test_offered_settings_exist() -> None:
    """The page offers nothing that there is not."""
    assert all(hasattr(Settings(), key) for key in OFFERED)


def test_a_games_table_survives_a_change(tmp_path: Path) -> None:
    """What is set for one game, and what had another name, is kept when the page writes something else."""
    config = tmp_path / "murphy.toml"
    config.write_text('claim_pins = ["GPIO5"]\n[dumm-gelaufen]\ndice = "box"\n')

    Adjustments(Settings(), config).change({"dice": "ours"})

    kept = load(config, {}, {})
    assert (("GPIO5",), "ours") == (kept.seat_pins, kept.dice)
    assert "box" == kept.of("dumm-gelaufen").dice


def test_comments_links_and_secrecy_stay(tmp_path: Path) -> None:
    """A page changes the line it is about; the file stays a link, and its owner's."""
    real, link = tmp_path / "real.toml", tmp_path / "murphy.toml"
    real.write_text("# ours\nport = 9000  # not 8000\nquiet = false\n[dumm-gelaufen]\n")
    link.symlink_to(real)
    Adjustments(Settings(), link).change({"quiet": True, "volume": 0.5})

    lines = real.read_text().splitlines()
    assert ["volume = 0.5", "# ours", "port = 9000  # not 8000", "quiet = true"] == lines[:4]
    assert link.is_symlink()
    assert 0o600 == real.stat().st_mode & 0o777


@pytest.mark.parametrize(
    "there", ['seat_pins = [\n  "GPIO5",\n]\n', 'seat_pins = """\nGPIO5"""\n'], ids=["list", "text"]
)
def test_what_takes_several_lines_is_written_anew(tmp_path: Path, there: str) -> None:
    """A line of it that was changed alone would make it another document, or none; what else is set stays."""
    config = tmp_path / "murphy.toml"
    config.write_text(f"port = 9000\n{there}")
    Adjustments(Settings(), config).change({"seat_pins": ["GPIO6"]})

    kept = load(config, {}, {})
    assert (9000, ("GPIO6",)) == (kept.port, kept.seat_pins)


def test_what_is_no_toml_stays_as_it_is(tmp_path: Path) -> None:
    """Somebody is in the middle of writing it."""
    config = tmp_path / "murphy.toml"
    config.write_text("port = 9000\nplayers = [")
    with pytest.raises(SettingsError, match="cannot be written"):
        Adjustments(Settings(), config).change({"quiet": True})

    assert "port = 9000\nplayers = [" == config.read_text()


def test_two_hosts_at_once(config: Path) -> None:
    """Whoever was told last was told of both changes."""
    heard: list[Settings] = []
    other = Thread(target=lambda: adjustments.change({"volume": 0.5}))

    def told(settings: Settings) -> None:
        if other.ident is None:
            other.start()
            other.join(0.1)
        heard.append(settings)

    adjustments = Adjustments(Settings(), config, told)
    adjustments.change({"quiet": True})
    other.join()

    assert (True, 0.5) == (heard[-1].quiet, heard[-1].volume)


def test_a_cameras_address_is_not_shown(config: Path) -> None:
    """A password may be in it; a page that sends back what it was shown changes nothing."""
    adjustments = Adjustments(Settings(camera="rtsp://ann:secret@10.0.0.9/live"), config)
    shown = {told["key"]: told["value"] for told in adjustments.to_json()}["camera"]
    adjustments.change({"camera": shown, "quiet": True})

    assert "rtsp://…" == shown
    assert "camera" not in config.read_text()
    adjustments.change({"camera": "usb:1"})
    assert 'camera = "usb:1"' in config.read_text()


def test_a_camera_that_is_none_is_not_saved(config: Path) -> None:
    """Nothing of what was to be changed with it, either."""
    adjustments = Adjustments(Settings(), config, is_camera=refuse_nothing)
    with pytest.raises(CameraError) as caught:
        adjustments.change({"camera": "nonsense", "quiet": True})
    adjustments.change({"camera": "usb:7"})

    assert "camera.missing" == caught.value.message.key
    assert 'camera = "usb:7"\n' == config.read_text()
