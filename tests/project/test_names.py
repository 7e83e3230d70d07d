"""Modules are the namespace: what has the same role has the same name in every game."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import games
from companion.games.package import GamePackage
from tests.games.outside.watched import kniffel_installed
from tests.places import ROOT

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
KIT = "companion.kit.score_sheets"
"""What a game with score sheets does not say of these, the kit does."""


def names_in(module: str) -> dict[str, object]:
    """The names of a module; none if there is no such module."""
    try:
        return vars(import_module(module))
    except ModuleNotFoundError:
        return {}


def lacking(package: GamePackage, module: str) -> list[str]:
    """The names of a role that neither a game has nor, where it stands on score sheets, the kit."""
    own = names_in(f"{package.module}.{module}")
    rules = names_in(f"{package.module}.rules").values()
    on_sheets = any(type(value).__module__.startswith(KIT) for value in rules)
    if on_sheets and not own:
        return []
    known = {*own, *(names_in(f"{KIT}.{module}") if on_sheets else ())}
    cards = set() if package.payloads else {"pieces"}
    return sorted({*ROLES[module]} - known - cards)


@pytest.mark.parametrize("package", games(), ids=lambda package: package.name)
@pytest.mark.parametrize("module", ROLES)
def test_a_role_has_one_name(package: GamePackage, module: str) -> None:
    """Who has read one game finds his way in every other."""
    assert [] == lacking(package, module)


def test_the_game_from_outside_calls_its_roles_alike(tmp_path: Path) -> None:
    """Whatever it says itself; the rest has the names of the kit."""
    with kniffel_installed(tmp_path) as package:
        assert [] == [name for module in ROLES for name in lacking(package, module)]
        assert "evolve" in names_in(f"{package.module}.rules")


def test_a_copy_with_changes_has_one_name() -> None:
    """It is ``replace``, of ``dataclasses``; only where thousands are made a game has a quicker one of its own, which a type checker takes for that."""
    renamed = [
        path.relative_to(ROOT).as_posix()
        for path in sources()
        if re.search(r"^from .*\breplace as \w", path.read_text("utf-8"), re.MULTILINE)
    ]

    assert [] == renamed


ARGUMENTS = {"Words": "words", "Random": "chance", "Recorder": "recorder"}
"""What an argument of a type is called."""


@pytest.mark.slow
def test_an_argument_has_one_name() -> None:
    """Who words, what decides by chance, what collects events: nobody has to guess by another name that it is the same."""
    others = [
        f"{path.relative_to(ROOT).as_posix()}:{node.lineno} {node.arg}"
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.arg) and node.annotation is not None
        if ARGUMENTS.get(ast.unparse(node.annotation).split(".")[-1], node.arg) != node.arg
    ]

    assert [] == others
