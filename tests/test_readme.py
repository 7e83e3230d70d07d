"""What the README and docs/ promise is there: files, commands, settings."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from companion.app.cli import COMMANDS
from companion.settings import Settings

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every link and picture of a page that lies in the project is there."""
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    here = [link for link in links if "://" not in link]
    missing = [link for link in here if not (page.parent / link).exists()]

    assert missing == []


def test_every_command_is_told_of() -> None:
    """README or docs tell of every command."""
    told = "".join(page.read_text("utf-8") for page in PAGES)

    assert [] == [name for name in COMMANDS if f"murphy {name}" not in told]


def test_every_setting_is_told_of() -> None:
    """The table in docs/hardware.md has every setting there is."""
    told = (ROOT / "docs/hardware.md").read_text("utf-8")

    assert [] == [
        field.name for field in fields(Settings) if f"`{field.name}`" not in told
    ]


@pytest.mark.parametrize("target", ["install", "play", "test", "check", "prove"])
def test_targets_exist(target: str) -> None:
    """The targets people are told of are in the Makefile, each with what it does."""
    assert re.search(
        rf"^{target}:.*## .+", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
    )
