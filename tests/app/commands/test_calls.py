"""Commands that are called wrongly: one true sentence in the language asked for, and exit code 2."""

import sys
from pathlib import Path
from typing import Any

import pytest

from companion.announce import Param
from companion.app.cli import main
from companion.words import LANGUAGES, words
from tests.places import ROOT


def called(
    line: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> tuple[object, str]:
    """The exit code and what was said of it; nothing was written for programs."""
    monkeypatch.setattr(sys, "argv", ["murphy", *line.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    out, said = capfd.readouterr()
    assert out == ""
    return ended.value.code, said.strip()


WRONG = {
    "play --xyzzy": ("no-option", "--xyzzy", "murphy play"),
    "nope": ("no-command", "nope", "murphy"),
    "journal nope": ("no-command", "nope", "murphy journal"),
    "play --camera": ("no-value", "--camera", "murphy play"),
    "play --new=3": ("takes-none", "--new", "murphy play"),
    "journal show": ("missing", "FILE", "murphy journal show"),
    "play --prot 3": ("no-option-but", "--prot", "murphy play"),
    "playy": ("no-command-but", "playy", "murphy"),
    "play --port abc": ("number", "--port", "murphy play"),
    "simulate --games -1": ("number-from", "--games", "murphy simulate"),
    "print": ("missing-one-of", "", "murphy print"),
    "print foo": ("none-of", "", "murphy print"),
    "print mat --paper a9": ("one-of", "--paper", "murphy print"),
    "scan --board nope.toml": ("file", "--board", "murphy scan"),
    "journal show a b": ("extra", "", "murphy journal show"),
    "watch x --players a b c": ("extra", "", "murphy watch"),
}
SHEETS = ("start", "tags", "cards", "mat", "stand")
GAPS: dict[str, dict[str, Param]] = {
    "play --prot 3": {"alike": "--port"},
    "playy": {"alike": "play"},
    "play --port abc": {"value": "abc"},
    "simulate --games -1": {"value": "-1", "least": 1},
    "print": {"values": SHEETS},
    "print foo": {"value": "foo", "values": SHEETS},
    "print mat --paper a9": {"value": "a9", "values": ("a4", "a3", "a2")},
    "journal show a b": {"what": "b"},
    "watch x --players a b c": {"what": "b c"},
}
"""What else is named."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_call_is_told_in_ones_language(
    line: str, language: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Before the subcommand or after it, and with where to read on."""
    key, name, where = WRONG[line]
    expected = words(language).say(
        f"usage.{key}", name=name, help=f"{where} --help", **GAPS.get(line, {})
    )
    after = "" if line == "play --camera" else f"{line} --lang {language}"
    for whole in filter(None, (f"--lang={language} {line}", after)):
        assert (2, expected) == called(whole, monkeypatch, capfd)


def test_one_of_a_few_values_names_them(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Of a language that there is none of, too."""
    code, said = called("play --lang xx", monkeypatch, capfd)
    assert 2 == code
    assert all(each in said for each in ("--lang", *LANGUAGES))


def test_what_is_wrong_about_a_value_is_kept(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Where our words know no more than click does."""
    code, said = called("play --game dumm-gelaufen --edition x", monkeypatch, capfd)
    assert 2 == code
    assert "classic" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_games_edition(
    language: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is an edition, only not of this game: said in one's language."""
    line = f"simulate --games 1 --game lauf-rauf --edition newer --lang {language}"
    code, said = called(line, monkeypatch, capfd)
    expected = words(language).say(
        "usage.edition", game="lauf-rauf", edition="newer", values=("revised",)
    )
    assert (2, expected) == (code, said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "key", "told"),
    [
        (
            "print mat --game yatzy --edition classic",
            "usage.one-edition",
            {"game": "yatzy", "edition": "classic"},
        ),
        (
            "simulate --games 1 --game nicht-lustig --robots expert",
            "simulate.other-robots",
            {"name": "nicht-lustig", "values": ("greedy", "random"), "robots": "expert"},
        ),
    ],
    ids=["a game without editions", "another game's robots"],
)
def test_what_this_game_has_not(
    line: str,
    key: str,
    told: dict[str, Any],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """What it has is named, or that it has none."""
    code, said = called(f"{line} --lang {language}", monkeypatch, capfd)

    assert (2, words(language).say(key, **told)) == (code, said)


@pytest.mark.parametrize("command", ["play", "doctor", "silence"])
def test_settings_that_are_not_there(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nobody plays an evening with settings that are not read; the folder of the service's own state may lack them still."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    there = tmp_path / "murphy.toml"
    code, said = called(f"--lang en {command} --config {there}", monkeypatch, capfd)

    assert 2 == code
    assert words("en").say("settings.no-file", where=str(there)) == said


@pytest.mark.parametrize("command", ["play --camera", "doctor --camera", "watch"])
def test_a_camera_that_there_is_none_of(
    command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A name that means no source, and no file: said at once, not in the middle of an evening."""
    code, said = called(f"--lang en {command} nonsense", monkeypatch, capfd)

    assert 2 == code
    assert words("en").say("camera.missing", source="nonsense") == said


MISSING = {
    "journal show /nope": ("journal.missing", {"path": "/nope"}),
    "scan nonsense": ("picture.missing", {"name": "nonsense"}),
}


@pytest.mark.parametrize("line", MISSING)
def test_a_file_that_there_is_none_of(
    line: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """One sentence, and the exit code of a call that is wrong."""
    key, what = MISSING[line]
    code, said = called(f"--lang en {line}", monkeypatch, capfd)

    assert 2 == code
    assert words("en").say(key, **what) == said


@pytest.mark.parametrize("command", ["show", "export", "restore"])
def test_another_file_is_no_journal(
    command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is not called damaged: nobody shall start a companion with it."""
    readme = ROOT / "README.md"
    code, said = called(f"--lang en journal {command} {readme}", monkeypatch, capfd)

    assert 2 == code
    assert words("en").say("journal.no-beginning", path=str(readme)) == said
