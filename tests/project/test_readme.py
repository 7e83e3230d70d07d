"""What the README and docs/ promise is there: files, commands, settings."""

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import fields
from fnmatch import fnmatch
from pathlib import Path

import click
import pytest

from companion.app.cli import modules, murphy
from companion.settings import OF_A_GAME, Settings
from companion.words import SHARED, brought_by
from tests.places import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ROOMS = ("benchmarks", "companion", "docs", "examples", "hardware", "tests", "vision", "web")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ELSEWHERE = (
    "pig/words/__init__.py",
    "companion/game.py",
    "lively/lively.py",
    "strangers/stranger.py",
)
"""Modules of the tutorial's game, of the past, and of other painters."""
SPOKEN_OF = (".py", ".js", ".css", ".html", ".toml", ".md", ".sh", ".service", ".txt")
"""Files in which a page may be named."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every link and picture of a page that lies in the project is there."""
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    here = [link for link in links if "://" not in link]
    missing = [link for link in here if not (page.parent / link).exists()]

    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_are_where_they_are_said_to_be(page: Path) -> None:
    """A module is named by the end of its path, or by a pattern of it; others' are in the folder beside the checkout, or fenced off."""
    listed = (part for folder in ROOMS for part in (ROOT / folder).rglob("*.py"))
    there = [f"/{path.relative_to(ROOT)}" for path in listed]
    named = re.findall(r"`([\w./*\[\]-]+\.py)`", FENCED.sub("", page.read_text("utf-8")))
    missing = [name for name in named if not any(fnmatch(path, f"*/{name}") for path in there)]

    assert [] == [name for name in missing if name not in ELSEWHERE]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_hosts_page_has_what_is_named(page: Path) -> None:
    """Its tabs and panels are called what they are called there: *Camera*, **Corrections**."""
    by_host = r"host's page(?:,| under| has the same under)?(?: tab| page)? \(?(\*+)([A-Z][^*]+?)\1"
    named = {name for _, name in re.findall(by_host, page.read_text("utf-8"))}

    assert set() == named - set(brought_by(SHARED, "en").values())


def test_every_command_is_told_of() -> None:
    """README or docs tell of every command."""
    told = "".join(page.read_text("utf-8") for page in PAGES)

    assert [] == [name for name in modules() if f"murphy {name}" not in told]


def test_every_setting_is_told_of() -> None:
    """The table in docs/hardware.md has every setting there is, and those that a game may have of its own."""
    told = (ROOT / "docs/hardware.md").read_text("utf-8")
    (of_a_game,) = re.findall(r"^\| `\[dumm-gelaufen\]` .*$", told, re.MULTILINE)
    names = [field.name for field in fields(Settings) if field.name != "games"]

    assert [] == [name for name in names if f"`{name}`" not in told]
    assert [] == [name for name in OF_A_GAME if f"`{name}`" not in of_a_game]


@pytest.mark.parametrize(
    "target",
    [
        "install",
        "play",
        "test",
        "check",
        "prove",
        "lock",
        "outdated",
        "hooks",
        "reference",
        "release",
    ],
)
def test_targets_exist(target: str) -> None:
    """The targets people are told of are in the Makefile, each with what it does."""
    assert re.search(rf"^{target}:.*## .+", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


def made(*asked: str) -> subprocess.CompletedProcess[str]:
    """What `make` would do, which is not done."""
    # What an outer make hands on is not this one's.
    without = {
        k: v for k, v in os.environ.items() if "MAKE" not in k and k not in ("MFLAGS", "BOOT")
    }
    line = ["make", "-n", *asked]
    return subprocess.run(line, cwd=ROOT, env=without, capture_output=True, text=True)


@pytest.mark.parametrize("word", ["install", "uninstall"])
def test_the_service_is_made_as_it_is_called(word: str) -> None:
    """`make` does what the target says, and no target stands twice: that it would warn of."""
    ran = made(f"{word}-service")

    assert (0, f"./systemd/service.sh {word}\n", "") == (ran.returncode, ran.stdout, ran.stderr)


def test_a_card_has_to_be_named() -> None:
    """Before a package is made for it."""
    ran, named = made("card"), made("card", "BOOT=/media/you/bootfs")

    assert (2, "") == (ran.returncode, ran.stdout)
    assert "make card BOOT=FOLDER" in ran.stderr
    assert (0, "") == (named.returncode, named.stderr)
    assert '--boot "/media/you/bootfs"' in named.stdout


def commands(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    """Every command below one, by all the words that call it."""
    context = click.Context(group)
    for each in group.list_commands(context):
        found = group.get_command(context, each)
        assert found is not None
        if isinstance(found, click.Group):
            yield from commands(found, f"{name} {each}")
        else:
            yield f"{name} {each}", found


@pytest.mark.parametrize(
    ("name", "command"), [pytest.param(*each, id=each[0]) for each in commands(murphy, "murphy")]
)
def test_every_option_is_told_of(name: str, command: click.Command) -> None:
    """docs/commands.md has a section for every command, with all that may be said to it and nothing else."""
    page = (ROOT / "docs/commands.md").read_text("utf-8")
    title = " ".join(name.split()[:2])
    section = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", page, re.M | re.S)
    assert section is not None
    told = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", section[1]))
    there = {said for option in command.params for said in option.opts if said[0] == "-"}

    assert name in section[0]
    assert set() == there - told
    if title == name:
        assert set() == told - there


def speakers() -> list[Path]:
    """Every file of the project's own in which a page may be named."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("which files are the project's own, only git knows")
    files = [ROOT / name for name in listed.stdout.splitlines()]
    return [path for path in files if path.suffix in SPOKEN_OF and path.is_file()]


def test_no_page_is_named_that_is_not_there() -> None:
    """Whoever reads "docs/physical.md, section 3" in a comment finds that page, and that section in it."""
    missing = []
    for path in speakers():
        text = path.read_text("utf-8")
        named = re.findall(r"\w[\w./-]*\.md\b(?:,\s+sections? \d+(?:(?:,| and) \d+)*)?", text)
        missing += [
            (str(path.relative_to(ROOT)), said) for said in named if not _is_there(path, said)
        ]

    assert missing == []


def _is_there(path: Path, said: str) -> bool:
    name, *sections = re.split(r",\s+(?:sections? )?| and ", said)
    places = (ROOT / name, path.parent / name, ROOT / "docs" / name)
    page = next((place for place in places if place.is_file()), None)
    if page is None:
        return False
    headings = re.findall(r"^## (\d+)\.", page.read_text("utf-8"), re.M)
    return set(sections) <= set(headings)
