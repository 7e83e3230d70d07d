"""Modules are the namespace: what has the same role has the same name in every game."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import games
from companion.games.package import GamePackage

ROOT = Path(__file__).parent.parent
HOUSE = ("companion", "vision", "hardware", "web")


def sources() -> list[Path]:
    """Every Python file of the house."""
    return sorted(path for top in HOUSE for path in (ROOT / top).rglob("*.py"))


ROLES = {
    "model": ("State", "Event", "Move"),
    "rules": ("legal", "decide", "evolve"),
    "table": ("TABLE_GAME",),
    "setup": ("Setup", "Rulings"),
    "table.state": ("TableState", "start"),
    "table.observations": ("observe",),
    "table.submissions": ("submit", "answer", "correct"),
    "table.announcements": ("announce",),
    "table.views": ("view",),
    "programs": ("Position",),
    "robots": ("ROBOTS", "Robot", "random_robot", "greedy_robot"),
    "painted": ("PAINTED", "Answers", "Board", "ScriptStep", "gestures", "script"),
    "reports": ("highlights",),
    "pages": ("pages",),
    "sheets": ("faces",),
    "sounds": ("SOUNDS", "ANNOUNCED"),
    "mat": ("MAT", "pieces"),
}
"""A game's module -> what its role is called (docs/architecture.md)."""


@pytest.mark.parametrize("package", games(), ids=lambda package: package.name)
@pytest.mark.parametrize("module", ROLES)
def test_a_role_has_one_name(package: GamePackage, module: str) -> None:
    """Who has read one game finds his way in every other."""
    there = vars(import_module(f"{package.module}.{module}"))

    assert [] == [name for name in ROLES[module] if name not in there]


def test_a_copy_with_changes_has_one_name() -> None:
    """It is ``replace``, of ``dataclasses``; only where thousands are made a game has a quicker one of its own."""
    renamed = [
        path.relative_to(ROOT).as_posix()
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.alias) and node.name == "replace" and node.asname
    ]

    assert [] == renamed
